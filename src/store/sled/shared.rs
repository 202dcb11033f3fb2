//! The state that the committer and the readers of a store share, and reading from it.

use std::{
    collections::{BTreeSet, HashMap},
    sync::{Arc, Mutex, OnceLock},
};

use super::{
    bond::{Bond, Progress},
    keys,
    rows::{self, LogHead},
    view::View,
};
use crate::{
    matchplay::{Event, MatchId, Moment, Person, Place, Server},
    store::{
        Answered, List, Listing, Notice, RequestId, StoreError, Subject, audit::Entry, locked,
        record,
    },
};

/// State that the committer and the readers share.
pub(super) struct Shared {
    pub(super) view: Arc<View>,
    /// Changes in the files that are not durable yet. Readers do not see them, or they could act on
    /// what a power cut takes back.
    pub(super) unsettled: Mutex<Unsettled>,
    /// Rows of the outbox that have been told and are still in the files.
    pub(super) told: Mutex<BTreeSet<u64>>,
    /// The people who play in the matches, once they are followed.
    pub(super) people: OnceLock<Arc<Bond>>,
}

/// The state before a write that is not durable yet.
#[derive(Default)]
pub(super) struct Unsettled {
    /// Matches, with the versions that are durable.
    pub(super) matches: HashMap<MatchId, u64>,
    pub(super) preferences: HashMap<Subject, Option<String>>,
    /// Servers, with the numbers of their last notes that are durable.
    pub(super) notes: HashMap<Server, u64>,
}

impl Shared {
    pub(super) fn over(view: Arc<View>) -> Shared {
        Shared {
            view,
            unsettled: Mutex::default(),
            told: Mutex::default(),
            people: OnceLock::new(),
        }
    }

    /// Returns the progress of the people, as it was written; `None` if nobody has been followed
    /// yet.
    pub(super) fn people_known(&self) -> Result<Option<Progress>, StoreError> {
        let row = self.view.get(&keys::meta("people"))?;
        row.map(|row| Progress::decode(&row)).transpose()
    }

    pub(super) fn head(&self, id: MatchId) -> Result<Option<LogHead>, StoreError> {
        match self.view.get(&keys::head(id))? {
            Some(row) => LogHead::decode(&row).map(Some),
            None => Ok(None),
        }
    }

    pub(super) fn listing(&self, id: MatchId) -> Result<Option<Listing>, StoreError> {
        let row = self.view.get(&keys::listing(id))?;
        row.map(|row| rows::decode_listing(&row)).transpose()
    }

    /// Returns the durable version, if it is not yet the one in the files.
    pub(super) fn settled_version(&self, id: MatchId) -> Option<u64> {
        locked(&self.unsettled).matches.get(&id).copied()
    }

    pub(super) fn load(&self, id: MatchId) -> Result<Vec<(Event, Moment)>, StoreError> {
        // The head first and what is settled second: a match that is settled by then was settled
        // at this head, or at a later one.
        let Some(head) = self.head(id)? else {
            return match self.view.get(&keys::log(id, 1))? {
                // Written just now, after its head was looked for.
                Some(_) if self.head(id)?.is_some() => self.load(id),
                Some(_) => Err(StoreError::Damaged {
                    id,
                    version: 1,
                    what: String::from("the match has no head"),
                }),
                None => Ok(Vec::new()),
            };
        };
        let settled = self.settled_version(id).unwrap_or(head.version);
        let version = settled.min(head.version);
        if version == 0 {
            return Ok(Vec::new());
        }
        let rows = self
            .view
            .range(&keys::log(id, 1), &keys::log(id, version))?;
        for (missing, (key, _)) in (1..).zip(&rows) {
            if keys::log(id, missing) != key.as_ref() {
                return Err(missing_record(id, missing));
            }
        }
        if (rows.len() as u64) < version {
            return Err(missing_record(id, rows.len() as u64 + 1));
        }
        let tip = (version == head.version).then_some(head.tip);
        record::decode_log(id, rows.into_iter().map(|(_, record)| record), tip)
    }

    pub(super) fn answered(&self, request_id: &RequestId) -> Result<Option<Answered>, StoreError> {
        let Some(row) = self.view.get(&keys::request_id(request_id))? else {
            return Ok(None);
        };
        let (_, answered) = rows::decode_delivered(&row)?;
        let settled = self.settled_version(answered.id);
        Ok(settled
            .is_none_or(|settled| answered.to <= settled)
            .then_some(answered))
    }

    /// Returns the ids at the ends of all keys with this prefix.
    pub(super) fn ids_under(&self, prefix: &[u8]) -> Result<Vec<MatchId>, StoreError> {
        let rows = self.view.prefixed(prefix)?;
        rows.iter().map(|(key, _)| keys::id_at_end(key)).collect()
    }

    /// Reads no more rows than it gives back, and one.
    pub(super) fn listed(&self, list: &List, most: usize) -> Result<Vec<MatchId>, StoreError> {
        let prefix = keys::list(list);
        let mut after = prefix.clone();
        let mut listed = Vec::new();
        while listed.len() < most
            && let Some(key) = self.view.key_after(&after)?
            && key.starts_with(&prefix)
        {
            listed.push(keys::id_at_end(&key)?);
            after = key.to_vec();
        }
        Ok(listed)
    }

