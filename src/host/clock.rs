//! What tells the time, and notices when it cannot be trusted.

use std::{
    fmt,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use tokio::sync::watch::Sender;

use crate::{matchplay::Moment, store::Pending};

/// Tells the time. Tests and simulations drive one of their own, a [`DrivenClock`].
pub trait Clock: Send + Sync {
    /// What the clock on the wall says, which somebody may set.
    fn now(&self) -> Moment;

    /// For how long it has run, by a clock that nobody can set. It stands still while the machine
    /// sleeps.
    fn run_for(&self) -> Duration;

    /// What both say at the same instant.
    fn at_once(&self) -> (Moment, Duration);

    /// Ends when so much more time has gone by, as [`run_for`](Clock::run_for) counts it.
    fn after(&self, pause: Duration) -> Pending<'_, ()>;
}

/// A clock that is read from somewhere and never set: it has run for as long as it says.
impl<F: Fn() -> Moment + Send + Sync> Clock for F {
    fn now(&self) -> Moment {
        self()
    }

    fn run_for(&self) -> Duration {
        self.at_once().1
    }

    fn at_once(&self) -> (Moment, Duration) {
        let now = self();
        let run_for = u64::try_from(now.0).unwrap_or(0);
        (now, Duration::from_millis(run_for))
    }

    fn after(&self, pause: Duration) -> Pending<'_, ()> {
        Box::pin(tokio::time::sleep(pause))
    }
}

/// The machine's own.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock {
    started: Instant,
}

impl SystemClock {
    /// A clock that starts to run now.
    #[must_use]
    pub fn start() -> SystemClock {
        SystemClock {
            started: Instant::now(),
        }
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Moment {
        Moment(jiff::Timestamp::now().as_millisecond())
    }

    fn run_for(&self) -> Duration {
        self.started.elapsed()
    }

    fn at_once(&self) -> (Moment, Duration) {
        loop {
            let before = self.run_for();
            let now = self.now();
            // Whoever was held up in between has read two instants.
            if self.run_for() - before < Duration::from_secs(1) {
                return (now, before);
            }
        }
    }

    fn after(&self, pause: Duration) -> Pending<'_, ()> {
        Box::pin(tokio::time::sleep(pause))
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
/// ```
#[derive(Debug)]
pub struct DrivenClock {
    hands: Sender<(Moment, Duration)>,
}

impl DrivenClock {
    /// A clock that stands at this moment.
    #[must_use]
    pub fn at(now: Moment) -> DrivenClock {
        DrivenClock {
            hands: Sender::new((now, Duration::ZERO)),
        }
    }

    /// Lets time go by.
    pub fn advance(&self, by: Duration) {
        self.hands.send_modify(|(now, run_for)| {
            *now = now.plus(milliseconds(by));
            *run_for += by;
        });
    }

    /// Sets what the clock on the wall says; no time goes by.
    pub fn set(&self, now: Moment) {
        self.hands.send_modify(|hands| hands.0 = now);
    }
}

impl Clock for DrivenClock {
    fn now(&self) -> Moment {
        self.hands.borrow().0
    }

    fn run_for(&self) -> Duration {
        self.hands.borrow().1
    }

    fn at_once(&self) -> (Moment, Duration) {
        *self.hands.borrow()
    }

    fn after(&self, pause: Duration) -> Pending<'_, ()> {
        let mut hands = self.hands.subscribe();
        let until = self.run_for() + pause;
        Box::pin(async move {
            // The sender lives as long as the clock, and the clock as long as this.
            let _ = hands.wait_for(|(_, run_for)| *run_for >= until).await;
        })
    }
}

/// By how much the clock on the wall may part from the one that nobody sets before somebody has set
/// it, in milliseconds.
const MOST_PARTED: i64 = 5_000;

/// The time, and since when it has gone by as it should.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Time {
    pub(super) now: Moment,
    /// Since then a process has been here, with a clock that nobody has set, and with a store that
    /// takes what is written.
    pub(super) since: Moment,
}

/// Reads a clock, and notices when it was set.
pub(super) struct Timekeeper {
    clock: std::sync::Arc<dyn Clock>,
    seen: Mutex<Seen>,
}

struct Seen {
    now: Moment,
    run_for: Duration,
    since: Moment,
}

impl Timekeeper {
    pub(super) fn new(clock: std::sync::Arc<dyn Clock>) -> Timekeeper {
        let (now, run_for) = clock.at_once();
        let since = now;
        Timekeeper {
            clock,
            seen: Mutex::new(Seen {
                now,
                run_for,
                since,
            }),
        }
    }

    pub(super) fn clock(&self) -> &dyn Clock {
        &*self.clock
    }

    /// The time now.
    pub(super) fn time(&self) -> Time {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let (now, run_for) = self.clock.at_once();
        let went_by = milliseconds(run_for.saturating_sub(seen.run_for));
        let parted = now.0.saturating_sub(seen.now.0).saturating_sub(went_by);
        if parted.saturating_abs() > MOST_PARTED {
            tracing::warn!(
                by_ms = parted,
                "the clock was set, or the machine has slept: nobody runs out of time for a while"
            );
            seen.since = now;
        }
        (seen.now, seen.run_for) = (now, run_for);
        let since = seen.since;
        Time { now, since }
    }

    /// Notes that until now nothing could be done in time.
    pub(super) fn begin_anew(&self) {
        let now = self.time().now;
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.since = now;
    }
}

impl fmt::Debug for Timekeeper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Timekeeper").finish_non_exhaustive()
    }
}

fn milliseconds(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn a_clock_that_is_set_begins_anew_and_one_that_drifts_does_not() {
        let clock = Arc::new(DrivenClock::at(Moment(1_000_000)));
        let keeper = Timekeeper::new(Arc::clone(&clock) as _);
        let since = |keeper: &Timekeeper| keeper.time().since;
        clock.advance(Duration::from_secs(86_400));
        assert_eq!(since(&keeper), Moment(1_000_000));
        let noon = clock.now();
        clock.set(noon.plus(MOST_PARTED));
        assert_eq!(since(&keeper), Moment(1_000_000));
        for (set, anew) in [(3_600_000, true), (-3_600_000, true), (-4_999, false)] {
            let before = since(&keeper);
            let then = clock.now().plus(set);
            clock.set(then);
            assert_eq!(since(&keeper), if anew { then } else { before }, "{set}");
        }
        clock.advance(Duration::from_secs(60));
        keeper.begin_anew();
        assert_eq!(since(&keeper), clock.now());
    }

    #[test]
    fn given_a_clock_that_goes_on_while_it_is_read_then_nobody_has_set_it() {
        let clock = Arc::new(DrivenClock::at(Moment(0)));
        let keeper = Timekeeper::new(Arc::clone(&clock) as _);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for _ in 0..20_000 {
                    clock.advance(Duration::from_secs(60));
                }
            });
            for _ in 0..20_000 {
                assert_eq!(keeper.time().since, Moment(0));
            }
        });
    }

    #[tokio::test]
    async fn a_driven_clock_wakes_whoever_waits_once_its_time_has_come() {
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
