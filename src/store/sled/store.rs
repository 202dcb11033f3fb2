//! The store of matches on sled: what it reads, and what it hands to its writing thread.

use std::{
    collections::BTreeSet,
    fmt,
    path::Path,
    sync::{Arc, Mutex, OnceLock, mpsc as sync_mpsc},
};

use tokio::sync::{mpsc, oneshot};

use super::{
    bond::{Bond, Progress},
    committer::{Committer, WriteRequest},
    contents::Contents,
    disk::{Disk, SystemDisk},
    files::Files,
    standings_file,
    tally::RowTally,
    view::View,
    watchdog::{Watchdog, Worker},
};
use crate::{
    Appended, Pending, StoreError,
    keyed::{KeyValues, KeyedStore, MatchRows, Pace, ReadRows, Rows, keys, values},
    locked,
    rules::{Refused, Write},
};

/// The number of writes that may wait; the next caller waits to be let in.
const MOST_WAITING: usize = 1_024;

/// A store in a directory. It belongs to one process, which holds it until it is dropped.
///
/// Dropping it waits until everything is written.
pub type SledStore = KeyedStore<SledRows>;

/// The rows of a store of matches, for as long as anybody reads or writes them.
pub struct SledRows {
    shared: Arc<Shared>,
    /// The way to the committer; `None` for a copy to be looked at. Dropped before the committer,
    /// which then does what waits, and ends.
    jobs: Option<mpsc::Sender<WriteRequest>>,
    _committer: Option<Worker>,
    _watch: Option<Watchdog>,
    disk: Arc<dyn Disk>,
}

/// State that the committer and the readers share.
pub(super) struct Shared {
    pub(super) view: Arc<View>,
    /// The keys of rows of the outbox that have been told and are still in the files.
    pub(super) told: Mutex<BTreeSet<Vec<u8>>>,
    /// The people who play in the matches, once they are followed.
    pub(super) people: OnceLock<Arc<Bond>>,
}

impl Shared {
    /// Returns the progress of the people, as it was written; `None` if nobody has been followed
    /// yet.
    pub(super) fn people_known(&self) -> Result<Option<Progress>, StoreError> {
        let row = self.view.get(&keys::meta("people"))?;
        row.map(|row| values::decode(&row)).transpose()
    }
}

impl KeyedStore<SledRows> {
    /// Opens the store in this directory, which is made if there is none.
    ///
    /// # Errors
    ///
    /// [`StoreError::InUse`] when another process, or another store in this one, holds it;
    /// [`StoreError::Later`] when it was written by a later version of this program;
    /// [`StoreError::Failed`] when it cannot be opened, is damaged, or has lost what it once held.
    pub fn open(path: &Path) -> Result<SledStore, StoreError> {
        SledStore::open_on(path, Arc::new(SystemDisk))
    }

    /// Opens the store as [`open`](SledStore::open) does, on this disk.
    ///
    /// # Errors
    ///
    /// As [`open`](SledStore::open).
    pub fn open_on(path: &Path, disk: Arc<dyn Disk>) -> Result<SledStore, StoreError> {
        let files = Arc::new(Files::open(path, Contents::MATCHES, Arc::clone(&disk))?);
        let watch = Watchdog::over(&files)?;
        let shared = Arc::new(Shared::over(Arc::clone(files.view())));
        let (jobs, waiting) = mpsc::channel(MOST_WAITING);
        let committer = Committer::new(Arc::clone(&shared), files, waiting)?;
        let committer = Worker::start("store", move || committer.run())?;
        Ok(KeyedStore::over(SledRows {
            shared,
            jobs: Some(jobs),
            _committer: Some(committer),
            _watch: Some(watch),
            disk,
        }))
    }

    /// Returns a store that reads this and refuses every write.
    pub(super) fn read_only(view: Arc<View>) -> SledStore {
        KeyedStore::over(SledRows {
            shared: Arc::new(Shared::over(view)),
            jobs: None,
            _committer: None,
            _watch: None,
            disk: Arc::new(SystemDisk),
        })
    }

    /// Returns the progress of the people whom this store followed last.
    pub(super) fn people_known(&self) -> Result<Option<Progress>, StoreError> {
        self.rows().shared.people_known()
    }

