//! Appends that are written together: judged one after the other, each against the result of the ones
//! before it, and turned into rows.

use std::collections::{BTreeMap, HashMap};

use rondel_matchplay::{MatchId, Moment, Person, Server};
use tokio_postgres::types::ToSql;

use super::{
    numbers::{GivenNumbers, StoreNumbers},
    rows::{self, MatchHead},
    statements,
};
use crate::{
    Answered, Appended, Card, Identity, Listing, RequestId, StoreError, Subject, audit, format,
    listing::Row,
    rules::{Change, Current, Head, Refused, Write, judge},
};

/// What is known of the rows before a batch.
#[derive(Debug, Default)]
pub(super) struct RowsBefore {
    /// What the matches of the batch are at.
    pub(super) heads: HashMap<MatchId, MatchHead>,
    /// The requests of the batch that were answered before; `None` if nobody has looked.
    pub(super) answered: Option<HashMap<String, Answered>>,
    /// The rows of preferences of the batch's subjects, as they are or as they were seen by those who change them.
    pub(super) preferences: HashMap<String, String>,
}

/// The rows of appends.
#[derive(Debug, Default)]
pub(super) struct Batch {
    /// The matches that change, with what they are at before and after it.
    changed: BTreeMap<MatchId, (u64, MatchHead)>,
    moved: BTreeMap<MatchId, Listing>,
    records: Vec<(MatchId, u64, Vec<u8>)>,
    listed: BTreeMap<(String, MatchId), bool>,
    due: BTreeMap<MatchId, Option<Moment>>,
    latest: BTreeMap<(String, String), MatchId>,
    ended: Vec<MatchId>,
    outbox: Vec<(String, u64, Answered)>,
    deliveries: BTreeMap<String, (u64, Answered)>,
    /// The rows of subjects, before and after it.
    preferences: BTreeMap<String, (Option<String>, String)>,
    notes: Vec<(Server, String)>,
    told: Vec<(String, u64)>,
    /// People of a backup.
    people: Vec<(Person, Card)>,
    /// The least format of a store with it; 0 if that does not matter.
    format: u64,
    notices: GivenNumbers,
    requests: GivenNumbers,
}

/// A statement with the columns of its rows.
pub(super) struct Statement {
    pub(super) statement: &'static str,
    pub(super) columns: Vec<Box<dyn ToSql + Send + Sync>>,
}

/// Makes a statement of rows, with an expression for each of its columns.
macro_rules! write {
    ($statement:expr, $rows:expr, $row:pat => $($column:ident: $value:expr),+) => {{
        $(let mut $column = Vec::new();)+
        for $row in $rows.iter() {
            $($column.push($value);)+
        }
        let columns: Vec<Box<dyn ToSql + Send + Sync>> = vec![$(Box::new($column)),+];
        Statement { statement: $statement, columns }
    }};
}

impl Batch {
    /// Judges a write, and adds it. The answer holds once the batch is durable.
    ///
    /// # Errors
    ///
    /// When it is refused; nothing is added then.
    pub(super) fn add(
        &mut self,
        write: &Write,
        known: &RowsBefore,
        counters: &StoreNumbers,
    ) -> Result<Appended, Refused> {
        let batch = &*self;
        let changes = judge(write, &RowsNow { batch, known })?;
        let mut appended = Appended {
            version: 0,
            notice: None,
        };
        for change in changes {
            match change {
                Change::Record(id, version, record) => self.records.push((id, version, record)),
                Change::Head {
                    id,
                    from,
                    head,
                    listing,
                } => {
                    appended.version = head.version;
                    let before = self.changed.get(&id);
                    let since = before.map_or(from, |(since, _)| *since);
                    let before = before.map(|(_, before)| before).or(known.heads.get(&id));
                    let stays = before.and_then(|before| before.listing.clone());
                    self.moved
                        .extend(listing.clone().map(|listing| (id, listing)));
                    let listing = listing.or(stays);
                    self.changed
                        .insert(id, (since, MatchHead { head, listing }));
                }
                Change::Listed(Row::In(list), id, present) => {
                    self.listed.insert((rows::list(&list), id), present);
                }
                Change::Listed(Row::Due(moment), id, present) => {
                    self.due.insert(id, present.then_some(moment));
                }
                Change::Latest(place, person, id) => {
                    let at = (place.to_string(), person.to_string());
                    self.latest.insert(at, id);
                }
                Change::End(id) => self.ended.push(id),
                Change::Preferences {
                    subject,
                    seen,
                    text,
                } => {
                    let row = self.preferences.entry(subject.to_string());
                    row.or_insert((seen, String::new())).1 = text;
                }
                Change::Note(server, text) => self.notes.push((server, text)),
                Change::Notice(realm, answered) => {
                    let number = counters.notices.next(&mut self.notices);
                    appended.notice = Some(answered.notice(number));
                    self.outbox.push((realm, number, answered));
                }
                Change::Answer(request_id, answered) => {
                    let number = counters.requests.next(&mut self.requests);
                    self.deliveries.insert(request_id.0, (number, answered));
                }
                Change::Card(person, _, card) => self.people.push((person, card)),
                // People have statements of their own.
                Change::Forgotten(..) => {}
                Change::Format(format) => self.format = self.format.max(format),
            }
        }
        Ok(appended)
    }

