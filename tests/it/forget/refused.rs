//! Forgetting somebody when the people cannot be written.

use std::sync::Arc;

use rondel::{
    adapters::{
        Desk, Reply,
        console::PlainManner,
        invocation::{Invocation, Speaker, Value},
        words::Words,
    },
    host::Host,
    matchplay::{Moment, Place},
    store::{
        people::{Identity, People},
        sled::SledStore,
    },
};

use super::bytes::{Needles, found_below};
use crate::store::disk::TestDisk;

const NAME: &str = "Zerlinde Quastenflosser";

fn speaker(name: &str) -> Speaker {
    Speaker {
        identity: Identity::new("console", name).unwrap(),
        name: name.to_owned(),
        manages: false,
        roles: Vec::new(),
        language: None,
    }
}

async fn say(desk: &Desk, who: &str, command: &str, options: &[(&str, Value)]) -> Reply {
    let options = options
        .iter()
        .map(|(name, value)| ((*name).to_owned(), value.clone()));
    let invocation = Invocation {
        speaker: speaker(who),
        place: Place::new("console/table"),
        within: None,
        command: command.to_owned(),
        options: options.collect(),
        most_bytes: None,
        delivery: None,
    };
    desk.answer(&invocation).await
}

#[tokio::test]
async fn what_cannot_be_written_now_is_done_later_and_seen_by_nobody() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    let disk = Arc::new(TestDisk::new(path));
    let store = Arc::new(SledStore::open(&path.join("store")).unwrap());
    let people = People::open_on(&path.join("people"), Arc::clone(&disk) as _).unwrap();
    let people = Arc::new(people);
    let host = Host::new(store, Arc::new(|| Moment(1)), Some(1)).unwrap();
    let manner = Box::new(PlainManner);
    let desk = Desk::new(
        Arc::clone(&host),
        Arc::clone(&people),
        Words::english(),
        manner,
    );
    let ben = || Value::User(speaker("ben"));
    let text = |text: &str| Value::Text(text.to_owned());
    let options = [
        ("ruleset", text("duel")),
        ("seat", text("white")),
        ("player2", ben()),
    ];
    assert_eq!(say(&desk, NAME, "play", &options).await.refused, None);
    assert_eq!(say(&desk, "ben", "join", &[]).await.refused, None);
    assert!(say(&desk, "ben", "history", &[]).await.text.contains(NAME));

    // There is room to write, and none for all people once more.
    disk.set_free(33 << 20);
    let mean_it = [("confirm", Value::Boolean(true))];
    let refused = say(&desk, NAME, "forget-me", &mean_it).await;
    assert_eq!(refused.refused, Some("store-unavailable"));
    assert!(
        refused.text.contains("Nobody is shown your name any more"),
        "{}",
        refused.text
    );
    let history = say(&desk, "ben", "history", &[]).await;
    assert!(
        history.text.contains("has asked to be forgotten"),
        "{}",
        history.text
    );
    assert!(!history.text.contains(NAME), "{}", history.text);
    let profile = say(
        &desk,
        "ben",
        "profile",
        &[("user", Value::User(speaker(NAME)))],
    )
    .await;
    assert!(
        profile.refused.is_some() && !profile.text.contains(NAME),
        "{}",
        profile.text
    );
    // They may look, and not begin anything under the name that is to be forgotten.
    assert_eq!(say(&desk, NAME, "help", &[]).await.refused, None);
    let begun = say(&desk, NAME, "play", &[]).await;
    assert_eq!(begun.refused, Some("store-unavailable"));
    // A start without room begins all the same.
    assert_eq!(host.finish_forgetting(&people).await, Ok(()));
    let needles = Needles::default().text("name", NAME);
    assert_ne!(found_below(path, &needles), []);

    disk.set_free(u64::MAX);
    assert_eq!(host.finish_forgetting(&people).await, Ok(()));
    assert_eq!(found_below(path, &needles), []);
    let nothing = say(&desk, NAME, "forget-me", &mean_it).await;
    assert!(
        nothing.text.contains("nothing to delete"),
        "{}",
        nothing.text
    );
    // They come back as somebody new.
    assert_eq!(say(&desk, NAME, "play", &[]).await.refused, None);
}
