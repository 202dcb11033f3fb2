//! Places of the squares of a view in its picture: on the round board, or in one army's sector,
//! unrolled and large.
//!
//! A sector is shown as a strip: its eight files side by side, which nearly doubles them, the first
//! two files of its neighbours narrower next to them, rank 1 at the bottom and the centre above.
//! Lines from further away enter at the sides, and lines through the centre from above.

use rondel_rules::{Border, Color, FILES, RANKS, Square};

use super::{
    BoardView,
    geometry::{Geometry, Point, WIDTH, offset, polar},
    scene::{Outline, Scene, Shape},
    theme::Ink,
};

/// Width of a file of the neighbours of a sector that is shown large.
const BESIDE: f32 = 54.0;
/// Width of a border between files, with its water and the numbers of ranks.
const BORDER: f32 = 36.0;
/// Width of its own files.
const OWN: f32 = (WIDTH - 4.0 * BESIDE - 2.0 * BORDER) / 8.0;
/// Depth of its ranks.
const DEPTH: f32 = 112.0;
/// Upper edge of the centre, which lies above the sector.
pub(super) const CENTRE: f32 = 100.0;
/// Upper edge of its rank 6.
pub(super) const TOP: f32 = 232.0;
/// Lower edge of its rank 1, and upper edge of its rim.
pub(super) const BOTTOM: f32 = TOP + RANKS as f32 * DEPTH;
/// Lower edge of its rim.
pub(super) const RIM: f32 = BOTTOM + 48.0;

/// A plan of the board: it turns squares into places in the picture.
#[derive(Clone, Copy, Debug)]
pub(super) enum Plan {
    /// On the whole board.
    Round(Geometry),
    /// In an army's sector, unrolled.
    Sector(Strip),
}

/// An army's sector as a strip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Strip {
    seat: Color,
    mirrored: bool,
}

impl Plan {
    /// Returns the plan of a view.
    pub(super) fn of(view: &BoardView) -> Plan {
        match view.zoom {
            None => Plan::Round(Geometry::new(view.seat, view.mirrored)),
            Some(seat) => Plan::Sector(Strip {
                seat,
                mirrored: view.mirrored,
            }),
        }
    }

    /// Returns the middle of a square; `None` if it is not shown.
    pub(super) fn centre(&self, square: Square) -> Option<Point> {
        match self {
            Plan::Round(board) => Some(board.centre(square)),
            Plan::Sector(strip) => {
                let across = strip.across_to(square);
                is_shown(across).then(|| Point::new(strip.x(across), y(square.rank())))
            }
        }
    }

    /// Returns the scale of a square's piece: 1 on the round board.
    pub(super) fn scale(&self, square: Square) -> f32 {
        match self {
            Plan::Round(_) => 1.0,
            Plan::Sector(strip) if strip.is_own(square) => 1.6,
            Plan::Sector(_) => 0.94,
        }
    }

    /// Returns the middle of a square with the scale of its piece; `None` if it is not shown.
    pub(super) fn spot(&self, square: Square) -> Option<(Point, f32)> {
        Some((self.centre(square)?, self.scale(square)))
    }

    /// Draws a line along the edge of a square, `inset` within it; `None` if it is not shown.
    pub(super) fn frame(&self, square: Square, inset: f32, width: f32, ink: Ink) -> Option<Shape> {
        match self {
            Plan::Round(board) => {
                let (start, end) = board.angles(square);
                let (inner, outer) = Geometry::distances(square.rank());
                let turn = inset / inner;
                let outline = Outline::Part {
                    angles: (start + turn, end - turn),
                    distances: (inner + inset, outer - inset),
                };
                Some(Shape::drawn(outline, Some(width), ink))
            }
            Plan::Sector(strip) => {
                let (middle, scale) = self.spot(square)?;
                let inset = inset * scale.max(1.0);
                let wide = if strip.is_own(square) { OWN } else { BESIDE };
                let half = wide / 2.0 - inset;
                let high = DEPTH / 2.0 - inset;
                let corners = [(half, high), (-half, high), (-half, -high), (half, -high)];
                let corners = corners.map(|(x, y)| offset(middle, x, y));
                // The corner where it begins is passed twice, so that it is whole.
                let around = corners.into_iter().cycle().take(corners.len() + 2);
                Some(Shape::line(around.collect::<Vec<_>>(), width, ink))
            }
        }
    }

    /// Returns the lines through squares, each next to the one before it, across the centre or a
    /// leap away. On the round board it is one line, which bends with the rings; in a sector its
    /// parts that are shown.
    pub(super) fn trace(&self, path: &[Square]) -> Vec<Vec<Point>> {
        match self {
            Plan::Round(board) => vec![trace_round(board, path)],
            Plan::Sector(strip) => trace_sector(*strip, path),
        }
    }
}

