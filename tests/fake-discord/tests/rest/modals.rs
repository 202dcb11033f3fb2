//! Modals: opened, filled in and sent.

use fake_discord::{Answer, AnswerKind};
use serde_json::{Value, json};
use twilight_model::application::interaction::{
    Interaction, InteractionData, modal::ModalInteractionComponent,
};

use crate::scene::{Scene, callback, refuses};

fn label(component: &Value) -> Value {
    json!({"type": 18, "label": "Say", "component": component})
}

fn modal(components: &[Value]) -> Value {
    json!({"title": "A table", "custom_id": "table", "components": components})
}

/// A modal with a field of each kind.
fn table() -> Value {
    let rules = json!([
        {"label": "Three Man Chess", "value": "threeman", "default": true},
        {"label": "Open", "value": "open"},
    ]);
    modal(&[
        label(&json!({
            "type": 4, "style": 1, "custom_id": "time", "min_length": 2, "max_length": 4,
            "required": false, "value": "3d",
        })),
        label(&json!({"type": 3, "custom_id": "rules", "options": rules})),
        label(&json!({"type": 5, "custom_id": "others", "max_values": 2, "required": false})),
        label(&json!({"type": 6, "custom_id": "role", "required": false})),
        label(&json!({"type": 8, "custom_id": "place", "channel_types": [0], "required": false})),
    ])
}

async fn open(scene: &Scene, modal: Value) -> Answer {
    let pending = scene.ann.slash_unchecked(&scene.channel, "play", &[]);
    let opened = scene.answer(pending, 9, modal).await;
    assert_eq!(opened.kind, AnswerKind::Modal);
    opened
}

#[tokio::test]
async fn what_is_filled_in_comes_as_discord_sends_it() {
    let scene = Scene::start().await;
    let ben = scene.guild.user("ben");
    let (ben, here) = (ben.id().to_string(), scene.channel.id().to_string());
    let role = scene.guild.role("players").to_string();
    let opened = open(&scene, table()).await;
    let fields = [
        ("others", json!([ben])),
        ("role", json!([role])),
        ("place", json!([here])),
    ];
    let pending = scene.ann.submit(&opened, &fields);
    let payload = pending.interaction().payload.clone();
    assert_eq!(payload["type"], 5);
    let data = &payload["data"];
    let first = json!({"type": 18, "id": 1, "component": {
        "type": 4, "id": 2, "custom_id": "time", "value": "3d",
    }});
    assert_eq!(data["components"][0], first);
    let values = |number: usize| data["components"][number]["component"]["values"].clone();
    let chosen = [1, 2, 3, 4].map(values);
    let expected = [
        json!(["threeman"]),
        json!([ben]),
        json!([role]),
        json!([here]),
    ];
    assert_eq!(chosen, expected, "what was chosen before stays");
    for (map, id) in [
        ("users", &ben),
        ("members", &ben),
        ("roles", &role),
        ("channels", &here),
    ] {
        assert!(data["resolved"][map][id].is_object(), "{map} in {data}");
    }
    let read = serde_json::from_value::<Interaction>(Value::clone(&payload));
    let read = read.unwrap_or_else(|error| panic!("{error} in {payload}"));
    let Some(InteractionData::ModalSubmit(submitted)) = read.data else {
        panic!("a submitted modal: {payload}")
    };
    let label =
        |part: &ModalInteractionComponent| matches!(part, ModalInteractionComponent::Label(_));
    assert!(submitted.components.iter().all(label), "{submitted:?}");

    // The answer says what opened the modal.
    let answer = scene
        .answer(pending, 4, json!({"content": "Opened."}))
        .await;
    let message = scene.channel.last_message().expect("the answer");
    let metadata = message.interaction_metadata.expect("it is an answer");
    assert_eq!(metadata["id"], json!(answer.interaction.id));
    let before = &metadata["triggering_interaction_metadata"];
    assert_eq!(before["id"], json!(opened.interaction.id));
    assert_eq!(scene.discord.violations(), []);
}

