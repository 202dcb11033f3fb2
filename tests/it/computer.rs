//! Computer opponents: what they take, what they see coming, and what they agree to.

use rondel::{
    computer::{Bounds, Level, Question, agrees, choose, claims, think},
    rules::{Agreement, Color, Draw, Exit, Game, Move, OfferAction, Position, Role, Ruleset},
    rulesets::Rulesets,
};
use serde_json::Value;

fn positions() -> Vec<Position> {
    let lines = crate::tidy::read("tests/data/positions.jsonl");
    let read = |line: &str| {
        let value: Value = serde_json::from_str(line).unwrap();
        value["position"].as_str().unwrap().parse().unwrap()
    };
    lines.lines().map(read).collect()
}

fn ruleset(name: &str) -> Ruleset {
    Rulesets::preset(name).unwrap()
}

fn level(number: u8) -> Level {
    Level::new(number).unwrap()
}

/// A match that begins with this position, which has been looked at.
fn game(name: &str, line: &str) -> Game {
    let mut game = Game::from_position(ruleset(name), line.parse().unwrap());
    let verdict = game.judge_position();
    game.carry_out(&verdict);
    game
}

#[track_caller]
fn chosen(game: &Game, number: u8) -> Move {
    let question = Question {
        game,
        level: Some(level(number)),
        seed: 5,
    };
    choose(&question, &|| false).unwrap().mv
}

#[test]
fn every_choice_is_legal() {
    let positions = positions();
    assert_eq!(positions.len(), 368);
    let mut asked = 0;
    for (nth, position) in positions.into_iter().enumerate() {
        // Level 1 is asked everywhere, the others here and there.
        let number = if nth % 40 == 0 {
            6
        } else if nth % 8 == 0 {
            4
        } else {
            1
        };
        let game = Game::from_position(Ruleset::THREE_MAN, position);
        let question = Question {
            game: &game,
            level: Some(level(number)),
            seed: nth as u64,
        };
        match choose(&question, &|| false) {
            Some(choice) => {
                assert!(position.is_legal(choice.mv), "{position} {}", choice.mv);
                asked += 1;
            }
            None => assert!(position.legal_moves().is_empty(), "{position}"),
        }
    }
    assert!(asked > 350, "{asked}");
}

#[test]
fn the_same_seed_makes_the_same_move_and_seeds_differ() {
    let game = Game::start(Ruleset::THREE_MAN);
    for number in [1, 2] {
        let mut made = Vec::new();
        for seed in 0..8 {
            let question = Question {
                game: &game,
                level: Some(level(number)),
                seed,
            };
            let choice = choose(&question, &|| false).unwrap();
            assert_eq!(choose(&question, &|| false), Some(choice));
            made.push(choice.mv);
        }
        made.sort();
        made.dedup();
        assert!(made.len() > 1, "level {number} always begins alike");
    }
}

#[test]
fn a_computer_that_is_told_to_stop_makes_no_move() {
    let game = Game::start(Ruleset::THREE_MAN);
    let question = Question {
        game: &game,
        level: Some(level(8)),
        seed: 1,
    };
    assert_eq!(choose(&question, &|| true), None);
    // In the midst of it, too.
    let asked = std::cell::Cell::new(0);
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get() > 2
    };
    assert_eq!(choose(&question, &stop), None);
    assert_eq!(asked.get(), 3, "it asks no more once it was told");
}

#[test]
fn a_match_that_is_over_has_no_move() {
    let mut game = Game::start(Ruleset::THREE_MAN);
    game.end(game.draw(Draw::Agreement));
    let question = Question {
        game: &game,
        level: Some(level(1)),
        seed: 1,
    };
    assert_eq!(choose(&question, &|| false), None);
}

/// In every ruleset, wherever a move ends the match with the most that can be had, such a move is
/// made.
#[test]
fn an_end_that_wins_is_taken() {
    let mut checked = 0;
    for named in Rulesets::presets().iter() {
        let two = named.ruleset.armies().len() == 2;
        let mut here = 0;
        for position in positions() {
            if position.in_play().len() != if two { 2 } else { 3 } {
                continue;
            }
            let game = Game::from_position(named.ruleset, position);
            let turn = position.turn();
            let seated = position.in_play() == named.ruleset.armies();
            if two && !seated || named.ruleset.check(&position).is_err() {
                continue;
            }
            let won = |mv: Move| {
                let outcome = game.judge_move(mv).unwrap().outcome;
                let won = outcome.filter(|outcome| outcome.ending.draw().is_none());
                won.map_or(0, |outcome| outcome.points[turn].sixths())
            };
            let best = position.legal_moves().into_iter().map(won).max();
            let Some(best) = best.filter(|best| *best >= 6) else {
                continue;
            };
            for number in [1, 2] {
                let mv = chosen(&game, number);
                assert_eq!(won(mv), best, "{} {position}: {mv}", named.name);
            }
            here += 1;
        }
        println!("{}: {here}", named.name);
        checked += here;
    }
    assert!(checked >= 10, "{checked}");
}

