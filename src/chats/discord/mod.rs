//! Discord, over its gateway (twilight) and its HTTP interface (serenity). The only code that names
//! either.

#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "serenity's enums grow with Discord"
)]

mod answers;
mod bot;
mod error;
mod gateway;
mod message;
mod messenger;
mod place;
mod prelude;
mod reading;
mod register;
mod requests;
mod servers;

use std::{
    collections::HashSet,
    sync::atomic::{AtomicBool, Ordering},
};

use serenity::all::{Interaction, InteractionId};
use tokio::sync::watch::Sender;

use self::{
    answers::{
        UnderWay, Waiting,
        backlog::{InteractionQueue, Urgency},
        begin, explain,
    },
    bot::{Spoken, keep_probing},
    gateway::Client,
    prelude::*,
    reading::{
        event::{Event, SessionStart, Unclear},
        modal,
    },
    requests::api::Api,
    servers::{
        DescribedServer,
        channels::Channels,
        deleted::{drop_until_known, may_lack, names_channel, names_role},
        greeting,
        guilds::Guilds,
        members::Members,
        rights::Rights,
    },
};
use crate::{
    commands::command_of,
    delivery::{Failure, Manner, Poster},
    host::Connectivity,
    matchplay::Server,
    messages::DrawingQueue,
};

/// The command that makes moves.
const MOVE: &str = "move";

pub use self::{error::DiscordError, gateway::connection::Connection, place::DiscordMarkup};
pub use crate::delivery::Backoff;

/// Gap between two requests: forty a second, of the fifty that Discord takes.
const GAP: Duration = Duration::from_millis(25);

/// Time for what is under way when the program ends. Notices that are not told by then are in the
/// outbox, and told after the next start.
const DRAINING: Duration = Duration::from_secs(8);

/// Connects, and answers until `stop` ends. Then nothing new is taken, and what is under way is
/// finished, for eight seconds at most.
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
        let api = Arc::new(Api::new(connection.requests(Arc::clone(&reach)), gap));
        let gateway = tokio::select! {
            gateway = gateway::ask(&api.requests, &connection) => gateway?,
            () = &mut stop => return Ok(()),
        };
        let outbox = responder.host().outbox(place::REALM).await?;
        let handler = Arc::new(Handler::new(responder, api, &connection, &reach)?);
        let delivery = &handler.delivery;
        let probing = tokio::spawn(keep_probing(Arc::clone(delivery)));
        let poster = Arc::new(Poster::new(Arc::clone(delivery)));
        let posting = tokio::spawn(Arc::clone(&poster).run(outbox));
        let taking = Arc::clone(&handler);
        let told = move |event| taking.take(event);
        let mut client = Client::open(&connection, &gateway, told, Arc::clone(&reach));
        let ended = tokio::select! {
            lost = client.stay(connection.patience) => Err(lost),
            () = &mut stop => Ok(()),
        };
        tracing::info!("stopping");
        probing.abort();
        delivery.tries.stopping.send_replace(true);
        handler.backlog.close();
        // Moves that are made now are not heard.
        reach.close();
        let drained = async {
            tokio::join!(handler.answering.closed(), client.close());
            poster.stop();
            if let Err(error) = posting.await {
                tracing::error!(error = %causes(&error), "the poster broke down");
            }
        };
        if timeout(DRAINING, drained).await.is_err() {
            tracing::warn!(
                "not all could be finished in time; the outbox keeps what is to be told"
            );
        }
        ended
    }
}

/// Returns true if an interaction makes a move, or begins one.
fn is_move(interaction: &Interaction) -> bool {
    match interaction {
        Interaction::Command(asked) => asked.data.name == MOVE,
        Interaction::Component(asked) => command_of(&asked.data.custom_id) == Some(MOVE),
        Interaction::Modal(asked) => command_of(&asked.data.custom_id) == Some(MOVE),
        _ => false,
    }
}

/// Takes in what the gateway tells.
struct Handler {
    delivery: Arc<BotDelivery>,
    channels: Arc<Channels>,
    /// The commands are being registered, or have been.
    registered: AtomicBool,
    /// The interactions that are under way.
    under_way: Arc<Mutex<HashSet<InteractionId>>>,
    /// Has a receiver for each interaction that is being answered.
    answering: Sender<()>,
    /// The interactions that wait for their turn.
    backlog: Arc<InteractionQueue<Waiting>>,
}

