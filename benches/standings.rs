//! Standings of 100,000 players: the time to add a match and to work out a page of a leaderboard, a
//! profile and the suspicions of a server; the memory they take, and their size in bytes. And the start
//! of a host on sled with 10,000 matches of 100 moves, with the standings stored and without.
//!
//! `cargo bench --bench standings`

mod table;

use std::{
    fs,
    hint::black_box,
    sync::Arc,
    time::{Duration, Instant},
};

use rand::{RngExt, SeedableRng, rngs::StdRng};
use rondel::{
    host::Host,
    matchplay::{Command, Event, MatchId, Moment, MoveInput, Person, Server, Stage},
    rules::{ByColor, Color, Colors, Ending, OfferAction, Points},
    standings::{Finished, LeaderboardQuery, Month, Sitter, Standings},
    store::{
        Append, EventStore, Listing, ReadMatches, Stores, embedded::SledStore, memory::MemoryStore,
        people::People,
    },
};
use tokio::runtime::Runtime;

use table::{done, seated};

const PLAYERS: u128 = 100_000;
/// Each player plays nine matches on average.
const MATCHES: u32 = 300_000;
const ROUNDS: usize = 200;
/// The number of matches in the store that a host is started on.
const STARTED_WITH: u32 = 10_000;
const START: i64 = 1_767_225_600_000;

/// Makes a match of three in one of 200 servers, within two months.
fn finished(dice: &mut StdRng, number: u32) -> Finished {
    let server = dice.random_range(0..200_u128);
    let mut people = [0; 3];
    for seat in 0..3 {
        people[seat] = loop {
            // Half of the players play on all servers, the others only on their own small one.
            let person = if dice.random_bool(0.5) {
                dice.random_range(0..PLAYERS / 2)
            } else {
                PLAYERS / 2 + server * (PLAYERS / 400) + dice.random_range(0..PLAYERS / 400)
            };
            if !people[..seat].contains(&person) {
                break person;
            }
        };
    }
    let sixths = [[6, 0, 0], [0, 6, 0], [0, 0, 6], [3, 3, 0], [2, 2, 2]];
    let sixths = sixths[dice.random_range(0..5)];
    let server = if people[0] < PLAYERS / 2 { 0 } else { server };
    Finished {
        id: MatchId::numbered(number.into()),
        ended: Moment(START + i64::from(number) * 17_000),
        server: Server::new(&format!("discord/{server}")),
        ruleset: String::from("three-man"),
        played_here: true,
        rated: true,
        seats: ByColor::new(|color: Color| Sitter::Person(Person(people[color.index()]))),
        ending: Ending::LastArmy,
        points: ByColor::new(|color: Color| Points::from_sixths(sixths[color.index()])),
        falls: Vec::new(),
        first_moves: ByColor::default(),
        out_of_time: Colors::NONE,
        called_off_by: None,
        deserters: Vec::new(),
    }
}

/// Plays a match of a hundred moves, which ends in a draw.
async fn play(dice: &mut StdRng) -> Vec<Event> {
    let store = Arc::new(MemoryStore::new());
    loop {
        let host = Host::new(Arc::clone(&store), Arc::new(|| Moment(START)), Some(1));
        let host = host.await.expect("a host");
        let people = [1, 2, 3].map(Person);
        let mut state = seated(&host, "console/hall", people, None).await;
        let id = state.id();
        let mut moves = 0;
        while state.stage() == Stage::Running && moves < 100 {
            let legal = state.position().legal_moves();
            let mv = MoveInput::Typed(legal[dice.random_range(0..legal.len())].to_string());
            let mover = state.to_move().expect("somebody to move");
            state = done(&host, id, mover, &Command::Move { mv, claim: false }).await;
            moves += 1;
        }
        if state.stage() == Stage::Running {
            for person in people {
                done(&host, id, person, &Command::Draw(OfferAction::Offer)).await;
            }
        }
        let events = store.load(id).await.expect("it is there");
        // A match that ended before is played again.
        if moves == 100 {
            return events.into_iter().map(|(event, _)| event).collect();
        }
    }
}