    /// Takes these rows off the outbox with it.
    pub(super) fn tell(&mut self, told: Vec<(String, u64)>) {
        self.told = told;
    }

    /// Returns the rows that it takes off the outbox.
    pub(super) fn told(&self) -> &[(String, u64)] {
        &self.told
    }

    /// Returns what the matches are at after it.
    pub(super) fn heads(self) -> impl Iterator<Item = (MatchId, MatchHead)> {
        let changed = self.changed.into_iter();
        changed.map(|(id, (_, head))| (id, head))
    }

    /// Returns the number of matches that are new.
    pub(super) fn new_matches(&self) -> i64 {
        let changed = self.changed.values();
        changed.filter(|(from, _)| *from == 0).count() as i64
    }

    /// Returns the number of its last row of the outbox, or 0.
    pub(super) const fn last_notice(&self) -> u64 {
        self.notices.last()
    }

    /// Returns the number of its last request, or 0.
    pub(super) const fn last_request(&self) -> u64 {
        self.requests.last()
    }

    /// Gives its numbers back, since it will not be written.
    pub(super) fn give_back(&self, counters: &StoreNumbers) {
        counters.notices.take_back(&self.notices);
        counters.requests.take_back(&self.requests);
    }

    /// Returns the statements that write it, in the order in which rows are locked everywhere, or `None`
    /// if there is nothing to write.
    pub(super) fn writes(&self) -> Result<Vec<Statement>, StoreError> {
        let mut writes = Vec::new();
        let number = |version: u64| version as i64;
        if !self.deliveries.is_empty() {
            writes.push(write!(statements::DELIVERIES, self.deliveries,
                (name, (at, Answered { id, from, to })) => names: name.clone(), numbers: number(*at),
                matches: id.to_string(), before: number(*from), after: number(*to)));
        }
        let (new, old): (Vec<_>, Vec<_>) =
            self.changed.iter().partition(|(_, (from, _))| *from == 0);
        let listing = |id: &MatchId| self.moved.get(id).map(rows::encode_listing).transpose();
        if !new.is_empty() {
            writes.push(
                write!(statements::OPENED, new, (id, (_, head)) => ids: id.to_string(),
                versions: number(head.head.version), tips: head.head.tip.0.to_vec(), listings: listing(id)?),
            );
        }
        if !old.is_empty() {
            let mut write = write!(statements::MOVED, old, (id, (from, head)) => ids: id.to_string(),
                before: number(*from), versions: number(head.head.version), tips: head.head.tip.0.to_vec(),
                listings: listing(id)?);
            write.columns.push(Box::new(old.len() as i64));
            writes.push(write);
        }
        if !self.records.is_empty() {
            writes.push(
                write!(statements::RECORDS, self.records, (id, version, record) =>
                matches: id.to_string(), versions: number(*version), records: record.clone()),
            );
        }
        let (entered, left): (Vec<_>, Vec<_>) =
            self.listed.iter().partition(|(_, present)| **present);
        for (statement, listed) in [(statements::LEFT, left), (statements::ENTERED, entered)] {
            if !listed.is_empty() {
                writes.push(write!(statement, listed, ((list, id), _) =>
                    lists: list.clone(), matches: id.to_string()));
            }
        }
        let (due, not_due): (Vec<_>, Vec<_>) =
            self.due.iter().partition(|(_, moment)| moment.is_some());
        if !not_due.is_empty() {
            writes.push(write!(statements::NOT_DUE, not_due, (id, _) => matches: id.to_string()));
        }
        if !due.is_empty() {
            writes.push(write!(statements::DUE, due, (id, moment) =>
                matches: id.to_string(), moments: moment.map_or(0, |moment| moment.0)));
        }
        if !self.latest.is_empty() {
            writes.push(
                write!(statements::LATEST, self.latest, ((place, person), id) =>
                places: place.clone(), people: person.clone(), matches: id.to_string()),
            );
        }
        if !self.told.is_empty() {
            writes.push(write!(statements::TOLD, self.told, (realm, at) =>
                realms: realm.clone(), numbers: number(*at)));
        }
        if !self.outbox.is_empty() {
            writes.push(write!(statements::OUTBOX, self.outbox,
                (realm, at, Answered { id, from, to }) => realms: realm.clone(), numbers: number(*at),
                matches: id.to_string(), before: number(*from), after: number(*to)));
        }
        if !self.preferences.is_empty() {
            let mut write = write!(statements::PREFERENCES, self.preferences,
                (subject, (before, text)) => subjects: subject.clone(), seen: before.clone(),
                values: text.clone());
            write.columns.push(Box::new(self.preferences.len() as i64));
            writes.push(write);
        }
        if !self.notes.is_empty() {
            writes.push(write!(statements::NOTES, self.notes, (server, entry) =>
                servers: server.to_string(), entries: entry.clone()));
            let mut write = write!(statements::OLD_NOTES, self.notes, (server, _) =>
                servers: server.to_string());
            write.columns.push(Box::new(number(audit::KEPT)));
            writes.push(write);
        }
        if !self.ended.is_empty() {
            writes.push(write!(statements::ENDED, self.ended, id => matches: id.to_string()));
        }
        if !self.people.is_empty() {
            writes.push(write!(statements::PEOPLE, self.people, (person, card) =>
                people: person.to_string(), realms: card.identity.realm.clone(),
                ids: card.identity.id.clone(), names: card.name.clone()));
        }
        if self.format > format::FIRST {
            let columns: Vec<Box<dyn ToSql + Send + Sync>> = vec![Box::new(self.format as i64)];
            let statement = statements::FORMAT;
            writes.push(Statement { statement, columns });
        }
        Ok(writes)
    }

