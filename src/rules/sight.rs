//! Lines of sight from a square, and the pieces that bear on it.

use std::collections::BTreeSet;

use super::{
    border::Border,
    color::Color,
    moves::Move,
    position::Position,
    ray::{Direction, moat_between},
    role::{Piece, Role},
    square::Square,
};

/// One thing a line passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    /// An empty square.
    Square(Square),
    /// The centre (rules §1.5).
    Centre,
    /// A moat that is bridged.
    Bridge(Border),
}

/// The thing at the end of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// The first piece on the line, and its square.
    Piece(Square, Piece),
    /// The edge of the board.
    Edge,
    /// A moat that is not bridged.
    Moat(Border),
    /// The square it started from: the whole line is empty.
    Start,
}

/// A line of sight: all that lies on it, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sight {
    /// The squares, bridges and centre it passes, nearest first.
    pub passed: Vec<Passed>,
    /// The thing it ends at.
    pub end: LineEnd,
}

impl Square {
    /// Returns the squares on all lines of a piece of this role here, whatever stands in the way: empty for a
    /// knight.
    ///
    /// ```
    /// use rondel_rules::{Role, Square};
    ///
    /// let a1: Square = "a1".parse().unwrap();
    /// assert_eq!(a1.lines_of(Role::Rook).len(), 33);
    /// assert!(a1.lines_of(Role::Knight).is_empty());
    /// ```
    #[must_use]
    pub fn lines_of(self, role: Role) -> BTreeSet<Square> {
        let lines = Direction::ALL
            .into_iter()
            .filter(|direction| direction.is_of(role));
        let passed = lines.flat_map(|direction| self.ray(direction).map(|step| step.to));
        passed.filter(|square| *square != self).collect()
    }

    /// Returns the squares to which a king's step leads from here on an empty board without water.
    ///
    /// ```
    /// use rondel_rules::Square;
    ///
    /// let a1: Square = "a1".parse().unwrap();
    /// let beside: Vec<String> = a1.neighbors().iter().map(Square::to_string).collect();
    /// assert_eq!(beside, ["b1", "x1", "a2", "b2", "x2"]);
    /// ```
    #[must_use]
    pub fn neighbors(self) -> BTreeSet<Square> {
        let steps = Direction::ALL
            .into_iter()
            .filter_map(|direction| self.ray(direction).next());
        steps.map(|step| step.to).collect()
    }
}

impl Position {
    /// Returns the line that leads from a square in a direction, as far as a piece there could
    /// slide: to the first piece, the edge, or a moat that is not bridged.
    ///
    /// ```
    /// use rondel_rules::{Direction, LineEnd, Passed, Position};
    ///
    /// let start = Position::start();
    /// let line = start.sight("e5".parse().unwrap(), Direction::Inward);
    /// let passed: Vec<String> = line.passed.iter().map(|passed| format!("{passed:?}")).collect();
    /// assert_eq!(passed, ["Square(e6)", "Centre", "Square(q6)", "Square(q5)", "Square(q4)", "Square(q3)"]);
    /// assert!(matches!(line.end, LineEnd::Piece(square, _) if square.to_string() == "q2"));
    /// ```
    #[must_use]
    pub fn sight(&self, from: Square, direction: Direction) -> Sight {
        let mut passed = Vec::new();
        let mut end = LineEnd::Edge;
        for step in from.ray(direction) {
            if step.centre {
                passed.push(Passed::Centre);
            }
            if let Some(border) = step.moat {
                if !self.is_bridged(border) {
                    end = LineEnd::Moat(border);
                    break;
                }
                passed.push(Passed::Bridge(border));
            }
            if step.to == from {
                end = LineEnd::Start;
            } else if let Some(piece) = self.piece_at(step.to) {
                end = LineEnd::Piece(step.to, piece);
                break;
            } else {
                passed.push(Passed::Square(step.to));
            }
        }
        Sight { passed, end }
    }