impl Handler {
    /// Returns what answers and tells over these requests.
    fn new(
        responder: Responder,
        api: Arc<Api>,
        connection: &Connection,
        reach: &Arc<Connectivity>,
    ) -> Result<Handler, DiscordError> {
        let host = Arc::clone(responder.host());
        let channels = Arc::new(Channels::new(Arc::clone(&host), Arc::clone(&api)));
        let pictures = match &connection.pictures {
            Some(given) => Arc::clone(given),
            None => Arc::new(DrawingQueue::start().map_err(DiscordError::NoThread)?),
        };
        let bot = Bot {
            host,
            api,
            answers: connection.answers(Arc::clone(reach)),
            rights: Rights::default(),
            members: Members::default(),
            guilds: Guilds::default(),
            spoken: Spoken::default(),
        };
        let manner = Manner {
            pictures,
            waits: connection.waits,
            ping_gap: connection.ping_gap,
        };
        let responder = responder.with_visibility(Arc::<Channels>::clone(&channels));
        let delivery = BotDelivery::new(bot, responder, Arc::clone(reach), manner);
        Ok(Handler {
            delivery: Arc::new(delivery),
            channels,
            registered: AtomicBool::new(false),
            under_way: Arc::default(),
            answering: Sender::new(()),
            backlog: InteractionQueue::new(begin),
        })
    }

    /// Takes in an event. The next one of its shard waits until it returns.
    fn take(&self, event: Event) {
        let channels = &self.channels;
        match event {
            Event::Ready(ready) => self.ready(&ready),
            Event::Resumed => {}
            Event::Interaction(interaction, modal) => {
                self.interaction(*interaction, modal, Instant::now());
            }
            Event::Unclear(unclear) => self.unclear(unclear),
            Event::ServerCame(server) => self.server_came(*server),
            Event::ServerGone { guild, outage } => {
                channels.servers(|servers| servers.forget(guild));
                let server = place::server(guild);
                if outage {
                    self.delivery.tries.reach.lose_server(&server);
                } else {
                    // A manager who removes the bot stops no clock.
                    self.delivery.tries.reach.forget_server(&server);
                    self.delivery.messenger.guilds.left(guild);
                }
            }
            Event::ServerChanged(server) => {
                self.delivery.learn_language(&server);
                channels.servers(|servers| servers.changed(server.id).ranks = None);
            }
            Event::RolesChanged(guild) => {
                channels.servers(|servers| servers.changed(guild).ranks = None);
            }
            Event::RoleGone(guild, role) => {
                channels.servers(|servers| servers.changed(guild).ranks = None);
                // A server may delete hundreds, of which its settings name two at most.
                if names_role(&self.delivery, guild, role) {
                    tokio::spawn(drop_until_known(Arc::clone(&self.delivery), guild));
                }
            }
            Event::RoomChanged(guild, room) => {
                channels.servers(|servers| servers.room_changed(guild, room));
                self.delivery.messenger.rights.forget_kind(room);
            }
            Event::ThreadChanged(thread) => {
                if let (Some(guild), Some(locked)) = (thread.guild_id, thread.is_locked()) {
                    self.thread_locked(guild, thread.id, locked);
                }
            }
            Event::RoomGone(guild, room) => {
                channels.servers(|servers| servers.room_changed(guild, room));
                self.room_gone(guild, room);
            }
        }
    }

    /// Takes in whether a thread is locked.
    fn thread_locked(&self, guild: GuildId, thread: ChannelId, locked: bool) {
        let thread = place::place(Some(guild), thread);
        self.delivery.messenger.note_lock(&thread, locked);
    }

    /// Takes in that a channel or thread was deleted: its match goes on elsewhere, and settings that name it
    /// are changed.
    fn room_gone(&self, guild: Option<GuildId>, room: ChannelId) {
        let Some(guild) = guild else {
            return;
        };
        let (delivery, gone) = (&self.delivery, place::place(Some(guild), room));
        delivery.note_thread(&gone, &Err(Failure::Gone));
        if names_channel(delivery, guild, room) {
            tokio::spawn(drop_until_known(Arc::clone(delivery), guild));
        }
    }

