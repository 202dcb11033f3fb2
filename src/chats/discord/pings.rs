//! When people were pinged last: nobody is pinged again at once about the same match.

use std::{collections::HashMap, sync::Mutex, time::Duration};

use crate::{
    matchplay::{MatchId, Person},
    store::locked,
};

/// The latest pings, each of a person about a match.
#[derive(Debug)]
pub(super) struct Pings {
    /// The time for which nobody is pinged again.
    gap: Duration,
    /// The version of the match that each told of, and when that was, by the clock's count.
    latest: Mutex<HashMap<(MatchId, Person), (u64, Duration)>>,
}

/// The number of pings after which those of some time ago are forgotten.
const MOST_PINGS: usize = 10_000;

impl Pings {
    pub(super) fn new(gap: Duration) -> Pings {
        Pings {
            gap,
            latest: Mutex::default(),
        }
    }

    /// Returns the time, by the clock's count, from which somebody may be pinged again about a match.
    pub(super) fn free_from(&self, id: MatchId, person: Person) -> Duration {
        let latest = locked(&self.latest);
        let last = latest.get(&(id, person));
        last.map_or(Duration::ZERO, |(_, at)| *at + self.gap)
    }

    /// Returns true if somebody may be pinged about this version of a match, and notes it then. One
    /// that is tried again is the same ping.
    pub(super) fn allow(&self, id: MatchId, person: Person, version: u64, now: Duration) -> bool {
        let mut latest = locked(&self.latest);
        if latest.len() >= MOST_PINGS {
            latest.retain(|_, (_, at)| now < *at + self.gap);
        }
        match latest.get(&(id, person)) {
            Some((told, at)) if *told != version && now < *at + self.gap => false,
            Some((told, _)) if *told == version => true,
            _ => {
                latest.insert((id, person), (version, now));
                true
            }
        }
    }
}
