//! Perft: counting positions, to check move generators (interfaces §5).

use std::hint::black_box;

use super::{moves::Move, position::Position, role::Role};

/// Returns the number of positions after exactly `depth` moves by the rules of `three-man`. A
/// promotion counts as four moves; repetition, move counts and impossibility are ignored; a dead
/// end counts at its own depth only. The last ply is counted in bulk.
///
/// ```
/// use rondel_rules::{Position, perft};
///
/// assert_eq!(perft(&Position::start(), 3), 8_000);
/// ```
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    count::<true>(&settled(position).unwrap_or(*position), depth)
}

/// Does what [`perft`] does, but plays every last move and counts its position, as an engine that
/// searches must: the position is copied, and the move carried out on the copy as by
/// [`Position::play`]. Armies left without a move by the last ply are not looked for (rules §4.3).
#[must_use]
pub fn perft_played(position: &Position, depth: u32) -> u64 {
    count::<false>(&settled(position).unwrap_or(*position), depth)
}

/// Counts the positions after a position in which the army to move can move, or which a move has
/// just led to. With `BULK` the moves of the last ply are counted, not played.
fn count<const BULK: bool>(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut total = 0;
    if BULK && depth == 1 {
        total = position.count_legal_moves();
    } else {
        position.each_legal_move(|role, mv| {
            total += behind::<BULK>(position, role, mv, depth - 1);
        });
    }
    // The count is 0 in two cases: the armies to move next are mated and have yet to go out, or
    // this is a dead end, where nothing is left to settle.
    if total == 0
        && !position.has_legal_move()
        && let Some(after) = settled(position)
    {
        return count::<BULK>(&after, depth);
    }
    total
}

/// Plays a move and counts the positions after it.
#[inline(never)]
fn behind<const BULK: bool>(before: &Position, role: Role, mv: Move, depth: u32) -> u64 {
    let mut after = *before;
    after.follow(before, role, mv);
    if depth == 0 {
        // Keeps the compiler from dropping a position that is not looked at.
        black_box(&after);
        return 1;
    }
    count::<BULK>(&after, depth)
}

/// Returns the position after the armies that cannot move have gone out, or `None` if that changes
/// nothing.
fn settled(position: &Position) -> Option<Position> {
    let mut after = *position;
    let mut changed = false;
    let _ = after.settle(|_| changed = true);
    changed.then_some(after)
}

/// Returns each first move with the number of positions after it, sorted by plain notation.
#[must_use]
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let position = settled(position).unwrap_or(*position);
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
