//! Newcomers, and people by new names, while somebody is forgotten.

use std::{
    collections::BTreeMap,
    fmt,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    sync::{
        Arc, Condvar, Mutex, OnceLock, Weak,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use rondel::{
    matchplay::Person,
    store::{
        StoreError,
        embedded::disk::{Disk, SystemDisk},
        people::People,
    },
};
use tokio::runtime::Builder;

use super::contract::each;
use super::forget::{entries, faults, identity, knows, meet, name, needles, person};
use crate::forget::bytes::{every_file, found_below};
use crate::now::{PeopleNow, now, open_people, open_people_on};

/// The time that a test waits for something that never comes in a broken store.
const PATIENCE: Duration = Duration::from_secs(20);

/// A disk that does something at every sync.
struct Hooked<F>(F);

impl<F> fmt::Debug for Hooked<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hooked")
    }
}

impl<F: Fn() -> io::Result<()> + Send + Sync> Disk for Hooked<F> {
    fn free(&self, path: &Path) -> io::Result<u64> {
        SystemDisk.free(path)
    }

    fn sync(&self, file: &File) -> io::Result<()> {
        (self.0)()?;
        file.sync_data()
    }
}

/// A signal from one thread to another.
struct Signal {
    given: Mutex<bool>,
    change: Condvar,
}

impl Signal {
    fn new() -> Arc<Signal> {
        Arc::new(Signal {
            given: Mutex::new(false),
            change: Condvar::new(),
        })
    }

    fn give(&self) {
        *self.given.lock().unwrap() = true;
        self.change.notify_all();
    }

    /// Waits for it; fails when it does not come.
    fn wait(&self) {
        assert!(self.comes(), "waited in vain");
    }

    /// Waits for it; returns false if it does not come in time.
    fn comes(&self) -> bool {
        let given = self.given.lock().unwrap();
        let waited = self
            .change
            .wait_timeout_while(given, PATIENCE, |given| !*given);
        *waited.unwrap().0
    }
}

/// Waits for a future whose blocking work is done on threads of this name.
fn on<T>(name: &'static str, future: impl Future<Output = T>) -> T {
    let mut builder = Builder::new_current_thread();
    let runtime = builder.thread_name(name).build().unwrap();
    runtime.block_on(future)
}

/// Returns true on the threads of this name.
fn is_on(name: &str) -> bool {
    thread::current().name() == Some(name)
}

#[test]
fn newcomers_and_new_names_do_not_wait_while_somebody_is_forgotten() {
    let dir = tempfile::tempdir().unwrap();
    let [begun, met] = [(); 2].map(|()| Signal::new());
    let in_time = Arc::new(OnceLock::new());
    let disk = Hooked({
        let in_time = Arc::clone(&in_time);
        let [begun, met] = [&begun, &met].map(Arc::clone);
        move || {
            if is_on("forgets") && in_time.get().is_none() {
                begun.give();
                in_time.set(met.comes()).unwrap();
            }
            Ok(())
        }
    });
    let people = open_people_on(dir.path(), Arc::new(disk)).unwrap();
    (0..5).for_each(|number| meet(&people, number));
    thread::scope(|scope| {
        let forgets = scope.spawn(|| on("forgets", people.forget(person(2))));
        begun.wait();
        meet(&people, 10);
        assert_eq!(in_time.get(), None, "they waited");
        let renamed = now(people.meet(&identity(3), "Anders", || unreachable!()));
        assert_eq!(renamed, Ok(person(3)));
        // The one who is forgotten keeps their name until they are.
        let same = now(people.meet(&identity(2), "Wieder", || unreachable!()));
        assert_eq!(same, Ok(person(2)));
        assert_eq!(people.named(person(2)), Ok(Some(name(2))));
        met.give();
        assert_eq!(forgets.join().unwrap(), Ok(true));
    });
    assert_eq!(in_time.get(), Some(&true), "they waited");
    let all_are_there = |people: &People| {
        assert_eq!(people.named(person(3)).unwrap().as_deref(), Some("Anders"));
        for number in [0, 1, 4, 10] {
            assert!(knows(people, number), "{number}");
        }
        assert!(!knows(people, 2));
    };
    all_are_there(&people);
    drop(people);
    all_are_there(&open_people(dir.path()).unwrap());
    let wieder = needles(2).text("new name", "Wieder");
    assert_eq!(found_below(dir.path(), &wieder), []);
}

