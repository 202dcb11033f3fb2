//! Disks that are full, that fail, and that lose what was not synced.
//!
//! First a disk that does what a test wants, then a real one that is really full: a file system of
//! some megabytes, mounted where nobody else sees it.

use std::{
    collections::BTreeMap,
    env,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    process::Command,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use rondel::{
    matchplay::{MatchId, Person, Place},
    store::{
        Append, AppendError, EventStore, Identity, List, ReadMatches, RequestId, StoreError,
        embedded::check_files,
        embedded::{
            SledStore,
            disk::{Disk, SystemDisk},
        },
    },
};

use super::samples::{append, id, listing, put, request_id};
use crate::now::{PeopleNow, now, open_people, open_people_on};

/// The time that mending may take: seconds, and more on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A disk that does what it is told.
#[derive(Debug)]
pub(crate) struct TestDisk {
    free: AtomicU64,
    /// The number of the next syncs that fail.
    failing: AtomicU64,
    /// True if there is no room any more once a sync has failed.
    fills: AtomicBool,
    syncs: AtomicU64,
    /// The directory that gets a copy of what a power cut would leave, at every sync.
    image: Option<PathBuf>,
    store: PathBuf,
}

impl TestDisk {
    pub(crate) fn new(store: &Path) -> TestDisk {
        TestDisk {
            free: AtomicU64::new(u64::MAX),
            failing: AtomicU64::new(0),
            fills: AtomicBool::new(false),
            syncs: AtomicU64::new(0),
            image: None,
            store: store.to_owned(),
        }
    }

    pub(super) fn fail_syncs(&self, count: u64) {
        self.failing.store(count, Ordering::SeqCst);
    }

    pub(crate) fn set_free(&self, bytes: u64) {
        self.free.store(bytes, Ordering::SeqCst);
    }
}

impl Disk for TestDisk {
    fn free(&self, _: &Path) -> io::Result<u64> {
        Ok(self.free.load(Ordering::SeqCst))
    }

    fn sync(&self, file: &File) -> io::Result<()> {
        self.syncs.fetch_add(1, Ordering::SeqCst);
        let less = |failing: u64| failing.checked_sub(1);
        let failed = self
            .failing
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, less);
        if failed.is_ok() {
            if self.fills.load(Ordering::SeqCst) {
                self.set_free(0);
            }
            return Err(io::Error::from(io::ErrorKind::StorageFull));
        }
        if let Some(image) = &self.image {
            fs::copy(self.store.join("db"), image.join("db"))?;
        }
        file.sync_data()
    }
}

fn full(number: u32, expected: u64) -> Append {
    Append {
        request_id: request_id(&format!("{number}/{expected}")),
        listing: listing(true, &["hall"], &[7]),
        tell: Some(String::from("console")),
        ..append(id(number), expected)
    }
}

fn unwritable<T>(result: &Result<T, AppendError>) -> bool {
    matches!(result, Err(AppendError::Store(error)) if error.is_of_writing())
}

/// Asks again until it is done, and returns the result.
fn eventually<T, E: std::fmt::Debug>(mut ask: impl FnMut() -> Result<T, E>) -> T {
    let start = Instant::now();
    loop {
        match ask() {
            Ok(done) => return done,
            Err(error) if start.elapsed() > PATIENCE => panic!("still {error:?}"),
            Err(_) => std::thread::yield_now(),
        }
    }
}

/// Returns everything that a store answers about a match.
fn answers(store: &dyn EventStore, number: u32) -> String {
    let (hall, id) = (Place::new("hall"), id(number));
    let requests: Vec<_> = (0..9)
        .map(|version| now(store.answered(&RequestId(format!("{number}/{version}")))))
        .collect();
    format!(
        "{:?} {:?} {:?} {:?} {:?} {:?} {:?} {requests:?}",
        now(store.load(id)),
        now(store.all(None, usize::MAX)),
        now(store.listed(&List::At(hall.clone()), None, usize::MAX)),
        now(store.listed(&List::Of(Person(7)), None, usize::MAX)),
        now(store.ended_at(&hall)),
        now(store.latest_ended(&hall, Person(7))),
        now(store.outbox("console", 0, usize::MAX)),
    )
}

