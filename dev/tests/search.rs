//! Searches against plain ones by the rules library, and the lines that the commands print.
#![allow(clippy::unwrap_used)]

use std::iter;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;
use rondel::rules::{Color, Exit, Game, Move, Position, Ruleset, Verdict};
use rondel_dev::truths::{
    self,
    greedy::{Board, Matches, View, best_capture},
    mates::mates,
    only::{is_lost, only_move},
    traps::{Kind, Trap, trap, worst},
};
use serde_json::Value;

fn after(game: &Game, mv: Move) -> (Verdict, Game) {
    let verdict = game.judge_move(mv).unwrap();
    let mut game = game.clone();
    game.carry_out_move(mv);
    game.carry_out(&verdict);
    (verdict, game)
}

fn game(position: &Position) -> Game {
    Game::from_position(Ruleset::THREE_MAN, *position)
}

fn sorted(position: &Position) -> Vec<Move> {
    let mut moves = position.legal_moves();
    moves.sort_unstable();
    moves
}

/// A forced mate, looked for move by move, with nothing left out.
fn holds(before: &Game, mv: Move, army: Color, left: u32) -> bool {
    let (verdict, game) = after(before, mv);
    let by_army = |exit: Exit| matches!(exit, Exit::Mate | Exit::KingTaken);
    if verdict
        .outs
        .iter()
        .any(|out| out.by == Some(army) && by_army(out.exit))
    {
        return true;
    }
    let position = game.position();
    if verdict.outcome.is_some() || !position.in_play().contains(army) {
        return false;
    }
    let mut moves = position.legal_moves().into_iter();
    if position.turn() == army {
        left > 0 && moves.any(|mv| holds(&game, mv, army, left - 1))
    } else {
        moves.all(|mv| holds(&game, mv, army, left))
    }
}

fn plain_mates(position: &Position, own_moves: u32) -> Vec<Move> {
    let (game, army) = (game(position), position.turn());
    let mut moves = sorted(position);
    moves.retain(|mv| holds(&game, *mv, army, own_moves - 1));
    moves
}

/// A loss within so many rounds, likewise.
fn plain_lost(before: &Game, mv: Move, army: Color, left: u32) -> bool {
    let (verdict, game) = after(before, mv);
    if let Some(out) = verdict.outs.iter().find(|out| out.color == army) {
        return matches!(out.exit, Exit::Mate | Exit::KingTaken);
    }
    let position = game.position();
    let mut moves = position.legal_moves().into_iter();
    if verdict.outcome.is_some() {
        false
    } else if position.turn() == army {
        left > 1 && moves.all(|mv| plain_lost(&game, mv, army, left - 1))
    } else {
        moves.any(|mv| plain_lost(&game, mv, army, left))
    }
}

/// Random positions of three kings in the open, each with a queen or a rook, so that mates are
/// near.
fn sparse(seed: u64) -> impl Iterator<Item = Position> {
    let mut dice = ChaCha12Rng::seed_from_u64(seed);
    iter::repeat_with(move || {
        let mut squares = vec![String::new(); 144];
        for man in ["wK", "gK", "bK", "wQ", "gR", "bQ"] {
            squares[dice.random_range(0..144)] = String::from(man);
        }
        let ranks = squares.chunks(24).map(|rank| {
            let mut line = String::new();
            let mut empty = 0;
            for man in rank {
                empty += usize::from(man.is_empty());
                if !man.is_empty() && empty > 0 {
                    line += &std::mem::take(&mut empty).to_string();
                }
                line += man;
            }
            if empty > 0 {
                line + &empty.to_string()
            } else {
                line
            }
        });
        let board = ranks.collect::<Vec<_>>().join("/");
        format!("{board} w wgb xhp - - 0 30").parse::<Position>()
    })
    .filter_map(Result::ok)
    .filter(Position::has_legal_move)
}

#[test]
fn mates_are_those_of_a_plain_search() {
    let mut seen = [0; 2];
    let dense = Matches::new(21).step_by(13).take(12);
    for (position, own_moves) in dense
        .chain(sparse(21).take(30))
        .zip([1, 1, 1, 2].into_iter().cycle())
    {
        let moves = mates(&position, own_moves, true);
        assert_eq!(moves, plain_mates(&position, own_moves), "{position}");
        seen[usize::from(moves.is_empty())] += 1;
    }
    assert!(seen[0] > 3 && seen[1] > 3, "{seen:?}");
}

#[test]
fn losses_are_those_of_a_plain_search() {
    let mut seen = [0; 2];
    for position in sparse(24).take(25) {
        for mv in sorted(&position).into_iter().step_by(5) {
            let want = plain_lost(&game(&position), mv, position.turn(), 1);
            assert_eq!(is_lost(&position, mv, 1), want, "{position} {mv}");
            seen[usize::from(want)] += 1;
        }
    }
    assert!(seen[0] > 5 && seen[1] > 5, "{seen:?}");
}

