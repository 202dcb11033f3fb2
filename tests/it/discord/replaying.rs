//! Looking back in Discord: moving pictures, steps and pages that take the place of one another.

use std::sync::Arc;

use fake_discord::{Answer, AnswerKind, Fault, Message, Snowflake, User};
use rondel::{
    chats::discord::DiscordMarkup, commands::Responder, host::Host, matchplay::Moment,
    render::RenderError, rules::Color, store::memory::MemoryStore,
};
use serde_json::json;

use super::{Scene, Table};
use crate::now::now;
use crate::{
    console::replaying::quiet_moves,
    line::{speaker, typed},
    said::{assert_begins, assert_says, said},
};

impl Scene {
    /// A match of the three with this number of plies.
    pub(super) async fn played(&self, plies: usize) -> Table {
        let table = self.seat(&self.channel, &self.players).await;
        for (mv, player) in quiet_moves(plies).iter().zip(self.players.iter().cycle()) {
            let answer = table.play(player, mv).await;
            assert!(!answer.ephemeral, "{}", answer.content);
        }
        table
    }
}

/// A private message as it stands now.
fn read(reader: &User, id: Snowflake) -> Message {
    let mut messages = reader.ephemeral().into_iter();
    messages.find(|message| message.id == id).expect("it")
}

/// Counts the pictures of a GIF.
fn pictures(gif: &[u8]) -> usize {
    let mut decoder = gif::DecodeOptions::new().read_info(gif).expect("a GIF");
    let mut count = 0;
    while decoder.read_next_frame().expect("a picture").is_some() {
        count += 1;
    }
    count
}

