//! Backups that a running process makes by itself.

use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

use super::commands::configure;
use crate::{
    console::{Console, Store},
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
