//! Marks of a picture that explains: squares to which pieces may go, lines, and moves that are
//! barred.

use std::mem;

use rondel_rules::Square;

use super::{
    Mark, RenderError,
    geometry::{Point, offset},
    scene::Shape,
    sketch::Sketch,
    theme::Ink,
};

/// Radius of a dot on an empty square.
const DOT: f32 = 12.0;
/// Radius of the ring around what may be taken.
const PREY: f32 = 26.0;
/// Radius of a disc with a number in the middle of an empty square.
const NUMBERED: f32 = 17.0;
/// Radius of the ring around the piece that was chosen.
const CHOSEN: f32 = 28.0;
/// Half the width of the cross on a square that is barred.
const CROSS: f32 = 13.0;

impl Sketch<'_> {
    /// Draws the lines of the marks, which lie beneath the pieces.
    pub(super) fn lines(&mut self) {
        for (at, mark) in self.view.marks.iter().enumerate() {
            match mark {
                Mark::Reach { .. } => {}
                Mark::Numbered { from, .. } => {
                    if let Some(spot) = self.plan.spot(*from) {
                        self.encircle(spot, CHOSEN);
                    }
                }
                Mark::Way { squares } if is_closed(squares) => self.line(squares, Ink::Guide),
                Mark::Way { squares } => {
                    let gap = if self.number(at).is_some() {
                        NUMBERED
                    } else if squares.last().is_some_and(|end| self.is_taken(*end)) {
                        PREY
                    } else {
                        0.0
                    };
                    self.arrow(squares, gap, Ink::Guide);
                }
                Mark::Barred { squares } => self.line(squares, Ink::Check),
            }
        }
    }

    /// Draws the dots, rings, numbers and crosses of the marks, which lie above the pieces.
    pub(super) fn goals(&mut self) -> Result<(), RenderError> {
        for (at, mark) in self.view.marks.iter().enumerate() {
            let number = self.number(at);
            match mark {
                Mark::Reach { from, to } => {
                    if let (Some(number), Some(spot)) = (&number, self.plan.spot(*from)) {
                        self.upper_left(spot, number)?;
                    }
                    for square in to {
                        self.goal(*square, number.as_deref())?;
                    }
                }
                Mark::Numbered { to, .. } => {
                    for (number, square) in (1..).zip(to) {
                        self.numbered(*square, number)?;
                    }
                }
                Mark::Way { squares } => {
                    let end = squares.last().filter(|_| !is_closed(squares));
                    if let (Some(number), Some(end)) = (&number, end) {
                        self.goal(*end, Some(number))?;
                    }
                }
                Mark::Barred { squares } => self.cross(squares),
            }
        }
        Ok(())
    }

    /// Returns the number of a mark among those of its kind; one alone needs none.
    fn number(&self, at: usize) -> Option<String> {
        let kind = self.view.marks.get(at).map(mem::discriminant);
        let marks = self.view.marks.iter().enumerate();
        let alike = marks.filter(|(_, mark)| Some(mem::discriminant(*mark)) == kind);
        let before = alike.clone().take_while(|(place, _)| *place < at).count();
        (alike.count() > 1).then(|| (before + 1).to_string())
    }

    /// Marks a square to which a piece may go.
    fn goal(&mut self, square: Square, number: Option<&str>) -> Result<(), RenderError> {
        let Some(spot) = self.plan.spot(square) else {
            return Ok(());
        };
        if self.is_taken(square) {
            self.encircle(spot, PREY);
            return number.map_or(Ok(()), |number| self.upper_left(spot, number));
        }
        let radius = if number.is_some() { NUMBERED } else { DOT };
        let words = number.map(|number| (28.0, number));
        self.token(spot, [radius, radius - 3.0], Ink::Guide, words)
    }

    /// Writes a number at the upper left of a square's piece.
    fn upper_left(&mut self, (at, scale): (Point, f32), number: &str) -> Result<(), RenderError> {
        let corner = offset(at, -19.0 * scale, -19.0 * scale);
        self.badge((corner, scale), number, Ink::Guide)
    }

    /// Marks a square of a numbered list: a disc with the number, in a corner if a piece stands
    /// there.
    fn numbered(&mut self, square: Square, number: u32) -> Result<(), RenderError> {
        let Some((mut at, scale)) = self.plan.spot(square) else {
            return Ok(());
        };
        let taken = self.is_taken(square);
        // Two digits want a larger disc, or smaller letters.
        let (radius, size) = match (taken, number < 10) {
            (false, true) => (NUMBERED, 30.0),
            (false, false) => (NUMBERED + 3.0, 26.0),
            (true, true) => (14.0, 25.0),
            (true, false) => (16.0, 21.0),
        };
        if taken {
            self.encircle((at, scale), PREY);
            at = offset(at, -18.0 * scale, -18.0 * scale);
        }
        let words = Some((size, &*number.to_string()));
        self.token((at, scale), [radius, radius - 2.5], Ink::Guide, words)
    }

    /// Draws a ring around a piece.
    fn encircle(&mut self, (at, scale): (Point, f32), radius: f32) {
        let coats = [(10.0, Ink::Edge), (5.0, Ink::Guide)];
        self.rings(at, radius, scale, &coats);
    }

    /// Draws a line along squares, with seams that carry it over light squares and dark ones.
    fn line(&mut self, squares: &[Square], ink: Ink) {
        let lines = self.plan.trace(squares);
        for (width, ink) in [(14.0, Ink::Edge), (10.0, Ink::Rank), (5.0, ink)] {
            let lines = lines.iter();
            let lines = lines.map(|points| Shape::line(points.clone(), width, ink));
            self.shapes.extend(lines);
        }
    }

    /// Draws a cross on the last of these squares, next to a piece that stands there.
    fn cross(&mut self, squares: &[Square]) {
        let Some(end) = squares.last().copied() else {
            return;
        };
        let Some((at, scale)) = self.plan.spot(end) else {
            return;
        };
        let aside = if self.is_taken(end) {
            15.0 * scale
        } else {
            0.0
        };
        let at = offset(at, aside, aside);
        let coats = [
            (CROSS + 2.5, 15.0, Ink::Edge),
            (CROSS + 1.0, 10.5, Ink::Rank),
            (CROSS, 6.0, Ink::Check),
        ];
        for (half, width, ink) in coats {
            for slope in [-half, half] {
                let ends = [offset(at, -half, -slope), offset(at, half, slope)];
                self.shapes.push(Shape::line(ends, width, ink));
            }
        }
    }
}

