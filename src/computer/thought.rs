//! What a search has found out, in words that others understand.

use rondel_rules::{ByColor, Color, Move};

use super::{
    chances::chances,
    root::Root,
    search::{Next, Search},
    stakes::Node,
};

/// What a computer has found out by looking some plies ahead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The number of plies it has looked ahead.
    pub plies: u32,
    /// The number of positions visited so far.
    pub seen: u64,
    /// What each army can expect of what is left to win, in thousandths; together 1,000.
    pub shares: ByColor<u16>,
    /// The army that wins all that is left whatever the others do, and in how many of its moves, where
    /// that is sure.
    pub mate: Option<(Color, u32)>,
    /// The moves that it expects, the one it would make first.
    pub line: Vec<Move>,
}

impl Thought {
    /// Returns what a search has found out that has looked at this move first, `plies` ahead.
    pub(super) fn of(search: &Search<'_>, node: &Node, best: &Root, plies: u32) -> Thought {
        Thought {
            plies,
            seen: search.seen,
            shares: shares(search, node, best.found),
            mate: mate(search, best.found),
            line: line(search, node, best),
        }
    }
}

/// Returns what each army in play can expect of what is left to win, in thousandths: the searcher as it
/// found out, the others as it looks now.
fn shares(search: &Search<'_>, node: &Node, worth: i32) -> ByColor<u16> {
    let in_play = node.position.in_play();
    let (low, high) = node.range();
    let mine =
        (i64::from(worth - low) * 1_000 / i64::from((high - low).max(1))).clamp(0, 1_000) as i32;
    let chances = chances(node);
    let me = search.stakes.me;
    let others = in_play.without(me);
    let all: i32 = others.iter().map(|color| chances.shares[color] + 1).sum();
    let mut left = 1_000 - mine;
    let mut shares = ByColor([0; 3]);
    for (nth, color) in (1..).zip(others.iter()) {
        let part = (1_000 - mine) * (chances.shares[color] + 1) / all.max(1);
        let part = if nth == others.len() { left } else { part };
        shares[color] = part as u16;
        left -= part;
    }
    shares[me] = mine as u16;
    shares
}

/// Returns the army that wins all that is left, and in how many of its moves, where that is sure.
fn mate(search: &Search<'_>, worth: i32) -> Option<(Color, u32)> {
    let plies = search.plies_to_end(worth)?;
    let me = search.stakes.me;
    let (low, high) = search.range();
    let wins = high - worth < worth - low;
    let mut others = search.in_play().without(me).iter();
    let winner = if wins {
        Some(me)
    } else {
        others.next().filter(|_| others.next().is_none())
    };
    let round = search.in_play().len() as u32;
    winner.map(|winner| (winner, plies / round + 1))
}

/// Returns the moves that the search expects, as far as it remembers.
fn line(search: &Search<'_>, node: &Node, best: &Root) -> Vec<Move> {
    let mut line = vec![best.mv];
    let mut at = *best.next.as_ref().unwrap_or(node);
    while best.next.is_ok() && line.len() < LONGEST {
        let Some(mv) = search.expected(&at).filter(|mv| at.position.is_legal(*mv)) else {
            break;
        };
        line.push(mv);
        let Some(piece) = at.position.piece_at(mv.from) else {
            break;
        };
        match search.after(&at, piece.role, mv) {
            Next::On(next) => at = next,
            Next::Over(_) => break,
        }
    }
    line
}

/// The most moves of a line.
const LONGEST: usize = 12;
