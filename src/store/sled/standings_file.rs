//! The stored standings, in a file of their own next to sled's: they can be worked out again, and
//! are too large to be written along with what players wait for.

use std::{
    fs,
    io::{self, Write},
    path::Path,
};

use super::{
    disk::Disk,
    files::{RESERVE, missing},
    permissions,
};
use crate::StoreError;

/// The name of the file.
pub(super) const FILE: &str = "standings";
/// The name of the file while it is written.
pub(super) const NEW: &str = "standings.new";

pub(super) fn read(path: &Path) -> Result<Option<Vec<u8>>, StoreError> {
    match fs::read(path.join(FILE)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        read => read
            .map(Some)
            .map_err(|error| StoreError::at(&path.join(FILE), &error)),
    }
}

/// Writes the bytes to a second file, and puts it in place of the first once it is durable.
pub(super) fn write(path: &Path, disk: &dyn Disk, bytes: &[u8]) -> Result<(), StoreError> {
    let free = disk.free(path).unwrap_or(u64::MAX);
    if let Some(what) = missing(free, RESERVE + bytes.len() as u64) {
        return Err(StoreError::unwritable(path, what));
    }
    let new = path.join(NEW);
    let written = permissions::create(&new).and_then(|mut file| {
        file.write_all(bytes)?;
        disk.sync(&file)
    });
    written
        .and_then(|()| fs::rename(&new, path.join(FILE)))
        .map_err(|error| StoreError::at(&new, &error))
}
