//! An open database of sled's: its panics caught, its syncs made real.

use std::{
    cell::Cell,
    fs::{self, File},
    io,
    panic::{self, AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::Once,
    thread,
    time::{Duration, Instant},
};

use ::sled::{Batch, IVec};

use super::{
    advice::{self, Unopened},
    disk::Disk,
    open_file::Inode,
};
use crate::{
    StoreError,
    keyed::{KeyValues, Puts, ReadRows, keys},
};

/// The time to wait for sled's own lock once ours is held: threads of sled may hold its files a
/// little longer than the store that was dropped.
const RELEASE: Duration = Duration::from_secs(5);

/// A database that is open.
pub(super) struct Database {
    db: ::sled::Db,
    /// sled's file, for the sync that sled does not do.
    data: File,
    inode: Inode,
    path: PathBuf,
}

impl Database {
    /// Opens the database in this directory. sled makes what is missing, and cuts off what it
    /// cannot read at the end of its log.
    pub(super) fn open(path: &Path, cache_bytes: u64) -> Result<Database, Unopened> {
        let refused = |error: io::Error| Unopened::Refused(advice::of_system(path, &error));
        remove_cut_off(path).map_err(refused)?;
        let db = open_sled(path, cache_bytes)?;
        let file = path.join("db");
        let data = File::open(&file).map_err(refused)?;
        Ok(Database {
            db,
            inode: Inode::of(&data, &file).map_err(refused)?,
            data,
            path: path.to_owned(),
        })
    }

    /// Returns a number that is kept of the store as a whole.
    pub(super) fn number(&self, name: &str) -> Result<Option<u64>, StoreError> {
        let row = self.get(&keys::meta(name))?;
        let number = row.map(|row| row.try_into().map(u64::from_be_bytes));
        let unreadable = |_: Vec<u8>| StoreError::Failed(format!("the row {name} cannot be read"));
        number.transpose().map_err(unreadable)
    }

    /// Goes through all rows in order.
    pub(super) fn each(&self, mut look: impl FnMut(&[u8], &[u8])) -> Result<(), StoreError> {
        self.guarded(|| {
            for row in self.db.iter() {
                let (key, value) = row?;
                look(&key, &value);
            }
            Ok(())
        })
    }

    /// Reads rows only to have them in memory. What is wrong with them is seen when they are used.
    pub(super) fn read_ahead(&self, from: &[u8], to: &[u8]) {
        let _ = self.guarded(|| self.db.range(from..to).try_for_each(|row| row.map(drop)));
    }

    /// Returns the file that is written to.
    pub(super) fn inode(&self) -> &Inode {
        &self.inode
    }

    /// Changes rows, all of them or none.
    pub(super) fn apply(&self, changes: &Puts) -> Result<(), StoreError> {
        let mut batch = Batch::default();
        for (key, value) in changes {
            match value {
                Some(value) => batch.insert(key.as_slice(), value.as_slice()),
                None => batch.remove(key.as_slice()),
            }
        }
        self.guarded(|| self.db.apply_batch(batch))
    }

    /// Hands everything applied to the system, so that it survives the end of the process.
    pub(super) fn flush(&self) -> Result<(), StoreError> {
        self.guarded(|| self.db.flush().map(drop))
    }

    /// Syncs everything flushed to the disk, so that it survives a power cut.
    pub(super) fn sync(&self, disk: &dyn Disk) -> Result<(), StoreError> {
        disk.sync(&self.data)
            .map_err(|error| StoreError::at(&self.path, &error))
    }

    fn guarded<T>(&self, work: impl FnOnce() -> ::sled::Result<T>) -> Result<T, StoreError> {
        guarded(&self.path, work)?.map_err(|error| StoreError::at(&self.path, &error))
    }
}

impl ReadRows for Database {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        let row = self.guarded(|| self.db.get(key))?;
        Ok(row.map(|row| row.to_vec()))
    }

    fn range(
        &self,
        from: &[u8],
        within: &dyn Fn(&[u8]) -> bool,
        most: usize,
    ) -> Result<KeyValues, StoreError> {
        self.guarded(|| {
            let rows = self.db.range(from..);
            let within = |row: &::sled::Result<(IVec, IVec)>| match row {
                Ok((key, _)) => within(key),
                Err(_) => true,
            };
            let rows = rows.take_while(within).take(most);
            rows.map(|row| row.map(|(key, value)| (key.to_vec(), value.to_vec())))
                .collect()
        })
    }
}

thread_local! {
    /// True while this thread's panics are caught and returned as errors.
    static GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Does something with sled, which panics on damage. The panic becomes an error like others, and is
/// not written to standard error.
fn guarded<T>(path: &Path, work: impl FnOnce() -> T) -> Result<T, StoreError> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if !GUARDED.get() {
                usual(panic);
            }
        }));
    });
    let outer = GUARDED.replace(true);
    let done = catch_unwind(AssertUnwindSafe(work));
    GUARDED.set(outer);
    done.map_err(|panic| {
        let said = panic
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| panic.downcast_ref::<&str>().copied())
            .unwrap_or("a panic");
        StoreError::Failed(format!("{}: its files are damaged: {said}", path.display()))
    })
}

/// Removes sled's snapshots whose writing was cut off by a full disk or a kill: sled takes one of
/// them for the latest, and refuses to open.
fn remove_cut_off(path: &Path) -> io::Result<()> {
    let cut_off = |name: &str| is_snapshot(name) && name.ends_with(".generating");
    for name in names(path, cut_off)? {
        fs::remove_file(path.join(name))?;
    }
    Ok(())
}

fn open_sled(path: &Path, cache_bytes: u64) -> Result<::sled::Db, Unopened> {
    let config = ::sled::Config::new()
        .path(path)
        .cache_capacity(cache_bytes)
        .flush_every_ms(None);
    let start = Instant::now();
    loop {
        let opened = guarded(path, || config.open());
        match opened.map_err(|error| Unopened::Damaged(error.to_string()))? {
            Ok(db) => return Ok(db),
            Err(error) if !is_locked(&error) => return Err(unopened(path, &error)),
            Err(_) if start.elapsed() >= RELEASE => {
                return Err(Unopened::Refused(StoreError::in_use(path)));
            }
            Err(_) => thread::sleep(Duration::from_millis(5)),
        }
    }
}

fn unopened(path: &Path, error: &::sled::Error) -> Unopened {
    let refusal = if let ::sled::Error::Io(error) = error {
        advice::refusal(path, error)
    } else {
        None
    };
    let damaged = || Unopened::Damaged(format!("{}: {error}", path.display()));
    refusal.map_or_else(damaged, Unopened::Refused)
}

/// Returns true if sled's lock is held. sled has no error of its own for this.
fn is_locked(error: &::sled::Error) -> bool {
    matches!(error, ::sled::Error::Io(error) if error.to_string().contains("could not acquire lock"))
}

/// Returns true if a file is a snapshot of sled's, or one that it was writing.
pub(super) fn is_snapshot(name: &str) -> bool {
    name.starts_with("snap.")
}

/// Returns the names of the wanted files in a directory.
pub(super) fn names(path: &Path, wanted: impl Fn(&str) -> bool) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(path)? {
        names.extend(entry?.file_name().into_string());
    }
    names.retain(|name| wanted(name));
    Ok(names)
}
