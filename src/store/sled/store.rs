//! The store of matches on sled: what it reads, and what it hands to its writing thread.

use std::{
    collections::BTreeSet,
    path::Path,
    sync::{Arc, mpsc as sync_mpsc},
};

use ::sled::IVec;
use tokio::sync::{mpsc, oneshot};

use super::{
    bond::{Bond, Progress},
    committer::{Committer, WriteRequest},
    contents::Contents,
    disk::{Disk, SystemDisk},
    files::Files,
    keys,
    rows::{self, LogHead},
    shared::Shared,
    standings_file,
    view::View,
    watchdog::{Watchdog, Worker},
};
use crate::{
    matchplay::{Event, MatchId, Moment, Person, Place, Server},
    store::{
        Answered, Append, AppendError, Appended, EventStore, List, Notice, Pending, RequestId,
        StoreError, StoredRow, Subject,
        audit::{Entry, Note},
        locked, record,
    },
};

/// The number of appends that may wait; the next caller waits to be let in.
const MOST_WAITING: usize = 1_024;

/// A store in a directory. It belongs to one process, which holds it until it is dropped.
///
/// Dropping it waits until everything is written.
pub struct SledStore {
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
        Ok(SledStore {
            shared,
            jobs: Some(jobs),
            _committer: Some(committer),
            _watch: Some(watch),
            disk,
        })
    }

    /// Returns a store that reads this and refuses every write.
    pub(super) fn read_only(view: Arc<View>) -> SledStore {
        SledStore {
            shared: Arc::new(Shared::over(view)),
            jobs: None,
            _committer: None,
            _watch: None,
            disk: Arc::new(SystemDisk),
        }
    }

    /// Returns the progress of the people whom this store followed last.
    pub(in crate::store) fn people_known(&self) -> Result<Option<Progress>, StoreError> {
        self.shared.people_known()
    }

    /// Writes with each commit from now on how far these people have come. It is durable on return,
    /// unless there is no room: then it is with the next commit.
    pub(in crate::store) fn follow(&self, people: &Arc<Bond>) -> Result<(), StoreError> {
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

    /// Hands a job to the committer, and waits for its answer.
    async fn ask<T>(
        &self,
        job: impl FnOnce(oneshot::Sender<T>) -> WriteRequest,
    ) -> Result<T, StoreError> {
        let (answer, answered) = oneshot::channel();
        let jobs = self.jobs.as_ref().ok_or_else(ended)?;
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
            .field("path", &self.shared.view.path())
            .finish_non_exhaustive()
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

    fn notes(&self, server: &Server) -> Result<Vec<Entry>, StoreError> {
        let rows = self.shared.view.prefixed(&keys::notes(server))?;
        let entries = rows.iter().map(|(_, row)| rows::read_text(row));
        entries.map(|text| Entry::decode(&text?)).collect()
    }

    fn load(&self, id: MatchId) -> Result<Vec<(Event, Moment)>, StoreError> {
        let head = || self.shared.view.get(&keys::head(id));
        let Some(row) = head()? else {
            return match self.shared.view.get(&keys::log(id, 1))? {
                // Written just now, after its head was looked for.
                Some(_) if head()?.is_some() => self.load(id),
                Some(_) => Err(StoreError::Damaged {
                    id,
                    version: 1,
                    what: String::from("the match has no head"),
                }),
                None => Ok(Vec::new()),
            };
        };
        let LogHead { version, tip } = rows::decode(&row)?;
        let (first, last) = (keys::log(id, 1), keys::log(id, version));
        let view = &self.shared.view;
        let rows = view.rows(&first, |key| key <= last.as_slice(), usize::MAX)?;
        for (missing, (key, _)) in (1..).zip(&rows) {
            if keys::log(id, missing) != key.as_ref() {
                return Err(missing_record(id, missing));
            }
        }
        if (rows.len() as u64) < version {
            return Err(missing_record(id, rows.len() as u64 + 1));
        }
        record::decode_log(id, rows.into_iter().map(|(_, record)| record), tip)
    }

    fn answered(&self, request_id: &RequestId) -> Result<Option<Answered>, StoreError> {
        let row = self.shared.view.get(&keys::request_id(request_id))?;
        row.map(|row| rows::decode(&row)).transpose()
    }

    /// Reads no more rows than it gives back, and one.
    fn listed(&self, list: &List, most: usize) -> Result<Vec<MatchId>, StoreError> {
        let prefix = keys::list(list);
        let view = &self.shared.view;
        let rows = view.rows(&prefix, |key| key.starts_with(&prefix), most)?;
        rows.iter().map(|(key, _)| keys::id_at_end(key)).collect()
    }

    /// Goes through the listings of all matches.
    fn all_of(&self, person: Person) -> Result<Vec<MatchId>, StoreError> {
        let mut theirs = Vec::new();
        for (key, row) in self.shared.view.prefixed(&[keys::LISTING])? {
            if rows::decode_listing(&row)?.people.contains(&person) {
                theirs.push(keys::id_at_end(&key)?);
            }
        }
        Ok(theirs)
    }

    fn latest_ended(&self, place: &Place, person: Person) -> Result<Option<MatchId>, StoreError> {
        let row = self.shared.view.get(&keys::ended(place, person))?;
        row.map(|id| keys::id_at_end(&id)).transpose()
    }

    fn ended_at(&self, place: &Place) -> Result<Option<MatchId>, StoreError> {
        let prefix = keys::ended_at(place);
        let view = &self.shared.view;
        let rows = view.rows(&prefix, |key| key.starts_with(&prefix), 1)?;
        rows.first().map(|(_, id)| keys::id_at_end(id)).transpose()
    }

    fn ended_since(&self, after: u64, most: usize) -> Result<Vec<(u64, MatchId)>, StoreError> {
        let first = keys::numbered(keys::END, after.saturating_add(1));
        let view = &self.shared.view;
        let rows = view.rows(&first, |key| key.first() == Some(&keys::END), most)?;
        let end = |(key, id): &(IVec, IVec)| Ok((keys::number_at_end(key)?, keys::id_at_end(id)?));
        rows.iter().map(end).collect()
    }

    fn preferences(&self) -> Result<Vec<(Subject, String)>, StoreError> {
        let rows = self.shared.view.prefixed(&[keys::PREFERENCE])?;
        let read = |(key, row): &(IVec, IVec)| -> Result<(Subject, String), StoreError> {
            Ok((keys::read_preference(key)?, rows::read_text(row)?))
        };
        let mut preferences = rows.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        preferences.sort();
        Ok(preferences)
    }

    fn set_preferences(
        &self,
        subject: Subject,
        text: String,
        note: Option<Note>,
    ) -> Pending<'_, Result<(), StoreError>> {
        Box::pin(async move {
            self.ask(|answer| WriteRequest::Prefer(subject, text, note, answer))
                .await?
        })
    }

    fn kept_standings(&self) -> Result<Option<Vec<u8>>, StoreError> {
        standings_file::read(self.shared.view.path())
    }

    fn keep_standings(&self, bytes: &[u8]) -> Result<(), StoreError> {
        self.jobs.as_ref().ok_or_else(ended)?;
        standings_file::write(self.shared.view.path(), &*self.disk, bytes)
    }

    /// Reads no more rows than it gives back, and one.
    fn due(&self, by: Moment, most: usize) -> Result<Vec<(Moment, MatchId)>, StoreError> {
        let last = keys::due_at(by);
        let within = |key: &[u8]| key[..key.len().min(last.len())] <= last[..];
        let rows = self.shared.view.rows(&[keys::DUE], within, most)?;
        rows.iter().map(|(key, _)| keys::read_due(key)).collect()
    }

    fn outbox(&self) -> Result<Vec<Notice>, StoreError> {
        // First what has been told: by the time the rows are read it may be taken off them.
        let told = locked(&self.shared.told).clone();
        let rows = self.shared.view.prefixed(&[keys::OUTBOX])?;
        let notice = |(key, row): &(IVec, IVec)| -> Result<Notice, StoreError> {
            Ok(rows::decode::<Answered>(row)?.notice(keys::number_at_end(key)?))
        };
        let mut notices = rows.iter().map(notice).collect::<Result<Vec<_>, _>>()?;
        notices.retain(|notice| !told.contains(&notice.number));
        Ok(notices)
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
        let heads = self.shared.view.prefixed(&[keys::HEAD])?;
        let ids = heads.iter().map(|(key, _)| keys::id_at_end(key));
        let mut ids = ids.collect::<Result<BTreeSet<MatchId>, _>>()?;
        // Logs without a head too, so that a check finds them.
        let mut from = vec![keys::LOG];
        let is_log = |key: &[u8]| key.first() == Some(&keys::LOG);
        while let Some((key, _)) = self.shared.view.rows(&from, is_log, 1)?.pop() {
            let id = keys::id_of_log(&key)?;
            ids.insert(id);
            from = keys::log(id, u64::MAX);
            from.push(0);
        }
        Ok(ids.into_iter().collect())
    }
}

fn missing_record(id: MatchId, version: u64) -> StoreError {
    StoreError::Damaged {
        id,
        version,
        what: String::from("it is not there"),
    }
}
