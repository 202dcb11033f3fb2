//! Discord's limits: kept to where the bot speaks to Discord itself, met where a proxy should keep
//! to them and does not.

use std::time::{Duration, Instant};

use fake_discord::{FakeDiscord, Fault};
use rondel::config::Config;
use serde_json::json;

use super::{
    Scene, boards,
    inside::{Inside, Parts},
    told,
};
use crate::said::assert_moved;

const POSTS: &str = "POST /channels/*/messages";

/// Matches that are played at once, in threads of their own and again in one channel.
const TABLES: usize = 6;
/// The moves of each match, two rounds.
const MOVES: [&str; 6] = ["e4", "m4", "u4", "d4", "l4", "t4"];

/// Lets matches be played from elsewhere, so that every move is posted; all of them arrive, once
/// and in their order.
async fn play_from_elsewhere(scene: &Scene) {
    let elsewhere = scene.guild.channel("elsewhere");
    for in_threads in [true, false] {
        let channel = scene.guild.channel("round");
        channel.set_rights(super::rights(|it| it.public_threads = in_threads));
        let mut tables = Vec::new();
        for _ in 0..TABLES {
            if in_threads {
                let table = scene.seat(&channel, &scene.players).await;
                tables.push((table.id, table.thread));
            } else {
                let id = scene.sit_down(&channel, &scene.players).await;
                tables.push((id, channel.clone()));
            }
        }
        for (turn, text) in MOVES.iter().enumerate() {
            for (id, _) in &tables {
                let options = [("move", json!(text)), ("match", json!(id))];
                let player = &scene.players[turn % 3];
                let answer = player.slash(&elsewhere, "move", &options).await;
                assert!(answer.ephemeral, "{}", answer.content);
            }
        }
        for (id, place) in &tables {
            let last = MOVES.len() as u32;
            told(&scene.discord, place, id, last).await;
            let mut stand = Vec::new();
            for ply in 0..=last {
                assert_eq!(boards(&scene.discord, place, id, ply), 1, "{ply}");
                stand.push(told(&scene.discord, place, id, ply).await.id);
            }
            assert!(stand.is_sorted(), "{stand:?}");
        }
    }
    scene.assert_sound();
}

fn limit(discord: &FakeDiscord) {
    discord.limit(POSTS, 2, Duration::from_millis(150));
    discord.limit("POST /channels/*/threads", 1, Duration::from_millis(150));
    discord.limit_all(50, Duration::from_secs(1));
}

/// A bot that speaks to Discord itself, over TLS, and keeps to its limits.
fn limited(scene: &Scene) -> Inside {
    let tls = scene.discord.tls();
    let certificate = reqwest::Certificate::from_pem(tls.certificate.as_bytes());
    let mut parts = Parts::of(&Config::default());
    let client = rondel::chats::discord::Connection::client()
        .resolve("discord.com", tls.address)
        .add_root_certificate(certificate.expect("a certificate"))
        .build()
        .expect("a client");
    parts.connection = parts.connection.with_client(client);
    parts.start()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "waits in real time: .ci/long gateway"]
async fn over_tls_to_discord_itself_no_limit_is_overstepped_and_all_arrives() {
    let scene = Scene::without_bot(FakeDiscord::start_tls().await);
    limit(&scene.discord);
    let bot = limited(&scene);
    scene.discord.bot_ready().await;
    play_from_elsewhere(&scene).await;
    assert_eq!(scene.discord.breaches(), []);
    bot.stop().await.expect("it stops");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "waits in real time: .ci/long gateway"]
async fn behind_another_origin_what_is_refused_for_its_number_gets_through_later() {
    let scene = Scene::without_bot(FakeDiscord::start().await);
    limit(&scene.discord);
    let bot: Inside = Parts::new(&scene.discord).start();
    scene.discord.bot_ready().await;
    play_from_elsewhere(&scene).await;
    // Limiting was the origin's business: some posts came too soon, and were posted again.
    assert_ne!(scene.discord.breaches(), []);
    bot.stop().await.expect("it stops");
}

