//! Forgetting somebody in the store of people: done or not done, whatever happens in the middle of
//! it.
//!
//! `RONDEL_KILLS` is the number of kills of a process that forgets, 5 unless set; `RONDEL_PEOPLE`
//! the number of people known where it is measured, 500 unless set.

use std::{
    collections::BTreeMap,
    env,
    fs::{self, File},
    io::{self, BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Instant,
};

use rand::RngExt;
use rondel::{
    matchplay::Person,
    store::{
        Identity, StoreError,
        embedded::check_files,
        embedded::disk::{Disk, SystemDisk},
        people::People,
    },
};

use super::contract::each;
use super::disk::TestDisk;
use crate::forget::bytes::{Needles, every_file, found_below};
use crate::now::{PeopleNow, now, open_people, open_people_on};

/// Ids as Discord gives them.
fn id(number: u64) -> u64 {
    918_273_645_000_000_000 + number
}

pub(super) fn identity(number: u64) -> Identity {
    Identity::new("discord", &id(number).to_string()).unwrap()
}

pub(super) fn name(number: u64) -> String {
    format!("Zerlinde{number:05}Quastenflosser")
}

pub(super) fn needles(number: u64) -> Needles {
    Needles::default()
        .text("name", &name(number))
        .number("id", id(number))
}

pub(super) fn person(number: u64) -> Person {
    Person(u128::from(number) << 64 | 7)
}

pub(super) fn meet(people: &People, number: u64) {
    let met = now(people.meet(&identity(number), &name(number), || person(number)));
    assert_eq!(met, Ok(person(number)));
}

/// Returns true if somebody is known, and checks that nobody is known by half.
pub(super) fn knows(people: &People, number: u64) -> bool {
    let found = now(people.find(&identity(number))).unwrap();
    let known = found == Some(person(number));
    assert!(known || found.is_none(), "{number} is {found:?}");
    let called = people.named(person(number)).unwrap();
    assert_eq!(called, known.then(|| name(number)), "{number}");
    let identified = people.account(person(number)).unwrap();
    assert_eq!(identified, known.then(|| identity(number)), "{number}");
    known
}

/// Returns the entries of the directory, except the lock.
pub(super) fn entries(path: &Path) -> Vec<String> {
    let entries = fs::read_dir(path).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| name != "lock").collect();
    names.sort();
    names
}

/// Returns the faults that a check finds in the people.
pub(super) fn faults(path: &Path) -> Vec<String> {
    let found = now(check_files(&path.join("no-matches"), path))
        .unwrap()
        .faults;
    let theirs = found.into_iter();
    theirs
        .filter(|fault| fault.starts_with("people: "))
        .collect()
}

#[test]
fn a_forgotten_person_is_unknown_and_everybody_else_is_known() {
    each(|stores, path| {
        let people = &stores.people;
        (1..=3).for_each(|number| meet(people, number));
        assert_eq!(now(people.forget(person(2))), Ok(true));
        assert_eq!(
            [1, 2, 3].map(|number| knows(people, number)),
            [true, false, true]
        );
        // Once more, and somebody whom nobody knew.
        assert_eq!(now(people.forget(person(2))), Ok(false));
        assert_eq!(now(people.forget(person(9))), Ok(false));
        // They would come back as somebody new.
        let again = now(people.meet(&identity(2), &name(2), || person(22)));
        assert_eq!(again, Ok(person(22)));
        assert_eq!(people.named(person(2)), Ok(None));
        assert_eq!(now(people.forget(person(22))), Ok(true));
        assert_eq!(now(people.forget(person(1))), Ok(true));
        assert_eq!(
            [1, 2, 3].map(|number| knows(people, number)),
            [false, false, true]
        );
        let files = path.join("people");
        assert!(!files.exists() || entries(&files) == ["4"]);
    });
}

