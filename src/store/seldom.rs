//! Lines of the log that could come a thousand times a second.

use std::{
    sync::Mutex,
    time::{Duration, Instant},
};

use super::{StoreError, causes, locked};

/// The time between two lines.
const GAP: Duration = Duration::from_secs(1);

/// Lines about requests that came to nothing since the store failed.
static REFUSED: Seldom = Seldom::new();

/// Logs that something was not done since the store failed: once a second at most for all of them, so that an
/// outage is no flood of lines. The `count` of a line is the number of all since the one before.
pub fn store_failed(error: &StoreError, what: &str) {
    // The store has logged it itself, once, when it cannot write.
    if error.is_of_writing() {
        tracing::debug!(error = %causes(error), "{what}");
    } else if let Some(count) = REFUSED.adds(1, Instant::now()) {
        tracing::error!(error = %causes(error), count, "{what}");
    }
}

/// Lets a line into the log once a second at most, and counts what it stands for.
#[derive(Debug, Default)]
pub struct Seldom(Mutex<(Option<Instant>, u64)>);

impl Seldom {
    /// Returns one that has let none in.
    pub const fn new() -> Seldom {
        Seldom(Mutex::new((None, 0)))
    }

    /// Counts more of them. Returns the number since the last line if it is time for another one.
    pub fn adds(&self, more: u64, now: Instant) -> Option<u64> {
        let (last, count) = &mut *locked(&self.0);
        *count += more;
        if last.is_some_and(|last| now.saturating_duration_since(last) < GAP) {
            return None;
        }
        *last = Some(now);
        Some(std::mem::take(count))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use tracing::{
        Event, Metadata, Subscriber,
        span::{Attributes, Id, Record},
    };

    use super::*;

    /// Counts lines of a log.
    static LINES: AtomicUsize = AtomicUsize::new(0);

    struct Counter;

    impl Subscriber for Counter {
        fn enabled(&self, _: &Metadata<'_>) -> bool {
            true
        }

        fn new_span(&self, _: &Attributes<'_>) -> Id {
            Id::from_u64(1)
        }

        fn record(&self, _: &Id, _: &Record<'_>) {}

        fn record_follows_from(&self, _: &Id, _: &Id) {}

        fn event(&self, _: &Event<'_>) {
            LINES.fetch_add(1, Ordering::SeqCst);
        }

        fn enter(&self, _: &Id) {}

        fn exit(&self, _: &Id) {}
    }

    #[test]
    fn requests_that_the_store_refuses_are_no_flood_of_lines() {
        tracing::subscriber::with_default(Counter, || {
            for _ in 0..1_000 {
                store_failed(&StoreError::failed("it is away"), "a request is refused");
            }
        });
        // Others in this process may have said it just before.
        let lines = LINES.load(Ordering::SeqCst);
        assert!(lines <= 3, "{lines} lines");
    }

    #[test]
    fn a_line_a_second_counts_all_that_came_since_the_one_before() {
        let seldom = Seldom::new();
        let start = Instant::now();
        let at = |milliseconds| start + Duration::from_millis(milliseconds);
        for (time, more, said) in [
            (0, 1, Some(1)),
            (1, 1, None),
            (999, 5, None),
            (1_000, 1, Some(7)),
            (1_500, 2, None),
            (9_000, 1, Some(3)),
        ] {
            assert_eq!(seldom.adds(more, at(time)), said, "{time}");
        }
    }
}
