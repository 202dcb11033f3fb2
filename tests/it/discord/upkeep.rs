//! Nothing that stands in a channel is out of date: tables follow their seats, and old boards lose their
//! buttons.

use std::sync::Arc;

use fake_discord::{FakeDiscord, Fault, Message, Snowflake};
use rondel::{host::DrivenClock, matchplay::Moment};
use serde_json::json;

use super::{Scene, inside::Parts, match_of, mv, told};
use crate::said::{Said, assert_says, says};

/// Waits until a message is as it is to be.
async fn wait_until(
    discord: &FakeDiscord,
    channel: Snowflake,
    message: Snowflake,
    is: impl Fn(&Message) -> bool,
) -> Message {
    discord
        .wait_for("an edit", |world| {
            let messages = world.messages(channel);
            let own = messages.into_iter().find(|one| one.id == message);
            own.filter(|one| is(one)).cloned()
        })
        .await
}

fn enabled(message: &Message) -> usize {
    let buttons = message.buttons();
    buttons.iter().filter(|button| !button.disabled).count()
}

/// The message of a table is found where it stands, however much was said since.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_follows_its_seats_under_many_words() {
    let scene = Scene::new().await;
    let [ann, ben, cy] = &scene.players;
    let opened = ann.slash(&scene.channel, "play", &super::table()).await;
    let table = opened.message.expect("a table");
    for number in 0..120 {
        cy.say(&scene.channel, &format!("word {number}"));
    }
    ben.slash(&scene.channel, "join", &[]).await;
    let sits = Said::new("seat-taken", &[("name", "ben")]);
    wait_until(&scene.discord, scene.channel.id(), table, |one| {
        sits.is_in(&one.said())
    })
    .await;
    scene.assert_sound();
}

/// Fault D5: the message of a table follows `/join`, `/leave`, its closing and its expiry, also after a
/// restart.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn d05_the_message_of_a_table_is_never_out_of_date() {
    let scene = Scene::without_bot(FakeDiscord::start().await);
    let mut parts = Parts::new(&scene.discord);
    let clock = Arc::new(DrivenClock::at(Moment(1)));
    parts.clock = Arc::clone(&clock) as _;
    let bot = parts.again().start();
    scene.discord.bot_ready().await;
    let [ann, ben, cy] = &scene.players;
    let (channel, discord) = (&scene.channel, &scene.discord);
    let own = channel.id();
    let white = [("seat", json!("white"))];
    let mut tables = Vec::new();
    for _ in 0..3 {
        let opened = ann.slash(channel, "play", &white).await;
        let message = opened.message.expect("a public table");
        tables.push((match_of(&opened.buttons()), message));
    }
    let (first, message) = &tables[0];
    let joins = [("match", json!(first)), ("seat", json!("gray"))];
    let joined = ben.slash(channel, "join", &joins).await;
    // The buttons stand in one place.
    assert_eq!(joined.buttons(), []);
    let sits = Said::new("seat-taken", &[("name", "ben")]);
    wait_until(discord, own, *message, |one| {
        sits.is_in(&one.said()) && enabled(one) == 4
    })
    .await;
    bot.stop().await.expect("it stops");
    discord.bot_gone().await;
    let bot = parts.again().start();
    discord.bot_ready().await;
    ben.slash(channel, "leave", &[("match", json!(first))])
        .await;
    wait_until(discord, own, *message, |one| {
        !sits.is_in(&one.said()) && enabled(one) == 5
    })
    .await;
    // The last seat is taken, and the match begins in its thread.
    for (who, seat) in [(ben, "gray"), (cy, "black")] {
        let joins = [("match", json!(first)), ("seat", json!(seat))];
        who.slash(channel, "join", &joins).await;
    }
    let begun = wait_until(discord, own, *message, |one| one.buttons().is_empty()).await;
    assert_says(&begun.said(), "table-begun", &[]);
    // Closed by its opener, and by nobody else.
    let (second, message) = &tables[1];
    let close = format!("rd1:{second}:0:do:abort:action=offer");
    let refused = ben.press(*message, &close).await;
    assert!(refused.ephemeral, "{}", refused.content);
    assert_says(&refused.content, "refused-not-the-opener", &[]);
    ann.press(*message, &close).await;
    let closed = wait_until(discord, own, *message, |one| one.buttons().is_empty()).await;
    assert_says(&closed.said(), "table-closed", &[]);
    // Nobody came for a day.
    let (_, message) = &tables[2];
    clock.advance(std::time::Duration::from_secs(25 * 3_600));
    bot.host.settle_due().await.expect("it happens");
    let expired = wait_until(discord, own, *message, |one| one.buttons().is_empty()).await;
    assert_says(&expired.said(), "table-closed", &[]);
    scene.assert_sound();
}

