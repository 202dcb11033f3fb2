//! A month in minutes: people play, leave, come back and fall silent in several servers at once,
//! while the bot is killed or stands still again and again and Discord is away or not at its best.
//! Then a judge who knows nothing of how the bot works compares what was stored and what people saw
//! with what they were promised.
#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "what is looked for is a small part of all events"
)]

mod bot;
mod buttons;
mod course;
mod diary;
mod judge;
mod onlookers;
mod plan;
mod players;
mod report;
mod world;

use std::time::Instant;

use tracing_subscriber::{
    Layer,
    filter::{LevelFilter, Targets},
    layer::SubscriberExt,
    util::SubscriberInitExt,
};

use self::{course::Course, judge::Judge, plan::Scale};

/// Returns a number that the environment may set.
fn number(name: &str, usual: u64) -> u64 {
    let set = std::env::var(name).ok().and_then(|set| set.parse().ok());
    set.unwrap_or(usual)
}

/// Lets it all happen, judges it and prints the figures. What the bot logs goes to the file that
/// `RONDEL_MONTH_LOG` names; of two such tests in a process, of the first.
async fn live(scale: Scale) {
    if let Some(path) = std::env::var_os("RONDEL_MONTH_LOG")
        && !tracing::dispatcher::has_been_set()
    {
        let file = std::fs::File::create(path).expect("a file");
        let lines = tracing_subscriber::fmt::layer()
            .with_writer(std::sync::Mutex::new(file))
            .with_ansi(false);
        let wanted = Targets::new().with_target("rondel", LevelFilter::DEBUG);
        tracing_subscriber::registry()
            .with(lines.with_filter(wanted))
            .init();
    }
    let begun = Instant::now();
    let mut course = Course::new(&scale).await;
    course.run().await;
    let judge = Judge::judge(course, scale.noise).await;
    println!("{}", judge.report(&scale, begun.elapsed()));
    assert!(
        judge.findings.is_empty(),
        "{} findings",
        judge.findings.len()
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes half a minute: .ci/long days"]
async fn a_day_leaves_nothing_undone_done_twice_or_done_too_soon() {
    // Three of them: `.ci/long days`.
    let days = number("RONDEL_DAYS", 1);
    let of = |each: u64| usize::try_from(days * each).expect("a small number");
    let scale = Scale {
        seed: number("RONDEL_MONTH_SEED", 5),
        days: i64::try_from(days).expect("a small number"),
        servers: 2,
        players: 12,
        matches: of(5),
        restarts: of(3),
        gaps: of(4),
        plies: 10,
        noise: 150,
    };
    live(scale).await;
}

/// The month itself: `.ci/long month`.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "takes minutes"]
async fn a_month_leaves_nothing_undone_done_twice_or_done_too_soon() {
    let some = |name: &str, usual| usize::try_from(number(name, usual)).expect("a small number");
    let scale = Scale {
        seed: number("RONDEL_MONTH_SEED", 5),
        days: i64::try_from(number("RONDEL_MONTH_DAYS", 30)).expect("a small number"),
        servers: 5,
        players: 60,
        matches: some("RONDEL_MONTH_MATCHES", 150),
        restarts: some("RONDEL_MONTH_RESTARTS", 210),
        gaps: some("RONDEL_MONTH_GAPS", 120),
        plies: 60,
        noise: 110,
    };
    live(scale).await;
}
