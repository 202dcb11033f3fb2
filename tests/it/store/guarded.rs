//! A store in memory with somebody in front of it, who sees what is asked of it.

use std::{fmt::Debug, future::ready};

use rondel::{
    matchplay::{Event, MatchId, Moment, Person, Place, Server},
    store::{
        Answered, Append, AppendError, Appended, EventStore, List, Notice, Pending, RequestId,
        StoreError, Subject,
        audit::{Entry, Note},
        memory::MemoryStore,
    },
};

/// Sees what is asked of a store, and may hold it up, refuse it or panic.
pub(crate) trait Guard: Debug + Send + Sync {
    /// Something is about to be written.
    fn writes(&self) -> Pending<'_, ()> {
        Box::pin(ready(()))
    }

    /// A match is about to be read.
    fn loads(&self) -> Result<(), StoreError> {
        Ok(())
    }

    /// A list of matches is about to be read.
    fn lists(&self) {}

    /// This many matches and rows of lists have been read.
    fn has_read(&self, _rows: usize) {}
}

/// A store in memory behind a guard.
#[derive(Debug, Default)]
pub(crate) struct Guarded<G> {
    pub(crate) guard: G,
    store: MemoryStore,
}

impl<G: Guard> Guarded<G> {
    pub(crate) fn by(guard: G) -> Guarded<G> {
        let store = MemoryStore::new();
        Guarded { guard, store }
    }

    fn count<T>(&self, read: T, rows: impl Fn(&T) -> usize) -> Result<T, StoreError> {
        self.guard.has_read(rows(&read));
        Ok(read)
    }
}

impl<G: Guard> EventStore for Guarded<G> {
    fn append(&self, append: Append) -> Pending<'_, Result<Appended, AppendError>> {
        Box::pin(async move {
            self.guard.writes().await;
            self.store.append(append).await
        })
    }

    fn notes(&self, server: &Server) -> Result<Vec<Entry>, StoreError> {
        self.store.notes(server)
    }

    fn load(&self, id: MatchId) -> Result<Vec<(Event, Moment)>, StoreError> {
        self.guard.loads()?;
        self.count(self.store.load(id)?, |_| 1)
    }

    fn answered(&self, request_id: &RequestId) -> Result<Option<Answered>, StoreError> {
        self.store.answered(request_id)
    }

    fn listed(&self, list: &List, most: usize) -> Result<Vec<MatchId>, StoreError> {
        self.guard.lists();
        self.count(self.store.listed(list, most)?, |ids| 1 + ids.len())
    }

    fn all_of(&self, person: Person) -> Result<Vec<MatchId>, StoreError> {
        self.count(self.store.all_of(person)?, Vec::len)
    }

    fn latest_ended(&self, place: &Place, person: Person) -> Result<Option<MatchId>, StoreError> {
        self.count(self.store.latest_ended(place, person)?, |_| 1)
    }

    fn ended_at(&self, place: &Place) -> Result<Option<MatchId>, StoreError> {
        self.count(self.store.ended_at(place)?, |_| 1)
    }

    fn ended_since(&self, after: u64, most: usize) -> Result<Vec<(u64, MatchId)>, StoreError> {
        self.store.ended_since(after, most)
    }

    fn preferences(&self) -> Result<Vec<(Subject, String)>, StoreError> {
        self.store.preferences()
    }

    fn set_preferences(
        &self,
        subject: Subject,
        text: String,
        note: Option<Note>,
    ) -> Pending<'_, Result<(), StoreError>> {
        self.store.set_preferences(subject, text, note)
    }

    fn kept_standings(&self) -> Result<Option<Vec<u8>>, StoreError> {
        self.store.kept_standings()
    }

    fn keep_standings(&self, bytes: &[u8]) -> Result<(), StoreError> {
        self.store.keep_standings(bytes)
    }

    fn due(&self, by: Moment, most: usize) -> Result<Vec<(Moment, MatchId)>, StoreError> {
        self.store.due(by, most)
    }

    fn outbox(&self) -> Result<Vec<Notice>, StoreError> {
        self.store.outbox()
    }

    fn told(&self, number: u64) -> Result<(), StoreError> {
        self.store.told(number)
    }

    fn all(&self) -> Result<Vec<MatchId>, StoreError> {
        self.count(self.store.all()?, Vec::len)
    }
}
