//! Counting positions: perft, the check of move generators (interfaces §5).

use std::hint::black_box;

use super::{moves::Move, position::Position, role::Role};

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
    let _ = position.settle(|_| ());
    count::<true>(&position, depth)
}

/// As [`perft`], but every last move is played and its position counted, as an engine that
/// searches must: the position is copied, and the move carried out on the copy as by
/// [`Position::play`]. Whether the army to move next can is not looked at (rules §4.3).
#[must_use]
pub fn perft_played(position: &Position, depth: u32) -> u64 {
    let mut position = *position;
    let _ = position.settle(|_| ());
    count::<false>(&position, depth)
}

/// Counts behind a position in which nobody is left without a move, or that has just been moved
/// to. With `BULK` the moves of the last ply are counted and not played.
fn count<const BULK: bool>(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut total = 0;
    if BULK && depth == 1 {
        total = position.count_legal_moves();
    } else {
        position.each_legal_move_by_role(|role, mv| {
            total += behind::<BULK>(position, role, mv, depth - 1);
        });
    }
    // Nothing is found either where the armies to move next are mated and have yet to go out, or
    // at a dead end, where going out changes nothing any more.
    if total == 0
        && !position.has_legal_move()
        && let Some(after) = settled(position)
    {
        return count::<BULK>(&after, depth);
    }
    total
}

/// Plays a move and counts behind it.
#[inline(never)]
fn behind<const BULK: bool>(before: &Position, role: Role, mv: Move, depth: u32) -> u64 {
    let mut after = *before;
    after.follow(before, role, mv);
    if depth == 0 {
        // Without this the compiler might leave out what nobody looks at.
        black_box(&after);
        return 1;
    }
    count::<BULK>(&after, depth)
}

/// The position once armies that cannot move have gone out; `None` when that changes nothing.
fn settled(position: &Position) -> Option<Position> {
    let mut after = *position;
    let mut changed = false;
    let _ = after.settle(|_| changed = true);
    changed.then_some(after)
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
