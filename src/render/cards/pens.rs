//! How the rulesets are told apart on a card: each has a mark and a dash of its own beside its
//! colour.

use crate::render::{geometry::Point, scene::Shape, theme::Ink};

/// How a curve is drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pen {
    /// Its colour.
    pub(super) ink: Ink,
    /// How long the strokes are and the gaps between them, in units; `None` for a whole line.
    pub(super) dash: Option<(f32, f32)>,
    mark: Mark,
}

#[derive(Clone, Copy, Debug)]
enum Mark {
    Disc,
    Square,
    Triangle,
    Ring,
    Cross,
    Diamond,
}

/// How thick curves are, in units.
pub(super) const WIDTH: f32 = 5.0;

/// The pens of the rulesets, in the order in which a card shows these.
pub(super) const PENS: [Pen; 6] = [
    Pen::new(Ink::Turn, None, Mark::Disc),
    Pen::new(Ink::Water, Some((24.0, 10.0)), Mark::Square),
    Pen::new(Ink::Guide, Some((8.0, 8.0)), Mark::Triangle),
    Pen::new(Ink::Text, None, Mark::Ring),
    Pen::new(Ink::Check, Some((16.0, 8.0)), Mark::Cross),
    Pen::new(Ink::Muted, Some((4.0, 10.0)), Mark::Diamond),
];

impl Pen {
    const fn new(ink: Ink, dash: Option<(f32, f32)>, mark: Mark) -> Pen {
        Pen { ink, dash, mark }
    }

    /// The mark at a place.
    pub(super) fn mark(&self, at: Point, shapes: &mut Vec<Shape>) {
        let ink = self.ink;
        let corners = |corners: &[(f32, f32)]| {
            let place = |(x, y): &(f32, f32)| Point {
                x: at.x + x,
                y: at.y + y,
            };
            corners.iter().map(place).collect()
        };
        let polygon = |points: &[(f32, f32)]| Shape::Polygon {
            points: corners(points),
            ink,
        };
        let stroke = |points: &[(f32, f32)]| Shape::Line {
            points: corners(points),
            width: WIDTH,
            ink,
        };
        match self.mark {
            Mark::Disc => shapes.push(Shape::Disc {
                at,
                radius: 10.0,
                ink,
            }),
            Mark::Square => {
                shapes.push(polygon(&[
                    (-9.0, -9.0),
                    (9.0, -9.0),
                    (9.0, 9.0),
                    (-9.0, 9.0),
                ]));
            }
            Mark::Triangle => shapes.push(polygon(&[(0.0, -13.0), (12.0, 9.0), (-12.0, 9.0)])),
            Mark::Ring => {
                // The line must not be seen through it.
                shapes.push(Shape::Disc {
                    at,
                    radius: 9.0,
                    ink: Ink::Hub,
                });
                shapes.push(Shape::Ring {
                    at,
                    radius: 9.0,
                    width: 4.0,
                    ink,
                });
            }
            Mark::Cross => {
                shapes.push(stroke(&[(-10.0, -10.0), (10.0, 10.0)]));
                shapes.push(stroke(&[(10.0, -10.0), (-10.0, 10.0)]));
            }
            Mark::Diamond => {
                shapes.push(polygon(&[
                    (0.0, -13.0),
                    (11.0, 0.0),
                    (0.0, 13.0),
                    (-11.0, 0.0),
                ]));
            }
        }
    }
}
