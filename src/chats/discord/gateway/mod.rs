//! The connection to Discord's gateway: begun with what Discord says, watched, ended.

pub(super) mod connection;
mod unread;
mod watch;

use std::{error::Error, panic::AssertUnwindSafe};

use futures_util::{FutureExt, StreamExt};
use serenity::all::{BotGateway, Route};
use tokio::{
    sync::watch::{Receiver, Sender},
    task::JoinSet,
    time::{MissedTickBehavior, interval, sleep},
};
use twilight_gateway::{
    CloseFrame, Config, ConfigBuilder, Message, Shard, ShardId, ShardState,
    error::ReceiveMessageErrorType,
};

use self::{unread::Unread, watch::Watch};
use super::{
    Connection, DiscordError,
    prelude::*,
    reading::{
        event::{self, Event, Frame},
        fields,
    },
    requests::{self, DiscordRequests},
};
use crate::{
    delivery::{Backoff, roll},
    host::Connectivity,
};

/// Lateness of a look that nobody could take, since the process stood still.
const LATE: Duration = Duration::from_secs(5);

/// Most time from the begin of a connection until the gateway speaks, and the part of the patience
/// that it may take.
const GREETING: Duration = Duration::from_secs(15);
const PART_FOR_GREETING: u32 = 4;

/// Number of connections in a row that may come to nothing without a wait before the next one, and
/// the waits after that.
const FREE_TRIES: u32 = 2;
const WAITS: Backoff = Backoff::new(Duration::from_secs(1), Duration::from_secs(8));

/// Most connections that are opened, whatever number is named. Each is enough for thousands of servers.
const MOST_SHARDS: u32 = 4_096;

/// Most time for saying goodbye.
const GOODBYE: Duration = Duration::from_secs(1);

/// Asks where the gateway is and how many connections it wants, again and again for as long as the
/// patience lasts, unless the token is wrong.
pub(super) async fn ask(
    requests: &DiscordRequests,
    connection: &Connection,
) -> Result<BotGateway, DiscordError> {
    let begun = Instant::now();
    for before in 0.. {
        let asked = requests.get(Route::GatewayBot, &[]).await;
        let asked: RequestResult<BotGateway> = asked.and_then(|answer| {
            let kept = fields::keep(&answer, fields::GATEWAY)?;
            serde_json::from_value(kept).map_err(|_| RequestError::Unreadable("(all)".to_owned()))
        });
        let error = match asked {
            Ok(gateway) if gateway.session_start_limit.remaining == 0 => {
                let wait = Duration::from_millis(gateway.session_start_limit.reset_after);
                return Err(DiscordError::UsedUp(wait));
            }
            Ok(gateway) => return Ok(gateway),
            Err(error) => error,
        };
        tracing::warn!(error = %causes(&error), "Discord does not say where its gateway is");
        if matches!(error, RequestError::Refused { status: 401, .. }) {
            return Err(DiscordError::Token);
        }
        let wait = connection.waits.jittered(before, roll());
        let wait = wait.max(error.wait());
        if begun.elapsed() + wait > connection.patience {
            break;
        }
        sleep(wait).await;
    }
    Err(DiscordError::Silent(connection.patience))
}

/// The connections to the gateway: watched, and made known to the host.
#[derive(Debug)]
struct Shards {
    watch: Mutex<Watch>,
    reach: Arc<Connectivity>,
}

impl Shards {
    /// Begins to watch so many.
    fn new(shards: u32, patience: Duration, reach: Arc<Connectivity>) -> Shards {
        reach.open(shards as usize);
        Shards {
            watch: Mutex::new(Watch::new(shards, patience, Instant::now())),
            reach,
        }
    }

    /// Takes in an event of a shard: `begins` says that its session has begun or goes on.
    fn hear(&self, shard: usize, begins: bool) {
        locked(&self.watch).hear(shard, Instant::now());
        if begins {
            self.reach.begin(shard);
        } else {
            self.reach.hear(shard);
        }
    }

