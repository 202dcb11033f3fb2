//! Files that were damaged: it is always said, and what is served is as it was written.
//!
//! `RONDEL_DAMAGES` is the number of cases, 150 unless set; `RONDEL_DAMAGES_SEED` chooses them, 1
//! unless set. The results are counted and printed.

use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
};

use rand::{RngExt, SeedableRng, rngs::StdRng};
use rondel::{
    matchplay::{Event, Match, MatchId, Moment, Person, Place},
    store::{
        Append, EventStore, Identity, List, Listing, Notice, ReadMatches, Shelf, StoreError,
        check::{Report, Severity},
        embedded::Rescue,
        embedded::SledStore,
        embedded::check_files,
    },
};

use crate::console::rondel;
use crate::now::{PeopleNow, now, open_people};

use super::{
    check::random_match,
    samples::{append, id, put, request_id},
};

const MATCHES: u32 = 30;
const PEOPLE: u32 = 40;
/// One case in this many is also looked at by the program.
const PROGRAM_EACH: u64 = 10;
/// Of most matches; replaying is what takes the time.
const MOST_EVENTS: usize = 40;

/// Everything that was written, by which the results are judged.
pub(super) struct Written {
    pub(super) matches: BTreeMap<MatchId, Vec<(Event, Moment)>>,
    live: Vec<MatchId>,
    outbox: Vec<Notice>,
}

fn hall() -> Place {
    Place::new("console/table")
}

fn named(number: u32) -> Identity {
    Identity::new("console", &format!("player-{number}")).unwrap()
}

fn people(path: &Path, numbers: std::ops::Range<u32>) {
    let people = open_people(&path.join("people")).unwrap();
    for number in numbers {
        let person = Person(u128::from(number) + 1);
        let met = now(people.meet(&named(number), &format!("Player {number}"), || person));
        assert_eq!(met, Ok(person));
    }
}

/// Writes matches as they are played, in pieces, so that their records lie all over the files.
fn matches(path: &Path, half: usize) {
    let store = SledStore::open(&path.join("store")).unwrap();
    let all: Vec<_> = (0..MATCHES)
        .map(|number| {
            // Some end, and most are still being played.
            let (state, mut events) = random_match(id(number), u64::from(number));
            if number % 8 > 0 {
                events.truncate(MOST_EVENTS);
            }
            let folded = events.iter().map(|event| (event, Moment(0)));
            (Match::fold(state.id(), folded).unwrap(), events)
        })
        .collect();
    let longest = all.iter().map(|(_, events)| events.len()).max().unwrap();
    let middle = longest / 12 * 6;
    let half = [0..middle, middle..longest][half].clone();
    for at in half.step_by(6) {
        for (state, events) in &all {
            let chunk: Vec<Event> = events.iter().skip(at).take(6).cloned().collect();
            if chunk.is_empty() {
                continue;
            }
            let ended = at + chunk.len() == events.len();
            let mut listing = Listing::of(state);
            if !ended {
                listing.shelf.get_or_insert(Shelf::Public);
            }
            let notice = put(
                &store,
                Append {
                    events: chunk,
                    request_id: request_id(&format!("{}/{at}", state.id())),
                    listing,
                    tell: Some(String::from("console")),
                    ..append(state.id(), at as u64)
                },
            );
            let notice = notice.unwrap().notice.unwrap();
            if !notice.number.is_multiple_of(5) {
                store.told("console", notice.number).unwrap();
            }
        }
    }
}

fn written(path: &Path) -> Written {
    let store = SledStore::open(&path.join("store")).unwrap();
    let ids = now(store.all(None, usize::MAX)).unwrap();
    assert_eq!(ids.len(), MATCHES as usize);
    Written {
        matches: ids
            .into_iter()
            .map(|id| (id, now(store.load(id)).unwrap()))
            .collect(),
        live: now(store.listed(&List::At(hall()), None, usize::MAX)).unwrap(),
        outbox: now(store.outbox("console", 0, usize::MAX)).unwrap(),
    }
}

/// The files below a directory with their bytes.
pub(super) type Files = BTreeMap<PathBuf, Vec<u8>>;

/// Writes stores into a directory. Returns their files when half was written, and at the end, and everything that was.
pub(super) fn stores(path: &Path) -> (Files, Files, Written) {
    matches(path, 0);
    people(path, 0..PEOPLE / 2);
    let old = files(path);
    matches(path, 1);
    people(path, PEOPLE / 2..PEOPLE);
    let written = written(path);
    (old, files(path), written)
}

