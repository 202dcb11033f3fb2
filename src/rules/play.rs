//! Playing moves on the board.

use super::{
    color::Color,
    moves::Move,
    outcome::{Draw, Elimination, Ending, Exit},
    position::{Castling, CastlingSide, Position, king_start},
    role::{Piece, Role},
    square::Square,
};

impl Position {
    /// Plays a move that [is legal](Position::is_legal), and puts an army out of the game if its
    /// king is captured. Armies left without a move stay in play: [`Position::settle`] puts them
    /// out.
    ///
    /// Nothing changes if no piece of the army to move stands where the move begins, or if the move
    /// leads nowhere. Any other illegal move leaves some board behind, but never panics.
    pub fn play(&mut self, mv: Move) {
        let before = *self;
        if let Some(piece) = before.piece_at(mv.from)
            && piece.color == before.turn
            && mv.from != mv.to
        {
            self.follow(&before, piece.role, mv);
        }
    }

    /// Turns this copy of a position into the position after a move of a piece of the role.
    #[inline(always)]
    pub fn follow(&mut self, before: &Position, role: Role, mv: Move) {
        let color = before.turn;
        let piece = Piece { color, role };
        self.board.shift(&before.board, piece, mv.from, mv.to);
        self.ply = before.ply + 1;
        self.turn = before.in_play.next_after(color).unwrap_or(color);
        self.castling = before.castling.after(mv.from, mv.to);
        self.double_steps = before.double_steps.after(mv.to, self.turn);
        self.clock = if role.is_pawn() { 0 } else { before.clock + 1 };
        let taken = if before.board.is_empty(mv.to) {
            None
        } else {
            before.board.piece_at(mv.to)
        };
        if let Some(taken) = taken {
            self.clock = 0;
            self.board.take_from_under(mv.to, taken);
        }
        if role == Role::Pawn {
            if mv.to.slot() == mv.from.slot() + 2 * Square::RING_SLOTS as usize {
                self.double_steps.note(mv.from.file());
            } else if mv.from.rank() == 6 {
                self.board.replace(mv.to, Role::CrossedPawn);
            }
        } else if role == Role::King {
            if mv.from == king_start(color) {
                self.castle_rook(before.castling, color, mv.to);
            }
        } else if role == Role::CrossedPawn {
            self.after_crossed_pawn(mv, taken.is_some());
        }
        if let Some(Piece {
            color: captured,
            role: Role::King,
        }) = taken
        {
            self.put_out(captured);
        }
        self.bridge_empty_sectors();
    }

    /// Completes the move of a crossed pawn, already made: promotes it, or removes the pawn it
    /// captured en passant.
    #[inline(never)]
    fn after_crossed_pawn(&mut self, mv: Move, takes: bool) {
        if let Some(promoted) = mv.promotion {
            self.board.replace(mv.to, promoted);
        } else if !takes && mv.from.file() != mv.to.file() {
            // The captured pawn stands behind the square (rules §2.7).
            let behind = Square::wrapped(i32::from(mv.to.file()), 4);
            self.board.take(behind);
        }
    }

    /// Brings the rook over if the king has just castled.
    #[inline(never)]
    fn castle_rook(&mut self, rights: Castling, color: Color, king_to: Square) {
        for side in CastlingSide::ALL {
            if king_to == side.king_to(color)
                && rights.has(color, side)
                && let Some(rook) = self.board.take(side.rook_from(color))
            {
                self.board.put(side.rook_to(color), rook);
            }
        }
    }

    /// Bridges both moats of every army in play whose sector of rank 1 is empty (rules §3.3b).
    #[inline]
    fn bridge_empty_sectors(&mut self) {
        // A sector is a byte of the ring. Subtracting 1 from every byte sets a highest bit that was
        // clear only if that byte was 0 or a byte that was 0 borrowed from it.
        let outer = self.board.ring(0);
        if outer.wrapping_sub(0x01_0101) & !outer & 0x80_8080 != 0 {
            self.bridge_around_empty(outer);
        }
    }

    #[cold]
    fn bridge_around_empty(&mut self, outer: u32) {
        for color in self.in_play.iter() {
            if outer >> color.first_file() & 0xff == 0 {
                self.moats.bridge_around(color);
            }
        }
    }
}

impl Position {
    /// Returns how the army to move goes out for want of a legal move, or `None` if it has one
    /// (rules §4.3).
    #[inline]
    pub fn stranded(&self) -> Option<Elimination> {
        (!self.has_legal_move()).then(|| self.without_move())
    }

    /// Returns how the army to move, which has no legal move, goes out: mated, by the army of rules
    /// §4.6, or stalemated.
    #[inline]
    pub fn without_move(&self) -> Elimination {
        let checkers = self.checkers(self.turn);
        let exit = if checkers.is_empty() {
            Exit::Stalemate
        } else {
            Exit::Mate
        };
        Elimination {
            checkers,
            ..Elimination::of(self.turn, exit, checkers.next_after(self.turn))
        }
    }

    /// Returns true if the army to move would be checkmated even if this other army were dead:
    /// neither moving nor attacking, with all else as it is (*alone* in rules §6.3).
    #[must_use]
    pub(crate) fn is_mated_without(&self, other: Color) -> bool {
        let mut position = *self;
        position.in_play = position.in_play.without(other);
        position.is_checked(position.turn) && !position.has_legal_move()
    }

    /// Returns the army whose king the army to move could capture. It is never the army that has
    /// just moved, since no move leaves the mover's own king attacked (rules §4.2, §6.5).
    #[must_use]
    pub fn capturable_king(&self) -> Option<Color> {
        let own = self.board.of_color(self.turn);
        self.in_play.without(self.turn).iter().find(|other| {
            self.king_square(*other)
                .is_some_and(|king| self.board.is_attacked(king, own))
        })
    }

    /// Puts out armies that are left without a move, one after the other, until the army to move
    /// has a move, one army is left, or two are left and the one to move is stalemated (rules §4.5
    /// with §6.1). In the latter two cases the match ends.
    pub fn settle(&mut self, mut gone: impl FnMut(Exit)) -> Option<Ending> {
        while self.in_play.len() > 1 {
            let exit = self.stranded()?.exit;
            if exit == Exit::Stalemate && self.in_play.len() == 2 {
                return Some(Ending::Draw(Draw::Stalemate));
            }
            gone(exit);
            self.put_out(self.turn);
        }
        Some(Ending::LastArmy)
    }
}
