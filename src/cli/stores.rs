//! The stores that the configuration names.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use rondel::{
    config::{Config, StoreUrl},
    store::{EventStore, StoreError, memory::MemoryStore, pair::Pair, people::People},
};

/// A store of matches, and of the people who play in them.
pub(super) struct Stores {
    pub(super) matches: Arc<dyn EventStore>,
    pub(super) people: Arc<People>,
    /// Both once more, where the people are adopted and not settled yet.
    pub(super) adopted: Option<Pair>,
}

impl Stores {
    /// Opens what is configured, below this directory if it is in files. With `adopt`, people may
    /// be others than those whom the matches know.
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

    /// Stores that forget all at the end of the process.
    pub(super) fn in_memory() -> Stores {
        Stores {
            matches: Arc::new(MemoryStore::new()),
            people: Arc::new(People::in_memory()),
            adopted: None,
        }
    }
}

/// Where matches are in files, if there are any.
pub(super) fn kept_in(config: &Config, data: &Path) -> Option<PathBuf> {
    match &config.store.url {
        StoreUrl::Memory => None,
        StoreUrl::Sled(path) => Some(data.join(path)).filter(|path| path.exists()),
    }
}
