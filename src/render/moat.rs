//! Moats, which both plans of the board draw.

use super::{geometry::Point, scene::Shape, theme::Ink};

/// Draws a moat of a depth. `at` turns a distance across the moat and one outwards, both from its middle,
/// into a place. `number` is the number of the rank, which stands in the middle of a bridge.
pub(super) fn shapes(
    at: &dyn Fn(f32, f32) -> Point,
    depth: f32,
    bridged: bool,
    number: Shape,
) -> Vec<Shape> {
    let water = [at(0.0, -depth / 2.0), at(0.0, depth / 2.0)];
    let mut shapes = vec![
        Shape::line(water, 28.0, Ink::Edge),
        Shape::line(water, 22.0, Ink::Water),
    ];
    if bridged {
        let deck = [at(-34.0, 0.0), at(34.0, 0.0)];
        shapes.push(Shape::line(deck, 38.0, Ink::Edge));
        shapes.push(Shape::line(deck, 32.0, Ink::Plank));
        for plank in -3..=3 {
            let across = plank as f32 * 8.5;
            // The number of the rank stands on the middle planks.
            if plank != 0 {
                let board = [at(across, -16.0), at(across, 16.0)];
                shapes.push(Shape::line(board, 2.5, Ink::Edge));
            }
        }
        shapes.push(number.inked(Ink::Edge).seamed(Ink::Plank));
    } else {
        for out in [-depth * 0.36, depth * 0.36] {
            let wave = [
                (-8.0, -2.5),
                (-4.0, 2.5),
                (0.0, -2.5),
                (4.0, 2.5),
                (8.0, -2.5),
            ];
            let wave = wave.map(|(across, rise)| at(across, out + rise));
            shapes.push(Shape::line(wave, 3.0, Ink::Wave));
        }
    }
    shapes
}
