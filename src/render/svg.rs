//! From scenes to SVG.

use std::fmt::{self, Write};

use rondel_rules::{Color, Piece};

use super::{
    PieceSet, RenderError, Style, Theme, board, fonts,
    geometry::{HEIGHT, Point, WIDTH, polar},
    pieces,
    scene::{Outline, Scene, Shape},
    theme::Ink,
};

/// The size of words for each unit of the seam around them: as wide as the copies that are painted around
/// the letters of a picture reach.
const SEAM: f32 = 6.5;
/// The height of a line of the font, in its em.
const LINE: f32 = 1.164;

/// Writes a scene as an SVG document, with `words` for people who cannot see it. Letters are
/// outlines, so that they look the same where the font is missing.
pub(super) fn write(scene: &Scene, words: &str, style: &Style) -> Result<String, RenderError> {
    let (width, height) = (style.size, (HEIGHT * style.size as f32 / WIDTH).round());
    let mut svg = Svg {
        text: String::with_capacity(256 << 10),
        theme: Some(style.theme),
    };
    let words = escaped(words);
    svg.line(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-describedby=\"words\">\n\
         <desc id=\"words\">{words}</desc>"
    ));
    svg.drawings(scene, style);
    let ground = style.theme.background.hex();
    svg.line(format_args!(
        "<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"{ground}\"/>"
    ));
    for shape in board::shapes(scene)?.iter().chain(&scene.figures) {
        svg.shape(shape)?;
    }
    svg.line(format_args!("</svg>"));
    Ok(svg.text)
}

/// Writes shapes as elements, for the [page](super::page), whose style sheet gives them their colours:
/// each has the class of its ink. Letters are text, and a piece is a use of the symbol of its role
/// with the class of its army.
pub(super) fn elements(shapes: &[Shape]) -> Result<String, RenderError> {
    let mut svg = Svg {
        text: String::with_capacity(128 * shapes.len()),
        theme: None,
    };
    for shape in shapes {
        svg.shape(shape)?;
    }
    Ok(svg.text)
}

struct Svg {
    text: String,
    /// The theme of the colours; `None` where a style sheet has them.
    theme: Option<&'static Theme>,
}

impl Svg {
    /// Returns the attributes of a filled shape.
    fn filled(&self, ink: Ink) -> String {
        match self.theme {
            Some(theme) => format!("fill=\"{}\"", theme.color(ink).hex()),
            None => format!("class=\"f-{}\"", ink.word()),
        }
    }

    /// Returns the attributes of a line along a path.
    fn along(&self, ink: Ink, width: f32) -> String {
        match self.theme {
            Some(theme) => along(&theme.color(ink).hex(), width),
            None => format!("class=\"s-{}\" stroke-width=\"{width:.1}\"", ink.word()),
        }
    }

    fn line(&mut self, text: fmt::Arguments<'_>) {
        // Writing to a String cannot fail.
        let _ = writeln!(self.text, "{text}");
    }

    /// Defines the drawing of every piece in the scene once, and the looks of the armies.
    fn drawings(&mut self, scene: &Scene, style: &Style) {
        let mut drawn: Vec<(Piece, bool)> = Vec::new();
        for shape in &scene.figures {
            if let Shape::Sprite { piece, dead, .. } = shape
                && !drawn.contains(&(*piece, *dead))
            {
                drawn.push((*piece, *dead));
            }
        }
        let mut armies: Vec<(Color, bool)> = Vec::new();
        self.line(format_args!("<style>"));
        for army in drawn.iter().map(|(piece, dead)| (piece.color, *dead)) {
            if armies.contains(&army) {
                continue;
            }
            armies.push(army);
            for (class, look) in pieces::looks(army.0, army.1, style.theme) {
                let army = class_of(army);
                self.line(format_args!(".{army} .{class} {{ {look} }}"));
            }
        }
        self.line(format_args!("</style>"));
        for (piece, dead) in drawn {
            let (id, army) = (id_of(piece, dead), class_of((piece.color, dead)));
            self.line(format_args!(
                "<symbol id=\"{id}\" class=\"{army}\" viewBox=\"0 0 48 48\">"
            ));
            let drawing = drawing(style.pieces, piece, &id);
            self.line(format_args!("{}", drawing.trim_end()));
            self.line(format_args!("</symbol>"));
        }
    }