#[tokio::test]
async fn rows_with_a_text_input_still_work() {
    let scene = Scene::start().await;
    let input = json!({"type": 4, "style": 1, "label": "Move", "custom_id": "move"});
    let row = json!({"type": 1, "components": [input]});
    let opened = open(&scene, modal(&[row])).await;
    let pending = scene.ann.submit(&opened, &[("move", json!("Nf3"))]);
    let components = &pending.interaction().payload["data"]["components"];
    assert_eq!(components[0]["components"][0]["value"], "Nf3");
    assert_eq!(scene.discord.violations(), []);
}

#[tokio::test]
async fn a_client_sends_no_modal_that_is_filled_in_wrongly() {
    let scene = Scene::start().await;
    let ben = scene.guild.user("ben");
    let opened = open(&scene, table()).await;
    let (ann, ben_id) = (scene.ann.id().to_string(), ben.id().to_string());
    let wrong = |field: (&str, Value)| refuses(|| scene.ann.submit(&opened, &[field]));
    assert!(!wrong(("time", json!("1h"))) && !wrong(("time", json!(""))));
    assert!(wrong(("time", json!("x"))), "too short");
    assert!(wrong(("time", json!("1 day"))), "too long");
    assert!(wrong(("time", json!(3))), "no text");
    assert!(wrong(("rules", json!([]))), "one must be chosen");
    assert!(wrong(("rules", json!(["other"]))), "no such option");
    assert!(wrong(("rules", json!("open"))), "no list");
    assert!(!wrong(("others", json!([ann, ben_id]))));
    assert!(wrong(("others", json!([ann, ben_id, ann]))), "too many");
    assert!(wrong(("others", json!(["7"]))), "no such user");
    assert!(wrong(("opponents", json!([ann]))), "no such field");
    assert!(refuses(|| ben.submit(&opened, &[])), "it is ann's");
    let plain = scene.ann.slash_unchecked(&scene.channel, "help", &[]);
    let plain = scene.answer(plain, 4, json!({"content": "Help."})).await;
    assert!(refuses(|| scene.ann.submit(&plain, &[])), "no modal");

    let must = label(&json!({"type": 4, "style": 1, "custom_id": "move"}));
    let opened = open(&scene, modal(&[must])).await;
    assert!(
        refuses(|| scene.ann.submit(&opened, &[])),
        "it must be filled in"
    );
}

#[tokio::test]
async fn a_modal_answers_a_command_or_a_component_at_once() {
    let scene = Scene::start().await;
    let option = json!({
        "type": 3, "name": "move", "description": "A move", "autocomplete": true,
    });
    let command = json!({"name": "move", "description": "Moves", "options": [option]});
    scene.register(json!([command])).await;
    let button = json!({"type": 2, "style": 1, "label": "Type", "custom_id": "type"});
    let row = json!({"type": 1, "components": [button]});
    scene
        .post(json!({"content": "x", "components": [row]}))
        .await;
    let board = scene.channel.last_message().expect("the message");

    let pressed = scene.ann.press(&board, "type");
    let opened = scene.answer(pressed, 9, table()).await;
    let submitted = scene.ann.submit(&opened, &[]);
    assert_eq!(
        submitted.interaction().payload["message"]["id"],
        json!(board.id)
    );
    let typing = scene
        .ann
        .complete(&scene.channel, "move", &[], ("move", "N"));
    for pending in [submitted, typing] {
        let body = json!({"type": 9, "data": table()});
        let (status, _) = scene
            .send("POST", &callback(pending.interaction()), body)
            .await;
        assert_eq!(
            (status, scene.wrongs()),
            (400, vec!["INTERACTION_RESPONSE_TYPE".to_owned()])
        );
    }
    let deferred = scene.ann.slash_unchecked(&scene.channel, "play", &[]);
    let path = callback(deferred.interaction());
    assert_eq!(scene.send("POST", &path, json!({"type": 5})).await.0, 204);
    let (_, refused) = scene
        .send("POST", &path, json!({"type": 9, "data": table()}))
        .await;
    assert_eq!(refused["code"], 40_060);
    assert_eq!(scene.wrongs(), ["40060"]);
}
