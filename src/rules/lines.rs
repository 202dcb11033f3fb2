//! The geometry of the board as tables, worked out at compile time (rules §2, §3).
//!
//! A sliding piece moves along rings, file lines and loops. A *file line* is a file with the one
//! straight across the centre: 12 squares, place 0 on rank 1 of files a to l, place 11 on rank 1
//! of the other. A *loop* is a diagonal circle: 11 squares that begin and end on the same square
//! of rank 1, which has places 0 and 11; places 1 to 5 lead inward clockwise, 6 to 10 outward.

use super::{
    border::Border,
    mask::Mask,
    square::{FILES, Square},
};

/// Places on a file line or a loop.
pub(crate) const PLACES: usize = 12;
/// The last place.
pub(crate) const LAST: u32 = 11;

/// Where a square lies on a loop, and how far one may look from there without crossing a moat.
#[derive(Clone, Copy)]
pub(crate) struct LoopPlace {
    pub(crate) line: u8,
    pub(crate) place: u8,
    /// The lowest place that can be seen when the moat is left alone.
    pub(crate) low: u8,
    /// The highest place that can be seen when the moat is left alone.
    pub(crate) high: u8,
}

/// Where a square lies on its file line.
#[derive(Clone, Copy)]
pub(crate) struct FilePlace {
    pub(crate) line: u8,
    pub(crate) place: u8,
}

/// Squares between two places of a line, both included: `[low][high]`.
type Between = [[Mask; PLACES]; PLACES];

/// All tables.
pub(crate) struct Lines {
    pub(crate) file_places: [FilePlace; Square::COUNT],
    pub(crate) file_squares: [[Square; PLACES]; 12],
    pub(crate) file_between: [Between; 12],
    pub(crate) loop_places: [[LoopPlace; 2]; Square::COUNT],
    pub(crate) loop_squares: [[Square; PLACES]; 24],
    pub(crate) loop_between: [Between; 24],
    /// The border whose moat a loop crosses, between places 0 and 1 or 10 and 11.
    pub(crate) loop_border: [Option<Border>; 24],
    /// Steps that cross no moat, and those that do.
    pub(crate) king: [Mask; Square::COUNT],
    pub(crate) king_crossing: [Mask; Square::COUNT],
    pub(crate) knight: [Mask; Square::COUNT],
    pub(crate) knight_crossing: [Mask; Square::COUNT],
    /// Where a pawn that has not been through the centre captures, creeks observed.
    pub(crate) pawn: [Mask; Square::COUNT],
    /// From where such a pawn captures on a square.
    pub(crate) pawn_sources: [Mask; Square::COUNT],
    /// Where a crossed pawn captures, moats observed.
    pub(crate) crossed: [Mask; Square::COUNT],
    /// From where a crossed pawn captures on a square.
    pub(crate) crossed_sources: [Mask; Square::COUNT],
}

/// The tables.
pub(crate) static LINES: Lines = Lines::new();

const A1: Square = Square::wrapped(0, 1);

/// The border whose moat lies between two squares that are a step or a knight's move apart, if
/// moving between them crosses one (rules §3.1).
pub(crate) const fn moat_between(a: Square, b: Square) -> Option<Border> {
    if (a.rank() != 1 && b.rank() != 1) || a.rank() + b.rank() > 4 {
        return None;
    }
    // A step or a knight's move along one file never lies on two sides.
    Border::between(a.file(), b.file())
}

impl Lines {
    const fn new() -> Lines {
        let none = FilePlace { line: 0, place: 0 };
        let nowhere = LoopPlace {
            line: 0,
            place: 0,
            low: 0,
            high: LAST as u8,
        };
        let mut lines = Lines {
            file_places: [none; Square::COUNT],
            file_squares: [[A1; PLACES]; 12],
            file_between: [[[Mask::EMPTY; PLACES]; PLACES]; 12],
            loop_places: [[nowhere; 2]; Square::COUNT],
            loop_squares: [[A1; PLACES]; 24],
            loop_between: [[[Mask::EMPTY; PLACES]; PLACES]; 24],
            loop_border: [None; 24],
            king: [Mask::EMPTY; Square::COUNT],
            king_crossing: [Mask::EMPTY; Square::COUNT],
            knight: [Mask::EMPTY; Square::COUNT],
            knight_crossing: [Mask::EMPTY; Square::COUNT],
            pawn: [Mask::EMPTY; Square::COUNT],
            pawn_sources: [Mask::EMPTY; Square::COUNT],
            crossed: [Mask::EMPTY; Square::COUNT],
            crossed_sources: [Mask::EMPTY; Square::COUNT],
        };
        lines.lay_file_lines();
        lines.lay_loops();
        let mut index = 0;
        while index < Square::COUNT {
            if let Some(square) = Square::from_index(index) {
                lines.lay_steps(square);
                lines.lay_pawns(square);
            }
            index += 1;
        }
        lines
    }

    const fn lay_file_lines(&mut self) {
        let mut line = 0;
        while line < 12 {
            let mut place = 0;
            while place < PLACES {
                let square = if place < 6 {
                    Square::wrapped(line as i32, place as i32 + 1)
                } else {
                    Square::wrapped(line as i32 + 12, 12 - place as i32)
                };
                self.file_squares[line][place] = square;
                self.file_places[square.index()] = FilePlace {
                    line: line as u8,
                    place: place as u8,
                };
                place += 1;
            }
            self.file_between[line] = between(&self.file_squares[line]);
            line += 1;
        }
    }

