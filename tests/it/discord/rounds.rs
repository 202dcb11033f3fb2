//! The process is killed again and again while people play; no move that was answered is lost.

use std::sync::{
    Arc,
    atomic::{AtomicU32, AtomicUsize, Ordering},
};

use fake_discord::{AnswerKind, User};
use rand::{RngExt, SeedableRng};
use serde_json::json;

use super::{Scene, Table};
use crate::said::said;

/// Number of kills, unless `RONDEL_KILL_ROUNDS` says otherwise.
const ROUNDS: u32 = 1;
/// Number of matches played at once.
const TABLES: usize = 3;
/// Number of plies played: a position that stands for the fifth time would end the match.
const LAST: u32 = 24;

/// Knights that go out and come back, White's, Gray's and Black's.
const KNIGHTS: [[&str; 2]; 3] = [["b1c3", "c3b1"], ["j1k3", "k3j1"], ["r1s3", "s3r1"]];

/// Plays until the process is gone; `acknowledged` is the last ply that was answered.
async fn play(table: Table, players: [User; 3], acknowledged: Arc<AtomicU32>, all: Arc<AtomicU32>) {
    for ply in 0..LAST as usize {
        let army = ply % 3;
        let text = KNIGHTS[army][ply / 3 % 2];
        let answer = table.play(&players[army], text).await;
        let public = answer.kind == AnswerKind::Message && !answer.ephemeral;
        if answer.refused.is_some() || !public {
            return;
        }
        acknowledged.store(ply as u32 + 1, Ordering::SeqCst);
        all.fetch_add(1, Ordering::SeqCst);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_again_and_again_no_answered_move_is_lost() {
    let rounds = std::env::var("RONDEL_KILL_ROUNDS")
        .ok()
        .and_then(|rounds| rounds.parse().ok())
        .unwrap_or(ROUNDS);
    let mut dice = rand_chacha::ChaCha12Rng::seed_from_u64(20);
    let mut scene = Scene::new().await;
    let mut checked = 0;
    for round in 0..rounds {
        // Nobody plays a hundred matches at once.
        let players = ["ann", "ben", "cy"].map(|name| scene.guild.user(&format!("{name}-{round}")));
        let mut watched = Vec::new();
        let mut playing = Vec::new();
        let all = Arc::new(AtomicU32::new(0));
        let over = Arc::new(AtomicUsize::new(0));
        for _ in 0..TABLES {
            let table = scene.seat(&scene.channel, &players).await;
            let acknowledged = Arc::new(AtomicU32::new(0));
            watched.push((table.id.clone(), Arc::clone(&acknowledged)));
            let (players, all) = (players.clone(), Arc::clone(&all));
            let over = Arc::clone(&over);
            playing.push(tokio::spawn(async move {
                play(table, players, acknowledged, all).await;
                over.fetch_add(1, Ordering::SeqCst);
            }));
        }
        let enough = dice.random_range(1..16);
        let answered = Arc::clone(&all);
        scene
            .discord
            .wait_until("some moves", move |_| {
                // Where an answer came too late nobody plays on.
                let over = over.load(Ordering::SeqCst) == TABLES;
                over || answered.load(Ordering::SeqCst) >= enough
            })
            .await;
        scene.restart().await;
        for task in playing {
            task.await.expect("a player's task ends");
        }
        for (id, acknowledged) in watched {
            let answer = players[0]
                .slash(
                    &scene.channel,
                    "board",
                    &[("match", json!(id)), ("text", json!(true))],
                )
                .await;
            let shows = |ply: &u32| {
                let ply = said("board-ply", &[("ply", &ply.to_string())]);
                answer.content.contains(&format!("({ply})"))
            };
            let ply = (0..=LAST).find(shows);
            let ply = ply.unwrap_or_else(|| panic!("no ply in {}", answer.content));
            let least = acknowledged.load(Ordering::SeqCst);
            assert!(
                ply >= least,
                "match {id}: {least} plies were answered, {ply} are there"
            );
            checked += least;
        }
    }
    println!("killed {rounds} times: {checked} answered moves, 0 lost");
    assert!(checked >= rounds);
    scene.assert_sound();
}
