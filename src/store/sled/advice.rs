//! Messages to the operator when a store does not open: what is the matter, and what helps.

use std::{
    fs::{self, File},
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};

use crate::StoreError;

/// The reason why files do not open.
pub(super) enum Unopened {
    /// The system refuses, or somebody else holds them: their contents are fine.
    Refused(StoreError),
    /// Their contents cannot be read: the damage, without a full stop.
    Damaged(String),
}

impl From<Unopened> for StoreError {
    fn from(unopened: Unopened) -> StoreError {
        match unopened {
            Unopened::Refused(error) => error,
            Unopened::Damaged(what) => StoreError::Failed(what),
        }
    }
}

/// Returns the error for a failure of the system's with a file of the store in this directory.
pub(super) fn of_system(path: &Path, error: &io::Error) -> StoreError {
    refusal(path, error).unwrap_or_else(|| {
        StoreError::Failed(format!(
            "{}: {error}. Look in the system's log whether the disk is well, and start again",
            path.display()
        ))
    })
}

/// Returns the same for failures that have nothing to do with the contents; `None` for others.
pub(super) fn refusal(path: &Path, error: &io::Error) -> Option<StoreError> {
    let at = path.display();
    let kind = error.kind();
    let said = if path.exists() && !path.is_dir() {
        format!(
            "{at} is not a directory. Move it away, or name another place with --data or store.url"
        )
    } else if kind == ErrorKind::PermissionDenied {
        let (file, right) = missing_right(path);
        format!(
            "the user that runs Rondel may not {right} {}. `chown -R USER {at}` gives {at} to USER, \
             and `chmod -R u+rwX {at}` gives its owner what is needed",
            file.display()
        )
    } else if kind == ErrorKind::ReadOnlyFilesystem {
        format!(
            "{at} cannot be written, since its file system is mounted for reading alone. Mount it \
             for writing"
        )
    } else if matches!(kind, ErrorKind::StorageFull | ErrorKind::QuotaExceeded) {
        format!("there is no room for {at}. Free some of its disk, and start again")
    } else {
        return None;
    };
    Some(StoreError::Refused(said))
}

/// Returns the path whose rights are missing, and what they are needed for.
fn missing_right(path: &Path) -> (PathBuf, &'static str) {
    let denied = |error: &io::Error| error.kind() == ErrorKind::PermissionDenied;
    // From the top: a directory that cannot be searched hides all below it.
    let above: Vec<&Path> = path.ancestors().skip(1).collect();
    for directory in above.into_iter().rev() {
        let below = path.strip_prefix(directory).ok();
        let next = below.and_then(|below| below.components().next());
        let next = next.map(|next| directory.join(next));
        if next.is_some_and(|next| fs::metadata(next).is_err_and(|error| denied(&error))) {
            return (directory.to_owned(), "search");
        }
    }
    let entries = match fs::read_dir(path) {
        Ok(entries) => entries,
        Err(error) if denied(&error) => return (path.to_owned(), "read"),
        // The directory could not be made.
        Err(_) => {
            let above = path.ancestors().skip(1).find(|above| above.exists());
            return (above.unwrap_or(path).to_owned(), "write");
        }
    };
    for entry in entries.flatten() {
        let file = entry.path();
        if fs::metadata(&file).is_err_and(|error| denied(&error)) {
            return (path.to_owned(), "search");
        }
        if File::open(&file).is_err_and(|error| denied(&error)) {
            return (file, "read");
        }
        let written = File::options().append(true).open(&file);
        if file.is_file() && written.is_err_and(|error| denied(&error)) {
            return (file, "write");
        }
    }
    (path.to_owned(), "write")
}

/// Advice for damaged files.
pub(super) const HELP: &str = "`rondel check` says which matches are whole, and \
     `rondel export --match ID` writes one of them out. Put a backup in its place";
