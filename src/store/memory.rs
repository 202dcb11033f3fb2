//! A store that forgets everything at the end of the process.

use std::{
    collections::BTreeMap,
    sync::{Mutex, RwLock},
};

use super::{
    Appended, Pending, StoreError,
    keyed::{Group, KeyValues, KeyedStore, MatchRows, PersonRows, Puts, ReadRows, Rows},
    locked, read_locked,
    rules::{Refused, Write},
    write_locked,
};

/// A store of matches, preferences and people in memory: what others do with files or servers, this does with a map.
pub type MemoryStore = KeyedStore<MemoryRows>;

/// Rows in memory.
#[derive(Debug, Default)]
pub struct MemoryRows {
    rows: RwLock<Map>,
    kept: Mutex<Option<Vec<u8>>>,
}

#[derive(Debug, Default)]
struct Map(BTreeMap<Vec<u8>, Vec<u8>>);

impl KeyedStore<MemoryRows> {
    /// Returns an empty store.
    #[must_use]
    pub fn new() -> MemoryStore {
        MemoryStore::default()
    }
}

impl Map {
    fn write(&mut self, write: &Write) -> Result<Appended, Refused> {
        let mut group = Group::over(self);
        let appended = group.add(write)?;
        self.apply(group.finish());
        Ok(appended)
    }

    fn apply(&mut self, puts: Puts) {
        for (key, value) in puts {
            match value {
                Some(value) => self.0.insert(key, value),
                None => self.0.remove(&key),
            };
        }
    }
}

impl ReadRows for Map {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(self.0.get(key).cloned())
    }

    fn range(
        &self,
        from: &[u8],
        within: &dyn Fn(&[u8]) -> bool,
        most: usize,
    ) -> Result<KeyValues, StoreError> {
        let rows = self.0.range(from.to_vec()..);
        let rows = rows.take_while(|(key, _)| within(key)).take(most);
        Ok(rows
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect())
    }
}

impl ReadRows for MemoryRows {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        read_locked(&self.rows).get(key)
    }

    fn range(
        &self,
        from: &[u8],
        within: &dyn Fn(&[u8]) -> bool,
        most: usize,
    ) -> Result<KeyValues, StoreError> {
        read_locked(&self.rows).range(from, within, most)
    }
}

impl Rows for MemoryRows {
    fn write(&self, write: Write) -> Pending<'_, Result<Appended, Refused>> {
        // When it is polled, and not before.
        Box::pin(async move { write_locked(&self.rows).write(&write) })
    }
}

impl PersonRows for MemoryRows {}

impl MatchRows for MemoryRows {
    fn remove_soon(&self, key: Vec<u8>) -> Result<(), StoreError> {
        write_locked(&self.rows).0.remove(&key);
        Ok(())
    }

    fn kept(&self) -> Result<Option<Vec<u8>>, StoreError> {
        Ok(locked(&self.kept).clone())
    }

    fn keep(&self, bytes: Vec<u8>) -> Result<(), StoreError> {
        *locked(&self.kept) = Some(bytes);
        Ok(())
    }
}
