//! Endings of three or four men, with moves of their own: a king and one piece against one lone
//! king or two.
//!
//! **All three moats are bridged here.** An army that is out has its two moats bridged (rules
//! §3.3a), and the third goes as soon as one of the two armies left has nothing on rank 1 of its
//! sector (§3.3b); with three armies and four men two empty sectors are enough. Bridged moats stay
//! so, therefore no such ending leads back out.
//!
//! Two kings never attack each other here: no king may step next to another (§4.1).

use rondel::rules::{Move, Role, Square};
use serde::{Deserialize, Serialize};

use super::geometry::{Geometry, Mask, Step, geometry, mask, rank};

/// The place of a man that is not on the board.
pub const NONE: u8 = u8::MAX;

/// The third army.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Third {
    /// Nothing of it is left on the board.
    Gone,
    /// Its king stands dead on the board: it blocks, and can be captured (rules §4.4).
    Dead,
    /// It is in play with a lone king.
    InPlay,
}

/// The men on the board. The *attacker* has a king and a piece, the *others* lone kings.
///
/// Turns are numbers: 0 is the attacker's, 1 that of the first of the others, 2 that of the second
/// if it is in play. Armies move in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Men {
    /// The role of the attacker's piece.
    pub role: Role,
    /// The square of that piece, or [`NONE`] once it is captured.
    pub piece: u8,
    /// The square of the attacker's king.
    pub king: u8,
    /// The squares of the other kings, in the order of their turns; a dead one is the second.
    pub others: [u8; 2],
    /// The state of the second of the others.
    pub third: Third,
}

/// A move of one of the men.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hop {
    /// The square it begins on.
    pub from: u8,
    /// The square it ends on.
    pub to: u8,
    /// The role a pawn becomes.
    pub promotion: Option<Role>,
}

impl Hop {
    const fn plain(from: u8, to: u8) -> Hop {
        let promotion = None;
        Hop {
            from,
            to,
            promotion,
        }
    }

    /// Returns the move as the library writes it.
    ///
    /// # Panics
    ///
    /// If a square is off the board, which no move of [`Men::each_move`] is.
    #[must_use]
    pub fn to_move(self) -> Move {
        let at = |square: u8| Square::from_index(square.into()).expect("a square of the board");
        Move {
            promotion: self.promotion,
            ..Move::plain(at(self.from), at(self.to))
        }
    }
}

/// Returns true if a piece of the role attacks the square, with men on the squares of `men`. The
/// first square and the second may be among them.
#[must_use]
pub fn attacks(role: Role, from: u8, to: u8, men: &Mask) -> bool {
    let board = geometry();
    match role {
        Role::Queen => board.sees(false, from, to, men) || board.sees(true, from, to, men),
        Role::Rook => board.sees(false, from, to, men),
        Role::Bishop => board.sees(true, from, to, men),
        Role::Knight => {
            let leaps = &board.knight[from as usize];
            leaps.iter().any(|leap| leap.to == to && !leap.moat)
        }
        Role::King => board.are_near(from, to),
        Role::Pawn => board.pawn[from as usize].contains(&to),
        Role::CrossedPawn => board.crossed[from as usize].contains(&to),
    }
}

impl Men {
    /// Returns the number of turns in a round.
    #[must_use]
    pub const fn turns(&self) -> usize {
        if matches!(self.third, Third::InPlay) {
            3
        } else {
            2
        }
    }

    /// Returns the others that are in play.
    #[must_use]
    pub fn live(&self) -> &[u8] {
        &self.others[..self.turns() - 1]
    }

    /// Returns true if the piece attacks the king of one of the others.
    #[must_use]
    pub fn is_checked(&self, other: usize) -> bool {
        self.piece != NONE && self.attacks_from(self.piece, self.king, other)
    }

    /// Returns true if the piece would attack that king from another square, with the attacker's
    /// king on another.
    fn attacks_from(&self, piece: u8, king: u8, other: usize) -> bool {
        let beside = self.others[1 - other];
        // A man that is gone stands, for a mask, where the king does.
        let men = mask(&[king, if beside == NONE { king } else { beside }]);
        attacks(self.role, piece, self.others[other], &men)
    }

