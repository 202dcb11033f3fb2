//! The bare board: squares, rim, letters, moats, creeks, numbers of the ranks.

use std::{
    f32::consts::TAU,
    sync::{Arc, OnceLock},
};

use super::{
    RenderError,
    geometry::{FILE_ANGLE, Geometry, INNER, OUTER, Point, RIM},
    scene::Shape,
    sector,
    theme::Ink,
};
use crate::rules::{Border, Color, FILES, RANKS, Square};

/// Height of a line of the letters on the rim.
const LETTER: f32 = 33.0;
/// Height of a line of the numbers of ranks.
const NUMBER: f32 = 25.0;

/// The shapes of the bare board with its moats, worked out once for each seat and set of bridges:
/// of the whole board, or of the seat's sector.
pub(super) fn shapes(
    seat: Color,
    bridged: [bool; 3],
    zoomed: bool,
) -> Result<Arc<[Shape]>, RenderError> {
    static KNOWN: [OnceLock<Arc<[Shape]>>; 48] = [const { OnceLock::new() }; 48];
    let switches = bridged.into_iter().chain([zoomed]);
    let place = switches.fold(seat.index(), |place, switch| {
        2 * place + usize::from(switch)
    });
    let known = KNOWN.get(place);
    if let Some(shapes) = known.and_then(OnceLock::get) {
        return Ok(Arc::clone(shapes));
    }
    let shapes = if zoomed {
        sector::bare(seat, bridged)?
    } else {
        let board = Geometry::new(seat);
        let mut shapes = bare(&board)?;
        for (border, bridged) in Border::ALL.into_iter().zip(bridged) {
            shapes.extend(moat(&board, border, bridged)?);
        }
        shapes
    };
    let shapes: Arc<[Shape]> = shapes.into();
    Ok(match known {
        Some(known) => Arc::clone(known.get_or_init(|| shapes)),
        None => shapes,
    })
}

/// The shapes of the bare board.
fn bare(board: &Geometry) -> Result<Vec<Shape>, RenderError> {
    let middle = board.middle();
    let disc = |radius, ink| Shape::Disc {
        at: middle,
        radius,
        ink,
    };
    let mut shapes = Vec::with_capacity(160);
    for color in Color::ALL {
        let first = f32::from(color.first_file());
        shapes.push(Shape::Sector {
            angles: (board.angle(first), board.angle(first + 8.0)),
            distances: (OUTER, RIM),
            ink: Ink::Rim(color),
        });
    }
    // One light disc and the dark squares on it: cells side by side would let the ground shine
    // through between them.
    shapes.push(disc(OUTER, Ink::Light));
    for square in Square::all().filter(|square| !square.is_light()) {
        shapes.push(Shape::Sector {
            angles: board.angles(square),
            distances: Geometry::distances(square.rank()),
            ink: Ink::Dark,
        });
    }
    shapes.push(disc(INNER, Ink::Centre));
    for border in Border::ALL {
        let angle = angle_of(board, border);
        for (width, ink) in [(11.0, Ink::Edge), (7.0, Ink::Water)] {
            shapes.push(Shape::Line {
                points: vec![
                    board.polar(angle, Geometry::distances(3).0),
                    board.polar(angle, Geometry::distances(2).1),
                ],
                width,
                ink,
            });
        }
        shapes.push(Shape::Line {
            points: vec![board.polar(angle, OUTER), board.polar(angle, RIM)],
            width: 4.0,
            ink: Ink::Edge,
        });
        for rank in 2..=RANKS {
            shapes.push(number(board, border, rank)?.seamed(Ink::Edge));
        }
    }
    for file in 0..FILES {
        let angle = board.angle(f32::from(file) + 0.5);
        let letter = char::from(b'a' + file).to_string();
        // The widest letters would reach beyond the rim.
        let wide = matches!(letter.as_str(), "m" | "w");
        shapes.push(Shape::label(
            board.polar(angle, (OUTER + RIM) / 2.0),
            if wide { LETTER - 4.0 } else { LETTER },
            Ink::Letter(sector_of(file)),
            &letter,
        )?);
    }
    Ok(shapes)
}

/// A moat on rank 1: open water, or a bridge over it.
fn moat(board: &Geometry, border: Border, bridged: bool) -> Result<Vec<Shape>, RenderError> {
    let angle = angle_of(board, border);
    let (inner, outer) = Geometry::distances(1);
    let middle = (inner + outer) / 2.0;
    // `across` is measured along the ring, `out` from the middle of the rank.
    let at = |across: f32, out: f32| board.polar(angle + across / middle, middle + out);
    let number = number(board, border, 1)?;
    Ok(moat_at(&at, outer - inner, bridged, number))
}

/// A moat whose places are told by how far across it and how far out from its middle they lie, so
/// deep, with the number of its rank.
pub(super) fn moat_at(
    at: &dyn Fn(f32, f32) -> Point,
    depth: f32,
    bridged: bool,
    number: Shape,
) -> Vec<Shape> {
    let line = |points: Vec<Point>, width: f32, ink: Ink| Shape::Line { points, width, ink };
    let water = || vec![at(0.0, -depth / 2.0), at(0.0, depth / 2.0)];
    let mut shapes = vec![
        line(water(), 28.0, Ink::Edge),
        line(water(), 22.0, Ink::Water),
    ];
    if bridged {
        let deck = |out: f32| vec![at(-34.0, out), at(34.0, out)];
        shapes.push(line(deck(0.0), 38.0, Ink::Edge));
        shapes.push(line(deck(0.0), 32.0, Ink::Plank));
        for plank in -3..=3 {
            let across = plank as f32 * 8.5;
            // The number of the rank stands on the middle planks.
            if plank != 0 {
                let board = vec![at(across, -16.0), at(across, 16.0)];
                shapes.push(line(board, 2.5, Ink::Edge));
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
            shapes.push(line(wave.to_vec(), 3.0, Ink::Wave));
        }
        shapes.push(number.seamed(Ink::Edge));
    }
    shapes
}

/// The number of a rank, on a border.
fn number(board: &Geometry, border: Border, rank: u8) -> Result<Shape, RenderError> {
    let (inner, outer) = Geometry::distances(rank);
    Shape::label(
        board.polar(angle_of(board, border), (inner + outer) / 2.0),
        NUMBER,
        Ink::Rank,
        &rank.to_string(),
    )
}

/// Where a border lies around the board.
fn angle_of(board: &Geometry, border: Border) -> f32 {
    board.angle(f32::from(border.lower_file()) + 1.0)
}

/// The middle of an army's sector, as an angle between 0 and a full turn.
pub(super) fn middle_of(board: &Geometry, color: Color) -> f32 {
    (board.angle(f32::from(color.first_file())) + 4.0 * FILE_ANGLE).rem_euclid(TAU)
}

/// The army in whose sector a file lies.
pub(super) fn sector_of(file: u8) -> Color {
    match file / 8 {
        0 => Color::White,
        1 => Color::Gray,
        _ => Color::Black,
    }
}
