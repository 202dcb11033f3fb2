//! Positions: who stands where, whose turn it is, and what the past still allows.

use super::{
    border::{Border, Moats},
    color::{ByColor, Color, Colors},
    lines::LINES,
    mask::Mask,
    role::{Piece, Role},
    square::Square,
};

/// A legal position: every army in play has one king, and all of rules §7.4 holds.
///
/// Small and plain, so that copying one costs about as much as half a dozen moves generated.
///
/// ```
/// use rondel::rules::Position;
///
/// let position = Position::start();
/// assert_eq!(position.legal_moves().len(), 20);
/// let line = position.to_string();
/// assert_eq!(line.parse(), Ok(position));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pub(crate) squares: [Cell; Square::COUNT],
    pub(crate) by_color: [Mask; 3],
    pub(crate) by_role: [Mask; 7],
    /// Which places of each file line are occupied.
    pub(crate) file_lines: [u16; 12],
    /// Which places of each loop are occupied; a square of rank 1 has two places.
    pub(crate) loops: [u16; 24],
    pub(crate) kings: [Option<Square>; 3],
    pub(crate) turn: Color,
    pub(crate) in_play: Colors,
    pub(crate) moats: Moats,
    pub(crate) castling: Castling,
    /// The file of each army's double step that may still be taken en passant.
    pub(crate) en_passant: ByColor<Option<u8>>,
    pub(crate) clock: u32,
    pub(crate) ply: u32,
}

/// What stands on a square, in a byte: 0 for nothing, else 1 + 8 × army + role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Cell(u8);

impl Cell {
    pub(crate) const EMPTY: Cell = Cell(0);

    pub(crate) const fn of(piece: Piece) -> Cell {
        Cell(1 + 8 * piece.color as u8 + piece.role as u8)
    }

    #[inline]
    pub(crate) const fn piece(self) -> Option<Piece> {
        if self.0 == 0 {
            return None;
        }
        let color = match (self.0 - 1) >> 3 {
            0 => Color::White,
            1 => Color::Gray,
            _ => Color::Black,
        };
        let role = match (self.0 - 1) & 7 {
            0 => Role::King,
            1 => Role::Queen,
            2 => Role::Rook,
            3 => Role::Bishop,
            4 => Role::Knight,
            5 => Role::Pawn,
            _ => Role::CrossedPawn,
        };
        Some(Piece { color, role })
    }
}

/// A side on which an army may castle (rules §2.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum CastlingSide {
    /// With the rook of the sector's last file, `O-O`.
    King,
    /// With the rook of the sector's first file, `O-O-O`.
    Queen,
}

impl CastlingSide {
    /// Both sides, the king's first as in position lines.
    pub const ALL: [CastlingSide; 2] = [CastlingSide::King, CastlingSide::Queen];

    /// Offsets within the sector: of the rook before and after, of the king after.
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

/// The square on which an army's king starts.
pub(crate) const fn king_start(color: Color) -> Square {
    Square::wrapped(color.first_file() as i32 + 4, 1)
}

/// Which armies may still castle on which side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Castling(u8);

impl Castling {
    pub(crate) const fn has(self, color: Color, side: CastlingSide) -> bool {
        self.0 & (1 << (2 * color as u8 + side as u8)) != 0
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

    /// Takes away the rights that rest on what stands on the square.
    #[inline]
    pub(crate) const fn touch(&mut self, square: Square) {
        // All these squares lie on rank 1.
        if self.0 != 0 && square.rank() == 1 {
            self.0 &= !match square.file() % 8 {
                0 => 2 << (2 * (square.file() / 8)),
                4 => 3 << (2 * (square.file() / 8)),
                7 => 1 << (2 * (square.file() / 8)),
                _ => 0,
            };
        }
    }
}

impl Position {
    /// The start of rules §1.3.
    #[must_use]
    pub fn start() -> Position {
        const BACK: [Role; 8] = [
            Role::Rook,
            Role::Knight,
            Role::Bishop,
            Role::Queen,
            Role::King,
            Role::Bishop,
            Role::Knight,
            Role::Rook,
        ];
        let mut position = Position::empty();
        for color in Color::ALL {
            for (offset, role) in (0..).zip(BACK) {
                let file = i32::from(color.first_file()) + offset;
                position.put(Square::wrapped(file, 1), Piece { color, role });
                let role = Role::Pawn;
                position.put(Square::wrapped(file, 2), Piece { color, role });
            }
            for side in CastlingSide::ALL {
                position.castling.grant(color, side);
            }
        }
        position
    }

