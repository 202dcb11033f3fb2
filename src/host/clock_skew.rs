//! Clock skew: how far the clock was set, and which deadlines have followed.

use std::collections::HashMap;

use crate::matchplay::MatchId;

/// The distance by which the wall clock has been set since the process started, in milliseconds,
/// and the distance by which the deadline of each match has followed. Matches are named only if
/// they have not followed all the way, or did so before all others.
#[derive(Debug, Default)]
pub(super) struct Skew {
    set: i64,
    /// The distance by which all matches that are not named have followed.
    others: i64,
    /// The distance by which a match has followed, and its version then.
    named: HashMap<MatchId, (u64, i64)>,
}

impl Skew {
    /// Adds a change of the clock, in milliseconds.
    pub(super) fn add(&mut self, by: i64) {
        self.set = self.set.saturating_add(by);
    }

    /// Returns the distance by which the clock has been set.
    pub(super) const fn set(&self) -> i64 {
        self.set
    }

    /// Returns the distance by which the deadline of a match must still be moved.
    pub(super) fn owed(&self, id: MatchId) -> i64 {
        let followed = self.named.get(&id).map_or(self.others, |(_, set)| *set);
        self.set.saturating_sub(followed)
    }

    /// Notes that a match came to this version when the clock had been set this far.
    pub(super) fn follow(&mut self, id: MatchId, version: u64, set: i64) {
        let newer = |(known, _): &(u64, i64)| *known <= version;
        if self.is_behind() && self.named.get(&id).is_none_or(newer) {
            self.named.insert(id, (version, set));
        }
    }

    /// Returns true if there may be matches that have not followed.
    pub(super) fn is_behind(&self) -> bool {
        self.set != self.others || !self.named.is_empty()
    }

    /// Notes that all matches have followed this far, and returns whether that is all the way.
    pub(super) fn all_follow(&mut self, set: i64) -> bool {
        if self.set != set {
            return false;
        }
        self.others = set;
        self.named.clear();
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_match_follows_once_however_often_the_clock_is_set() {
        let [first, second] = [1, 2].map(MatchId::numbered);
        let mut skew = Skew::default();
        assert!(!skew.is_behind());
        skew.follow(first, 1, 0);
        assert!(!skew.is_behind());
        skew.add(100);
        assert_eq!((skew.owed(first), skew.owed(second)), (100, 100));
        skew.follow(first, 2, 100);
        assert_eq!((skew.owed(first), skew.owed(second)), (0, 100));
        // What was decided before is written late.
        skew.follow(first, 1, 0);
        assert_eq!(skew.owed(first), 0);
        // It is set right before all have followed.
        skew.add(-100);
        assert!(skew.is_behind() && !skew.all_follow(100));
        assert_eq!((skew.owed(first), skew.owed(second)), (-100, 0));
        skew.follow(first, 3, 0);
        assert!(skew.all_follow(0) && !skew.is_behind());
        assert_eq!((skew.owed(first), skew.owed(second)), (0, 0));
        skew.add(7);
        assert!(skew.all_follow(7) && !skew.is_behind());
        assert_eq!(skew.owed(first), 0);
    }
}
