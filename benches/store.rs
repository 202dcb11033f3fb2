//! Durable appends per second to the store in files, and the time of each.
//!
//! An append is that of a move: an event, its delivery, a row of the outbox, the lists. Half of the
//! rows are delivered. `RONDEL_BENCH_SECONDS` sets how long each number of writers writes (3).

use std::{
    env,
    sync::Arc,
    time::{Duration, Instant},
};

use rondel::{
    matchplay::{Event, MatchId, Moment, Person, Place},
    rules::Color,
    store::{Append, EventStore, Listing, RequestId, Shelf, StoreError, embedded::SledStore},
};

fn move_of(id: MatchId, version: u64) -> Result<Append, Box<dyn std::error::Error>> {
    Ok(Append {
        id,
        expected: version,
        events: vec![Event::Moved {
            color: Color::White,
            mv: "e2e4".parse()?,
        }],
        at: Moment(1_767_225_600_000),
        request_id: Some(RequestId(format!("1234567890123{id}{version}"))),
        listing: Listing {
            shelf: Some(Shelf::Public),
            places: vec![Place::new(
                "discord/1234567890123456789/1234567890123456789",
            )],
            people: (1..=3).map(Person).collect(),
            ..Listing::default()
        },
        tell: Some(String::from("console")),
        note: None,
    })
}

/// Writes to one match until the time is over. Returns the duration of each append.
async fn write(
    store: Arc<SledStore>,
    number: u32,
    until: Instant,
) -> Result<Vec<Duration>, Box<dyn std::error::Error>> {
    let mut times = Vec::new();
    let id = MatchId::numbered(number.into());
    for version in 0.. {
        let append = move_of(id, version)?;
        let start = Instant::now();
        if start >= until {
            break;
        }
        let appended = store.append(append).await?;
        times.push(start.elapsed());
        if let Some(notice) = appended.notice.filter(|_| version % 2 == 0) {
            store.told("console", notice.number)?;
        }
    }
    Ok(times)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seconds = env::var("RONDEL_BENCH_SECONDS").map_or(Ok(3.0), |text| text.parse())?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .build()?;
    println!("writers  appends/s  p50 ms  p99 ms");
    for writers in [1, 16, 64, 256] {
        let dir = tempfile::tempdir()?;
        let store = Arc::new(SledStore::open(dir.path())?);
        let start = Instant::now();
        let until = start + Duration::from_secs_f64(seconds);
        let tasks: Vec<_> = (0..writers)
            .map(|number| {
                let store = Arc::clone(&store);
                runtime.spawn(async move {
                    let written = write(store, number, until).await;
                    written.map_err(|error| StoreError::Failed(error.to_string()))
                })
            })
            .collect();
        let mut times = Vec::new();
        for task in tasks {
            times.extend(runtime.block_on(task)??);
        }
        let elapsed = start.elapsed().as_secs_f64();
        times.sort_unstable();
        let at = |share: f64| {
            let place = (times.len() as f64 * share) as usize;
            let time = times.get(place).copied().unwrap_or_default();
            time.as_secs_f64() * 1_000.0
        };
        let rate = times.len() as f64 / elapsed;
        println!("{writers:7}  {rate:9.0}  {:6.2}  {:6.2}", at(0.5), at(0.99));
    }
    Ok(())
}
