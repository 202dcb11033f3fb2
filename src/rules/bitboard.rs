//! Bitboards: sets of squares.

use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Not};

use super::square::{FILES, Square};

/// A set of squares as bits: two rings to a word, the outer rings first, and 32 bits for each
/// ring's 24 squares, so that a square's slot is also the number of a bit.
///
/// The 8 highest bits of every ring are always clear.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bitboard(pub(crate) [u64; 3]);

/// The squares of a ring, as the bits of `u32`.
pub(crate) const RING: u32 = (1 << FILES) - 1;
/// The bits of a word that stand for squares.
const WORD: u64 = RING as u64 | (RING as u64) << LANE;
/// Number of bits of one ring.
const LANE: u32 = 32;
/// File a of both rings in a word.
const FILE_A: u64 = 1 | 1 << LANE;
/// File x of both rings in a word.
const FILE_X: u64 = FILE_A << (FILES - 1);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard([0; 3]);
    /// All 144 squares.
    pub const ALL: Bitboard = Bitboard([WORD; 3]);

    /// Returns the set of one square.
    #[inline]
    #[must_use]
    pub const fn of(square: Square) -> Bitboard {
        Bitboard::EMPTY.with(square)
    }

    pub(crate) const fn with(mut self, square: Square) -> Bitboard {
        self.insert(square);
        self
    }

    /// Returns the squares of one ring: bit `file` of `files`.
    #[inline]
    pub(crate) const fn of_ring(ring: usize, files: u32) -> Bitboard {
        let bits = (files as u64) << (LANE * (ring as u32 % 2));
        // Selected rather than written into place, so that the words can stay in registers.
        Bitboard([
            if ring / 2 == 0 { bits } else { 0 },
            if ring / 2 == 1 { bits } else { 0 },
            if ring / 2 == 2 { bits } else { 0 },
        ])
    }

    /// Returns the files that are set on ring 0 (rank 1) to 5 (rank 6).
    #[inline]
    pub(crate) const fn ring(&self, ring: usize) -> u32 {
        (self.0[ring / 2] >> (LANE * (ring as u32 % 2))) as u32
    }

    /// Returns true if the square is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(&self, square: Square) -> bool {
        self.0[square.slot() / 64] & (1 << (square.slot() % 64)) != 0
    }

    #[inline]
    pub(crate) const fn insert(&mut self, square: Square) {
        self.0[square.slot() / 64] |= 1 << (square.slot() % 64);
    }

    /// Returns true if no square is in the set.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    /// Returns the number of squares in the set.
    ///
    /// Counted by hand, by adding neighbouring bits: the program must also run on old processors,
    /// which have no instruction that counts bits. The three words are added up first and counted
    /// as one.
    #[inline]
    pub const fn len(self) -> u32 {
        const PAIRS: u64 = 0x5555_5555_5555_5555;
        const FOURS: u64 = 0x3333_3333_3333_3333;
        const BYTES: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        let [a, b, c] = self.0;
        // The sum of three bits, as one digit of ones and one of twos.
        let (ones, twos) = (a ^ b ^ c, (a & b) | (c & (a ^ b)));
        let ones = ones - (ones >> 1 & PAIRS);
        let twos = twos - (twos >> 1 & PAIRS);
        let ones = (ones & FOURS) + (ones >> 2 & FOURS);
        let twos = (twos & FOURS) + (twos >> 2 & FOURS);
        // At most 4 + 2 × 4, which four bits hold.
        let sum = ones + 2 * twos;
        let sum = (sum & BYTES) + (sum >> 4 & BYTES);
        (sum.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
    }

    /// Returns the square of a set that has exactly one.
    #[inline]
    pub fn single(self) -> Option<Square> {
        let mut squares = self.into_iter();
        let first = squares.next()?;
        squares.next().is_none().then_some(first)
    }

    /// Returns the squares that are not in the other set.
    #[inline]
    pub const fn without(self, other: Bitboard) -> Bitboard {
        Bitboard([
            self.0[0] & !other.0[0],
            self.0[1] & !other.0[1],
            self.0[2] & !other.0[2],
        ])
    }

    /// Returns every square moved one rank inward; those of rank 6 are dropped.
    #[inline]
    pub(crate) const fn inward(self) -> Bitboard {
        let [a, b, c] = self.0;
        Bitboard([a << LANE, b << LANE | a >> LANE, c << LANE | b >> LANE])
    }

    /// Returns every square moved one file clockwise around its ring.
    #[inline]
    pub(crate) const fn clockwise(self) -> Bitboard {
        let [a, b, c] = self.0;
        const fn turned(word: u64) -> u64 {
            (word & !FILE_X) << 1 | (word & FILE_X) >> (FILES - 1)
        }
        Bitboard([turned(a), turned(b), turned(c)])
    }

    /// Returns every square moved one file counterclockwise around its ring.
    #[inline]
    pub(crate) const fn counterclockwise(self) -> Bitboard {
        let [a, b, c] = self.0;
        const fn turned(word: u64) -> u64 {
            (word & !FILE_A) >> 1 | (word & FILE_A) << (FILES - 1)
        }
        Bitboard([turned(a), turned(b), turned(c)])
    }
}