#[test]
fn a_name_alone_goes_with_its_owner() {
    each(|stores, path| {
        let people = &stores.people;
        meet(people, 1);
        let same = now(people.introduce(&name(1), || Person(100))).unwrap();
        let other = now(people.introduce("Zerlinde", || Person(101))).unwrap();
        // A person who is known by more than their name is somebody else.
        let elsewhere = Identity::new("console", "z").unwrap();
        let namesake = now(people.meet(&elsewhere, &name(1), || Person(102))).unwrap();
        assert_eq!(now(people.forget(person(1))), Ok(true));
        assert_eq!(people.named(same), Ok(None));
        assert_eq!(people.named(other).unwrap().as_deref(), Some("Zerlinde"));
        assert_eq!(people.named(namesake), Ok(Some(name(1))));
        assert_eq!(now(people.forget(namesake)), Ok(true));
        assert_eq!(found_below(path, &needles(1)), []);
    });
}

#[test]
fn no_byte_is_left_and_the_files_are_whole() {
    let dir = tempfile::tempdir().unwrap();
    let people = open_people(dir.path()).unwrap();
    (0..40).for_each(|number| meet(&people, number));
    // By another name before.
    now(people.meet(&identity(7), "Zerlinde, once", || person(0))).unwrap();
    meet(&people, 7);
    let once = needles(7).text("earlier name", "Zerlinde, once");
    let forms: Vec<String> = found_below(dir.path(), &once)
        .into_iter()
        .map(|found| found.1)
        .collect();
    for form in ["name UTF-8", "id UTF-8", "earlier name UTF-8"] {
        assert!(
            forms.iter().any(|found| found == form),
            "{form} of {forms:?}"
        );
    }
    assert_eq!(now(people.forget(person(7))), Ok(true));
    // While it is open, and after.
    assert_eq!(found_below(dir.path(), &once), []);
    meet(&people, 40);
    drop(people);
    assert_eq!(found_below(dir.path(), &once), []);
    let mark = fs::read_to_string(dir.path().join("2/mark")).unwrap();
    assert!(mark.contains(" holds 00000000000000000040 "), "{mark}");
    assert_eq!(faults(dir.path()), Vec::<String>::new());
    let people = open_people(dir.path()).unwrap();
    for number in 0..=40 {
        assert_eq!(knows(&people, number), number != 7);
    }
}

/// A disk that copies what a crash would leave, at every sync.
#[derive(Debug)]
struct Camera {
    of: PathBuf,
    album: PathBuf,
    taken: AtomicUsize,
    looking: AtomicBool,
}

impl Disk for Camera {
    fn free(&self, path: &Path) -> io::Result<u64> {
        SystemDisk.free(path)
    }

    fn sync(&self, file: &File) -> io::Result<()> {
        if self.looking.load(Ordering::SeqCst) {
            for after in [false, true] {
                if after {
                    file.sync_data()?;
                }
                let taken = self.taken.fetch_add(1, Ordering::SeqCst);
                let picture = self.album.join(taken.to_string());
                for (path, bytes) in every_file(&self.of) {
                    let to = picture.join(path.strip_prefix(&self.of).unwrap());
                    fs::create_dir_all(to.parent().unwrap())?;
                    fs::write(to, bytes)?;
                }
            }
            return Ok(());
        }
        file.sync_data()
    }
}

