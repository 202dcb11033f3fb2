//! The commands, by their exit codes and by what they do.

use std::{fs, path::Path};

use tempfile::TempDir;

use super::lines;
use crate::{
    console::{Console, Store},
    postgres,
    store::{
        rescue::{played, run, said},
        sled::change_rows,
    },
};

/// Writes the configuration of a data directory.
pub(super) fn configure(data: &Path, text: &str) {
    fs::create_dir_all(data.join("config")).unwrap();
    fs::write(data.join("config/rondel.toml"), text).unwrap();
}

/// Runs a command that does what it says, and returns what it said.
#[track_caller]
pub(super) fn done(data: &Path, arguments: &[&str]) -> String {
    let (code, out, log) = said(run(data, arguments));
    assert_eq!(code, Some(0), "{arguments:?}: {log}");
    out
}

/// Runs a command that ends with this code and leaves the directory as it was.
#[track_caller]
pub(super) fn refused(code: i32, data: &Path, arguments: &[&str]) {
    let before = below(data);
    let (ended, _, log) = said(run(data, arguments));
    assert_eq!(ended, Some(code), "{arguments:?}: {log}");
    assert!(
        !log.is_empty() && !log.contains("panicked"),
        "{arguments:?}: {log}"
    );
    assert_eq!(below(data), before, "{arguments:?}");
}

/// Returns the names of everything in a directory, those of stores and their files aside.
fn below(data: &Path) -> Vec<String> {
    let entries = fs::read_dir(data).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// Returns the backup of what is kept in a data directory.
#[track_caller]
pub(super) fn backup_of(data: &Path) -> Vec<u8> {
    done(data, &["backup", "now.gz"]);
    let bytes = fs::read(data.join("now.gz")).unwrap();
    fs::remove_file(data.join("now.gz")).unwrap();
    bytes
}

/// Writes a backup and a list of nobody into a new directory that is there for it.
pub(super) fn lay(bytes: &[u8]) -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("file.gz"), bytes).unwrap();
    fs::write(directory.path().join("forgotten"), "").unwrap();
    directory
}

/// A backup of three matches, one of which has ended, and their ids.
pub(super) fn backup_of_three() -> (Vec<u8>, Vec<String>) {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path();
    let ids = played(data);
    let mut console = Console::start(&Store::Files(data.to_owned()));
    for loser in ["ben", "cy"] {
        console.done(&format!("@{loser} /resign confirm:true match:{}", ids[1]));
    }
    console.finish();
    (backup_of(data), ids)
}

#[test]
fn people_are_restored_to_where_rondel_looks_for_them() {
    let (bytes, ids) = backup_of_three();
    let elsewhere = tempfile::tempdir().unwrap();
    let url = elsewhere.path().join("store");
    for url in [
        "sled:store",
        "sled:deep/er",
        &format!("sled:{}", url.display()),
    ] {
        let directory = lay(&bytes);
        let data = directory.path();
        configure(data, &format!("[store]\nurl = \"{url}\"\n"));
        done(data, &["restore", "file.gz"]);
        let mut console = Console::start(&Store::Files(data.to_owned()));
        for id in &ids {
            let board = console.done(&format!("@ann /board match:{id}"));
            assert!(board.text().contains("ben"), "{url}: {}", board.text());
        }
        console.finish();
    }
}

/// A data directory with a store in files, and a backup of it beside it.
fn kept() -> (TempDir, Vec<u8>) {
    let (bytes, _) = backup_of_three();
    let directory = lay(&bytes);
    done(directory.path(), &["restore", "file.gz"]);
    (directory, bytes)
}

/// The configuration of a store in an empty database; `None` if there is no server here.
pub(super) fn in_postgres() -> Option<String> {
    let address = postgres::empty_database()?;
    Some(format!("[store]\nurl = \"{address}\"\n"))
}

/// Whoever salvages must not take a store without matches for what is left of theirs.
#[test]
fn a_salvage_that_saves_nothing_fails_and_leaves_nothing() {
    let (directory, _) = kept();
    let data = directory.path();
    fs::write(data.join("store/db"), "").unwrap();
    refused(1, data, &["salvage", "sled:store", "sled:other"]);
    assert!(!data.join("other").exists());
    refused(1, data, &["backup", "--damaged", "saved.gz"]);
}

#[test]
fn memory_is_neither_read_nor_filled() {
    let (directory, bytes) = kept();
    let data = directory.path();
    refused(1, data, &["migrate", "memory:", "sled:other"]);
    refused(1, data, &["migrate", "sled:store", "memory:"]);
    refused(1, data, &["salvage", "memory:", "sled:other"]);
    refused(1, data, &["salvage", "sled:store", "memory:"]);
    assert_eq!(backup_of(data), bytes);
    configure(data, "[store]\nurl = \"memory:\"\n");
    refused(1, data, &["backup", "new.gz"]);
    refused(1, data, &["restore", "file.gz"]);
}

#[test]
fn what_is_not_written_right_is_wrong_usage() {
    let (directory, _) = kept();
    let data = directory.path();
    for arguments in [
        &["backup"][..],
        &["restore"],
        &["migrate", "sled:store"],
        &["migrate", "nonsense:", "sled:other"],
        &["salvage", "sled:store", "mysql://other"],
        &[
            "restore",
            "file.gz",
            "--forgotten",
            "forgotten",
            "--without-forgotten",
        ],
    ] {
        refused(2, data, arguments);
    }
}

