//! Panels in the corners of a picture: the players, the armies that are out, the match.

use rondel_rules::{Color, score_for_people};

use super::{
    BoardView, Caption, RenderError, fonts,
    geometry::{HEIGHT, Point, WIDTH},
    names::drawable,
    scene::Shape,
    sketch::Sketch,
    theme::Ink,
};

/// Height of a line of the players' names.
const NAME: f32 = 36.0;
/// Height of a line below the names.
const NOTE: f32 = 32.0;
/// Distance from the side of the picture to the words in a corner.
const SIDE: f32 = 16.0;
/// Width and height of the piece before a name.
const EMBLEM: f32 = 46.0;

impl Sketch<'_> {
    /// Draws the players in the corners next to their sectors, and in the corner that is left the
    /// match and the points earned in it so far.
    pub(super) fn corners(&mut self) -> Result<(), RenderError> {
        for color in Color::ALL {
            self.player(color)?;
        }
        let view = self.view;
        let corner = Corner {
            left: false,
            top: false,
            wide: view.zoom.is_some(),
        };
        // What goes by says it in the centre.
        let ply = (!view.passing && !view.example)
            .then(|| self.caption(Caption::Ply(view.position.ply())));
        let score = view.points.as_ref().map(score_for_people);
        let notes = [shown(view.match_id.as_ref())?, ply, score];
        let inks = [Ink::Text, Ink::Muted, Ink::Muted];
        for ((note, line), ink) in notes.into_iter().flatten().zip(0..).zip(inks) {
            self.shapes
                .push(corner.words(line, SIDE, NOTE, ink, &note)?);
        }
        Ok(())
    }

    /// Draws a player's name with the army's king before it, and below it the last move, or the way
    /// the army went out.
    fn player(&mut self, color: Color) -> Result<(), RenderError> {
        let view = self.view;
        let corner = Corner::of(view, color);
        let out = view.is_out(color);
        let to_move = !view.is_idle() && view.position.turn() == color;
        let name = shown(view.names[color].as_ref())?;
        let name = name.unwrap_or_else(|| self.caption(Caption::Army(color)));
        let indent = SIDE + EMBLEM + 6.0;
        let name = fonts::cut(&name, NAME, corner.room(0) - indent - 14.0)?;
        let width = fonts::extent(&name, NAME)?.width;
        let y = corner.y(0);
        let place = |from_side: f32, y: f32| Point::new(corner.x(from_side, 0.0), y);
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
            let outline = outline.map(|(from_side, down)| place(from_side, y + down));
            self.shapes.push(Shape::polygon(outline, Ink::Turn));
        }
        let at = place(SIDE + EMBLEM / 2.0, y);
        self.shapes.push(Shape::king(color, at, EMBLEM, out));
        let ink = match (to_move, out) {
            (true, _) => Ink::Edge,
            (false, true) => Ink::Muted,
            (false, false) => Ink::Text,
        };
        self.shapes.push(corner.words(0, indent, NAME, ink, &name)?);
        let mut last = view.latest_moves().rev();
        let (indent, note) = if view.empty.contains(color) {
            // Nobody has gone out who could be struck through.
            (SIDE, self.caption(Caption::EmptySeat))
        } else if out {
            let ends = [indent - 4.0, indent + width + 4.0].map(|at| place(at, y));
            self.shapes.push(Shape::line(ends, 3.0, Ink::Muted));
            let reason = shown(view.out[color].as_ref())?;
            (SIDE, self.caption(Caption::Out(reason.as_deref())))
        } else if let Some((number, last)) = last.find(|(_, last)| last.color == color) {
            if !view.passing {
                let at = place(SIDE + 14.0, corner.y(1));
                self.badge((at, 1.0), &number.to_string(), Ink::Last)?;
            }
            let notation = drawable(&last.notation)?;
            (SIDE + 36.0, notation.unwrap_or_default())
        } else {
            return Ok(());
        };
        let note = corner.words(1, indent, NOTE, Ink::Text, &note)?;
        self.shapes.push(note);
        Ok(())
    }
}

/// Returns a text as it can be drawn, if it can.
fn shown(text: Option<&String>) -> Result<Option<String>, RenderError> {
    Ok(text.map(|text| drawable(text)).transpose()?.flatten())
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
            left: color == seat || (color == seat.next()) != view.mirrored,
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

    /// Returns words on a line of the corner, `indent` from the side, cut where they would meet the
    /// board.
    fn words(
        &self,
        line: u8,
        indent: f32,
        size: f32,
        ink: Ink,
        text: &str,
    ) -> Result<Shape, RenderError> {
        let text = fonts::cut(text, size, self.room(line) - indent)?;
        let x = self.x(indent, fonts::extent(&text, size)?.width);
        Ok(Shape::Text {
            // Lines keep their baseline whatever letters they hold.
            at: Point::new(x, self.y(line) + size * 0.31),
            size,
            ink,
            seam: None,
            text,
        })
    }
}
