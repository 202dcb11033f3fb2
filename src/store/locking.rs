//! Locks of plain data.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks. A panic elsewhere while the lock was held is ignored: it leaves plain data that is still
/// whole.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
