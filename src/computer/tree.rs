//! The turns of the armies in a search.

use rondel_rules::{Bitboard, Move, Role};

use super::{
    exchange::{captured, exchange},
    mop_up::MopUp,
    order::MovePicker,
    search::{AlphaBeta, Branch, ENDS, FARTHEST, INFINITE, Next, Search, mark},
    stakes::Node,
    table::{Bound, Memo},
};

impl Search<'_> {
    fn repeats(&self, key: u64, clock: u32) -> bool {
        let past = self.path.iter().rev().take(clock as usize);
        past.skip(1).any(|before| *before == key)
    }

    /// Returns the value of a position.
    pub(super) fn search(&mut self, node: &Node, branch: Branch, window: AlphaBeta) -> i32 {
        if self.stopped {
            return window.alpha;
        }
        let position = &node.position;
        let in_play = position.in_play();
        if let Some(limit) = self.clock_limit
            && position.clock() >= limit * in_play.len() as u32
        {
            return self.stakes.shared(&node.points, in_play);
        }
        let key = position.key();
        if self.repeats(key, position.clock()) {
            return self.stakes.shared(&node.points, in_play);
        }
        let own = position.turn() == self.stakes.me;
        if branch.depth <= 0 || branch.at >= FARTHEST {
            return self.quiet(node, branch.at, window);
        }
        if !own && in_play.len() > 2 && branch.departed >= self.model.departing {
            let (next, _) = self.at_once(node);
            let branch = Branch {
                at: branch.at + 1,
                departed: 0,
                ..branch
            };
            return self.behind(&next, branch, window);
        }
        self.path.push(key);
        let worth = self.remembered(node, key, branch, window);
        self.path.pop();
        worth
    }

    /// Returns the value of a position from the table, or searches its moves and keeps what it finds.
    fn remembered(&mut self, node: &Node, key: u64, branch: Branch, window: AlphaBeta) -> i32 {
        self.count();
        // What an opponent may do depends on what the one before it has done, and values on points.
        let key = key ^ mark(node, branch.departed);
        let found = self.table.find(key);
        if let Some(found) = found
            && found.depth >= branch.depth
        {
            let value = self.sooner(found.value, branch.at);
            let sure = match found.bound {
                Bound::Exact => true,
                Bound::Least => value >= window.beta,
                Bound::Most => value <= window.alpha,
            };
            if sure {
                return value;
            }
        }
        let before = found.and_then(|found| found.best);
        let (worth, best) = self.turn(node, branch, window, before);
        if !self.stopped {
            let bound = if worth <= window.alpha {
                Bound::Most
            } else if worth >= window.beta {
                Bound::Least
            } else {
                Bound::Exact
            };
            let value = self.later(worth, branch.at);
            let found = Memo {
                value,
                depth: branch.depth,
                bound,
                best,
            };
            self.table.keep(key, found);
        }
        worth
    }

    /// Searches the turn of an army: all its moves but those that are left out. Returns the value, and
    /// the move that gives it.
    fn turn(
        &mut self,
        node: &Node,
        branch: Branch,
        window: AlphaBeta,
        before: Option<Move>,
    ) -> (i32, Option<Move>) {
        let position = &node.position;
        let me = self.stakes.me;
        let own = position.turn() == me;
        let three = position.in_play().len() > 2;
        let checked = position.is_checked(position.turn());
        let mut depth = branch.depth;
        // In check nobody asks for it.
        let stand = if checked { 0 } else { self.looks(node) };
        if checked {
            depth += i32::from(own || !three);
        } else if depth >= PASSED && (own || !three) && self.passes(node, stand, branch, window) {
            return (if own { window.beta } else { window.alpha }, None);
        } else if !three && let Some(bound) = beyond(own, stand, depth, window) {
            return (bound, None);
        }
        let foe = (!own).then_some(me);
        let mop_up = MopUp::of(position);
        if mop_up.is_some_and(|mop_up| mop_up.lone.contains(position.turn()))
            && !three
            && depth == branch.depth
            && position.count_legal_moves() <= CONFINED
        {
            depth += 1;
        }
        let mover = Mover {
            own,
            three,
            checked,
            depth,
            stand,
            mops_up: mop_up.is_some_and(|mop_up| mop_up.mates()),
        };
        let mut moves = self.memory.moves(branch.at, foe, before);
        let worth = self.each(node, branch, window, mover, &mut moves);
        self.memory.keep(moves);
        worth.unwrap_or_else(|| {
            let next = self.dead_end(node);
            (self.behind(&next, branch, window), None)
        })
    }

    /// Searches the moves one after the other. Returns `None` if there are none.
    fn each(
        &mut self,
        node: &Node,
        branch: Branch,
        window: AlphaBeta,
        mover: Mover,
        moves: &mut MovePicker,
    ) -> Option<(i32, Option<Move>)> {
        let position = &node.position;
        let Mover {
            own, three, depth, ..
        } = mover;
        let last = position.in_play().next_after(position.turn()) == Some(self.stakes.me);
        let mut best = Best::new(own, window);
        let mut nth = 0;
        let mut usual = None;
        let mut any = false;
        if !own && three && !last && position.has_legal_move() {
            // The first opponent makes its usual move, and the second whatever it likes.
            let (step, mv) = self.at_once(node);
            let next = Branch {
                depth,
                at: branch.at + 1,
                departed: branch.departed,
                passed: mv.is_none(),
            };
            let worth = self.behind(&step, next, window);
            if self.stopped || best.take(worth, mv) {
                return Some((best.worth, best.mv));
            }
            usual = mv;
            nth = 1;
            any = true;
        }
        let hopeless = hopeless(mover, best.window);
        if let Some(stand) = hopeless
            && position.has_legal_move()
        {
            best.take(stand, None);
            moves.leave_quiet();
            any = true;
        }
        while let Some(listed) = self.memory.next(position, moves) {
            any = true;
            if usual == Some(listed.mv) {
                continue;
            }
            if listed.quiet {
                if hopeless.is_some() {
                    continue;
                }
                if depth <= 2 && !mover.checked && nth >= latest(three) * depth {
                    continue;
                }
            }
            // Both opponents together cost a ply: the first if it departs, else the second.
            let free = !own && three && last && branch.departed > 0;
            let departs = !own && three && !last;
            let next = Branch {
                depth: depth - i32::from(!free),
                at: branch.at + 1,
                departed: if departs { branch.departed + 1 } else { 0 },
                passed: false,
            };
            let step = self.after(node, listed.role, listed.mv);
            let late = if mover.checked || !listed.quiet {
                0
            } else {
                late(nth, mover)
            };
            let worth = if nth == 0 {
                self.behind(&step, next, best.window)
            } else {
                self.scouted(&step, next, late, &best)
            };
            if self.stopped {
                break;
            }
            nth += 1;
            if best.take(worth, Some(listed.mv)) {
                self.memory
                    .note_cut(position.turn(), &listed, branch.at, branch.depth);
                break;
            }
        }
        if best.worth.abs() == INFINITE {
            best.worth = window.alpha;
        }
        any.then_some((best.worth, best.mv))
    }

    /// Returns the value of a step, which is first only shown to be no better than what is known.
    fn scouted(&mut self, step: &Next, branch: Branch, late: i32, best: &Best) -> i32 {
        let narrow = best.narrow();
        if late > 0 {
            let reduced = Branch {
                depth: branch.depth - late,
                ..branch
            };
            let worth = self.behind(step, reduced, narrow);
            if !best.is_better(worth) || self.stopped {
                return worth;
            }
        }
        let worth = self.behind(step, branch, narrow);
        let AlphaBeta { alpha, beta } = best.window;
        if !best.is_better(worth) || self.stopped || beta - alpha <= 1 {
            return worth;
        }
        self.behind(step, branch, best.window)
    }

    /// Returns true if an army is so far ahead that even to pass would be enough. An army of king and
    /// pawns is not asked: it may be glad to pass.
    fn passes(&mut self, node: &Node, stand: i32, branch: Branch, window: AlphaBeta) -> bool {
        let position = &node.position;
        let own = position.turn() == self.stakes.me;
        let (low, high) = self.range();
        let board = position.board();
        let plain = board.of_role(Role::King) | board.of_role(Role::Pawn);
        let officers = board.of_color(position.turn()).without(plain);
        if branch.passed
            || officers
                .without(board.of_role(Role::CrossedPawn))
                .is_empty()
            || own && window.beta >= high - ENDS
            || !own && window.alpha <= low + ENDS
        {
            return false;
        }
        if own && stand < window.beta || !own && stand > window.alpha {
            return false;
        }
        let mut passed = *node;
        passed.position.pass_turn();
        let next = Branch {
            depth: branch.depth - PASSED,
            at: branch.at + 1,
            departed: 0,
            passed: true,
        };
        let alpha = if own { window.beta - 1 } else { window.alpha };
        let narrow = AlphaBeta {
            alpha,
            beta: alpha + 1,
        };
        let worth = self.search(&passed, next, narrow);
        !self.stopped && (worth > alpha) == own
    }

    /// Makes the move that looks best for an opponent at once: the capture that wins most. Where nothing is
    /// to be won it passes, or leaves check by the move that has done best so far.
    fn at_once(&self, node: &Node) -> (Next, Option<Move>) {
        let position = &node.position;
        let turn = position.turn();
        let checked = position.is_checked(turn);
        let squares = if checked {
            Bitboard::ALL
        } else {
            position.opponents(turn)
        };
        let mut best: Option<(i32, Role, Move)> = None;
        position.each_legal_move_to(squares, |role, mv| {
            let gain = match captured(position, mv) {
                Some(_) => exchange(position, role, mv) * WON,
                None => self.memory.liked(turn, role, mv),
            };
            let wins = checked || gain > 0 && captured(position, mv).is_some();
            if wins && best.is_none_or(|(most, _, _)| gain > most) {
                best = Some((gain, role, mv));
            }
        });
        match best {
            Some((_, role, mv)) => (self.after(node, role, mv), Some(mv)),
            None if checked || !position.has_legal_move() => (self.dead_end(node), None),
            None => {
                let mut passed = *node;
                passed.position.pass_turn();
                (Next::On(passed), None)
            }
        }
    }
}