/// Fault D4: an old board loses its buttons once the match has gone on; where Discord refuses that,
/// what only shows works all the same.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn d04_old_boards_lose_their_buttons() {
    let scene = Scene::new().await;
    let [ann, ben, cy] = &scene.players;
    let table = scene.seat(&scene.channel, &scene.players).await;
    let thread = table.thread.id();
    let first = table.told(&scene.discord, 0).await;
    table.play(ann, "e4").await;
    let second = told(&scene.discord, &table.thread, &table.id, 1).await;
    wait_until(&scene.discord, thread, first.id, |one| {
        one.buttons().is_empty()
    })
    .await;
    // One edit is refused, and asked for again with the next move.
    let edits = format!("PATCH /channels/{thread}/messages/*");
    scene.discord.fail_next(&edits, Fault::Status(403, 50_013));
    ben.slash(&table.thread, "move", &mv("m4")).await;
    scene
        .discord
        .wait_until("an edit that is refused", |world| {
            world.requests(&edits).len() >= 2
        })
        .await;
    let view = format!("rd1:{}:1:view", table.id);
    let shown = ann.press(second.id, &view).await;
    assert!(shown.ephemeral, "{}", shown.content);
    assert_eq!(shown.attachments.len(), 1, "{}", shown.content);
    assert!(
        says(&shown.content, "board-shown", &[("ply", "2")]),
        "{}",
        shown.content
    );
    table.play(cy, "u4").await;
    wait_until(&scene.discord, thread, second.id, |one| {
        one.buttons().is_empty()
    })
    .await;
    scene.assert_sound();
}

/// A vote ends with a word for how it ended, and its buttons go.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_vote_says_how_it_ended_and_loses_its_buttons() {
    let scene = Scene::new().await;
    let [ann, ben, cy] = &scene.players;
    let table = scene.seat(&scene.channel, &scene.players).await;
    table.play(ann, "e4").await;
    let thread = table.thread.id();
    let act = |action: &str| [("action", json!(action))];
    for (command, all, action, id) in [
        ("draw", vec![ben], "decline", "vote-declined"),
        ("draw", vec![ann], "withdraw", "vote-withdrawn"),
        ("pause", vec![cy], "decline", "vote-declined"),
        ("pause", vec![ben, cy], "accept", "vote-agreed"),
        // To go on; and, answered in another order, once more.
        ("pause", vec![ben, cy], "accept", "vote-agreed"),
        ("pause", vec![cy, ben], "accept", "vote-agreed"),
    ] {
        let asked = ann.slash(&table.thread, command, &act("offer")).await;
        let message = asked.message.expect("a vote");
        assert!(!asked.buttons().is_empty(), "{}", asked.content);
        for (answered, who) in all.iter().enumerate() {
            if answered > 0 {
                // It stands until all have answered.
                let stands = scene.discord.look(|world| world.message(message).cloned());
                assert!(!stands.expect("it").buttons().is_empty());
            }
            who.slash(&table.thread, command, &act(action)).await;
        }
        let ended = wait_until(&scene.discord, thread, message, |one| {
            one.buttons().is_empty()
        });
        let ended = ended.await;
        assert_says(&ended.content, id, &[]);
        assert!(
            ended.content.starts_with(&asked.content),
            "{}",
            ended.content
        );
    }
    scene.assert_sound();
}

