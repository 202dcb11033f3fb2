//! What a store asks of the disk beside reading and writing: how much room there is, and that what
//! was written is really there. A trait, so that tests can say that a disk is full or fails.

use std::{
    fmt,
    fs::{self, File},
    io::{self, Write},
    path::Path,
};

use super::private;

/// A disk, as a store sees it.
pub trait Disk: Send + Sync + fmt::Debug {
    /// How many bytes may still be written to the file system of this path.
    ///
    /// # Errors
    ///
    /// When the system does not say.
    fn free(&self, path: &Path) -> io::Result<u64>;

    /// Returns when all that was written to this file is on the disk.
    ///
    /// # Errors
    ///
    /// When it could not be written there.
    fn sync(&self, file: &File) -> io::Result<()>;
}

/// The disk that there is.
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

/// How much is written at once where room cannot be reserved.
const CHUNK: usize = 1 << 16;

/// Takes room on the disk by a file of this length. If that is not possible there is no file.
pub(super) fn lay_ballast(path: &Path, bytes: u64) -> io::Result<()> {
    let file = private::create(path)?;
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

/// For file systems that reserve nothing.
fn fill(mut file: &File, bytes: u64) -> io::Result<()> {
    let chunk = [0xb5; CHUNK];
    for _ in 0..bytes.div_ceil(CHUNK as u64) {
        file.write_all(&chunk)?;
    }
    file.sync_data()
}

/// Writes a file's bytes over themselves. After a failed sync a system may take pages for written
/// that are not on the disk; written once more, the next sync tells of all of them.
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
