//! What changes from ply to ply: last moves, checks, pieces, and the panels.

use super::{
    BoardView, Captions, RenderError, geometry::Point, marks, panels, plan::Plan, scene::Shape,
    sector, theme::Ink,
};
use crate::rules::{CheckLine, Square};

/// Width and height of a piece's drawing on the board.
const PIECE: f32 = 57.0;
/// Radius of the ring around a king in check.
const DANGER: f32 = 27.5;

/// The shapes of everything but the bare board.
pub(super) fn shapes(view: &BoardView, captions: &dyn Captions) -> Result<Vec<Shape>, RenderError> {
    let plan = Plan::of(view);
    let position = &view.position;
    let checks = position.check_lines();
    let mut shapes = Vec::with_capacity(128);
    last_moves(view, &plan, &mut shapes);
    marks::beneath(view, &plan, &mut shapes);
    for line in &checks {
        check(&plan, line, &mut shapes);
    }
    for (square, piece) in position.pieces() {
        shapes.extend(plan.centre(square).map(|at| Shape::Sprite {
            at,
            size: PIECE * plan.scale(square),
            piece,
            dead: view.is_out(piece.color),
        }));
    }
    if !view.passing {
        numbers(view, &plan, &mut shapes)?;
    }
    marks::above(view, &plan, &mut shapes)?;
    for line in &checks {
        corner_badge(&plan, line.king, "!", Ink::Check, &mut shapes)?;
    }
    match plan {
        Plan::Round(board) => panels::centre(view, captions, &board, &checks, &mut shapes)?,
        Plan::Sector(_) => sector::centre(view, captions, &mut shapes)?,
    }
    panels::corners(view, captions, &mut shapes)?;
    Ok(shapes)
}

pub(super) fn offset(point: Point, x: f32, y: f32) -> Point {
    Point {
        x: point.x + x,
        y: point.y + y,
    }
}

/// Rings where moves began, frames where they ended, beneath the pieces.
fn last_moves(view: &BoardView, plan: &Plan, shapes: &mut Vec<Shape>) {
    // The latest is painted last, so that it stays whole where squares coincide.
    let mut latest: Vec<_> = view.marked_moves().enumerate().collect();
    latest.reverse();
    for (age, last) in latest {
        let width = 6.0 - age as f32;
        for (grow, ink) in [(4.0, Ink::Edge), (0.0, Ink::Last)] {
            let wide = |square| width * plan.scale(square).max(1.0) + grow;
            shapes.extend(plan.frame(last.to, 5.0, wide(last.to), ink));
            shapes.extend(plan.centre(last.from).map(|at| Shape::Ring {
                at,
                radius: 17.0 * plan.scale(last.from),
                width: wide(last.from),
                ink,
            }));
        }
    }
}

/// The numbers of the last moves, above the pieces: in the ring, and in a corner of the frame.
fn numbers(view: &BoardView, plan: &Plan, shapes: &mut Vec<Shape>) -> Result<(), RenderError> {
    for (age, last) in view.latest_moves().enumerate() {
        let number = (age + 1).to_string();
        if let Some(from) = plan.centre(last.from) {
            let scale = plan.scale(last.from);
            let taken = view.position.piece_at(last.from).is_some();
            let from = if taken {
                offset(from, -19.0 * scale, 19.0 * scale)
            } else {
                from
            };
            badge(from, scale, &number, Ink::Last, shapes)?;
        }
        corner_badge(plan, last.to, &number, Ink::Last, shapes)?;
    }
    Ok(())
}

/// A badge at the upper right of what stands on a square.
fn corner_badge(
    plan: &Plan,
    square: Square,
    text: &str,
    ink: Ink,
    shapes: &mut Vec<Shape>,
) -> Result<(), RenderError> {
    let Some(at) = plan.centre(square) else {
        return Ok(());
    };
    let scale = plan.scale(square);
    badge(
        offset(at, 19.0 * scale, -19.0 * scale),
        scale,
        text,
        ink,
        shapes,
    )
}

