//! The board in parts, for a page that puts them together as a match goes on.
//!
//! The bare board is drawn once, and with it the cells: for each square a path to be touched and lit,
//! its middle, and the size of a piece on it. A page that has them needs no geometry of its own. Colours
//! stand in a style sheet, so that a theme is put on without drawing anything again, and letters are text.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
};

use rondel_rules::{Border, Color, Piece, Position, Role, Square};

use super::{
    BoardView, Captions, PieceSet, RenderError, Theme, board,
    figures::{self, Badges, PIECE},
    geometry::{Geometry, HEIGHT, WIDTH, sector_of},
    pieces,
    plan::Plan,
    scene::Scene,
    svg,
    theme::Ink,
};

/// The way in which a page shows the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outlook {
    /// The seat from which the board is seen.
    pub seat: Color,
    /// True if that seat's sector is shown large, instead of the whole board.
    pub zoomed: bool,
    /// True if the letters of that seat run from left to right.
    pub mirrored: bool,
    /// True for each moat that is bridged, in the order of [`Border::ALL`].
    pub bridged: [bool; 3],
}

/// The figures of a board as elements of SVG, each layer apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// Those beneath the pieces.
    pub beneath: String,
    /// Those above them.
    pub above: String,
}

impl Outlook {
    /// Returns the outlook of a view.
    #[must_use]
    pub fn of(view: &BoardView) -> Outlook {
        Outlook {
            seat: view.seen_from(),
            zoomed: view.zoom.is_some(),
            mirrored: view.mirrored,
            bridged: Border::ALL.map(|border| view.position.is_bridged(border)),
        }
    }

    /// Iterates over all outlooks.
    pub fn all() -> impl Iterator<Item = Outlook> {
        let plans = Color::ALL.into_iter().flat_map(|seat| {
            let plans = [(false, false), (true, false), (false, true), (true, true)];
            plans.map(|(zoomed, mirrored)| (seat, zoomed, mirrored))
        });
        plans.flat_map(|(seat, zoomed, mirrored)| {
            (0..8).map(move |bridges| Outlook {
                seat,
                zoomed,
                mirrored,
                bridged: [4, 2, 1].map(|bridge| bridges & bridge != 0),
            })
        })
    }

    /// Returns its name: the plan, the seat, which moats are bridged, and whether it is mirrored.
    ///
    /// ```
    /// use rondel_render::page::Outlook;
    /// use rondel_rules::Color;
    ///
    /// let bridged = [false, true, false];
    /// let outlook = Outlook { seat: Color::Gray, zoomed: false, mirrored: true, bridged };
    /// assert_eq!(outlook.word(), "round-gray-010-mirror");
    /// assert_eq!(Outlook::from_word("round-gray-010-mirror"), Some(outlook));
    /// assert_eq!(Outlook::from_word("round-gray"), None);
    /// ```
    #[must_use]
    pub fn word(&self) -> String {
        let plan = if self.zoomed { "sector" } else { "round" };
        let bridged = self.bridged.map(|bridged| if bridged { '1' } else { '0' });
        let bridged: String = bridged.iter().collect();
        let mirror = if self.mirrored { "-mirror" } else { "" };
        format!("{plan}-{}-{bridged}{mirror}", self.seat.word())
    }