/// Prints how long it takes from the start of a host to the first answer of its standings.
fn start(runtime: &Runtime, dice: &mut StdRng) {
    let dir = tempfile::tempdir().expect("a directory");
    let open = || Arc::new(SledStore::open(dir.path()).expect("a store"));
    let events = runtime.block_on(play(dice));
    let store = open();
    let appends = (0..STARTED_WITH).map(|number| {
        let append = Append {
            id: MatchId::numbered(number.into()),
            expected: 0,
            events: events.clone(),
            at: Moment(START + i64::from(number)),
            request_id: None,
            listing: Listing::default(),
            tell: None,
            note: None,
        };
        let store = Arc::clone(&store);
        runtime.spawn(async move { store.append(append).await.map(drop) })
    });
    for appended in appends.collect::<Vec<_>>() {
        let appended = runtime.block_on(appended).expect("a task");
        appended.expect("it is written");
    }
    drop(store);
    for what in ["without stored standings", "with them"] {
        let store = open();
        let stores = Stores::new(store, People::in_memory());
        let host = runtime.block_on(Host::new(stores, Arc::new(|| Moment(START)), None));
        let host = host.expect("a host");
        let begun = Instant::now();
        let asked = host.standings(|standings| standings.matches());
        let matches = runtime.block_on(asked).expect("standings");
        println!(
            "start {what}: {matches} matches of {} events in {:.3} s",
            events.len(),
            begun.elapsed().as_secs_f64()
        );
    }
}

/// Returns resident memory in MiB, if the system tells it.
fn resident() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let kib = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    kib.unwrap_or_default() / 1024
}

/// Prints how long something takes: the median and the 99th percentile.
fn time(what: &str, rounds: usize, mut work: impl FnMut(usize)) {
    let mut times: Vec<Duration> = (0..rounds)
        .map(|round| {
            let begun = Instant::now();
            work(round);
            begun.elapsed()
        })
        .collect();
    times.sort_unstable();
    let at = |share: f64| times[((rounds - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    println!("{what}: p50 {:.2} ms, p99 {:.2} ms", at(0.5), at(0.99));
}

fn main() {
    let mut dice = StdRng::seed_from_u64(1);
    let before = resident();
    let mut standings = Standings::default();
    let mut folding = Duration::ZERO;
    for number in 0..MATCHES {
        let finished = finished(&mut dice, number);
        let begun = Instant::now();
        standings.apply(&finished);
        folding += begun.elapsed();
    }
    println!(
        "{} players, {} matches: folded in {:.2} s, {} MiB",
        standings.players(),
        standings.matches(),
        folding.as_secs_f64(),
        resident() - before
    );
    let bytes = standings.encode();
    println!(
        "{:.1} MiB as bytes",
        bytes.len() as f64 / f64::from(1 << 20)
    );
    time("written", 5, |_| {
        black_box(standings.encode());
    });
    time("read", 5, |_| {
        black_box(Standings::decode(&bytes));
    });
    let now = Moment(START + i64::from(MATCHES) * 17_000);
    let hidden = |person: Person| person.0.is_multiple_of(50);
    for (what, server, month) in [
        ("page everywhere, all time", None, None),
        ("page everywhere, one month", None, Some(Month::of(now))),
        (
            "page of the largest server",
            Some(Server::new("discord/0")),
            None,
        ),
        (
            "page of a small server",
            Some(Server::new("discord/7")),
            None,
        ),
    ] {
        let query = LeaderboardQuery {
            server,
            ruleset: "three-man",
            month,
            now,
            hidden: &hidden,
        };
        let total = standings.leaderboard(&query, 0, 10, None).total;
        time(&format!("{what}, {total} people"), ROUNDS, |round| {
            let asker = Some(Person(round as u128 * 499));
            let page = round * total / ROUNDS / 10;
            black_box(standings.leaderboard(&query, page, 10, asker));
        });
    }
    time("profile", ROUNDS, |round| {
        let person = Person(round as u128 * 499);
        black_box(standings.profile(person, Some(Person(round as u128 * 499 + 1))));
    });
    time("suspicions of the largest server", 5, |_| {
        black_box(standings.suspicions(&Server::new("discord/0")));
    });
    start(&Runtime::new().expect("a runtime"), &mut dice);
}
