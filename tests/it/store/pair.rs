//! The stores of matches and of people belong together, and notice when they do not.
//!
//! `RONDEL_KILLS` is the number of killed starts, 12 unless set.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Output, Stdio},
    time::{Duration, Instant},
};

use rand::RngExt;
use rondel::{
    matchplay::Person,
    store::{Identity, embedded::Pair},
};
use tempfile::TempDir;

use super::{
    samples::{append, id, put},
    sled::tamper,
};
use crate::now::now;
use crate::{
    console::{Console, Store, rondel},
    said::says,
};

/// The time that the store may take for a write that nobody waits for.
const PATIENCE: Duration = Duration::from_secs(20);

/// Copies a directory with all that is in it over what is there.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}

/// Puts a directory in the place of another.
fn put_in_place(from: &Path, of: &Path) {
    fs::remove_dir_all(of).unwrap();
    copy(from, of);
}

/// A directory for data, and another place beside it where there is nothing yet.
fn places() -> (TempDir, PathBuf, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let [data, other] = ["data", "other"].map(|name| directory.path().join(name));
    fs::create_dir(&data).unwrap();
    (directory, data, other)
}

fn console(data: &Path) -> Console {
    Console::start(&Store::Files(data.to_owned()))
}

/// Plays a match of three, ends the program, and returns the match.
fn played(data: &Path) -> String {
    let mut console = console(data);
    let id = console.three(["ann", "ben", "cy"]);
    console.moves(0, "e4");
    console.finish();
    id
}

