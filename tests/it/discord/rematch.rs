//! A rematch in Discord, by its button.

use rondel::rules::Color;

use super::Scene;
use crate::said::{army, assert_says};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_button_under_the_end_opens_a_table_and_the_next_thread_begins_there() {
    let scene = Scene::new().await;
    let [ann, ben, cy] = &scene.players;
    let table = scene.seat(&scene.channel, &scene.players).await;
    let offer = [("action", serde_json::json!("offer"))];
    ann.slash(&table.thread, "abort", &offer).await;
    let ended = super::ended(&scene.discord, &table.thread, &table.id).await;
    let (end, rematch) = (ended.id, format!("rd1:{}:0:rematch", table.id));
    assert_eq!(ended.buttons()[0].custom_id.as_ref(), Some(&rematch));

    let opened = ben.press(end, &rematch).await;
    assert_eq!((opened.refused, opened.ephemeral), (None, false));
    let again = super::match_of(&opened.buttons());
    assert_ne!(again, table.id);
    for (id, color, name) in [
        ("seat-kept", Color::White, "cy"),
        ("seat-kept", Color::Gray, "ann"),
        ("seat-taken", Color::Black, "ben"),
    ] {
        let seat = [("army", &*army(color)), ("name", name)];
        assert_says(&opened.content, id, &seat);
    }
    // A player who presses the same button joins; anyone else is refused privately.
    let joined = cy.press(end, &rematch).await;
    assert_says(
        &joined.content,
        "joined",
        &[("name", "cy"), ("army", &army(Color::White))],
    );
    // The table's own message has the buttons, and follows.
    assert_eq!(joined.buttons(), []);
    let dora = scene.guild.user("dora");
    let refused = dora.press(end, &rematch).await;
    assert!(refused.ephemeral, "{}", refused.content);
    assert_says(&refused.content, "refused-not-a-player", &[]);
    let begun = ann.press(end, &rematch).await;
    assert_says(&begun.content, "started", &[]);
    // It is played in a thread of its own, beside the first.
    let channel = scene.channel.id();
    let thread = scene.discord.wait_for("the next thread", |world| {
        let threads = world.threads(channel);
        threads.get(1).map(|thread| thread.id)
    });
    let next = super::Table {
        id: again.clone(),
        thread: scene.discord.channel(thread.await),
    };
    next.told(&scene.discord, 0).await;
    assert_eq!(next.play(cy, "e4").await.refused, None);
    let late = ben.press(end, &rematch).await;
    assert!(late.ephemeral && late.content.contains(&again));
    scene.assert_sound();
}