impl Strip {
    /// Returns the strip of a sector that a scene shows.
    pub(super) const fn of(scene: &Scene) -> Strip {
        Strip {
            seat: scene.seat,
            mirrored: scene.mirrored,
        }
    }

    /// Returns the rectangle of a square: left, top, right, bottom; `None` if it is not shown.
    pub(super) fn cell(&self, square: Square) -> Option<[f32; 4]> {
        let across = self.across_to(square);
        let (one, other) = (self.x(across + 0.5), self.x(across - 0.5));
        let middle = y(square.rank());
        is_shown(across).then_some([
            one.min(other),
            middle - DEPTH / 2.0,
            one.max(other),
            middle + DEPTH / 2.0,
        ])
    }

    /// Returns the x of a border between armies; `None` for the one that is not shown.
    pub(super) fn border(&self, border: Border) -> Option<f32> {
        let across = self.across(f32::from(border.lower_file()) + 1.0);
        (across.abs() < 5.0).then(|| self.x(across))
    }

    /// Returns the number of files clockwise from the middle of the sector to a place, from -12 up to 12. Files
    /// are counted as in [`Geometry::angle`].
    fn across(&self, file: f32) -> f32 {
        let files = f32::from(FILES);
        let middle = f32::from(self.seat.first_file()) + 4.0;
        (file - middle + files / 2.0).rem_euclid(files) - files / 2.0
    }

    /// Returns the x of a place that lies `across` files clockwise from the middle of the sector: to
    /// the left, as on the round board, or to the right if that is mirrored.
    fn x(&self, across: f32) -> f32 {
        let (own, beyond) = (across.abs().min(4.0), (across.abs() - 4.0).max(0.0));
        let border = if across.abs() < 4.0 {
            0.0
        } else if beyond > 0.0 {
            BORDER
        } else {
            BORDER / 2.0
        };
        let aside = across.signum() * (own * OWN + border + beyond * BESIDE);
        WIDTH / 2.0 + if self.mirrored { aside } else { -aside }
    }

    /// Returns the number of files clockwise from the middle of the sector to that of a square.
    fn across_to(&self, square: Square) -> f32 {
        self.across(f32::from(square.file()) + 0.5)
    }

    /// Returns true if a square lies in the sector.
    fn is_own(&self, square: Square) -> bool {
        self.across_to(square).abs() < 4.0
    }
}

/// Returns the y of the middle of a rank.
pub(super) fn y(rank: u8) -> f32 {
    BOTTOM - (f32::from(rank) - 0.5) * DEPTH
}

fn is_shown(across: f32) -> bool {
    across.abs() < 6.0
}

/// Returns the turn from a file to another one, the shorter way around.
fn turn(from: Square, to: Square) -> f32 {
    let files = f32::from(FILES);
    let turn = f32::from(to.file()) - f32::from(from.file());
    (turn + files / 2.0).rem_euclid(files) - files / 2.0
}

fn trace_round(board: &Geometry, path: &[Square]) -> Vec<Point> {
    const STEPS: u8 = 4;
    let place = |square: Square| {
        let (inner, outer) = Geometry::distances(square.rank());
        (f32::from(square.file()) + 0.5, (inner + outer) / 2.0)
    };
    let mut points: Vec<Point> = path
        .iter()
        .take(1)
        .map(|square| board.centre(*square))
        .collect();
    for step in path.windows(2) {
        let &[from, to] = step else { continue };
        let ((file, out), (_, next_out)) = (place(from), place(to));
        let turn = turn(from, to);
        if turn.abs() <= 1.0 && from.rank().abs_diff(to.rank()) <= 1 {
            for part in 1..STEPS {
                let part = f32::from(part) / f32::from(STEPS);
                let angle = board.angle(file + turn * part);
                points.push(polar(angle, out + (next_out - out) * part));
            }
        }
        points.push(board.centre(to));
    }
    points
}

