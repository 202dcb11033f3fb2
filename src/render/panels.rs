//! Panels next to the board and in its centre: the army to move, the players, the armies that are
//! out.

use super::{
    BoardView, Caption, Captions, RenderError, fonts,
    geometry::{Geometry, HEIGHT, HUB, INNER, Point, WIDTH, offset},
    marks,
    names::drawable,
    scene::Shape,
    signs::{across, badge},
    theme::Ink,
};
use crate::rules::{CheckLine, Color, Piece, Role, score_line};

/// Height of a line of the players' names.
const NAME: f32 = 36.0;
/// Height of a line below the names.
const NOTE: f32 = 32.0;

/// Draws the plate in the centre: the army to move and whether it is in check, or the result.
pub(super) fn centre(
    view: &BoardView,
    captions: &dyn Captions,
    board: &Geometry,
    checks: &[CheckLine],
    shapes: &mut Vec<Shape>,
) -> Result<(), RenderError> {
    let middle = board.middle();
    let turn = view.position.turn();
    let edge = if view.over.is_some() || view.passing {
        Ink::Muted
    } else {
        Ink::Turn
    };
    if view.over.is_none() && !view.passing {
        // A hand that points at the player to move.
        let angle = board.middle_of(turn);
        let hand = |tip: f32, aside: f32| {
            vec![
                board.polar(angle, tip),
                board.polar(angle - aside, HUB - 6.0),
                board.polar(angle + aside, HUB - 6.0),
            ]
        };
        for (points, ink) in [
            (hand(INNER - 6.0, 0.36), Ink::Edge),
            (hand(INNER - 14.0, 0.3), Ink::Turn),
        ] {
            shapes.push(Shape::Polygon { points, ink });
        }
    }
    for (radius, ink) in [(HUB, edge), (HUB - 6.0, Ink::Hub)] {
        shapes.push(Shape::Disc {
            at: middle,
            radius,
            ink,
        });
    }
    let lines: Vec<Shape> = checks
        .iter()
        .filter_map(|line| across(board, &line.path, Ink::Check))
        .chain(marks::across(view, board))
        .collect();
    let crossed = !lines.is_empty();
    shapes.extend(lines);
    let mut say = |down: f32, size: f32, ink: Ink, text: &str| -> Result<(), RenderError> {
        let edge = down.abs() + size / 3.0;
        let room = 2.0 * ((HUB - 12.0).powi(2) - edge * edge).max(0.0).sqrt();
        let text = fonts::cut(text, size, room)?;
        let label = Shape::label(offset(middle, 0.0, down), size, ink, &text)?;
        if ink == Ink::Edge {
            let half = fonts::extent(&text, size)?.width / 2.0 + 8.0;
            let corners = [(-half, -17.0), (half, -17.0), (half, 17.0), (-half, 17.0)];
            shapes.push(Shape::Polygon {
                points: corners.map(|(x, y)| offset(middle, x, down + y)).to_vec(),
                ink: Ink::Check,
            });
            shapes.push(label);
        } else {
            shapes.push(if crossed {
                label.seamed(Ink::Hub)
            } else {
                label
            });
        }
        Ok(())
    };
    if let Some(result) = &view.over {
        let result = drawable(result)?.unwrap_or_else(|| captions.caption(Caption::GameOver));
        let lines = wrap(&result, 34.0, 200.0)?;
        for (line, down) in lines.iter().zip([0.0, 38.0, 76.0]) {
            let down = down - 19.0 * (lines.len() as f32 - 1.0);
            say(down, 34.0, Ink::Text, line)?;
        }
        return Ok(());
    }
    if view.passing {
        let ply = captions.caption(Caption::Ply(view.position.ply()));
        return say(0.0, 42.0, Ink::Text, &ply);
    }
    say(8.0, 42.0, Ink::Text, &captions.caption(Caption::Army(turn)))?;
    let to_move = captions.caption(Caption::ToMove);
    if view.position.is_checked(turn) {
        say(44.0, 32.0, Ink::Text, &to_move)?;
        say(80.0, 30.0, Ink::Edge, &captions.caption(Caption::InCheck))?;
    } else {
        say(46.0, 34.0, Ink::Text, &to_move)?;
    }
    shapes.push(Shape::Sprite {
        at: offset(middle, 0.0, -58.0),
        size: 88.0,
        piece: king(turn),
        dead: view.is_out(turn),
    });
    Ok(())
}

