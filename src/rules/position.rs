//! Positions: the pieces, whose turn it is, and the rights that earlier moves have left.

use super::{
    bitboard::Bitboard,
    board::Board,
    border::{Border, Moats},
    color::{Color, Colors},
    role::{Piece, Role},
    square::{BySquare, Square},
    words::words,
};

/// A legal position: every army in play has one king, and all of rules §7.4 holds.
///
/// It is small and plain: copying one costs less than generating the moves of one piece, so moves
/// are played on copies and never undone.
///
/// ```
/// use rondel_rules::Position;
///
/// let position = Position::start();
/// assert_eq!(position.legal_moves().len(), 20);
/// let line = position.to_string();
/// assert_eq!(line.parse(), Ok(position));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pub(crate) board: Board,
    pub(crate) turn: Color,
    pub(crate) in_play: Colors,
    pub(crate) moats: Moats,
    pub(crate) castling: Castling,
    pub(crate) double_steps: DoubleSteps,
    pub(crate) clock: u32,
    pub(crate) ply: u32,
}

/// The double steps that may still be captured en passant, at most one of each army: a bit for each
/// file. The file also tells the army, since a double step stays in its army's sector.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct DoubleSteps(u32);

impl DoubleSteps {
    /// Returns the file of the army's double step.
    pub(crate) fn of(self, color: Color) -> Option<u8> {
        let files = self.0 & Self::sector(color);
        (files != 0).then(|| files.trailing_zeros() as u8)
    }

    pub(crate) const fn note(&mut self, file: u8) {
        self.0 |= 1 << file;
    }

    #[inline]
    pub(crate) const fn forget(&mut self, color: Color) {
        self.0 &= !Self::sector(color);
    }

    /// Returns the rights that are left after an army has moved to the square, when the turn goes
    /// to the next. A right ends if its pawn was captured, if its passed square is occupied, and
    /// when its army is to move again (rules §2.7). The pawn itself cannot leave before that.
    #[inline]
    pub(crate) fn after(mut self, to: Square, turn: Color) -> DoubleSteps {
        if matches!(to.rank(), 3 | 4) {
            self.0 &= !(1 << to.file());
        }
        self.forget(turn);
        self
    }

    pub(crate) const fn bits(self) -> u32 {
        self.0
    }

    const fn sector(color: Color) -> u32 {
        0xff << color.first_file()
    }
}

words! {
    /// A side on which an army may castle (rules §2.8), the king's side first as in position lines.
    CastlingSide {
        /// With the rook of the sector's last file.
        "O-O" => King,
        /// With the rook of the sector's first file.
        "O-O-O" => Queen,
    }
}

impl CastlingSide {
    /// Offsets within the sector: the rook before and after, then the king after.
    const fn offsets(self) -> (u8, u8, u8) {
        match self {
            CastlingSide::King => (7, 5, 6),
            CastlingSide::Queen => (0, 3, 2),
        }
    }

    pub(crate) const fn rook_from(self, color: Color) -> Square {
        Square::wrapped((color.first_file() + self.offsets().0) as i32, 1)
    }

    pub(crate) const fn rook_to(self, color: Color) -> Square {
        Square::wrapped((color.first_file() + self.offsets().1) as i32, 1)
    }

    pub(crate) const fn king_to(self, color: Color) -> Square {
        Square::wrapped((color.first_file() + self.offsets().2) as i32, 1)
    }
}

/// Returns the square on which an army's king starts.
pub(crate) const fn king_start(color: Color) -> Square {
    Square::wrapped(color.first_file() as i32 + 4, 1)
}

/// The sides on which armies may still castle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Castling(u8);

impl Castling {
    pub(crate) const fn has(self, color: Color, side: CastlingSide) -> bool {
        self.0 & (1 << (2 * color as u8 + side as u8)) != 0
    }

    pub(crate) const fn bits(self) -> u8 {
        self.0
    }

    pub(crate) const fn has_any(self, color: Color) -> bool {
        self.0 & (3 << (2 * color as u8)) != 0
    }

    pub(crate) const fn grant(&mut self, color: Color, side: CastlingSide) {
        self.0 |= 1 << (2 * color as u8 + side as u8);
    }

    pub(crate) const fn revoke(&mut self, color: Color) {
        self.0 &= !(3 << (2 * color as u8));
    }

    /// Returns the rights that are left after a move between the squares.
    #[inline]
    pub(crate) fn after(self, from: Square, to: Square) -> Castling {
        Castling(self.0 & RIGHTS_LEFT[from] & RIGHTS_LEFT[to])
    }
}

