//! The server, and all that a test can do with it.

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use axum::{Extension, Router, extract::connect_info::Connected, routing, serve::IncomingStream};
use tokio::{net::TcpListener, task::JoinHandle};

use crate::{
    Snowflake,
    answer::{Answer, Pending},
    connection::{Cut, Listener, Port},
    fault::{Chance, Fault, Held, Hold, Planned, Trouble},
    gateway::{self, Order, Resume},
    guild::{self, Channel, Guild},
    interaction::{self, Interaction},
    judge::limits,
    message::Message,
    rate::Breach,
    rest, routes,
    state::State,
    tls::{Tls, TlsListener},
    user::User,
    violation::{Refusal, Violation},
    world::World,
};

/// A Discord on loopback, for as long as this value lives.
#[derive(Debug)]
pub struct FakeDiscord {
    pub(crate) state: Arc<State>,
    tasks: Vec<JoinHandle<()>>,
    all: Cut,
    tls: Option<Tls>,
}

impl FakeDiscord {
    /// Starts on a free port.
    ///
    /// # Panics
    ///
    /// When no port is free, or outside a tokio runtime.
    pub async fn start() -> Self {
        match Self::start_on(0).await {
            Ok(discord) => discord,
            Err(error) => panic!("no port is free on loopback: {error}"),
        }
    }

