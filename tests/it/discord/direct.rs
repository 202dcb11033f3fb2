//! Direct messages to those who want to be called by them.

use std::{sync::Arc, time::Duration};

use fake_discord::{FakeDiscord, Fault, Message, User};
use rondel::{host::DrivenClock, matchplay::Moment};
use serde_json::json;

use super::{
    Scene, Table, boards,
    inside::{Inside, Parts},
    members::noted_gone,
    mv, told,
};
use crate::said::{assert_moved, assert_says, says};

const ANSWERS: &str = "POST /interactions/*/*/callback";
const OPENINGS: &str = "POST /users/@me/channels";

/// A scene whose second player wants direct messages, and what its bot is made of.
async fn scene_of(discord: FakeDiscord) -> (Scene, Parts) {
    let scene = Scene::without_bot(discord);
    let parts = Parts::new(&scene.discord);
    parts.prefer_direct(&scene.players[1]).await;
    (scene, parts)
}

async fn scene() -> (Scene, Inside, Parts) {
    let (scene, parts) = scene_of(FakeDiscord::start().await).await;
    let bot = parts.again().start();
    scene.discord.bot_ready().await;
    (scene, bot, parts)
}

/// Waits until somebody has got this number of direct messages.
async fn direct(scene: &Scene, who: &User, count: usize) {
    let channel = who.direct().id();
    scene
        .discord
        .wait_until("a direct message", |world| {
            world.messages(channel).len() >= count
        })
        .await;
}

/// Counts the requests to a route.
fn asked(scene: &Scene, route: &str) -> usize {
    scene.discord.look(|world| world.requests(route).len())
}

