//! Forgets a person who asks for it.
//!
//! First a note is stored that they are to be forgotten, by their reference alone: from then on
//! nobody sees their name, and the rest is done even if the process ends in between. Their
//! preferences go with this first step. Then they lose their part in every match. Last the store of
//! people is written without them. Each step may be done twice.

use std::{
    collections::HashSet,
    mem,
    sync::{Arc, Mutex},
};

use tokio::{sync::oneshot, task::JoinSet};

use super::{Cause, Change, Done, HeldNotice, Host, HostError, locked, outbox::LeftTable};
use crate::{
    matchplay::{Command, Event, Match, MatchId, Moment, Person, Stage, decide},
    store::{List, StoreError, causes, every},
};

/// The number of a person's matches that are read at once, since somebody waits for the answer.
const MOST_READ: usize = 1_000;

/// The number of matches that a person is taken out of at the same time, so that the store writes
/// many of them together and others still get their turn.
const MOST_LEFT_AT_ONCE: usize = 64;

/// People who wait for the store of people to be written without them. Those who ask during a write
/// are left out together by the next one.
#[derive(Default)]
pub(super) struct Leaving(Mutex<Gathered>);

#[derive(Default)]
struct Gathered {
    waiting: Vec<(Person, oneshot::Sender<Result<(), StoreError>>)>,
    /// True while a task is writing for those who wait.
    is_seen_to: bool,
}

/// A match with everything that happened in it.
pub type MatchEvents = (MatchId, Vec<(Event, Moment)>);

impl Host {
    /// Forgets a person: frees their seats, declines their invitations, and deletes their
    /// preferences and their identity everywhere. The matches they played stay, and so do the
    /// results of the others. Durable on return; doing it again changes nothing.
    ///
    /// # Errors
    ///
    /// When a store cannot be read or written. What was done until then stays done, and the rest is
    /// done when this is called again, and by [`finish_forgetting`](Host::finish_forgetting).
    pub async fn forget(self: &Arc<Self>, person: Person) -> Result<(), StoreError> {
        if !self.is_forgotten(person) {
            self.note_forgotten(person).await?;
        }
        self.give_up_all(person).await?;
        self.leave_out(person).await?;
        // A request of theirs at the same moment may have seated them in the meantime.
        self.give_up_all(person).await
    }

