//! Backups: the same whichever store they are of, refused when anything in them is damaged, and without those
//! who were forgotten since.
//!
//! `RONDEL_BACKUPS_DAMAGED` is the number of damaged files, 300 unless set, and `RONDEL_RESTORES_KILLED` that of
//! restores that are killed, 5 unless set.

mod commands;
mod forgotten;
mod form;
mod killed;
mod moving;
mod regular;
mod running;
mod salvaging;

use std::{
    io::{Read, Write},
    path::Path,
    sync::{Arc, Mutex},
};

use flate2::read::GzDecoder;
use rand::{SeedableRng, rngs::StdRng};
use rondel::{
    matchplay::{Match, MatchId, Moment, Person, Server},
    store::{
        Append, Identity, Listing, StoreError, StoredRow, Stores, Subject,
        audit::{Deed, Entry, Note},
        backup::{
            self, BackupError, BackupItem, BackupReader, BackupSink, CopyScope,
            forgotten::{ForgottenList, StoreKey},
            restore,
        },
        embedded::{FileFilling, Pair},
        memory::MemoryStore,
        postgres::{PostgresAddress, PostgresFilling},
        preferences::{FORGOTTEN, PersonPreferences, ServerPreferences},
    },
};

use super::samples::{append, put, set};
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
        let subject = Subject::Server(server.clone());
        let text = ServerPreferences::default().encode();
        set(&**store, subject, &text, Some(note)).unwrap();
    }
    let person = PersonPreferences::default().encode();
    set(&**store, Subject::Person(Person(4)), &person, None).unwrap();
    set(&**store, Subject::Person(Person(77)), FORGOTTEN, None).unwrap();
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
    now(backup::write(stores, kept.clone(), scope))?;
    let bytes = kept.0.lock().unwrap().clone();
    Ok(bytes)
}

pub(crate) fn backed_up(stores: &Stores) -> Vec<u8> {
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
pub(crate) fn sled_of(bytes: &[u8], directory: &Path) -> Result<Stores, BackupError> {
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
pub(crate) fn lines(bytes: &[u8]) -> Vec<String> {
    let mut text = String::new();
    GzDecoder::new(bytes).read_to_string(&mut text).unwrap();
    text.lines().map(str::to_owned).collect()
}

/// Returns everything in a backup.
pub(crate) fn items(bytes: &[u8]) -> Vec<BackupItem> {
    let mut reader = BackupReader::begin(bytes).unwrap();
    std::iter::from_fn(|| reader.next_item().unwrap()).collect()
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
