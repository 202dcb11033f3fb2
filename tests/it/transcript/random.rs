//! Random matches over all rulesets, written in both forms, imported, and replayed to the same
//! events (`RONDEL_RECORDS` of them; `.ci/long records`).

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    thread,
};

use rondel::{
    host::{Clock, Host},
    matchplay::{Event, Moment, Person, Place},
    store::{Append, List, Listing, ReadMatches, check::check, memory::MemoryStore},
    transcript::{Format, Transcript},
};

use super::course::{MOST_PLIES, Played, told};
use crate::now::now;
use crate::store::samples::put;

/// The number of matches that are played unless the environment says otherwise.
const MATCHES: u64 = 60;

/// The number of matches that share a store.
const BATCH: u64 = 50;

/// Endings by ruleset, with how many there were of each.
type Counts = BTreeMap<(String, &'static str), u64>;

#[test]
fn random_matches_come_back_as_they_were() {
    let wanted = std::env::var("RONDEL_RECORDS").ok();
    let wanted = wanted.map_or(MATCHES, |count| count.parse().expect("a number"));
    let next = AtomicU64::new(0);
    let workers = thread::available_parallelism().map_or(1, |many| many.get().min(2));
    let counts = thread::scope(|scope| {
        let work = || {
            let mut counts = Counts::new();
            loop {
                let first = next.fetch_add(BATCH, Ordering::Relaxed);
                if first >= wanted {
                    return counts;
                }
                batch(first..wanted.min(first + BATCH), &mut counts);
            }
        };
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        let mut all = Counts::new();
        for worker in workers {
            for (kind, count) in worker.join().expect("no match fails") {
                *all.entry(kind).or_default() += count;
            }
        }
        all
    });
    for ((ruleset, how), count) in &counts {
        println!("{ruleset:>12} {how:<18} {count:>6}");
    }
    let sum: u64 = counts.values().sum();
    println!(
        "records checked: {sum} matches in both forms, {} kinds of ending",
        counts.len()
    );
    assert_eq!(sum, wanted);
}

/// Everything else than a match from a record that is over would be live, or rated.
#[test]
fn the_host_keeps_only_matches_from_records_that_are_over() {
    let store = Arc::new(MemoryStore::new());
    let clock: Arc<dyn Clock> = Arc::new(|| Moment(0));
    let host = now(Host::new(Arc::clone(&store), clock, Some(1))).unwrap();
    let record = Played::by_plan(0).transcript();
    let people = people_of(&record);
    let events = record.as_imported(&Place::new("here"), &people).unwrap();
    let (_, running) = events.split_last().unwrap();
    let mut unmarked = events.clone();
    if let Event::Opened { imported, .. } = &mut unmarked[0] {
        *imported = None;
    }
    for refused in [&[][..], &events[1..], running, &unmarked] {
        assert!(now(host.import(refused)).is_err());
        assert_eq!(now(store.all(None, usize::MAX)), Ok(vec![]));
    }
    now(host.import(&events)).unwrap();
    assert_eq!(now(store.all(None, usize::MAX)).unwrap().len(), 1);
}

/// Plays the matches of these plans, and sees each through both forms.
fn batch(plans: std::ops::Range<u64>, counts: &mut Counts) {
    let store = Arc::new(MemoryStore::new());
    let clock: Arc<dyn Clock> = Arc::new(|| Moment(1_800_000_000_000));
    let host = now(Host::new(Arc::clone(&store), clock, Some(plans.start))).unwrap();
    let mut matches = 0;
    for plan in plans {
        let played = Played::by_plan(plan);
        assert!(played.state.ply() <= MOST_PLIES);
        let outcome = played.state.outcome().expect("it has ended");
        let kind = (played.state.ruleset().to_owned(), outcome.ending.word());
        *counts.entry(kind).or_default() += 1;
        let record = played.transcript();
        for format in Format::ALL {
            let written = record.written(format);
            let read = Transcript::read(written.as_bytes());
            let read = read.unwrap_or_else(|error| panic!("{plan}: {error}\n{written}"));
            assert_eq!(read, record, "{plan}: {written}");
            let people = people_of(&read);
            let place = Place::new("console/imported");
            let events = read.as_imported(&place, &people).expect("it is over");
            let kept = now(host.import(&events)).expect("it is kept");
            let stored = now(store.load(kept.id())).expect("it is there");
            assert_eq!(told(&stored), told(&played.events), "{plan}: {written}");
            // And it is the same record again, except for its id.
            let names = read.people();
            let name = |Person(number)| names[number as usize - 100].unwrap_or_default().to_owned();
            let mut again = Transcript::of(kept.id(), &stored, name).expect("it has begun");
            (again.id, again.original) = (read.id, read.original);
            assert_eq!(again, record, "{plan}");
            assert_eq!(kept.outcome(), Some(outcome), "{plan}");
            assert_eq!(kept.position(), played.state.position(), "{plan}");
            matches += 1;
        }
        matches += usize::from(keep(&store, &played));
    }
    let report = now(check(store.as_ref(), None)).unwrap();
    assert_eq!((report.findings, report.matches), (vec![], matches));
    assert!(
        now(store.outbox("console", 0, usize::MAX))
            .unwrap()
            .is_empty()
    );
    assert!(
        now(store.listed(&List::At(Place::new("console/imported")), None, usize::MAX))
            .unwrap()
            .is_empty()
    );
}

/// Returns new people for those of a record.
pub(super) fn people_of(record: &Transcript) -> Vec<Person> {
    let count = record.people().len() as u128;
    (100..100 + count).map(Person).collect()
}

/// Keeps a match as it was played, unless an imported one has drawn its id.
fn keep(store: &MemoryStore, played: &Played) -> bool {
    let id = played.state.id();
    if !now(store.load(id)).unwrap().is_empty() {
        return false;
    }
    for (version, (event, at)) in (0..).zip(&played.events) {
        let append = Append {
            id,
            expected: version,
            events: vec![event.clone()],
            at: *at,
            request_id: None,
            listing: Listing::of(&played.state),
            tell: None,
            note: None,
        };
        put(store, append).unwrap();
    }
    true
}
