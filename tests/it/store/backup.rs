//! Backups: the same whichever store they are of, refused when anything in them is damaged, and without those
//! who were forgotten since.
//!
//! `RONDEL_BACKUPS_DAMAGED` is the number of damaged files, 300 unless set.

use std::{
    env, fs,
    io::{Read, Write},
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use rondel::{
    matchplay::{Match, MatchId, Moment, Person, Place, Server},
    store::{
        Append, Identity, List, Listing, PeopleStore, Store, StoreError, StoredRow, Stores,
        Subject,
        audit::{Deed, Entry, Note},
        backup::{
            BackupError, BackupFile, BackupReader, BackupSink, CopyScope, copy,
            forgotten::{ForgottenList, LIST, ListedPeople, StoreKey},
            restore,
        },
        check::check,
        embedded::{FileFilling, Pair, Rescue},
        memory::MemoryStore,
        people::People,
        postgres::{PostgresAddress, PostgresFilling},
        preferences::{FORGOTTEN, PersonPreferences, ServerPreferences},
    },
};

use super::{
    contract::STORES,
    samples::{append, put},
};
use crate::{now::now, postgres, standings::host};

const MOST: usize = usize::MAX;

/// Puts some of everything into a store: matches that have ended and others, people, preferences, what managers
/// did, links, and something that must still be told.
fn fill(stores: &Stores, matches: usize) {
    let store = &stores.matches;
    let mut dice = StdRng::seed_from_u64(23);
    for number in 0..40_u128 {
        let identity = Identity::new("discord", &(1_000 + number).to_string()).unwrap();
        let name = format!("Person {number}");
        let met = stores.people.meet(&identity, &name, || Person(number + 1));
        now(met).unwrap();
    }
    now(stores.people.introduce("Person 3", || Person(99))).unwrap();
    now(StoreKey::of(&**store)).unwrap();
    let host = host::host(store);
    for _ in 0..matches {
        now(host::play(&host, &mut dice));
    }
    // Begun anew, and still running or open.
    for id in now(store.all(None, MOST)).unwrap().into_iter().step_by(3) {
        let events = now(store.load(id)).unwrap();
        let fresh = MatchId::numbered(
            700_000 + u64::from(id.as_bytes()[0]) * 1_000 + id.as_bytes()[2] as u64,
        );
        let live = &events[..(events.len() / 2).max(1)];
        for (expected, (event, at)) in (0..).zip(live) {
            let so_far = events[..=expected].iter();
            let state = Match::fold(fresh, so_far.map(|(event, at)| (event, *at)));
            let append = Append {
                events: vec![event.clone()],
                at: *at,
                listing: Listing::of(&state.unwrap()),
                tell: Some(String::from("discord")),
                ..append(fresh, expected as u64)
            };
            if put(&**store, append).is_err() {
                // The same number twice.
                break;
            }
        }
    }
    let server = Server::new("discord/1");
    for number in 0..5 {
        let note = Note {
            server: server.clone(),
            entry: Entry {
                at: Moment(number),
                by: Person(5),
                deed: Deed::Set {
                    settings: vec![(String::from("theme"), format!("nr{number}"))],
                },
            },
        };
        let set = store.set_preferences(
            Subject::Server(server.clone()),
            ServerPreferences::default().encode(),
            Some(note),
        );
        now(set).unwrap();
    }
    let person = PersonPreferences::default().encode();
    let set = store.set_preferences(Subject::Person(Person(4)), person, None);
    now(set).unwrap();
    let set = store.set_preferences(Subject::Person(Person(77)), FORGOTTEN.to_owned(), None);
    now(set).unwrap();
}

/// A file that is kept in memory.
#[derive(Clone, Debug, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn backup(stores: &Stores, scope: CopyScope<'_>) -> Result<Vec<u8>, StoreError> {
    let kept = Kept::default();
    let people = scope != CopyScope::WithoutPeople;
    let mut file = BackupFile::begin(kept.clone(), people, |_| Ok(()))?;
    now(copy(stores, &mut file, scope))?;
    now(Box::new(file).finish())?;
    let bytes = kept.0.lock().unwrap().clone();
    Ok(bytes)
}

