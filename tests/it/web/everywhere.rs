//! One match in every chat at once: the console, Discord's `/move` and its menus, and the page.

use std::sync::Arc;

use fake_discord::FakeDiscord;
use rondel::{
    chats::{
        console::{Console, ConsoleOptions, PlainMarkup},
        web::{OwnMatches, PageMarkup},
    },
    commands::Responder,
    matchplay::Event,
};
use serde_json::json;

use super::table::{Table as WebTable, token};
use crate::{
    discord::{Scene, Table, inside::Parts, match_of},
    said::{assert_moved, assert_says},
};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_match_is_moved_in_turn_from_every_chat() {
    let scene = Scene::without_bot(FakeDiscord::start().await);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let page = format!("http://{}", listener.local_addr().unwrap());
    let parts = Parts {
        page: Some(page.clone()),
        ..Parts::new(&scene.discord)
    };
    let bot = parts.start();
    scene.discord.bot_ready().await;
    let responder = Responder::new(Arc::clone(&bot.host), Arc::new(PageMarkup))
        .with_visibility(Arc::new(OwnMatches))
        .with_page(Some(&page))
        .with_pictures(false);
    let web = WebTable::served(listener, responder);
    let console = Responder::new(Arc::clone(&bot.host), Arc::new(PlainMarkup));
    let console = Arc::new(console.with_pictures(false));
    let mut console = Console::new(console, ConsoleOptions::default(), Vec::new());
    let [ann, ben, _] = scene.players.clone();
    let options = [
        ("seat", json!("white")),
        ("player2", json!(ben.id())),
        ("rated", json!(false)),
    ];
    let opened = ann.slash(&scene.channel, "play", &options).await;
    let id = match_of(&opened.buttons());
    let message = opened.message.expect("a public table");
    ben.press(message, &format!("rd1:{id}:0:join:gray")).await;
    let mut types = async |line: String| {
        console.output().clear();
        console.run(line.as_bytes()).await.unwrap();
        String::from_utf8(console.output().clone()).unwrap()
    };
    let joined = types(format!("@olga /join match:{id}\n")).await;
    assert_says(&joined, "joined", &[("name", "olga")]);
    let own = scene.channel.id();
    let thread = scene
        .discord
        .wait_for("a thread", |world| {
            world.threads(own).first().map(|one| one.id)
        })
        .await;
    let table = Table {
        id: id.clone(),
        thread: scene.discord.channel(thread),
    };
    // Ben plays on in the browser, by a link that only he sees.
    let board = table.told(&scene.discord, 0).await;
    let more = table.more(&board, &ben, 0).await;
    let button = format!("rd1:{id}:0:seat:link");
    assert!(
        more.buttons()
            .iter()
            .any(|one| one.custom_id.as_deref() == Some(&*button)),
        "{:?}",
        more.buttons()
    );
    let link = ben.press(more.message.unwrap(), &button).await;
    assert!(link.ephemeral);
    let (_, secret) = link.content.split_once("#s=").expect("a link");
    let secret: String = secret.chars().take(22).collect();
    let mut seen = web.watch(&id, &[token("ben"), secret.clone()]).await;
    let (_, you) = seen.state().await;
    assert_eq!(you["seats"][0]["seat"], "gray", "{you}");
    for round in 0..2 {
        let ply = 3 * round;
        if round == 0 {
            let moved = table.play(&ann, "e4").await;
            assert_moved(&moved.content, "e4");
        } else {
            table.thumb(&scene, &ann, ply, "g1f3").await;
        }
        let moved = web.says(&secret, &id, ["m4", "Nn3"][round as usize]).await;
        assert_eq!(moved["refused"], json!(null), "{moved}");
        let short = ["u4", "Nv3"][round as usize];
        let moved = types(format!("@olga /move {short} match:{id}\n")).await;
        assert_moved(&moved, short);
        // Each is told in Discord and heard of by the page.
        for made in 1..=3 {
            table.told(&scene.discord, ply + made).await;
        }
        loop {
            let (state, _) = seen.state().await;
            if state["board"]["ply"] == ply + 3 {
                break;
            }
        }
    }
    let events = bot.host.events(id.parse().unwrap()).await.unwrap();
    let moves = events
        .iter()
        .filter(|(event, _)| matches!(event, Event::Moved { .. }));
    assert_eq!(moves.count(), 6, "one record");
    // A rated match is played where its players are known.
    let options = [("seat", json!("white")), ("ruleset", json!("duel"))];
    let rated = ann.slash(&scene.channel, "play", &options).await;
    let rated = match_of(&rated.buttons());
    let asks = [("action", json!("link")), ("match", json!(rated))];
    let refused = ann.slash(&scene.channel, "seat", &asks).await;
    assert_says(&refused.content, "refused-link-rated", &[("match", &rated)]);
    scene.assert_sound();
}
