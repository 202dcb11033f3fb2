//! Players who have left the server: nobody calls those who are not there.

use std::{sync::Arc, time::Duration};

use fake_discord::{FakeDiscord, Fault};
use rondel::{host::DrivenClock, matchplay::Moment};
use serde_json::json;

use super::{
    Scene, Table,
    inside::{Inside, Parts},
    pings,
};
use crate::said::{assert_says, said, says};

const MEMBERS: &str = "GET /guilds/*/members/*";

/// More than somebody counts as present who was found.
const LONG: Duration = Duration::from_secs(601);

/// A match with a bot whose clock the test drives.
async fn scene() -> (Scene, Inside, Arc<DrivenClock>) {
    let scene = Scene::without_bot(FakeDiscord::start().await);
    let (parts, clock) = Parts::driven(&scene.discord, Moment(1));
    let bot = parts.start();
    scene.discord.bot_ready().await;
    (scene, bot, clock)
}

/// Counts the requests that ask who is in a server.
fn asked(scene: &Scene) -> usize {
    scene.requests(MEMBERS)
}

/// One wrong answer of Discord's opens no vote about a seat.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn given_discord_says_once_that_a_player_is_not_there_when_asked_again_then_they_are_called()
{
    let (scene, _bot, _clock) = scene().await;
    let [ann, ben, cy] = &scene.players;
    // Said twice, the outbox finds it out too, and calls until that is through.
    for (code, times) in [(10_007, 1), (10_013, 1), (10_007, 2)] {
        let channel = scene.guild.channel("once");
        let table = scene.seat(&channel, &scene.players).await;
        scene.discord.forget_pings();
        let absent = Fault::Status(404, code);
        scene.discord.fail_times(MEMBERS, absent, times);
        let posts = "POST /channels/*/messages";
        let away = Fault::Status(503, 0);
        scene.discord.fail_times(posts, away, 3 * (times - 1));
        let before = ben.notifications().len();
        table.play(ann, "e4").await;
        scene.called(ben, before + 1).await;
        table.play(ben, "m4").await;
        table.play(cy, "u4").await;
        table.told(&scene.discord, 3).await;
        let told = table.thread.messages();
        assert!(
            told.iter().all(|one| !says(&one.content, "gone", &[])),
            "{code}"
        );
    }
    scene.assert_sound();
}