/// For each square, the castling rights that do not depend on the piece there.
static RIGHTS_LEFT: BySquare<u8> = {
    let mut left = BySquare::of(u8::MAX);
    let mut nth = 0;
    while nth < Color::ALL.len() {
        let color = Color::ALL[nth];
        let bits = 2 * color as u8;
        *left.at_mut(king_start(color)) = !(3 << bits);
        *left.at_mut(CastlingSide::King.rook_from(color)) = !(1 << bits);
        *left.at_mut(CastlingSide::Queen.rook_from(color)) = !(2 << bits);
        nth += 1;
    }
    left
};

impl Position {
    /// Returns the starting position of rules §1.3.
    #[must_use]
    pub fn start() -> Position {
        use Role::{Bishop, King, Knight, Queen, Rook};
        const BACK: [Role; 8] = [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook];
        let mut position = Position::empty();
        for color in Color::ALL {
            for (offset, role) in (0..).zip(BACK) {
                let file = i32::from(color.first_file()) + offset;
                let board = &mut position.board;
                board.put(Square::wrapped(file, 1), Piece { color, role });
                let role = Role::Pawn;
                board.put(Square::wrapped(file, 2), Piece { color, role });
            }
            for side in CastlingSide::ALL {
                position.castling.grant(color, side);
            }
        }
        position
    }

    /// Returns a board without pieces, White to move, all armies in play: a canvas for readers of
    /// positions.
    pub(crate) fn empty() -> Position {
        Position {
            board: Board::EMPTY,
            turn: Color::White,
            in_play: Colors::ALL,
            moats: Moats::default(),
            castling: Castling::default(),
            double_steps: DoubleSteps::default(),
            clock: 0,
            ply: 0,
        }
    }

    /// Returns the piece on the square.
    #[must_use]
    #[inline]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.piece_at(square)
    }

    /// Iterates over all pieces by square, including those of armies that are out.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        self.board
            .occupied()
            .into_iter()
            .filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// Returns the army to move.
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// Returns the armies in play.
    #[must_use]
    pub const fn in_play(&self) -> Colors {
        self.in_play
    }

    /// Returns true if the moat on this border is bridged (rules §3.3).
    #[must_use]
    pub const fn is_bridged(&self, border: Border) -> bool {
        self.moats.is_bridged(border)
    }

    /// Returns true if the army may still castle on this side once the way is free (rules §2.8).
    #[must_use]
    pub const fn may_castle(&self, color: Color, side: CastlingSide) -> bool {
        self.castling.has(color, side)
    }

    /// Iterates over the squares passed by double steps that may still be captured en passant,
    /// oldest first (rules §2.7).
    pub fn en_passant(&self) -> impl Iterator<Item = Square> {
        // The army to move has none, and the one after it moved earlier than the third.
        [self.turn.next(), self.turn.next().next()]
            .into_iter()
            .filter_map(|color| self.double_steps.of(color))
            .map(|file| Square::wrapped(i32::from(file), 3))
    }

    /// Returns the plies since the last capture, pawn move or elimination (rules §5.3).
    #[must_use]
    pub const fn clock(&self) -> u32 {
        self.clock
    }

    /// Returns the plies made since the start.
    #[must_use]
    pub const fn ply(&self) -> u32 {
        self.ply
    }

    /// Returns the square of the army's king, or `None` once it has been captured.
    #[must_use]
    pub const fn king_square(&self, color: Color) -> Option<Square> {
        self.board.king_square(color)
    }

    /// Returns the pieces on their squares.
    #[inline]
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the army in play whose king stands on the square.
    #[inline]
    #[must_use]
    pub fn king_on(&self, square: Square) -> Option<Color> {
        let mut armies = self.in_play.iter();
        armies.find(|color| self.king_square(*color) == Some(square))
    }

    /// Returns the pieces of all other armies in play.
    #[inline]
    pub fn opponents(&self, color: Color) -> Bitboard {
        let others = self.board.occupied().without(self.board.of_color(color));
        if self.in_play == Colors::ALL {
            return others;
        }
        let mut alive = Bitboard::EMPTY;
        for color in self.in_play.iter() {
            alive |= self.board.of_color(color);
        }
        others & alive
    }

    /// Puts an army out of the game (rules §4.4): its moats are bridged, its rights end, and the
    /// count of rules §5.3 restarts. If it was this army's turn, it is now the next army's. Nothing
    /// happens if it is out already.
    #[inline]
    pub fn put_out(&mut self, color: Color) {
        if !self.in_play.contains(color) {
            return;
        }
        self.in_play = self.in_play.without(color);
        self.moats.bridge_around(color);
        self.castling.revoke(color);
        self.double_steps.forget(color);
        self.clock = 0;
        if self.turn == color {
            self.pass_turn();
        }
    }

    /// Gives the turn to the next army in play, whose own double step can then no longer be
    /// captured.
    #[inline]
    pub fn pass_turn(&mut self) {
        self.turn = self.in_play.next_after(self.turn).unwrap_or(self.turn);
        self.double_steps.forget(self.turn);
    }
}
