//! A picture of a board while its shapes are put together, with the signs that several of its layers
//! draw.

use std::mem;

use rondel_rules::Square;

use super::{
    BoardView, Caption, Captions, RenderError,
    geometry::{Point, distance, offset},
    plan::Plan,
    scene::Shape,
    theme::Ink,
};

/// The shapes of a view, layer by layer.
pub(super) struct Sketch<'a> {
    pub(super) view: &'a BoardView,
    pub(super) captions: &'a dyn Captions,
    pub(super) plan: Plan,
    pub(super) shapes: Vec<Shape>,
}

impl<'a> Sketch<'a> {
    /// Returns an empty sketch of a view.
    pub(super) fn new(view: &'a BoardView, captions: &'a dyn Captions) -> Sketch<'a> {
        Sketch {
            view,
            captions,
            plan: Plan::of(view),
            shapes: Vec::with_capacity(128),
        }
    }

    /// Returns the shapes of a layer that is finished, and begins the next.
    pub(super) fn take(&mut self) -> Vec<Shape> {
        mem::take(&mut self.shapes)
    }

    /// Returns true if a piece stands on a square.
    pub(super) fn is_taken(&self, square: Square) -> bool {
        self.view.position.piece_at(square).is_some()
    }

    /// Returns the text of a caption.
    pub(super) fn caption(&self, caption: Caption<'_>) -> String {
        self.captions.caption(caption)
    }

    /// Adds rings of these widths and colours, one laid over the other.
    pub(super) fn rings(&mut self, at: Point, radius: f32, scale: f32, coats: &[(f32, Ink)]) {
        let rings = coats
            .iter()
            .map(|(width, ink)| Shape::ring(at, radius * scale, width * scale, *ink));
        self.shapes.extend(rings);
    }

    /// Draws a disc within a seam, by the radii of both, with words of a size on it.
    pub(super) fn token(
        &mut self,
        (at, scale): (Point, f32),
        [seam, disc]: [f32; 2],
        ink: Ink,
        words: Option<(f32, &str)>,
    ) -> Result<(), RenderError> {
        self.shapes.push(Shape::disc(at, seam * scale, Ink::Edge));
        self.shapes.push(Shape::disc(at, disc * scale, ink));
        if let Some((size, text)) = words {
            let label = Shape::label(at, size * scale, Ink::Edge, text)?;
            self.shapes.push(label);
        }
        Ok(())
    }

    /// Draws a small disc with a number or sign.
    pub(super) fn badge(
        &mut self,
        spot: (Point, f32),
        text: &str,
        ink: Ink,
    ) -> Result<(), RenderError> {
        self.token(spot, [13.0, 11.0], ink, Some((22.0, text)))
    }

    /// Draws a line along squares that ends with the point of an arrow, `gap` before the middle of
    /// the last, for a piece of the usual size. If that square is not shown, the line leads out of
    /// the picture.
    pub(super) fn arrow(&mut self, path: &[Square], gap: f32, ink: Ink) {
        let goal = path.last().and_then(|goal| self.plan.spot(*goal));
        let scale = goal.map_or(1.0, |(_, scale)| scale);
        let mut lines = self.plan.trace(path);
        let last = lines.pop().unwrap_or_default();
        let last = match goal {
            Some(_) => pointed(last, gap * scale, scale),
            None => (last, None),
        };
        let lines = lines.into_iter().map(|line| (line, None)).chain([last]);
        // A colour alone is lost on some squares in grayscale: a light seam and a dark one carry it.
        let coats = [(4.5, Ink::Edge), (2.5, Ink::Rank), (0.0, ink)];
        for (points, head) in lines {
            for (grow, ink) in coats {
                if points.len() > 1 {
                    let width = (5.0 + 2.0 * grow) * scale;
                    self.shapes.push(Shape::line(points.clone(), width, ink));
                }
                if let Some(head) = &head {
                    let corners = head.grown(grow * 1.3 * scale);
                    self.shapes.push(Shape::polygon(corners, ink));
                }
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
        let Point { x, y } = self.along;
        Point {
            x: self.tip.x - x * by - y * aside,
            y: self.tip.y - y * by + x * aside,
        }
    }

    /// Returns its corners, with a seam of this width around it.
    fn grown(&self, grow: f32) -> [Point; 3] {
        let (long, wide) = (18.0 * self.scale + grow, 13.0 * self.scale + grow);
        [(-grow, 0.0), (long, wide), (long, -wide)].map(|(by, aside)| self.back(by, aside))
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
    let along = Point::new((end.x - before.x) / length, (end.y - before.y) / length);
    let tip = offset(goal, -along.x * (gap - scale), -along.y * (gap - scale));
    let head = Head { tip, along, scale };
    *end = head.back(13.0 * scale, 0.0);
    (points, Some(head))
}
