//! Waiting where nothing can be awaited: in tests that do one thing after the other.

use std::{
    future::Future,
    panic::resume_unwind,
    path::Path,
    sync::{Arc, LazyLock},
    thread,
};

use rondel::{
    host::{Host, Outbox},
    matchplay::Person,
    store::{
        Identity, Store, StoreError, Stores,
        embedded::{SledPeople, disk::Disk},
        people::People,
    },
};
use tokio::runtime::{Builder, Runtime};

/// Its threads read and write for whoever waits.
static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    let mut builder = Builder::new_multi_thread();
    let runtime = builder.worker_threads(1).enable_all().build();
    runtime.expect("a runtime")
});

/// Waits for a future on a thread of its own, so that it can be called within another runtime too: there a
/// future that lets others go first would wait for the task that waits for it.
pub(crate) fn now<T: Send>(future: impl Future<Output = T> + Send) -> T {
    thread::scope(|scope| {
        let waiting = scope.spawn(|| RUNTIME.block_on(future));
        waiting.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}

/// The outbox of consoles, where nothing can be awaited.
pub(crate) trait OutboxNow {
    fn outbox_now(&self) -> Outbox;
}

impl OutboxNow for Arc<Host> {
    fn outbox_now(&self) -> Outbox {
        now(self.outbox("console")).expect("an outbox")
    }
}

/// Opens people in files.
pub(crate) fn open_people(path: &Path) -> Result<People, StoreError> {
    SledPeople::open(path).map(People::from)
}

/// Opens people in files on this disk.
pub(crate) fn open_people_on(path: &Path, disk: Arc<dyn Disk>) -> Result<People, StoreError> {
    SledPeople::open_on(path, disk).map(People::from)
}

/// What is known of people, where nothing can be awaited.
pub(crate) trait PeopleNow {
    fn named(&self, person: Person) -> Result<Option<String>, StoreError>;

    fn account(&self, person: Person) -> Result<Option<Identity>, StoreError>;
}

impl PeopleNow for People {
    fn named(&self, person: Person) -> Result<Option<String>, StoreError> {
        Ok(now(self.look_up(person))?.map(|card| card.name))
    }

    fn account(&self, person: Person) -> Result<Option<Identity>, StoreError> {
        Ok(now(self.look_up(person))?.map(|card| card.identity))
    }
}

/// The stores of a program where nobody is known by a name.
pub(crate) fn nameless(matches: Arc<dyn Store>) -> Stores {
    Stores::new(matches, People::in_memory())
}

#[test]
fn a_task_can_wait_for_what_lets_others_go_first() {
    let runtime = Builder::new_current_thread().build().unwrap();
    runtime.block_on(async { now(tokio::task::yield_now()) });
}
