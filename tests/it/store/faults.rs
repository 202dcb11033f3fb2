//! Commits that fail: nothing acknowledged is lost, nothing is doubled, and those who wait hear what
//! became of it.
//!
//! `RONDEL_FAULTS` is the number of commits that fail, 300 unless set.

use std::{
    collections::HashMap,
    env,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use local_postgres::{Fault, Faults};
use rondel::{
    matchplay::Moment,
    store::{
        Append, EventStore, ReadMatches,
        postgres::{PostgresAddress, PostgresStore},
    },
};
use tokio::task::{JoinHandle, yield_now};

use super::samples::{append, id, listing, nth_event, request_id};
use crate::postgres;

/// Matches that are written to at the same time.
const WRITERS: u32 = 24;
/// One commit of so many fails.
const ONE_OF: u32 = 3;

#[test]
fn whatever_happens_to_commits_each_append_is_there_once() {
    let Some(server) = postgres::server() else {
        return;
    };
    let faults = env::var("RONDEL_FAULTS").map_or(300, |text| text.parse().unwrap());
    let database = server.database();
    let proxy = Faults::before(server.port(), 0, 5).unwrap();
    let address = format!("postgres://rondel@127.0.0.1:{}/{database}", proxy.port());
    let address = PostgresAddress::parse(&address).unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = { runtime }.worker_threads(2).enable_time().build();
    let versions = runtime.unwrap().block_on(async {
        let store = Arc::new(PostgresStore::open(&address).await.unwrap());
        proxy.strike(ONE_OF);
        let enough = Arc::new(AtomicBool::new(false));
        let writers: Vec<_> = (0..WRITERS)
            .map(|number| {
                let (store, enough) = (Arc::clone(&store), Arc::clone(&enough));
                tokio::spawn(async move {
                    let mut version = 0;
                    while !enough.load(Ordering::SeqCst) {
                        // Computers and deadlines ask without a request.
                        let name = format!("{number}/{version}");
                        let named = number % 3 > 0;
                        let append = Append {
                            request_id: request_id(&name).filter(|_| named),
                            listing: listing(true, &["hall"], &[7]),
                            tell: Some(String::from("console")),
                            ..append(id(number), version)
                        };
                        let appended = store.append(append).await.unwrap();
                        version += 1;
                        assert_eq!(appended.version, version);
                    }
                    version
                })
            })
            .collect();
        // A writer who fails ends it.
        let all_write = || !writers.iter().any(JoinHandle::is_finished);
        while proxy.struck().len() < faults && all_write() {
            yield_now().await;
            // As many looks as there are appends.
            store.count().await.unwrap();
        }
        enough.store(true, Ordering::SeqCst);
        proxy.strike(0);
        let mut versions = Vec::new();
        for writer in writers {
            versions.push(writer.await.unwrap());
        }
        // Nothing of it is only in memory.
        drop(store);
        let store = PostgresStore::open(&address).await.unwrap();
        let outbox = store.outbox("console", 0, usize::MAX).await.unwrap();
        for (number, version) in (0..).zip(&versions) {
            let events = store.load(id(number)).await.unwrap();
            let expected = (0..*version).map(|nth| (nth_event(nth), Moment(1_000 + nth as i64)));
            assert_eq!(events, expected.collect::<Vec<_>>());
            let rows = outbox.iter().filter(|notice| notice.id == id(number));
            let rows: Vec<_> = rows.map(|notice| (notice.from, notice.to)).collect();
            let expected = (0..*version).map(|nth| (nth, nth + 1));
            assert_eq!(rows, expected.collect::<Vec<_>>());
        }
        assert_eq!(store.count().await, Ok(u64::from(WRITERS)));
        versions
    });
    let mut counts: HashMap<Fault, usize> = HashMap::new();
    for fault in proxy.struck() {
        *counts.entry(fault).or_default() += 1;
    }
    for fault in Fault::ALL {
        println!("{fault:?}: {}", counts.get(&fault).copied().unwrap_or(0));
        assert!(faults < 100 || counts.contains_key(&fault), "{fault:?}");
    }
    let appended: u64 = versions.iter().sum();
    let struck = |kinds: &[Fault]| -> usize {
        let struck = kinds.iter().filter_map(|kind| counts.get(kind));
        struck.sum()
    };
    println!(
        "{} faults, {appended} appended, none lost or doubled; of commits of which nobody knew, {} were done, {} \
         were not, and {} were one or the other",
        proxy.struck().len(),
        struck(&[Fault::CutAfter, Fault::EndedAfter("57P01"), Fault::Warned]),
        struck(&[Fault::CutBefore, Fault::Ended("57P01")]),
        struck(&[Fault::CutAt]),
    );
}
