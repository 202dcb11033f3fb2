//! Lines of the log that could come a thousand times a second.

use std::{sync::Mutex, time::Duration};

use tokio::time::Instant;

use crate::store::locked;

/// The time between two lines.
const GAP: Duration = Duration::from_secs(1);

/// Lines about interactions that were dropped, and about answers that failed or took too long: one a second for all of
/// them. The `count` of a line is the number of all since the one before.
pub(super) static UNANSWERED: Seldom = Seldom::new();

/// Lets a line into the log once a second at most, and counts what it stands for.
pub(super) struct Seldom(Mutex<(Option<Instant>, u64)>);

impl Seldom {
    /// Returns one that has let none in.
    pub(super) const fn new() -> Seldom {
        Seldom(Mutex::new((None, 0)))
    }

    /// Counts more of them. Returns the number since the last line if it is time for another one.
    pub(super) fn adds(&self, more: u64, now: Instant) -> Option<u64> {
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
    use super::*;

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
