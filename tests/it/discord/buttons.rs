//! Buttons: pressed in order, late, and forged.

use rondel::rules::Color;
use serde_json::json;

use super::{Scene, match_of};
use crate::said::{army, assert_moved, assert_says};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_resignation_is_confirmed_and_the_others_play_on() {
    let scene = Scene::new().await;
    let [ann, ben, cy] = &scene.players;
    let table = scene.seat(&scene.channel, &scene.players).await;
    let board = table.told(&scene.discord, 0).await;
    let resign = format!("rd1:{}:0:resign", table.id);
    let asked = ann.press(&board, &resign).await;
    assert!(asked.ephemeral, "{}", asked.content);
    let confirm = asked
        .buttons()
        .first()
        .and_then(|b| b.custom_id.clone())
        .unwrap();
    let done = ann.press_forged(asked.message.unwrap(), &confirm).await;
    assert!(!done.ephemeral, "{}", done.content);
    assert_says(&done.content, "out-conceded", &[]);
    assert_eq!(super::pings(ben, table.thread.id()), 1);
    let answer = table.play(ben, "m4").await;
    assert_moved(&answer.content, 1, "m4");
    let answer = table.play(cy, "u4").await;
    assert_moved(&answer.content, 2, "u4");
    // A draw is agreed by the two that are left.
    let offer = ben
        .slash(&table.thread, "draw", &[("action", json!("offer"))])
        .await;
    let agree = format!("rd1:{}:2:draw", table.id);
    let over = cy.press(offer.message.unwrap(), &agree).await;
    assert_says(&over.content, "ended-score", &[("score", "0-1/2-1/2")]);
    let after = table.play(ben, "m5").await;
    assert!(after.ephemeral, "{}", after.content);
    assert_says(&after.content, "refused-match-over", &[]);
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stale_and_forged_buttons_do_nothing() {
    let mut scene = Scene::new().await;
    let [ann, ben, _] = scene.players.clone();
    let table = scene.seat(&scene.channel, &scene.players).await;
    let board = table.told(&scene.discord, 0).await;
    table.play(&ann, "e4").await;
    let id = &table.id;
    for action in ["draw", "resign"] {
        // They may have been taken off by then.
        let late = ann.press_forged(&board, &format!("rd1:{id}:0:{action}"));
        let late = late.await;
        assert!(late.ephemeral, "{}", late.content);
        assert_says(&late.content, "refused-position-moved-on", &[]);
    }
    let stranger = scene.guild.user("dora");
    for (who, forged, says) in [
        (&ben, "rd1:zzzzz:1:view".to_owned(), "unreadable-button"),
        (&ben, "rd1:a2a2a:1:view".to_owned(), "no-such-match"),
        (&ben, format!("rd2:{id}:1:view"), "unreadable-button"),
        (
            &ben,
            format!("rd1:{id}:99999999999999999999:view"),
            "unreadable-button",
        ),
        (&ben, format!("rd1:{id}:1:win"), "unreadable-button"),
        (&ben, format!("rd1:{id}:1:join:white"), "already-seated"),
        (
            &stranger,
            format!("rd1:{id}:1:resign:confirm"),
            "not-a-player",
        ),
        (&stranger, format!("rd1:{id}:1:draw"), "not-a-player"),
        (
            &stranger,
            format!("rd1:{id}:1:join:white"),
            "already-started",
        ),
    ] {
        let answer = who.press_forged(&board, &forged).await;
        assert!(answer.ephemeral, "{forged}: {}", answer.content);
        assert_says(&answer.content, &format!("refused-{says}"), &[]);
    }
    // The buttons of the latest board work after a restart.
    let latest = table.told(&scene.discord, 1).await;
    scene.restart().await;
    let view = ben.press(&latest, &format!("rd1:{id}:1:view")).await;
    assert!(
        view.ephemeral && view.attachments.len() == 1,
        "{}",
        view.content
    );
    let answer = table.play(&ben, "m4").await;
    assert_moved(&answer.content, 2, "m4");
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn seats_are_taken_and_given_up_by_buttons() {
    let scene = Scene::new().await;
    let [ann, ben, cy] = &scene.players;
    let opened = ann
        .slash(&scene.channel, "play", &[("seat", json!("black"))])
        .await;
    let (id, message) = (match_of(&opened.buttons()), opened.message.unwrap());
    let joined = ben.press(message, &format!("rd1:{id}:0:join:white")).await;
    assert_eq!(
        joined.kind,
        fake_discord::AnswerKind::Update,
        "{}",
        joined.content
    );
    let twice = ben.press(message, &format!("rd1:{id}:0:join:gray")).await;
    assert!(twice.ephemeral, "{}", twice.content);
    let taken = cy
        .press_forged(message, &format!("rd1:{id}:0:join:white"))
        .await;
    assert!(taken.ephemeral, "{}", taken.content);
    let left = ben.press(message, &format!("rd1:{id}:0:leave")).await;
    assert_says(&left.content, "seat-open", &[("army", &army(Color::White))]);
    scene.assert_sound();
}
