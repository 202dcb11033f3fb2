//! A start of the program over many matches: `cargo bench --bench start`. `OPEN` and `ENDED` are how
//! many, 20,000 each unless set.

#![allow(clippy::expect_used)]

use std::{
    env,
    path::Path,
    process,
    sync::Arc,
    time::{Duration, Instant},
};

use rondel::{
    host::Host,
    matchplay::{
        Actor, Command, Event, Match, MatchId, Moment, MoveInput, Person, Place, Table, decide,
        open,
    },
    rules::{Color, Ruleset},
    store::{Append, Listing, embedded::Pair},
};
use tokio::{runtime::Runtime, task::JoinSet};

/// The allocator of the program itself.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const START: Moment = Moment(1_800_000_000_000);

/// The plies of each match: with more, the knights would repeat the position too often.
const PLIES: usize = 20;

/// Appends that wait at the same time.
const SIDE_BY_SIDE: usize = 256;

/// Names the directory on which the program is to start, instead of measuring it.
const STARTS: &str = "STARTS";

/// Knights that go out and back.
const KNIGHTS: [[&str; 2]; 3] = [["b1c3", "c3b1"], ["j1k3", "k3j1"], ["r1s3", "s3r1"]];

fn number(name: &str) -> u32 {
    let number = env::var(name).ok().and_then(|said| said.parse().ok());
    number.unwrap_or(20_000)
}

/// Returns a match under way or one that has ended, as it is written at once.
fn append(number: u32, ends: bool) -> Append {
    let people = [1, 2, 3].map(|seat| Person(u128::from(number) * 10 + seat));
    let opening = Table {
        ruleset: String::from("three-man"),
        options: Ruleset::THREE_MAN,
        place: Place::new(&format!("console/{}", number / 100)),
        seat: Some(Color::White),
        invited: vec![people[1], people[2]],
        computers: None,
        rated: true,
        time: "3d".parse().ok(),
        private: false,
    };
    let mut events = open(&opening, people[0]).expect("a table");
    let joined = [(Color::Gray, people[1]), (Color::Black, people[2])];
    events.extend(joined.map(|(seat, person)| Event::Joined { seat, person }));
    events.push(Event::Started);
    let folded = events.iter().map(|event| (event, START));
    let mut state = Match::fold(MatchId::numbered(number.into()), folded).expect("a match");
    for ply in 0..PLIES {
        let mv = MoveInput::Typed(KNIGHTS[ply % 3][ply / 3 % 2].to_owned());
        let command = Command::Move { mv, claim: false };
        let mover = Actor::Person(people[ply % 3]);
        for event in decide(&state, mover, &command, START).expect("a legal move") {
            state.apply(&event, START);
            events.push(event);
        }
    }
    if ends {
        let reason = String::from("it is over");
        let event = Event::Aborted { reason };
        state.apply(&event, START);
        events.push(event);
    }
    Append {
        id: MatchId::numbered(number.into()),
        expected: 0,
        events,
        at: START,
        request_id: None,
        listing: Listing::of(&state),
        tell: None,
        note: None,
    }
}

fn pair(directory: &Path) -> Pair {
    let (store, people) = (directory.join("store"), directory.join("people"));
    Pair::open(&store, &people, false).expect("stores")
}

fn runtime() -> Runtime {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime")
}

/// Starts on a directory, as a process of its own does.
fn start(directory: &Path) -> Duration {
    let begun = Instant::now();
    let runtime = runtime();
    let pair = pair(directory);
    runtime.block_on(async {
        let host = Host::new(pair.stores(), Arc::new(|| START), None).await;
        let host = host.expect("a host");
        host.outbox("console").await.expect("an outbox");
        host.settle_due().await.expect("a look");
    });
    begun.elapsed()
}

/// Has a process of its own start on a directory: no store that is still being closed is in its way.
fn started(directory: &Path) -> Duration {
    let program = env::current_exe().expect("this program");
    let child = process::Command::new(program)
        .env(STARTS, directory)
        .output();
    let said = String::from_utf8(child.expect("a start").stdout).expect("a number");
    Duration::from_micros(said.trim().parse().expect("a number"))
}

fn main() {
    if let Some(directory) = env::var_os(STARTS) {
        println!("{}", start(Path::new(&directory)).as_micros());
        // What is left to do is to close the store, which is not measured.
        return;
    }
    let (live, ended) = (number("OPEN"), number("ENDED"));
    let directory = tempfile::tempdir().expect("a directory");
    let pair_open = pair(directory.path());
    let first = runtime();
    first.block_on(async {
        let store = pair_open.stores().matches;
        let mut appending = JoinSet::new();
        for number in 0..live + ended {
            if appending.len() == SIDE_BY_SIDE {
                appending.join_next().await;
            }
            let (store, append) = (Arc::clone(&store), append(number, number >= live));
            appending.spawn(async move { store.append(append).await.map(drop) });
        }
        for appended in appending.join_all().await {
            appended.expect("it is written");
        }
    });
    drop((pair_open, first));
    // The first one waits until what was written is closed.
    started(directory.path());
    let mut times: Vec<Duration> = (0..5).map(|_| started(directory.path())).collect();
    times.sort_unstable();
    println!(
        "a start with {live} matches under way and {ended} ended: {:.2} s ({:.2} to {:.2})",
        times[2].as_secs_f64(),
        times[0].as_secs_f64(),
        times[4].as_secs_f64()
    );
}
