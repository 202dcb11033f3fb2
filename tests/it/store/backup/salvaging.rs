//! Damaged stores.

use std::env;

use rand::{SeedableRng, rngs::StdRng};
use rondel::{
    matchplay::MatchId,
    store::{
        StoreError,
        backup::{BackupSink, CopyScope, copy},
        embedded::{FileFilling, Pair, Rescue, check_files},
    },
};

use super::{
    MOST, backed_up, backup,
    commands::{backup_of, done, refused},
    sample, sled_of,
};
use crate::{
    now::now,
    store::damage::{self, damage, files, lay},
};

/// A match that is damaged stops a backup, and a salvage goes on without it.
#[test]
fn a_damaged_match_is_named_and_left_out_by_a_salvage() {
    let directory = tempfile::tempdir().unwrap();
    let bytes = backed_up(&sample(10));
    let (matches, people) = (
        directory.path().join("store"),
        directory.path().join("people"),
    );
    drop(sled_of(&bytes, directory.path()).unwrap());
    let mut damaged = None;
    crate::store::sled::change_rows(&matches, |db| {
        let (key, mut record) = db.scan_prefix(b"l").next().unwrap().unwrap();
        let last = record.len() - 3;
        record[last] ^= 1;
        damaged = Some(key.clone());
        db.insert(key, record).unwrap();
    });
    let id: MatchId = {
        let key = damaged.unwrap();
        let text = std::str::from_utf8(&key[1..10]).unwrap();
        text.trim_end_matches('\0').parse().unwrap()
    };
    let rescue = Rescue::open(&matches, &people).unwrap();
    let stores = now(rescue.stores()).unwrap();
    let strict = backup(&stores, CopyScope::All);
    assert!(matches!(strict, Err(StoreError::Damaged { id: of, .. }) if of == id));
    let salvaged = tempfile::tempdir().unwrap();
    let (new, new_people) = (
        salvaged.path().join("store"),
        salvaged.path().join("people"),
    );
    let mut sink = Box::new(FileFilling::begin(&new, &new_people).unwrap());
    let copied = now(copy(&stores, &mut *sink, CopyScope::Whole(rescue.ids()))).unwrap();
    now(sink.finish()).unwrap();
    assert_eq!(copied.left_out.len(), 1);
    assert!(copied.left_out[0].contains(id.as_str()));
    let saved = Pair::open(&new, &new_people, false).unwrap().stores();
    let all = now(saved.matches.all(None, MOST)).unwrap();
    assert_eq!(all.len(), rescue.ids().len() - 1);
    assert!(!all.contains(&id));
    assert_eq!(now(saved.people.everybody(None, MOST)).unwrap().len(), 41);
}

/// Stores damaged at random places: what a check calls whole is in the new store, and the old one stays as it is.
#[test]
fn what_a_check_calls_whole_is_salvaged() {
    let number = |name| env::var(name).ok().map(|text| text.parse::<u64>().unwrap());
    let cases = number("RONDEL_SALVAGED").unwrap_or(3);
    let directory = tempfile::tempdir().unwrap();
    let (old, new, written) = damage::stores(&directory.path().join("whole"));
    let (mut harmed, mut saved, mut lost) = (0, 0, 0);
    for case in 0..cases {
        let mut dice = StdRng::seed_from_u64(23 << 32 | case);
        let mut damaged = new.clone();
        let context = format!("case {case}: {}", damage(&mut damaged, &old, &mut dice));
        let path = directory.path().join(format!("case-{case}"));
        lay(&damaged, &path);
        let report = now(check_files(&path.join("store"), &path.join("people"))).unwrap();
        let other = directory.path().join(format!("salvaged-{case}"));
        let target = format!("sled:{}", other.join("store").display());
        if report.whole.is_empty() {
            refused(1, &path, &["salvage", "sled:store", &target]);
            lost += written.matches.len();
            harmed += 1;
            continue;
        }
        done(&path, &["salvage", "sled:store", &target]);
        assert!(
            files(&path) == damaged,
            "{context}: the damaged store is another"
        );
        // The same by way of a file.
        let file = other.join("saved.gz").display().to_string();
        done(&path, &["backup", "--damaged", &file]);
        let by_file = directory.path().join(format!("by-file-{case}"));
        std::fs::create_dir(&by_file).unwrap();
        done(&by_file, &["restore", "--without-forgotten", &file]);
        let [one, same] = [&other, &by_file].map(|data| backup_of(data));
        assert!(one == same, "{context}");
        let pair = Pair::open(&other.join("store"), &other.join("people"), false).unwrap();
        let matches = pair.stores().matches;
        for (id, length) in &report.whole {
            let events = now(matches.load(*id)).unwrap();
            assert_eq!(events, written.matches[id][..*length], "{context}: {id}");
        }
        drop((pair, matches));
        let after = now(check_files(&other.join("store"), &other.join("people"))).unwrap();
        assert_eq!(
            (&after.faults, after.damaged()),
            (&Vec::new(), 0),
            "{context}\n{after}"
        );
        assert!(after.whole.len() >= report.whole.len(), "{context}");
        harmed += u32::from(!report.is_whole());
        saved += report.whole.len();
        lost += written.matches.len() - after.matches;
    }
    println!(
        "{cases} salvages, {harmed} of damaged stores: {saved} whole matches saved, {lost} lost"
    );
    assert!(harmed > 0 && saved > 0 && (cases < 12 || lost > 0));
}
