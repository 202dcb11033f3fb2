//! Events of the gateway that serenity cannot read. It drops them without a line above the level of
//! debugging, where their text stands, with people's names in it. So they are counted here, and the
//! log has their number.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use tokio::{
    runtime::Handle,
    time::{Instant, sleep_until},
};

use crate::store::locked;

/// Gap between the first two lines. It doubles from line to line.
const FIRST: Duration = Duration::from_secs(60);
/// Longest gap between two lines.
const LONGEST: Duration = Duration::from_secs(3_600);
/// The events that matter here; serenity knows how each looks. New kinds that it does not know at all
/// come and go without harm.
const KINDS: [&str; 18] = [
    "READY",
    "RESUMED",
    "INTERACTION_CREATE",
    "GUILD_CREATE",
    "GUILD_UPDATE",
    "GUILD_DELETE",
    "GUILD_ROLE_CREATE",
    "GUILD_ROLE_UPDATE",
    "GUILD_ROLE_DELETE",
    "CHANNEL_CREATE",
    "CHANNEL_UPDATE",
    "CHANNEL_DELETE",
    "THREAD_CREATE",
    "THREAD_UPDATE",
    "THREAD_DELETE",
    "THREAD_LIST_SYNC",
    "THREAD_MEMBER_UPDATE",
    "THREAD_MEMBERS_UPDATE",
];

/// Counts events that cannot be read.
#[derive(Debug)]
pub(super) struct Unread {
    tally: Arc<Mutex<Backlog>>,
    /// Threads on which it waits until there is something to say.
    workers: Handle,
}

impl Unread {
    /// Nothing counted so far; what is to be said later is waited for on these threads.
    pub(super) fn new(workers: Handle) -> Unread {
        Unread {
            tally: Arc::new(Mutex::new(Backlog::new())),
            workers,
        }
    }

    /// Counts an event that cannot be read, if its kind matters.
    pub(super) fn note(&self, kind: &str) {
        let Some(kind) = KINDS.into_iter().find(|known| *known == kind) else {
            return;
        };
        let now = Instant::now();
        let Some(at) = locked(&self.tally).note(kind, now) else {
            return;
        };
        if at <= now {
            return say(&self.tally);
        }
        let tally = Arc::clone(&self.tally);
        self.workers.spawn(async move {
            sleep_until(at).await;
            say(&tally);
        });
    }
}

fn say(shared: &Mutex<Backlog>) {
    let (count, latest) = locked(shared).said(Instant::now());
    tracing::warn!(
        count,
        latest,
        "Discord has sent events that cannot be read; `count` is their number since the start. They \
         are ignored. Look for a newer Rondel"
    );
}

/// Number of events, and the times at which it is said.
#[derive(Debug)]
struct Backlog {
    count: u64,
    latest: &'static str,
    /// Earliest time of the next line; none has come yet where there is no such time.
    next: Option<Instant>,
    /// Gap after that line.
    gap: Duration,
    /// That line is waited for.
    announced: bool,
}

impl Backlog {
    const fn new() -> Backlog {
        Backlog {
            count: 0,
            latest: "",
            next: None,
            gap: FIRST,
            announced: false,
        }
    }

    /// Counts one: when it is to be said, unless a line is to come anyway.
    fn note(&mut self, kind: &'static str, now: Instant) -> Option<Instant> {
        self.count += 1;
        self.latest = kind;
        if self.announced {
            return None;
        }
        self.announced = true;
        Some(self.next.map_or(now, |next| next.max(now)))
    }

    /// The number to be said now, and of what kind the latest was.
    fn said(&mut self, now: Instant) -> (u64, &'static str) {
        self.announced = false;
        self.next = Some(now + self.gap);
        self.gap = (self.gap * 2).min(LONGEST);
        (self.count, self.latest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_is_said_at_once_and_then_at_growing_intervals_up_to_an_hour() {
        let start = Instant::now();
        let mut tally = Backlog::new();
        let mut lines = Vec::new();
        // One a second, for a day.
        let mut due = None;
        for second in 0..86_400 {
            let now = start + Duration::from_secs(second);
            due = tally.note("INTERACTION_CREATE", now).or(due);
            if due.is_some_and(|due| due <= now) {
                due = None;
                lines.push((second, tally.said(now).0));
            }
        }
        let begun: Vec<u64> = lines.iter().map(|(second, _)| *second).take(6).collect();
        assert_eq!(begun, [0, 60, 180, 420, 900, 1_860]);
        // Each line has the number until then.
        for (second, count) in &lines {
            assert_eq!(*count, second + 1);
        }
        assert_eq!(lines.len(), 7 + (86_400 - 3_780) / 3_600);
    }

    #[test]
    fn the_last_ones_are_said_too() {
        let start = Instant::now();
        let mut tally = Backlog::new();
        assert_eq!(tally.note("READY", start), Some(start));
        assert_eq!(tally.said(start), (1, "READY"));
        let soon = start + Duration::from_secs(1);
        assert_eq!(tally.note("GUILD_CREATE", soon), Some(start + FIRST));
        assert_eq!(tally.note("GUILD_CREATE", soon), None);
        assert_eq!(tally.said(start + FIRST), (3, "GUILD_CREATE"));
        // After a long silence the next one is said at once.
        let later = start + Duration::from_secs(9_000);
        assert_eq!(tally.note("READY", later), Some(later));
    }
}