fn backed_up(stores: &Stores) -> Vec<u8> {
    backup(stores, CopyScope::All).unwrap()
}

fn restored(
    bytes: &[u8],
    forgotten: &ForgottenList,
    sink: Box<dyn BackupSink>,
) -> Result<usize, BackupError> {
    let mut reader = BackupReader::begin(bytes)?;
    now(restore(&mut reader, forgotten, sink))
}

/// Returns new stores in a directory, filled from a backup.
fn sled_of(bytes: &[u8], directory: &Path) -> Result<Stores, BackupError> {
    let (matches, people) = (directory.join("store"), directory.join("people"));
    let sink = FileFilling::begin(&matches, &people)?;
    restored(bytes, &ForgottenList::default(), Box::new(sink))?;
    Ok(Pair::open(&matches, &people, false)?.stores())
}

/// Runs on threads of their own: connections live on the runtime in which a filling begins.
fn postgres_of(bytes: &[u8], address: &str) -> Result<Stores, BackupError> {
    let parsed = PostgresAddress::parse(address).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = { runtime }.enable_all().build().unwrap();
    runtime.block_on(async {
        let sink = Box::new(PostgresFilling::begin(&parsed).await?);
        let mut reader = BackupReader::begin(bytes)?;
        restore(&mut reader, &ForgottenList::default(), sink).await
    })?;
    Ok(Arc::new(postgres::open(address)).into())
}

/// Returns the lines of a backup.
fn lines(bytes: &[u8]) -> Vec<String> {
    let mut text = String::new();
    GzDecoder::new(bytes).read_to_string(&mut text).unwrap();
    text.lines().map(str::to_owned).collect()
}

/// Returns the standings, as they are kept.
fn standings(stores: &Stores) -> Vec<u8> {
    now(host::bytes(&host::host(&stores.matches)))
}

/// A store in memory with some of everything.
fn sample(matches: usize) -> Stores {
    let stores: Stores = Arc::new(MemoryStore::new()).into();
    fill(&stores, matches);
    stores
}

#[test]
fn from_store_to_store_and_back_a_backup_is_the_same() {
    let directories = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let first = sample(60);
    let bytes = backed_up(&first);
    let kinds = [
        "key",
        "match",
        "ended",
        "notice",
        "person",
        "preference",
        "note",
        "end",
    ];
    let text = lines(&bytes).join("\n");
    for kind in kinds {
        assert!(
            text.contains(&format!("\n{{\"{kind}\":")),
            "{kind} is missing"
        );
    }
    let expected = standings(&first);
    let sled = sled_of(&bytes, directories[0].path()).unwrap();
    assert_eq!(backed_up(&sled), bytes);
    assert_eq!(standings(&sled), expected);
    let again = sled_of(&backed_up(&sled), directories[1].path()).unwrap();
    assert_eq!(backed_up(&again), bytes);
    for _ in 0..2 {
        let Some(address) = postgres::empty_database() else {
            return;
        };
        let postgres = postgres_of(&bytes, &address).unwrap();
        assert_eq!(backed_up(&postgres), bytes);
        assert_eq!(standings(&postgres), expected);
    }
    println!(
        "backups checked: {} lines, the same from all stores",
        lines(&bytes).len()
    );
}

