//! Matches with computers in Discord.

use fake_discord::Channel;
use serde_json::json;

use super::{Scene, Table, match_of};
use crate::said::assert_moved;

/// Computers do not pause, so that nobody waits for them here.
const AT_ONCE: &[(&str, &str)] = &[("RONDEL_COMPUTERS__PAUSE_MS", "0")];

/// A match of ann, White, with two computers of level 1.
pub(super) async fn against_computers(scene: &Scene) -> Table {
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
    let begun = scene.posted(&thread, |_| true).await;
    Table {
        id: match_of(&begun.buttons()),
        thread,
    }
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
    assert_moved(&answer.content, "e4");
    scene.stop().await;
    assert_eq!(table.boards(&scene.discord, 2), 0);
    scene.start(AT_ONCE).await;
    table.told(&scene.discord, 3).await;
    let there = table.boards(&scene.discord, 3);
    assert_eq!(there, 1);
    scene.assert_sound();
}
