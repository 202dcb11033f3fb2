//! One army's sector, shown large: its bare board.

use rondel_rules::{Border, RANKS, Square};

use super::{
    RenderError,
    geometry::{Point, WIDTH, sector_of},
    moat,
    plan::{self, BOTTOM, CENTRE, Plan, RIM, Strip, TOP},
    ranks,
    scene::Shape,
    theme::Ink,
};

/// Height of a line of the letters on the rim.
const LETTER: f32 = 42.0;
/// Returns the shapes of the bare sector with its moats.
pub(super) fn bare(strip: Strip, bridged: [bool; 3]) -> Result<Vec<Shape>, RenderError> {
    let rectangle = |[left, top, right, bottom]: [f32; 4], ink| {
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        Shape::polygon(corners.map(|(x, y)| Point { x, y }), ink)
    };
    let down = |x: f32, from: f32, to: f32, width: f32, ink: Ink| {
        Shape::line([from, to].map(|y| Point { x, y }), width, ink)
    };
    let mut shapes = vec![
        rectangle([0.0, CENTRE, WIDTH, TOP], Ink::Centre),
        rectangle([0.0, TOP, WIDTH, BOTTOM], Ink::Light),
    ];
    for square in Square::all() {
        let Some([left, top, right, bottom]) = strip.cell(square) else {
            continue;
        };
        if !square.is_light() {
            shapes.push(rectangle([left, top, right, bottom], Ink::Dark));
        }
        if square.rank() == 1 {
            let army = sector_of(square.file());
            // A hair wider, so that nothing shines through between two of them.
            let rim = [left - 0.5, BOTTOM, right + 0.5, RIM];
            shapes.push(rectangle(rim, Ink::Rim(army)));
        }
    }
    for square in Square::all().filter(|square| square.rank() == 1) {
        if let Some([left, _, right, _]) = strip.cell(square) {
            let middle = Point::new((left + right) / 2.0, (BOTTOM + RIM) / 2.0);
            let letter = char::from(b'a' + square.file()).to_string();
            let ink = Ink::Letter(sector_of(square.file()));
            shapes.push(Shape::label(middle, LETTER, ink, &letter)?);
        }
    }
    // As around the whole board.
    let edge = [Point::new(0.0, RIM), Point::new(WIDTH, RIM)];
    shapes.push(Shape::line(edge, 2.0, Ink::Muted));
    for (border, bridged) in Border::ALL.into_iter().zip(bridged) {
        let Some(x) = strip.border(border) else {
            continue;
        };
        let (creek, middle) = (plan::y(3) - (plan::y(2) - plan::y(3)) / 2.0, plan::y(1));
        let depth = plan::y(1) - plan::y(2);
        for (width, ink) in [(15.0, Ink::Edge), (10.0, Ink::Water)] {
            shapes.push(down(x, creek, middle - depth / 2.0, width, ink));
        }
        shapes.push(down(x, BOTTOM, RIM, 5.0, Ink::Edge));
        let at = |across: f32, out: f32| Point::new(x + across, middle + out);
        let plan = Plan::Sector(strip);
        let on_bridge = ranks::number(&plan, at(0.0, 0.0), 1)?;
        shapes.extend(moat::shapes(&at, depth, bridged, on_bridge));
        for rank in u8::from(bridged) + 1..=RANKS {
            shapes.extend(ranks::beside(&plan, border, rank)?);
        }
    }
    Ok(shapes)
}
