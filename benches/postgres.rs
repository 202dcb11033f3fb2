//! Durable moves per second in PostgreSQL, all of it on this machine: one bare statement a batch, one bare
//! statement a move, and moves through the host, each for as many seconds; then the same with a
//! synchronous standby. At the end the host at half of what it reached.
//!
//! `cargo bench --bench postgres -- 60`, where 60 is the number of seconds of each

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use local_postgres::Server;
use rondel::{
    host::{Fate, Host, Table},
    matchplay::{Command, MatchId, Moment, MoveInput, Person, Place},
    rules::{Color, Ruleset},
    store::{
        Stores,
        people::People,
        postgres::{PostgresAddress, PostgresStore},
    },
};
use tokio::{
    runtime::Runtime,
    sync::{Barrier, Semaphore},
    time::interval,
};
use tokio_postgres::{Client, NoTls};

/// Moves of knights to and fro, and pawns that step forward after some of them, so that no position comes five
/// times, which would end the match. The files of each army's pawns that are in no knight's way.
const KNIGHTS: [[&str; 2]; 3] = [["b1c3", "c3b1"], ["j1k3", "k3j1"], ["r1s3", "s3r1"]];
const PAWNS: [&str; 3] = ["adefgh", "ilmnop", "qtuvwx"];
/// The rounds of knights' moves between two steps of pawns, and the moves in a match.
const ROUNDS: usize = 6;
const PLIES: usize = 3 * (ROUNDS + 1) * PAWNS[0].len();

/// Returns a move of a match.
fn nth_move(ply: usize) -> String {
    let (army, round) = (ply % 3, ply / 3);
    let (pawn, step) = (round / (ROUNDS + 1), round % (ROUNDS + 1));
    if step == ROUNDS {
        let file = &PAWNS[army][pawn..=pawn];
        return format!("{file}2{file}3");
    }
    KNIGHTS[army][step % 2].to_owned()
}

/// The largest batch of the bare statement.
const BATCH: usize = 128;
/// The batches of matches of each connection, which take turns.
const GROUPS: usize = 16;
/// The bytes of a move's record, about.
const RECORD: usize = 210;

/// Everything that belongs to moves, as one statement: it moves matches on that are at the version that is
/// expected, and writes what follows from it.
const BARE: &str = "
    WITH asked AS MATERIALIZED (
        SELECT * FROM unnest($1::text[], $2::bigint[], $3::bytea[], $4::text[], $5::bigint[])
            a(id, before, record, name, number)
    ), told AS (
        DELETE FROM outbox o USING asked a WHERE o.realm = 'bench' AND o.number = a.number - $6
    ), held AS MATERIALIZED (
        SELECT m.id FROM match m JOIN asked a USING (id) WHERE m.version = a.before
        ORDER BY m.id FOR UPDATE OF m SKIP LOCKED
    ), known AS (
        INSERT INTO delivery SELECT name, number, id, before, before + 1 FROM asked JOIN held USING (id)
        ON CONFLICT DO NOTHING RETURNING match
    ), moved AS (
        UPDATE match m SET version = a.before + 1, tip = substr(a.record, 1, 32)
        FROM asked a JOIN known k ON k.match = a.id
        WHERE m.id = a.id AND m.version = a.before RETURNING m.id, m.version
    ), logged AS (
        INSERT INTO event SELECT id, version, record FROM moved JOIN asked USING (id)
    ), noted AS (
        INSERT INTO outbox SELECT 'bench', number, id, before, version FROM moved JOIN asked USING (id)
    ), timed AS (
        INSERT INTO due SELECT id, number FROM moved JOIN asked USING (id)
        ON CONFLICT (match) DO UPDATE SET at = excluded.at
    )
    SELECT count(*) FROM moved";

/// Settings of a connection: what lies in arrays is joined by hashes, and tables by their indexes.
const SETTINGS: &str = "SET jit = off; SET enable_seqscan = off; SET enable_mergejoin = off";

/// Times of what was done, and how long it took together.
struct Times {
    all: Vec<Duration>,
    seconds: f64,
}

impl Times {
    fn rate(&self) -> f64 {
        self.all.len() as f64 / self.seconds
    }

