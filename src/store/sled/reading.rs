//! What a store of matches reads of its rows.

use std::collections::BTreeSet;

use rondel_matchplay::{Event, MatchId, Moment, Person, Place, Server};

use super::{
    keys,
    rows::{self, LogHead},
    shared::Shared,
    tally::RowTally,
};
use crate::{
    Answered, List, Notice, RequestId, StoreError, StoredRow, Subject, audit::Entry, format,
    locked, record,
};
use ::sled::IVec;

/// Each is what the traits of stores say of the function of this name, and blocks for as long as a
/// disk takes. No more rows are read than are given back, and one.
impl Shared {
    pub(super) fn load(&self, id: MatchId) -> Result<Vec<(Event, Moment)>, StoreError> {
        let head = || self.view.get(&keys::head(id));
        let Some(row) = head()? else {
            return match self.view.get(&keys::log(id, 1))? {
                // Written just now, after its head was looked for.
                Some(_) if head()?.is_some() => self.load(id),
                Some(_) => Err(StoreError::Damaged {
                    id,
                    version: 1,
                    what: String::from("the match has no head"),
                }),
                None => Ok(Vec::new()),
            };
        };
        let LogHead { version, tip } = rows::decode(&row)?;
        let (first, last) = (keys::log(id, 1), keys::log(id, version));
        let rows = self
            .view
            .rows(&first, |key| key <= last.as_slice(), usize::MAX)?;
        for (missing, (key, _)) in (1..).zip(&rows) {
            if keys::log(id, missing) != key.as_ref() {
                return Err(missing_record(id, missing));
            }
        }
        if (rows.len() as u64) < version {
            return Err(missing_record(id, rows.len() as u64 + 1));
        }
        record::decode_log(id, rows.into_iter().map(|(_, record)| record), tip)
    }

    pub(super) fn format(&self) -> Result<u64, StoreError> {
        let row = self.view.get(&keys::meta("format"))?;
        row.map_or(Ok(format::FIRST), |row| rows::number(&row))
    }

    pub(super) fn answered(&self, request_id: &RequestId) -> Result<Option<Answered>, StoreError> {
        let row = self.view.get(&keys::request_id(request_id))?;
        row.map(|row| rows::decode(&row)).transpose()
    }

    pub(super) fn listed(
        &self,
        list: &List,
        after: Option<MatchId>,
        most: usize,
    ) -> Result<Vec<MatchId>, StoreError> {
        let prefix = keys::list(list);
        let from = after.map(|id| keys::after(keys::in_list(list, id)));
        let from = from.as_ref().unwrap_or(&prefix);
        let rows = self.view.rows(from, |key| key.starts_with(&prefix), most)?;
        rows.iter().map(|(key, _)| keys::id_at_end(key)).collect()
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
        let rows = self.view.rows(&prefix, |key| key.starts_with(&prefix), 1)?;
        rows.first().map(|(_, id)| keys::id_at_end(id)).transpose()
    }

    pub(super) fn ended_since(
        &self,
        after: u64,
        most: usize,
    ) -> Result<Vec<(u64, MatchId)>, StoreError> {
        let first = keys::numbered(keys::END, after.saturating_add(1));
        let rows = self
            .view
            .rows(&first, |key| key.first() == Some(&keys::END), most)?;
        let end = |(key, id): &(IVec, IVec)| Ok((keys::number_at_end(key)?, keys::id_at_end(id)?));
        rows.iter().map(end).collect()
    }

    pub(super) fn due(
        &self,
        by: Moment,
        after: Option<(Moment, MatchId)>,
        most: usize,
    ) -> Result<Vec<(Moment, MatchId)>, StoreError> {
        let from = after.map_or(vec![keys::DUE], |(moment, id)| {
            keys::after(keys::due(moment, id))
        });
        let last = keys::due_at(by);
        let within = |key: &[u8]| key[..key.len().min(last.len())] <= last[..];
        let rows = self.view.rows(&from, within, most)?;
        rows.iter().map(|(key, _)| keys::read_due(key)).collect()
    }

