//! Whoever something is asked of hears of it, once, and nobody else does.

use std::time::Duration;

use fake_discord::{FakeDiscord, Fault, User};
use rondel::{host::Clock, matchplay::Moment};
use serde_json::{Value, json};

use super::{Scene, Table, has_button, inside::Parts, match_of, mv};
use crate::said::{assert_says, said, says};

/// Counts the notifications of the three players.
fn notified(scene: &Scene) -> [usize; 3] {
    let players = scene.players.each_ref();
    players.map(|user| user.notifications().len())
}

/// Waits until each of the three was notified so often since then, and sees to it that nobody was
/// more often.
async fn calls(scene: &Scene, before: [usize; 3], expected: [usize; 3], of: &str) {
    let ids = scene.players.each_ref().map(User::id);
    let wanted = |at: usize| before[at] + expected[at];
    let reached = |at: usize, count: usize| count >= wanted(at);
    scene
        .discord
        .wait_until("the calls", |world| {
            (0..3).all(|at| reached(at, world.notified(ids[at])))
        })
        .await;
    assert_eq!(notified(scene), [0, 1, 2].map(wanted), "{of}");
}

/// Waits until a match has begun in its thread.
async fn housed(scene: &Scene, id: String) -> Table {
    let own = scene.channel.id();
    let thread = scene
        .discord
        .wait_for("a thread", |world| world.threads(own).first().map(|t| t.id))
        .await;
    let thread = scene.discord.channel(thread);
    let table = Table { id, thread };
    table.told(&scene.discord, 0).await;
    table
}

/// Waits for a message in the thread with a button of this id.
async fn offered(scene: &Scene, table: &Table, action: &str) -> fake_discord::Message {
    let (place, id) = (table.thread.id(), format!(":{action}"));
    let shows = |message: &&fake_discord::Message| {
        let buttons = message.buttons();
        let mut ids = buttons
            .iter()
            .filter_map(|button| button.custom_id.as_deref());
        ids.any(|own| own.ends_with(&id))
    };
    scene
        .discord
        .wait_for("an offer", |world| {
            let messages = world.messages(place);
            messages.into_iter().rfind(shows).cloned()
        })
        .await
}

/// Fault D1: only the player to move and whoever is reminded heard anything.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn d01_whoever_is_asked_is_called_once_and_nobody_else() {
    let scene = Scene::new().await;
    let [ann, ben, cy] = &scene.players;
    let invite = [
        ("player2", json!(ben.id())),
        ("player3", json!(cy.id())),
        ("seat", json!("white")),
    ];
    let opened = ann.slash(&scene.channel, "play", &invite).await;
    calls(&scene, [0; 3], [0, 1, 1], "an invitation").await;
    assert!(
        !opened.content.contains(&cy.mention()),
        "{}",
        opened.content
    );
    let before = notified(&scene);
    cy.slash(&scene.channel, "leave", &[]).await;
    calls(&scene, before, [1, 0, 0], "an invitation that is declined").await;

    let before = notified(&scene);
    let id = scene.sit_down(&scene.channel, &scene.players).await;
    calls(&scene, before, [1; 3], "a beginning").await;
    let table = housed(&scene, id).await;

    let before = notified(&scene);
    table.play(ann, "e4").await;
    calls(&scene, before, [0, 1, 0], "a move").await;

    // Proposals call whoever must answer; answers call nobody.
    let act = |who: &User, command: &'static str, action: &str, more: &[(&'static str, Value)]| {
        let mut options = vec![("action", json!(action))];
        options.extend_from_slice(more);
        let pending = who.slash(&table.thread, command, &options);
        async move {
            let answer = pending.await;
            assert_eq!(answer.refused, None, "{}", answer.content);
        }
    };
    for command in ["draw", "takeback", "pause", "abort"] {
        let before = notified(&scene);
        act(ann, command, "offer", &[]).await;
        calls(&scene, before, [0, 1, 1], command).await;
        act(ben, command, "accept", &[]).await;
        act(cy, command, "decline", &[]).await;
        calls(&scene, before, [0, 1, 1], command).await;
    }

    // The substitute who is asked, and the other player.
    let dora = scene.guild.user("dora");
    let before = notified(&scene);
    let substitute = [("user", json!(dora.id())), ("seat", json!("white"))];
    act(ann, "seat", "substitute", &substitute).await;
    calls(&scene, before, [0, 1, 1], "a substitute").await;
    assert_eq!(dora.notifications().len(), 1);
    act(ben, "seat", "decline", &[("seat", json!("white"))]).await;

    // A draw by agreement ends the match, and calls all but the one who agreed last.
    act(ben, "draw", "offer", &[]).await;
    act(ann, "draw", "accept", &[]).await;
    let before = notified(&scene);
    act(cy, "draw", "accept", &[]).await;
    calls(&scene, before, [1, 1, 0], "the end").await;
    scene.assert_sound();
}

