//! Messages of Components V2, from the first to the last form.

use fake_discord::{Interaction, Message, Snowflake};
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use twilight_model::{
    application::interaction::callback::InteractionCallbackResponse, channel::Message as Told,
    http::interaction::InteractionResponseType,
};

use crate::scene::{Scene, callback, read};

const V2: u64 = 1 << 15;

fn page(texts: &[&str]) -> Value {
    let texts = texts
        .iter()
        .map(|text| json!({"type": 10, "content": text}));
    json!({"flags": V2, "components": texts.collect::<Vec<_>>()})
}

fn id(message: &Value) -> Snowflake {
    let id = message["id"].as_str().and_then(Snowflake::parse);
    id.expect("an id")
}

fn seen(scene: &Scene, id: Snowflake) -> Message {
    let message = scene.discord.look(|world| world.message(id).cloned());
    message.expect("the message is there")
}

#[tokio::test]
async fn a_page_stays_one() {
    let scene = Scene::start().await;
    let (status, sent) = scene.post(page(&["one"])).await;
    assert_eq!(status, 200, "{sent}");
    let own = format!("/channels/{}/messages/{}", scene.channel.id(), id(&sent));
    let edit = async |body: Value| {
        let (status, said) = scene.send("PATCH", &own, body).await;
        (status, said["code"].as_u64(), scene.wrongs())
    };
    let taken = (200, None, Vec::new());
    let two = json!({"components": page(&["two"])["components"]});
    assert_eq!(edit(two).await, taken);
    assert_eq!(edit(page(&["three"])).await, taken);
    for (wrong, code) in [
        (
            json!({"content": "x"}),
            "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
        ),
        (json!({"flags": 0}), "INVALID_BITWISE_FLAG"),
    ] {
        let refused = (400, Some(50_035), vec![code.to_owned()]);
        assert_eq!(edit(wrong).await, refused);
    }
    let empty = (400, Some(50_006), vec!["50006".to_owned()]);
    assert_eq!(edit(json!({"components": []})).await, empty);
    let message = seen(&scene, id(&sent));
    assert!(message.is_v2());
    assert_eq!(message.texts(), ["three"]);
    let (status, _) = scene.post(page(&[])).await;
    assert_eq!((status, scene.wrongs()), (400, vec!["50006".to_owned()]));
}

#[tokio::test]
async fn a_plain_message_becomes_a_page_once_its_content_is_taken_away() {
    let scene = Scene::start().await;
    let (_, sent) = scene.post(json!({"content": "plain"})).await;
    let own = format!("/channels/{}/messages/{}", scene.channel.id(), id(&sent));
    let (status, _) = scene.send("PATCH", &own, page(&["page"])).await;
    assert_eq!((status, scene.wrongs().len()), (400, 1));
    let mut whole = page(&["page"]);
    whole["content"] = json!(null);
    let (status, told) = scene.send("PATCH", &own, whole).await;
    assert_eq!((status, &told["flags"]), (200, &json!(V2)));
    let forms = scene.discord.look(|world| {
        let forms = world.forms(id(&sent)).into_iter();
        forms
            .map(|form| (form.content.clone(), form.texts()))
            .collect::<Vec<_>>()
    });
    assert_eq!(
        forms,
        [
            ("plain".to_owned(), Vec::new()),
            (String::new(), vec!["page".to_owned()]),
        ]
    );
    assert_eq!(scene.discord.violations(), []);
}

#[tokio::test]
async fn a_file_is_seen_where_a_component_names_it() {
    let scene = Scene::start().await;
    let path = format!("/channels/{}/messages", scene.channel.id());
    let gallery = json!({"type": 12, "items": [{"media": {"url": "attachment://board.png"}}]});
    let file = Part::bytes(b"a picture".as_slice()).file_name("board.png");
    let body = json!({"flags": V2, "components": [gallery]});
    let form = Form::new()
        .part("files[0]", file)
        .text("payload_json", body.to_string());
    let sent = read(scene.request("POST", &path).multipart(form)).await;
    let (status, sent) = sent.expect("an answer");
    assert_eq!(status, 200, "{sent}");
    let media = &sent["components"][0]["items"][0]["media"];
    assert_eq!(media["url"], sent["attachments"][0]["url"]);
    let names = |message: &Message| {
        let shown = message.shown().into_iter();
        shown.map(|file| file.filename.clone()).collect::<Vec<_>>()
    };
    assert_eq!(names(&seen(&scene, id(&sent))), ["board.png"]);

    let own = format!("{path}/{}", id(&sent));
    let (status, _) = scene.send("PATCH", &own, page(&["no picture"])).await;
    let message = seen(&scene, id(&sent));
    assert_eq!((status, names(&message)), (200, Vec::new()));
    assert_eq!(message.attachments.len(), 1, "it is there, and not seen");
    let back = json!({"components": [gallery]});
    assert_eq!(scene.send("PATCH", &own, back).await.0, 200);
    assert_eq!(names(&seen(&scene, id(&sent))), ["board.png"]);
    assert_eq!(scene.discord.violations(), []);
}

