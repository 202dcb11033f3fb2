//! The board: which piece stands on which square, and nothing else.

use super::{
    bitboard::Bitboard,
    color::Color,
    lines::{LINE_COUNT, LINES, Occupied},
    role::{Piece, Role},
    square::{BySquare, Square},
};

/// The pieces on the squares, as sets.
///
/// There is a set for each army, and one for each of the three bits that make up the number of
/// a role. That is a third of what a set for each role and a list of squares would take, and boards
/// are copied at every move that is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    by_color: [Bitboard; 3],
    role_bits: [Bitboard; 3],
    /// The occupied places of every line, kept up to date so that looking along a line need not
    /// gather them from the sets.
    lines: Occupied,
    kings: [Option<Square>; 3],
}

impl Board {
    pub(crate) const EMPTY: Board = Board {
        by_color: [Bitboard::EMPTY; 3],
        role_bits: [Bitboard::EMPTY; 3],
        lines: [0; LINE_COUNT],
        kings: [None; 3],
    };

    /// Returns the piece on the square.
    #[inline]
    pub(crate) const fn piece_at(&self, square: Square) -> Option<Piece> {
        let Some(role) = self.role_at(square) else {
            return None;
        };
        let color = if self.by_color[0].contains(square) {
            Color::White
        } else if self.by_color[1].contains(square) {
            Color::Gray
        } else {
            Color::Black
        };
        Some(Piece { color, role })
    }

    /// Returns the role of the piece on the square.
    #[inline]
    pub const fn role_at(&self, square: Square) -> Option<Role> {
        let (word, bit) = (square.slot() / 64, square.slot() % 64);
        let [straight, diagonal, near] = &self.role_bits;
        let number = (straight.0[word] >> bit & 1)
            | (diagonal.0[word] >> bit & 1) << 1
            | (near.0[word] >> bit & 1) << 2;
        ROLES[number as usize]
    }

    /// Returns the square of the army's king, or `None` once the king has been captured.
    #[inline]
    pub(crate) const fn king_square(&self, color: Color) -> Option<Square> {
        self.kings[color.index()]
    }

    /// Returns all occupied squares.
    #[inline]
    pub(crate) fn occupied(&self) -> Bitboard {
        self.by_color[0] | self.by_color[1] | self.by_color[2]
    }