/// Returns true if a way comes back to its first square.
fn is_closed(squares: &[Square]) -> bool {
    squares.len() > 2 && squares.first() == squares.last()
}

#[cfg(test)]
mod tests {
    use rondel_rules::{Color, Position};

    use super::*;
    use crate::{BoardView, fonts, scene::Outline, unworded};

    /// Every square in turn bears each number that a list can have.
    #[test]
    fn numbers_fit_into_their_discs_and_leave_pieces_to_be_seen() {
        let view = BoardView::new(Position::start(), Color::White);
        for square in Square::all() {
            for number in [1, 4, 9, 10, 38, 44, 51] {
                let mut sketch = Sketch::new(&view, &unworded);
                sketch.numbered(square, number).unwrap();
                let Sketch { plan, shapes, .. } = sketch;
                let disc = shapes.iter().find_map(|shape| {
                    if let Shape::Drawn {
                        outline: Outline::Circle { at, radius },
                        width: None,
                        ..
                    } = shape
                    {
                        Some((*at, *radius))
                    } else {
                        None
                    }
                });
                let (at, radius) = disc.unwrap();
                let Some(Shape::Text { size, text, .. }) = shapes.last() else {
                    panic!("no number on {square}");
                };
                let extent = fonts::extent(text, *size).unwrap();
                assert_eq!(*text, number.to_string());
                // A digit is as high as it is above the line.
                let corner = (extent.width / 2.0).hypot(extent.above / 2.0);
                assert!(
                    corner <= radius,
                    "{number} on {square}: {corner} of {radius}"
                );
                // A third of a picture's full width, it can still be read.
                assert!(*size * 400.0 / 1024.0 >= 8.0, "{number} on {square}");
                let middle = plan.centre(square).unwrap();
                let away = (at.x - middle.x).hypot(at.y - middle.y);
                if view.position.piece_at(square).is_some() {
                    assert!(away > radius, "{number} hides what stands on {square}");
                } else {
                    assert!(away < 0.01, "{number} on {square}");
                }
            }
        }
    }

    #[test]
    fn numbers_are_those_of_the_list() {
        let mut view = BoardView::new(Position::start(), Color::White);
        let square = |name: &str| name.parse::<Square>().unwrap();
        view.marks.push(Mark::Numbered {
            from: square("g1"),
            to: vec![square("h3"), square("f3")],
        });
        let mut sketch = Sketch::new(&view, &unworded);
        sketch.goals().unwrap();
        let Sketch { plan, shapes, .. } = sketch;
        let label = |number: &str, at: &str| {
            let at = plan.centre(square(at)).unwrap();
            let label = Shape::label(at, 30.0, Ink::Edge, number).unwrap();
            shapes
                .iter()
                .any(|shape| format!("{shape:?}") == format!("{label:?}"))
        };
        assert!(label("1", "h3") && label("2", "f3"), "{shapes:?}");
        let alt = crate::alt_text(&view, &unworded);
        assert!(alt.contains("to: [h3, f3], numbered: true"), "{alt}");
    }
}
