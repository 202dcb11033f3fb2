//! Places of the squares of the round board in a picture.
//!
//! A picture is measured in *units*: it is 1,024 units wide, whatever its size in pixels. x grows
//! to the right, y downwards. Angles are in radians, clockwise as seen, from the bottom of the
//! board.

use std::f32::consts::TAU;

use rondel_rules::{Color, FILES, RANKS, Square};

/// Width of a picture in units.
pub(super) const WIDTH: f32 = 1024.0;
/// Height of a picture in units: the board, and above and below it some room for names.
pub(super) const HEIGHT: f32 = WIDTH + 2.0 * MARGIN;
/// Height of the room above the board, and of that below it.
const MARGIN: f32 = 36.0;
/// Radius of the outer edge of rank 1.
pub(super) const OUTER: f32 = 486.0;
/// Radius of the inner edge of rank 6, around the centre which is never occupied.
pub(super) const INNER: f32 = 174.0;
/// Radius of the rim, which carries the letters of the files.
pub(super) const RIM: f32 = 512.0;
/// Depth of a ring.
pub(super) const RING: f32 = (OUTER - INNER) / RANKS as f32;
/// The angle of a file.
pub(super) const FILE_ANGLE: f32 = TAU / FILES as f32;

/// Radius of the plate in the centre.
pub(super) const HUB: f32 = 126.0;

/// A place in a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Distance from the left edge.
    pub x: f32,
    /// Distance from the upper edge.
    pub y: f32,
}

impl Point {
    pub(super) const fn new(x: f32, y: f32) -> Point {
        Point { x, y }
    }
}

/// Returns the place that lies this far to the right and down from a point.
pub(super) fn offset(point: Point, x: f32, y: f32) -> Point {
    Point::new(point.x + x, point.y + y)
}

/// Middle of the board.
pub(super) const MIDDLE: Point = Point::new(WIDTH / 2.0, HEIGHT / 2.0);

/// Returns the place at an angle and a distance (in units) from the middle of the board.
pub(super) fn polar(angle: f32, distance: f32) -> Point {
    offset(MIDDLE, -distance * angle.sin(), distance * angle.cos())
}

/// Returns the distance between two places.
pub(super) fn distance(a: Point, b: Point) -> f32 {
    (a.x - b.x).hypot(a.y - b.y)
}

/// Returns the army in whose sector a file lies.
pub(super) fn sector_of(file: u8) -> Color {
    Color::ALL[usize::from(file / 8) % Color::ALL.len()]
}

/// The board as one seat sees it: that army's sector lies at the bottom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Geometry {
    seat: Color,
    mirrored: bool,
}

impl Geometry {
    /// Returns the board as this seat sees it.
    pub(super) const fn new(seat: Color, mirrored: bool) -> Geometry {
        Geometry { seat, mirrored }
    }

    /// Returns the angle at which a file begins, counted in files; 0.5 more is its middle. Takes
    /// any number.
    pub(super) fn angle(&self, file: f32) -> f32 {
        let angle = (file - self.first()) * FILE_ANGLE;
        if self.mirrored { -angle } else { angle }
    }

    /// Returns the angles between which files lie, from where one begins to where another does, the smaller
    /// angle first.
    pub(super) fn between(&self, first: f32, end: f32) -> (f32, f32) {
        let (one, other) = (self.angle(first), self.angle(end));
        (one.min(other), one.max(other))
    }

    /// Returns the angles between which a square lies.
    pub(super) fn angles(&self, square: Square) -> (f32, f32) {
        let file = f32::from(square.file());
        self.between(file, file + 1.0)
    }

    /// Returns the distances (in units) from the middle between which a rank lies, the inner one
    /// first.
    pub(super) fn distances(rank: u8) -> (f32, f32) {
        let outer = OUTER - RING * (f32::from(rank) - 1.0);
        (outer - RING, outer)
    }

    /// Returns the middle of a square.
    pub(super) fn centre(&self, square: Square) -> Point {
        let (inner, outer) = Geometry::distances(square.rank());
        let angle = self.angle(f32::from(square.file()) + 0.5);
        polar(angle, (inner + outer) / 2.0)
    }

    /// Returns the middle of an army's sector, as an angle between 0 and a full turn.
    pub(super) fn middle_of(&self, color: Color) -> f32 {
        self.angle(f32::from(color.first_file()) + 4.0)
            .rem_euclid(TAU)
    }

    /// Returns the file, counted as in [`Geometry::angle`], that begins at the very bottom.
    fn first(&self) -> f32 {
        f32::from(self.seat.first_file()) + 4.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_has_room_for_a_piece() {
        let board = Geometry::new(Color::White, false);
        let (one, next) = ("a6".parse().unwrap(), "b6".parse().unwrap());
        let (one, next) = (board.centre(one), board.centre(next));
        assert!((one.x - next.x).hypot(one.y - next.y) >= 52.0);
        const { assert!(RING >= 52.0) }
    }

    #[test]
    fn own_sector_lies_at_the_bottom_with_its_letters_from_right_to_left() {
        for seat in Color::ALL {
            let board = Geometry::new(seat, false);
            let first = board.centre(Square::new(seat.first_file(), 1).unwrap());
            let last = board.centre(Square::new(seat.first_file() + 7, 1).unwrap());
            assert!(first.x > last.x && first.y > 700.0 && last.y > 700.0);
            // The next army sits clockwise from here, at the upper left.
            let next = board.centre(Square::new(seat.next().first_file() + 4, 1).unwrap());
            assert!(next.x < 300.0 && next.y < 548.0);
        }
    }

    #[test]
    fn a_mirrored_board_has_its_letters_from_left_to_right_and_everything_else_alike() {
        for seat in Color::ALL {
            let (board, mirrored) = (Geometry::new(seat, false), Geometry::new(seat, true));
            for square in Square::all() {
                let (at, other) = (board.centre(square), mirrored.centre(square));
                assert!((at.x + other.x - WIDTH).abs() < 0.01 && (at.y - other.y).abs() < 0.01);
                let (start, end) = mirrored.angles(square);
                assert!(start < end);
            }
            for army in Color::ALL {
                let middles = [board, mirrored].map(|board| polar(board.middle_of(army), OUTER));
                assert!((middles[0].x + middles[1].x - WIDTH).abs() < 0.01, "{army}");
            }
        }
    }
}
