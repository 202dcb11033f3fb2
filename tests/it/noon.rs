//! Matches on a clock that the test drives.

use std::sync::Arc;

use rondel::{
    host::{DrivenClock, Host, Table},
    matchplay::{Command, MatchId, Moment, MoveInput, Person, Place, TimeLimit},
    rules::{Color, Ruleset},
    store::{RequestId, Store, memory::MemoryStore},
};

use crate::now::{nameless, now};

/// The moment at which it gets interesting.
pub(crate) const NOON: Moment = Moment(1_800_000_000_000);

/// A host and its store on a driven clock.
pub(crate) struct Noon {
    pub(crate) clock: Arc<DrivenClock>,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) host: Arc<Host>,
}

impl Noon {
    /// A new store, at a moment.
    pub(crate) fn at(moment: Moment) -> Noon {
        Noon::over(Arc::new(MemoryStore::new()), moment)
    }

    /// This store, at a moment.
    pub(crate) fn over(store: Arc<dyn Store>, moment: Moment) -> Noon {
        let clock = Arc::new(DrivenClock::at(moment));
        let host = now(Host::new(
            nameless(Arc::clone(&store)),
            Arc::clone(&clock) as _,
            Some(7),
        ))
        .unwrap();
        Noon { clock, store, host }
    }

    /// Lets another process go on with the same store.
    pub(crate) fn restart(&mut self) {
        let store = Arc::clone(&self.store);
        self.host = now(Host::new(
            nameless(store),
            Arc::clone(&self.clock) as _,
            Some(8),
        ))
        .unwrap();
    }

    /// Begins a match of persons 1, 2 and 3, whose first move is due from now on.
    pub(crate) async fn begin(&self, place: &str, time: Option<TimeLimit>) -> MatchId {
        let table = Table {
            ruleset: String::from("three-man"),
            options: Ruleset::THREE_MAN,
            place: Place::new(place),
            seat: Some(Color::White),
            invited: vec![],
            computers: None,
            rated: true,
            time,
            private: false,
        };
        let opened = self.host.open(&table, Person(1), None).await.unwrap();
        let id = opened.change.after.id();
        for person in [2, 3] {
            let join = Command::Join { seat: None };
            let joined = self.host.submit(id, Person(person), &join, None, None);
            joined.await.unwrap();
        }
        id
    }

    /// Makes the first move.
    pub(crate) async fn first_move(&self, id: MatchId) {
        let e4 = Command::Move {
            mv: MoveInput::Typed(String::from("e4")),
            claim: false,
        };
        let request_id = RequestId(format!("{id}/e4"));
        let moved = self.host.submit(id, Person(1), &e4, None, Some(request_id));
        let moved = moved.await;
        moved.unwrap();
    }
}