/// Plays the two plies until it is the second player's turn again, so that nothing is on its way to
/// them any more, and sees to it that they have been called so often, and the others by mentions.
async fn play_round(scene: &Scene, table: &Table, moves: [&str; 3], calls: usize) {
    let [ann, ben, cy] = &scene.players;
    for (who, text) in [(ben, moves[0]), (cy, moves[1]), (ann, moves[2])] {
        let answer = table.play(who, text).await;
        assert!(answer.content.contains(text), "{}", answer.content);
    }
    // What is told of a match is told in its order.
    let id = ben.id();
    scene
        .discord
        .wait_until("a direct message", |world| {
            let theirs = world.notifications().filter(|ping| ping.user == id);
            let mut new = theirs.skip(calls - 1);
            new.any(|ping| ping.content.contains(moves[2]))
        })
        .await;
    assert_eq!(ben.notifications().len(), calls);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn given_somebody_wants_direct_messages_when_it_is_their_turn_then_one_comes_and_no_mention()
{
    let (scene, _bot, _) = scene().await;
    let [ann, ben, cy] = &scene.players;
    let table = scene.seat(&scene.channel, &scene.players).await;
    // Told in an answer, and by the outbox.
    let answer = table.play(ann, "e4").await;
    assert!(
        !answer.content.contains(&ben.mention()),
        "{}",
        answer.content
    );
    assert!(answer.content.contains("ben"), "{}", answer.content);
    direct(&scene, ben, 1).await;
    table.play(ben, "m4").await;
    table.play(cy, "u4").await;
    let elsewhere = scene.guild.channel("elsewhere");
    let options = [("move", json!("d4")), ("match", json!(table.id))];
    ann.slash(&elsewhere, "move", &options).await;
    direct(&scene, ben, 2).await;
    let board = table.told(&scene.discord, 4).await;
    assert!(!board.content.contains(&ben.mention()), "{}", board.content);
    for ply in 0..=4 {
        assert_eq!(boards(&scene.discord, &table.thread, &table.id, ply), 1);
    }
    let messages = ben.direct_messages();
    let link = format!(
        "https://discord.com/channels/{}/{}",
        scene.guild.id(),
        table.thread.id()
    );
    for (message, (ply, mv)) in messages.iter().zip([(1, "e4"), (4, "d4")]) {
        let content = &message.content;
        assert_moved(content, ply, mv);
        assert!(content.contains(&link), "{content}");
        assert!(content.contains(&table.id), "{content}");
        let nonce = message.nonce.as_deref().expect("a nonce");
        assert!(nonce.starts_with(&format!("{}-", table.id)), "{nonce}");
    }
    let counts = scene
        .players
        .each_ref()
        .map(|who| who.notifications().len());
    assert_eq!(counts, [1, 2, 1]);
    // Where they are is asked once.
    assert_eq!(asked(&scene, OPENINGS), 1);
    scene.assert_sound();
}

/// A nonce is unique for its author, in whatever channel: with one nonce for both of these messages only
/// the first of the two people would hear.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn given_two_want_direct_messages_when_one_notice_asks_both_then_each_gets_one() {
    let (scene, _bot, _) = scene().await;
    let [ann, ben, cy] = &scene.players;
    let table = scene.seat(&scene.channel, &scene.players).await;
    for who in [ben, cy] {
        let options = [("questions", json!("direct"))];
        who.slash(&scene.channel, "settings", &options).await;
    }
    let options = [("action", json!("offer"))];
    ann.slash(&table.thread, "draw", &options).await;
    for who in [ben, cy] {
        direct(&scene, who, 1).await;
        assert_says(&who.direct_messages()[0].content, "direct-told", &[]);
    }
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn given_requests_fail_for_a_while_when_somebody_is_written_to_then_one_message_comes() {
    let faults = [
        Fault::Status(500, 0),
        Fault::Status(502, 0),
        Fault::RateLimited(Duration::from_millis(5)),
        Fault::DropBefore,
        Fault::DropAfter,
    ];
    let (scene, bot, parts) = scene().await;
    let ben = &scene.players[1];
    let own = format!("POST /channels/{}/messages", ben.direct().id());
    bot.stop().await.expect("it stops");
    scene.discord.bot_gone().await;
    for fault in faults {
        for route in [OPENINGS, &own] {
            // A new start, so that nothing is known of where direct messages are.
            let bot = parts.again().start();
            scene.discord.bot_ready().await;
            let channel = scene.guild.channel("round");
            let table = scene.seat(&channel, &scene.players).await;
            let (before, calls) = (asked(&scene, route), ben.notifications().len());
            scene.discord.fail_times(route, fault, 3);
            table.play(&scene.players[0], "e4").await;
            scene
                .discord
                .wait_until("a call", |world| world.notified(ben.id()) > calls)
                .await;
            scene.discord.clear_faults();
            play_round(&scene, &table, ["m4", "u4", "d4"], calls + 2).await;
            assert_eq!(boards(&scene.discord, &table.thread, &table.id, 1), 1);
            // What had been done before the connection broke is looked for, and found.
            let tries = match (fault, route) {
                (Fault::DropAfter, OPENINGS) => 4,
                (Fault::DropAfter, _) => 2,
                (_, OPENINGS) => 4,
                _ => 5,
            };
            assert_eq!(asked(&scene, route) - before, tries, "{fault:?} {route}");
            bot.stop().await.expect("it stops");
            scene.discord.bot_gone().await;
        }
    }
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn given_a_direct_message_that_may_have_come_when_the_bot_starts_again_then_it_is_not_doubled()
 {
    for fault in [Fault::DropAfter, Fault::DropBefore] {
        let (scene, parts) = scene_of(FakeDiscord::start().await).await;
        let [ann, ben, _] = &scene.players;
        let bot = parts.again().patient().start();
        scene.discord.bot_ready().await;
        let table = scene.seat(&scene.channel, &scene.players).await;
        let own = format!("POST /channels/{}/messages", ben.direct().id());
        scene.discord.fail_next(&own, fault);
        table.play(ann, "e4").await;
        scene
            .discord
            .wait_until("a try", |world| world.requests(&own).len() == 1)
            .await;
        bot.stop().await.expect("it stops");
        scene.discord.bot_gone().await;
        // As some minutes later.
        scene.discord.forget_nonces();
        let bot = parts.again().start();
        scene.discord.bot_ready().await;
        direct(&scene, ben, 1).await;
        play_round(&scene, &table, ["m4", "u4", "d4"], 2).await;
        assert_eq!(ben.direct_messages().len(), 2, "{fault:?}");
        for ply in 0..=4 {
            let boards = boards(&scene.discord, &table.thread, &table.id, ply);
            assert_eq!(boards, 1, "{fault:?} {ply}");
        }
        bot.stop().await.expect("it stops");
        scene.assert_sound();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn given_an_answer_that_was_given_when_the_bot_stops_before_it_wrote_then_it_writes_later() {
    let (scene, parts) = scene_of(FakeDiscord::start().await).await;
    let [ann, ben, _] = &scene.players;
    let bot = parts.again().patient().start();
    scene.discord.bot_ready().await;
    let table = scene.seat(&scene.channel, &scene.players).await;
    scene
        .discord
        .fail_times(OPENINGS, Fault::Status(500, 0), 1_000);
    let answer = table.play(ann, "e4").await;
    assert_moved(&answer.content, 1, "e4");
    scene
        .discord
        .wait_until("a try", |world| !world.requests(OPENINGS).is_empty())
        .await;
    bot.stop().await.expect("it stops");
    scene.discord.bot_gone().await;
    assert_eq!(ben.notifications().len(), 0);
    scene.discord.clear_faults();
    scene.discord.forget_nonces();
    // Started twice, it is said once.
    for _ in 0..2 {
        let bot = parts.again().start();
        scene.discord.bot_ready().await;
        direct(&scene, ben, 1).await;
        bot.stop().await.expect("it stops");
        scene.discord.bot_gone().await;
    }
    assert_eq!(ben.notifications().len(), 1);
    assert_eq!(boards(&scene.discord, &table.thread, &table.id, 1), 1);
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn given_a_delivery_that_comes_twice_when_it_is_answered_then_one_direct_message_comes() {
    let (scene, _bot, _) = scene().await;
    let [ann, ben, _] = &scene.players;
    let table = scene.seat(&scene.channel, &scene.players).await;
    let before = asked(&scene, ANSWERS);
    let hold = scene.discord.hold(ANSWERS);
    let first = ann.slash(&table.thread, "move", &mv("e4"));
    hold.caught().await;
    drop(scene.discord.deliver_again(first.interaction()));
    // Read after it, so that it is read by then.
    let other = ben.slash(&scene.channel, "help", &[]);
    scene
        .discord
        .wait_until("both answers", |world| {
            world.requests(ANSWERS).len() >= before + 2
        })
        .await;
    hold.release();
    assert_moved(&first.await.content, 1, "e4");
    other.await;
    direct(&scene, ben, 1).await;
    assert_eq!(asked(&scene, ANSWERS), before + 2);
    scene.discord.deliver_some_twice(1, 5);
    play_round(&scene, &table, ["m4", "u4", "d4"], 2).await;
    for ply in 0..=4 {
        let boards = boards(&scene.discord, &table.thread, &table.id, ply);
        assert_eq!(boards, 1, "{ply}");
    }
    assert_eq!(ben.direct_messages().len(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn given_closed_direct_messages_when_somebody_is_called_then_a_mention_says_so_once() {
    let (scene, parts) = scene_of(FakeDiscord::start().await).await;
    let [ann, ben, _] = &scene.players;
    ben.set_direct_closed(true);
    let bot = parts.again().patient().start();
    scene.discord.bot_ready().await;
    let table = scene.seat(&scene.channel, &scene.players).await;
    let posts = format!("POST /channels/{}/messages", table.thread.id());
    let before = asked(&scene, &posts);
    // It stands, but the bot does not get to know that before it ends.
    scene.discord.fail_next(&posts, Fault::DropAfter);
    table.play(ann, "e4").await;
    scene
        .discord
        .wait_until("a mention", |world| {
            world.requests(&posts).len() == before + 1
        })
        .await;
    bot.stop().await.expect("it stops");
    scene.discord.bot_gone().await;
    scene.discord.forget_nonces();
    let _bot = parts.again().start();
    scene.discord.bot_ready().await;
    // One more turn, told by the outbox alone.
    for (who, text) in [(ben, "m4"), (&scene.players[2], "u4")] {
        table.play(who, text).await;
    }
    assert_eq!(ben.notifications().len(), 1);
    let elsewhere = scene.guild.channel("elsewhere");
    let options = [("move", json!("d4")), ("match", json!(table.id))];
    ann.slash(&elsewhere, "move", &options).await;
    scene
        .discord
        .wait_until("a call", |world| world.notified(ben.id()) >= 2)
        .await;
    play_round(&scene, &table, ["l4", "t4", "c3"], 3).await;
    let pings = ben.notifications();
    for (at, ping) in pings.iter().enumerate() {
        assert_eq!(ping.channel, table.thread.id());
        assert!(ping.content.starts_with(&ben.mention()), "{}", ping.content);
        // Once for a match: from then on the board itself mentions them, as it does everybody else. After a
        // start that is found out again.
        let tells = says(&ping.content, "direct-instead", &[("match", &table.id)]);
        assert!(tells || at > 0, "{}", ping.content);
        assert!(!tells || at < 2, "{}", ping.content);
    }
    assert_eq!(pings.len(), 3);
    for ply in 0..=7 {
        let boards = boards(&scene.discord, &table.thread, &table.id, ply);
        assert_eq!(boards, 1, "{ply}");
    }
    // Opened again, they are used again in the next match.
    ben.set_direct_closed(false);
    let next = scene.seat(&scene.channel, &scene.players).await;
    next.play(ann, "e4").await;
    direct(&scene, ben, 1).await;
    scene.assert_sound();
}

/// Returns the actions of the buttons under a direct message as it stands.
fn actions(message: &Message) -> Vec<String> {
    let ids = message.buttons().into_iter();
    let ids = ids.filter_map(|button| button.custom_id);
    ids.map(|id| id.splitn(4, ':').last().expect("a part").to_owned())
        .collect()
}

/// Waits until the newest direct message of somebody has buttons of these actions.
async fn offers(scene: &Scene, who: &User, expected: &[&str]) -> Message {
    let channel = who.direct().id();
    scene
        .discord
        .wait_for(&format!("{expected:?}"), |world| {
            let newest = world.messages(channel).last().copied()?;
            (actions(newest) == expected).then(|| newest.clone())
        })
        .await
}

/// A direct message offers what its reader can do, and nothing once that is over.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn under_a_direct_message_stands_what_its_reader_can_do() {
    let (scene, _bot, _) = scene().await;
    let [ann, ben, cy] = &scene.players;
    let direct = [("questions", json!("direct")), ("news", json!("direct"))];
    for who in [ann, ben] {
        who.slash(&scene.channel, "settings", &direct).await;
    }
    let invited = [
        ("seat", json!("white")),
        ("player2", json!(ben.id())),
        ("player3", json!(cy.id())),
    ];
    let answers = ["do:join", "do:leave"];
    // Declined, accepted in the channel, and accepted there; of the closed table its opener hears as well.
    for (way, accepts) in [("declines", false), ("elsewhere", true), ("directly", true)] {
        let opened = ann.slash(&scene.channel, "play", &invited).await;
        let id = super::match_of(&opened.buttons());
        let asked = offers(&scene, ben, &answers).await;
        assert_says(&asked.content, "invitation", &[("name", "ann")]);
        let answer = format!("rd1:{id}:0:{}", answers[usize::from(!accepts)]);
        let answered = if way == "elsewhere" {
            let of_match = [("match", json!(id))];
            ben.slash(&scene.channel, "join", &of_match).await
        } else {
            ben.press(asked.id, &answer).await
        };
        assert_eq!(answered.refused, None, "{way}: {}", answered.content);
        offers(&scene, ben, &[]).await;
        if !accepts {
            let declined = offers(&scene, ann, &[]).await;
            assert_says(&declined.content, "left", &[]);
        }
        let of_match = [("match", json!(id)), ("action", json!("offer"))];
        if way != "directly" {
            ann.slash(&scene.channel, "abort", &of_match).await;
            continue;
        }
        cy.slash(&scene.channel, "join", &of_match[..1]).await;
        let own = scene.channel.id();
        let thread = scene.discord.wait_for("a thread", |world| {
            world.threads(own).first().map(|thread| thread.id)
        });
        let thread = scene.discord.channel(thread.await);
        let table = Table { id, thread };
        table.told(&scene.discord, 0).await;
        // A turn, until it is over.
        table.play(ann, "e4").await;
        let turn = offers(&scene, ben, &["move", "since", "view", "more"]).await;
        assert_eq!(turn.attachments.len(), 1);
        table.play(ben, "m4").await;
        offers(&scene, ben, &[]).await;
        // A question, until it is answered, by whomever.
        let pause = |action: &str| [("action", json!(action))];
        cy.slash(&table.thread, "pause", &pause("offer")).await;
        let asked = offers(&scene, ben, &["pause:accept", "pause:decline"]).await;
        ann.slash(&table.thread, "pause", &pause("decline")).await;
        let asked_after = offers(&scene, ben, &[]).await;
        assert_eq!(asked_after.id, asked.id);
        assert_says(&asked_after.content, "vote-declined", &[]);
    }
    scene.assert_sound();
}

/// An invitation in a direct message says what the one in the channel says, answered or not, until its match has
/// begun or its table is closed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invitation_in_a_direct_message_follows_its_table() {
    let (scene, _bot, _) = scene().await;
    let [ann, ben, cy] = &scene.players;
    let (channel, discord) = (&scene.channel, &scene.discord);
    let direct = [("questions", json!("direct"))];
    ben.slash(channel, "settings", &direct).await;
    let invited = [
        ("seat", json!("white")),
        ("player2", json!(ben.id())),
        ("player3", json!(cy.id())),
    ];
    let (bens, cys) = ("ben (Gray)", "cy (Black)");
    for (way, says_then, still, at_last) in [
        (
            "ben declines",
            ("invitation-pending", vec![("pending", cys)]),
            false,
            "table-closed",
        ),
        (
            "ben accepts",
            (
                "invitation-so-far",
                vec![("accepted", bens), ("pending", cys)],
            ),
            false,
            "table-begun",
        ),
        (
            "cy accepts",
            (
                "invitation-so-far",
                vec![("accepted", cys), ("pending", bens)],
            ),
            true,
            "table-begun",
        ),
        (
            "cy declines",
            ("invitation", vec![("name", "ann")]),
            true,
            "table-closed",
        ),
    ] {
        let opened = ann.slash(channel, "play", &invited).await;
        let id = super::match_of(&opened.buttons());
        let asked = offers(&scene, ben, &["do:join", "do:leave"]).await;
        assert_says(
            &asked.content,
            "invitation-pending",
            &[("pending", &format!("{bens}, {cys}"))],
        );
        let of_match = [("match", json!(id)), ("action", json!("offer"))];
        let joins = format!("rd1:{id}:0:do:join");
        match way {
            "ben declines" => {
                let leaves = format!("rd1:{id}:0:do:leave");
                ben.press(asked.id, &leaves).await
            }
            "ben accepts" => ben.press(asked.id, &joins).await,
            "cy accepts" => cy.slash(channel, "join", &of_match[..1]).await,
            _ => cy.slash(channel, "leave", &of_match[..1]).await,
        };
        let last = asked.content.lines().last().expect("a link");
        let follows = async |text: &'static str, values: &[(&'static str, &str)], is_asked| {
            discord
                .wait_until("what it says then", |world| {
                    let now = world.message(asked.id).expect("an invitation");
                    let waits = says(&now.content, "invitation-pending", &[]);
                    says(&now.content, text, values)
                        && !(waits && text == "invitation")
                        && now.buttons().is_empty() != is_asked
                        && now.content.ends_with(last)
                })
                .await;
        };
        let (text, values) = says_then;
        follows(text, &values, still).await;
        match (way, at_last) {
            ("ben accepts", _) => cy.slash(channel, "join", &of_match[..1]).await,
            (_, "table-begun") => ben.press(asked.id, &joins).await,
            _ => ann.slash(channel, "abort", &of_match).await,
        };
        follows(at_last, &[], false).await;
    }
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn given_somebody_who_wants_direct_messages_left_when_it_is_their_turn_then_none_comes() {
    let (scene, _bot, _) = scene().await;
    let [ann, ben, cy] = &scene.players;
    let table = scene.seat(&scene.channel, &scene.players).await;
    scene.guild.leave(ben);
    let answer = table.play(ann, "e4").await;
    assert_moved(&answer.content, 1, "e4");
    noted_gone(&scene, &table, 1).await;
    scene.guild.join(ben);
    // Played on, so that nothing is on its way any more.
    table.play(ben, "m4").await;
    table.play(cy, "u4").await;
    assert_eq!(ben.notifications().len(), 0);
    assert_eq!(asked(&scene, OPENINGS), 0);
    scene.assert_sound();
}

/// Fault D24: a reminder had neither picture nor *Move*, and one that came directly stood in the thread
/// as well.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn d24_reminders_come_once_as_the_turn_did_and_can_be_played_from() {
    for wants_direct in [true, false] {
        let (scene, mut parts) = scene_of(FakeDiscord::start().await).await;
        let clock = Arc::new(DrivenClock::at(Moment(1)));
        parts.clock = Arc::clone(&clock) as _;
        let bot = parts.again().start();
        scene.discord.bot_ready().await;
        let [ann, ben, _] = &scene.players;
        let options = [
            (
                "turns",
                json!(if wants_direct { "direct" } else { "mention" }),
            ),
            ("reminders", json!("twice")),
        ];
        ben.slash(&scene.channel, "settings", &options).await;
        let options = [("time", json!("1d"))];
        let id = scene.sit_down_with(&options, &scene.channel, &scene.players);
        let id = id.await;
        let own = scene.channel.id();
        let thread = scene
            .discord
            .wait_for("a thread", |world| world.threads(own).first().map(|t| t.id))
            .await;
        let thread = scene.discord.channel(thread);
        told(&scene.discord, &thread, &id, 0).await;
        scene.discord.forget_pings();
        ann.slash(&thread, "move", &mv("e4")).await;
        let place = if wants_direct {
            ben.direct().id()
        } else {
            thread.id()
        };
        // At a third of the time that is left, and at a tenth, in other words; what breaks off
        // may be through already or not, and is looked for.
        let posts = format!("POST /channels/{place}/messages");
        let times = [
            (0, None),
            (57_700, Some(Fault::DropAfter)),
            (21_000, Some(Fault::DropBefore)),
        ];
        let in_thread = || {
            scene
                .discord
                .look(|world| world.messages(thread.id()).len())
        };
        let before = in_thread();
        for (calls, (after, fault)) in (1..).zip(times) {
            if let Some(fault) = fault {
                scene.discord.fail_next(&posts, fault);
            }
            clock.advance(Duration::from_secs(after));
            // A request that has just failed holds up what is due, until the next one succeeds.
            let mut looks = tokio::time::interval(Duration::from_millis(5));
            while after > 0 && bot.host.settle_due().await.expect("it happens") == 0 {
                looks.tick().await;
            }
            scene
                .discord
                .wait_until("a call", |world| world.notified(ben.id()) >= calls)
                .await;
        }
        let came = if wants_direct { 0 } else { times.len() - 1 };
        assert_eq!(in_thread() - before, came);
        scene.discord.forget_nonces();
        let answer = ben.slash(&thread, "move", &mv("m4")).await;
        assert_moved(&answer.content, 2, "m4");
        bot.stop().await.expect("it stops");
        let pings = ben.notifications();
        for ping in &pings {
            let go = format!("rd1:{id}:1:move");
            assert!(ping.buttons.contains(&go), "{ping:?}");
            let shown = scene.discord.look(|world| {
                let message = world.message(ping.message)?;
                Some((message.attachments.len(), message.content.clone()))
            });
            let (pictures, content) = shown.expect("it stands");
            assert_eq!(pictures, 1, "{content}");
            let link = content.contains(&format!("/{}", thread.id()));
            assert_eq!(link, wants_direct, "{content}");
        }
        assert_eq!(pings.len(), 3, "{pings:?}");
        assert!(pings.iter().all(|ping| ping.channel == place), "{pings:?}");
        scene.assert_sound();
    }
}
