//! A card while it is being laid out, from top to bottom.

use std::fmt::Write;

use rondel_rules::{ByColor, Color};

use crate::{
    Caption, Captions, RenderError, Results, Style, fonts,
    geometry::{Point, WIDTH},
    names::{SENTENCE, drawable, isolated, readable, readable_within},
    palette, raster,
    scene::Shape,
    text::ALT_LIMIT,
    theme::Ink,
};

/// A card before it has a size in pixels and colours: 1,024 units wide, and up to a quarter more
/// than that high.
#[derive(Clone, Debug, PartialEq)]
pub struct CardScene {
    /// Its height in units.
    pub height: f32,
    /// The shapes on it, painted one after the other.
    pub shapes: Vec<Shape>,
}

impl CardScene {
    /// Draws the card as a PNG with a palette, as wide as the style says.
    ///
    /// # Errors
    /// [`RenderError::Size`] when the style's size is out of bounds; the others only when an asset
    /// inside the program is broken.
    pub fn png(&self, style: &Style) -> Result<Vec<u8>, RenderError> {
        style.check()?;
        let pixels = raster::sheet(&self.shapes, self.height, style)?;
        palette::encode(&[pixels.squeeze(true)?], style.theme)
    }

    /// Writes the card as text, a shape a line, with everything rounded to whole units: for people
    /// and tests to compare.
    #[must_use]
    pub fn snapshot(&self) -> String {
        let mut text = format!("card {:.0} × {:.0}\n", WIDTH, self.height);
        for shape in &self.shapes {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "{}", shape.described());
        }
        text
    }
}

/// Width of the margins of a card.
pub(super) const MARGIN: f32 = 28.0;

/// The letter after a rating that rests on few matches.
const PROVISIONAL: char = '?';
/// Smallest size of a number, as a part of its slot's.
const SMALLEST: f32 = 0.6;
/// Sizes of the title, and of the lines below it and above columns.
const TITLE: f32 = 58.0;
pub(super) const NOTE: f32 = 34.0;
/// Size of the footnotes, and distance between them.
const FOOT: f32 = 31.0;
const FOOT_LINE: f32 = 38.0;
/// Most characters of a name in an alt text.
pub(super) const NAME_SAID: usize = 28;

/// A place for words on one line, with the edges within which they stay.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    /// Its left edge.
    pub(super) left: f32,
    /// Its right edge.
    pub(super) right: f32,
    /// The height of its baseline.
    pub(super) y: f32,
    /// The size of its words.
    pub(super) size: f32,
    /// The colour of its words.
    pub(super) ink: Ink,
}

impl Slot {
    /// Returns a slot between two edges.
    pub(super) const fn new(left: f32, right: f32, y: f32, size: f32, ink: Ink) -> Slot {
        Slot {
            left,
            right,
            y,
            size,
            ink,
        }
    }

    /// Returns a slot from margin to margin.
    pub(super) const fn wide(y: f32, size: f32, ink: Ink) -> Slot {
        Slot::new(MARGIN, WIDTH - MARGIN, y, size, ink)
    }

    fn width(&self) -> f32 {
        (self.right - self.left).max(0.0)
    }
}

/// The shapes of a card that is being laid out.
pub(super) struct Sheet<'a> {
    pub(super) captions: &'a dyn Captions,
    pub(super) shapes: Vec<Shape>,
}

