//! A rematch in Discord, by its button.

use fake_discord::{Channel, Message, Snowflake, User};
use rondel::rules::Color;
use serde_json::json;

use super::Scene;
use crate::said::{Said, army, assert_says};

/// Waits for a message in a channel with this button.
async fn with_button(scene: &Scene, channel: &Channel, id: &str) -> Message {
    scene
        .posted(channel, |one| super::has_button(one, id))
        .await
}

/// Waits until a message says this.
async fn says(
    scene: &Scene,
    message: Snowflake,
    id: &'static str,
    values: &[(&'static str, &str)],
) {
    let said = Said::new(id, values);
    scene.stands(message, |one| said.is_in(&one.said())).await;
}

/// Plays a match to a draw, and returns its end.
async fn drawn(scene: &Scene) -> (super::Table, Message) {
    let table = scene.seat(&scene.channel, &scene.players).await;
    table.agreed("draw", scene.players.each_ref()).await;
    let end = super::ended(&scene.discord, &table.thread, &table.id).await;
    scene.discord.forget_pings();
    (table, end)
}

/// The id of the table that somebody opened from another place, as the answer says it.
fn elsewhere(answer: &fake_discord::Answer, scene: &Scene) -> String {
    assert!(answer.ephemeral, "{}", answer.content);
    let there = format!("<#{}>", scene.channel.id());
    assert_says(&answer.content, "done-elsewhere", &[("where", &there)]);
    let words = answer
        .content
        .split(|letter: char| !letter.is_alphanumeric());
    let mut ids = words.filter(|word| word.parse::<rondel::matchplay::MatchId>().is_ok());
    ids.next().expect("the id of a match").to_owned()
}

/// One table in the channel, with its invitation, both edited from the first who asks to the last.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rematch_by_three_is_one_table_in_the_channel_and_the_next_thread_begins_there() {
    let scene = Scene::new().await;
    let [ann, ben, cy] = &scene.players;
    let own = scene.channel.id();
    let (table, ended) = drawn(&scene).await;
    let (end, rematch) = (ended.id, format!("rd1:{}:0:rematch", table.id));
    assert_eq!(ended.buttons()[0].custom_id.as_ref(), Some(&rematch));

    let asked = ben.press(end, &rematch).await;
    let again = elsewhere(&asked, &scene);
    assert_ne!(again, table.id);
    let page = with_button(&scene, &scene.channel, &format!("rd1:{again}:0:join:white")).await;
    for (id, color, name) in [
        ("seat-kept", Color::White, "cy"),
        ("seat-kept", Color::Gray, "ann"),
        ("seat-taken", Color::Black, "ben"),
    ] {
        let seat = [("army", &*army(color)), ("name", name)];
        assert_says(&page.said(), id, &seat);
    }
    // Its invitation stands beside it, and calls both, once.
    let call = with_button(&scene, &scene.channel, &format!("rd1:{again}:0:do:join")).await;
    assert_says(&call.content, "invitation", &[("name", "ben")]);
    let called = |who: &User| super::pings(who, own);
    assert_eq!([ann, ben, cy].map(called), [1, 0, 1]);
    // A seat that is kept is for one person alone.
    let dora = scene.guild.user("dora");
    for seat in ["white", "gray"] {
        let taken = dora
            .press(page.id, &format!("rd1:{again}:0:join:{seat}"))
            .await;
        super::assert_private(&taken, "refused-table-full", &[]);
    }
    let refused = dora.press(end, &rematch).await;
    super::assert_private(&refused, "refused-not-a-player", &[]);
    // A player who presses the same button joins, and the table and its invitation follow.
    let joined = cy.press(end, &rematch).await;
    let white = army(Color::White);
    assert_says(
        &joined.content,
        "joined",
        &[("name", "cy"), ("army", &white)],
    );
    assert_eq!(joined.buttons(), []);
    says(
        &scene,
        page.id,
        "seat-taken",
        &[("name", "cy"), ("army", &white)],
    )
    .await;
    says(&scene, call.id, "invitation-so-far", &[]).await;
    let begun = ann.press(end, &rematch).await;
    assert_says(&begun.content, "started", &[]);
    says(&scene, page.id, "table-begun", &[]).await;
    says(&scene, call.id, "table-begun", &[]).await;
    // No seat of it can be pressed any more, in the thread or in the channel.
    for place in [own, table.thread.id()] {
        scene.discord.look(|world| {
            let messages = world.messages(place).into_iter();
            let ids = messages
                .flat_map(|one| one.buttons())
                .filter_map(|one| one.custom_id);
            let left: Vec<String> = ids
                .filter(|id| id.starts_with(&format!("rd1:{again}:0:")))
                .collect();
            assert_eq!(left, [""; 0]);
        });
    }
    // It is played in a thread of its own, beside the first.
    let thread = scene.discord.wait_for("the next thread", |world| {
        let threads = world.threads(own);
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

/// Who leaves closes the table with all that invites to it, and the match is still the last one of all.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rematch_that_comes_to_nothing_leaves_nothing_to_press_and_can_be_asked_for_again() {
    let scene = Scene::new().await;
    let [ann, ben, _] = &scene.players;
    let (table, _) = drawn(&scene).await;
    let asked = ben.slash(&table.thread, "rematch", &[]).await;
    let first = elsewhere(&asked, &scene);
    let page = with_button(&scene, &scene.channel, &format!("rd1:{first}:0:leave")).await;
    let call = with_button(&scene, &scene.channel, &format!("rd1:{first}:0:do:join")).await;
    let left = ben.press(page.id, &format!("rd1:{first}:0:leave")).await;
    assert_eq!(left.refused, None, "{}", left.content);
    for message in [page.id, call.id] {
        says(&scene, message, "table-closed", &[]).await;
        let buttons = scene
            .discord
            .look(|world| world.message(message).map(Message::buttons));
        assert_eq!(buttons.unwrap_or_default(), []);
    }
    // Typed in the channel, it means the match that was played, and opens a table right there.
    let again = ann.slash(&scene.channel, "rematch", &[]).await;
    assert!(!again.ephemeral, "{}", again.content);
    assert_says(&again.content, "table-heading", &[("name", "ann")]);
    let second = super::match_of(&again.buttons());
    assert_ne!(second, first);
    with_button(&scene, &scene.channel, &format!("rd1:{second}:0:do:join")).await;
    scene.assert_sound();
}

/// Asked for in another channel, it is a table of that one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rematch_stands_with_its_invitation_where_it_is_asked_for() {
    let scene = Scene::new().await;
    let [ann, ..] = &scene.players;
    let (table, _) = drawn(&scene).await;
    let park = scene.guild.channel("park");
    let of_match = [("match", json!(table.id))];
    let opened = ann.slash(&park, "rematch", &of_match).await;
    assert!(!opened.ephemeral, "{}", opened.content);
    let again = super::match_of(&opened.buttons());
    with_button(&scene, &park, &format!("rd1:{again}:0:do:leave")).await;
    scene.assert_sound();
}