    /// Forgets everybody who asked for it and is not forgotten yet, for example because the process
    /// ended halfway. Call it before anybody is answered.
    ///
    /// # Errors
    ///
    /// When a store cannot be read. What cannot be written is left for later.
    pub async fn finish_forgetting(self: &Arc<Self>) -> Result<(), StoreError> {
        let forgotten = self.forgotten();
        self.people.know(&forgotten).await?;
        for person in forgotten {
            let known = self.people.name(person).is_some();
            if !known && self.parts_of(person).await?.is_empty() {
                continue;
            }
            match self.forget(person).await {
                Ok(()) => tracing::info!("somebody who had asked for it has been forgotten"),
                Err(error) if error.is_of_writing() => {
                    tracing::warn!(error = %causes(&error), "somebody is still to be forgotten");
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Returns the live matches in which a person holds a seat that can be freed, is invited or is
    /// asked.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub async fn parts_of(&self, person: Person) -> Result<Vec<Arc<Match>>, StoreError> {
        let mut theirs = self.all_matches_of(person).await?;
        theirs.retain(|state| {
            let seat = state.seat_of(person);
            let out = |color| {
                state.stage() == Stage::Running && !state.position().in_play().contains(color)
            };
            seat.is_some_and(|color| !out(color)) || state.asks(person)
        });
        Ok(theirs)
    }

    /// Returns all events of the matches that a person opened or in which they ever sat, those in which they
    /// still do first, and the ids of the matches beyond the number that can be read at once.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub async fn sat_in(
        &self,
        person: Person,
    ) -> Result<(Vec<MatchEvents>, Vec<MatchId>), StoreError> {
        // One may have ended in between.
        let (mut ids, mut known) = (Vec::new(), HashSet::new());
        for list in [List::Of(person), List::Ended(person), List::Past(person)] {
            let listed = every(|after, most| self.store.listed(&list, after, most)).await?;
            ids.extend(listed.into_iter().filter(|id| known.insert(*id)));
        }
        let more = ids.split_off(ids.len().min(MOST_READ));
        let mut read = Vec::with_capacity(ids.len());
        for id in ids {
            match self.store.load(id).await {
                Ok(events) => read.push((id, events)),
                // Nobody can read it any more, and the person still gets the others.
                Err(StoreError::Damaged { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok((read, more))
    }

    /// Has the store of people written without a person, together with others who wait for the
    /// same.
    async fn leave_out(self: &Arc<Self>, person: Person) -> Result<(), StoreError> {
        let (answer, answered) = oneshot::channel();
        let was_seen_to = {
            let mut gathered = locked(&self.leaving.0);
            gathered.waiting.push((person, answer));
            mem::replace(&mut gathered.is_seen_to, true)
        };
        if !was_seen_to {
            // In a task of its own: the first to ask may stop waiting.
            tokio::spawn(Arc::clone(self).leave_out_gathered());
        }
        let ended = |_| StoreError::Failed(String::from("forgetting was cut short"));
        answered.await.map_err(ended)?
    }

    /// Writes the store of people as long as anybody waits for it.
    async fn leave_out_gathered(self: Arc<Self>) {
        loop {
            let (theirs, answers): (Vec<_>, Vec<_>) = {
                let mut gathered = locked(&self.leaving.0);
                gathered.is_seen_to = !gathered.waiting.is_empty();
                if !gathered.is_seen_to {
                    return;
                }
                mem::take(&mut gathered.waiting).into_iter().unzip()
            };
            let done = self.people.forget_all(theirs).await.map(drop);
            for answer in answers {
                // The one who asked may be gone by now.
                let _ = answer.send(done.clone());
            }
        }
    }

    /// Takes a person out of all their matches, many at a time. The others hear of it at the end,
    /// so that the tables of a channel are told of together.
    async fn give_up_all(self: &Arc<Self>, person: Person) -> Result<(), StoreError> {
        let list = List::Of(person);
        let ids = every(|after, most| self.store.listed(&list, after, most));
        let mut ids = ids.await?.into_iter();
        let (mut leaving, mut untold, mut failed) = (JoinSet::new(), Vec::new(), None);
        loop {
            while failed.is_none()
                && leaving.len() < MOST_LEFT_AT_ONCE
                && let Some(id) = ids.next()
            {
                leaving.spawn(Arc::clone(self).give_up(id, person));
            }
            let Some(left) = leaving.join_next().await else {
                break;
            };
            match left.unwrap_or_else(|error| Err(StoreError::Failed(error.to_string()))) {
                Ok(notices) => untold.extend(notices),
                Err(error) => failed = Some(error),
            }
        }
        self.let_wait(untold);
        failed.map_or(Ok(()), Err)
    }

    /// Takes those out of a match again who came into it while they were being forgotten: the search for
    /// their seats may have been over by then.
    pub(super) fn leave_if_forgotten(self: &Arc<Self>, change: &Change) {
        let before = change.before.as_ref();
        let before = before.map_or_else(Vec::new, |before| before.people());
        let mut came = change.after.people();
        came.retain(|person| !before.contains(person) && self.is_forgotten(*person));
        for person in came {
            let (host, id) = (Arc::clone(self), change.after.id());
            tokio::spawn(async move {
                match Arc::clone(&host).give_up(id, person).await {
                    Ok(notices) => host.let_wait(notices),
                    // The next start does it.
                    Err(error) => {
                        tracing::warn!(error = %causes(&error), "a forgotten person keeps a seat for now")
                    }
                }
            });
        }
    }

    /// Takes a person out of a match until they have no part in it, and returns the notices that
    /// the others have not had yet.
    async fn give_up(
        self: Arc<Self>,
        id: MatchId,
        person: Person,
    ) -> Result<Vec<HeldNotice>, StoreError> {
        let mut untold = Vec::new();
        loop {
            let given_up = self.change(id, Cause::default(), |state, now| {
                decide(state, person, &Command::GiveUp, now)
            });
            match given_up.await {
                Ok(Done { change, notice, .. }) => {
                    let left = LeftTable::of(&change, |left| left == person);
                    untold.extend(notice.map(|notice| notice.of_table(left)));
                }
                // They have no part in it any more.
                Err(HostError::Rejected(_) | HostError::Limited(_)) => return Ok(untold),
                Err(HostError::Store(error)) => return Err(error),
            }
        }
    }
}