/// Fault D1: each kind is toned down by itself.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn d01_settings_tone_each_kind_of_call_down() {
    let scene = Scene::new().await;
    let [ann, ben, cy] = &scene.players;
    let tones = [
        ("turns", json!("mention")),
        ("questions", json!("direct")),
        ("news", json!("off")),
    ];
    ben.slash(&scene.channel, "settings", &tones).await;
    let id = scene.sit_down(&scene.channel, &scene.players).await;
    calls(&scene, [0; 3], [1, 0, 1], "a beginning").await;
    let table = housed(&scene, id).await;
    table.play(ann, "e4").await;
    calls(&scene, [1, 0, 1], [0, 1, 0], "a move").await;
    let offer = [("action", json!("offer"))];
    ann.slash(&table.thread, "draw", &offer).await;
    calls(&scene, [1, 1, 1], [0, 1, 1], "an offer").await;
    // What came directly can be answered there.
    let asked = ben.direct_messages();
    let asked = asked.last().expect("a direct message");
    let decline = format!("rd1:{}:1:draw:decline", table.id);
    assert!(has_button(asked, &decline), "{}", asked.content);
    let answer = ben.press(asked.id, &decline).await;
    assert_eq!(answer.refused, None, "{}", answer.content);
    assert_eq!(cy.notifications().len(), 2);
    scene.assert_sound();
}

/// Fault D20: no mark of the outbox stands under what people read.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn d20_nothing_that_is_told_ends_in_a_mark() {
    let scene = Scene::without_bot(FakeDiscord::start().await);
    let parts = super::inside::Parts::new(&scene.discord);
    parts.prefer_direct(&scene.players[1]).await;
    let _bot = parts.again().start();
    scene.discord.bot_ready().await;
    let [ann, ben, _] = &scene.players;
    // One is written to directly, and one cannot be.
    let table = scene.seat(&scene.channel, &scene.players).await;
    table.play(ann, "e4").await;
    calls(&scene, [0; 3], [0, 1, 0], "a move").await;
    offered(&scene, &table, "view").await;
    let mut told: Vec<String> = scene.discord.look(|world| {
        let messages = world.messages(table.thread.id());
        messages.iter().map(|one| one.content.clone()).collect()
    });
    told.extend(ben.direct_messages().into_iter().map(|one| one.content));
    assert!(!told.is_empty());
    for content in told {
        let last = content.lines().next_back().unwrap_or_default();
        let mark = format!("-# {}-", table.id);
        assert!(!last.starts_with(&mark), "{content}");
    }
    scene.assert_sound();
}

