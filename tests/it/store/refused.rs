//! Stores that do not open say what is the matter, where, and what helps.
#![cfg(unix)]

use std::{
    fs,
    os::unix::{
        fs::{MetadataExt, PermissionsExt, chown},
        process::CommandExt,
    },
    path::Path,
    process::{Command, Stdio},
};

use crate::console::{Console, Store, rondel};

/// A user who owns nothing.
const NOBODY: u32 = 65_534;

fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|about| about.uid() == 0)
}

/// Runs the program as a user to whom rights matter.
fn start(data: &Path) -> (Option<i32>, String) {
    let mut command = rondel(data);
    command.arg("--data").arg(data).args(["console", "--json"]);
    if is_root() {
        command.uid(NOBODY).gid(NOBODY);
    }
    let output = command.stdin(Stdio::null()).output().unwrap();
    (
        output.status.code(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

fn give_to_nobody(path: &Path) {
    if is_root() {
        let owner = NOBODY.to_string();
        let given = Command::new("chown")
            .args(["-R", &owner])
            .arg(path)
            .status();
        assert!(given.unwrap().success());
    }
}

fn set(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn a_permission_that_is_missing_is_named_with_how_to_give_it() {
    let directory = tempfile::tempdir().unwrap();
    set(directory.path(), 0o755);
    let data = &directory.path().join("data");
    fs::create_dir(data).unwrap();
    let mut console = Console::start(&Store::Files(data.clone()));
    console.done("@ann /play seat:white");
    console.finish();
    give_to_nobody(data);
    assert_eq!(start(data).0, Some(0));
    for (name, mode, right) in [
        ("store/db", 0o400, "write"),
        ("store/db", 0o200, "read"),
        ("store/mark", 0o400, "write"),
        ("store/lock", 0o000, "read"),
        ("store/conf", 0o000, "read"),
        ("store", 0o600, "search"),
        ("people/1/db", 0o400, "write"),
        ("people", 0o600, "search"),
    ] {
        let path = data.join(name);
        let before = fs::metadata(&path).unwrap().mode();
        set(&path, mode);
        let (code, said) = start(data);
        set(&path, before);
        assert_eq!(code, Some(1), "{name}: {said}");
        assert!(said.contains(&path.display().to_string()), "{name}: {said}");
        assert!(said.contains(&format!("may not {right}")), "{name}: {said}");
        assert!(said.contains("chmod") || said.contains("chown"), "{said}");
        assert!(!said.contains("backup"), "{name}: {said}");
    }
    // Files of somebody else are given, not opened to all.
    if is_root() {
        chown(data.join("store/db"), Some(0), Some(0)).unwrap();
        let (_, said) = start(data);
        assert!(said.contains("chown"), "{said}");
    }
}

#[test]
fn a_file_where_a_directory_should_be_is_named() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path();
    for name in ["store", "people"] {
        fs::write(data.join(name), "").unwrap();
        let output = rondel(data)
            .arg("--data")
            .arg(data)
            .args(["console", "--json"])
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{said}");
        let path = data.join(name).display().to_string();
        assert!(said.contains(&path), "{said}");
        assert!(said.contains("is not a directory"), "{said}");
        fs::remove_file(data.join(name)).unwrap();
    }
}
