//! Appends that are committed together.

use ::sled::IVec;

use rondel_matchplay::{MatchId, Server};

use super::{
    keys,
    rows::{self, Counters, LogHead},
    view::View,
    write_batch::WriteBatch,
};
use crate::{
    Answered, Append, AppendError, Appended, Listing, Notice, REQUESTS_KEPT, RequestId, RowChange,
    RowChangeError, StoreError, StoredRow, Subject,
    audit::{self, Note},
    backup::{BackupItem, StoredMatch, ended_listing},
    format, preferences, record,
};

/// Appends judged one after the other, each against the result of the ones before it, with the rows
/// that they make.
pub(super) struct Group<'a> {
    view: &'a View,
    counts: Counters,
    changes: WriteBatch,
}

/// A note that can be written.
struct NewNote<'a> {
    server: &'a Server,
    number: u64,
    text: String,
}

impl<'a> Group<'a> {
    pub(super) fn new(view: &'a View, counts: Counters) -> Group<'a> {
        Group {
            view,
            counts,
            changes: WriteBatch::default(),
        }
    }

    /// Returns the rows to be written, and the counts after it.
    pub(super) fn finish(mut self) -> (WriteBatch, Counters) {
        if !self.changes.0.is_empty() {
            let row = rows::encode(&self.counts);
            self.changes.insert(keys::meta("counts"), row);
        }
        (self.changes, self.counts)
    }

    /// Adds a change of a row of preferences. The answer holds once the group is durable.
    pub(super) fn set_preferences(&mut self, change: &RowChange) -> Result<(), RowChangeError> {
        let there = self.get(&keys::preference(&change.subject))?;
        let there = there.as_deref().map(rows::read_text).transpose()?;
        change.check(there.as_deref())?;
        let note = change.note.as_ref();
        let note = note.map(|note| self.new_note(note)).transpose()?;
        self.put_preferences(&change.subject, &change.text)?;
        self.note(note);
        Ok(())
    }

    fn put_preferences(&mut self, subject: &Subject, text: &str) -> Result<(), StoreError> {
        preferences::check(text)?;
        self.need(format::of_row(subject, text))?;
        self.changes.insert(keys::preference(subject), text);
        Ok(())
    }

    /// Raises the store's format if what is added needs a later one.
    fn need(&mut self, needed: u64) -> Result<(), StoreError> {
        if needed == format::FIRST {
            return Ok(());
        }
        let key = keys::meta("format");
        let there = self.get(&key)?;
        let there = there.map(|row| rows::number(&row)).transpose()?;
        if there.is_none_or(|there| there < needed) {
            self.changes.insert(key, needed.to_be_bytes());
        }
        Ok(())
    }

    /// Adds an append. The answer holds once the group is durable.
    pub(super) fn add(&mut self, append: &Append) -> Result<Appended, AppendError> {
        // First everything that can fail, so that an append is in the changes as a whole or not.
        if let Some(request_id) = &append.request_id {
            request_id.check()?;
            if let Some(answered) = self.answered(request_id)? {
                return Err(AppendError::Repeated(answered));
            }
        }
        let id = append.id;
        let head = self.get(&keys::head(id))?;
        let old = head.map_or(Ok(LogHead::default()), |row| rows::decode(&row))?;
        let from = old.version;
        if from != append.expected {
            return Err(AppendError::Conflict {
                expected: append.expected,
                actual: from,
            });
        }
        let forgotten = match &append.request_id {
            Some(_) => self.outdated_request()?,
            None => None,
        };
        let note = append.note.as_ref();
        let note = note.map(|note| self.new_note(note)).transpose()?;
        let (records, tip) = record::encode_append(append, old.tip)?;
        let to = from + records.len() as u64;
        let new = LogHead { version: to, tip };
        let listed = self.get(&keys::listing(id))?;
        let listed = listed.map(|row| rows::decode_listing(&row)).transpose()?;
        let moved = listed.as_ref() != Some(&append.listing);
        let listing = if moved {
            Some(rows::encode_listing(&append.listing)?)
        } else {
            None
        };
        self.need(format::of_match(&append.events, &append.listing))?;

        for (version, record) in (from + 1..).zip(records) {
            self.changes.insert(keys::log(id, version), record);
        }
        self.changes.insert(keys::head(id), rows::encode(&new));
        if let Some(listing) = listing {
            self.changes.insert(keys::listing(id), listing);
            self.list(id, listed.as_ref(), &append.listing);
        }
        let answered = Answered { id, from, to };
        if let Some(request_id) = &append.request_id {
            self.keep(request_id, answered, forgotten);
        }
        self.note(note);
        let tell = append.tell.as_deref();
        let notice = tell.map(|realm| self.notify(realm, answered));
        Ok(Appended {
            version: to,
            notice,
        })
    }

    /// Adds what a backup holds but people. The store was empty before the first of it.
    pub(super) fn fill(&mut self, items: Vec<BackupItem>) -> Result<(), StoreError> {
        for item in items {
            match item {
                BackupItem::Key(key) => self.put_preferences(&Subject::Store, &key.encode())?,
                BackupItem::Match(id, events) => self.fill_match(&StoredMatch::of(id, &events)?)?,
                BackupItem::Ended(id) => {
                    let row = self.get(&keys::listing(id))?;
                    let listing = row.map(|row| rows::decode_listing(&row)).transpose()?;
                    self.end(id, &ended_listing(id, listing)?);
                }
                BackupItem::Notice {
                    realm,
                    id,
                    from,
                    to,
                } => {
                    self.notify(&realm, Answered { id, from, to });
                }
                // They have files of their own.
                BackupItem::Person(..) => {}
                BackupItem::Preference(subject, text) => self.put_preferences(&subject, &text)?,
                BackupItem::Note(server, entry) => {
                    let note = Note { server, entry };
                    let note = self.new_note(&note)?;
                    self.note(Some(note));
                }
            }
        }
        Ok(())
    }

    fn fill_match(&mut self, stored: &StoredMatch) -> Result<(), StoreError> {
        let id = stored.id;
        self.need(stored.format)?;
        let version = stored.records.len() as u64;
        for (version, record) in (1..).zip(&stored.records) {
            self.changes.insert(keys::log(id, version), &record[..]);
        }
        let tip = stored.tip;
        let head = rows::encode(&LogHead { version, tip });
        self.changes.insert(keys::head(id), head);
        let listing = rows::encode_listing(&stored.listing)?;
        self.changes.insert(keys::listing(id), listing);
        for row in stored.listing.rows() {
            self.changes.insert(keys::row(&row, id), []);
        }
        Ok(())
    }

    /// Returns a row as the group leaves it so far.
    fn get(&self, key: &[u8]) -> Result<Option<IVec>, StoreError> {
        match self.changes.0.get(key) {
            Some(row) => Ok(row.clone()),
            None => self.view.get(key),
        }
    }

    fn answered(&self, request_id: &RequestId) -> Result<Option<Answered>, StoreError> {
        let row = self.get(&keys::request_id(request_id))?;
        row.map(|row| rows::decode(&row)).transpose()
    }

    /// Moves a match from its old rows to its new ones.
    fn list(&mut self, id: MatchId, before: Option<&Listing>, after: &Listing) {
        let moves = after.moves(before);
        for row in &moves.left {
            self.changes.remove(keys::row(row, id));
        }
        for row in &moves.entered {
            self.changes.insert(keys::row(row, id), []);
        }
        if moves.ended {
            self.end(id, after);
        }
    }

    /// Adds a match to those that have ended, after all others.
    fn end(&mut self, id: MatchId, listing: &Listing) {
        for (place, person) in listing.pairs() {
            let row = keys::ended(place, person);
            self.changes.insert(row, id.as_bytes());
        }
        self.counts.ends += 1;
        self.changes
            .insert(keys::numbered(keys::END, self.counts.ends), id.as_bytes());
    }

    fn keep(&mut self, request_id: &RequestId, answered: Answered, forgotten: Option<RequestId>) {
        let number = self.counts.requests;
        self.counts.requests += 1;
        if let Some(forgotten) = forgotten {
            self.changes.remove(keys::request_id(&forgotten));
            self.changes
                .remove(keys::numbered(keys::ARRIVAL, number - REQUESTS_KEPT));
        }
        let row = rows::encode(&answered);
        self.changes.insert(keys::request_id(request_id), row);
        self.changes.insert(
            keys::numbered(keys::ARRIVAL, number),
            request_id.0.as_bytes(),
        );
    }

    /// Returns the request to be forgotten when the next one is kept. A group is much smaller than
    /// what is kept, so it is among the rows and not in this group.
    fn outdated_request(&self) -> Result<Option<RequestId>, StoreError> {
        let Some(number) = self.counts.requests.checked_sub(REQUESTS_KEPT) else {
            return Ok(None);
        };
        let row = self.view.get(&keys::numbered(keys::ARRIVAL, number))?;
        Ok(row.and_then(|name| String::from_utf8(name.to_vec()).ok().map(RequestId)))
    }

    /// Returns a note as it is written, with the number after the last one of its server.
    fn new_note<'n>(&self, note: &'n Note) -> Result<NewNote<'n>, StoreError> {
        let (server, text) = (&note.server, note.entry.checked()?);
        let prefix = keys::notes(server);
        let there = self.view.prefixed(&prefix)?;
        let there = there.last().map(|(key, _)| key.to_vec());
        let new = self.changes.0.range(prefix.clone()..);
        let new = new.filter(|(_, row)| row.is_some()).map(|(key, _)| key);
        let new = new.take_while(|key| key.starts_with(&prefix)).last();
        let last = new.or(there.as_ref()).map(|key| keys::number_at_end(key));
        let number = last.transpose()?.unwrap_or(0) + 1;
        Ok(NewNote {
            server,
            number,
            text,
        })
    }

    /// Adds a note, in place of the oldest one if the list is full.
    fn note(&mut self, note: Option<NewNote<'_>>) {
        let Some(note) = note else { return };
        let key = keys::note(note.server, note.number);
        self.changes.insert(key, note.text);
        if let Some(oldest) = note.number.checked_sub(audit::KEPT).filter(|old| *old > 0) {
            self.changes.remove(keys::note(note.server, oldest));
        }
    }

    fn notify(&mut self, realm: &str, answered: Answered) -> Notice {
        self.counts.notices += 1;
        let notice = answered.notice(self.counts.notices);
        let row = rows::encode(&answered);
        self.changes.insert(keys::notice(realm, notice.number), row);
        notice
    }
}
