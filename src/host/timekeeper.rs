//! The time, and the instant since which people could have acted.

use std::{
    collections::BTreeMap,
    fmt,
    future::Future,
    sync::{Arc, Mutex, OnceLock},
    time::Duration,
};

use super::{
    clock::{Clock, SILENCE, milliseconds},
    clock_skew::Skew,
    connectivity::{Connectivity, LineOf},
};
use crate::{
    matchplay::{Match, MatchId, Moment, Place},
    store::locked,
};

/// The largest difference between the wall clock and the counter that nobody sets before the clock
/// counts as set, in milliseconds.
const MOST_PARTED: i64 = 5_000;

/// The smallest change of the clock that deadlines follow, in milliseconds. The grace makes up for
/// smaller ones, and clocks are often set by seconds.
const LEAST_FOLLOWED: i64 = 60_000;

/// The time by a clock that may be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stamp {
    pub(super) now: Moment,
    /// The distance by which the clock had been set by then, in milliseconds.
    set: i64,
}

/// The time in a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Time {
    pub(super) stamp: Stamp,
    /// The moment up to which the store has answered everything, and the chat's requests have succeeded. Of
    /// what would fall due later nobody knows yet if somebody could have acted in time: what they did may
    /// still wait, or it may turn out that they could not.
    pub(super) answered: Moment,
    /// The moment since which its people could act: a process ran, with a clock that nobody set, a
    /// store that answered, and a chat that reaches them. `None` while they cannot be reached.
    pub(super) since: Option<Moment>,
    /// The distance by which its deadline must be moved because the clock was set, in milliseconds.
    pub(super) owed: i64,
}

/// A clock with a memory, which notices when it was set and when nothing could run.
pub(super) struct Timekeeper {
    clock: Arc<dyn Clock>,
    seen: Mutex<LastReading>,
    reach: OnceLock<Arc<Connectivity>>,
}

/// The last reading. Both durations are counted as [`Reading::run_for`](super::Reading) is.
struct LastReading {
    now: Moment,
    run_for: Duration,
    frozen: Duration,
    since: Duration,
    skew: Skew,
    /// The number of waits for the store so far.
    waits: u64,
    /// The waits that go on, each with its beginning.
    waiting: BTreeMap<u64, Duration>,
}

impl LastReading {
    fn stamp(&self) -> Stamp {
        Stamp {
            now: self.now,
            set: self.skew.set(),
        }
    }

    /// Returns the moment up to which the store has answered everything that it was asked.
    fn answered(&self) -> Moment {
        let first = self.waiting.first_key_value();
        first.map_or(self.now, |(_, begun)| self.shown(*begun))
    }

    /// Returns the reading of the wall clock at an instant since which it was not set.
    fn shown(&self, instant: Duration) -> Moment {
        let ago = self.run_for.saturating_sub(instant);
        self.now.plus(-milliseconds(ago))
    }
}

impl Timekeeper {
    pub(super) fn new(clock: Arc<dyn Clock>) -> Timekeeper {
        let reading = clock.read();
        Timekeeper {
            clock,
            seen: Mutex::new(LastReading {
                now: reading.now,
                run_for: reading.run_for,
                frozen: reading.frozen,
                since: reading.run_for,
                skew: Skew::default(),
                waits: 0,
                waiting: BTreeMap::new(),
            }),
            reach: OnceLock::new(),
        }
    }

    pub(super) fn clock(&self) -> &dyn Clock {
        &*self.clock
    }

    /// Makes people depend on lines, none of which is there yet. Only the first call has an effect.
    pub(super) fn reach_over(&self, line_of: LineOf) -> Arc<Connectivity> {
        let reach = || Arc::new(Connectivity::new(Arc::clone(&self.clock), line_of));
        Arc::clone(self.reach.get_or_init(reach))
    }

    pub(super) fn now(&self) -> Moment {
        self.stamp().now
    }

    pub(super) fn stamp(&self) -> Stamp {
        self.look(|seen| seen.stamp())
    }

    /// Returns the time in a match.
    pub(super) fn time(&self, state: &Match) -> Time {
        let reach = self.reach.get();
        // Before the clock is read, so that no line is there since a time to come.
        let reached = reach.map_or(Some(Duration::ZERO), |reach| reach.since(state.place()));
        let doubt = reach.and_then(|reach| reach.doubtful_since(state.place()));
        self.look(|seen| Time {
            stamp: seen.stamp(),
            answered: match doubt {
                Some(doubt) => seen.answered().min(seen.shown(doubt)),
                None => seen.answered(),
            },
            since: reached.map(|reached| seen.shown(seen.since.max(reached))),
            owed: seen.skew.owed(state.id()),
        })
    }