    /// Takes in a server that has come: asks Discord for what it does not say, and greets it if it is new.
    /// One that Discord itself cannot reach comes again.
    fn server_came(&self, server: DescribedServer) {
        let id = server.id;
        self.delivery.learn_language(&server);
        let host = self.delivery.responder.host();
        if !server.unavailable {
            self.delivery.tries.reach.regain_server(&place::server(id));
            self.channels.servers(|servers| servers.learn(&server));
            host.forget_locked(&Server::new(&place::server(id)));
            for thread in server.threads.iter().flatten() {
                self.thread_locked(id, thread.id, thread.is_locked());
            }
            let shown = server.threads.iter().flatten();
            let shown = shown.map(|thread| place::place(Some(id), thread.id));
            let looking = Arc::clone(&self.delivery);
            let looking = looking.look_for_threads(place::of_server(id), shown.collect());
            tokio::spawn(looking);
            if may_lack(&self.delivery, &server) {
                tokio::spawn(drop_until_known(Arc::clone(&self.delivery), id));
            }
        }
        let mut lately = greeting::is_due(host, &server);
        if let Some(joined) = greeting::unnoted(host, &server).filter(|_| lately) {
            lately = false;
            let delivery = Arc::clone(&self.delivery);
            tokio::spawn(async move { greeting::note(&delivery, id, joined).await });
        }
        if !self.delivery.messenger.guilds.arrived(id, lately) && server.is_whole() {
            return;
        }
        let delivery = Arc::clone(&self.delivery);
        tokio::spawn(async move {
            if let Some(server) = greeting::whole(&delivery, server).await {
                delivery.learn_language(&server);
                greeting::greet(&delivery, &server).await;
            }
        });
    }

    /// Registers the commands, once for all shards.
    fn ready(&self, ready: &SessionStart) {
        let guilds = ready.guilds.as_deref();
        let guilds = guilds.map(|guilds| guilds.iter().map(|guild| guild.id).collect::<Vec<_>>());
        // Each comes by itself, unless it is away.
        for server in guilds.iter().flatten() {
            self.delivery
                .tries
                .reach
                .lose_server(&place::server(*server));
        }
        let servers = guilds.as_ref().map(Vec::len);
        self.delivery.messenger.guilds.learn(guilds);
        let name = ready.user.as_ref().map(|user| user.username.as_str());
        if let Some(user) = &ready.user {
            // A later connection says the same.
            let _ = self.delivery.messenger.api.own.set(user.id);
        }
        let Some(id) = ready.application.as_ref().map(|one| one.id) else {
            tracing::info!(name, servers, "connected");
            return;
        };
        self.delivery.messenger.answers.learn_application(id);
        tracing::info!(
            name,
            servers,
            "connected; invite with {}",
            place::invitation(id)
        );
        if !self.registered.swap(true, Ordering::SeqCst) {
            let registering = register::keep_registering(Arc::clone(&self.delivery), id);
            tokio::spawn(registering);
        }
    }

    /// Answers somebody who asked for something that cannot be understood.
    fn unclear(&self, unclear: Unclear) {
        // Counted first: whoever stops and finds nothing under way would leave it unanswered.
        let answering = self.answering.subscribe();
        if *self.delivery.tries.stopping.borrow() {
            return;
        }
        let delivery = Arc::clone(&self.delivery);
        tokio::spawn(async move {
            explain(&delivery, &unclear).await;
            drop(answering);
        });
    }

    /// Answers an interaction that came in at this time, unless nothing new is taken.
    fn interaction(
        &self,
        interaction: Interaction,
        sent: Option<modal::FilledModal>,
        since: Instant,
    ) {
        // Before it is looked whether everything stops, so that this is waited for then.
        let id = interaction.id();
        if self.delivery.messenger.answers.application().is_none() {
            // The beginning of the session did not say it.
            let application = interaction.application_id();
            self.delivery
                .messenger
                .answers
                .learn_application(application);
        }
        let Some(under_way) = UnderWay::begin(id, &self.under_way, &self.answering) else {
            return;
        };
        if *self.delivery.tries.stopping.borrow() {
            return;
        }
        let urgency = if is_move(&interaction) {
            Urgency::Move
        } else {
            Urgency::Other
        };
        let asked = Waiting {
            delivery: Arc::clone(&self.delivery),
            interaction: Box::new(interaction),
            modal: sent,
            since,
            under_way,
        };
        self.backlog.enter(urgency, since, asked);
    }
}
