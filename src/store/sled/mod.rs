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
//!   beside its files says how far they had come (`mark`); a tally of all rows shows any that are
//!   gone (`tally`). Looking for damage is done on a copy (`examine`).
//! - After a write that failed it refuses all others. So none is begun without room, and the files
//!   are opened again as soon as there is (`files`).

mod anew;
pub(in crate::store) mod bond;
mod changes;
mod committer;
mod database;
pub mod disk;
pub(super) mod examine;
mod files;
mod group;
mod inode;
mod kept;
mod keys;
mod kind;
mod lock;
mod mark;
mod older;
pub(super) mod people;
pub(super) mod private;
mod rows;
mod tally;
pub(super) mod trouble;
mod view;
mod watch;

use std::{
    collections::{BTreeSet, HashMap},
    path::Path,
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, mpsc as sync_mpsc},
    thread,
};

use tokio::sync::{mpsc, oneshot};

use self::{
    bond::{Bond, Reach},
    committer::{Committer, Job},
    disk::{Disk, SystemDisk},
    files::Files,
    kind::Kind,
    rows::{Counts, Head},
    view::View,
    watch::Watch,
};
use super::{
    Append, AppendError, Appended, Delivered, Delivery, EventStore, List, Listing, Notice, Pending,
    StoreError, Subject,
    audit::{Entry, Note},
    record,
};
use crate::matchplay::{Event, MatchId, Moment, Person, Place, Server};

/// The number of appends that may wait; the next caller waits to be let in.
const MOST_WAITING: usize = 1_024;

/// A store in a directory. It belongs to one process, which holds it until it is dropped.
///
/// Dropping it waits until everything is written.
pub struct SledStore {
    shared: Arc<Shared>,
    jobs: Option<mpsc::Sender<Job>>,
    committer: Option<thread::JoinHandle<()>>,
    disk: Arc<dyn Disk>,
    _watch: Watch,
}

/// State that the committer and the readers share.
struct Shared {
    view: Arc<View>,
    /// Changes in the files that are not durable yet. Readers do not see them, or they could act on
    /// what a power cut takes back.
    unsettled: Mutex<Unsettled>,
    /// Rows of the outbox that have been told and are still in the files.
    told: Mutex<BTreeSet<u64>>,
    /// The people who play in the matches, once they are followed.
    people: OnceLock<Arc<Bond>>,
}

/// The state before a write that is not durable yet.
#[derive(Default)]
struct Unsettled {
    /// Matches, with the versions that are durable.
    matches: HashMap<MatchId, u64>,
    preferences: HashMap<Subject, Option<String>>,
    /// Servers, with the numbers of their last notes that are durable.
    notes: HashMap<Server, u64>,
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

