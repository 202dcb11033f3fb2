//! Appends that are written together: judged one after the other, each against the result of the ones
//! before it, and turned into rows.

use std::collections::{BTreeMap, HashMap};

use rondel_matchplay::{MatchId, Moment, Server};
use tokio_postgres::types::ToSql;

use super::{
    numbers::{GivenNumbers, StoreNumbers},
    rows::{self, MatchHead},
    statements,
};
use crate::{
    Answered, Append, AppendError, Appended, Listing, RequestId, RowChange, RowChangeError,
    StoreError, Subject,
    audit::{self, Note},
    backup::StoredMatch,
    format,
    listing::Row,
    preferences, record,
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
    /// The least format of a store with it; 0 if that does not matter.
    format: u64,
    notices: GivenNumbers,
    requests: GivenNumbers,
}

/// The reason why an append cannot be judged.
#[derive(Debug)]
pub(super) enum Unjudged {
    /// It would be refused, but what is known of the rows may be old.
    Unseen,
    /// It is refused.
    Refused(AppendError),
}

impl From<StoreError> for Unjudged {
    fn from(error: StoreError) -> Unjudged {
        Unjudged::Refused(AppendError::Store(error))
    }
}

/// A statement with the columns of its rows.
pub(super) struct Write {
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
        Write { statement: $statement, columns }
    }};
}

impl Batch {
    /// Adds an append.
    pub(super) fn add(
        &mut self,
        append: &Append,
        known: &RowsBefore,
        counters: &StoreNumbers,
    ) -> Result<Appended, Unjudged> {
        // First everything that can fail, so that an append is in the rows as a whole or not.
        if let Some(request_id) = &append.request_id {
            request_id.check()?;
            if let Some(answered) = self.answered(request_id, known) {
                return Err(Unjudged::Refused(AppendError::Repeated(answered)));
            }
        }
        let id = append.id;
        let old = self.head(id, known);
        let (from, expected) = (old.version, append.expected);
        if from != expected {
            let actual = from;
            let conflict = AppendError::Conflict { expected, actual };
            return Err(match known.answered {
                None => Unjudged::Unseen,
                Some(_) => Unjudged::Refused(conflict),
            });
        }
        let note = append.note.as_ref().map(encode_note).transpose()?;
        let (records, tip) = record::encode_append(append, old.tip)?;
        let to = from + records.len() as u64;
        let before = old.listing.clone();

        let format = format::of_match(&append.events, &append.listing);
        self.format = self.format.max(format);
        let versions = from + 1..;
        let records = versions.zip(records);
        self.records
            .extend(records.map(|(version, record)| (id, version, record)));
        if before.as_ref() != Some(&append.listing) {
            self.list(id, before.as_ref(), &append.listing);
            self.moved.insert(id, append.listing.clone());
        }
        let head = MatchHead {
            version: to,
            tip,
            listing: Some(append.listing.clone()),
        };
        let since = self.changed.get(&id).map_or(from, |(since, _)| *since);
        self.changed.insert(id, (since, head));
        let answered = Answered { id, from, to };
        if let Some(request_id) = &append.request_id {
            let number = counters.requests.next(&mut self.requests);
            let delivery = (number, answered);
            self.deliveries.insert(request_id.0.clone(), delivery);
        }
        self.notes.extend(note);
        let notice = append.tell.as_ref().map(|realm| {
            let notice = answered.notice(counters.notices.next(&mut self.notices));
            self.outbox.push((realm.clone(), notice.number, answered));
            notice
        });
        Ok(Appended {
            version: to,
            notice,
        })
    }

    /// Adds a change of a row of preferences.
    pub(super) fn set_preferences(
        &mut self,
        change: &RowChange,
        known: &RowsBefore,
    ) -> Result<(), RowChangeError> {
        let subject = change.subject.to_string();
        let before = known.preferences.get(&subject);
        let here = self.preferences.get(&subject).map(|(_, text)| text);
        change.check(here.or(before).map(String::as_str))?;
        let note = change.note.as_ref().map(encode_note).transpose()?;
        self.format = self
            .format
            .max(format::of_row(&change.subject, &change.text));
        let row = (before.cloned(), change.text.clone());
        self.preferences.insert(subject, row);
        self.notes.extend(note);
        Ok(())
    }

