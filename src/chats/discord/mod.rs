//! Discord, over its gateway (serenity). The only code that names serenity.

#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "serenity's enums grow with Discord"
)]

mod answers;
mod calls;
mod channels;
mod check;
mod connection;
mod direct;
mod error;
mod gateway;
mod housing;
mod interaction;
mod later;
mod members;
mod permissions;
mod place;
mod poster;
mod present;
mod register;
mod rights;
mod servers;
mod trouble;
mod unread;
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
    all::{
        ChannelId, Context, EventHandler, Guild, GuildChannel, GuildId, Interaction, Message,
        PartialGuild, PartialGuildChannel, Ready, ResumedEvent, Role, RoleId, UnavailableGuild,
    },
    async_trait,
    http::Http,
};
use tokio::{
    runtime::Handle,
    sync::watch::Sender,
    time::{Instant, timeout},
};

use self::{
    answers::Answers,
    calls::Calls,
    channels::Channels,
    gateway::{Heard, Line},
    members::Members,
    poster::Poster,
    rights::Rights,
    waits::Pace,
};
use crate::{
    commands::Responder,
    host::Reach,
    messages::{DrawingQueue, Language},
};

pub use self::{connection::Connection, error::DiscordError, place::DiscordMarkup, waits::Waits};

/// What the bot asks to be allowed when it is invited: to see channels, send messages and files,
/// open threads and write in them, read the history.
const PERMISSIONS: u64 = 377_957_239_808;

/// What is left free between two requests: forty a second, of the fifty that Discord takes.
const GAP: Duration = Duration::from_millis(25);

/// How long what is under way may take when the program ends. What is not told by then is in the
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
    run_over(reach, responder, connection, stop)
}

async fn run_over(
    reach: Arc<Reach>,
    responder: Responder,
    connection: Connection,
    stop: impl Future<Output = ()>,
) -> Result<(), DiscordError> {
    tokio::pin!(stop);
    let http = Arc::new(connection.http());
    let gateway = tokio::select! {
        gateway = gateway::ask(&http, &connection) => gateway?,
        () = &mut stop => return Ok(()),
    };
    let rights = Arc::new(Rights::default());
    let pace = connection.is_limited().then(|| Arc::new(Pace::new(GAP)));
    let members = Members::new(
        Arc::clone(responder.host()),
        Arc::clone(&http),
        pace.clone(),
    );
    let channels = Channels::new(
        Arc::clone(responder.host()),
        Arc::clone(&http),
        pace.clone(),
    );
    let channels = Arc::new(channels);
    let responder = responder.with_visibility(Arc::<Channels>::clone(&channels));
    let responder = Arc::new(responder);
    let calls = Arc::new(Calls {
        responder: Arc::clone(&responder),
        members,
    });
    let pictures = match &connection.pictures {
        Some(given) => Arc::clone(given),
        None => Arc::new(DrawingQueue::start().map_err(DiscordError::NoThread)?),
    };
    let heard = Arc::new(Heard::new(gateway.shards, Arc::clone(&reach)));
    let handler = Arc::new(Handler {
        answers: Arc::new(Answers {
            responder: Arc::clone(&responder),
            http: connection.answers(),
            rights: Arc::clone(&rights),
            calls: Arc::clone(&calls),
            pictures: Arc::clone(&pictures),
        }),
        channels,
        http: Arc::clone(&http),
        waits: connection.waits,
        workers: Handle::current(),
        registered: AtomicBool::new(false),
        stopping: AtomicBool::new(false),
        running: Sender::new(0),
        heard: Arc::clone(&heard),
    });
    let poster = Poster::new(calls, http, rights, pictures, (connection.waits, pace));
    let poster = Arc::new(poster);
    let posting = tokio::spawn(Arc::clone(&poster).run());
    let ended = match Line::open(&connection, gateway, Arc::clone(&handler), heard).await {
        Err(error) => Err(error),
        Ok(mut line) => tokio::select! {
            lost = line.stay(connection.patience) => Err(lost),
            () = &mut stop => Ok(line),
        },
    };
    tracing::info!("stopping");
    handler.stopping.store(true, Ordering::SeqCst);
    // Whoever moves now is not heard.
    reach.close();
    let drained = async {
        tokio::join!(handler.drained(), async {
            if let Ok(line) = &ended {
                line.close().await;
            }
        });
        poster.stop();
        if let Err(error) = posting.await {
            tracing::error!(%error, "the poster broke down");
        }
    };
    if timeout(DRAINING, drained).await.is_err() {
        tracing::warn!("not all could be finished in time; the outbox keeps what is to be told");
    }
    ended.map(drop)
}

/// Takes in what the gateway tells.
struct Handler {
    answers: Arc<Answers>,
    channels: Arc<Channels>,
    http: Arc<Http>,
    waits: Waits,
    /// Does what is not the gateway's own business.
    workers: Handle,
    /// Whether the commands are being registered, or have been.
    registered: AtomicBool,
    /// Whether nothing new is taken.
    stopping: AtomicBool,
    /// How many interactions are being answered.
    running: Sender<usize>,
    heard: Arc<Heard>,
}

/// An interaction that is being answered, for as long as this lives.
struct Running(Sender<usize>);