#[test]
fn what_was_restored_goes_on_as_it_was() {
    let directory = tempfile::tempdir().unwrap();
    let first = sample(30);
    let bytes = backed_up(&first);
    let mut others = vec![sled_of(&bytes, directory.path()).unwrap()];
    if let Some(address) = postgres::empty_database() {
        others.push(postgres_of(&bytes, &address).unwrap());
    }
    for other in others {
        let (one, other) = (&first.matches, &other.matches);
        for place in ["discord/1/2", "console/hall"] {
            let place = Place::new(place);
            for person in (0..40).map(Person) {
                assert_eq!(
                    now(other.latest_ended(&place, person)),
                    now(one.latest_ended(&place, person))
                );
                let list = List::Of(person);
                assert_eq!(
                    now(other.listed(&list, None, MOST)),
                    now(one.listed(&list, None, MOST))
                );
            }
        }
        assert_eq!(now(other.count()), now(one.count()));
        assert_eq!(
            now(other.ended_since(0, MOST)),
            now(one.ended_since(0, MOST))
        );
        assert_eq!(
            now(other.due(Moment(i64::MAX), None, MOST)),
            now(one.due(Moment(i64::MAX), None, MOST))
        );
        let report = now(check(&**other)).unwrap();
        assert_eq!(report.faults, [""; 0]);
        assert_eq!(report.damaged(), 0);
        // New rows come after those that were restored.
        let told = |store: &Arc<dyn Store>| now(store.outbox("discord", 0, MOST)).unwrap();
        let before = told(other).len();
        assert_eq!(before, told(one).len());
        let live = now(other.all(None, MOST)).unwrap();
        let hosts = host::host(other);
        let mut dice = StdRng::seed_from_u64(4);
        let new = now(host::play(&hosts, &mut dice));
        assert!(!live.contains(&new));
        assert_eq!(
            now(other.ended_since(0, MOST)).unwrap().len(),
            now(one.ended_since(0, MOST)).unwrap().len() + 1
        );
    }
}

#[test]
fn nothing_is_overwritten() {
    let bytes = backed_up(&sample(3));
    let directory = tempfile::tempdir().unwrap();
    drop(sled_of(&bytes, directory.path()).unwrap());
    let again = sled_of(&bytes, directory.path());
    assert!(matches!(
        again,
        Err(BackupError::Store(StoreError::Failed(_)))
    ));
    let Some(address) = postgres::empty_database() else {
        return;
    };
    let open = postgres_of(&bytes, &address).unwrap();
    let again = postgres_of(&bytes, &address);
    assert!(matches!(
        again,
        Err(BackupError::Store(StoreError::InUse { .. }))
    ));
    drop(open);
    let again = postgres_of(&bytes, &address);
    assert!(matches!(
        again,
        Err(BackupError::Store(StoreError::Failed(_)))
    ));
}

#[test]
fn a_backup_without_people_names_nobody() {
    let stores = sample(10);
    let bytes = backup(&stores, CopyScope::WithoutPeople).unwrap();
    let text = lines(&bytes).join("\n");
    assert!(text.contains("\"match\":") && text.contains("\"preference\":{\"subject\":\"server "));
    for absent in [
        "\"person\":{",
        "Person 3",
        "\"subject\":\"person ",
        "\"key\":",
    ] {
        assert!(!text.contains(absent), "{absent}");
    }
    let directory = tempfile::tempdir().unwrap();
    let restored = sled_of(&bytes, directory.path()).unwrap();
    assert_eq!(now(restored.people.everybody(None, 9)), Ok(Vec::new()));
    assert_eq!(standings(&restored), standings(&stores));
}

/// Writes lines as a backup, each with the hash that it would have.
fn rewritten(lines: &[String]) -> Vec<u8> {
    let mut file = GzEncoder::new(Vec::new(), Compression::fast());
    for line in lines {
        writeln!(file, "{line}").unwrap();
    }
    file.finish().unwrap()
}

