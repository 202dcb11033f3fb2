//! The looks of pictures.

use super::{
    error::{MAX_SIZE, MIN_SIZE, RenderError},
    pieces::PieceSet,
    theme::Theme,
};

/// The looks of a picture, of any kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// The picture's width in pixels, from 200 to 2,048. The height of a board is
    /// 1.07 times that, of a card at most 1.25 times.
    pub size: u32,
    /// The colours of everything in it.
    pub theme: &'static Theme,
    /// The drawings of its pieces.
    pub pieces: PieceSet,
}

impl Style {
    /// Returns an error if the width is out of bounds.
    pub(super) fn check(&self) -> Result<(), RenderError> {
        if (MIN_SIZE..=MAX_SIZE).contains(&self.size) {
            Ok(())
        } else {
            Err(RenderError::Size { asked: self.size })
        }
    }

    /// Returns the looks of a picture `size` pixels wide in the usual theme, with the usual pieces.
    #[must_use]
    pub const fn of_size(size: u32) -> Style {
        Style {
            size,
            theme: &Theme::ALL[0],
            pieces: PieceSet::Carved,
        }
    }
}

/// 1,024 pixels wide in the usual theme, with the usual pieces.
impl Default for Style {
    fn default() -> Style {
        Style::of_size(1024)
    }
}
