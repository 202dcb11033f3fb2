//! Scenes: a picture as a list of shapes.

use std::{fmt::Write, sync::Arc};

use super::{RenderError, fonts, geometry::Point, theme::Ink};
use crate::rules::{Border, Color, Piece};

/// A picture before it has a size and colours: shapes in units, painted one after the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// The seat from which the board is seen.
    pub seat: Color,
    /// True for each moat that is bridged, in the order of [`Border::ALL`].
    pub bridged: [bool; 3],
    /// The bare board with its moats, which depends on the seat and on the bridges alone.
    pub board: Arc<[Shape]>,
    /// True if the seat's sector is shown large, instead of the whole board.
    pub zoomed: bool,
    /// Everything that lies or stands on it and next to it.
    pub figures: Vec<Shape>,
}

/// Something to paint. Places, lengths and sizes are in units, angles as in
/// [`Geometry`](super::Geometry).
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A filled circle.
    Disc {
        /// Its middle, in units.
        at: Point,
        /// Its radius, in units.
        radius: f32,
        /// Its colour, by purpose.
        ink: Ink,
    },
    /// A circular line.
    Ring {
        /// Its middle, in units.
        at: Point,
        /// From the middle to the middle of the line.
        radius: f32,
        /// Thickness of the line.
        width: f32,
        /// Its colour, by purpose.
        ink: Ink,
    },
    /// A filled part of a ring around the middle of the board.
    Sector {
        /// The angles between which it lies.
        angles: (f32, f32),
        /// The distances from the middle of the board between which it lies.
        distances: (f32, f32),
        /// Its colour, by purpose.
        ink: Ink,
    },
    /// The outline of such a part.
    Frame {
        /// The angles between which it lies.
        angles: (f32, f32),
        /// The distances from the middle of the board between which it lies.
        distances: (f32, f32),
        /// Thickness of the line.
        width: f32,
        /// Its colour, by purpose.
        ink: Ink,
    },
    /// A line from point to point.
    Line {
        /// The points, at least two.
        points: Vec<Point>,
        /// Thickness of the line.
        width: f32,
        /// Its colour, by purpose.
        ink: Ink,
    },
    /// A filled polygon.
    Polygon {
        /// Its corners, at least three.
        points: Vec<Point>,
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

impl Scene {
    /// Writes the figures as text, a shape a line, with everything rounded to whole units and
    /// degrees: for people and tests to compare.
    #[must_use]
    pub fn snapshot(&self) -> String {
        let mut text = format!("seen from {}\n", self.seat);
        if self.zoomed {
            text.push_str("zoomed\n");
        }
        for (border, bridged) in Border::ALL.into_iter().zip(self.bridged) {
            let state = if bridged { "bridged" } else { "open" };
            // Writing to a String cannot fail.
            let _ = writeln!(text, "moat {border} {state}");
        }
        for shape in &self.figures {
            let _ = writeln!(text, "{}", shape.line());
        }
        text
    }
}

impl Shape {
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
            at: Point {
                x: middle.x - extent.width / 2.0,
                y: middle.y + (extent.above - extent.below) / 2.0,
            },
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
    pub(super) fn line(&self) -> String {
        let at = |point: &Point| format!("{:.0},{:.0}", point.x, point.y);
        let path = |points: &[Point]| {
            let points: Vec<String> = points.iter().map(at).collect();
            points.join(" ")
        };
        let part = |angles: &(f32, f32), distances: &(f32, f32)| {
            format!(
                "{:.0}°–{:.0}° {:.0}–{:.0}",
                angles.0.to_degrees(),
                angles.1.to_degrees(),
                distances.0,
                distances.1
            )
        };
        match self {
            Shape::Disc {
                at: middle,
                radius,
                ink,
            } => format!("disc {} r{radius:.0} {ink:?}", at(middle)),
            Shape::Ring {
                at: middle,
                radius,
                width,
                ink,
            } => format!("ring {} r{radius:.0} w{width:.0} {ink:?}", at(middle)),
            Shape::Sector {
                angles,
                distances,
                ink,
            } => format!("sector {} {ink:?}", part(angles, distances)),
            Shape::Frame {
                angles,
                distances,
                width,
                ink,
            } => format!("frame {} w{width:.0} {ink:?}", part(angles, distances)),
            Shape::Line { points, width, ink } => {
                format!("line {} w{width:.0} {ink:?}", path(points))
            }
            Shape::Polygon { points, ink } => format!("polygon {} {ink:?}", path(points)),
            Shape::Text {
                at: start,
                size,
                ink,
                seam: _,
                text,
            } => format!("text {} {size:.0} {ink:?} {text:?}", at(start)),
            Shape::Sprite {
                at: middle,
                size,
                piece,
                dead,
            } => format!(
                "{} {}{} {} {size:.0}",
                if *dead { "dead" } else { "piece" },
                piece.color.letter(),
                piece.role.letter(),
                at(middle)
            ),
        }
    }
}

#[cfg(test)]
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "a test words some captions and names the others"
)]
mod tests {
    use super::*;
    use crate::render::{BoardView, Caption, Mark, scene, unworded};
    use crate::rules::{ByColor, Colors, Points, Position};

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
        duel.remove_from_play(Color::Gray);
        let mut view = BoardView::new(duel, Color::White);
        view.empty = Colors::NONE.with(Color::Gray);
        view.points = Some(ByColor {
            black: Points::HALF,
            ..ByColor::default()
        });
        assert_eq!(
            lines(&view, &["\"Gray\"", "empty seat", "out", "0-0-1/2"]),
            [
                "text 68,41 36 Muted \"Gray\"",
                "text 16,84 32 Text \"empty seat\"",
                "text 899,1032 32 Muted \"0-0-1/2\"",
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
        let shown = lines(
            &BoardView::explaining(),
            &["Guide", "Check", "\"1\"", "\"2\""],
        );
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