    /// Returns all sets as words: those of the armies, then those of the roles.
    #[inline]
    pub(crate) const fn words(&self) -> [u64; 18] {
        let [Bitboard(a), Bitboard(b), Bitboard(c)] = self.by_color;
        let [Bitboard(d), Bitboard(e), Bitboard(f)] = self.role_bits;
        [
            a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2], d[0], d[1], d[2], e[0], e[1],
            e[2], f[0], f[1], f[2],
        ]
    }

    /// Returns the occupied files of ring 0 (rank 1) to 5 (rank 6).
    #[inline]
    pub(crate) fn ring(&self, ring: usize) -> u32 {
        let [white, gray, black] = &self.by_color;
        white.ring(ring) | gray.ring(ring) | black.ring(ring)
    }

    /// Returns the occupied places of every line.
    #[inline]
    pub(crate) fn lines(&self) -> &Occupied {
        &self.lines
    }

    /// Returns the pieces of an army, in play or not.
    #[inline]
    pub fn of_color(&self, color: Color) -> Bitboard {
        self.by_color[color.index()]
    }

    /// Returns the pieces of a role, of all armies.
    #[inline]
    pub fn of_role(&self, role: Role) -> Bitboard {
        let [straight, diagonal, near] = self.role_bits;
        match role {
            Role::Rook => straight.without(diagonal | near),
            Role::Bishop => diagonal.without(straight | near),
            Role::Queen => (straight & diagonal).without(near),
            Role::Knight => near.without(straight | diagonal),
            Role::Pawn => (near & straight).without(diagonal),
            Role::CrossedPawn => (near & diagonal).without(straight),
            Role::King => near & straight & diagonal,
        }
    }

    /// Returns the rooks and queens of all armies.
    #[inline]
    pub(crate) fn straight_movers(&self) -> Bitboard {
        let [straight, _, near] = self.role_bits;
        straight.without(near)
    }

    /// Returns the bishops and queens of all armies.
    #[inline]
    pub(crate) fn diagonal_movers(&self) -> Bitboard {
        let [_, diagonal, near] = self.role_bits;
        diagonal.without(near)
    }

    /// Returns all pieces except rooks, bishops and queens.
    #[inline]
    pub(crate) fn near_movers(&self) -> Bitboard {
        self.role_bits[2]
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub(crate) fn put(&mut self, square: Square, piece: Piece) {
        self.turn_over(square, piece);
        if piece.role == Role::King {
            self.kings[piece.color.index()] = Some(square);
        }
    }

    /// Removes the piece on a square and returns it.
    pub(crate) fn take(&mut self, square: Square) -> Option<Piece> {
        let piece = self.piece_at(square)?;
        self.take_from_under(square, piece);
        Some(piece)
    }

    /// Returns true if the square is empty.
    #[inline]
    pub(crate) const fn is_empty(&self, square: Square) -> bool {
        let word = square.slot() / 64;
        let [straight, diagonal, near] = &self.role_bits;
        (straight.0[word] | diagonal.0[word] | near.0[word]) >> (square.slot() % 64) & 1 == 0
    }

    /// Turns this copy of a board into the board after a piece of the army goes to another square.
    /// A piece that stood there is [removed](Board::take_from_under) afterwards.
    ///
    /// The sets are written whole, and from the board that was copied: a processor that reads what
    /// it has just written, but in different portions, stalls until the write has reached memory.
    #[inline(always)]
    pub(crate) fn shift(
        &mut self,
        before: &Board,
        Piece { color, role }: Piece,
        from: Square,
        to: Square,
    ) {
        let moved = SINGLE[from] ^ SINGLE[to];
        let own = color.index();
        self.by_color[own] = before.by_color[own] ^ moved;
        let bits = &SPREAD[role as usize];
        for (nth, set) in self.role_bits.iter_mut().enumerate() {
            *set = before.role_bits[nth] ^ (moved & bits[nth]);
        }
        let (left, reached) = (&LINES.turns[from], &LINES.turns[to]);
        for (nth, line) in self.lines.iter_mut().enumerate() {
            *line = before.lines[nth] ^ left[nth] ^ reached[nth];
        }
        if role == Role::King {
            self.kings[own] = Some(to);
        }
    }

    /// Removes the piece that stood on a square another piece has just moved to.
    #[inline(never)]
    pub(crate) fn take_from_under(&mut self, square: Square, taken: Piece) {
        self.turn_over(square, taken);
        if taken.role == Role::King {
            self.kings[taken.color.index()] = None;
        }
    }

    /// Changes the role of the piece on a square. Neither role is a king.
    #[inline(never)]
    pub(crate) fn replace(&mut self, square: Square, role: Role) {
        if let Some(piece) = self.take(square) {
            let color = piece.color;
            self.put(square, Piece { color, role });
        }
    }

    /// Returns the board after a piece goes from one square to another, without the piece it
    /// captured. A crossed pawn that changes files onto an empty square captures en passant (rules
    /// §2.7).
    pub(crate) fn after_shift(&self, from: Square, to: Square) -> Board {
        let mut after = *self;
        if let Some(piece) = after.take(from) {
            let taken = after.take(to);
            if piece.role == Role::CrossedPawn && taken.is_none() && from.file() != to.file() {
                after.take(Square::wrapped(i32::from(to.file()), 4));
            }
            after.put(to, piece);
        }
        after
    }

    /// Adds the piece where it is missing and removes it where it stands, by flipping every bit
    /// that records it.
    fn turn_over(&mut self, square: Square, piece: Piece) {
        let (word, bit) = (square.slot() / 64, 1 << (square.slot() % 64));
        self.by_color[piece.color.index()].0[word] ^= bit;
        for (set, in_set) in self.role_bits.iter_mut().zip(&SPREAD[piece.role as usize]) {
            set.0[word] ^= bit & in_set.0[word];
        }
        for (line, turn) in self.lines.iter_mut().zip(&LINES.turns[square]) {
            *line ^= turn;
        }
    }
}

/// The roles, indexed by [number].
const ROLES: [Option<Role>; 8] = {
    let mut roles = [None; 8];
    let mut nth = 0;
    while nth < Role::ALL.len() {
        roles[number(Role::ALL[nth])] = Some(Role::ALL[nth]);
        nth += 1;
    }
    roles
};

/// Returns the number of a role; 0 is an empty square. Its three bits mean: moves straight along
/// lines, moves diagonally along lines, and neither. If the third bit is set, the other two tell
/// which role it is.
const fn number(role: Role) -> usize {
    match role {
        Role::Rook => 0b001,
        Role::Bishop => 0b010,
        Role::Queen => 0b011,
        Role::Knight => 0b100,
        Role::Pawn => 0b101,
        Role::CrossedPawn => 0b110,
        Role::King => 0b111,
    }
}

/// The three bits of each role's number, each as a full or an empty set.
static SPREAD: [[Bitboard; 3]; Role::ALL.len()] = {
    let mut spread = [[Bitboard::EMPTY; 3]; Role::ALL.len()];
    let mut nth = 0;
    while nth < Role::ALL.len() {
        let role = Role::ALL[nth];
        let mut bit = 0;
        while bit < 3 {
            if number(role) >> bit & 1 != 0 {
                spread[role as usize][bit] = Bitboard::ALL;
            }
            bit += 1;
        }
        nth += 1;
    }
    spread
};

/// For each square, the set of that square alone.
static SINGLE: BySquare<Bitboard> = {
    let mut single = BySquare::of(Bitboard::EMPTY);
    let mut index = 0;
    while index < Square::COUNT {
        if let Some(square) = Square::from_index(index) {
            *single.at_mut(square) = Bitboard::of(square);
        }
        index += 1;
    }
    single
};
