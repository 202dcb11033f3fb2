//! The figures of a picture, which change from ply to ply: last moves, checks, pieces, and the
//! panels.

use rondel_rules::{CheckLine, Square};

use super::{
    BoardView, Captions, RenderError, geometry::offset, scene::Shape, sketch::Sketch, theme::Ink,
};

/// Width and height of a piece's drawing on the board.
pub(super) const PIECE: f32 = 57.0;
/// Radius of the ring around a king in check.
const DANGER: f32 = 27.5;

/// The figures of a view, from bottom to top.
pub(super) struct Layers {
    /// Last moves, lines and checks, which lie beneath the pieces.
    pub(super) beneath: Vec<Shape>,
    /// The pieces.
    pub(super) pieces: Vec<Shape>,
    /// Numbers, goals and badges, and the plate in the centre.
    pub(super) above: Vec<Shape>,
    /// The panels of the players, which stand around the board.
    pub(super) panels: Vec<Shape>,
}

/// Returns the shapes of everything but the bare board.
pub(super) fn shapes(view: &BoardView, captions: &dyn Captions) -> Result<Vec<Shape>, RenderError> {
    let layers = layers(view, captions, Badges::Both)?;
    let mut shapes = layers.beneath;
    for layer in [layers.pieces, layers.above, layers.panels] {
        shapes.extend(layer);
    }
    Ok(shapes)
}

/// Where the numbers of the last moves stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Badges {
    /// At both ends of each.
    Both,
    /// Where it ended, as on a page, which shows how a piece goes there.
    Goals,
}

/// Returns the same, layer by layer.
pub(super) fn layers(
    view: &BoardView,
    captions: &dyn Captions,
    badges: Badges,
) -> Result<Layers, RenderError> {
    let mut sketch = Sketch::new(view, captions);
    let checks = view.attacks();
    sketch.last_moves();
    sketch.lines();
    for line in &checks {
        sketch.check(line);
    }
    let beneath = sketch.take();
    for (square, piece) in view.position.pieces() {
        let spot = sketch.plan.spot(square);
        sketch.shapes.extend(spot.map(|(at, scale)| Shape::Sprite {
            at,
            size: PIECE * scale,
            piece,
            dead: view.is_out(piece.color),
        }));
    }
    let pieces = sketch.take();
    sketch.covered_numbers()?;
    if !view.passing {
        sketch.numbers(badges)?;
    }
    sketch.goals()?;
    for line in &checks {
        sketch.corner_badge(line.king, "!", Ink::Check)?;
    }
    sketch.centre(&checks)?;
    let above = sketch.take();
    sketch.corners()?;
    Ok(Layers {
        beneath,
        pieces,
        above,
        panels: sketch.take(),
    })
}

impl Sketch<'_> {
    /// Marks the last moves beneath the pieces: rings where they began, frames where they ended.
    fn last_moves(&mut self) {
        // The latest is painted last, so that it stays whole where squares coincide.
        let most = if self.view.passing { 1 } else { 3 };
        let latest: Vec<_> = self.view.latest_moves().rev().take(most).collect();
        let plan = self.plan;
        for (age, (_, last)) in latest.into_iter().enumerate().rev() {
            let width = 6.0 - age as f32;
            for (grow, ink) in [(4.0, Ink::Edge), (0.0, Ink::Last)] {
                let wide = |square| width * plan.scale(square).max(1.0) + grow;
                let frame = plan.frame(last.to, 5.0, wide(last.to), ink);
                let ring = plan.spot(last.from).map(|(at, scale)| {
                    let width = wide(last.from);
                    Shape::ring(at, 17.0 * scale, width, ink)
                });
                self.shapes.extend(frame.into_iter().chain(ring));
            }
        }
    }

    /// Numbers the last moves in the order of play, above the pieces: in the ring, and in a corner of
    /// the frame.
    fn numbers(&mut self, badges: Badges) -> Result<(), RenderError> {
        for (number, last) in self.view.latest_moves().rev() {
            let number = number.to_string();
            let from = self.plan.spot(last.from);
            if let Some((at, scale)) = from.filter(|_| badges == Badges::Both) {
                let aside = if self.is_taken(last.from) { 19.0 } else { 0.0 };
                let at = offset(at, -aside * scale, aside * scale);
                self.badge((at, scale), &number, Ink::Last)?;
            }
            self.corner_badge(last.to, &number, Ink::Last)?;
        }
        Ok(())
    }

    /// Puts a badge at the upper right of a square's piece.
    fn corner_badge(&mut self, square: Square, text: &str, ink: Ink) -> Result<(), RenderError> {
        let Some((at, scale)) = self.plan.spot(square) else {
            return Ok(());
        };
        let corner = offset(at, 19.0 * scale, -19.0 * scale);
        self.badge((corner, scale), text, ink)
    }

    /// Draws the line of an attack on a king, and a ring around the king.
    fn check(&mut self, line: &CheckLine) {
        self.arrow(&line.path, DANGER, Ink::Check);
        if let Some((king, scale)) = self.plan.spot(line.king) {
            let coats = [(11.0, Ink::Edge), (8.0, Ink::Rank), (4.0, Ink::Check)];
            self.rings(king, DANGER, scale, &coats);
        }
    }
}