    /// Takes in that a heartbeat of a shard has come back.
    fn beat(&self, shard: usize) {
        if locked(&self.watch).beat(shard, Instant::now()) {
            self.reach.hear(shard);
        }
    }

    /// Takes in that a connection of a shard is over.
    fn end(&self, shard: usize) {
        locked(&self.watch).end(shard, Instant::now());
        self.reach.lose(shard);
    }

    /// Looks at them again and again until there is no hope.
    async fn lost(&self, patience: Duration) -> DiscordError {
        let longest = Duration::from_millis(250);
        let mut looks = interval((patience / 20).clamp(Duration::from_millis(20), longest));
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut before = Instant::now();
        loop {
            looks.tick().await;
            let mut watch = locked(&self.watch);
            let now = Instant::now();
            if now.saturating_duration_since(before) >= LATE {
                watch.forgive(now);
            }
            before = now;
            let gone = (0..watch.count()).filter(|shard| !watch.is_there(*shard, now));
            gone.for_each(|shard| self.reach.lose(shard));
            if let Some(lost) = watch.verdict(now) {
                return lost;
            }
        }
    }
}

/// One shard: it connects, and connects again when a connection is over.
struct Line<F> {
    number: usize,
    shard: Shard,
    /// The way to the gateway, without a session.
    config: Config,
    /// The gateway has spoken on this connection.
    is_greeted: bool,
    /// Number of connections since the one on which it was let in last, this one included.
    tries: u32,
    /// Most time until the gateway speaks.
    greeting: Duration,
    shards: Arc<Shards>,
    unread: Arc<Unread>,
    told: Arc<F>,
}

impl<F: Fn(Event)> Line<F> {
    /// Stays connected until the gateway ends it for good, which is returned, or `stop` is said.
    async fn run(mut self, mut stop: Receiver<bool>) -> Option<DiscordError> {
        let ended = tokio::select! {
            error = self.stay() => Some(error),
            _ = stop.wait_for(|stop| *stop) => None,
        };
        if ended.is_none() {
            self.say_goodbye().await;
        }
        ended
    }

    async fn stay(&mut self) -> DiscordError {
        loop {
            let patience = if self.is_greeted {
                Duration::MAX
            } else {
                self.greeting
            };
            // twilight panics at a heartbeat interval of 0.
            let said = AssertUnwindSafe(self.shard.next()).catch_unwind();
            let said = match timeout(patience, said).await {
                Ok(Ok(said)) => Ok(said),
                Ok(Err(_)) => {
                    self.start_over();
                    self.end().await;
                    continue;
                }
                Err(elapsed) => Err(elapsed),
            };
            match said {
                Ok(Some(Ok(Message::Text(text)))) => self.take(&text),
                Ok(Some(Ok(Message::Close(frame)))) => {
                    if let Some(error) = self.closed(frame.as_ref()) {
                        return error;
                    }
                    self.end().await;
                }
                Ok(Some(Err(error))) => match error.kind() {
                    // Its text may name people.
                    ReceiveMessageErrorType::Deserializing { event } => self.take(event),
                    _ => {
                        self.connect_again(error.source());
                        self.end().await;
                    }
                },
                Ok(None) => return DiscordError::TurnedAway,
                Err(elapsed) => {
                    self.connect_again(Some(&elapsed));
                    self.end().await;
                }
            }
        }
    }

