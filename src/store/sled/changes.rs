//! Rows to be written together.

use std::collections::BTreeMap;

/// What rows are to become: a value, or nothing.
#[derive(Clone, Debug, Default)]
pub(super) struct Changes(BTreeMap<Vec<u8>, Option<Vec<u8>>>);

impl Changes {
    /// The row is to have this value.
    pub(super) fn insert(&mut self, key: impl Into<Vec<u8>>, value: impl Into<Vec<u8>>) {
        self.0.insert(key.into(), Some(value.into()));
    }

    /// The row is to be gone.
    pub(super) fn remove(&mut self, key: impl Into<Vec<u8>>) {
        self.0.insert(key.into(), None);
    }
}

impl IntoIterator for Changes {
    type Item = (Vec<u8>, Option<Vec<u8>>);
    type IntoIter = std::collections::btree_map::IntoIter<Vec<u8>, Option<Vec<u8>>>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}
