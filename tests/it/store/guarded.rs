//! A store in memory with somebody in front of it, who sees what is asked of it.

use std::{fmt::Debug, future::ready, mem, sync::Mutex};

use rondel::{
    matchplay::{Event, MatchId, Moment, Person, Place, Server},
    store::{
        Answered, Append, AppendError, Appended, Card, EventStore, Identity, List, Notice, Pending,
        PeopleStore, PreferenceStore, ReadMatches, Reading, RequestId, RowChange, RowChangeError,
        StoreError, Subject, audit::Entry, memory::MemoryStore,
    },
};

/// Sees what is asked of a store, and may hold it up, refuse it or panic.
pub(crate) trait Guard: Debug + Send + Sync {
    /// Something is about to be written.
    fn writes(&self) -> Pending<'_, ()> {
        Box::pin(ready(()))
    }

    /// Returns true if what is about to be written waits for the next write, and nobody hears of it.
    fn delays(&self) -> bool {
        false
    }

    /// Returns true if these events cannot be written.
    fn refuses(&self, _events: &[Event]) -> bool {
        false
    }

    /// A match is about to be read.
    fn loads(&self) -> Reading<'_, ()> {
        Box::pin(ready(Ok(())))
    }

    /// What is due is about to be read.
    fn looks(&self) -> Reading<'_, ()> {
        Box::pin(ready(Ok(())))
    }

    /// The rows of an outbox are about to be read.
    fn opens_outbox(&self) -> Reading<'_, ()> {
        Box::pin(ready(Ok(())))
    }

    /// A row of an outbox has been told.
    fn was_told(&self) {}

    /// A list of matches is about to be read.
    fn lists(&self) {}

    /// This many matches and rows of lists have been read.
    fn has_read(&self, _rows: usize) {}

    /// A row of preferences is about to be read.
    fn prefers(&self) {}

    /// The number of matches that it says there are.
    fn counted(&self, matches: u64) -> u64 {
        matches
    }
}

/// A store in memory behind a guard.
#[derive(Debug, Default)]
pub(crate) struct Guarded<G> {
    pub(crate) guard: G,
    store: MemoryStore,
    /// What waits for the next write.
    delayed: Mutex<Vec<Append>>,
}

impl<G: Guard> Guarded<G> {
    pub(crate) fn by(guard: G) -> Guarded<G> {
        Guarded {
            guard,
            store: MemoryStore::new(),
            delayed: Mutex::default(),
        }
    }

    /// Counts the rows of what is read.
    fn count<'a, T: Send + 'a>(
        &'a self,
        read: Reading<'a, T>,
        rows: impl FnOnce(&T) -> usize + Send + 'a,
    ) -> Reading<'a, T> {
        Box::pin(async move {
            let read = read.await?;
            self.guard.has_read(rows(&read));
            Ok(read)
        })
    }
}

impl<G: Guard> ReadMatches for Guarded<G> {
    fn load(&self, id: MatchId) -> Reading<'_, Vec<(Event, Moment)>> {
        Box::pin(async move {
            self.guard.loads().await?;
            self.count(self.store.load(id), |_| 1).await
        })
    }

    fn answered<'a>(&'a self, request_id: &'a RequestId) -> Reading<'a, Option<Answered>> {
        self.store.answered(request_id)
    }

    fn listed<'a>(
        &'a self,
        list: &'a List,
        after: Option<MatchId>,
        most: usize,
    ) -> Reading<'a, Vec<MatchId>> {
        self.guard.lists();
        self.count(self.store.listed(list, after, most), |ids| 1 + ids.len())
    }

    fn latest_ended<'a>(
        &'a self,
        place: &'a Place,
        person: Person,
    ) -> Reading<'a, Option<MatchId>> {
        self.count(self.store.latest_ended(place, person), |_| 1)
    }

    fn ended_at<'a>(&'a self, place: &'a Place) -> Reading<'a, Option<MatchId>> {
        self.count(self.store.ended_at(place), |_| 1)
    }

    fn ended_since(&self, after: u64, most: usize) -> Reading<'_, Vec<(u64, MatchId)>> {
        self.count(self.store.ended_since(after, most), Vec::len)
    }

    fn due(
        &self,
        by: Moment,
        after: Option<(Moment, MatchId)>,
        most: usize,
    ) -> Reading<'_, Vec<(Moment, MatchId)>> {
        Box::pin(async move {
            self.guard.looks().await?;
            self.count(self.store.due(by, after, most), Vec::len).await
        })
    }

    fn outbox<'a>(&'a self, realm: &'a str, after: u64, most: usize) -> Reading<'a, Vec<Notice>> {
        Box::pin(async move {
            self.guard.opens_outbox().await?;
            let rows = self.store.outbox(realm, after, most);
            self.count(rows, Vec::len).await
        })
    }

    fn format(&self) -> Reading<'_, u64> {
        self.count(self.store.format(), |_| 1)
    }

    fn count(&self) -> Reading<'_, u64> {
        Box::pin(async { Ok(self.guard.counted(self.store.count().await?)) })
    }

    fn all(&self, after: Option<MatchId>, most: usize) -> Reading<'_, Vec<MatchId>> {
        self.count(self.store.all(after, most), Vec::len)
    }
}

