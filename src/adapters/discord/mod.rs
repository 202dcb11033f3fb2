//! Discord, over its gateway (serenity). The only code that names serenity.

#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "serenity's enums grow with Discord"
)]

mod answers;
mod connection;
mod error;
mod gateway;
mod housing;
mod interaction;
mod place;
mod poster;
mod present;
mod register;
mod rights;
mod trouble;
mod turns;
mod waits;
mod watch;

use std::{
    future::Future,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use serenity::{
    all::{Context, EventHandler, Interaction, Ready},
    async_trait,
    client::ClientBuilder,
    gateway::ShardManager,
    model::gateway::GatewayIntents,
};
use tokio::{
    sync::watch::Sender,
    time::{Instant, timeout},
};

use self::{answers::Answers, poster::Poster, rights::Rights};
use super::desk::Desk;

pub use self::{connection::Connection, error::DiscordError, place::DiscordManner, waits::Waits};

/// What the bot asks to be allowed when it is invited: to see channels, send messages and files,
/// open threads and write in them, read the history.
const PERMISSIONS: u64 = 377_957_239_808;

/// How long what is under way may take when the program ends. What is not told by then is in the
/// outbox, and told after the next start.
const DRAINING: Duration = Duration::from_secs(10);

/// Connects, and answers until `stop` ends. Then nothing new is taken, and what is under way is
/// finished, for ten seconds at most.
///
/// # Errors
///
/// When Discord refuses the token or ends the connection for good, or cannot be reached for longer
/// than the connection has patience. What is under way is finished all the same.
pub async fn run(
    desk: Arc<Desk>,
    connection: Connection,
    stop: impl Future<Output = ()>,
) -> Result<(), DiscordError> {
    tokio::pin!(stop);
    let http = connection.http();
    let gateway = tokio::select! {
        gateway = gateway::ask(&http, &connection) => gateway?,
        () = &mut stop => return Ok(()),
    };
    let rights = Arc::new(Rights::default());
    let handler = Arc::new(Handler {
        answers: Arc::new(Answers {
            desk: Arc::clone(&desk),
            http: connection.answers(),
            rights: Arc::clone(&rights),
        }),
        waits: connection.waits,
        registered: AtomicBool::new(false),
        stopping: AtomicBool::new(false),
        running: Sender::new(0),
        heard: Sender::new(0),
    });
    let mut client = ClientBuilder::new_with_http(http, GatewayIntents::GUILDS)
        .event_handler_arc(Arc::clone(&handler))
        .await?;
    let poster = Arc::new(Poster::new(
        desk,
        Arc::clone(&client.http),
        rights,
        connection.waits,
        connection.is_limited(),
    ));
    let posting = tokio::spawn(Arc::clone(&poster).run());
    let shards = Arc::clone(&client.shard_manager);
    let heard = handler.heard.subscribe();
    let ended = tokio::select! {
        lost = gateway::stay(&mut client, &gateway, connection.patience, heard) => Err(lost),
        () = &mut stop => Ok(()),
    };
    tracing::info!("stopping");
    let drained = async {
        handler.drain(&shards).await;
        poster.stop();
        if let Err(error) = posting.await {
            tracing::error!(%error, "the poster broke down");
        }
    };
    if timeout(DRAINING, drained).await.is_err() {
        tracing::warn!("not all could be finished in time; the outbox keeps what is to be told");
    }
    ended
}

/// Takes in what the gateway tells.
struct Handler {
    answers: Arc<Answers>,
    waits: Waits,
    /// Whether the commands are being registered, or have been.
    registered: AtomicBool,
    /// Whether nothing new is taken.
    stopping: AtomicBool,
    /// How many interactions are being answered.
    running: Sender<usize>,
    /// How much the gateway has told.
    heard: Sender<u64>,
}

/// An interaction that is being answered, for as long as this lives.
struct Running<'a>(&'a Sender<usize>);

impl<'a> Running<'a> {
    fn begin(running: &'a Sender<usize>) -> Running<'a> {
        running.send_modify(|running| *running += 1);
        Running(running)
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.send_modify(|running| *running -= 1);
    }
}

impl Handler {
    /// Takes nothing new, says goodbye to the gateway, and waits until every interaction that came
    /// in has been answered.
    async fn drain(&self, shards: &ShardManager) {
        self.stopping.store(true, Ordering::SeqCst);
        let mut running = self.running.subscribe();
        let answered = async {
            // There is a sender as long as there is a handler.
            let _ = running.wait_for(|running| *running == 0).await;
        };
        tokio::join!(answered, shards.shutdown_all());
    }

    fn hear(&self) {
        self.heard.send_modify(|heard| *heard += 1);
    }
}

#[async_trait]
impl EventHandler for Handler {
    async fn ready(&self, ctx: Context, ready: Ready) {
        self.hear();
        let id = ready.application.id;
        ctx.http.set_application_id(id);
        self.answers.http.set_application_id(id);
        let scope = "bot%20applications.commands";
        tracing::info!(
            name = %ready.user.name,
            servers = ready.guilds.len(),
            "connected; invite with https://discord.com/oauth2/authorize?client_id={id}&permissions={PERMISSIONS}&scope={scope}"
        );
        if !self.registered.swap(true, Ordering::SeqCst) {
            let desk = Arc::clone(&self.answers.desk);
            tokio::spawn(register::keep_registering(ctx.http, desk, self.waits));
        }
    }

    async fn interaction_create(&self, _: Context, interaction: Interaction) {
        let since = Instant::now();
        self.hear();
        let _running = Running::begin(&self.running);
        if self.stopping.load(Ordering::SeqCst) {
            return;
        }
        let answers = Arc::clone(&self.answers);
        let interaction = Arc::new(interaction);
        let asked = Arc::clone(&interaction);
        // In a task of its own, so that a panic is seen and answered.
        let answered = tokio::spawn(async move { answers.answer(&asked, since).await }).await;
        if let Err(error) = answered {
            tracing::error!(%error, "answering an interaction failed");
            self.answers.apologize(&interaction, since).await;
        }
    }
}
