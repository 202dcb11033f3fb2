//! Appends that are committed together.

use std::collections::HashMap;

use super::{
    keys,
    rows::{self, Counters, LogHead},
    shared::{Shared, Unsettled},
    write_batch::WriteBatch,
};
use crate::{
    matchplay::{MatchId, Server},
    store::{
        Answered, Append, AppendError, Appended, Listing, Notice, REQUESTS_KEPT, RequestId,
        StoreError, Subject,
        audit::{self, Note},
        preferences, record,
    },
};

/// Appends judged one after the other, each against the result of the ones before it, with the rows
/// that they make.
pub(super) struct Group<'a> {
    shared: &'a Shared,
    heads: HashMap<MatchId, LogHead>,
    listings: HashMap<MatchId, Listing>,
    requests: HashMap<RequestId, Answered>,
    counts: Counters,
    changes: WriteBatch,
    /// The matches that change, with their versions before the group.
    before: HashMap<MatchId, u64>,
    /// The preferences that change, with their texts before the group.
    preferred: HashMap<Subject, Option<String>>,
    /// The servers whose notes change, with the numbers of the last ones before the group and now.
    noted: HashMap<Server, (u64, u64)>,
}

/// A note that can be written.
struct NewNote {
    server: Server,
    text: String,
    before: u64,
    number: u64,
}

/// The result of a group.
pub(super) struct GroupResult {
    /// The rows to be written.
    pub(super) changes: WriteBatch,
    /// The matches and the preferences that change, as they were; `None` if none does.
    pub(super) before: Option<Unsettled>,
    /// The counts after it.
    pub(super) counts: Counters,
}