/// The files that a crash would leave at a sync of the thread that forgets, and who is known by
/// then.
#[derive(Debug)]
struct Picture {
    at: PathBuf,
    newcomers: u64,
    called: String,
}

/// The number of syncs from the moment at which nobody may be written: one for the last newcomers,
/// two that put the generation in force, and one that removes the one before.
const LAST: usize = 4;

/// Forgets number 7 of 20. At each sync up to this one somebody new comes in the middle of it, and
/// number 3 gets a new name. Returns what a crash before and after each sync leaves.
fn pictures(album: &Path, most: usize) -> Vec<Picture> {
    let dir = tempfile::tempdir().unwrap();
    let store: Arc<OnceLock<Weak<People>>> = Arc::default();
    let taken: Arc<Mutex<Vec<Picture>>> = Arc::default();
    let syncs = AtomicUsize::new(0);
    let take = {
        let (of, album) = (dir.path().to_owned(), album.to_owned());
        let taken = Arc::clone(&taken);
        move |newcomers: u64, called: &str| {
            let mut taken = taken.lock().unwrap();
            let at = album.join(taken.len().to_string());
            for (path, bytes) in every_file(&of) {
                let to = at.join(path.strip_prefix(&of).unwrap());
                fs::create_dir_all(to.parent().unwrap()).unwrap();
                fs::write(to, bytes).unwrap();
            }
            let called = called.to_owned();
            taken.push(Picture {
                at,
                newcomers,
                called,
            });
        }
    };
    let disk = Hooked({
        let store = Arc::clone(&store);
        move || {
            if !is_on("forgets") {
                return Ok(());
            }
            let step = syncs.fetch_add(1, Ordering::SeqCst);
            let known = (step + 1).min(most) as u64;
            if step < most
                && let Some(people) = store.get().and_then(Weak::upgrade)
            {
                // Written by somebody else, or it would be a step of its own.
                let met = Signal::new();
                let are_met = Arc::clone(&met);
                thread::spawn(move || {
                    meet(&people, 100 + known);
                    let called = format!("Anders {known}");
                    let renamed = now(people.meet(&identity(3), &called, || unreachable!()));
                    assert_eq!(renamed, Ok(person(3)));
                    // By a name that goes, or another.
                    let goes = now(people.introduce(&name(7), || Person(900 + u128::from(known))));
                    goes.unwrap();
                    drop(people);
                    are_met.give();
                });
                met.wait();
            }
            let called = match known {
                0 => name(3),
                known => format!("Anders {known}"),
            };
            take(known, &called);
            Ok(())
        }
    });
    let people = Arc::new(open_people_on(dir.path(), Arc::new(disk)).unwrap());
    store.set(Arc::downgrade(&people)).unwrap();
    (0..20).for_each(|number| meet(&people, number));
    assert_eq!(on("forgets", people.forget(person(7))), Ok(true));
    drop(people);
    let mut taken = taken.lock().unwrap();
    std::mem::take(&mut *taken)
}

