//! Changes of rows that are written together.

use std::collections::BTreeMap;

use ::sled::IVec;

/// New values of rows by key, or those that they had before; `None` is no row.
#[derive(Clone, Debug, Default)]
pub(super) struct WriteBatch(pub(super) BTreeMap<Vec<u8>, Option<IVec>>);

impl WriteBatch {
    /// Sets the value of a row.
    pub(super) fn insert(&mut self, key: impl Into<Vec<u8>>, value: impl AsRef<[u8]>) {
        self.0.insert(key.into(), Some(IVec::from(value.as_ref())));
    }

    /// Removes a row.
    pub(super) fn remove(&mut self, key: impl Into<Vec<u8>>) {
        self.0.insert(key.into(), None);
    }
}
