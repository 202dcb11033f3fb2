//! Matches as last stored, kept in memory.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex},
};

use crate::{
    matchplay::{Match, MatchId},
    store::locked,
};

/// The most matches that are kept.
const MOST: usize = 4_096;

/// The matches that were read or changed lately, each as it stood last. Where there would be too
/// many, the one that came first goes: to drop all of them at once would hold up somebody's answer.
#[derive(Debug, Default)]
pub(super) struct FoldedMatches(Mutex<Folded>);

#[derive(Debug, Default)]
struct Folded {
    matches: HashMap<MatchId, Arc<Match>>,
    /// The ids of all of them, in the order in which they came.
    order: VecDeque<MatchId>,
    /// The matches of which a later version may have been written, and the number of appends that may have been.
    doubted: HashMap<MatchId, u32>,
}

impl Folded {
    fn remove(&mut self, id: MatchId) {
        self.matches.remove(&id);
        self.order.retain(|kept| *kept != id);
    }
}

impl FoldedMatches {
    /// Returns a match, if it is kept.
    pub(super) fn get(&self, id: MatchId) -> Option<Arc<Match>> {
        locked(&self.0).matches.get(&id).cloned()
    }

    /// Returns each of these matches that is kept.
    pub(super) fn all(&self, ids: &[MatchId]) -> Vec<Option<Arc<Match>>> {
        let folded = locked(&self.0);
        let kept = ids.iter().map(|id| folded.matches.get(id).cloned());
        kept.collect()
    }

    /// Keeps a match unless a newer one is kept, or may have been written.
    pub(super) fn keep(&self, state: &Arc<Match>) {
        let mut folded = locked(&self.0);
        let id = state.id();
        if folded.doubted.contains_key(&id) {
            return;
        }
        match folded.matches.get_mut(&id) {
            Some(kept) if kept.version() < state.version() => *kept = Arc::clone(state),
            Some(_) => {}
            None => {
                folded.matches.insert(id, Arc::clone(state));
                folded.order.push_back(id);
            }
        }
        if folded.order.len() > MOST
            && let Some(first) = folded.order.pop_front()
        {
            folded.matches.remove(&first);
        }
    }

    /// Gives up a match that turned out to be old, unless a newer one has come in its place.
    pub(super) fn give_up(&self, state: &Arc<Match>) {
        let mut folded = locked(&self.0);
        let id = state.id();
        if folded
            .matches
            .get(&id)
            .is_some_and(|kept| Arc::ptr_eq(kept, state))
        {
            folded.remove(id);
        }
    }

    /// Notes that nobody knows if an append to a match was written: until that is
    /// [known](FoldedMatches::know) it is read from the store each time.
    pub(super) fn doubt(&self, id: MatchId) {
        let mut folded = locked(&self.0);
        *folded.doubted.entry(id).or_default() += 1;
        folded.remove(id);
    }

    /// Notes that it is known.
    pub(super) fn know(&self, id: MatchId) {
        let mut folded = locked(&self.0);
        if let Some(left) = folded.doubted.get_mut(&id) {
            *left -= 1;
            if *left == 0 {
                folded.doubted.remove(&id);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        matchplay::{Event, Moment, Person, Place},
        rules::Ruleset,
    };

    /// Returns a match of this many events.
    fn state(number: u64, events: usize) -> Arc<Match> {
        let opened = Event::Opened {
            ruleset: String::from("three-man"),
            options: Ruleset::THREE_MAN,
            opener: Person(1),
            place: Place::new("console/table"),
            rated: true,
            private: false,
            time: None,
            imported: None,
        };
        let mut state = Match::first(MatchId::numbered(number), &opened, Moment(0)).unwrap();
        for _ in 1..events {
            // A second opening only counts.
            state.apply(&opened, Moment(0));
        }
        Arc::new(state)
    }

    #[test]
    fn the_latest_version_is_kept_until_it_is_given_up() {
        let folded = FoldedMatches::default();
        let (old, new) = (state(7, 1), state(7, 2));
        folded.keep(&new);
        folded.keep(&old);
        let kept = || folded.get(old.id()).map(|kept| kept.version());
        assert_eq!(kept(), Some(new.version()));
        folded.give_up(&old);
        assert_eq!(kept(), Some(new.version()));
        folded.give_up(&new);
        assert_eq!(kept(), None);
        folded.keep(&old);
        assert_eq!(kept(), Some(old.version()));
    }

    #[test]
    fn while_a_match_is_in_doubt_it_is_not_kept() {
        let folded = FoldedMatches::default();
        let state = state(7, 1);
        folded.keep(&state);
        folded.doubt(state.id());
        folded.doubt(state.id());
        let is_kept = || {
            folded.keep(&state);
            folded.get(state.id()).is_some()
        };
        assert!(!is_kept());
        folded.know(state.id());
        assert!(!is_kept());
        folded.know(state.id());
        assert!(is_kept());
    }

    #[test]
    fn where_there_are_too_many_the_first_goes() {
        let folded = FoldedMatches::default();
        let id = |number| MatchId::numbered(number);
        for number in 0..MOST as u64 {
            folded.keep(&state(number, 1));
        }
        // A match that is given up leaves room.
        let given_up = folded.get(id(5)).unwrap();
        folded.give_up(&given_up);
        folded.keep(&state(MOST as u64, 1));
        assert!(folded.get(id(0)).is_some());
        folded.keep(&state(MOST as u64 + 1, 1));
        let kept = folded.all(&[id(0), id(1), id(5), id(MOST as u64 + 1)]);
        let kept = kept.iter().map(Option::is_some);
        assert_eq!(kept.collect::<Vec<_>>(), [false, true, false, true]);
        assert_eq!(locked(&folded.0).matches.len(), MOST);
    }
}
