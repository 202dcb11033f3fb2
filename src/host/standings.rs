//! The standings, kept up to date with the matches that end.
//!
//! Nothing is pushed to the standings: they pull from the store what has ended since they last did,
//! so that they miss nothing and take nothing twice, whatever happens in between. Now and then they
//! are stored next to the matches, so that a start need not read every match again.

use std::{
    mem,
    sync::{Arc, PoisonError, RwLock},
};

use super::Host;
use crate::{
    standings::{Finished, Standings},
    store::{EventStore, StoreError},
};

/// The number of ended matches taken in under one lock, while nobody else can ask.
const MOST_AT_ONCE: usize = 256;

/// The number of matches after which the standings are stored, which is also the largest number
/// that must be read again after a start.
const KEPT_EVERY: usize = 1_000;

/// The standings with their position in the store's list of ends.
#[derive(Debug, Default)]
pub(super) struct Ledger(RwLock<Entries>);

#[derive(Debug, Default)]
struct Entries {
    standings: Standings,
    /// True once the stored standings have been looked for.
    opened: bool,
    /// The number of ends taken in since the standings were stored.
    unkept: usize,
}

impl Ledger {
    /// Takes in everything that has ended, and shows the standings to the caller.
    fn ask<T>(
        &self,
        store: &dyn EventStore,
        ask: impl FnOnce(&Standings) -> T,
    ) -> Result<T, StoreError> {
        while self.catch_up(store)? {}
        self.keep(store);
        // A panic elsewhere while it was held leaves plain data that is still whole: a match is
        // taken in before it is noted as taken in, and is then not kept.
        let entries = self.0.read().unwrap_or_else(PoisonError::into_inner);
        Ok(ask(&entries.standings))
    }

    /// Takes in some of what has ended, and returns whether there may be more.
    fn catch_up(&self, store: &dyn EventStore) -> Result<bool, StoreError> {
        let mut entries = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if !mem::replace(&mut entries.opened, true) {
            entries.standings = kept(store);
        }
        let taken = take_in(&mut entries.standings, store)?;
        entries.unkept += taken;
        Ok(taken == MOST_AT_ONCE)
    }

    /// Stores the standings if enough matches have ended since the last time.
    fn keep(&self, store: &dyn EventStore) {
        let mut entries = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if entries.unkept < KEPT_EVERY {
            return;
        }
        entries.unkept = 0;
        let bytes = entries.standings.encode();
        drop(entries);
        if let Err(error) = store.keep_standings(&bytes) {
            // They are worked out again after the next start, which takes longer.
            tracing::warn!(%error, "the standings could not be kept");
        }
    }
}

/// Returns the standings as they were stored, if they belong to this store and can be read; else
/// empty ones.
fn kept(store: &dyn EventStore) -> Standings {
    let bytes = store.kept_standings().unwrap_or_else(|error| {
        tracing::warn!(%error, "the standings that were kept cannot be read, and are worked out again");
        None
    });
    let Some(bytes) = bytes else {
        return Standings::default();
    };
    let read = Standings::decode(&bytes).ok();
    read.filter(|read| follows(store, read)).unwrap_or_else(|| {
        tracing::warn!("the standings that were kept are damaged or old, and are worked out again");
        Standings::default()
    })
}

/// Returns true if the last match that was taken in is the one that ended at that position in this
/// store.
fn follows(store: &dyn EventStore, standings: &Standings) -> bool {
    let Some((number, id)) = standings.upto() else {
        return true;
    };
    let there = store.ended_since(number.saturating_sub(1), 1);
    there.is_ok_and(|there| there == [(number, id)])
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

    /// Works the standings out from every match of the store, ignoring the stored ones, and stores
    /// them.
    ///
    /// # Errors
    ///
    /// When the store cannot be read, or they cannot be kept.
    pub async fn rebuild_standings(&self) -> Result<Standings, StoreError> {
        let ledger = Arc::clone(&self.ledger);
        self.read(move |store| {
            let mut standings = Standings::default();
            while take_in(&mut standings, store)? > 0 {}
            store.keep_standings(&standings.encode())?;
            let mut entries = ledger.0.write().unwrap_or_else(PoisonError::into_inner);
            *entries = Entries {
                standings: standings.clone(),
                opened: true,
                unkept: 0,
            };
            Ok(standings)
        })
        .await
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
