//! A process that is killed between a move and its answer.

use super::{Scene, mv, pings};
use crate::said::assert_moved;

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
    assert_moved(&told.content, "e4");
    assert_eq!(pings(&ben, table.thread.id()), 1);
    // Started once more, nobody is told again.
    scene.restart().await;
    let answer = table.play(&ben, "m4").await;
    assert_moved(&answer.content, "m4");
    assert_eq!(pings(&ben, table.thread.id()), 1);
    assert_eq!(pings(&cy, table.thread.id()), 1);
    scene.assert_sound();
}