/// A small disc with a number or sign.
pub(super) fn badge(
    at: Point,
    scale: f32,
    text: &str,
    ink: Ink,
    shapes: &mut Vec<Shape>,
) -> Result<(), RenderError> {
    for (radius, ink) in [(13.0, Ink::Edge), (11.0, ink)] {
        let radius = radius * scale;
        shapes.push(Shape::Disc { at, radius, ink });
    }
    shapes.push(Shape::label(at, 22.0 * scale, Ink::Edge, text)?);
    Ok(())
}

/// The line of an attack on a king, and a ring around the king.
fn check(plan: &Plan, line: &CheckLine, shapes: &mut Vec<Shape>) {
    let scale = plan.scale(line.king);
    arrow(plan, &line.path, DANGER * scale, Ink::Check, shapes);
    let Some(king) = plan.centre(line.king) else {
        return;
    };
    for (width, ink) in [(11.0, Ink::Edge), (8.0, Ink::Rank), (4.0, Ink::Check)] {
        shapes.push(Shape::Ring {
            at: king,
            radius: DANGER * scale,
            width: width * scale,
            ink,
        });
    }
}

/// A line along squares that ends with the point of an arrow, `gap` before the middle of the last.
/// Where that is not shown, the line leads out of the picture.
pub(super) fn arrow(plan: &Plan, path: &[Square], gap: f32, ink: Ink, shapes: &mut Vec<Shape>) {
    let goal = path.last().filter(|goal| plan.centre(**goal).is_some());
    let scale = goal.map_or(1.0, |goal| plan.scale(*goal));
    let mut lines = plan.trace(path);
    let last = lines.pop().unwrap_or_default();
    let head = if goal.is_some() {
        pointed(last, gap, scale)
    } else {
        (last, None)
    };
    let lines = lines.into_iter().map(|line| (line, None)).chain([head]);
    // A colour alone is lost on some squares in grayscale: a light seam and a dark one carry it.
    let coats = [(4.5, Ink::Edge), (2.5, Ink::Rank), (0.0, ink)];
    for (points, head) in lines {
        for (grow, ink) in coats {
            if points.len() > 1 {
                shapes.push(Shape::Line {
                    points: points.clone(),
                    width: (5.0 + 2.0 * grow) * scale,
                    ink,
                });
            }
            if let Some(head) = &head {
                let points = head.grown(grow * 1.3 * scale);
                shapes.push(Shape::Polygon { points, ink });
            }
        }
    }
}

/// The point of an arrow.
struct Head {
    /// Its very end.
    tip: Point,
    /// The direction in which it points, of length 1.
    along: Point,
    scale: f32,
}

impl Head {
    /// The place so far back from the end, and so far to the side.
    fn back(&self, by: f32, aside: f32) -> Point {
        Point {
            x: self.tip.x - self.along.x * by - self.along.y * aside,
            y: self.tip.y - self.along.y * by + self.along.x * aside,
        }
    }

    /// Its corners, with a seam of this width around it.
    fn grown(&self, grow: f32) -> Vec<Point> {
        let (long, wide) = (18.0 * self.scale + grow, 13.0 * self.scale + grow);
        vec![
            self.back(-grow, 0.0),
            self.back(long, wide),
            self.back(long, -wide),
        ]
    }
}

/// A line that is cut so that an arrow's point fits between it and its last point, `gap` before that.
fn pointed(mut points: Vec<Point>, gap: f32, scale: f32) -> (Vec<Point>, Option<Head>) {
    let Some(goal) = points.last().copied() else {
        return (points, None);
    };
    while points.len() > 2 && distance(points[points.len() - 2], goal) < gap + 16.0 * scale {
        points.remove(points.len() - 2);
    }
    let [.., before, end] = points.as_mut_slice() else {
        return (points, None);
    };
    let length = distance(*before, *end).max(1.0);
    let along = Point {
        x: (end.x - before.x) / length,
        y: (end.y - before.y) / length,
    };
    let tip = offset(goal, -along.x * (gap - scale), -along.y * (gap - scale));
    let head = Head { tip, along, scale };
    *end = head.back(13.0 * scale, 0.0);
    (points, Some(head))
}

fn distance(a: Point, b: Point) -> f32 {
    (a.x - b.x).hypot(a.y - b.y)
}
