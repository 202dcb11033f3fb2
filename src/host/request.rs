//! Requests for a match, and whether the person may know of it: of their own matches, and of those
//! played where they can see it.

use super::Access;
use crate::matchplay::{Match, Person, Place, Rejection};

/// The reason for which a match is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To act in it as a player.
    Act,
    /// To sit down at it.
    Join,
    /// To look at it.
    Show,
    /// To act in it as one who manages the server and need not play in it.
    Manage,
    /// To play it once more.
    Again,
}

/// A request for a match: who asks, where, and what they said of it.
#[derive(Clone, Debug)]
pub struct Lookup<'a> {
    /// The reason for looking, which decides what may be meant.
    pub purpose: Purpose,
    /// The text of the option `match:`, if it was given.
    pub given: Option<&'a str>,
    /// The place where the command was given.
    pub place: &'a Place,
    /// The person who asks.
    pub speaker: Person,
    /// The places of the chat that they can see.
    pub access: &'a dyn Access,
}

impl Lookup<'_> {
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