#[test]
fn after_a_crash_at_any_step_somebody_is_known_or_gone_and_all_others_are_known() {
    let (dir, album) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let camera = Arc::new(Camera {
        of: dir.path().to_owned(),
        album: album.path().to_owned(),
        taken: AtomicUsize::new(0),
        looking: AtomicBool::new(false),
    });
    let people = open_people_on(dir.path(), Arc::clone(&camera) as _).unwrap();
    (0..20).for_each(|number| meet(&people, number));
    camera.looking.store(true, Ordering::SeqCst);
    assert_eq!(now(people.forget(person(7))), Ok(true));
    camera.looking.store(false, Ordering::SeqCst);
    drop(people);
    let taken = camera.taken.load(Ordering::SeqCst);
    let mut steps = Vec::new();
    for number in 0..taken {
        let picture = album.path().join(number.to_string());
        let left = entries(&picture);
        assert_eq!(faults(&picture), Vec::<String>::new(), "{number}: {left:?}");
        let people = open_people(&picture).unwrap();
        let known = knows(&people, 7);
        for other in (0..20).filter(|other| *other != 7) {
            assert!(knows(&people, other), "{other} at {number}: {left:?}");
        }
        // What was left is cleaned away.
        let generation = if known { "1" } else { "2" };
        assert_eq!(entries(&picture), [generation], "{number}: {left:?}");
        assert_eq!(found_below(&picture, &needles(7)).is_empty(), !known);
        // And it can be done from there.
        assert_eq!(now(people.forget(person(7))), Ok(known));
        assert_eq!(found_below(&picture, &needles(7)), []);
        steps.push(known);
    }
    println!(
        "a crash at each of {taken} steps: known after {} of them",
        steps.iter().filter(|known| **known).count()
    );
    assert!(steps.is_sorted_by_key(|known| !known), "{steps:?}");
    assert!(steps[0] && !steps[taken - 1], "{steps:?}");
}

/// A disk whose syncs fail from one of them on, for a while.
#[derive(Debug, Default)]
struct Failing(Mutex<(usize, usize)>);

impl Disk for Failing {
    fn free(&self, path: &Path) -> io::Result<u64> {
        SystemDisk.free(path)
    }

    fn sync(&self, file: &File) -> io::Result<()> {
        let mut plan = self.0.lock().unwrap();
        let (before, failing) = *plan;
        match (before, failing) {
            (0, 0) => file.sync_data(),
            (0, _) => {
                plan.1 -= 1;
                Err(io::Error::from(io::ErrorKind::StorageFull))
            }
            _ => {
                plan.0 -= 1;
                file.sync_data()
            }
        }
    }
}

#[test]
fn where_a_sync_fails_nothing_has_changed_and_it_can_be_done_again() {
    let mut outcomes = BTreeMap::new();
    for step in 0.. {
        let dir = tempfile::tempdir().unwrap();
        let disk = Arc::new(Failing::default());
        let people = open_people_on(dir.path(), Arc::clone(&disk) as _).unwrap();
        (0..5).for_each(|number| meet(&people, number));
        *disk.0.lock().unwrap() = (step, 1);
        let forgotten = now(people.forget(person(2)));
        let was_reached = *disk.0.lock().unwrap() == (0, 0);
        *disk.0.lock().unwrap() = (0, 0);
        let known = knows(&people, 2);
        match &forgotten {
            Ok(true) => assert!(!known, "step {step}"),
            Err(StoreError::Unwritable { .. }) => assert!(known, "step {step}"),
            // The last step: the directory from which the old files were removed.
            Err(StoreError::Failed(_)) => assert!(!known, "step {step}"),
            other => panic!("step {step}: {other:?}"),
        }
        meet(&people, 6);
        drop(people);
        let people = open_people(dir.path()).unwrap();
        assert_eq!(knows(&people, 2), known, "step {step}");
        for other in [0, 1, 3, 4, 6] {
            assert!(knows(&people, other), "{other}, step {step}");
        }
        assert_eq!(now(people.forget(person(2))), Ok(known), "step {step}");
        assert_eq!(found_below(dir.path(), &needles(2)), [], "step {step}");
        if !was_reached {
            break;
        }
        *outcomes.entry(forgotten.is_err()).or_insert(0) += 1;
    }
    println!("a failed sync at each step: {outcomes:?} (true: refused)");
    assert!(outcomes[&true] >= 6, "{outcomes:?}");
}

