//! What a bot did that Discord would refuse.

use std::fmt;

/// Something that a bot should never have sent, or never left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Where: the request, or the interaction left unanswered.
    pub at: String,
    /// Discord's code, or a word for what has none.
    pub code: String,
    /// Where in the body, and what.
    pub text: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.at, self.code, self.text)
    }
}

/// A request that was refused for the state of things and not for its form: a right that is
/// missing, a thread that is archived, a member who has gone. A sound bot may meet these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The request, as `METHOD /path`.
    pub at: String,
    /// The status of the answer.
    pub status: u16,
    /// Discord's code.
    pub code: u64,
}