    /// Returns true if the people of a place can be reached.
    pub(super) fn reaches(&self, place: &Place) -> bool {
        let reach = self.reach.get();
        reach.is_none_or(|reach| reach.since(place).is_some())
    }

    /// Returns true while nobody waits for the store.
    pub(super) fn is_at_rest(&self) -> bool {
        locked(&self.seen).waiting.is_empty()
    }

    /// Returns true while a request that has failed puts off what is due.
    pub(super) fn is_in_doubt(&self) -> bool {
        self.reach.get().is_some_and(|reach| reach.is_failing())
    }

    /// Notes that a match came to this version by a decision at that time.
    pub(super) fn follow(&self, id: MatchId, version: u64, stamp: Stamp) {
        locked(&self.seen).skew.follow(id, version, stamp.set);
    }

    /// Returns the time if there may be matches whose deadlines have not followed the clock.
    pub(super) fn behind(&self) -> Option<Stamp> {
        self.look(|seen| seen.skew.is_behind().then(|| seen.stamp()))
    }

    /// Notes that all matches have followed the clock as it was set at that time.
    pub(super) fn all_follow(&self, stamp: Stamp) {
        locked(&self.seen).skew.all_follow(stamp.set);
    }

    fn look<T>(&self, look: impl FnOnce(&LastReading) -> T) -> T {
        let mut seen = locked(&self.seen);
        let reading = self.clock.read();
        let went_by = milliseconds(reading.run_for.saturating_sub(seen.run_for));
        let parted = reading.now.0.saturating_sub(seen.now.0);
        let parted = parted.saturating_sub(went_by);
        if parted.saturating_abs() > MOST_PARTED {
            tracing::warn!(
                by_ms = parted,
                "the clock was set, or the machine has slept: deadlines follow, and nobody runs out of time for a while"
            );
            seen.since = reading.run_for;
            if parted.saturating_abs() >= LEAST_FOLLOWED {
                seen.skew.add(parted);
            }
        }
        if reading.frozen > seen.frozen {
            let frozen = milliseconds(reading.frozen.saturating_sub(seen.frozen));
            tracing::warn!(
                for_ms = frozen,
                "the process stood still: nobody runs out of time for a while"
            );
            seen.since = reading.run_for;
        }
        seen.now = reading.now;
        seen.run_for = reading.run_for;
        seen.frozen = reading.frozen;
        look(&seen)
    }

    /// Notes that nobody could act in time until now.
    pub(super) fn begin_now(&self) {
        self.look(|_| ());
        let mut seen = locked(&self.seen);
        seen.since = seen.run_for;
    }

    /// Notes that somebody has waited for the store until now, and nobody could act in time.
    fn begin_after(&self, begun: Duration, waited: Duration) {
        // Of all who have waited at the same time one says so.
        if locked(&self.seen).since <= begun {
            tracing::warn!(
                for_ms = milliseconds(waited),
                "the store did not answer: nobody runs out of time for a while"
            );
        }
        self.begin_now();
    }

    /// Waits for the store. Nothing falls due that would since, and if it takes long nobody could act in time.
    pub(super) async fn minding<T>(&self, asked: impl Future<Output = T>) -> T {
        let _wait = StoreWait::begin(self);
        asked.await
    }
}

/// Somebody waits for the store, until this is dropped.
struct StoreWait<'a> {
    keeper: &'a Timekeeper,
    number: u64,
    begun: Duration,
}

impl StoreWait<'_> {
    fn begin(keeper: &Timekeeper) -> StoreWait<'_> {
        let mut seen = locked(&keeper.seen);
        let begun = keeper.clock.run_for();
        seen.waits += 1;
        let number = seen.waits;
        seen.waiting.insert(number, begun);
        StoreWait {
            keeper,
            number,
            begun,
        }
    }
}

impl Drop for StoreWait<'_> {
    fn drop(&mut self) {
        let now = self.keeper.clock.run_for();
        let waited = now.saturating_sub(self.begun);
        if waited >= SILENCE {
            self.keeper.begin_after(self.begun, waited);
        }
        // Only now, or something could fall due in between.
        locked(&self.keeper.seen).waiting.remove(&self.number);
    }
}