impl<G: Guard> EventStore for Guarded<G> {
    fn append(&self, append: Append) -> Pending<'_, Result<Appended, AppendError>> {
        Box::pin(async move {
            self.guard.writes().await;
            if self.guard.refuses(&append.events) {
                return Err(StoreError::Failed(String::from("a fault on purpose")).into());
            }
            let delayed = mem::take(&mut *self.delayed.lock().unwrap());
            for append in delayed {
                let _ = self.store.append(append).await;
            }
            if self.guard.delays() {
                self.delayed.lock().unwrap().push(append);
                let (path, what) = (String::new(), String::from("no answer, on purpose"));
                return Err(StoreError::InDoubt { path, what }.into());
            }
            self.store.append(append).await
        })
    }

    fn told(&self, realm: &str, number: u64) -> Result<(), StoreError> {
        self.guard.was_told();
        self.store.told(realm, number)
    }

    fn kept_standings(&self) -> Reading<'_, Option<Vec<u8>>> {
        self.store.kept_standings()
    }

    fn keep_standings(&self, bytes: Vec<u8>) -> Pending<'_, Result<(), StoreError>> {
        self.store.keep_standings(bytes)
    }
}

impl<G: Guard> PreferenceStore for Guarded<G> {
    fn preference<'a>(&'a self, subject: &'a Subject) -> Reading<'a, Option<String>> {
        self.guard.prefers();
        self.store.preference(subject)
    }

    fn preferences(
        &self,
        after: Option<Subject>,
        most: usize,
    ) -> Reading<'_, Vec<(Subject, String)>> {
        self.count(self.store.preferences(after, most), Vec::len)
    }

    fn set_preferences(&self, change: RowChange) -> Pending<'_, Result<(), RowChangeError>> {
        self.store.set_preferences(change)
    }

    fn notes<'a>(&'a self, server: &'a Server) -> Reading<'a, Vec<Entry>> {
        self.store.notes(server)
    }

    fn notes_on(&self, person: Person) -> Reading<'_, Vec<(Server, Entry)>> {
        self.store.notes_on(person)
    }
}

impl<G: Guard> PeopleStore for Guarded<G> {
    fn write_card(&self, person: Person, seen: Option<Card>, card: Card) -> Reading<'_, bool> {
        self.store.write_card(person, seen, card)
    }

    fn find<'a>(&'a self, identity: &'a Identity) -> Reading<'a, Option<Person>> {
        self.store.find(identity)
    }

    fn cards(&self, people: Vec<Person>) -> Reading<'_, Vec<(Person, Card)>> {
        self.store.cards(people)
    }

    fn everybody(&self, after: Option<Person>, most: usize) -> Reading<'_, Vec<(Person, Card)>> {
        self.store.everybody(after, most)
    }

    fn forget(&self, people: Vec<Person>) -> Pending<'_, Result<usize, StoreError>> {
        self.store.forget(people)
    }
}
