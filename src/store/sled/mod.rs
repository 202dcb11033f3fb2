//! Stores in files, on sled.
//!
//! The limits of sled 0.34 decide the shape of this module:
//!
//! - Its `flush` hands data to the system, which survives the end of the process, but not a power
//!   cut: an `fdatasync` of its file must follow (`files`).
//! - That costs milliseconds, so one thread gathers the appends that wait and commits them together
//!   (`committer`).
//! - A batch over one tree is atomic, so there is one tree, and the kinds of rows are told apart
//!   by the first byte of their keys (`keys`).
//! - Damaged files make it panic, and it does not notice a lost tail. Panics are caught; a mark
//!   next to its files says how far they had come (`mark`); a tally of all rows shows any that are
//!   gone (`tally`). Looking for damage is done on a copy (`examine`).
//! - After a write that failed it refuses all others. So none is begun without room, and the files
//!   are opened again as soon as there is (`files`).

pub(super) mod advice;
pub(in crate::store) mod bond;
mod committer;
mod contents;
mod database;
pub mod disk;
mod expendable;
mod files;
mod group;
pub(super) mod inspection;
mod keys;
mod lock;
mod mark;
mod open_file;
pub(super) mod people;
pub(super) mod permissions;
mod rows;
mod shared;
mod standings_file;
mod tally;
mod view;
mod watchdog;
mod write_batch;

use std::{
    path::Path,
    sync::{Arc, mpsc as sync_mpsc},
    thread,
};

use tokio::sync::{mpsc, oneshot};

use self::{
    bond::{Bond, Progress},
    committer::{Committer, WriteRequest},
    contents::Contents,
    disk::{Disk, SystemDisk},
    files::Files,
    shared::Shared,
    watchdog::Watchdog,
};
use super::{
    Answered, Append, AppendError, Appended, EventStore, List, Notice, Pending, RequestId,
    StoreError, Subject,
    audit::{Entry, Note},
    locked,
};
use crate::matchplay::{Event, MatchId, Moment, Person, Place, Server};

/// The number of appends that may wait; the next caller waits to be let in.
const MOST_WAITING: usize = 1_024;

/// A store in a directory. It belongs to one process, which holds it until it is dropped.
///
/// Dropping it waits until everything is written.
pub struct SledStore {
    shared: Arc<Shared>,
    jobs: Option<mpsc::Sender<WriteRequest>>,
    committer: Option<thread::JoinHandle<()>>,
    disk: Arc<dyn Disk>,
    _watch: Watchdog,
}

impl SledStore {
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
        let files = Arc::new(Files::open(path, Contents::Matches, Arc::clone(&disk))?);
        let watch = Watchdog::over(&files)?;
        let shared = Arc::new(Shared::over(Arc::clone(files.view())));
        let (jobs, waiting) = mpsc::channel(MOST_WAITING);
        let committer = Committer::new(Arc::clone(&shared), files, waiting)?;
        let committer = thread::Builder::new()
            .name(String::from("store"))
            .spawn(move || committer.run())
            .map_err(|error| StoreError::Failed(format!("no thread: {error}")))?;
        Ok(SledStore {
            shared,
            jobs: Some(jobs),
            committer: Some(committer),
            disk,
            _watch: watch,
        })
    }
}

impl SledStore {
    /// Returns the progress of the people whom this store followed last.
    pub(super) fn people_known(&self) -> Result<Option<Progress>, StoreError> {
        self.shared.people_known()
    }

    /// Writes with each commit from now on how far these people have come. It is durable on return,
    /// unless there is no room: then it is with the next commit.
    pub(super) fn follow(&self, people: &Arc<Bond>) -> Result<(), StoreError> {
        let jobs = self.jobs.as_ref().ok_or_else(ended)?;
        // A store that follows people already keeps to them.
        let _ = self.shared.people.set(Arc::clone(people));
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

    async fn ask(&self, job: WriteRequest) -> Result<(), StoreError> {
        let jobs = self.jobs.as_ref().ok_or_else(ended)?;
        jobs.send(job).await.map_err(|_| ended())
    }
}

fn ended() -> StoreError {
    StoreError::Failed(String::from("the store's thread has ended"))
}

impl Drop for SledStore {
    fn drop(&mut self) {
        // Without a sender the committer does what waits, and ends.
        self.jobs = None;
        if let Some(committer) = self.committer.take()
            && committer.join().is_err()
        {
            tracing::error!("the store's thread panicked");
        }
    }
}

impl std::fmt::Debug for SledStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SledStore")
            .field("path", &self.shared.view.path())
            .finish_non_exhaustive()
    }
}

impl EventStore for SledStore {
    fn append_noting(
        &self,
        append: Append,
        note: Option<Note>,
    ) -> Pending<'_, Result<Appended, AppendError>> {
        Box::pin(async move {
            let (answer, answered) = oneshot::channel();
            self.ask(WriteRequest::Append(Box::new(append), note, answer))
                .await?;
            answered.await.map_err(|_| ended())?
        })
    }

    fn notes(&self, server: &Server) -> Result<Vec<Entry>, StoreError> {
        self.shared.notes(server)
    }

    fn load(&self, id: MatchId) -> Result<Vec<(Event, Moment)>, StoreError> {
        self.shared.load(id)
    }

    fn answered(&self, request_id: &RequestId) -> Result<Option<Answered>, StoreError> {
        self.shared.answered(request_id)
    }

    fn listed(&self, list: &List, most: usize) -> Result<Vec<MatchId>, StoreError> {
        self.shared.listed(list, most)
    }

    fn all_of(&self, person: Person) -> Result<Vec<MatchId>, StoreError> {
        self.shared.all_of(person)
    }

    fn latest_ended(&self, place: &Place, person: Person) -> Result<Option<MatchId>, StoreError> {
        self.shared.latest_ended(place, person)
    }

    fn ended_at(&self, place: &Place) -> Result<Option<MatchId>, StoreError> {
        self.shared.ended_at(place)
    }

    fn ended_since(&self, after: u64, most: usize) -> Result<Vec<(u64, MatchId)>, StoreError> {
        self.shared.ended_since(after, most)
    }

    fn preferences(&self) -> Result<Vec<(Subject, String)>, StoreError> {
        self.shared.preferences()
    }

    fn set_preferences_noting(
        &self,
        subject: Subject,
        text: String,
        note: Option<Note>,
    ) -> Pending<'_, Result<(), StoreError>> {
        Box::pin(async move {
            let (answer, answered) = oneshot::channel();
            self.ask(WriteRequest::Prefer(subject, text, note, answer))
                .await?;
            answered.await.map_err(|_| ended())?
        })
    }

    fn kept_standings(&self) -> Result<Option<Vec<u8>>, StoreError> {
        standings_file::read(self.shared.view.path())
    }

    fn keep_standings(&self, bytes: &[u8]) -> Result<(), StoreError> {
        standings_file::write(self.shared.view.path(), &*self.disk, bytes)
    }

    fn due(&self, by: Moment, most: usize) -> Result<Vec<(Moment, MatchId)>, StoreError> {
        self.shared.due(by, most)
    }

    fn outbox(&self) -> Result<Vec<Notice>, StoreError> {
        self.shared.outbox()
    }

    fn told(&self, number: u64) -> Result<(), StoreError> {
        locked(&self.shared.told).insert(number);
        if let Some(jobs) = &self.jobs {
            // When there is no room the committer is awake anyway.
            let _ = jobs.try_send(WriteRequest::Look);
        }
        Ok(())
    }

    fn all(&self) -> Result<Vec<MatchId>, StoreError> {
        self.shared.all()
    }
}