impl<'a> Sheet<'a> {
    /// Returns an empty sheet.
    pub(super) fn new(captions: &'a dyn Captions) -> Sheet<'a> {
        Sheet {
            captions,
            shapes: Vec::new(),
        }
    }

    /// Writes words from the left of a slot, cut with `…` at its right.
    pub(super) fn words(&mut self, slot: Slot, text: &str) -> Result<(), RenderError> {
        let text = fonts::cut(text, slot.size, slot.width())?;
        self.write(slot.left, slot, text);
        Ok(())
    }

    /// Writes words that somebody typed, if they can be drawn.
    pub(super) fn typed(&mut self, slot: Slot, text: &str) -> Result<(), RenderError> {
        self.words(slot, &drawable(text)?.unwrap_or_default())
    }

    /// Writes a caption.
    pub(super) fn caption(&mut self, slot: Slot, caption: Caption<'_>) -> Result<(), RenderError> {
        self.words(slot, &self.captions.caption(caption))
    }

    /// Writes a number that ends at the right of a slot. One that is too long is written smaller,
    /// since a number that is cut would be another one.
    pub(super) fn number(&mut self, slot: Slot, text: &str) -> Result<(), RenderError> {
        let text = drawable(text)?.unwrap_or_default();
        if text.is_empty() {
            return Ok(());
        }
        let width = fonts::extent(&text, slot.size)?.width;
        let smaller = (slot.width() / width.max(1.0)).clamp(SMALLEST, 1.0);
        let slot = Slot {
            size: slot.size * smaller,
            ..slot
        };
        let text = fonts::cut(&text, slot.size, slot.width())?;
        let width = fonts::extent(&text, slot.size)?.width;
        self.write(slot.right - width, slot, text);
        Ok(())
    }

    /// Writes numbers into columns of this width that end at these edges, otherwise as the slot says.
    pub(super) fn columns<T: AsRef<str>>(
        &mut self,
        slot: Slot,
        width: f32,
        edges: &[f32],
        numbers: impl IntoIterator<Item = T>,
    ) -> Result<(), RenderError> {
        for (right, number) in edges.iter().copied().zip(numbers) {
            let left = right - width;
            self.number(
                Slot {
                    left,
                    right,
                    ..slot
                },
                number.as_ref(),
            )?;
        }
        Ok(())
    }

    fn write(&mut self, x: f32, slot: Slot, text: String) {
        if !text.is_empty() {
            self.shapes.push(Shape::Text {
                at: Point { x, y: slot.y },
                size: slot.size,
                ink: slot.ink,
                seam: None,
                text,
            });
        }
    }

    /// Writes the title of a card and the line below it.
    pub(super) fn head(&mut self, title: &str, subtitle: &str) -> Result<(), RenderError> {
        self.typed(Slot::wide(66.0, TITLE, Ink::Text), title)?;
        self.typed(Slot::wide(112.0, NOTE, Ink::Muted), subtitle)
    }

    /// Writes a footnote below a height. Returns the height at which it ends.
    pub(super) fn foot(&mut self, y: f32, note: Caption<'_>) -> Result<f32, RenderError> {
        let y = y + FOOT_LINE;
        self.caption(Slot::wide(y, FOOT, Ink::Muted), note)?;
        Ok(y)
    }

    /// Draws a king that stands for its army.
    pub(super) fn king(&mut self, color: Color, at: Point, size: f32) {
        self.shapes.push(Shape::king(color, at, size, false));
    }

    /// Draws a thin line from side to side.
    pub(super) fn rule(&mut self, y: f32) {
        let ends = [MARGIN, WIDTH - MARGIN].map(|x| Point { x, y });
        self.shapes.push(Shape::line(ends, 2.0, Ink::Centre));
    }

    /// Returns the finished card, of this height.
    pub(super) fn finish(self, height: f32) -> CardScene {
        CardScene {
            height,
            shapes: self.shapes,
        }
    }
}

/// The footnote on the mark after a rating that rests on few matches.
pub(super) const UNCERTAIN: Caption<'_> = Caption::Provisional { mark: PROVISIONAL };

/// Returns the name of a person as it can be drawn, or else `Player` with the person's rank.
pub(super) fn called(
    name: &str,
    rank: Option<&str>,
    captions: &dyn Captions,
) -> Result<String, RenderError> {
    // Some have no place, which a dash says.
    let rank = rank.filter(|rank| rank.chars().any(char::is_numeric));
    let nameless = || captions.caption(Caption::Nameless(rank));
    Ok(drawable(name)?.unwrap_or_else(nameless))
}

/// Returns true if nothing of a name is left out where it is drawn.
pub(super) fn is_drawn_whole(name: &str) -> Result<bool, RenderError> {
    Ok(drawable(name)? == Some(readable(name)))
}

impl Results {
    /// Returns the rating, with its mark if it rests on few matches.
    pub(super) fn marked_rating(&self) -> String {
        if self.provisional && !self.rating.is_empty() {
            format!("{}{PROVISIONAL}", self.rating)
        } else {
            self.rating.clone()
        }
    }

    /// Returns the results as an alt text says them: harmless texts, each cut to this many
    /// characters.
    pub(super) fn said(&self, most: usize) -> Results {
        let number = |text: &str| said(text, most);
        Results {
            rating: number(&self.rating),
            provisional: self.provisional,
            points: number(&self.points),
            matches: number(&self.matches),
            wins: number(&self.wins),
            average: number(&self.average),
            averages: ByColor::new(|color| number(&self.averages[color])),
        }
    }
}

/// Cleans a text for an alt text, and cuts it at `limit` characters.
pub(super) fn said(text: &str, limit: usize) -> String {
    isolated(shortened(&readable_within(text, SENTENCE), limit))
}

/// Joins sentences to one alt text of at most [`ALT_LIMIT`] characters.
pub(super) fn alt(sentences: &[String]) -> String {
    shortened(&sentences.join(" "), ALT_LIMIT)
}

fn shortened(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        None => text.to_owned(),
        Some(_) => text
            .chars()
            .take(limit.saturating_sub(1))
            .chain(['…'])
            .collect(),
    }
}
