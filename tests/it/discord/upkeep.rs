//! Nothing that stands in a channel is out of date: tables follow their seats, and old boards lose their
//! buttons.

use std::time::Duration;

use fake_discord::{FakeDiscord, Fault, Message, Snowflake, User};
use rondel::matchplay::Moment;
use serde_json::json;

use super::{Scene, ended, has_button, inside::Parts, match_of, mv, told};
use crate::said::{Said, assert_says, said, says};

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
    scene.stands(table, |one| sits.is_in(&one.said())).await;
    scene.assert_sound();
}

/// How the words that invite somebody stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Invites {
    /// With their buttons, since an answer is waited for.
    Still,
    /// Without: everybody has answered.
    Answered,
    /// Without: the table is closed.
    Closed,
    /// Without: the match has begun.
    Begun,
}

/// Fault D5: the message of a table was out of date. Whatever changes or ends a table, and however, it follows, and so
/// do all messages that invite to it, also after a restart.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_invites_to_a_table_follows_it_whichever_way_it_changes() {
    use Invites::{Answered, Begun, Closed, Still};
    let scene = Scene::without_bot(FakeDiscord::start().await);
    let (parts, clock) = Parts::driven(&scene.discord, Moment(1));
    let mut bot = scene.begins(&parts).await;
    let [ann, ben, cy] = &scene.players;
    let (channel, discord) = (&scene.channel, &scene.discord);
    scene.guild.set_manager(cy, true);
    let invited = [("seat", json!("white")), ("player2", json!(ben.id()))];
    let offer = ("action", json!("offer"));
    for (way, stands) in [
        ("ann presses leave", Closed),
        ("ann types leave", Closed),
        ("ann presses close", Closed),
        ("ann types abort", Closed),
        ("cy forces an end", Closed),
        ("nobody comes", Closed),
        ("ben leaves after a restart", Answered),
        ("ben presses decline", Answered),
        ("ben presses leave", Answered),
        ("ben types leave", Answered),
        ("ben presses accept", Answered),
        ("ben presses his seat", Answered),
        ("ben presses another seat", Answered),
        ("ben types join", Answered),
        ("cy presses a seat", Still),
        ("cy types join", Still),
        ("ann fills by menu", Still),
        ("ann fills by typing", Still),
        ("cy sits, then ben presses accept", Begun),
        ("cy sits, then ben presses his seat", Begun),
    ] {
        clock.advance(Duration::from_secs(60));
        let opened = ann.slash(channel, "play", &invited).await;
        let page = opened.message.expect("a table");
        let id = match_of(&opened.buttons());
        let button = |action: &str| format!("rd1:{id}:0:{action}");
        let (join, leave) = (button("do:join"), button("do:leave"));
        let call = asking(discord, channel.id(), &join).await.id;
        let of_match = ("match", json!(id));
        let here = [of_match.clone()];
        let seat = [of_match.clone(), ("seat", json!("black"))];
        match way {
            "ann presses leave" => ann.press(page, &button("leave")).await,
            "ann types leave" => ann.slash(channel, "leave", &here).await,
            "ann presses close" => ann.press(page, &button("do:abort:action=offer")).await,
            "ann types abort" => {
                let options = [offer.clone(), of_match];
                ann.slash(channel, "abort", &options).await
            }
            "cy forces an end" => {
                let options = [
                    ("action", json!("abort")),
                    ("reason", json!("Enough")),
                    of_match,
                ];
                cy.slash(channel, "server", &options).await
            }
            "nobody comes" => {
                clock.advance(Duration::from_secs(25 * 3_600));
                bot.host.settle_due().await.expect("it happens");
                opened
            }
            "ben leaves after a restart" => {
                scene.ends(bot).await;
                bot = scene.begins(&parts).await;
                ben.slash(channel, "leave", &here).await
            }
            "ben presses decline" => ben.press(call, &leave).await,
            "ben presses leave" => ben.press(page, &button("leave")).await,
            "ben types leave" => ben.slash(channel, "leave", &here).await,
            "ben presses accept" => ben.press(call, &join).await,
            "ben presses his seat" => ben.press(page, &button("join:gray")).await,
            "ben presses another seat" => ben.press(page, &button("join:black")).await,
            "ben types join" => ben.slash(channel, "join", &here).await,
            "cy presses a seat" => cy.press(page, &button("join:black")).await,
            "cy types join" => cy.slash(channel, "join", &seat).await,
            "ann fills by menu" => {
                let fill = button("do:seat:action=computer,level=1");
                ann.choose(page, "fill", &[&fill]).await
            }
            "ann fills by typing" => {
                let options = [("action", json!("computer")), ("level", json!(1)), of_match];
                ann.slash(channel, "seat", &options).await
            }
            "cy sits, then ben presses accept" => {
                cy.slash(channel, "join", &seat).await;
                ben.press(call, &join).await
            }
            "cy sits, then ben presses his seat" => {
                cy.slash(channel, "join", &seat).await;
                ben.press(page, &button("join:gray")).await
            }
            _ => panic!("{way}"),
        };
        let (table, invitation) = match stands {
            Still => ("table-hint", "invitation"),
            Answered => ("table-hint", "invitation-answered"),
            Closed => ("table-closed", "table-closed"),
            Begun => ("table-begun", "table-begun"),
        };
        let says = |message: &Message, id: &'static str| says(&message.said(), id, &[]);
        let table = scene.stands(page, |one| {
            let is_open = matches!(stands, Still | Answered);
            says(one, table) && one.buttons().is_empty() != is_open
        });
        table.await;
        scene
            .stands(call, |one| {
                let waits = stands == Still;
                // Who sits beside those who are waited for is said there.
                let so_far = !waits || says(one, "invitation-so-far") || way.contains("fills");
                says(one, invitation) && so_far && one.buttons().is_empty() != waits
            })
            .await;
        if matches!(stands, Still | Answered) {
            let options = [offer.clone(), ("match", json!(id))];
            ann.slash(channel, "abort", &options).await;
            scene.stands(call, |one| one.buttons().is_empty()).await;
        }
    }
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
    table.play(ann, "e4").await;
    let second = table.told(&scene.discord, 1).await;
    wait_until_alone(&scene.discord, thread, second.id).await;
    // Edits are refused, and asked for again with the next move.
    let edits = format!("PATCH /channels/{thread}/messages/*");
    let refused = Fault::Status(403, 50_013);
    scene.discord.fail_times(&edits, refused, 1_000);
    ben.slash(&table.thread, "move", &mv("m4")).await;
    scene.requested(&edits, 2).await;
    let view = format!("rd1:{}:1:view", table.id);
    let shown = ann.press(second.id, &view).await;
    assert!(shown.ephemeral, "{}", shown.content);
    assert_eq!(shown.attachments.len(), 1, "{}", shown.content);
    assert!(
        says(&shown.content, "board-shown", &[("count", "2")]),
        "{}",
        shown.content
    );
    scene.discord.clear_faults();
    table.play(cy, "u4").await;
    scene
        .stands(second.id, |one| one.buttons().is_empty())
        .await;
    scene.assert_sound();
}

