//! Best-reply search that keeps the turn order (BRS+, Esser and others, 2013): in each round one
//! opponent tries all its moves, and the other makes only the move that looks best at once. With
//! two armies left it is plain alpha-beta.
//!
//! Values are in grains, from the point of view of the army that searches; see `stakes`.

use super::{
    evaluation::{ahead, value},
    order::{Listed, Memory, captured},
    stakes::{GRAIN, Node, Stakes},
};
use crate::rules::{Elimination, Exit, Move, Role, is_impossible};

/// A question asked again and again while a computer thinks; it stops at the first `true`.
pub type Stop<'a> = &'a dyn Fn() -> bool;

/// Larger than any value.
pub(super) const INFINITE: i32 = i32::MAX / 2;

/// The number of rounds of captures searched after the last ply.
const QUIET_ROUNDS: u32 = 4;

/// The most that a capture is assumed to gain beyond the piece, in hundredths of a pawn.
const MARGIN: i32 = 200;

/// The value, in hundredths of a pawn, of an opponent who will be mated unless somebody who moves
/// earlier helps.
const NET: i32 = 200;

/// The number of positions visited between two questions whether to stop.
const ASKED_EACH: u64 = 512;

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

/// A search in progress.
pub(super) struct Search<'a> {
    pub(super) stakes: Stakes,
    stop: Stop<'a>,
    /// Plies without progress, for each army in play, after which the match is drawn; `None` if it
    /// never is.
    clock_limit: Option<u32>,
    memory: Memory,
    /// The number of positions visited so far; `most` is its limit.
    pub(super) seen: u64,
    most: u64,
    /// True if the search ends here: it was told to, or it has visited as many positions as it may.
    pub(super) stopped: bool,
    /// True if it was told to stop.
    pub(super) told: bool,
}

