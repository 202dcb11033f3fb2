//! Rights of directories and files. The stores hold names and ids, so only their owner may read
//! them.

use std::{
    fs::{self, DirBuilder, File, OpenOptions},
    io,
    os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt},
    path::{Path, PathBuf},
};

use crate::causes;

/// Makes a directory if it is not there, and those above it that are missing.
pub(super) fn make(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.mode(0o700).recursive(true).create(path)
}

/// Returns options that make files which nobody else may read.
pub(super) fn options() -> OpenOptions {
    let mut options = File::options();
    options.mode(0o600);
    options
}

/// Makes an empty file in place of any old one.
pub(super) fn create(path: &Path) -> io::Result<File> {
    options().write(true).create(true).truncate(true).open(path)
}

/// Takes the rights of others off the directory of a store and off everything in it. Where there is
/// something else in it too, only the store's own files are closed: a path that was named by mistake must
/// not lock others out of what is theirs.
pub(super) fn close(path: &Path) {
    let closed = if is_all(path, is_of_store) {
        close_alone(path);
        // sled makes its files with its own rights, which is no reason for a warning.
        close_below(path)
    } else {
        close_files(path)
    };
    if let Err(error) = closed {
        cannot(path, &error);
    }
}

/// Takes the rights of others off a data directory and what Rondel keeps beside its stores, if there is nothing
/// else in it. The stores may have these paths.
pub(super) fn close_data(data: &Path, stores: &[PathBuf]) {
    let is_ours = |name: &str| DATA.contains(&name) || stores.contains(&data.join(name));
    if is_all(data, is_ours) {
        close_alone(data);
        for name in DATA {
            let path = data.join(name);
            match fs::symlink_metadata(&path) {
                Ok(found) if found.is_dir() || found.is_file() => {
                    let closed = narrow(&path).map(drop);
                    let below = || {
                        if found.is_dir() {
                            close_below(&path)
                        } else {
                            Ok(())
                        }
                    };
                    if let Err(error) = closed.and_then(|()| below()) {
                        cannot(&path, &error);
                    }
                }
                // The socket is made again at each start.
                Ok(_) | Err(_) => {}
            }
        }
    }
}

/// What a data directory has besides its stores.
const DATA: [&str; 4] = ["backups", "backup.sock", "console-history", "table"];

/// Returns true if there is something in a directory, and all of it has such names.
fn is_all(path: &Path, is_ours: impl Fn(&str) -> bool) -> bool {
    let Ok(entries) = fs::read_dir(path) else {
        return false;
    };
    let mut entries = entries.peekable();
    let ours = |entry: io::Result<fs::DirEntry>| {
        entry.is_ok_and(|entry| entry.file_name().to_str().is_some_and(&is_ours))
    };
    entries.peek().is_some() && entries.all(ours)
}

/// What the directory of a store has: files of sled's and ours, those of people too.
const STORE: [&str; 11] = [
    "db",
    "conf",
    "blobs",
    "lock",
    "mark",
    "ballast",
    "probe",
    "check",
    "standings",
    "standings.new",
    "unfinished",
];

/// Returns true for the names of what is in the directory of a store, of people too.
fn is_of_store(name: &str) -> bool {
    let number = name.strip_suffix(".passing").unwrap_or(name);
    let is_generation = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let name = name.strip_prefix("aside-").unwrap_or(name);
    is_generation || STORE.contains(&name) || name.starts_with("snap.")
}

fn close_files(path: &Path) -> io::Result<()> {
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        let is_ours = entry.file_name().to_str().is_some_and(is_of_store);
        if is_ours && entry.file_type()?.is_file() {
            narrow(&entry.path())?;
        }
    }
    Ok(())
}

/// Takes the rights of others off a directory. One that is meant for many, such as `/tmp`, stays as it is.
fn close_alone(path: &Path) {
    match narrow(path) {
        Ok(true) => {
            tracing::info!(path = %path.display(), "others could read this directory: it is closed to others now");
        }
        Ok(false) => {}
        Err(error) => cannot(path, &error),
    }
}

fn cannot(path: &Path, error: &io::Error) {
    tracing::warn!(error = %causes(&error), path = %path.display(), "others may be able to read this directory: it cannot be closed to them");
}

fn close_below(path: &Path) -> io::Result<()> {
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        if kind.is_symlink() {
            continue;
        }
        narrow(&entry.path())?;
        if kind.is_dir() {
            close_below(&entry.path())?;
        }
    }
    Ok(())
}

/// Takes the rights of others off one path, and returns whether they had any.
fn narrow(path: &Path) -> io::Result<bool> {
    /// Set on directories in which everybody may have something of their own.
    const SHARED: u32 = 0o1000;

    let mode = fs::metadata(path)?.permissions().mode();
    if mode & 0o077 == 0 || mode & SHARED != 0 {
        return Ok(false);
    }
    fs::set_permissions(path, fs::Permissions::from_mode(mode & 0o700))?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    /// Makes a directory that is open to all, with these in it, which are directories if they end so.
    fn open(names: &[&str]) -> tempfile::TempDir {
        let directory = tempfile::tempdir().unwrap();
        let open = |path: &Path, mode| {
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        };
        for name in names {
            let path = directory.path().join(name);
            if name.ends_with('/') {
                fs::create_dir(&path).unwrap();
                open(&path, 0o755);
            } else {
                fs::write(&path, "").unwrap();
                open(&path, 0o644);
            }
        }
        open(directory.path(), 0o755);
        directory
    }

    #[test]
    fn only_directories_that_are_known_as_ours_are_closed() {
        for (names, is_closed) in [
            (&["store/", "people/"][..], true),
            (
                &["store/", "people/", "backups/", "table", "console-history"],
                true,
            ),
            (&["store/", "store.restoring/"], true),
            (&[], false),
            (&["store/", "people/", "photographs/"], false),
            (&["store/", "people/", "rondel.toml"], false),
            (&["log", "lib", "mail"], false),
        ] {
            let data = open(names);
            let path = data.path();
            let stores = ["store", "store.restoring", "people"].map(|name| path.join(name));
            close_data(path, &stores);
            let want = if is_closed { 0o700 } else { 0o755 };
            assert_eq!(mode(path), want, "{names:?}");
        }
    }

    #[test]
    fn of_a_directory_with_other_things_only_the_files_of_the_store_are_closed() {
        let ours = [
            "db",
            "conf",
            "lock",
            "mark",
            "ballast",
            "snap.00001",
            "standings",
        ];
        let alone = open(&ours);
        close(alone.path());
        assert_eq!(mode(alone.path()), 0o700);
        let shared = open(&[&ours[..], &["letters", "mail/", "7/", "blobs/"]].concat());
        close(shared.path());
        assert_eq!(mode(shared.path()), 0o755);
        for name in ours {
            assert_eq!(mode(&alone.path().join(name)), 0o600, "{name}");
            assert_eq!(mode(&shared.path().join(name)), 0o600, "{name}");
        }
        for (name, want) in [
            ("letters", 0o644),
            ("mail", 0o755),
            ("7", 0o755),
            ("blobs", 0o755),
        ] {
            assert_eq!(mode(&shared.path().join(name)), want, "{name}");
        }
    }
}