/// Whoever agrees is counted in the vote itself: pressed, in its place and without a word more; typed, soon after. It
/// ends with a word for how it ended, and its buttons go.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_vote_counts_those_who_agree_and_says_how_it_ended() {
    let scene = Scene::new().await;
    let [ann, ben, cy] = &scene.players;
    let table = scene.seat(&scene.channel, &scene.players).await;
    table.play(ann, "e4").await;
    let (discord, thread) = (&scene.discord, table.thread.id());
    let act = |action: &str| [("action", json!(action))];
    let edits = format!("PATCH /channels/{thread}/messages/*");
    let mut over: Vec<(Snowflake, &str)> = Vec::new();
    // Who agrees first, by pressing if it `presses`, and who ends it in which way.
    for (command, first, presses, (last, action), id) in [
        ("draw", None, false, (ben, "decline"), "vote-declined"),
        ("draw", Some(ben), true, (cy, "decline"), "vote-declined"),
        (
            "draw",
            Some(ben),
            false,
            (ann, "withdraw"),
            "vote-withdrawn",
        ),
        ("abort", Some(ben), true, (cy, "decline"), "vote-declined"),
        ("abort", Some(cy), false, (ben, "decline"), "vote-declined"),
        ("pause", None, false, (cy, "decline"), "vote-declined"),
        ("pause", Some(cy), true, (ben, "decline"), "vote-declined"),
        ("pause", Some(ben), false, (cy, "accept"), "vote-agreed"),
        // To go on; and, answered in another order, once more.
        ("pause", Some(ben), true, (cy, "accept"), "vote-agreed"),
        ("pause", Some(cy), false, (ben, "accept"), "vote-agreed"),
    ] {
        let asked = ann.slash(&table.thread, command, &act("offer")).await;
        let message = asked.message.expect("a vote");
        let before = table.thread.messages().len();
        if let Some(who) = first {
            let accept = asked.buttons()[0].custom_id.clone().expect("an id");
            if presses {
                let agreed = who.press(message, &accept).await;
                assert_eq!(agreed.kind, fake_discord::AnswerKind::Update);
            } else {
                if action == "accept" {
                    // The count comes late, and must not stand in the place of the end.
                    let late = Fault::Delay(Duration::from_millis(300));
                    discord.fail_next(&edits, late);
                }
                let agreed = who.slash(&table.thread, command, &act("accept")).await;
                assert!(agreed.ephemeral, "{}", agreed.content);
                assert_eq!(agreed.buttons(), []);
            }
            if action != "accept" {
                let counts = scene.stands(message, |one| says(&one.content, "vote-so-far", &[]));
                let counts = counts.await;
                assert_eq!(counts.buttons(), asked.buttons(), "{}", counts.content);
                assert!(counts.content.starts_with(&asked.content));
                // Nothing else is said of it.
                assert_eq!(table.thread.messages().len(), before, "{command}");
            }
        }
        last.slash(&table.thread, command, &act(action)).await;
        let ended = scene.stands(message, |one| one.buttons().is_empty()).await;
        assert_says(&ended.content, id, &[]);
        let counts = says(&ended.content, "vote-so-far", &[]);
        let begins = ended.content.starts_with(&asked.content);
        assert!(begins && !counts, "{}", ended.content);
        for (earlier, id) in &over {
            let stands = discord.look(|world| world.message(*earlier).cloned());
            assert_says(&stands.expect("it").content, id, &[]);
        }
        over.push((message, id));
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
    let (parts, clock) = Parts::driven(&scene.discord, Moment(1));
    let bot = scene.begins(&parts).await;
    let [ann, ben, cy] = &scene.players;
    let dave = scene.guild.user("dave");
    let table = scene.seat(&scene.channel, &scene.players).await;
    let (discord, thread) = (&scene.discord, table.thread.id());
    let ended = async |asked: Message, how: &'static str, who: &str| {
        let ended = scene.stands(asked.id, |one| one.buttons().is_empty()).await;
        let values = [("player", who)];
        let values = if who.is_empty() { &[][..] } else { &values };
        assert_says(&ended.content, how, values);
        assert!(
            ended.content.starts_with(&asked.content),
            "{}",
            ended.content
        );
    };
    clock.advance(Duration::from_secs(3 * 86_400 + 60));
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

