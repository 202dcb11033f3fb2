//! `/leaderboard` with 100,000 players in the store: the time from the question to the answer with
//! its picture, on sled, after each match that ends and just after a start.
//!
//! `cargo bench --bench leaderboard`; `LEADERS` sets the number of players (100,000).

mod table;

use std::{
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use rand::{RngExt, SeedableRng, rngs::StdRng};
use rondel::{
    chats::console::PlainMarkup,
    commands::{Account, Incoming, Input, Responder, Speaker, Value},
    host::Host,
    matchplay::{Command, Moment, Person, Place},
    store::{Identity, embedded::Pair},
};
use tokio::runtime::Runtime;

use table::{done, seated};

const ROUNDS: usize = 200;
const SIDE_BY_SIDE: u128 = 256;
const NOW: Moment = Moment(1_767_225_600_000);

fn speaker(number: u128) -> Speaker {
    Speaker {
        identity: Identity::new("console", &format!("player{number}")).expect("an identity"),
        name: format!("Player {number}"),
        account: Account::Person,
        manages: true,
        roles: Vec::new(),
        language: None,
        pass: None,
    }
}

/// Plays a match of three that ends at once: the first two resign, in an order that is drawn.
async fn play(host: Arc<Host>, people: [u128; 3], resigning: [usize; 2]) {
    let people = people.map(Person);
    let place = format!("console/table{}", people[0]);
    let id = seated(&host, &place, people, None).await.id();
    let resign = Command::Resign {
        confirmed: true,
        winner: None,
    };
    for seat in resigning {
        done(&host, id, people[seat], &resign).await;
    }
}

async fn open(directory: &Path) -> (Arc<Host>, Arc<Responder>) {
    let (store, people) = (directory.join("store"), directory.join("people"));
    let stores = Pair::open(&store, &people, false).expect("stores").stores();
    let host = Host::new(stores, Arc::new(|| NOW), Some(1)).await;
    let host = host.expect("a host");
    let markup = Arc::new(PlainMarkup);
    let responder = Responder::new(Arc::clone(&host), markup);
    (host, Arc::new(responder))
}

/// Asks for a page, and draws the answer.
async fn ask(responder: &Responder, asker: u128, scope: &str, page: i64) -> Duration {
    let text = |text: &str| Value::Text(text.to_owned());
    let input = Input::Command {
        name: String::from("leaderboard"),
        options: vec![
            (String::from("scope"), text(scope)),
            (String::from("period"), text("month")),
            (String::from("page"), Value::Integer(page)),
        ],
    };
    let incoming = Incoming::new(speaker(asker), Place::new("console/table0"), input);
    let begun = Instant::now();
    let reply = responder.answer(&incoming).await;
    let picture = responder.picture(&reply).expect("a picture");
    let bytes = picture.draw(responder.usual()).expect("it is drawn");
    assert!(reply.refused().is_none() && bytes.file.len() < 100_000);
    begun.elapsed()
}

fn runtime() -> Runtime {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime")
}

fn report(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    println!(
        "{what}: p50 {:.1} ms, p99 {:.1} ms, longest {:.1} ms",
        at(0.5),
        at(0.99),
        at(1.0)
    );
}

fn main() {
    let players = std::env::var("LEADERS")
        .ok()
        .and_then(|said| said.parse().ok());
    let players: u128 = players.unwrap_or(100_000_u128).next_multiple_of(3);
    let directory = tempfile::tempdir().expect("a directory");
    let mut dice = StdRng::seed_from_u64(7);
    let first = runtime();
    let (host, responder) = first.block_on(open(directory.path()));
    let begun = Instant::now();
    for number in 0..players {
        let speaker = speaker(number);
        let people = host.people();
        let met = people.meet(&speaker.identity, &speaker.name, || Person(number));
        first.block_on(met).expect("somebody is met");
    }
    first.block_on(async {
        for lanes in 0..players.div_ceil(3 * SIDE_BY_SIDE) {
            let firsts = lanes * SIDE_BY_SIDE..(lanes + 1) * SIDE_BY_SIDE;
            let firsts = firsts.map(|lane| 3 * lane).filter(|first| *first < players);
            let matches: Vec<_> = firsts
                .map(|first| {
                    let resigning = [[0, 1], [1, 2], [2, 0]][dice.random_range(0..3)];
                    let people = [first, first + 1, first + 2];
                    tokio::spawn(play(Arc::clone(&host), people, resigning))
                })
                .collect();
            for match_ in matches {
                match_.await.expect("it is played");
            }
        }
    });
    println!(
        "{players} players in {} matches, made in {:.0} s",
        players / 3,
        begun.elapsed().as_secs_f64()
    );
    // Drops everything that still runs in the background and holds the store.
    drop((host, responder, first));

    let begun = Instant::now();
    let second = runtime();
    let (host, responder) = second.block_on(open(directory.path()));
    println!("opened in {:.2} s", begun.elapsed().as_secs_f64());
    let pages = i64::try_from(players / 10).expect("a small number");
    let (mut still, mut fresh) = (Vec::new(), Vec::new());
    second.block_on(async {
        let first = ask(&responder, 0, "everywhere", 1).await;
        println!(
            "the first question after it: {:.0} ms",
            first.as_secs_f64() * 1e3
        );
        for round in 0..ROUNDS {
            let asker = dice.random_range(0..players);
            let scope = ["server", "everywhere"][round % 2];
            let page = [1, dice.random_range(1..pages)][round / 2 % 2];
            still.push(ask(&responder, asker, scope, page).await);
            let people = [asker, (asker + 5) % players, (asker + 9) % players];
            play(Arc::clone(&host), people, [0, 1]).await;
            fresh.push(ask(&responder, asker, scope, page).await);
        }
    });
    report("answered with its picture", still);
    report("just after a match has ended", fresh);
}
