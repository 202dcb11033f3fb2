//! A rematch: by command or by button, at one table, however many ask.

use std::sync::Arc;

use rondel::{
    host::{Host, HostError, Table},
    matchplay::{Command, Moment, Person, Place, Rejection, Stage},
    rules::{Color, OfferAction, Ruleset},
    store::memory::MemoryStore,
};

use super::{Console, Store};
use crate::now::now;
use crate::said::{army, assert_is, assert_says, computer, said, sits};

/// A match of ann, ben and cy that has been called off, and the button under its end.
fn over(console: &mut Console, ruleset: &str) -> (String, String) {
    let id = console.three_by(ruleset, ["ann", "ben", "cy"]);
    let ended = console.done(&format!("@ben /abort action:offer match:{id}"));
    assert_eq!(ended.buttons()[0], format!("rd1:{id}:0:rematch"));
    (id.clone(), ended.button("rematch").to_owned())
}

#[test]
fn the_first_who_asks_opens_a_table_and_the_others_join_it() {
    let directory = tempfile::tempdir().expect("a directory");
    let store = Store::Files(directory.path().to_owned());
    let mut console = Console::start(&store);
    console.say("/channel park");
    let (id, button) = over(&mut console, "match-points");
    // Asked for elsewhere, it is opened there.
    console.say("/channel hall");
    let opened = console.done(&format!("@cy /press {button}"));
    assert_eq!((opened.to(), opened.command()), ("all", Some("rematch")));
    let again = opened.id().to_owned();
    assert_ne!(again, id);
    let lines: Vec<&str> = opened.text().lines().collect();
    let [white, gray, black] = Color::ALL.map(army);
    let ruleset = said("ruleset-match-points", &[]);
    assert_is(
        lines[0],
        "table-opened",
        &[("name", "cy"), ("ruleset", &ruleset), ("match", &again)],
    );
    assert_eq!(lines.len(), 5, "{lines:?}");
    sits(lines[2], Color::White, "cy");
    for (name, army) in [("ann", &gray), ("ben", &black)] {
        assert_says(lines[2], "seat-kept", &[("army", army), ("name", name)]);
    }
    assert_is(lines[3], "table-hint", &[]);
    let names = ["ann", "ben"].join(&said("list-comma", &[]));
    assert_is(lines[4], "table-invites", &[("names", &names)]);
    console
        .done("@ann /matches")
        .assert_says("matches-invited", &[("match", &again), ("where", "#hall")]);
    // It is known after a restart too.
    console.finish();
    let mut console = Console::start(&store);
    let joined = console.done(&format!("@ben /rematch match:{id}"));
    assert_eq!(joined.id(), again);
    console.refuses(&format!("@ben /rematch match:{id}"), "already-seated");
    let begun = console.done(&format!("@ann /press {button}"));
    assert_eq!(begun.id(), again);
    for (color, name) in Color::ALL.into_iter().zip(["cy", "ann", "ben"]) {
        sits(begun.text(), color, name);
    }
    // From then on it is said which match it is, while it is played and after.
    let refused = console.refuses(&format!("@ann /rematch match:{id}"), "already-started");
    assert!(refused.text().contains(&again), "{}", refused.text());
    console.done(&format!("@cy /abort action:offer match:{again}"));
    let refused = console.refuses(&format!("@ann /press {button}"), "already-started");
    assert!(refused.text().contains(&again), "{}", refused.text());
    // The seats go on from there.
    console.say("/channel hall");
    let third = console.done("@ann /rematch");
    for (army, name) in [(&white, "ben"), (&gray, "cy")] {
        third.assert_says("seat-kept", &[("army", army), ("name", name)]);
    }
    sits(third.text(), Color::Black, "ann");
    console.finish();
}

#[test]
fn a_table_that_was_closed_makes_room_for_another() {
    let mut console = Console::start(&Store::Memory);
    let (id, button) = over(&mut console, "three-man");
    let mut tables = Vec::new();
    for opener in ["ann", "ben", "ann"] {
        let table = console
            .done(&format!("@{opener} /press {button}"))
            .id()
            .to_owned();
        assert!(!tables.contains(&table));
        let joined = console.done(&format!("@cy /rematch match:{id}"));
        assert_eq!(joined.id(), table);
        let closed = console.done(&format!("@{opener} /abort action:offer match:{table}"));
        assert!(closed.buttons().is_empty());
        tables.push(table);
    }
    // None of those was played.
    let line = format!("@ann /rematch match:{}", tables[0]);
    let refused = console.refuses(&line, "not-started");
    refused.assert_is("refused-rematch-unplayed", &[]);
    console.finish();
}

