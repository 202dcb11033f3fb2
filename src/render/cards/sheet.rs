//! A card while it is being laid out, from top to bottom.

use std::fmt::Write;

use crate::{
    render::{
        RenderError, Style, fonts,
        geometry::{Point, WIDTH},
        names::{drawable, readable_sentence},
        palette, raster,
        scene::Shape,
        text::ALT_LIMIT,
        theme::Ink,
    },
    rules::{Color, Piece, Role},
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
            let _ = writeln!(text, "{}", shape.line());
        }
        text
    }
}

/// Width of the margins of a card.
pub(super) const MARGIN: f32 = 28.0;

/// The letter after a rating that rests on few matches.
pub(super) const PROVISIONAL: char = '?';

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
    fn width(&self) -> f32 {
        (self.right - self.left).max(0.0)
    }
}

/// The shapes of a card that is being laid out.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    pub(super) shapes: Vec<Shape>,
}

impl Sheet {
    /// Writes words from the left of a slot, cut with `…` at its right. Returns the x of their end.
    pub(super) fn words(&mut self, slot: Slot, text: &str) -> Result<f32, RenderError> {
        let text = fonts::cut(text, slot.size, slot.width())?;
        let end = slot.left + fonts::extent(&text, slot.size)?.width;
        self.write(slot.left, slot, text);
        Ok(end)
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

    /// Draws a king that stands for its army.
    pub(super) fn king(&mut self, color: Color, at: Point, size: f32) {
        let role = Role::King;
        self.shapes.push(Shape::Sprite {
            at,
            size,
            piece: Piece { color, role },
            dead: false,
        });
    }

    /// Draws a thin line from side to side.
    pub(super) fn rule(&mut self, y: f32) {
        self.shapes.push(Shape::Line {
            points: [MARGIN, WIDTH - MARGIN].map(|x| Point { x, y }).to_vec(),
            width: 2.0,
            ink: Ink::Centre,
        });
    }

    /// Returns the finished card, of this height.
    pub(super) fn finish(self, height: f32) -> CardScene {
        CardScene {
            height,
            shapes: self.shapes,
        }
    }
}

/// Smallest size of a number, as a part of its slot's.
const SMALLEST: f32 = 0.6;

/// Returns a rating, with its mark if it rests on few matches.
pub(super) fn rating(text: &str, provisional: bool) -> String {
    if provisional && !text.is_empty() {
        format!("{text}{PROVISIONAL}")
    } else {
        text.to_owned()
    }
}

/// Cleans a text for an alt text, and cuts it at `limit` characters.
pub(super) fn said(text: &str, limit: usize) -> String {
    shortened(&readable_sentence(text), limit)
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
