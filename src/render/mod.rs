//! Pictures of positions, moving pictures of matches, and cards with people's standing.
//!
//! # From data to bytes
//!
//! 1. The caller fills in plain data: a [`BoardView`] for a board, a [`LeaderboardCard`] or a
//!    [`ProfileCard`] for a card. Names and results come as texts of any length and content; they are
//!    cleaned and cut when they are drawn (`names`).
//! 2. The data becomes a [`Scene`] or a [`CardScene`]: a list of [`Shape`]s in units, each with an
//!    [`Ink`] that says the purpose of its colour. Tests compare scenes as text. The bare board
//!    (`board`, `sector`) is kept apart from the figures on it (`figures`), which change from ply to
//!    ply, and which are laid one over the other on a `sketch`. A `plan` turns squares into places: on
//!    the round board, or in one army's sector, large.
//! 3. The shapes become pixels at a size, in a [`Theme`] and with a [`PieceSet`] (`raster`), and these
//!    a PNG with a palette (`palette`) or frames of a GIF (`animation`). `svg` writes the same shapes
//!    as a document.
//!
//! Everything that a picture shows is also said in sentences, by [`alt_text`] and [`text_board`] and by
//! the `alt_text` of a card.
//!
//! Where many pictures are wanted at once they are drawn by the threads of a [`DrawingQueue`], boards
//! of moves first.
//!
//! # Rules of the room
//!
//! - It knows `rules` alone: no match, no people, no language. Each word that it writes by itself it
//!   asks of [`Captions`].
//! - The board is computed geometry. Only the pieces are drawn assets, and the one font is compiled in,
//!   so that a picture is the same on every machine, and the same for one thread and for two
//!   ([`Hands`]).
//! - Nothing is told by colour alone.
//!
//! ```
//! use rondel_render::{BoardView, Caption, Style, png};
//! use rondel_rules::{Color, Position};
//!
//! let view = BoardView::new(Position::start(), Color::White);
//! let captions = |caption: Caption<'_>| format!("{caption:?}");
//! let picture = png(&view, &captions, &Style::default())?;
//! assert!(picture.starts_with(b"\x89PNG"));
//! # Ok::<(), rondel_render::RenderError>(())
//! ```

mod animation;
mod board;
mod captions;
mod cards;
mod centre;
mod error;
mod figures;
mod fonts;
mod geometry;
mod hands;
mod marks;
mod moat;
mod names;
pub mod page;
mod palette;
mod panels;
mod pieces;
mod plan;
mod queue;
mod ranks;
mod raster;
mod scene;
mod sector;
mod sketch;
mod style;
mod svg;
mod text;
mod theme;
mod view;

pub use names::{isolated, readable};
pub use queue::{Drawing, Priority, Work};

use std::ops::Range;

use rondel_rules::Border;

pub use animation::{Animation, Frame, MOST_FRAMES, animation};
pub use captions::{Caption, Captions};
pub use cards::{CardScene, LeaderboardCard, LeaderboardRow, ProfileCard, Results, RulesetResults};
pub use error::RenderError;
pub use geometry::Point;
pub use hands::Hands;
pub use pieces::PieceSet;
pub use queue::{DrawingQueue, Hold};
pub use scene::{Outline, Scene, Shape};
pub use style::Style;
pub use svg::escaped;
pub use text::{ALT_LIMIT, alt_text, text_board};
pub use theme::{ArmyColors, Ink, Rgb, Theme};
pub use view::{BoardView, LastMove, Mark};

/// Returns the shapes that show the view. Its words come from `captions`, names and results from the
/// view.
///
/// # Errors
/// [`RenderError::Font`] when letters cannot be measured.
pub fn scene(view: &BoardView, captions: &dyn Captions) -> Result<Scene, RenderError> {
    Ok(Scene {
        seat: view.seen_from(),
        bridged: Border::ALL.map(|border| view.position.is_bridged(border)),
        zoomed: view.zoom.is_some(),
        mirrored: view.mirrored,
        figures: figures::shapes(view, captions)?,
    })
}

/// Draws the view as a PNG with a palette.
///
/// # Errors
/// [`RenderError::Size`] when the style's size is out of bounds; the others only when an asset
/// inside the program is broken.
pub fn png(
    view: &BoardView,
    captions: &dyn Captions,
    style: &Style,
) -> Result<Vec<u8>, RenderError> {
    png_by(view, captions, style, Hands::Two)
}

