//! Matches that only computers are left to play: quiet until the end, which one message tells.

use std::time::Duration;

use fake_discord::{Message, Snowflake};
use serde_json::json;

use super::{Scene, Table, computers::against_computers, ended, has_button, is_end, pings};
use crate::said::{assert_says, said, says};

/// Computers that wait, so that nothing moves while somebody looks.
const LATER: &[(&str, &str)] = &[("RONDEL_COMPUTERS__PAUSE_MS", "60000")];
const AT_ONCE: &[(&str, &str)] = &[("RONDEL_COMPUTERS__PAUSE_MS", "0")];

async fn scene(pause: &[(&'static str, &str)]) -> (Scene, Table) {
    let mut scene = Scene::without_bot(fake_discord::FakeDiscord::start().await);
    scene.start(pause).await;
    // They play a whole match meanwhile, on a machine that may be busy.
    scene.discord.set_patience(Duration::from_secs(120));
    let table = against_computers(&scene).await;
    (scene, table)
}

/// Lets ann, who alone plays against computers, resign. Returns the message that tells it.
async fn resigns(scene: &Scene, table: &Table) -> Snowflake {
    let [ann, ..] = &scene.players;
    let confirm = [("confirm", json!(true))];
    let resigned = ann.slash(&table.thread, "resign", &confirm).await;
    assert_eq!(resigned.refused, None, "{}", resigned.content);
    assert_says(&resigned.content, "left-to-computers", &[]);
    resigned.message.expect("a message")
}

/// Returns the messages in the thread after the one in which the last person goes out.
fn after(table: &Table, out: Snowflake) -> Vec<Snowflake> {
    let messages = table.thread.messages().into_iter();
    let ids: Vec<Snowflake> = messages.map(|one| one.id).collect();
    let at = ids.iter().position(|id| *id == out);
    ids[at.expect("the message stands there") + 1..].to_vec()
}

fn labels(message: &Message) -> Vec<String> {
    let buttons = message.buttons().into_iter();
    buttons.map(|button| button.label).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn once_the_last_person_is_out_one_message_tells_the_end() {
    let (scene, table) = scene(AT_ONCE).await;
    let [ann, ben, _] = &scene.players;
    table.play(ann, "e4").await;
    table.told(&scene.discord, 3).await;
    let out = resigns(&scene, &table).await;
    let called = pings(ann, table.thread.id());
    let end = ended(&scene.discord, &table.thread, &table.id).await;
    assert!(!end.attachments.is_empty(), "the last board is not there");
    let shown = labels(&end);
    for label in ["button-rest", "button-play-again"] {
        assert!(shown.contains(&said(label, &[])), "{label}: {shown:?}");
    }
    // Who mated whom stands in the line of each player, unless it was drawn.
    let told = end.said();
    let is_over = [&*said("exit-mate", &[]), "½"].map(|end| told.contains(end));
    assert!(is_over.contains(&true), "{told}");
    assert_eq!(after(&table, out), [end.id]);
    assert_eq!(pings(ann, table.thread.id()), called, "it calls nobody");
    // The button that would end it is gone, once it is over.
    let button = format!("rd1:{}:3:end", table.id);
    scene.stands(out, |one| !has_button(one, &button)).await;
    // Everybody may see the rest.
    let rest = end.buttons().into_iter();
    let rest = rest.filter_map(|one| one.custom_id);
    let rest: Vec<String> = rest.filter(|id| id.ends_with("replay:from=4")).collect();
    let [rest] = &rest[..] else {
        panic!("{shown:?}")
    };
    let replay = ben.press(&end, rest).await;
    assert_eq!(replay.refused, None, "{}", replay.content);
    scene.assert_sound();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_out_ends_it_by_the_button() {
    let (scene, table) = scene(LATER).await;
    let [ann, ben, _] = &scene.players;
    let out = resigns(&scene, &table).await;
    let end = format!("rd1:{}:0:end", table.id);
    let called = pings(ann, table.thread.id());
    // A bystander has no say.
    let refused = ben.press(out, &end).await;
    assert!(refused.ephemeral && !is_over(&table), "{}", refused.content);
    // Whoever looks for another way out is shown this one.
    for command in ["abort", "pause"] {
        let refused = ann
            .slash(&table.thread, command, &[("action", json!("offer"))])
            .await;
        let shown = refused
            .buttons()
            .iter()
            .any(|one| one.custom_id.as_deref() == Some(&end));
        assert!(
            refused.ephemeral && shown,
            "/{command}: {}",
            refused.content
        );
    }
    let answer = ann.press(out, &end).await;
    assert!(!answer.ephemeral, "{}", answer.content);
    let told = ended(&scene.discord, &table.thread, &table.id).await;
    assert!(
        says(&told.said(), "ended-draw-agreement", &[]),
        "{}",
        told.said()
    );
    assert_eq!(after(&table, out), [told.id]);
    assert_eq!(pings(ann, table.thread.id()), called);
    assert!(
        !labels(&told).contains(&said("button-rest", &[])),
        "there is no rest"
    );
    scene.assert_sound();
}

/// To play again need not wait for computers: it ends their match too.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rematch_ends_what_computers_still_play() {
    let (scene, table) = scene(LATER).await;
    let [ann, ..] = &scene.players;
    let out = resigns(&scene, &table).await;
    let again = ann.slash(&table.thread, "rematch", &[]).await;
    assert_eq!(again.refused, None, "{}", again.content);
    let told = ended(&scene.discord, &table.thread, &table.id).await;
    assert!(
        says(&told.said(), "ended-draw-agreement", &[]),
        "{}",
        told.said()
    );
    assert!(after(&table, out).contains(&told.id));
    let own = scene.channel.id();
    scene
        .discord
        .wait_until("a thread for the rematch", |world| {
            world.threads(own).len() == 2
        })
        .await;
    scene.assert_sound();
}

fn is_over(table: &Table) -> bool {
    table
        .thread
        .messages()
        .iter()
        .any(|one| is_end(one, &table.id))
}
