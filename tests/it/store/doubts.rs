//! Moves that are written after nobody waited for them any more.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use rondel::{
    host::{HostError, NoticeState, Outbox},
    matchplay::{Command, MatchId, MoveInput, Person},
    store::{Pending, StoreError},
};
use tokio::{sync::watch::Sender, task::yield_now};

use super::guarded::{Guard, Guarded};
use crate::noon::{NOON, Noon};

/// The turns after which everything that can be done has been done.
const LOOKS: usize = 1_000;

/// Delays one write, and holds all others up.
#[derive(Debug, Default)]
struct Delaying {
    delays: AtomicBool,
    holds: Sender<bool>,
}

impl Guard for Delaying {
    fn writes(&self) -> Pending<'_, ()> {
        Box::pin(async {
            let mut holds = self.holds.subscribe();
            let _ = holds.wait_for(|holds| !holds).await;
        })
    }

    fn delays(&self) -> bool {
        self.delays.swap(false, Ordering::SeqCst)
    }
}

/// A match whose first move nobody knows of, and the outbox.
struct Doubted {
    scene: Noon,
    store: Arc<Guarded<Delaying>>,
    id: MatchId,
    outbox: Outbox,
}

impl Doubted {
    async fn begin() -> Doubted {
        let store = Arc::new(Guarded::by(Delaying::default()));
        let scene = Noon::over(Arc::clone(&store) as _, NOON);
        let id = scene.begin("console/table", None).await;
        let outbox = scene.host.outbox("console").await.unwrap();
        for notice in outbox.take_all() {
            notice.end(NoticeState::Delivered);
        }
        store.guard.delays.store(true, Ordering::SeqCst);
        let doubted = Doubted {
            scene,
            store,
            id,
            outbox,
        };
        let moved = doubted.moves(1, "e4").await;
        assert!(
            matches!(moved, Err(HostError::Store(StoreError::InDoubt { .. }))),
            "{moved:?}"
        );
        // Nothing has been asked of the store since.
        doubted.store.guard.holds.send_replace(true);
        assert_eq!(doubted.ply().await, 0);
        doubted
    }

    async fn moves(&self, person: u128, text: &str) -> Result<(), HostError> {
        let command = Command::Move {
            mv: MoveInput::Typed(text.to_owned()),
            claim: false,
        };
        let host = &self.scene.host;
        let moved = host.submit(self.id, Person(person), &command, None, None);
        moved.await.map(drop)
    }

    async fn ply(&self) -> u32 {
        let state = self.scene.host.state(self.id).await.unwrap();
        state.unwrap().ply()
    }
}

#[tokio::test]
async fn a_move_that_was_written_after_all_is_told_and_the_next_one_follows() {
    let doubted = Doubted::begin().await;
    doubted.store.guard.holds.send_replace(false);
    let mut told = None;
    for _ in 0..LOOKS {
        told = told.or_else(|| doubted.outbox.take_all().pop());
        yield_now().await;
    }
    let notice = told.expect("a notice");
    assert_eq!(notice.notice().id, doubted.id);
    assert!(!matches!(notice.state(), NoticeState::InDoubt(_)));
    assert_eq!(doubted.ply().await, 1);
    doubted.moves(2, "m4").await.unwrap();
}
