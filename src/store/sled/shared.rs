//! The state that the committer and the readers of a store share.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, OnceLock},
};

use super::{
    bond::{Bond, Progress},
    keys, rows,
    view::View,
};
use crate::StoreError;

/// State that the committer and the readers share.
pub(super) struct Shared {
    pub(super) view: Arc<View>,
    /// The keys of rows of the outbox that have been told and are still in the files.
    pub(super) told: Mutex<BTreeSet<Vec<u8>>>,
    /// The people who play in the matches, once they are followed.
    pub(super) people: OnceLock<Arc<Bond>>,
}

impl Shared {
    pub(super) fn over(view: Arc<View>) -> Shared {
        Shared {
            view,
            told: Mutex::default(),
            people: OnceLock::new(),
        }
    }

    /// Returns the progress of the people, as it was written; `None` if nobody has been followed
    /// yet.
    pub(super) fn people_known(&self) -> Result<Option<Progress>, StoreError> {
        let row = self.view.get(&keys::meta("people"))?;
        row.map(|row| rows::decode(&row)).transpose()
    }
}