fn trace_sector(strip: Strip, path: &[Square]) -> Vec<Vec<Point>> {
    /// Files from the middle up to which lines are drawn: beyond those that are shown, so that a
    /// line runs out of the picture.
    const BEYOND: f32 = 7.0;
    /// Steps of more files than a knight leaps pass through the centre.
    const LEAP: f32 = 3.0;
    let place = |across: f32, square: Square| Point::new(strip.x(across), y(square.rank()));
    let above = |across: f32| Point::new(strip.x(across), CENTRE);
    let mut lines: Vec<Vec<Point>> = Vec::new();
    // Where the line that is being drawn has come to.
    let mut end: Option<Square> = None;
    for step in path.windows(2) {
        let &[from, to] = step else { continue };
        let [start, goal] = [from, to].map(|square| strip.across_to(square));
        let turn = turn(from, to);
        let mut draw = |points: Vec<Point>, goes_on: bool| {
            match lines.last_mut().filter(|_| end == Some(from)) {
                Some(line) => line.extend(points.into_iter().skip(1)),
                None => lines.push(points),
            }
            end = goes_on.then_some(to);
        };
        if turn.abs() > LEAP {
            if is_shown(start) {
                draw(vec![place(start, from), above(start)], false);
            }
            if is_shown(goal) {
                lines.push(vec![above(goal), place(goal, to)]);
                end = Some(to);
            }
        } else if start.abs() < BEYOND && (start + turn).abs() < BEYOND {
            draw(vec![place(start, from), place(start + turn, to)], true);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sector_and_two_files_beside_it_are_shown_and_its_own_files_larger() {
        for color in Color::ALL {
            let strip = Strip {
                seat: color,
                mirrored: false,
            };
            let (plan, round) = (
                Plan::Sector(strip),
                Plan::Round(Geometry::new(color, false)),
            );
            let mut shown = 0;
            for square in Square::all() {
                let files = f32::from(square.file()) - f32::from(color.first_file());
                let beside = (files + 2.0).rem_euclid(24.0);
                assert_eq!(plan.centre(square).is_some(), beside < 12.0, "{square}");
                let Some(at) = plan.centre(square) else {
                    assert!(plan.frame(square, 5.0, 6.0, Ink::Last).is_none());
                    continue;
                };
                shown += 1;
                assert!((0.0..WIDTH).contains(&at.x) && (TOP..BOTTOM).contains(&at.y));
                let [left, top, right, bottom] = strip.cell(square).unwrap();
                assert!(left < at.x && at.x < right && top < at.y && at.y < bottom);
                let own = (0.0..8.0).contains(&files);
                assert_eq!(plan.scale(square) >= 1.6, own, "{square}");
                assert!(right - left >= if own { OWN } else { BESIDE });
                // To the left is to the left on the round board as well, in the sector itself.
                let next = Square::new((square.file() + 1) % FILES, square.rank()).unwrap();
                if let Some(next_at) = plan.centre(next) {
                    assert!(next_at.x < at.x);
                    let left = round.centre(next).unwrap().x < round.centre(square).unwrap().x;
                    assert!(left || !own || next.file() == color.first_file() + 8);
                }
            }
            assert_eq!(shown, 72);
        }
    }

    #[test]
    fn lines_leave_a_sector_at_its_sides_and_through_the_centre() {
        let squares = |names: &str| {
            let squares = names.split(' ').map(|name| name.parse().unwrap());
            squares.collect::<Vec<Square>>()
        };
        let plan = Plan::Sector(Strip {
            seat: Color::White,
            mirrored: false,
        });
        let at = |name: &str| plan.centre(name.parse().unwrap()).unwrap();
        // Out at one side, around the board, and in at the other.
        let ring: String = ('d'..='x').map(|file| format!("{file}4 ")).collect();
        let lines = plan.trace(&squares(&(ring + "a4 b4")));
        let [left, right] = lines.as_slice() else {
            panic!("{lines:?}");
        };
        assert_eq!((left[0], right.last()), (at("d4"), Some(&at("b4"))));
        let far = left.last().unwrap().x;
        assert!(far <= 0.0 && right[0].x >= WIDTH, "{lines:?}");
        // Up into the centre, whatever lies beyond it.
        let lines = plan.trace(&squares("d4 d5 d6 p6 p5"));
        let top = Point {
            y: CENTRE,
            ..at("d6")
        };
        assert_eq!(lines, [vec![at("d4"), at("d5"), at("d6"), top]]);
        // Down from it.
        let lines = plan.trace(&squares("p5 p6 d6 d5"));
        assert_eq!(lines, [vec![top, at("d6"), at("d5")]]);
        // Both ends of a line through it can be seen.
        let lines = plan.trace(&squares("w5 x6 j6 i5"));
        assert_eq!(lines.iter().map(Vec::len).collect::<Vec<_>>(), [3, 3]);
        assert_eq!((lines[0][0], lines[1][2]), (at("w5"), at("i5")));
        // What is elsewhere is not drawn.
        assert_eq!(plan.trace(&squares("o4 o5 o6")), [] as [Vec<Point>; 0]);
        let leap = plan.trace(&squares("d4 f5"));
        assert_eq!(leap, [vec![at("d4"), at("f5")]]);
    }
}
