//! The special sides of the store in files.

use std::{
    fs::{self, File},
    os::unix::fs::FileExt,
    path::Path,
    process::Command,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use rondel::{
    matchplay::{Event, Moment, Person, Place, Server},
    store::{
        Append, AppendError, EventStore, Identity, List, REQUESTS_KEPT, ReadMatches, RequestId,
        StoreError, Subject, check::check, embedded::SledStore, embedded::check_files,
    },
};

use super::disk::TestDisk;
use super::samples::{append, id, listing, nth_event, put, request_id, set, timed};
use crate::now::{now, open_people};

fn full(number: u32, expected: u64) -> Append {
    Append {
        request_id: request_id(&format!("{number}/{expected}")),
        listing: listing(true, &["hall"], &[7]),
        tell: Some(String::from("console")),
        ..append(id(number), expected)
    }
}

#[test]
fn all_is_there_after_reopening() {
    let dir = tempfile::tempdir().unwrap();
    let told = {
        let store = SledStore::open(dir.path()).unwrap();
        for expected in 0..10 {
            put(&store, full(1, expected)).unwrap();
            put(&store, full(2, expected)).unwrap();
        }
        let ended = Append {
            listing: listing(false, &["hall"], &[7]),
            ..full(2, 10)
        };
        let notice = put(&store, ended).unwrap().notice.unwrap();
        for number in 3..notice.number {
            store.told("console", number).unwrap();
        }
        notice
    };
    let store = SledStore::open(dir.path()).unwrap();
    let events = now(store.load(id(1))).unwrap();
    assert_eq!(events.len(), 10);
    assert_eq!(events[9], (nth_event(9), Moment(1_009)));
    assert_eq!(
        now(store.listed(&List::At(Place::new("hall")), None, usize::MAX)).unwrap(),
        [id(1)]
    );
    let numbers: Vec<u64> = now(store.outbox("console", 0, usize::MAX))
        .unwrap()
        .iter()
        .map(|row| row.number)
        .collect();
    assert_eq!(numbers, [1, 2, told.number]);
    let again = put(&store, full(2, 3));
    assert!(matches!(again, Err(AppendError::Repeated(_))));
    let next = put(&store, full(1, 10)).unwrap();
    assert_eq!(next.notice.unwrap().number, told.number + 1);
}

#[test]
fn a_store_is_open_once() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a/store");
    let store = SledStore::open(&path).unwrap();
    let expected = StoreError::InUse {
        path: path.display().to_string(),
    };
    assert_eq!(SledStore::open(&path).unwrap_err(), expected);
    drop(store);
    for number in 0..20 {
        let store = SledStore::open(&path).unwrap();
        put(&store, full(number, 0)).unwrap();
    }
}

/// A child between its start and its program holds copies of all open files, locks among them.
#[test]
fn a_closed_store_is_free_while_processes_are_started() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("store");
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                Command::new("true").status().unwrap();
            }
        });
        let opened: Vec<_> = (0..50).map(|_| SledStore::open(&path).map(drop)).collect();
        done.store(true, Ordering::Relaxed);
        assert_eq!(opened, vec![Ok(()); 50]);
    });
}

#[test]
fn a_later_format_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    drop(SledStore::open(dir.path()).unwrap());
    let mark = dir.path().join("mark");
    let text = fs::read_to_string(&mark).unwrap();
    assert!(text.starts_with("rondel-matches format 1 store "), "{text}");
    let failed = |text: &str| {
        fs::write(&mark, text).unwrap();
        SledStore::open(dir.path()).unwrap_err().to_string()
    };
    let error = failed(&text.replace("format 1", "format 3"));
    assert!(error.contains("later version"), "{error}");
    let error = failed(&text.replace("matches", "people"));
    assert!(error.contains("not that of a store of matches"), "{error}");
    // Also without a mark, by what sled's files say.
    tamper(dir.path(), |db| {
        db.insert(b"mformat", &3_u64.to_be_bytes()).unwrap();
    });
    let error = SledStore::open(dir.path()).unwrap_err().to_string();
    assert!(error.contains("later version"), "{error}");
}

