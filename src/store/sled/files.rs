//! The files of a store: opening them, making writes durable, and taking back a write that fails.
//!
//! In addition to sled's own files the directory has `lock`, held by the process that has the store
//! open, `mark`, which says how far the store had come, and `ballast`, room that is given up when a
//! full disk does not let sled open its files.
//!
//! A write is refused while less than [`RESERVE`] is free, so that sled meets a full disk as seldom
//! as possible: after a write that failed, nobody knows what is in the files, and sled refuses all
//! others. Then readers are shown what was there before. As soon as there is room, the files are
//! opened again and the write is taken back if it is there after all: the caller was told that it
//! did not happen.

use std::{
    collections::hash_map::RandomState,
    fs::{self, File},
    hash::{BuildHasher, Hasher},
    io,
    path::Path,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use super::{
    advice::{self, HELP, Unopened},
    contents::Contents,
    database::Database,
    disk::{self, Disk},
    expendable,
    lock::{Lock, open_file},
    mark::MarkFile,
    open_file::Inode,
    permissions,
    survey::Survey,
    tally::RowTally,
    view::View,
};
use crate::{
    StoreError, causes, format,
    keyed::{Puts, ReadRows, keys, values},
    locked, try_locked,
};

/// The room that must be free for anything to be written. A group of appends is a few megabytes at
/// most, and sled writes half a megabyte at once.
pub(super) const RESERVE: u64 = 32 << 20;

/// The extra room that must be free for writing to begin again, so that it does not stop at once.
const SLACK: u64 = 4 << 20;

/// The file that is written to find out whether there is room.
pub(super) const PROBE: &str = "probe";

/// The time after which opening is tried again for those who write.
const AGAIN: Duration = Duration::from_millis(250);

/// The files of a store.
pub(super) struct Files {
    view: Arc<View>,
    /// Held while writing, and while the files are opened again.
    state: Mutex<State>,
    mark: File,
    /// sled's file. Opened again, it is the same.
    inode: Inode,
    kind: Contents,
    disk: Arc<dyn Disk>,
    // The last field, so that it is dropped after sled's files.
    _lock: Lock,
}

#[derive(Default)]
struct State {
    /// The format, which rises with what needs a later one.
    format: u64,
    /// The store's number.
    store: u64,
    /// The number of durable writes so far.
    writes: u64,
    tally: RowTally,
    /// True if there is ballast.
    ballast: bool,
    /// A write that failed, and that may or may not be in the files.
    failed: Option<Failed>,
    /// True if the operator has been told that nothing can be written.
    told: bool,
    /// True if the operator has been told that the files are not in their place any more.
    misplaced: bool,
    /// The last time that the files were opened again, or that it was tried.
    tried: Option<Instant>,
}

struct Failed {
    /// The tally after it, which shows whether it is in the files.
    tally: Vec<u8>,
    /// True if the system may take what it could not write for written.
    unsynced: bool,
}

impl Files {
    /// Opens what is in this directory, which is made if there is none.
    ///
    /// # Errors
    ///
    /// [`StoreError::InUse`] when somebody holds it, else [`StoreError::Failed`].
    pub(super) fn open(
        path: &Path,
        kind: Contents,
        disk: Arc<dyn Disk>,
    ) -> Result<Files, StoreError> {
        let failed = |error: io::Error| advice::of_system(path, &error);
        permissions::make(path).map_err(failed)?;
        let lock = Lock::take(path)?;
        let mark = open_file(path, "mark").map_err(failed)?;
        let marked = MarkFile::read(&mark, path, kind)?;
        // A leftover, if the process ended just then; else not there.
        let _ = fs::remove_file(path.join(PROBE));
        let data = fs::metadata(path.join("db")).map_or(0, |data| data.len());
        if let Some(marked) = marked.filter(|marked| marked.writes > 0 && data == 0) {
            // Before sled makes a new one in its place.
            return Err(lost(path, &marked, "its file `db` is not there"));
        }
        let database = open_database(path, kind).map_err(|unopened| match unopened {
            Unopened::Refused(error) => error,
            Unopened::Damaged(what) => helped(StoreError::Failed(what), marked.as_ref()),
        })?;
        permissions::close(path);
        let files = Files {
            inode: database.inode().clone(),
            view: Arc::new(View::over(path, Some(database))),
            state: Mutex::default(),
            mark,
            kind,
            disk,
            _lock: lock,
        };
        files
            .look_over(marked)
            .map_err(|error| helped(error, marked.as_ref()))?;
        // The names of new files are durable once their directories are.
        for directory in [Some(path), path.parent()].into_iter().flatten() {
            if !directory.as_os_str().is_empty() {
                File::open(directory)
                    .and_then(|directory| directory.sync_all())
                    .map_err(failed)?;
            }
        }
        Ok(files)
    }

    /// Compares all rows with what was written, and begins a store that is new.
    fn look_over(&self, marked: Option<MarkFile>) -> Result<(), StoreError> {
        let mut state = locked(&self.state);
        let path = self.view.path();
        let survey = self.view.with_database(Survey::of)?;
        survey.check_format(path, marked)?;
        let found = survey.found.clone()?;
        if let Some(marked) = marked {
            let missing = survey.missing(marked).into_iter().next();
            let what = missing.unwrap_or_else(|| survey.differences().join(", "));
            if !what.is_empty() {
                return Err(lost(path, &marked, &what));
            }
        }
        let is_new = survey.format.is_none() || survey.tally.as_ref() != Some(&found);
        state.writes = survey.writes;
        state.format = survey.format.unwrap_or(format::FIRST);
        state.store = survey.store.unwrap_or_else(drawn);
        state.tally = found;
        state.ballast = fs::metadata(path.join("ballast"))
            .is_ok_and(|ballast| ballast.len() >= self.kind.ballast);
        if is_new {
            self.begin(&mut state)?;
        }
        let mark = self.mark_of(&state);
        // Even if it says so already: one of its copies may be damaged.
        mark.write(&self.mark, self.kind)
            .and_then(|()| self.mark.sync_all())
            .map_err(|error| StoreError::at(path, &error))?;
        // A store without room is opened all the same, for those who read.
        let _ = self.room(&mut state);
        Ok(())
    }

    /// Writes what every store has: in a new one, and in one without a mark, which is taken as it is.
    fn begin(&self, state: &mut State) -> Result<(), StoreError> {
        let mut changes = Puts::new();
        for (name, value) in [("format", state.format), ("store", state.store)] {
            let (key, value) = (keys::meta(name), value.to_be_bytes());
            let before = self.view.get(&key)?;
            state.tally.change(&key, before.as_deref(), Some(&value));
            changes.insert(key, Some(value.to_vec()));
        }
        changes.insert(keys::meta("tally"), Some(values::encode(&state.tally)));
        self.view.with_database(|database| {
            database.apply(&changes)?;
            database.flush()?;
            database.sync(&*self.disk)
        })
    }

    fn mark_of(&self, state: &State) -> MarkFile {
        MarkFile {
            format: state.format,
            store: state.store,
            writes: state.writes,
            holds: state.tally.count(self.kind.held),
        }
    }

    /// Returns the file that is written to.
    pub(super) fn inode(&self) -> &Inode {
        &self.inode
    }

    /// Returns the number of durable writes so far.
    pub(super) fn writes(&self) -> u64 {
        locked(&self.state).writes
    }

    /// Returns the view for readers.
    pub(super) fn view(&self) -> &Arc<View> {
        &self.view
    }

    /// Writes rows, all of them or nothing. They are durable on return.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unwritable`] when there is no room or writing failed. Nothing was written
    /// then, or it was taken back. [`StoreError::InDoubt`] when it has yet to be taken back: nobody
    /// sees it until then, but it is found should the process end before.
    pub(super) fn write(&self, changes: Puts) -> Result<(), StoreError> {
        self.advance(changes, true)
    }

    /// Writes rows, all of them or nothing. They survive the end of the process on return, and a
    /// power cut after the next [`write`](Files::write).
    ///
    /// # Errors
    ///
    /// As [`write`](Files::write).
    pub(super) fn write_soon(&self, changes: Puts) -> Result<(), StoreError> {
        self.advance(changes, false)
    }

    fn advance(&self, mut changes: Puts, durable: bool) -> Result<(), StoreError> {
        let mut state = locked(&self.state);
        self.make_ready(&mut state)?;
        let mut tally = state.tally.clone();
        let mut before = Puts::new();
        for (key, value) in &changes {
            let old = self.view.get(key)?;
            tally.change(key, old.as_deref(), value.as_deref());
            before.insert(key.clone(), old);
        }
        let encoded = values::encode(&tally);
        let writes = state.writes + u64::from(durable);
        for (name, value) in [("tally", &encoded[..]), ("writes", &writes.to_be_bytes())] {
            let key = keys::meta(name);
            before.insert(key.clone(), self.view.get(&key)?);
            changes.insert(key, Some(value.to_vec()));
        }
        // Readers see what was there before until it is durable, or they could act on what a power cut
        // takes back.
        self.view.change().before = before;
        let mut unsynced = false;
        let written = self.view.with_database(|database| {
            database.apply(&changes)?;
            database.flush()?;
            if durable {
                unsynced = true;
                database.sync(&*self.disk)?;
            }
            // Only now, so that nothing is acknowledged that went into a file nobody finds again.
            self.is_in_place()
        });
        if let Err(error) = written {
            state.failed = Some(Failed {
                tally: encoded,
                unsynced,
            });
            let what = error.to_string();
            let error = self.unwritable(&mut state, &what);
            // Mostly it can be mended at once; if not, the next caller tries again.
            return Err(match self.make_ready(&mut state) {
                Ok(()) => error,
                // Should the process end before it is taken back, it may be found there.
                Err(_) => StoreError::InDoubt {
                    path: self.view.path().display().to_string(),
                    what,
                },
            });
        }
        self.view.change().before = Puts::new();
        state.tally = tally;
        state.writes = writes;
        let raised = changes.get(&keys::meta("format")).cloned().flatten();
        if let Some(Ok(format)) = raised.map(|row| values::number(&row)) {
            state.format = format;
        }
        if durable && let Err(error) = self.mark_of(&state).write(&self.mark, self.kind) {
            // It may lag behind, but must never be ahead; it is not worth a sync of its own.
            tracing::warn!(error = %causes(&error), path = %self.view.path().display(), "the store's mark could not be written");
        }
        Ok(())
    }

    /// Does what is done while nobody writes: tells the operator when there is no room any more,
    /// and mends what can be mended.
    pub(super) fn look(&self) {
        // The thread that holds it is writing, and so looks itself.
        if let Some(mut state) = try_locked(&self.state) {
            // The operator has been told of it, and those who write will be.
            let _ = self.make_ready(&mut state);
        }
    }

    fn make_ready(&self, state: &mut State) -> Result<(), StoreError> {
        self.in_place(state)?;
        self.room(state)?;
        self.mend(state)?;
        if state.told {
            state.told = false;
            tracing::info!(path = %self.view.path().display(), "the store can write again");
        }
        Ok(())
    }

    /// Returns an error if writes would not go where the next start looks for them.
    fn in_place(&self, state: &mut State) -> Result<(), StoreError> {
        let path = self.view.path().display();
        let there = self.is_in_place();
        if there.is_err() && !state.misplaced {
            tracing::error!(
                %path,
                "the files of this store were deleted or replaced while they were open, and nothing \
                 is saved any more; put them back as they were (while this process runs, \
                 /proc/{}/fd still leads to them), or stop it and put a backup in their place",
                std::process::id()
            );
        } else if there.is_ok() && state.misplaced {
            tracing::info!(%path, "the files of this store are in their place again");
        }
        state.misplaced = there.is_err();
        there
    }

    fn is_in_place(&self) -> Result<(), StoreError> {
        if self.inode.is_in_place() {
            Ok(())
        } else {
            Err(misplaced(&self.inode))
        }
    }

    /// Returns an error if there is no room, and sees to the ballast.
    fn room(&self, state: &mut State) -> Result<(), StoreError> {
        let Ok(free) = self.disk.free(self.view.path()) else {
            // Then the write will tell.
            return Ok(());
        };
        let ballast = if state.ballast { 0 } else { self.kind.ballast };
        let slack = if state.told { SLACK } else { 0 };
        if let Some(what) = missing(free, RESERVE + ballast + slack) {
            return Err(self.unwritable(state, &what));
        }
        if !state.ballast {
            disk::lay_ballast(&self.view.path().join("ballast"), self.kind.ballast).map_err(
                |error| self.unwritable(state, &format!("no room for its ballast: {error}")),
            )?;
            state.ballast = true;
        }
        Ok(())
    }

    /// Tells the operator, once, and returns the error for everybody else.
    fn unwritable(&self, state: &mut State, what: &str) -> StoreError {
        let path = self.view.path();
        if !state.told {
            state.told = true;
            tracing::error!(
                path = %path.display(),
                what,
                "the store cannot write; it reads, and goes on by itself"
            );
        }
        StoreError::unwritable(path, what)
    }

    /// Opens the files again after a write that failed, and takes the write back if it is there.
    fn mend(&self, state: &mut State) -> Result<(), StoreError> {
        let Some(failed) = state.failed.take() else {
            return Ok(());
        };
        if state.tried.is_some_and(|tried| tried.elapsed() < AGAIN) {
            state.failed = Some(failed);
            return Err(self.unwritable(state, "it is being mended"));
        }
        state.tried = Some(Instant::now());
        // The system's figure may include room that others take. As long as there is none in
        // earnest, the database that failed is still good for reading.
        let probe = self.view.path().join(PROBE);
        let probed = disk::lay_ballast(&probe, self.kind.ballast);
        if let Err(error) = probed.and_then(|()| fs::remove_file(&probe)) {
            state.failed = Some(failed);
            return Err(self.unwritable(state, &error.to_string()));
        }
        let mended = self.mend_once(state, &failed);
        mended.map_err(|error| {
            state.failed = Some(Failed {
                unsynced: true,
                ..failed
            });
            tracing::warn!(error = %causes(&error), "a store could not be opened again");
            self.unwritable(state, &error.to_string())
        })
    }

    fn mend_once(&self, state: &mut State, failed: &Failed) -> Result<(), StoreError> {
        let mut view = self.view.change();
        // Closed first: only one may have the files open.
        view.database = None;
        let database =
            Database::open(self.view.path(), self.kind.cache).map_err(StoreError::from)?;
        let writes = database.number("writes")?.unwrap_or(0);
        if writes < state.writes {
            return Err(StoreError::Failed(format!(
                "there were {} writes and there are {writes}",
                state.writes
            )));
        }
        if failed.unsynced {
            disk::rewrite(&self.view.path().join("db"))
                .map_err(|error| StoreError::at(self.view.path(), &error))?;
        }
        let there = database.get(&keys::meta("tally"))?;
        if there.as_deref() == Some(failed.tally.as_slice()) {
            database.apply(&view.before)?;
        }
        let settled = database.flush().and_then(|()| database.sync(&*self.disk));
        // Readers have them again, as they were before.
        view.database = Some(database);
        settled?;
        view.before = Puts::new();
        Ok(())
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        let mut state = locked(&self.state);
        // What failed and was refused must not be found there next time.
        state.tried = None;
        if state.failed.is_some() && self.make_ready(&mut state).is_err() {
            tracing::error!(path = %self.view.path().display(), "closed with a failed write that may be in the files");
        }
    }
}

/// Returns as a clause how much room is missing, if less is free than needed, in bytes.
pub(super) fn missing(free: u64, needed: u64) -> Option<String> {
    let missing = needed.checked_sub(free).filter(|missing| *missing > 0)?;
    let mebibytes = missing.div_ceil(1 << 20);
    Some(format!("{mebibytes} MiB more must be free"))
}

/// Returns the error for a file that is not in its place any more.
pub(super) fn misplaced(inode: &Inode) -> StoreError {
    let what = "it was deleted or replaced while it was open";
    StoreError::unwritable(inode.path(), what)
}

/// Opens sled's files, and if that fails, without what is no part of the store.
fn open_database(path: &Path, kind: Contents) -> Result<Database, Unopened> {
    let open = || Database::open(path, kind.cache);
    let opened = match open() {
        held @ Err(Unopened::Refused(StoreError::InUse { .. })) => return held,
        // With the room that was kept for this, it may succeed.
        Err(_) if fs::remove_file(path.join("ballast")).is_ok() => open(),
        opened => opened,
    };
    match opened {
        Err(Unopened::Damaged(what)) => {
            let opened = expendable::open(path, kind.cache)?;
            opened.ok_or(Unopened::Damaged(what))
        }
        opened => opened,
    }
}

/// Draws a number that no other store has.
pub(super) fn drawn() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// Returns the error that something is gone, with what to do.
fn lost(path: &Path, marked: &MarkFile, what: &str) -> StoreError {
    let there = match marked.holds {
        0 => String::new(),
        holds => format!(" It held {holds}."),
    };
    StoreError::Failed(format!(
        "{}: {what}.{there} {HELP}; or, to go on with what is there, remove the file `mark` in it",
        path.display(),
    ))
}

/// Adds to an error what to do about it.
fn helped(error: StoreError, marked: Option<&MarkFile>) -> StoreError {
    let StoreError::Failed(what) = &error else {
        return error;
    };
    if marked.is_none() || what.contains("rondel check") {
        return error;
    }
    StoreError::Failed(format!("{what}. {HELP}"))
}
