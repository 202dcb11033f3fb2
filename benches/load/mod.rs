//! Moves through a host, as many as it takes or at a rate.

use std::{
    ops::Range,
    sync::Arc,
    time::{Duration, Instant},
};

use rondel::{
    host::{Fate, Host, Table},
    matchplay::{Command, MoveInput, Person, Place},
    rules::{Color, Ruleset},
};
use tokio::{sync::Semaphore, time::interval};

/// Moves of knights to and fro, and pawns that step forward after some of them, so that no position comes five
/// times, which would end the match. The files of each army's pawns that are in no knight's way.
const KNIGHTS: [[&str; 2]; 3] = [["b1c3", "c3b1"], ["j1k3", "k3j1"], ["r1s3", "s3r1"]];
const PAWNS: [&str; 3] = ["adefgh", "ilmnop", "qtuvwx"];
/// The rounds of knights' moves between two steps of pawns, and the moves in a match.
const ROUNDS: usize = 6;
pub(crate) const PLIES: usize = 3 * (ROUNDS + 1) * PAWNS[0].len();

/// Returns a move of a match.
pub(crate) fn nth_move(ply: usize) -> String {
    let (army, round) = (ply % 3, ply / 3);
    let (pawn, step) = (round / (ROUNDS + 1), round % (ROUNDS + 1));
    if step == ROUNDS {
        let file = &PAWNS[army][pawn..=pawn];
        return format!("{file}2{file}3");
    }
    KNIGHTS[army][step % 2].to_owned()
}

/// Times of what was done, and how long it took together.
pub(crate) struct Times {
    all: Vec<Duration>,
    seconds: f64,
}

impl Times {
    pub(crate) fn rate(&self) -> f64 {
        self.all.len() as f64 / self.seconds
    }

    pub(crate) fn at(&self, share: f64) -> f64 {
        let place = ((self.all.len().max(1) - 1) as f64 * share) as usize;
        self.all
            .get(place)
            .map_or(0.0, |time| time.as_secs_f64() * 1e3)
    }

    pub(crate) fn of(mut all: Vec<Duration>, begun: Instant) -> Times {
        all.sort_unstable();
        let seconds = begun.elapsed().as_secs_f64();
        Times { all, seconds }
    }

    pub(crate) fn print(&self, what: &str) {
        println!(
            "{what}: {} moves, {:.0} a second, p50 {:.2} ms, p99 {:.2} ms",
            self.all.len(),
            self.rate(),
            self.at(0.5),
            self.at(0.99)
        );
    }
}

/// Has these players make moves in matches of their own until it is over, at most this many a second if a rate is
/// given, no matter how long they take.
pub(crate) async fn played(
    host: &Arc<Host>,
    players: Range<usize>,
    rate: Option<f64>,
    is_over: impl Fn() -> bool + Clone + Send + 'static,
) -> Times {
    let begun = Instant::now();
    let let_in = rate.map(|_| Arc::new(Semaphore::new(0)));
    let letting = rate.zip(let_in.clone());
    let letting = letting.map(|(rate, let_in)| tokio::spawn(let_in_at(rate, let_in)));
    let players: Vec<_> = players
        .map(|player| {
            tokio::spawn(play(
                Arc::clone(host),
                player,
                is_over.clone(),
                let_in.clone(),
            ))
        })
        .collect();
    let mut all = Vec::new();
    for player in players {
        all.extend(player.await.expect("a player"));
    }
    if let Some(letting) = letting {
        letting.abort();
    }
    Times::of(all, begun)
}

/// Plays matches one after the other until it is over, each move once it is let.
async fn play(
    host: Arc<Host>,
    player: usize,
    is_over: impl Fn() -> bool,
    let_in: Option<Arc<Semaphore>>,
) -> Vec<Duration> {
    let mut times = Vec::new();
    for table in 0.. {
        let people = [1, 2, 3].map(|seat| Person((player * 1_000_000 + table * 10 + seat) as u128));
        let opened = host
            .open(
                &Table {
                    ruleset: String::from("three-man"),
                    options: Ruleset::THREE_MAN,
                    place: Place::new(&format!("bench/{player}-{table}")),
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
            let joined = host.submit(id, *person, &Command::Join { seat: None }, None, None);
            if let Some(notice) = joined.await.expect("a seat is free").notice {
                notice.end(Fate::Told);
            }
        }
        for ply in 0..PLIES {
            if is_over() {
                return times;
            }
            let asked = Instant::now();
            if let Some(let_in) = &let_in {
                let_in.acquire().await.expect("it is open").forget();
            }
            let command = Command::Move {
                mv: MoveInput::Typed(nth_move(ply)),
                claim: false,
            };
            let begun = if let_in.is_some() {
                Instant::now()
            } else {
                asked
            };
            let moved = host.submit(id, people[ply % 3], &command, None, None);
            let moved = moved.await.expect("the move is legal");
            times.push(begun.elapsed());
            if let Some(notice) = moved.notice {
                notice.end(Fate::Told);
            }
        }
    }
    times
}

async fn let_in_at(rate: f64, let_in: Arc<Semaphore>) {
    let mut ticks = interval(Duration::from_millis(5));
    let mut owed = 0.0;
    loop {
        ticks.tick().await;
        owed += rate * 0.005;
        let_in.add_permits(owed as usize);
        owed = f64::fract(owed);
    }
}
