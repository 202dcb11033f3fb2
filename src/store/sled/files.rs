//! The files of a sled database: who may open them, and when what is in them is durable.
//!
//! Beside what sled keeps in the directory there are two files. `lock` is held by whoever has the
//! store open. `mark` says what kind of store this is, in which format, and how many durable
//! writes it has seen, since sled opens a file that was cut short as if nothing had been lost.

use std::{
    fs::{self, File, TryLockError},
    io,
    os::unix::fs::FileExt,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use ::sled::{Batch, IVec};

use super::keys;
use crate::store::StoreError;

/// How long sled's own lock is waited for once ours is held: threads of sled may hold its files a
/// little longer than whoever dropped the store.
const RELEASE: Duration = Duration::from_secs(5);

/// What a directory holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Matches.
    Matches,
    /// People.
    People,
}

impl Kind {
    const fn word(self) -> &'static str {
        match self {
            Kind::Matches => "matches",
            Kind::People => "people",
        }
    }

    /// The format that this program reads and writes.
    const fn format(self) -> u64 {
        match self {
            Kind::Matches | Kind::People => 1,
        }
    }
}

/// An open database.
pub(super) struct Files {
    db: ::sled::Db,
    /// sled's file, for the sync that sled does not do.
    data: File,
    mark: File,
    kind: Kind,
    /// Held while writing, so that the mark never goes back.
    progress: Mutex<Progress>,
    path: PathBuf,
    // The last field, so that it is let go of after sled's files.
    lock: File,
}

#[derive(Default)]
struct Progress {
    /// Durable writes so far.
    writes: u64,
    /// Why nothing is written any more. After a failed write nobody knows what the files hold,
    /// and what sled holds in memory may not be in them.
    stopped: Option<StoreError>,
}

impl Files {
    /// Opens what is in this directory, which is made if there is none.
    ///
    /// # Errors
    ///
    /// [`StoreError::InUse`] when somebody holds it, else [`StoreError::Failed`].
    pub(super) fn open(path: &Path, kind: Kind, cache_bytes: u64) -> Result<Files, StoreError> {
        let failed = |error: io::Error| at(path, &error);
        fs::create_dir_all(path).map_err(failed)?;
        let open = |name: &str| {
            let mut options = File::options();
            options.read(true).write(true).create(true).truncate(false);
            options.open(path.join(name))
        };
        let lock = open("lock").map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(in_use(path)),
            Err(TryLockError::Error(error)) => return Err(at(path, &error)),
        }
        let mark = open("mark").map_err(failed)?;
        let marked = read_mark(&mark, path, kind)?;
        let db = open_sled(path, cache_bytes)?;
        let files = Files {
            data: File::open(path.join("db")).map_err(failed)?,
            db,
            mark,
            kind,
            progress: Mutex::default(),
            path: path.to_owned(),
            lock,
        };
        // Before anything is written to files that may be worth a repair.
        let writes = files.number("writes")?.unwrap_or(0);
        if let Some(marked) = marked.filter(|marked| *marked > writes) {
            return Err(StoreError::Failed(format!(
                "{}: the latest writes are lost: there were {marked} and there are {writes}. \
                 To go on without them, remove the file `mark` there",
                path.display(),
            )));
        }
        files.check_format()?;
        files.progress().writes = writes;
        write_mark(&files.mark, kind, writes).map_err(failed)?;
        files.mark.sync_all().map_err(failed)?;
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

    /// Notes the format in a new database, or checks it in an old one.
    fn check_format(&self) -> Result<(), StoreError> {
        let known = self.kind.format();
        match self.number("format")? {
            None => {
                let format = known.to_be_bytes();
                self.guarded(|| self.db.insert(keys::meta("format"), &format))?;
                self.sync()
            }
            Some(format) if format > known => Err(too_new(&self.path, format)),
            Some(_) => Ok(()),
        }
    }

    fn number(&self, name: &str) -> Result<Option<u64>, StoreError> {
        let Some(row) = self.get(&keys::meta(name))? else {
            return Ok(None);
        };
        let number = row.as_ref().try_into().map(u64::from_be_bytes);
        number
            .map(Some)
            .map_err(|_| StoreError::Failed(format!("the row {name} cannot be read")))
    }

    /// Where they are.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The value of a row.
    pub(super) fn get(&self, key: &[u8]) -> Result<Option<IVec>, StoreError> {
        self.guarded(|| self.db.get(key))
    }

    /// The first key after this one.
    pub(super) fn key_after(&self, key: &[u8]) -> Result<Option<IVec>, StoreError> {
        let row = self.guarded(|| self.db.get_gt(key))?;
        Ok(row.map(|(key, _)| key))
    }

    /// All rows whose keys begin so, in order.
    pub(super) fn prefixed(&self, prefix: &[u8]) -> Result<Vec<(IVec, IVec)>, StoreError> {
        self.guarded(|| self.db.scan_prefix(prefix).collect())
    }

    /// All rows from one key to another, both included, in order.
    pub(super) fn range(&self, from: &[u8], to: &[u8]) -> Result<Vec<(IVec, IVec)>, StoreError> {
        self.guarded(|| self.db.range(from..=to).collect())
    }

