//! Squares and their names (rules §1.1).

use std::{fmt, ops::Index, str::FromStr};

/// Number of files around the board: a to x.
pub const FILES: u8 = 24;
/// Number of ranks, from the outer ring to the inner one.
pub const RANKS: u8 = 6;

/// One of the 144 squares.
///
/// Numbered ring by ring from the outside: `(rank - 1) * 24 + file`. Kept as a *slot*, `(rank - 1)
/// * 32 + file`, so that file, rank and bit of a bitboard need no division.
///
/// ```
/// use rondel_rules::Square;
///
/// let m4: Square = "m4".parse().unwrap();
/// assert_eq!((m4.file(), m4.rank()), (12, 4));
/// assert_eq!(m4.to_string(), "m4");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// Number of squares on the board.
    pub const COUNT: usize = 144;

    /// Number of slots from one ring to the next.
    pub(crate) const RING_SLOTS: u8 = 32;

    /// Returns the square on `file` (0 = a … 23 = x) and `rank` (1 = outer ring … 6), or `None`
    /// outside the board.
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Option<Square> {
        if file < FILES && 1 <= rank && rank <= RANKS {
            Some(Square((rank - 1) * Square::RING_SLOTS + file))
        } else {
            None
        }
    }

    /// Returns the square on a file counted around the board (any whole number) and a rank that
    /// must be on the board.
    pub const fn wrapped(file: i32, rank: i32) -> Square {
        let file = file.rem_euclid(FILES as i32) as u8;
        Square((rank as u8 - 1) * Square::RING_SLOTS + file)
    }

    /// Returns the square of a [slot](Square::slot). The slot must hold one.
    pub(crate) const fn in_slot(slot: usize) -> Square {
        Square(slot as u8)
    }

    /// Returns `(rank - 1) * 32 + file`, always below 192.
    #[inline]
    pub(crate) const fn slot(self) -> usize {
        self.0 as usize
    }

    /// Returns the square with this [index](Square::index), or `None` beyond the last.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < Square::COUNT {
            let (ring, file) = (index / FILES as usize, index % FILES as usize);
            Some(Square(ring as u8 * Square::RING_SLOTS + file as u8))
        } else {
            None
        }
    }

    /// Returns 0 (a1) to 143 (x6), ring by ring from the outside.
    #[must_use]
    pub const fn index(self) -> usize {
        (self.rank() as usize - 1) * FILES as usize + self.file() as usize
    }

    /// Returns the file, 0 (a) to 23 (x).
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 % Square::RING_SLOTS
    }

    /// Returns the rank, 1 (outer ring) to 6 (inner ring).
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 / Square::RING_SLOTS + 1
    }

    /// Returns true for a light square (rules §1.4).
    #[must_use]
    pub const fn is_light(self) -> bool {
        (self.file() + self.rank()) % 2 == 1
    }

    /// Iterates over all squares by index.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..Square::COUNT).filter_map(Square::from_index)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A table with an entry for each square, found by its slot.
///
/// It has 256 entries, of which 144 are used. Any byte is a valid index, so the compiler leaves out
/// the bounds check, and the unused entries cost no time.
pub(crate) struct BySquare<T>([T; 256]);

impl<T: Copy> BySquare<T> {
    /// Returns a table with the same entry for every square.
    pub(crate) const fn of(every: T) -> BySquare<T> {
        BySquare([every; 256])
    }

    pub(crate) const fn at_mut(&mut self, square: Square) -> &mut T {
        &mut self.0[square.slot()]
    }
}

impl<T> Index<Square> for BySquare<T> {
    type Output = T;

    #[inline]
    fn index(&self, square: Square) -> &T {
        &self.0[square.slot()]
    }
}

/// The text is not the name of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a square is a file from a to x and a rank from 1 to 6")]
pub struct ParseSquareError;

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        match text.as_bytes() {
            [file @ b'a'..=b'x', rank @ b'1'..=b'6'] => {
                Square::new(file - b'a', rank - b'0').ok_or(ParseSquareError)
            }
            _ => Err(ParseSquareError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(Square::new(square.file(), square.rank()), Some(square));
            assert_eq!(Square::from_index(square.index()), Some(square));
            assert_eq!(Square::in_slot(square.slot()), square);
        }
        for bad in ["", "a", "a0", "a7", "y1", "a11", "A1", "é1"] {
            assert_eq!(bad.parse::<Square>(), Err(ParseSquareError), "{bad}");
        }
    }

    #[test]
    fn kings_start_on_light_and_queens_on_dark() {
        for (king, queen) in [("e1", "d1"), ("m1", "l1"), ("u1", "t1")] {
            assert!(king.parse::<Square>().unwrap().is_light());
            assert!(!queen.parse::<Square>().unwrap().is_light());
        }
    }
}
