//! Violations: faults of a bot that Discord would refuse.

use std::fmt;

/// Something that a bot should never send, or never omit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The request, or the unanswered interaction.
    pub at: String,
    /// Discord's code, or a word if there is none.
    pub code: String,
    /// The place in the body, and the fault.
    pub text: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.at, self.code, self.text)
    }
}

/// A request that was refused because of circumstances, not because of its form: a missing right,
/// an archived thread, a member who has left. A sound bot may meet these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The request, as `METHOD /path`.
    pub at: String,
    /// The status of the answer.
    pub status: u16,
    /// The code of Discord.
    pub code: u64,
}
