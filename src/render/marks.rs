//! Marks of a picture that explains: squares to which pieces may go, lines, and moves that are
//! barred.

use super::{
    BoardView, Mark, RenderError,
    geometry::{Geometry, Point, offset},
    plan::Plan,
    scene::Shape,
    signs::{self, arrow, badge},
    theme::Ink,
};
use crate::rules::Square;

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

/// Draws the lines, which lie beneath the pieces.
pub(super) fn beneath(view: &BoardView, plan: &Plan, shapes: &mut Vec<Shape>) {
    let numbers = Numbers::of(view);
    for mark in &view.marks {
        match mark {
            Mark::Reach { .. } => {}
            Mark::Numbered { from, .. } => {
                if let Some(at) = plan.centre(*from) {
                    ring(at, CHOSEN, plan.scale(*from), Ink::Guide, shapes);
                }
            }
            Mark::Way { squares } => {
                let end = squares.last().copied();
                if is_closed(squares) {
                    line(&plan.trace(squares), Ink::Guide, shapes);
                } else {
                    let gap = if numbers.ways {
                        NUMBERED
                    } else if end.is_some_and(|end| view.position.piece_at(end).is_some()) {
                        PREY
                    } else {
                        0.0
                    };
                    let scale = end.map_or(1.0, |end| plan.scale(end));
                    arrow(plan, squares, gap * scale, Ink::Guide, shapes);
                }
            }
            Mark::Barred { squares } => line(&plan.trace(squares), Ink::Check, shapes),
        }
    }
}

/// Draws the dots, rings, numbers and crosses, which lie above the pieces.
pub(super) fn above(
    view: &BoardView,
    plan: &Plan,
    shapes: &mut Vec<Shape>,
) -> Result<(), RenderError> {
    let numbers = Numbers::of(view);
    let (mut reach, mut way) = (0, 0);
    for mark in &view.marks {
        match mark {
            Mark::Reach { from, to } => {
                reach += 1;
                let number = numbers.reaches.then(|| reach.to_string());
                if let (Some(number), Some(at)) = (&number, plan.centre(*from)) {
                    upper_left(at, plan.scale(*from), number, shapes)?;
                }
                for square in to {
                    goal(view, plan, *square, number.as_deref(), shapes)?;
                }
            }
            Mark::Numbered { to, .. } => {
                for (number, square) in (1..).zip(to) {
                    numbered(view, plan, *square, number, shapes)?;
                }
            }
            Mark::Way { squares } => {
                way += 1;
                if let (true, Some(end)) = (numbers.ways && !is_closed(squares), squares.last()) {
                    goal(view, plan, *end, Some(&way.to_string()), shapes)?;
                }
            }
            Mark::Barred { squares } => {
                let end = squares.last();
                if let Some((end, at)) = end.and_then(|end| Some((*end, plan.centre(*end)?))) {
                    let taken = view.position.piece_at(end).is_some();
                    let aside = 15.0 * plan.scale(end);
                    cross(if taken { offset(at, aside, aside) } else { at }, shapes);
                }
            }
        }
    }
    Ok(())
}

/// Returns the parts of lines that pass over the plate in the centre.
pub(super) fn across(view: &BoardView, board: &Geometry) -> Vec<Shape> {
    let lines = view.marks.iter().filter_map(|mark| match mark {
        Mark::Reach { .. } | Mark::Numbered { .. } => None,
        Mark::Way { squares } => signs::across(board, squares, Ink::Guide),
        Mark::Barred { squares } => signs::across(board, squares, Ink::Check),
    });
    lines.collect()
}

/// The kinds of marks that bear numbers: one mark alone needs none.
struct Numbers {
    reaches: bool,
    ways: bool,
}

impl Numbers {
    fn of(view: &BoardView) -> Numbers {
        let (mut reaches, mut ways) = (0, 0);
        for mark in &view.marks {
            match mark {
                Mark::Reach { .. } => reaches += 1,
                Mark::Way { .. } => ways += 1,
                Mark::Numbered { .. } | Mark::Barred { .. } => {}
            }
        }
        Numbers {
            reaches: reaches > 1,
            ways: ways > 1,
        }
    }
}

/// Returns true if a way comes back to its first square.
fn is_closed(squares: &[Square]) -> bool {
    squares.len() > 2 && squares.first() == squares.last()
}

