//! Threads that share the work on one picture.

use std::thread;

use super::RenderError;

/// Number of threads that draw one picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hands {
    /// The caller's alone: all of many pictures are done sooner.
    One,
    /// The caller's and one more: this picture is done sooner, while nothing else is to be drawn.
    Two,
}

impl Hands {
    /// Does both halves of the work.
    ///
    /// # Errors
    /// [`RenderError::Encoding`] when the second half panics on a thread of its own.
    pub(super) fn both<T: Send>(
        self,
        first: impl FnOnce() -> T,
        second: impl FnOnce() -> T + Send,
    ) -> Result<(T, T), RenderError> {
        match self {
            Hands::One => Ok((first(), second())),
            Hands::Two => thread::scope(|scope| {
                let second = scope.spawn(second);
                let first = first();
                let second = second.join().map_err(|_| RenderError::Encoding)?;
                Ok((first, second))
            }),
        }
    }
}