    /// Starts on a given port.
    ///
    /// # Errors
    ///
    /// When the port is taken.
    pub async fn start_on(port: u16) -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", port)).await?;
        let state = Arc::new(State::new(listener.local_addr()?.port()));
        let all = Cut::default();
        let mut discord = Self {
            state,
            tasks: Vec::new(),
            all,
            tls: None,
        };
        let listener = discord.listener(listener);
        discord.serve(listener);
        Ok(discord)
    }

    /// Starts as [`FakeDiscord::start`] does, and is `discord.com` besides: it answers the same
    /// over TLS at [`FakeDiscord::tls`], for clients whose rate limiter is on. The gateway's
    /// address stays a plain `ws://127.0.0.1`.
    ///
    /// ```no_run
    /// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
    /// let discord = fake_discord::FakeDiscord::start_tls().await;
    /// let tls = discord.tls();
    /// let client = reqwest::Client::builder()
    ///     .resolve("discord.com", tls.address)
    ///     .add_root_certificate(reqwest::Certificate::from_pem(tls.certificate.as_bytes())?)
    ///     .build()?;
    /// let http = serenity::http::HttpBuilder::new("a-token").client(client).build();
    /// # drop(http);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Panics
    ///
    /// When no port is free, no certificate can be made, or outside a tokio runtime.
    pub async fn start_tls() -> Self {
        let mut discord = Self::start().await;
        match discord.add_tls().await {
            Ok(()) => discord,
            Err(error) => panic!("no TLS on loopback: {error}"),
        }
    }

    async fn add_tls(&mut self) -> io::Result<()> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let (listener, tls) = TlsListener::new(self.listener(listener))?;
        self.serve(listener);
        self.tls = Some(tls);
        Ok(())
    }

    fn listener(&self, listener: TcpListener) -> Listener {
        let all = self.all.clone();
        Listener { listener, all }
    }

    /// Serves connections until this value is dropped.
    fn serve<L>(&mut self, listener: L)
    where
        L: axum::serve::Listener<Addr = SocketAddr>,
        Cut: for<'a> Connected<IncomingStream<'a, L>>,
    {
        let router = Router::new()
            .route("/", routing::get(gateway::connect))
            .route(gateway::RESUMING, routing::get(gateway::connect))
            .fallback(rest::serve)
            .layer(Extension(Port(self.state.port)))
            .with_state(Arc::clone(&self.state))
            .into_make_service_with_connect_info::<Cut>();
        self.tasks.push(tokio::spawn(async move {
            // It serves until the task is aborted.
            let _never = axum::serve(listener, router).await;
        }));
    }

    /// Returns how a client finds this server as `discord.com`.
    ///
    /// # Panics
    ///
    /// If it was not started by [`FakeDiscord::start_tls`].
    #[must_use]
    pub fn tls(&self) -> &Tls {
        let Some(tls) = &self.tls else {
            panic!("this Discord does not speak TLS: it was not started by start_tls")
        };
        tls
    }

    /// Returns the origin for the bot's `discord.api_url`.
    #[must_use]
    pub fn api_url(&self) -> String {
        format!("http://127.0.0.1:{}", self.state.port)
    }

    /// Returns the port it listens on.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.state.port
    }

    /// Makes a server with the bot in it.
    #[must_use]
    pub fn guild(&self, name: &str) -> Guild {
        guild::new_guild(&self.state, name, true)
    }

    /// Makes a person who is not in any server yet.
    #[must_use]
    pub fn user(&self, name: &str) -> User {
        guild::new_user(&self.state, name)
    }

    /// Returns a handle on a channel or thread.
    ///
    /// # Panics
    ///
    /// When there is none with this id.
    #[track_caller]
    #[must_use]
    pub fn channel(&self, id: Snowflake) -> Channel {
        let there = self.look(|world| world.channel(id).is_some());
        assert!(there, "there is no channel {id}");
        Channel {
            state: Arc::clone(&self.state),
            id,
        }
    }

    /// Gives access to everything that is known.
    pub fn look<T>(&self, look: impl FnOnce(&World) -> T) -> T {
        self.state.look(look)
    }

    /// Waits until `found` finds something. `what` names it in the message of a failure.
    ///
    /// # Panics
    ///
    /// When it finds nothing within the patience.
    pub async fn wait_for<T>(&self, what: &str, found: impl FnMut(&World) -> Option<T>) -> T {
        self.state.wait_for(what, found).await
    }

    /// Waits until `holds` returns true. `what` names the condition in the message of a failure.
    ///
    /// # Panics
    ///
    /// When it does not within the patience.
    pub async fn wait_until(&self, what: &str, mut holds: impl FnMut(&World) -> bool) {
        self.state
            .wait_for(what, |world| holds(world).then_some(()))
            .await;
    }

    /// Sets how long waiting may take; 20 seconds by default.
    pub fn set_patience(&self, patience: Duration) {
        self.state.change(|world| world.patience = patience);
    }

    /// Sets how soon coming interactions must be answered; within three seconds by default.
    pub fn set_first_answer(&self, time: Duration) {
        self.state.change(|world| world.first_answer = time);
    }

    /// Waits until a bot is connected and commands are registered.
    pub async fn bot_ready(&self) {
        self.wait_until("a bot with commands", |world| {
            let mut commands = world.commands().iter();
            world.bot_connected() && commands.any(|command| command["type"] == 1)
        })
        .await;
    }

    /// Switches the application's Activities on or off, as its owner does in the developer portal.
    /// While they are on, every table of commands must contain a command of type 4.
    pub fn set_activities(&self, on: bool) {
        self.state.change(|world| routes::set_activities(world, on));
    }

    /// Waits until no bot is connected.
    pub async fn bot_gone(&self) {
        self.wait_until("the bot to go", |world| !world.bot_connected())
            .await;
    }

    /// Waits until a deferred answer is filled, and returns the message.
    pub async fn filled(&self, answer: &Answer) -> Message {
        let id = answer.message;
        self.wait_for("a deferred answer to be filled", |world| {
            world
                .message(id?)
                .filter(|message| !message.deferred)
                .cloned()
        })
        .await
    }

    /// Sends an interaction again, with the same id and token. Returns what the bot tries to
    /// answer, even if that is refused because the first answer was accepted.
    pub fn deliver_again(&self, interaction: &Interaction) -> Pending {
        interaction::send_again(&self.state, interaction)
    }

    /// Lets an interaction's token expire, as if fifteen minutes had passed.
    pub fn expire(&self, interaction: &Interaction) {
        self.age_interaction(interaction, limits::TOKEN);
    }

    /// Makes an interaction older, to save waiting. First answers are accepted until it is three
    /// seconds old, later ones until it is fifteen minutes old.
    pub fn age_interaction(&self, interaction: &Interaction, by: Duration) {
        self.state.change(|world| {
            if let Some(record) = world.record_mut(interaction.id) {
                record.aged += by;
            }
        });
    }

    /// Makes a message older than an hour and edited too often: further edits are refused with
    /// 30046. [`FakeDiscord::pass`] makes all messages older.
    pub fn age_message(&self, message: impl Into<Snowflake>) {
        let id = message.into();
        self.state.change(|world| {
            if let Some(message) = world.messages.get_mut(&id) {
                message.aged = true;
            }
        });
    }

    /// Deletes a message, as a moderator does.
    pub fn delete_message(&self, message: impl Into<Snowflake>) {
        let id = message.into();
        self.state.change(|world| routes::remove(world, id));
    }

    /// Returns the violations so far.
    #[must_use]
    pub fn violations(&self) -> Vec<Violation> {
        self.look(|world| world.violations().to_vec())
    }

    /// Returns the violations so far and forgets them.
    #[must_use]
    pub fn take_violations(&self) -> Vec<Violation> {
        self.state
            .change(|world| std::mem::take(&mut world.violations))
    }

    /// Returns the refusals that were not the bot's fault.
    #[must_use]
    pub fn refusals(&self) -> Vec<Refusal> {
        self.look(|world| world.refusals().to_vec())
    }

    /// Plans a fault for the next request whose route fits a pattern, such as `POST
    /// /channels/*/messages`. The gateway's connection is `GET /`.
    pub fn fail_next(&self, route: &str, fault: Fault) {
        self.fail_times(route, fault, 1);
    }

    /// Plans a fault for the next `times` requests whose route fits.
    pub fn fail_times(&self, route: &str, fault: Fault, times: usize) {
        let planned = Planned {
            route: route.to_owned(),
            fault,
            times,
        };
        if times > 0 {
            self.state.change(|world| world.faults.push(planned));
        }
    }

    /// Hits about one in `one_in` of the requests whose route fits with one of these faults, by
    /// chance, which `seed` makes repeatable. Planned faults come first.
    pub fn fail_some(&self, route: &str, faults: &[Fault], one_in: usize, seed: u64) {
        let trouble = Trouble {
            route: route.to_owned(),
            faults: faults.to_vec(),
            chance: Chance::new(one_in, seed),
        };
        self.state.change(|world| world.troubles.push(trouble));
    }

    /// Cancels all planned and random faults.
    pub fn clear_faults(&self) {
        self.state.change(|world| {
            world.faults.clear();
            world.troubles.clear();
        });
    }

    /// Allows `count` requests in each `period` on every route that fits, counted separately for
    /// each channel, each server and each webhook. Answers on such routes say in their headers how
    /// much is left; a request too many is answered 429 and is one of the
    /// [`FakeDiscord::breaches`]. If several limits fit, the one set first counts. First answers
    /// to interactions are never limited. By default there are no limits.
    pub fn limit(&self, route: &str, count: u32, period: Duration) {
        self.state
            .change(|world| world.rates.limit(route, count, period));
    }

    /// Allows `count` requests in each `period` over all routes; Discord allows 50 in a second.
    /// Answers to interactions are not counted, neither first nor later ones.
    pub fn limit_all(&self, count: u32, period: Duration) {
        self.state
            .change(|world| world.rates.limit_all(count, period));
    }

    /// Removes all rate limits.
    pub fn clear_limits(&self) {
        self.state.change(|world| world.rates.clear());
    }

    /// Returns the requests that exceeded a limit, in order.
    #[must_use]
    pub fn breaches(&self) -> Vec<Breach> {
        self.look(|world| world.rates.breaches.clone())
    }

    /// Holds back requests whose route fits.
    #[must_use]
    pub fn hold(&self, route: &str) -> Hold {
        let id = self.state.change(|world| {
            world.next_hold += 1;
            let id = world.next_hold;
            world.holds.push(Held {
                id,
                route: route.to_owned(),
                caught: 0,
            });
            id
        });
        Hold {
            state: Arc::clone(&self.state),
            id,
        }
    }

    /// Breaks every gateway connection without a close frame.
    pub fn drop_gateway(&self) {
        self.state.change(|world| world.end_all(|| Order::Drop));
    }

    /// Closes every gateway connection with a code such as 4004, 4013 or 4014.
    pub fn close_gateway(&self, code: u16) {
        self.state
            .change(|world| world.end_all(|| Order::Close(code)));
    }

    /// Asks every bot to reconnect and resume.
    pub fn ask_to_reconnect(&self) {
        let order = || Order::Text(r#"{"op":7,"d":null}"#.to_owned());
        self.state.change(|world| world.order_all(order));
    }

    /// Sends every bot this frame as it is.
    pub fn send_frame(&self, text: &str) {
        let order = || Order::Text(text.to_owned());
        self.state.change(|world| world.order_all(order));
    }

    /// Sets what happens to a bot that wants to resume; by default it gets the events it missed.
    pub fn on_resume(&self, resume: Resume) {
        self.state.change(|world| world.resume = resume);
    }

    /// Sets the time between heartbeats for coming connections.
    pub fn set_heartbeat(&self, interval: Duration) {
        self.state.change(|world| world.heartbeat = interval);
    }

    /// Sets the number of connections to the gateway that bots are told to make; 1 by default.
    pub fn set_shards(&self, shards: u64) {
        self.state.change(|world| world.shards = shards);
    }

    /// Stops acknowledging heartbeats, or starts again.
    pub fn ignore_heartbeats(&self, ignore: bool) {
        self.state.change(|world| world.deaf_to_heartbeats = ignore);
    }

    /// Closes the connection of every bot that identifies itself, with a code such as 4011, or
    /// accepts them again.
    pub fn turn_away(&self, code: Option<u16>) {
        self.state.change(|world| world.turning_away = code);
    }

    /// Accepts only this token; others are answered with 4004 and 401.
    pub fn accept_only(&self, token: &str) {
        self.state
            .change(|world| world.only_token = Some(token.to_owned()));
    }

    /// Keeps only about this many of the newest messages that everybody sees, of ephemeral
    /// messages, of finished interactions, and of refusals, for long runs. By default everything is
    /// kept. The number must be well above what a test looks at or waits for at one time.
    pub fn keep_last(&self, count: usize) {
        self.state.change(|world| world.keep = Some(count));
    }

    /// Keeps the bytes of files, or only their lengths, for long runs.
    pub fn keep_file_bytes(&self, keep: bool) {
        self.state.change(|world| world.keep_bytes = keep);
    }
}

impl Drop for FakeDiscord {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
        self.all.cut();
        self.state.change(|world| world.end_all(|| Order::Drop));
    }
}