    /// Returns true for men that can stand so when this turn comes: no two on one square, no two
    /// kings in play next to each other, no pawn on rank 1, and the army that moved last not in
    /// check.
    #[must_use]
    pub fn is_legal(&self, turn: usize) -> bool {
        let Men {
            piece,
            king,
            others: [first, second],
            ..
        } = *self;
        let same = piece == king || piece == first || king == first;
        if same || second == piece || second == king || second == first {
            return false;
        }
        if self.role.is_pawn() && rank(piece) == 1 {
            return false;
        }
        let board = geometry();
        if self
            .live()
            .iter()
            .any(|other| board.are_near(self.king, *other))
        {
            return false;
        }
        match (turn, self.third) {
            (0, Third::InPlay) => !board.are_near(first, second) && !self.is_checked(1),
            (2, Third::InPlay) => !board.are_near(first, second) && !self.is_checked(0),
            (_, Third::InPlay) => !board.are_near(first, second),
            (0, _) => !self.is_checked(0),
            _ => true,
        }
    }

    /// Returns the men after one of the others in play has gone out. Its king stays if it was not
    /// captured.
    #[must_use]
    pub fn without(&self, other: usize, stays: bool) -> Men {
        let dead = if stays { self.others[other] } else { NONE };
        Men {
            others: [self.others[1 - other], dead],
            third: if stays { Third::Dead } else { Third::Gone },
            ..*self
        }
    }

    /// Returns the men without the dead king.
    const fn buried(mut self) -> Men {
        (self.others[1], self.third) = (NONE, Third::Gone);
        self
    }

    /// Calls `visit` with every legal move, the men after it, and the turn that comes then. A
    /// square that two ways lead to may come twice.
    pub fn each_move(&self, turn: usize, mut visit: impl FnMut(Hop, Men, usize)) {
        if turn > 0 {
            return self.each_move_of_other(turn - 1, |hop, after| {
                visit(hop, after, (turn + 1) % self.turns());
            });
        }
        self.each_king_move(|hop, after| visit(hop, after, 1));
        self.each_piece_move(|hop, after| visit(hop, after, 1));
    }

    fn each_move_of_other(&self, nth: usize, mut visit: impl FnMut(Hop, Men)) {
        let (board, from, beside) = (geometry(), self.others[nth], self.others[1 - nth]);
        for step in &board.king[from as usize] {
            let to = step.to;
            let takes_dead = to == beside && self.third == Third::Dead;
            let taken = to == self.piece || takes_dead;
            let blocked = to == self.king || (to == beside && !takes_dead) || (taken && step.moat);
            let next_to = |king: u8| king != NONE && board.are_near(to, king);
            if blocked || next_to(self.king) || (self.third == Third::InPlay && next_to(beside)) {
                continue;
            }
            let mut after = *self;
            after.others[nth] = to;
            if takes_dead {
                after = after.buried();
            }
            if to == self.piece {
                after.piece = NONE;
            } else if after.is_checked(nth) {
                continue;
            }
            visit(Hop::plain(from, to), after);
        }
    }

    fn each_king_move(&self, mut visit: impl FnMut(Hop, Men)) {
        let board = geometry();
        for step in &board.king[self.king as usize] {
            let to = step.to;
            let takes_dead = to == self.others[1] && self.third == Third::Dead;
            let blocked =
                to == self.piece || self.live().contains(&to) || (takes_dead && step.moat);
            if blocked || self.live().iter().any(|other| board.are_near(to, *other)) {
                continue;
            }
            // Across a moat it may not uncover a check (rules §3.4).
            if step.moat && self.initiates_check(self.piece, to) {
                continue;
            }
            let after = Men { king: to, ..*self };
            let after = if takes_dead { after.buried() } else { after };
            visit(Hop::plain(self.king, to), after);
        }
    }

    /// Returns true if, moved to these squares, piece or king initiates a check (rules §3.4). The
    /// attacker's king never gives one itself.
    fn initiates_check(&self, piece: u8, king: u8) -> bool {
        (0..self.live().len()).any(|other| {
            self.attacks_from(piece, king, other)
                && (piece != self.piece || !self.is_checked(other))
        })
    }

