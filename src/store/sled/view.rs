//! The view that readers have of a database.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::{RwLock, RwLockWriteGuard},
};

use ::sled::IVec;

use super::{
    database::{Database, KeyValues},
    write_batch::WriteBatch,
};
use crate::store::{StoreError, read_locked, write_locked};

/// A database, or none for the moment.
pub(super) struct View {
    path: PathBuf,
    shown: RwLock<ViewState>,
}

/// The contents of a view.
pub(super) struct ViewState {
    /// The database; `None` if the files could not be opened.
    pub(super) database: Option<Database>,
    /// Rows as they were before a write that failed, for as long as it is not known to be gone.
    pub(super) before: WriteBatch,
}

/// A page of rows.
pub(super) struct RowPage {
    /// The rows. There may be fewer than fit, or none, where a write that failed is hidden.
    pub(super) rows: KeyValues,
    /// The key after which the next page begins; `None` on the last one.
    pub(super) last: Option<Vec<u8>>,
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

    /// Returns the first key after this one.
    pub(super) fn key_after(&self, key: &[u8]) -> Result<Option<IVec>, StoreError> {
        let shown = read_locked(&self.shown);
        let new = |next: &[u8]| matches!(shown.before.0.get(next), Some(None));
        let there = self.opened(&shown)?.key_after(key, new)?;
        let mut before = shown.before.0.iter();
        let gone = before.find(|(gone, row)| gone.as_slice() > key && row.is_some());
        let gone = gone.map(|(gone, _)| IVec::from(gone.as_slice()));
        Ok(match (there, gone) {
            (Some(there), Some(gone)) => Some(there.min(gone)),
            (there, gone) => there.or(gone),
        })
    }

    /// Returns all rows whose keys have this prefix, in order.
    pub(super) fn prefixed(&self, prefix: &[u8]) -> Result<KeyValues, StoreError> {
        let shown = read_locked(&self.shown);
        let rows = self.opened(&shown)?.prefixed(prefix)?;
        Ok(shown.as_before(rows, |key| key.starts_with(prefix)))
    }

    /// Returns the next rows whose keys have this prefix, in order, from after this key: as many as
    /// fit into a page of this size.
    pub(super) fn page(
        &self,
        prefix: &[u8],
        after: &[u8],
        size: usize,
    ) -> Result<RowPage, StoreError> {
        let shown = read_locked(&self.shown);
        let rows = self.opened(&shown)?.page(prefix, after, size)?;
        let full = rows.len() >= size;
        let last = rows.last().filter(|_| full).map(|(key, _)| key.to_vec());
        let within = |key: &[u8]| {
            key.starts_with(prefix) && key > after && last.as_deref().is_none_or(|last| key <= last)
        };
        let rows = shown.as_before(rows, within);
        Ok(RowPage { rows, last })
    }

    /// Returns all rows from one key to another, both included, in order.
    pub(super) fn range(&self, from: &[u8], to: &[u8]) -> Result<KeyValues, StoreError> {
        let shown = read_locked(&self.shown);
        let rows = self.opened(&shown)?.range(from, to)?;
        Ok(shown.as_before(rows, |key| (from..=to).contains(&key)))
    }

    /// Does something with the database itself.
    pub(super) fn with_database<T>(
        &self,
        work: impl FnOnce(&Database) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let shown = read_locked(&self.shown);
        work(self.opened(&shown)?)
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

impl ViewState {
    /// Returns these rows as they were before the write that failed, if one has.
    fn as_before(&self, rows: KeyValues, wanted: impl Fn(&[u8]) -> bool) -> KeyValues {
        if self.before.0.is_empty() {
            return rows;
        }
        let mut all: BTreeMap<IVec, IVec> = rows.into_iter().collect();
        for (key, row) in self.before.0.iter().filter(|(key, _)| wanted(key)) {
            let key = IVec::from(key.as_slice());
            match row {
                Some(row) => all.insert(key, row.clone()),
                None => all.remove(&key),
            };
        }
        all.into_iter().collect()
    }
}