/// Fault D15: the time of somebody who left is not up, and nobody says so.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn d15_a_player_who_left_is_gone_and_not_late() {
    for time in ["none", "3d"] {
        let (scene, _bot, _clock) = scene().await;
        let [ann, ben, _] = &scene.players;
        let options = [("time", json!(time))];
        let Table { id: _, thread } = scene
            .seat_with(&options, &scene.channel, &scene.players)
            .await;
        scene.guild.leave(ben);
        ann.slash(&thread, "move", &[("move", json!("e4"))]).await;
        let gone = scene.posted(&thread, |one| says(&one.content, "gone", &[]));
        let gone = gone.await.content;
        assert!(says(&gone, "player-gone", &[]), "{gone}");
        for id in ["deadline-passed", "window-closes", "deadline"] {
            assert!(!says(&gone, id, &[]), "{id}: {gone}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn given_somebody_was_found_when_they_are_called_again_then_discord_is_asked_every_ten_minutes()
 {
    let (scene, _bot, clock) = scene().await;
    let table = scene.seat(&scene.channel, &scene.players).await;
    let moves = [["e4", "m4", "u4"], ["d4", "l4", "t4"], ["c3", "k3", "s3"]];
    for (round, moves) in moves.into_iter().enumerate() {
        let before = asked(&scene);
        for (who, text) in scene.players.iter().zip(moves) {
            let answer = table.play(who, text).await;
            assert!(answer.content.contains(text), "{}", answer.content);
        }
        // White was asked about when the match began.
        let expected = [2, 0, 3][round];
        assert_eq!(asked(&scene) - before, expected, "{round}");
        if round == 1 {
            clock.advance(LONG);
        }
    }
    let counts = scene
        .players
        .each_ref()
        .map(|who| who.notifications().len());
    assert_eq!(counts, [3, 3, 3]);
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn given_discord_is_slow_when_a_move_is_answered_then_the_answer_does_not_wait() {
    let (scene, _bot, _) = scene().await;
    let [ann, ben, _] = &scene.players;
    let table = scene.seat(&scene.channel, &scene.players).await;
    let hold = scene.discord.hold(MEMBERS);
    let answer = table.play(ann, "e4").await;
    assert!(
        answer.content.contains(&ben.mention()),
        "{}",
        answer.content
    );
    assert!(answer.after < Duration::from_millis(2_500), "{answer:?}");
    assert_eq!(hold.caught().await, 1);
    assert_eq!(pings(ben, table.thread.id()), 1);
    hold.release();
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn given_two_matches_call_one_player_when_discord_is_slow_then_it_is_asked_once() {
    let (scene, _bot, clock) = scene().await;
    let [ann, ben, _] = &scene.players;
    let tables = [
        scene.seat(&scene.channel, &scene.players).await,
        scene.seat(&scene.channel, &scene.players).await,
    ];
    clock.advance(LONG);
    let before = asked(&scene);
    let hold = scene.discord.hold(MEMBERS);
    let elsewhere = scene.guild.channel("elsewhere");
    for table in &tables {
        table.play_from(&elsewhere, ann, "e4").await;
    }
    hold.caught().await;
    hold.release();
    for table in &tables {
        table.told(&scene.discord, 1).await;
        assert_eq!(pings(ben, table.thread.id()), 1);
    }
    assert_eq!(asked(&scene) - before, 1);
    scene.assert_sound();
}

/// Somebody who is not in the server sees nothing of a match there: they can be looked at, and not be given a
/// seat, in whatever way they are named.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_not_in_the_server_is_given_no_seat_there() {
    let (scene, _bot, _) = scene().await;
    let [ann, ben, _] = &scene.players;
    let zoe = scene.discord.user("zoe");
    let table = scene.seat(&scene.channel, &scene.players).await;
    let substitute = [
        ("action", json!("substitute")),
        ("seat", json!("white")),
        ("user", json!(zoe.id())),
    ];
    let named = |option| [(option, json!(zoe.id()))];
    let two = [("player2", json!(ben.id())), ("player3", json!(zoe.id()))];
    let form = async || {
        let modal = ann.slash(&scene.channel, "play", &[]).await;
        ann.submit(&modal, &[("0", json!([zoe.id()]))]).await
    };
    let menu = said("person-play", &[]);
    let before = scene.channel.messages().len();
    for (of, answer) in [
        (
            "an option",
            ann.slash(&scene.channel, "play", &named("player2")).await,
        ),
        ("another", ann.slash(&scene.channel, "play", &two).await),
        ("a menu", ann.menu(&scene.channel, &menu, &zoe).await),
        ("a form", form().await),
        (
            "a seat",
            ben.slash(&table.thread, "seat", &substitute).await,
        ),
    ] {
        assert!(answer.ephemeral, "{of}: {}", answer.content);
        assert_says(&answer.content, "refused-absent", &[("name", "zoe")]);
    }
    assert_eq!(scene.channel.messages().len(), before);
    assert_eq!(
        (zoe.notifications().len(), ben.notifications().len()),
        (0, 0)
    );
    let profile = ann.slash(&scene.channel, "profile", &named("user")).await;
    assert!(
        !says(&profile.content, "refused-absent", &[]),
        "{}",
        profile.content
    );
    // Once they have come they are as welcome as anybody.
    scene.guild.join(&zoe);
    let opened = ann.slash(&scene.channel, "play", &named("player2")).await;
    assert_says(&opened.content, "table-heading", &[("name", "ann")]);
    scene.assert_sound();
}