    pub(super) fn outbox(
        &self,
        realm: &str,
        after: u64,
        most: usize,
    ) -> Result<Vec<Notice>, StoreError> {
        // First what has been told: by the time the rows are read it may be taken off them.
        let told = locked(&self.told).clone();
        let prefix = keys::outbox(realm);
        let first = keys::notice(realm, after.saturating_add(1));
        let enough = most.saturating_add(told.len());
        let rows = self
            .view
            .rows(&first, |key| key.starts_with(&prefix), enough)?;
        let rows = rows.iter().filter(|(key, _)| !told.contains(key.as_ref()));
        let notice = |(key, row): &(IVec, IVec)| -> Result<Notice, StoreError> {
            Ok(rows::decode::<Answered>(row)?.notice(keys::number_at_end(key)?))
        };
        rows.take(most).map(notice).collect()
    }

    pub(super) fn count(&self) -> Result<u64, StoreError> {
        let tally = self.view.get(&keys::meta("tally"))?;
        let tally: Option<RowTally> = tally.map(|row| rows::decode(&row)).transpose()?;
        Ok(tally.unwrap_or_default().count(keys::HEAD))
    }

    pub(super) fn all(
        &self,
        after: Option<MatchId>,
        most: usize,
    ) -> Result<Vec<MatchId>, StoreError> {
        let from = after.map_or(vec![keys::HEAD], |id| keys::after(keys::head(id)));
        let is_head = |key: &[u8]| key.first() == Some(&keys::HEAD);
        let heads = self.view.rows(&from, is_head, most)?;
        let ids = heads.iter().map(|(key, _)| keys::id_at_end(key));
        let mut ids = ids.collect::<Result<BTreeSet<MatchId>, _>>()?;
        // Logs without a head too, so that a check finds them.
        let mut from = after.map_or(vec![keys::LOG], |id| keys::after(keys::log(id, u64::MAX)));
        let is_log = |key: &[u8]| key.first() == Some(&keys::LOG);
        for _ in 0..most {
            let Some((key, _)) = self.view.rows(&from, is_log, 1)?.pop() else {
                break;
            };
            let id = keys::id_of_log(&key)?;
            ids.insert(id);
            from = keys::after(keys::log(id, u64::MAX));
        }
        Ok(ids.into_iter().take(most).collect())
    }

    pub(super) fn kept_preference(&self, subject: &Subject) -> Result<Option<String>, StoreError> {
        let row = self.view.get(&keys::preference(subject))?;
        row.map(|row| rows::read_text(&row)).transpose()
    }

    pub(super) fn preferences(
        &self,
        after: Option<&Subject>,
        most: usize,
    ) -> Result<Vec<(Subject, String)>, StoreError> {
        let from = after.map_or(vec![keys::PREFERENCE], |subject| {
            keys::after(keys::preference(subject))
        });
        let within = |key: &[u8]| key.first() == Some(&keys::PREFERENCE);
        let rows = self.view.rows(&from, within, most)?;
        let read = |(key, row): &(IVec, IVec)| -> Result<(Subject, String), StoreError> {
            Ok((keys::read_preference(key)?, rows::read_text(row)?))
        };
        rows.iter().map(read).collect()
    }

    pub(super) fn notes(&self, server: &Server) -> Result<Vec<Entry>, StoreError> {
        let rows = self.view.prefixed(&keys::notes(server))?;
        let entries = rows.iter().map(|(_, row)| rows::read_text(row));
        entries.map(|text| Entry::decode(&text?)).collect()
    }

    pub(super) fn notes_on(&self, person: Person) -> Result<Vec<(Server, Entry)>, StoreError> {
        let named = person.to_string();
        let mut found = Vec::new();
        for (key, row) in self.view.prefixed(&keys::ALL_NOTES)? {
            let text = rows::read_text(&row)?;
            // Most are about others, and reading them takes longer.
            if text.contains(&named) {
                found.push((keys::read_note(&key)?, Entry::decode(&text)?));
            }
        }
        Ok(found)
    }
}

fn missing_record(id: MatchId, version: u64) -> StoreError {
    StoreError::Damaged {
        id,
        version,
        what: String::from("it is not there"),
    }
}
