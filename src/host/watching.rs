//! Watching matches: hearing that there is something new, and nothing more.
//!
//! A watcher hears the latest version alone. Nothing is queued for anybody, so that a slow watcher
//! misses what lay in between and holds up nobody, and a match that nobody watches costs nothing.

use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, Mutex},
};

use tokio::sync::watch::{self, Receiver, Sender};

use super::{Host, locked};
use crate::{matchplay::MatchId, store::StoreError};

/// The latest version of each match that somebody watches.
#[derive(Debug, Default)]
pub(super) struct Watched(Mutex<HashMap<MatchId, Sender<u64>>>);

impl Watched {
    /// Tells the watchers of a match that it is at this version, unless they know a later one.
    pub(super) fn note(&self, id: MatchId, version: u64) {
        if let Some(latest) = locked(&self.0).get(&id) {
            latest.send_if_modified(|latest| {
                let is_newer = *latest < version;
                *latest = version.max(*latest);
                is_newer
            });
        }
    }

    /// Wakes the watchers of a match, although it is at the same version.
    pub(super) fn touch(&self, id: MatchId) {
        if let Some(latest) = locked(&self.0).get(&id) {
            latest.send_modify(|_| {});
        }
    }

    fn watch(self: &Arc<Self>, id: MatchId) -> Watcher {
        let mut watched = locked(&self.0);
        let latest = watched.entry(id).or_insert_with(|| watch::channel(0).0);
        Watcher {
            latest: Some(latest.subscribe()),
            id,
            watched: Arc::clone(self),
        }
    }
}

/// Hears that there is something new in a match.
pub struct Watcher {
    /// There until it is dropped.
    latest: Option<Receiver<u64>>,
    id: MatchId,
    watched: Arc<Watched>,
}

impl Watcher {
    /// Returns the latest version of the match, which counts as heard then.
    #[must_use]
    pub fn version(&mut self) -> u64 {
        let latest = self.latest.as_mut();
        latest.map_or(0, |latest| *latest.borrow_and_update())
    }

    /// Waits for a version later than the one heard last, or for a change of who may see the match, and
    /// returns the latest.
    pub async fn changed(&mut self) -> u64 {
        if let Some(latest) = &mut self.latest {
            // The sender stays for as long as there is a watcher.
            let _ = latest.changed().await;
        }
        self.version()
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        let mut watched = locked(&self.watched.0);
        // Under the lock: of two that go at once, the second one finds nobody left.
        self.latest = None;
        let latest = watched.get(&self.id);
        if latest.is_some_and(|latest| latest.receiver_count() == 0) {
            watched.remove(&self.id);
        }
    }
}

impl fmt::Debug for Watcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watcher")
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}

impl Host {
    /// Watches a match, from the version at which it is now. Hearing of a later one, a caller reads the
    /// [state](Host::state). Who may watch is for the caller to know.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub async fn watch(&self, id: MatchId) -> Result<Watcher, StoreError> {
        let mut watcher = self.watched.watch(id);
        if let Some(state) = self.folded(id).await? {
            self.watched.note(id, state.version());
        }
        let _ = watcher.version();
        Ok(watcher)
    }

    /// Returns the number of matches that somebody watches.
    #[must_use]
    pub fn watched(&self) -> usize {
        locked(&self.watched.0).len()
    }
}
