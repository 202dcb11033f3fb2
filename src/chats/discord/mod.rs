//! Discord, over its gateway (serenity). The only code that names serenity.

#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "serenity's enums grow with Discord"
)]

mod answers;
mod api;
mod backoff;
mod calls;
mod channels;
mod check;
mod connection;
mod delivery;
mod error;
mod gateway;
mod housing;
mod interaction;
mod members;
mod office;
mod permissions;
mod place;
mod poster;
mod prelude;
mod present;
mod register;
mod rights;
mod servers;
mod trouble;
mod unread;
mod watch;

use std::sync::atomic::{AtomicBool, Ordering};

use serenity::all::{Event, Interaction, Ready, ShardId};
use tokio::{runtime::Handle, sync::watch::Sender};

use self::{
    answers::Answering,
    api::Api,
    channels::Channels,
    gateway::{Client, Shards},
    members::Members,
    poster::Poster,
    prelude::*,
    rights::Rights,
};
use crate::messages::DrawingQueue;

pub use self::{
    backoff::Backoff, connection::Connection, error::DiscordError, place::DiscordMarkup,
};

/// Permissions that the bot asks for when it is invited: to see channels, send messages and files,
/// open threads and write in them, read the history.
const PERMISSIONS: u64 = 377_957_239_808;

/// Gap between two requests: forty a second, of the fifty that Discord takes.
const GAP: Duration = Duration::from_millis(25);

/// Time for what is under way when the program ends. Notices that are not told by then are in the
/// outbox, and told after the next start.
const DRAINING: Duration = Duration::from_secs(10);

/// Connects, and answers until `stop` ends. Then nothing new is taken, and what is under way is
/// finished, for ten seconds at most.
///
/// From the call on, before the future is polled, the responder's host takes nobody in Discord to be
/// reached until their shard is connected, and again when it is not.
///
/// # Errors
///
/// When Discord refuses the token or ends the connection for good, or cannot be reached for longer
/// than the connection has patience. What is under way is finished all the same.
pub fn run(
    responder: Responder,
    connection: Connection,
    stop: impl Future<Output = ()>,
) -> impl Future<Output = Result<(), DiscordError>> {
    let reach = responder.host().reach_over(place::shard);
    async move {
        tokio::pin!(stop);
        let gap = connection.is_limited().then_some(GAP);
        let api = Arc::new(Api::new(connection.http(), gap));
        let gateway = tokio::select! {
            gateway = gateway::ask(&api.http, &connection) => gateway?,
            () = &mut stop => return Ok(()),
        };
        let host = Arc::clone(responder.host());
        let channels = Arc::new(Channels::new(host, Arc::clone(&api)));
        let pictures = match &connection.pictures {
            Some(given) => Arc::clone(given),
            None => Arc::new(DrawingQueue::start().map_err(DiscordError::NoThread)?),
        };
        let office = Arc::new(Office {
            responder: responder.with_visibility(Arc::<Channels>::clone(&channels)),
            api,
            answers: connection.answers(),
            rights: Rights::default(),
            members: Members::default(),
            pictures,
            waits: connection.waits,
        });
        let shards = Shards::new(gateway.shards, connection.patience, Arc::clone(&reach));
        let shards = Arc::new(shards);
        let handler = Arc::new(Handler {
            office: Arc::clone(&office),
            channels,
            workers: Handle::current(),
            registered: AtomicBool::new(false),
            stopping: AtomicBool::new(false),
            answering: Sender::new(()),
            shards: Arc::clone(&shards),
        });
        let poster = Arc::new(Poster::new(office));
        let posting = tokio::spawn(Arc::clone(&poster).run());
        let taking = Arc::clone(&handler);
        let told = move |shard, event| taking.take(shard, event);
        let ended = match Client::open(&connection, gateway, told, shards).await {
            Err(error) => Err(error),
            Ok(mut client) => tokio::select! {
                lost = client.stay(connection.patience) => Err(lost),
                () = &mut stop => Ok(client),
            },
        };
        tracing::info!("stopping");
        handler.stopping.store(true, Ordering::SeqCst);
        // Moves that are made now are not heard.
        reach.close();
        let drained = async {
            tokio::join!(handler.answering.closed(), async {
                if let Ok(client) = &ended {
                    client.close().await;
                }
            });
            poster.stop();
            if let Err(error) = posting.await {
                tracing::error!(%error, "the poster broke down");
            }
        };
        if timeout(DRAINING, drained).await.is_err() {
            tracing::warn!(
                "not all could be finished in time; the outbox keeps what is to be told"
            );
        }
        ended.map(drop)
    }
}

