//! Durable moves per second through the host: many matches side by side on sled, every move
//! answered only once it is on disk.
//!
//! `cargo bench --bench host`

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use rondel::{
    host::{Fate, Host, Table},
    matchplay::{Command, Moment, MoveInput, Person, Place},
    rules::{Color, Ruleset},
    store::{Stores, embedded::SledStore, people::People},
};

/// Moves in each match. A position that occurs for the fifth time would end it.
const PLIES: usize = 24;
const KNIGHTS: [[&str; 2]; 3] = [["b1c3", "c3b1"], ["j1k3", "k3j1"], ["r1s3", "s3r1"]];

async fn play(host: Arc<Host>, table: usize) -> Vec<Duration> {
    let people = [1, 2, 3].map(|seat| Person(table as u128 * 10 + seat));
    let opened = host
        .open(
            &Table {
                ruleset: String::from("three-man"),
                options: Ruleset::THREE_MAN,
                place: Place::new(&format!("bench/{table}")),
                seat: Some(Color::White),
                invited: Vec::new(),
                computers: None,
                rated: true,
                time: None,
                private: false,
            },
            people[0],
            None,
        )
        .await
        .expect("a table opens");
    let id = opened.change.after.id();
    if let Some(notice) = opened.notice {
        notice.end(Fate::Told);
    }
    for person in &people[1..] {
        let done = host
            .submit(id, *person, &Command::Join { seat: None }, None, None)
            .await
            .expect("a seat is free");
        if let Some(notice) = done.notice {
            notice.end(Fate::Told);
        }
    }
    let mut times = Vec::with_capacity(PLIES);
    for ply in 0..PLIES {
        let command = Command::Move {
            mv: MoveInput::Typed(KNIGHTS[ply % 3][ply / 3 % 2].to_owned()),
            claim: false,
        };
        let begun = Instant::now();
        let done = host
            .submit(id, people[ply % 3], &command, None, None)
            .await
            .expect("the move is legal");
        times.push(begun.elapsed());
        if let Some(notice) = done.notice {
            notice.end(Fate::Told);
        }
    }
    times
}

fn main() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime");
    for (side_by_side, rounds) in [(1, 20), (16, 20), (64, 20), (256, 5)] {
        let directory = tempfile::tempdir().expect("a directory");
        let store = SledStore::open(&directory.path().join("store")).expect("a store");
        let clock = Arc::new(|| Moment(0));
        let stores = Stores::new(Arc::new(store), People::in_memory());
        let host = runtime.block_on(Host::new(stores, clock, Some(1)));
        let host = host.expect("a host");
        let begun = Instant::now();
        let mut times: Vec<Duration> = runtime.block_on(async {
            let players: Vec<_> = (0..side_by_side)
                .map(|lane| {
                    let host = Arc::clone(&host);
                    tokio::spawn(async move {
                        let mut times = Vec::new();
                        for round in 0..rounds {
                            times.extend(play(Arc::clone(&host), lane * rounds + round).await);
                        }
                        times
                    })
                })
                .collect();
            let mut all = Vec::new();
            for player in players {
                all.extend(player.await.expect("the matches are played"));
            }
            all
        });
        let seconds = begun.elapsed().as_secs_f64();
        times.sort_unstable();
        let at =
            |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
        println!(
            "{side_by_side:3} matches at once: {} moves, {:.0} a second, p50 {:.2} ms, p99 {:.2} ms",
            times.len(),
            times.len() as f64 / seconds,
            at(0.5),
            at(0.99)
        );
    }
}