/// Damages a backup, and returns what it did.
fn damaged(bytes: &[u8], lines: &[String], dice: &mut StdRng) -> (&'static str, Vec<u8>) {
    let mut changed = bytes.to_vec();
    let at = dice.random_range(0..bytes.len());
    let line = dice.random_range(0..lines.len());
    let mut others = lines.to_vec();
    let (what, others) = match dice.random_range(0..8) {
        0 => {
            // The first ten bytes hold what nobody reads, such as a time.
            let at = at.max(10);
            changed[at] ^= 1 << dice.random_range(0..8);
            return ("a bit is another", changed);
        }
        1 => {
            changed.truncate(at);
            return ("the end is missing", changed);
        }
        2 => {
            changed.extend_from_slice(&bytes[..at + 1]);
            return ("more follows", changed);
        }
        3 => {
            others.remove(line);
            ("a line is missing", others)
        }
        4 => {
            others.insert(line, lines[line].clone());
            ("a line is there twice", others)
        }
        5 => {
            others.swap(line, (line + 1) % lines.len());
            ("two lines have changed places", others)
        }
        6 => {
            let mut text = others[line].clone().into_bytes();
            let at = dice.random_range(0..text.len());
            text[at] = if text[at] == b'7' { b'8' } else { b'7' };
            others[line] = String::from_utf8_lossy(&text).into_owned();
            ("a letter is another", others)
        }
        _ => {
            others.truncate(line);
            ("the last lines are missing", others)
        }
    };
    (what, rewritten(&others))
}

#[test]
fn damaged_backups_are_refused_by_their_line_and_nothing_of_them_is_kept() {
    let count = env::var("RONDEL_BACKUPS_DAMAGED").map_or(300, |count| count.parse().unwrap());
    let bytes = backed_up(&sample(20));
    let lines = lines(&bytes);
    assert_eq!(rewritten(&lines), bytes);
    let mut dice = StdRng::seed_from_u64(5);
    let address = postgres::empty_database();
    for number in 0..count {
        let directory = tempfile::tempdir().unwrap();
        let (what, file) = damaged(&bytes, &lines, &mut dice);
        // Most into files; in PostgreSQL it is the server that forgets it.
        let (kept, refused) = match &address {
            Some(address) if number % 10 == 0 => {
                let refused = postgres_of(&file, address).map(drop);
                (
                    !now(postgres::open(address).everybody(None, 1))
                        .unwrap()
                        .is_empty(),
                    refused,
                )
            }
            Some(_) | None => {
                let refused = sled_of(&file, directory.path()).map(drop);
                (
                    directory.path().join("store").exists()
                        || directory.path().join("people").exists(),
                    refused,
                )
            }
        };
        match refused {
            Err(BackupError::Damaged { line, .. }) => {
                assert!(
                    (1..=lines.len() as u64 + 2).contains(&line),
                    "{what}: line {line}"
                );
            }
            other => panic!("{what}: {other:?}"),
        }
        assert!(!kept, "{what}: something is kept");
    }
    println!("damaged backups checked: {count}, each refused by its line");
}

/// Every word with which a line begins, and something that is none: what is not a line is damage, never a
/// panic.
#[test]
fn lines_that_mean_nothing_are_damage() {
    for text in [
        "",
        "{",
        "{}",
        "[1]",
        r#"{"rondel":{}}"#,
        r#"{"match":{"id":"m7k3q","events":[],"tip":""}}"#,
        r#"{"ended":"x"}"#,
    ] {
        let file = rewritten(&[text.to_owned()]);
        let read = BackupReader::begin(&file[..]);
        assert!(
            matches!(read, Err(BackupError::Damaged { line: 1, .. })),
            "{text}"
        );
    }
    assert!(BackupReader::begin(&b"{\"rondel\":1}"[..]).is_err());
}

fn list_in(directory: &Path) -> PathBuf {
    directory.join(LIST)
}

#[test]
fn who_was_forgotten_since_is_left_out() {
    let directory = tempfile::tempdir().unwrap();
    for (name, make) in STORES {
        let path = directory.path().join(name);
        fs::create_dir(&path).unwrap();
        let Some(stores) = make(&path) else { continue };
        fill(&stores, 10);
        let before = backed_up(&stores);
        // The one that was asked for, and whoever is known by the same name alone.
        let sink = FileFilling::begin(&path.join("a"), &path.join("b")).unwrap();
        let list = now(ForgottenOf::one(&stores, Person(4), &path));
        assert_eq!(restored(&before, &list, Box::new(sink)).unwrap(), 1);
        let restored = Pair::open(&path.join("a"), &path.join("b"), false)
            .unwrap()
            .stores();
        let people = now(restored.people.everybody(None, MOST)).unwrap();
        let people: Vec<Person> = people.into_iter().map(|(person, _)| person).collect();
        assert_eq!(people.len(), 39);
        assert!(!people.contains(&Person(4)) && !people.contains(&Person(99)));
        let noted = restored.matches.preference(&Subject::Person(Person(4)));
        assert_eq!(now(noted).unwrap().as_deref(), Some(FORGOTTEN));
    }
}

