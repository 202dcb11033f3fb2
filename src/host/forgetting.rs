//! Whoever asks to be forgotten.
//!
//! First it is put down that they are to be, by their reference alone: from then on nobody sees
//! their name, and what follows is done even if the process ends in between. Then they have no part
//! in any match any more, and their preferences are gone with the first step. Last the store of
//! people is written without them. Each step may be done twice.

use std::sync::Arc;

use super::{Cause, Host, HostError};
use crate::{
    matchplay::{Command, Event, Match, MatchId, Moment, Person, Stage, decide},
    store::{StoreError, people::People},
};

/// How many matches of a person are read at once: they are waited for by somebody.
const MOST_READ: usize = 1_000;

/// A match with all that happened in it.
pub type Told = (MatchId, Vec<(Event, Moment)>);

impl Host {
    /// Forgets a person: their seats are freed, their invitations declined, their preferences gone,
    /// and who they are stands nowhere any more. The matches they played stay, and so do the
    /// results of the others. Durable on return; done once more it changes nothing.
    ///
    /// # Errors
    ///
    /// When a store cannot be read or written. What was done until then stays done, and the rest
    /// is done when this is called again, and by [`finish_forgetting`](Host::finish_forgetting).
    pub async fn forget(
        self: &Arc<Self>,
        person: Person,
        people: &Arc<People>,
    ) -> Result<(), StoreError> {
        if !self.is_forgotten(person) {
            self.note_forgotten(person).await?;
        }
        self.give_up_all(person).await?;
        let store = Arc::clone(people);
        tokio::task::spawn_blocking(move || store.forget(person))
            .await
            .map_err(|error| StoreError::Failed(error.to_string()))??;
        // What they had asked for at the same moment may have seated them meanwhile.
        self.give_up_all(person).await
    }

    /// Forgets those of whom it was put down that they are to be forgotten, and who are not yet, as
    /// when a process ended in the middle of it. To be done before anybody is answered.
    ///
    /// # Errors
    ///
    /// When a store cannot be read. Where one cannot be written, it is left for later.
    pub async fn finish_forgetting(
        self: &Arc<Self>,
        people: &Arc<People>,
    ) -> Result<(), StoreError> {
        for person in self.forgotten() {
            let known = people.name(person)?.is_some();
            if !known && self.parts_of(person).await?.is_empty() {
                continue;
            }
            match self.forget(person, people).await {
                Ok(()) => tracing::info!("somebody who had asked for it has been forgotten"),
                Err(error) if error.is_of_writing() => {
                    tracing::warn!(%error, "somebody is still to be forgotten");
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// The live matches in which a person holds a seat that can be freed, is invited or is asked.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub async fn parts_of(&self, person: Person) -> Result<Vec<Arc<Match>>, StoreError> {
        let mut theirs = self.matches_of(person).await?;
        theirs.retain(|state| {
            let seat = state.seat_of(person);
            let out = |color| {
                state.stage() == Stage::Running && !state.position().in_play().contains(color)
            };
            seat.is_some_and(|color| !out(color)) || state.asks(person)
        });
        Ok(theirs)
    }

    /// All events of the matches in which a person sits or sat when they ended, those that go on
    /// first, and the ids of those that are too many to be read at once.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub async fn sat_in(&self, person: Person) -> Result<(Vec<Told>, Vec<MatchId>), StoreError> {
        self.read(move |store| {
            let live = store.live_of(person)?;
            let ended = store.all_of(person)?.into_iter();
            let mut ids = live.clone();
            ids.extend(ended.filter(|id| !live.contains(id)));
            let more = ids.split_off(ids.len().min(MOST_READ));
            let mut read = Vec::with_capacity(ids.len());
            for id in ids {
                match store.load(id) {
                    Ok(events) => read.push((id, events)),
                    // Nobody can read it any more, and the others are theirs all the same.
                    Err(StoreError::Damaged { .. }) => {}
                    Err(error) => return Err(error),
                }
            }
            Ok((read, more))
        })
        .await
    }

    async fn give_up_all(self: &Arc<Self>, person: Person) -> Result<(), StoreError> {
        for state in self.parts_of(person).await? {
            loop {
                let given_up = self.change(state.id(), Cause::default(), |state, now| {
                    decide(state, person, &Command::GiveUp, now)
                });
                match given_up.await {
                    Ok(done) => {
                        // Nobody has heard of it yet.
                        if let Some(notice) = done.notice {
                            notice.untold();
                        }
                    }
                    // They have no part in it any more.
                    Err(HostError::Rejected(_)) => break,
                    Err(HostError::Store(error)) => return Err(error),
                }
            }
        }
        Ok(())
    }
}
