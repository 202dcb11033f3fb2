//! The store of matches on sled: what it reads, and what it hands to its writing thread.

use std::{
    future::ready,
    path::Path,
    sync::{Arc, mpsc as sync_mpsc},
};

use rondel_matchplay::{Event, MatchId, Moment, Person, Place, Server};
use tokio::sync::{mpsc, oneshot};

use super::{
    bond::{Bond, Progress},
    committer::{Committer, WriteRequest},
    contents::Contents,
    disk::{Disk, SystemDisk},
    files::Files,
    keys,
    shared::Shared,
    standings_file,
    view::View,
    watchdog::{Watchdog, Worker},
};
use crate::{
    Answered, Append, AppendError, Appended, EventStore, List, Notice, Pending, PreferenceStore,
    ReadMatches, Reading, RequestId, RowChange, RowChangeError, StoreError, Subject, audit::Entry,
    backup::BackupItem, locked,
};

/// The number of appends that may wait; the next caller waits to be let in.
const MOST_WAITING: usize = 1_024;
/// The most rows that are read where the caller is: as many matches as anybody has.
const FEW: usize = 100;

/// A store in a directory. It belongs to one process, which holds it until it is dropped. More
/// than a few rows are read on threads of tokio's that may block, so within a runtime of it.
///
/// Dropping it waits until everything is written.
pub struct SledStore(Arc<Opened>);

/// A store for as long as anybody reads or writes it.
struct Opened {
    shared: Arc<Shared>,
    /// The way to the committer; `None` for a copy to be looked at. Dropped before the committer,
    /// which then does what waits, and ends.
    jobs: Option<mpsc::Sender<WriteRequest>>,
    _committer: Option<Worker>,
    _watch: Option<Watchdog>,
    disk: Arc<dyn Disk>,
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
        let files = Arc::new(Files::open(path, Contents::MATCHES, Arc::clone(&disk))?);
        let watch = Watchdog::over(&files)?;
        let shared = Arc::new(Shared::over(Arc::clone(files.view())));
        let (jobs, waiting) = mpsc::channel(MOST_WAITING);
        let committer = Committer::new(Arc::clone(&shared), files, waiting)?;
        let committer = Worker::start("store", move || committer.run())?;
        Ok(SledStore(Arc::new(Opened {
            shared,
            jobs: Some(jobs),
            _committer: Some(committer),
            _watch: Some(watch),
            disk,
        })))
    }

    /// Returns a store that reads this and refuses every write.
    pub(super) fn read_only(view: Arc<View>) -> SledStore {
        SledStore(Arc::new(Opened {
            shared: Arc::new(Shared::over(view)),
            jobs: None,
            _committer: None,
            _watch: None,
            disk: Arc::new(SystemDisk),
        }))
    }

    /// Returns the rows, to be read on a thread that may block.
    pub(super) fn rows(&self) -> &Shared {
        &self.0.shared
    }

    /// Returns the progress of the people whom this store followed last.
    pub(super) fn people_known(&self) -> Result<Option<Progress>, StoreError> {
        self.0.shared.people_known()
    }

    /// Writes with each commit from now on how far these people have come. It is durable on return,
    /// unless there is no room: then it is with the next commit.
    pub(super) fn follow(&self, people: &Arc<Bond>) -> Result<(), StoreError> {
        let jobs = self.0.jobs.as_ref().ok_or_else(ended)?;
        // A store that follows people already keeps to them.
        let _ = self.0.shared.people.set(Arc::clone(people));
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

    /// Writes what a backup holds but people, into a store that was empty before the first of it.
    pub(super) async fn fill(&self, items: Vec<BackupItem>) -> Result<(), StoreError> {
        self.ask(|answer| WriteRequest::Fill(items, answer)).await?
    }

    /// Reads a few rows where the caller is: they mostly lie in memory, and are read before another
    /// thread is awake. While the files are opened again, it is as with [`read`](SledStore::read).
    fn glance<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Shared) -> Result<T, StoreError> + Send + 'static,
    ) -> Reading<'static, T> {
        if self.0.shared.view.is_changing() {
            return self.read(read);
        }
        Box::pin(ready(read(&self.0.shared)))
    }

    /// Reads on a thread that may block.
    fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Shared) -> Result<T, StoreError> + Send + 'static,
    ) -> Reading<'static, T> {
        let opened = Arc::clone(&self.0);
        Box::pin(async move {
            let read = tokio::task::spawn_blocking(move || read(&opened.shared)).await;
            read.map_err(|error| StoreError::failed(error.to_string()))?
        })
    }

    /// Hands a job to the committer, and waits for its answer.
    async fn ask<T>(
        &self,
        job: impl FnOnce(oneshot::Sender<T>) -> WriteRequest,
    ) -> Result<T, StoreError> {
        let (answer, answered) = oneshot::channel();
        let jobs = self.0.jobs.as_ref().ok_or_else(ended)?;
        jobs.send(job(answer)).await.map_err(|_| ended())?;
        answered.await.map_err(|_| ended())
    }
}

fn ended() -> StoreError {
    StoreError::failed("the store has no thread that writes")
}

