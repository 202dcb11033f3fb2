//! The view that readers have of a database.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::{RwLock, RwLockWriteGuard, TryLockError},
};

use ::sled::IVec;

use super::{
    database::{Database, KeyValues},
    write_batch::WriteBatch,
};
use crate::{StoreError, read_locked, write_locked};

/// A database, or none for the moment.
pub(super) struct View {
    path: PathBuf,
    shown: RwLock<ViewState>,
}

/// The contents of a view.
pub(super) struct ViewState {
    /// The database; `None` if the files could not be opened.
    pub(super) database: Option<Database>,
    /// Rows as they were before a write that is not durable yet, or that failed and is not known to
    /// be gone.
    pub(super) before: WriteBatch,
}

impl View {
    /// Returns a view of this database, whose files are at this path.
    pub(super) fn over(path: &Path, database: Option<Database>) -> View {
        View {
            path: path.to_owned(),
            shown: RwLock::new(ViewState {
                database,
                before: WriteBatch::default(),
            }),
        }
    }

    /// Returns the directory of the files.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the value of a row.
    pub(super) fn get(&self, key: &[u8]) -> Result<Option<IVec>, StoreError> {
        let shown = read_locked(&self.shown);
        match shown.before.0.get(key) {
            Some(before) => Ok(before.clone()),
            None => self.opened(&shown)?.get(key),
        }
    }

    /// Returns all rows whose keys have this prefix, in order.
    pub(super) fn prefixed(&self, prefix: &[u8]) -> Result<KeyValues, StoreError> {
        self.rows(prefix, |key| key.starts_with(prefix), usize::MAX)
    }

    /// Returns the first `most` rows from this key on whose keys are `within` bounds, up to the first
    /// that is not, in order.
    pub(super) fn rows(
        &self,
        from: &[u8],
        within: impl Fn(&[u8]) -> bool,
        most: usize,
    ) -> Result<KeyValues, StoreError> {
        let shown = read_locked(&self.shown);
        let hidden = shown.before.0.range(from.to_vec()..);
        let hidden: Vec<_> = hidden.take_while(|(key, _)| within(key)).collect();
        // As many more as may be new and left out.
        let enough = most.saturating_add(hidden.len());
        let rows = self.opened(&shown)?.rows(from, &within, enough)?;
        if hidden.is_empty() {
            return Ok(rows);
        }
        let mut all: BTreeMap<IVec, IVec> = rows.into_iter().collect();
        for (key, row) in hidden {
            let key = IVec::from(key.as_slice());
            match row {
                Some(row) => all.insert(key, row.clone()),
                None => all.remove(&key),
            };
        }
        Ok(all.into_iter().take(most).collect())
    }

    /// Does something with the database itself.
    pub(super) fn with_database<T>(
        &self,
        work: impl FnOnce(&Database) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let shown = read_locked(&self.shown);
        work(self.opened(&shown)?)
    }

    /// Returns true if readers would have to wait.
    pub(super) fn is_changing(&self) -> bool {
        matches!(self.shown.try_read(), Err(TryLockError::WouldBlock))
    }

    /// Locks the view until what readers are to see has been changed.
    pub(super) fn change(&self) -> RwLockWriteGuard<'_, ViewState> {
        write_locked(&self.shown)
    }

    fn opened<'a>(&self, shown: &'a ViewState) -> Result<&'a Database, StoreError> {
        shown
            .database
            .as_ref()
            .ok_or_else(|| StoreError::unwritable(&self.path, "its files could not be opened"))
    }
}
