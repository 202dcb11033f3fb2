//! Places where nothing can be said any more, as chats report them. They report them again after each start.

use std::sync::Mutex;

use super::Host;
use crate::{
    matchplay::{Match, Place, Server},
    store::{Latest, locked},
};

/// The most places that are remembered.
const MOST_KEPT: usize = 4_096;

/// The reason why nothing can be said at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closed {
    /// People have locked it, and can open it again.
    Locked,
    /// It was deleted.
    Gone,
}

/// The places that are known to be closed.
pub(super) type ClosedPlaces = Mutex<Latest<Place, Closed, MOST_KEPT>>;

impl Host {
    /// Takes in that nothing can be said at a place, or that it is open again. What is gone stays so.
    pub fn report_closed(&self, place: &Place, why: Option<Closed>) {
        let mut closed = locked(&self.closed);
        match why {
            _ if closed.peek(place) == Some(&Closed::Gone) => {}
            Some(why) => drop(closed.put(place.clone(), why)),
            None => drop(closed.pop(place)),
        }
    }

    /// Takes in that a place which seemed to be gone is there all the same.
    pub fn report_found(&self, place: &Place) {
        locked(&self.closed).pop(place);
    }

    /// Forgets which places of a server are locked: the chat is about to report them.
    pub fn forget_locked(&self, server: &Server) {
        let mut closed = locked(&self.closed);
        let of_server = |(place, why): (&Place, &Closed)| {
            let is_one = *why == Closed::Locked && Server::of(place) == *server;
            is_one.then(|| place.clone())
        };
        let stale: Vec<Place> = closed.iter().filter_map(of_server).collect();
        for place in stale {
            closed.pop(&place);
        }
    }

    /// Returns why nothing can be said at a place, if that is known.
    #[must_use]
    pub fn closed(&self, place: &Place) -> Option<Closed> {
        locked(&self.closed).peek(place).copied()
    }

    /// Returns true if a place is known to be locked.
    #[must_use]
    pub fn is_locked(&self, place: &Place) -> bool {
        self.closed(place) == Some(Closed::Locked)
    }

    /// Returns the place where people find a match: the one where it is played, or else the one where it was
    /// opened. `None` if both are closed, or nobody else may see it there.
    #[must_use]
    pub fn open_place<'a>(&self, state: &'a Match) -> Option<&'a Place> {
        let opened = Some(state.opened_at());
        let opened = opened.filter(|_| !state.is_private() || state.started_at().is_none());
        let mut places = [Some(state.place()), opened].into_iter().flatten();
        places.find(|place| self.closed(place).is_none())
    }
}
