//! Acknowledged appends survive a kill of the process.
//!
//! A child process appends under load and says on its standard output what was acknowledged. It
//! is killed at a random moment; then the store is opened here and looked at.
//!
//! `RONDEL_KILLS` is the number of kills, 5 unless set; `RONDEL_KILLS_SEED` makes the moments
//! repeat.

use std::{
    collections::HashMap,
    env,
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Child, Command, Stdio},
    sync::Arc,
};

use rand::{RngExt, SeedableRng, rngs::StdRng};
use rondel::{
    matchplay::{MatchId, Moment, Person, Place},
    store::{Append, List, RequestId, Store, embedded::SledStore},
};

use tempfile::TempDir;

use super::samples::{append, id, listing, nth_event, request_id};
use crate::{now::now, postgres};

/// The variable with the path of the child's store, or its address in PostgreSQL. Without it the child does nothing.
const STORE: &str = "RONDEL_KILL_STORE";
/// Matches that are written to at the same time.
const WRITERS: u32 = 16;
/// The number of kills of one store before the next is taken, since all of it is read each time.
const KILLS_OF_A_STORE: u64 = 20;

fn open(store: &str) -> Arc<dyn Store> {
    if store.starts_with("postgres:") {
        Arc::new(postgres::open(store))
    } else {
        Arc::new(SledStore::open(Path::new(store)).unwrap())
    }
}

fn name(id: MatchId, version: u64) -> String {
    format!("{id}/{version}")
}

fn nth_append(id: MatchId, expected: u64) -> Append {
    Append {
        request_id: request_id(&name(id, expected + 1)),
        listing: listing(true, &["hall"], &[7]),
        tell: Some(String::from("console")),
        ..append(id, expected)
    }
}

/// The child: appends until it is killed.
#[test]
fn child() {
    let Ok(path) = env::var(STORE) else {
        return;
    };
    let store = open(&path);
    let runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = { runtime }.worker_threads(2).enable_time().build();
    let runtime = runtime.unwrap();
    // What the test harness has said before ends here.
    println!();
    runtime.block_on(async {
        let writers: Vec<_> = (0..WRITERS)
            .map(|number| {
                let store = Arc::clone(&store);
                tokio::spawn(async move {
                    let id = id(number);
                    let events = store.load(id).await.unwrap();
                    for version in events.len() as u64.. {
                        let appended = store.append(nth_append(id, version)).await.unwrap();
                        let notice = appended.notice.unwrap().number;
                        // One line is one write, so that lines are not mixed.
                        let said = format!("acknowledged {id} {} {notice}\n", appended.version);
                        std::io::stdout().lock().write_all(said.as_bytes()).unwrap();
                        if version % 3 == 0 {
                            store.told("console", notice).unwrap();
                        }
                    }
                })
            })
            .collect();
        for writer in writers {
            writer.await.unwrap();
        }
    });
}

fn start(store: &str) -> Child {
    Command::new(env::current_exe().unwrap())
        .args(["--exact", "store::kill::child", "--nocapture"])
        .env(STORE, store)
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .unwrap()
}

/// Lets a child append until it has acknowledged this many, kills it, and returns everything that it
/// had acknowledged by then: match, version, number of the notice.
fn kill_after(store: &str, acknowledgements: usize) -> Vec<(MatchId, u64, u64)> {
    let mut child = start(store);
    let mut said = BufReader::new(child.stdout.take().unwrap());
    let mut seen = Vec::new();
    let mut line = Vec::new();
    while said.read_until(b'\n', &mut line).unwrap() > 0 {
        let text = String::from_utf8_lossy(&line);
        // A line that the kill cut off was not said.
        if let Some(text) = text.strip_suffix('\n')
            && let Some(text) = text.strip_prefix("acknowledged ")
        {
            let words: Vec<&str> = text.split(' ').collect();
            let [id, version, notice] = words.as_slice() else {
                panic!("{text}");
            };
            let numbers = (version.parse().unwrap(), notice.parse().unwrap());
            seen.push((id.parse().unwrap(), numbers.0, numbers.1));
            if seen.len() == acknowledgements {
                child.kill().unwrap();
            }
        }
        line.clear();
    }
    child.wait().unwrap();
    assert!(seen.len() >= acknowledgements, "the child ended by itself");
    seen
}

#[test]
fn nothing_acknowledged_is_lost_in_files() {
    lose_nothing(|| {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().to_str().unwrap().to_owned();
        (path, Some(directory))
    });
}

#[test]
fn nothing_acknowledged_is_lost_in_postgres() {
    if postgres::empty_database().is_some() {
        lose_nothing(|| (postgres::empty_database().unwrap(), None));
    }
}

/// Kills processes that write to stores of this kind, each held until it is not needed any more.
fn lose_nothing(make: impl Fn() -> (String, Option<TempDir>)) {
    let number = |name| env::var(name).ok().map(|text| text.parse::<u64>().unwrap());
    let kills = number("RONDEL_KILLS").unwrap_or(2);
    let seed = number("RONDEL_KILLS_SEED").unwrap_or_else(|| rand::rng().random());
    let mut dice = StdRng::seed_from_u64(seed);
    let (mut named, mut _held) = make();
    let mut acknowledged: HashMap<MatchId, u64> = HashMap::new();
    let mut total = 0;
    for kill in 1..=kills {
        if kill % KILLS_OF_A_STORE == 0 {
            (named, _held) = make();
            acknowledged.clear();
        }
        let after = dice.random_range(1..1_500);
        let seen = kill_after(&named, after);
        total += seen.len();
        for (id, version, _) in &seen {
            let last = acknowledged.entry(*id).or_default();
            *last = (*last).max(*version);
        }
        let store = open(&named);
        let outbox: HashMap<u64, u64> = now(store.outbox("console", 0, usize::MAX))
            .unwrap()
            .iter()
            .map(|notice| (notice.number, notice.to))
            .collect();
        for (id, version) in &acknowledged {
            let events = now(store.load(*id)).unwrap();
            assert!(
                events.len() as u64 >= *version,
                "seed {seed}, kill {kill}: {id} was acknowledged at {version} and is at {}",
                events.len()
            );
            for (before, (event, at)) in (0..).zip(&events) {
                assert_eq!(
                    (event, *at),
                    (&nth_event(before), Moment(1_000 + before as i64))
                );
            }
        }
        for (id, version, notice) in &seen {
            let answered = now(store.answered(&RequestId(name(*id, *version)))).unwrap();
            assert_eq!(answered.unwrap().to, *version, "seed {seed}, kill {kill}");
            let told = (version - 1) % 3 == 0;
            assert!(told || outbox.get(notice) == Some(version));
        }
        let live = now(store.listed(&List::At(Place::new("hall")), None, usize::MAX)).unwrap();
        assert_eq!(live, now(store.all(None, usize::MAX)).unwrap());
        assert_eq!(
            live,
            now(store.listed(&List::Of(Person(7)), None, usize::MAX)).unwrap()
        );
    }
    println!("{kills} kills, {total} acknowledged, none lost (seed {seed})");
}
