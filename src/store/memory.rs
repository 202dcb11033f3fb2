//! A store that forgets everything at the end of the process.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque},
    future::ready,
    ops::Bound,
    sync::{Mutex, MutexGuard},
};

use rondel_matchplay::{Event, MatchId, Moment, Person, Place, Server};

use super::{
    Answered, Append, AppendError, Appended, Card, EventStore, Identity, List, Listing, Notice,
    Pending, PeopleStore, PreferenceStore, REQUESTS_KEPT, ReadMatches, Reading, RequestId,
    RowChange, RowChangeError, StoreError, StoredRow, Subject,
    audit::{self, Entry, Note},
    format,
    listing::Row,
    locked,
    record::{self, Hash},
};

/// A store of matches, preferences and people in memory. It keeps the same records as any other, and
/// is the plain model that others are compared with.
#[derive(Debug, Default)]
pub struct MemoryStore {
    books: Mutex<Books>,
}

#[derive(Debug, Default)]
struct Books {
    logs: BTreeMap<MatchId, Log>,
    rows: BTreeSet<(Row, MatchId)>,
    ended: HashMap<(Place, Person), MatchId>,
    /// Matches in the order in which they ended.
    ends: Vec<MatchId>,
    preferences: BTreeMap<Subject, String>,
    notes: BTreeMap<Server, VecDeque<String>>,
    requests: HashMap<RequestId, Answered>,
    /// The requests that are kept, oldest first.
    kept: VecDeque<RequestId>,
    outbox: BTreeMap<(String, u64), Notice>,
    notices: u64,
    standings: Option<Vec<u8>>,
    format: u64,
    cards: BTreeMap<Person, Card>,
    identities: HashMap<Identity, Person>,
}

#[derive(Debug, Default)]
struct Log {
    records: Vec<Vec<u8>>,
    tip: Hash,
    listing: Option<Listing>,
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

/// Answers a question at once.
fn at_once<'a, T: Send + 'a>(answer: T) -> Reading<'a, T> {
    Box::pin(ready(Ok(answer)))
}

/// Returns the bound from which rows come after this one, or from the beginning.
fn beyond<T>(after: Option<T>) -> (Bound<T>, Bound<T>) {
    (
        after.map_or(Bound::Unbounded, Bound::Excluded),
        Bound::Unbounded,
    )
}

impl Books {
    fn append(&mut self, append: Append) -> Result<Appended, AppendError> {
        let note = append.note.as_ref();
        let entry = note.map(|note| note.entry.checked()).transpose()?;
        if let Some(request_id) = &append.request_id {
            request_id.check()?;
            if let Some(before) = self.requests.get(request_id) {
                return Err(AppendError::Repeated(*before));
            }
        }
        let (id, expected) = (append.id, append.expected);
        let log = self.logs.get(&id);
        let from = log.map_or(0, |log| log.records.len() as u64);
        if from != expected {
            return Err(AppendError::Conflict {
                expected,
                actual: from,
            });
        }
        let tip = log.map_or(Hash::NONE, |log| log.tip);
        let (records, tip) = record::encode_append(&append, tip)?;
        self.format = (self.format).max(format::of_match(&append.events, &append.listing));
        let log = self.logs.entry(id).or_default();
        log.records.extend(records);
        log.tip = tip;
        let to = log.records.len() as u64;
        let before = log.listing.replace(append.listing.clone());
        self.list(id, before.as_ref(), &append.listing);
        let answered = Answered { id, from, to };
        if let Some(request_id) = append.request_id {
            self.keep(request_id, answered);
        }
        self.note(append.note.zip(entry));
        let notice = append.tell.map(|realm| {
            self.notices += 1;
            let notice = answered.notice(self.notices);
            self.outbox.insert((realm, notice.number), notice);
            notice
        });
        Ok(Appended {
            version: to,
            notice,
        })
    }