impl fmt::Debug for Timekeeper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Timekeeper").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::{super::clock::DrivenClock, *};
    use crate::{
        matchplay::{Event, Person},
        rules::Ruleset,
    };

    const SECOND: Duration = Duration::from_secs(1);

    fn started() -> (Arc<DrivenClock>, Timekeeper) {
        let clock = Arc::new(DrivenClock::at(Moment(1_000_000)));
        let keeper = Timekeeper::new(Arc::clone(&clock) as _);
        (clock, keeper)
    }

    fn table(place: &str) -> Match {
        let opened = Event::Opened {
            ruleset: String::from("three-man"),
            options: Ruleset::THREE_MAN,
            opener: Person(1),
            place: Place::new(place),
            rated: true,
            private: false,
            time: None,
            imported: None,
        };
        Match::first(MatchId::numbered(7), &opened, Moment(0)).unwrap()
    }

    fn since(keeper: &Timekeeper) -> Option<Moment> {
        keeper.time(&table("console/table")).since
    }

    /// Returns true if time counts from this very moment on.
    fn begins_now(keeper: &Timekeeper) -> bool {
        since(keeper) == Some(keeper.now())
    }

    #[test]
    fn a_clock_that_is_set_begins_now_and_one_that_drifts_does_not() {
        let (clock, keeper) = started();
        clock.advance(86_400 * SECOND);
        assert_eq!(since(&keeper), Some(Moment(1_000_000)));
        let noon = clock.now();
        clock.set(noon.plus(MOST_PARTED));
        assert!(!begins_now(&keeper));
        for (set, begins) in [(3_600_000, true), (-3_600_000, true), (-4_999, false)] {
            clock.advance(SECOND);
            clock.set(clock.now().plus(set));
            assert_eq!(begins_now(&keeper), begins, "{set}");
        }
        clock.advance(60 * SECOND);
        keeper.begin_now();
        assert!(begins_now(&keeper));
    }

    #[test]
    fn a_process_that_stood_still_begins_now_no_matter_who_looks_first() {
        let (clock, keeper) = started();
        for (frozen, begins) in [(4, false), (5, true), (1, false), (90_000, true)] {
            clock.advance(SECOND);
            clock.freeze(frozen * SECOND);
            assert_eq!(begins_now(&keeper), begins, "{frozen}");
        }
    }

    #[test]
    fn given_a_clock_that_goes_on_while_it_is_read_then_nobody_has_set_it() {
        let (clock, keeper) = started();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for _ in 0..20_000 {
                    clock.advance(60 * SECOND);
                }
            });
            for _ in 0..20_000 {
                assert_eq!(since(&keeper), Some(Moment(1_000_000)));
            }
        });
    }

    #[test]
    fn what_is_due_waits_while_it_is_in_doubt_whether_people_are_reached() {
        let (clock, keeper) = started();
        let reach = keeper.reach_over(|place, _| place.server().parse().ok());
        reach.open(1);
        reach.begin(0);
        let answered = |place: &str| keeper.time(&table(place)).answered;
        clock.advance(10 * SECOND);
        let sent = reach.send();
        clock.advance(5 * SECOND);
        reach.fail(sent);
        assert_eq!(answered("0/room"), Moment(1_010_000));
        assert_eq!(answered("elsewhere/room"), Moment(1_015_000));
        reach.succeed();
        assert_eq!(answered("0/room"), Moment(1_015_000));
    }

    #[test]
    fn a_place_counts_from_when_its_line_is_there() {
        let (clock, keeper) = started();
        let reach = keeper.reach_over(|place, _| place.server().parse().ok());
        let since = |place: &str| keeper.time(&table(place)).since;
        clock.advance(10 * SECOND);
        assert_eq!(since("0/room"), None);
        assert_eq!(since("elsewhere/room"), Some(Moment(1_000_000)));
        reach.open(2);
        reach.begin(1);
        assert_eq!(since("0/room"), None);
        assert_eq!(since("1/room"), Some(Moment(1_010_000)));
        // A failure that hits everybody counts also for people who have been reached for longer.
        clock.advance(SECOND);
        keeper.begin_now();
        assert_eq!(since("1/room"), Some(Moment(1_011_000)));
        // Where the clock is set nobody is reached since a time to come.
        reach.begin(0);
        clock.set(Moment(500_000));
        assert_eq!(since("0/room"), Some(Moment(500_000)));
    }
}
