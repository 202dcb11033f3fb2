//! The process is asked to stop while it answers and posts.

use std::{net::Ipv4Addr, time::Duration};

use fake_discord::{FakeDiscord, Fault, World};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::{Scene, mv, pings};
use crate::{
    said::assert_moved,
    web::table::{Heard, Pages, token},
};

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
    let answer = first.play_from(&elsewhere, &ann, "e4").await;
    assert!(answer.ephemeral, "{}", answer.content);
    posts.caught().await;
    // The answer is done late: a bot that has gone by then has never sent it.
    let late = Fault::Delay(Duration::from_millis(1_500));
    scene.discord.fail_next(ANSWERS, late);
    let before = scene.requests(ANSWERS) + 1;
    let pending = ann.slash(&second.thread, "move", &mv("e4"));
    scene.requested(ANSWERS, before).await;
    let bot = scene.bot.take().expect("a bot");
    bot.terminate();
    scene.discord.bot_gone().await;
    assert_eq!(scene.discord.look(World::goodbyes), 1);
    drop(cy.slash(&second.thread, "help", &[]));
    posts.release();
    let answer = pending.await;
    assert_moved(&answer.content, "e4");
    let (status, said) = bot.ended().await;
    assert_eq!(status.code(), Some(0), "{said}");
    first.told(&scene.discord, 1).await;
    // Nothing came of what was asked when it had said goodbye.
    let after = scene.requests(ANSWERS);
    assert_eq!(after, before);
    // All has been told, and is not told again.
    scene.start(&[]).await;
    for table in [&first, &second] {
        let answer = table.play(&ben, "m4").await;
        assert_moved(&answer.content, "m4");
        assert_eq!(table.boards(&scene.discord, 1), 1);
        assert_eq!(pings(&ben, table.thread.id()), 1);
    }
    scene.assert_sound();
}

/// What a page has asked is answered, and whoever watches hears that it is over.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_with_a_page_finishes_what_the_page_was_asked() {
    let mut scene = Scene::without_bot(FakeDiscord::start().await);
    let listen = [("RONDEL_WEB__LISTEN", "127.0.0.1:0")];
    scene.start(&listen).await;
    let pages = |scene: &Scene| {
        let address = std::fs::read_to_string(scene.data.path().join("table"));
        Pages::of(
            address
                .expect("it is kept")
                .trim()
                .parse()
                .expect("an address"),
        )
    };
    let page = pages(&scene);
    let id = page.open_three().await;
    let mut watching = page.watch(&id, &[token("ann")]).await;
    watching.state().await;
    let body = json!({
        "token": token("ann"), "lang": "en", "match": id, "line": "e4", "request": "once",
    });
    let body = body.to_string();
    let mut stream = page.stream_from(Ipv4Addr::LOCALHOST.into()).await;
    let head = format!(
        "POST /api/say HTTP/1.1\r\nhost: {0}\r\norigin: http://{0}\r\nconnection: close\r\n\
         expect: 100-continue\r\ncontent-length: {1}\r\n\r\n",
        page.address,
        body.len()
    );
    stream.write_all(head.as_bytes()).await.expect("it is sent");
    // It is under way once the rest of it is asked for.
    let mut answer = [0; 25];
    stream.read_exact(&mut answer).await.expect("an answer");
    let bot = scene.bot.take().expect("a bot");
    bot.terminate();
    scene.discord.bot_gone().await;
    let heard = watching.hear().await;
    assert!(matches!(heard, Heard::Closed(1012)), "{heard:?}");
    stream.write_all(body.as_bytes()).await.expect("it is sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let (status, said) = bot.ended().await;
    assert_eq!(status.code(), Some(0), "{said}");
    scene.start(&listen).await;
    let again = pages(&scene).says(&token("ann"), &id, "d4").await;
    assert_eq!(again["refused"], "not-your-turn");
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
    assert_moved(&answer.content, "m4");
    assert_eq!(pings(&ben, table.thread.id()), 1);
    scene.assert_sound();
}
