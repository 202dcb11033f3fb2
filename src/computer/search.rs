//! The search: alpha-beta from the view of one army, deeper and deeper.
//!
//! With two armies left it is exact. With three both opponents try to harm the searcher, but of both
//! only one in each round departs from the move that looks best for it at once: best-reply search that
//! keeps the turn order (BRS+, Esser and others, 2013). [`Model`] says how many may depart; two of two is
//! the paranoid search (Sturtevant and Korf, 2000).
//!
//! Values are in grains, from the point of view of the army that searches; see `stakes`.

use rondel_rules::{Colors, Elimination, Exit, Move, Role, is_impossible};

use super::{
    chances::{Looked, WHOLE},
    order::Memory,
    stakes::{BEST, Node, Stakes},
    table::Table,
};

/// A question asked again and again while a computer thinks; it stops at the first `true`.
pub type Stop<'a> = &'a dyn Fn() -> bool;

/// Larger than any value.
pub(super) const INFINITE: i32 = i32::MAX / 2;

/// The number of positions visited between two questions whether to stop.
const ASKED_EACH: u64 = 512;

/// The most plies from the root.
pub(super) const FARTHEST: usize = 100;

/// The values next to the best and the worst that can come, which ends alone have: in them the sooner of
/// two good ends is better, and the later of two bad ones.
pub(super) const ENDS: i32 = 1_024;

/// How the opponents are thought to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Model {
    /// The opponents who depart from the move that looks best, in a round.
    pub(super) departing: u8,
}

impl Model {
    pub(super) const BEST_REPLY: Model = Model { departing: 1 };
}

/// The result of a move.
#[expect(
    clippy::large_enum_variant,
    reason = "nearly always a position, and copied by thousands"
)]
pub(super) enum Next {
    /// A position to search on from.
    On(Node),
    /// An end, with its value in grains.
    Over(i32),
}

/// The values between which a search is exact.
#[derive(Clone, Copy, Debug)]
pub(super) struct AlphaBeta {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl AlphaBeta {
    /// All values.
    pub(super) const ALL: AlphaBeta = AlphaBeta {
        alpha: -INFINITE,
        beta: INFINITE,
    };
}

/// What is left of a line: plies to search, plies from the root, and the opponents who have departed in
/// this round.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branch {
    pub(super) depth: i32,
    pub(super) at: usize,
    pub(super) departed: u8,
    /// True after a turn that was passed.
    pub(super) passed: bool,
}

/// A search in progress.
pub(super) struct Search<'a> {
    pub(super) stakes: Stakes,
    pub(super) model: Model,
    stop: Stop<'a>,
    /// Plies without progress, for each army in play, after which the match is drawn; `None` if it
    /// never is.
    pub(super) clock_limit: Option<u32>,
    pub(super) memory: Memory,
    pub(super) table: Table,
    looked: Looked,
    /// The positions on the way from the root.
    pub(super) path: Vec<u64>,
    /// The worst and the best that can come.
    range: (i32, i32),
    in_play: Colors,
    /// The number of positions visited so far; `most` is its limit.
    pub(super) seen: u64,
    most: u64,
    /// True if the search ends here: it was told to, or it has visited as many positions as it may.
    pub(super) stopped: bool,
    /// True if it was told to stop.
    pub(super) told: bool,
}

