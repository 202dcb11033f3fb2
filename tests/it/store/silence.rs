//! Servers of PostgreSQL that answer nothing, though their connections stay open: frozen, or behind something that
//! swallows what is sent. Nobody waits for them for ever.

use std::{
    future::Future,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use fake_discord::FakeDiscord;
use local_postgres::{Proxy, Server};
use rondel::{
    matchplay::Moment,
    store::{
        Append, AppendError, EventStore, ReadMatches,
        postgres::{PostgresAddress, PostgresStore},
    },
};
use tokio::task::JoinHandle;

use super::{
    failover::{Pair, until},
    samples::{append, id, nth_event, request_id},
};
use crate::{discord::Scene, now::now};

/// The longest time from the promotion of a standby to the next move.
const MOVES_AGAIN: Duration = Duration::from_secs(8);
/// The longest time that a store takes to close whose server does not answer.
const CLOSES: Duration = Duration::from_secs(5);
/// The longest time that a program takes to stop then.
const STOPS: Duration = Duration::from_secs(12);

fn store(address: &str) -> Arc<PostgresStore> {
    let address = PostgresAddress::parse(address).unwrap();
    Arc::new(now(PostgresStore::open(&address)).unwrap())
}

/// Somebody who makes one move after the other in a match, as soon as the one before is answered.
struct Mover {
    made: Arc<AtomicU64>,
    enough: Arc<AtomicBool>,
    moving: JoinHandle<u64>,
}

impl Mover {
    fn of(store: &Arc<PostgresStore>, number: u32) -> Mover {
        let (made, enough) = (
            Arc::new(AtomicU64::new(0)),
            Arc::new(AtomicBool::new(false)),
        );
        let (store, counts, ends) = (Arc::clone(store), Arc::clone(&made), Arc::clone(&enough));
        let moving = tokio::spawn(async move {
            let mut version = 0;
            while !ends.load(Ordering::SeqCst) {
                // As a move is made: the match is read, and whether it was asked before.
                let name = format!("{number}/{version}");
                let request_id = request_id(&name);
                let append = Append {
                    request_id,
                    ..append(id(number), version)
                };
                let asked = append.request_id.clone().unwrap();
                if store.load(id(number)).await.is_err() || store.answered(&asked).await.is_err() {
                    continue;
                }
                match store.append(append).await {
                    Ok(appended) => version = appended.version,
                    // Asked again under the same name, as Discord's players do.
                    Err(AppendError::Repeated(answered)) => version = answered.to,
                    Err(AppendError::Store(_)) => {}
                    Err(conflict @ AppendError::Conflict { .. }) => panic!("{conflict}"),
                }
                counts.store(version, Ordering::SeqCst);
            }
            version
        });
        Mover {
            made,
            enough,
            moving,
        }
    }

    fn made(&self) -> u64 {
        self.made.load(Ordering::SeqCst)
    }

    async fn ends(self) -> u64 {
        self.enough.store(true, Ordering::SeqCst);
        self.moving.await.unwrap()
    }
}

/// Waits until something is so, a minute at most.
async fn soon(is: impl Fn() -> bool + Send + 'static) {
    tokio::task::spawn_blocking(move || until(is))
        .await
        .unwrap();
}

async fn moves_on(movers: &[Mover]) {
    let made: Vec<(Arc<AtomicU64>, u64)> = movers
        .iter()
        .map(|mover| (Arc::clone(&mover.made), mover.made()))
        .collect();
    soon(move || {
        made.iter()
            .all(|(made, before)| made.load(Ordering::SeqCst) > before + 1)
    })
    .await;
}

/// Drops a store, and returns the time that it takes.
async fn closes(store: Arc<PostgresStore>) -> Duration {
    let begun = Instant::now();
    let closing = tokio::task::spawn_blocking(move || drop(Arc::into_inner(store).unwrap()));
    closing.await.unwrap();
    begun.elapsed()
}

/// Lets a primary fall silent with a standby promoted `after` that, and returns the time from the promotion until
/// everybody moves again.
async fn moves_again(
    pair: &Pair,
    address: &str,
    after: Duration,
    silence: impl FnOnce(),
) -> Duration {
    let store = store(address);
    let movers: Vec<_> = (0..4).map(|number| Mover::of(&store, number)).collect();
    moves_on(&movers).await;
    silence();
    tokio::time::sleep(after).await;
    pair.standby.promote();
    let promoted = Instant::now();
    moves_on(&movers).await;
    let again = promoted.elapsed();
    let mut versions = Vec::new();
    for mover in movers {
        versions.push(mover.ends().await);
    }
    for (number, version) in (0..).zip(versions) {
        let events = store.load(id(number)).await.unwrap();
        let expected = (0..version).map(|nth| (nth_event(nth), Moment(1_000 + nth as i64)));
        assert_eq!(events, expected.collect::<Vec<_>>(), "of match {number}");
    }
    assert!(closes(store).await < CLOSES);
    again
}

/// The times between the silence and the promotion: at once, while it is being noticed, and long after.
const PROMOTED_AFTER: [u64; 3] = [0, 4, 9];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "waits out real silences: .ci/long silence"]
async fn a_primary_that_is_frozen_is_left_for_the_standby() {
    for after in PROMOTED_AFTER.map(Duration::from_secs) {
        let Some(pair) = Pair::start("standby") else {
            return;
        };
        let address = format!(
            "postgres://rondel@127.0.0.1:{},127.0.0.1:{}/{}",
            pair.primary.port(),
            pair.standby.port(),
            pair.primary.database()
        );
        let again = moves_again(&pair, &address, after, || pair.primary.freeze()).await;
        println!("frozen, promoted after {after:?}: moves again {again:.1?} after the promotion");
        assert!(again <= MOVES_AGAIN, "{again:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "waits out real silences: .ci/long silence"]
async fn a_primary_whose_answers_are_swallowed_is_left_for_the_standby() {
    for after in PROMOTED_AFTER.map(Duration::from_secs) {
        let Some(pair) = Pair::start("standby") else {
            return;
        };
        let swallows = Proxy::to(pair.primary.port()).unwrap();
        let address = format!(
            "postgres://rondel@127.0.0.1:{},127.0.0.1:{}/{}",
            swallows.port(),
            pair.standby.port(),
            pair.primary.database()
        );
        let again = moves_again(&pair, &address, after, || swallows.hold()).await;
        println!(
            "swallowed, promoted after {after:?}: moves again {again:.1?} after the promotion"
        );
        assert!(again <= MOVES_AGAIN, "{again:?}");
    }
}

/// A server of its own, since others use the one of all tests.
fn alone() -> Option<(Server, String)> {
    let server = Server::start(&["fsync=off"])?;
    let address = server.address(&server.database());
    Some((server, address))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "waits out real silences: .ci/long silence"]
async fn a_server_that_goes_on_after_a_while_has_each_move_once() {
    let Some((server, address)) = alone() else {
        return;
    };
    let store = store(&address);
    let movers: Vec<_> = (0..8).map(|number| Mover::of(&store, number)).collect();
    for frozen in [1, 6, 12] {
        moves_on(&movers).await;
        server.freeze();
        tokio::time::sleep(Duration::from_secs(frozen)).await;
        server.thaw();
    }
    moves_on(&movers).await;
    for (number, mover) in (0..).zip(movers) {
        let version = mover.ends().await;
        let events = store.load(id(number)).await.unwrap();
        let expected = (0..version).map(|nth| (nth_event(nth), Moment(1_000 + nth as i64)));
        assert_eq!(events, expected.collect::<Vec<_>>(), "of match {number}");
    }
    // What was given up does not stay there.
    let held = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'rondel'";
    let held = server.ask("postgres", held);
    let held: usize = held[0].parse().unwrap();
    assert!(held <= 12, "{held} connections");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "waits out real silences: .ci/long silence"]
async fn a_store_whose_server_is_frozen_closes_and_its_readers_hear_of_it() {
    let Some((server, address)) = alone() else {
        return;
    };
    let store = store(&address);
    store.append(append(id(1), 0)).await.unwrap();
    server.freeze();
    let begun = Instant::now();
    assert!(store.load(id(1)).await.is_err());
    assert!(
        begun.elapsed() < Duration::from_secs(25),
        "{:?}",
        begun.elapsed()
    );
    assert!(closes(store).await < CLOSES);
}

/// Measures the time that something takes.
async fn timed<T>(work: impl Future<Output = T>) -> (T, Duration) {
    let begun = Instant::now();
    (work.await, begun.elapsed())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "waits out real silences: .ci/long silence"]
async fn a_bot_whose_server_is_frozen_stops_when_it_is_asked_and_at_once_when_asked_twice() {
    for twice in [false, true] {
        let Some((server, address)) = alone() else {
            return;
        };
        let mut scene = Scene::without_bot(FakeDiscord::start().await);
        scene.start(&[("RONDEL_STORE__URL", &address)]).await;
        let ann = scene.players[0].clone();
        server.freeze();
        // Somebody waits for an answer meanwhile.
        drop(ann.slash(&scene.channel, "matches", &[]));
        let bot = scene.bot.take().unwrap();
        bot.terminate();
        if twice {
            scene.discord.bot_gone().await;
            bot.terminate();
        }
        let ((status, said), took) = timed(bot.ended()).await;
        let most = if twice { Duration::from_secs(3) } else { STOPS };
        println!(
            "asked {}, it stopped after {took:.1?}",
            1 + u32::from(twice)
        );
        assert!(took <= most, "{took:?}: {said}");
        assert!(status.code().is_some(), "{said}");
    }
}