    /// Returns the outlook of this name.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Outlook> {
        let mut parts = word.splitn(4, '-');
        let zoomed = match parts.next()? {
            "round" => false,
            "sector" => true,
            _ => return None,
        };
        let seat = Color::from_word(parts.next()?)?;
        let digits: [u8; 3] = parts.next()?.as_bytes().try_into().ok()?;
        let outlook = Outlook {
            seat,
            zoomed,
            mirrored: parts.next().is_some(),
            bridged: digits.map(|digit| digit == b'1'),
        };
        (outlook.word() == word).then_some(outlook)
    }

    /// Draws the bare board, with a cell for each square that it shows: a path with the square's name, the
    /// army in whose sector it lies, its middle, and the width of a piece there.
    ///
    /// # Errors
    ///
    /// [`RenderError::Font`] when letters cannot be measured.
    pub fn ground(&self) -> Result<String, RenderError> {
        let scene = Scene {
            seat: self.seat,
            bridged: self.bridged,
            zoomed: self.zoomed,
            mirrored: self.mirrored,
            figures: Vec::new(),
        };
        // A square is drawn where it is hit: the dark ones are no shapes of their own.
        let mut shapes = board::shapes(&scene)?;
        shapes.retain(|shape| !shape.fills(Ink::Dark));
        let first = shapes.iter().position(|shape| shape.fills(Ink::Light));
        let rest = shapes.split_off(first.map_or(0, |first| first + 1));
        let mut ground = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\">\n<g>\n<g>\n{}</g>\n<g>\n",
            svg::elements(&shapes)?
        );
        for square in Square::all() {
            let plan = self.plan();
            let (Some((at, scale)), Some(path)) = (plan.spot(square), self.cell(square)) else {
                continue;
            };
            let size = PIECE * scale;
            let army = sector_of(square.file()).word();
            let look = if square.is_light() { "light" } else { "f-dark" };
            // Writing to a String cannot fail.
            let _ = writeln!(
                ground,
                "<path data-square=\"{square}\" data-army=\"{army}\" data-x=\"{:.0}\" data-y=\"{:.0}\" data-size=\"{size:.0}\" class=\"{look}\" d=\"{path}\"/>",
                at.x, at.y
            );
        }
        let _ = write!(
            ground,
            "</g>\n<g>\n{}</g>\n</g>\n</svg>\n",
            svg::elements(&rest)?
        );
        Ok(rounded(&ground))
    }

    /// Returns the lines through squares as paths, each as far as it is shown: through squares that are next
    /// to each other, across the centre or a leap away.
    #[must_use]
    pub fn way(&self, squares: &[Square]) -> String {
        let mut path = String::new();
        for line in self.plan().trace(squares) {
            for (at, point) in line.iter().enumerate() {
                let pen = if at == 0 { 'M' } else { 'L' };
                // Writing to a String cannot fail.
                let _ = write!(path, "{pen}{:.1} {:.1}", point.x, point.y);
            }
        }
        path
    }

    /// Returns the path around a square; `None` if it is not shown.
    fn cell(&self, square: Square) -> Option<String> {
        match self.plan() {
            Plan::Round(board) => {
                let distances = Geometry::distances(square.rank());
                Some(svg::part(board.angles(square), distances))
            }
            Plan::Sector(strip) => {
                let [left, top, right, bottom] = strip.cell(square)?;
                Some(format!(
                    "M{left:.1} {top:.1}H{right:.1}V{bottom:.1}H{left:.1}Z"
                ))
            }
        }
    }

    fn plan(&self) -> Plan {
        let view = BoardView {
            zoom: self.zoomed.then_some(self.seat),
            mirrored: self.mirrored,
            ..BoardView::new(Position::start(), self.seat)
        };
        Plan::of(&view)
    }
}

impl Figures {
    /// Draws everything that lies on the board but the pieces: without the panels around it, which a
    /// page has in a form of its own.
    ///
    /// # Errors
    ///
    /// [`RenderError::Font`] when letters cannot be measured.
    pub fn of(view: &BoardView, captions: &dyn Captions) -> Result<Figures, RenderError> {
        let layers = figures::layers(view, captions, Badges::Goals)?;
        Ok(Figures {
            beneath: svg::elements(&layers.beneath)?,
            above: svg::elements(&layers.above)?,
        })
    }
}

/// Returns the drawings of a set of pieces: a symbol for each role, whose id ends in the role's letter, to be
/// used with the class of an army. Where the armies differ in shape, the symbols hold the drawings of
/// all, of which the style sheet shows one.
#[must_use]
pub fn symbols(set: PieceSet) -> String {
    let mut symbols = String::new();
    for role in Role::ALL {
        let letter = role.letter();
        let of = |color: Color, id: &str| svg::drawing(set, Piece { color, role }, id);
        let alike = of(Color::White, "") == of(Color::Black, "");
        let drawing: String = if alike {
            of(Color::White, &letter.to_string())
        } else {
            let of_army = |color: Color| {
                let army = color.word();
                let drawing = of(color, &format!("{army}-{letter}"));
                format!("<g class=\"of-{army}\">\n{drawing}</g>\n")
            };
            Color::ALL.map(of_army).concat()
        };
        let _ = writeln!(
            symbols,
            "<symbol id=\"piece-{letter}\" viewBox=\"0 0 48 48\">\n{drawing}</symbol>"
        );
    }
    symbols
}

/// Writes the colours of a theme as a style sheet, for everything that this module draws. A page finds
/// them as custom properties too: `--ink-text` and so on.
#[must_use]
pub fn style_sheet(theme: &Theme) -> String {
    style_sheet_of(theme, str::to_owned)
}

