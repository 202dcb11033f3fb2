//! Deliveries that come twice, and a process that is killed.

use fake_discord::Fault;
use serde_json::json;

use super::{Scene, mv, pings};
use crate::said::assert_moved;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_delivery_that_comes_twice_is_answered_once() {
    let scene = Scene::new().await;
    let [ann, ben, _] = &scene.players;
    let table = scene.seat(&scene.channel, &scene.players).await;
    let pending = ann.slash(&table.thread, "move", &mv("e4"));
    let interaction = pending.interaction().clone();
    let first = pending.await;
    assert_moved(&first.content, 1, "e4");
    let again = scene.discord.deliver_again(&interaction).await;
    // It is passed over while the first one is being answered, and Discord refuses it later.
    assert!(again.refused == Some(40060) || again.is_timed_out());
    let answer = table.play(ben, "m4").await;
    assert_moved(&answer.content, 2, "m4");
    assert_eq!(pings(ben, table.thread.id()), 1);
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_between_commit_and_answer_the_next_player_is_told_once() {
    let mut scene = Scene::new().await;
    let [ann, ben, cy] = scene.players.clone();
    let table = scene.seat(&scene.channel, &scene.players).await;
    let hold = scene.discord.hold("POST /interactions/*/*/callback");
    let pending = ann.slash(&table.thread, "move", &mv("e4"));
    hold.caught().await;
    scene.bot.take().expect("a bot").kill();
    scene.discord.bot_gone().await;
    drop(pending);
    assert_eq!(pings(&ben, table.thread.id()), 0);
    scene.start(&[]).await;
    let told = table.told(&scene.discord, 1).await;
    // By now the dead bot's request has been noticed to be nobody's.
    hold.release();
    assert_moved(&told.content, 1, "e4");
    assert_eq!(pings(&ben, table.thread.id()), 1);
    // Started once more, nobody is told again.
    scene.restart().await;
    let answer = table.play(&ben, "m4").await;
    assert_moved(&answer.content, 2, "m4");
    assert_eq!(pings(&ben, table.thread.id()), 1);
    assert_eq!(pings(&cy, table.thread.id()), 1);
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_that_fails_is_told_by_the_outbox() {
    let scene = Scene::new().await;
    let [ann, ben, _] = &scene.players;
    let table = scene.seat(&scene.channel, &scene.players).await;
    let route = "POST /interactions/*/*/callback";
    scene.discord.fail_times(route, Fault::Status(500, 0), 2);
    drop(ann.slash(&table.thread, "move", &mv("e4")));
    let told = table.told(&scene.discord, 1).await;
    assert_moved(&told.content, 1, "e4");
    assert_eq!(pings(ben, table.thread.id()), 1);
    // Once more the server acts and the connection breaks: it stands once all the same.
    scene.discord.fail_next(route, Fault::DropAfter);
    drop(ben.slash(&table.thread, "move", &mv("m4")));
    table.told(&scene.discord, 2).await;
    let answer = scene.players[2]
        .slash(&table.thread, "move", &[("move", json!("u4"))])
        .await;
    assert_moved(&answer.content, 3, "u4");
    assert_eq!(pings(&scene.players[2], table.thread.id()), 1);
    scene.assert_sound();
}