fn run(data: &Path, arguments: &[&str]) -> Output {
    rondel(data)
        .arg("--data")
        .arg(data)
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// Checks that the start is refused in two sentences that name the directory and a way on, and
/// returns them.
fn refused(data: &Path) -> String {
    let output = run(data, &["console", "--json"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(output.stdout.is_empty());
    let people = data.join("people").display().to_string();
    assert!(said.contains(&people), "{said}");
    assert!(said.contains("--adopt-people"), "{said}");
    // A second start has made a backup, and another sentence names it.
    let (what, _) = said.split_once(" The newest backup").unwrap_or((&said, ""));
    let sentences = what.trim().matches(". ").count() + 1;
    assert_eq!(sentences, 2, "{said}");
    said
}

/// Matches that are gone are not begun again beside the people who played in them.
#[test]
fn without_its_matches_a_start_is_refused() {
    let (_directory, data, other) = places();
    played(&data);
    fs::rename(data.join("store"), &other).unwrap();
    let said = refused(&data);
    assert!(
        said.contains(&data.join("store").display().to_string()),
        "{said}"
    );
    assert!(!data.join("store").exists());
    fs::rename(&other, data.join("store")).unwrap();
    whole(&data);
    fs::remove_dir_all(data.join("store")).unwrap();
    let mut adopting = Console::with(&Store::Files(data.clone()), &["--adopt-people"]);
    adopting.three(["ann", "ben", "cy"]);
    adopting.finish();
    console(&data).finish();
}

/// Returns the output of the check, which ends with 1.
fn found(data: &Path) -> String {
    let output = run(data, &["check"]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    said
}

fn whole(data: &Path) {
    let output = run(data, &["check"]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.ends_with(" 0 damaged\n"), "{said}");
}

#[test]
fn people_that_are_lost_are_noticed_at_the_start() {
    let (_directory, data, away) = &places();
    let id = played(data);
    fs::rename(data.join("people"), away).unwrap();
    assert!(refused(data).contains("is missing"));
    // Nothing was made that would be in the way of what is put back.
    assert!(!data.join("people").exists());
    let said = found(data);
    assert!(said.contains("damaged: people: "), "{said}");
    for army in ["White", "Gray", "Black"] {
        let line = format!("unknown: the player of {army} is not among the people");
        let line = said.lines().find(|said| said.ends_with(&line));
        assert!(line.unwrap_or_else(|| panic!("{said}")).starts_with(&id));
    }
    assert!(said.contains("1 with unknown people"), "{said}");
    // An empty directory is no better.
    fs::create_dir(data.join("people")).unwrap();
    assert!(refused(data).contains("is missing"));
    fs::remove_dir_all(data.join("people")).unwrap();
    fs::rename(away, data.join("people")).unwrap();
    whole(data);
    let mut console = console(data);
    console.done(&format!("@ben /move m4 match:{id}"));
    console.finish();
}

#[test]
fn people_from_a_backup_are_noticed_at_the_start() {
    let (directory, data, backup) = &places();
    played(data);
    copy(&data.join("people"), backup);
    // Nothing has been written since: it is the same.
    put_in_place(backup, &data.join("people"));
    whole(data);
    let mut console = console(data);
    let table = console.done("@dora /play seat:white").id().to_owned();
    console.done(&format!("@ann /join match:{table}"));
    console.finish();
    let latest = directory.path().join("latest");
    copy(&data.join("people"), &latest);
    put_in_place(backup, &data.join("people"));
    assert!(refused(data).contains("is older than"));
    let said = found(data);
    assert!(said.contains("damaged: people: "), "{said}");
    let unknown = said.lines().filter(|line| line.contains(" unknown: "));
    let unknown: Vec<&str> = unknown.collect();
    assert_eq!(unknown.len(), 1, "{said}");
    assert!(unknown[0].starts_with(&table), "{said}");
    // An operator who takes the old ones on purpose has other people from then on.
    let adopted = &directory.path().join("adopted");
    copy(data, adopted);
    Console::with(&Store::Files(adopted.clone()), &["--adopt-people"]).finish();
    played(adopted);
    put_in_place(&latest, &adopted.join("people"));
    assert!(refused(adopted).contains("does not belong to"));
    put_in_place(&latest, &data.join("people"));
    whole(data);
    played(data);
}

/// Also when nothing else is written after somebody was forgotten.
#[test]
fn the_store_knows_at_once_that_somebody_was_forgotten() {
    let directory = tempfile::tempdir().unwrap();
    let (matches, people) = (
        &directory.path().join("store"),
        &directory.path().join("people"),
    );
    let backup = &directory.path().join("backup");
    let pair = Pair::open(matches, people, false).unwrap();
    let ann = Identity::new("console", "ann").unwrap();
    now(pair.stores().people.meet(&ann, "Ann", || Person(1))).unwrap();
    put(&*pair.stores().matches, append(id(1), 0)).unwrap();
    drop(pair);
    copy(people, backup);
    let pair = Pair::open(matches, people, false).unwrap();
    assert_eq!(now(pair.stores().people.forget(Person(1))), Ok(true));
    // Still open, as a kill would leave it. It is written without being waited for.
    let begun = Instant::now();
    let refused = (0..).find_map(|attempt| {
        assert!(begun.elapsed() < PATIENCE, "it is not written down");
        let killed = directory.path().join(format!("killed-{attempt}"));
        copy(matches, &killed.join("store"));
        copy(backup, &killed.join("people"));
        Pair::open(&killed.join("store"), &killed.join("people"), false).err()
    });
    let refused = refused.unwrap().to_string();
    assert!(refused.contains("is older than"), "{refused}");
}

/// A copy from before somebody was forgotten would bring them back.
#[test]
fn people_from_before_somebody_was_forgotten_are_noticed_and_the_forgotten_are_no_finding() {
    let (_directory, data, backup) = &places();
    played(data);
    copy(&data.join("people"), backup);
    let mut console = console(data);
    let answers = console.say("@ann /forget-me confirm:true");
    assert!(answers.iter().all(|answer| answer.refused().is_none()));
    console.finish();
    whole(data);
    put_in_place(backup, &data.join("people"));
    assert!(refused(data).contains("is older than"));
}

#[test]
fn people_of_another_store_are_noticed_at_the_start() {
    let (_directory, data, other) = &places();
    fs::create_dir(other).unwrap();
    played(data);
    played(other);
    put_in_place(&other.join("people"), &data.join("people"));
    assert!(refused(data).contains("does not belong to"));
    assert!(found(data).contains("damaged: people: "));
}

#[test]
fn whose_people_are_gone_for_good_has_a_way_on() {
    let (_directory, data, backup) = &places();
    let id = played(data);
    copy(&data.join("people"), backup);
    fs::remove_dir_all(data.join("people")).unwrap();
    // Looking alone takes nothing for granted.
    for task in ["standings", "check"] {
        assert_eq!(run(data, &[task, "--adopt-people"]).status.code(), Some(1));
    }
    let store = Store::Files(data.clone());
    let mut console = Console::with(&store, &["--adopt-people"]);
    let left = console.first.iter().filter(|told| told.says("gone", &[]));
    assert_eq!(left.count(), 3, "{:?}", console.first);
    let history = console.done(&format!("@dora /history match:{id}"));
    let lines = history.text().lines();
    assert_eq!(lines.filter(|line| says(line, "gone", &[])).count(), 3);
    console.finish();
    // From now on these are the people, and those from before are strangers.
    whole(data);
    let mut console = self::console(data);
    assert!(console.first.is_empty(), "{:?}", console.first);
    console.done("@ann /play seat:white");
    console.finish();
    put_in_place(backup, &data.join("people"));
    assert!(refused(data).contains("does not belong to"));
}

/// As it was before stores knew of each other.
#[test]
fn stores_from_before_are_opened_and_know_each_other_from_then_on() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path();
    let id = played(data);
    tamper(&data.join("store"), |db| {
        db.remove(b"mpeople").unwrap().unwrap();
        db.remove(b"mtally").unwrap().unwrap();
    });
    tamper(&data.join("people/1"), |db| {
        db.remove(b"mlineage").unwrap().unwrap();
        db.remove(b"mtally").unwrap().unwrap();
    });
    let mut console = console(data);
    console.done(&format!("@ben /move m4 match:{id}"));
    console.finish();
    whole(data);
    fs::remove_dir_all(data.join("people")).unwrap();
    assert!(refused(data).contains("is missing"));
}

/// Runs the program until it is killed this long after its start.
fn kill_start(data: &Path, wait: Duration) {
    let mut child = rondel(data)
        .arg("--data")
        .arg(data)
        .args(["console", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    while begun.elapsed() < wait {
        std::thread::yield_now();
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn killed_at_any_moment_of_a_start_nobody_is_locked_out() {
    let kills = std::env::var("RONDEL_KILLS").map_or(4, |kills| kills.parse::<u64>().unwrap());
    let mut dice = rand::rng();
    let directory = tempfile::tempdir().unwrap();
    let (mut fresh, mut kept) = (0, 0);
    for kill in 0..kills {
        let data = &directory.path().join(kill.to_string());
        fs::create_dir(data).unwrap();
        // Every second one has matches already.
        let id = (kill % 2 == 0).then(|| played(data));
        kill_start(data, Duration::from_micros(dice.random_range(0..120_000)));
        match id {
            Some(id) => {
                kept += 1;
                let mut console = console(data);
                console.done(&format!("@ben /move m4 match:{id}"));
                console.finish();
            }
            None => {
                fresh += 1;
                played(data);
            }
        }
        whole(data);
    }
    println!("{kills} starts killed, {fresh} of them the first: nobody locked out");
    assert!(fresh > 0 && kept > 0);
}