/// A list of people who were forgotten.
struct ForgottenOf;

impl ForgottenOf {
    /// Has somebody forgotten in a copy of these people.
    async fn one(stores: &Stores, person: Person, directory: &Path) -> ForgottenList {
        let copy = MemoryStore::new();
        for (person, card) in stores.people.everybody(None, MOST).await.unwrap() {
            copy.meet(card, person).await.unwrap();
        }
        let key = StoreKey::of(&*stores.matches).await.unwrap();
        let listed = ListedPeople::over(Arc::new(copy), key, directory).unwrap();
        let people = People::over(Arc::new(listed));
        assert_eq!(people.forget(person).await, Ok(true));
        ForgottenList::read(&list_in(directory)).unwrap()
    }
}

#[test]
fn a_list_of_the_forgotten_tells_nothing_and_survives_a_line_cut_short() {
    let directory = tempfile::tempdir().unwrap();
    let stores = sample(0);
    let list = now(ForgottenOf::one(&stores, Person(1), directory.path()));
    let text = fs::read_to_string(list_in(directory.path())).unwrap();
    assert_eq!((text.len(), text.lines().count()), (65, 1));
    assert!(!text.contains("1000"));
    let key = now(StoreKey::of(&*stores.matches)).unwrap();
    let other: Stores = Arc::new(MemoryStore::new()).into();
    let strange = now(StoreKey::of(&*other.matches)).unwrap();
    let identity = Identity::new("discord", "1000").unwrap();
    assert!(list.holds(&key, &identity) && !list.holds(&strange, &identity));
    // Whoever wrote the last line ended before it was whole.
    let mut cut = text.clone();
    cut.push_str("ab12");
    fs::write(list_in(directory.path()), cut).unwrap();
    let list = now(ForgottenOf::one(&stores, Person(2), directory.path()));
    assert!(list.holds(&key, &identity));
    assert!(list.holds(&key, &Identity::new("discord", "1001").unwrap()));
    let text = fs::read_to_string(list_in(directory.path())).unwrap();
    assert_eq!(text.lines().count(), 2);
}

#[test]
fn without_a_key_nobody_can_be_left_out() {
    let directory = tempfile::tempdir().unwrap();
    let stores: Stores = Arc::new(MemoryStore::new()).into();
    let identity = Identity::new("discord", "7").unwrap();
    let met = stores.people.meet(&identity, "Ann", || Person(7));
    now(met).unwrap();
    let bytes = backed_up(&stores);
    let list = now(ForgottenOf::one(&sample(0), Person(1), directory.path()));
    let (matches, people) = (directory.path().join("m"), directory.path().join("p"));
    let begin = || Box::new(FileFilling::begin(&matches, &people).unwrap());
    let refused = restored(&bytes, &list, begin());
    assert!(matches!(refused, Err(BackupError::NoKey)));
    assert!(!matches.exists());
    assert_eq!(
        restored(&bytes, &ForgottenList::default(), begin()).unwrap(),
        0
    );
}

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
    super::sled::change_rows(&matches, |db| {
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

/// A backup of the first release, which is read for ever.
#[test]
fn a_backup_of_the_first_release_is_read() {
    let bytes = include_bytes!("../../data/backup-1.jsonl.gz");
    let directory = tempfile::tempdir().unwrap();
    let restored = sled_of(bytes, directory.path()).unwrap();
    assert_eq!(lines(&backed_up(&restored)), lines(bytes));
}
