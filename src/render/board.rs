//! The bare board: squares, rim, letters, moats, creeks, numbers of the ranks.

use rondel_rules::{Border, Color, FILES, RANKS, Square};

use super::{
    RenderError,
    geometry::{Geometry, INNER, MIDDLE, OUTER, RIM, polar, sector_of},
    moat,
    plan::{Plan, Strip},
    ranks,
    scene::{Scene, Shape},
    sector,
    theme::Ink,
};

/// Height of a line of the letters on the rim.
const LETTER: f32 = 33.0;

/// Returns the shapes of the bare board of a scene with its moats, which depends on the seat and on
/// the bridges alone: of the whole board, or of the seat's sector.
pub(super) fn shapes(scene: &Scene) -> Result<Vec<Shape>, RenderError> {
    if scene.zoomed {
        return sector::bare(Strip::of(scene), scene.bridged);
    }
    let board = Geometry::new(scene.seat, scene.mirrored);
    let mut shapes = bare(&board)?;
    for (border, bridged) in Border::ALL.into_iter().zip(scene.bridged) {
        shapes.extend(moat_at(&board, border, bridged)?);
    }
    Ok(shapes)
}

/// Returns the shapes of the whole board without its moats.
fn bare(board: &Geometry) -> Result<Vec<Shape>, RenderError> {
    let mut shapes = Vec::with_capacity(160);
    for color in Color::ALL {
        let first = f32::from(color.first_file());
        let angles = board.between(first, first + 8.0);
        shapes.push(Shape::sector(angles, (OUTER, RIM), Ink::Rim(color)));
    }
    // One light disc and the dark squares on it: cells side by side would let the ground shine
    // through between them.
    shapes.push(Shape::disc(MIDDLE, OUTER, Ink::Light));
    for square in Square::all().filter(|square| !square.is_light()) {
        let distances = Geometry::distances(square.rank());
        shapes.push(Shape::sector(board.angles(square), distances, Ink::Dark));
    }
    shapes.push(Shape::disc(MIDDLE, INNER, Ink::Centre));
    for border in Border::ALL {
        let angle = angle_of(board, border);
        let along = |distances: [f32; 2]| distances.map(|distance| polar(angle, distance));
        let creek = [Geometry::distances(3).0, Geometry::distances(2).1];
        for (width, ink) in [(11.0, Ink::Edge), (7.0, Ink::Water)] {
            shapes.push(Shape::line(along(creek), width, ink));
        }
        shapes.push(Shape::line(along([OUTER, RIM]), 4.0, Ink::Edge));
    }
    // Whatever the page around it, no rim runs into that.
    shapes.push(Shape::ring(MIDDLE, RIM - 1.0, 2.0, Ink::Muted));
    for file in 0..FILES {
        let angle = board.angle(f32::from(file) + 0.5);
        let letter = char::from(b'a' + file).to_string();
        // The widest letters would reach beyond the rim.
        let wide = matches!(letter.as_str(), "m" | "w");
        shapes.push(Shape::label(
            polar(angle, (OUTER + RIM) / 2.0),
            if wide { LETTER - 4.0 } else { LETTER },
            Ink::Letter(sector_of(file)),
            &letter,
        )?);
    }
    Ok(shapes)
}

/// Draws a moat on rank 1, open water or a bridge over it, and the numbers of the ranks at its border.
fn moat_at(board: &Geometry, border: Border, bridged: bool) -> Result<Vec<Shape>, RenderError> {
    let angle = angle_of(board, border);
    let (inner, outer) = Geometry::distances(1);
    let middle = (inner + outer) / 2.0;
    // `across` is measured along the ring, `out` from the middle of the rank.
    let at = |across: f32, out: f32| polar(angle + across / middle, middle + out);
    let plan = Plan::Round(*board);
    let on_bridge = ranks::number(&plan, at(0.0, 0.0), 1)?;
    let mut shapes = moat::shapes(&at, outer - inner, bridged, on_bridge);
    for rank in u8::from(bridged) + 1..=RANKS {
        shapes.extend(ranks::beside(&plan, border, rank)?);
    }
    Ok(shapes)
}

/// Returns the angle of a border.
fn angle_of(board: &Geometry, border: Border) -> f32 {
    board.angle(f32::from(border.lower_file()) + 1.0)
}