    fn at(&self, share: f64) -> f64 {
        let place = ((self.all.len().max(1) - 1) as f64 * share) as usize;
        self.all
            .get(place)
            .map_or(0.0, |time| time.as_secs_f64() * 1e3)
    }

    fn of(mut all: Vec<Duration>, begun: Instant) -> Times {
        all.sort_unstable();
        let seconds = begun.elapsed().as_secs_f64();
        Times { all, seconds }
    }

    fn print(&self, what: &str) {
        println!(
            "{what}: {} moves, {:.0} a second, p50 {:.2} ms, p99 {:.2} ms",
            self.all.len(),
            self.rate(),
            self.at(0.5),
            self.at(0.99)
        );
    }
}

async fn connect(address: &str) -> Client {
    let (client, connection) = tokio_postgres::connect(address, NoTls)
        .await
        .expect("a server");
    tokio::spawn(connection);
    client.batch_execute(SETTINGS).await.expect("settings");
    client
}

/// Moves matches on by the bare statement, in batches of this size, on this many connections.
async fn bare(address: &str, connections: usize, batch: usize, seconds: u64) -> Times {
    let schema = PostgresAddress::parse(address).expect("an address");
    drop(PostgresStore::open(&schema).await.expect("a store"));
    let numbers = Arc::new(AtomicU64::new(1));
    let begun = Instant::now();
    let until = begun + Duration::from_secs(seconds);
    let writers: Vec<_> = (0..connections)
        .map(|nth| {
            let (address, numbers) = (address.to_owned(), Arc::clone(&numbers));
            tokio::spawn(async move {
                let client = connect(&address).await;
                // In turn, as matches are played: one row changed again and again would be slower.
                let first = (nth * GROUPS * batch) as u64;
                let ids = (first..).map(|number| MatchId::numbered(number).to_string());
                let ids: Vec<String> = ids.take(GROUPS * batch).collect();
                let open = "
                    INSERT INTO match SELECT id, 0, '', '{}' FROM unnest($1::text[]) id
                    ON CONFLICT (id) DO UPDATE SET version = 0";
                client.execute(open, &[&ids]).await.expect("matches");
                let statement = client.prepare(BARE).await.expect("a statement");
                let mut times = Vec::new();
                let records = vec![vec![b'x'; RECORD]; batch];
                for (turn, ids) in ids.chunks(batch).cycle().enumerate() {
                    if Instant::now() > until {
                        break;
                    }
                    let version = (turn / GROUPS) as i64;
                    let first = numbers.fetch_add(batch as u64, Ordering::SeqCst) as i64;
                    let numbers: Vec<i64> = (first..first + batch as i64).collect();
                    let names: Vec<String> = numbers
                        .iter()
                        .map(|number| format!("bench/{number}"))
                        .collect();
                    let versions = vec![version; batch];
                    let before = (connections * batch) as i64;
                    let asked = Instant::now();
                    let moved = client
                        .query_one(
                            &statement,
                            &[&ids, &versions, &records, &names, &numbers, &before],
                        )
                        .await
                        .expect("moves");
                    assert_eq!(moved.get::<_, i64>(0), batch as i64);
                    times.extend(std::iter::repeat_n(asked.elapsed(), batch));
                }
                times
            })
        })
        .collect();
    let mut all = Vec::new();
    for writer in writers {
        all.extend(writer.await.expect("a writer"));
    }
    Times::of(all, begun)
}

/// The moves that one player makes in a second, at most about.
const MOVES_OF_A_PLAYER: usize = 60;

/// A match that has begun.
#[derive(Clone, Copy)]
struct Begun {
    id: MatchId,
    people: [Person; 3],
}

/// Opens a table, and seats everybody.
async fn begin(host: &Arc<Host>, player: usize, table: usize) -> Begun {
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
    Begun { id, people }
}

