//! The stores named by the configuration.

use std::{path::PathBuf, sync::Arc};

use rondel::{
    config::{Config, StoreUrl},
    store::{EventStore, StoreError, memory::MemoryStore, pair::Pair, people::People},
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
            StoreUrl::Sled(path) => Some(self.data.join(path)),
        }
    }

    /// Returns the directory of the people.
    pub(super) fn people(&self) -> PathBuf {
        self.data.join("people")
    }
}

/// A store of matches and the store of the people who play in them.
pub(super) struct Stores {
    pub(super) matches: Arc<dyn EventStore>,
    pub(super) people: Arc<People>,
    /// Both stores once more, while adopted people are not settled yet.
    pub(super) adopted: Option<Pair>,
}

impl Stores {
    /// Opens the configured stores. Those in memory end with the process.
    ///
    /// # Errors
    ///
    /// As [`Pair::open`].
    pub(super) fn open(kept: &Kept) -> Result<Stores, StoreError> {
        let Some(matches) = kept.matches() else {
            return Ok(Stores::in_memory());
        };
        let pair = Pair::open(&matches, &kept.people(), kept.adopt)?;
        Ok(Stores {
            matches: Arc::clone(&pair.matches) as Arc<dyn EventStore>,
            people: Arc::clone(&pair.people),
            adopted: Some(pair).filter(Pair::is_adopted),
        })
    }

    /// Makes stores in memory, which end with the process.
    pub(super) fn in_memory() -> Stores {
        Stores {
            matches: Arc::new(MemoryStore::new()),
            people: Arc::new(People::in_memory()),
            adopted: None,
        }
    }
}
