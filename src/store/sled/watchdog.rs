//! The watch over a store that nobody writes to.

use std::{
    sync::{
        Arc,
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::Duration,
};

use super::files::Files;
use crate::store::StoreError;

/// The time between two looks at the free room while nobody writes, and between two tries to open.
const WATCH: Duration = Duration::from_secs(1);

/// A thread that looks now and then whether a store can write. It ends when this is dropped.
pub(super) struct Watchdog {
    stop: Option<mpsc::Sender<()>>,
    thread: Option<thread::JoinHandle<()>>,
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
        let thread = thread::Builder::new()
            .name(String::from("store-watch"))
            .spawn(move || {
                while stopped.recv_timeout(WATCH) == Err(RecvTimeoutError::Timeout) {
                    files.look();
                }
            })
            .map_err(|error| StoreError::Failed(format!("no thread: {error}")))?;
        Ok(Watchdog {
            stop: Some(stop),
            thread: Some(thread),
        })
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        self.stop = None;
        // It holds the files, which must be free once their store is gone.
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!("the store's watch panicked");
        }
    }
}