    fn each_piece_move(&self, mut visit: impl FnMut(Hop, Men)) {
        let from = self.piece;
        let moved = |to: u8| Men { piece: to, ..*self };
        match self.role {
            Role::Queen | Role::Rook => {}
            Role::Pawn => return self.each_pawn_step(visit),
            Role::CrossedPawn => {
                let to = from - 24;
                if !self.holds(to) && rank(to) > 1 {
                    visit(Hop::plain(from, to), moved(to));
                } else if !self.holds(to) {
                    for role in Role::PROMOTIONS {
                        let promotion = Some(role);
                        visit(
                            Hop {
                                from,
                                to,
                                promotion,
                            },
                            Men { role, ..moved(to) },
                        );
                    }
                }
                return;
            }
            Role::King | Role::Bishop | Role::Knight => return,
        }
        for ray in self.rays(geometry()) {
            for step in ray {
                let (to, hop) = (step.to, Hop::plain(from, step.to));
                if to == self.king {
                    break;
                }
                if let Some(other) = self.others.iter().position(|other| *other == to) {
                    if !step.moat && self.third == Third::InPlay {
                        visit(hop, moved(to).without(other, false));
                    } else if !step.moat && other == 1 {
                        visit(hop, moved(to).buried());
                    }
                    break;
                }
                if !step.moat || !self.initiates_check(to, self.king) {
                    visit(hop, moved(to));
                }
            }
        }
    }

    fn rays<'a>(&self, board: &'a Geometry) -> &'a [Vec<Step>] {
        let straight = if self.role == Role::Rook { 4 } else { 8 };
        &board.rays[self.piece as usize][..straight]
    }

    fn each_pawn_step(&self, mut visit: impl FnMut(Hop, Men)) {
        let from = self.piece;
        let ahead = geometry().rays[from as usize][2].iter();
        let most = if rank(from) == 2 { 2 } else { 1 };
        for step in ahead.take(most).take_while(|step| !self.holds(step.to)) {
            let role = if step.centre {
                Role::CrossedPawn
            } else {
                Role::Pawn
            };
            let piece = step.to;
            visit(
                Hop::plain(from, piece),
                Men {
                    role,
                    piece,
                    ..*self
                },
            );
        }
    }

    fn holds(&self, square: u8) -> bool {
        square == self.piece
            || square == self.king
            || square == self.others[0]
            || square == self.others[1]
    }

    /// Returns false if the attacker has surely no move that captures or changes a pawn.
    #[must_use]
    pub fn may_leave(&self) -> bool {
        match (self.third, self.role) {
            (Third::InPlay, _) => self.is_checked(0),
            (Third::Dead, _) => {
                geometry().are_near(self.king, self.others[1]) || self.is_checked(1)
            }
            (Third::Gone, Role::CrossedPawn) => rank(self.piece) == 2,
            (Third::Gone, role) => role == Role::Pawn && rank(self.piece) == 6,
        }
    }

    /// Calls `visit` with all men from which the army of the turn may have come here, by a move
    /// that captures nothing and changes no pawn. Some of them cannot stand so; the attacker's may
    /// come twice.
    pub fn each_origin(&self, turn: usize, mut visit: impl FnMut(Men)) {
        let board = geometry();
        if turn > 0 {
            for step in &board.king[self.others[turn - 1] as usize] {
                let mut before = *self;
                before.others[turn - 1] = step.to;
                if !self.holds(step.to) {
                    visit(before);
                }
            }
            return;
        }
        for step in &board.king[self.king as usize] {
            let before = Men {
                king: step.to,
                ..*self
            };
            let is_quiet = !step.moat || !before.initiates_check(self.piece, self.king);
            if is_quiet && !self.holds(step.to) {
                visit(before);
            }
        }
        let (here, mut back) = (self.piece, |piece: u8| visit(Men { piece, ..*self }));
        match self.role {
            Role::CrossedPawn if rank(here) < 6 && !self.holds(here + 24) => back(here + 24),
            Role::Pawn if rank(here) > 2 && !self.holds(here - 24) => {
                back(here - 24);
                if rank(here) == 4 && !self.holds(here - 48) {
                    back(here - 48);
                }
            }
            Role::Queen | Role::Rook => {
                for ray in self.rays(board) {
                    for step in ray.iter().take_while(|step| !self.holds(step.to)) {
                        let before = Men {
                            piece: step.to,
                            ..*self
                        };
                        if !step.moat || !before.initiates_check(self.piece, self.king) {
                            back(step.to);
                        }
                    }
                }
            }
            Role::King | Role::Bishop | Role::Knight | Role::Pawn | Role::CrossedPawn => {}
        }
    }
}
