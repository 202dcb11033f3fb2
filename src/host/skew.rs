//! By how much the clock was set, and whose time has followed.

use std::collections::HashMap;

use crate::matchplay::MatchId;

/// How far the clock on the wall has been set since the process started, in milliseconds, and how
/// far the deadline of each match has followed. Kept for those alone that have not followed all the
/// way, or have done so before all others had.
#[derive(Debug, Default)]
pub(super) struct Skew {
    set: i64,
    /// How far all have followed that are not named.
    others: i64,
    /// How far a match has followed, as of which version.
    named: HashMap<MatchId, (u64, i64)>,
}

impl Skew {
    /// The clock was set by so much.
    pub(super) fn add(&mut self, by: i64) {
        self.set = self.set.saturating_add(by);
    }

    /// How far the clock has been set.
    pub(super) const fn set(&self) -> i64 {
        self.set
    }

    /// By how much the deadline of a match must still be moved.
    pub(super) fn owed(&self, id: MatchId) -> i64 {
        let followed = self.named.get(&id).map_or(self.others, |(_, set)| *set);
        self.set.saturating_sub(followed)
    }

    /// A match has come to this version when the clock had been set so far.
    pub(super) fn follow(&mut self, id: MatchId, version: u64, set: i64) {
        let newer = |(known, _): &(u64, i64)| *known <= version;
        if self.is_behind() && self.named.get(&id).is_none_or(newer) {
            self.named.insert(id, (version, set));
        }
    }

    /// Whether there may be matches that have not followed.
    pub(super) fn is_behind(&self) -> bool {
        self.set != self.others || !self.named.is_empty()
    }

    /// All matches have followed this far; whether that is all the way.
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
        // What was decided before is written down late.
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
