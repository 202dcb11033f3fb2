//! The open file, and whether it still is the one at its path: bytes written to a file that was
//! deleted or replaced are gone with the process.

use std::{
    fs::{self, File},
    io,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
};

/// A file that is open, as the system knows it, and the path that leads to it.
#[derive(Clone, Debug)]
pub(super) struct Inode {
    path: PathBuf,
    number: (u64, u64),
}

impl Inode {
    /// Returns the file that was opened at this path.
    pub(super) fn of(file: &File, path: &Path) -> io::Result<Inode> {
        Ok(Inode {
            path: path.to_owned(),
            number: number(&file.metadata()?),
        })
    }

    /// Returns true if its path still leads to it. If the path cannot be looked at it does not:
    /// nobody would find there what is written.
    pub(super) fn is_in_place(&self) -> bool {
        fs::metadata(&self.path).is_ok_and(|there| number(&there) == self.number)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

/// Returns the device and the number on it.
fn number(about: &fs::Metadata) -> (u64, u64) {
    (about.dev(), about.ino())
}
