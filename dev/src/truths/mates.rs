//! Forced mates, by looking at every reply of everybody.
//!
//! An army *forces a mate* in so many own moves if, whatever the others do, another army goes out
//! to its credit before it would have to move once more: by mate, or by the capture of its king,
//! which counts as one (rules §4.6). That may come at any turn: an army that it has checked may be
//! mated only after the third has moved. An army that is mated by the third, or stalemated, is no
//! credit.

use rondel::rules::{Color, Exit, Move, Position};

use super::step::{Step, can_be_news, credited, news, puts_out};

/// The deepest reply whose refutations are remembered.
const DEEPEST: usize = 16;

/// Returns the moves by which the army to move forces a mate in at most so many own moves. With
/// `taking`, the capture of a king counts as one.
#[must_use]
pub fn mates(position: &Position, own_moves: u32, taking: bool) -> Vec<Move> {
    let army = position.turn();
    let mut search = Search {
        army,
        taking,
        refutations: [None; DEEPEST],
    };
    let mut moves = position.legal_moves();
    moves.sort_unstable();
    moves.retain(|mv| own_moves > 0 && search.holds(position, *mv, own_moves - 1, 0));
    moves
}

struct Search {
    army: Color,
    taking: bool,
    /// The reply that refuted last, by depth: it most often refutes again.
    refutations: [Option<Move>; DEEPEST],
}

impl Search {
    /// Returns true if the move forces a mate with at most `left` more own moves.
    fn holds(&mut self, before: &Position, mv: Move, left: u32, depth: usize) -> bool {
        let mut after = *before;
        after.play(mv);
        if can_be_news(before, mv, &after) {
            return self.holds_with_news(before, mv, after, left, depth);
        }
        let turn = after.turn();
        // Not in check it is not mated, and then the army would need one more move.
        let last = after.in_play().next_after(turn) == Some(self.army);
        if turn != self.army && left == 0 && last && !after.is_checked(turn) {
            return false;
        }
        let killer = self.refutations[depth % DEEPEST];
        if turn != self.army
            && let Some(killer) = killer.filter(|killer| after.is_legal(*killer))
            && !self.holds(&after, killer, left, depth + 1)
        {
            return false;
        }
        let replies = after.legal_moves();
        if replies.is_empty() {
            return self.holds_with_news(before, mv, after, left, depth);
        }
        self.holds_all(&after, &replies, left, depth)
    }

    /// Goes on after a move that puts nobody out.
    fn holds_all(&mut self, after: &Position, replies: &[Move], left: u32, depth: usize) -> bool {
        if after.turn() == self.army {
            return left > 0
                && replies
                    .iter()
                    .any(|mv| self.holds(after, *mv, left - 1, depth + 1));
        }
        for reply in replies {
            if !self.holds(after, *reply, left, depth + 1) {
                self.refutations[depth % DEEPEST] = Some(*reply);
                return false;
            }
        }
        true
    }

    fn holds_with_news(
        &mut self,
        before: &Position,
        mv: Move,
        after: Position,
        left: u32,
        depth: usize,
    ) -> bool {
        let after = match news(before, mv, after) {
            Step::On(after) => after,
            Step::News(verdict, after) => {
                let exit = credited(&verdict, self.army);
                if exit.is_some_and(|exit| self.taking || exit == Exit::Mate) {
                    return true;
                }
                if verdict.outcome.is_some() || puts_out(&verdict, self.army) {
                    return false;
                }
                after
            }
        };
        self.holds_all(&after, &after.legal_moves(), left, depth)
    }
}