    /// Takes in what the gateway says.
    fn take(&mut self, text: &str) {
        match event::read(text) {
            Frame::Hello(rhythm) => {
                self.is_greeted = true;
                let asks = self.shard.session().is_none();
                locked(&self.shards.watch).greet(self.number, rhythm, asks);
            }
            Frame::Beat => self.shards.beat(self.number),
            Frame::Event(event) => {
                self.tries = 0;
                if let Event::Unclear(unclear) = &event {
                    self.unread.note("INTERACTION_CREATE", &unclear.field);
                }
                if let Event::Ready(ready) = &event {
                    let lacking = ready.lacking();
                    lacking.for_each(|field| self.unread.note("READY", field));
                }
                let begins = matches!(event, Event::Ready(_) | Event::Resumed);
                self.shards.hear(self.number, begins);
                (self.told)(event);
            }
            Frame::Unread(kind, field) => {
                self.shards.hear(self.number, false);
                self.unread.note(kind, &field);
            }
            Frame::Other => {}
        }
        if is_over(&self.shard) && self.is_greeted {
            // It answers with a close frame, or with the end of the connection.
            tracing::info!("Discord's gateway asks for another connection or session");
            self.is_greeted = false;
            self.shards.end(self.number);
        }
    }

    /// Takes in that the gateway has closed the connection; returns what to say if it is for good.
    fn closed(&self, frame: Option<&CloseFrame<'_>>) -> Option<DiscordError> {
        let code = frame.map(|frame| frame.code);
        let reason = frame.map(|frame| &*frame.reason);
        let is_final = self.shard.state() == ShardState::FatallyClosed;
        if is_final || self.is_greeted && self.tries > 0 {
            tracing::warn!(code, reason, "Discord's gateway does not let this bot in");
        } else {
            tracing::info!(code, reason, "Discord's gateway has closed a connection");
        }
        is_final.then(|| DiscordError::of_close_code(code))
    }

    /// Takes in that a connection is over, and waits if several have come to nothing.
    async fn end(&mut self) {
        self.is_greeted = false;
        self.shards.end(self.number);
        let wait = self.tries.checked_sub(FREE_TRIES);
        self.tries += 1;
        if let Some(before) = wait {
            sleep(WAITS.jittered(before, roll())).await;
        }
    }

    /// Takes in that no connection has come about, and begins another one for the same session.
    fn connect_again(&mut self, error: Option<&(dyn Error + 'static)>) {
        tracing::warn!(
            error = error.map(|error| causes(error).to_string()),
            "Discord's gateway cannot be reached"
        );
        let mut config = ConfigBuilder::from(self.shard.config().clone());
        if let Some(session) = self.shard.session() {
            config = config.session(session.clone());
        }
        if let Some(url) = self.shard.resume_url() {
            config = config.resume_url(url.to_owned());
        }
        self.shard = Shard::with_config(self.shard.id(), config.build());
    }

    /// Begins another connection and session, after something that twilight cannot take.
    fn start_over(&mut self) {
        tracing::error!("Discord's gateway has said something that cannot be used");
        self.shard = Shard::with_config(self.shard.id(), self.config.clone());
    }

    /// Ends the session in order.
    async fn say_goodbye(&mut self) {
        if is_over(&self.shard) {
            return;
        }
        self.shard.close(CloseFrame::NORMAL);
        let ended = async {
            // What still comes is for nobody.
            while let Some(Ok(Message::Text(_))) = self.shard.next().await
                && is_over(&self.shard)
            {}
        };
        if timeout(GOODBYE, ended).await.is_err() {
            tracing::info!("Discord's gateway does not say goodbye");
        }
    }
}

/// Returns true if a shard is not connected, or is leaving its connection.
fn is_over(shard: &Shard) -> bool {
    matches!(shard.state(), ShardState::Disconnected { .. })
}

/// A client that is connected, or tries to be.
#[derive(Debug)]
pub(super) struct Client {
    shards: Arc<Shards>,
    lines: JoinSet<Option<DiscordError>>,
    stop: Sender<bool>,
}

impl Client {
    /// Connects as the gateway wants it. Each event is told.
    pub(super) fn open(
        connection: &Connection,
        gateway: &BotGateway,
        told: impl Fn(Event) + Send + Sync + 'static,
        reach: Arc<Connectivity>,
    ) -> Client {
        let number = gateway.shards.clamp(1, MOST_SHARDS);
        let shards = Arc::new(Shards::new(number, connection.patience, reach));
        let (unread, said) = Unread::new();
        tokio::spawn(said);
        let (unread, told) = (Arc::new(unread), Arc::new(told));
        let config = connection.gateway(gateway);
        let stop = Sender::new(false);
        let lines = (0..number).map(|shard| {
            let line = Line {
                number: shard as usize,
                shard: Shard::with_config(ShardId::new(shard, number), config.clone()),
                config: config.clone(),
                is_greeted: false,
                tries: 1,
                greeting: (connection.patience / PART_FOR_GREETING).min(GREETING),
                shards: Arc::clone(&shards),
                unread: Arc::clone(&unread),
                told: Arc::clone(&told),
            };
            line.run(stop.subscribe())
        });
        Client {
            lines: lines.collect(),
            shards,
            stop,
        }
    }

