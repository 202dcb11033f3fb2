//! Each limit, kept and overstepped by one, and each rule, in requests as a bot sends them.

mod command;
mod component;
mod layout;
mod message;
mod modal;
mod rules;

use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use self::Way::{Answer, Commands, Completion, Edit, Files, Integers, Modal, Post, Thread};
use crate::scene::{Scene, callback, read};

/// The way on which a body is sent.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// A new message.
    Post,
    /// A change of a message that has the attachment `old.png`.
    Edit,
    /// A first answer with the file `board.png`.
    Answer,
    /// A new message with as many files as its list of attachments says.
    Files,
    /// A new thread.
    Thread,
    /// Choices for an option that takes text.
    Completion,
    /// Choices for an option that takes whole numbers.
    Integers,
    /// A first answer that opens a modal.
    Modal,
    /// A table of commands.
    Commands,
}

/// Something found wrong: where, with which code, and in which words.
type Found = (String, String, String);

/// A limit: the way, a body of the size `n`, the greatest `n`, and where and how the next is seen,
/// by the beginning of its code and words.
type Limit = (Way, fn(usize) -> Value, usize, &'static str, &'static str);

/// A rule: the way, a body, where and how what is wrong in it is seen.
type Rule = (Way, Value, String, &'static str);

const TOO_LONG: &str = "BASE_TYPE_MAX_LENGTH";
const TOO_MANY: &str = "BASE_TYPE_BAD_LENGTH";
const BUTTON: &str = "components.0.components.0";
const OPTION: &str = "0.options.0";

/// A scene with a message to be changed.
struct Court {
    scene: Scene,
    edited: String,
    old: Value,
}

impl Court {
    async fn open() -> Self {
        let scene = Scene::start().await;
        let path = format!("/channels/{}/messages", scene.channel.id());
        let form = file("old.png", &json!({"content": "x"}));
        let sent = read(scene.request("POST", &path).multipart(form)).await;
        let (status, sent) = sent.expect("an answer");
        assert_eq!(status, 200, "{sent}");
        let edited = format!("{path}/{}", sent["id"].as_str().expect("an id"));
        let old = sent["attachments"][0]["id"].clone();
        Self { scene, edited, old }
    }

    /// Sends a body and gives all that is found wrong with it.
    async fn judge(&self, way: Way, body: &Value) -> Vec<Found> {
        let (scene, body) = (&self.scene, body.clone());
        let channel = scene.channel.id();
        let (status, said) = match way {
            Post => scene.post(body).await,
            Edit => scene.send("PATCH", &self.edited, body).await,
            Thread => {
                let path = format!("/channels/{channel}/threads");
                scene.send("POST", &path, body).await
            }
            Commands => self.register(body).await,
            Answer => {
                let pending = scene.ann.slash_unchecked(&scene.channel, "move", &[]);
                let payload = json!({"type": 4, "data": body});
                let form = file("board.png", &payload);
                let path = callback(pending.interaction());
                let sent = read(scene.request("POST", &path).multipart(form)).await;
                sent.expect("an answer")
            }
            Files => {
                let path = format!("/channels/{channel}/messages");
                let listed = body["attachments"].as_array().map_or(0, Vec::len);
                let form = (0..listed).fold(Form::new(), |form, number| {
                    let file = Part::bytes(b"a picture".as_slice());
                    let file = file.file_name(format!("{number}.png"));
                    form.part(format!("files[{number}]"), file)
                });
                let form = form.text("payload_json", body.to_string());
                let sent = read(scene.request("POST", &path).multipart(form)).await;
                sent.expect("an answer")
            }
            Modal => {
                let pending = scene.ann.slash_unchecked(&scene.channel, "move", &[]);
                let payload = json!({"type": 9, "data": body});
                let path = callback(pending.interaction());
                scene.send("POST", &path, payload).await
            }
            Completion => self.complete(3, body).await,
            Integers => self.complete(4, body).await,
        };
        let found = self.found();
        assert_eq!(
            found.is_empty(),
            status < 300,
            "{status} {said} for {found:?}"
        );
        found
    }

    /// What was found wrong since the last look.
    fn found(&self) -> Vec<Found> {
        let apart = |violation: fake_discord::Violation| {
            let (path, text) = violation.text.split_once(": ").expect("a place");
            (path.to_owned(), violation.code, text.to_owned())
        };
        let found = self.scene.discord.take_violations();
        found.into_iter().map(apart).collect()
    }

    async fn register(&self, table: Value) -> (u16, Value) {
        let bot = self.scene.discord.look(|world| world.application());
        let path = format!("/applications/{bot}/commands");
        self.scene.send("PUT", &path, table).await
    }

    /// Answers someone who is typing into an option of this type.
    async fn complete(&self, kind: u64, data: Value) -> (u16, Value) {
        let option = json!({
            "type": kind, "name": "ply", "description": "When", "autocomplete": true,
        });
        let table = json!([{"name": "look", "description": "Looks", "options": [option]}]);
        assert_eq!(self.register(table).await.0, 200);
        let scene = &self.scene;
        let pending = scene
            .ann
            .complete(&scene.channel, "look", &[], ("ply", "1"));
        let payload = json!({"type": 8, "data": data});
        scene
            .send("POST", &callback(pending.interaction()), payload)
            .await
    }
}

fn file(name: &str, payload: &Value) -> Form {
    let file = Part::bytes(b"a picture".as_slice()).file_name(name.to_owned());
    Form::new()
        .part("files[0]", file)
        .text("payload_json", payload.to_string())
}

/// Whether it was found, there and said so.
fn seen(found: &[Found], at: &str, said: &str) -> bool {
    found
        .iter()
        .any(|(path, code, text)| path == at && format!("{code} {text}").starts_with(said))
}

async fn check(table: &[Limit]) {
    let court = Court::open().await;
    let mut wrong = Vec::new();
    for (way, body, most, at, said) in table {
        let kept = court.judge(*way, &body(*most)).await;
        if !kept.is_empty() {
            wrong.push(format!("{way:?} {at} at its limit {most}: {kept:?}"));
        }
        let over = court.judge(*way, &body(most + 1)).await;
        if !seen(&over, at, said) {
            wrong.push(format!("{way:?} {at} {said} over {most}: {over:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

async fn check_rules(table: &[Rule]) {
    let court = Court::open().await;
    let mut wrong = Vec::new();
    for (way, body, at, said) in table {
        let found = court.judge(*way, body).await;
        if !seen(&found, at, said) {
            wrong.push(format!("{way:?} {at} {said} in {body}: {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn long(n: usize) -> String {
    "x".repeat(n)
}

fn numbered(n: usize, make: impl Fn(String) -> Value) -> Vec<Value> {
    (0..n).map(|number| make(format!("n{number}"))).collect()
}

fn rows(components: &Value) -> Value {
    json!({"content": "x", "components": [{"type": 1, "components": components}]})
}

fn button(changes: &[(&str, Value)]) -> Value {
    with(
        json!({"type": 2, "style": 1, "label": "Press", "custom_id": "id"}),
        changes,
    )
}

fn select(changes: &[(&str, Value)]) -> Value {
    let option = json!({"label": "One", "value": "1"});
    with(
        json!({"type": 3, "custom_id": "id", "options": [option]}),
        changes,
    )
}

fn input(changes: &[(&str, Value)]) -> Value {
    with(
        json!({"type": 4, "style": 1, "label": "Say", "custom_id": "id"}),
        changes,
    )
}

fn modal(input: &Value, changes: &[(&str, Value)]) -> Value {
    let row = json!({"type": 1, "components": [input]});
    with(
        json!({"title": "Title", "custom_id": "id", "components": [row]}),
        changes,
    )
}

/// The body of a message of Components V2.
fn page(components: &Value) -> Value {
    json!({"flags": 1 << 15, "components": components})
}

fn text(content: &str) -> Value {
    json!({"type": 10, "content": content})
}

fn section(texts: &[Value], accessory: &Value) -> Value {
    json!({"type": 9, "components": texts, "accessory": accessory})
}

/// A gallery of pictures at these addresses.
fn gallery(urls: &[&str]) -> Value {
    let items: Vec<_> = urls
        .iter()
        .map(|url| json!({"media": {"url": url}}))
        .collect();
    json!({"type": 12, "items": items})
}

fn container(components: &Value) -> Value {
    json!({"type": 17, "components": components})
}

fn label(component: &Value, changes: &[(&str, Value)]) -> Value {
    with(
        json!({"type": 18, "label": "Say", "component": component}),
        changes,
    )
}

fn command(changes: &[(&str, Value)]) -> Value {
    json!([with(
        json!({"name": "move", "description": "Moves"}),
        changes
    )])
}

fn option(changes: &[(&str, Value)]) -> Value {
    let option = json!({"type": 3, "name": "move", "description": "A move"});
    command(&[("options", json!([with(option, changes)]))])
}

fn embed(changes: &[(&str, Value)]) -> Value {
    json!({"embeds": [with(json!({"title": "t"}), changes)]})
}

fn with(mut value: Value, changes: &[(&str, Value)]) -> Value {
    for (key, change) in changes {
        value[*key] = change.clone();
    }
    value
}

#[tokio::test]
async fn what_is_sound_is_taken() {
    let court = Court::open().await;
    let sound = [
        (
            Post,
            json!({"content": "<@12>", "allowed_mentions": {"parse": [], "users": ["12"]}}),
        ),
        (Edit, json!({"content": "<@12>"})),
        (Answer, json!({"content": "<@12>", "flags": 64})),
        (
            Answer,
            json!({"attachments": [{"id": 0, "filename": "board.png"}]}),
        ),
        (Edit, json!({"attachments": [{"id": court.old}]})),
        (
            Answer,
            json!({"embeds": [{"image": {"url": "attachment://board.png"}}]}),
        ),
        (
            Post,
            json!({"content": "x", "components": null, "nonce": 7, "enforce_nonce": true}),
        ),
        (
            Commands,
            command(&[("name", json!("zug")), ("contexts", json!([0]))]),
        ),
        (
            Commands,
            command(&[
                ("name", json!("ход")),
                ("default_member_permissions", json!("32")),
            ]),
        ),
        (
            Commands,
            option(&[
                ("type", json!(4)),
                ("min_value", json!(0)),
                ("max_value", json!(3)),
            ]),
        ),
        (
            Commands,
            // One word may stand for one thing in each language, and for a command and its option.
            command(&[
                (
                    "name_localizations",
                    json!({"de": "zug", "fr": "zug", "ru": "ход"}),
                ),
                (
                    "options",
                    json!([{
                        "type": 3, "name": "move", "description": "A move",
                        "name_localizations": {"de": "zug"},
                        "description_localizations": {"de": "Ein Zug"},
                    }]),
                ),
            ]),
        ),
        (
            Commands,
            // A command in a menu may be called as one that is typed.
            json!([
                {"type": 1, "name": "invite", "description": "Invites", "contexts": [0, 1, 2],
                 "integration_types": [0, 1]},
                {"type": 2, "name": "invite", "integration_types": [1]},
                {"type": 2, "name": "Invite to a game", "name_localizations": {"de": "Lade ein"}},
            ]),
        ),
        (Completion, json!({"choices": []})),
        (Modal, modal(&input(&[]), &[])),
    ];
    for (way, body) in sound {
        assert_eq!(court.judge(way, &body).await, [], "{body}");
    }
}