/// Presses a button by the id of what stands on it.
async fn press(reader: &User, answer: &Answer, label: &str) -> Answer {
    let button = answer.button(&said(label, &[]));
    let button = button.unwrap_or_else(|| panic!("{label}"));
    let id = button.custom_id.expect("an id");
    reader.press(answer.message.expect("a message"), &id).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_replay_is_promised_and_given_to_the_one_who_asked() {
    let scene = Scene::new().await;
    let [ann, ben, _] = &scene.players;
    let table = scene.played(25).await;
    // A few plies are shown at once.
    let few = [("from", json!(20))];
    let few = ben.slash(&table.thread, "replay", &few).await;
    assert_eq!(few.kind, AnswerKind::Message);
    super::assert_private(&few, "replay-heading", &[("first", "20"), ("last", "25")]);
    assert_eq!(
        few.attachments[0].filename,
        format!("{}-20-25.gif", table.id)
    );
    assert_eq!(pictures(&few.attachments[0].bytes), 7);
    // A whole match takes longer to draw than somebody should wait for a sign.
    let before = table.thread.messages().len();
    let promised = ann.slash(&table.thread, "replay", &[]).await;
    assert_eq!(promised.kind, AnswerKind::Deferred);
    assert!(promised.ephemeral);
    let filled = scene.discord.filled(&promised).await;
    assert_says(
        &filled.content,
        "replay-heading",
        &[("first", "1"), ("last", "25")],
    );
    let [gif] = filled.attachments.as_slice() else {
        panic!("{:?}", filled.attachments);
    };
    assert_eq!(pictures(&gif.bytes), 26);
    assert!(gif.size < 200_000, "{}", gif.size);
    let alt = gif.description.as_deref().unwrap_or_default();
    assert_begins(alt, "replay-alt", &[]);
    // Nobody else sees any of it.
    assert_eq!(table.thread.messages().len(), before);
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_replay_that_may_not_be_sent_is_told_in_words() {
    let scene = Scene::new().await;
    let [ann, ..] = &scene.players;
    let table = scene.played(25).await;
    // Refused at once, refused when it is given, and given at the second try.
    let callback = "POST /interactions/*/*/callback";
    let refusal = Fault::Status(403, 50_013);
    scene.discord.fail_next(callback, refusal);
    let few = [("from", json!(24))];
    let few = ann.slash(&table.thread, "replay", &few).await;
    assert!(few.ephemeral && few.attachments.is_empty());
    assert_says(&few.content, "history-move", &[("ply", "24")]);

    let given = "PATCH /webhooks/*/*/messages/@original";
    scene.discord.fail_next(given, refusal);
    let promised = ann.slash(&table.thread, "replay", &[]).await;
    let filled = scene.discord.filled(&promised).await;
    assert!(filled.attachments.is_empty());
    assert_says(&filled.content, "history-move", &[("ply", "22")]);

    scene.discord.fail_next(given, Fault::Status(503, 0));
    let promised = ann.slash(&table.thread, "replay", &[]).await;
    let filled = scene.discord.filled(&promised).await;
    assert_eq!(filled.attachments.len(), 1);
    // What is refused is refused at once, and promises nothing.
    let refused = [("from", json!(26))];
    let refused = ann.slash(&table.thread, "replay", &refused).await;
    assert_eq!(refused.kind, AnswerKind::Message);
    super::assert_private(&refused, "refused-no-such-ply", &[("ply", "26")]);
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn steps_take_the_place_of_one_another_in_a_private_view() {
    let mut scene = Scene::new().await;
    let [ann, ben, _] = &scene.players.clone();
    let table = scene.played(6).await;
    let board = table.told(&scene.discord, 6).await;
    // A press on the board for all opens a view of one's own.
    let label = said("button-view", &[]);
    let view = board.button(&label).and_then(|button| button.custom_id);
    let view = ann.press(board.id, &view.expect("an id")).await;
    assert_eq!(view.kind, AnswerKind::Message);
    let own = view.message.expect("a message");
    let since = press(ann, &view, "button-since").await;
    assert_eq!(since.kind, AnswerKind::Message);
    super::assert_private(&since, "since-heading", &[]);
    assert_eq!(pictures(&since.attachments[0].bytes), 3);
    // Steps from there on change it where it stands, also after a restart of the bot.
    let back = press(ann, &view, "button-back").await;
    assert_eq!((back.kind, back.message), (AnswerKind::Update, Some(own)));
    scene.restart().await;
    let start = press(ann, &back, "button-start").await;
    assert_eq!((start.kind, start.message), (AnswerKind::Update, Some(own)));
    let shown = read(ann, own);
    assert_says(&shown.content, "board-shown", &[("count", "0")]);
    assert_eq!(shown.attachments.len(), 1);
    assert_eq!(shown.attachments[0].filename, format!("{}-0.png", table.id));
    let dead = |label: &str| {
        let button = shown.button(&said(label, &[])).expect(label);
        button.disabled
    };
    assert!(dead("button-start") && dead("button-back"));
    assert!(!dead("button-on") && !dead("button-now"));
    let now = press(ann, &start, "button-now").await;
    assert_eq!((now.kind, now.message), (AnswerKind::Update, Some(own)));
    assert_says(&read(ann, own).content, "board-shown", &[("count", "6")]);
    // What no button says is refused beside it, and somebody else's press leaves it alone.
    let forged = format!("rd1:{}:6:ply:7:white", table.id);
    let refused = ann.press_forged(own, &forged).await;
    assert_eq!(refused.kind, AnswerKind::Message);
    super::assert_private(&refused, "refused-no-such-ply", &[("ply", "7")]);
    let forged = format!("rd1:{}:6:ply:5:white", table.id);
    let other = ben.press_forged(board.id, &forged).await;
    assert_eq!(other.kind, AnswerKind::Message);
    assert!(other.ephemeral);
    assert_says(&read(ann, own).content, "board-shown", &[("count", "6")]);
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_of_the_history_are_turned_in_place() {
    let scene = Scene::new().await;
    let [ann, ben, cy] = &scene.players;
    let table = scene.played(1).await;
    for _ in 0..16 {
        for (player, action) in [(ann, "offer"), (ben, "decline")] {
            let action = [("action", json!(action))];
            player.slash(&table.thread, "draw", &action).await;
        }
    }
    let last = cy.slash(&table.thread, "history", &[]).await;
    let own = last.message.expect("a message");
    let first = press(cy, &last, "button-earlier").await;
    assert_eq!((first.kind, first.message), (AnswerKind::Update, Some(own)));
    let page = read(cy, own).said();
    assert_says(&page, "history-covers", &[("rounds", "1"), ("plies", "1")]);
    assert_says(&page, "history-page", &[("page", "1"), ("pages", "2")]);
    let back = press(cy, &first, "button-later").await;
    assert_eq!((back.kind, back.message), (AnswerKind::Update, Some(own)));
    assert_says(&read(cy, own).said(), "history-page", &[("page", "2")]);
    scene.assert_sound();
}

/// A chat says how large a file may be, and the moving picture keeps to it.
#[tokio::test]
async fn a_replay_is_as_large_as_the_interaction_lets_it_be() {
    // Given a match of 30 plies.
    let clock = Arc::new(|| Moment(1_700_000_000_000));
    let host = now(Host::new(Arc::new(MemoryStore::new()), clock, Some(1))).unwrap();
    let markup = Arc::new(DiscordMarkup);
    let responder = Responder::new(Arc::clone(&host), markup);
    let asks = async |who: &str, line: &str, most_bytes: Option<u64>| {
        let mut asked = typed(speaker("discord", who), "discord/1/7", line);
        asked.most_bytes = most_bytes;
        responder.answer(&asked).await
    };
    asks("1", "play", None).await;
    asks("2", "join", None).await;
    let begun = asks("3", "join", None).await;
    let state = begun.state.expect("a match");
    let seats = Color::ALL.map(|color| {
        let players = ["1", "2", "3"];
        let sits = |who: &&str| {
            let person = now(host.people().find(&speaker("discord", who).identity)).unwrap();
            person.is_some_and(|person| state.color_of(person) == Some(color))
        };
        players.into_iter().find(sits).expect("a player")
    });
    for (mv, player) in quiet_moves(30).iter().zip(seats.iter().cycle()) {
        let moved = asks(player, &format!("move move:{mv}"), None).await;
        assert_eq!(moved.refused(), None, "{}", moved.text());
    }
    // When it is asked for where files of these sizes are taken, then it has that size at most,
    // and says what was done about it.
    for (most, note) in [
        (None, None),
        (Some(10 << 20), None),
        (Some(100_000), Some("replay-smaller")),
        (Some(45_000), Some("replay-skips")),
    ] {
        let reply = asks("1", "replay", most).await;
        let picture = responder.picture(&reply).expect("a picture");
        let drawn = picture.draw(responder.usual()).unwrap();
        assert!(drawn.file.len() as u64 <= most.unwrap_or(10 << 20));
        match (&drawn.note, note) {
            (Some(said), Some(wanted)) => assert_says(said, wanted, &[]),
            (said, wanted) => assert_eq!(said.as_deref(), wanted, "{most:?}"),
        }
    }
    // Where not even that fits, the moves are there to be told.
    let reply = asks("1", "replay", Some(2_000)).await;
    let picture = responder.picture(&reply).expect("a picture");
    let drawn = picture.draw(responder.usual());
    assert_eq!(drawn, Err(RenderError::TooLarge { most: 2_000 }));
    let told = picture
        .in_words(&responder.usual().texts, responder.markup())
        .expect("words");
    assert_says(&told, "history-move", &[("ply", "28")]);
}
