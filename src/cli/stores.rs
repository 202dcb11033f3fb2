//! The stores named by the configuration.

use std::{path::PathBuf, sync::Arc};

use rondel::{
    config::{Config, StoreUrl},
    store::{StoreError, Stores, embedded::Pair, memory::MemoryStore},
};

/// The configuration, the directory for everything that is kept, and the mode in which stores are
/// opened.
pub(super) struct Kept {
    pub(super) config: Config,
    pub(super) data: PathBuf,
    /// True if people that the matches do not know are accepted as theirs.
    pub(super) adopt: bool,
}

impl Kept {
    /// Returns the directory of the matches, if they are stored in files.
    pub(super) fn matches(&self) -> Option<PathBuf> {
        match &self.config.store.url {
            StoreUrl::Memory => None,
            StoreUrl::Embedded(path) => Some(self.data.join(path)),
        }
    }

    /// Returns the directory of the people.
    pub(super) fn people(&self) -> PathBuf {
        self.data.join("people")
    }

    /// Opens the configured stores, with those in files once more while adopted people are not
    /// settled yet. Those in memory end with the process.
    ///
    /// # Errors
    ///
    /// As [`Pair::open`].
    pub(super) fn open(&self) -> Result<(Stores, Option<Pair>), StoreError> {
        let Some(matches) = self.matches() else {
            return Ok((in_memory(), None));
        };
        let pair = Pair::open(&matches, &self.people(), self.adopt)?;
        Ok((pair.stores(), Some(pair).filter(Pair::is_adopted)))
    }
}

/// Makes stores in memory, which end with the process.
pub(super) fn in_memory() -> Stores {
    Arc::new(MemoryStore::new()).into()
}