    /// Adds a row of preferences of a backup, which is not there yet.
    pub(super) fn fill_preferences(
        &mut self,
        subject: &Subject,
        text: String,
    ) -> Result<(), StoreError> {
        preferences::check(&text)?;
        self.format = self.format.max(format::of_row(subject, &text));
        self.preferences.insert(subject.to_string(), (None, text));
        Ok(())
    }

    /// Adds a match of a backup, which is not there yet.
    pub(super) fn fill(&mut self, stored: StoredMatch) {
        let id = stored.id;
        self.format = self.format.max(stored.format);
        let version = stored.records.len() as u64;
        let records = (1..).zip(stored.records);
        self.records
            .extend(records.map(|(version, record)| (id, version, record)));
        for row in stored.listing.rows() {
            match row {
                Row::In(list) => drop(self.listed.insert((rows::list(&list), id), true)),
                Row::Due(moment) => drop(self.due.insert(id, Some(moment))),
            }
        }
        let head = MatchHead {
            version,
            tip: stored.tip,
            listing: Some(stored.listing.clone()),
        };
        self.changed.insert(id, (0, head));
        self.moved.insert(id, stored.listing);
    }

    /// Adds a match to those that have ended, after all others.
    pub(super) fn end(&mut self, id: MatchId, listing: &Listing) {
        for (place, person) in listing.pairs() {
            let at = (place.to_string(), person.to_string());
            self.latest.insert(at, id);
        }
        self.ended.push(id);
    }

    /// Adds a row to the outbox.
    pub(super) fn notify(&mut self, realm: String, answered: Answered, counters: &StoreNumbers) {
        let number = counters.notices.next(&mut self.notices);
        self.outbox.push((realm, number, answered));
    }

    /// Adds an entry to a server's list.
    pub(super) fn note(&mut self, note: &Note) -> Result<(), StoreError> {
        self.notes.push(encode_note(note)?);
        Ok(())
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
    pub(super) fn writes(&self) -> Result<Vec<Write>, StoreError> {
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
                versions: number(head.version), tips: head.tip.0.to_vec(), listings: listing(id)?),
            );
        }
        if !old.is_empty() {
            let mut write = write!(statements::MOVED, old, (id, (from, head)) => ids: id.to_string(),
                before: number(*from), versions: number(head.version), tips: head.tip.0.to_vec(),
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
        if self.format > format::FIRST {
            let columns: Vec<Box<dyn ToSql + Send + Sync>> = vec![Box::new(self.format as i64)];
            let statement = statements::FORMAT;
            writes.push(Write { statement, columns });
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

    fn head(&self, id: MatchId, known: &RowsBefore) -> MatchHead {
        let changed = self.changed.get(&id).map(|(_, head)| head);
        let head = changed.or_else(|| known.heads.get(&id));
        head.cloned().unwrap_or_default()
    }

    fn answered(&self, request_id: &RequestId, known: &RowsBefore) -> Option<Answered> {
        let here = self.deliveries.get(&request_id.0);
        let before = || known.answered.as_ref()?.get(&request_id.0);
        here.map(|(_, answered)| answered).or_else(before).copied()
    }

    /// Moves a match from its old rows to its new ones.
    fn list(&mut self, id: MatchId, before: Option<&Listing>, after: &Listing) {
        let moves = after.moves(before);
        let left = moves.left.into_iter().map(|row| (row, false));
        let entered = moves.entered.into_iter().map(|row| (row, true));
        for (row, present) in left.chain(entered) {
            match row {
                Row::In(list) => {
                    self.listed.insert((rows::list(&list), id), present);
                }
                Row::Due(moment) => {
                    self.due.insert(id, present.then_some(moment));
                }
            }
        }
        if moves.ended {
            self.end(id, after);
        }
    }
}

/// Returns a note as it is written.
fn encode_note(note: &Note) -> Result<(Server, String), StoreError> {
    Ok((note.server.clone(), note.entry.checked()?))
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