    /// Stays connected until Discord ends it for good, or is silent for longer than the patience
    /// lasts.
    pub(super) async fn stay(&mut self, patience: Duration) -> DiscordError {
        tokio::select! {
            Some(over) = self.lines.join_next() => match over {
                Ok(Some(error)) => error,
                over => DiscordError::Broken(format!("{over:?}")),
            },
            lost = self.shards.lost(patience) => lost,
        }
    }

    /// Closes all connections in order.
    pub(super) async fn close(mut self) {
        self.stop.send_replace(true);
        while self.lines.join_next().await.is_some() {}
    }
}

#[cfg(test)]
mod tests {
    use std::{net::TcpListener, thread};

    use tokio::sync::oneshot;

    use super::*;
    use crate::{
        config::{Config, Secret},
        store::memory::MemoryStore,
    };

    /// Returns the instants of the first connections to a gateway that takes them and says nothing,
    /// or ends them at once.
    async fn connections<const N: usize>(patience: &str, ends: bool) -> [Instant; N] {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (send, taken) = oneshot::channel();
        thread::spawn(move || {
            let mut kept = Vec::new();
            let instants = [(); N].map(|()| {
                let (stream, _) = listener.accept().unwrap();
                kept.extend((!ends).then_some(stream));
                Instant::now()
            });
            send.send(instants)
        });
        let variable = ("RONDEL_DISCORD__GATEWAY_PATIENCE", patience);
        let variables = [variable].map(|(key, value)| (key.to_owned(), value.to_owned()));
        let config = Config::load(None, variables).unwrap().discord;
        let token = Secret::token(Some("a.test.token".into()), &config);
        let connection = Connection::new(&config, &token.unwrap().unwrap()).unwrap();
        let named = format!(
            r#"{{"url":"ws://{address}/","shards":1,"session_start_limit":
                {{"total":1000,"remaining":1000,"reset_after":0,"max_concurrency":1}}}}"#
        );
        let named = serde_json::from_str(&named).unwrap();
        let host = Host::new(Arc::new(MemoryStore::new()), Arc::new(|| Moment(1)), None);
        let reach = host.await.unwrap().reach_over(|_, _| Some(0));
        let client = Client::open(&connection, &named, |_| {}, reach);
        let taken = timeout(Duration::from_secs(20), taken).await;
        drop(client);
        taken.expect("it connects again").unwrap()
    }

    #[tokio::test]
    async fn a_gateway_that_does_not_speak_is_left_for_another_connection() {
        let [first, second] = connections("1", false).await;
        // Without patience for the greeting it would take ten seconds, or for ever.
        let took = second - first;
        assert!(took < Duration::from_secs(5), "{took:?}");
    }

    #[tokio::test]
    async fn connections_that_come_to_nothing_have_waits_between_them() {
        let [_, second, third] = connections("60", true).await;
        // A second, of which the listener may have slept through a part.
        let took = third - second;
        assert!(took > Duration::from_millis(500), "{took:?}");
    }
}