/// Where the message that asks cannot be found, the answer to it is told like anything else.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_to_a_vote_that_cannot_be_found_is_told() {
    let scene = Scene::new().await;
    let [ann, ben, _] = &scene.players;
    let table = scene.seat(&scene.channel, &scene.players).await;
    let act = |action: &str| [("action", json!(action))];
    let asked = ann.slash(&table.thread, "draw", &act("offer")).await;
    scene.discord.delete_message(asked.message.expect("a vote"));
    let agreed = ben.slash(&table.thread, "draw", &act("accept")).await;
    assert!(agreed.ephemeral, "{}", agreed.content);
    let tells = |one: &Message| says(&one.content, "draw-agreed-waiting", &[]);
    scene.posted(&table.thread, tells).await;
    scene.assert_sound();
}

/// The message of a table leads to the place where its match is played, and nowhere if that is here.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_message_of_a_table_leads_to_its_match() {
    let scene = Scene::new().await;
    let [ann, ben, cy] = &scene.players;
    for (in_thread, private) in [(true, false), (true, true), (false, false)] {
        let channel = scene.guild.channel("round");
        channel.set_rights(super::rights(|it| it.public_threads = in_thread));
        let invited = [
            ("seat", json!("white")),
            ("player2", json!(ben.id())),
            ("private", json!(private)),
        ];
        let opened = ann.slash(&channel, "play", &invited).await;
        let (id, message) = (match_of(&opened.buttons()), opened.message);
        let (own, message) = (channel.id(), message.expect("a table"));
        ben.slash(&channel, "join", &[]).await;
        cy.press(message, &format!("rd1:{id}:0:join:black")).await;
        let begun = |one: &Message| {
            ["table-begun", "table-begun-here"]
                .iter()
                .any(|text| says(&one.said(), text, &[]))
        };
        let table = scene.stands(message, begun).await;
        let threads = scene.discord.look(|world| {
            let threads = world.threads(own).into_iter();
            threads.map(|thread| thread.id).collect::<Vec<_>>()
        });
        assert_eq!(threads.len(), usize::from(in_thread));
        match threads.first() {
            Some(thread) => {
                let link = format!("<#{thread}>");
                assert_says(&table.said(), "table-begun", &[("where", &link)]);
            }
            None => assert_says(&table.said(), "table-begun-here", &[]),
        }
    }
    scene.assert_sound();
}

