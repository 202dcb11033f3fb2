//! Scenes: a picture as a list of shapes.

use std::fmt::Write;

use rondel_rules::{Border, Color, Piece, Role};

use super::{
    RenderError, fonts,
    geometry::{Point, offset},
    theme::Ink,
};

/// A picture before it has a size and colours: shapes in units, painted one after the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// The seat from which the board is seen.
    pub seat: Color,
    /// True for each moat that is bridged, in the order of [`Border::ALL`].
    pub bridged: [bool; 3],
    /// True if the seat's sector is shown large, instead of the whole board.
    pub zoomed: bool,
    /// True if the letters of the seat run from left to right.
    pub mirrored: bool,
    /// Everything that lies or stands on the board and next to it.
    pub figures: Vec<Shape>,
}

/// Something to paint. Places, lengths and sizes are in units.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// An outline that is filled, or a line along it.
    Drawn {
        /// The outline.
        outline: Outline,
        /// Thickness of the line; `None` if the outline is filled.
        width: Option<f32>,
        /// Its colour, by purpose.
        ink: Ink,
    },
    /// Words on one line.
    Text {
        /// The left end of the baseline.
        at: Point,
        /// Height of a line of text.
        size: f32,
        /// The colour of the letters.
        ink: Ink,
        /// The colour of a seam around the letters.
        seam: Option<Ink>,
        /// The words, ready to be drawn.
        text: String,
    },
    /// A drawing of a piece.
    Sprite {
        /// Its middle, in units.
        at: Point,
        /// Width and height of the square it is drawn in.
        size: f32,
        /// The piece that is drawn.
        piece: Piece,
        /// True if its army is out of the game.
        dead: bool,
    },
}

/// An outline, which is filled or has a line along it.
#[derive(Clone, Debug, PartialEq)]
pub enum Outline {
    /// A circle.
    Circle {
        /// Its middle.
        at: Point,
        /// Its radius.
        radius: f32,
    },
    /// A part of a ring around the middle of the board.
    Part {
        /// The angles between which it lies: in radians, clockwise as seen, from the bottom of the
        /// board.
        angles: (f32, f32),
        /// The distances from the middle of the board between which it lies.
        distances: (f32, f32),
    },
    /// Two points or more, joined by straight lines. A line along them has two ends; filled, they are
    /// the corners of a polygon.
    Points(Vec<Point>),
}

impl Scene {
    /// Writes the figures as text, a shape a line, with everything rounded to whole units and
    /// degrees: for people and tests to compare.
    #[must_use]
    pub fn snapshot(&self) -> String {
        let mut text = format!("seen from {}\n", self.seat);
        if self.zoomed {
            text.push_str("zoomed\n");
        }
        if self.mirrored {
            text.push_str("mirrored\n");
        }
        for (border, bridged) in Border::ALL.into_iter().zip(self.bridged) {
            let state = if bridged { "bridged" } else { "open" };
            // Writing to a String cannot fail.
            let _ = writeln!(text, "moat {border} {state}");
        }
        for shape in &self.figures {
            let _ = writeln!(text, "{}", shape.described());
        }
        text
    }
}

impl Shape {
    /// Returns true if it is an outline that is filled with this ink.
    pub(super) fn fills(&self, with: Ink) -> bool {
        matches!(self, Shape::Drawn { width: None, ink, .. } if *ink == with)
    }

    /// Returns a filled outline, or a line of a width along it.
    pub(super) const fn drawn(outline: Outline, width: Option<f32>, ink: Ink) -> Shape {
        Shape::Drawn {
            outline,
            width,
            ink,
        }
    }

    /// Returns a filled circle.
    pub(super) const fn disc(at: Point, radius: f32, ink: Ink) -> Shape {
        Shape::drawn(Outline::Circle { at, radius }, None, ink)
    }

    /// Returns a line along a circle.
    pub(super) const fn ring(at: Point, radius: f32, width: f32, ink: Ink) -> Shape {
        Shape::drawn(Outline::Circle { at, radius }, Some(width), ink)
    }

    /// Returns a filled part of a ring around the middle of the board.
    pub(super) const fn sector(angles: (f32, f32), distances: (f32, f32), ink: Ink) -> Shape {
        Shape::drawn(Outline::Part { angles, distances }, None, ink)
    }