#[test]
fn without_room_nobody_is_forgotten_and_nothing_is_lost() {
    let dir = tempfile::tempdir().unwrap();
    let disk = Arc::new(TestDisk::new(dir.path()));
    let people = open_people_on(dir.path(), Arc::clone(&disk) as _).unwrap();
    (0..5).for_each(|number| meet(&people, number));
    // Enough for this generation, and not for another one.
    disk.set_free(33 << 20);
    let refused = now(people.forget(person(2))).unwrap_err();
    assert!(
        matches!(refused, StoreError::Unwritable { .. }),
        "{refused}"
    );
    assert!(
        refused.to_string().contains("3 MiB more must be free"),
        "{refused}"
    );
    assert_eq!(entries(dir.path()), ["1"]);
    (0..5).for_each(|number| assert!(knows(&people, number)));
    meet(&people, 5);
    disk.set_free(u64::MAX);
    assert_eq!(now(people.forget(person(2))), Ok(true));
    (0..6).for_each(|number| assert_eq!(knows(&people, number), number != 2));
}

#[test]
fn people_met_meanwhile_are_known() {
    let dir = tempfile::tempdir().unwrap();
    let people = open_people(dir.path()).unwrap();
    (0..10).for_each(|number| meet(&people, number));
    let forgetting = AtomicBool::new(true);
    let met = std::thread::scope(|scope| {
        let threads: Vec<_> = (1..=3)
            .map(|thread| {
                let (people, forgetting) = (&people, &forgetting);
                scope.spawn(move || {
                    let mut met = Vec::new();
                    for number in thread * 1_000.. {
                        meet(people, number);
                        met.push(number);
                        // Somebody is looked up all the while.
                        assert!(knows(people, 9));
                        if !forgetting.load(Ordering::SeqCst) {
                            return met;
                        }
                    }
                    unreachable!()
                })
            })
            .collect();
        for number in 0..9 {
            assert_eq!(now(people.forget(person(number))), Ok(true));
        }
        forgetting.store(false, Ordering::SeqCst);
        let met = threads
            .into_iter()
            .flat_map(|thread| thread.join().unwrap());
        met.collect::<Vec<u64>>()
    });
    let all_there = |people: &People| {
        (0..9).for_each(|number| assert!(!knows(people, number)));
        met.iter()
            .for_each(|number| assert!(knows(people, *number)));
    };
    all_there(&people);
    drop(people);
    all_there(&open_people(dir.path()).unwrap());
}

#[test]
fn one_process_holds_the_people_whatever_generation() {
    let dir = tempfile::tempdir().unwrap();
    let people = open_people(dir.path()).unwrap();
    meet(&people, 1);
    meet(&people, 2);
    now(people.forget(person(1))).unwrap();
    for refused in [
        open_people(dir.path()).unwrap_err(),
        now(check_files(&dir.path().join("no-matches"), dir.path())).unwrap_err(),
    ] {
        assert!(matches!(refused, StoreError::InUse { .. }), "{refused}");
    }
    drop(people);
    assert!(knows(&open_people(dir.path()).unwrap(), 2));
}

/// The variable with the path of the child's people. Without it the child does nothing.
const STORE: &str = "RONDEL_FORGET_STORE";
/// The number of people that the child knows at first.
const KNOWN: u64 = 60;

/// The child: forgets one after another while others come, and says so.
#[test]
fn child() {
    let Ok(path) = env::var(STORE) else {
        return;
    };
    let people = open_people(Path::new(&path)).unwrap();
    let say = |what: &str| {
        // One line is one write, so that it is whole or not there.
        let said = format!("{what}\n");
        io::stdout().lock().write_all(said.as_bytes()).unwrap();
    };
    println!();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for number in 1_000.. {
                if done.load(Ordering::SeqCst) {
                    break;
                }
                if now(people.find(&identity(number))).unwrap().is_none() {
                    meet(&people, number);
                    say(&format!("met {number}"));
                }
            }
        });
        forget_one_after_another(&people, say);
        done.store(true, Ordering::SeqCst);
    });
    say("done");
}

fn forget_one_after_another(people: &People, say: impl Fn(&str)) {
    for number in 0..KNOWN {
        if people.named(person(number)).unwrap().is_some() {
            say(&format!("forgetting {number}"));
            now(people.forget(person(number))).unwrap();
            say(&format!("forgotten {number}"));
        }
    }
}

