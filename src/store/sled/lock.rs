//! The lock on a store: one process may open it, and in it one store.

use std::{
    fs::{File, TryLockError},
    io,
    path::Path,
};

use super::{advice, permissions};
use crate::{StoreError, causes};

/// The lock on a directory.
pub(super) struct Lock(File);

impl Lock {
    /// Takes the lock on this directory.
    ///
    /// # Errors
    ///
    /// [`StoreError::InUse`] when somebody has it.
    pub(super) fn take(path: &Path) -> Result<Lock, StoreError> {
        let failed = |error: io::Error| advice::of_system(path, &error);
        let lock = open_file(path, "lock").map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => Ok(Lock(lock)),
            Err(TryLockError::WouldBlock) => Err(StoreError::in_use(path)),
            Err(TryLockError::Error(error)) => Err(failed(error)),
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Closing it would do, except for a process that is being started just now: until it runs a
        // program of its own it holds everything that we hold.
        if let Err(error) = self.0.unlock() {
            tracing::warn!(error = %causes(&error), "a store's lock could not be given back");
        }
    }
}

/// Opens a file next to sled's own, which is made if there is none.
pub(super) fn open_file(path: &Path, name: &str) -> io::Result<File> {
    let mut options = permissions::options();
    options.read(true).write(true).create(true).truncate(false);
    options.open(path.join(name))
}