#[test]
fn without_room_nothing_is_written_and_all_is_read() {
    let dir = tempfile::tempdir().unwrap();
    let disk = Arc::new(TestDisk::new(dir.path()));
    let store = SledStore::open_on(dir.path(), disk.clone()).unwrap();
    put(&store, full(1, 0)).unwrap();
    put(&store, full(1, 1)).unwrap();
    let before = answers(&store, 1);
    let bytes = fs::read(dir.path().join("db")).unwrap();
    for free in [0, 1 << 20, (32 << 20) - 1] {
        disk.set_free(free);
        let refused = put(&store, full(1, 2)).unwrap_err().to_string();
        assert!(refused.contains("MiB more must be free"), "{refused}");
        assert_eq!(answers(&store, 1), before);
        // What has been answered is answered the same.
        let again = put(&store, full(1, 1));
        assert!(matches!(again, Err(AppendError::Repeated(_))), "{again:?}");
    }
    assert_eq!(fs::read(dir.path().join("db")).unwrap(), bytes);
    // A little more than nothing would be gone at once.
    disk.set_free(33 << 20);
    assert!(unwritable(&put(&store, full(1, 2))));
    disk.set_free(36 << 20);
    assert_eq!(put(&store, full(1, 2)).unwrap().version, 3);
    drop(store);
    assert_eq!(
        now(SledStore::open(dir.path()).unwrap().load(id(1)))
            .unwrap()
            .len(),
        3
    );
}

#[test]
fn a_write_that_fails_has_not_happened() {
    let dir = tempfile::tempdir().unwrap();
    let disk = Arc::new(TestDisk::new(dir.path()));
    let store = SledStore::open_on(dir.path(), disk.clone()).unwrap();
    put(&store, full(1, 0)).unwrap();
    // Everything is in the files by then, but nobody knows whether it will stay there: at once,
    // while it is mended, and when mending takes several turns.
    for failing in [1, 2, 4] {
        let before = answers(&store, 1);
        disk.fail_syncs(failing);
        let next = now(store.load(id(1))).unwrap().len() as u64;
        let ended = Append {
            listing: listing(false, &["hall"], &[7]),
            ..full(1, next)
        };
        assert!(unwritable(&put(&store, ended)));
        assert_eq!(answers(&store, 1), before, "{failing}");
        eventually(|| put(&store, full(2, next - 1)));
        assert_eq!(now(store.load(id(1))).unwrap().len() as u64, next);
        let unended = now(store.latest_ended(&Place::new("hall"), Person(7)));
        assert_eq!(unended, Ok(None));
        assert_eq!(put(&store, full(1, next)).unwrap().version, next + 1);
    }
    drop(store);
    let store = SledStore::open(dir.path()).unwrap();
    assert_eq!(now(store.load(id(1))).unwrap().len(), 4);
    assert_eq!(now(store.load(id(2))).unwrap().len(), 3);
}

/// Copies all files of a store as they are now, as a kill would leave them.
fn as_killed(path: &Path, to: &Path) -> PathBuf {
    fs::create_dir_all(to.join("blobs")).unwrap();
    for name in ["db", "conf", "mark"] {
        fs::copy(path.join(name), to.join(name)).unwrap();
    }
    to.to_owned()
}

#[test]
fn what_may_be_found_after_a_kill_is_not_said_to_be_unsaved() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("store");
    let found = |path: &Path, name: &str| {
        let left = as_killed(path, &dir.path().join(name));
        let store = SledStore::open(&left).unwrap();
        now(store.load(id(1))).unwrap().len()
    };
    let disk = Arc::new(TestDisk::new(&path));
    let store = SledStore::open_on(&path, disk.clone()).unwrap();
    put(&store, full(1, 0)).unwrap();
    // It cannot be taken back for now: nobody sees it, but a kill would leave it there.
    disk.fills.store(true, Ordering::SeqCst);
    disk.fail_syncs(1);
    let said = put(&store, full(1, 1)).unwrap_err().to_string();
    assert_eq!(now(store.load(id(1))).unwrap().len(), 1);
    let left = found(&path, "failing");
    assert!(
        left == 1 || said.contains("may or may not"),
        "{left}: {said}"
    );
    assert_eq!(left, 2, "nothing was in doubt");
    // Nothing is tried until it has been taken back: it may or may not be saved.
    let said = put(&store, full(2, 0)).unwrap_err().to_string();
    assert!(said.contains("cannot write"), "{said}");
    disk.set_free(u64::MAX);
    eventually(|| put(&store, full(2, 0)));
    assert_eq!(found(&path, "mended"), 1);
    // What can be taken back at once is not there, and is said so.
    let path = dir.path().join("other");
    let disk = Arc::new(TestDisk::new(&path));
    let store = SledStore::open_on(&path, disk.clone()).unwrap();
    put(&store, full(1, 0)).unwrap();
    disk.fail_syncs(1);
    let said = put(&store, full(1, 1)).unwrap_err().to_string();
    assert!(said.contains("cannot write"), "{said}");
    assert_eq!(found(&path, "at-once"), 1);
}