/// The turn of an army in the tree.
#[derive(Clone, Copy, Debug)]
struct Mover {
    /// True if it is the searcher's.
    own: bool,
    /// True with three armies in play.
    three: bool,
    checked: bool,
    /// Plies to search.
    depth: i32,
    /// Its static value, if it is not in check.
    stand: i32,
    /// True if lone kings stand against an army with a piece that mates.
    mops_up: bool,
}

/// The best of the moves so far: to the searcher the highest value, to its opponents the lowest.
pub(super) struct Best {
    own: bool,
    pub(super) window: AlphaBeta,
    pub(super) worth: i32,
    mv: Option<Move>,
}

impl Best {
    pub(super) fn new(own: bool, window: AlphaBeta) -> Best {
        Best {
            own,
            window,
            worth: if own { -INFINITE } else { INFINITE },
            mv: None,
        }
    }

    /// Returns true if a value is better than what is known.
    fn is_better(&self, worth: i32) -> bool {
        if self.own {
            worth > self.window.alpha
        } else {
            worth < self.window.beta
        }
    }

    /// The narrowest window, in which a value is only shown to be better or not.
    fn narrow(&self) -> AlphaBeta {
        let AlphaBeta { alpha, beta } = self.window;
        if self.own {
            let beta = alpha + 1;
            AlphaBeta { alpha, beta }
        } else {
            let alpha = beta - 1;
            AlphaBeta { alpha, beta }
        }
    }