/// The store of a match or a server that 0.1.0 can read stays one that it opens.
#[test]
fn the_format_rises_with_the_first_time_for_a_number_of_moves() {
    let dir = tempfile::tempdir().unwrap();
    let format = || {
        let mark = fs::read_to_string(dir.path().join("mark")).unwrap();
        let of_mark: u64 = mark.split(' ').nth(2).unwrap().parse().unwrap();
        let mut row = 0;
        change_rows(dir.path(), |db| {
            let bytes = db.get(b"mformat").unwrap().unwrap();
            row = u64::from_be_bytes(bytes.as_ref().try_into().unwrap());
        });
        (of_mark, row)
    };
    let server = Subject::Server(Server::new("discord/7"));
    let rows = [r#"{"v":1,"time":"3d"}"#, r#"{"v":1,"time":"10/30d"}"#];
    for (number, row) in rows.into_iter().enumerate() {
        for limit in [None, Some("3d"), Some("10/30d")] {
            fs::remove_dir_all(dir.path()).unwrap();
            let expected = if number == 1 || limit == Some("10/30d") {
                2
            } else {
                1
            };
            let store = SledStore::open(dir.path()).unwrap();
            set(&store, server.clone(), row, None).unwrap();
            let opened = timed(limit);
            let appended = Append {
                events: vec![opened.clone()],
                ..append(id(1), 0)
            };
            put(&store, appended).unwrap();
            drop(store);
            assert_eq!(format(), (expected, expected), "{row} {limit:?}");
            let store = SledStore::open(dir.path()).unwrap();
            assert_eq!(now(store.load(id(1))).unwrap()[0].0, opened);
            put(&store, append(id(1), 1)).unwrap();
            drop(store);
            assert_eq!(format(), (expected, expected), "{row} {limit:?}");
        }
    }
}

#[test]
fn the_mark_of_another_kind_of_store_is_not_taken_for_a_later_one() {
    let dir = tempfile::tempdir().unwrap();
    drop(SledStore::open(dir.path()).unwrap());
    let mark = dir.path().join("mark");
    let text = fs::read_to_string(&mark).unwrap();
    fs::write(&mark, text.replace("matches format 1", "people format 9")).unwrap();
    let error = SledStore::open(dir.path()).unwrap_err().to_string();
    assert!(error.contains("not that of a store of matches"), "{error}");
}

#[test]
fn the_file_of_another_kind_of_store_is_not_taken_for_a_later_one() {
    let dir = tempfile::tempdir().unwrap();
    let [store, people] = ["store", "people"].map(|name| dir.path().join(name));
    let met = open_people(&people).unwrap();
    let ann = Identity::new("console", "ann").unwrap();
    now(met.meet(&ann, "ann", || Person(1))).unwrap();
    drop(met);
    let matches = SledStore::open(&store).unwrap();
    for expected in 0..3 {
        put(&matches, full(1, expected)).unwrap();
    }
    drop(matches);
    fs::copy(store.join("db"), people.join("1/db")).unwrap();
    let faults = now(check_files(&store, &people)).unwrap().faults;
    let says = "its file `db` is that of another store";
    assert!(
        faults.iter().any(|fault| fault.contains(says)),
        "{faults:?}"
    );
    let error = open_people(&people).unwrap_err().to_string();
    assert!(error.contains(says), "{error}");
}

#[test]
fn a_store_of_a_draft_is_refused_with_what_to_do() {
    let dir = tempfile::tempdir().unwrap();
    drop(SledStore::open(dir.path()).unwrap());
    let mark = dir.path().join("mark");
    for draft in [
        "rondel matches format 1 writes 00000000000000000003\n",
        "rondel matches format 4 store 0000000000000007 writes 00000000000000000003",
        "rondel people format 2 store 0000000000000007 writes 00000000000000000003",
    ] {
        fs::write(&mark, draft).unwrap();
        let expected = StoreError::Draft {
            path: dir.path().display().to_string(),
        };
        assert_eq!(SledStore::open(dir.path()).unwrap_err(), expected);
        let checked = now(check_files(dir.path(), &dir.path().join("nobody")));
        assert_eq!(checked.unwrap_err(), expected);
    }
}

#[test]
fn a_tally_that_is_gone_is_missed() {
    let dir = tempfile::tempdir().unwrap();
    let store = SledStore::open(dir.path()).unwrap();
    put(&store, full(1, 0)).unwrap();
    drop(store);
    change_rows(dir.path(), |db| {
        db.remove(b"mtally").unwrap().unwrap();
    });
    let error = SledStore::open(dir.path()).unwrap_err().to_string();
    assert!(
        error.contains("tally") && error.contains("rondel check"),
        "{error}"
    );
}

#[test]
fn kept_standings_are_there_after_reopening_and_old_ones_stay_when_there_is_no_room() {
    let dir = tempfile::tempdir().unwrap();
    let disk = Arc::new(TestDisk::new(dir.path()));
    let store = SledStore::open_on(dir.path(), disk.clone()).unwrap();
    now(store.keep_standings(b"first".to_vec())).unwrap();
    disk.set_free(1 << 20);
    let refused = now(store.keep_standings(b"second".to_vec())).unwrap_err();
    assert!(
        matches!(refused, StoreError::Unwritable { .. }),
        "{refused}"
    );
    drop(store);
    // As if it had ended while they were written.
    std::fs::write(dir.path().join("standings.new"), "sec").unwrap();
    let store = SledStore::open(dir.path()).unwrap();
    assert_eq!(now(store.kept_standings()).unwrap().unwrap(), b"first");
    now(store.keep_standings(b"third".to_vec())).unwrap();
    assert_eq!(now(store.kept_standings()).unwrap().unwrap(), b"third");
    drop(store);
    let report = now(check_files(dir.path(), &dir.path().join("nobody"))).unwrap();
    assert!(report.is_whole(), "{report}");
}

#[test]
fn rows_that_are_gone_or_changed_are_missed() {
    let dir = tempfile::tempdir().unwrap();
    let store = SledStore::open(dir.path()).unwrap();
    for number in 0..4 {
        put(&store, full(number, 0)).unwrap();
        let subject = Subject::Person(Person(number.into()));
        set(&store, subject, "quiet", None).unwrap();
    }
    drop(store);
    let keys = ["h", "t", "l", "s", "o", "d", "r", "f"];
    for kind in keys {
        // Each of the four stands in five lists.
        let rows = if kind == "s" { 20 } else { 4 };
        let path = dir.path().join(kind);
        fs::create_dir_all(path.join("blobs")).unwrap();
        for name in ["db", "conf", "mark"] {
            fs::copy(dir.path().join(name), path.join(name)).unwrap();
        }
        let mut removed = None;
        change_rows(&path, |db| {
            let row = db.scan_prefix(kind).next().unwrap().unwrap();
            db.remove(&row.0).unwrap();
            removed = Some(row);
        });
        let said = || {
            let refused = SledStore::open(&path).unwrap_err().to_string();
            assert!(refused.contains("rondel check"), "{refused}");
            let report = now(check_files(&path, &dir.path().join("nobody"))).unwrap();
            assert!(!report.is_whole());
            let fault = report.faults[0].trim_start_matches("matches: ").to_owned();
            assert!(refused.contains(&fault), "{refused} {fault}");
            fault
        };
        let fault = said();
        assert!(
            fault.starts_with(&format!("there were {rows} "))
                && fault.ends_with(&format!(" there are {}", rows - 1)),
            "{fault}"
        );
        let (key, value) = removed.unwrap();
        change_rows(&path, |db| {
            let other = [value.as_ref(), b" "].concat();
            db.insert(&key, other).unwrap();
        });
        assert!(said().starts_with(&format!("of {rows} ")));
        change_rows(&path, |db| {
            db.insert(&key, value).unwrap();
        });
        assert_eq!(
            now(SledStore::open(&path).unwrap().all(None, usize::MAX))
                .unwrap()
                .len(),
            4
        );
    }
}

/// Changes rows behind the store's back, and has them taken as they are.
pub(super) fn tamper(path: &Path, change: impl FnOnce(&::sled::Db)) {
    change_rows(path, change);
    fs::remove_file(path.join("mark")).unwrap();
}

/// Changes rows behind the store's back.
pub(super) fn change_rows(path: &Path, change: impl FnOnce(&::sled::Db)) {
    // sled gives its lock back late while processes are being started, as other tests do.
    let opened = (0..1_000_000).find_map(|_| {
        std::thread::yield_now();
        ::sled::open(path).ok()
    });
    let db = opened.expect("nobody holds it for good");
    change(&db);
    db.flush().unwrap();
}

fn log_key(number: u32, version: u64) -> Vec<u8> {
    let id = id(number);
    [b"l", &id.as_bytes()[..], &version.to_be_bytes()].concat()
}

fn damaged_at(path: &Path, number: u32) -> u64 {
    let store = SledStore::open(path).unwrap();
    match now(store.load(id(number))) {
        Err(StoreError::Damaged {
            id: named, version, ..
        }) => {
            assert_eq!(named, id(number));
            version
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_changed_record_is_damaged() {
    let dir = tempfile::tempdir().unwrap();
    {
        let store = SledStore::open(dir.path()).unwrap();
        for number in 0..6 {
            for expected in 0..5 {
                put(&store, append(id(number), expected)).unwrap();
            }
        }
    }
    tamper(dir.path(), |db| {
        // A record that decodes as well as before, but is another.
        let third = db.get(log_key(0, 3)).unwrap().unwrap();
        let other = String::from_utf8_lossy(&third[32..]).replace("1002", "1003");
        let other = [&third[..32], other.as_bytes()].concat();
        db.insert(log_key(0, 3), other.clone()).unwrap();
        // The last one, which no later one can contradict.
        db.insert(log_key(1, 5), &other[..]).unwrap();
        let last = db.get(log_key(2, 5)).unwrap().unwrap();
        let other = String::from_utf8_lossy(&last[32..]).replace("1004", "1003");
        let other = [&last[..32], other.as_bytes()].concat();
        db.insert(log_key(2, 5), other).unwrap();
        // Lost ones.
        db.remove(log_key(3, 2)).unwrap();
        db.remove(log_key(4, 5)).unwrap();
        let head = [b"h", &id(5).as_bytes()[..]].concat();
        db.remove(head).unwrap().unwrap();
    });
    let found: Vec<u64> = (0..6)
        .map(|number| damaged_at(dir.path(), number))
        .collect();
    assert_eq!(found, [4, 5, 5, 2, 5, 1]);
    // A match that has lost its head is listed, so that a check comes upon it.
    let store = SledStore::open(dir.path()).unwrap();
    let report = now(check(&store, None)).unwrap().to_string();
    let lost = format!("{} record 2: damaged: it is not there", id(3));
    assert!(report.lines().any(|line| line == lost), "{report}");
    assert!(
        report.ends_with("checked 6 matches, 0 events, 6 damaged"),
        "{report}"
    );
}

#[test]
fn a_lost_tail_is_noticed() {
    let dir = tempfile::tempdir().unwrap();
    let (whole, old) = (dir.path().join("whole"), dir.path().join("old"));
    let store = SledStore::open(&whole).unwrap();
    put(&store, append(id(1), 0)).unwrap();
    // The files as they are now.
    fs::create_dir_all(old.join("blobs")).unwrap();
    for name in ["db", "conf"] {
        fs::copy(whole.join(name), old.join(name)).unwrap();
    }
    put(&store, append(id(1), 1)).unwrap();
    drop(store);
    fs::copy(whole.join("mark"), old.join("mark")).unwrap();
    let error = SledStore::open(&old).unwrap_err().to_string();
    assert!(error.contains("there were 2 and there are 1"), "{error}");
    fs::remove_file(old.join("mark")).unwrap();
    assert_eq!(
        now(SledStore::open(&old).unwrap().load(id(1)))
            .unwrap()
            .len(),
        1
    );
    assert_eq!(
        now(SledStore::open(&whole).unwrap().load(id(1)))
            .unwrap()
            .len(),
        2
    );
}

#[test]
fn an_opening_that_was_cut_off_is_no_damage() {
    let dir = tempfile::tempdir().unwrap();
    for round in 0..3 {
        let store = SledStore::open(dir.path()).unwrap();
        assert_eq!(now(store.load(id(1))).unwrap().len(), round);
        put(&store, append(id(1), round as u64)).unwrap();
        drop(store);
        // A snapshot as sled leaves it when it is killed, or the disk is full, while it writes it.
        let cut_off = dir.path().join("snap.00000000000FFFFF.generating");
        fs::write(cut_off, [7; 5]).unwrap();
    }
    let report = now(check_files(dir.path(), &dir.path().join("nobody"))).unwrap();
    assert_eq!(report.faults, Vec::<String>::new());
}

/// A store of some segments of sled's.
fn fill(path: &Path, matches: u32, events: u64) {
    let store = Arc::new(SledStore::open(path).unwrap());
    now(async {
        for expected in 0..events {
            let mut writers = tokio::task::JoinSet::new();
            for number in 0..matches {
                let store = Arc::clone(&store);
                writers.spawn(async move { store.append(full(number, expected)).await.unwrap() });
            }
            writers.join_all().await;
        }
    });
}

#[test]
fn damaged_files_are_an_error_and_no_panic() {
    const MATCHES: u32 = 100;
    const EVENTS: u64 = 25;
    let dir = tempfile::tempdir().unwrap();
    let whole = dir.path().join("whole");
    fill(&whole, MATCHES, EVENTS);
    let length = fs::metadata(whole.join("db")).unwrap().len();
    let mut refused = 0;
    for step in 0..16 {
        let path = dir.path().join(step.to_string());
        fs::create_dir_all(path.join("blobs")).unwrap();
        for name in ["db", "conf", "mark"] {
            fs::copy(whole.join(name), path.join(name)).unwrap();
        }
        let db = File::options().write(true).open(path.join("db")).unwrap();
        db.write_all_at(&[0xa5; 64], length * step / 16).unwrap();
        drop(db);
        // Refused at once, or when a match is read, or nothing at all is lost.
        let loaded = SledStore::open(&path).and_then(|store| {
            now(store.outbox("console", 0, usize::MAX))?;
            let ids = now(store.all(None, usize::MAX))?;
            let logs: Result<Vec<_>, _> = ids.iter().map(|id| now(store.load(*id))).collect();
            logs
        });
        match loaded {
            Ok(logs) => {
                assert_eq!(logs.len(), MATCHES as usize);
                assert!(logs.iter().all(|log| log.len() as u64 == EVENTS));
            }
            Err(StoreError::Failed(_) | StoreError::Damaged { .. }) => refused += 1,
            Err(other) => panic!("{other}"),
        }
    }
    assert!(refused > 0);
}

#[test]
fn old_deliveries_are_forgotten() {
    let dir = tempfile::tempdir().unwrap();
    let named = |number: u64| Append {
        events: vec![Event::Started],
        request_id: request_id(&number.to_string()),
        ..append(id(1), number)
    };
    {
        let store = SledStore::open(dir.path()).unwrap();
        for number in 0..3 {
            put(&store, named(number)).unwrap();
        }
    }
    // As if as many deliveries had come as are kept, so that the next one drops the first.
    tamper(dir.path(), |db| {
        let counts = postcard::to_stdvec(&(0_u64, REQUESTS_KEPT, 0_u64)).unwrap();
        db.insert(b"mcounts", counts).unwrap();
    });
    let store = SledStore::open(dir.path()).unwrap();
    let kept = || {
        let known = |number: &u64| {
            let answered = now(store.answered(&RequestId(number.to_string())));
            answered.unwrap().is_some()
        };
        (0..5).filter(known).collect::<Vec<u64>>()
    };
    assert_eq!(kept(), [0, 1, 2]);
    put(&store, named(3)).unwrap();
    assert_eq!(kept(), [1, 2, 3]);
    put(&store, named(4)).unwrap();
    assert_eq!(kept(), [2, 3, 4]);
}

#[test]
fn dropping_waits_for_what_was_begun() {
    let dir = tempfile::tempdir().unwrap();
    {
        let store = SledStore::open(dir.path()).unwrap();
        now(async {
            for number in 0..100 {
                let mut pending = store.append(full(number, 0));
                std::future::poll_fn(|context| {
                    std::task::Poll::Ready(pending.as_mut().poll(context).is_ready())
                })
                .await;
            }
        });
    }
    let store = SledStore::open(dir.path()).unwrap();
    assert_eq!(now(store.all(None, usize::MAX)).unwrap().len(), 100);
    assert_eq!(
        now(store.outbox("console", 0, usize::MAX)).unwrap().len(),
        100
    );
}