pub(super) fn king(color: Color) -> Piece {
    Piece {
        color,
        role: Role::King,
    }
}

/// Breaks words into at most three lines; the last one holds all that is left.
pub(super) fn wrap(text: &str, size: f32, width: f32) -> Result<Vec<String>, RenderError> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let full = lines.len();
        let Some(line) = lines.last_mut() else { break };
        if line.is_empty() {
            line.push_str(word);
        } else {
            let longer = format!("{line} {word}");
            if full == 3 || fonts::extent(&longer, size)?.width <= width {
                *line = longer;
            } else {
                lines.push(word.to_owned());
            }
        }
    }
    Ok(lines)
}

/// A corner of the picture, as seen from a line of text in it.
struct Corner {
    left: bool,
    top: bool,
    /// True if the board leaves it the whole half of the picture.
    wide: bool,
}

impl Corner {
    /// Returns the corner of an army: the seat's own is the lower left one, the next army's the
    /// upper left one.
    fn of(view: &BoardView, color: Color) -> Corner {
        let seat = view.seen_from();
        Corner {
            left: color != seat.next().next(),
            top: color != seat,
            wide: view.zoom.is_some(),
        }
    }

    /// Returns the height of the middle of a line of text: line 0 lies at the edge.
    fn y(&self, line: u8) -> f32 {
        let from_edge = 30.0 + 44.0 * f32::from(line);
        if self.top {
            from_edge
        } else {
            HEIGHT - from_edge
        }
    }

    /// Returns the distance from the side of the picture at which a line of text meets the board.
    fn room(&self, line: u8) -> f32 {
        if self.wide {
            return WIDTH / 2.0 - SIDE;
        }
        let inner_edge = 30.0 + 44.0 * f32::from(line) + 18.0;
        let up = HEIGHT / 2.0 - inner_edge;
        let rim = WIDTH / 2.0 + 6.0;
        WIDTH / 2.0 - (rim * rim - up * up).max(0.0).sqrt()
    }

    /// Returns the x of something `width` wide that begins `from_side` away from the side.
    fn x(&self, from_side: f32, width: f32) -> f32 {
        if self.left {
            from_side
        } else {
            WIDTH - from_side - width
        }
    }
}

/// Draws the players in the corners next to their sectors, and in the corner that is left the match
/// and the points earned in it so far.
pub(super) fn corners(
    view: &BoardView,
    captions: &dyn Captions,
    shapes: &mut Vec<Shape>,
) -> Result<(), RenderError> {
    for color in Color::ALL {
        player(view, captions, color, shapes)?;
    }
    let corner = Corner {
        left: false,
        top: false,
        wide: view.zoom.is_some(),
    };
    // What goes by says it in the centre.
    let ply = (!view.passing).then(|| captions.caption(Caption::Ply(view.position.ply())));
    let id = view
        .match_id
        .as_deref()
        .map(drawable)
        .transpose()?
        .flatten();
    let score = view.points.as_ref().map(score_line);
    let notes = [id, ply, score].into_iter().flatten();
    for ((note, line), ink) in notes.zip(0..).zip([Ink::Text, Ink::Muted, Ink::Muted]) {
        corner.say(line, SIDE, NOTE, ink, &note, shapes)?;
    }
    Ok(())
}

/// Distance from the side of the picture to the words in a corner.
const SIDE: f32 = 16.0;
/// Width and height of the piece before a name.
const EMBLEM: f32 = 46.0;

