//! Players who have left the server in which they play.

use std::sync::Arc;

use super::{Cause, Done, Host, HostError};
use crate::matchplay::{Command, MatchId, Person, decide};

impl Host {
    /// Notes that a player has left the server of a match, which the others are met by as by one
    /// who is past their deadline. `None` when that is known, or when they do not play there any
    /// more.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn gone(
        self: &Arc<Self>,
        id: MatchId,
        person: Person,
    ) -> Result<Option<Done>, HostError> {
        let command = Command::NoteGone(person);
        let noted = self.change(id, Cause::default(), |state, now| {
            decide(state, person, &command, now)
        });
        match noted.await {
            Ok(done) => Ok(Some(done)),
            Err(HostError::Rejected(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }
}
