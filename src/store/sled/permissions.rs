//! Rights of directories and files. The stores hold names and ids, so only their owner may read
//! them.

use std::{
    fs::{self, DirBuilder, File, OpenOptions},
    io,
    os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt},
    path::Path,
};

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

/// Takes the rights of others off a directory of ours and off everything in it.
pub(super) fn close(path: &Path) {
    close_alone(path);
    // sled makes its files with its own rights, which is no reason for a warning.
    if let Err(error) = close_below(path) {
        cannot(path, &error);
    }
}

/// Takes the rights of others off a directory that may have other things in it too. One that is meant
/// for many, such as `/tmp`, stays as it is.
pub(super) fn close_alone(path: &Path) {
    match narrow(path) {
        Ok(true) => {
            tracing::info!(path = %path.display(), "others could read this directory: it is closed to others now");
        }
        Ok(false) => {}
        Err(error) => cannot(path, &error),
    }
}

fn cannot(path: &Path, error: &io::Error) {
    tracing::warn!(%error, path = %path.display(), "others may be able to read this directory: it cannot be closed to them");
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