/// Draws a player's name with the army's king before it, and below it the last move, or the way the
/// army went out.
fn player(
    view: &BoardView,
    captions: &dyn Captions,
    color: Color,
    shapes: &mut Vec<Shape>,
) -> Result<(), RenderError> {
    let corner = Corner::of(view, color);
    let out = view.is_out(color);
    let to_move = view.over.is_none() && !view.passing && view.position.turn() == color;
    let name = match &view.names[color] {
        Some(name) => drawable(name)?,
        None => None,
    };
    let name = name.unwrap_or_else(|| captions.caption(Caption::Army(color)));
    let indent = SIDE + EMBLEM + 6.0;
    let name = fonts::cut(&name, NAME, corner.room(0) - indent - 14.0)?;
    let width = fonts::extent(&name, NAME)?.width;
    let y = corner.y(0);
    if to_move {
        // A plate that points at the board.
        let (near, far) = (6.0, indent + width + 10.0);
        let outline = [
            (near, -22.0),
            (far, -22.0),
            (far + 20.0, 0.0),
            (far, 22.0),
            (near, 22.0),
        ];
        let corners = outline.map(|(from_side, down)| Point {
            x: corner.x(from_side, 0.0),
            y: y + down,
        });
        shapes.push(Shape::Polygon {
            points: corners.to_vec(),
            ink: Ink::Turn,
        });
    }
    shapes.push(Shape::Sprite {
        at: Point {
            x: corner.x(SIDE + EMBLEM / 2.0, 0.0),
            y,
        },
        size: EMBLEM,
        piece: king(color),
        dead: out,
    });
    let ink = if to_move {
        Ink::Edge
    } else if out {
        Ink::Muted
    } else {
        Ink::Text
    };
    corner.say(0, indent, NAME, ink, &name, shapes)?;
    if view.empty.contains(color) {
        // Nobody has gone out who could be struck through.
        let note = captions.caption(Caption::EmptySeat);
        return corner.say(1, SIDE, NOTE, Ink::Text, &note, shapes);
    }
    if out {
        let x = |from_side| corner.x(from_side, 0.0);
        shapes.push(Shape::Line {
            points: vec![
                Point {
                    x: x(indent - 4.0),
                    y,
                },
                Point {
                    x: x(indent + width + 4.0),
                    y,
                },
            ],
            width: 3.0,
            ink: Ink::Muted,
        });
        let reason = match &view.out[color] {
            Some(reason) => drawable(reason)?,
            None => None,
        };
        let reason = reason.as_deref();
        let note = captions.caption(Caption::Out(reason));
        return corner.say(1, SIDE, NOTE, Ink::Text, &note, shapes);
    }
    let last = view
        .latest_moves()
        .enumerate()
        .find(|(_, last)| last.color == color);
    if let Some((age, last)) = last {
        if !view.passing {
            let at = Point {
                x: corner.x(SIDE + 14.0, 0.0),
                y: corner.y(1),
            };
            badge(at, 1.0, &(age + 1).to_string(), Ink::Last, shapes)?;
        }
        let notation = drawable(&last.notation)?.unwrap_or_default();
        corner.say(1, SIDE + 36.0, NOTE, Ink::Text, &notation, shapes)?;
    }
    Ok(())
}

impl Corner {
    /// Writes words on a line of the corner, `indent` from the side, cut where they would meet the
    /// board.
    fn say(
        &self,
        line: u8,
        indent: f32,
        size: f32,
        ink: Ink,
        text: &str,
        shapes: &mut Vec<Shape>,
    ) -> Result<(), RenderError> {
        let text = fonts::cut(text, size, self.room(line) - indent)?;
        let extent = fonts::extent(&text, size)?;
        shapes.push(Shape::Text {
            at: Point {
                x: self.x(indent, extent.width),
                // Lines keep their baseline whatever letters they hold.
                y: self.y(line) + size * 0.31,
            },
            size,
            ink,
            seam: None,
            text,
        });
        Ok(())
    }
}