    /// As [`open`](SledStore::open), on this disk.
    ///
    /// # Errors
    ///
    /// As [`open`](SledStore::open).
    pub fn open_on(path: &Path, disk: Arc<dyn Disk>) -> Result<SledStore, StoreError> {
        let files = Arc::new(Files::open(path, Kind::Matches, Arc::clone(&disk))?);
        let watch = Watch::over(&files)?;
        let shared = Arc::new(Shared::over(Arc::clone(files.view())));
        let (jobs, waiting) = mpsc::channel(MOST_WAITING);
        let mut committer = Committer::new(Arc::clone(&shared), files, waiting)?;
        committer.list_anew()?;
        match committer.number_ends() {
            // A store without room is opened all the same: they are numbered with the next write.
            Err(error) if !error.is_of_writing() => return Err(error),
            Ok(()) | Err(_) => {}
        }
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
    pub(super) fn people_known(&self) -> Result<Option<Reach>, StoreError> {
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
                let _ = jobs.try_send(Job::Look);
            }
        });
        let (answer, answered) = sync_mpsc::channel();
        jobs.try_send(Job::Follow(answer)).map_err(|_| ended())?;
        match answered.recv().map_err(|_| ended())? {
            Err(error) if !error.is_of_writing() => Err(error),
            Ok(()) | Err(_) => Ok(()),
        }
    }

    async fn ask(&self, job: Job) -> Result<(), StoreError> {
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

impl Shared {
    fn over(view: Arc<View>) -> Shared {
        Shared {
            view,
            unsettled: Mutex::default(),
            told: Mutex::default(),
            people: OnceLock::new(),
        }
    }

    /// Returns the progress of the people, as it was written; `None` if nobody has been followed
    /// yet.
    fn people_known(&self) -> Result<Option<Reach>, StoreError> {
        let row = self.view.get(&keys::meta("people"))?;
        row.map(|row| Reach::decode(&row)).transpose()
    }

    fn head(&self, id: MatchId) -> Result<Option<Head>, StoreError> {
        match self.view.get(&keys::head(id))? {
            Some(row) => Head::decode(&row).map(Some),
            None => Ok(None),
        }
    }

    fn listing(&self, id: MatchId) -> Result<Option<Listing>, StoreError> {
        let row = self.view.get(&keys::listing(id))?;
        row.map(|row| rows::decode_listing(&row)).transpose()
    }

    /// Returns the durable version, if it is not yet the one in the files.
    fn settled_version(&self, id: MatchId) -> Option<u64> {
        locked(&self.unsettled).matches.get(&id).copied()
    }

    fn load(&self, id: MatchId) -> Result<Vec<(Event, Moment)>, StoreError> {
        // The head first and what is settled second: a match that is settled by then was settled
        // at this head, or at a later one.
        let Some(head) = self.head(id)? else {
            return match self.view.get(&keys::log(id, 1))? {
                // Written just now, after its head was looked for.
                Some(_) if self.head(id)?.is_some() => self.load(id),
                Some(_) => Err(StoreError::Damaged {
                    id,
                    version: 1,
                    what: String::from("the match has no head"),
                }),
                None => Ok(Vec::new()),
            };
        };
        let settled = self.settled_version(id).unwrap_or(head.version);
        let version = settled.min(head.version);
        if version == 0 {
            return Ok(Vec::new());
        }
        let rows = self
            .view
            .range(&keys::log(id, 1), &keys::log(id, version))?;
        for (missing, (key, _)) in (1..).zip(&rows) {
            if keys::log(id, missing) != key.as_ref() {
                return Err(missing_record(id, missing));
            }
        }
        if (rows.len() as u64) < version {
            return Err(missing_record(id, rows.len() as u64 + 1));
        }
        let tip = (version == head.version).then_some(head.tip);
        record::decode_log(id, rows.into_iter().map(|(_, record)| record), tip)
    }

    fn delivered(&self, delivery: &Delivery) -> Result<Option<Delivered>, StoreError> {
        let Some(row) = self.view.get(&keys::delivery(delivery))? else {
            return Ok(None);
        };
        let (_, delivered) = rows::decode_delivered(&row)?;
        let settled = self.settled_version(delivered.id);
        Ok(settled
            .is_none_or(|settled| delivered.to <= settled)
            .then_some(delivered))
    }

    /// Returns the ids at the ends of all keys with this prefix.
    fn ids_under(&self, prefix: &[u8]) -> Result<Vec<MatchId>, StoreError> {
        let rows = self.view.prefixed(prefix)?;
        rows.iter().map(|(key, _)| keys::id_at_end(key)).collect()
    }

    /// Reads no more rows than it gives back, and one.
    fn listed(&self, list: &List, most: usize) -> Result<Vec<MatchId>, StoreError> {
        let prefix = keys::list(list);
        let mut after = prefix.clone();
        let mut listed = Vec::new();
        while listed.len() < most
            && let Some(key) = self.view.key_after(&after)?
            && key.starts_with(&prefix)
        {
            listed.push(keys::id_at_end(&key)?);
            after = key.to_vec();
        }
        Ok(listed)
    }

    /// Goes through the listings of all matches.
    fn all_of(&self, person: Person) -> Result<Vec<MatchId>, StoreError> {
        let mut theirs = Vec::new();
        for (key, row) in self.view.prefixed(&[keys::LISTING])? {
            if rows::decode_listing(&row)?.people.contains(&person) {
                theirs.push(keys::id_at_end(&key)?);
            }
        }
        Ok(theirs)
    }

    fn latest_ended(&self, place: &Place, person: Person) -> Result<Option<MatchId>, StoreError> {
        let row = self.view.get(&keys::ended(place, person))?;
        row.map(|id| keys::id_at_end(&id)).transpose()
    }

    fn ended_at(&self, place: &Place) -> Result<Option<MatchId>, StoreError> {
        let prefix = keys::ended_at(place);
        let first = self.view.key_after(&prefix)?;
        let Some(key) = first.filter(|key| key.starts_with(&prefix)) else {
            return Ok(None);
        };
        let row = self.view.get(&key)?;
        row.map(|id| keys::id_at_end(&id)).transpose()
    }

    fn ended_since(&self, after: u64, most: usize) -> Result<Vec<(u64, MatchId)>, StoreError> {
        let counts = self.view.get(&keys::meta("counts"))?;
        let counts = counts.map(|row| Counts::decode(&row)).transpose()?;
        if counts.is_some_and(|counts| counts.ends.is_none()) {
            let ends = self.ends_from_before()?.into_iter();
            let later = ends.filter(|(number, _, _)| *number > after);
            return Ok(later
                .take(most)
                .map(|(number, _, id)| (number, id))
                .collect());
        }
        // Numbers follow one another without gaps.
        let last = after.saturating_add(most as u64);
        let mut ended = Vec::new();
        if last == after {
            return Ok(ended);
        }
        for (key, row) in self.view.range(&keys::end(after + 1), &keys::end(last))? {
            let (number, version, id) = rows::decode_end(&key, &row)?;
            if self.settled_version(id).is_some_and(|at| at < version) {
                break;
            }
            ended.push((number, id));
        }
        Ok(ended)
    }

    /// Returns the ended matches in the order of their last events, as a store from before ends
    /// were numbered numbers them: number, version, match.
    fn ends_from_before(&self) -> Result<Vec<(u64, u64, MatchId)>, StoreError> {
        let mut ended = Vec::new();
        for id in self.ids_under(&[keys::HEAD])? {
            if self
                .listing(id)?
                .is_none_or(|listing| listing.shelf.is_some())
            {
                continue;
            }
            let version = self.head(id)?.map_or(0, |head| head.version);
            let last = self.view.get(&keys::log(id, version))?;
            // One that cannot be read is damaged, which is found out when it is loaded.
            let at = last.and_then(|row| record::decode(&row).ok());
            ended.push((at.map(|record| record.at), id, version));
        }
        ended.sort();
        let numbered = (1..).zip(ended);
        Ok(numbered
            .map(|(number, (_, id, version))| (number, version, id))
            .collect())
    }

    fn preferences(&self) -> Result<Vec<(Subject, String)>, StoreError> {
        let rows = self.view.prefixed(&[keys::PREFERENCE])?;
        let mut preferences = Vec::with_capacity(rows.len());
        for (key, row) in rows {
            let subject = keys::read_preference(&key)?;
            let settled = locked(&self.unsettled).preferences.get(&subject).cloned();
            let text = settled.unwrap_or(Some(group::read_text(&row)?));
            preferences.extend(text.map(|text| (subject, text)));
        }
        preferences.sort();
        Ok(preferences)
    }

    /// Returns the number of the last note of a server, counted from 1; 0 if there is none.
    fn last_note(&self, server: &Server) -> Result<u64, StoreError> {
        let rows = self.view.prefixed(&keys::notes(server))?;
        let last = rows.last().map(|(key, _)| keys::note_number(key));
        Ok(last.transpose()?.unwrap_or(0))
    }

    fn notes(&self, server: &Server) -> Result<Vec<Entry>, StoreError> {
        let rows = self.view.prefixed(&keys::notes(server))?;
        let settled = locked(&self.unsettled).notes.get(server).copied();
        let mut notes = Vec::with_capacity(rows.len());
        for (key, row) in rows {
            let number = keys::note_number(&key)?;
            if settled.is_none_or(|last| number <= last) {
                notes.push(Entry::decode(&group::read_text(&row)?)?);
            }
        }
        Ok(notes)
    }

    /// Reads no more rows than it gives back, and one.
    fn due(&self, by: Moment, most: usize) -> Result<Vec<(Moment, MatchId)>, StoreError> {
        let mut due = Vec::new();
        let mut after = vec![keys::DUE];
        while due.len() < most
            && let Some(key) = self.view.key_after(&after)?
            && key.first() == Some(&keys::DUE)
        {
            let row = keys::read_due(&key)?;
            if row.0 > by {
                break;
            }
            due.push(row);
            after = key.to_vec();
        }
        Ok(due)
    }

    fn outbox(&self) -> Result<Vec<Notice>, StoreError> {
        // First what has been told: by the time the rows are read it may be taken off them.
        let told = locked(&self.told).clone();
        let rows = self.view.prefixed(&[keys::OUTBOX])?;
        let mut notices = Vec::with_capacity(rows.len());
        for (key, row) in &rows {
            let notice = rows::decode_notice(key, row)?;
            let settled = self.settled_version(notice.id);
            if !told.contains(&notice.number) && settled.is_none_or(|at| notice.to <= at) {
                notices.push(notice);
            }
        }
        Ok(notices)
    }

    fn all(&self) -> Result<Vec<MatchId>, StoreError> {
        let mut ids: BTreeSet<MatchId> = self.ids_under(&[keys::HEAD])?.into_iter().collect();
        // Logs without a head too, so that a check finds them.
        let mut after = vec![keys::LOG];
        while let Some(key) = self.view.key_after(&after)?
            && key.first() == Some(&keys::LOG)
        {
            let id = keys::id_of_log(&key)?;
            ids.insert(id);
            after = keys::log(id, u64::MAX);
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

impl EventStore for SledStore {
    fn append_noting(
        &self,
        append: Append,
        note: Option<Note>,
    ) -> Pending<'_, Result<Appended, AppendError>> {
        Box::pin(async move {
            let (answer, answered) = oneshot::channel();
            self.ask(Job::Append(Box::new(append), note, answer))
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

    fn delivered(&self, delivery: &Delivery) -> Result<Option<Delivered>, StoreError> {
        self.shared.delivered(delivery)
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
            self.ask(Job::Prefer(subject, text, note, answer)).await?;
            answered.await.map_err(|_| ended())?
        })
    }

    fn kept_standings(&self) -> Result<Option<Vec<u8>>, StoreError> {
        kept::read(self.shared.view.path())
    }

    fn keep_standings(&self, bytes: &[u8]) -> Result<(), StoreError> {
        kept::write(self.shared.view.path(), &*self.disk, bytes)
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
            let _ = jobs.try_send(Job::Look);
        }
        Ok(())
    }

    fn all(&self) -> Result<Vec<MatchId>, StoreError> {
        self.shared.all()
    }
}

/// Locks; a panic elsewhere while the lock was held leaves plain data that is still whole.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
