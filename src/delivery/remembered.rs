//! What delivery remembers while the program runs. All of it is bounded, and nothing is lost with it.

use std::{
    collections::{BTreeSet, HashMap, HashSet},
    sync::Mutex,
};

use tokio::sync::Notify;

use super::{Need, PostId};
use crate::{
    matchplay::{Match, MatchId, Person, Place},
    store::{Latest, locked},
};

/// What delivery remembers.
#[derive(Debug, Default)]
pub(crate) struct Remembered {
    /// The matches whose old boards are to lose their buttons.
    pub(crate) cleanups: Cleanups,
    /// Invitations that were pressed on.
    pub(crate) invitations: PressedInvitations,
    /// Threads that are not noted yet.
    pub(super) threads: UnnotedThreads,
    /// Players to move whom no call has reached.
    pub(crate) unreached: Unreached,
    /// People who take no direct messages, though they want to be called by them.
    pub(super) closed: ClosedDirects,
    /// The places of direct messages with people.
    pub(super) directs: Directs,
    /// What has been said of missing rights and the like.
    pub(crate) said: SaidRemarks,
}

/// Number of matches of which that is remembered.
const MOST_BARE: usize = 4_096;

/// The matches that have gone on, whose older boards are to lose their buttons.
#[derive(Debug, Default)]
pub(crate) struct Cleanups {
    waiting: Mutex<BTreeSet<MatchId>>,
    arrived: Notify,
    /// Matches of which no buttons stand in the channel beside their threads, as was seen since the start.
    bare: Mutex<Latest<MatchId, (), MOST_BARE>>,
}

impl Cleanups {
    /// Notes that a match has gone on.
    pub(crate) fn note(&self, id: MatchId) {
        locked(&self.waiting).insert(id);
        self.arrived.notify_one();
    }

    /// Notes whether buttons of a match stand in the channel beside its thread.
    pub(crate) fn note_beside(&self, id: MatchId, any: bool) {
        let mut bare = locked(&self.bare);
        if any {
            bare.pop(&id);
        } else {
            bare.put(id, ());
        }
    }

    /// Returns true if some may stand there.
    pub(crate) fn may_be_beside(&self, id: MatchId) -> bool {
        !locked(&self.bare).contains(&id)
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

/// Number of invitations that are remembered.
const MOST_PRESSED: usize = 1_024;

/// Invitations that somebody pressed on. They need not be looked for, far up as they may be.
#[derive(Debug, Default)]
pub(crate) struct PressedInvitations(Mutex<Latest<PostId, (MatchId, Invitation), MOST_PRESSED>>);

impl PressedInvitations {
    pub(crate) fn note(&self, id: MatchId, invitation: Invitation) {
        locked(&self.0).put(invitation.message, (id, invitation));
    }

    /// Returns those to the table of a match.
    pub(crate) fn to(&self, id: MatchId) -> Vec<Invitation> {
        let all = locked(&self.0);
        let to = all.iter().filter(|(_, (to, _))| *to == id);
        to.map(|(_, (_, invitation))| invitation.clone()).collect()
    }
}

/// Threads that were opened and could not be noted as the places of their matches yet.
#[derive(Debug, Default)]
pub(crate) struct UnnotedThreads(Mutex<HashMap<MatchId, Place>>);

impl UnnotedThreads {
    pub(crate) fn note(&self, id: MatchId, thread: Place) {
        locked(&self.0).insert(id, thread);
    }

    pub(crate) fn opened(&self, id: MatchId) -> Option<Place> {
        locked(&self.0).get(&id).cloned()
    }

    pub(crate) fn forget(&self, id: MatchId) {
        locked(&self.0).remove(&id);
    }
}

/// Number of people and matches of which that is remembered.
const MOST_CLOSED: usize = 4_096;

/// People whom a match's place has told that their direct messages are closed. They are mentioned there from
/// then on, and nobody reads the same of them at each of their turns.
#[derive(Debug, Default)]
pub(crate) struct ClosedDirects(Mutex<Latest<(MatchId, Person), (), MOST_CLOSED>>);

impl ClosedDirects {
    pub(crate) fn note(&self, id: MatchId, person: Person) {
        locked(&self.0).put((id, person), ());
    }

    pub(crate) fn has(&self, id: MatchId, person: Person) -> bool {
        locked(&self.0).contains(&(id, person))
    }
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

/// Number of people whose direct messages are remembered.
const MOST_DIRECTS: usize = 4_096;

/// The places of direct messages with people who were written to since the start.
#[derive(Debug, Default)]
pub(super) struct Directs(Mutex<Latest<Person, Place, MOST_DIRECTS>>);

impl Directs {
    pub(super) fn note(&self, person: Person, place: Place) {
        locked(&self.0).put(person, place);
    }

    pub(super) fn of(&self, person: Person) -> Option<Place> {
        locked(&self.0).get(&person).cloned()
    }

    pub(super) fn forget(&self, person: Person) {
        locked(&self.0).pop(&person);
    }

    pub(super) fn are_none(&self) -> bool {
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

/// Number of things that were said.
const MOST_SAID: usize = 4_096;

/// The remarks that have been made.
#[derive(Debug, Default)]
pub(crate) struct SaidRemarks(Mutex<Latest<Remark, (), MOST_SAID>>);

impl SaidRemarks {
    /// Returns true if something has not been said yet.
    pub(super) fn is_unsaid(&self, remark: &Remark) -> bool {
        !locked(&self.0).contains(remark)
    }

    /// Takes in what has been said, which is not to be said again.
    pub(crate) fn note(&self, remarks: &[Remark]) {
        let mut said = locked(&self.0);
        for remark in remarks {
            said.put(remark.clone(), ());
        }
    }

    /// Takes in that something is not so any more: if it is so again, that is said again.
    pub(super) fn forget(&self, remark: &Remark) {
        locked(&self.0).pop(remark);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_are_said_once_and_few_are_kept() {
        let said = SaidRemarks::default();
        let of = |number, need| Remark::Lack(MatchId::numbered(number), need);
        let threads = Remark::Threads(Place::new("memory/1/2"));
        assert!(said.is_unsaid(&of(7, Need::Attach)));
        said.note(&[of(7, Need::Attach), threads.clone()]);
        assert!(!said.is_unsaid(&of(7, Need::Attach)));
        assert!(said.is_unsaid(&of(7, Need::Speak)));
        assert!(!said.is_unsaid(&threads));
        said.forget(&threads);
        assert!(said.is_unsaid(&threads));
        for number in 8..20_000 {
            said.note(&[of(number, Need::Attach)]);
        }
        assert!(locked(&said.0).len() <= MOST_SAID);
    }
}