/// Marks a square to which a piece may go.
fn goal(
    view: &BoardView,
    plan: &Plan,
    square: Square,
    number: Option<&str>,
    shapes: &mut Vec<Shape>,
) -> Result<(), RenderError> {
    let Some(at) = plan.centre(square) else {
        return Ok(());
    };
    let scale = plan.scale(square);
    if view.position.piece_at(square).is_some() {
        ring(at, PREY, scale, Ink::Guide, shapes);
        return match number {
            Some(number) => upper_left(at, scale, number, shapes),
            None => Ok(()),
        };
    }
    let radius = if number.is_some() { NUMBERED } else { DOT };
    for (radius, ink) in [(radius, Ink::Edge), (radius - 3.0, Ink::Guide)] {
        let radius = radius * scale;
        shapes.push(Shape::Disc { at, radius, ink });
    }
    if let Some(number) = number {
        shapes.push(Shape::label(at, 28.0 * scale, Ink::Edge, number)?);
    }
    Ok(())
}

/// Writes a number at the upper left of a square's piece.
fn upper_left(
    at: Point,
    scale: f32,
    number: &str,
    shapes: &mut Vec<Shape>,
) -> Result<(), RenderError> {
    let corner = offset(at, -19.0 * scale, -19.0 * scale);
    badge(corner, scale, number, Ink::Guide, shapes)
}

/// Marks a square of a numbered list: a disc with the number, in a corner if a piece stands there.
fn numbered(
    view: &BoardView,
    plan: &Plan,
    square: Square,
    number: u32,
    shapes: &mut Vec<Shape>,
) -> Result<(), RenderError> {
    let Some(at) = plan.centre(square) else {
        return Ok(());
    };
    let scale = plan.scale(square);
    let taken = view.position.piece_at(square).is_some();
    // Two digits want a larger disc, or smaller letters.
    let (radius, size) = match (taken, number < 10) {
        (false, true) => (NUMBERED, 30.0),
        (false, false) => (NUMBERED + 3.0, 26.0),
        (true, true) => (14.0, 25.0),
        (true, false) => (16.0, 21.0),
    };
    let at = if taken {
        ring(at, PREY, scale, Ink::Guide, shapes);
        offset(at, -18.0 * scale, -18.0 * scale)
    } else {
        at
    };
    for (radius, ink) in [(radius, Ink::Edge), (radius - 2.5, Ink::Guide)] {
        let radius = radius * scale;
        shapes.push(Shape::Disc { at, radius, ink });
    }
    let number = number.to_string();
    shapes.push(Shape::label(at, size * scale, Ink::Edge, &number)?);
    Ok(())
}

/// Draws a ring around a piece.
fn ring(at: Point, radius: f32, scale: f32, ink: Ink, shapes: &mut Vec<Shape>) {
    for (width, ink) in [(10.0, Ink::Edge), (5.0, ink)] {
        shapes.push(Shape::Ring {
            at,
            radius: radius * scale,
            width: width * scale,
            ink,
        });
    }
}

/// Draws lines with seams that carry them over light squares and dark ones.
fn line(lines: &[Vec<Point>], ink: Ink, shapes: &mut Vec<Shape>) {
    for (width, ink) in [(14.0, Ink::Edge), (10.0, Ink::Rank), (5.0, ink)] {
        shapes.extend(lines.iter().map(|points| Shape::Line {
            points: points.clone(),
            width,
            ink,
        }));
    }
}

fn cross(at: Point, shapes: &mut Vec<Shape>) {
    for (grow, width, ink) in [
        (2.5, 15.0, Ink::Edge),
        (1.0, 10.5, Ink::Rank),
        (0.0, 6.0, Ink::Check),
    ] {
        for slope in [-1.0, 1.0] {
            let half = CROSS + grow;
            shapes.push(Shape::Line {
                points: vec![
                    offset(at, -half, -half * slope),
                    offset(at, half, half * slope),
                ],
                width,
                ink,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        render::fonts,
        rules::{Color, Position},
    };

    /// Every square in turn bears each number that a list can have.
    #[test]
    fn numbers_fit_into_their_discs_and_leave_pieces_to_be_seen() {
        let view = BoardView::new(Position::start(), Color::White);
        let plan = Plan::of(&view);
        for square in Square::all() {
            for number in [1, 4, 9, 10, 38, 44, 51] {
                let mut shapes = Vec::new();
                numbered(&view, &plan, square, number, &mut shapes).unwrap();
                let disc = shapes.iter().find_map(|shape| {
                    if let Shape::Disc { at, radius, .. } = shape {
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
        let plan = Plan::of(&view);
        let mut shapes = Vec::new();
        above(&view, &plan, &mut shapes).unwrap();
        let label = |number: &str, at: &str| {
            let at = plan.centre(square(at)).unwrap();
            let label = Shape::label(at, 30.0, Ink::Edge, number).unwrap();
            shapes
                .iter()
                .any(|shape| format!("{shape:?}") == format!("{label:?}"))
        };
        assert!(label("1", "h3") && label("2", "f3"), "{shapes:?}");
        let alt = crate::render::alt_text(&view, &crate::render::unworded);
        assert!(alt.contains("to: [h3, f3], numbered: true"), "{alt}");
    }
}
