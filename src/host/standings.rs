//! The standings, kept up to date with the matches that end.
//!
//! Nothing is pushed to the standings: they pull from the store what has ended since they last did,
//! so that they miss nothing and take nothing twice, whatever happens in between. Now and then they
//! are stored next to the matches, so that a start need not read every match again.

use std::{
    mem,
    sync::{Arc, RwLock},
};

use super::Host;
use crate::{
    standings::{Finished, Standings},
    store::{EventStore, StoreError, read_locked, write_locked},
};

/// The number of ended matches taken in under one lock, while nobody else can ask.
const MOST_AT_ONCE: usize = 256;

/// The number of ends after which the standings are stored, which is also the largest number that
/// must be read again after a start: half a second's work.
const STORED_EVERY: usize = 1_000;

/// The standings with their position in the store's list of ends.
#[derive(Debug, Default)]
pub(super) struct Ledger(RwLock<Entries>);

#[derive(Debug, Default)]
struct Entries {
    standings: Standings,
    /// True once the stored standings have been looked for.
    opened: bool,
    /// The number of ends taken in since the standings were stored.
    unstored: usize,
}

impl Ledger {
    /// Takes in everything that has ended, and shows the standings to the caller.
    fn ask<T>(
        &self,
        store: &dyn EventStore,
        ask: impl FnOnce(&Standings) -> T,
    ) -> Result<T, StoreError> {
        // A panic elsewhere while it was held leaves data that is still whole: a match is taken in
        // before it is noted as taken in.
        while write_locked(&self.0).catch_up(store)? == MOST_AT_ONCE {}
        let bytes = write_locked(&self.0).bytes_if_due();
        if let Some(Err(error)) = bytes.map(|bytes| store.keep_standings(&bytes)) {
            // More is worked out again after the next start.
            tracing::warn!(%error, "the standings could not be stored");
        }
        Ok(ask(&read_locked(&self.0).standings))
    }
}

impl Entries {
    /// Takes in some of what has ended, and returns the number of matches.
    fn catch_up(&mut self, store: &dyn EventStore) -> Result<usize, StoreError> {
        if !mem::replace(&mut self.opened, true) {
            self.standings = stored(store).unwrap_or_else(|| {
                self.unstored = STORED_EVERY;
                Standings::default()
            });
        }
        let taken = take_in(&mut self.standings, store)?;
        self.unstored += taken;
        Ok(taken)
    }

    fn bytes_if_due(&mut self) -> Option<Vec<u8>> {
        let due = self.unstored >= STORED_EVERY;
        due.then(|| {
            self.unstored = 0;
            self.standings.encode()
        })
    }
}

/// Returns the standings as they were stored, empty if they never were; `None` if they cannot be
/// read or do not belong to this store.
fn stored(store: &dyn EventStore) -> Option<Standings> {
    let read = match store.kept_standings() {
        Ok(None) => return Some(Standings::default()),
        Ok(Some(bytes)) => Standings::decode(&bytes).filter(|read| follows(store, read)),
        Err(error) => {
            tracing::warn!(%error, "the stored standings cannot be read");
            None
        }
    };
    if read.is_none() {
        tracing::warn!("the stored standings are damaged or old, and are worked out again");
    }
    read
}

/// Returns true if the last match that was taken in is the one that ended at that position in this
/// store.
fn follows(store: &dyn EventStore, standings: &Standings) -> bool {
    standings.upto().is_none_or(|(number, id)| {
        let there = store.ended_since(number.saturating_sub(1), 1);
        there.is_ok_and(|there| there == [(number, id)])
    })
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

    /// Works the standings out from every match of the store, no matter what is stored, stores them
    /// and asks them as [`standings`](Host::standings) does.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub async fn rebuild_standings<T: Send + 'static>(
        &self,
        ask: impl FnOnce(&Standings) -> T + Send + 'static,
    ) -> Result<T, StoreError> {
        *write_locked(&self.ledger.0) = Entries {
            opened: true,
            unstored: STORED_EVERY,
            ..Entries::default()
        };
        self.standings(ask).await
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