/// Takes in what the gateway tells.
struct Handler {
    office: Arc<Office>,
    channels: Arc<Channels>,
    /// Does what is not the gateway's own business.
    workers: Handle,
    /// The commands are being registered, or have been.
    registered: AtomicBool,
    /// Nothing new is taken.
    stopping: AtomicBool,
    /// Has a receiver for each interaction that is being answered.
    answering: Sender<()>,
    shards: Arc<Shards>,
}

impl Handler {
    /// Takes in an event. serenity calls this in a task of its own for each.
    fn take(&self, shard: ShardId, event: Event) {
        let since = Instant::now();
        let begins = matches!(event, Event::Ready(_) | Event::Resumed(_));
        self.shards.hear(shard, begins);
        let channels = &self.channels;
        let ranks = |guild| channels.servers(|servers| servers.changed(guild).ranks = None);
        let room = |guild, id: ChannelId| {
            channels.servers(|servers| drop(servers.changed(guild).rooms.remove(&id)));
        };
        match event {
            Event::Ready(event) => self.ready(&event.ready),
            Event::GuildCreate(event) => {
                self.learn_language(event.guild.id, &event.guild.preferred_locale);
                channels.servers(|servers| servers.learn(&event.guild));
            }
            Event::GuildDelete(event) => {
                channels.servers(|servers| servers.forget(event.guild.id));
            }
            Event::GuildUpdate(event) => {
                self.learn_language(event.guild.id, &event.guild.preferred_locale);
                ranks(event.guild.id);
            }
            Event::GuildRoleCreate(event) => ranks(event.role.guild_id),
            Event::GuildRoleUpdate(event) => ranks(event.role.guild_id),
            Event::GuildRoleDelete(event) => ranks(event.guild_id),
            Event::ChannelCreate(event) => room(event.channel.guild_id, event.channel.id),
            Event::ChannelUpdate(event) => room(event.channel.guild_id, event.channel.id),
            Event::ChannelDelete(event) => room(event.channel.guild_id, event.channel.id),
            Event::ThreadCreate(event) => room(event.thread.guild_id, event.thread.id),
            Event::ThreadDelete(event) => room(event.thread.guild_id, event.thread.id),
            Event::InteractionCreate(event) => self.interaction(event.interaction, since),
            _ => {}
        }
    }

    /// Registers the commands, once for all shards.
    fn ready(&self, ready: &Ready) {
        let id = ready.application.id;
        self.office.api.http.set_application_id(id);
        self.office.answers.set_application_id(id);
        let scope = "bot%20applications.commands";
        tracing::info!(
            name = %ready.user.name,
            servers = ready.guilds.len(),
            "connected; invite with https://discord.com/oauth2/authorize?client_id={id}&permissions={PERMISSIONS}&scope={scope}"
        );
        if !self.registered.swap(true, Ordering::SeqCst) {
            let registering = register::keep_registering(Arc::clone(&self.office));
            self.workers.spawn(registering);
        }
    }

    /// Takes in the language of a server.
    fn learn_language(&self, guild: GuildId, locale: &str) {
        // Every place of a server tells the server.
        let place = place::place(Some(guild), ChannelId::new(guild.get()));
        self.office.hear(&place, Some(locale));
    }

    /// Answers an interaction that came in at this time, unless nothing new is taken.
    fn interaction(&self, interaction: Interaction, since: Instant) {
        let answering = self.answering.subscribe();
        if self.stopping.load(Ordering::SeqCst) {
            return;
        }
        let asked = Answering {
            office: Arc::clone(&self.office),
            interaction: Arc::new(interaction),
            since,
        };
        self.workers.spawn(async move {
            let inner = asked.clone();
            // In a task of its own, so that a panic is seen and answered.
            let answered = tokio::spawn(async move { inner.answer().await });
            if let Err(error) = answered.await {
                tracing::error!(%error, "answering an interaction failed");
                asked.apologize().await;
            }
            drop(answering);
        });
    }
}
