//! Signs that several layers of a picture draw: badges, arrows, lines over the plate in the centre.

use super::{
    RenderError,
    geometry::{Geometry, HUB, Point, offset},
    plan::Plan,
    scene::Shape,
    theme::Ink,
};
use crate::rules::{FILES, RANKS, Square};

/// Draws a small disc with a number or sign.
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

/// Returns the part of a line that passes over the plate in the centre: a thin line beneath the
/// words.
pub(super) fn across(board: &Geometry, path: &[Square], ink: Ink) -> Option<Shape> {
    let step = path.windows(2).find(|step| {
        let turn = step[0].file().abs_diff(step[1].file());
        step[0].rank() == RANKS && step[1].rank() == RANKS && (2..=FILES - 2).contains(&turn)
    })?;
    let (from, to) = (board.centre(step[0]), board.centre(step[1]));
    // Where the chord enters the plate, as parts of its length: the same from either end.
    let middle = board.middle();
    let halfway = Point {
        x: (from.x + to.x) / 2.0,
        y: (from.y + to.y) / 2.0,
    };
    let away = (halfway.x - middle.x).hypot(halfway.y - middle.y);
    let length = (to.x - from.x).hypot(to.y - from.y);
    let inside = ((HUB - 6.0).powi(2) - away * away).max(0.0).sqrt() / length;
    let at = |part: f32| offset(halfway, (to.x - from.x) * part, (to.y - from.y) * part);
    Some(Shape::Line {
        points: vec![at(-inside), at(inside)],
        width: 4.0,
        ink,
    })
}

/// Draws a line along squares that ends with the point of an arrow, `gap` before the middle of the
/// last. If that square is not shown, the line leads out of the picture.
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
    /// Returns the place this far back from the tip, and this far to the side.
    fn back(&self, by: f32, aside: f32) -> Point {
        Point {
            x: self.tip.x - self.along.x * by - self.along.y * aside,
            y: self.tip.y - self.along.y * by + self.along.x * aside,
        }
    }

    /// Returns its corners, with a seam of this width around it.
    fn grown(&self, grow: f32) -> Vec<Point> {
        let (long, wide) = (18.0 * self.scale + grow, 13.0 * self.scale + grow);
        vec![
            self.back(-grow, 0.0),
            self.back(long, wide),
            self.back(long, -wide),
        ]
    }
}

/// Cuts a line so that an arrow's point fits between it and its last point, `gap` before that.
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
