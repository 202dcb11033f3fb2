//! `rondel standings` (interfaces §1).

use std::{path::Path, process::Output};

use crate::console::{Console, Store, rondel};

fn run(data: &Path, arguments: &[&str]) -> Output {
    let mut command = rondel(data);
    command
        .arg("--data")
        .arg(data.join("data"))
        .arg("standings");
    command.args(arguments).output().unwrap()
}

#[track_caller]
fn done(output: &Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), &*said), (Some(0), ""));
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[test]
fn who_leads_is_said_with_names_and_the_rebuild_gives_the_same_each_time() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path();
    // Nothing is there, and looking makes nothing.
    assert_eq!(done(&run(data, &[])), "no match has counted yet\n");
    assert!(!data.join("data").exists());

    std::fs::create_dir_all(data.join("data")).unwrap();
    let mut console = Console::start(&Store::Files(data.join("data")));
    console.three(["ann", "ben", "cy"]);
    console.moves(0, "e4 m4 u4 Nf3");
    console.done("@cy /resign confirm:true");
    console.done("@ben /resign confirm:true");
    let used = run(data, &[]);
    assert_eq!(used.status.code(), Some(1));
    let said = String::from_utf8_lossy(&used.stderr).into_owned();
    assert!(said.contains("in use by another process"), "{said}");
    console.finish();

    let table = "three-man: 3 players\n   \
                 1   1207?  1 match, 1 win, 1.00 points  ann\n   \
                 2    970?  1 match, 0 wins, 0.00 points  ben\n   \
                 2    970?  1 match, 0 wins, 0.00 points  cy\n";
    assert_eq!(done(&run(data, &[])), table);
    let rebuilt = done(&run(data, &["--rebuild"]));
    let (counts, digest) = rebuilt.split_once("\nsha256 ").unwrap();
    assert_eq!(counts, "ends 1\nmatches that count 1\nplayers 3");
    assert_eq!(digest.trim_end().len(), 64);
    let kept = std::fs::read(data.join("data/store/standings")).unwrap();
    assert_eq!(done(&run(data, &["--rebuild"])), rebuilt);
    assert_eq!(
        std::fs::read(data.join("data/store/standings")).unwrap(),
        kept
    );
    assert_eq!(done(&run(data, &[])), table);
}
