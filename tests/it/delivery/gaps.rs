//! Gaps between pings about a match: who is called later, what for, and never about what is over.

use std::time::Duration;

use super::{
    Play,
    stages::{Discord, Memory, Stage},
};

const GAP: Duration = Duration::from_secs(60);

/// What happens, and what is seen of it then.
type Step = (&'static str, &'static [&'static str]);

/// A match has just begun, so that all three were called.
const ROWS: &[(&str, &str, &[Step])] = &[
    (
        "a call that waited is one line with what is so then",
        "1d",
        &[
            ("ann: move move:e4", &["thread board"]),
            ("ann: draw action:offer", &["thread asks"]),
            ("wait 60s", &["thread words -> ben", "thread words -> cy"]),
        ],
    ),
    (
        "a shorter limit has a shorter gap",
        "12h",
        &[
            ("ann: move move:e4", &["thread board"]),
            ("wait 29s", &[]),
            ("wait 1s", &["thread words -> ben"]),
        ],
    ),
    (
        "at ten minutes a move there is none",
        "10m",
        &[
            ("ann: move move:e4", &["thread board -> ben"]),
            ("ben: move move:m4", &["thread board -> cy"]),
            ("cy: move move:u4", &["thread board -> ann"]),
            ("wait 60s", &[]),
        ],
    ),
    (
        "who has moved is not called any more",
        "1d",
        &[
            ("ann: move move:e4", &["thread board"]),
            ("wait 61s", &["thread words -> ben"]),
            ("ben: move move:m4", &["thread board -> cy"]),
            ("cy: move move:u4", &["thread board -> ann"]),
            ("ann: move move:d4", &["thread board"]),
            ("ben: move move:l4", &["thread board"]),
            ("wait 61s", &["thread words -> cy"]),
        ],
    ),
    (
        "the end waits for nothing, and nobody is called after it",
        "1d",
        &[
            ("ann: move move:e4", &["thread board"]),
            ("ann: draw action:offer", &["thread asks"]),
            ("ben: draw action:accept", &["thread asks edited"]),
            (
                "cy: draw action:accept",
                &[
                    "thread board",
                    "thread words -> ann ben",
                    "thread words edited",
                ],
            ),
            ("wait 120s", &[]),
        ],
    ),
    (
        "who wants no calls to move is asked all the same",
        "1d",
        &[
            ("ben: settings turns:off", &[]),
            ("ann: move move:e4", &["thread board"]),
            ("ann: draw action:offer", &["thread asks"]),
            ("wait 60s", &["thread words -> ben", "thread words -> cy"]),
        ],
    ),
    (
        "who takes no direct messages is called where it is played",
        "1d",
        &[
            ("ben: settings turns:direct", &[]),
            ("closed ben", &[]),
            ("ann: move move:e4", &["thread board"]),
            ("wait 60s", &["thread words -> ben"]),
        ],
    ),
    (
        "one call stands for all that wait, also after a restart",
        "1d",
        &[
            ("ann: move move:e4", &["thread board"]),
            ("ben: move move:m4", &["thread board"]),
            ("cy: move move:u4", &["thread board"]),
            ("ann: move move:d4", &["thread board"]),
            ("restart", &["thread words -> ben"]),
        ],
    ),
    (
        "a thread that takes nothing is called beside",
        "1d",
        &[
            ("ann: move move:e4", &["thread board"]),
            ("locked", &[]),
            ("wait 60s", &["hall words -> ben"]),
        ],
    ),
];

/// Guests are called to a table, and just after that to its match.
const GUESTS: &[&str] = &[
    "ann: play seat:white player2:@ben player3:@cy time:1d",
    "ben: join",
    "cy: join",
];

impl<S: Stage> Play<S> {
    /// Waits until just this is new, in whatever order, while calls may wait.
    async fn has(&mut self, seen: &[&str], what: &str) {
        let mut looks = tokio::time::interval(Duration::from_millis(2));
        let until = tokio::time::Instant::now() + super::PATIENCE;
        let before = self.known.clone();
        loop {
            let mut news = super::lines(&before, &self.stage.said());
            news.sort();
            if news == seen {
                self.news();
                return;
            }
            let now = looks.tick().await;
            assert!(
                now < until,
                "{what}, over {}: {news:?}, not {seen:?}",
                S::REALM
            );
        }
    }
}

async fn gaps<S: Stage>() {
    for (what, time, steps) in ROWS {
        let mut play = Play::<S>::begin_with(GAP).await;
        for line in [
            &*format!("ann: play seat:white time:{time}"),
            "ben: join",
            "cy: join",
        ] {
            play.does(line).await;
            play.told().await;
        }
        play.news();
        for (act, seen) in *steps {
            match *act {
                "closed ben" => play.stage.set_closed("ben", true),
                "locked" => {
                    let thread = play.place().await;
                    play.stage.lose(&thread, super::stages::Loss::Locked);
                }
                act => play.does(act).await,
            }
            play.has(seen, &format!("{what}, {act}")).await;
        }
        // Nothing waits any more.
        play.expects(&[], what).await;
    }
    for ends in [false, true] {
        let mut play = Play::<S>::begin_with(GAP).await;
        play.does(GUESTS[0]).await;
        play.has(&["hall asks -> ben cy", "hall page"], "guests")
            .await;
        for line in &GUESTS[1..] {
            play.does(line).await;
        }
        let begun = [
            "hall page edited",
            "hall words edited",
            "thread board -> ann",
        ];
        play.has(&begun, "guests who come").await;
        if ends {
            // Before a first move anybody may end it.
            play.does("ben: abort action:offer").await;
            play.has(&["thread board", "thread words -> ann cy"], "the end")
                .await;
            play.does("wait 60s").await;
        } else {
            play.does("wait 60s").await;
            let called = ["thread words -> ben", "thread words -> cy"];
            play.has(&called, "a minute later").await;
        }
        play.expects(&[], "guests").await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn calls_keep_their_gaps_in_memory() {
    gaps::<Memory>().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn calls_keep_their_gaps_on_discord() {
    gaps::<Discord>().await;
}
