//! Clocks: the machine's own, and one that tests drive.

use std::{
    sync::Mutex,
    time::{Duration, Instant},
};

use tokio::sync::watch::Sender;

use crate::{
    matchplay::Moment,
    store::{Pending, locked},
};

/// The shortest silence, of a chat or of the store, that may have cost somebody something: a chat that reconnects
/// takes less.
pub(super) const SILENCE: Duration = Duration::from_secs(2);

/// A source of the time. Tests and simulations drive one of their own, a [`DrivenClock`].
pub trait Clock: Send + Sync {
    /// Reads everything at one instant.
    fn read(&self) -> Reading;

    /// Completes when this much time has passed by [`Reading::run_for`]. The system's clock learns
    /// from a late wake-up that nothing could run in between, so somebody must be waiting all the
    /// time.
    fn after(&self, pause: Duration) -> Pending<'_, ()>;

    /// Returns the time of the wall clock, [`Reading::now`].
    fn now(&self) -> Moment {
        self.read().now
    }

    /// Returns the time for which it has run, [`Reading::run_for`].
    fn run_for(&self) -> Duration {
        self.read().run_for
    }
}

/// The readings of a clock at one instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The time of the wall clock, which somebody may set.
    pub now: Moment,
    /// The time for which the clock has run, by a counter that nobody can set. It stands still
    /// while the machine sleeps.
    pub run_for: Duration,
    /// The part of `run_for` in which nothing could run, since the process was stopped or swapped
    /// out. Stretches of less than five seconds are not counted.
    pub frozen: Duration,
}

/// The shortest stretch without running that counts as frozen.
const LATE: Duration = Duration::from_secs(5);

/// A clock that is read from somewhere and never set: it has run for as long as it says.
impl<F: Fn() -> Moment + Send + Sync> Clock for F {
    fn read(&self) -> Reading {
        let now = self();
        let run_for = u64::try_from(now.0).unwrap_or(0);
        Reading {
            now,
            run_for: Duration::from_millis(run_for),
            frozen: Duration::ZERO,
        }
    }

    fn after(&self, pause: Duration) -> Pending<'_, ()> {
        Box::pin(tokio::time::sleep(pause))
    }
}

/// The machine's own clock.
#[derive(Debug)]
pub struct SystemClock {
    started: Instant,
    pulse: Mutex<Pulse>,
}

/// The state that tells a process that was frozen from one that ran.
#[derive(Debug, Default)]
struct Pulse {
    /// The instant at which the waiting task is to wake; `None` while none waits.
    wakes: Option<Duration>,
    frozen: Duration,
}

impl SystemClock {
    /// Returns a clock that starts to run now.
    #[must_use]
    pub fn start() -> SystemClock {
        SystemClock {
            started: Instant::now(),
            pulse: Mutex::default(),
        }
    }

    /// Counts the time since somebody should have woken, once, and returns all that was counted.
    fn frozen(&self, run_for: Duration) -> Duration {
        let mut pulse = locked(&self.pulse);
        if let Some(wakes) = &mut pulse.wakes {
            let late = run_for.saturating_sub(*wakes);
            if late >= LATE {
                *wakes = run_for;
                pulse.frozen += late;
            }
        }
        pulse.frozen
    }
}

/// A task that waits, until this is dropped.
struct SleepGuard<'a>(&'a SystemClock);

impl Drop for SleepGuard<'_> {
    fn drop(&mut self) {
        locked(&self.0.pulse).wakes = None;
    }
}

impl Clock for SystemClock {
    fn read(&self) -> Reading {
        loop {
            let run_for = self.started.elapsed();
            let now = Moment(jiff::Timestamp::now().as_millisecond());
            // A thread that was held up in between has read two different instants.
            if self.started.elapsed() - run_for < Duration::from_secs(1) {
                let frozen = self.frozen(run_for);
                return Reading {
                    now,
                    run_for,
                    frozen,
                };
            }
        }
    }

    fn after(&self, pause: Duration) -> Pending<'_, ()> {
        Box::pin(async move {
            let _waiting = SleepGuard(self);
            locked(&self.pulse).wakes = Some(self.started.elapsed() + pause);
            tokio::time::sleep(pause).await;
            // Nobody may have read the clock since it should have woken.
            self.read();
        })
    }
}

/// A clock that goes on only when it is told to, for tests, simulations and benchmarks.
///
/// ```
/// use std::time::Duration;
/// use rondel::{host::{Clock, DrivenClock}, matchplay::Moment};
///
/// let clock = DrivenClock::at(Moment(1_000));
/// clock.advance(Duration::from_secs(2));
/// assert_eq!((clock.now(), clock.run_for()), (Moment(3_000), Duration::from_secs(2)));
/// // Somebody sets the clock on the wall.
/// clock.set(Moment(0));
/// assert_eq!((clock.now(), clock.run_for()), (Moment(0), Duration::from_secs(2)));
/// // The process is stopped, and goes on later.
/// clock.freeze(Duration::from_secs(60));
/// assert_eq!((clock.now(), clock.run_for()), (Moment(60_000), Duration::from_secs(62)));
/// assert_eq!(clock.read().frozen, Duration::from_secs(60));
/// ```
#[derive(Debug)]
pub struct DrivenClock {
    hands: Sender<Reading>,
}

impl DrivenClock {
    /// Returns a clock that stands at this moment.
    #[must_use]
    pub fn at(now: Moment) -> DrivenClock {
        DrivenClock {
            hands: Sender::new(Reading {
                now,
                run_for: Duration::ZERO,
                frozen: Duration::ZERO,
            }),
        }
    }

    /// Lets time go by in which the process runs; returns at once.
    pub fn advance(&self, by: Duration) {
        self.go_on(by, Duration::ZERO);
    }

    /// Lets time go by in which nothing runs.
    pub fn freeze(&self, by: Duration) {
        self.go_on(by, if by < LATE { Duration::ZERO } else { by });
    }

    fn go_on(&self, by: Duration, frozen: Duration) {
        self.hands.send_modify(|hands| {
            hands.now = hands.now.plus(milliseconds(by));
            hands.run_for += by;
            hands.frozen += frozen;
        });
    }

    /// Sets the wall clock; no time goes by.
    pub fn set(&self, now: Moment) {
        self.hands.send_modify(|hands| hands.now = now);
    }
}

impl Clock for DrivenClock {
    fn read(&self) -> Reading {
        *self.hands.borrow()
    }

    fn after(&self, pause: Duration) -> Pending<'_, ()> {
        let mut hands = self.hands.subscribe();
        let until = self.run_for() + pause;
        Box::pin(async move {
            // The sender lives as long as the clock, and the clock as long as this.
            let _ = hands.wait_for(|hands| hands.run_for >= until).await;
        })
    }
}

pub(super) fn milliseconds(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[tokio::test]
    async fn a_driven_clock_wakes_those_who_wait_once_its_time_has_come() {
        let clock = Arc::new(DrivenClock::at(Moment(0)));
        let waiting = {
            let clock = Arc::clone(&clock);
            let wait = clock.run_for();
            tokio::spawn(async move {
                clock.after(Duration::from_secs(3)).await;
                clock.run_for() - wait
            })
        };
        tokio::task::yield_now().await;
        clock.advance(Duration::from_secs(2));
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished());
        clock.advance(Duration::from_secs(1));
        assert_eq!(waiting.await.unwrap(), Duration::from_secs(3));
    }
}
