//! The stores named by the configuration.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use rondel::{
    config::{Config, StoreUrl},
    store::{EventStore, StoreError, memory::MemoryStore, pair::Pair, people::People},
};

/// A store of matches and the store of the people who play in them.
pub(super) struct Stores {
    pub(super) matches: Arc<dyn EventStore>,
    pub(super) people: Arc<People>,
    /// Both stores once more, while adopted people are not settled yet.
    pub(super) adopted: Option<Pair>,
}

impl Stores {
    /// Opens the configured stores, below this directory if they are in files. With `adopt`, the
    /// people may be others than those the matches know.
    ///
    /// # Errors
    ///
    /// As [`Pair::open`].
    pub(super) fn open(config: &Config, data: &Path, adopt: bool) -> Result<Stores, StoreError> {
        match &config.store.url {
            StoreUrl::Memory => Ok(Stores::in_memory()),
            StoreUrl::Sled(path) => {
                let pair = Pair::open(&data.join(path), &data.join("people"), adopt)?;
                Ok(Stores {
                    matches: Arc::clone(&pair.matches) as Arc<dyn EventStore>,
                    people: Arc::clone(&pair.people),
                    adopted: Some(pair).filter(Pair::is_adopted),
                })
            }
        }
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

/// Returns the directory of the matches, if they are stored in files.
pub(super) fn kept_in(config: &Config, data: &Path) -> Option<PathBuf> {
    match &config.store.url {
        StoreUrl::Memory => None,
        StoreUrl::Sled(path) => Some(data.join(path)).filter(|path| path.exists()),
    }
}
