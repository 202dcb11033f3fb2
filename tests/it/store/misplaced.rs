//! Files that are deleted or replaced while they are open: nothing is acknowledged that the next
//! start would not find.
#![cfg(unix)]

use std::{fs, path::Path};

use rondel::store::embedded::Pair;

use super::samples::{append, id, put};
use crate::console::{Console, Store};
use crate::now::now;

fn copy(from: &Path, to: &Path) {
    fs::copy(from, to).unwrap();
}

/// A match of three that goes on, and what is done to the directory in the middle of it.
fn refuses_after(harm: impl FnOnce(&Path), healed: impl FnOnce(&Path) -> bool) {
    let directory = tempfile::tempdir().unwrap();
    let data = &directory.path().join("data");
    fs::create_dir(data).unwrap();
    let mut console = Console::start(&Store::Files(data.clone()));
    let id = console.three(["ann", "ben", "cy"]);
    console.moves(0, "e4");
    let board = format!("@ann /board match:{id}");
    let before = console.done(&board).position().to_owned();
    harm(data);
    // Not once, and not for anything.
    for line in [
        "@ben /move m4",
        "@ben /move m4",
        "@cy /settings confirm:true",
        "@dora /play",
    ] {
        console.refuses(line, "store-unavailable");
    }
    // The board can still be looked at.
    assert_eq!(console.done(&board).position(), before);
    if healed(data) {
        let after = console.done("@ben /move m4").position().to_owned();
        console.finish();
        let mut console = Console::start(&Store::Files(data.clone()));
        assert_eq!(console.done(&board).position(), after);
        console.finish();
    } else {
        console.kill();
    }
}

#[test]
fn nothing_is_acknowledged_into_files_that_were_deleted() {
    refuses_after(|data| fs::remove_dir_all(data).unwrap(), |_| false);
    refuses_after(
        |data| fs::remove_file(data.join("store/db")).unwrap(),
        |_| false,
    );
    refuses_after(
        |data| fs::remove_dir_all(data.join("people")).unwrap(),
        |_| false,
    );
}

#[test]
fn nothing_is_acknowledged_into_files_that_were_replaced() {
    for name in ["store/db", "people/1/db"] {
        refuses_after(
            |data| {
                let (db, other) = (data.join(name), data.join("other"));
                copy(&db, &other);
                fs::rename(other, db).unwrap();
            },
            |_| false,
        );
    }
    // Moved away and back again, they are the same files.
    refuses_after(
        |data| fs::rename(data, data.with_file_name("away")).unwrap(),
        |data| fs::rename(data.with_file_name("away"), data).is_ok(),
    );
}

/// The store's own promise, and nothing is left behind of what was refused.
#[test]
fn an_append_after_the_files_are_gone_is_refused_and_makes_none() {
    let directory = tempfile::tempdir().unwrap();
    let (matches, people) = (
        directory.path().join("store"),
        directory.path().join("people"),
    );
    let pair = Pair::open(&matches, &people, false).unwrap();
    let store = pair.stores().matches;
    put(&*store, append(id(1), 0)).unwrap();
    fs::remove_dir_all(&matches).unwrap();
    let refused = put(&*store, append(id(1), 1)).unwrap_err().to_string();
    assert!(refused.contains("deleted or replaced"), "{refused}");
    assert_eq!(now(store.load(id(1))).unwrap().len(), 1);
    drop((pair, store));
    assert!(!matches.exists());
}
