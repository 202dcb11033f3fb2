//! Watching matches: nobody misses the last version, nobody is waited for, and nothing stays.
//!
//! `WATCHED` is the number of matches, 100 unless set, and `WATCHERS` that of those who watch each,
//! 10 unless set.

use std::{
    env,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use rondel::{
    host::{Table, Watcher},
    matchplay::{Command, MatchId, MoveInput, Person, Place},
    rules::{Color, Ruleset},
};
use tokio::{task::JoinSet, time::timeout};

use crate::noon::{NOON, Noon};

fn number(name: &str, usual: usize) -> usize {
    env::var(name).map_or(usual, |text| text.parse().expect("a number"))
}

/// Returns the resident memory of this process, in bytes.
fn resident() -> usize {
    let pages = std::fs::read_to_string("/proc/self/statm").expect("this is Linux");
    let pages = pages.split(' ').nth(1).and_then(|pages| pages.parse().ok());
    pages.map_or(0, |pages: usize| pages * 4_096)
}

/// Makes the next of three moves, and returns the version after it.
async fn move_on(noon: &Noon, id: MatchId) -> u64 {
    let state = noon.host.state(id).await.unwrap().unwrap();
    let mv = ["Nc3", "l4", "r3"][state.ply() as usize].to_owned();
    let mv = MoveInput::Typed(mv);
    let command = Command::Move { mv, claim: false };
    let mover = state.to_move().expect("somebody to move");
    let done = noon.host.submit(id, mover, &command, None, None);
    done.await.expect("it is legal").change.after.version()
}

/// Begins a match of three people who play no other.
async fn begin(noon: &Noon, number: u128) -> MatchId {
    let people = [1, 2, 3].map(|seat| Person(10 * number + seat));
    let table = Table {
        ruleset: String::from("three-man"),
        options: Ruleset::THREE_MAN,
        place: Place::new(&format!("console/{number}")),
        seat: Some(Color::White),
        invited: Vec::new(),
        computers: None,
        rated: true,
        time: None,
        private: false,
    };
    let opened = noon.host.open(&table, people[0], None).await.unwrap();
    let id = opened.change.after.id();
    for person in &people[1..] {
        let join = Command::Join { seat: None };
        let joined = noon.host.submit(id, *person, &join, None, None);
        joined.await.unwrap();
    }
    id
}

#[tokio::test]
async fn a_watcher_hears_the_last_version_however_slow_it_is() {
    let noon = Noon::at(NOON);
    let id = begin(&noon, 0).await;
    assert_eq!(noon.host.watched(), 0);
    let mut watcher = noon.host.watch(id).await.unwrap();
    let mut second = noon.host.watch(id).await.unwrap();
    assert_eq!(noon.host.watched(), 1);
    let nothing = timeout(Duration::ZERO, watcher.changed()).await;
    assert!(nothing.is_err(), "nothing has happened since");
    let mut last = 0;
    for _ in 0..3 {
        last = move_on(&noon, id).await;
    }
    assert_eq!(watcher.changed().await, last);
    let nothing = timeout(Duration::ZERO, watcher.changed()).await;
    assert!(nothing.is_err(), "it has heard of everything");
    assert_eq!(second.version(), last);
    // With the last one goes everything that was kept for them.
    drop(watcher);
    assert_eq!(noon.host.watched(), 1);
    drop(second);
    assert_eq!(noon.host.watched(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_watchers_none_misses_the_last_version_and_each_is_small() {
    let (matches, watchers) = (number("WATCHED", 100), number("WATCHERS", 10));
    let noon = Noon::at(NOON);
    let mut ids = Vec::with_capacity(matches);
    for number in 0..matches {
        ids.push(begin(&noon, number as u128).await);
    }
    let mut watching: Vec<(usize, Watcher)> = Vec::with_capacity(matches * watchers);
    let before = resident();
    for (nth, id) in ids.iter().enumerate() {
        for _ in 0..watchers {
            watching.push((nth, noon.host.watch(*id).await.unwrap()));
        }
    }
    let bytes = resident().saturating_sub(before) / (matches * watchers);
    let lasts: Arc<Vec<AtomicU64>> = Arc::new(ids.iter().map(|_| AtomicU64::new(0)).collect());
    // One in ten never looks before the end: nobody waits for it.
    let slow: Vec<_> = watching.extract_if(.., |(nth, _)| *nth % 10 == 9).collect();
    let mut waiting = JoinSet::new();
    for (nth, mut watcher) in watching {
        let lasts = Arc::clone(&lasts);
        waiting.spawn(async move {
            loop {
                let version = watcher.changed().await;
                let last = lasts[nth].load(Ordering::SeqCst);
                if last != 0 && version == last {
                    return;
                }
            }
        });
    }
    for ply in 0..3 {
        for (nth, id) in ids.iter().enumerate() {
            if ply == 2 {
                // Known before it happens, so that nobody compares too early.
                let state = noon.host.state(*id).await.unwrap().unwrap();
                lasts[nth].store(state.version() + 1, Ordering::SeqCst);
            }
            move_on(&noon, *id).await;
        }
    }
    let heard = timeout(Duration::from_secs(60), waiting.join_all()).await;
    heard.expect("all have heard of the last version");
    for (nth, mut watcher) in slow {
        assert_eq!(watcher.version(), lasts[nth].load(Ordering::SeqCst));
    }
    assert_eq!(noon.host.watched(), 0);
    println!(
        "{matches} matches, {watchers} watchers each: {bytes} bytes a watcher, none missed the last version"
    );
    // Of a hundred, what other tests of this process take meanwhile would tell more.
    assert!(matches < 10_000 || bytes <= 300, "{bytes} bytes a watcher");
}