#[test]
fn where_nothing_is_kept_nothing_is_backed_up_and_nothing_is_wrong() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path();
    done(data, &["check"]);
    assert_eq!(below(data), [""; 0]);
    refused(1, data, &["backup", "new.gz"]);
    refused(1, data, &["migrate", "sled:store", "sled:other"]);
    refused(1, data, &["salvage", "sled:store", "sled:other"]);
    if let Some(text) = in_postgres() {
        configure(data, &text);
        refused(1, data, &["backup", "new.gz"]);
    }
}

#[test]
fn a_backup_that_cannot_be_made_leaves_the_one_before() {
    let (directory, bytes) = kept();
    let data = directory.path();
    refused(1, data, &["backup", "nowhere/new.gz"]);
    change_rows(&data.join("store"), |db| {
        let (key, mut record) = db.scan_prefix(b"l").last().unwrap().unwrap();
        let last = record.len() - 3;
        record[last] ^= 1;
        db.insert(key, record).unwrap();
    });
    refused(1, data, &["backup", "file.gz"]);
    assert!(fs::read(data.join("file.gz")).unwrap() == bytes);
}

#[test]
fn stores_in_use_are_neither_read_nor_filled() {
    let (bytes, _) = backup_of_three();
    let mut configurations = vec![String::new()];
    configurations.extend(in_postgres());
    for text in configurations {
        let directory = lay(&bytes);
        let data = directory.path();
        configure(data, &text);
        let mut console = Console::start(&Store::Files(data.to_owned()));
        let id = console.three(["ann", "ben", "cy"]);
        let used = text.split('"').nth(1).unwrap_or("sled:store");
        refused(1, data, &["restore", "file.gz"]);
        refused(1, data, &["migrate", used, "sled:other"]);
        refused(1, data, &["migrate", "sled:other", used]);
        console.done(&format!("@ann /move e4 match:{id}"));
        console.finish();
        let items = lines(&backup_of(data));
        let matches = items.iter().filter(|line| line.starts_with("{\"match\":"));
        assert_eq!(matches.count(), 1);
    }
}

#[test]
fn a_store_in_which_something_is_kept_is_not_filled() {
    let (bytes, _) = backup_of_three();
    let mut configurations = vec![String::new()];
    configurations.extend(in_postgres());
    let from = kept().0;
    let store = format!("sled:{}", from.path().join("store").display());
    for text in configurations {
        let directory = lay(&bytes);
        let data = directory.path();
        configure(data, &text);
        done(data, &["restore", "file.gz"]);
        let there = text.split('"').nth(1).unwrap_or("sled:store");
        refused(1, data, &["restore", "file.gz"]);
        refused(1, data, &["migrate", &store, there]);
        refused(1, data, &["salvage", &store, there]);
        assert!(backup_of(data) == bytes);
    }
}

#[test]
fn what_is_no_backup_is_refused_and_nothing_of_it_is_kept() {
    let (bytes, _) = backup_of_three();
    let mut configurations = vec![String::new()];
    configurations.extend(in_postgres());
    for text in configurations {
        let directory = lay(&bytes);
        let data = directory.path();
        configure(data, &text);
        fs::write(data.join("text"), "no backup").unwrap();
        fs::write(data.join("empty"), "").unwrap();
        fs::write(data.join("cut"), &bytes[..bytes.len() - 9]).unwrap();
        for file in ["text", "empty", "cut", "absent", "config"] {
            refused(1, data, &["restore", file]);
        }
        done(data, &["restore", "file.gz"]);
        assert!(backup_of(data) == bytes);
    }
}

#[test]
fn without_the_list_of_the_forgotten_a_restore_is_refused() {
    let (bytes, _) = backup_of_three();
    for arguments in [&["--without-forgotten"][..], &["--forgotten", "elsewhere"]] {
        let directory = lay(&bytes);
        let data = directory.path();
        fs::rename(data.join("forgotten"), data.join("elsewhere")).unwrap();
        refused(1, data, &["restore", "file.gz"]);
        refused(1, data, &["restore", "file.gz", "--forgotten", "absent"]);
        done(data, &[&["restore", "file.gz"], arguments].concat());
        assert!(backup_of(data) == bytes);
    }
}

#[test]
fn a_backup_without_people_needs_no_list() {
    let (directory, _) = kept();
    done(
        directory.path(),
        &["backup", "--without-people", "nobody.gz"],
    );
    let other = tempfile::tempdir().unwrap();
    let file = directory.path().join("nobody.gz");
    done(other.path(), &["restore", file.to_str().unwrap()]);
    done(other.path(), &["backup", "--without-people", "again.gz"]);
    assert!(fs::read(other.path().join("again.gz")).unwrap() == fs::read(file).unwrap());
}

/// From files to PostgreSQL, back, and there again.
#[test]
fn what_is_migrated_is_the_same_everywhere() {
    let (directory, bytes) = kept();
    let data = directory.path();
    let standings = done(data, &["standings"]);
    let elsewhere = tempfile::tempdir().unwrap();
    let files = elsewhere.path();
    let sled = format!("sled:{}", files.join("store").display());
    let [Some(first), Some(second)] = [(); 2].map(|()| postgres::empty_database()) else {
        return;
    };
    let steps = [
        ("sled:store", &first, data),
        (&first, &sled, files),
        (&sled, &second, data),
    ];
    for (from, to, now_in) in steps {
        done(data, &["migrate", from, to]);
        let url = if now_in == files { "sled:store" } else { to };
        configure(now_in, &format!("[store]\nurl = \"{url}\"\n"));
        assert!(backup_of(now_in) == bytes, "{from}");
        assert_eq!(done(now_in, &["standings"]), standings, "{from}");
    }
}
