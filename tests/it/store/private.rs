//! Private files: only their owner can read them, since they hold names and ids.
#![cfg(unix)]

use std::{
    fs,
    os::unix::fs::{MetadataExt, PermissionsExt},
    path::{Path, PathBuf},
    process::Stdio,
};

use crate::console::{Console, Store, rondel};

/// Returns the rights of everything below a directory, itself included.
fn modes(path: &Path) -> Vec<(PathBuf, u32)> {
    let about = fs::metadata(path).unwrap();
    let mut found = vec![(path.to_owned(), about.mode() & 0o7777)];
    if about.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            found.extend(modes(&entry.unwrap().path()));
        }
    }
    found
}

#[track_caller]
fn assert_private(path: &Path) {
    for (path, mode) in modes(path) {
        let right = if path.is_dir() { 0o700 } else { 0o600 };
        assert_eq!(mode, right, "{} has {mode:o}", path.display());
    }
}

fn open_to_all(path: &Path) {
    for (path, _) in modes(path) {
        let right = if path.is_dir() { 0o755 } else { 0o644 };
        fs::set_permissions(path, fs::Permissions::from_mode(right)).unwrap();
    }
}

#[test]
fn everything_below_data_is_its_owners_alone() {
    let directory = tempfile::tempdir().unwrap();
    // Neither is there yet.
    let data = directory.path().join("below/data");
    let mut console = Console::start(&Store::Files(directory.path().to_owned()));
    console.done("@ann /play seat:white");
    console.finish();
    let play = |said: &[u8]| {
        let mut child = rondel(directory.path())
            .arg("--data")
            .arg(&data)
            .env("RONDEL_LOG__LEVEL", "info")
            .args(["console", "--json", "--seed", "1"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), said).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        String::from_utf8(output.stderr).unwrap()
    };
    let said = play(b"@ann /play seat:white\n@ben /play\n@ben /forget-me confirm:true\n");
    assert!(!said.contains("closed to others"), "{said}");
    assert_private(&data);
    // Rights that an earlier version left open are closed, and the log says so.
    fs::create_dir_all(data.join("backups")).unwrap();
    for beside in ["table", "console-history", "backups/forgotten"] {
        let path = data.join(beside);
        if !path.exists() {
            fs::write(path, "").unwrap();
        }
    }
    open_to_all(&data);
    let said = play(b"@ann /matches\n");
    assert!(said.contains("closed to others"), "{said}");
    assert!(said.contains(&data.display().to_string()), "{said}");
    assert_private(&data);
    // Looking leaves nothing open behind.
    open_to_all(&data);
    let output = rondel(directory.path())
        .arg("--data")
        .arg(&data)
        .args(["standings", "--rebuild"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_private(&data);
}

/// `--data /tmp` must not close it to everybody else.
#[test]
fn a_directory_that_many_share_is_left_as_it_is() {
    let directory = tempfile::tempdir().unwrap();
    let shared = directory.path().join("shared");
    fs::create_dir(&shared).unwrap();
    fs::set_permissions(&shared, fs::Permissions::from_mode(0o1777)).unwrap();
    // First it is empty, then there is nothing in it but what is ours.
    for _ in 0..2 {
        let mut console = Console::start(&Store::Files(shared.clone()));
        console.done("@ann /play seat:white");
        console.finish();
        assert_eq!(fs::metadata(&shared).unwrap().mode() & 0o7777, 0o1777);
    }
    assert_private(&shared.join("store"));
    assert_private(&shared.join("people"));
}
