//! A store that forgets everything at the end of the process.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, VecDeque},
    sync::{Mutex, MutexGuard},
};

use super::{
    Answered, Append, AppendError, Appended, EventStore, List, Listing, Notice, Pending,
    REQUESTS_KEPT, RequestId, StoreError, StoredRow, Subject,
    audit::{self, Entry, Note},
    locked, preferences,
    record::{self, Hash},
};
use crate::matchplay::{Event, MatchId, Moment, Person, Place, Server};

/// A store in memory. It keeps the same records as any other, and is the plain model that others
/// are compared with.
#[derive(Debug, Default)]
pub struct MemoryStore {
    books: Mutex<Books>,
}

#[derive(Debug, Default)]
struct Books {
    logs: BTreeMap<MatchId, Log>,
    lists: BTreeSet<(List, MatchId)>,
    due: BTreeSet<(Moment, MatchId)>,
    ended: HashMap<(Place, Person), MatchId>,
    /// Matches in the order in which they ended.
    ends: Vec<MatchId>,
    preferences: BTreeMap<Subject, String>,
    notes: BTreeMap<Server, VecDeque<String>>,
    requests: HashMap<RequestId, Answered>,
    /// The deliveries that are kept, oldest first.
    kept: VecDeque<RequestId>,
    outbox: BTreeMap<u64, Notice>,
    notices: u64,
    standings: Option<Vec<u8>>,
}

#[derive(Debug, Default)]
struct Log {
    records: Vec<Vec<u8>>,
    tip: Hash,
    listing: Listing,
}

impl MemoryStore {
    /// Returns an empty store.
    #[must_use]
    pub fn new() -> MemoryStore {
        MemoryStore::default()
    }

    fn books(&self) -> MutexGuard<'_, Books> {
        locked(&self.books)
    }
}

impl Books {
    fn append(&mut self, append: Append) -> Result<Appended, AppendError> {
        let entry = append
            .note
            .as_ref()
            .map(|note| note.entry.checked())
            .transpose()?;
        if let Some(request_id) = &append.request_id {
            request_id.check()?;
            if let Some(before) = self.requests.get(request_id) {
                return Err(AppendError::Repeated(*before));
            }
        }
        let log = self.logs.get(&append.id);
        let from = log.map_or(0, |log| log.records.len() as u64);
        if from != append.expected {
            return Err(AppendError::Conflict {
                expected: append.expected,
                actual: from,
            });
        }
        let tip = log.map_or(Hash::NONE, |log| log.tip);
        let (records, tip) = record::encode_append(&append, tip)?;
        let log = self.logs.entry(append.id).or_default();
        log.records.extend(records);
        log.tip = tip;
        let to = log.records.len() as u64;
        let before = std::mem::replace(&mut log.listing, append.listing);
        let after = log.listing.clone();
        self.list(append.id, from == 0, &before, &after);
        let answered = Answered {
            id: append.id,
            from,
            to,
        };
        if let Some(request_id) = append.request_id {
            self.keep(request_id, answered);
        }
        self.note(append.note.zip(entry));
        let notice = append.notify.then(|| {
            self.notices += 1;
            let notice = answered.notice(self.notices);
            self.outbox.insert(notice.number, notice);
            notice
        });
        Ok(Appended {
            version: to,
            notice,
        })
    }

    /// Moves a match from its old entries to its new ones.
    fn list(&mut self, id: MatchId, new: bool, before: &Listing, after: &Listing) {
        // Most changes leave it where it stands.
        if !before.stands_as(after) {
            for list in before.lists() {
                self.lists.remove(&(list, id));
            }
            let lists = after.lists().into_iter();
            self.lists.extend(lists.map(|list| (list, id)));
        }
        if let (Some(_), Some(due)) = (before.shelf, before.due) {
            self.due.remove(&(due, id));
        }
        if after.shelf.is_some() {
            self.due.extend(after.due.map(|due| (due, id)));
        } else if new || before.shelf.is_some() {
            self.ends.push(id);
            for (place, person) in after.pairs() {
                self.ended.insert((place.clone(), person), id);
            }
        }
    }

    fn note(&mut self, note: Option<(Note, String)>) {
        let Some((note, text)) = note else { return };
        let notes = self.notes.entry(note.server).or_default();
        notes.push_back(text);
        while notes.len() as u64 > audit::KEPT {
            notes.pop_front();
        }
    }