/// Whoever agrees is counted in the vote itself: pressed, in its place and without a word more; typed, soon
/// after.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_vote_counts_those_who_agree() {
    let scene = Scene::new().await;
    let [ann, ben, cy] = &scene.players;
    let table = scene.seat(&scene.channel, &scene.players).await;
    let thread = table.thread.id();
    let act = |action: &str| [("action", json!(action))];
    for (command, typed) in [("pause", false), ("draw", true), ("abort", false)] {
        let asked = ann.slash(&table.thread, command, &act("offer")).await;
        // What an abort by one who has not moved yet ends at once is ended.
        let Some(accept) = asked.buttons().into_iter().find_map(|one| one.custom_id) else {
            break;
        };
        let message = asked.message.expect("a vote");
        let before = table.thread.messages().len();
        if typed {
            ben.slash(&table.thread, command, &act("accept")).await;
        } else {
            let agreed = ben.press(message, &accept).await;
            assert_eq!(agreed.kind, fake_discord::AnswerKind::Update);
            assert_eq!(table.thread.messages().len(), before);
        }
        let counts = wait_until(&scene.discord, thread, message, |one| {
            says(&one.content, "vote-so-far", &[])
        });
        let counts = counts.await;
        assert_eq!(counts.buttons(), asked.buttons(), "{}", counts.content);
        assert!(counts.content.starts_with(&asked.content));
        cy.slash(&table.thread, command, &act("decline")).await;
        let ended = wait_until(&scene.discord, thread, message, |one| {
            one.buttons().is_empty()
        });
        let ended = ended.await;
        assert_says(&ended.content, "vote-declined", &[]);
        assert!(
            !says(&ended.content, "vote-so-far", &[]),
            "{}",
            ended.content
        );
        table.play(ann, "e4").await;
    }
    scene.assert_sound();
}

/// Returns the message whose buttons begin with this one.
async fn asking(discord: &FakeDiscord, channel: Snowflake, id: &str) -> Message {
    discord
        .wait_for("a question", |world| {
            let messages = world.messages(channel).into_iter().rev();
            let mut asking = messages.filter(|one| {
                let first = one.buttons().into_iter().next();
                first.and_then(|button| button.custom_id).as_deref() == Some(id)
            });
            asking.next().cloned()
        })
        .await
}

/// What is asked about a seat ends like every other vote, and so does the window at a deadline.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_vote_about_a_seat_and_its_window_say_that_they_are_over() {
    let scene = Scene::without_bot(FakeDiscord::start().await);
    let mut parts = Parts::new(&scene.discord);
    let clock = Arc::new(DrivenClock::at(Moment(1)));
    parts.clock = Arc::clone(&clock) as _;
    let bot = parts.again().start();
    scene.discord.bot_ready().await;
    let [ann, ben, cy] = &scene.players;
    let dave = scene.guild.user("dave");
    let table = scene.seat(&scene.channel, &scene.players).await;
    let (discord, thread) = (&scene.discord, table.thread.id());
    let ended = async |asked: Message, how: &'static str, who: &str| {
        let ended = wait_until(discord, thread, asked.id, |one| one.buttons().is_empty()).await;
        let values = [("player", who)];
        let values = if who.is_empty() { &[][..] } else { &values };
        assert_says(&ended.content, how, values);
        assert!(
            ended.content.starts_with(&asked.content),
            "{}",
            ended.content
        );
    };
    clock.advance(std::time::Duration::from_secs(3 * 86_400 + 60));
    bot.host.settle_due().await.expect("it happens");
    let id = |action: &str| format!("rd1:{}:0:seat:{action}:white", table.id);
    let window = asking(discord, thread, &id("grant")).await;
    ben.press(window.id, &id("computer")).await;
    let computer = asking(discord, thread, &id("accept")).await;
    cy.press(computer.id, &id("decline")).await;
    ended(computer, "vote-declined", "cy (Black)").await;
    let substitute = [("action", json!("substitute")), ("user", json!(dave.id()))];
    ben.slash(&table.thread, "seat", &substitute).await;
    let asked = asking(discord, thread, &id("accept")).await;
    dave.press(asked.id, &id("decline")).await;
    ended(asked, "vote-declined", "dave").await;
    // Ann is back, and the window closes with what was proposed in it.
    cy.press(window.id, &id("computer")).await;
    let computer = asking(discord, thread, &id("accept")).await;
    table.play(ann, "e4").await;
    ended(computer, "vote-gone", "").await;
    ended(window, "vote-gone", "").await;
    scene.assert_sound();
}