#[test]
fn a_process_killed_while_it_forgets_loses_nobody_else() {
    let kills = env::var("RONDEL_KILLS").map_or(2, |kills| kills.parse::<u64>().unwrap());
    let mut dice = rand::rng();
    let (mut between, mut newcomers) = (0, 0);
    let mut met = Vec::new();
    let mut dir = tempfile::tempdir().unwrap();
    let mut gone = KNOWN;
    for _ in 0..kills {
        if gone + 10 > KNOWN {
            dir = tempfile::tempdir().unwrap();
            let people = open_people(dir.path()).unwrap();
            (0..KNOWN).for_each(|number| meet(&people, number));
            met.clear();
        }
        let mut child = Command::new(env::current_exe().unwrap())
            .args(["--exact", "store::forget::child", "--nocapture"])
            .env(STORE, dir.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut said = BufReader::new(child.stdout.take().unwrap());
        let (mut begun, mut done) = (None, None);
        let mut line = String::new();
        // Some are forgotten, and then it is killed somewhere within the next few milliseconds.
        let after = dice.random_range(1..6);
        let mut heard = 0;
        while said.read_line(&mut line).unwrap() > 0 {
            let number = |words: &str| words.trim_end().parse::<u64>().ok();
            if let Some(number) = line.strip_prefix("forgetting ").and_then(number) {
                begun = Some(number);
                heard += 1;
                if heard == after {
                    // As long as forgetting takes here, or a part of that.
                    let start = Instant::now();
                    let part = std::time::Duration::from_micros(dice.random_range(0..60_000));
                    while start.elapsed() < part {
                        std::thread::yield_now();
                    }
                    child.kill().unwrap();
                }
            }
            if let Some(number) = line.strip_prefix("forgotten ").and_then(number) {
                done = Some(number);
            }
            met.extend(line.strip_prefix("met ").and_then(number));
            line.clear();
        }
        child.wait().unwrap();
        assert_eq!(faults(dir.path()), Vec::<String>::new());
        let people = open_people(dir.path()).unwrap();
        let (begun, done) = (begun.unwrap(), done.map_or(0, |done| done + 1));
        for number in 0..KNOWN {
            let known = knows(&people, number);
            if number < done {
                assert!(!known, "{number} was forgotten, and is known");
            } else if number > begun {
                assert!(known, "{number} is lost");
            }
            if !known {
                assert_eq!(found_below(dir.path(), &needles(number)), [], "{number}");
            }
        }
        for number in &met {
            assert!(knows(&people, *number), "newcomer {number} is lost");
        }
        newcomers += met.len();
        between += u64::from(begun >= done);
        assert_eq!(entries(dir.path()).len(), 1);
        gone = begun + 1;
    }
    println!(
        "{kills} kills, {between} of them in the middle of forgetting, {newcomers} newcomers meanwhile, nobody else lost"
    );
    assert!(newcomers > 0);
}

#[test]
fn how_long_it_takes() {
    let many = env::var("RONDEL_PEOPLE").map_or(500, |many| many.parse::<u64>().unwrap());
    let dir = tempfile::tempdir().unwrap();
    let people = open_people(dir.path()).unwrap();
    (0..many).for_each(|number| meet(&people, number));
    let bytes = |path: &Path| {
        every_file(path)
            .iter()
            .map(|(_, bytes)| bytes.len())
            .sum::<usize>()
    };
    let before = bytes(dir.path());
    let start = Instant::now();
    assert_eq!(now(people.forget(person(many / 2))), Ok(true));
    let ms = start.elapsed().as_millis();
    println!(
        "one of {many} people forgotten in {ms} ms; {} KiB of files became {} KiB",
        before >> 10,
        bytes(dir.path()) >> 10
    );
    for number in 0..many {
        assert_eq!(knows(&people, number), number != many / 2);
    }
}
