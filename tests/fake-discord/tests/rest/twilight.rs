//! What the fake Discord answers, read by twilight, which knows nothing of it.

use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use twilight_model::{
    application::command::Command,
    channel::{Channel, ChannelType, Message},
    gateway::connection_info::{BotConnectionInfo, ConnectionInfo},
    guild::Member,
    oauth::Application,
    user::{CurrentUser, User},
};

use crate::scene::{Scene, callback};

/// An answer that is not refused, read.
async fn get<T: DeserializeOwned>(scene: &Scene, method: &str, path: &str, body: Value) -> T {
    let (status, answer) = scene.send(method, path, body).await;
    assert_eq!(status, 200, "{method} {path}: {answer}");
    let read = serde_json::from_value(answer.clone());
    read.unwrap_or_else(|error| panic!("{method} {path}: {error} in {answer}"))
}

#[tokio::test]
async fn what_is_answered_can_be_read() {
    let scene = Scene::start().await;
    let bot = scene.discord.look(|world| world.bot());
    let none = || json!(null);
    let info: ConnectionInfo = get(&scene, "GET", "/gateway", none()).await;
    assert!(info.url.starts_with("ws://127.0.0.1:"));
    let info: BotConnectionInfo = get(&scene, "GET", "/gateway/bot", none()).await;
    assert_eq!(info.shards, 1);
    let own: CurrentUser = get(&scene, "GET", "/users/@me", none()).await;
    assert_eq!(own.id.get(), bot.0);
    let path = format!("/users/{}", scene.ann.id());
    let ann: User = get(&scene, "GET", &path, none()).await;
    assert_eq!(ann.name, "ann");
    let application: Application = get(&scene, "GET", "/applications/@me", none()).await;
    let own = scene.discord.look(|world| world.application());
    assert_eq!(application.id.get(), own.0);
    let path = format!("/guilds/{}/members/{}", scene.guild.id(), scene.ann.id());
    let member: Member = get(&scene, "GET", &path, none()).await;
    assert_eq!(member.user.id, ann.id);

    let path = format!("/applications/{own}/commands");
    let option = json!({
        "type": 3, "name": "move", "description": "A move", "required": true, "autocomplete": true,
    });
    let table = json!([{"name": "move", "description": "Moves", "options": [option]}]);
    let commands: Vec<Command> = get(&scene, "PUT", &path, table).await;
    let again: Vec<Command> = get(&scene, "GET", &path, none()).await;
    assert_eq!(commands, again);
}

#[tokio::test]
async fn messages_and_threads_can_be_read() {
    let scene = Scene::start().await;
    let channel = scene.channel.id();
    let path = format!("/channels/{channel}");
    let known: Channel = get(&scene, "GET", &path, json!(null)).await;
    assert_eq!(known.kind, ChannelType::GuildText);
    let buttons = json!([
        {"type": 2, "style": 1, "label": "Press", "custom_id": "id"},
        {"type": 2, "style": 5, "label": "Go", "url": "https://example.invalid"},
    ]);
    let select = json!([{
        "type": 3, "custom_id": "s", "options": [{"label": "One", "value": "1"}],
    }]);
    let body = json!({
        "content": scene.ann.mention(),
        "allowed_mentions": {"parse": [], "users": [scene.ann.id()]},
        "embeds": [{"title": "t", "fields": [{"name": "n", "value": "v"}]}],
        "components": [
            {"type": 1, "components": buttons}, {"type": 1, "components": select},
        ],
    });
    let posts = format!("/channels/{channel}/messages");
    let sent: Message = get(&scene, "POST", &posts, body).await;
    assert_eq!(sent.mentions.len(), 1);
    assert_eq!(sent.components.len(), 2);
    let change = json!({"content": "Changed.", "components": []});
    let own = format!("{posts}/{}", sent.id);
    let changed: Message = get(&scene, "PATCH", &own, change).await;
    assert!(changed.edited_timestamp.is_some());
    let listed: Vec<Message> = get(&scene, "GET", &posts, json!(null)).await;
    assert_eq!(listed, [changed]);

    let thread = json!({"name": "A match", "type": 11});
    let path = format!("/channels/{channel}/threads");
    let thread: Channel = get(&scene, "POST", &path, thread).await;
    assert_eq!(thread.kind, ChannelType::PublicThread);
    assert!(thread.thread_metadata.is_some());

    // What fills a deferred answer, which is an answer to an interaction.
    let pending = scene.ann.slash_unchecked(&scene.channel, "move", &[]);
    let asked = pending.interaction();
    scene
        .send("POST", &callback(asked), json!({"type": 5}))
        .await;
    let bot = scene.discord.look(|world| world.application());
    let webhook = format!("/webhooks/{bot}/{}", asked.token);
    let filled: Message = get(&scene, "POST", &webhook, json!({"content": "Done."})).await;
    assert_eq!(filled.content, "Done.");
    assert_eq!(scene.discord.violations(), []);
}
