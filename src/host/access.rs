//! The access of a person to the places of a chat.

use std::{fmt::Debug, future::Future, pin::Pin};

use crate::matchplay::Place;

/// A future answer to the question whether a person can see a place.
pub type CanSee<'a> = Pin<Box<dyn Future<Output = bool> + Send + 'a>>;

/// The places of a chat that one person can see.
pub trait Access: Debug + Send + Sync {
    /// Returns true if they can read what is said at this place; false too if that cannot be found
    /// out.
    fn sees<'a>(&'a self, place: &'a Place) -> CanSee<'a>;
}

/// Access to every place, as in a chat that hides none.
#[derive(Clone, Copy, Debug, Default)]
pub struct FullAccess;

impl Access for FullAccess {
    fn sees<'a>(&'a self, _place: &'a Place) -> CanSee<'a> {
        Box::pin(std::future::ready(true))
    }
}