    fn shape(&mut self, shape: &Shape) -> Result<(), RenderError> {
        match shape {
            Shape::Drawn {
                outline,
                width,
                ink,
            } => {
                let (joined, looks) = match width {
                    None => ("polygon", self.filled(*ink)),
                    Some(width) => ("polyline", self.along(*ink, *width)),
                };
                self.outline(outline, joined, &looks);
            }
            Shape::Text {
                at,
                size,
                ink,
                seam,
                text,
            } => {
                let Some(theme) = self.theme else {
                    return self.words(text, *at, *size, *ink, *seam);
                };
                let (path, fill) = (letters(text, *at, *size)?, self.filled(*ink));
                let seam = seam.map_or_else(String::new, |seam| {
                    let line = along(&theme.color(seam).hex(), size / SEAM);
                    let line = line.trim_start_matches("fill=\"none\" ");
                    format!(" paint-order=\"stroke\" {line}")
                });
                self.line(format_args!("<path d=\"{path}\" {fill}{seam}/>"));
            }
            Shape::Sprite {
                at,
                size,
                piece,
                dead,
            } => {
                let (x, y) = (at.x - size / 2.0, at.y - size / 2.0);
                let (id, class) = match self.theme {
                    Some(_) => (id_of(*piece, *dead), String::new()),
                    None => {
                        let army = class_of((piece.color, *dead));
                        (
                            format!("piece-{}", piece.role.letter()),
                            format!(" class=\"{army}\""),
                        )
                    }
                };
                self.line(format_args!(
                    "<use href=\"#{id}\"{class} x=\"{x:.2}\" y=\"{y:.2}\" \
                     width=\"{size:.2}\" height=\"{size:.2}\"/>"
                ));
            }
        }
        Ok(())
    }

    /// Writes words as text, around the middle of the room that they take in the font of pictures: a page
    /// has another.
    fn words(
        &mut self,
        text: &str,
        at: Point,
        size: f32,
        ink: Ink,
        seam: Option<Ink>,
    ) -> Result<(), RenderError> {
        let middle = at.x + fonts::extent(text, size)?.width / 2.0;
        let em = size / LINE;
        let seam = seam.map_or_else(String::new, |seam| {
            format!(" t-{}\" stroke-width=\"{:.1}", seam.word(), size / SEAM)
        });
        let (ink, y, text) = (ink.word(), at.y, escaped(text));
        self.line(format_args!(
            "<text class=\"f-{ink}{seam}\" x=\"{middle:.1}\" y=\"{y:.1}\" font-size=\"{em:.1}\">{text}</text>"
        ));
        Ok(())
    }

    /// Draws an outline with these attributes; points become an element of this name.
    fn outline(&mut self, outline: &Outline, joined: &str, looks: &str) {
        match outline {
            Outline::Circle { at, radius } => {
                let Point { x, y } = at;
                self.line(format_args!(
                    "<circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{radius:.2}\" {looks}/>"
                ));
            }
            Outline::Part { angles, distances } => {
                let path = part(*angles, *distances);
                self.line(format_args!("<path d=\"{path}\" {looks}/>"));
            }
            Outline::Points(points) => {
                let points = points.iter().map(|Point { x, y }| format!("{x:.2},{y:.2}"));
                let points = points.collect::<Vec<_>>().join(" ");
                self.line(format_args!("<{joined} points=\"{points}\" {looks}/>"));
            }
        }
    }
}