#[test]
fn a_person_whose_card_could_not_be_written_is_met_later() {
    let dir = tempfile::tempdir().unwrap();
    let disk = Arc::new(TestDisk::new(dir.path()));
    let people = open_people_on(dir.path(), disk.clone()).unwrap();
    let named = |name: &str| Identity::new("console", name).unwrap();
    let (ann, ben) = (named("ann"), named("ben"));
    now(people.meet(&ann, "Ann", || Person(1))).unwrap();
    for step in [0, 1] {
        match step {
            0 => disk.set_free(0),
            _ => disk.fail_syncs(1),
        }
        let met = now(people.meet(&ben, "Ben", || Person(2)));
        assert!(
            met.as_ref().is_err_and(StoreError::is_of_writing),
            "{met:?}"
        );
        assert_eq!(now(people.find(&ben)), Ok(None));
        assert_eq!(people.named(Person(2)), Ok(None));
    }
    // A person who is known comes in, by the name that is known.
    disk.set_free(0);
    assert_eq!(now(people.meet(&ann, "Anna", || Person(3))), Ok(Person(1)));
    assert_eq!(people.named(Person(1)).unwrap().unwrap(), "Ann");
    disk.set_free(u64::MAX);
    eventually(|| now(people.meet(&ben, "Ben", || Person(2))));
    assert_eq!(now(people.meet(&ann, "Anna", || Person(3))), Ok(Person(1)));
    drop(people);
    let people = open_people(dir.path()).unwrap();
    assert_eq!(people.named(Person(1)).unwrap().unwrap(), "Anna");
    assert_eq!(now(people.find(&ben)), Ok(Some(Person(2))));
}

#[test]
fn a_power_cut_loses_nothing_that_was_acknowledged() {
    let dir = tempfile::tempdir().unwrap();
    let (path, image) = (dir.path().join("store"), dir.path().join("image"));
    fs::create_dir_all(image.join("blobs")).unwrap();
    let disk = Arc::new(TestDisk {
        image: Some(image.clone()),
        ..TestDisk::new(&path)
    });
    let store = SledStore::open_on(&path, disk.clone()).unwrap();
    let mut acknowledged: BTreeMap<MatchId, u64> = BTreeMap::new();
    for round in 0..12 {
        let (number, expected) = (round % 3, u64::from(round / 3));
        let before = disk.syncs.load(Ordering::SeqCst);
        let notice = put(&store, full(number, expected)).unwrap().notice.unwrap();
        let synced = disk.syncs.load(Ordering::SeqCst) - before;
        assert!(synced >= 1, "acknowledged without a sync");
        store.told("console", notice.number).unwrap();
        acknowledged.insert(id(number), expected + 1);
        // Everything not synced is gone, and the mark is as late as it can be.
        let cut = dir.path().join(format!("cut-{round}"));
        fs::create_dir_all(cut.join("blobs")).unwrap();
        fs::copy(image.join("db"), cut.join("db")).unwrap();
        for name in ["conf", "mark"] {
            fs::copy(path.join(name), cut.join(name)).unwrap();
        }
        let cut = SledStore::open(&cut).unwrap();
        for (id, version) in &acknowledged {
            assert_eq!(
                now(cut.load(*id)).unwrap().len() as u64,
                *version,
                "round {round}"
            );
        }
    }
    println!(
        "12 acknowledged, {} syncs, 12 power cuts, none lost",
        disk.syncs.load(Ordering::SeqCst)
    );
}