impl BitAnd for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn bitand(self, other: Bitboard) -> Bitboard {
        Bitboard([
            self.0[0] & other.0[0],
            self.0[1] & other.0[1],
            self.0[2] & other.0[2],
        ])
    }
}

impl BitOr for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn bitor(self, other: Bitboard) -> Bitboard {
        Bitboard([
            self.0[0] | other.0[0],
            self.0[1] | other.0[1],
            self.0[2] | other.0[2],
        ])
    }
}

impl BitXor for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn bitxor(self, other: Bitboard) -> Bitboard {
        Bitboard([
            self.0[0] ^ other.0[0],
            self.0[1] ^ other.0[1],
            self.0[2] ^ other.0[2],
        ])
    }
}

impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: Bitboard) {
        *self = *self | other;
    }
}

impl Not for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn not(self) -> Bitboard {
        Bitboard::ALL.without(self)
    }
}

/// Iterator over the squares of a [`Bitboard`], by index.
#[derive(Clone, Debug)]
pub struct Squares {
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
                return Some(Square::in_slot(
                    self.word * 64 + word.trailing_zeros() as usize,
                ));
            }
            self.word += 1;
        }
        None
    }

    /// Three plain loops, which `for_each` uses: much faster than calling `next` for every square.
    #[inline(always)]
    fn fold<B, F: FnMut(B, Square) -> B>(self, init: B, mut f: F) -> B {
        let mut folded = init;
        for (word, mut bits) in (0..).zip(self.words) {
            while bits != 0 {
                let slot = word * 64 + bits.trailing_zeros() as usize;
                folded = f(folded, Square::in_slot(slot));
                bits &= bits - 1;
            }
        }
        folded
    }
}

impl IntoIterator for Bitboard {
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

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, Bitboard::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_come_back_in_order() {
        let every: Vec<Square> = Square::all().collect();
        let board: Bitboard = every.iter().copied().collect();
        assert_eq!(board, Bitboard::ALL);
        assert_eq!(board.into_iter().collect::<Vec<_>>(), every);
        let mut folded = Vec::new();
        board.into_iter().for_each(|square| folded.push(square));
        assert_eq!(folded, every);
        for square in every {
            let one = Bitboard::of(square);
            assert_eq!(
                one,
                Bitboard::of_ring(square.rank() as usize - 1, 1 << square.file())
            );
            assert_eq!(one.single(), Some(square));
            assert_eq!((!one).single(), None);
        }
        assert_eq!(Bitboard::EMPTY.single(), None);
    }

    #[test]
    fn squares_are_counted() {
        let mut board = Bitboard::EMPTY;
        // Steps of 59 visit every square, since 59 and 144 have no common factor.
        for count in 0..Square::COUNT {
            assert_eq!(board.len() as usize, count);
            board.insert(Square::from_index(count * 59 % Square::COUNT).unwrap());
        }
        assert_eq!(board.len() as usize, Square::COUNT);
        assert!((!board).is_empty());
    }

    #[test]
    fn sets_move_as_their_squares_do() {
        for square in Square::all() {
            let (file, rank) = (i32::from(square.file()), i32::from(square.rank()));
            let one = Bitboard::of(square);
            let inward = (rank < 6).then(|| Square::wrapped(file, rank + 1));
            assert_eq!(one.inward().single(), inward);
            let clockwise = Square::wrapped(file + 1, rank);
            assert_eq!(one.clockwise(), Bitboard::of(clockwise));
            assert_eq!(Bitboard::of(clockwise).counterclockwise(), one);
        }
    }
}