/// Where an army can be put out and the match goes on, one is, but where something else is better
/// still, such as taking the last piece of one army and having another in a net.
#[test]
fn mates_and_kings_are_taken_while_three_are_in_play() {
    for name in ["three-man", "match-points", "second-mate"] {
        let (mut mates, mut kings, mut left) = (0, 0, 0);
        for position in positions() {
            let game = Game::from_position(ruleset(name), position);
            let turn = position.turn();
            if position.in_play().len() < 3 {
                continue;
            }
            let puts_out = |mv: Move| {
                let outs = game.judge_move(mv).unwrap().outs;
                let mine = outs.into_iter().find(|out| out.by == Some(turn));
                mine.map(|out| out.exit)
            };
            let exits: Vec<Exit> = position
                .legal_moves()
                .into_iter()
                .filter_map(puts_out)
                .collect();
            if exits.is_empty() {
                continue;
            }
            mates += u32::from(exits.contains(&Exit::Mate));
            kings += u32::from(exits.contains(&Exit::KingTaken));
            if puts_out(chosen(&game, 4)).is_none() {
                println!("{name} {position}: {}", chosen(&game, 4));
                left += 1;
            }
        }
        println!("{name}: {mates} mates, {kings} kings, {left} left");
        assert!(mates > 10 && kings > 10 && left * 10 < kings, "{name}");
    }
}

/// The third army is mated once the second has moved, whatever it does.
#[test]
fn a_mate_that_the_army_between_cannot_avert_is_found() {
    for (line, mates) in [
        (
            "wR1wB2wBwR6gKgNgR1bR3bR2/1wP1wP3gR4gP7bKbP2/wP1wKwQwN11bNbP3bN2/1wNwP1wP3gNbQ3gP1bB2bPbP3bP/5wP1wP5bB6bP3/11gP8gQ3 b wgb - - - 0 107",
            &["j4j1", "j4m1"][..],
        ),
        (
            "wRwQ2wK2wR5gK2bR4bB2/1wPwP2wN6gB2bQbP3bK3/3wB2wP1gP9bPbP3bR/4wP2wP12bPbPwNbN/3wP3gRwBgN14/17bBgN5 b wgb - - - 4 131",
            &["p2n2"],
        ),
        (
            "1wR3wK1wRgQ5gN1gRbNbB1bK3/1wPwP1wB2wPgPgRgPgKgP1gB2bP1bPbR3/wPwN10gB2gP2bP1bP3/3wP1bN1bQ3gP1gPgP6bPwQ1/10gN7wN5/24 w wgb - - - 3 75",
            &["w4w1"],
        ),
    ] {
        let game = game("three-man", line);
        for number in [1, 4] {
            let mv = chosen(&game, number).to_string();
            assert!(mates.contains(&mv.as_str()), "level {number}: {mv}, {line}");
        }
    }
}

/// Mates in two against every reply, and moves without which both others together mate, are proved before
/// any search.
#[test]
fn what_is_proved_near_is_played() {
    for (line, right) in [
        (
            "2wBwQ1wB1wRgRgN1gK1gBgNgRbRbN2bK1bR1/3gBwK1wP1gP2gP1gPgPgPbP2bP1bPbPgQ/5wP1wN2gP1gP5bP1bP2bN/wP1wP6gP7bPbB5/1wP22/13bB8bQ1 b wgb - bQ - 0 41",
            "w6q6",
        ),
        (
            "1wN8gR1gK1gR2bN2bK3/4wNwP7wR5bP3wQ/1wRwP1wK4gP4gP3bP5/bR12gPbQ1bRbPgB1gQ3/1wP22/12bN3bP7 w wb hp - - 0 163",
            "x2w1",
        ),
        (
            "wRwN13wQ8/2wKwBgN3gR4gKgP3bPbB1bK2/2wPwP4gP1wR6bB1bP4/1wP2wP17bPbR/4gR6gP1gP6gQ3/21bP2 g wgb xp - - 0 172",
            "u5x2",
        ),
        (
            "wRwN2wKwBwNwRgR3gKgB1gRbRbN2bKbB1bR/5wP1wPgP1gP3gPgP3bP1bP1bP/1wPwP1wQ4gP1gNgP3bB1bP4bN/wP2wP2wP4gP1gP2gQbP2bP3/11gN2gB1bP3bQ1wB1/24 b wgb - wKQgKbKQ a3 1 53",
            "u5i5",
        ),
    ] {
        let game = game("three-man", line);
        let question = Question {
            game: &game,
            level: Some(Level::ALL[7]),
            seed: 1,
        };
        let bounds = Bounds {
            plies: Some(1),
            ..Bounds::default()
        };
        let found = think(&question, bounds, &|| false, &mut |_| ()).unwrap();
        assert_eq!(found.mv.to_string(), right, "{line}");
    }
}

