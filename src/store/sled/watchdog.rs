//! The threads of a store: one of them watches it while nobody writes.

use std::{
    sync::{
        Arc,
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::Duration,
};

use super::files::Files;
use crate::StoreError;

/// The time between two looks at the free room while nobody writes, and between two tries to open.
const WATCH: Duration = Duration::from_secs(1);

/// A thread. Dropping it waits until it has ended, since it holds the files, which must be free
/// once their store is gone.
pub(super) struct Worker(Option<thread::JoinHandle<()>>);

impl Worker {
    /// Starts a thread of this name.
    ///
    /// # Errors
    ///
    /// When there is no thread for it.
    pub(super) fn start(
        name: &str,
        work: impl FnOnce() + Send + 'static,
    ) -> Result<Worker, StoreError> {
        let thread = thread::Builder::new().name(name.to_owned()).spawn(work);
        let thread = thread.map_err(|error| StoreError::failed(format!("no thread: {error}")))?;
        Ok(Worker(Some(thread)))
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        if let Some(thread) = self.0.take()
            && thread.join().is_err()
        {
            tracing::error!("a thread of the store panicked");
        }
    }
}

/// A thread that looks now and then whether a store can write. It ends when this is dropped.
pub(super) struct Watchdog {
    // In this order, so that the thread is told to end before it is waited for.
    _stop: mpsc::Sender<()>,
    _worker: Worker,
}

impl Watchdog {
    /// Starts the thread.
    ///
    /// # Errors
    ///
    /// When there is no thread for it.
    pub(super) fn over(files: &Arc<Files>) -> Result<Watchdog, StoreError> {
        let (stop, stopped) = mpsc::channel();
        let files = Arc::clone(files);
        let worker = Worker::start("store-watch", move || {
            while stopped.recv_timeout(WATCH) == Err(RecvTimeoutError::Timeout) {
                files.look();
            }
        })?;
        Ok(Watchdog {
            _stop: stop,
            _worker: worker,
        })
    }
}
