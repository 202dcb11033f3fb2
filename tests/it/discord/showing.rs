//! Answers for one person: squares, and the record of a match.

use fake_discord::{Answer, Fault};
use rondel::{
    rules::{Color, Role},
    transcript::{Format, Player, Transcript},
};
use serde_json::json;

use super::Scene;
use crate::said::{assert_says, piece, said};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_square_is_completed_and_described_privately() {
    let scene = Scene::new().await;
    let [ann, ..] = &scene.players;
    let table = scene.seat(&scene.channel, &scene.players).await;
    let choices = ann
        .complete(&table.thread, "look", &[], ("square", "m"))
        .await;
    let choices: Vec<(&str, &str)> = choices
        .choices
        .iter()
        .map(|choice| (choice.name.as_str(), choice.value.as_str().unwrap()))
        .collect();
    assert_eq!(choices.len(), 6);
    let king = piece(Color::Gray, Role::King);
    let holds = said("square-holds", &[("square", "m1"), ("what", &king)]);
    assert_eq!(choices[0], (&*holds, "m1"));
    let answer = ann
        .slash(&table.thread, "look", &[("square", json!("m1"))])
        .await;
    assert!(answer.ephemeral && answer.attachments.is_empty());
    assert_says(&answer.content, "look-piece", &[("piece", &king)]);
    scene.assert_sound();
}

/// The one file that came with an answer to somebody alone, read as a record.
fn record_of(answer: &Answer, name: &str) -> Transcript {
    assert!(answer.ephemeral, "{}", answer.content);
    let [file] = answer.attachments.as_slice() else {
        panic!("{:?}", answer.attachments);
    };
    assert_eq!(file.filename, name);
    Transcript::read(&file.bytes).expect("a record")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_record_comes_as_a_file_to_the_one_who_asks() {
    let scene = Scene::new().await;
    let [ann, ben, cy] = &scene.players;
    let table = scene.seat(&scene.channel, &scene.players).await;
    for (player, mv) in [(ann, "e4"), (ben, "m4"), (cy, "u4")] {
        table.play(player, mv).await;
    }
    let dora = scene.guild.user("dora");
    let running = dora.slash(&table.thread, "export", &[]).await;
    super::assert_private(&running, "exported-so-far", &[]);
    assert_eq!(running.attachments.len(), 1);
    for player in [ann, ben, cy] {
        let offer = [("action", json!("offer"))];
        player.slash(&table.thread, "draw", &offer).await;
    }
    let id = &table.id;
    let mut records = Vec::new();
    for (options, format) in [
        (vec![], Format::Text),
        (vec![("format", json!("text"))], Format::Text),
        (vec![("format", json!("json"))], Format::Json),
    ] {
        let answer = dora.slash(&table.thread, "export", &options).await;
        let name = format!("{id}.{}", format.extension());
        let record = record_of(&answer, &name);
        assert_eq!(record.id.as_str(), id);
        let white = record.players[Color::White].as_ref();
        assert_eq!(white.and_then(Player::name), Some("ann"));
        records.push(record);
    }
    assert!(records.iter().all(|record| *record == records[0]));
    // Where no file is let through, it says so, and what to grant.
    let attach = said("right-attach-files", &[]);
    for fault in [Fault::Status(403, 50_013), Fault::Status(413, 40_005)] {
        let callback = "POST /interactions/*/*/callback";
        scene.discord.fail_next(callback, fault);
        let answer = dora.slash(&table.thread, "export", &[]).await;
        assert!(answer.ephemeral && answer.attachments.is_empty());
        assert_says(&answer.content, "lacks-record", &[("rights", &attach)]);
    }
    let elsewhere = dora.slash(&scene.channel, "export", &[]).await;

    assert!(elsewhere.attachments.is_empty() && elsewhere.ephemeral);
    scene.assert_sound();
}
