//! One army's sector, shown large: its bare board, and the plate in its centre.

use super::{
    BoardView, Caption, Captions, RenderError, fonts,
    geometry::{Point, WIDTH, offset, sector_of},
    moat,
    names::drawable,
    panels::{king, wrap},
    plan::{self, BOTTOM, CENTRE, RIM, TOP},
    scene::Shape,
    theme::Ink,
};
use crate::rules::{Border, Color, RANKS, Square};

/// Height of a line of the letters on the rim.
const LETTER: f32 = 42.0;
/// Height of a line of the numbers of ranks.
const NUMBER: f32 = 34.0;
/// Width and height of the plate in the centre.
const PLATE: (f32, f32) = (560.0, 108.0);

/// Returns the shapes of the bare sector with its moats.
pub(super) fn bare(color: Color, bridged: [bool; 3]) -> Result<Vec<Shape>, RenderError> {
    let rectangle = |[left, top, right, bottom]: [f32; 4], ink| Shape::Polygon {
        points: [(left, top), (right, top), (right, bottom), (left, bottom)]
            .map(|(x, y)| Point { x, y })
            .to_vec(),
        ink,
    };
    let down = |x: f32, from: f32, to: f32, width, ink| Shape::Line {
        points: vec![Point { x, y: from }, Point { x, y: to }],
        width,
        ink,
    };
    let mut shapes = vec![
        rectangle([0.0, CENTRE, WIDTH, TOP], Ink::Centre),
        rectangle([0.0, TOP, WIDTH, BOTTOM], Ink::Light),
    ];
    for square in Square::all() {
        let Some([left, top, right, bottom]) = plan::cell(color, square) else {
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
        if let Some([left, _, right, _]) = plan::cell(color, square) {
            let middle = Point {
                x: (left + right) / 2.0,
                y: (BOTTOM + RIM) / 2.0,
            };
            let letter = char::from(b'a' + square.file()).to_string();
            let ink = Ink::Letter(sector_of(square.file()));
            shapes.push(Shape::label(middle, LETTER, ink, &letter)?);
        }
    }
    for (border, bridged) in Border::ALL.into_iter().zip(bridged) {
        let across = plan::across(color, f32::from(border.lower_file()) + 1.0);
        // The third border lies beyond what is shown.
        if across.abs() > 5.0 {
            continue;
        }
        let x = plan::x(across);
        let (creek, middle) = (plan::y(3) - (plan::y(2) - plan::y(3)) / 2.0, plan::y(1));
        let depth = plan::y(1) - plan::y(2);
        for (width, ink) in [(15.0, Ink::Edge), (10.0, Ink::Water)] {
            shapes.push(down(x, creek, middle - depth / 2.0, width, ink));
        }
        shapes.push(down(x, BOTTOM, RIM, 5.0, Ink::Edge));
        let number = |rank: u8| {
            let y = plan::y(rank);
            Shape::label(Point { x, y }, NUMBER, Ink::Rank, &rank.to_string())
        };
        for rank in 2..=RANKS {
            shapes.push(number(rank)?.seamed(Ink::Edge));
        }
        let at = |across: f32, out: f32| Point {
            x: x + across,
            y: middle + out,
        };
        shapes.extend(moat::shapes(&at, depth, bridged, number(1)?));
    }
    Ok(shapes)
}

/// Draws the plate in the centre: the army to move and whether it is in check, or the result.
pub(super) fn centre(
    view: &BoardView,
    captions: &dyn Captions,
    shapes: &mut Vec<Shape>,
) -> Result<(), RenderError> {
    let middle = Point {
        x: WIDTH / 2.0,
        y: (CENTRE + TOP) / 2.0,
    };
    let turn = view.position.turn();
    let idle = view.over.is_some() || view.passing;
    let edge = if idle { Ink::Muted } else { Ink::Turn };
    let plate = |grow: f32, ink| Shape::Polygon {
        points: {
            let (half, high) = (PLATE.0 / 2.0 + grow, PLATE.1 / 2.0 + grow);
            let corners = [(-half, -high), (half, -high), (half, high), (-half, high)];
            corners.map(|(x, y)| offset(middle, x, y)).to_vec()
        },
        ink,
    };
    shapes.extend([plate(5.0, edge), plate(0.0, Ink::Hub)]);
    let mut say = |x: f32, down: f32, size: f32, ink: Ink, text: &str, room: f32| {
        let text = fonts::cut(text, size, room)?;
        shapes.push(Shape::label(offset(middle, x, down), size, ink, &text)?);
        Ok::<(), RenderError>(())
    };
    if let Some(result) = &view.over {
        let result = drawable(result)?.unwrap_or_else(|| captions.caption(Caption::GameOver));
        let room = PLATE.0 - 40.0;
        let lines = wrap(&result, 34.0, room)?;
        for (line, down) in lines.iter().zip([0.0, 36.0, 72.0]) {
            let down = down - 18.0 * (lines.len() as f32 - 1.0);
            say(0.0, down, 34.0, Ink::Text, line, room)?;
        }
        return Ok(());
    }
    if view.passing {
        let ply = captions.caption(Caption::Ply(view.position.ply()));
        return say(0.0, 0.0, 42.0, Ink::Text, &ply, PLATE.0 - 40.0);
    }
    let checked = view.position.is_checked(turn);
    let (room, down) = (PLATE.0 - 150.0, if checked { -30.0 } else { 0.0 });
    let [army, to_move] = [Caption::Army(turn), Caption::ToMove].map(|said| captions.caption(said));
    let whose = format!("{army} {to_move}");
    say(50.0, down, 42.0, Ink::Text, &whose, room)?;
    if checked {
        let in_check = captions.caption(Caption::InCheck);
        let half = fonts::extent(&in_check, 34.0)?.width / 2.0 + 10.0;
        let half = half.min(room / 2.0);
        let corners = [(-half, -20.0), (half, -20.0), (half, 20.0), (-half, 20.0)];
        let corners = corners.map(|(x, y)| offset(middle, 50.0 + x, 24.0 + y));
        shapes.push(Shape::Polygon {
            points: corners.to_vec(),
            ink: Ink::Check,
        });
        let text = fonts::cut(&in_check, 34.0, room - 20.0)?;
        let at = offset(middle, 50.0, 24.0);
        shapes.push(Shape::label(at, 34.0, Ink::Edge, &text)?);
    }
    shapes.push(Shape::Sprite {
        at: offset(middle, -PLATE.0 / 2.0 + 60.0, 0.0),
        size: 92.0,
        piece: king(turn),
        dead: view.is_out(turn),
    });
    Ok(())
}