/// Under a message without a picture buttons stay no longer than under a board.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rows_under_words_are_taken_off_as_well() {
    let scene = Scene::new().await;
    let [ann, ben, cy] = &scene.players;
    let table = scene.seat(&scene.channel, &scene.players).await;
    let (discord, thread) = (&scene.discord, table.thread.id());
    let all = [(ann, "offer"), (ben, "accept"), (cy, "accept")];
    let plays = [
        (ann, "e4"),
        (ben, "m4"),
        (cy, "u4"),
        (ann, "d4"),
        (ben, "l4"),
        (cy, "t4"),
    ];
    let acts: [(&str, &[(&User, &str)]); 6] = [
        // It stops, and goes on.
        ("pause", &[all, all].concat()),
        ("draw", &[(ann, "offer"), (ben, "decline")]),
        ("draw", &[(ben, "offer"), (ben, "withdraw")]),
        ("takeback", &[(cy, "offer"), (ann, "decline")]),
        ("pause", &[(ann, "offer"), (cy, "decline")]),
        ("draw", &[(cy, "offer"), (ann, "accept"), (ben, "decline")]),
    ];
    for ((who, text), (command, acts)) in plays.into_iter().zip(acts) {
        // Before the first move there is nothing to take back.
        table.play(who, text).await;
        for (who, action) in acts {
            let action = [("action", json!(action))];
            let done = who.slash(&table.thread, command, &action).await;
            assert_eq!(done.refused, None, "{command}: {}", done.content);
        }
    }
    let last = table.play(ann, "c3").await.message.expect("a board");
    wait_until_alone(discord, thread, last).await;
    scene.assert_sound();
}

/// What Discord itself posts does not count among the messages that are searched; but nobody searches for ever.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn discords_own_messages_hide_no_board() {
    let (scene, mut bot, parts) = Scene::inside().await;
    let [ann, ben, cy] = &scene.players;
    let table = scene.seat(&scene.channel, &scene.players).await;
    let (discord, thread) = (&scene.discord, table.thread.id());
    let lists = format!("GET /channels/{thread}/messages");
    let plays = async |player, text| table.play(player, text).await.message.expect("a board");
    for (own, is_found, first, then) in [
        (30, true, (ann, "e4"), (ben, "m4")),
        (150, false, (cy, "u4"), (ann, "d4")),
    ] {
        let board = plays(first.0, first.1).await;
        wait_until_alone(discord, thread, board).await;
        // A look that began before there was anything to hide is over then.
        scene.ends(bot).await;
        bot = scene.begins(&parts).await;
        for number in 0..own {
            let kinds = [1, 3, 4, 6, 18, 21];
            table.thread.system_message(kinds[number % kinds.len()], cy);
        }
        let before = discord.look(|world| world.requests(&lists).len());
        let next = plays(then.0, then.1).await;
        if is_found {
            scene.stands(board, |one| one.buttons().is_empty()).await;
            continue;
        }
        scene.requested(&lists, before + 5).await;
        table.play(ben, "l4").await;
        scene.stands(next, |one| one.buttons().is_empty()).await;
        let still = discord.look(|world| world.message(board).cloned());
        assert!(!still.expect("a board").buttons().is_empty());
    }
    scene.assert_sound();
}