    /// Returns the lines that lead from a square, each with its direction. One that comes back to the
    /// square is there once, though it leads around both ways.
    #[must_use]
    pub fn sights(&self, from: Square) -> Vec<(Direction, Sight)> {
        use Direction::{Counterclockwise, InwardCounterclockwise};
        let all = Direction::ALL.map(|direction| (direction, self.sight(from, direction)));
        let is_again = |(direction, sight): &(Direction, Sight)| {
            // Only rings and loops come back, and clockwise they are there already.
            let back = matches!(direction, Counterclockwise | InwardCounterclockwise);
            back && sight.end == LineEnd::Start
        };
        all.into_iter().filter(|one| !is_again(one)).collect()
    }

    /// Returns the squares on a line, with the one that it begins on, and with that of the piece
    /// that ends it.
    #[must_use]
    pub fn line(&self, from: Square, direction: Direction) -> Vec<Square> {
        let sight = self.sight(from, direction);
        let passed = sight.passed.iter().filter_map(|passed| match passed {
            Passed::Square(square) => Some(*square),
            Passed::Centre | Passed::Bridge(_) => None,
        });
        let end = match sight.end {
            LineEnd::Piece(square, _) => Some(square),
            LineEnd::Start => Some(from),
            LineEnd::Edge | LineEnd::Moat(_) => None,
        };
        std::iter::once(from).chain(passed).chain(end).collect()
    }

    /// Returns the squares over which a piece moves or attacks, with both ends: those of the
    /// shortest line on which it can, or else, as of a leap, the two ends.
    #[must_use]
    pub fn squares_of(&self, mv: Move) -> Vec<Square> {
        let piece = self.piece_at(mv.from);
        let lines = Direction::ALL.into_iter().filter_map(|direction| {
            piece.filter(|piece| direction.is_of(piece.role))?;
            let mut squares = self.line(mv.from, direction);
            let end = squares.iter().skip(1).position(|at| *at == mv.to)?;
            squares.truncate(end + 2);
            Some(squares)
        });
        let shortest = lines.min_by_key(Vec::len);
        shortest.unwrap_or_else(|| vec![mv.from, mv.to])
    }

    /// Returns the pieces of an army that attack a square, or guard it if it holds a piece of their
    /// own (rules §4.1). An army out of the game attacks nothing.
    #[must_use]
    pub fn bearing_on(&self, square: Square, army: Color) -> Vec<Square> {
        if !self.in_play().contains(army) {
            return Vec::new();
        }
        let by = self.board.of_color(army);
        self.board.attackers(square, by).into_iter().collect()
    }
}

/// The bridge and the centre, if the plainest way of a piece to a square passes them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Way {
    pub(crate) bridge: Option<Border>,
    pub(crate) centre: bool,
}

impl Way {
    /// Returns the plainest way of the piece on `from` to `to`.
    pub(crate) fn of(position: &Position, from: Square, to: Square) -> Way {
        let slides = |piece: &Piece| matches!(piece.role, Role::Queen | Role::Rook | Role::Bishop);
        let slider = position.piece_at(from).filter(slides);
        let ways = Direction::ALL.into_iter().filter_map(|direction| {
            slider.filter(|piece| direction.is_of(piece.role))?;
            position.sight(from, direction).way_to(to)
        });
        ways.min().unwrap_or_else(|| {
            // A step or a knight's move. If it changes 8 to 16 files, it passes the centre.
            let apart = from.file().abs_diff(to.file());
            Way {
                bridge: moat_between(from, to),
                centre: (8..=16).contains(&apart),
            }
        })
    }
}