    /// No piece at all, White to move, all armies in play: a canvas for readers of positions.
    pub(crate) fn empty() -> Position {
        Position {
            squares: [Cell::EMPTY; Square::COUNT],
            by_color: [Mask::EMPTY; 3],
            by_role: [Mask::EMPTY; 7],
            file_lines: [0; 12],
            loops: [0; 24],
            kings: [None; 3],
            turn: Color::White,
            in_play: Colors::ALL,
            moats: Moats::default(),
            castling: Castling::default(),
            en_passant: ByColor::default(),
            clock: 0,
            ply: 0,
        }
    }

    /// What stands on the square.
    #[must_use]
    #[inline]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.squares[square.index()].piece()
    }

    /// All pieces, of armies out of the game too, by square.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        self.occupied()
            .into_iter()
            .filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// The army to move.
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The armies in play.
    #[must_use]
    pub const fn in_play(&self) -> Colors {
        self.in_play
    }

    /// Whether the moat on this border is bridged (rules §3.3).
    #[must_use]
    pub const fn is_bridged(&self, border: Border) -> bool {
        self.moats.is_bridged(border)
    }

    /// Whether the army may still castle on this side once the way is free (rules §2.8).
    #[must_use]
    pub const fn may_castle(&self, color: Color, side: CastlingSide) -> bool {
        self.castling.has(color, side)
    }

    /// The squares passed over by double steps that may still be taken en passant, oldest first
    /// (rules §2.7).
    pub fn en_passant(&self) -> impl Iterator<Item = Square> {
        // The army to move has none; the one after it moved longer ago than the other.
        [self.turn.next(), self.turn.next().next()]
            .into_iter()
            .filter_map(|color| self.en_passant[color])
            .map(|file| Square::wrapped(i32::from(file), 3))
    }

    /// Plies since the last capture, pawn move or army going out (rules §5.3).
    #[must_use]
    pub const fn clock(&self) -> u32 {
        self.clock
    }

    /// Plies made since the start.
    #[must_use]
    pub const fn ply(&self) -> u32 {
        self.ply
    }

    /// Where the army's king stands; `None` once it has been captured.
    #[must_use]
    pub const fn king_square(&self, color: Color) -> Option<Square> {
        self.kings[color.index()]
    }

    #[inline]
    pub(crate) fn occupied(&self) -> Mask {
        self.by_color[0] | self.by_color[1] | self.by_color[2]
    }

    pub(crate) fn of_role(&self, role: Role) -> Mask {
        self.by_role[role as usize]
    }

    /// The pieces of all armies in play but this one.
    #[inline]
    pub(crate) fn opponents(&self, color: Color) -> Mask {
        let mut mask = Mask::EMPTY;
        for other in [color.next(), color.next().next()] {
            if self.in_play.contains(other) {
                mask |= self.by_color[other.index()];
            }
        }
        mask
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub(crate) fn put(&mut self, square: Square, piece: Piece) {
        self.squares[square.index()] = Cell::of(piece);
        self.by_color[piece.color.index()].insert(square);
        self.by_role[piece.role as usize].insert(square);
        let place = LINES.file_places[square.index()];
        self.file_lines[place.line as usize] |= 1 << place.place;
        for place in LINES.loop_places[square.index()] {
            self.loops[place.line as usize] |= 1 << place.place;
        }
        if piece.role == Role::King {
            self.kings[piece.color.index()] = Some(square);
        }
    }

    /// Takes whatever stands on a square off the board.
    #[inline]
    pub(crate) fn take(&mut self, square: Square) -> Option<Piece> {
        let piece = self.piece_at(square)?;
        self.squares[square.index()] = Cell::EMPTY;
        self.by_color[piece.color.index()].remove(square);
        self.by_role[piece.role as usize].remove(square);
        let place = LINES.file_places[square.index()];
        self.file_lines[place.line as usize] &= !(1 << place.place);
        for place in LINES.loop_places[square.index()] {
            self.loops[place.line as usize] &= !(1 << place.place);
        }
        if piece.role == Role::King {
            self.kings[piece.color.index()] = None;
        }
        Some(piece)
    }

    /// Puts an army out of the game (rules §4.4): its moats are bridged, its rights go, and the
    /// count of rules §5.3 starts anew. Its turn, if it was its turn, goes to the next army.
    pub(crate) fn remove_from_play(&mut self, color: Color) {
        self.in_play = self.in_play.without(color);
        self.moats.bridge_around(color);
        self.castling.revoke(color);
        self.en_passant[color] = None;
        self.clock = 0;
        if self.turn == color {
            self.pass_turn();
        }
    }

    /// Gives the turn to the next army in play, whose own double step can no longer be taken.
    pub(crate) fn pass_turn(&mut self) {
        self.turn = self.in_play.next_after(self.turn).unwrap_or(self.turn);
        self.en_passant[self.turn] = None;
    }
}