/// Of two lone kings the nearer to mate is hunted; a computer that hunted both went to and fro.
#[test]
fn a_queen_mates_two_lone_kings() {
    for line in [
        "wK23/24/8gK15/24/3wQ20/21bK2 w wgb xhp - - 0 0",
        "24/24/wK3gK19/24/16bK7/12wQ11 w wgb xhp - - 0 0",
    ] {
        let ended = played_on(game("three-man", line), [4, 4, 4], 200);
        let outcome = ended.outcome().map(|outcome| outcome.ending.word());
        assert_eq!(outcome, Some("last-army"), "{}", ended.position());
    }
}

/// These captures were made though both others together mate at once then.
#[test]
fn no_move_is_made_after_which_both_others_mate() {
    for (line, wrong) in [
        (
            "12wR4bN1gR3bB/3wKwB1wP14bK2/1wP1wP3wN9gK3bP2/2wP1wP9bQ5bP1bR1/10bR13/24 g wgb xhp - - 1 169",
            "t1x1",
        ),
        (
            "4wK6gR2gNbB3wR4/10gK5gB5wN1/21bK2/3bQwP3wNgP8bP5/5wP4gP1bN3bP7/11gRgP3wQ2bR4 w wgb xp - - 0 192",
            "t1t6",
        ),
    ] {
        let mv = chosen(&game("three-man", line), 5);
        assert_ne!(mv.to_string(), wrong, "{line}");
    }
}

/// A mate was given at any price, here a queen that the other lone king then took.
#[test]
fn a_mate_that_costs_the_queen_is_not_given() {
    let line = "8bK15/23wQ/8gK15/6wK17/24/24 w wgb xhp - - 0 30";
    for number in 2..=7 {
        let mv = chosen(&game("three-man", line), number);
        assert_ne!(mv.to_string(), "x2i2", "level {number}");
    }
}

/// Lets computers of these levels play on from a position; random movers have level 0.
fn played_on(mut game: Game, levels: [u8; 3], plies: u32) -> Game {
    let until = game.position().ply() + plies;
    let mut lot: usize = 1;
    while game.outcome().is_none() && game.position().ply() < until {
        lot = lot * 1_103_515_245 % 2_147_483_647;
        let mv = match levels[game.position().turn().index()] {
            0 => {
                let moves = game.position().legal_moves();
                moves[lot % moves.len()]
            }
            number => chosen(&game, number),
        };
        let verdict = game.judge_move(mv).unwrap();
        game.carry_out_move(mv);
        game.carry_out(&verdict);
    }
    game
}

#[test]
fn won_endings_are_won() {
    for (line, levels) in [
        ("20bK3/12gK4gQ6/24/24/24/24 g gb xhp - - 0 200", [0, 1, 0]),
        ("5bK18/24/24/wQ5wR17/24/4wK19 w wb xhp - - 0 200", [1, 0, 0]),
        (
            "24/24/24/20gR3/12gK3gR7/4wK19 g wg xhp - - 0 200",
            [0, 2, 0],
        ),
    ] {
        let ended = played_on(game("three-man", line), levels, 120);
        let outcome = ended.outcome().map(|outcome| outcome.ending.word());
        assert_eq!(outcome, Some("last-army"), "{line}: {}", ended.position());
    }
}

