//! The reasons that a picture cannot be made.

/// The smallest width of a picture, in pixels.
pub(super) const MIN_SIZE: u32 = 200;
/// The largest width of a picture, in pixels.
pub(super) const MAX_SIZE: u32 = 2048;

/// The reason a picture cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RenderError {
    /// The width asked for is out of bounds.
    #[error("a picture is {min} to {max} pixels wide, not {asked}", min = MIN_SIZE, max = MAX_SIZE)]
    Size {
        /// The width asked for, in pixels.
        asked: u32,
    },
    /// The font inside the program cannot be read.
    #[error("the font inside the program cannot be read")]
    Font,
    /// A drawing of a piece inside the program cannot be read.
    #[error("the drawing of a piece inside the program cannot be read")]
    Piece,
    /// The picture cannot be written as a file.
    #[error("the picture cannot be written as a file")]
    Encoding,
    /// A moving picture without a picture in it was asked for.
    #[error("a moving picture consists of one picture at least")]
    NoFrames,
    /// A moving picture does not fit, however small it is drawn.
    #[error("the moving picture does not fit into {most} bytes")]
    TooLarge {
        /// Most bytes that it may have.
        most: usize,
    },
}
