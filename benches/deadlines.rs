//! Many open matches with deadlines in one process: their cost while they wait, the time of a
//! start, and the delay between a deadline and the events that follow from it.
//!
//! Their deadlines are spread over an hour, and a window follows each. The clock is driven: between
//! two looks it advances by the second that the host waits, and by the time the last look took. So
//! an hour takes minutes, and no look has more time than it would really have.
//!
//! `cargo bench --bench deadlines`; `MATCHES` sets the number of matches (100,000).

mod table;

use std::{
    path::Path,
    process::Command as Process,
    sync::Arc,
    time::{Duration, Instant},
};

use rondel::{
    host::{DrivenClock, Host, NoticeState},
    matchplay::{Moment, Person, TimeLimit},
    store::{ReadMatches, Stores, embedded::SledStore, people::People},
};
use tokio::runtime::Runtime;

use table::seated;

const START: Moment = Moment(1_767_225_600_000);
/// Just below an hour: nobody is reminded, and the windows stay open for a quarter of this.
const LIMIT: &str = "3599s";
/// The seconds over which the starts of the matches are spread.
const SPREAD: u64 = 3_540;
const SIDE_BY_SIDE: usize = 64;

/// Seats three people; White's clock runs from then on.
async fn begin(host: Arc<Host>, number: u128) {
    let people = [0, 1, 2].map(|seat| Person(number * 3 + seat));
    let limit: TimeLimit = LIMIT.parse().expect("a time per move");
    let place = format!("bench/{}", number / 100);
    seated(&host, &place, people, Some(limit)).await;
}

async fn open(directory: &Path, clock: &Arc<DrivenClock>) -> (Arc<SledStore>, Arc<Host>) {
    let store = Arc::new(SledStore::open(&directory.join("store")).expect("a store"));
    let stores = Stores::new(Arc::clone(&store) as _, People::in_memory());
    let host = Host::new(stores, Arc::clone(clock) as _, Some(1)).await;
    (store, host.expect("a host"))
}

fn runtime() -> Runtime {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime")
}

/// Returns resident memory, now and at its peak, in MiB.
fn memory() -> (u64, u64) {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let of = |name: &str| {
        let mut lines = status.lines();
        let line = lines.find_map(|line| line.strip_prefix(name));
        let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
        kib.unwrap_or(0) / 1_024
    };
    (of("VmRSS:"), of("VmHWM:"))
}

/// Opens the matches, one moment after another.
fn build(directory: &Path, matches: u64) {
    let clock = Arc::new(DrivenClock::at(START));
    let runtime = runtime();
    let (_store, host) = runtime.block_on(open(directory, &clock));
    let begun = Instant::now();
    runtime.block_on(async {
        let mut beginning = tokio::task::JoinSet::new();
        for number in 0..matches {
            clock.advance(Duration::from_secs(SPREAD) / u32::try_from(matches).unwrap_or(u32::MAX));
            if beginning.len() == SIDE_BY_SIDE {
                beginning.join_next().await;
            }
            beginning.spawn(begin(Arc::clone(&host), u128::from(number)));
        }
        while beginning.join_next().await.is_some() {}
    });
    println!(
        "{matches} matches begun in {:.1} s",
        begun.elapsed().as_secs_f64()
    );
}

/// Starts a host with these matches and lets an hour pass.
fn run(directory: &Path, matches: usize) {
    // More than ten seconds before the first deadline.
    let clock = Arc::new(DrivenClock::at(START.plus((SPREAD as i64 + 40) * 1_000)));
    let (empty, _) = memory();
    let begun = Instant::now();
    let runtime = runtime();
    let (store, host) = runtime.block_on(open(directory, &clock));
    runtime.block_on(async {
        let outbox = host.outbox("bench").await.expect("an outbox");
        let due = host.settle_due().await.expect("a look");
        let started = begun.elapsed();
        let (waiting, _) = memory();
        println!(
            "started in {:.0} ms, {due} due; {waiting} MiB resident, {empty} MiB before",
            started.as_secs_f64() * 1e3
        );
        let (mut waits, mut looks) = (Vec::new(), Vec::new());
        let until = host.now().plus(3_600 * 1_000);
        let mut last = Duration::ZERO;
        while host.now() < until {
            clock.advance(Duration::from_secs(1) + last);
            let now = host.now();
            let due = store.due(now, None, usize::MAX).await.expect("the index");
            let begun = Instant::now();
            let done = host.settle_due().await.expect("a look");
            last = begun.elapsed();
            assert_eq!(done, due.len(), "something was due and nothing happened");
            looks.push(last);
            // All count as done when the last one is.
            let waited = |due: Moment| Duration::from_millis((now.0 - due.0) as u64) + last;
            waits.extend(due.iter().map(|(due, _)| waited(*due)));
            for notice in outbox.take_all() {
                notice.end(NoticeState::Delivered);
            }
        }
        report("due to done", waits);
        report("a look at what is due", looks);
        let (now, most) = memory();
        println!("after the hour {now} MiB resident, {most} MiB at most");
        let left = store
            .due(host.now(), None, usize::MAX)
            .await
            .expect("the index");
        assert_eq!(left, [], "something was due and was left");
        // Setting the clock moves every deadline with it.
        clock.set(host.now().plus(Moment::DAY));
        let begun = Instant::now();
        let moved = host.settle_due().await.expect("a look");
        println!(
            "the clock set a day ahead: {moved} deadlines followed in {:.1} s",
            begun.elapsed().as_secs_f64()
        );
        let all = store
            .all(None, usize::MAX)
            .await
            .expect("the matches")
            .len();
        assert_eq!(all, matches, "every match is still there");
    });
}

fn report(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    println!(
        "{what}: {} times, p50 {:.0} ms, p99 {:.0} ms, longest {:.0} ms",
        times.len(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
}

fn main() {
    let matches = std::env::var("MATCHES")
        .ok()
        .and_then(|said| said.parse().ok());
    let matches: u64 = matches.unwrap_or(100_000);
    // The measurement runs in a fresh process.
    if let Some(directory) = std::env::var_os("RONDEL_DEADLINES_IN") {
        run(Path::new(&directory), matches as usize);
        return;
    }
    let directory = tempfile::tempdir().expect("a directory");
    build(directory.path(), matches);
    let this = std::env::current_exe().expect("this program");
    let status = Process::new(this)
        .env("RONDEL_DEADLINES_IN", directory.path())
        .env("MATCHES", matches.to_string())
        .status()
        .expect("it runs");
    assert!(status.success());
}