/// The balance of traps is that of a search without bounds.
#[test]
fn balances_are_those_of_a_plain_search() {
    fn plain(before: &Position, mv: Move, army: Color, plies: u32) -> i32 {
        // One ply at a time, always with the widest bounds.
        let own = worst(before, mv, army, 1, -100_000, 100_000);
        let (verdict, game) = after(&game(before), mv);
        let position = game.position();
        if plies == 1 || verdict.outcome.is_some() || !position.in_play().contains(army) {
            return own;
        }
        let moves = position.legal_moves().into_iter();
        let values = moves.map(|mv| plain(position, mv, army, plies - 1));
        let best = if position.turn() == army {
            values.max()
        } else {
            values.min()
        };
        own + best.unwrap_or_default()
    }
    for position in sparse(25).take(8) {
        for mv in sorted(&position).into_iter().step_by(9) {
            let army = position.turn();
            let want = plain(&position, mv, army, 3);
            assert_eq!(
                worst(&position, mv, army, 3, -100_000, 100_000),
                want,
                "{position} {mv}"
            );
            assert!(worst(&position, mv, army, 3, want - 1, want + 1) == want);
        }
    }
}

/// Attacks in the true view are the library's.
#[test]
fn the_true_view_is_true() {
    for position in Matches::new(23).step_by(11).take(25) {
        let board = Board::of(&position);
        for square in rondel::rules::Square::all() {
            for army in position.in_play().iter() {
                let bearing = position.bearing_on(square, army);
                let only = rondel::rules::Colors::NONE.with(army);
                let cheapest = board.cheapest(square.index() as u8, only, View::True);
                assert_eq!(
                    cheapest.is_some(),
                    !bearing.is_empty(),
                    "{position} {square} {army}"
                );
            }
        }
    }
}

/// Every command's lines have positions that read back and moves that are legal in them.
#[test]
fn lines_hold_legal_moves() {
    let lines = truths::of_mates(1, 1).take(2);
    let lines = lines.chain(truths::of_traps(1, Kind::Circle).take(1));
    for line in lines.chain(truths::of_traps(2, Kind::King).take(1)) {
        let text = line["position"].as_str().unwrap();
        let position: Position = text.parse().unwrap();
        assert_eq!(position.to_string(), text);
        let moves = ["moves", "good"]
            .into_iter()
            .filter_map(|key| line[key].as_array());
        let mut moves: Vec<&Value> = moves.flatten().collect();
        assert!(!moves.is_empty());
        moves.extend(line.get("naive"));
        for mv in moves {
            let mv = mv.as_str().unwrap().parse().unwrap();
            assert!(position.is_legal(mv), "{line}");
        }
    }
    let twice = || truths::of_mates(5, 1).take(2).collect::<Vec<_>>();
    assert_eq!(twice(), twice());
}

#[track_caller]
fn check_trap(kind: Kind, line: &str, naive: &str, loses: Option<i32>, good: &[&str]) {
    let position: Position = line.parse().unwrap();
    let good = good.iter().map(|mv| mv.parse().unwrap()).collect();
    let naive = naive.parse().unwrap();
    assert_eq!(trap(&position, kind), Some(Trap { naive, loses, good }));
}

#[test]
fn traps_of_every_kind_are_found() {
    check_trap(
        Kind::Moat,
        "7wK5gR1gQ4bK3/11gK1gP5bB1bP2/13gN2bN1bP1bP3/8bR3bQ4bP6/10gR8bP4/24 g wgb xh - - 7 175",
        "k5t5",
        Some(-4),
        &["k5w1"],
    );
    check_trap(
        Kind::Creek,
        "2wR2wKwR4gK7bK2bNbR/11gN12/1gQ3gR6gP1wQbN6bQbP/wP10gP12/bR2wP9gP3bP6/15gB8 b wgb - - - 3 155",
        "a5a4",
        Some(-7),
        &["p3n2"],
    );
    check_trap(
        Kind::Circle,
        "9gK6bN3bK3/4wK3bN8gQ6/14gP5bR3/gR23/24/24 b wgb xhp - - 0 188",
        "u3o3",
        Some(-4),
        &["i2k3"],
    );
    check_trap(
        Kind::King,
        "4wKwB11gK2bK3/5gR15gR2/10wR13/4wP10wQ8/2bQ21/22wR1 b wgb hp - - 1 182",
        "c5v2",
        None,
        &["c5c1", "c5a5"],
    );
}

/// The queen on e5 takes a rook on i1, next to an own rook on h1: but between the two lies a moat.
#[test]
fn a_guard_across_a_moat_is_seen_by_the_naive_alone() {
    let line = "wR3wKwB1wRgR2gQgKgBgN1bRbN3bBbNbR/wPwB1wN1wPwPwPgP2gP1gP5bKbPbP2/5wN3gP4gP1bP3bQ2bP/\
                2wPwPwP5gP1gP4bPbP3bP1/4wQ14bP4/11gR3gBgN7 w wgb - wKQgQ - 0 54";
    let position: Position = line.parse().unwrap();
    let takes = "e5i1".parse().unwrap();
    let board = Board::of(&position);
    assert_eq!(board.gain(takes, View::True), 5 - 9);
    assert_eq!(best_capture(&position, View::DryMoats), Some(takes));
    assert_ne!(best_capture(&position, View::True), Some(takes));
    assert_eq!(
        worst(&position, takes, Color::White, 4, -100_000, 100_000),
        -4
    );
}

#[test]
fn the_only_move_is_found() {
    let line = "4wKwQ1bQ4gR1gN2bK6/21bP2/12gK1gQgPbP7/12gP11/11gP8gB3/24 b wgb xhp - - 3 158";
    let position: Position = line.parse().unwrap();
    let only = only_move(&position).unwrap();
    assert_eq!(only.to_string(), "h1f1");
    assert!(!is_lost(&position, only, 1));
}
