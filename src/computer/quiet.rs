//! The search after the last ply: captures alone, until nothing hangs.

use super::{
    order::Listed,
    search::{AlphaBeta, Next, Search},
    stakes::Node,
    tree::Best,
};

/// The number of rounds of captures.
const ROUNDS: u32 = 4;
/// The most that a capture is assumed to gain beyond the piece, in grains: with two armies, and with three.
const MARGIN: (i32, i32) = (9_000, 12_000);
/// The value, in grains, of an opponent who will be mated unless somebody who moves earlier helps.
const NET: i32 = 9_600;
/// The grains of a hundredth of a pawn, at most.
const STEEP: i32 = 60;

impl Search<'_> {
    /// Returns the value of a position when only captures are searched, by any army.
    pub(super) fn quiet(&mut self, node: &Node, at: usize, window: AlphaBeta) -> i32 {
        self.settled(node, ROUNDS, at, window)
    }

    /// Searches these rounds of captures.
    fn settled(&mut self, node: &Node, rounds: u32, at: usize, window: AlphaBeta) -> i32 {
        let position = &node.position;
        if position.turn() == self.stakes.me || position.in_play().len() < 3 {
            self.capture(node, rounds, at, window)
        } else {
            self.suffer(node, rounds, at, window)
        }
    }

    /// Searches the turn of the searcher, or of its only opponent: it may pass or capture. In check it
    /// tries every move.
    fn capture(&mut self, node: &Node, rounds: u32, at: usize, window: AlphaBeta) -> i32 {
        self.count();
        let position = &node.position;
        let own = position.turn() == self.stakes.me;
        let checked = position.is_checked(position.turn());
        if checked && !position.has_legal_move() {
            return match self.dead_end(node) {
                Next::Over(worth) => self.sooner(worth, at),
                Next::On(next) => self.looks(&next),
            };
        }
        let stand = self.looks(node);
        if rounds == 0 {
            return stand;
        }
        let mut best = Best::new(own, window);
        if !checked && best.take(stand, None) {
            return stand;
        }
        let mut moves = if checked {
            self.memory.moves(at, None, None)
        } else {
            self.memory.captures(position, None)
        };
        while let Some(Listed { role, mv, gain, .. }) = self.memory.next(position, &mut moves) {
            if !checked && is_too_little(node, own, stand, gain, best.window) {
                continue;
            }
            let worth = match self.after(node, role, mv) {
                Next::Over(worth) => self.sooner(worth, at + 1),
                Next::On(next) => self.settled(&next, rounds - 1, at + 1, best.window),
            };
            if self.stopped || best.take(worth, None) {
                break;
            }
        }
        self.memory.keep(moves);
        best.worth
    }

    /// Searches the opponents' turns: they may pass, or one of them captures something of the
    /// searcher's. An opponent that is mated goes out.
    fn suffer(&mut self, node: &Node, rounds: u32, at: usize, window: AlphaBeta) -> i32 {
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
                        Next::Over(worth) => return self.sooner(worth, at),
                        Next::On(next) => now = next,
                    }
                    continue;
                }
                // An army that moves earlier may well help it, on purpose or not.
                nets += NET;
            }
            if let Some(place) = waits.get_mut(waiting) {
                *place = now;
                waiting += 1;
            }
            now.position.pass_turn();
        }
        let stand = self.looks(&now) + nets;
        let mut best = Best::new(false, window);
        if best.take(stand, None) || rounds == 0 {
            return stand;
        }
        for wait in waits.iter().take(waiting) {
            let mut moves = self.memory.captures(&wait.position, Some(me));
            while let Some(Listed { role, mv, gain, .. }) =
                self.memory.next(&wait.position, &mut moves)
            {
                if is_too_little(node, false, stand, gain, best.window) {
                    continue;
                }
                let mut next = self.after(wait, role, mv);
                if let Next::On(Node { position, .. }) = &mut next
                    && position.turn() != me
                {
                    position.pass_turn();
                }
                let worth = match next {
                    Next::Over(worth) => self.sooner(worth, at + 1),
                    Next::On(next) => self.settled(&next, rounds - 1, at + 1, best.window),
                };
                if self.stopped || best.take(worth, None) {
                    break;
                }
            }
            self.memory.keep(moves);
            if self.stopped || best.window.alpha >= best.window.beta {
                break;
            }
        }
        best.worth
    }
}

/// Returns true if a capture that wins this much, in hundredths of a pawn, cannot bring the value of the node
/// into the window.
fn is_too_little(node: &Node, own: bool, stand: i32, gain: i32, window: AlphaBeta) -> bool {
    let (two, three) = MARGIN;
    let margin = if node.position.in_play().len() == 2 {
        two
    } else {
        three
    };
    let most = gain * STEEP + margin;
    if own {
        stand + most <= window.alpha
    } else {
        stand - most >= window.beta
    }
}