    const fn lay_loops(&mut self) {
        let mut line = 0;
        while line < FILES as usize {
            let mut place = 0;
            while place < PLACES {
                // Inward (f + k, k + 1); through the centre to (f + 5 + 14, 6); outward (f + 13 + k, 12 - k).
                let (file, rank) = if place < 6 {
                    (line as i32 + place as i32, place as i32 + 1)
                } else {
                    (line as i32 + 13 + place as i32, 12 - place as i32)
                };
                self.loop_squares[line][place] = Square::wrapped(file, rank);
                place += 1;
            }
            let squares = self.loop_squares[line];
            let at_start = moat_between(squares[0], squares[1]);
            let at_end = moat_between(squares[10], squares[11]);
            self.loop_border[line] = if at_start.is_some() { at_start } else { at_end };
            let mut place = 0;
            while place < PLACES {
                let (mut low, mut high) = (0, LAST as u8);
                if at_start.is_some() {
                    if place == 0 {
                        high = 0;
                    } else {
                        low = 1;
                    }
                }
                if at_end.is_some() {
                    if place == 11 {
                        low = 11;
                    } else {
                        high = 10;
                    }
                }
                // A square further in than rank 1 lies on one loop leading inward clockwise and
                // on one leading outward; on rank 1 both are the two ends of the same loop.
                self.loop_places[squares[place].index()][place / 6] = LoopPlace {
                    line: line as u8,
                    place: place as u8,
                    low,
                    high,
                };
                place += 1;
            }
            self.loop_between[line] = between(&squares);
            line += 1;
        }
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
                            // Through the centre the ranks count down again: 7 is 6, 8 is 5.
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
        table[from.index()].insert(to);
    }

    const fn knight_step(&mut self, from: Square, to: Square) {
        let table = if moat_between(from, to).is_some() {
            &mut self.knight_crossing
        } else {
            &mut self.knight
        };
        table[from.index()].insert(to);
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
                // Creeks lie on ranks 2 and 3, and rank 1 has the moat (rules §3.7).
                if rank > 3 || Border::between(from.file(), inward.file()).is_none() {
                    self.pawn[from.index()].insert(inward);
                    self.pawn_sources[inward.index()].insert(from);
                }
                if rank > 1 {
                    let outward = Square::wrapped(file + side, rank - 1);
                    if moat_between(from, outward).is_none() {
                        self.crossed[from.index()].insert(outward);
                        self.crossed_sources[outward.index()].insert(from);
                    }
                }
            }
            side += 1;
        }
    }
}

const fn between(squares: &[Square; PLACES]) -> Between {
    let mut table = [[Mask::EMPTY; PLACES]; PLACES];
    let mut low = 0;
    while low < PLACES {
        let mut mask = Mask::EMPTY;
        let mut high = low;
        while high < PLACES {
            mask = mask.with(squares[high]);
            table[low][high] = mask;
            high += 1;
        }
        low += 1;
    }
    table
}

/// The places at which a look from `place` along an occupied line ends, downward and upward: the
/// first piece or the end of the line.
#[inline]
pub(crate) const fn look(occupied: u32, place: u32) -> (u32, u32) {
    let below = (occupied & ((1 << place) - 1)) | 1;
    let above = (occupied & !((2 << place) - 1)) | 1 << LAST;
    (31 - below.leading_zeros(), above.trailing_zeros())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(name: &str) -> Square {
        name.parse().unwrap()
    }

    fn names(mask: Mask) -> String {
        mask.into_iter()
            .map(|square| square.to_string())
            .collect::<Vec<_>>()
            .join(" ")
    }

    #[test]
    fn every_square_lies_on_a_file_line_and_two_loops() {
        for square in Square::all() {
            let place = LINES.file_places[square.index()];
            assert_eq!(
                LINES.file_squares[place.line as usize][place.place as usize],
                square
            );
            let loops = LINES.loop_places[square.index()];
            for place in loops {
                assert_eq!(
                    LINES.loop_squares[place.line as usize][place.place as usize],
                    square
                );
            }
            assert_eq!(loops[0].line == loops[1].line, square.rank() == 1);
        }
    }

    #[test]
    fn steps_through_the_centre() {
        assert_eq!(
            names(LINES.king[square("a6").index()]),
            "a5 b5 x5 b6 k6 m6 o6 x6"
        );
        assert_eq!(
            names(LINES.knight[square("a6").index()]),
            "b4 x4 c5 l5 n5 w5 k6 o6"
        );
        assert_eq!(names(LINES.pawn[square("a6").index()]), "k6 o6");
    }

    #[test]
    fn steps_across_moats_are_apart() {
        assert_eq!(names(LINES.king_crossing[square("a1").index()]), "x1 x2");
        assert_eq!(names(LINES.king_crossing[square("x2").index()]), "a1");
        assert_eq!(names(LINES.knight_crossing[square("b1").index()]), "x2");
        assert_eq!(names(LINES.knight_crossing[square("a3").index()]), "x1");
        assert_eq!(names(LINES.crossed[square("i2").index()]), "j1");
        assert_eq!(names(LINES.pawn[square("h3").index()]), "g4");
        assert_eq!(names(LINES.pawn[square("h4").index()]), "g5 i5");
    }
}