impl Running {
    fn begin(running: &Sender<usize>) -> Running {
        running.send_modify(|running| *running += 1);
        Running(running.clone())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.0.send_modify(|running| *running -= 1);
    }
}

impl Handler {
    /// Takes in in which language a server is.
    fn learn_language(&self, guild: GuildId, locale: &str) {
        // Every place of a server tells the server.
        let place = place::place(Some(guild), ChannelId::new(guild.get()));
        let language = Language::of_locale(locale);
        self.answers.responder.locales().report(&place, language);
    }

    /// Takes in that a server has another owner, or other roles.
    fn ranks_changed(&self, ctx: &Context, guild: GuildId) {
        self.heard.hear(ctx.shard_id);
        self.channels
            .servers(|servers| servers.ranks_changed(guild));
    }

    /// Takes in that a channel or thread has come, changed or gone.
    fn room_changed(&self, ctx: &Context, guild: GuildId, id: ChannelId) {
        self.heard.hear(ctx.shard_id);
        self.channels
            .servers(|servers| servers.room_changed(guild, id));
    }

    /// Waits until every interaction that came in has been answered.
    async fn drained(&self) {
        let mut running = self.running.subscribe();
        // There is a sender as long as there is a handler.
        let _ = running.wait_for(|running| *running == 0).await;
    }
}

#[async_trait]
impl EventHandler for Handler {
    async fn ready(&self, ctx: Context, ready: Ready) {
        self.heard.begin(ctx.shard_id);
        let id = ready.application.id;
        self.http.set_application_id(id);
        self.answers.http.set_application_id(id);
        let scope = "bot%20applications.commands";
        tracing::info!(
            name = %ready.user.name,
            servers = ready.guilds.len(),
            "connected; invite with https://discord.com/oauth2/authorize?client_id={id}&permissions={PERMISSIONS}&scope={scope}"
        );
        if !self.registered.swap(true, Ordering::SeqCst) {
            let (http, responder) = (Arc::clone(&self.http), Arc::clone(&self.answers.responder));
            self.workers
                .spawn(register::keep_registering(http, responder, self.waits));
        }
    }

    async fn resume(&self, ctx: Context, _: ResumedEvent) {
        self.heard.begin(ctx.shard_id);
    }

    async fn guild_create(&self, ctx: Context, guild: Guild, _: Option<bool>) {
        self.heard.hear(ctx.shard_id);
        self.learn_language(guild.id, &guild.preferred_locale);
        self.channels.servers(|servers| servers.learn(&guild));
    }

    async fn guild_delete(&self, ctx: Context, gone: UnavailableGuild, _: Option<Guild>) {
        self.heard.hear(ctx.shard_id);
        self.channels.servers(|servers| servers.forget(gone.id));
    }

    async fn guild_update(&self, ctx: Context, _: Option<Guild>, guild: PartialGuild) {
        self.heard.hear(ctx.shard_id);
        self.learn_language(guild.id, &guild.preferred_locale);
        self.ranks_changed(&ctx, guild.id);
    }

    async fn guild_role_create(&self, ctx: Context, role: Role) {
        self.ranks_changed(&ctx, role.guild_id);
    }

    async fn guild_role_update(&self, ctx: Context, _: Option<Role>, role: Role) {
        self.ranks_changed(&ctx, role.guild_id);
    }

    async fn guild_role_delete(&self, ctx: Context, guild: GuildId, _: RoleId, _: Option<Role>) {
        self.ranks_changed(&ctx, guild);
    }

    async fn channel_create(&self, ctx: Context, channel: GuildChannel) {
        self.room_changed(&ctx, channel.guild_id, channel.id);
    }

    async fn channel_update(&self, ctx: Context, _: Option<GuildChannel>, channel: GuildChannel) {
        self.room_changed(&ctx, channel.guild_id, channel.id);
    }

    async fn channel_delete(&self, ctx: Context, gone: GuildChannel, _: Option<Vec<Message>>) {
        self.room_changed(&ctx, gone.guild_id, gone.id);
    }

    async fn thread_create(&self, ctx: Context, thread: GuildChannel) {
        self.room_changed(&ctx, thread.guild_id, thread.id);
    }

    async fn thread_delete(
        &self,
        ctx: Context,
        gone: PartialGuildChannel,
        _: Option<GuildChannel>,
    ) {
        self.room_changed(&ctx, gone.guild_id, gone.id);
    }

    async fn interaction_create(&self, ctx: Context, interaction: Interaction) {
        let since = Instant::now();
        self.heard.hear(ctx.shard_id);
        let running = Running::begin(&self.running);
        if self.stopping.load(Ordering::SeqCst) {
            return;
        }
        let answers = Arc::clone(&self.answers);
        self.workers.spawn(async move {
            let _running = running;
            answer(answers, Arc::new(interaction), since).await;
        });
    }
}

/// Answers an interaction, also when answering it panics.
async fn answer(answers: Arc<Answers>, interaction: Arc<Interaction>, since: Instant) {
    let answering = {
        let (answers, interaction) = (Arc::clone(&answers), Arc::clone(&interaction));
        // In a task of its own, so that a panic is seen and answered.
        tokio::spawn(async move { answers.answer(&interaction, since).await })
    };
    if let Err(error) = answering.await {
        tracing::error!(%error, "answering an interaction failed");
        answers.apologize(&interaction, since).await;
    }
}