/// The variable with the path of the small file system, for the test that runs in it.
pub(crate) const SMALL: &str = "RONDEL_SMALL_DISK";

/// Runs a test of this program with a file system of its own of this many megabytes; elsewhere the
/// test does nothing. Returns both outputs; `None` if none can be mounted.
pub(crate) fn on_a_small_disk(test: &str, mebibytes: u32) -> Option<String> {
    let dir = tempfile::tempdir().unwrap();
    let mount = format!("mount -t tmpfs -o size={mebibytes}m none \"$0\" && exec \"$@\"");
    // As root, or in a user namespace as its root.
    let mut refused = String::new();
    for flags in ["-m", "-Urm"] {
        let can = Command::new("unshare")
            .args([flags, "sh", "-c", "mount -t tmpfs -o size=1m none \"$0\""])
            .arg(dir.path())
            .output();
        match can {
            Ok(can) if can.status.success() => {
                let output = Command::new("unshare")
                    .args([flags, "sh", "-c", &mount])
                    .arg(dir.path())
                    .arg(env::current_exe().unwrap())
                    .args(["--exact", test, "--nocapture"])
                    .env(SMALL, dir.path())
                    .output()
                    .unwrap();
                let said = [output.stdout, output.stderr].concat();
                let said = String::from_utf8_lossy(&said).into_owned();
                assert!(output.status.success(), "{said}");
                return Some(said);
            }
            Ok(can) => refused += &String::from_utf8_lossy(&can.stderr),
            Err(error) => refused += &error.to_string(),
        }
    }
    eprintln!("NOT TESTED: {test}: no file system can be mounted here: {refused}");
    None
}

/// A small file system that somebody else fills.
pub(crate) struct SmallDisk {
    pub(crate) path: PathBuf,
}

impl SmallDisk {
    /// Returns the one that this process runs with, if any.
    pub(crate) fn here() -> Option<SmallDisk> {
        let path = PathBuf::from(env::var_os(SMALL)?);
        Some(SmallDisk { path })
    }

    /// Takes all the room except this much.
    pub(crate) fn fill(&self, left: u64) {
        let path = self.path.join("others");
        let others = File::create(&path).unwrap();
        let free = SystemDisk.free(&self.path).unwrap();
        fs4::FileExt::allocate(&others, free.saturating_sub(left)).unwrap();
    }

    /// Frees the room again.
    pub(crate) fn empty(&self) {
        fs::remove_file(self.path.join("others")).unwrap();
    }
}

/// A disk that always claims free room, as one does whose room others take.
#[derive(Debug)]
struct Boasting {
    boasts: AtomicBool,
}

impl Disk for Boasting {
    fn free(&self, path: &Path) -> io::Result<u64> {
        match self.boasts.load(Ordering::SeqCst) {
            true => Ok(u64::MAX),
            false => SystemDisk.free(path),
        }
    }

    fn sync(&self, file: &File) -> io::Result<()> {
        SystemDisk.sync(file)
    }
}

#[test]
fn a_full_disk_stops_writing_alone() {
    if let Some(said) = on_a_small_disk("store::disk::on_a_full_disk", 96) {
        let figures = said.lines().filter(|line| line.starts_with("full disk"));
        let figures: Vec<&str> = figures.collect();
        assert_eq!(figures.len(), 4, "{said}");
        println!("{}", figures.join("\n"));
    }
}

/// Appends until it is refused, and returns the number of acknowledged appends.
fn append_until_refused(store: &SledStore, acknowledged: &mut BTreeMap<u32, u64>) -> u64 {
    for count in 0.. {
        let number = (count % 8) as u32;
        let expected = acknowledged.get(&number).copied().unwrap_or(0);
        match put(store, full(number, expected)) {
            Ok(_) => acknowledged.insert(number, expected + 1),
            Err(error) => {
                assert!(
                    matches!(&error, AppendError::Store(error) if error.is_of_writing()),
                    "{error}"
                );
                return count;
            }
        };
    }
    unreachable!("a disk that is never full");
}

fn all_there(store: &SledStore, acknowledged: &BTreeMap<u32, u64>) {
    for (number, version) in acknowledged {
        assert_eq!(now(store.load(id(*number))).unwrap().len() as u64, *version);
    }
    assert_eq!(
        now(store.listed(&List::At(Place::new("hall")), None, usize::MAX))
            .unwrap()
            .len(),
        acknowledged.len()
    );
}

