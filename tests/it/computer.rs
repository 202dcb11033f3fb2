//! Computer opponents: what they take, what they see coming, what they agree to, and the arena.

use std::process::Output;

use rondel::{
    computer::{Level, Proposal, Question, agrees, choose, claims},
    rules::{Color, Draw, Exit, Game, Move, Position, Role, Ruleset, Wish},
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
        level: level(number),
        seed: 5,
    };
    choose(&question, &|| false).unwrap().mv
}

/// White's queen on c5 looks down file c at Gray's king in the corner of its sector.
const MATE_IN_ONE: &str = "8gK2wR4bK7bR/2wK21/9wQ14/24/24/24 w wgb xhp - - 0 60";

#[test]
fn every_choice_is_legal() {
    let positions = positions();
    assert_eq!(positions.len(), 368);
    let mut asked = 0;
    for (nth, position) in positions.into_iter().enumerate() {
        // Level 1 is asked everywhere, the others here and there.
        let number = if nth % 40 == 0 {
            3
        } else if nth % 8 == 0 {
            2
        } else {
            1
        };
        let game = Game::from_position(Ruleset::THREE_MAN, position);
        let question = Question {
            game: &game,
            level: level(number),
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
                level: level(number),
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
fn whoever_is_told_to_stop_makes_no_move() {
    let game = Game::start(Ruleset::THREE_MAN);
    let question = Question {
        game: &game,
        level: level(3),
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
        level: level(1),
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
            if two && !position.in_play().contains(Color::White)
                || two && position.in_play().contains(Color::Gray)
                || named.ruleset.check(&position).is_err()
            {
                continue;
            }
            let won = |mv: Move| {
                let over = game.judge_move(mv).unwrap().over;
                over.map_or(0, |over| over.points[turn].sixths())
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

/// Where an army can be put out and the match goes on, one is.
#[test]
fn mates_and_kings_are_taken_while_three_are_in_play() {
    for name in ["three-man", "match-points", "second-mate"] {
        let (mut mates, mut kings) = (0, 0);
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
            let mv = chosen(&game, 1);
            assert!(puts_out(mv).is_some(), "{name} {position}: {mv}");
            mates += u32::from(exits.contains(&Exit::Mate));
            kings += u32::from(exits.contains(&Exit::KingTaken));
        }
        println!("{name}: {mates} mates, {kings} kings");
        assert!(
            mates > 3 && kings > 0,
            "{name}: {mates} mates, {kings} kings"
        );
    }
}
