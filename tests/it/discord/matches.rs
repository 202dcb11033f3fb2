//! Whole matches through the fake Discord, side by side in one server.

use std::collections::BTreeMap;

use fake_discord::FakeDiscord;
use futures_util::future::join_all;
use rondel::{
    matchplay::{Event, MatchId},
    store::{ReadMatches, embedded::SledStore},
};
use serde_json::{Value, json};

use super::{Scene, Table, pictures::pictured};
use crate::{
    matches::{Act, PLAYERS, Script, Writing, names, script},
    now::now,
    said::{self, assert_says},
    whole,
};

/// Plays a script to its end, each player's commands in the match's thread.
async fn play(
    discord: &FakeDiscord,
    table: &Table,
    players: &[fake_discord::User; 3],
    script: &Script,
) {
    for step in &script.steps {
        let player = &players[step.army.index()];
        let options: Vec<(&str, Value)> = step
            .options(Writing::Short)
            .into_iter()
            .map(|(name, text)| match name {
                "confirm" | "claim" => (name, json!(text == "true")),
                _ => (name, json!(text)),
            })
            .collect();
        let answer = player.slash(&table.thread, step.name(), &options).await;
        let text = &answer.content;
        // The vote's own message counts whom it waits for.
        let votes = said::says(text, "draw-agreed-waiting", &[]);
        assert!(
            answer.refused.is_none() && (!answer.ephemeral || votes),
            "{}: {text}",
            script.name
        );
        if let Act::Move { written, .. } = &step.act {
            let by = said::player(PLAYERS[step.army.index()], step.army);
            // Marks of markup are escaped in names alone; moves have none.
            let values = [("move", &**written), ("player", &by)];
            assert_says(text, "moved", &values);
        }
        step.assert_outs(text);
        // The page of the end follows the call to it.
        let page = match step.outcome {
            Some(_) => Some(super::ended(discord, &table.thread, &table.id).await),
            None => None,
        };
        if let Some(page) = &page {
            assert_eq!(page.attachments.len(), 1, "{}: {text}", script.name);
        } else if matches!(step.act, Act::Move { .. }) {
            pictured(discord, &answer).await;
        }
        let over = step.outcome.filter(|over| over.score().is_some());
        if let (Some(page), Some(over)) = (page, over) {
            for (color, points) in over.points.iter().filter(|(_, one)| one.sixths() > 0) {
                let who = said::player(PLAYERS[color.index()], color);
                let points = points.for_people();
                assert_says(
                    &page.said(),
                    "end-player",
                    &[("player", &who), ("points", &points)],
                );
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn scripts_are_played_side_by_side() {
    let mut scene = Scene::new().await;
    let scripts = names().into_iter().map(|name| script(&name));
    let scripts = scripts.filter(|script| whole() || script.events().len() < 80);
    let scripts: Vec<Script> = scripts.collect();
    let mut playing = Vec::new();
    for script in scripts {
        let channel = scene.guild.channel(&script.name);
        let table = scene
            .seat_by(&script.ruleset, &channel, &scene.players)
            .await;
        let players = scene.players.clone();
        let discord = &scene.discord;
        playing.push(async move {
            play(discord, &table, &players, &script).await;
            (table.id, script)
        });
    }
    // While they go on, a match in another channel is begun and called off.
    let calling_off = async {
        let other = scene.seat(&scene.channel, &scene.players).await;
        let offer = [("action", json!("offer"))];
        let answer = scene.players[1].slash(&other.thread, "abort", &offer).await;
        assert_says(&answer.content, "ended-aborted", &[]);
    };
    let (played, ()) = tokio::join!(join_all(playing), calling_off);
    scene.assert_sound();
    scene.stop().await;
    let store = SledStore::open(&scene.data.path().join("store")).unwrap();
    for (id, script) in played {
        let id: MatchId = id.parse().unwrap();
        let stored = now(store.load(id)).unwrap();
        let told: Vec<Event> = stored
            .into_iter()
            .map(|(event, _)| event)
            .skip_while(|event| *event != Event::Started)
            .filter(|event| !matches!(event, Event::Started | Event::Housed { .. }))
            .collect();
        assert_eq!(told, script.events(), "{}", script.name);
    }
}

/// Knights that go out and come back, White's, Gray's and Black's.
const KNIGHTS: [[&str; 2]; 3] = [["b1c3", "c3b1"], ["j1k3", "k3j1"], ["r1s3", "s3r1"]];
/// The moves that are made in each way: two rounds out and two back.
const MOVES: usize = 12;

/// Counts the bot's requests by route, with a star for each id.
fn by_route(scene: &Scene) -> BTreeMap<String, usize> {
    let requests = scene.discord.look(|world| {
        let requests = world.requests("* /**").into_iter();
        requests.map(|one| one.route.clone()).collect::<Vec<_>>()
    });
    let starred = |part: &str| {
        let is_id = part.len() > 12 && !part.contains(' ');
        if is_id {
            "*".to_owned()
        } else {
            part.to_owned()
        }
    };
    let mut counts = BTreeMap::new();
    for route in requests {
        let parts: Vec<String> = route.split('/').map(starred).collect();
        *counts.entry(parts.join("/")).or_default() += 1;
    }
    counts
}

/// A move is answered by one request; two more find the board before it and take its buttons off. One by
/// buttons has three answers, and one made by buttons or elsewhere is posted where the match is played.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_asks_little_of_discord() {
    for (way, most) in [("typed", 3.5), ("by buttons", 6.5), ("elsewhere", 4.5)] {
        let scene = Scene::new().await;
        let players = &scene.players;
        let table = scene.seat(&scene.channel, players).await;
        let mut board = table.told(&scene.discord, 0).await;
        let before = by_route(&scene);
        for ply in 0..MOVES {
            let (player, mv) = (&players[ply % 3], KNIGHTS[ply % 3][ply / 3 % 2]);
            let options = [("move", json!(mv)), ("match", json!(table.id))];
            let action = |action: String| format!("rd1:{}:{ply}:{action}", table.id);
            match way {
                "typed" => drop(table.play(player, mv).await),
                "elsewhere" => drop(player.slash(&scene.channel, "move", &options).await),
                _ => {
                    let pieces = player.press(board.id, &action("move".into())).await;
                    let pieces = pieces.message.expect("pieces");
                    let from = action(format!("from:{}:1", &mv[..2]));
                    player.press(pieces, &from).await;
                    player.press(pieces, &action(format!("to:{mv}"))).await;
                }
            }
            let told = u32::try_from(ply + 1).expect("a ply");
            board = table.told(&scene.discord, told).await;
        }
        let mut sum = 0;
        println!("requests for {MOVES} moves {way}:");
        for (route, count) in by_route(&scene) {
            let count = count - before.get(&route).copied().unwrap_or(0);
            sum += count;
            if count > 0 {
                println!("{count:>4} {route}");
            }
        }
        let each = sum as f64 / MOVES as f64;
        println!("{each:>6.1} a move");
        assert!(each <= most, "{each} requests a move {way}");
        scene.assert_sound();
    }
}