/// Whatever closes the table of a rematch, the match that was drawn before is still the last one of its
/// players.
#[test]
fn a_table_that_was_closed_is_nobody_s_last_match() {
    for (number, closes) in [
        "@ben /leave match:{}",
        "@ben /abort action:offer match:{}",
        "@ben /press rd1:{}:0:leave",
        "@ben /press rd1:{}:0:do:abort:action=offer",
    ]
    .into_iter()
    .enumerate()
    {
        let mut console = Console::start(&Store::Memory);
        let id = console.three(["ann", "ben", "cy"]);
        console.done("@ann /move e4");
        console.done("@ann /draw action:offer");
        console.done("@ben /draw action:accept");
        console.done("@cy /draw action:accept");
        // Some sit, others are invited, when it closes.
        let table = console.done("@ben /rematch").id().to_owned();
        if number == 1 {
            console.done("@cy /rematch");
        }
        console.done(&closes.replace("{}", &table));
        for who in ["ann", "ben", "cy"] {
            for line in ["/board", "/history", "/replay", "/export"] {
                let shown = console.done(&format!("@{who} {line}"));
                assert_eq!(shown.id(), id, "{closes}: {who} {line}");
            }
            for line in ["/move m4", "/draw action:offer", "/resign"] {
                console.refuses(&format!("@{who} {line}"), "match-over");
            }
        }
        let again = console.done("@ann /rematch");
        again.assert_says("table-opened", &[("name", "ann")]);
        assert_ne!(again.id(), table);
        console.finish();
    }
    // Where nothing else was played there is nothing to show.
    let mut console = Console::start(&Store::Memory);
    console.done("@ann /play seat:white player2:@ben");
    console.done("@ann /abort action:offer");
    for line in ["/board", "/move e4", "/rematch"] {
        console.refuses(&format!("@ann {line}"), "no-such-match");
        console.refuses(&format!("@ben {line}"), "no-such-match");
    }
    console.finish();
}

/// It stands where any other table would that is asked for there.
#[test]
fn a_rematch_that_is_asked_for_in_another_channel_is_opened_there() {
    let mut console = Console::start(&Store::Memory);
    let (id, button) = over(&mut console, "three-man");
    console.say("/channel park");
    let opened = console.done(&format!("@ann /rematch match:{id}"));
    let listed = console.done("@ann /matches");
    listed.assert_says(
        "matches-table",
        &[("match", opened.id()), ("where", "#park")],
    );
    // The others join it from wherever they ask.
    console.say("/channel hall");
    let joined = console.done(&format!("@ben /press {button}"));
    assert_eq!(joined.id(), opened.id());
    console.finish();
}

#[test]
fn somebody_who_declined_or_came_from_elsewhere_finds_what_is_left() {
    let mut console = Console::start(&Store::Memory);
    let (id, button) = over(&mut console, "three-man");
    let table = console
        .done(&format!("@ann /press {button}"))
        .id()
        .to_owned();
    console.done(&format!("@ben /leave match:{table}"));
    let joined = console.done(&format!("@dora /join match:{table}"));
    sits(joined.text(), Color::Black, "dora");
    // His seat is another's now, and the last one is kept for cy.
    console.refuses(&format!("@ben /rematch match:{id}"), "table-full");
    console.refuses(&format!("@dora /rematch match:{id}"), "not-a-player");
    let begun = console.done(&format!("@cy /rematch match:{id}"));
    begun.assert_says("started", &[("match", &table)]);
    console.finish();
}

