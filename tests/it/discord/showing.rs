//! Answers for one person: squares, and the history in pages.

use fake_discord::{Answer, AnswerKind, Fault};
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
    let [ann, ben, _] = &scene.players;
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
    // The moves that are offered say what they do.
    for (player, mv) in [(ann, "e4"), (ben, "m4")] {
        table.play(player, mv).await;
    }
    let cy = &scene.players[2];
    let choices = cy.complete(&table.thread, "move", &[], ("move", "u")).await;
    assert!(
        choices
            .choices
            .iter()
            .any(|choice| choice.value == json!("u2u4"))
    );
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_history_is_paged_by_buttons() {
    let scene = Scene::new().await;
    let [ann, ben, cy] = &scene.players;
    let table = scene.seat(&scene.channel, &scene.players).await;
    table.play(ann, "e4").await;
    for _ in 0..16 {
        for (player, action) in [(ann, "offer"), (ben, "decline")] {
            let answer = player
                .slash(&table.thread, "draw", &[("action", json!(action))])
                .await;
            assert!(!answer.ephemeral, "{}", answer.content);
        }
    }
    let last = cy.slash(&table.thread, "history", &[]).await;
    assert!(last.ephemeral);
    assert_says(
        &last.content,
        "history-page",
        &[("page", "2"), ("pages", "2")],
    );
    table.play(ben, "m4").await;
    let earlier = last
        .buttons()
        .into_iter()
        .find_map(|button| button.custom_id);
    let earlier = earlier.expect("a button for the page before");
    assert!(earlier.ends_with(":history:1"), "{earlier}");
    let first = cy.press_forged(last.message.unwrap(), &earlier).await;
    // It takes the place of the other page, which they alone see.
    assert_eq!(
        (first.kind, first.message),
        (AnswerKind::Update, last.message)
    );
    assert_says(
        &first.content,
        "history-round",
        &[("bold", "**"), ("round", "1"), ("moves", "e4")],
    );
    assert_says(
        &first.content,
        "history-page",
        &[("page", "1"), ("pages", "2")],
    );
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
    assert!(running.ephemeral, "{}", running.content);
    assert_says(&running.content, "exported-so-far", &[]);
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
