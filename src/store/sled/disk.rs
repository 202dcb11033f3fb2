//! The disk as far as a store needs more than reading and writing: the free room, and a sync that
//! is really one. It is a trait, so that tests can make a disk full or failing.

use std::{
    fmt,
    fs::{self, File},
    io::{self, Write},
    path::Path,
};

use super::permissions;

/// A disk, as a store sees it.
pub trait Disk: Send + Sync + fmt::Debug {
    /// Returns the number of bytes that may still be written to the file system of this path.
    ///
    /// # Errors
    ///
    /// When the system does not say.
    fn free(&self, path: &Path) -> io::Result<u64>;

    /// Waits until everything written to this file is on the disk.
    ///
    /// # Errors
    ///
    /// When it could not be written there.
    fn sync(&self, file: &File) -> io::Result<()>;
}

/// The disk of this machine.
#[derive(Clone, Copy, Debug)]
pub struct SystemDisk;

impl Disk for SystemDisk {
    fn free(&self, path: &Path) -> io::Result<u64> {
        fs4::available_space(path)
    }

    fn sync(&self, file: &File) -> io::Result<()> {
        file.sync_data()
    }
}

/// The number of bytes written at once where room cannot be reserved.
const CHUNK: usize = 1 << 16;

/// Reserves room on the disk with a file of this length. If that is not possible there is no file.
pub(super) fn lay_ballast(path: &Path, bytes: u64) -> io::Result<()> {
    let file = permissions::create(path)?;
    let laid = match fs4::FileExt::allocate(&file, bytes) {
        Err(error) if error.kind() == io::ErrorKind::Unsupported => fill(&file, bytes),
        done => done,
    };
    if laid.is_err() {
        // The error that counts is the first one.
        let _ = fs::remove_file(path);
    }
    laid
}

/// Fills a file with zeros, for file systems that reserve nothing.
fn fill(mut file: &File, bytes: u64) -> io::Result<()> {
    let chunk = [0xb5; CHUNK];
    for _ in 0..bytes.div_ceil(CHUNK as u64) {
        file.write_all(&chunk)?;
    }
    file.sync_data()
}

/// Writes a file's bytes over themselves. After a failed sync a system may take pages for written
/// that are not on the disk; after a second write the next sync reports on all of them.
pub(super) fn rewrite(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::FileExt;

    let file = File::options().read(true).write(true).open(path)?;
    let mut chunk = vec![0; CHUNK];
    let mut at = 0;
    loop {
        let length = file.read_at(&mut chunk, at)?;
        if length == 0 {
            return Ok(());
        }
        file.write_all_at(&chunk[..length], at)?;
        at += length as u64;
    }
}