/// Returns the elements of a piece's drawing. A layer is a document of its own, and ids are one set in
/// this one: they begin with `id`.
pub(super) fn drawing(set: PieceSet, piece: Piece, id: &str) -> String {
    let layers = set.layers(piece).into_iter();
    let insides = layers.map(|layer| {
        let inside = layer.split_once('>').map_or("", |(_, inside)| inside);
        let inside = inside
            .replace("</svg>", "")
            .replace("id=\"", &format!("id=\"{id}-"))
            .replace("href=\"#", &format!("href=\"#{id}-"));
        format!("{}\n", inside.trim())
    });
    insides.collect()
}

/// Returns the class of an army's drawings.
pub(super) fn class_of((color, dead): (Color, bool)) -> String {
    let out = if dead { "-out" } else { "" };
    format!("{}{out}", color.word())
}

/// Returns the id of a piece's drawing.
fn id_of(piece: Piece, dead: bool) -> String {
    format!("{}-{}", class_of((piece.color, dead)), piece.role.letter())
}

/// Returns the attributes of a line along a path.
fn along(color: &str, width: f32) -> String {
    format!(
        "fill=\"none\" stroke=\"{color}\" stroke-width=\"{width:.2}\" stroke-linejoin=\"round\""
    )
}

/// Returns a part of a ring around the middle of the board.
pub(super) fn part((start, end): (f32, f32), (inner, outer): (f32, f32)) -> String {
    let at = |angle, distance| {
        let Point { x, y } = polar(angle, distance);
        format!("{x:.2} {y:.2}")
    };
    let large = u8::from((end - start).abs() > std::f32::consts::PI);
    format!(
        "M{} A{outer:.2} {outer:.2} 0 {large} 1 {} L{} A{inner:.2} {inner:.2} 0 {large} 0 {} Z",
        at(start, outer),
        at(end, outer),
        at(end, inner),
        at(start, inner)
    )
}

/// Returns the outlines of words.
fn letters(text: &str, at: Point, size: f32) -> Result<String, RenderError> {
    let mut path = String::new();
    let mut pen = None;
    fonts::outlines(text, at, size, |stretch| {
        let [start, rest @ .., end] = stretch else {
            return;
        };
        if pen != Some(*start) {
            let _ = write!(path, "M{:.2} {:.2}", start.x, start.y);
        }
        path.push(match rest.len() {
            0 => 'L',
            1 => 'Q',
            _ => 'C',
        });
        for Point { x, y } in rest.iter().chain([end]) {
            let _ = write!(path, " {x:.2} {y:.2}");
        }
        pen = Some(*end);
    })?;
    Ok(path)
}

