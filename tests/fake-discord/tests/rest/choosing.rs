//! Selects of every kind, and what interactions say of what was chosen.

use fake_discord::Message;
use serde_json::{Value, json};
use twilight_model::application::interaction::{Interaction, InteractionData};

use crate::scene::{Scene, refuses};

async fn page(scene: &Scene, selects: &[Value]) -> Message {
    let row = |select: &Value| json!({"type": 1, "components": [select]});
    let rows: Vec<_> = selects.iter().map(row).collect();
    let (status, sent) = scene
        .post(json!({"content": "x", "components": rows}))
        .await;
    assert_eq!(status, 200, "{sent}");
    scene.channel.last_message().expect("the message")
}

#[tokio::test]
async fn what_is_chosen_comes_with_its_data() {
    let scene = Scene::start().await;
    let ben = scene.guild.user("ben");
    let role = scene.guild.role("players");
    let options = json!([{"label": "One", "value": "1"}, {"label": "Two", "value": "2"}]);
    let page = page(
        &scene,
        &[
            json!({"type": 3, "custom_id": "strings", "options": options, "max_values": 2}),
            json!({"type": 5, "custom_id": "users", "max_values": 2}),
            json!({"type": 6, "custom_id": "roles"}),
            json!({"type": 7, "custom_id": "both", "max_values": 2}),
            json!({"type": 8, "custom_id": "channels", "channel_types": [0]}),
        ],
    )
    .await;
    let (ann_id, ben_id) = (scene.ann.id().to_string(), ben.id().to_string());
    let (role, channel) = (role.to_string(), scene.channel.id().to_string());
    for (custom_id, kind, values, named) in [
        ("strings", 3, vec!["1", "2"], vec![]),
        (
            "users",
            5,
            vec![&*ann_id, &*ben_id],
            vec!["members", "users"],
        ),
        ("roles", 6, vec![&*role], vec!["roles"]),
        (
            "both",
            7,
            vec![&*role, &*ben_id],
            vec!["members", "roles", "users"],
        ),
        ("channels", 8, vec![&*channel], vec!["channels"]),
    ] {
        let pending = scene.ann.choose(&page, custom_id, &values);
        let payload = &pending.interaction().payload;
        let data = &payload["data"];
        assert_eq!(
            (&data["component_type"], &data["values"]),
            (&json!(kind), &json!(values))
        );
        let resolved = data["resolved"].as_object().expect("an object");
        assert_eq!(resolved.keys().collect::<Vec<_>>(), named, "{data}");
        for value in values {
            let mut maps = resolved.values();
            assert!(
                kind == 3 || maps.any(|map| map.get(value).is_some()),
                "{value} in {data}"
            );
        }
        let read = serde_json::from_value::<Interaction>(Value::clone(payload));
        let read = read.unwrap_or_else(|error| panic!("{error} in {payload}"));
        assert!(matches!(
            read.data,
            Some(InteractionData::MessageComponent(_))
        ));
    }
    assert_eq!(scene.discord.violations(), []);
}

#[tokio::test]
async fn a_client_offers_nothing_else() {
    let scene = Scene::start().await;
    let thread = json!({"name": "t", "type": 11});
    let path = format!("/channels/{}/threads", scene.channel.id());
    let (_, thread) = scene.send("POST", &path, thread).await;
    let option = json!([{"label": "One", "value": "1"}]);
    let page = page(
        &scene,
        &[
            json!({"type": 3, "custom_id": "strings", "options": option}),
            json!({"type": 5, "custom_id": "users"}),
            json!({"type": 6, "custom_id": "roles", "disabled": true}),
            json!({"type": 8, "custom_id": "channels", "channel_types": [0]}),
        ],
    )
    .await;
    let ann = scene.ann.id().to_string();
    let role = scene.guild.role("players").to_string();
    let thread = thread["id"].as_str().expect("an id");
    let wrong = |id: &str, values: &[&str]| refuses(|| scene.ann.choose(&page, id, values));
    assert!(!wrong("strings", &["1"]) && !wrong("users", &[&ann]));
    assert!(wrong("strings", &["2"]), "no such option");
    assert!(wrong("strings", &[]), "too few");
    assert!(wrong("users", &[&ann, &ann]), "too many");
    assert!(wrong("users", &["7"]), "no such user");
    assert!(wrong("users", &[&role]), "a role is no user");
    assert!(wrong("roles", &[&role]), "it is disabled");
    assert!(wrong("channels", &[thread]), "a channel of another type");
    assert!(wrong("others", &["1"]), "no such select");
}
