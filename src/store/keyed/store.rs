//! The traits of stores over rows by key.

use std::{fmt, future::ready, sync::Arc};

use rondel_matchplay::{Event, MatchId, Moment, Person, Place, Server};

use super::{Lookups, MatchRows, Pace, PersonRows, Rows, keys};
use crate::{
    Answered, Append, AppendError, Appended, Card, EventStore, Identity, List, Notice, Pending,
    PeopleStore, PreferenceStore, ReadMatches, Reading, RequestId, RowChange, RowChangeError,
    StoreError, Subject,
    audit::Entry,
    backup::BackupItem,
    rules::{Refused, Write},
};

/// The most rows that are read where the caller is: as many matches as anybody has.
const FEW: usize = 100;

/// A store over rows by key. If they lie on a disk, more than a few rows are read on threads of tokio's that may block,
/// so within a runtime of it.
pub struct KeyedStore<R>(Arc<R>);

impl<R: Rows> KeyedStore<R> {
    /// Returns a store over these rows.
    pub fn over(rows: R) -> KeyedStore<R> {
        KeyedStore(Arc::new(rows))
    }

    /// Returns the rows.
    pub const fn rows(&self) -> &Arc<R> {
        &self.0
    }

    /// Writes a part of a backup into a store that was empty before the first of it.
    pub(crate) async fn fill(&self, items: Vec<BackupItem>) -> Result<(), StoreError> {
        match self.0.write(Write::Restore(items)).await {
            Ok(_) => Ok(()),
            Err(Refused::Store(error)) => Err(error),
            Err(refused) => Err(StoreError::failed(format!("{refused:?}"))),
        }
    }

    /// Reads a few rows where the caller is: they mostly lie in memory, and are read before another thread is awake.
    fn glance<T: Send + 'static>(
        &self,
        read: impl FnOnce(&R) -> Result<T, StoreError> + Send + 'static,
    ) -> Reading<'static, T> {
        if self.0.pace() == Pace::Busy {
            return self.read(read);
        }
        Box::pin(ready(read(&self.0)))
    }

    /// Reads on a thread that may block, if that takes long.
    fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&R) -> Result<T, StoreError> + Send + 'static,
    ) -> Reading<'static, T> {
        if self.0.pace() == Pace::AtOnce {
            return Box::pin(ready(read(&self.0)));
        }
        let rows = Arc::clone(&self.0);
        Box::pin(async move {
            let read = tokio::task::spawn_blocking(move || read(&rows)).await;
            read.map_err(|error| StoreError::failed(error.to_string()))?
        })
    }
}

impl<R: Rows + Default> Default for KeyedStore<R> {
    fn default() -> Self {
        KeyedStore::over(R::default())
    }
}

impl<R: Rows> fmt::Debug for KeyedStore<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("KeyedStore").field(&self.0).finish()
    }
}

impl<R: MatchRows> ReadMatches for KeyedStore<R> {
    fn load(&self, id: MatchId) -> Reading<'_, Vec<(Event, Moment)>> {
        self.read(move |rows| rows.load(id))
    }

    fn answered<'a>(&'a self, request_id: &'a RequestId) -> Reading<'a, Option<Answered>> {
        let request_id = request_id.clone();
        self.glance(move |rows| rows.answered(&request_id))
    }

    fn listed<'a>(
        &'a self,
        list: &'a List,
        after: Option<MatchId>,
        most: usize,
    ) -> Reading<'a, Vec<MatchId>> {
        Box::pin(async move {
            let read = |after, most| {
                let list = list.clone();
                move |rows: &R| rows.listed(&list, after, most)
            };
            // Most lists are short, however many matches may be in them.
            let mut found = self.glance(read(after, most.min(FEW))).await?;
            if found.len() == FEW && most > FEW {
                let last = found.last().copied();
                found.extend(self.read(read(last, most - FEW)).await?);
            }
            Ok(found)
        })
    }

    fn latest_ended<'a>(
        &'a self,
        place: &'a Place,
        person: Person,
    ) -> Reading<'a, Option<MatchId>> {
        let place = place.clone();
        self.glance(move |rows| rows.latest_ended(&place, person))
    }

    fn ended_at<'a>(&'a self, place: &'a Place) -> Reading<'a, Option<MatchId>> {
        let place = place.clone();
        self.glance(move |rows| rows.ended_at(&place))
    }

    fn ended_since(&self, after: u64, most: usize) -> Reading<'_, Vec<(u64, MatchId)>> {
        self.read(move |rows| rows.ended_since(after, most))
    }

    fn due(
        &self,
        by: Moment,
        after: Option<(Moment, MatchId)>,
        most: usize,
    ) -> Reading<'_, Vec<(Moment, MatchId)>> {
        self.read(move |rows| rows.due(by, after, most))
    }

    fn outbox<'a>(&'a self, realm: &'a str, after: u64, most: usize) -> Reading<'a, Vec<Notice>> {
        let realm = realm.to_owned();
        self.read(move |rows| rows.outbox(&realm, after, most))
    }

    fn format(&self) -> Reading<'_, u64> {
        self.read(Lookups::format)
    }

    fn count(&self) -> Reading<'_, u64> {
        self.glance(MatchRows::count)
    }

    fn all(&self, after: Option<MatchId>, most: usize) -> Reading<'_, Vec<MatchId>> {
        self.read(move |rows| rows.all(after, most))
    }
}