    /// Writes with each commit from now on how far these people have come. It is durable on return,
    /// unless there is no room: then it is with the next commit.
    pub(super) fn follow(&self, people: &Arc<Bond>) -> Result<(), StoreError> {
        let rows = self.rows();
        let jobs = rows.jobs.as_ref().ok_or_else(ended)?;
        // A store that follows people already keeps to them.
        let _ = rows.shared.people.set(Arc::clone(people));
        // Weak, since the committer works until all other senders are gone.
        let weak = jobs.downgrade();
        people.call(move || {
            if let Some(jobs) = weak.upgrade() {
                // When there is no room the committer is awake anyway.
                let _ = jobs.try_send(WriteRequest::Look);
            }
        });
        let (answer, answered) = sync_mpsc::channel();
        jobs.try_send(WriteRequest::Follow(answer))
            .map_err(|_| ended())?;
        match answered.recv().map_err(|_| ended())? {
            Err(error) if !error.is_of_writing() => Err(error),
            Ok(()) | Err(_) => Ok(()),
        }
    }
}

impl Shared {
    fn over(view: Arc<View>) -> Shared {
        Shared {
            view,
            told: Mutex::default(),
            people: OnceLock::new(),
        }
    }
}

fn ended() -> StoreError {
    StoreError::failed("the store has no thread that writes")
}

impl fmt::Debug for SledRows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SledRows")
            .field("path", &self.shared.view.path())
            .finish_non_exhaustive()
    }
}

impl ReadRows for SledRows {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        self.shared.view.get(key)
    }

    fn range(
        &self,
        from: &[u8],
        within: &dyn Fn(&[u8]) -> bool,
        most: usize,
    ) -> Result<KeyValues, StoreError> {
        if from.first() != Some(&keys::OUTBOX) {
            return self.shared.view.range(from, within, most);
        }
        // First what has been told: by the time the rows are read it may be taken off them.
        let told = locked(&self.shared.told).clone();
        let enough = most.saturating_add(told.len());
        let mut rows = self.shared.view.range(from, within, enough)?;
        rows.retain(|(key, _)| !told.contains(key));
        rows.truncate(most);
        Ok(rows)
    }
}

impl Rows for SledRows {
    fn write(&self, write: Write) -> Pending<'_, Result<Appended, Refused>> {
        Box::pin(async move {
            let (answer, answered) = oneshot::channel();
            let jobs = self.jobs.as_ref().ok_or_else(ended)?;
            let job = WriteRequest::Write(Box::new(write), answer);
            jobs.send(job).await.map_err(|_| ended())?;
            answered.await.map_err(|_| ended())?
        })
    }

    fn pace(&self) -> Pace {
        if self.shared.view.is_changing() {
            Pace::Busy
        } else {
            Pace::ByDisk
        }
    }
}

impl MatchRows for SledRows {
    fn remove_soon(&self, key: Vec<u8>) -> Result<(), StoreError> {
        locked(&self.shared.told).insert(key);
        if let Some(jobs) = &self.jobs {
            // When there is no room the committer is awake anyway.
            let _ = jobs.try_send(WriteRequest::Look);
        }
        Ok(())
    }

    fn kept(&self) -> Result<Option<Vec<u8>>, StoreError> {
        standings_file::read(self.shared.view.path())
    }

    fn keep(&self, bytes: Vec<u8>) -> Result<(), StoreError> {
        if self.jobs.is_none() {
            return Err(ended());
        }
        standings_file::write(self.shared.view.path(), &*self.disk, &bytes)
    }

    fn count(&self) -> Result<u64, StoreError> {
        let tally = self.get(&keys::meta("tally"))?;
        let tally: Option<RowTally> = tally.map(|row| values::decode(&row)).transpose()?;
        Ok(tally.unwrap_or_default().count(keys::HEAD))
    }
}

#[cfg(test)]
mod tests {
    use std::{
        sync::mpsc,
        task::{Context, Poll, Waker},
        thread,
        time::Duration,
    };

    use super::*;
    use crate::{ReadMatches, RequestId};

    #[tokio::test]
    async fn while_the_files_are_opened_again_readers_hold_up_nobody() {
        let directory = tempfile::tempdir().unwrap();
        let store = SledStore::open(directory.path()).unwrap();
        let view = Arc::clone(&store.rows().shared.view);
        let (held, holds) = mpsc::channel();
        let (go, goes) = mpsc::channel::<()>();
        let opening = thread::spawn(move || {
            let _changing = view.change();
            held.send(()).unwrap();
            // Let go by itself, so that a reader who waits fails instead of waiting for ever.
            let _ = goes.recv_timeout(Duration::from_secs(10));
        });
        holds.recv().unwrap();
        let request_id = RequestId(String::from("console/1"));
        let mut cx = Context::from_waker(Waker::noop());
        let mut reading = store.answered(&request_id);
        assert!(reading.as_mut().poll(&mut cx).is_pending());
        drop(go);
        assert_eq!(reading.await, Ok(None));
        opening.join().unwrap();
        let at_once = store.answered(&request_id).as_mut().poll(&mut cx);
        assert_eq!(at_once, Poll::Ready(Ok(None)));
    }
}
