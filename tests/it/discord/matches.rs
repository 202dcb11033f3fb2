//! Whole matches through the fake Discord, side by side in one server.

use rondel::{
    matchplay::{Event, MatchId},
    store::{ReadMatches, embedded::SledStore},
};
use serde_json::{Value, json};

use super::{Scene, Table};
use crate::matches::{Act, PLAYERS, Script, Writing, names, script};
use crate::now::now;
use crate::said::{self, assert_says};

/// Plays a script to its end, each player's commands in the match's thread.
async fn play(table: &Table, players: &[fake_discord::User; 3], script: &Script) {
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
        assert!(
            answer.refused.is_none() && !answer.ephemeral,
            "{}: {text}",
            script.name
        );
        if let Act::Move { ply, short, .. } = &step.act {
            let by = said::player(PLAYERS[step.army.index()], step.army);
            // Marks of markup are escaped in names alone; moves have none.
            let values = [("ply", &*ply.to_string()), ("move", short), ("player", &by)];
            assert_says(text, "moved", &values);
            assert_eq!(answer.attachments.len(), 1, "{}: {text}", script.name);
        }
        step.assert_outs(text);
        if let Some(score) = step.outcome.and_then(|over| over.score()) {
            assert_says(text, "ended-score", &[("score", &score)]);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn scripts_are_played_side_by_side() {
    let mut scene = Scene::new().await;
    let scripts: Vec<Script> = names().iter().map(|name| script(name)).collect();
    let mut playing = Vec::new();
    for script in scripts {
        let channel = scene.guild.channel(&script.name);
        let table = scene
            .seat_by(&script.ruleset, &channel, &scene.players)
            .await;
        let players = scene.players.clone();
        playing.push(tokio::spawn(async move {
            play(&table, &players, &script).await;
            (table.id, script)
        }));
    }
    // While they go on, a match in another channel is begun and called off.
    let other = scene.seat(&scene.channel, &scene.players).await;
    let offer = [("action", json!("offer"))];
    let answer = scene.players[1].slash(&other.thread, "abort", &offer).await;
    assert_says(&answer.content, "ended-aborted", &[]);
    let mut played = Vec::new();
    for task in playing {
        played.push(task.await.expect("a match is played to its end"));
    }
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
