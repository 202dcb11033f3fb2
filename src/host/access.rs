//! Access control: a person may know of their own matches and of those played where they can see
//! it.

use std::{fmt::Debug, future::Future, pin::Pin};

use super::{Purpose, Request};
use crate::matchplay::{Match, Place, Rejection};

/// A future answer to the question whether a person can see a place.
pub type Seen<'a> = Pin<Box<dyn Future<Output = bool> + Send + 'a>>;

/// The places of a chat that one person can see.
pub trait Access: Debug + Send + Sync {
    /// Returns true if they can read what is said at this place; false too if that cannot be found
    /// out.
    fn sees<'a>(&'a self, place: &'a Place) -> Seen<'a>;
}

/// Access to every place, as in a chat that hides none.
#[derive(Clone, Copy, Debug, Default)]
pub struct FullAccess;

impl Access for FullAccess {
    fn sees<'a>(&'a self, _place: &'a Place) -> Seen<'a> {
        Box::pin(std::future::ready(true))
    }
}

impl Request<'_> {
    /// Refuses a match that the speaker may not see. The chat is asked only about a match in which
    /// they have no part and which is played elsewhere.
    ///
    /// # Errors
    ///
    /// [`Rejection::NoSuchMatch`] where the speaker cannot see the channel that the match hangs on,
    /// so that the answer is the one to an id that no match has. [`Rejection::Private`] where they
    /// can see that channel, and so have seen the table, but not the private match that began
    /// there.
    pub async fn admit(&self, state: &Match) -> Result<(), Rejection> {
        // Managers answer for what is played in their server, seen or not.
        if self.purpose == Purpose::Manage || self.is_near(state) {
            return Ok(());
        }
        if is_secret(state) && state.is_housed() && self.access.sees(state.place()).await {
            return Ok(());
        }
        let channel = state.opened_at();
        if channel != self.place && !self.access.sees(channel).await {
            return Err(Rejection::NoSuchMatch);
        }
        if is_secret(state) {
            return Err(Rejection::Private);
        }
        Ok(())
    }

    /// Returns true if the speaker has a part in the match, or speaks where it is played or was
    /// opened. A private match is played in its own place alone.
    pub(super) fn is_near(&self, state: &Match) -> bool {
        let played_here = state.place() == self.place;
        let here = if is_secret(state) {
            state.is_housed() && played_here
        } else {
            played_here || state.opened_at() == self.place
        };
        here || state.has_part(self.speaker)
    }
}

/// Returns true for a private match that has begun. Its table, before that, is open to everybody
/// there.
fn is_secret(state: &Match) -> bool {
    state.is_private() && state.started_at().is_some()
}