/// Waits until of all boards that stand in a channel, this many, the newest alone has buttons, and is of this ply.
async fn wait_until_newest_alone(
    discord: &FakeDiscord,
    channel: Snowflake,
    (id, ply): (&str, u32),
    boards: usize,
) {
    let view = format!("rd1:{id}:{ply}:view");
    discord
        .wait_until("one row of buttons", |world| {
            let messages = world.messages(channel);
            let shown = messages.iter().filter(|one| !one.attachments.is_empty());
            let shown: Vec<_> = shown.collect();
            let rows = messages.iter().filter(|one| !one.buttons().is_empty());
            let newest = shown.last().filter(|one| has_button(one, &view));
            let newest = newest.filter(|_| shown.len() == boards);
            newest.is_some_and(|newest| rows.map(|one| one.id).eq([newest.id]))
        })
        .await;
}

/// The newest board alone has buttons, whatever the plies of others are: one that was taken back is of a later
/// ply or of the same again, and so is one that an army has left.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_board_but_the_newest_has_buttons() {
    let scene = Scene::new().await;
    let [ann, ben, cy] = &scene.players;
    let table = scene.seat(&scene.channel, &scene.players).await;
    let newest = async |ply: u32, boards: usize| {
        let (thread, id) = (table.thread.id(), &*table.id);
        wait_until_newest_alone(&scene.discord, thread, (id, ply), boards).await;
    };
    table.play(ann, "e4").await;
    table.play(ben, "m4").await;
    newest(2, 3).await;
    table.agreed("takeback", [ben, cy, ann]).await;
    newest(1, 4).await;
    table.play(ben, "l4").await;
    newest(2, 5).await;
    let confirm = [("confirm", json!(true))];
    ann.slash(&table.thread, "resign", &confirm).await;
    newest(2, 6).await;
    scene.assert_sound();
}

/// What was told in the channel while the thread was locked is swept as in the thread, also after a restart and
/// at the end.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn boards_beside_a_locked_thread_lose_their_buttons() {
    let mut scene = Scene::new().await;
    let channel = scene.guild.channel("round");
    let table = scene.seat(&channel, &scene.players).await;
    let (id, thread) = (&*table.id, &table.thread);
    let mut plays = (1..).zip(["e4", "m4", "u4", "d4", "l4", "t4", "c3"]);
    // Makes the next move in the channel, and waits until its board alone has buttons, wherever it stands.
    let mut play = async |scene: &Scene, there: &fake_discord::Channel| {
        let (ply, text) = plays.next().expect("a move");
        let who = &scene.players[(ply as usize - 1) % 3];
        let options = [("move", json!(text)), ("match", json!(id))];
        who.slash(&channel, "move", &options).await;
        let board = told(&scene.discord, there, id, ply).await;
        let both = [channel.id(), thread.id()];
        scene
            .discord
            .wait_until("one row of buttons", |world| {
                let messages = both.into_iter().flat_map(|at| world.messages(at));
                let rows = messages.filter(|one| !one.buttons().is_empty());
                rows.map(|one| one.id).eq([board.id])
            })
            .await;
    };
    for restarts in [false, true] {
        thread.set_locked(true);
        play(&scene, &channel).await;
        play(&scene, &channel).await;
        thread.set_locked(false);
        if restarts {
            scene.restart().await;
        }
        play(&scene, thread).await;
    }
    thread.set_locked(true);
    play(&scene, &channel).await;
    // A question as well as a board.
    let [ann, ben, cy] = &scene.players;
    let act = |action: &str| [("action", json!(action)), ("match", json!(id))];
    cy.slash(&channel, "pause", &act("offer")).await;
    let accept = format!("rd1:{id}:7:pause:accept");
    asking(&scene.discord, channel.id(), &accept).await;
    thread.set_locked(false);
    ben.slash(thread, "pause", &act("decline")).await;
    for (who, action) in [(ben, "offer"), (cy, "accept"), (ann, "accept")] {
        who.slash(thread, "draw", &act(action)).await;
    }
    let end = ended(&scene.discord, thread, id).await;
    let both = [channel.id(), thread.id()];
    scene
        .discord
        .wait_until("no row but that of the end", |world| {
            let messages = both.into_iter().flat_map(|at| world.messages(at));
            let rows = messages.filter(|one| !one.buttons().is_empty());
            rows.map(|one| one.id).eq([end.id])
        })
        .await;
    scene.assert_sound();
}