    /// Moves a match from its old rows to its new ones.
    fn list(&mut self, id: MatchId, before: Option<&Listing>, after: &Listing) {
        let moves = after.moves(before);
        for row in moves.left {
            self.rows.remove(&(row, id));
        }
        self.rows
            .extend(moves.entered.into_iter().map(|row| (row, id)));
        if moves.ended {
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

    fn set_preferences(&mut self, change: RowChange) -> Result<(), RowChangeError> {
        change.check(self.preferences.get(&change.subject).map(String::as_str))?;
        let note = change.note.as_ref();
        let entry = note.map(|note| note.entry.checked()).transpose()?;
        self.format = (self.format).max(format::of_row(&change.subject, &change.text));
        self.preferences.insert(change.subject, change.text);
        self.note(change.note.zip(entry));
        Ok(())
    }

    fn write_card(&mut self, person: Person, seen: Option<&Card>, card: Card) -> bool {
        let there = self.cards.get(&person);
        if there == Some(&card) {
            return true;
        }
        let owner = self.identities.get(&card.identity).copied();
        if there != seen || owner != seen.map(|_| person) {
            return false;
        }
        self.identities.insert(card.identity.clone(), person);
        self.cards.insert(person, card);
        true
    }

    fn forget(&mut self, people: &[Person]) -> usize {
        let cards = people.iter().filter_map(|person| self.cards.remove(person));
        let cards: Vec<Card> = cards.collect();
        let names: HashSet<&String> = cards.iter().map(|card| &card.name).collect();
        self.cards.retain(|_, card| {
            card.identity.realm() != Identity::NAME_ALONE || !names.contains(&card.name)
        });
        let known = &self.cards;
        self.identities
            .retain(|_, person| known.contains_key(person));
        cards.len()
    }
}

impl ReadMatches for MemoryStore {
    fn load(&self, id: MatchId) -> Reading<'_, Vec<(Event, Moment)>> {
        Box::pin(ready(match self.books().logs.get(&id) {
            Some(log) => record::decode_log(id, &log.records, log.tip),
            None => Ok(Vec::new()),
        }))
    }

    fn answered<'a>(&'a self, request_id: &'a RequestId) -> Reading<'a, Option<Answered>> {
        at_once(self.books().requests.get(request_id).copied())
    }

    fn listed<'a>(
        &'a self,
        list: &'a List,
        after: Option<MatchId>,
        most: usize,
    ) -> Reading<'a, Vec<MatchId>> {
        let row = Row::In(list.clone());
        let first = after.unwrap_or(MatchId::numbered(0));
        let books = self.books();
        let rows = books.rows.range((row.clone(), first)..);
        let rows = rows.take_while(|(of, _)| *of == row).map(|(_, id)| *id);
        at_once(rows.filter(|id| Some(*id) != after).take(most).collect())
    }

    fn latest_ended<'a>(
        &'a self,
        place: &'a Place,
        person: Person,
    ) -> Reading<'a, Option<MatchId>> {
        at_once(self.books().ended.get(&(place.clone(), person)).copied())
    }

    fn ended_at<'a>(&'a self, place: &'a Place) -> Reading<'a, Option<MatchId>> {
        let books = self.books();
        let mut ended = books.ended.iter();
        at_once(ended.find(|((at, _), _)| at == place).map(|(_, id)| *id))
    }

    fn ended_since(&self, after: u64, most: usize) -> Reading<'_, Vec<(u64, MatchId)>> {
        let books = self.books();
        let ends = (1..).zip(books.ends.iter().copied());
        let ends = ends.filter(|(number, _)| *number > after);
        at_once(ends.take(most).collect())
    }

    fn due(
        &self,
        by: Moment,
        after: Option<(Moment, MatchId)>,
        most: usize,
    ) -> Reading<'_, Vec<(Moment, MatchId)>> {
        let (moment, first) = after.unwrap_or((Moment(i64::MIN), MatchId::numbered(0)));
        let books = self.books();
        let rows = books.rows.range((Row::Due(moment), first)..);
        let due = rows.filter_map(|(row, id)| match row {
            Row::Due(due) => Some((*due, *id)),
            Row::In(_) => None,
        });
        let due = due.take_while(|row| row.0 <= by);
        let due = due.filter(|row| Some(*row) != after);
        at_once(due.take(most).collect())
    }

    fn outbox<'a>(&'a self, realm: &'a str, after: u64, most: usize) -> Reading<'a, Vec<Notice>> {
        let books = self.books();
        let rows = books.outbox.range(beyond(Some((realm.to_owned(), after))));
        let rows = rows.take_while(|((of, _), _)| of == realm);
        at_once(rows.take(most).map(|(_, notice)| *notice).collect())
    }

    fn format(&self) -> Reading<'_, u64> {
        at_once(self.books().format.max(format::FIRST))
    }

    fn count(&self) -> Reading<'_, u64> {
        at_once(self.books().logs.len() as u64)
    }

    fn all(&self, after: Option<MatchId>, most: usize) -> Reading<'_, Vec<MatchId>> {
        let books = self.books();
        let ids = books.logs.range(beyond(after)).map(|(id, _)| *id);
        at_once(ids.take(most).collect())
    }
}