impl<'a> Search<'a> {
    pub(super) fn new(stakes: Stakes, root: &Node, most: u64, stop: Stop<'a>) -> Search<'a> {
        let moves = stakes.ruleset.options().moves;
        Search {
            stakes,
            model: Model::BEST_REPLY,
            stop,
            clock_limit: moves.automatic.or(moves.claim),
            memory: Memory::new(),
            table: Table::new(most),
            looked: Looked::new(most),
            path: vec![root.position.key()],
            range: root.range(),
            in_play: root.position.in_play(),
            seen: 0,
            most,
            stopped: false,
            told: false,
        }
    }

    /// Returns the static value of a position.
    pub(super) fn looks(&mut self, node: &Node) -> i32 {
        let position = &node.position;
        let in_play = position.in_play();
        let drawn = self.stakes.shared(&node.points, in_play);
        if in_play.len() == 2 && is_impossible(position) {
            return drawn;
        }
        let chances = self.looked.chances(node);
        let mut expected = 0;
        for color in in_play.iter() {
            expected += i64::from(chances.shares[color]) * i64::from(node.prospects[color]);
        }
        let mut worth = (expected / i64::from(WHOLE)) as i32;
        let (low, high) = node.range();
        // However far ahead, more is better, and the end itself is best.
        if in_play.len() == 2 {
            let more = chances.lead.min(MOST_LEAD) / 2;
            worth += if chances.first == self.stakes.me {
                more
            } else {
                -more
            };
        }
        worth = worth.clamp(low + ENDS, (high - ENDS).max(low + ENDS));
        if let Some(limit) = self.clock_limit
            && worth > drawn
        {
            // A lead shrinks as the draw by move count comes near, so that somebody who is ahead goes on.
            // Against lone kings it does not at first, since lines of different lengths are compared.
            let limit = (limit * in_play.len() as u32) as i32;
            let clock = (position.clock() as i32).min(limit);
            let late = if chances.mops_up {
                2 * (clock - limit / 2).max(0)
            } else {
                clock
            };
            worth -=
                (i64::from(worth - drawn) * i64::from(late) / i64::from(2 * limit.max(1))) as i32;
        }
        worth
    }

    /// Makes good ends better the sooner they come, and bad ends better the later, by a grain a ply.
    pub(super) fn sooner(&self, worth: i32, plies: usize) -> i32 {
        let (low, high) = self.range;
        if worth > high - ENDS {
            worth - plies as i32
        } else if worth < low + ENDS {
            worth + plies as i32
        } else {
            worth
        }
    }

    /// The opposite of [`Search::sooner`].
    pub(super) fn later(&self, worth: i32, plies: usize) -> i32 {
        let (low, high) = self.range;
        if worth > high - ENDS {
            (worth + plies as i32).min(high)
        } else if worth < low + ENDS {
            (worth - plies as i32).max(low)
        } else {
            worth
        }
    }

    /// Returns the number of plies to an end that the value stands for, if it does.
    pub(super) fn plies_to_end(&self, worth: i32) -> Option<u32> {
        let (low, high) = self.range;
        if high - low < 4 * ENDS {
            return None;
        }
        let near = (high - worth).min(worth - low);
        (near < ENDS / 2).then_some(near.max(0) as u32)
    }

    pub(super) fn count(&mut self) {
        self.seen += 1;
        if self.seen.is_multiple_of(ASKED_EACH) && (self.stop)() {
            self.told = true;
            self.stopped = true;
        }
        if self.seen >= self.most {
            self.stopped = true;
        }
    }

    /// Plays a legal move of a piece of the role.
    pub(super) fn after(&self, node: &Node, role: Role, mv: Move) -> Next {
        let before = &node.position;
        let mut next = *node;
        next.position.follow(before, role, mv);
        next.views.follow(before, &next.position);
        if let Some(color) = before.king_on(mv.to) {
            let out = Elimination::of(color, Exit::KingTaken, Some(before.turn()));
            // The army has already left the position; this adds its points.
            if let Some(worth) = self.stakes.put_out(&mut next, before, out) {
                return Next::Over(worth);
            }
        }
        if self.stakes.capturable_wins()
            && let Some(color) = next.position.capturable_king()
        {
            let worth = self.stakes.capturable(&next, color);
            return Next::Over(worth);
        }
        Next::On(next)
    }

    /// Settles an army to move that has no legal move (rules §4.3).
    pub(super) fn dead_end(&self, node: &Node) -> Next {
        let position = &node.position;
        let out = position.without_move();
        if out.exit == Exit::Stalemate && self.stakes.ruleset.draws_stalemate(position.in_play()) {
            return Next::Over(self.stakes.shared(&node.points, position.in_play()));
        }
        let mut next = *node;
        match self.stakes.put_out(&mut next, position, out) {
            Some(worth) => Next::Over(worth),
            None => Next::On(next),
        }
    }

    /// Returns the value of a step already made.
    pub(super) fn behind(&mut self, next: &Next, branch: Branch, window: AlphaBeta) -> i32 {
        match next {
            Next::Over(worth) => self.sooner(*worth, branch.at),
            Next::On(node) => self.search(node, branch, window),
        }
    }

    /// The worst and the best that can come.
    pub(super) fn range(&self) -> (i32, i32) {
        self.range
    }

    /// Returns the armies in play at the root.
    pub(super) fn in_play(&self) -> Colors {
        self.in_play
    }

    /// Returns the move that the search remembers as best here.
    pub(super) fn expected(&self, node: &Node) -> Option<Move> {
        let key = node.position.key() ^ mark(node, 0);
        self.table.find(key).and_then(|found| found.best)
    }
}

/// What tells two searches of the same position apart: the opponents who have departed, and points.
pub(super) fn mark(node: &Node, departed: u8) -> u64 {
    let [a, b, c] = node.points.0.map(|points| u64::from(points.sixths()));
    let mark = a | b << 8 | c << 16 | u64::from(departed) << 24;
    mark.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// The largest lead, in hundredths of a pawn, that counts beside the shares.
const MOST_LEAD: i32 = 2_000;

const _: () = assert!(BEST < i32::MAX / 8, "values must not overflow");