impl Sight {
    fn way_to(&self, to: Square) -> Option<Way> {
        let mut way = Way::default();
        for passed in &self.passed {
            match passed {
                Passed::Square(square) if *square == to => return Some(way),
                Passed::Square(_) => {}
                Passed::Centre => way.centre = true,
                Passed::Bridge(border) => way.bridge = Some(*border),
            }
        }
        matches!(self.end, LineEnd::Piece(square, _) if square == to).then_some(way)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(name: &str) -> Square {
        name.parse().unwrap()
    }

    fn said(position: &Position, from: &str, direction: Direction) -> String {
        let sight = position.sight(square(from), direction);
        let passed = sight.passed.iter().map(|passed| match passed {
            Passed::Square(square) => square.to_string(),
            Passed::Centre => String::from("*"),
            Passed::Bridge(border) => border.to_string(),
        });
        let end = match sight.end {
            LineEnd::Piece(square, _) => format!("on {square}"),
            LineEnd::Edge => String::from("edge"),
            LineEnd::Moat(border) => format!("moat {border}"),
            LineEnd::Start => String::from("start"),
        };
        passed.chain([end]).collect::<Vec<_>>().join(" ")
    }

    const BARE: &str = "24/24/24/24/24/wK7gK7bK7 w wgb - - - 0 0";

    #[test]
    fn lines_lead_where_the_rules_say() {
        let bare: Position = BARE.parse().unwrap();
        let bridged: Position = BARE.replace(" - - -", " xh - -").parse().unwrap();
        for (position, from, direction, want) in [
            (&bare, "e4", Direction::Inward, "e5 e6 * on q6"),
            (
                &bare,
                "f4",
                Direction::Inward,
                "f5 f6 * r6 r5 r4 r3 r2 r1 edge",
            ),
            (&bare, "f4", Direction::Outward, "f3 f2 f1 edge"),
            (&bare, "f1", Direction::Clockwise, "g1 h1 moat h|i"),
            (
                &bridged,
                "f1",
                Direction::Clockwise,
                "g1 h1 h|i i1 j1 k1 l1 m1 n1 o1 p1 moat p|q",
            ),
            (&bare, "b1", Direction::Counterclockwise, "a1 moat x|a"),
            (&bare, "g6", Direction::Clockwise, "h6 on i6"),
            (&bare, "g2", Direction::OutwardClockwise, "h1 edge"),
            (&bare, "h2", Direction::OutwardClockwise, "moat h|i"),
            (&bridged, "h2", Direction::OutwardClockwise, "h|i i1 edge"),
            // A circle: both directions from rank 1 come back.
            (
                &bare,
                "c1",
                Direction::InwardClockwise,
                "d2 e3 f4 g5 h6 * v6 w5 x4 a3 b2 start",
            ),
            (
                &bare,
                "c1",
                Direction::InwardCounterclockwise,
                "b2 a3 x4 w5 v6 * h6 g5 f4 e3 d2 start",
            ),
            (
                &bare,
                "b2",
                Direction::InwardClockwise,
                "c3 d4 e5 f6 * t6 u5 v4 w3 x2 moat x|a",
            ),
        ] {
            assert_eq!(
                said(position, from, direction),
                want,
                "{from} {direction:?}"
            );
        }
    }

    #[test]
    fn a_line_that_comes_back_is_there_once() {
        let bare: Position = BARE.parse().unwrap();
        let whole = |from: &str| {
            let sights = bare.sights(square(from)).into_iter();
            let whole = sights.filter(|(_, sight)| sight.end == LineEnd::Start);
            whole.map(|(direction, _)| direction).collect::<Vec<_>>()
        };
        assert_eq!(whole("c1"), [Direction::InwardClockwise]);
        assert_eq!(whole("b2"), [Direction::Clockwise]);
        assert_eq!(whole("a1"), []);
        assert_eq!(bare.sights(square("c1")).len(), 7);
    }

    #[test]
    fn moves_lead_over_the_squares_of_the_shortest_line() {
        let way = |position: &Position, mv: &str| -> Vec<String> {
            let squares = position.squares_of(mv.parse().unwrap());
            squares.iter().map(Square::to_string).collect()
        };
        let line = "24/24/1wR22/4wN19/24/wK7gK7bK7 w wgb - - - 0 0";
        let position: Position = line.parse().unwrap();
        assert_eq!(way(&position, "b3d3"), ["b3", "c3", "d3"]);
        assert_eq!(way(&position, "b3x3"), ["b3", "a3", "x3"]);
        assert_eq!(way(&position, "e4f6"), ["e4", "f6"]);
    }

    #[test]
    fn what_bears_on_a_square_is_what_attacks_it() {
        let position = Position::start();
        for target in Square::all() {
            for army in Color::ALL {
                let bearing = position.bearing_on(target, army);
                let slow: Vec<Square> = position
                    .pieces()
                    .filter(|(from, piece)| piece.color == army && *from != target)
                    .filter(|(from, piece)| {
                        position.board.targets(piece.role, *from).contains(target)
                    })
                    .map(|(from, _)| from)
                    .collect();
                assert_eq!(bearing, slow, "{target} {army:?}");
            }
        }
    }
}
