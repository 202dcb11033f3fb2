//! The pace of requests, and how long what was found counts.

use std::{sync::Mutex, time::Duration};

use tokio::time::{Instant, sleep_until};

use crate::{matchplay::Moment, store::locked};

/// Lets requests begin one after the other, with a gap between them.
#[derive(Debug)]
pub(crate) struct Pace {
    gap: Duration,
    next: Mutex<Option<Instant>>,
}

impl Pace {
    /// Returns a pace with this gap.
    pub(crate) const fn new(gap: Duration) -> Pace {
        Pace {
            gap,
            next: Mutex::new(None),
        }
    }

    /// Waits for one's turn.
    pub(crate) async fn turn(&self) {
        sleep_until(self.slot(Instant::now())).await;
    }

    /// Returns true if a request would begin at once.
    pub(crate) fn is_free(&self) -> bool {
        locked(&self.next).is_none_or(|next| next <= Instant::now())
    }

    /// Returns the time at which a request of this time may begin.
    fn slot(&self, now: Instant) -> Instant {
        let mut next = locked(&self.next);
        let at = next.map_or(now, |next| next.max(now));
        *next = Some(at + self.gap);
        at
    }
}

/// Returns true if what was found at `then` still counts, for so long. The clock may have been set
/// back since.
pub(crate) fn is_fresh(then: Moment, now: Moment, counts: Duration) -> bool {
    let age = now.0.checked_sub(then.0);
    let age = age.and_then(|age| u64::try_from(age).ok());
    age.is_some_and(|age| Duration::from_millis(age) < counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_begin_with_gaps() {
        let pace = Pace::new(Duration::from_millis(25));
        let start = Instant::now();
        let after = |ms: u64| start + Duration::from_millis(ms);
        // Three at once, one late enough, one a little after it.
        let slots = [0, 0, 10, 200, 210].map(|ms| pace.slot(after(ms)));
        assert_eq!(slots, [0, 25, 50, 200, 225].map(after));
    }
}
