//! Positions in which a greedy capture goes wrong.
//!
//! A trap is proved in two halves. The *naive* move is the capture that a greedy player makes in a
//! wrong view of the board. It loses: the others have replies, one each, after which the army is at
//! least three pawns behind, even when it has made one more move that nobody answers; or they put it
//! out. And there is a move after which, whatever all others do in the round that follows, the army
//! is not behind.

use clap::ValueEnum;
use rondel::rules::{Color, Move, Position};
use serde::Serialize;

use super::{
    greedy::{Board, View, best_capture, value},
    only::is_lost,
    step::{Step, can_be_news, credited, news, puts_out, taken},
};

/// The value of a piece, in pawns.
const PIECE: i32 = 3;
/// The balance of an army that goes out: more than all that it could capture before.
const OUT: i32 = -10_000;
/// A balance below this is that of an army that goes out.
const LOST: i32 = OUT / 2;
/// The balance that putting out another army is worth.
const MATE: i32 = 50;
/// The most a good move is behind the best, in pawns.
const MARGIN: i32 = 1;

/// The thing that a naive move overlooks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Nothing is attacked or guarded across a moat, bridged or not (rules §3.5).
    Moat,
    /// A pawn that has not crossed captures across no creek (rules §3.7).
    Creek,
    /// Lines run through the centre and all around a ring (rules §2).
    Circle,
    /// The capture, sound as an exchange, costs the king (rules §4.1 to §4.3).
    King,
}

impl Kind {
    const fn view(self) -> View {
        match self {
            Kind::Moat => View::DryMoats,
            Kind::Creek => View::DryCreeks,
            Kind::Circle => View::Near,
            Kind::King => View::True,
        }
    }
}

/// A trap for the army to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trap {
    /// The move of the greedy player.
    pub naive: Move,
    /// The balance after it, a round of replies and one more own move, or `None` if the army goes
    /// out by mate or by the capture of its king in that round.
    pub loses: Option<i32>,
    /// The moves that lose nothing in a round and are at most a pawn behind the best of them.
    pub good: Vec<Move>,
}

/// Returns the trap of this kind in a position, if it is one. Where the view is wrong, the naive
/// move is one that loses by the exchange on its target in the right view.
#[must_use]
pub fn trap(position: &Position, kind: Kind) -> Option<Trap> {
    let naive = best_capture(position, kind.view())?;
    if kind != Kind::King && Board::of(position).gain(naive, View::True) >= 0 {
        return None;
    }
    let army = position.turn();
    let round = position.in_play().len() as u32;
    let loses = if kind == Kind::King {
        None
    } else {
        Some(worst(position, naive, army, round + 1, 2 * OUT, 1 - PIECE))
    };
    let fits = match loses {
        None => is_lost(position, naive, 1),
        Some(balance) => (LOST..=-PIECE).contains(&balance),
    };
    if !fits {
        return None;
    }
    let mut found: Vec<(i32, Move)> = Vec::new();
    let mut best = 0;
    for mv in position.legal_moves() {
        let balance = worst(position, mv, army, round, best - MARGIN - 1, -2 * OUT);
        if balance >= best - MARGIN {
            found.push((balance, mv));
            best = best.max(balance);
        }
    }
    let good = found
        .into_iter()
        .filter(|(balance, _)| *balance >= (best - MARGIN).max(0));
    let mut good: Vec<Move> = good.map(|(_, mv)| mv).collect();
    good.sort_unstable();
    (!good.is_empty()).then_some(Trap { naive, loses, good })
}

/// Returns the balance of the army after a legal move and as many plies more as `plies` says, less
/// one: what it has captured of armies in play, less what was captured of it, in pawns. It plays
/// for the most, all others for the least. Exact between the bounds; outside only on the right side
/// of them.
#[must_use]
pub fn worst(before: &Position, mv: Move, army: Color, plies: u32, low: i32, high: i32) -> i32 {
    let swing = swing(before, mv, army);
    let mut after = *before;
    after.play(mv);
    if can_be_news(before, mv, &after) {
        return worst_with_news(before, mv, after, army, plies, low, high);
    }
    // The last ply counts by what it captures; that it strands somebody is looked at only for the
    // army itself.
    if plies == 1 && !(after.turn() == army && after.is_checked(army)) {
        return swing;
    }
    let mut moves = after.legal_moves();
    if moves.is_empty() {
        return worst_with_news(before, mv, after, army, plies, low, high);
    }
    if plies == 1 {
        return swing;
    }
    swing
        + among(
            &after,
            &mut moves,
            army,
            plies - 1,
            low - swing,
            high - swing,
        )
}

/// Returns the balance of the best of these moves for the army that makes it.
fn among(
    position: &Position,
    moves: &mut [Move],
    army: Color,
    plies: u32,
    mut low: i32,
    mut high: i32,
) -> i32 {
    let own = position.turn() == army;
    // Captures first: they decide most.
    moves.sort_by_cached_key(|mv| -swing(position, *mv, army).abs());
    let mut best = if own { 3 * OUT } else { -3 * OUT };
    for mv in moves {
        let balance = worst(position, *mv, army, plies, low, high);
        if own {
            best = best.max(balance);
            low = low.max(best);
        } else {
            best = best.min(balance);
            high = high.min(best);
        }
        if low >= high {
            break;
        }
    }
    best
}

fn worst_with_news(
    before: &Position,
    mv: Move,
    after: Position,
    army: Color,
    plies: u32,
    low: i32,
    high: i32,
) -> i32 {
    let mut swing = swing(before, mv, army);
    let after = match news(before, mv, after) {
        Step::News(verdict, _) if puts_out(&verdict, army) => return OUT,
        Step::News(verdict, after) => {
            if credited(&verdict, army).is_some() {
                swing += MATE;
            }
            if verdict.outcome.is_some() {
                return swing;
            }
            after
        }
        Step::On(after) => after,
    };
    if plies == 1 {
        return swing;
    }
    swing
        + among(
            &after,
            &mut after.legal_moves(),
            army,
            plies - 1,
            low - swing,
            high - swing,
        )
}

/// Returns what a move changes in the balance of an army at once.
fn swing(position: &Position, mv: Move, army: Color) -> i32 {
    let own = position.turn() == army;
    let taken = taken(position, mv).filter(|taken| position.in_play().contains(taken.color));
    let captured = taken.map_or(0, |taken| match (own, taken.color == army) {
        (true, _) => value(taken.role),
        (false, true) => -value(taken.role),
        (false, false) => 0,
    });
    let promoted = mv
        .promotion
        .filter(|_| own)
        .map_or(0, |role| value(role) - 2);
    captured + promoted
}
