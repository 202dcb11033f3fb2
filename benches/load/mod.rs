//! Moves through a host, as many as it takes or at a rate.

use std::{
    ops::Range,
    sync::Arc,
    time::{Duration, Instant},
};

use rondel::{
    host::{Host, NoticeState},
    matchplay::{Command, MatchId, MoveInput, Person},
};
use tokio::{
    sync::{Barrier, Semaphore},
    time::interval,
};

use crate::table::seated;

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

/// Who plays, and how fast.
pub(crate) struct Load {
    pub(crate) players: Range<usize>,
    /// The most moves a second, no matter how long they take, if there are any.
    pub(crate) rate: Option<f64>,
    /// The matches that each player has begun before the first move of all.
    pub(crate) begun: usize,
}

/// Has players make moves in matches of their own until it is over, which is asked with the time of the first.
pub(crate) async fn played(
    host: &Arc<Host>,
    load: Load,
    is_over: impl Fn(Instant) -> bool + Clone + Send + 'static,
) -> Times {
    let ready = Arc::new(Barrier::new(load.players.len() + 1));
    let let_in = load.rate.map(|_| Arc::new(Semaphore::new(0)));
    let players: Vec<_> = load
        .players
        .map(|number| {
            let player = Player {
                host: Arc::clone(host),
                number,
                let_in: let_in.clone(),
            };
            tokio::spawn(player.play(load.begun, Arc::clone(&ready), is_over.clone()))
        })
        .collect();
    ready.wait().await;
    let begun = Instant::now();
    let letting = load.rate.zip(let_in);
    let letting = letting.map(|(rate, let_in)| tokio::spawn(let_in_at(rate, let_in)));
    let mut all = Vec::new();
    for player in players {
        all.extend(player.await.expect("a player"));
    }
    if let Some(letting) = letting {
        letting.abort();
    }
    Times::of(all, begun)
}

/// One who moves for all three of a match, in one match after the other.
struct Player {
    host: Arc<Host>,
    number: usize,
    let_in: Option<Arc<Semaphore>>,
}

/// A match that has begun.
#[derive(Clone, Copy)]
struct Begun {
    id: MatchId,
    people: [Person; 3],
}

impl Player {
    /// Begins matches, waits until all are ready, and plays until it is over, each move once it is let.
    async fn play(
        self,
        begun: usize,
        ready: Arc<Barrier>,
        is_over: impl Fn(Instant) -> bool,
    ) -> Vec<Duration> {
        let mut matches = Vec::with_capacity(begun);
        for table in 0..begun {
            matches.push(self.begin(table).await);
        }
        ready.wait().await;
        let begun = Instant::now();
        let mut times = Vec::new();
        for table in 0.. {
            let Begun { id, people } = match matches.get(table) {
                Some(begun) => *begun,
                None => self.begin(table).await,
            };
            for ply in 0..PLIES {
                if let Some(let_in) = &self.let_in {
                    let_in.acquire().await.expect("it is open").forget();
                }
                if is_over(begun) {
                    return times;
                }
                let command = Command::Move {
                    mv: MoveInput::Typed(nth_move(ply)),
                    claim: false,
                };
                let asked = Instant::now();
                let moved = self
                    .host
                    .submit(id, people[ply % 3], &command, None, None)
                    .await
                    .expect("the move is legal");
                times.push(asked.elapsed());
                if let Some(notice) = moved.notice {
                    notice.end(NoticeState::Delivered);
                }
            }
        }
        times
    }

    /// Opens a table, and seats everybody.
    async fn begin(&self, table: usize) -> Begun {
        let seats = [1, 2, 3].map(|seat| self.number * 1_000_000 + table * 10 + seat);
        let people = seats.map(|number| Person(number as u128));
        let place = format!("bench/{}-{table}", self.number);
        let id = seated(&self.host, &place, people, None).await.id();
        Begun { id, people }
    }
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