/// Fault D24: a turn that comes directly has the picture, the deadline and *Move*; a reminder comes
/// once, with *Move*.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn d24_a_turn_that_comes_directly_can_be_played_from_there() {
    let scene = Scene::new().await;
    let [ann, ben, _] = &scene.players;
    let direct = [("turns", json!("direct"))];
    ben.slash(&scene.channel, "settings", &direct).await;
    let id = scene
        .sit_down_with(&[("time", json!("2d"))], &scene.channel, &scene.players)
        .await;
    let table = housed(&scene, id).await;
    table.play(ann, "e4").await;
    let place = ben.direct().id();
    let told = scene
        .discord
        .wait_for("a direct message", |world| {
            world.messages(place).last().map(|one| (*one).clone())
        })
        .await;
    assert_eq!(told.attachments.len(), 1, "{}", told.content);
    assert!(told.content.contains("<t:"), "{}", told.content);
    let go = format!("rd1:{}:1:move", table.id);
    assert!(has_button(&told, &go), "{}", told.content);
    // From its buttons to the square, and, for the next turn, typed.
    let pieces = ben.press(told.id, &go).await;
    assert_eq!(pieces.attachments.len(), 1, "{}", pieces.content);
    let piece = format!("rd1:{}:1:from:m2:1", table.id);
    let ids = pieces.buttons().into_iter().filter_map(|one| one.custom_id);
    assert!(ids.into_iter().any(|id| id == piece), "{}", pieces.content);
    let typed = ben.slash(&ben.direct(), "move", &mv("m4")).await;
    assert_says(&typed.content, "done-elsewhere", &[("match", &table.id)]);
    table.told(&scene.discord, 2).await;
    scene.assert_sound();
}

/// A table that has changed by the time the outbox looks is known again, and nobody is invited twice.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invitation_stands_once_however_soon_the_seats_are_taken() {
    let scene = Scene::new().await;
    let [ann, ben, cy] = &scene.players;
    let direct = [("questions", json!("direct"))];
    ben.slash(&scene.channel, "settings", &direct).await;
    // The outbox cannot call anybody yet.
    let calls = format!("POST /channels/{}/messages", scene.channel.id());
    scene.discord.fail_next(&calls, Fault::Status(500, 0));
    let invited = [
        ("seat", json!("white")),
        ("player2", json!(ben.id())),
        ("player3", json!(cy.id())),
    ];
    let opened = ann.slash(&scene.channel, "play", &invited).await;
    let id = match_of(&opened.buttons());
    let table = opened.message.expect("a table");
    cy.press(table, &format!("rd1:{id}:0:join:black")).await;
    scene
        .discord
        .wait_until("a direct message", |world| {
            world
                .direct_with(ben.id())
                .is_some_and(|channel| !world.messages(channel).is_empty())
        })
        .await;
    // He is written to, and she has sat down before anybody could call her.
    assert_eq!(notified(&scene), [0, 1, 0]);
    assert_eq!(scene.channel.messages().len(), 1);
    scene.assert_sound();
}

/// An invitation says how things stand: it is answered in place, and has no buttons once nobody is to
/// answer any more.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invitation_follows_its_answers() {
    let scene = Scene::new().await;
    let [ann, ben, cy] = &scene.players;
    let own = scene.channel.id();
    let invited = [
        ("seat", json!("white")),
        ("player2", json!(ben.id())),
        ("player3", json!(cy.id())),
    ];
    for (ending, text) in [("begins", "table-begun"), ("closes", "table-closed")] {
        let opened = ann.slash(&scene.channel, "play", &invited).await;
        let id = match_of(&opened.buttons());
        let [accept, decline] = ["join", "leave"].map(|word| format!("rd1:{id}:0:do:{word}"));
        let line = |world: &fake_discord::World| {
            let messages = world.messages(own).into_iter();
            let mut calls = messages.filter(|one| one.had_button(&accept));
            calls.next().cloned()
        };
        let call = scene.discord.wait_for("an invitation", line).await;
        assert!(has_button(&call, &decline), "{}", call.content);
        assert_says(&call.content, "invitation-pending", &[]);
        let stands = [ben, cy].map(|who| call.content.contains(&who.mention()));
        assert_eq!(stands, [true, true], "{}", call.content);
        // Whoever is not invited is told so, and nothing changes.
        let dora = scene.guild.user(ending);
        let refused = dora.press(call.id, &decline).await;
        assert!(refused.ephemeral, "{}", refused.content);
        let accepted = ben.press(call.id, &accept).await;
        assert_eq!(accepted.kind, fake_discord::AnswerKind::Update);
        assert_says(&accepted.content, "invitation", &[("name", "ann")]);
        assert_says(&accepted.content, "invitation-so-far", &[]);
        assert!(has_button(&line_now(&scene, call.id), &accept));
        if ending == "begins" {
            cy.press(call.id, &accept).await;
        } else {
            let close = [("action", json!("offer")), ("match", json!(id))];
            ann.slash(&scene.channel, "abort", &close).await;
        }
        scene
            .discord
            .wait_until("the end of it", |world| {
                let now = world.message(call.id);
                now.is_some_and(|now| now.buttons().is_empty() && says(&now.content, text, &[]))
            })
            .await;
    }
    scene.assert_sound();
}

