//! Waiting where nothing can be awaited: in tests that do one thing after the other.

use std::{
    future::Future,
    path::Path,
    pin::pin,
    sync::{Arc, LazyLock},
    task::{Context, Poll, Wake, Waker},
    thread::{self, Thread},
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
use tokio::{
    runtime::{Builder, Runtime},
    task::unconstrained,
};

/// Its threads read and write for whoever waits.
static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    let mut builder = Builder::new_multi_thread();
    let runtime = builder.worker_threads(1).enable_all().build();
    runtime.expect("a runtime")
});

struct Parked(Thread);

impl Wake for Parked {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Waits for a future on this thread, also within another runtime.
pub(crate) fn now<T>(future: impl Future<Output = T>) -> T {
    let _entered = RUNTIME.enter();
    let waker = Waker::from(Arc::new(Parked(thread::current())));
    // What is left of the budget of a task that waits here says nothing about this future.
    let mut future = pin!(unconstrained(future));
    loop {
        match future.as_mut().poll(&mut Context::from_waker(&waker)) {
            Poll::Ready(output) => return output,
            Poll::Pending => thread::park(),
        }
    }
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
