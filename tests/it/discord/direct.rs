//! Direct messages to those who want to be called by them.

use std::{sync::Arc, time::Duration};

use fake_discord::{FakeDiscord, Fault, Message, User};
use rondel::{host::DrivenClock, matchplay::Moment};
use serde_json::json;

use super::{
    Scene, Table,
    inside::{Inside, Parts},
    mv,
};
use crate::said::{assert_moved, assert_says, says};

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
    let bot = scene.begins(&parts).await;
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
async fn a_direct_message_that_may_have_come_before_the_end_comes_once() {
    for (at_opening, fault) in [
        (false, Fault::DropAfter),
        (false, Fault::DropBefore),
        (true, Fault::Status(500, 0)),
    ] {
        let (scene, parts) = scene_of(FakeDiscord::start().await).await;
        let [ann, ben, _] = &scene.players;
        let bot = parts.again().patient().start();
        scene.discord.bot_ready().await;
        let table = scene.seat(&scene.channel, &scene.players).await;
        let own = format!("POST /channels/{}/messages", ben.direct().id());
        let route = if at_opening { OPENINGS } else { &own };
        scene.discord.fail_next(route, fault);
        let answer = table.play(ann, "e4").await;
        assert_moved(&answer.content, "e4");
        scene.requested(route, 1).await;
        scene.ends(bot).await;
        // As some minutes later; and started twice, it is said once.
        scene.discord.forget_nonces();
        for _ in 0..2 {
            let bot = scene.begins(&parts).await;
            direct(&scene, ben, 1).await;
            scene.ends(bot).await;
        }
        let bot = scene.begins(&parts).await;
        play_round(&scene, &table, ["m4", "u4", "d4"], 2).await;
        assert_eq!(ben.direct_messages().len(), 2, "{fault:?}");
        for ply in 0..=4 {
            let boards = table.boards(&scene.discord, ply);
            assert_eq!(boards, 1, "{fault:?} {ply}");
        }
        scene.ends(bot).await;
        scene.assert_sound();
    }
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

/// A direct message offers what its reader can do, and nothing once that is over. Fault D24: a turn that comes
/// directly had neither picture nor deadline nor *Move*.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn d24_under_a_direct_message_stands_what_its_reader_can_do() {
    let (scene, _bot, _) = scene().await;
    let [ann, ben, cy] = &scene.players;
    let direct = [("questions", json!("direct")), ("news", json!("direct"))];
    for who in [ann, ben] {
        who.slash(&scene.channel, "settings", &direct).await;
    }
    // Of an invitation that is declined the opener hears.
    let invited = super::inviting(&[ben]);
    let opened = ann.slash(&scene.channel, "play", &invited).await;
    let id = super::match_of(&opened.buttons());
    let asked = offers(&scene, ben, &["do:join", "do:leave"]).await;
    ben.press(asked.id, &format!("rd1:{id}:0:do:leave")).await;
    let declined = offers(&scene, ann, &[]).await;
    assert_says(&declined.content, "left", &[]);
    // A turn, until it is over.
    let options = [("time", json!("2d"))];
    let table = scene.seat_with(&options, &scene.channel, &scene.players);
    let table = table.await;
    // The board comes to whoever is not to move as well.
    offers(&scene, ben, &["do:rules:topic=minute", "view", "more"]).await;
    table.play(ann, "e4").await;
    let turn = offers(&scene, ben, &["move", "since", "view", "more"]).await;
    assert_eq!(turn.attachments.len(), 1);
    assert!(turn.content.contains("<t:"), "{}", turn.content);
    // From its buttons to the square, and typed.
    let id = |action: &str| Some(format!("rd1:{}:1:{action}", table.id));
    let go = id("move").expect("an id");
    let pieces = ben.press(turn.id, &go).await;
    let mut ids = pieces.buttons().into_iter().map(|one| one.custom_id);
    assert!(ids.any(|one| one == id("from:m2:1")), "{}", pieces.content);
    let typed = ben.slash(&ben.direct(), "move", &mv("m4")).await;
    assert_says(&typed.content, "done-elsewhere", &[("match", &table.id)]);
    offers(&scene, ben, &[]).await;
    // A question, until it is answered, by whomever; and by a press of its own.
    let pause = |action: &str| [("action", json!(action))];
    for pressed in [false, true] {
        cy.slash(&table.thread, "pause", &pause("offer")).await;
        let asked = offers(&scene, ben, &["pause:accept", "pause:decline"]).await;
        if pressed {
            let decline = format!("rd1:{}:2:pause:decline", table.id);
            let declined = ben.press(asked.id, &decline).await;
            assert_eq!(declined.refused, None, "{}", declined.content);
        } else {
            ann.slash(&table.thread, "pause", &pause("decline")).await;
        }
        let after = offers(&scene, ben, &[]).await;
        assert_eq!(after.id, asked.id);
        assert_says(&after.content, "vote-declined", &[]);
    }
    scene.assert_sound();
}

