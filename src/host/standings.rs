//! The standings, kept up to date with the matches that end.
//!
//! Nothing is pushed to the standings: they pull from the store what has ended since they last did,
//! so that they miss nothing and take nothing twice, whatever happens in between. They are in memory
//! alone. A start reads every match again in the background, about half a second for a thousand.

use std::sync::{Arc, PoisonError, RwLock};

use super::Host;
use crate::{
    standings::{Finished, Standings},
    store::{EventStore, StoreError},
};

/// The number of ended matches taken in under one lock, while nobody else can ask.
const MOST_AT_ONCE: usize = 256;

/// The standings with their position in the store's list of ends.
#[derive(Debug, Default)]
pub(super) struct Ledger(RwLock<Standings>);

impl Ledger {
    /// Takes in everything that has ended, and shows the standings to the caller.
    fn ask<T>(
        &self,
        store: &dyn EventStore,
        ask: impl FnOnce(&Standings) -> T,
    ) -> Result<T, StoreError> {
        // A panic elsewhere while it was held leaves plain data that is still whole: a match is
        // taken in before it is noted as taken in.
        let write = || self.0.write().unwrap_or_else(PoisonError::into_inner);
        while take_in(&mut write(), store)? == MOST_AT_ONCE {}
        Ok(ask(&self.0.read().unwrap_or_else(PoisonError::into_inner)))
    }
}

/// Takes in the next ends, and returns the number of matches.
fn take_in(standings: &mut Standings, store: &dyn EventStore) -> Result<usize, StoreError> {
    let after = standings.upto().map_or(0, |(number, _)| number);
    let ended = store.ended_since(after, MOST_AT_ONCE)?;
    for (number, id) in &ended {
        match store.load(*id) {
            Ok(events) => {
                if let Some(finished) = Finished::of(*id, &events) {
                    standings.apply(&finished);
                }
            }
            // A damaged match must not hold up the others.
            Err(error @ StoreError::Damaged { .. }) => {
                tracing::warn!(%error, "a match counts for nothing in the standings");
            }
            Err(error) => return Err(error),
        }
        standings.pass(*number, *id);
    }
    Ok(ended.len())
}

impl Host {
    /// Asks the standings, which have taken in every match that has ended by now. The question is
    /// asked off the threads that must not block, so that it may take its time.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use rondel::{host::Host, matchplay::Moment, store::memory::MemoryStore};
    ///
    /// # let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    /// # runtime.block_on(async {
    /// let host = Host::new(Arc::new(MemoryStore::new()), Arc::new(|| Moment(0)), None)?;
    /// assert_eq!(host.standings(|standings| standings.matches()).await?, 0);
    /// # Ok::<(), rondel::store::StoreError>(())
    /// # })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub async fn standings<T: Send + 'static>(
        &self,
        ask: impl FnOnce(&Standings) -> T + Send + 'static,
    ) -> Result<T, StoreError> {
        let ledger = Arc::clone(&self.ledger);
        self.read(move |store| ledger.ask(store, ask)).await
    }

    /// Takes in what has ended, while nobody waits for it.
    pub(super) fn catch_up_soon(&self) {
        let (ledger, store) = (Arc::clone(&self.ledger), Arc::clone(&self.store));
        tokio::task::spawn_blocking(move || {
            if let Err(error) = ledger.ask(store.as_ref(), |_| ()) {
                // The next caller who asks is told.
                tracing::warn!(%error, "the standings could not be brought up to date");
            }
        });
    }
}
