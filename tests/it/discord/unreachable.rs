//! Places that are gone or take nothing: the player to move hears all the same.

use fake_discord::{Channel, FakeDiscord, Fault, Rights};
use serde_json::json;

use super::{
    Scene, Table, boards,
    inside::{Inside, Parts},
    told,
};
use crate::said::{assert_moved, assert_says};

const POSTS: &str = "POST /channels/*/messages";

async fn scene() -> (Scene, Inside, Parts) {
    let scene = Scene::without_bot(FakeDiscord::start().await);
    let parts = Parts::new(&scene.discord);
    let bot = parts.again().start();
    scene.discord.bot_ready().await;
    (scene, bot, parts)
}

/// Makes the next moves of a match in a channel that is not its own.
async fn play(scene: &Scene, elsewhere: &Channel, table: &Table, moves: &[(usize, &str)]) {
    for (who, text) in moves {
        let options = [("move", json!(text)), ("match", json!(table.id))];
        let answer = scene.players[*who].slash(elsewhere, "move", &options).await;
        assert!(answer.ephemeral, "{}", answer.content);
    }
}

/// Waits until somebody has been notified so often.
async fn notified(scene: &Scene, who: usize, count: usize) {
    let id = scene.players[who].id();
    scene
        .discord
        .wait_until("a call", |world| world.notified(id) >= count)
        .await;
    assert_eq!(scene.players[who].notifications().len(), count);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn given_threads_were_deleted_when_a_move_is_made_then_its_channel_is_told_and_pings_once() {
    let (scene, _bot, _) = scene().await;
    let table = scene.seat(&scene.channel, &scene.players).await;
    let elsewhere = scene.guild.channel("elsewhere");
    table.thread.delete();
    // Once it gets another one.
    let own = scene.channel.id();
    let second = scene.discord.wait_for("another thread", |world| {
        let threads = world.threads(own);
        threads.first().map(|thread| thread.id)
    });
    let second = scene.discord.channel(second.await);
    told(&scene.discord, &second, &table.id, 0).await;
    second.delete();
    told(&scene.discord, &scene.channel, &table.id, 0).await;
    scene.discord.forget_pings();
    play(&scene, &elsewhere, &table, &[(0, "e4")]).await;
    let board = told(&scene.discord, &scene.channel, &table.id, 1).await;
    assert!(board.content.contains(&scene.players[1].mention()));
    notified(&scene, 1, 1).await;
    // The connection breaks after one has been posted: it is looked for where it stands.
    let own = format!("POST /channels/{}/messages", scene.channel.id());
    scene.discord.fail_next(&own, Fault::DropAfter);
    play(&scene, &elsewhere, &table, &[(1, "m4")]).await;
    notified(&scene, 2, 1).await;
    play(&scene, &elsewhere, &table, &[(2, "u4")]).await;
    told(&scene.discord, &scene.channel, &table.id, 3).await;
    assert_eq!(boards(&scene.discord, &scene.channel, &table.id, 2), 1);
    notified(&scene, 2, 1).await;
    assert!(
        scene
            .players
            .iter()
            .all(|who| who.direct_messages().is_empty())
    );
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn given_no_place_takes_a_post_when_a_move_is_made_then_the_player_to_move_is_written_to() {
    for what in ["deleted", "mute", "hidden"] {
        let (scene, bot, parts) = scene().await;
        let ben = &scene.players[1];
        let table = scene.seat(&scene.channel, &scene.players).await;
        let elsewhere = scene.guild.channel("elsewhere");
        match what {
            "deleted" => {
                scene.channel.delete();
                // Those who play are told so.
                for who in 0..3 {
                    notified(&scene, who, 1).await;
                }
                scene.discord.forget_pings();
            }
            "mute" => scene.channel.set_rights(Rights {
                send: false,
                send_in_threads: false,
                ..Rights::INVITED
            }),
            _ => scene.channel.set_rights(Rights::NONE),
        }
        // Broken off after it was written, it is looked for.
        let own = format!("POST /channels/{}/messages", ben.direct().id());
        let before = scene.discord.look(|world| world.requests(&own).len());
        scene.discord.fail_next(&own, Fault::DropAfter);
        play(&scene, &elsewhere, &table, &[(0, "e4")]).await;
        notified(&scene, 1, 1).await;
        let messages = ben.direct_messages();
        let message = messages.last().expect("it is there");
        assert_moved(&message.content, 1, "e4");
        let told = [("match", &*table.id)];
        assert_says(&message.content, "direct-elsewhere", &told);
        // Nothing waits any more: what comes later is told, and nothing after a start.
        play(&scene, &elsewhere, &table, &[(1, "m4")]).await;
        notified(&scene, 2, 1).await;
        play(&scene, &elsewhere, &table, &[(2, "u4")]).await;
        notified(&scene, 0, 1).await;
        let tries = scene.discord.look(|world| world.requests(&own).len());
        assert_eq!(tries - before, 1, "{what}");
        bot.stop().await.expect("it stops");
        scene.discord.bot_gone().await;
        let posts = scene.discord.look(|world| world.requests(POSTS).len());
        scene.discord.forget_nonces();
        let bot = parts.again().start();
        scene.discord.bot_ready().await;
        bot.stop().await.expect("it stops");
        let after = scene.discord.look(|world| world.requests(POSTS).len());
        assert_eq!(posts, after, "{what}");
        assert_eq!(ben.notifications().len(), 1, "{what}");
        scene.assert_sound();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn given_nothing_takes_a_call_when_moves_are_made_then_it_is_given_up() {
    let (scene, bot, parts) = scene().await;
    for who in &scene.players {
        who.set_direct_closed(true);
    }
    let table = scene.seat(&scene.channel, &scene.players).await;
    let elsewhere = scene.guild.channel("elsewhere");
    scene.channel.set_rights(Rights::NONE);
    let before = scene.discord.look(|world| world.requests(POSTS).len());
    // The thread and its channel, with a picture and in words, and directly.
    let mut all = before;
    for one in [(0, "e4"), (1, "m4")] {
        play(&scene, &elsewhere, &table, &[one]).await;
        all += 5;
        scene
            .discord
            .wait_until("all tries", |world| world.requests(POSTS).len() >= all)
            .await;
    }
    bot.stop().await.expect("it stops");
    scene.discord.bot_gone().await;
    let bot = parts.again().start();
    scene.discord.bot_ready().await;
    bot.stop().await.expect("it stops");
    let after = scene.discord.look(|world| world.requests(POSTS).len());
    assert_eq!(after, all);
    scene.assert_sound();
}