/// Returns all files below a directory except empty ones, with their bytes.
pub(super) fn files(path: &Path) -> Files {
    let mut found = BTreeMap::new();
    let mut waiting = vec![path.to_owned()];
    while let Some(directory) = waiting.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let entry = entry.unwrap();
            let name = entry.file_name();
            if entry.file_type().unwrap().is_dir() {
                waiting.push(entry.path());
            } else if name != "lock" && name != "ballast" {
                let relative = entry.path().strip_prefix(path).unwrap().to_owned();
                found.insert(relative, fs::read(entry.path()).unwrap());
            }
        }
    }
    found
}

pub(super) fn lay(files: &Files, to: &Path) {
    for (name, bytes) in files {
        let path = to.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
}

/// Damages one file, and returns how.
pub(super) fn damage(files: &mut Files, old: &Files, dice: &mut StdRng) -> String {
    let names: Vec<PathBuf> = files.keys().cloned().collect();
    // Half of the cases are the matches' own file, which holds the most.
    let name = if dice.random_bool(0.5) {
        PathBuf::from("store/db")
    } else {
        names[dice.random_range(0..names.len())].clone()
    };
    let others: Vec<&PathBuf> = names.iter().filter(|other| **other != name).collect();
    let other = others[dice.random_range(0..others.len())].clone();
    let bytes = files.get_mut(&name).unwrap();
    let length = bytes.len();
    let at = dice.random_range(0..length.max(1));
    let what = match dice.random_range(0..10) {
        0..3 if length > 0 => {
            bytes[at] ^= 1 << dice.random_range(0..8);
            format!("a bit flipped at {at}")
        }
        3 if length > 0 => {
            let end = (at + 64).min(length);
            bytes[at..end].fill_with(|| dice.random());
            format!("64 bytes at {at}")
        }
        4 => {
            bytes.truncate(at);
            format!("cut at {at}")
        }
        5 | 6 if length > 0 => {
            let start = at / 4096 * 4096;
            bytes[start..(start + 4096).min(length)].fill(0);
            format!("a page of zeros at {start}")
        }
        7 => {
            bytes.extend((0..1_000).map(|_| dice.random::<u8>()));
            String::from("rubbish at its end")
        }
        8 => {
            files.remove(&name);
            String::from("deleted")
        }
        _ => match old.get(&name).filter(|_| dice.random_bool(0.6)) {
            Some(before) => {
                *bytes = before.clone();
                String::from("an old copy put back")
            }
            None => {
                let taken = files[&other].clone();
                files.insert(name.clone(), taken);
                format!("replaced by {}", other.display())
            }
        },
    };
    format!("{}: {what}", name.display())
}

/// Opens the matches for playing. Everything that is served is as it was written.
fn plays(path: &Path, written: &Written) -> Result<(), StoreError> {
    let store = SledStore::open(&path.join("store"))?;
    assert_eq!(
        now(store.all(None, usize::MAX))?,
        written.matches.keys().copied().collect::<Vec<_>>()
    );
    for (id, events) in &written.matches {
        assert_eq!(&now(store.load(*id))?, events, "{id}");
    }
    assert_eq!(
        now(store.listed(&List::At(hall()), None, usize::MAX))?,
        written.live
    );
    assert_eq!(now(store.outbox("console", 0, usize::MAX))?, written.outbox);
    Ok(())
}

fn knows(path: &Path) -> Result<(), StoreError> {
    let people = open_people(&path.join("people"))?;
    for number in 0..PEOPLE {
        let person = Person(u128::from(number) + 1);
        assert_eq!(now(people.find(&named(number)))?, Some(person));
        assert_eq!(people.named(person)?, Some(format!("Player {number}")));
    }
    Ok(())
}

/// The program says the same, without panicking, and ends with 1 if anything is damaged.
fn program_says(path: &Path, report: &Report, context: &str) {
    let output = rondel(path)
        .arg("--data")
        .arg(path)
        .arg("check")
        .output()
        .unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(said, format!("{report}\n"), "{context}");
    let code = i32::from(!report.is_whole());
    assert_eq!(output.status.code(), Some(code), "{context}");
    let log = String::from_utf8(output.stderr).unwrap();
    assert!(!log.contains("panicked"), "{context}: {log}");
}

/// Rescues every match that the check calls whole, and compares it with what was written.
fn rescued(path: &Path, written: &Written, report: &Report, context: &str) -> usize {
    let rescue = Rescue::open(&path.join("store"), &path.join("people"));
    let rescue = rescue.unwrap_or_else(|error| panic!("{context}: {error}"));
    for (id, length) in &report.whole {
        let events = now(rescue.load(*id)).unwrap();
        assert_eq!(events, written.matches[id][..*length], "{context}: {id}");
    }
    for finding in &report.findings {
        let named = report.whole.iter().any(|(id, _)| *id == finding.id);
        assert!(named || now(rescue.load(finding.id)).is_err(), "{context}");
    }
    report.whole.len()
}

/// The program writes out a match that is whole, and none that is damaged.
fn program_exports(path: &Path, report: &Report, context: &str) {
    let export = |id: MatchId| {
        let mut command = rondel(path);
        command.arg("--data").arg(path);
        command
            .args(["export", "--match", id.as_str()])
            .output()
            .unwrap()
    };
    for (id, _) in report.whole.iter().take(1) {
        let output = export(*id);
        let said = String::from_utf8_lossy(&output.stderr);
        // A match that had not begun in an older copy has no record.
        let begun = !said.contains("not-started");
        assert!(output.status.success() || !begun, "{context}: {said}");
        assert_eq!(!output.stdout.is_empty(), begun, "{context}");
    }
    let damaged = report
        .findings
        .iter()
        .filter(|one| one.severity == Severity::Damage);
    for finding in damaged.take(1) {
        let output = export(finding.id);
        assert_eq!(output.status.code(), Some(1), "{context}");
        assert!(output.stdout.is_empty(), "{context}");
    }
}

#[test]
fn damage_is_said_and_never_served() {
    let number = |name| env::var(name).ok().map(|text| text.parse::<u64>().unwrap());
    let cases = number("RONDEL_DAMAGES").unwrap_or(10);
    let seed = number("RONDEL_DAMAGES_SEED").unwrap_or(1);
    let dir = tempfile::tempdir().unwrap();
    let (old, new, written) = stores(&dir.path().join("whole"));
    let (mut said, mut named, mut refused, mut nothing) = (0, 0, 0, 0);
    let mut exported = 0;
    for case in 0..cases {
        let mut dice = StdRng::seed_from_u64(seed << 32 | case);
        let mut damaged = new.clone();
        let what = damage(&mut damaged, &old, &mut dice);
        let context = format!("seed {seed}, case {case}: {what}");
        let path = dir.path().join(format!("case-{case}"));
        lay(&damaged, &path);
        let report = now(check_files(&path.join("store"), &path.join("people")))
            .unwrap_or_else(|error| panic!("{context}: {error}"));
        // Looking changes nothing.
        assert!(files(&path) == damaged, "{context}");
        if case % PROGRAM_EACH == 0 {
            program_says(&path, &report, &context);
            program_exports(&path, &report, &context);
        }
        if !report.is_whole() {
            exported += rescued(&path, &written, &report, &context);
        }
        // A match is whole, or damaged and named, or the store says that there were more.
        let mut listed: Vec<MatchId> = report.whole.iter().map(|(id, _)| *id).collect();
        listed.extend(report.findings.iter().map(|finding| finding.id));
        let missing = written.matches.keys().filter(|id| !listed.contains(id));
        let missing = missing.count();
        assert!(
            missing == 0 || !report.faults.is_empty(),
            "{context}\n{report}"
        );
        for (id, events) in &report.whole {
            let expected = written.matches[id].len();
            // An older file has older matches: then the store says so.
            assert!(
                *events == expected || !report.faults.is_empty(),
                "{context}\n{report}"
            );
        }
        let (played, known) = (plays(&path, &written), knows(&path));
        for outcome in [&played, &known] {
            if let Err(error) = outcome {
                let error = error.to_string();
                assert!(error.contains("rondel check"), "{context}: {error}");
                assert!(!report.is_whole(), "{context}: {error}\n{report}");
            }
        }
        said += u32::from(!report.is_whole());
        named += u32::from(!report.is_whole() && !report.whole.is_empty());
        refused += u32::from(played.is_err() || known.is_err());
        nothing += u32::from(report.is_whole());
        fs::remove_dir_all(path).unwrap();
    }
    println!(
        "{cases} damages (seed {seed}): {said} said, {named} of them with matches still whole, \
         {refused} refused to be played on, {nothing} without effect; none served, \
         {exported} whole matches got out"
    );
    assert!(said > 0 && nothing > 0 && named > 0 && exported > 0);
}
