//! Players who have left the server in which they play.

use std::sync::Arc;

use super::{Cause, Host, HostError};
use crate::{
    matchplay::{Command, MatchId, Person, Stage, decide},
    store::{StoreError, every},
};

impl Host {
    /// Notes that a player has left the server of a match, after which the others may do what they
    /// may do about a player who is past their deadline. False if that is noted already, or if the
    /// person does not play there any more. The others hear of it from the outbox.
    ///
    /// # Errors
    ///
    /// When the store fails.
    pub async fn gone(self: &Arc<Self>, id: MatchId, person: Person) -> Result<bool, HostError> {
        let command = Command::NoteGone(person);
        let noted = self.change(id, Cause::default(), |state, now| {
            decide(state, person, &command, now)
        });
        match noted.await {
            Ok(done) => {
                done.untold();
                Ok(true)
            }
            Err(HostError::Rejected(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Notes that every player of a live match whom the store of people does not know has left, so
    /// that the others need not wait for them. Returns the number of notes. It goes through all
    /// matches.
    ///
    /// # Errors
    ///
    /// When a store fails. Notes made until then stay.
    pub async fn all_unknown_are_gone(self: &Arc<Self>) -> Result<usize, StoreError> {
        let mut gone = 0;
        for id in every(|after, most| self.store.all(after, most)).await? {
            let state = match self.state(id).await {
                Ok(Some(state)) if state.stage() == Stage::Running => state,
                // Nobody plays on in one that cannot be read.
                Ok(_) | Err(StoreError::Damaged { .. }) => continue,
                Err(error) => return Err(error),
            };
            let seats = state.seats().iter();
            let players: Vec<Person> = seats.filter_map(|(_, seat)| seat.person()).collect();
            for person in players {
                if self.people.name(person).is_some() {
                    continue;
                }
                match self.gone(id, person).await {
                    Ok(noted) => gone += usize::from(noted),
                    Err(HostError::Rejected(_) | HostError::Limited(_)) => {}
                    Err(HostError::Store(error)) => return Err(error),
                }
            }
        }
        Ok(gone)
    }
}