/// Discord's own example: a resource may be asked again in 1,337 seconds. Whoever plays there is answered
/// meanwhile, and everybody else is told as always.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_limit_of_one_channel_holds_nobody_else_up() {
    let scene = Scene::without_bot(FakeDiscord::start_tls().await);
    let bot = limited(&scene);
    scene.discord.bot_ready().await;
    let [ann, ben, _] = &scene.players;
    let elsewhere = scene.guild.channel("elsewhere");
    let slow = scene.seat(&scene.channel, &scene.players).await;
    let other = scene
        .seat(&scene.guild.channel("other"), &scene.players)
        .await;
    let posts = format!("POST /channels/{}/messages", slow.thread.id());
    let asked = |scene: &Scene| scene.requests(&posts);
    let before = asked(&scene);
    let wait = Duration::from_secs(1_337);
    scene.discord.fail_next(&posts, Fault::RateLimited(wait));
    for table in [&slow, &other] {
        let answer = table.play_from(&elsewhere, ann, "e4").await;
        assert!(!answer.is_timed_out(), "{}", answer.content);
    }
    told(&scene.discord, &other.thread, &other.id, 1).await;
    scene.requested(&posts, before + 1).await;
    // An answer is no post, and says itself what has happened.
    let answer = slow.play(ben, "m4").await;
    assert_moved(&answer.content, "m4");
    // It is not asked again before its time.
    assert_eq!(asked(&scene) - before, 1);
    assert_eq!(scene.discord.breaches(), []);
    bot.stop().await.expect("it stops");
}

/// A limit that is over soon is waited for as long as Discord says, at the start too.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "waits in real time: .ci/long gateway"]
async fn a_short_limit_is_waited_for_and_told_after() {
    for itself in [true, false] {
        let discord = if itself {
            FakeDiscord::start_tls().await
        } else {
            FakeDiscord::start().await
        };
        let scene = Scene::without_bot(discord);
        let wait = Duration::from_millis(300);
        let began = Instant::now();
        scene
            .discord
            .fail_next("GET /gateway/bot", Fault::RateLimited(wait));
        let bot = if itself {
            limited(&scene)
        } else {
            Parts::new(&scene.discord).start()
        };
        scene.discord.bot_ready().await;
        assert!(began.elapsed() >= wait, "{itself}");
        let table = scene.seat(&scene.channel, &scene.players).await;
        let elsewhere = scene.guild.channel("elsewhere");
        scene.discord.fail_times(POSTS, Fault::RateLimited(wait), 2);
        let began = Instant::now();
        table.play_from(&elsewhere, &scene.players[0], "e4").await;
        told(&scene.discord, &table.thread, &table.id, 1).await;
        assert!(began.elapsed() >= 2 * wait, "{itself}");
        assert_eq!(table.boards(&scene.discord, 1), 1);
        bot.stop().await.expect("it stops");
    }
}

/// Where a proxy keeps to the limits, the time that a refusal names counts all the same: for whatever is asked of
/// that kind, by whichever match.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_asked_again_before_the_time_that_a_refusal_names() {
    for route in ["GET /channels/*/messages", POSTS] {
        let (scene, bot, _) = Scene::inside().await;
        scene
            .channel
            .set_rights(super::rights(|it| it.public_threads = false));
        let elsewhere = scene.guild.channel("elsewhere");
        let mut ids = Vec::new();
        for _ in 0..3 {
            let id = scene.sit_down(&scene.channel, &scene.players).await;
            told(&scene.discord, &scene.channel, &id, 0).await;
            ids.push(id);
        }
        let wait = Duration::from_millis(700);
        scene.discord.fail_next(route, Fault::RateLimited(wait));
        for id in &ids {
            let options = [("move", json!("e4")), ("match", json!(id))];
            scene.players[0].slash(&elsewhere, "move", &options).await;
        }
        for id in &ids {
            told(&scene.discord, &scene.channel, id, 1).await;
        }
        bot.stop().await.expect("it stops");
        assert_eq!(scene.discord.breaches(), [], "{route}");
        assert!(!scene.discord.look(|world| world.plans_fault(route)));
    }
}
