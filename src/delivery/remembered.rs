//! What delivery remembers while the program runs. All of it is bounded, and nothing is lost with it.

use std::{
    collections::{BTreeSet, HashMap, HashSet},
    hash::Hash,
    sync::Mutex,
};

use tokio::sync::Notify;

use super::{Need, PostId};
use crate::{
    matchplay::{Match, MatchId, Person, Place},
    store::{self, locked},
};

/// What delivery remembers.
#[derive(Debug, Default)]
pub(crate) struct Remembered {
    /// The matches whose old boards are to lose their buttons.
    pub(crate) cleanups: Cleanups,
    /// Invitations that were pressed on, by their messages. They need not be looked for, far up as they may be.
    pub(crate) invitations: Latest<PostId, (MatchId, Invitation)>,
    /// Threads that were opened and could not be noted as the places of their matches yet.
    pub(super) threads: Latest<MatchId, Place>,
    /// Players to move whom no call has reached.
    pub(crate) unreached: Unreached,
    /// People whom a match's place has told that their direct messages are closed. They are mentioned there from
    /// then on, and nobody reads the same of them at each of their turns.
    pub(super) closed: Latest<(MatchId, Person), ()>,
    /// The places of direct messages with people who were written to since the start.
    pub(super) directs: Latest<Person, Place>,
    /// What has been said of missing rights and the like.
    pub(crate) said: Latest<Remark, ()>,
}

/// The most entries of each of these.
const MOST: usize = 4_096;

/// The entries that were used last.
#[derive(Debug)]
pub(crate) struct Latest<K: Hash + Eq, V>(Mutex<store::Latest<K, V, MOST>>);

impl<K: Hash + Eq, V> Default for Latest<K, V> {
    fn default() -> Latest<K, V> {
        Latest(Mutex::default())
    }
}

impl<K: Hash + Eq, V: Clone> Latest<K, V> {
    pub(crate) fn note(&self, key: K, value: V) {
        locked(&self.0).put(key, value);
    }

    pub(crate) fn of(&self, key: &K) -> Option<V> {
        locked(&self.0).get(key).cloned()
    }

    pub(crate) fn has(&self, key: &K) -> bool {
        locked(&self.0).contains(key)
    }

    pub(crate) fn forget(&self, key: &K) {
        locked(&self.0).pop(key);
    }

    pub(crate) fn is_empty(&self) -> bool {
        locked(&self.0).is_empty()
    }

    pub(crate) fn values(&self) -> Vec<V> {
        let entries = locked(&self.0);
        entries.iter().map(|(_, value)| value.clone()).collect()
    }
}

/// The matches that have gone on, whose older boards are to lose their buttons.
#[derive(Debug, Default)]
pub(crate) struct Cleanups {
    waiting: Mutex<BTreeSet<MatchId>>,
    arrived: Notify,
    /// Matches of which no buttons stand in the channel beside their threads, as was seen since the start.
    bare: Latest<MatchId, ()>,
}

impl Cleanups {
    /// Notes that a match has gone on.
    pub(crate) fn note(&self, id: MatchId) {
        locked(&self.waiting).insert(id);
        self.arrived.notify_one();
    }

    /// Notes whether buttons of a match stand in the channel beside its thread.
    pub(crate) fn note_beside(&self, id: MatchId, any: bool) {
        if any {
            self.bare.forget(&id);
        } else {
            self.bare.note(id, ());
        }
    }

    /// Returns true if some may stand there.
    pub(crate) fn may_be_beside(&self, id: MatchId) -> bool {
        !self.bare.has(&id)
    }

    /// Waits for one of them, and takes it.
    pub(crate) async fn next(&self) -> MatchId {
        loop {
            let arrived = self.arrived.notified();
            if let Some(id) = locked(&self.waiting).pop_first() {
                return id;
            }
            arrived.await;
        }
    }
}

/// A message that calls people to a table.
#[derive(Clone, Debug)]
pub(crate) struct Invitation {
    pub(crate) at: Place,
    pub(crate) message: PostId,
    /// What it says.
    pub(crate) said: String,
    /// True if it is a direct message.
    pub(crate) is_direct: bool,
}

/// Number of players who are remembered.
const MOST_UNREACHED: usize = 1_024;

/// Players to move whom no call has reached.
#[derive(Debug, Default)]
pub(crate) struct Unreached(Mutex<HashMap<(MatchId, Person), UnreachedTurn>>);

/// A turn of which nothing tells its player.
#[derive(Debug, Default)]
struct UnreachedTurn {
    ply: u32,
    /// The players who have been told of it.
    told: HashSet<Person>,
}

impl Unreached {
    /// Notes that somebody who is to move in a match was not reached.
    pub(crate) fn note(&self, state: &Match, person: Person) {
        let mut all = locked(&self.0);
        if all.len() >= MOST_UNREACHED {
            return;
        }
        let turn = all.entry((state.id(), person)).or_default();
        if turn.ply != state.ply() {
            *turn = UnreachedTurn {
                ply: state.ply(),
                told: HashSet::new(),
            };
        }
    }

    /// Returns the players that somebody has not been told about, with the plies at which they are to move.
    pub(crate) fn untold(&self, reader: Person) -> Vec<(MatchId, Person, u32)> {
        let all = locked(&self.0);
        let untold = all.iter().filter(|(_, turn)| !turn.told.contains(&reader));
        untold
            .map(|((id, person), turn)| (*id, *person, turn.ply))
            .collect()
    }

    pub(crate) fn forget(&self, one: (MatchId, Person)) {
        locked(&self.0).remove(&one);
    }

    pub(crate) fn note_told(&self, one: (MatchId, Person), reader: Person) {
        if let Some(turn) = locked(&self.0).get_mut(&one) {
            turn.told.insert(reader);
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        locked(&self.0).is_empty()
    }
}

/// Something about a place that is said once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Remark {
    /// What a match needs and cannot have.
    Lack(MatchId, Need),
    /// That no thread can be opened on a channel.
    Threads(Place),
    /// That a match has moved to this thread or channel.
    Moved(MatchId, Place),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_are_kept() {
        let said = Latest::default();
        for number in 0..20_000 {
            said.note(Remark::Lack(MatchId::numbered(number), Need::Attach), ());
        }
        assert_eq!(said.values().len(), MOST);
    }
}
