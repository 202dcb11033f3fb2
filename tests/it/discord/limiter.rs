//! Discord's limits: kept to where the bot speaks to Discord itself, met where a proxy should keep
//! to them and does not.

use std::time::Duration;

use fake_discord::{FakeDiscord, Message};
use rondel::config::Config;
use serde_json::json;

use super::{
    Scene, Table,
    inside::{Inside, Parts},
};

const POSTS: &str = "POST /channels/*/messages";

/// Matches that are played at once.
const TABLES: usize = 4;
/// What is played in each, two rounds.
const MOVES: [&str; 6] = ["e4", "m4", "u4", "d4", "l4", "t4"];

/// The posts of a match's thread, oldest first.
fn posts(table: &Table) -> Vec<Message> {
    table.thread.messages()
}

/// Lets matches be played from elsewhere, so that every move is posted; all of them arrive, in
/// their order.
async fn play_from_elsewhere(scene: &Scene) {
    let mut tables = Vec::new();
    for _ in 0..TABLES {
        tables.push(scene.seat(&scene.channel, &scene.players).await);
    }
    let elsewhere = scene.guild.channel("elsewhere");
    for (turn, text) in MOVES.iter().enumerate() {
        for table in &tables {
            let options = [("move", json!(text)), ("match", json!(table.id))];
            let player = &scene.players[turn % 3];
            let answer = player.slash(&elsewhere, "move", &options).await;
            assert!(answer.ephemeral, "{}", answer.content);
        }
    }
    for table in &tables {
        table.told(&scene.discord, MOVES.len() as u32).await;
        let said: Vec<String> = posts(table).into_iter().map(|m| m.content).collect();
        assert_eq!(said.len(), MOVES.len() + 1, "{said:#?}");
        for (ply, text) in MOVES.iter().enumerate() {
            let move_told = format!("{}. {text} by", ply + 1);
            assert!(said[ply + 1].contains(&move_told), "{said:#?}");
        }
    }
    scene.assert_sound();
}

fn limit(discord: &FakeDiscord) {
    discord.limit(POSTS, 2, Duration::from_millis(400));
    discord.limit("POST /channels/*/threads", 1, Duration::from_millis(400));
    discord.limit_all(50, Duration::from_secs(1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn over_tls_to_discord_itself_no_limit_is_overstepped_and_all_arrives() {
    let scene = Scene::without_bot(FakeDiscord::start_tls().await);
    limit(&scene.discord);
    let tls = scene.discord.tls();
    let certificate = reqwest::Certificate::from_pem(tls.certificate.as_bytes());
    let mut parts = Parts::of(&Config::default());
    let client = rondel::adapters::discord::Connection::client()
        .resolve("discord.com", tls.address)
        .add_root_certificate(certificate.expect("a certificate"))
        .build()
        .expect("a client");
    parts.connection = parts.connection.with_client(client);
    let bot: Inside = parts.start();
    scene.discord.bot_ready().await;
    play_from_elsewhere(&scene).await;
    assert_eq!(scene.discord.breaches(), []);
    bot.stop().await.expect("it stops");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
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
