//! Backups that a running process makes by itself.

use std::{
    fs::{self, File},
    path::Path,
    process::Stdio,
    time::{Duration, Instant},
};

use rondel::store::backup::{BackupCounts, BackupReader};

use super::commands::configure;
use crate::{
    console::{Console, Store, rondel},
    forget::bytes::{Needles, found_below},
    store::rescue::played,
};

/// Returns the names in the directory of the backups, in order.
fn names(data: &Path) -> Vec<String> {
    let entries = fs::read_dir(data.join("backups")).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| name != "forgotten").collect();
    names.sort();
    names
}

/// Runs a process with regular backups among these files, until the names are as wanted.
fn runs_until(planted: &[&str], keep: usize, are_as_wanted: impl Fn(&[String]) -> bool) {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path();
    played(data);
    fs::create_dir_all(data.join("backups")).unwrap();
    for name in planted {
        fs::write(data.join("backups").join(name), "old").unwrap();
    }
    configure(data, &format!("[backup]\nevery = \"1d\"\nkeep = {keep}\n"));
    runs_on(data, are_as_wanted);
}

/// Runs a process until the names of its backups are as wanted.
fn runs_on(data: &Path, are_as_wanted: impl Fn(&[String]) -> bool) {
    let console = Console::start(&Store::Files(data.to_owned()));
    let begun = Instant::now();
    while !are_as_wanted(&names(data)) {
        assert!(
            begun.elapsed() < Duration::from_secs(60),
            "{:?}",
            names(data)
        );
        std::thread::yield_now();
    }
    console.finish();
}

/// Reads a backup to its end.
fn read(backup: &Path) -> BackupCounts {
    let mut reader = BackupReader::begin(File::open(backup).unwrap()).unwrap();
    while reader.next_item().unwrap().is_some() {}
    reader.counts()
}

/// Returns those of these names that were not planted.
fn new<'a>(names: &'a [String], planted: &[&str]) -> Vec<&'a String> {
    let new = names
        .iter()
        .filter(|name| !planted.contains(&name.as_str()));
    new.collect()
}

#[test]
fn the_first_one_is_made_at_once() {
    runs_until(
        &[],
        1,
        |names| matches!(names, [name] if name.ends_with(".jsonl.gz")),
    );
}

/// Without a setting there is one a day, and a store that does not open leads to it.
#[test]
fn files_are_backed_up_by_default_and_a_start_that_fails_names_the_backup() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path();
    let id = played(data)[0].clone();
    runs_on(
        data,
        |names| matches!(names, [name] if name.ends_with(".jsonl.gz")),
    );
    fs::write(data.join("store/mark"), "nothing of ours").unwrap();
    let run = |arguments: &[&str]| {
        let mut command = rondel(data);
        command.arg("--data").arg(data).args(arguments);
        command.stdin(Stdio::null()).output().unwrap()
    };
    let said = String::from_utf8(run(&["console", "--json"]).stderr).unwrap();
    let backup = data.join("backups").join(&names(data)[0]);
    let restore = format!("restore {}", backup.display());
    assert!(said.contains(&restore), "{said}");
    for store in ["store", "people"] {
        fs::rename(data.join(store), data.join(format!("{store}-away"))).unwrap();
    }
    let restored = run(&["restore", &backup.display().to_string()]);
    assert!(restored.status.success(), "{restored:?}");
    let exported = run(&["export", "--match", &id]);
    assert!(exported.status.success(), "{exported:?}");
    // And none where the owner wants none.
    fs::remove_file(backup).unwrap();
    configure(data, "[backup]\nevery = \"never\"\n");
    let console = Console::start(&Store::Files(data.to_owned()));
    console.finish();
    assert_eq!(names(data), [""; 0]);
}

/// Forgetting reaches the backups that were made before, and they stay whole.
#[test]
fn who_was_forgotten_is_soon_in_no_backup() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path();
    played(data);
    runs_on(
        data,
        |names| matches!(names, [name] if name.ends_with(".jsonl.gz")),
    );
    let named = |name: &str| {
        let needles = Needles::default().text("name", &format!(r#""name":"{name}""#));
        found_below(&data.join("backups"), &needles).len()
    };
    assert_eq!((named("ann"), named("ben")), (1, 1));
    let mut console = Console::start(&Store::Files(data.to_owned()));
    console.say("@ann /forget-me confirm:true");
    console.finish();
    runs_on(data, |_| named("ann") == 0);
    assert_eq!(named("ben"), 1);
    let backup = data.join("backups").join(&names(data)[0]);
    let counts = read(&backup);
    assert_eq!((counts.matches, counts.people), (3, 2));
}

#[test]
fn a_new_one_takes_the_place_of_the_oldest() {
    let planted = [
        "2020-01-01T00-00-00Z.jsonl.gz",
        "2020-01-02T00-00-00Z.jsonl.gz",
        "2020-01-03T00-00-00Z.jsonl.gz",
    ];
    runs_until(&planted, 2, |names| {
        names.len() == 2 && names[0] == planted[2] && !names[1].ends_with(".part")
    });
}

#[test]
fn what_is_left_of_one_that_was_cut_short_goes() {
    let planted = ["2020-01-01T00-00-00Z.jsonl.gz.part", "mine.part"];
    runs_until(&planted, 2, |names| {
        names.len() == 2 && names[1] == "mine.part" && names[0].ends_with(".gz")
    });
}

/// A clock that was ahead once keeps no backup from being made, nor takes one for old.
#[test]
fn one_from_the_future_counts_for_nothing() {
    let planted = ["2999-01-01T00-00-00Z.jsonl.gz"];
    runs_until(&planted, 1, |names| {
        let new = new(names, &planted);
        names.len() == 2 && matches!(&new[..], [name] if name.ends_with(".gz"))
    });
}
