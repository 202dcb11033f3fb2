//! Durable moves per second in PostgreSQL, all of it on this machine: one bare statement a batch, one bare
//! statement a move, and moves through the host, each for as many seconds; then the same with a
//! synchronous standby. At the end the host at half of what it reached.
//!
//! `cargo bench --bench postgres -- 60`, where 60 is the number of seconds of each

mod load;
mod table;

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use local_postgres::Server;
use rondel::{
    host::Host,
    matchplay::{MatchId, Moment},
    store::{
        Stores,
        people::People,
        postgres::{PostgresAddress, PostgresStore},
    },
};
use tokio::runtime::Runtime;
use tokio_postgres::{Client, NoTls};

use load::{Load, PLIES, Times, played};

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

/// Plays on a host in an empty database, at most this many moves a second if a rate is given.
async fn hosted(address: &str, players: usize, seconds: u64, rate: Option<f64>) -> Times {
    let address = PostgresAddress::parse(address).expect("an address");
    let store = PostgresStore::open(&address).await.expect("a store");
    let stores = Stores::new(Arc::new(store), People::in_memory());
    let host = Host::new(stores, Arc::new(|| Moment(0)), Some(1));
    let host = host.await.expect("a host");
    let load = Load {
        players: 0..players,
        rate,
        begun: 1 + seconds as usize * MOVES_OF_A_PLAYER / PLIES,
    };
    let duration = Duration::from_secs(seconds);
    played(&host, load, move |begun| begun.elapsed() > duration).await
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