    /// Writes a batch, all of it or nothing. It is durable on return.
    ///
    /// # Errors
    ///
    /// From the first error on nothing is written until the files are opened anew.
    pub(super) fn write(&self, mut batch: Batch) -> Result<(), StoreError> {
        self.advance(|writes| {
            let next = writes + 1;
            batch.insert(keys::meta("writes"), &next.to_be_bytes());
            self.guarded(|| self.db.apply_batch(batch))?;
            self.sync()?;
            // The mark may lag behind, but must never be ahead; it is not worth a sync of its own.
            write_mark(&self.mark, self.kind, next).map_err(|error| at(&self.path, &error))?;
            Ok(next)
        })
    }

    /// Writes a batch, all of it or nothing. It survives the end of the process on return, and a
    /// power cut after the next [`write`](Files::write).
    ///
    /// # Errors
    ///
    /// As [`write`](Files::write).
    pub(super) fn write_soon(&self, batch: Batch) -> Result<(), StoreError> {
        self.advance(|writes| {
            self.guarded(|| {
                self.db.apply_batch(batch)?;
                self.db.flush()
            })?;
            Ok(writes)
        })
    }

    /// That no write has failed yet, so that what is read is what the files hold.
    ///
    /// # Errors
    ///
    /// Why the write failed, if one has.
    pub(super) fn sound(&self) -> Result<(), StoreError> {
        self.progress().sound()
    }

    fn advance(
        &self,
        write: impl FnOnce(u64) -> Result<u64, StoreError>,
    ) -> Result<(), StoreError> {
        let mut progress = self.progress();
        progress.sound()?;
        match write(progress.writes) {
            Ok(writes) => {
                progress.writes = writes;
                Ok(())
            }
            Err(error) => {
                tracing::error!(%error, path = %self.path.display(), "the store has stopped writing");
                progress.stopped = Some(error.clone());
                Err(error)
            }
        }
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn sync(&self) -> Result<(), StoreError> {
        self.guarded(|| self.db.flush().map(drop))?;
        self.data
            .sync_data()
            .map_err(|error| at(&self.path, &error))
    }

    fn guarded<T>(&self, work: impl FnOnce() -> ::sled::Result<T>) -> Result<T, StoreError> {
        guarded(&self.path, work)?.map_err(|error| at(&self.path, &error))
    }
}

impl Progress {
    fn sound(&self) -> Result<(), StoreError> {
        match &self.stopped {
            Some(error) => Err(error.clone()),
            None => Ok(()),
        }
    }
}

/// Does something with sled, which panics where it meets damage.
fn guarded<T>(path: &Path, work: impl FnOnce() -> T) -> Result<T, StoreError> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let said = panic
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| panic.downcast_ref::<&str>().copied())
            .unwrap_or("a panic");
        StoreError::Failed(format!("{}: its files are damaged: {said}", path.display()))
    })
}

impl Drop for Files {
    fn drop(&mut self) {
        // Closing it would do, but for a process that is being started just now: until it runs a
        // program of its own it holds whatever we hold.
        if let Err(error) = self.lock.unlock() {
            tracing::warn!(%error, "a store's lock could not be given back");
        }
    }
}

fn open_sled(path: &Path, cache_bytes: u64) -> Result<::sled::Db, StoreError> {
    let config = ::sled::Config::new()
        .path(path)
        .cache_capacity(cache_bytes)
        .flush_every_ms(None);
    let start = Instant::now();
    loop {
        match guarded(path, || config.open())? {
            Ok(db) => return Ok(db),
            Err(error) if !is_locked(&error) => return Err(at(path, &error)),
            Err(_) if start.elapsed() >= RELEASE => return Err(in_use(path)),
            Err(_) => thread::sleep(Duration::from_millis(5)),
        }
    }
}

/// sled has no error of its own for this.
fn is_locked(error: &::sled::Error) -> bool {
    matches!(error, ::sled::Error::Io(error) if error.to_string().contains("could not acquire lock"))
}

fn in_use(path: &Path) -> StoreError {
    StoreError::InUse {
        path: path.display().to_string(),
    }
}

fn too_new(path: &Path, format: u64) -> StoreError {
    StoreError::Failed(format!(
        "{}: format {format} was written by a later version of this program",
        path.display()
    ))
}

fn at(path: &Path, error: &dyn std::error::Error) -> StoreError {
    StoreError::Failed(format!("{}: {error}", path.display()))
}

/// The number of durable writes, if there is a mark.
fn read_mark(mark: &File, path: &Path, kind: Kind) -> Result<Option<u64>, StoreError> {
    let mut bytes = [0; 128];
    let length = mark
        .read_at(&mut bytes, 0)
        .map_err(|error| at(path, &error))?;
    if length == 0 {
        return Ok(None);
    }
    let text = String::from_utf8_lossy(&bytes[..length]);
    let words: Vec<&str> = text.split_whitespace().collect();
    let read = match words.as_slice() {
        ["rondel", word, "format", format, "writes", writes] if *word == kind.word() => {
            format.parse::<u64>().ok().zip(writes.parse::<u64>().ok())
        }
        _ => None,
    };
    match read {
        Some((format, _)) if format > kind.format() => Err(too_new(path, format)),
        Some((_, writes)) => Ok(Some(writes)),
        None => Err(StoreError::Failed(format!(
            "{}: the file `mark` there is not that of a store of {}",
            path.display(),
            kind.word()
        ))),
    }
}

/// Writes the mark in place. It has always the same length and lies in one sector, so that it is
/// the old one or the new one whatever happens.
fn write_mark(mark: &File, kind: Kind, writes: u64) -> io::Result<()> {
    let (word, format) = (kind.word(), kind.format());
    let text = format!("rondel {word} format {format} writes {writes:020}\n");
    mark.write_all_at(text.as_bytes(), 0)
}