/// Writes the colours that a page has by itself: any other theme wins, wherever its style sheet stands.
#[must_use]
pub fn usual_style_sheet() -> String {
    let [theme, ..] = Theme::ALL;
    style_sheet_of(theme, |selector| format!(":where({selector})"))
}

fn style_sheet_of(theme: &Theme, select: fn(&str) -> String) -> String {
    let mut sheet = format!("{} {{\n", select(":root"));
    for ink in Ink::ALL {
        let _ = writeln!(sheet, "--ink-{}: {};", ink.word(), theme.color(ink).hex());
    }
    let _ = writeln!(sheet, "--ink-ground: {};\n}}", theme.background.hex());
    // What is drawn in a symbol hears of the army in which it is used by inheriting alone.
    for color in Color::ALL {
        for dead in [false, true] {
            let class = svg::class_of((color, dead));
            let _ = write!(sheet, "{} {{", select(&format!(".{class}")));
            for army in Color::ALL {
                let shown = if army == color { "inline" } else { "none" };
                let _ = write!(sheet, "--of-{}:{shown};", army.word());
            }
            for (name, look) in pieces::looks(color, dead, theme) {
                for (property, value) in declarations(&look) {
                    let _ = write!(sheet, "--{name}-{property}:{value};");
                }
            }
            sheet.push_str("}\n");
        }
    }
    sheet
}

/// Writes the part of the style sheet that all themes share.
#[must_use]
pub fn common_style_sheet() -> String {
    let mut sheet = String::new();
    for ink in Ink::ALL {
        let word = ink.word();
        let _ = writeln!(
            sheet,
            ".f-{word} {{ fill: var(--ink-{word}); }}\n\
             .s-{word}, .t-{word} {{ stroke: var(--ink-{word}); }}"
        );
    }
    // Lines, and the seams around letters.
    sheet.push_str(
        "[class^=\"s-\"] { fill: none; stroke-linejoin: round; }\n\
         [class*=\" t-\"] { stroke-linejoin: round; paint-order: stroke; }\n",
    );
    for army in Color::ALL {
        let word = army.word();
        let _ = writeln!(sheet, ".of-{word} {{ display: var(--of-{word}); }}");
    }
    // A part has the properties that it has in any look.
    let mut parts: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for theme in Theme::ALL {
        for (color, dead) in Color::ALL
            .into_iter()
            .flat_map(|color| [(color, false), (color, true)])
        {
            for (name, look) in pieces::looks(color, dead, theme) {
                let properties = declarations(&look).map(|(property, _)| property.to_owned());
                parts.entry(name).or_default().extend(properties);
            }
        }
    }
    for (name, properties) in parts {
        let _ = write!(sheet, ".{name} {{");
        for property in properties {
            let _ = write!(sheet, "{property}:var(--{name}-{property});");
        }
        sheet.push_str("}\n");
    }
    sheet
}

/// Rounds the numbers of a drawing to tenths: on a screen nobody sees more, and each figure is loaded.
fn rounded(drawing: &str) -> String {
    let mut short = String::with_capacity(drawing.len());
    let mut rest = drawing;
    while let Some(at) = rest.find(|one: char| one.is_ascii_digit()) {
        let (before, from) = rest.split_at(at);
        let end = from.find(|one: char| !one.is_ascii_digit() && one != '.');
        let (number, after) = from.split_at(end.unwrap_or(from.len()));
        short.push_str(before);
        match number.parse::<f32>() {
            // An address may have digits before its points.
            Ok(value) if number.contains('.') && !number.ends_with('.') => {
                let tenths = format!("{value:.1}");
                short.push_str(tenths.strip_suffix(".0").unwrap_or(&tenths));
            }
            Ok(_) | Err(_) => short.push_str(number),
        }
        rest = after;
    }
    short.push_str(rest);
    short
}

fn declarations(look: &str) -> impl Iterator<Item = (&str, &str)> {
    let declarations = look.split(';');
    declarations.filter_map(|one| {
        let (property, value) = one.split_once(':')?;
        Some((property.trim(), value.trim()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_and_nothing_else() {
        let drawing = "<svg xmlns=\"http://www.w3.org/2000/svg\"><path d=\"M12.04 -3.96H486.00\"/>";
        let short = "<svg xmlns=\"http://www.w3.org/2000/svg\"><path d=\"M12 -4H486\"/>";
        assert_eq!(rounded(drawing), short);
        for outlook in Outlook::all() {
            let ground = outlook.ground().unwrap();
            assert!(ground.contains("\"http://www.w3.org/2000/svg\""));
        }
    }
}
