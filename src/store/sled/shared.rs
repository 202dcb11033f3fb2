//! The state that the committer and the readers of a store share.

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
    matchplay::{MatchId, Server},
    store::{Answered, Listing, RequestId, StoreError, Subject, locked},
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

    /// Returns the number of the last note of a server, counted from 1; 0 if there is none.
    pub(super) fn last_note(&self, server: &Server) -> Result<u64, StoreError> {
        let rows = self.view.prefixed(&keys::notes(server))?;
        let last = rows.last().map(|(key, _)| keys::note_number(key));
        Ok(last.transpose()?.unwrap_or(0))
    }
}
