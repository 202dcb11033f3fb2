//! The world behind its lock, and waiting for it to change.

use std::{
    fmt,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{runtime::Handle, sync::watch, time};

use crate::world::World;

/// The state shared by all parts of one fake Discord.
pub(crate) struct State {
    world: Mutex<World>,
    revision: watch::Sender<u64>,
    pub(crate) runtime: Handle,
    pub(crate) port: u16,
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("State")
            .field("port", &self.port)
            .finish_non_exhaustive()
    }
}

impl State {
    pub(crate) fn new(port: u16) -> Self {
        Self {
            world: Mutex::new(World::new()),
            revision: watch::Sender::new(0),
            runtime: Handle::current(),
            port,
        }
    }

    /// Locks the world. It stays readable after a test that panicked while looking.
    fn lock(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads the world.
    pub(crate) fn look<T>(&self, look: impl FnOnce(&World) -> T) -> T {
        look(&self.lock())
    }

    /// Changes the world, and wakes everyone who waits for a change.
    pub(crate) fn change<T>(&self, change: impl FnOnce(&mut World) -> T) -> T {
        let result = change(&mut self.lock());
        self.revision.send_modify(|revision| *revision += 1);
        result
    }

    /// Waits, however long, until `found` finds something.
    pub(crate) async fn until<T>(&self, mut found: impl FnMut(&World) -> Option<T>) -> T {
        let mut revision = self.revision.subscribe();
        loop {
            revision.borrow_and_update();
            if let Some(result) = self.look(&mut found) {
                return result;
            }
            if revision.changed().await.is_err() {
                return std::future::pending().await;
            }
        }
    }

    /// Waits until `found` finds something. If it does not, the panic message says what happened
    /// instead.
    pub(crate) async fn wait_for<T>(
        &self,
        what: &str,
        found: impl FnMut(&World) -> Option<T>,
    ) -> T {
        let patience: Duration = self.look(|world| world.patience);
        match time::timeout(patience, self.until(found)).await {
            Ok(result) => result,
            Err(_) => {
                let story = self.look(World::story);
                panic!("waited {patience:?} in vain for {what}\n{story}")
            }
        }
    }
}