#[tokio::test]
async fn pages_are_told_so_that_twilight_reads_them() {
    let scene = Scene::start().await;
    let button = json!({"type": 2, "style": 1, "label": "Sit down", "custom_id": "sit"});
    let text = json!({"type": 10, "content": "Gray is open"});
    let section = json!({"type": 9, "components": [text], "accessory": button});
    let row = json!({"type": 1, "components": [{"type": 5, "custom_id": "who"}]});
    let body = json!({"flags": V2, "components": [{"type": 17, "components": [section, row]}]});
    let (status, sent) = scene.post(body).await;
    assert_eq!(status, 200, "{sent}");
    let told: Told = serde_json::from_value(sent.clone()).expect("twilight reads it");
    assert_eq!(told.components.len(), 1);
    let message = seen(&scene, id(&sent));
    assert!(message.button("Sit down").is_some());
    scene.ann.press(&message, "sit");
    scene
        .ann
        .choose(&message, "who", &[&scene.ann.id().to_string()]);
    assert_eq!(scene.discord.violations(), []);
}

/// Answers with `with_response=true`, and reads what comes back.
async fn made(scene: &Scene, asked: &Interaction, body: Value) -> InteractionCallbackResponse {
    let path = format!("{}?with_response=true", callback(asked));
    let (status, told) = scene.send("POST", &path, body.clone()).await;
    assert_eq!(status, 200, "{told}");
    let read = serde_json::from_value(told.clone());
    read.unwrap_or_else(|error| panic!("{error} in {told} for {body}"))
}

#[tokio::test]
async fn an_answer_tells_what_it_made_and_is_found_as_original() {
    let scene = Scene::start().await;
    let ask = || {
        let pending = scene.ann.slash_unchecked(&scene.channel, "help", &[]);
        pending.interaction().clone()
    };
    let asked = ask();
    let public = made(&scene, &asked, json!({"type": 4, "data": page(&["one"])})).await;
    let resource = public.resource.expect("it is told");
    assert_eq!(
        resource.kind,
        InteractionResponseType::ChannelMessageWithSource
    );
    let message = resource.message.expect("it is told");
    assert_eq!(public.interaction.response_message_id, Some(message.id));
    assert_eq!(public.interaction.response_message_ephemeral, Some(false));
    assert_eq!(public.interaction.response_message_loading, Some(false));

    let original = format!("{}/messages/@original", scene.webhook(&asked));
    let (status, found) = scene.send("GET", &original, json!(null)).await;
    assert_eq!((status, &found["id"]), (200, &json!(message.id)));
    let change = json!({"components": page(&["two"])["components"]});
    let (status, found) = scene.send("PATCH", &original, change).await;
    assert_eq!(
        (status, &found["components"][0]["content"]),
        (200, &json!("two"))
    );

    // A promise that only one person sees, and that is kept by a page.
    let asked = ask();
    let hidden = made(&scene, &asked, json!({"type": 5, "data": {"flags": 64}})).await;
    assert_eq!(hidden.interaction.response_message_ephemeral, Some(true));
    assert_eq!(hidden.interaction.response_message_loading, Some(true));
    let original = format!("{}/messages/@original", scene.webhook(&asked));
    let (status, found) = scene.send("PATCH", &original, page(&["kept"])).await;
    assert_eq!((status, &found["flags"]), (200, &json!(V2 | 64)));
    let kept = &scene.ann.ephemeral()[0];
    assert_eq!(
        (kept.texts(), kept.deferred),
        (vec!["kept".to_owned()], false)
    );

    // A modal is no message.
    let label = json!({"type": 18, "label": "Move", "component": {
        "type": 4, "style": 1, "custom_id": "move",
    }});
    let modal = json!({"title": "Move", "custom_id": "m", "components": [label]});
    let opened = made(&scene, &ask(), json!({"type": 9, "data": modal})).await;
    assert_eq!(opened.interaction.response_message_id, None);
    assert_eq!(scene.discord.violations(), []);
}
