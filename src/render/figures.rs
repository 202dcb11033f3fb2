//! The figures of a picture, which change from ply to ply: last moves, checks, pieces, and the
//! panels.

use super::{
    BoardView, Captions, RenderError,
    geometry::offset,
    marks, panels,
    plan::Plan,
    scene::Shape,
    sector,
    signs::{arrow, badge},
    theme::Ink,
};
use crate::rules::{CheckLine, Square};

/// Width and height of a piece's drawing on the board.
const PIECE: f32 = 57.0;
/// Radius of the ring around a king in check.
const DANGER: f32 = 27.5;

/// Returns the shapes of everything but the bare board.
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

/// Marks the last moves beneath the pieces: rings where they began, frames where they ended.
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

/// Numbers the last moves, above the pieces: in the ring, and in a corner of the frame.
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

/// Puts a badge at the upper right of a square's piece.
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

/// Draws the line of an attack on a king, and a ring around the king.
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