#[test]
fn refused_with_its_reason() {
    let mut console = Console::start(&Store::Memory);
    console.refuses("@ann /rematch", "no-such-match");
    console.refuses("@ann /rematch match:a2a2a", "no-such-match");
    let table = console
        .done("@ann /play seat:white player2:@ben player3:@cy")
        .id()
        .to_owned();
    let refused = console.refuses("@ann /rematch", "not-started");
    refused.assert_is("refused-not-started", &[]);
    console.done("@ben /join");
    console.done("@cy /join");
    let refused = console.refuses("@ann /rematch", "not-over");
    refused.assert_is("refused-not-over", &[]);
    console.refuses(&format!("@ann /press rd1:{table}:0:rematch"), "not-over");
    console.refuses(
        &format!("@dora /press rd1:{table}:0:rematch"),
        "not-a-player",
    );
    console.done("@ann /abort action:offer");
    console.refuses(
        &format!("@ann /press rd1:{table}:1:rematch"),
        "position-moved-on",
    );
    console.refuses("@ann /rematch match:", "no-such-match");
    console.done("@ann /rematch");
    console.finish();
}

#[test]
fn computers_come_along_and_play_goes_on_at_once() {
    let mut console = Console::start(&Store::Memory);
    let table = console.done("@ann /play ruleset:duel seat:white computers:1 level:1");
    console.done(&format!("@ann /resign confirm:true match:{}", table.id()));
    let answers = console.say("@ann /rematch");
    let text = answers[0].text();
    assert_says(text, "table-casual", &[]);
    sits(text, Color::White, &computer(1, Color::White));
    assert_says(text, "seat-empty", &[("army", &army(Color::Gray))]);
    sits(text, Color::Black, "ann");
    // It moves first, and is waited for by nobody else.
    answers[1].assert_says("moved", &[]);
    console.finish();

    let mut console = Console::start(&Store::Memory);
    let watched = console.say("@ann /play ruleset:duel computers:2 level:1");
    let id = watched[0].id().to_owned();
    console.say(&format!("@ann /abort action:offer match:{id}"));
    console.refuses(&format!("@ben /rematch match:{id}"), "not-a-player");
    let again = console.say(&format!("@ann /rematch match:{id}"));
    assert!(again[0].refused().is_none() && again[0].id() != id);
    console.finish();
}

/// A match of persons 1, 2 and 3 that has been called off.
async fn called_off(host: &Arc<Host>) -> rondel::matchplay::MatchId {
    let table = Table {
        ruleset: String::from("three-man"),
        options: Ruleset::THREE_MAN,
        place: Place::new("console/table"),
        seat: Some(Color::White),
        invited: vec![],
        computers: None,
        rated: true,
        time: None,
        private: false,
    };
    let opened = host.open(&table, Person(1), None).await.unwrap();
    let id = opened.change.after.id();
    let join = Command::Join { seat: None };
    for person in [2, 3] {
        host.submit(id, Person(person), &join, None, None)
            .await
            .unwrap();
    }
    let off = Command::Abort(OfferAction::Offer);
    let done = host.submit(id, Person(1), &off, None, None).await.unwrap();
    assert_eq!(done.change.after.stage(), Stage::Ended);
    id
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_all_who_ask_at_once_one_opens_and_the_others_join() {
    let store = Arc::new(MemoryStore::new());
    let clock = Arc::new(|| Moment(1_700_000_000_000));
    let host = now(Host::new(store, clock, Some(1))).unwrap();
    for _ in 0..100 {
        let id = called_off(&host).await;
        let asking = [1, 2, 3].map(|person| {
            let host = Arc::clone(&host);
            tokio::spawn(async move {
                let asker = (Person(person), &Place::new("console/table"));
                host.rematch(id, asker, None, None).await
            })
        });
        let mut tables = Vec::new();
        for asked in asking {
            tables.push(asked.await.unwrap().unwrap().change.after.id());
        }
        assert!(tables.iter().all(|table| *table == tables[0]), "{tables:?}");
        let state = host.state(tables[0]).await.unwrap().unwrap();
        assert_eq!(state.stage(), Stage::Running);
        assert_eq!(state.color_of(Person(3)), Some(Color::White));
        let asker = (Person(1), &Place::new("console/table"));
        let once_more = host.rematch(id, asker, None, None).await.unwrap_err();
        assert!(matches!(
            once_more,
            HostError::Rejected(Rejection::RematchBegan { id }) if id == tables[0]
        ));
    }
}
