//! Counting positions: perft, the check of move generators (interfaces §5).

use super::{moves::Move, position::Position};

/// How many positions there are after exactly `depth` moves, by the rules of `three-man`:
/// promotions count four, repetition, move counts and impossibility are ignored, and a dead end
/// counts at its own depth only. The last ply is counted in bulk.
///
/// ```
/// use rondel::rules::{Position, perft};
///
/// assert_eq!(perft(&Position::start(), 3), 8_000);
/// ```
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    let mut position = *position;
    if depth == 0 {
        return 1;
    }
    let _ = position.settle(|_| ());
    perft_settled(&position, depth)
}

fn perft_settled(position: &Position, depth: u32) -> u64 {
    if depth == 1 {
        return count_or_settle(position);
    }
    let mut count = 0;
    let mut moved = false;
    position.each_legal_move(|mv| {
        moved = true;
        let mut after = *position;
        after.play(mv);
        count += perft_settled(&after, depth - 1);
    });
    if moved {
        return count;
    }
    match settled(position) {
        Some(after) => perft_settled(&after, depth),
        None => 0,
    }
}

fn count_or_settle(position: &Position) -> u64 {
    match position.count_legal_moves() {
        0 => settled(position).map_or(0, |after| after.count_legal_moves()),
        count => count,
    }
}

/// The position once armies that cannot move have gone out; `None` when it is a dead end, as only
/// a position in which nothing changes can be.
fn settled(position: &Position) -> Option<Position> {
    let mut after = *position;
    let mut changed = false;
    let _ = after.settle(|_| changed = true);
    changed.then_some(after)
}

/// As [`perft`], but every last move is played and its position counted, as an engine that
/// searches must.
#[must_use]
pub fn perft_played(position: &Position, depth: u32) -> u64 {
    let mut position = *position;
    let _ = position.settle(|_| ());
    played(&position, depth)
}

fn played(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut count = 0;
    let mut moved = false;
    position.each_legal_move(|mv| {
        moved = true;
        let mut after = *position;
        after.play(mv);
        count += played(&after, depth - 1);
    });
    if moved {
        return count;
    }
    settled(position).map_or(0, |after| played(&after, depth))
}

/// Each first move with the positions behind it, sorted by the plain move.
#[must_use]
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let mut position = *position;
    let _ = position.settle(|_| ());
    let mut moves: Vec<(Move, u64)> = position
        .legal_moves()
        .into_iter()
        .map(|mv| {
            let mut after = position;
            after.play(mv);
            (mv, perft(&after, depth.saturating_sub(1)))
        })
        .collect();
    moves.sort_by_key(|(mv, _)| mv.to_string());
    moves
}
