//! The open file, and whether it still is the one at its path: bytes written to a file that was
//! deleted or replaced are gone with the process.

use std::{
    fs::File,
    io,
    path::{Path, PathBuf},
};

/// A file that is open, as the system knows it, and the path that leads to it.
#[derive(Clone, Debug)]
pub(super) struct Inode {
    path: PathBuf,
    #[cfg(unix)]
    number: (u64, u64),
}

impl Inode {
    /// Returns the file that was opened at this path.
    #[cfg(unix)]
    pub(super) fn of(file: &File, path: &Path) -> io::Result<Inode> {
        Ok(Inode {
            path: path.to_owned(),
            number: number(&file.metadata()?),
        })
    }

    /// Returns the file that was opened. Where the system does not number files, a replaced one
    /// cannot be noticed.
    #[cfg(not(unix))]
    pub(super) fn of(_: &File, path: &Path) -> io::Result<Inode> {
        Ok(Inode {
            path: path.to_owned(),
        })
    }

    /// Returns true if its path still leads to it. If the path cannot be looked at it does not:
    /// nobody would find there what is written.
    #[cfg(unix)]
    pub(super) fn is_in_place(&self) -> bool {
        std::fs::metadata(&self.path).is_ok_and(|there| number(&there) == self.number)
    }

    #[cfg(not(unix))]
    pub(super) fn is_in_place(&self) -> bool {
        true
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

/// Returns the device and the number on it.
#[cfg(unix)]
fn number(about: &std::fs::Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt;

    (about.dev(), about.ino())
}
