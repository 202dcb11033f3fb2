//! What a move does to the board.

use super::{
    color::{Color, Colors},
    moves::Move,
    outcome::{ArmyOut, Draw, Ending, Exit},
    position::{CastlingSide, Position, king_start},
    role::{Piece, Role},
    square::Square,
};

impl Position {
    /// Plays a move that [is legal](Position::is_legal), and puts an army whose king it captures
    /// out of the game. Armies left without a move are not looked at: [`Position::settle`] does
    /// that.
    ///
    /// A move that is not legal leaves some legal board behind or none; nothing panics.
    #[inline]
    pub fn play(&mut self, mv: Move) {
        let Some(piece) = self.take(mv.from) else {
            return;
        };
        let color = self.turn;
        let taken = self.take(mv.to);
        let mut placed = piece;
        self.clock += 1;
        if taken.is_some() {
            self.clock = 0;
        }
        match piece.role {
            Role::Pawn => {
                self.clock = 0;
                if mv.from.rank() == 6 {
                    placed.role = Role::CrossedPawn;
                } else if mv.to.rank() == mv.from.rank() + 2 {
                    self.en_passant[color] = Some(mv.from.file());
                }
            }
            Role::CrossedPawn => {
                self.clock = 0;
                if let Some(role) = mv.promotion {
                    placed.role = role;
                } else if taken.is_none() && mv.from.file() != mv.to.file() {
                    // En passant: the pawn stands behind the square (rules §2.7).
                    self.take(Square::wrapped(i32::from(mv.to.file()), 4));
                }
            }
            Role::King => {
                if mv.from == king_start(color) {
                    self.castle_rook(color, mv.to);
                }
            }
            Role::Queen | Role::Rook | Role::Bishop | Role::Knight => {}
        }
        self.put(mv.to, placed);
        self.castling.touch(mv.from);
        self.castling.touch(mv.to);
        self.ply += 1;
        self.lapse_en_passant();
        self.pass_turn();
        if let Some(Piece {
            color: captured,
            role: Role::King,
        }) = taken
            && self.in_play.contains(captured)
        {
            self.remove_from_play(captured);
        }
        self.bridge_empty_sectors();
    }

    /// Brings the rook over when the king has just castled.
    fn castle_rook(&mut self, color: Color, king_to: Square) {
        for side in CastlingSide::ALL {
            if king_to == side.king_to(color)
                && self.castling.has(color, side)
                && let Some(rook) = self.take(side.rook_from(color))
            {
                self.put(side.rook_to(color), rook);
            }
        }
    }

    /// Ends rights whose pawn is gone or whose square is no longer empty (rules §2.7).
    #[inline]
    fn lapse_en_passant(&mut self) {
        for color in Color::ALL {
            if let Some(file) = self.en_passant[color] {
                let pawn = Some(Piece {
                    color,
                    role: Role::Pawn,
                });
                if self.piece_at(Square::wrapped(i32::from(file), 4)) != pawn
                    || self.piece_at(Square::wrapped(i32::from(file), 3)).is_some()
                {
                    self.en_passant[color] = None;
                }
            }
        }
    }

    /// Bridges both moats of every army in play whose sector of rank 1 is empty (rules §3.3b).
    #[inline]
    fn bridge_empty_sectors(&mut self) {
        if self.moats.all_bridged() {
            return;
        }
        let outer = self.occupied().ring(0);
        for color in self.in_play.iter() {
            if outer >> color.first_file() & 0xff == 0 {
                self.moats.bridge_around(color);
            }
        }
    }
}

/// What the army to move stands before, by rules §4.3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It has a legal move.
    CanMove,
    /// It is in check and has no legal move.
    Mated {
        /// The armies that attack its king.
        checkers: Colors,
        /// The mating army (rules §4.6).
        by: Option<Color>,
    },
    /// It is not in check and has no legal move.
    Stalemated,
}

impl Position {
    /// Looks at the army to move by rules §4.3.
    #[must_use]
    pub fn standing(&self) -> Standing {
        if self.has_legal_move() {
            return Standing::CanMove;
        }
        let checkers = self.checkers(self.turn);
        if checkers.is_empty() {
            return Standing::Stalemated;
        }
        Standing::Mated {
            checkers,
            by: checkers.next_after(self.turn),
        }
    }

    /// Puts out the armies that are left without a move, one after the other, until the army to
    /// move can, one army is left, or two are left and the one to move is stalemated (rules §4.5
    /// with §6, `three-man`). The two latter end the match.
    pub fn settle(&mut self, mut gone: impl FnMut(ArmyOut)) -> Option<Ending> {
        while self.in_play.len() > 1 {
            let out = match self.standing() {
                Standing::CanMove => return None,
                Standing::Mated { checkers, by } => ArmyOut {
                    color: self.turn,
                    exit: Exit::Mate,
                    checkers,
                    by,
                },
                Standing::Stalemated if self.in_play.len() == 2 => {
                    return Some(Ending::Draw(Draw::Stalemate));
                }
                Standing::Stalemated => ArmyOut {
                    color: self.turn,
                    exit: Exit::Stalemate,
                    checkers: Colors::NONE,
                    by: None,
                },
            };
            gone(out);
            self.remove_from_play(self.turn);
        }
        Some(Ending::LastArmy)
    }
}
