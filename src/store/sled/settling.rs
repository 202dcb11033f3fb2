//! How stores that were filled from a backup come to their places.
//!
//! They are filled beside their places, in directories whose names end in `.restoring`. When all is there and
//! durable, the directory of the matches is renamed, to `.restored`: that is the moment from which they are
//! kept. Then both are moved to their places. If the process ends in between, this is done before they are
//! opened next; and if it ends earlier, what it leaves is removed then.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use super::{lock::Lock, people::remove_directory};
use crate::StoreError;

/// Returns true if there is a store of matches in this directory, or one that was filled for it, which comes to its
/// place then.
///
/// # Errors
///
/// [`StoreError::Failed`] when stores that were filled cannot be moved to their places.
pub fn is_kept(matches: &Path, people: &Path) -> Result<bool, StoreError> {
    settle(matches, people)?;
    Ok(matches.exists())
}

/// Moves stores to their places that were filled before the process ended, and removes those that were not filled
/// to their end.
///
/// # Errors
///
/// [`StoreError::InUse`] while a process fills them; [`StoreError::Failed`] when they cannot be moved or removed.
pub(super) fn settle(matches: &Path, people: &Path) -> Result<(), StoreError> {
    let from = restored(matches);
    if from.exists() {
        arrive(&restoring(people), people)?;
        return arrive(&from, matches);
    }
    discard(&restoring(matches))?;
    discard(&restoring(people))
}

/// Moves a store to its place, if another process has not done so.
fn arrive(from: &Path, to: &Path) -> Result<(), StoreError> {
    match move_to(from, to) {
        Err(error) if error.kind() != io::ErrorKind::NotFound || !to.exists() => {
            Err(StoreError::at(to, &error))
        }
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Removes an unfinished store that nobody fills any more.
pub(super) fn discard(unfinished: &Path) -> Result<(), StoreError> {
    let failed = |error: io::Error| StoreError::at(unfinished, &error);
    let passing = with_ending(unfinished, ".passing");
    remove_directory(&passing).map_err(failed)?;
    if unfinished.exists() {
        // In one step first: nobody may begin to fill half of it.
        let _lock = Lock::take(unfinished)?;
        fs::rename(unfinished, &passing).map_err(failed)?;
    }
    remove_directory(&passing).map_err(failed)
}

/// Renames a directory, durably.
pub(super) fn move_to(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to)?;
    let parent = to.parent().filter(|path| !path.as_os_str().is_empty());
    File::open(parent.unwrap_or(Path::new(".")))?.sync_all()
}

pub(super) fn restoring(path: &Path) -> PathBuf {
    with_ending(path, ".restoring")
}

pub(super) fn restored(path: &Path) -> PathBuf {
    with_ending(path, ".restored")
}

/// Returns every path that a store in this directory may take, before and after it is filled.
#[must_use]
pub fn paths_of(store: &Path) -> [PathBuf; 4] {
    let unfinished = restoring(store);
    let passing = with_ending(&unfinished, ".passing");
    [store.to_owned(), restored(store), unfinished, passing]
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}