impl<'a> Search<'a> {
    pub(super) fn new(stakes: Stakes, most: u64, stop: Stop<'a>) -> Search<'a> {
        let moves = stakes.ruleset.options().moves;
        Search {
            stakes,
            stop,
            clock_limit: moves.automatic.or(moves.claim),
            memory: Memory::new(),
            seen: 0,
            most,
            stopped: false,
            told: false,
        }
    }

    /// Returns the static value of a position.
    pub(super) fn looks(&self, node: &Node) -> i32 {
        let position = &node.position;
        let in_play = position.in_play();
        let base = self.stakes.shared(&node.points, in_play);
        if in_play.len() == 2 && is_impossible(position) {
            return base;
        }
        let mut lead = ahead(position, self.stakes.me);
        if let Some(limit) = self.clock_limit
            && lead > 0
        {
            // A lead shrinks as the draw by move count comes nearer.
            let limit = (limit * in_play.len() as u32) as i32;
            let clock = (position.clock() as i32).min(limit);
            lead -= lead * clock / (2 * limit);
        }
        let grains = squashed(lead);
        if in_play.len() > 2 {
            return base + grains;
        }
        // However far ahead, an army is still better off with the win itself.
        let room = (self.stakes.won(node) - base).min(MOST_GRAINS);
        base + (i64::from(grains) * i64::from(room) / i64::from(MOST_GRAINS)) as i32
    }

    fn count(&mut self) {
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
    fn after(&self, node: &Node, role: Role, mv: Move) -> Next {
        let before = &node.position;
        let mut next = *node;
        next.position.follow(before, role, mv);
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
    fn dead_end(&self, node: &Node) -> Next {
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

    /// Returns the value of a step already made, with `plies` left to search.
    fn behind(&mut self, next: &Next, plies: u32, at: usize, alpha: i32, beta: i32) -> i32 {
        match next {
            Next::Over(worth) => sooner(*worth, at),
            Next::On(node) => self.search(node, plies, at, alpha, beta),
        }
    }

    /// Returns the value of a position with `plies` left to search, `at` plies from the root.
    pub(super) fn search(
        &mut self,
        node: &Node,
        plies: u32,
        at: usize,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        if self.stopped {
            return alpha;
        }
        let position = &node.position;
        if let Some(limit) = self.clock_limit
            && position.clock() >= limit * position.in_play().len() as u32
        {
            return self.stakes.shared(&node.points, position.in_play());
        }
        let own = position.turn() == self.stakes.me;
        match (own, plies) {
            (true, 0) => self.quiet_own(node, QUIET_ROUNDS, at, alpha, beta),
            (false, 0) => self.quiet_others(node, QUIET_ROUNDS, at, alpha, beta),
            (true, _) => self.own(node, plies, at, alpha, beta),
            (false, _) => self.others(node, plies, at, alpha, beta),
        }
    }

    /// Searches the searcher's own turn.
    fn own(&mut self, node: &Node, plies: u32, at: usize, mut alpha: i32, beta: i32) -> i32 {
        self.count();
        let mut moves = self.memory.list(&node.position, at, None);
        if moves.is_empty() {
            self.memory.keep(moves);
            return self.behind(&self.dead_end(node), plies, at, alpha, beta);
        }
        let mut best = -INFINITE;
        while let Some(Listed { role, mv, .. }) = Memory::pick(&mut moves) {
            let next = self.after(node, role, mv);
            let worth = self.behind(&next, plies - 1, at + 1, alpha, beta);
            if self.stopped {
                break;
            }
            best = best.max(worth);
            alpha = alpha.max(worth);
            if alpha >= beta {
                self.memory.note_cut(&node.position, role, mv, at, plies);
                break;
            }
        }
        self.memory.keep(moves);
        best
    }

    /// Searches a round of the opponents: each of them tries all its moves, while the other makes
    /// the one that looks best.
    fn others(&mut self, node: &Node, plies: u32, at: usize, alpha: i32, mut beta: i32) -> i32 {
        let Some(best) = self.answers(node, plies, at, alpha, beta) else {
            return self.behind(&self.dead_end(node), plies, at, alpha, beta);
        };
        beta = beta.min(best);
        if alpha >= beta || self.stopped || node.position.in_play().len() < 3 {
            return best;
        }
        // Now the first opponent makes its best-looking move, and the second tries all of its own.
        let second = match self.at_once(*node) {
            Next::Over(worth) => return best.min(sooner(worth, at)),
            Next::On(second) => second,
        };
        let position = &second.position;
        if position.turn() == self.stakes.me || position.in_play().len() < 3 {
            let worth = self.behind(&Next::On(second), plies - 1, at + 1, alpha, beta);
            return best.min(worth);
        }
        let worth = match self.answers(&second, plies, at, alpha, beta) {
            Some(worth) => worth,
            None => self.behind(&self.dead_end(&second), plies - 1, at + 1, alpha, beta),
        };
        best.min(worth)
    }

    /// Returns the worst value for the searcher that any move of the opponent to move leads to,
    /// while the one after it makes its best-looking move. `None` if it has no move.
    fn answers(
        &mut self,
        node: &Node,
        plies: u32,
        at: usize,
        alpha: i32,
        mut beta: i32,
    ) -> Option<i32> {
        self.count();
        let mut moves = self.memory.list(&node.position, at, Some(self.stakes.me));
        if moves.is_empty() {
            self.memory.keep(moves);
            return None;
        }
        let mut best = INFINITE;
        while let Some(Listed { role, mv, .. }) = Memory::pick(&mut moves) {
            let next = match self.after(node, role, mv) {
                Next::On(next) => self.at_once(next),
                over @ Next::Over(_) => over,
            };
            let worth = self.behind(&next, plies - 1, at + 1, alpha, beta);
            if self.stopped {
                break;
            }
            best = best.min(worth);
            beta = beta.min(worth);
            if alpha >= beta {
                self.memory.note_cut(&node.position, role, mv, at, plies);
                break;
            }
        }
        self.memory.keep(moves);
        Some(best)
    }

    /// Makes the best-looking move of the opponent to move: the capture that wins most, else a way
    /// out of check, else a pass. Nothing happens if it is not an opponent's turn.
    fn at_once(&self, node: Node) -> Next {
        let position = &node.position;
        let color = position.turn();
        if color == self.stakes.me {
            return Next::On(node);
        }
        let checked = position.is_checked(color);
        let mut best: Option<(i32, Role, Move)> = None;
        position.each_legal_move(|role, mv| {
            let gain = captured(position, mv).map_or(0, |(owner, taken)| {
                let guards = position.board.of_color(owner);
                let guarded = taken != Role::King && position.board.is_attacked(mv.to, guards);
                value(taken) - if guarded { value(role) } else { 0 }
            });
            let enough = checked || gain > 0;
            if enough && best.is_none_or(|(most, _, _)| gain > most) {
                best = Some((gain, role, mv));
            }
        });
        match best {
            Some((_, role, mv)) => self.after(&node, role, mv),
            None if checked => self.dead_end(&node),
            None => {
                let mut waited = node;
                waited.position.pass_turn();
                Next::On(waited)
            }
        }
    }

    /// Searches the searcher's own turn after the last ply: it may pass or capture. In check it
    /// tries every move.
    fn quiet_own(&mut self, node: &Node, rounds: u32, at: usize, mut alpha: i32, beta: i32) -> i32 {
        self.count();
        let position = &node.position;
        let me = self.stakes.me;
        let checked = position.is_checked(me);
        if checked && !position.has_legal_move() {
            return match self.dead_end(node) {
                Next::Over(worth) => sooner(worth, at),
                Next::On(next) => self.looks(&next),
            };
        }
        let stand = self.looks(node);
        if rounds == 0 {
            return stand;
        }
        let mut best = -INFINITE;
        if !checked {
            best = stand;
            alpha = alpha.max(stand);
            if alpha >= beta {
                return best;
            }
        }
        let mut moves = if checked {
            self.memory.list(position, at, None)
        } else {
            self.memory.list_captures(position, None)
        };
        while let Some(Listed { role, mv, gain }) = Memory::pick(&mut moves) {
            if !checked && (gain < 0 || stand + (gain + MARGIN) * GRAIN <= alpha) {
                continue;
            }
            let worth = match self.after(node, role, mv) {
                Next::Over(worth) => sooner(worth, at),
                Next::On(next) => self.quiet_others(&next, rounds - 1, at + 1, alpha, beta),
            };
            if self.stopped {
                break;
            }
            best = best.max(worth);
            alpha = alpha.max(worth);
            if alpha >= beta {
                break;
            }
        }
        self.memory.keep(moves);
        best
    }

    /// Searches the opponents' turns after the last ply: they may pass, or one of them captures
    /// something of the searcher's. An opponent that is mated goes out.
    fn quiet_others(
        &mut self,
        node: &Node,
        rounds: u32,
        at: usize,
        alpha: i32,
        mut beta: i32,
    ) -> i32 {
        self.count();
        let me = self.stakes.me;
        // Each opponent to move, after those before it have passed.
        let mut waits = [*node; 2];
        let mut waiting = 0;
        let mut now = *node;
        let mut nets = 0;
        while now.position.turn() != me {
            let position = &now.position;
            if position.is_checked(position.turn()) && !position.has_legal_move() {
                if waiting == 0 {
                    match self.dead_end(&now) {
                        Next::Over(worth) => return sooner(worth, at),
                        Next::On(next) => now = next,
                    }
                    continue;
                }
                // An army that moves earlier may well help it, on purpose or not.
                nets += NET * GRAIN;
            }
            if let Some(place) = waits.get_mut(waiting) {
                *place = now;
                waiting += 1;
            }
            now.position.pass_turn();
        }
        let stand = self.looks(&now) + nets;
        let mut best = stand;
        beta = beta.min(stand);
        if rounds == 0 || alpha >= beta {
            return best;
        }
        for wait in waits.iter().take(waiting) {
            let mut moves = self.memory.list_captures(&wait.position, Some(me));
            while let Some(Listed { role, mv, gain }) = Memory::pick(&mut moves) {
                if gain < 0 || stand - (gain + MARGIN) * GRAIN >= beta {
                    continue;
                }
                let mut next = self.after(wait, role, mv);
                if let Next::On(Node { position, .. }) = &mut next
                    && position.turn() != me
                {
                    position.pass_turn();
                }
                let worth = match next {
                    Next::Over(worth) => sooner(worth, at),
                    Next::On(next) => self.quiet_own(&next, rounds - 1, at + 1, alpha, beta),
                };
                if self.stopped {
                    break;
                }
                best = best.min(worth);
                beta = beta.min(worth);
                if alpha >= beta {
                    break;
                }
            }
            self.memory.keep(moves);
            if alpha >= beta || self.stopped {
                break;
            }
        }
        best
    }

    /// Returns the value of a position when only captures are searched, no matter whose turn it is.
    pub(super) fn quiet(&mut self, node: &Node) -> i32 {
        self.search(node, 0, 0, -INFINITE, INFINITE)
    }
}

/// Makes good ends better the sooner they come, and bad ends better the later.
fn sooner(worth: i32, at: usize) -> i32 {
    worth - worth.signum() * at as i32 * GRAIN
}

/// More than the grains of any lead.
const MOST_GRAINS: i32 = 48_000;

/// Converts a lead in hundredths of a pawn to grains that stay below the value of an end: the
/// larger the lead, the less any more of it counts.
fn squashed(lead: i32) -> i32 {
    const PLAIN: i32 = 1_500;
    const MUCH: i32 = 5_000;
    let size = lead.abs();
    let grains = size.min(PLAIN) * GRAIN
        + (size.clamp(PLAIN, MUCH) - PLAIN) * GRAIN / 4
        + (size.clamp(MUCH, 9 * PLAIN) - MUCH);
    lead.signum() * grains
}
