//! Matches with computers in Discord.

use fake_discord::Channel;
use rondel::rules::Color;
use serde_json::json;

use super::{Scene, Table, boards, match_of, pings};
use crate::said::{assert_moved, computer_name, player};

/// Computers do not pause, so that nobody waits for them here.
const AT_ONCE: &[(&str, &str)] = &[("RONDEL_COMPUTERS__PAUSE_MS", "0")];

/// A match of ann, White, with two computers of level 1.
async fn against_computers(scene: &Scene) -> Table {
    let [ann, ..] = &scene.players;
    let options = [
        ("seat", json!("white")),
        ("computers", json!(2)),
        ("level", json!(1)),
    ];
    let opened = ann.slash(&scene.channel, "play", &options).await;
    assert_eq!(opened.refused, None, "{}", opened.content);
    let own = scene.channel.id();
    let thread = scene
        .discord
        .wait_for("a thread", |world| {
            world.threads(own).first().map(|thread| thread.id)
        })
        .await;
    let thread: Channel = scene.discord.channel(thread);
    let begun = scene
        .discord
        .wait_for("the first board", |world| {
            world
                .messages(thread.id())
                .first()
                .map(|message| (*message).clone())
        })
        .await;
    Table {
        id: match_of(&begun.buttons()),
        thread,
    }
}

async fn without_pause() -> Scene {
    let mut scene = Scene::without_bot(fake_discord::FakeDiscord::start().await);
    scene.start(AT_ONCE).await;
    scene
}

/// The seats are taken at once, each computer's move is a message of its own with its board, and
/// the one person who plays is pinged when it is their turn again, once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn computers_move_by_themselves_and_ping_nobody_but_the_next_player() {
    let scene = without_pause().await;
    let [ann, ..] = &scene.players;
    let table = against_computers(&scene).await;
    let answer = table.play(ann, "e4").await;
    assert_moved(&answer.content, 1, "e4");
    let told = table.told(&scene.discord, 3).await;
    let by = player(computer_name(1, Color::Black), Color::Black);
    assert!(told.content.contains(&by), "{}", told.content);
    assert!(!told.attachments.is_empty(), "no picture");
    for ply in 1..=3 {
        assert_eq!(
            boards(&scene.discord, &table.thread, &table.id, ply),
            1,
            "{ply}"
        );
    }
    // Once when the match began, once now.
    assert_eq!(pings(ann, table.thread.id()), 2);
    scene.assert_sound();
}

/// Killed while a computer pauses, the bot lets it move after the next start, once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_computer_moves_after_a_restart() {
    let mut scene = Scene::without_bot(fake_discord::FakeDiscord::start().await);
    scene
        .start(&[("RONDEL_COMPUTERS__PAUSE_MS", "60000")])
        .await;
    let [ann, ..] = scene.players.clone();
    let table = against_computers(&scene).await;
    let answer = table.play(&ann, "e4").await;
    assert_moved(&answer.content, 1, "e4");
    scene.stop().await;
    assert_eq!(boards(&scene.discord, &table.thread, &table.id, 2), 0);
    scene.start(AT_ONCE).await;
    table.told(&scene.discord, 3).await;
    for ply in 2..=3 {
        assert_eq!(
            boards(&scene.discord, &table.thread, &table.id, ply),
            1,
            "{ply}"
        );
    }
    scene.assert_sound();
}