/// An invitation far up follows too: where it is pressed on the message is known, and it is looked for where
/// somebody was invited.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invitation_under_many_words_follows_its_answers() {
    let scene = Scene::without_bot(FakeDiscord::start().await);
    let began = 1_800_000_000_000;
    let (parts, clock) = Parts::driven(&scene.discord, Moment(began));
    scene.discord.set_time(began as u64);
    let _bot = parts.start();
    scene.discord.bot_ready().await;
    let [ann, ben, cy] = &scene.players;
    let talk = |place: &fake_discord::Channel, who: &User| {
        for number in 0..30 {
            who.say(place, &format!("word {number}"));
        }
    };
    for way in [
        "accepts",
        "declines",
        "is invited later and types",
        "accepts directly",
        "presses in vain",
    ] {
        let channel = scene.guild.channel("round");
        let wants = ["mention", "direct"][usize::from(way == "accepts directly")];
        ben.slash(&channel, "settings", &[("questions", json!(wants))])
            .await;
        let later = way == "is invited later and types";
        if !later {
            talk(&channel, cy);
        }
        let mut options = vec![("seat", json!("white"))];
        options.push(if later {
            ("computers", json!(0))
        } else {
            ("player2", json!(ben.id()))
        });
        let opened = ann.slash(&channel, "play", &options).await;
        let (page, id) = (
            opened.message.expect("a table"),
            match_of(&opened.buttons()),
        );
        if later {
            talk(&channel, cy);
            let hour = Duration::from_secs(3_600);
            clock.advance(hour);
            scene.discord.set_time(clock.now().0 as u64);
            ann.menu(&channel, &said("person-play", &[]), ben).await;
        }
        let [accept, decline] = ["join", "leave"].map(|word| format!("rd1:{id}:0:do:{word}"));
        let at = if way == "accepts directly" {
            ben.direct()
        } else {
            channel.clone()
        };
        let own = at.id();
        let call = scene.discord.wait_for("an invitation", |world| {
            let messages = world.messages(own).into_iter();
            let mut calls = messages.filter(|one| one.had_button(&accept));
            calls.next().map(|one| one.id)
        });
        let call = call.await;
        talk(&channel, cy);
        if at.id() != channel.id() {
            talk(&at, ben);
        }
        let joins = [("match", json!(id))];
        let stands = match way {
            "declines" => {
                ben.press(call, &decline).await;
                "invitation-answered"
            }
            "is invited later and types" => {
                cy.press(page, &format!("rd1:{id}:0:join:black")).await;
                talk(&channel, cy);
                ben.slash(&channel, "join", &joins).await;
                "table-begun"
            }
            "presses in vain" => {
                ben.slash(&channel, "join", &joins).await;
                cy.press(page, &format!("rd1:{id}:0:join:black")).await;
                let board = scene.discord.wait_for("a board", |world| {
                    let thread = world.threads(channel.id()).first()?.id;
                    let board = world.messages(thread).into_iter();
                    let mut boards = board.filter(|one| !one.attachments.is_empty());
                    boards.next().map(|one| one.id)
                });
                board.await;
                assert!(has_button(&line_now(&scene, call), &accept));
                let refused = ben.press(call, &accept).await;
                assert!(refused.ephemeral, "{}", refused.content);
                "table-begun"
            }
            _ => {
                cy.press(page, &format!("rd1:{id}:0:join:black")).await;
                ben.press(call, &accept).await;
                "table-begun"
            }
        };
        scene
            .discord
            .wait_until(&format!("the end of it: {way}"), |world| {
                let now = world.message(call);
                let says = |now: &fake_discord::Message| {
                    // Of a direct message the buttons alone go.
                    at.id() != channel.id() || says(&now.content, stands, &[])
                };
                now.is_some_and(|now| now.buttons().is_empty() && says(now))
            })
            .await;
    }
    scene.assert_sound();
}

