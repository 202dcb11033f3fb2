//! Calls to the player to move: by a mention, by a direct message, or not at all.

use crate::matchplay::Person;

/// The way in which the player whom a reply pings is to hear of it. `U` is a chat's own reference to
/// somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call<U> {
    /// Nobody is pinged.
    Nobody,
    /// By a mention in the message.
    Mention(U),
    /// By a direct message: the message mentions nobody.
    Direct(U),
    /// Not at all: they have left the server.
    Left(Person, U),
}

/// A direct message to a player whom no mention calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DirectCall<U> {
    /// The player.
    pub user: U,
    /// True if it is written now. Otherwise it may only have been written before.
    pub writes: bool,
    /// The id of the text that mentions them next to the post where there is no such message; `None`
    /// if nothing else is left.
    pub instead: Option<&'static str>,
}

impl<U: Copy> Call<U> {
    /// Returns the player who is called.
    pub const fn user(self) -> Option<U> {
        match self {
            Call::Nobody => None,
            Call::Mention(user) | Call::Direct(user) | Call::Left(_, user) => Some(user),
        }
    }

    /// Returns the direct message that calls the player of a post which mentions nobody, or which
    /// stands nowhere unless it `is_posted`; `None` if nobody is to be called.
    pub(crate) const fn directly(self, is_posted: bool) -> Option<DirectCall<U>> {
        let (user, writes, instead) = match self {
            Call::Nobody | Call::Left(..) => return None,
            Call::Mention(user) | Call::Direct(user) if !is_posted => (user, true, None),
            Call::Direct(user) => (user, true, Some("direct-instead")),
            // It was said when they could not be called, or by an answer that left that to this;
            // or a direct message has called them, as they wanted it then.
            Call::Mention(user) => (user, false, Some("called")),
        };
        Some(DirectCall {
            user,
            writes,
            instead,
        })
    }
}