    /// Takes a value if it is the best. Returns true if the other moves need not be searched.
    pub(super) fn take(&mut self, worth: i32, mv: Option<Move>) -> bool {
        let AlphaBeta { alpha, beta } = &mut self.window;
        let best = if self.own {
            *alpha = worth.max(*alpha);
            worth > self.worth
        } else {
            *beta = worth.min(*beta);
            worth < self.worth
        };
        if best {
            self.worth = worth;
            self.mv = mv;
        }
        self.window.alpha >= self.window.beta
    }
}

/// The fewest plies at which an army is tried to pass, and the plies that this saves.
const PASSED: i32 = 3;
/// The last plies in which a quiet move is left out that cannot gain enough, and the most that it gains in
/// each, in grains; and the same against lone kings, where nothing is sudden but mate.
const QUIET_MOST: (i32, i32) = (1, 4_000);
const MOP_UP_MOST: (i32, i32) = (4, 600);
/// The last plies in which a position beyond the window is not searched, and by how many grains a ply it must
/// be.
const BEYOND: (i32, i32) = (3, 5_000);
/// The most moves of a lone king whose turn does not count as a ply.
const CONFINED: u64 = 2;
/// How much more than any quiet move a capture counts that wins something.
const WON: i32 = 1 << 16;

/// Returns a bound of what a position is worth, if in the last plies the army to move is so far beyond the
/// window that nothing will bring it back.
fn beyond(own: bool, stand: i32, depth: i32, window: AlphaBeta) -> Option<i32> {
    let (plies, each) = BEYOND;
    let most = each * depth;
    if depth > plies {
        None
    } else if own {
        Some(stand - most).filter(|bound| *bound >= window.beta)
    } else {
        Some(stand + most).filter(|bound| *bound <= window.alpha)
    }
}

/// Returns a bound of what quiet moves can be worth, if it is out of reach in the last plies.
fn hopeless(mover: Mover, window: AlphaBeta) -> Option<i32> {
    let (plies, most) = if mover.mops_up {
        MOP_UP_MOST
    } else {
        QUIET_MOST
    };
    let most = most * mover.depth.max(1);
    if mover.depth > plies || mover.checked {
        None
    } else if mover.own {
        Some(mover.stand + most).filter(|bound| *bound <= window.alpha)
    } else {
        Some(mover.stand - most).filter(|bound| *bound >= window.beta)
    }
}

/// Returns by how many plies less a quiet move is searched after this number of others.
fn late(nth: i32, mover: Mover) -> i32 {
    let depth = mover.depth;
    let first = match nth {
        14.. if depth >= 4 => 2,
        4.. if depth >= 3 => 1,
        _ => return 0,
    };
    if mover.mops_up {
        first + i32::from(nth >= 8 && depth >= 5) + i32::from(depth >= 7)
    } else {
        first
    }
}

/// Returns the number of moves a ply that are searched in the last two plies; quiet moves after them are left
/// out.
const fn latest(three: bool) -> i32 {
    if three { 20 } else { 13 }
}