impl std::fmt::Debug for SledStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SledStore")
            .field("path", &self.0.shared.view.path())
            .finish_non_exhaustive()
    }
}

impl ReadMatches for SledStore {
    fn load(&self, id: MatchId) -> Reading<'_, Vec<(Event, Moment)>> {
        self.read(move |rows| rows.load(id))
    }

    fn answered<'a>(&'a self, request_id: &'a RequestId) -> Reading<'a, Option<Answered>> {
        let request_id = request_id.clone();
        self.glance(move |rows| rows.answered(&request_id))
    }

    fn listed<'a>(
        &'a self,
        list: &'a List,
        after: Option<MatchId>,
        most: usize,
    ) -> Reading<'a, Vec<MatchId>> {
        Box::pin(async move {
            let read = |after, most| {
                let list = list.clone();
                move |rows: &Shared| rows.listed(&list, after, most)
            };
            // Most lists are short, however many matches may be in them.
            let mut found = self.glance(read(after, most.min(FEW))).await?;
            if found.len() == FEW && most > FEW {
                let last = found.last().copied();
                found.extend(self.read(read(last, most - FEW)).await?);
            }
            Ok(found)
        })
    }

    fn latest_ended<'a>(
        &'a self,
        place: &'a Place,
        person: Person,
    ) -> Reading<'a, Option<MatchId>> {
        let place = place.clone();
        self.glance(move |rows| rows.latest_ended(&place, person))
    }

    fn ended_at<'a>(&'a self, place: &'a Place) -> Reading<'a, Option<MatchId>> {
        let place = place.clone();
        self.glance(move |rows| rows.ended_at(&place))
    }

    fn format(&self) -> Reading<'_, u64> {
        self.read(Shared::format)
    }

    fn ended_since(&self, after: u64, most: usize) -> Reading<'_, Vec<(u64, MatchId)>> {
        self.read(move |rows| rows.ended_since(after, most))
    }

    fn due(
        &self,
        by: Moment,
        after: Option<(Moment, MatchId)>,
        most: usize,
    ) -> Reading<'_, Vec<(Moment, MatchId)>> {
        self.read(move |rows| rows.due(by, after, most))
    }

    fn outbox<'a>(&'a self, realm: &'a str, after: u64, most: usize) -> Reading<'a, Vec<Notice>> {
        let realm = realm.to_owned();
        self.read(move |rows| rows.outbox(&realm, after, most))
    }

    fn count(&self) -> Reading<'_, u64> {
        self.glance(Shared::count)
    }

    fn all(&self, after: Option<MatchId>, most: usize) -> Reading<'_, Vec<MatchId>> {
        self.read(move |rows| rows.all(after, most))
    }
}

impl EventStore for SledStore {
    fn append(&self, append: Append) -> Pending<'_, Result<Appended, AppendError>> {
        Box::pin(async move {
            let append = Box::new(append);
            self.ask(|answer| WriteRequest::Append(append, answer))
                .await?
        })
    }

    fn told(&self, realm: &str, number: u64) -> Result<(), StoreError> {
        locked(&self.0.shared.told).insert(keys::notice(realm, number));
        if let Some(jobs) = &self.0.jobs {
            // When there is no room the committer is awake anyway.
            let _ = jobs.try_send(WriteRequest::Look);
        }
        Ok(())
    }

    fn kept_standings(&self) -> Reading<'_, Option<Vec<u8>>> {
        self.read(|rows| standings_file::read(rows.view.path()))
    }

    fn keep_standings(&self, bytes: Vec<u8>) -> Pending<'_, Result<(), StoreError>> {
        if self.0.jobs.is_none() {
            return Box::pin(ready(Err(ended())));
        }
        let disk = Arc::clone(&self.0.disk);
        self.read(move |rows| standings_file::write(rows.view.path(), &*disk, &bytes))
    }
}

impl PreferenceStore for SledStore {
    fn preference<'a>(&'a self, subject: &'a Subject) -> Reading<'a, Option<String>> {
        let subject = subject.clone();
        self.glance(move |rows| rows.kept_preference(&subject))
    }

    fn preferences(
        &self,
        after: Option<Subject>,
        most: usize,
    ) -> Reading<'_, Vec<(Subject, String)>> {
        self.read(move |rows| rows.preferences(after.as_ref(), most))
    }

    fn set_preferences(&self, change: RowChange) -> Pending<'_, Result<(), RowChangeError>> {
        Box::pin(async move {
            let change = Box::new(change);
            self.ask(|answer| WriteRequest::Prefer(change, answer))
                .await?
        })
    }

    fn notes<'a>(&'a self, server: &'a Server) -> Reading<'a, Vec<Entry>> {
        let server = server.clone();
        self.read(move |rows| rows.notes(&server))
    }

    fn notes_on(&self, person: Person) -> Reading<'_, Vec<(Server, Entry)>> {
        self.read(move |rows| rows.notes_on(person))
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

    #[tokio::test]
    async fn while_the_files_are_opened_again_readers_hold_up_nobody() {
        let directory = tempfile::tempdir().unwrap();
        let store = SledStore::open(directory.path()).unwrap();
        let view = Arc::clone(&store.0.shared.view);
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