/// Plays matches one after the other for this long once all players are ready, each move once it is let.
async fn play(
    host: Arc<Host>,
    player: usize,
    duration: Duration,
    ready: Arc<Barrier>,
    let_in: Option<Arc<Semaphore>>,
) -> Vec<Duration> {
    let mut begun = Vec::new();
    for table in 0..=duration.as_secs() as usize * MOVES_OF_A_PLAYER / PLIES {
        begun.push(begin(&host, player, table).await);
    }
    ready.wait().await;
    let until = Instant::now() + duration;
    let mut times = Vec::new();
    for table in 0.. {
        let Begun { id, people } = match begun.get(table) {
            Some(begun) => *begun,
            None => begin(&host, player, table).await,
        };
        for ply in 0..PLIES {
            if let Some(let_in) = &let_in {
                let_in.acquire().await.expect("it is open").forget();
            }
            if Instant::now() > until {
                return times;
            }
            let command = Command::Move {
                mv: MoveInput::Typed(nth_move(ply)),
                claim: false,
            };
            let asked = Instant::now();
            let moved = host.submit(id, people[ply % 3], &command, None, None);
            let moved = moved.await.expect("the move is legal");
            times.push(asked.elapsed());
            if let Some(notice) = moved.notice {
                notice.end(Fate::Told);
            }
        }
    }
    times
}

/// Plays on a host in an empty database, at most this many moves a second if a rate is given.
async fn hosted(address: &str, players: usize, seconds: u64, rate: Option<f64>) -> Times {
    let address = PostgresAddress::parse(address).expect("an address");
    let store = PostgresStore::open(&address).await.expect("a store");
    let stores = Stores::new(Arc::new(store), People::in_memory());
    let host = Host::new(stores, Arc::new(|| Moment(0)), Some(1));
    let host = host.await.expect("a host");
    let duration = Duration::from_secs(seconds);
    let ready = Arc::new(Barrier::new(players + 1));
    let let_in = rate.map(|_| Arc::new(Semaphore::new(0)));
    let all: Vec<_> = (0..players)
        .map(|player| {
            let (host, ready) = (Arc::clone(&host), Arc::clone(&ready));
            tokio::spawn(play(host, player, duration, ready, let_in.clone()))
        })
        .collect();
    ready.wait().await;
    let begun = Instant::now();
    let letting = rate.zip(let_in).map(|(rate, let_in)| {
        tokio::spawn(async move {
            let mut ticks = interval(Duration::from_millis(5));
            let mut owed = 0.0;
            loop {
                ticks.tick().await;
                owed += rate * 0.005;
                let_in.add_permits(owed as usize);
                owed = f64::fract(owed);
            }
        })
    });
    let mut times = Vec::new();
    for player in all {
        times.extend(player.await.expect("a player"));
    }
    if let Some(letting) = letting {
        letting.abort();
    }
    Times::of(times, begun)
}

fn measure(runtime: &Runtime, server: &Server, seconds: u64, kind: &str) {
    let address = || server.address(&server.database());
    let lanes = runtime.block_on(bare(&address(), 4, BATCH, seconds));
    lanes.print(&format!("{kind}bare, a statement a batch, 4 connections"));
    let host = runtime.block_on(hosted(&address(), 512, seconds, None));
    host.print(&format!("{kind}host, 512 at once"));
    println!("{kind}host : bare = {:.2}", host.rate() / lanes.rate());
    let few = runtime.block_on(hosted(&address(), 16, seconds / 4, None));
    few.print(&format!("{kind}host, 16 at once"));
    let single = runtime.block_on(bare(&address(), 16, 1, seconds / 4));
    single.print(&format!("{kind}bare, a statement a move, 16 connections"));
    println!(
        "{kind}a statement a batch : a statement a move = {:.1}, host : a statement a move = {:.1}",
        lanes.rate() / single.rate(),
        host.rate() / single.rate()
    );
    let half = host.rate() / 2.0;
    let half = runtime.block_on(hosted(&address(), 512, seconds / 2, Some(half)));
    half.print(&format!("{kind}host, at half of it"));
}

fn main() {
    let seconds = std::env::args().find_map(|argument| argument.parse().ok());
    let seconds = seconds.unwrap_or(10);
    let runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = { runtime }
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime");
    let settings = [
        "max_connections=100",
        "shared_buffers=512MB",
        "max_wal_size=4GB",
    ];
    if let Some(server) = Server::start(&settings) {
        measure(&runtime, &server, seconds, "");
    }
    let with_standby = [&settings[..], &["synchronous_standby_names=standby"]].concat();
    if let Some(server) = Server::start(&with_standby) {
        let _standby = server.standby("standby", server.port(), &settings);
        measure(&runtime, &server, seconds, "with a standby: ");
    }
}
