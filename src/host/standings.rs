//! The standings, kept up to date with the matches that end.
//!
//! Nothing is pushed to the standings: they pull from the store what has ended since they last did,
//! so that they miss nothing and take nothing twice, whatever happens in between. Now and then they
//! are stored next to the matches, so that a start need not read every match again.

use std::sync::{
    Arc, RwLock,
    atomic::{AtomicBool, Ordering},
};

use tokio::sync::Mutex;

use super::Host;
use crate::{
    matchplay::{MatchId, Person},
    standings::{Finished, Standings},
    store::{Store, StoreError, causes, read_locked, write_locked},
};

/// The number of ended matches taken in under one lock, while nobody else can ask.
const MOST_AT_ONCE: usize = 256;

/// The number of ends after which the standings are stored, which is also the largest number that
/// must be read again after a start: half a second's work.
const STORED_EVERY: usize = 1_000;

/// The standings with their position in the store's list of ends.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    standings: RwLock<Standings>,
    /// Held by the one who takes in what has ended.
    taking: Mutex<Intake>,
    /// True while somebody waits for that, who takes in what ends until then too.
    waits: AtomicBool,
}

#[derive(Debug, Default)]
struct Intake {
    /// True once the stored standings have been looked for.
    opened: bool,
    /// The number of ends taken in since the standings were stored.
    unstored: usize,
}

impl Ledger {
    /// Takes in everything that has ended, among it a match that has just done so, if there is one.
    async fn catch_up(
        self: &Arc<Self>,
        store: &dyn Store,
        ended: Option<MatchId>,
    ) -> Result<(), StoreError> {
        let mut progress = self.taking.lock().await;
        self.waits.store(false, Ordering::SeqCst);
        // Somebody else may have taken it in while this waited.
        let last = read_locked(&self.standings).upto();
        let ended = ended.filter(|ended| last.is_none_or(|(_, last)| last != *ended));
        if !progress.opened {
            let stored = stored(store).await;
            progress.unstored = if stored.is_some() { 0 } else { STORED_EVERY };
            *write_locked(&self.standings) = stored.unwrap_or_default();
            progress.opened = true;
        }
        loop {
            let taken = self.take_in(store, ended).await?;
            progress.unstored += taken;
            if taken < MOST_AT_ONCE {
                break;
            }
        }
        if progress.unstored >= STORED_EVERY {
            progress.unstored = 0;
            let ledger = Arc::clone(self);
            let bytes = aside(move || read_locked(&ledger.standings).encode()).await?;
            if let Err(error) = store.keep_standings(bytes).await {
                // More is worked out again after the next start.
                tracing::warn!(error = %causes(&error), "the standings could not be stored");
            }
        }
        Ok(())
    }

    /// Takes in the next ends, and returns the number of matches. If the one that has just ended is the only one,
    /// that takes one question's time: a database may be far away.
    async fn take_in(
        &self,
        store: &dyn Store,
        just_ended: Option<MatchId>,
    ) -> Result<usize, StoreError> {
        let upto = read_locked(&self.standings).upto();
        let after = upto.map_or(0, |(number, _)| number);
        let just_ended: Vec<MatchId> = just_ended.into_iter().collect();
        let (ended, finished) = tokio::join!(
            store.ended_since(after, MOST_AT_ONCE),
            finished(store, &just_ended)
        );
        let ended = ended?;
        let ids: Vec<MatchId> = ended.iter().map(|(_, id)| *id).collect();
        let finished = if ids == just_ended {
            finished?
        } else {
            self::finished(store, &ids).await?
        };
        let mut standings = write_locked(&self.standings);
        for ((number, id), finished) in ended.iter().zip(finished) {
            if let Some(finished) = finished {
                standings.apply(&finished);
            }
            standings.pass(*number, *id);
        }
        Ok(ended.len())
    }
}

