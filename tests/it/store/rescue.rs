//! Damaged stores, and what can be rescued from them.

use std::{
    fs,
    path::Path,
    process::{Output, Stdio},
};

use rondel::matchplay::MatchId;

use super::sled::change_rows;
use crate::console::{Console, Store, rondel};

fn console(data: &Path) -> Console {
    Console::start(&Store::Files(data.to_owned()))
}

pub(crate) fn run(data: &Path, arguments: &[&str]) -> Output {
    rondel(data)
        .arg("--data")
        .arg(data)
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

pub(crate) fn said(output: Output) -> (Option<i32>, String, String) {
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

/// Plays three matches, and returns their ids.
pub(crate) fn played(data: &Path) -> Vec<String> {
    fs::create_dir_all(data).unwrap();
    let mut console = console(data);
    let ids = ["Nf3", "e4", "d4"].map(|mv| {
        let id = console.three(["ann", "ben", "cy"]);
        console.done(&format!("@ann /move {mv} match:{id}"));
        id
    });
    console.finish();
    ids.to_vec()
}

#[test]
fn whole_matches_are_exported_from_a_store_in_which_others_are_damaged() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path();
    let ids = played(data);
    let export = |id: &str| said(run(data, &["export", "--match", id]));
    let before: Vec<String> = ids.iter().map(|id| export(id).1).collect();
    assert!(before.iter().all(|record| record.contains("ann")));
    // A record of the first one is another one now.
    change_rows(&data.join("store"), |db| {
        let first: MatchId = ids[0].parse().unwrap();
        let mut key = [b"l", &first.as_bytes()[..]].concat();
        key.extend(2_u64.to_be_bytes());
        let mut row = db.get(&key).unwrap().unwrap().to_vec();
        let last = row.len() - 3;
        row[last] ^= 1;
        db.insert(key, row).unwrap();
    });
    let (code, checked, _) = said(run(data, &["check"]));
    assert_eq!(code, Some(1));
    for (id, record) in ids.iter().zip(&before).skip(1) {
        assert!(checked.contains(&format!("{id} is whole: ")), "{checked}");
        let (code, exported, log) = export(id);
        assert_eq!(code, Some(0), "{log}");
        assert_eq!(&exported, record);
    }
    let (code, exported, log) = export(&ids[0]);
    assert_eq!((code, exported.as_str()), (Some(1), ""), "{log}");
    assert!(
        log.contains(&format!("match {} is damaged", ids[0])),
        "{log}"
    );
    // The start says how to get them out.
    let (code, _, log) = said(run(data, &["console", "--json"]));
    assert_eq!(code, Some(1));
    assert!(log.contains("rondel export --match"), "{log}");
    // People who cannot be read cost the names alone.
    fs::write(data.join("people/1/db"), "rubbish").unwrap();
    let (code, exported, _) = export(&ids[1]);
    assert_eq!(code, Some(0));
    assert!(
        !exported.contains("ann") && exported.contains("e4"),
        "{exported}"
    );
}

#[test]
fn a_flipped_byte_in_a_mark_locks_nothing_and_what_is_lost_is_noticed_all_the_same() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path();
    played(data);
    let old = fs::read(data.join("store/db")).unwrap();
    played(data);
    let flip = |mark: &Path, at: usize| {
        let mut bytes = fs::read(mark).unwrap();
        bytes[at] ^= 4;
        fs::write(mark, bytes).unwrap();
    };
    // In a word, the format, the store's number, the count of writes and the sum, of either copy.
    for at in [3, 22, 40, 60, 100, 4_096 + 22, 4_096 + 60] {
        for mark in ["store/mark", "people/1/mark"] {
            flip(&data.join(mark), at);
            let (code, checked, _) = said(run(data, &["check"]));
            assert_eq!(code, Some(0), "{mark} {at}: {checked}");
            let (code, _, log) = said(run(data, &["console", "--json"]));
            assert_eq!(code, Some(0), "{mark} {at}: {log}");
            assert!(log.contains("one copy of the file `mark`"), "{at}: {log}");
            let (code, _, log) = said(run(data, &["console", "--json"]));
            assert_eq!((code, log.as_str()), (Some(0), ""), "{mark} {at}");
        }
    }
    let mark = fs::read(data.join("store/mark")).unwrap();
    for at in [60, 4_096 + 60] {
        fs::write(data.join("store/mark"), &mark).unwrap();
        flip(&data.join("store/mark"), at);
        fs::write(data.join("store/db"), &old).unwrap();
        let (code, _, log) = said(run(data, &["console", "--json"]));
        assert_eq!(code, Some(1), "{at}");
        assert!(log.contains("the latest writes are lost"), "{at}: {log}");
    }
}

#[test]
fn what_can_be_made_anew_locks_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let data = directory.path();
    let ids = played(data);
    let store = data.join("store");
    let snapshot = || {
        let mut names = fs::read_dir(&store).unwrap().map(|entry| entry.unwrap());
        names.find(|entry| entry.file_name().to_string_lossy().starts_with("snap."))
    };
    fs::write(store.join("standings"), "rubbish").unwrap();
    for name in ["conf", "snapshot", "both", "people's conf"] {
        let conf = store.join("conf");
        let damaged = match name {
            "conf" => vec![conf],
            "snapshot" => vec![snapshot().unwrap().path()],
            "both" => vec![conf, snapshot().unwrap().path()],
            _ => vec![data.join("people/1/conf")],
        };
        for path in &damaged {
            let mut bytes = fs::read(path).unwrap();
            // In conf, a digit of the size of a segment.
            let at = if path.ends_with("conf") {
                14
            } else {
                bytes.len() / 2
            };
            bytes[at] ^= 1;
            fs::write(path, bytes).unwrap();
        }
        let (code, checked, _) = said(run(data, &["check"]));
        assert_eq!(code, Some(0), "{name}: {checked}");
        let (code, _, log) = said(run(data, &["console", "--json"]));
        assert_eq!(code, Some(0), "{name}: {log}");
        assert!(log.contains("set aside"), "{name}: {log}");
        for path in &damaged {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let aside = path.with_file_name(format!("aside-{name}"));
            assert!(log.contains(&name) && aside.exists(), "{name}: {log}");
        }
        // Once it is made again, there is nothing more to say.
        let (code, _, log) = said(run(data, &["console", "--json"]));
        assert_eq!((code, log.as_str()), (Some(0), ""), "{name}");
    }
    let (code, _, log) = said(run(data, &["standings"]));
    assert_eq!(code, Some(0), "{log}");
    assert!(log.contains("worked out again"), "{log}");
    let mut console = console(data);
    for id in &ids {
        console.done(&format!("@ben /board match:{id}"));
    }
    console.finish();
}
