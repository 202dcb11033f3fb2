//! The geometry of the board as tables, worked out at compile time (rules §2, §3).
//!
//! A sliding piece moves along rings, file lines and loops. A *file line* is a file together with
//! the file straight across the centre: 12 squares, place 0 on rank 1 of files a to l, place 11 on
//! rank 1 of the other. A *loop* is a diagonal circle: 11 squares that begin and end on the same
//! square of rank 1, which has places 0 and 11; places 1 to 5 lead inward clockwise, 6 to 10
//! outward.
//!
//! File lines and loops are alike, 12 places each, and numbered together: 0 to 11 are the file
//! lines, 12 to 35 the loops. Rings need no tables, since a ring is a run of bits in a bitboard.
//!
//! The tables are filled by `while` loops over plain numbers, since constant functions can use
//! neither iterators nor traits.

use super::{
    bitboard::Bitboard,
    border::Border,
    ray::{Direction, RayStep, moat_between},
    square::{BySquare, FILES, Square},
};

/// Number of places on a file line or a loop.
pub(crate) const PLACES: usize = 12;
/// The last place of a line.
const LAST: usize = PLACES - 1;
/// Number of lines through the centre along files.
const FILE_LINES: usize = 12;
/// Number of file lines and loops together.
pub(crate) const LINE_COUNT: usize = FILE_LINES + FILES as usize;

/// The occupied places of every line, a bit for each place. A square of rank 1 has both end places
/// of its loop.
pub(crate) type Occupied = [u16; LINE_COUNT];

/// The place of a square on a line, and how far one can see from there without crossing a moat.
#[derive(Clone, Copy)]
pub(crate) struct LinePlace {
    pub(crate) line: u8,
    pub(crate) place: u8,
    /// Start of the line's entries in [`LineTables::between`].
    row: u16,
    /// The lower places that can be seen if nothing is in the way.
    below: u16,
    /// The higher places that can be seen if nothing is in the way.
    above: u16,
    /// The lowest place that can be seen, possibly the square's own.
    lowest: u16,
    /// The highest place that can be seen, possibly the square's own.
    highest: u16,
}

/// The tables of the board's geometry.
pub(crate) struct LineTables {
    /// The squares of each line, by place.
    pub(crate) squares: [[Square; PLACES]; LINE_COUNT],
    /// The three places of a square: on its file line, on the loop that leads inward clockwise from
    /// it, and on the other loop. On rank 1 the latter two are the ends of one loop.
    pub(crate) places: BySquare<[LinePlace; 3]>,
    /// The squares between two places of a line, both included: by line, lower place and higher
    /// place.
    between: [Bitboard; LINE_COUNT * PLACES * PLACES],
    /// The places of a square, as the bits to flip when a piece arrives or leaves.
    pub(crate) turns: BySquare<Occupied>,
    /// The border whose moat a line crosses, between places 0 and 1 or 10 and 11 of a loop.
    pub(crate) borders: [Option<Border>; LINE_COUNT],
    /// The other squares of the ring and the file line, up to the first moat.
    pub(crate) straight: BySquare<Bitboard>,
    /// The other squares of the loops, up to the first moat.
    pub(crate) diagonal: BySquare<Bitboard>,
    /// Steps that cross no moat, then those that do.
    pub(crate) king: BySquare<Bitboard>,
    pub(crate) king_crossing: BySquare<Bitboard>,
    pub(crate) knight: BySquare<Bitboard>,
    pub(crate) knight_crossing: BySquare<Bitboard>,
    /// Squares that a pawn captures on before it has been through the centre, creeks considered.
    pub(crate) pawn: BySquare<Bitboard>,
    /// Squares from which such a pawn captures on a square.
    pub(crate) pawn_sources: BySquare<Bitboard>,
    /// Squares that a crossed pawn captures on, moats considered.
    pub(crate) crossed: BySquare<Bitboard>,
    /// Squares from which a crossed pawn captures on a square.
    pub(crate) crossed_sources: BySquare<Bitboard>,
    /// Squares from which any king, knight or pawn could attack a square.
    pub(crate) near: BySquare<Bitboard>,
}

/// The tables, worked out at compile time.
pub(crate) static LINES: LineTables = LineTables::new();

const A1: Square = Square::wrapped(0, 1);

impl LineTables {
    /// Returns the squares from one place of a line to a higher one, both included.
    #[inline]
    pub(crate) fn between(&self, place: LinePlace, low: usize, high: usize) -> Bitboard {
        self.between[place.row as usize + low * PLACES + high]
    }

