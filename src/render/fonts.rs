//! The one font, and how much room its words take.

use std::sync::LazyLock;

use ab_glyph::{Font, FontRef, OutlineCurve, PxScale, ScaleFont};

use super::{RenderError, geometry::Point};

/// The bold face, embedded, so that a picture looks the same on every machine.
static BOLD: LazyLock<Result<FontRef<'static>, RenderError>> =
    LazyLock::new(|| FontRef::try_from_slice(dejavu::sans::bold()).map_err(|_| RenderError::Font));

/// Returns the font of all words.
///
/// # Errors
/// [`RenderError::Font`] when the embedded font cannot be read.
pub(crate) fn bold() -> Result<&'static FontRef<'static>, RenderError> {
    BOLD.as_ref().map_err(|error| *error)
}

/// The room that words take, in units, for a size in units.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    /// From where the words begin to where the next would.
    pub(crate) width: f32,
    /// From the baseline up to the top of the highest letter.
    pub(crate) above: f32,
    /// From the baseline down to the bottom of the lowest letter; negative when it floats.
    pub(crate) below: f32,
}

/// Measures words of a size.
pub(crate) fn extent(text: &str, size: f32) -> Result<Extent, RenderError> {
    let font = bold()?.as_scaled(PxScale::from(size));
    let mut extent = Extent {
        width: 0.0,
        above: 0.0,
        below: -size,
    };
    for letter in text.chars() {
        let id = font.glyph_id(letter);
        extent.width += font.h_advance(id);
        if let Some(outline) = font.outline_glyph(id.with_scale(size)) {
            let bounds = outline.px_bounds();
            extent.above = extent.above.max(-bounds.min.y);
            extent.below = extent.below.max(bounds.max.y);
        }
    }
    Ok(extent)
}

/// Returns the distance from the top of a line of text to its baseline.
pub(crate) fn ascent(size: f32) -> Result<f32, RenderError> {
    Ok(bold()?.as_scaled(PxScale::from(size)).ascent())
}

/// Cuts words to a width, with `…` in place of what is cut off.
pub(crate) fn cut(text: &str, size: f32, width: f32) -> Result<String, RenderError> {
    if extent(text, size)?.width <= width {
        return Ok(text.to_owned());
    }
    let mut kept: Vec<char> = text.chars().collect();
    while kept.pop().is_some() {
        let shorter = kept.iter().collect::<String>();
        let shorter = format!("{}…", shorter.trim_end());
        if extent(&shorter, size)?.width <= width {
            return Ok(shorter);
        }
    }
    Ok(String::new())
}

/// Breaks words into at most `most` lines of a width; the last one holds all that is left.
pub(crate) fn wrap(
    text: &str,
    size: f32,
    width: f32,
    most: usize,
) -> Result<Vec<String>, RenderError> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        let full = lines.len() == most;
        if let Some(line) = lines.last_mut() {
            let longer = format!("{line} {word}");
            if full || extent(&longer, size)?.width <= width {
                *line = longer;
                continue;
            }
        }
        lines.push(word.to_owned());
    }
    Ok(lines)
}

/// Returns true if the font can write this letter.
pub(crate) fn has(letter: char) -> Result<bool, RenderError> {
    Ok(bold()?.glyph_id(letter).0 != 0)
}

/// Draws the outlines of words whose baseline begins at a place, stretch by stretch: a line, or a
/// quadratic or cubic Bézier curve, by two to four points from where it begins to its end. One that
/// does not begin at the end of the one before it begins another contour.
pub(super) fn outlines(
    text: &str,
    at: Point,
    size: f32,
    mut draw: impl FnMut(&[Point]),
) -> Result<(), RenderError> {
    let font = bold()?;
    let scaled = font.as_scaled(PxScale::from(size));
    let (across, up) = (scaled.h_scale_factor(), scaled.v_scale_factor());
    let mut x = at.x;
    for letter in text.chars() {
        let id = font.glyph_id(letter);
        let place = |point: ab_glyph::Point| Point {
            x: x + point.x * across,
            y: at.y - point.y * up,
        };
        let curves = font.outline(id).map(|outline| outline.curves);
        for curve in curves.into_iter().flatten() {
            match curve {
                OutlineCurve::Line(start, end) => draw(&[start, end].map(place)),
                OutlineCurve::Quad(start, pull, end) => draw(&[start, pull, end].map(place)),
                OutlineCurve::Cubic(start, one, two, end) => {
                    draw(&[start, one, two, end].map(place));
                }
            }
        }
        x += scaled.h_advance(id);
    }
    Ok(())
}