    fn keep(&mut self, request_id: RequestId, answered: Answered) {
        self.kept.push_back(request_id.clone());
        self.requests.insert(request_id, answered);
        if self.kept.len() as u64 > REQUESTS_KEPT
            && let Some(oldest) = self.kept.pop_front()
        {
            self.requests.remove(&oldest);
        }
    }
}

impl EventStore for MemoryStore {
    fn append(&self, append: Append) -> Pending<'_, Result<Appended, AppendError>> {
        Box::pin(async move { self.books().append(append) })
    }

    fn notes(&self, server: &Server) -> Result<Vec<Entry>, StoreError> {
        let books = self.books();
        let notes = books.notes.get(server).into_iter().flatten();
        notes.map(|text| Entry::decode(text)).collect()
    }

    fn load(&self, id: MatchId) -> Result<Vec<(Event, Moment)>, StoreError> {
        match self.books().logs.get(&id) {
            Some(log) => record::decode_log(id, &log.records, log.tip),
            None => Ok(Vec::new()),
        }
    }

    fn answered(&self, request_id: &RequestId) -> Result<Option<Answered>, StoreError> {
        Ok(self.books().requests.get(request_id).copied())
    }

    fn listed(&self, list: &List, most: usize) -> Result<Vec<MatchId>, StoreError> {
        let first = (list.clone(), MatchId::numbered(0));
        let books = self.books();
        let rows = books.lists.range(first..);
        let rows = rows.take_while(|(of, _)| of == list);
        Ok(rows.take(most).map(|(_, id)| *id).collect())
    }

    fn all_of(&self, person: Person) -> Result<Vec<MatchId>, StoreError> {
        let books = self.books();
        let logs = books.logs.iter();
        let theirs = logs.filter(|(_, log)| log.listing.people.contains(&person));
        Ok(theirs.map(|(id, _)| *id).collect())
    }

    fn latest_ended(&self, place: &Place, person: Person) -> Result<Option<MatchId>, StoreError> {
        Ok(self.books().ended.get(&(place.clone(), person)).copied())
    }

    fn ended_at(&self, place: &Place) -> Result<Option<MatchId>, StoreError> {
        let books = self.books();
        let mut ended = books.ended.iter();
        Ok(ended.find(|((at, _), _)| at == place).map(|(_, id)| *id))
    }

    fn ended_since(&self, after: u64, most: usize) -> Result<Vec<(u64, MatchId)>, StoreError> {
        let books = self.books();
        let ends = (1..).zip(books.ends.iter().copied());
        Ok(ends
            .filter(|(number, _)| *number > after)
            .take(most)
            .collect())
    }

    fn preferences(&self) -> Result<Vec<(Subject, String)>, StoreError> {
        Ok(self.books().preferences.clone().into_iter().collect())
    }

    fn set_preferences(
        &self,
        subject: Subject,
        text: String,
        note: Option<Note>,
    ) -> Pending<'_, Result<(), StoreError>> {
        Box::pin(async move {
            preferences::check(&text)?;
            let entry = note.as_ref().map(|note| note.entry.checked()).transpose()?;
            let mut books = self.books();
            books.preferences.insert(subject, text);
            books.note(note.zip(entry));
            Ok(())
        })
    }

    fn kept_standings(&self) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(self.books().standings.clone())
    }

    fn keep_standings(&self, bytes: &[u8]) -> Result<(), StoreError> {
        self.books().standings = Some(bytes.to_vec());
        Ok(())
    }

    fn due(&self, by: Moment, most: usize) -> Result<Vec<(Moment, MatchId)>, StoreError> {
        let books = self.books();
        let due = books.due.iter().take_while(|row| row.0 <= by);
        Ok(due.take(most).copied().collect())
    }

    fn outbox(&self) -> Result<Vec<Notice>, StoreError> {
        Ok(self.books().outbox.values().copied().collect())
    }

    fn told(&self, number: u64) -> Result<(), StoreError> {
        self.books().outbox.remove(&number);
        Ok(())
    }

    fn all(&self) -> Result<Vec<MatchId>, StoreError> {
        Ok(self.books().logs.keys().copied().collect())
    }
}
