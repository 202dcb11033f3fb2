//! Matches with computers in Discord.

use fake_discord::{Channel, Fault};
use rondel::rules::Color;
use serde_json::json;

use super::{Scene, Table, boards, match_of, pings};
use crate::said::{assert_moved, assert_says, computer_name, player, said};

/// What the poster says.
const POSTS: &str = "POST /channels/*/messages";

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

/// The seats are taken at once, two computers in a row have one message with both moves and the board
/// after them, and the one person who plays is pinged when it is their turn again, once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn computers_move_by_themselves_and_ping_nobody_but_the_next_player() {
    let scene = without_pause().await;
    let [ann, ..] = &scene.players;
    let table = against_computers(&scene).await;
    let answer = table.play(ann, "e4").await;
    assert_moved(&answer.content, 1, "e4");
    let told = table.told(&scene.discord, 3).await;
    for (ply, army) in [("2", Color::Gray), ("3", Color::Black)] {
        let by = player(computer_name(1, army), army);
        assert_says(&told.content, "moved", &[("ply", ply), ("player", &by)]);
    }
    assert!(!told.attachments.is_empty(), "no picture");
    for (ply, count) in [(1, 1), (2, 0), (3, 1)] {
        let there = boards(&scene.discord, &table.thread, &table.id, ply);
        assert_eq!(there, count, "{ply}");
    }
    // Once when the match began, once now.
    assert_eq!(pings(ann, table.thread.id()), 2);
    scene.assert_sound();
}

/// What is told to the one who is to move begins with their mention, in place of the name, and is known
/// again by the rest when nobody knows whether it arrived.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_message_that_begins_with_a_mention_is_known_again() {
    let scene = without_pause().await;
    let [ann, ..] = &scene.players;
    let table = against_computers(&scene).await;
    let posts = || scene.discord.look(|world| world.requests(POSTS).len());
    let before = posts();
    scene.discord.fail_next(POSTS, Fault::DropAfter);
    table.play(ann, "e4").await;
    let told = table.told(&scene.discord, 3).await.content;
    let (first, _) = told.split_once('\n').expect("lines");
    let values = [("player", &*ann.mention()), ("when", "")];
    let calls = said("your-move-by", &values);
    let calls = calls.trim_end_matches([' ', '.']);
    assert!(first.starts_with(calls), "{first}");
    // When the next one is told, nothing of this is on its way any more.
    table.play(ann, "d4").await;
    table.told(&scene.discord, 6).await;
    assert_eq!(posts() - before, 2, "one for each");
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
    let there = boards(&scene.discord, &table.thread, &table.id, 3);
    assert_eq!(there, 1);
    scene.assert_sound();
}
