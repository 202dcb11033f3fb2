//! The process is asked to stop while it answers and posts.

use std::time::Duration;

use fake_discord::{Fault, World};
use serde_json::json;

use super::{Scene, boards, mv, pings};
use crate::said::assert_moved;

const POSTS: &str = "POST /channels/*/messages";
const ANSWERS: &str = "POST /interactions/*/*/callback";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn asked_to_stop_it_finishes_what_it_does_and_takes_nothing_new() {
    let mut scene = Scene::new().await;
    let [ann, ben, cy] = scene.players.clone();
    let first = scene.seat(&scene.channel, &scene.players).await;
    let second = scene.seat(&scene.channel, &scene.players).await;
    // A post and an answer are under way.
    let elsewhere = scene.guild.channel("elsewhere");
    let posts = scene.discord.hold(POSTS);
    let options = [("move", json!("e4")), ("match", json!(first.id))];
    let answer = ann.slash(&elsewhere, "move", &options).await;
    assert!(answer.ephemeral, "{}", answer.content);
    posts.caught().await;
    // The answer is done late: a bot that has gone by then has never sent it.
    let late = Fault::Delay(Duration::from_millis(1_500));
    scene.discord.fail_next(ANSWERS, late);
    let before = scene.discord.look(|world| world.requests(ANSWERS).len()) + 1;
    let pending = ann.slash(&second.thread, "move", &mv("e4"));
    scene
        .discord
        .wait_until("the answer", |world| {
            world.requests(ANSWERS).len() >= before
        })
        .await;
    let bot = scene.bot.take().expect("a bot");
    bot.terminate();
    scene.discord.bot_gone().await;
    assert_eq!(scene.discord.look(World::goodbyes), 1);
    drop(cy.slash(&second.thread, "help", &[]));
    posts.release();
    let answer = pending.await;
    assert_moved(&answer.content, 1, "e4");
    let (status, said) = bot.ended().await;
    assert_eq!(status.code(), Some(0), "{said}");
    first.told(&scene.discord, 1).await;
    // Nothing came of what was asked when it had said goodbye.
    let after = scene.discord.look(|world| world.requests(ANSWERS).len());
    assert_eq!(after, before);
    // All has been told, and is not told again.
    scene.start(&[]).await;
    for table in [&first, &second] {
        let answer = table.play(&ben, "m4").await;
        assert_moved(&answer.content, 2, "m4");
        assert_eq!(boards(&scene.discord, &table.thread, &table.id, 1), 1);
        assert_eq!(pings(&ben, table.thread.id()), 1);
    }
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn asked_twice_it_stops_at_once_and_tells_the_rest_after_the_next_start() {
    let mut scene = Scene::new().await;
    let [ann, ben, _] = scene.players.clone();
    let table = scene.seat(&scene.channel, &scene.players).await;
    let answers = scene.discord.hold(ANSWERS);
    let pending = ann.slash(&table.thread, "move", &mv("e4"));
    answers.caught().await;
    let bot = scene.bot.take().expect("a bot");
    bot.terminate();
    scene.discord.bot_gone().await;
    bot.terminate();
    let (status, said) = bot.ended().await;
    assert_eq!(status.code(), Some(1), "{said}");
    assert!(said.contains("stopped at once"), "{said}");
    answers.release();
    drop(pending);
    assert_eq!(pings(&ben, table.thread.id()), 0);
    scene.start(&[]).await;
    table.told(&scene.discord, 1).await;
    let answer = table.play(&ben, "m4").await;
    assert_moved(&answer.content, 2, "m4");
    assert_eq!(pings(&ben, table.thread.id()), 1);
    scene.assert_sound();
}