    const fn new() -> LineTables {
        let nowhere = LinePlace::of(0, 0, 0, 0);
        const NONE: BySquare<Bitboard> = BySquare::of(Bitboard::EMPTY);
        let mut lines = LineTables {
            squares: [[A1; PLACES]; LINE_COUNT],
            places: BySquare::of([nowhere; 3]),
            between: [Bitboard::EMPTY; LINE_COUNT * PLACES * PLACES],
            turns: BySquare::of([0; LINE_COUNT]),
            borders: [None; LINE_COUNT],
            straight: NONE,
            diagonal: NONE,
            king: NONE,
            king_crossing: NONE,
            knight: NONE,
            knight_crossing: NONE,
            pawn: NONE,
            pawn_sources: NONE,
            crossed: NONE,
            crossed_sources: NONE,
            near: NONE,
        };
        let mut line = 0;
        while line < LINE_COUNT {
            let (file, direction) = if line < FILE_LINES {
                (line, Direction::Inward)
            } else {
                (line - FILE_LINES, Direction::InwardClockwise)
            };
            lines.lay_line(line, Square::wrapped(file as i32, 1), direction);
            line += 1;
        }
        let mut index = 0;
        while index < Square::COUNT {
            if let Some(square) = Square::from_index(index) {
                lines.lay_rays(square);
                lines.lay_knight(square);
            }
            index += 1;
        }
        lines
    }

    /// Lays a file line or a loop along the ray from its place 0.
    const fn lay_line(&mut self, line: usize, from: Square, direction: Direction) {
        self.squares[line][0] = from;
        // The last place before a moat. No line crosses two.
        let mut shore = LAST;
        let (mut ray, mut place) = (from.ray(direction), 1);
        while let Some(step) = ray.step() {
            self.squares[line][place] = step.to;
            if step.moat.is_some() {
                shore = place - 1;
                self.borders[line] = step.moat;
            }
            place += 1;
        }
        let mut place = 0;
        while place < PLACES {
            if place <= shore {
                self.lay_place(line, place, 0, shore);
            } else {
                self.lay_place(line, place, shore + 1, LAST);
            }
            place += 1;
        }
    }

    /// Fills in a place of a line, from which the places `low` to `high` can be seen.
    const fn lay_place(&mut self, line: usize, place: usize, low: usize, high: usize) {
        let square = self.squares[line][place];
        // A square further in than rank 1 lies on one loop leading inward clockwise and on one
        // leading outward; on rank 1 both are the ends of the same loop.
        let nth = if line < FILE_LINES { 0 } else { 1 + place / 6 };
        let at = LinePlace::of(line, place, low, high);
        self.places.at_mut(square)[nth] = at;
        self.turns.at_mut(square)[line] |= 1 << place;
        let (mut set, mut to) = (Bitboard::EMPTY, place);
        while to < PLACES {
            set.insert(self.squares[line][to]);
            self.between[at.row as usize + place * PLACES + to] = set;
            to += 1;
        }
    }

    /// Fills in all that follows from the rays of a square: its sight, and the steps of kings and
    /// pawns.
    const fn lay_rays(&mut self, from: Square) {
        let mut nth = 0;
        while nth < Direction::ALL.len() {
            let direction = Direction::ALL[nth];
            if let Some(first) = from.ray(direction).step() {
                self.lay_steps(from, first, direction);
            }
            let mut ray = from.ray(direction);
            while let Some(step) = ray.step() {
                if step.moat.is_some() {
                    break;
                }
                if step.to.slot() != from.slot() {
                    let sight = if direction.is_diagonal() {
                        &mut self.diagonal
                    } else {
                        &mut self.straight
                    };
                    sight.at_mut(from).insert(step.to);
                }
            }
            nth += 1;
        }
    }

    /// Fills in a king's step (rules §2.4), and a pawn's capture if it is one. A pawn captures only
    /// where a king could step without crossing a moat.
    const fn lay_steps(&mut self, from: Square, step: RayStep, direction: Direction) {
        let to = step.to;
        if step.moat.is_some() {
            self.king_crossing.at_mut(from).insert(to);
        } else {
            self.king.at_mut(from).insert(to);
            self.near.at_mut(to).insert(from);
        }
        if !direction.is_diagonal() {
            return;
        }
        if direction.steps().1 > 0 {
            // Ranks 2 and 3 have the creeks, and rank 1 has the moat (rules §3.7).
            if from.rank() > 3 || Border::between(from.file(), to.file()).is_none() {
                self.pawn.at_mut(from).insert(to);
                self.pawn_sources.at_mut(to).insert(from);
            }
        } else if step.moat.is_none() {
            self.crossed.at_mut(from).insert(to);
            self.crossed_sources.at_mut(to).insert(from);
        }
    }