    /// Returns a line from point to point.
    pub(super) fn line(points: impl Into<Vec<Point>>, width: f32, ink: Ink) -> Shape {
        Shape::drawn(Outline::Points(points.into()), Some(width), ink)
    }

    /// Returns a filled polygon.
    pub(super) fn polygon(points: impl Into<Vec<Point>>, ink: Ink) -> Shape {
        Shape::drawn(Outline::Points(points.into()), None, ink)
    }

    /// Returns a filled rectangle around a place, by half its width and half its height.
    pub(super) fn plate(middle: Point, half: f32, high: f32, ink: Ink) -> Shape {
        let corners = [(-half, -high), (half, -high), (half, high), (-half, high)];
        Shape::polygon(corners.map(|(x, y)| offset(middle, x, y)), ink)
    }

    /// Returns the king that stands for an army.
    pub(super) const fn king(color: Color, at: Point, size: f32, dead: bool) -> Shape {
        let role = Role::King;
        Shape::Sprite {
            at,
            size,
            piece: Piece { color, role },
            dead,
        }
    }

    /// Returns words whose middle lies at a place: halfway along, and halfway between the top of
    /// the highest letter and the bottom of the lowest.
    pub(super) fn label(
        middle: Point,
        size: f32,
        ink: Ink,
        text: &str,
    ) -> Result<Shape, RenderError> {
        let extent = fonts::extent(text, size)?;
        Ok(Shape::Text {
            at: offset(
                middle,
                -extent.width / 2.0,
                (extent.above - extent.below) / 2.0,
            ),
            size,
            ink,
            seam: None,
            text: text.to_owned(),
        })
    }

    /// Returns the same words in another colour.
    pub(super) fn inked(mut self, color: Ink) -> Shape {
        if let Shape::Text { ink, .. } = &mut self {
            *ink = color;
        }
        self
    }

    /// Returns the same words with a seam around their letters.
    pub(super) fn seamed(mut self, color: Ink) -> Shape {
        if let Shape::Text { seam, .. } = &mut self {
            *seam = Some(color);
        }
        self
    }