/// The king must come nearer for the mate, which can be put off for ever.
#[test]
fn a_rook_does_not_go_to_and_fro_beside_a_lone_king() {
    let line = "24/22wR1/24/24/24/bK2wK20 w wb xhp - - 0 200";
    let mut game = game("three-man", line);
    while game.outcome().is_none() && game.position().ply() < 300 {
        let question = Question {
            game: &game,
            level: None,
            seed: 5,
        };
        let hunts = game.position().turn() == Color::White;
        let bounds = Bounds {
            seen: Some(if hunts { 2_000 } else { 7_500 }),
            ..Bounds::default()
        };
        let mv = think(&question, bounds, &|| false, &mut |_| ()).unwrap().mv;
        let verdict = game.judge_move(mv).unwrap();
        game.carry_out_move(mv);
        game.carry_out(&verdict);
    }
    let ending = game.outcome().map(|outcome| outcome.ending.word());
    assert_eq!(ending, Some("last-army"), "{}", game.position());
}

/// Seven queens are worth less than a win, whatever the ruleset pays for what was before.
#[test]
fn a_computer_far_ahead_still_mates() {
    let line = "wQwQwQwQwKwQwQwQ16/wPwPwPwPwPwPwPwP16/24/20bK3/24/24 w wb xhp - - 0 90";
    for name in ["second-mate", "match-points"] {
        let ended = played_on(game(name, line), [1, 0, 0], 40);
        let outcome = ended.outcome().map(|outcome| outcome.ending.word());
        assert_eq!(outcome, Some("last-army"), "{name}: {}", ended.position());
    }
}

/// Where many moves lose to both others at once, looking at them took all positions and one more.
#[test]
fn no_more_positions_are_looked_at_than_a_level_may() {
    let line = "7wR4gNgK5bK3bR/3wB1wP2gR5gR5bPbB1bN/wN1wP2wK1wN4gPgP1gB1bP6/7wR2gPgP10bPbP/\
                4bQ2wP1gP9bP1bP2/24 w wgb - - - 8 186";
    let question = Question {
        game: &game("three-man", line),
        level: Level::new(5),
        seed: 1_782_536_144,
    };
    let chosen = choose(&question, &|| false).unwrap();
    assert!(chosen.seen <= 7_500, "{}", chosen.seen);
}

#[test]
fn a_queen_is_not_left_hanging() {
    for (name, line, queen) in [
        // A knight attacks her.
        (
            "three-man",
            "4wK7gK7bK3/4wP2wP4gP7bP3/3wQ1wP6gP11/4gN19/24/24 w wgb - - - 0 40",
            Color::White,
        ),
        // The army that moves second looks at her, and the one in between has its own plans.
        (
            "match-points",
            "4wK7gK7bK3/4wPwPwP4gPgPgP5bPbPbP2/10wQ4bR8/24/24/24 w wgb - - - 0 40",
            Color::White,
        ),
        (
            "duel",
            "4wK7gK7bK3/4wP2wP12bP3/3wQ1wP18/4bN19/24/24 w wb hp - - 0 40",
            Color::White,
        ),
    ] {
        let game = game(name, line);
        for number in [1, 2] {
            let mut after = *game.position();
            let mv = chosen(&game, number);
            after.play(mv);
            let square = after
                .pieces()
                .find(|(_, piece)| piece.color == queen && piece.role == Role::Queen)
                .map(|(square, _)| square)
                .unwrap();
            while after.turn() != queen {
                let takes = |mv: &Move| mv.to == square;
                let guarded = after.legal_moves().iter().any(takes);
                assert!(!guarded, "{name} level {number} {mv}: {after}");
                let mut waited = after;
                let quiet = after.legal_moves().into_iter().find(|mv| !takes(mv));
                // An army without a move is mated, and takes nothing any more.
                let Some(quiet) = quiet else { break };
                waited.play(quiet);
                after = waited;
            }
        }
    }
}

/// White's knight stands between Gray's rook and Black's king on file i, and could take a rook:
/// then Gray would have Black's king, and with it what the ruleset pays first.
#[test]
fn the_match_is_not_handed_to_the_next_player() {
    let line = "wKwRwRwR4gR3gK11/wPwPwPwP7gP12/8wN15/10bR13/8bK15/24 w wgb - - - 0 40";
    let takes: Move = "i3k4".parse().unwrap();
    for name in ["three-player", "first-mate"] {
        let game = game(name, line);
        assert!(game.position().is_legal(takes));
        for number in [2, 3] {
            let mv = chosen(&game, number);
            let mut after = *game.position();
            after.play(mv);
            let takes_king = |mv: &Move| {
                let taken = after.piece_at(mv.to);
                taken.is_some_and(|piece| piece.role == Role::King)
            };
            let handed = after.legal_moves().iter().any(takes_king);
            assert!(!handed, "{name} level {number}: {mv}");
        }
    }
}