/// Draws as [`png()`] does, on one thread or two. The picture is the same.
///
/// # Errors
/// As [`png()`].
pub fn png_by(
    view: &BoardView,
    captions: &dyn Captions,
    style: &Style,
    hands: Hands,
) -> Result<Vec<u8>, RenderError> {
    style.check()?;
    let scene = scene(view, captions)?;
    let board = raster::board(&scene, style)?;
    let [upper, lower] = board.halves();
    let bottom = lower.end;
    let part = |rows: Range<u32>| {
        let last = rows.end == bottom;
        board.draw(&scene, style, rows)?.squeeze(last)
    };
    let (upper, lower) = hands.both(|| part(upper), || part(lower))?;
    palette::encode(&[upper?, lower?], style.theme)
}

/// Draws the view as an SVG document, whose description is the [`alt_text`]. The style's size is
/// the width that it asks for.
///
/// # Errors
/// As [`png()`].
///
/// # Examples
/// ```
/// use rondel_render::{BoardView, Caption, Style, svg};
/// use rondel_rules::{Color, Position};
///
/// let view = BoardView::new(Position::start(), Color::Gray);
/// let captions = |caption: Caption<'_>| format!("{caption:?}");
/// let document = svg(&view, &captions, &Style::of_size(640))?;
/// assert!(document.starts_with("<svg "));
/// # Ok::<(), rondel_render::RenderError>(())
/// ```
pub fn svg(
    view: &BoardView,
    captions: &dyn Captions,
    style: &Style,
) -> Result<String, RenderError> {
    style.check()?;
    svg::write(&scene(view, captions)?, &alt_text(view, captions), style)
}

/// Captions for tests, which name what is said and do not word it.
#[cfg(test)]
fn unworded(caption: Caption<'_>) -> String {
    format!("{caption:?}")
}

#[cfg(test)]
mod tests {
    use rondel_rules::{Color, Position};

    use super::*;

    #[test]
    fn every_size_and_seat_makes_a_small_png_of_the_right_shape() {
        for seat in Color::ALL {
            let view = BoardView::new(Position::start(), seat);
            for size in [200, 201, 333, 400, 1024, 2048] {
                let picture = png(&view, &unworded, &Style::of_size(size)).unwrap();
                let header = ::png::Decoder::new(std::io::Cursor::new(&picture));
                let reader = header.read_info().unwrap();
                let (width, height) = reader.info().size();
                assert_eq!(width, size);
                assert!(
                    (width..=width * 5 / 4).contains(&height),
                    "{width} × {height}"
                );
                assert_eq!(reader.info().color_type, ::png::ColorType::Indexed);
            }
        }
    }

    #[test]
    fn every_theme_and_set_of_pieces_makes_a_small_picture_of_its_own() {
        for view in [
            BoardView::crowded(),
            BoardView::new(Position::start(), Color::White),
        ] {
            let mut pictures = Vec::new();
            for theme in Theme::ALL {
                assert!(Theme::named(theme.name).is_some_and(|named| named.name == theme.name));
                for pieces in PieceSet::ALL {
                    assert_eq!(PieceSet::from_word(pieces.word()), Some(pieces));
                    let style = Style {
                        theme,
                        pieces,
                        ..Style::default()
                    };
                    let picture = png(&view, &unworded, &style).unwrap();
                    let kilobytes = picture.len() as f64 / 1024.0;
                    assert!(
                        kilobytes <= 75.0,
                        "{} {pieces:?}: {kilobytes} KB",
                        theme.name
                    );
                    assert!(!pictures.contains(&picture), "{} {pieces:?}", theme.name);
                    pictures.push(picture);
                }
            }
        }
        assert!(Theme::named("Classic").is_none() && Theme::named("").is_none());
    }

    #[test]
    fn sizes_out_of_bounds_are_refused() {
        let view = BoardView::new(Position::start(), Color::White);
        for asked in [0, 199, 2049, u32::MAX] {
            let refused = png(&view, &unworded, &Style::of_size(asked));
            assert_eq!(refused, Err(RenderError::Size { asked }));
        }
    }

    #[test]
    fn one_thread_draws_what_two_draw() {
        let view = BoardView::crowded();
        let style = Style::of_size(400);
        let still = |hands| png_by(&view, &unworded, &style, hands).unwrap();
        assert_eq!(still(Hands::One), still(Hands::Two));
        let frame = |view| Frame {
            view,
            hundredths: 50,
        };
        let start = BoardView::new(Position::start(), Color::Gray);
        let frames = [start, view.clone()].map(frame);
        let moving = |hands| animation(&frames, &unworded, &style, 1 << 20, hands).unwrap();
        assert_eq!(moving(Hands::One), moving(Hands::Two));
    }

    #[test]
    fn the_same_view_is_the_same_picture() {
        let view = BoardView::new(Position::start(), Color::White);
        let draw = || png(&view, &unworded, &Style::of_size(400)).unwrap();
        assert_eq!(draw(), draw());
    }
}
