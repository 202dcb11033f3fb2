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
    bitboard::{Bitboard, RING},
    border::Border,
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
    /// The border whose moat a loop crosses, between places 0 and 1 or 10 and 11.
    loop_border: [Option<Border>; FILES as usize],
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

/// Returns the border whose moat a move between the two squares crosses, if it crosses one (rules
/// §3.1). The squares are a step or a knight's move apart.
pub(crate) const fn moat_between(a: Square, b: Square) -> Option<Border> {
    if (a.rank() != 1 && b.rank() != 1) || a.rank() + b.rank() > 4 {
        return None;
    }
    // A step or a knight's move along one file stays on one side.
    Border::between(a.file(), b.file())
}

impl LineTables {
    /// Returns the squares from one place of a line to a higher one, both included.
    #[inline]
    pub(crate) fn between(&self, place: LinePlace, low: usize, high: usize) -> Bitboard {
        self.between[place.row as usize + low * PLACES + high]
    }

    /// Returns the border whose moat the line crosses, if it is a loop that crosses one.
    pub(crate) fn border(&self, place: LinePlace) -> Option<Border> {
        let line = (place.line as usize).checked_sub(FILE_LINES)?;
        self.loop_border[line]
    }

    const fn new() -> LineTables {
        let nowhere = LinePlace {
            line: 0,
            place: 0,
            row: 0,
            below: 0,
            above: 0,
            lowest: 0,
            highest: 0,
        };
        const NONE: BySquare<Bitboard> = BySquare::of(Bitboard::EMPTY);
        let mut lines = LineTables {
            squares: [[A1; PLACES]; LINE_COUNT],
            places: BySquare::of([nowhere; 3]),
            between: [Bitboard::EMPTY; LINE_COUNT * PLACES * PLACES],
            turns: BySquare::of([0; LINE_COUNT]),
            loop_border: [None; FILES as usize],
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
        lines.lay_file_lines();
        lines.lay_loops();
        let mut index = 0;
        while index < Square::COUNT {
            if let Some(square) = Square::from_index(index) {
                lines.lay_steps(square);
                lines.lay_pawns(square);
                lines.lay_sight(square);
            }
            index += 1;
        }
        let mut index = 0;
        while index < Square::COUNT {
            if let Some(square) = Square::from_index(index) {
                lines.lay_near(square);
            }
            index += 1;
        }
        lines
    }

    const fn lay_file_lines(&mut self) {
        let mut line = 0;
        while line < FILE_LINES {
            let mut place = 0;
            while place < PLACES {
                self.squares[line][place] = if place < 6 {
                    Square::wrapped(line as i32, place as i32 + 1)
                } else {
                    Square::wrapped(line as i32 + 12, 12 - place as i32)
                };
                self.lay_place(line, place, 0, 0, LAST);
                place += 1;
            }
            self.lay_between(line);
            line += 1;
        }
    }

    const fn lay_loops(&mut self) {
        let mut file = 0;
        while file < FILES as usize {
            let line = FILE_LINES + file;
            let mut place = 0;
            while place < PLACES {
                // Inward (f + k, k + 1); through the centre to (f + 5 + 14, 6); outward (f + 13 + k, 12 - k).
                let (file, rank) = if place < 6 {
                    (file as i32 + place as i32, place as i32 + 1)
                } else {
                    (file as i32 + 13 + place as i32, 12 - place as i32)
                };
                self.squares[line][place] = Square::wrapped(file, rank);
                place += 1;
            }
            let squares = self.squares[line];
            let at_start = moat_between(squares[0], squares[1]);
            let at_end = moat_between(squares[10], squares[LAST]);
            self.loop_border[file] = if at_start.is_some() { at_start } else { at_end };
            let mut place = 0;
            while place < PLACES {
                let (mut low, mut high) = (0, LAST);
                if at_start.is_some() {
                    if place == 0 {
                        high = 0;
                    } else {
                        low = 1;
                    }
                }
                if at_end.is_some() {
                    if place == LAST {
                        low = LAST;
                    } else {
                        high = LAST - 1;
                    }
                }
                // A square further in than rank 1 lies on one loop leading inward clockwise and on
                // one leading outward; on rank 1 both are the ends of the same loop.
                self.lay_place(line, place, 1 + place / 6, low, high);
                place += 1;
            }
            self.lay_between(line);
            file += 1;
        }
    }

    const fn lay_place(&mut self, line: usize, place: usize, nth: usize, low: usize, high: usize) {
        let square = self.squares[line][place];
        let seen = ((2 << high) - 1) & !((1 << low) - 1);
        self.places.at_mut(square)[nth] = LinePlace {
            line: line as u8,
            place: place as u8,
            row: (line * PLACES * PLACES) as u16,
            below: seen & ((1 << place) - 1),
            above: seen & !((2 << place) - 1),
            lowest: 1 << low,
            highest: 1 << high,
        };
        self.turns.at_mut(square)[line] |= 1 << place;
    }

    const fn lay_between(&mut self, line: usize) {
        let mut low = 0;
        while low < PLACES {
            let mut set = Bitboard::EMPTY;
            let mut high = low;
            while high < PLACES {
                set.insert(self.squares[line][high]);
                self.between[(line * PLACES + low) * PLACES + high] = set;
                high += 1;
            }
            low += 1;
        }
    }

    /// Fills in how far a piece alone on the board sees along its lines.
    const fn lay_sight(&mut self, from: Square) {
        let ring = from.rank() as usize - 1;
        let around = if ring == 0 {
            0xff << (from.file() & !7)
        } else {
            RING
        };
        let mut straight = Bitboard::of_ring(ring, around);
        let mut diagonal = Bitboard::EMPTY;
        let mut nth = 0;
        while nth < 3 {
            let at = self.places.at(from)[nth];
            let mut place = 0;
            while place < PLACES {
                if (at.below | at.above) & 1 << place != 0 {
                    let seen = if nth == 0 {
                        &mut straight
                    } else {
                        &mut diagonal
                    };
                    seen.insert(self.squares[at.line as usize][place]);
                }
                place += 1;
            }
            nth += 1;
        }
        self.straight
            .set(from, straight.without(Bitboard::of(from)));
        self.diagonal
            .set(from, diagonal.without(Bitboard::of(from)));
    }

    /// Fills in the squares that kings, knights and pawns attack a square from. Steps of kings and
    /// knights lead back the way they came; pawns' captures do not.
    const fn lay_near(&mut self, to: Square) {
        let mut near = *self.king.at(to);
        let others = [
            self.knight.at(to),
            self.pawn_sources.at(to),
            self.crossed_sources.at(to),
        ];
        let mut nth = 0;
        while nth < others.len() {
            let mut word = 0;
            while word < near.0.len() {
                near.0[word] |= others[nth].0[word];
                word += 1;
            }
            nth += 1;
        }
        self.near.set(to, near);
    }

    const fn lay_steps(&mut self, from: Square) {
        let (file, rank) = (from.file() as i32, from.rank() as i32);
        // Kings (rules §2.4).
        let mut side = -1;
        while side <= 1 {
            if side != 0 {
                self.king_step(from, Square::wrapped(file + side, rank));
            }
            if rank > 1 {
                self.king_step(from, Square::wrapped(file + side, rank - 1));
            }
            if rank < 6 {
                self.king_step(from, Square::wrapped(file + side, rank + 1));
            } else {
                self.king_step(from, Square::wrapped(file + 12 + 2 * side, 6));
            }
            side += 1;
        }
        // Knights (rules §2.5).
        let mut side = -1;
        while side <= 1 {
            if side != 0 {
                let mut inward = -2;
                while inward <= 2 {
                    if inward != 0 {
                        let along = if inward == 1 || inward == -1 { 2 } else { 1 };
                        let to = rank + inward;
                        if 1 <= to && to <= 6 {
                            self.knight_step(from, Square::wrapped(file + side * along, to));
                        } else if to > 6 {
                            // Through the centre the ranks count down again: 7 means 6, and 8 means
                            // 5.
                            let across = file + 12 + side * along;
                            self.knight_step(from, Square::wrapped(across, 13 - to));
                        }
                    }
                    inward += 1;
                }
            }
            side += 1;
        }
    }

    const fn king_step(&mut self, from: Square, to: Square) {
        let table = if moat_between(from, to).is_some() {
            &mut self.king_crossing
        } else {
            &mut self.king
        };
        table.at_mut(from).insert(to);
    }

    const fn knight_step(&mut self, from: Square, to: Square) {
        let table = if moat_between(from, to).is_some() {
            &mut self.knight_crossing
        } else {
            &mut self.knight
        };
        table.at_mut(from).insert(to);
    }

    const fn lay_pawns(&mut self, from: Square) {
        let (file, rank) = (from.file() as i32, from.rank() as i32);
        let mut side = -1;
        while side <= 1 {
            if side != 0 {
                let inward = if rank < 6 {
                    Square::wrapped(file + side, rank + 1)
                } else {
                    Square::wrapped(file + 12 + 2 * side, 6)
                };
                // Ranks 2 and 3 have the creeks, and rank 1 has the moat (rules §3.7).
                if rank > 3 || Border::between(from.file(), inward.file()).is_none() {
                    self.pawn.at_mut(from).insert(inward);
                    self.pawn_sources.at_mut(inward).insert(from);
                }
                if rank > 1 {
                    let outward = Square::wrapped(file + side, rank - 1);
                    if moat_between(from, outward).is_none() {
                        self.crossed.at_mut(from).insert(outward);
                        self.crossed_sources.at_mut(outward).insert(from);
                    }
                }
            }
            side += 1;
        }
    }
}

impl LinePlace {
    /// Returns the places where the view along the line ends, downward and upward: at the first
    /// piece, or at the last place before a moat or the end of the line.
    #[inline]
    pub(crate) fn look(self, occupied: &Occupied) -> (usize, usize) {
        let occupied = occupied[self.line as usize];
        let below = u32::from(occupied & self.below | self.lowest);
        let above = u32::from(occupied & self.above | self.highest);
        // The added bits change nothing, since one bit is set anyway. They only tell the compiler
        // that it need not check for zero.
        let low = 31 - (below | 1).leading_zeros();
        let high = (above | 1 << PLACES).trailing_zeros();
        (low as usize, high as usize)
    }

    /// Returns the squares in sight along the line: up to and including the first piece each way,
    /// and the square itself.
    #[inline]
    pub(crate) fn seen(self, occupied: &Occupied) -> Bitboard {
        let (low, high) = self.look(occupied);
        LINES.between(self, low, high)
    }

    /// Returns the same place as it would be with every moat bridged.
    pub(crate) fn over_moats(self) -> LinePlace {
        let every = (1 << PLACES) - 1;
        LinePlace {
            below: every & ((1 << self.place) - 1),
            above: every & !((2 << self.place) - 1),
            lowest: 1,
            highest: 1 << LAST,
            ..self
        }
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
