//! How stores that were filled from a backup come to their places.
//!
//! They are filled beside their places, in directories whose names end in `.restoring`. When all is there and
//! durable, the directory of the matches is renamed, to `.restored`: that is the moment from which they are
//! kept. Then both are moved to their places. If the process ends in between, this is done before they are
//! opened next.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use crate::store::StoreError;

/// Moves stores to their places that were filled before the process ended.
///
/// # Errors
///
/// [`StoreError::Failed`] when they cannot be moved.
pub(super) fn settle(matches: &Path, people: &Path) -> Result<(), StoreError> {
    let (from, unfinished) = (restored(matches), restoring(people));
    if !from.exists() {
        return Ok(());
    }
    if unfinished.exists() {
        move_to(&unfinished, people).map_err(|error| StoreError::at(people, &error))?;
    }
    move_to(&from, matches).map_err(|error| StoreError::at(matches, &error))
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

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}