    /// Goes through the listings of all matches.
    pub(super) fn all_of(&self, person: Person) -> Result<Vec<MatchId>, StoreError> {
        let mut theirs = Vec::new();
        for (key, row) in self.view.prefixed(&[keys::LISTING])? {
            if rows::decode_listing(&row)?.people.contains(&person) {
                theirs.push(keys::id_at_end(&key)?);
            }
        }
        Ok(theirs)
    }

    pub(super) fn latest_ended(
        &self,
        place: &Place,
        person: Person,
    ) -> Result<Option<MatchId>, StoreError> {
        let row = self.view.get(&keys::ended(place, person))?;
        row.map(|id| keys::id_at_end(&id)).transpose()
    }

    pub(super) fn ended_at(&self, place: &Place) -> Result<Option<MatchId>, StoreError> {
        let prefix = keys::ended_at(place);
        let first = self.view.key_after(&prefix)?;
        let Some(key) = first.filter(|key| key.starts_with(&prefix)) else {
            return Ok(None);
        };
        let row = self.view.get(&key)?;
        row.map(|id| keys::id_at_end(&id)).transpose()
    }

    pub(super) fn ended_since(
        &self,
        after: u64,
        most: usize,
    ) -> Result<Vec<(u64, MatchId)>, StoreError> {
        // Numbers follow one another without gaps.
        let last = after.saturating_add(most as u64);
        let mut ended = Vec::new();
        if last == after {
            return Ok(ended);
        }
        for (key, row) in self.view.range(&keys::end(after + 1), &keys::end(last))? {
            let (number, version, id) = rows::decode_end(&key, &row)?;
            if self.settled_version(id).is_some_and(|at| at < version) {
                break;
            }
            ended.push((number, id));
        }
        Ok(ended)
    }

    pub(super) fn preferences(&self) -> Result<Vec<(Subject, String)>, StoreError> {
        let rows = self.view.prefixed(&[keys::PREFERENCE])?;
        let mut preferences = Vec::with_capacity(rows.len());
        for (key, row) in rows {
            let subject = keys::read_preference(&key)?;
            let settled = locked(&self.unsettled).preferences.get(&subject).cloned();
            let text = settled.unwrap_or(Some(rows::read_text(&row)?));
            preferences.extend(text.map(|text| (subject, text)));
        }
        preferences.sort();
        Ok(preferences)
    }

    /// Returns the number of the last note of a server, counted from 1; 0 if there is none.
    pub(super) fn last_note(&self, server: &Server) -> Result<u64, StoreError> {
        let rows = self.view.prefixed(&keys::notes(server))?;
        let last = rows.last().map(|(key, _)| keys::note_number(key));
        Ok(last.transpose()?.unwrap_or(0))
    }

    pub(super) fn notes(&self, server: &Server) -> Result<Vec<Entry>, StoreError> {
        let rows = self.view.prefixed(&keys::notes(server))?;
        let settled = locked(&self.unsettled).notes.get(server).copied();
        let mut notes = Vec::with_capacity(rows.len());
        for (key, row) in rows {
            let number = keys::note_number(&key)?;
            if settled.is_none_or(|last| number <= last) {
                notes.push(Entry::decode(&rows::read_text(&row)?)?);
            }
        }
        Ok(notes)
    }

    /// Reads no more rows than it gives back, and one.
    pub(super) fn due(
        &self,
        by: Moment,
        most: usize,
    ) -> Result<Vec<(Moment, MatchId)>, StoreError> {
        let mut due = Vec::new();
        let mut after = vec![keys::DUE];
        while due.len() < most
            && let Some(key) = self.view.key_after(&after)?
            && key.first() == Some(&keys::DUE)
        {
            let row = keys::read_due(&key)?;
            if row.0 > by {
                break;
            }
            due.push(row);
            after = key.to_vec();
        }
        Ok(due)
    }

    pub(super) fn outbox(&self) -> Result<Vec<Notice>, StoreError> {
        // First what has been told: by the time the rows are read it may be taken off them.
        let told = locked(&self.told).clone();
        let rows = self.view.prefixed(&[keys::OUTBOX])?;
        let mut notices = Vec::with_capacity(rows.len());
        for (key, row) in &rows {
            let notice = rows::decode_notice(key, row)?;
            let settled = self.settled_version(notice.id);
            if !told.contains(&notice.number) && settled.is_none_or(|at| notice.to <= at) {
                notices.push(notice);
            }
        }
        Ok(notices)
    }

    pub(super) fn all(&self) -> Result<Vec<MatchId>, StoreError> {
        let mut ids: BTreeSet<MatchId> = self.ids_under(&[keys::HEAD])?.into_iter().collect();
        // Logs without a head too, so that a check finds them.
        let mut after = vec![keys::LOG];
        while let Some(key) = self.view.key_after(&after)?
            && key.first() == Some(&keys::LOG)
        {
            let id = keys::id_of_log(&key)?;
            ids.insert(id);
            after = keys::log(id, u64::MAX);
        }
        Ok(ids.into_iter().collect())
    }
}

fn missing_record(id: MatchId, version: u64) -> StoreError {
    StoreError::Damaged {
        id,
        version,
        what: String::from("it is not there"),
    }
}
