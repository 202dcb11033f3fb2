//! A little world, and a client without manners.

use fake_discord::{Answer, Channel, FakeDiscord, Guild, Interaction, Pending, User, World};
use reqwest::{Client, Method};
use serde_json::{Value, json};

/// A fake Discord, a little world in it, and a client without manners.
pub(crate) struct Scene {
    pub(crate) discord: FakeDiscord,
    pub(crate) guild: Guild,
    pub(crate) channel: Channel,
    pub(crate) ann: User,
    pub(crate) client: Client,
}

impl Scene {
    pub(crate) async fn start() -> Self {
        let discord = FakeDiscord::start().await;
        let guild = discord.guild("The round house");
        let channel = guild.channel("chess");
        let ann = guild.user("ann");
        Self {
            discord,
            guild,
            channel,
            ann,
            client: Client::new(),
        }
    }

    pub(crate) fn request(&self, method: &str, path: &str) -> reqwest::RequestBuilder {
        let method = Method::from_bytes(method.as_bytes()).expect("a method");
        self.client
            .request(method, format!("{}/api/v10{path}", self.discord.api_url()))
            .header("user-agent", "DiscordBot (https://example.invalid, 1)")
            .header("authorization", "Bot a-token")
    }

    pub(crate) async fn send(&self, method: &str, path: &str, body: Value) -> (u16, Value) {
        let request = self
            .request(method, path)
            .header("content-type", "application/json");
        read(request.body(body.to_string()))
            .await
            .expect("an answer")
    }

    pub(crate) async fn post(&self, body: Value) -> (u16, Value) {
        self.send(
            "POST",
            &format!("/channels/{}/messages", self.channel.id()),
            body,
        )
        .await
    }

    /// Answers an interaction, which must be accepted.
    pub(crate) async fn answer(&self, pending: Pending, kind: u64, data: Value) -> Answer {
        let path = callback(pending.interaction());
        let body = json!({"type": kind, "data": data});
        let (status, said) = self.send("POST", &path, body).await;
        assert!(status < 300, "{said}");
        pending.await
    }

    /// The path of later answers to an interaction.
    pub(crate) fn webhook(&self, interaction: &Interaction) -> String {
        let bot = self.discord.look(World::application);
        format!("/webhooks/{bot}/{}", interaction.token)
    }

    /// Registers these commands for all servers.
    pub(crate) async fn register(&self, table: Value) {
        let bot = self.discord.look(World::application);
        let path = format!("/applications/{bot}/commands");
        let (status, said) = self.send("PUT", &path, table).await;
        assert_eq!(status, 200, "{said}");
    }

    /// The codes of what was done wrong since the last look.
    pub(crate) fn wrongs(&self) -> Vec<String> {
        self.discord
            .take_violations()
            .into_iter()
            .map(|violation| violation.code)
            .collect()
    }
}

pub(crate) async fn read(request: reqwest::RequestBuilder) -> reqwest::Result<(u16, Value)> {
    let response = request.send().await?;
    let (status, text) = (response.status().as_u16(), response.text().await?);
    Ok((status, serde_json::from_str(&text).unwrap_or(Value::Null)))
}

pub(crate) fn callback(interaction: &Interaction) -> String {
    format!(
        "/interactions/{}/{}/callback",
        interaction.id, interaction.token
    )
}

/// Whether a client would refuse to do this.
pub(crate) fn refuses(act: impl FnOnce() -> Pending) -> bool {
    let act = std::panic::AssertUnwindSafe(|| drop(act()));
    std::panic::catch_unwind(act).is_err()
}