/// An invitation in a direct message says what the one in the channel says, answered or not, until its match has
/// begun or its table is closed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invitation_in_a_direct_message_follows_its_table() {
    let (scene, _bot, _) = scene().await;
    let [ann, ben, cy] = &scene.players;
    let channel = &scene.channel;
    let direct = [("questions", json!("direct"))];
    ben.slash(channel, "settings", &direct).await;
    let invited = super::inviting(&[ben, cy]);
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
            let follows = scene.stands(asked.id, |now| {
                let waits = says(&now.content, "invitation-pending", &[]);
                says(&now.content, text, values)
                    && !(waits && text == "invitation")
                    && now.buttons().is_empty() != is_asked
                    && now.content.ends_with(last)
            });
            follows.await;
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

/// Fault D24: a reminder had neither picture nor *Move*, and one that came directly stood in the thread
/// as well.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn d24_reminders_come_once_as_the_turn_did_and_can_be_played_from() {
    for wants_direct in [true, false] {
        let (scene, mut parts) = scene_of(FakeDiscord::start().await).await;
        let clock = Arc::new(DrivenClock::at(Moment(1)));
        parts.clock = Arc::clone(&clock) as _;
        let bot = scene.begins(&parts).await;
        let [ann, ben, _] = &scene.players;
        let turns = if wants_direct { "direct" } else { "mention" };
        let options = [("turns", json!(turns)), ("reminders", json!("twice"))];
        ben.slash(&scene.channel, "settings", &options).await;
        let options = [("time", json!("1d"))];
        let Table { id, thread } = scene
            .seat_with(&options, &scene.channel, &scene.players)
            .await;
        scene.discord.forget_pings();
        ann.slash(&thread, "move", &mv("e4")).await;
        let direct = ben.direct();
        let place = if wants_direct { &direct } else { &thread }.id();
        // At a third of the time that is left, and at a tenth, in other words; what breaks off
        // may be through already or not, and is looked for.
        let posts = format!("POST /channels/{place}/messages");
        let times = [
            (0, None),
            (57_700, Some(Fault::DropAfter)),
            (21_000, Some(Fault::DropBefore)),
        ];
        let before = thread.messages().len();
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
            scene.called(ben, calls).await;
        }
        let came = if wants_direct { 0 } else { times.len() - 1 };
        assert_eq!(thread.messages().len() - before, came);
        scene.discord.forget_nonces();
        let answer = ben.slash(&thread, "move", &mv("m4")).await;
        assert_moved(&answer.content, "m4");
        bot.stop().await.expect("it stops");
        let pings = ben.notifications();
        for ping in &pings {
            let go = format!("rd1:{id}:1:move");
            assert!(ping.buttons.contains(&go), "{ping:?}");
            let shown = scene.stands(ping.message, |_| true).await;
            let (pictures, content) = (shown.attachments.len(), shown.content);
            assert_eq!(pictures, 1, "{content}");
            let link = content.contains(&format!("/{}", thread.id()));
            assert_eq!(link, wants_direct, "{content}");
        }
        assert_eq!(pings.len(), 3, "{pings:?}");
        assert!(pings.iter().all(|ping| ping.channel == place), "{pings:?}");
        scene.assert_sound();
    }
}