    /// Writes the shape as a line of text, rounded to whole units and degrees.
    pub(super) fn described(&self) -> String {
        let place = |point: &Point| format!("{:.0},{:.0}", point.x, point.y);
        match self {
            Shape::Drawn {
                outline,
                width,
                ink,
            } => {
                let [circle, part, points] = match width {
                    None => ["disc", "sector", "polygon"],
                    Some(_) => ["ring", "frame", "line"],
                };
                let outline = match outline {
                    Outline::Circle { at, radius } => {
                        format!("{circle} {} r{radius:.0}", place(at))
                    }
                    Outline::Part { angles, distances } => {
                        let [start, end] = [angles.0, angles.1].map(f32::to_degrees);
                        let (inner, outer) = distances;
                        format!("{part} {start:.0}°–{end:.0}° {inner:.0}–{outer:.0}")
                    }
                    Outline::Points(places) => {
                        let places: Vec<String> = places.iter().map(place).collect();
                        format!("{points} {}", places.join(" "))
                    }
                };
                let width = width.map(|width| format!(" w{width:.0}"));
                format!("{outline}{} {ink:?}", width.unwrap_or_default())
            }
            Shape::Text {
                at,
                size,
                ink,
                seam: _,
                text,
            } => format!("text {} {size:.0} {ink:?} {text:?}", place(at)),
            Shape::Sprite {
                at,
                size,
                piece,
                dead,
            } => {
                let state = if *dead { "dead" } else { "piece" };
                let (color, role) = (piece.color.letter(), piece.role.letter());
                format!("{state} {color}{role} {} {size:.0}", place(at))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::wildcard_enum_match_arm,
        reason = "a test words some captions and names the others"
    )]

    use rondel_rules::{ByColor, Colors, Points, Position};

    use super::*;
    use crate::{BoardView, Caption, Mark, scene, unworded};

    /// Short captions, so that they are drawn whole.
    fn plain(caption: Caption<'_>) -> String {
        match caption {
            Caption::Army(army) => army.to_string(),
            Caption::ToMove => String::from("to move"),
            Caption::InCheck => String::from("in check"),
            Caption::EmptySeat => String::from("empty seat"),
            Caption::Ply(ply) => format!("ply {ply}"),
            Caption::Out(reason) => format!("out: {}", reason.unwrap_or_default()),
            other => unworded(other),
        }
    }

    /// The lines of a snapshot that hold one of the words.
    fn lines(view: &BoardView, wanted: &[&str]) -> Vec<String> {
        let scene = scene(view, &plain).unwrap();
        let snapshot = scene.snapshot();
        let lines = snapshot
            .lines()
            .filter(|line| wanted.iter().any(|word| line.contains(word)));
        lines.map(str::to_owned).collect()
    }

    #[test]
    fn the_start_as_text() {
        let view = BoardView::new(Position::start(), Color::Gray);
        let scene = scene(&view, &plain).unwrap();
        let snapshot = scene.snapshot();
        assert!(snapshot.starts_with("seen from Gray\n"));
        // 48 pieces, one in the centre, one for each player.
        assert_eq!(snapshot.matches("\npiece ").count(), 52);
        assert_eq!(snapshot.matches("\ndead ").count(), 0);
        assert_eq!(
            lines(&view, &["wK", "\"White\"", "\"to move\"", "ply"]),
            [
                "piece wK 937,372 57",
                "text 452,570 42 Text \"White\"",
                "text 445,604 34 Text \"to move\"",
                "piece wK 512,490 88",
                "piece wK 985,30 46",
                "text 854,41 36 Edge \"White\"",
                "text 932,1076 32 Text \"ply 0\"",
            ]
        );
    }

    #[test]
    fn points_and_an_empty_seat_stand_in_the_corners() {
        let mut duel = Position::start();
        duel.put_out(Color::Gray);
        let mut view = BoardView::new(duel, Color::White);
        view.empty = Colors::NONE.with(Color::Gray);
        let none = Points::default();
        view.points = Some(ByColor([none, none, Points::HALF]));
        assert_eq!(
            lines(&view, &["\"Gray\"", "empty seat", "out", "0-0-½"]),
            [
                "text 68,41 36 Muted \"Gray\"",
                "text 16,84 32 Text \"empty seat\"",
                "text 918,1032 32 Muted \"0-0-½\"",
            ]
        );
        // Nothing is struck through.
        let muted = lines(&view, &["Muted"]);
        assert!(
            muted.iter().all(|line| line.starts_with("text")),
            "{muted:?}"
        );
    }

    #[test]
    fn the_dead_the_checked_and_the_last_move_are_marked() {
        let view = BoardView::crowded();
        let shown = lines(&view, &["Last", "Check", "out", "Rq5", "dead gK"]);
        for wanted in [
            "frame ",
            "ring ",
            "disc ",
            "line ",
            "polygon ",
            "\"out: time\"",
            "\"Rq5+\"",
            "dead gK",
        ] {
            assert!(
                shown.iter().any(|line| line.contains(wanted)),
                "{wanted}: {shown:#?}"
            );
        }
        let scene = scene(&view, &plain).unwrap().snapshot();
        assert_eq!(scene.matches("\ndead g").count(), 17);
        assert!(scene.contains("moat x|a open\nmoat h|i bridged\nmoat p|q bridged\n"));
        assert_eq!(scene.matches("\"in check\"").count(), 1);
    }

    #[test]
    fn a_sector_shown_large_has_its_pieces_marks_and_panels() {
        let mut view = BoardView::crowded();
        view.zoom = Some(Color::Black);
        let drawn = scene(&view, &plain).unwrap();
        let snapshot = drawn.snapshot();
        assert!(
            snapshot.starts_with("seen from Black\nzoomed\n"),
            "{snapshot}"
        );
        let sprites: Vec<&str> = snapshot
            .lines()
            .filter(|line| line.starts_with("piece ") || line.starts_with("dead "))
            .collect();
        let shown = view.position.pieces().filter(|(square, _)| {
            // From o to b, by way of x.
            square.file() >= 14 || square.file() <= 1
        });
        assert_eq!(sprites.len(), shown.count() + 1 + 3, "{sprites:#?}");
        for wanted in [
            // The move from q6 to q5, and what was said of it.
            "line ",
            "ring ",
            "\"1\"",
            "\"Rq5+\"",
            "\"White to move\"",
            "\"in check\"",
            "\"out: time\"",
        ] {
            assert!(snapshot.contains(wanted), "{wanted}: {snapshot}");
        }
        // The king in check is elsewhere: the line of the check leads out of the picture, without
        // an end.
        let checks = |snapshot: &str, shape: &str| {
            let of_check = |line: &&str| line.starts_with(shape) && line.ends_with("Check");
            snapshot.lines().filter(of_check).count()
        };
        assert_eq!(
            [checks(&snapshot, "line"), checks(&snapshot, "ring")],
            [1, 0]
        );
        view.zoom = Some(Color::White);
        let snapshot = scene(&view, &plain).unwrap().snapshot();
        assert_eq!(
            [checks(&snapshot, "line"), checks(&snapshot, "ring")],
            [1, 1]
        );
        view.over = Some("White wins, 1-0-0".to_owned());
        let snapshot = scene(&view, &plain).unwrap().snapshot();
        assert!(snapshot.contains("\"White wins, 1-0-0\"") && !snapshot.contains("to move"));
    }

    #[test]
    fn what_is_pointed_out_is_marked_and_numbered() {
        let mut example = BoardView::explaining();
        example.example = true;
        let shown = lines(&example, &["Guide", "Check", "\"1\"", "\"2\""]);
        let count = |wanted: &str| shown.iter().filter(|line| line.contains(wanted)).count();
        // The circle, its part in the centre, the arrow and its point.
        assert_eq!(
            (count("line "), count("polygon ")),
            (3 + 3, 1),
            "{shown:#?}"
        );
        // The line that is crossed out, and the two strokes of the cross.
        assert_eq!(count("Check"), 3, "{shown:#?}");
        // What may be taken, and two empty squares, with the numbers of both pieces; the end of the
        // arrow.
        assert_eq!(count("ring "), 1, "{shown:#?}");
        let numbers = [
            r#"22 Edge "1""#,
            r#"22 Edge "2""#,
            r#"28 Edge "1""#,
            r#"28 Edge "2""#,
        ];
        assert_eq!(numbers.map(count), [2, 1, 1, 2], "{shown:#?}");
        // One of a kind has no number.
        let mut alone = BoardView::explaining();
        alone
            .marks
            .retain(|mark| matches!(mark, Mark::Barred { .. }));
        alone.marks.push(Mark::Reach {
            from: "a1".parse().unwrap(),
            to: vec!["b1".parse().unwrap()],
        });
        assert_eq!(
            lines(&alone, &["Guide", "Check", "Edge \"1\""]),
            [
                "line 877,828 894,804 910,778 925,751 937,724 w5 Check",
                "line 924,737 950,711 w6 Check",
                "line 924,711 950,737 w6 Check",
                "disc 792,913 r9 Guide",
            ]
        );
    }

    #[test]
    fn hostile_texts_are_harmless() {
        let hostile = [
            "",
            " ",
            "\0\u{7}\n\r",
            "\u{202e}evil\u{2066}",
            "{army}{name}",
            "שלום",
            "王",
            "🎉🎉",
            "Z\u{300}\u{301}",
            &"W".repeat(100_000),
            &"\u{200b}".repeat(100_000),
        ];
        for text in hostile {
            let mut view = BoardView::new(Position::start(), Color::Black);
            view.names = ByColor::new(|_| Some(text.to_owned()));
            view.match_id = Some(text.to_owned());
            view.out = ByColor::new(|_| Some(text.to_owned()));
            for over in [None, Some(text.to_owned())] {
                view.zoom = over.as_ref().map(|_| Color::Gray);
                view.over = over;
                let scene = scene(&view, &plain).unwrap();
                for shape in scene.figures {
                    if let Shape::Text { at, size, text, .. } = shape {
                        let end = at.x + fonts::extent(&text, size).unwrap().width;
                        assert!(
                            at.x >= 0.0 && end <= 1024.0,
                            "{text:?} from {} to {end}",
                            at.x
                        );
                        assert!(text.chars().all(|letter| fonts::has(letter).unwrap()));
                    }
                }
            }
        }
    }
}
