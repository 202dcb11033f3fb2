//! A million events are opened again in time and in bounds.

use std::{env, path::Path, process::Command, sync::Arc, time::Instant};

use rondel::{
    matchplay::Place,
    store::{Append, EventStore, List, ReadMatches, embedded::SledStore},
};

use super::samples::{append, id, listing, request_id};
use crate::now::now;

/// The variable with the path of the child's store. Without it the child does nothing.
const STORE: &str = "RONDEL_MILLION_STORE";
const MATCHES: u32 = 10_000;
const EVENTS: u64 = 100;
const MOST_SECONDS: f64 = 10.0;
const MOST_MEBIBYTES: u64 = 1_024;

fn write(path: &Path) {
    let store = Arc::new(SledStore::open(path).unwrap());
    let runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = { runtime }.worker_threads(2).build().unwrap();
    runtime.block_on(async {
        for version in 0..EVENTS {
            let mut writers = tokio::task::JoinSet::new();
            for number in 0..MATCHES {
                let store = Arc::clone(&store);
                writers.spawn(async move {
                    let place = format!("discord/1234567890123456789/{}", number % 100);
                    let written = store.append(Append {
                        request_id: request_id(&format!("{number}/{version}")),
                        listing: listing(version + 1 < EVENTS, &[&place], &[number.into()]),
                        tell: Some(String::from("console")),
                        ..append(id(number), version)
                    });
                    let notice = written.await.unwrap().notice.unwrap();
                    store.told("console", notice.number).unwrap();
                });
            }
            writers.join_all().await;
        }
    });
}

/// The child: opens the store and prints the time and the memory that it took.
#[test]
fn child() {
    let Some(path) = env::var_os(STORE) else {
        return;
    };
    let start = Instant::now();
    let store = SledStore::open(Path::new(&path)).unwrap();
    let seconds = start.elapsed().as_secs_f64();
    assert_eq!(now(store.load(id(77))).unwrap().len() as u64, EVENTS);
    let place = Place::new("discord/1234567890123456789/77");
    assert!(
        now(store.listed(&List::At(place.clone()), None, usize::MAX))
            .unwrap()
            .is_empty()
    );
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kibibytes = peak.unwrap().trim().trim_end_matches(" kB");
    println!("\nopened {seconds} {kibibytes}");
}

#[test]
#[ignore = "a minute or more, in a release build; .ci/long does it"]
fn a_million_events_are_opened_again() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("store");
    let start = Instant::now();
    write(&path);
    let written = start.elapsed().as_secs_f64();
    let bytes = std::fs::metadata(path.join("db")).unwrap().len() >> 20;
    for round in ["after writing", "once more"] {
        let output = Command::new(env::current_exe().unwrap())
            .args(["--exact", "store::million::child", "--nocapture"])
            .env(STORE, &path)
            .output()
            .unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        let opened = said.lines().find_map(|line| line.strip_prefix("opened "));
        let (seconds, kibibytes) = opened.expect(&said).split_once(' ').unwrap();
        let seconds: f64 = seconds.parse().unwrap();
        let mebibytes = kibibytes.parse::<u64>().unwrap() >> 10;
        println!(
            "1,000,000 events in {MATCHES} matches, {bytes} MiB, written in {written:.0} s: \
             opened {round} in {seconds:.2} s, every row looked over, with {mebibytes} MiB at most"
        );
        assert!(seconds <= MOST_SECONDS && mebibytes <= MOST_MEBIBYTES);
    }
}