impl<R: MatchRows> EventStore for KeyedStore<R> {
    fn append(&self, append: Append) -> Pending<'_, Result<Appended, AppendError>> {
        let written = self.0.write(Write::Append(append));
        Box::pin(async move { Ok(written.await?) })
    }

    fn told(&self, realm: &str, number: u64) -> Result<(), StoreError> {
        self.0.remove_soon(keys::notice(realm, number))
    }

    fn kept_standings(&self) -> Reading<'_, Option<Vec<u8>>> {
        self.read(MatchRows::kept)
    }

    fn keep_standings(&self, bytes: Vec<u8>) -> Pending<'_, Result<(), StoreError>> {
        self.read(move |rows| rows.keep(bytes))
    }
}

impl<R: MatchRows> PreferenceStore for KeyedStore<R> {
    fn preference<'a>(&'a self, subject: &'a Subject) -> Reading<'a, Option<String>> {
        let subject = subject.clone();
        self.glance(move |rows| rows.preference(&subject))
    }

    fn preferences(
        &self,
        after: Option<Subject>,
        most: usize,
    ) -> Reading<'_, Vec<(Subject, String)>> {
        self.read(move |rows| rows.preferences(after.as_ref(), most))
    }

    fn set_preferences(&self, change: RowChange) -> Pending<'_, Result<(), RowChangeError>> {
        let written = self.0.write(Write::Preferences(change));
        Box::pin(async move { Ok(written.await.map(drop)?) })
    }

    fn notes<'a>(&'a self, server: &'a Server) -> Reading<'a, Vec<Entry>> {
        let server = server.clone();
        self.read(move |rows| rows.notes(&server))
    }

    fn notes_on(&self, person: Person) -> Reading<'_, Vec<(Server, Entry)>> {
        self.read(move |rows| rows.notes_on(person))
    }
}

impl<R: PersonRows> PeopleStore for KeyedStore<R> {
    fn write_card(&self, person: Person, seen: Option<Card>, card: Card) -> Reading<'_, bool> {
        let written = self.0.write(Write::Card { person, seen, card });
        Box::pin(async move {
            match written.await {
                Ok(_) => Ok(true),
                Err(Refused::Store(error)) => Err(error),
                Err(_) => Ok(false),
            }
        })
    }

    fn find<'a>(&'a self, identity: &'a Identity) -> Reading<'a, Option<Person>> {
        let identity = identity.clone();
        self.read(move |rows| rows.find(&identity))
    }

    fn cards(&self, people: Vec<Person>) -> Reading<'_, Vec<(Person, Card)>> {
        self.read(move |rows| rows.cards(people))
    }

    fn everybody(&self, after: Option<Person>, most: usize) -> Reading<'_, Vec<(Person, Card)>> {
        self.read(move |rows| rows.everybody(after, most))
    }

    fn forget(&self, people: Vec<Person>) -> Pending<'_, Result<usize, StoreError>> {
        Box::pin(async move {
            loop {
                let people = people.clone();
                let found = self.read(move |rows| rows.with_namesakes(&people));
                let [known, namesakes] = found.await?;
                let count = known.len();
                let all = [known, namesakes].concat();
                match self.0.write(Write::Forget(all)).await {
                    Ok(_) => return Ok(count),
                    Err(Refused::Store(error)) => return Err(error),
                    // Somebody goes by another name since.
                    Err(_) => {}
                }
            }
        })
    }
}