/// As [`all_there`], where there is no room at all: sled may find none to open its files again, and then
/// a read says so. It never reads anything else than what was acknowledged.
fn there_or_no_room(store: &SledStore, acknowledged: &BTreeMap<u32, u64>) {
    for (number, version) in acknowledged {
        match now(store.load(id(*number))) {
            Ok(events) => assert_eq!(events.len() as u64, *version),
            Err(error) => assert!(error.to_string().contains("StorageFull"), "{error}"),
        }
    }
}

/// The child of [`a_full_disk_stops_writing_alone`].
#[test]
fn on_a_full_disk() {
    let Some(small) = SmallDisk::here() else {
        return;
    };
    let path = small.path.join("store");
    let mut acknowledged = BTreeMap::new();
    let disk = Arc::new(Boasting {
        boasts: AtomicBool::new(false),
    });
    let open = || SledStore::open_on(&path, disk.clone());
    let store = open().unwrap();
    let heals = |store: &SledStore, acknowledged: &mut BTreeMap<u32, u64>| {
        let start = Instant::now();
        let expected = acknowledged[&0];
        eventually(|| put(store, full(0, expected)));
        acknowledged.insert(0, expected + 1);
        all_there(store, acknowledged);
        start.elapsed().as_millis()
    };
    for _ in 0..100 {
        for number in 0..8 {
            let expected = acknowledged.entry(number).or_default();
            put(&store, full(number, *expected)).unwrap();
            *expected += 1;
        }
    }
    // It sees that there is little room.
    small.fill(1 << 20);
    assert_eq!(append_until_refused(&store, &mut acknowledged), 0);
    all_there(&store, &acknowledged);
    small.empty();
    let ms = heals(&store, &mut acknowledged);
    println!(
        "full disk, seen before writing: refused, read, wrote again {ms} ms after there was room"
    );
    // Somebody takes the last room just now: sled's own write fails.
    disk.boasts.store(true, Ordering::SeqCst);
    small.fill(0);
    let more = append_until_refused(&store, &mut acknowledged);
    there_or_no_room(&store, &acknowledged);
    assert!(unwritable(&put(&store, full(1, acknowledged[&1]))));
    there_or_no_room(&store, &acknowledged);
    small.empty();
    let ms = heals(&store, &mut acknowledged);
    println!(
        "full disk, met in writing: {more} more, refused, read, wrote again {ms} ms after there was room"
    );
    // The program is started while there is no room at all.
    disk.boasts.store(false, Ordering::SeqCst);
    drop(store);
    small.fill(0);
    let store = open().unwrap();
    all_there(&store, &acknowledged);
    assert!(unwritable(&put(&store, full(1, acknowledged[&1]))));
    small.empty();
    let ms = heals(&store, &mut acknowledged);
    println!(
        "full disk, at the start: opened, refused, read, wrote again {ms} ms after there was room"
    );
    drop(store);
    let people = small.path.join("people");
    {
        let named = |name: u64| Identity::new("console", &name.to_string()).unwrap();
        let people = open_people_on(&people, disk.clone()).unwrap();
        now(people.meet(&named(0), "0", || Person(0))).unwrap();
        disk.boasts.store(true, Ordering::SeqCst);
        small.fill(0);
        let met = |number: u64| now(people.meet(&named(number), "name", || Person(number.into())));
        let last = (1..).find(|number| met(*number).is_err()).unwrap();
        assert_eq!(now(people.find(&named(last))), Ok(None));
        assert_eq!(
            now(people.find(&named(last - 1))),
            Ok(Some(Person(u128::from(last) - 1)))
        );
        small.empty();
        let start = Instant::now();
        eventually(|| met(last));
        let ms = start.elapsed().as_millis();
        println!(
            "full disk, people: {last} met, refused, found, met again {ms} ms after there was room"
        );
    }
    let (path, people) = (&path, &people);
    let opened = SledStore::open(path).unwrap();
    all_there(&opened, &acknowledged);
    drop(opened);
    let report = now(check_files(path, people)).unwrap();
    assert_eq!(report.faults, Vec::<String>::new());
}