impl<'a> Group<'a> {
    pub(super) fn new(shared: &'a Shared, counts: Counters) -> Group<'a> {
        Group {
            shared,
            heads: HashMap::new(),
            listings: HashMap::new(),
            requests: HashMap::new(),
            counts,
            changes: WriteBatch::default(),
            before: HashMap::new(),
            preferred: HashMap::new(),
            noted: HashMap::new(),
        }
    }

    /// Returns the result of the group.
    pub(super) fn finish(mut self) -> GroupResult {
        let noted = self.noted.into_iter();
        let before = Unsettled {
            matches: self.before,
            preferences: self.preferred,
            notes: noted
                .map(|(server, (before, _))| (server, before))
                .collect(),
        };
        let before =
            Some(before).filter(|old| !(old.matches.is_empty() && old.preferences.is_empty()));
        if before.is_some() {
            let row = self.counts.encode();
            self.changes.insert(keys::meta("counts"), row);
        }
        GroupResult {
            changes: self.changes,
            before,
            counts: self.counts,
        }
    }

    /// Adds a write of preferences. The answer holds once the group is durable.
    pub(super) fn prefer(
        &mut self,
        subject: &Subject,
        text: &str,
        note: Option<&Note>,
    ) -> Result<(), StoreError> {
        preferences::check(text)?;
        let entry = note.map(|note| self.entry(note)).transpose()?;
        if !self.preferred.contains_key(subject) {
            let before = self.shared.view.get(&keys::preference(subject))?;
            let before = before.map(|row| rows::read_text(&row)).transpose()?;
            self.preferred.insert(subject.clone(), before);
        }
        self.changes.insert(keys::preference(subject), text);
        self.note(entry);
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
        let old = self.head(id)?;
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
        let entry = note.map(|note| self.entry(note)).transpose()?;
        let (records, tip) = record::encode_append(append, old.tip)?;
        let to = from + records.len() as u64;
        let new = LogHead { version: to, tip };
        let listed = self.listing(id)?;
        let moved = from == 0 || listed != append.listing;
        let listing = if moved {
            Some(rows::encode_listing(&append.listing)?)
        } else {
            None
        };

        for (version, record) in (from + 1..).zip(records) {
            self.changes.insert(keys::log(id, version), record);
        }
        self.changes.insert(keys::head(id), new.encode());
        self.heads.insert(id, new);
        if let Some(listing) = listing {
            self.changes.insert(keys::listing(id), listing);
            self.list((id, to), from == 0, &listed, &append.listing);
            self.listings.insert(id, append.listing.clone());
        }
        self.before.entry(id).or_insert(from);
        if let Some(request_id) = &append.request_id {
            self.keep(request_id, Answered { id, from, to }, forgotten);
        }
        self.note(entry);
        let notice = append.notify.then(|| self.notify(id, from, to));
        Ok(Appended {
            version: to,
            notice,
        })
    }

    fn head(&self, id: MatchId) -> Result<LogHead, StoreError> {
        match self.heads.get(&id) {
            Some(head) => Ok(*head),
            None => Ok(self.shared.head(id)?.unwrap_or_default()),
        }
    }

    fn listing(&self, id: MatchId) -> Result<Listing, StoreError> {
        match self.listings.get(&id) {
            Some(listing) => Ok(listing.clone()),
            None => Ok(self.shared.listing(id)?.unwrap_or_default()),
        }
    }

    fn answered(&self, request_id: &RequestId) -> Result<Option<Answered>, StoreError> {
        match self.requests.get(request_id) {
            Some(answered) => Ok(Some(*answered)),
            None => self.shared.answered(request_id),
        }
    }

    /// Moves a match from its old entries to its new ones.
    fn list(
        &mut self,
        (id, version): (MatchId, u64),
        new: bool,
        before: &Listing,
        after: &Listing,
    ) {
        let (old, listed) = (live_rows(id, before), live_rows(id, after));
        for row in old.iter().filter(|row| !listed.contains(row)) {
            self.changes.remove(row.as_slice());
        }
        for row in listed.iter().filter(|row| !old.contains(row)) {
            self.changes.insert(row.as_slice(), []);
        }
        if after.shelf.is_none() && (new || before.shelf.is_some()) {
            for (place, person) in after.pairs() {
                let row = keys::ended(place, person);
                self.changes.insert(row, id.as_str().as_bytes());
            }
            let number = self.counts.ends + 1;
            self.counts.ends = number;
            let row = rows::encode_end(version, id);
            self.changes.insert(keys::end(number), row);
        }
    }

    fn keep(&mut self, request_id: &RequestId, answered: Answered, forgotten: Option<RequestId>) {
        let number = self.counts.requests;
        self.counts.requests += 1;
        if let Some(forgotten) = forgotten {
            self.changes.remove(keys::request_id(&forgotten));
            self.changes.remove(keys::arrival(number - REQUESTS_KEPT));
        }
        let row = rows::encode_delivered(number, &answered);
        self.changes.insert(keys::request_id(request_id), row);
        self.changes
            .insert(keys::arrival(number), request_id.0.as_bytes());
        self.requests.insert(request_id.clone(), answered);
    }

    /// Returns the request to be forgotten when the next one is kept. A group is much smaller than
    /// what is kept, so it is among the rows and not in this group.
    fn outdated_request(&self) -> Result<Option<RequestId>, StoreError> {
        let Some(number) = self.counts.requests.checked_sub(REQUESTS_KEPT) else {
            return Ok(None);
        };
        let row = self.shared.view.get(&keys::arrival(number))?;
        Ok(row.and_then(|name| String::from_utf8(name.to_vec()).ok().map(RequestId)))
    }

    /// Returns a note as it is written, with its number and that of the last one before the group.
    fn entry(&self, note: &Note) -> Result<NewNote, StoreError> {
        let text = note.entry.checked()?;
        let (before, last) = match self.noted.get(&note.server) {
            Some(numbers) => *numbers,
            None => {
                let last = self.shared.last_note(&note.server)?;
                (last, last)
            }
        };
        Ok(NewNote {
            server: note.server.clone(),
            text,
            before,
            number: last + 1,
        })
    }

    /// Adds a note, in place of the oldest one if the list is full.
    fn note(&mut self, note: Option<NewNote>) {
        let Some(note) = note else { return };
        let key = keys::note(&note.server, note.number);
        self.changes.insert(key, note.text.into_bytes());
        if let Some(oldest) = note.number.checked_sub(audit::KEPT).filter(|old| *old > 0) {
            self.changes.remove(keys::note(&note.server, oldest));
        }
        self.noted.insert(note.server, (note.before, note.number));
    }

    fn notify(&mut self, id: MatchId, from: u64, to: u64) -> Notice {
        self.counts.notices += 1;
        let notice = Notice {
            number: self.counts.notices,
            id,
            from,
            to,
        };
        let row = rows::encode_notice(&notice);
        self.changes.insert(keys::outbox(notice.number), row);
        notice
    }
}

/// Returns the keys of the rows by which a live match is found; none once it has ended.
pub(super) fn live_rows(id: MatchId, listing: &Listing) -> Vec<Vec<u8>> {
    let due = listing.due.filter(|_| listing.shelf.is_some());
    let due = due.map(|due| keys::due(due, id));
    let lists = listing.lists().into_iter();
    let lists = lists.map(|list| keys::in_list(&list, id));
    lists.chain(due).collect()
}