impl EventStore for MemoryStore {
    fn append(&self, append: Append) -> Pending<'_, Result<Appended, AppendError>> {
        Box::pin(async move { self.books().append(append) })
    }

    fn told(&self, realm: &str, number: u64) -> Result<(), StoreError> {
        self.books().outbox.remove(&(realm.to_owned(), number));
        Ok(())
    }

    fn kept_standings(&self) -> Reading<'_, Option<Vec<u8>>> {
        at_once(self.books().standings.clone())
    }

    fn keep_standings(&self, bytes: Vec<u8>) -> Pending<'_, Result<(), StoreError>> {
        self.books().standings = Some(bytes);
        at_once(())
    }
}

impl PreferenceStore for MemoryStore {
    fn preference<'a>(&'a self, subject: &'a Subject) -> Reading<'a, Option<String>> {
        at_once(self.books().preferences.get(subject).cloned())
    }

    fn preferences(
        &self,
        after: Option<Subject>,
        most: usize,
    ) -> Reading<'_, Vec<(Subject, String)>> {
        let books = self.books();
        let rows = books.preferences.range(beyond(after));
        let rows = rows.map(|(subject, text)| (subject.clone(), text.clone()));
        at_once(rows.take(most).collect())
    }

    fn set_preferences(&self, change: RowChange) -> Pending<'_, Result<(), RowChangeError>> {
        Box::pin(async move { self.books().set_preferences(change) })
    }

    fn notes<'a>(&'a self, server: &'a Server) -> Reading<'a, Vec<Entry>> {
        let books = self.books();
        let notes = books.notes.get(server).into_iter().flatten();
        let notes = notes.map(|text| Entry::decode(text)).collect();
        Box::pin(ready(notes))
    }

    fn notes_on(&self, person: Person) -> Reading<'_, Vec<(Server, Entry)>> {
        let (books, named) = (self.books(), person.to_string());
        let notes = books.notes.iter();
        let notes = notes.flat_map(|(server, texts)| texts.iter().map(move |text| (server, text)));
        let theirs = notes.filter(|(_, text)| text.contains(&named));
        let theirs = theirs.map(|(server, text)| Ok((server.clone(), Entry::decode(text)?)));
        Box::pin(ready(theirs.collect()))
    }
}

impl PeopleStore for MemoryStore {
    fn write_card(&self, person: Person, seen: Option<Card>, card: Card) -> Reading<'_, bool> {
        Box::pin(async move { Ok(self.books().write_card(person, seen.as_ref(), card)) })
    }

    fn find<'a>(&'a self, identity: &'a Identity) -> Reading<'a, Option<Person>> {
        at_once(self.books().identities.get(identity).copied())
    }

    fn cards(&self, people: Vec<Person>) -> Reading<'_, Vec<(Person, Card)>> {
        let books = self.books();
        let card = |person| books.cards.get(&person).map(|card| (person, card.clone()));
        at_once(people.into_iter().filter_map(card).collect())
    }

    fn everybody(&self, after: Option<Person>, most: usize) -> Reading<'_, Vec<(Person, Card)>> {
        let books = self.books();
        let cards = books.cards.range(beyond(after)).take(most);
        at_once(
            cards
                .map(|(person, card)| (*person, card.clone()))
                .collect(),
        )
    }

    fn forget(&self, people: Vec<Person>) -> Pending<'_, Result<usize, StoreError>> {
        Box::pin(async move { Ok(self.books().forget(&people)) })
    }
}
