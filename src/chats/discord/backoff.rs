//! Waits between tries and between requests.

use std::{
    hash::{BuildHasher, RandomState},
    sync::Mutex,
    time::Duration,
};

use tokio::time::{Instant, sleep_until};

use crate::{matchplay::Moment, store::locked};

/// Waits between tries of what must get through: twice as long each time, up to a
/// longest time.
///
/// ```
/// use rondel::chats::discord::Backoff;
/// use std::time::Duration;
///
/// let waits = Backoff::default();
/// assert_eq!(waits.after(0), Duration::from_secs(1));
/// assert_eq!(waits.after(3), Duration::from_secs(8));
/// assert_eq!(waits.after(1_000), Duration::from_secs(60));
/// // The dice take up to half of it off.
/// assert_eq!(waits.jittered(3, 0), Duration::from_secs(8));
/// assert_eq!(waits.jittered(3, 128), Duration::from_secs(6));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Backoff {
    first: Duration,
    longest: Duration,
}

impl Default for Backoff {
    /// Waits 1, 2, 4 … seconds, 60 at most: a channel that refuses for ever is asked so rarely that
    /// Discord does not shut the address out, which it does after 10,000 refusals in ten minutes.
    fn default() -> Backoff {
        Backoff::new(Duration::from_secs(1), Duration::from_secs(60))
    }
}

impl Backoff {
    /// Waits that begin with `first` and never get longer than `longest`.
    #[must_use]
    pub const fn new(first: Duration, longest: Duration) -> Backoff {
        Backoff { first, longest }
    }

    /// Returns the wait after a try that failed, of which `before` others had failed before it.
    #[must_use]
    pub fn after(self, before: u32) -> Duration {
        let times = 1_u32.checked_shl(before).unwrap_or(u32::MAX);
        self.first.saturating_mul(times).min(self.longest)
    }

    /// Returns the same wait, less what the `dice` take off it: nothing at 0, and almost half of it at 255. What
    /// failed together is not tried again together then.
    #[must_use]
    pub fn jittered(self, before: u32, dice: u8) -> Duration {
        let wait = self.after(before);
        wait - wait / (2 * 256) * u32::from(dice)
    }

    /// Iterates over the waits after one try after the other, for ever.
    pub(super) fn each(self) -> impl Iterator<Item = Duration> {
        (0..).map(move |before| self.after(before))
    }
}

/// Returns a number by chance, for waits that need not be repeatable.
pub(super) fn roll() -> u8 {
    RandomState::new().hash_one(()).to_le_bytes()[0]
}

/// Lets requests begin one after the other, with a gap between them.
#[derive(Debug)]
pub(super) struct Pace {
    gap: Duration,
    next: Mutex<Option<Instant>>,
}

impl Pace {
    /// Returns a pace with this gap.
    pub(super) const fn new(gap: Duration) -> Pace {
        Pace {
            gap,
            next: Mutex::new(None),
        }
    }

    /// Waits for one's turn.
    pub(super) async fn turn(&self) {
        sleep_until(self.slot(Instant::now())).await;
    }

    /// Returns true if a request would begin at once.
    pub(super) fn is_free(&self) -> bool {
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
pub(super) fn is_fresh(then: Moment, now: Moment, counts: Duration) -> bool {
    let age = now.0.checked_sub(then.0);
    let age = age.and_then(|age| u64::try_from(age).ok());
    age.is_some_and(|age| Duration::from_millis(age) < counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_the_longest() {
        let waits = Backoff::default();
        let seconds: Vec<u64> = (0..9).map(|before| waits.after(before).as_secs()).collect();
        assert_eq!(seconds, [1, 2, 4, 8, 16, 32, 60, 60, 60]);
        for before in [31, 32, 33, u32::MAX] {
            assert_eq!(waits.after(before).as_secs(), 60, "{before}");
        }
    }

    #[test]
    fn the_dice_shorten_a_wait_by_half_at_most() {
        let waits = [
            Backoff::default(),
            Backoff::new(Duration::from_millis(10), Duration::from_millis(600)),
            Backoff::new(Duration::MAX, Duration::MAX),
            Backoff::new(Duration::ZERO, Duration::ZERO),
        ];
        for waits in waits {
            for before in [0, 1, 5, 6, 31, 32, u32::MAX] {
                let whole = waits.after(before);
                let rolled: Vec<Duration> = (0..=u8::MAX)
                    .map(|dice| waits.jittered(before, dice))
                    .collect();
                assert_eq!(rolled[0], whole);
                assert!(rolled.is_sorted_by(|one, next| one >= next), "{before}");
                assert!(rolled.iter().all(|wait| *wait >= whole / 2), "{before}");
                assert!(whole.is_zero() || rolled[255] < whole, "{before}");
            }
        }
    }

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
