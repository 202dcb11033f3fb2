//! Waits between tries.

use std::{
    hash::{BuildHasher, RandomState},
    time::Duration,
};

/// Waits between tries of what must get through: twice as long each time, up to a
/// longest time.
///
/// ```
/// use rondel::delivery::Backoff;
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
    pub(crate) fn each(self) -> impl Iterator<Item = Duration> {
        (0..).map(move |before| self.after(before))
    }
}

/// Returns a number by chance, for waits that need not be repeatable.
pub(crate) fn roll() -> u8 {
    RandomState::new().hash_one(()).to_le_bytes()[0]
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
}
