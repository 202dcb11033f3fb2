//! The stored standings, in a file of their own next to sled's: they can be worked out again, and
//! are too large to be written along with what players wait for.

use std::{
    fs,
    io::{self, Write},
    path::Path,
};

use super::{disk::Disk, files::RESERVE, permissions};
use crate::store::StoreError;

/// The name of the file.
pub(super) const FILE: &str = "standings";
/// The name of the file while it is written.
pub(super) const NEW: &str = "standings.new";

/// The most bytes that are read: far more than the standings of as many matches as there are ids.
const MOST: u64 = 1 << 30;

pub(super) fn read(path: &Path) -> Result<Option<Vec<u8>>, StoreError> {
    let file = path.join(FILE);
    match fs::metadata(&file) {
        Ok(there) if there.len() > MOST => Ok(None),
        Ok(_) => fs::read(&file)
            .map(Some)
            .map_err(|error| failed(&file, &error)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(failed(&file, &error)),
    }
}

/// Writes the bytes to a second file, and puts it in place of the first once it is durable.
pub(super) fn write(path: &Path, disk: &dyn Disk, bytes: &[u8]) -> Result<(), StoreError> {
    let needed = RESERVE + bytes.len() as u64;
    if disk.free(path).is_ok_and(|free| free < needed) {
        return Err(StoreError::Unwritable {
            path: path.display().to_string(),
            what: String::from("there is no room to keep the standings"),
        });
    }
    let new = path.join(NEW);
    let written = permissions::create(&new).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_data()
    });
    written
        .and_then(|()| fs::rename(&new, path.join(FILE)))
        .map_err(|error| failed(&new, &error))
}

fn failed(path: &Path, error: &io::Error) -> StoreError {
    StoreError::Failed(format!("{}: {error}", path.display()))
}
