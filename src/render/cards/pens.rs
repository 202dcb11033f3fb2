//! The pens that curves are drawn with. Rulesets are told apart by a mark and a dash of their own next
//! to a colour.

use crate::{
    geometry::{Point, distance, offset},
    scene::Shape,
    theme::Ink,
};

/// The look of one curve.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pen {
    ink: Ink,
    /// Length of the strokes and of the gaps between them, in units; `None` for a whole line.
    dash: Option<(f32, f32)>,
    symbol: Symbol,
}

#[derive(Clone, Copy, Debug)]
enum Symbol {
    Disc,
    Square,
    Triangle,
    Ring,
    Cross,
    Diamond,
}

/// Thickness of curves, in units.
const WIDTH: f32 = 5.0;

/// The pens of the rulesets, in the order in which a card shows these.
pub(super) const PENS: [Pen; 6] = [
    Pen::new(Ink::Turn, None, Symbol::Disc),
    Pen::new(Ink::Water, Some((24.0, 10.0)), Symbol::Square),
    Pen::new(Ink::Guide, Some((8.0, 8.0)), Symbol::Triangle),
    Pen::new(Ink::Text, None, Symbol::Ring),
    Pen::new(Ink::Check, Some((16.0, 8.0)), Symbol::Cross),
    Pen::new(Ink::Muted, Some((4.0, 10.0)), Symbol::Diamond),
];

impl Pen {
    const fn new(ink: Ink, dash: Option<(f32, f32)>, symbol: Symbol) -> Pen {
        Pen { ink, dash, symbol }
    }

    /// Draws from point to point, in strokes that go on around corners.
    pub(super) fn line(&self, points: &[Point], shapes: &mut Vec<Shape>) {
        let strokes = match self.dash {
            None => vec![points.to_vec()],
            Some((stroke, gap)) => dashed(points, stroke, gap),
        };
        let strokes = strokes.into_iter().filter(|points| points.len() > 1);
        shapes.extend(strokes.map(|points| Shape::line(points, WIDTH, self.ink)));
    }

    /// Draws the mark at a place.
    pub(super) fn mark(&self, at: Point, shapes: &mut Vec<Shape>) {
        let ink = self.ink;
        let mut polygon = |corners: &[(f32, f32)]| {
            let corners = corners.iter().map(|(x, y)| offset(at, *x, *y));
            shapes.push(Shape::polygon(corners.collect::<Vec<_>>(), ink));
        };
        match self.symbol {
            Symbol::Disc => shapes.push(Shape::disc(at, 10.0, ink)),
            Symbol::Square => polygon(&[(-9.0, -9.0), (9.0, -9.0), (9.0, 9.0), (-9.0, 9.0)]),
            Symbol::Triangle => polygon(&[(0.0, -13.0), (12.0, 9.0), (-12.0, 9.0)]),
            Symbol::Diamond => polygon(&[(0.0, -13.0), (11.0, 0.0), (0.0, 13.0), (-11.0, 0.0)]),
            Symbol::Ring => {
                // The line must not be seen through it.
                shapes.push(Shape::disc(at, 9.0, Ink::Hub));
                shapes.push(Shape::ring(at, 9.0, 4.0, ink));
            }
            Symbol::Cross => {
                for slope in [10.0, -10.0] {
                    let ends = [offset(at, -slope, -10.0), offset(at, slope, 10.0)];
                    shapes.push(Shape::line(ends, WIDTH, ink));
                }
            }
        }
    }
}

/// Cuts a line into strokes of one length with gaps of another between them.
fn dashed(points: &[Point], stroke: f32, gap: f32) -> Vec<Vec<Point>> {
    let mut strokes = Vec::new();
    let mut current: Vec<Point> = points.first().copied().into_iter().collect();
    // Length that is left of the stroke, or of the gap where nothing is current.
    let mut left = stroke;
    for pair in points.windows(2) {
        let &[mut from, to] = pair else { continue };
        let mut length = distance(to, from);
        while length > left {
            let part = left / length;
            from = offset(from, (to.x - from.x) * part, (to.y - from.y) * part);
            length -= left;
            current.push(from);
            if current.len() == 1 {
                left = stroke;
            } else {
                strokes.push(std::mem::take(&mut current));
                left = gap;
            }
        }
        left -= length;
        if !current.is_empty() {
            current.push(to);
        }
    }
    strokes.push(current);
    strokes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strokes_go_on_around_corners() {
        let at = |x: f32, y: f32| Point { x, y };
        let corner = [at(0.0, 0.0), at(15.0, 0.0), at(15.0, 20.0)];
        let strokes = dashed(&corner, 10.0, 2.0);
        let wanted = [
            vec![at(0.0, 0.0), at(10.0, 0.0)],
            vec![at(12.0, 0.0), at(15.0, 0.0), at(15.0, 7.0)],
            vec![at(15.0, 9.0), at(15.0, 19.0)],
            vec![],
        ];
        assert_eq!(strokes, wanted);
        assert_eq!(dashed(&[], 10.0, 2.0), [vec![]]);
    }
}
