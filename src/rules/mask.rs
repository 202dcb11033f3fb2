//! Sets of squares.

use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

use super::square::{FILES, Square};

/// A set of squares: two rings of 24 squares to a word, the outer rings first.
///
/// The 16 highest bits of every word are always clear.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mask(pub(crate) [u64; 3]);

/// Bits of one word that stand for squares.
const WORD: u64 = (1 << (2 * FILES)) - 1;
/// Squares in a word.
const PER_WORD: usize = 2 * FILES as usize;
/// The squares of a ring in a word of their own.
pub(crate) const RING: u32 = (1 << FILES) - 1;

impl Mask {
    pub(crate) const EMPTY: Mask = Mask([0; 3]);

    pub(crate) const fn of(square: Square) -> Mask {
        Mask::EMPTY.with(square)
    }

    pub(crate) const fn with(mut self, square: Square) -> Mask {
        self.0[square.index() / PER_WORD] |= 1 << (square.index() % PER_WORD);
        self
    }

    /// The squares of one ring: bit `file` of `files`.
    pub(crate) const fn of_ring(ring: usize, files: u32) -> Mask {
        let mut words = [0; 3];
        words[ring / 2] = (files as u64) << (FILES as usize * (ring % 2));
        Mask(words)
    }

    /// The files that are set on ring 0 (rank 1) to 5 (rank 6).
    pub(crate) const fn ring(self, ring: usize) -> u32 {
        (self.0[ring / 2] >> (FILES as usize * (ring % 2))) as u32 & RING
    }

    pub(crate) const fn contains(self, square: Square) -> bool {
        self.0[square.index() / PER_WORD] & (1 << (square.index() % PER_WORD)) != 0
    }

    pub(crate) const fn insert(&mut self, square: Square) {
        self.0[square.index() / PER_WORD] |= 1 << (square.index() % PER_WORD);
    }

    pub(crate) const fn remove(&mut self, square: Square) {
        self.0[square.index() / PER_WORD] &= !(1 << (square.index() % PER_WORD));
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    pub(crate) const fn len(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones() + self.0[2].count_ones()
    }
}

impl BitAnd for Mask {
    type Output = Mask;

    fn bitand(self, other: Mask) -> Mask {
        Mask([
            self.0[0] & other.0[0],
            self.0[1] & other.0[1],
            self.0[2] & other.0[2],
        ])
    }
}

impl BitOr for Mask {
    type Output = Mask;

    fn bitor(self, other: Mask) -> Mask {
        Mask([
            self.0[0] | other.0[0],
            self.0[1] | other.0[1],
            self.0[2] | other.0[2],
        ])
    }
}

impl BitOrAssign for Mask {
    fn bitor_assign(&mut self, other: Mask) {
        *self = *self | other;
    }
}

impl Not for Mask {
    type Output = Mask;

    fn not(self) -> Mask {
        Mask([!self.0[0] & WORD, !self.0[1] & WORD, !self.0[2] & WORD])
    }
}

/// The squares of a [`Mask`], by index.
pub(crate) struct Squares {
    words: [u64; 3],
    word: usize,
}

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        while self.word < 3 {
            let word = self.words[self.word];
            if word != 0 {
                self.words[self.word] = word & (word - 1);
                return Square::from_index(self.word * PER_WORD + word.trailing_zeros() as usize);
            }
            self.word += 1;
        }
        None
    }
}

impl IntoIterator for Mask {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares {
            words: self.0,
            word: 0,
        }
    }
}

impl FromIterator<Square> for Mask {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Mask {
        squares.into_iter().fold(Mask::EMPTY, Mask::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_come_back_in_order() {
        let every: Vec<Square> = Square::all().collect();
        let mask: Mask = every.iter().copied().collect();
        assert_eq!(mask.into_iter().collect::<Vec<_>>(), every);
        assert_eq!(mask.len(), 144);
        assert!((!mask).is_empty());
        for square in every {
            let one = Mask::of(square);
            assert_eq!(
                one,
                Mask::of_ring(square.rank() as usize - 1, 1 << square.file())
            );
        }
    }
}
