//! The view that readers have of a database.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::{RwLock, RwLockWriteGuard, TryLockError},
};

use super::database::Database;
use crate::{
    StoreError,
    keyed::{KeyValues, Puts, ReadRows},
    read_locked, write_locked,
};

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
    pub(super) before: Puts,
}

impl View {
    /// Returns a view of this database, whose files are at this path.
    pub(super) fn over(path: &Path, database: Option<Database>) -> View {
        View {
            path: path.to_owned(),
            shown: RwLock::new(ViewState {
                database,
                before: Puts::new(),
            }),
        }
    }

    /// Returns the directory of the files.
    pub(super) fn path(&self) -> &Path {
        &self.path
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

impl ReadRows for View {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        let shown = read_locked(&self.shown);
        match shown.before.get(key) {
            Some(before) => Ok(before.clone()),
            None => self.opened(&shown)?.get(key),
        }
    }

    fn range(
        &self,
        from: &[u8],
        within: &dyn Fn(&[u8]) -> bool,
        most: usize,
    ) -> Result<KeyValues, StoreError> {
        let shown = read_locked(&self.shown);
        let hidden = shown.before.range(from.to_vec()..);
        let hidden: Vec<_> = hidden.take_while(|(key, _)| within(key)).collect();
        // As many more as may be new and left out.
        let enough = most.saturating_add(hidden.len());
        let rows = self.opened(&shown)?.range(from, within, enough)?;
        if hidden.is_empty() {
            return Ok(rows);
        }
        let mut all: BTreeMap<_, _> = rows.into_iter().collect();
        for (key, row) in hidden {
            match row {
                Some(row) => all.insert(key.clone(), row.clone()),
                None => all.remove(key),
            };
        }
        Ok(all.into_iter().take(most).collect())
    }
}
