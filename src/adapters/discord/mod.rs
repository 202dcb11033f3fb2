//! Discord, over its gateway (serenity). The only code that names serenity.

#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "serenity's enums grow with Discord"
)]

mod answers;
mod interaction;
mod place;
mod poster;
mod present;
mod register;

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use serenity::{
    all::{Context, EventHandler, Interaction, Ready},
    async_trait,
    client::ClientBuilder,
    http::{Http, HttpBuilder},
    model::{gateway::GatewayIntents, id::ApplicationId},
};
use tokio::sync::Notify;

use self::{answers::Answers, poster::Poster};
use super::desk::Desk;
use crate::config::{DiscordConfig, Secret};

pub use self::place::DiscordManner;

/// What the bot asks to be allowed when it is invited: to see channels, send messages and files,
/// open threads and write in them, read the history.
const PERMISSIONS: u64 = 377_957_239_808;

/// Discord cannot be reached, or has ended the connection for good.
#[derive(Debug, thiserror::Error)]
#[error("Discord: {0}")]
pub struct DiscordError(#[from] serenity::Error);

/// Connects, and answers until a signal ends the program.
///
/// # Errors
///
/// When Discord refuses the token or ends the connection for good.
pub async fn run(
    desk: Arc<Desk>,
    config: &DiscordConfig,
    token: &Secret,
) -> Result<(), DiscordError> {
    let handler = Arc::new(Handler {
        answers: Arc::new(Answers {
            desk: Arc::clone(&desk),
            http: http(config, token, false),
        }),
        running: AtomicUsize::new(0),
        finished: Notify::new(),
    });
    let mut client =
        ClientBuilder::new_with_http(http(config, token, true), GatewayIntents::GUILDS)
            .event_handler_arc(Arc::clone(&handler))
            .await?;
    let poster = Arc::new(Poster {
        desk,
        http: Arc::clone(&client.http),
        turns: Mutex::new(HashMap::new()),
        elsewhere: Mutex::new(Vec::new()),
    });
    tokio::spawn(poster.run());
    let shards = Arc::clone(&client.shard_manager);
    let ended = tokio::select! {
        ended = client.start() => ended,
        () = stopped() => {
            tracing::info!("stopping");
            shards.shutdown_all().await;
            Ok(())
        }
    };
    handler.drained().await;
    Ok(ended?)
}

/// A connection to Discord's REST interface. Behind another origin the limiter is off: limiting is
/// its business, and serenity would go to the real Discord otherwise.
fn http(config: &DiscordConfig, token: &Secret, limited: bool) -> Http {
    let mut builder = HttpBuilder::new(token.reveal()).ratelimiter_disabled(!limited);
    if let Some(url) = &config.api_url {
        builder = builder.proxy(url.as_str()).ratelimiter_disabled(true);
    }
    if let Some(id) = config.application_id.filter(|id| *id > 0) {
        builder = builder.application_id(ApplicationId::new(id));
    }
    builder.build()
}

/// Waits for the signal to stop.
async fn stopped() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}

/// Takes in what the gateway tells.
struct Handler {
    answers: Arc<Answers>,
    /// Interactions that are being answered.
    running: AtomicUsize,
    finished: Notify,
}

impl Handler {
    /// Waits until every interaction that came in has been answered.
    async fn drained(&self) {
        loop {
            let finished = self.finished.notified();
            if self.running.load(Ordering::SeqCst) == 0 {
                return;
            }
            finished.await;
        }
    }
}

#[async_trait]
impl EventHandler for Handler {
    async fn ready(&self, ctx: Context, ready: Ready) {
        let id = ready.application.id;
        ctx.http.set_application_id(id);
        self.answers.http.set_application_id(id);
        let scope = "bot%20applications.commands";
        tracing::info!(
            name = %ready.user.name,
            servers = ready.guilds.len(),
            "connected; invite with https://discord.com/oauth2/authorize?client_id={id}&permissions={PERMISSIONS}&scope={scope}"
        );
        if let Err(error) = register::register(&ctx.http, self.answers.desk.words()).await {
            tracing::error!(%error, "the commands could not be registered");
        }
    }

    async fn interaction_create(&self, _: Context, interaction: Interaction) {
        self.running.fetch_add(1, Ordering::SeqCst);
        let answers = Arc::clone(&self.answers);
        let interaction = Arc::new(interaction);
        let asked = Arc::clone(&interaction);
        // In a task of its own, so that a panic is seen and answered.
        let answered = tokio::spawn(async move { answers.answer(&asked).await }).await;
        if let Err(error) = answered {
            tracing::error!(%error, "answering an interaction failed");
            self.answers.apologize(&interaction).await;
        }
        self.running.fetch_sub(1, Ordering::SeqCst);
        self.finished.notify_waiters();
    }
}