/// Returns words as they stand in XML and HTML, in an element or between the quotes of an attribute. XML has no place
/// for most control characters.
///
/// ```
/// assert_eq!(rondel_render::escaped("a < b & \"c\""), "a &lt; b &amp; &quot;c&quot;");
/// ```
#[must_use]
pub fn escaped(text: &str) -> String {
    let is_placeless = |letter: char| match letter {
        '\n' => false,
        letter => letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}'),
    };
    let escaped = text.replace(is_placeless, " ").replace('&', "&amp;");
    let escaped = escaped.replace('<', "&lt;").replace('>', "&gt;");
    escaped.replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use resvg::{tiny_skia, usvg};
    use rondel_rules::ByColor;

    use super::*;
    use crate::{BoardView, png, svg, unworded};

    #[test]
    fn drawn_by_another_hand_it_is_the_same_picture() {
        let mut zoomed = BoardView::crowded();
        zoomed.zoom = Some(Color::White);
        let mut explaining = BoardView::explaining();
        explaining.zoom = Some(Color::White);
        let views = [
            BoardView::crowded(),
            BoardView::explaining(),
            zoomed,
            explaining,
        ];
        let sets = PieceSet::ALL.into_iter().cycle();
        let looks = Theme::ALL.iter().cycle().zip(sets);
        for (view, (theme, pieces)) in views.iter().cycle().zip(looks).take(Theme::ALL.len() + 1) {
            let style = Style {
                theme,
                pieces,
                ..Style::default()
            };
            is_the_same_picture(view, &style);
        }
    }

    fn is_the_same_picture(view: &BoardView, style: &Style) {
        let document = svg(view, &unworded, style).unwrap();
        let tree = usvg::Tree::from_str(&document, &usvg::Options::default()).unwrap();
        let picture = png(view, &unworded, style).unwrap();
        let picture = image::load_from_memory(&picture).unwrap().to_rgb8();
        let (width, height) = picture.dimensions();
        assert_eq!(
            (tree.size().width(), tree.size().height()),
            (width as f32, height as f32)
        );
        let mut drawn = tiny_skia::Pixmap::new(width, height).unwrap();
        resvg::render(&tree, tiny_skia::Transform::identity(), &mut drawn.as_mut());
        // Edges fall a little otherwise, which is lost once both are made smaller.
        const PART: u32 = 4;
        let mean = |x: u32, y: u32, pixel: &dyn Fn(u32, u32) -> [u8; 3]| {
            let mut sums = [0; 3];
            for (row, column) in (0..PART).flat_map(|row| (0..PART).map(move |at| (row, at))) {
                let pixel = pixel(x * PART + column, y * PART + row);
                for (sum, channel) in sums.iter_mut().zip(pixel) {
                    *sum += u32::from(channel);
                }
            }
            sums.map(|sum| sum / (PART * PART))
        };
        let of_picture = |x, y| picture.get_pixel(x, y).0;
        let of_drawn = |x, y| {
            let pixel = drawn.pixel(x, y).unwrap();
            [pixel.red(), pixel.green(), pixel.blue()]
        };
        let (mut unlike, mut most) = (0, 0);
        for (x, y) in (0..height / PART).flat_map(|y| (0..width / PART).map(move |x| (x, y))) {
            let pairs = mean(x, y, &of_picture)
                .into_iter()
                .zip(mean(x, y, &of_drawn));
            let apart = pairs
                .map(|(one, other)| one.abs_diff(other))
                .max()
                .unwrap_or(0);
            most = most.max(apart);
            unlike += u32::from(apart > 90);
        }
        // A missing piece would be a hundred.
        let (theme, pieces) = (style.theme.name, style.pieces.word());
        assert!(
            unlike < 30,
            "{theme}, {pieces}: {unlike} parts, {most} apart"
        );
    }

    #[test]
    fn what_is_pointed_out_is_drawn_and_said() {
        let style = Style::default();
        let document = svg(&BoardView::explaining(), &unworded, &style).unwrap();
        let mut plain = BoardView::explaining();
        plain.marks.clear();
        let plain = svg(&plain, &unworded, &style).unwrap();
        let guide = style.theme.guide.hex();
        assert!(document.contains(&guide) && !plain.contains(&guide));
        assert!(document.contains("Barred { from: a1, to: x1 }"));
        let crosses = |document: &str| {
            let red = format!("stroke=\"{}\"", style.theme.check.hex());
            document.matches(&red).count()
        };
        assert_eq!((crosses(&document), crosses(&plain)), (3, 0));
    }

    #[test]
    fn hostile_names_leave_it_well_formed() {
        for name in [
            "</desc><script>",
            "&\"'",
            "\0\u{7}\u{b}\u{fffe}",
            "\u{202e}evil",
        ] {
            let mut view = BoardView::crowded();
            view.names = ByColor::new(|_| Some(name.to_owned()));
            let document = svg(&view, &unworded, &Style::of_size(200)).unwrap();
            assert!(!document.contains("<script"), "{document}");
            usvg::Tree::from_str(&document, &usvg::Options::default()).unwrap();
        }
    }
}