/// Returns a message as it stands.
fn line_now(scene: &Scene, id: fake_discord::Snowflake) -> fake_discord::Message {
    scene
        .discord
        .look(|world| world.message(id).cloned().expect("a message"))
}

/// Whoever has just been pinged about a match is not pinged again within a minute; when that is over they
/// are, if they are still waited for.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_pinged_twice_in_a_minute_about_the_same_match() {
    let scene = Scene::without_bot(FakeDiscord::start().await);
    let (mut parts, clock) = Parts::driven(&scene.discord, Moment(1_800_000_000_000));
    parts.connection.ping_gap = Duration::from_secs(60);
    let _bot = parts.start();
    scene.discord.bot_ready().await;
    let [ann, ben, cy] = &scene.players;
    let id = scene.sit_down(&scene.channel, &scene.players).await;
    calls(&scene, [0; 3], [1; 3], "a beginning").await;
    let table = housed(&scene, id).await;
    // At once it is Gray's turn, and nobody is pinged for it before the minute is over.
    table.play(ann, "e4").await;
    table.told(&scene.discord, 1).await;
    assert_eq!(notified(&scene), [1; 3]);
    clock.advance(Duration::from_secs(61));
    calls(&scene, [1; 3], [0, 1, 0], "the end of a minute").await;
    // All others were pinged long ago.
    table.play(ben, "m4").await;
    calls(&scene, [1, 2, 1], [0, 0, 1], "a move").await;
    table.play(cy, "u4").await;
    calls(&scene, [1, 2, 2], [1, 0, 0], "a move").await;
    // Who moves within the minute is not called any more, and who comes next is.
    table.play(ann, "d4").await;
    table.play(ben, "l4").await;
    table.told(&scene.discord, 5).await;
    clock.advance(Duration::from_secs(61));
    calls(&scene, [2; 3], [0, 0, 1], "the end of another minute").await;
    scene.assert_sound();
}

/// To be added to a thread notifies. In a public one those whom its first post mentions come by that, and nobody
/// hears of it who wants to hear nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_added_to_a_thread_for_all_to_see() {
    let scene = Scene::new().await;
    let [_, ben, cy] = &scene.players;
    let none = ["turns", "questions", "news"].map(|kind| (kind, json!("off")));
    ben.slash(&scene.channel, "settings", &none).await;
    let direct = none.map(|(kind, _)| (kind, json!("direct")));
    cy.slash(&scene.channel, "settings", &direct).await;
    let added = |world: &fake_discord::World| {
        let adding = "PUT /channels/*/thread-members/*";
        world.requests(adding).len()
    };
    let id = scene.sit_down(&scene.channel, &scene.players).await;
    let table = housed(&scene, id).await;
    calls(&scene, [0; 3], [1, 0, 1], "a beginning").await;
    assert_eq!(scene.discord.look(added), 0);
    // The private match's players see nothing of it before they are let in.
    let private = [("private", json!(true))];
    let id = scene
        .sit_down_with(&private, &scene.channel, &scene.players)
        .await;
    let own = scene.channel.id();
    let thread = scene.discord.wait_for("a private thread", |world| {
        let mut threads = world.threads(own).into_iter();
        threads
            .find(|one| one.id != table.thread.id())
            .map(|one| one.id)
    });
    let thread = scene.discord.channel(thread.await);
    super::told(&scene.discord, &thread, &id, 0).await;
    let members = thread.info().expect("a thread").members;
    for player in &scene.players {
        assert!(members.contains(&player.id()), "{members:?}");
    }
    scene.assert_sound();
}
