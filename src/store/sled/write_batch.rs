//! Changes of rows that are written together.

use std::collections::BTreeMap;

/// New values of rows by key; `None` removes the row.
#[derive(Clone, Debug, Default)]
pub(super) struct WriteBatch(BTreeMap<Vec<u8>, Option<Vec<u8>>>);

impl WriteBatch {
    /// Sets the value of a row.
    pub(super) fn insert(&mut self, key: impl Into<Vec<u8>>, value: impl Into<Vec<u8>>) {
        self.0.insert(key.into(), Some(value.into()));
    }

    /// Removes a row.
    pub(super) fn remove(&mut self, key: impl Into<Vec<u8>>) {
        self.0.insert(key.into(), None);
    }
}

impl IntoIterator for WriteBatch {
    type Item = (Vec<u8>, Option<Vec<u8>>);
    type IntoIter = std::collections::btree_map::IntoIter<Vec<u8>, Option<Vec<u8>>>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}