    /// Fills in the moves of a knight (rules §2.5).
    const fn lay_knight(&mut self, from: Square) {
        let (file, rank) = (from.file() as i32, from.rank() as i32);
        let mut nth = 0;
        while nth < LEAPS.len() {
            let (along, inward) = LEAPS[nth];
            let to = rank + inward;
            nth += 1;
            if to < 1 {
                continue;
            }
            let to = if to <= 6 {
                Square::wrapped(file + along, to)
            } else {
                // Through the centre the ranks count down again: 7 means 6, and 8 means 5.
                Square::wrapped(file + 12 + along, 13 - to)
            };
            if moat_between(from, to).is_some() {
                self.knight_crossing.at_mut(from).insert(to);
            } else {
                self.knight.at_mut(from).insert(to);
                self.near.at_mut(to).insert(from);
            }
        }
    }
}

/// The files and ranks of a knight's moves.
const LEAPS: [(i32, i32); 8] = [
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
    (1, -2),
    (2, -1),
    (2, 1),
    (1, 2),
];

impl LinePlace {
    /// Returns a place of a line, from which the places `low` to `high` can be seen.
    const fn of(line: usize, place: usize, low: usize, high: usize) -> LinePlace {
        let seen = ((2 << high) - 1) & !((1 << low) - 1);
        LinePlace {
            line: line as u8,
            place: place as u8,
            row: (line * PLACES * PLACES) as u16,
            below: seen & ((1 << place) - 1),
            above: seen & !((2 << place) - 1),
            lowest: 1 << low,
            highest: 1 << high,
        }
    }

    /// Returns the squares in sight along the line: up to and including the first piece each way,
    /// and the square itself.
    #[inline]
    pub(crate) fn seen(self, occupied: &Occupied) -> Bitboard {
        // Where the view ends, downward and upward: at the first piece, or at the last place before
        // a moat or the end of the line.
        let occupied = occupied[self.line as usize];
        let below = u32::from(occupied & self.below | self.lowest);
        let above = u32::from(occupied & self.above | self.highest);
        // The added bits change nothing, since one bit is set anyway. They only tell the compiler
        // that it need not check for zero.
        let low = 31 - (below | 1).leading_zeros();
        let high = (above | 1 << PLACES).trailing_zeros();
        LINES.between(self, low as usize, high as usize)
    }

    /// Returns the same place as it would be with every moat bridged.
    pub(crate) fn over_moats(self) -> LinePlace {
        LinePlace::of(self.line as usize, self.place as usize, 0, LAST)
    }

    /// Returns true if the other place is on the same line and can be seen when nothing is in the
    /// way.
    #[inline]
    pub(crate) fn sees(self, other: LinePlace) -> bool {
        self.line == other.line && (self.below | self.above) & 1 << other.place != 0
    }

    /// Returns the squares between this place and another one of the same line, both left out.
    #[inline]
    pub(crate) fn path(self, other: LinePlace) -> Bitboard {
        let low = self.place.min(other.place) as usize + 1;
        let high = self.place.max(other.place) as usize;
        if low < high {
            LINES.between(self, low, high - 1)
        } else {
            Bitboard::EMPTY
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(name: &str) -> Square {
        name.parse().unwrap()
    }

    fn names(set: Bitboard) -> String {
        set.into_iter()
            .map(|square| square.to_string())
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn every_square_lies_on_a_file_line_and_two_loops() {
        for square in Square::all() {
            let places = LINES.places[square];
            for at in places {
                let squares = LINES.squares[at.line as usize];
                assert_eq!(squares[at.place as usize], square);
            }
            let [file, a, b] = places.map(|at| at.line);
            assert!(file < 12 && a >= 12 && b >= 12);
            assert_eq!(a == b, square.rank() == 1);
        }
    }

    #[test]
    fn steps_through_the_centre() {
        assert_eq!(names(LINES.king[square("a6")]), "a5 b5 x5 b6 k6 m6 o6 x6");
        assert_eq!(names(LINES.knight[square("a6")]), "b4 x4 c5 l5 n5 w5 k6 o6");
        assert_eq!(names(LINES.pawn[square("a6")]), "k6 o6");
    }

    #[test]
    fn steps_across_moats_are_apart() {
        assert_eq!(names(LINES.king_crossing[square("a1")]), "x1 x2");
        assert_eq!(names(LINES.king_crossing[square("x2")]), "a1");
        assert_eq!(names(LINES.knight_crossing[square("b1")]), "x2");
        assert_eq!(names(LINES.knight_crossing[square("a3")]), "x1");
        assert_eq!(names(LINES.crossed[square("i2")]), "j1");
        assert_eq!(names(LINES.pawn[square("h3")]), "g4");
        assert_eq!(names(LINES.pawn[square("h4")]), "g5 i5");
    }
}
