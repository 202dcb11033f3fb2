//! Proofs near the root, against whatever the others do: mates in two, and moves after which both others
//! together mate.
//!
//! The search takes it that of two opponents one departs from what looks best for it, in each round. Here
//! both do as they like.

use rondel_rules::{Bitboard, Color, Exit, Move, Position, Role};

/// A proof about the army to move in a position.
pub(super) struct Proof<'a> {
    position: &'a Position,
    army: Color,
    /// The positions that may still be visited. Where they do not suffice, nothing is proved.
    left: u64,
    /// The reply that refuted last, by plies from the position: it most often refutes again.
    refuting: [Option<Move>; DEEPEST],
}

/// A legal move, with the role of its piece.
type Candidate = (Role, Move);

/// The most plies of a proof: two own moves and the replies to them, with three armies.
const DEEPEST: usize = 6;
/// The most moves that hold for a round where only those that hold are looked at further.
const FEW: usize = 4;

impl Proof<'_> {
    /// Begins a proof that visits at most this number of positions.
    pub(super) fn new(position: &Position, most: u64) -> Proof<'_> {
        Proof {
            position,
            army: position.turn(),
            left: most,
            refuting: [None; DEEPEST],
        }
    }

    /// Returns the number of positions that may still be visited.
    pub(super) fn left(&self) -> u64 {
        self.left
    }

    /// Returns the first of the moves by which the army surely puts another one out, by mate or by
    /// capturing its king, before its third move from now.
    pub(super) fn mate_in_two(&mut self, moves: impl IntoIterator<Item = Move>) -> Option<Move> {
        let position = self.position;
        moves.into_iter().find(|mv| {
            let step = step(position, *mv);
            step.is_some_and(|step| self.puts_out(position, step, 1, 0))
        })
    }

    /// Keeps the moves after which both others together cannot put the army out, where few hold: in one round,
    /// and of those the ones that hold for two. Those that are proved to hold are preferred to those that are
    /// not proved to lose; all are kept if none is left.
    ///
    /// Each may take an equal part of what is left to visit, and what those before it did not need.
    pub(super) fn keep_safe<T>(&mut self, moves: &mut Vec<T>, of: impl Fn(&T) -> Move) {
        for rounds in 1..=2 {
            let mut found = Vec::with_capacity(moves.len());
            for (nth, one) in moves.iter().enumerate() {
                let part = self.left / (moves.len() - nth) as u64;
                let others = self.left - part;
                self.left = part;
                found.push(self.loses(of(one), rounds));
                self.left += others;
                let safe = found.iter().filter(|loses| **loses != Some(true));
                if safe.count() > FEW {
                    return;
                }
            }
            let kept = [Some(false), None];
            let Some(kept) = kept.into_iter().find(|kept| found.contains(kept)) else {
                return;
            };
            let mut found = found.into_iter();
            moves.retain(|_| found.next() == Some(kept));
        }
    }

    /// Returns true if after the move both others together can put the army out within this number of rounds,
    /// and `None` if no positions are left to find it out.
    pub(super) fn loses(&mut self, mv: Move, rounds: u32) -> Option<bool> {
        let position = self.position;
        let loses = step(position, mv).is_some_and(|step| self.is_put_out(position, step, rounds));
        (loses || self.left > 0).then_some(loses)
    }

    /// Returns true if another army goes out to the credit of this one whatever the others do, by the time
    /// it has made this number of own moves more.
    fn puts_out(&mut self, before: &Position, (role, mv): Candidate, more: u32, at: usize) -> bool {
        if self.left == 0 || at >= DEEPEST {
            return false;
        }
        self.left -= 1;
        if before.king_on(mv.to).is_some() {
            return before.turn() == self.army;
        }
        let mut after = *before;
        after.follow(before, role, mv);
        let own = after.turn() == self.army;
        if !own && more == 0 {
            // Mate needs a check, and before the army's next move it must be there already.
            let mut others = after.in_play().without(self.army).iter();
            let last = after.in_play().next_after(after.turn()) == Some(self.army);
            if !others.any(|color| (!last || color == after.turn()) && after.is_checked(color)) {
                return false;
            }
        }
        let steps = steps(&after);
        if steps.is_empty() {
            let out = after.without_move();
            return !own && out.exit == Exit::Mate && out.by == Some(self.army);
        }
        if own {
            let mut steps = steps.into_iter();
            return more > 0 && steps.any(|step| self.puts_out(&after, step, more - 1, at + 1));
        }
        let known = self.refuting[at];
        let (first, rest): (Vec<Candidate>, Vec<Candidate>) =
            steps.into_iter().partition(|(_, mv)| Some(*mv) == known);
        for step in first.into_iter().chain(rest) {
            if !self.puts_out(&after, step, more, at + 1) {
                self.refuting[at] = Some(step.1);
                return false;
            }
        }
        true
    }

    /// Returns true if the others together can put the army out within this number of rounds of theirs. All
    /// rounds before the last end with a check.
    fn is_put_out(&mut self, before: &Position, (role, mv): Candidate, rounds: u32) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        if let Some(taken) = before.king_on(mv.to) {
            return taken == self.army;
        }
        let mut after = *before;
        after.follow(before, role, mv);
        let own = after.turn() == self.army;
        if own && !after.is_checked(self.army) {
            return false;
        }
        let steps = steps(&after);
        if steps.is_empty() {
            return own;
        }
        let last = after.in_play().next_after(after.turn()) == Some(self.army);
        let may_check = (!own && last)
            .then(|| Checks::of(&after, self.army))
            .flatten();
        let mut steps = steps
            .into_iter()
            .filter(|step| may_check.is_none_or(|checks| checks.may_come_of(*step)));
        if own {
            rounds > 1 && steps.all(|step| self.is_put_out(&after, step, rounds - 1))
        } else {
            steps.any(|step| self.is_put_out(&after, step, rounds))
        }
    }
}

/// The squares that have to do with checks of a king that is in none: a move that neither leaves nor enters
/// them checks by castling or as a capture of a pawn at most.
#[derive(Clone, Copy)]
struct Checks(Bitboard);

impl Checks {
    fn of(position: &Position, army: Color) -> Option<Checks> {
        let king = position.king_square(army)?;
        let reach = |role: Role| position.board().targets(role, king);
        let near = reach(Role::Queen) | reach(Role::Knight) | reach(Role::King);
        (!position.is_checked(army)).then_some(Checks(near))
    }

    fn may_come_of(self, (role, mv): Candidate) -> bool {
        let Checks(near) = self;
        let takes = role.is_pawn() && mv.from.file() != mv.to.file();
        role == Role::King || takes || near.contains(mv.from) || near.contains(mv.to)
    }
}

fn steps(position: &Position) -> Vec<Candidate> {
    let mut steps = Vec::with_capacity(64);
    position.each_legal_move(|role, mv| steps.push((role, mv)));
    steps
}

fn step(position: &Position, mv: Move) -> Option<Candidate> {
    let piece = position.piece_at(mv.from)?;
    Some((piece.role, mv))
}
