//! When people were pinged last: nobody is pinged again at once about the same match.

use std::{
    collections::{HashMap, hash_map::Entry},
    sync::Mutex,
    time::Duration,
};

use tokio::sync::watch;

use crate::{
    matchplay::{Match, MatchId, Moment, Person, TimeLimit},
    store::locked,
};

/// The longest limit without any gap between pings, in milliseconds: ten minutes. A turn of minutes is
/// not chatter, and a ping that waits takes a good part of it.
const FAST: i64 = 10 * 60 * 1_000;

/// Returns the least time between two pings of a person about a match with this limit. `longest` is that
/// of a day a move or more, and of matches without a limit. Shorter limits have it in proportion, those
/// of ten minutes or less none.
///
/// ```
/// use std::time::Duration;
/// use rondel::delivery::gap;
///
/// let of = |limit: &str| gap(Duration::from_secs(60), limit.parse().ok());
/// assert_eq!(of("3d"), Duration::from_secs(60));
/// assert_eq!(of("12h"), Duration::from_secs(30));
/// assert_eq!(of("10m"), Duration::ZERO);
/// ```
#[must_use]
pub fn gap(longest: Duration, limit: Option<TimeLimit>) -> Duration {
    let Some(limit) = limit.map(TimeLimit::milliseconds) else {
        return longest;
    };
    if limit <= FAST {
        return Duration::ZERO;
    }
    let limit = u32::try_from(limit.min(Moment::DAY)).unwrap_or(u32::MAX);
    // A day in milliseconds fits.
    let day = u32::try_from(Moment::DAY).unwrap_or(u32::MAX);
    longest * limit / day
}

/// A person, as one of a match.
type Pinged = (MatchId, Person);

/// The latest pings, each of a person about a match.
#[derive(Debug)]
pub(crate) struct Pings {
    /// The gap between two pings about a match at a day a move or more.
    longest: Duration,
    latest: Mutex<HashMap<Pinged, LatestPing>>,
    /// Those whose next ping has to wait: one stands for all up to this version. Locked before `latest`.
    waiting: watch::Sender<HashMap<Pinged, u64>>,
}

/// What is to be done where somebody could not be pinged at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CallWait {
    /// Nothing: a ping has told them of it.
    Over,
    /// A call that waits already stands for this one too.
    ForOther,
    /// They are to be called once they may be.
    First,
}

/// A ping, with instants by the clock's count.
#[derive(Clone, Copy, Debug)]
struct LatestPing {
    /// The version of the match that it told of.
    version: u64,
    /// The instant from which the person may be pinged again.
    free_from: Duration,
    /// True for a line that told of everything up to that version, after the ping had had to wait.
    is_late: bool,
}

/// The number of pings after which those of some time ago are forgotten.
const MOST_PINGS: usize = 10_000;

impl Pings {
    pub(crate) fn new(longest: Duration) -> Pings {
        Pings {
            longest,
            latest: Mutex::default(),
            waiting: watch::Sender::default(),
        }
    }

    /// Returns the instant, by the clock's count, from which somebody may be pinged again about a match.
    pub(super) fn free_from(&self, id: MatchId, person: Person) -> Duration {
        let latest = locked(&self.latest);
        let last = latest.get(&(id, person));
        last.map_or(Duration::ZERO, |last| last.free_from)
    }

    /// Returns true if the latest ping of somebody told of a later version of a match than this, or of everything
    /// up to this one: it stands for what was to call them about it. Version 0 is none.
    pub(super) fn covers(&self, id: MatchId, person: Person, version: u64) -> bool {
        let latest = locked(&self.latest);
        let last = latest.get(&(id, person));
        let told =
            |last: &LatestPing| last.version > version || last.is_late && last.version == version;
        version > 0 && last.is_some_and(told)
    }

    /// Returns true if somebody may be pinged about this version of a match, and notes it then. One
    /// that is tried again is the same ping.
    pub(super) fn allow(&self, state: &Match, person: Person, version: u64, now: Duration) -> bool {
        let mut latest = locked(&self.latest);
        let last = latest.get(&(state.id(), person));
        if let Some(last) = last.filter(|last| now < last.free_from) {
            return last.version == version;
        }
        let ping = self.ping(state, version, now, false);
        insert(&mut latest, (state.id(), person), ping, now);
        true
    }

    /// Notes that somebody is pinged about this version of a match.
    pub(super) fn note(&self, state: &Match, person: Person, version: u64, now: Duration) {
        let mut latest = locked(&self.latest);
        let ping = self.ping(state, version, now, false);
        insert(&mut latest, (state.id(), person), ping, now);
    }

    /// Notes that a line is said to somebody about everything up to this version of a match. Returns false, and
    /// notes nothing, if a ping that did not have to wait has told them of it: only where they `waited`, since
    /// somebody who seemed to have left counts as pinged before.
    pub(super) fn note_late(
        &self,
        state: &Match,
        person: Person,
        now: Duration,
        waited: bool,
    ) -> bool {
        let (id, version) = (state.id(), state.version());
        let mut latest = locked(&self.latest);
        let last = latest.get(&(id, person));
        if waited && last.is_some_and(|last| !last.is_late && last.version >= version) {
            return false;
        }
        let ping = self.ping(state, version, now, true);
        insert(&mut latest, (id, person), ping, now);
        true
    }

    fn ping(&self, state: &Match, version: u64, now: Duration, is_late: bool) -> LatestPing {
        let free_from = now + gap(self.longest, state.time_limit());
        LatestPing {
            version,
            free_from,
            is_late,
        }
    }

    /// Notes that somebody is to be called about this version of a match once they may be pinged again.
    pub(super) fn wait(&self, id: MatchId, person: Person, version: u64) -> CallWait {
        let mut result = CallWait::Over;
        self.waiting.send_if_modified(|waiting| {
            let latest = locked(&self.latest).get(&(id, person)).copied();
            if latest.is_none_or(|latest| latest.version < version) {
                result = match waiting.entry((id, person)) {
                    Entry::Occupied(mut waits) => {
                        let waits = waits.get_mut();
                        *waits = version.max(*waits);
                        CallWait::ForOther
                    }
                    Entry::Vacant(none) => {
                        none.insert(version);
                        CallWait::First
                    }
                };
            }
            false
        });
        result
    }

    /// Returns once nobody waits any more to call somebody about a match.
    pub(super) async fn waited(&self, id: MatchId, person: Person) {
        let mut waiting = self.waiting.subscribe();
        // The sender is there as long as this is.
        let _ = waiting
            .wait_for(|waiting| !waiting.contains_key(&(id, person)))
            .await;
    }

    /// Notes that the ping of somebody waits no more, since what was so at this version of the match has
    /// been looked at. Returns false if something that happened later waits still.
    pub(super) fn end_wait(&self, id: MatchId, person: Person, version: u64) -> bool {
        self.waiting.send_if_modified(|waiting| {
            let waits = waiting.get(&(id, person));
            let ends = waits.is_none_or(|waits| *waits <= version);
            if ends {
                waiting.remove(&(id, person));
            }
            ends
        })
    }
}

/// Notes a ping, and forgets those of some time ago once there are many.
fn insert(latest: &mut HashMap<Pinged, LatestPing>, of: Pinged, ping: LatestPing, now: Duration) {
    latest.insert(of, ping);
    if latest.len() > MOST_PINGS {
        latest.retain(|_, last| now < last.free_from);
    }
}