#[test]
fn after_a_crash_at_any_step_of_forgetting_people_met_meanwhile_are_known() {
    let albums = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    // With newcomers there is one more: those who came until then are carried over twice.
    let steps = pictures(albums[0].path(), 0).len() + 1;
    let taken = pictures(albums[1].path(), steps - LAST);
    assert_eq!(taken.len(), steps);
    let mut outcomes = BTreeMap::new();
    for picture in &taken {
        let left = entries(&picture.at);
        assert_eq!(
            faults(&picture.at),
            Vec::<String>::new(),
            "{picture:?}: {left:?}"
        );
        let people = open_people(&picture.at).unwrap();
        let forgotten = !knows(&people, 7);
        for number in (0..20).filter(|number| ![3, 7].contains(number)) {
            assert!(knows(&people, number), "{number} at {picture:?}");
        }
        for number in 1..=picture.newcomers {
            assert!(
                knows(&people, 100 + number),
                "newcomer {number} at {picture:?}"
            );
        }
        let called = people.named(person(3)).unwrap();
        assert_eq!(called.as_deref(), Some(&*picture.called), "{picture:?}");
        let left = found_below(&picture.at, &needles(7));
        assert_eq!(left.is_empty(), forgotten, "{picture:?}: {left:?}");
        *outcomes.entry(forgotten).or_insert(0) += 1;
    }
    println!(
        "a crash at each of {steps} steps of forgetting, {} newcomers meanwhile: forgotten after {} of them",
        steps - LAST,
        outcomes[&true]
    );
    assert!(
        outcomes[&false] > LAST && outcomes[&true] > 0,
        "{outcomes:?}"
    );
}

#[test]
fn a_newcomer_whose_write_fails_meanwhile_is_in_no_generation() {
    let dir = tempfile::tempdir().unwrap();
    // They wait for each other: the newcomer comes once it has begun, the copying begins in the
    // middle of their write, that write fails once everybody has been copied, and the copying goes
    // on from there.
    let [begun, writing, copied, failed] = [(); 4].map(|()| Signal::new());
    let (syncs, fails) = (AtomicUsize::new(0), AtomicUsize::new(1));
    // The fifth sync is the first one after everybody was copied.
    const COPIED: usize = 5;
    let disk = Hooked({
        let [begun, writing, copied, failed] = [&begun, &writing, &copied, &failed].map(Arc::clone);
        move || {
            if is_on("forgets") {
                match syncs.fetch_add(1, Ordering::SeqCst) + 1 {
                    1 => {
                        begun.give();
                        writing.wait();
                    }
                    COPIED => {
                        copied.give();
                        failed.wait();
                    }
                    _ => {}
                }
            }
            if is_on("comes") && fails.swap(0, Ordering::SeqCst) == 1 {
                writing.give();
                copied.wait();
                return Err(io::Error::from(io::ErrorKind::StorageFull));
            }
            Ok(())
        }
    });
    let people = open_people_on(dir.path(), Arc::new(disk)).unwrap();
    (0..5).for_each(|number| meet(&people, number));
    thread::scope(|scope| {
        let forgets = scope.spawn(|| on("forgets", people.forget(person(2))));
        scope.spawn(|| {
            begun.wait();
            let refused = on("comes", people.meet(&identity(8), &name(8), || person(80)));
            assert!(
                matches!(refused, Err(StoreError::Unwritable { .. })),
                "{refused:?}"
            );
            failed.give();
        });
        assert_eq!(forgets.join().unwrap(), Ok(true));
    });
    assert_eq!(now(people.find(&identity(8))), Ok(None));
    assert_eq!(people.named(person(80)), Ok(None));
    drop(people);
    assert_eq!(faults(dir.path()), Vec::<String>::new());
    let people = open_people(dir.path()).unwrap();
    assert_eq!(
        [0, 1, 2, 3, 4, 8].map(|number| knows(&people, number)),
        [true, true, false, true, true, false]
    );
}

#[test]
fn several_are_forgotten_by_one_rewriting() {
    each(|stores, path| {
        let people = &stores.people;
        (0..10).for_each(|number| meet(people, number));
        let theirs = [1, 3, 5, 77].map(person);
        assert_eq!(now(people.forget_all(theirs.to_vec())), Ok(3));
        for number in 0..10 {
            assert_eq!(knows(people, number), ![1, 3, 5].contains(&number));
        }
        assert_eq!(now(people.forget_all(theirs.to_vec())), Ok(0));
        assert_eq!(now(people.forget_all(Vec::new())), Ok(0));
        let files = path.join("people");
        assert!(!files.exists() || entries(&files) == ["2"]);
        for number in [1, 3, 5] {
            assert_eq!(found_below(path, &needles(number)), []);
        }
    });
}