/// Who was invited by a message of their own is asked by that one alone: it has buttons until they have answered,
/// and says to the end how the table stands.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invitation_asks_those_whom_it_mentions() {
    let scene = Scene::new().await;
    let [ann, ben, cy] = &scene.players;
    let (channel, discord) = (&scene.channel, &scene.discord);
    let calls = async |whom: &User, id: &str| {
        let (join, mention) = (format!("rd1:{id}:0:do:join"), whom.mention());
        discord
            .wait_for("an invitation", |world| {
                let messages = world.messages(channel.id()).into_iter();
                let mut calls = messages.filter(|one| has_button(one, &join));
                calls.find(|one| one.content.contains(&mention)).cloned()
            })
            .await
            .id
    };
    for (way, answers, then) in [
        ("cy presses join", "invitation-so-far", "table-begun"),
        (
            "cy types leave",
            "invitation-pending",
            "invitation-answered",
        ),
        (
            "cy presses join for both",
            "invitation-so-far",
            "table-begun",
        ),
    ] {
        let for_both = way.ends_with("for both");
        let opened = if for_both {
            let invited = [("player2", json!(ben.id())), ("player3", json!(cy.id()))];
            ann.slash(channel, "play", &invited).await
        } else {
            let menu = said("person-play", &[]);
            let opened = ann.menu(channel, &menu, ben).await;
            ann.menu(channel, &menu, cy).await;
            opened
        };
        let id = match_of(&opened.buttons());
        let (bens, cys) = (calls(ben, &id).await, calls(cy, &id).await);
        assert_eq!(bens == cys, for_both, "{way}");
        let command = if way.contains("join") {
            "join"
        } else {
            "leave"
        };
        if way.contains("presses") {
            let button = format!("rd1:{id}:0:do:{command}");
            cy.press(cys, &button).await;
        } else {
            cy.slash(channel, command, &[("match", json!(id))]).await;
        }
        let says = async |call: Snowflake, text: &'static str, buttons: usize| {
            scene
                .stands(call, |one| {
                    says(&one.content, text, &[]) && one.buttons().len() == buttons
                })
                .await;
        };
        // Alone in being asked, Ben need not be told for whom it waits.
        let still = match answers {
            "invitation-pending" => "invitation",
            so_far => so_far,
        };
        says(bens, still, 2).await;
        says(cys, answers, if for_both { 2 } else { 0 }).await;
        ben.press(bens, &format!("rd1:{id}:0:do:join")).await;
        says(bens, then, 0).await;
        says(cys, then, 0).await;
        if then != "table-begun" {
            let close = [("action", json!("offer")), ("match", json!(id))];
            ann.slash(channel, "abort", &close).await;
            says(cys, "table-closed", 0).await;
        }
    }
    scene.assert_sound();
}

/// Waits until this board alone has buttons.
async fn wait_until_alone(discord: &FakeDiscord, channel: Snowflake, board: Snowflake) {
    discord
        .wait_until("one row of buttons", |world| {
            let messages = world.messages(channel).into_iter();
            let rows = messages.filter(|one| !one.buttons().is_empty());
            rows.map(|one| one.id).eq([board])
        })
        .await;
}

/// Where a table cannot follow its seats by itself, it says so once, and what to grant.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_the_history_a_table_says_that_it_will_not_follow() {
    let scene = Scene::new().await;
    let [ann, ..] = &scene.players;
    for history in [true, false] {
        let channel = scene.guild.channel("round");
        channel.set_rights(super::rights(|it| it.history = history));
        let opened = ann.slash(&channel, "play", &super::table()).await;
        let rights = said("right-read-history", &[]);
        let warns = says(&opened.content, "lacks-history", &[("rights", &rights)]);
        assert_eq!(warns, !history, "{}", opened.content);
        ann.slash(&channel, "leave", &[]).await;
    }
    scene.assert_sound();
}
