//! What changes from ply to ply: last moves, checks, pieces, and the panels.

use super::{
    BoardView, BoardWords, RenderError,
    geometry::{Geometry, Point},
    marks, panels,
    scene::Shape,
    theme::Ink,
};
use crate::rules::{CheckLine, Square};

/// Width and height of a piece's drawing on the board.
const PIECE: f32 = 57.0;
/// Radius of the ring around a king in check.
const DANGER: f32 = 27.5;

/// The shapes of everything but the bare board.
pub(super) fn shapes(view: &BoardView, words: &BoardWords) -> Result<Vec<Shape>, RenderError> {
    let board = Geometry::new(view.seat);
    let position = &view.position;
    let checks = position.check_lines();
    let mut shapes = Vec::with_capacity(128);
    last_moves(view, &board, &mut shapes);
    marks::beneath(view, &board, &mut shapes);
    for line in &checks {
        check(&board, line, &mut shapes);
    }
    for (square, piece) in position.pieces() {
        shapes.push(Shape::Sprite {
            at: board.centre(square),
            size: PIECE,
            piece,
            dead: view.is_out(piece.color),
        });
    }
    if !view.passing {
        numbers(view, &board, &mut shapes)?;
    }
    marks::above(view, &board, &mut shapes)?;
    for line in &checks {
        let king = board.centre(line.king);
        badge(offset(king, 19.0, -19.0), "!", Ink::Check, &mut shapes)?;
    }
    panels::centre(view, words, &board, &checks, &mut shapes)?;
    panels::corners(view, words, &mut shapes)?;
    Ok(shapes)
}

pub(super) fn offset(point: Point, x: f32, y: f32) -> Point {
    Point {
        x: point.x + x,
        y: point.y + y,
    }
}

/// Rings where moves began, frames where they ended, beneath the pieces.
fn last_moves(view: &BoardView, board: &Geometry, shapes: &mut Vec<Shape>) {
    // The latest is painted last, so that it stays whole where squares coincide.
    let mut latest: Vec<_> = view.marked_moves().enumerate().collect();
    latest.reverse();
    for (age, last) in latest {
        let (start, end) = board.angles(last.to);
        let (inner, outer) = Geometry::distances(last.to.rank());
        let width = 6.0 - age as f32;
        let inset = 5.0;
        let turn = inset / inner;
        for (width, ink) in [(width + 4.0, Ink::Edge), (width, Ink::Last)] {
            shapes.push(Shape::Frame {
                angles: (start + turn, end - turn),
                distances: (inner + inset, outer - inset),
                width,
                ink,
            });
            shapes.push(Shape::Ring {
                at: board.centre(last.from),
                radius: 17.0,
                width,
                ink,
            });
        }
    }
}

/// The numbers of the last moves, above the pieces: in the ring, and in a corner of the frame.
fn numbers(view: &BoardView, board: &Geometry, shapes: &mut Vec<Shape>) -> Result<(), RenderError> {
    for (age, last) in view.latest_moves().enumerate() {
        let number = (age + 1).to_string();
        let from = board.centre(last.from);
        let taken = view.position.piece_at(last.from).is_some();
        let from = if taken {
            offset(from, -19.0, 19.0)
        } else {
            from
        };
        badge(from, &number, Ink::Last, shapes)?;
        badge(
            offset(board.centre(last.to), 19.0, -19.0),
            &number,
            Ink::Last,
            shapes,
        )?;
    }
    Ok(())
}

/// A small disc with a number or sign.
pub(super) fn badge(
    at: Point,
    text: &str,
    ink: Ink,
    shapes: &mut Vec<Shape>,
) -> Result<(), RenderError> {
    for (radius, ink) in [(13.0, Ink::Edge), (11.0, ink)] {
        shapes.push(Shape::Disc { at, radius, ink });
    }
    shapes.push(Shape::label(at, 22.0, Ink::Edge, text)?);
    Ok(())
}

/// The line of an attack on a king, and a ring around the king.
fn check(board: &Geometry, line: &CheckLine, shapes: &mut Vec<Shape>) {
    let king = board.centre(line.king);
    arrow(board, &line.path, DANGER, Ink::Check, shapes);
    for (width, ink) in [(11.0, Ink::Edge), (8.0, Ink::Rank), (4.0, Ink::Check)] {
        shapes.push(Shape::Ring {
            at: king,
            radius: DANGER,
            width,
            ink,
        });
    }
}

/// A line along squares that ends with the point of an arrow, `gap` before the middle of the last.
pub(super) fn arrow(
    board: &Geometry,
    path: &[Square],
    gap: f32,
    ink: Ink,
    shapes: &mut Vec<Shape>,
) {
    let mut points = trace(board, path);
    let Some(goal) = points.last().copied() else {
        return;
    };
    while points.len() > 2 && distance(points[points.len() - 2], goal) < gap + 16.0 {
        points.remove(points.len() - 2);
    }
    if let [.., before, end] = points.as_mut_slice() {
        let length = distance(*before, *end).max(1.0);
        let along = Point {
            x: (end.x - before.x) / length,
            y: (end.y - before.y) / length,
        };
        let back = |by: f32, aside: f32| Point {
            x: goal.x - along.x * by - along.y * aside,
            y: goal.y - along.y * by + along.x * aside,
        };
        *end = back(gap + 12.0, 0.0);
        let arrow = |grow: f32| {
            vec![
                back(gap - 1.0 - grow, 0.0),
                back(gap + 17.0 + grow, 13.0 + grow),
                back(gap + 17.0 + grow, -13.0 - grow),
            ]
        };
        // A colour alone is lost on some squares in grayscale: a light seam and a dark one carry it.
        let coats = [(4.5, Ink::Edge), (2.5, Ink::Rank), (0.0, ink)];
        for (grow, ink, head) in coats.map(|(grow, ink)| (grow, ink, arrow(grow * 1.3))) {
            shapes.push(Shape::Line {
                points: points.clone(),
                width: 5.0 + 2.0 * grow,
                ink,
            });
            shapes.push(Shape::Polygon { points: head, ink });
        }
    }
}

/// A line through squares that bends with the rings, and goes straight across the centre and as a
/// knight leaps.
pub(super) fn trace(board: &Geometry, path: &[Square]) -> Vec<Point> {
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
        let ((file, out), (next_file, next_out)) = (place(from), place(to));
        // The shorter way around.
        let turn = (next_file - file + 12.0).rem_euclid(24.0) - 12.0;
        if turn.abs() <= 1.0 && from.rank().abs_diff(to.rank()) <= 1 {
            for part in 1..STEPS {
                let part = f32::from(part) / f32::from(STEPS);
                let angle = board.angle(file + turn * part);
                points.push(board.polar(angle, out + (next_out - out) * part));
            }
        }
        points.push(board.centre(to));
    }
    points
}

fn distance(a: Point, b: Point) -> f32 {
    (a.x - b.x).hypot(a.y - b.y)
}
