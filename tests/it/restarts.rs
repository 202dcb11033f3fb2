//! Matches of computers over all rulesets, played through the host: they end by the rules, and nothing
//! changes where host and files are closed and opened again and again.

use std::{
    num::NonZero,
    ops::RangeInclusive,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use rondel::{
    computer::Level,
    host::{Host, Table},
    matchplay::{Event, MatchId, Moment, Person, Place, Stage},
    rulesets::Rulesets,
    store::{Store, embedded::SledStore, memory::MemoryStore},
};

use crate::now::{nameless, now};

const NOON: Moment = Moment(1_767_225_600_000);

fn host(store: Arc<dyn Store>, seed: u64) -> Arc<Host> {
    now(Host::new(nameless(store), Arc::new(|| NOON), Some(seed))).unwrap()
}

/// Opens a table of computers of this level.
fn opened(host: &Arc<Host>, ruleset: &str, level: Level) -> MatchId {
    let options = Rulesets::preset(ruleset).unwrap();
    let table = Table {
        ruleset: ruleset.to_owned(),
        options,
        place: Place::new("console/table"),
        seat: None,
        invited: vec![],
        computers: Some((options.armies().len() as u8, level)),
        rated: false,
        time: None,
        private: false,
    };
    now(host.open(&table, Person(1), None))
        .unwrap()
        .change
        .after
        .id()
}

/// Plays a match with one host.
fn played(ruleset: &str, level: Level, seed: u64) -> Vec<(Event, Moment)> {
    let host = host(Arc::new(MemoryStore::new()), seed);
    let id = opened(&host, ruleset, level);
    while now(host.let_computer_act()).unwrap() {}
    let state = now(host.state(id)).unwrap().unwrap();
    assert_eq!(state.stage(), Stage::Ended, "{ruleset} {level:?} {seed}");
    assert!(state.outcome().is_some(), "{ruleset} {level:?} {seed}");
    now(host.events(id)).unwrap()
}

/// Plays the same match with hosts of this many turns each, over the same files.
fn resumed(ruleset: &str, level: Level, seed: u64, turns: usize) -> Vec<(Event, Moment)> {
    let directory = tempfile::tempdir().unwrap();
    let open = |path: &Path| host(Arc::new(SledStore::open(path).unwrap()), seed);
    let path = directory.path().join("store");
    let mut at = open(&path);
    let id = opened(&at, ruleset, level);
    loop {
        for _ in 0..turns {
            if !now(at.let_computer_act()).unwrap() {
                return now(at.events(id)).unwrap();
            }
        }
        let before = now(at.events(id)).unwrap();
        drop(at);
        at = open(&path);
        assert_eq!(now(at.events(id)).unwrap(), before);
        // What a start does: it finds the matches that wait.
        now(at.settle_due()).unwrap();
    }
}

/// Plays matches of these levels over all rulesets, as many as the environment names or this number.
fn same_after_restarts(levels: RangeInclusive<u8>, variable: &str, usual: usize) {
    let named = std::env::var(variable).ok();
    let matches = named.map_or(usual, |number| number.parse().unwrap());
    let names = Rulesets::presets().names();
    let levels: Vec<Level> = levels.filter_map(Level::new).collect();
    let next = AtomicUsize::new(0);
    let play_on = || {
        loop {
            let nth = next.fetch_add(1, Ordering::Relaxed);
            if nth >= matches {
                break;
            }
            let ruleset = &names[nth % names.len()];
            let level = levels[(nth / names.len()) % levels.len()];
            let seed = nth as u64;
            let whole = played(ruleset, level, seed);
            let parts = resumed(ruleset, level, seed, 20 + nth % 40);
            assert_eq!(parts, whole, "{ruleset} {level:?} {seed}");
            println!(
                "{ruleset}, level {}: {} events",
                level.number(),
                whole.len()
            );
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(play_on);
        }
    });
}

#[test]
fn matches_of_computers_are_the_same_after_restarts() {
    same_after_restarts(1..=6, "RONDEL_RESUMED", 6);
}

#[test]
#[ignore = "takes most of an hour: .ci/long arena"]
fn matches_of_the_strongest_computers_are_the_same_after_restarts() {
    same_after_restarts(7..=8, "RONDEL_RESUMED_TOP", 12);
}