/// Returns what the standings need to know of matches; `None` of one that is damaged, which must not hold up the
/// others.
async fn finished(store: &dyn Store, ids: &[MatchId]) -> Result<Vec<Option<Finished>>, StoreError> {
    let of = |(id, events): (&MatchId, Vec<_>)| Finished::of(*id, &events);
    match store.load_all(ids.to_vec()).await {
        Ok(loaded) => return Ok(ids.iter().zip(loaded).map(of).collect()),
        Err(StoreError::Damaged { .. }) => {}
        Err(error) => return Err(error),
    }
    let mut finished = Vec::with_capacity(ids.len());
    for id in ids {
        finished.push(match store.load(*id).await {
            Ok(events) => Finished::of(*id, &events),
            Err(error @ StoreError::Damaged { .. }) => {
                tracing::warn!(error = %causes(&error), "a match counts for nothing in the standings");
                None
            }
            Err(error) => return Err(error),
        });
    }
    Ok(finished)
}

/// Works something out that takes its time, on a thread that holds nobody up.
async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, StoreError> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| StoreError::Failed(error.to_string()))
}

/// Returns the standings as they were stored, empty if they never were; `None` if they cannot be
/// read or do not belong to this store.
async fn stored(store: &dyn Store) -> Option<Standings> {
    let read = match store.kept_standings().await {
        Ok(None) => return Some(Standings::default()),
        Ok(Some(bytes)) => match aside(move || Standings::decode(&bytes)).await {
            Ok(Some(read)) if follows(store, &read).await => Some(read),
            Ok(_) | Err(_) => None,
        },
        Err(error) => {
            tracing::warn!(error = %causes(&error), "the stored standings cannot be read");
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
async fn follows(store: &dyn Store, standings: &Standings) -> bool {
    let Some((number, id)) = standings.upto() else {
        return true;
    };
    let there = store.ended_since(number.saturating_sub(1), 1).await;
    there.is_ok_and(|there| there == [(number, id)])
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
    /// let host = Host::new(Arc::new(MemoryStore::new()), Arc::new(|| Moment(0)), None).await?;
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
        self.ledger.catch_up(&*self.store, None).await?;
        self.ask_ledger(ask).await
    }

    async fn ask_ledger<T: Send + 'static>(
        &self,
        ask: impl FnOnce(&Standings) -> T + Send + 'static,
    ) -> Result<T, StoreError> {
        let ledger = Arc::clone(&self.ledger);
        aside(move || ask(&read_locked(&ledger.standings))).await
    }

    /// Returns the ratings of the players before and after a match that has ended, of those whose ratings it
    /// changed.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub async fn rating_changes(
        &self,
        id: MatchId,
    ) -> Result<Vec<(Person, (u32, u32))>, StoreError> {
        let taken_in = self.ledger.catch_up(&*self.store, Some(id));
        let (events, taken_in) = tokio::join!(self.events(id), taken_in);
        taken_in?;
        let Some(finished) = Finished::of(id, &events?) else {
            return Ok(Vec::new());
        };
        self.ask_ledger(move |standings| {
            let sitters = finished.seats.iter();
            let players = sitters.filter_map(|(_, sitter)| sitter.person());
            let change = |person| Some((person, standings.change(person, &finished)?));
            players.filter_map(change).collect()
        })
        .await
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
        let mut progress = self.ledger.taking.lock().await;
        *write_locked(&self.ledger.standings) = Standings::default();
        *progress = Intake {
            opened: true,
            unstored: STORED_EVERY,
        };
        drop(progress);
        self.standings(ask).await
    }

    /// Takes in what has ended, among it this match, while nobody waits for it.
    pub(super) fn catch_up_soon(&self, ended: Option<MatchId>) {
        if self.ledger.waits.swap(true, Ordering::SeqCst) {
            return;
        }
        let (ledger, store) = (Arc::clone(&self.ledger), Arc::clone(&self.store));
        tokio::spawn(async move {
            if let Err(error) = ledger.catch_up(&*store, ended).await {
                // The next caller who asks is told.
                tracing::warn!(error = %causes(&error), "the standings could not be brought up to date");
            }
        });
    }
}