/// Positions that are clearly won and lost for White, and one that is even.
const AHEAD: &str = "wR2wQwK2wR4gK7bK3/2wPwPwPwPwPwP4gPgP4bP1bPbP2/24/24/24/24 w wgb - - - 0 90";
const BEHIND: &str = "4wK3gR2gQgK2gRbR2bQbK2bR/3wPwPwP2gPgPgPgPgPgPgPgPbPbPbPbPbPbPbPbP/24/24/24/24 w wgb - - - 0 90";

#[test]
fn draws_are_agreed_to_by_those_who_do_not_stand_better() {
    for name in ["three-man", "match-points", "second-mate", "three-player"] {
        for number in [1, 2, 3] {
            let agreed = |line: &str, color: Color| {
                let game = game(name, line);
                agrees(&game, color, level(number), color.next(), Agreement::Draw)
            };
            assert!(!agreed(AHEAD, Color::White), "{name} {number}");
            assert!(agreed(AHEAD, Color::Gray), "{name} {number}");
            assert!(agreed(BEHIND, Color::White), "{name} {number}");
            assert!(!agreed(BEHIND, Color::Black), "{name} {number}");
        }
    }
    // At the start there is nothing to be had by waiting, and nothing is played yet.
    let start = Game::start(Ruleset::THREE_MAN);
    assert!(!agrees(
        &start,
        Color::Gray,
        level(2),
        Color::Black,
        Agreement::Draw
    ));
    // An army that is out, or in a match that is over, agrees to nothing.
    let two = game(
        "three-man",
        "4wK7gK11/24/24/3wR20/24/4bQ19 w wg xhp - - 0 90",
    );
    assert!(!agrees(
        &two,
        Color::Black,
        level(2),
        Color::White,
        Agreement::Draw
    ));
}

#[test]
fn a_pact_is_made_against_the_strongest() {
    let game = game("second-mate", AHEAD);
    let asked =
        |color: Color, with: Color| agrees(&game, color, level(2), with, Agreement::Pact(color));
    assert!(asked(Color::Gray, Color::Black));
    assert!(asked(Color::Black, Color::Gray));
    assert!(!asked(Color::White, Color::Gray));
    assert!(!asked(Color::Gray, Color::White));
}

#[test]
fn a_resignation_is_let_stand_by_those_who_are_not_ahead() {
    for (line, lets) in [(AHEAD, false), (BEHIND, true)] {
        let mut game = game("three-player", line);
        let resignation = Agreement::Resignation(Color::Black);
        let said = game.wish(Color::Gray, OfferAction::Offer, resignation);
        let (action, about) = said.unwrap();
        game.carry_out_said(Color::Gray, action, about);
        let agrees = agrees(&game, Color::White, level(2), Color::Gray, resignation);
        assert_eq!(agrees, lets);
    }
}

#[test]
fn a_draw_that_is_due_is_claimed_by_those_who_stand_worse() {
    let at = |line: &str| line.replace("- - - 0 90", "- - - 150 190");
    for (line, claimed) in [(AHEAD, false), (BEHIND, true)] {
        let game = game("three-man", &at(line));
        assert_eq!(game.claimable(Color::White), Some(Draw::Moves));
        assert_eq!(claims(&game, Color::White, level(1)), claimed, "{line}");
    }
    // Where no draw comes by itself, it is claimed in the end by the army to move.
    for (clock, claimed) in [(150, false), (222, false), (225, true)] {
        let line = AHEAD.replace("- - - 0 90", &format!("- - - {clock} 390"));
        let game = game("match-points", &line);
        assert_eq!(game.claimable(Color::White), Some(Draw::Moves), "{line}");
        assert_eq!(claims(&game, Color::White, level(1)), claimed, "{line}");
    }
    let early = game("three-man", BEHIND);
    assert!(!claims(&early, Color::White, level(1)), "nothing is due");
    // One ply before, the claim goes with a move.
    let before = BEHIND.replace("- - - 0 90", "- - - 149 189");
    let game = game("three-man", &before);
    let question = Question {
        game: &game,
        level: Some(level(1)),
        seed: 1,
    };
    let choice = choose(&question, &|| false).unwrap();
    assert!(choice.claim);
    assert!(game.judge_claiming_move(choice.mv).unwrap().is_some());
}
