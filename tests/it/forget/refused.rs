//! Forgetting somebody when the people cannot be written.

use std::sync::Arc;

use rondel::{
    chats::console::PlainMarkup,
    commands::Responder,
    host::Host,
    matchplay::Moment,
    messages::Reply,
    store::{Stores, embedded::SledStore},
};

use super::bytes::{Needles, found_below};
use crate::now::{now, open_people_on};
use crate::said::assert_says;
use crate::{
    line::{speaker, typed},
    store::disk::TestDisk,
};

const NAME: &str = "ZerlindeQuastenflosser";

async fn says(responder: &Responder, who: &str, line: &str) -> Reply {
    let asked = typed(speaker("console", who), "console/table", line);
    responder.answer(&asked).await
}

#[tokio::test]
async fn what_cannot_be_written_now_is_done_later_and_seen_by_nobody() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    let disk = Arc::new(TestDisk::new(path));
    let store = Arc::new(SledStore::open(&path.join("store")).unwrap());
    let people = open_people_on(&path.join("people"), Arc::clone(&disk) as _).unwrap();
    let people = Arc::new(people);
    let stores = Stores {
        matches: store,
        people: Arc::clone(&people),
    };
    let host = now(Host::new(stores, Arc::new(|| Moment(1)), Some(1))).unwrap();
    let markup = Arc::new(PlainMarkup);
    let responder = Responder::new(Arc::clone(&host), markup);
    let play = "play ruleset:duel seat:white player2:@ben";
    assert_eq!(says(&responder, NAME, play).await.refused(), None);
    assert_eq!(says(&responder, "ben", "join").await.refused(), None);
    assert!(
        says(&responder, "ben", "history")
            .await
            .text()
            .contains(NAME)
    );

    // There is room to write, and none for all people once more.
    disk.set_free(33 << 20);
    let mean_it = "forget-me confirm:true";
    let refused = says(&responder, NAME, mean_it).await;
    assert_eq!(refused.refused(), Some("store-unavailable"));
    assert_says(refused.text(), "refused-forgetting", &[]);
    let history = says(&responder, "ben", "history").await;
    assert_says(history.text(), "given-up", &[]);
    assert!(!history.text().contains(NAME), "{}", history.text());
    let profile = says(&responder, "ben", &format!("profile user:@{NAME}")).await;
    assert!(
        profile.refused().is_some() && !profile.text().contains(NAME),
        "{}",
        profile.text()
    );
    // They may look, and not begin anything under the name that is to be forgotten.
    assert_eq!(says(&responder, NAME, "help").await.refused(), None);
    let begun = says(&responder, NAME, "play").await;
    assert_eq!(begun.refused(), Some("store-unavailable"));
    // A start without room begins all the same.
    assert_eq!(host.finish_forgetting().await, Ok(()));
    let needles = Needles::default().text("name", NAME);
    assert_ne!(found_below(path, &needles), []);

    disk.set_free(u64::MAX);
    assert_eq!(host.finish_forgetting().await, Ok(()));
    assert_eq!(found_below(path, &needles), []);
    let nothing = says(&responder, NAME, mean_it).await;
    assert_says(nothing.text(), "forget-unknown", &[]);
    // They come back as somebody new.
    assert_eq!(says(&responder, NAME, "play").await.refused(), None);
}