    /// Returns what shows later whether it was written.
    pub(super) fn evidence(&self) -> Evidence<'_> {
        if let Some((id, version, record)) = self.records.last() {
            return Evidence::Record(*id, *version, record);
        }
        if let Some((server, entry)) = self.notes.first() {
            return Evidence::Note(server, entry);
        }
        let mut rows = self.preferences.iter();
        let changed = rows.find(|(_, (before, after))| before.as_ref() != Some(after));
        match changed {
            Some((subject, (_, text))) => Evidence::Preferences(subject, text),
            None => Evidence::None,
        }
    }
}

/// The rows as a batch leaves them.
struct RowsNow<'a> {
    batch: &'a Batch,
    known: &'a RowsBefore,
}

impl Current for RowsNow<'_> {
    fn head(&self, id: MatchId) -> Result<(Head, Option<Listing>), StoreError> {
        let changed = self.batch.changed.get(&id).map(|(_, head)| head);
        let head = changed.or_else(|| self.known.heads.get(&id)).cloned();
        Ok(
            head.map_or_else(Default::default, |MatchHead { head, listing }| {
                (head, listing)
            }),
        )
    }

    fn answered(&self, request_id: &RequestId) -> Result<Option<Answered>, StoreError> {
        let here = self.batch.deliveries.get(&request_id.0);
        let before = || self.known.answered.as_ref()?.get(&request_id.0);
        let answered = here.map(|(_, answered)| answered).or_else(before);
        Ok(answered.copied())
    }

    fn preference(&self, subject: &Subject) -> Result<Option<String>, StoreError> {
        let subject = subject.to_string();
        let here = self.batch.preferences.get(&subject).map(|(_, text)| text);
        Ok(here.or(self.known.preferences.get(&subject)).cloned())
    }

    // People have statements of their own.
    fn card(&self, _: Person) -> Result<Option<Card>, StoreError> {
        Ok(None)
    }

    fn owner(&self, _: &Identity) -> Result<Option<Person>, StoreError> {
        Ok(None)
    }
}

/// What shows that a batch was written.
#[derive(Debug)]
pub(super) enum Evidence<'a> {
    /// This record of a match.
    Record(MatchId, u64, &'a [u8]),
    /// This note of a server.
    Note(&'a Server, &'a str),
    /// This row of preferences, which was another one before.
    Preferences(&'a str, &'a str),
    /// Nothing: it may as well be written again.
    None,
}
