//! The connection to Discord's gateway: begun with what Discord says, watched, ended.

use serenity::{
    all::{
        BotGateway, ClientBuilder, Context, Event, GatewayIntents, RawEventHandler, ShardId,
        ShardManager,
    },
    async_trait,
};
use tokio::{
    runtime::{Builder, Runtime},
    task::JoinHandle,
    time::{MissedTickBehavior, interval, sleep},
};

use super::{Connection, DiscordError, prelude::*, unread::Unread, watch::Watch};
use crate::host::Connectivity;

/// Lateness of a look that nobody could take, since the process stood still.
const LATE: Duration = Duration::from_secs(5);

/// Asks where the gateway is and how many connections it wants, again and again for as long as the
/// patience lasts. serenity asks too, but goes to the real Discord when it hears nothing.
pub(super) async fn ask(http: &Http, connection: &Connection) -> Result<BotGateway, DiscordError> {
    let begun = Instant::now();
    for wait in connection.waits.each() {
        let error = match http.get_bot_gateway().await {
            Ok(gateway) if gateway.session_start_limit.remaining == 0 => {
                let wait = Duration::from_millis(gateway.session_start_limit.reset_after);
                return Err(DiscordError::UsedUp(wait));
            }
            Ok(gateway) => return Ok(gateway),
            Err(error) => error,
        };
        tracing::warn!(%error, "Discord does not say where its gateway is");
        let passes = trouble(&error) == Trouble::Passing;
        let error = DiscordError::from(error);
        if !passes || matches!(error, DiscordError::Token) {
            return Err(error);
        }
        if begun.elapsed() + wait > connection.patience {
            break;
        }
        sleep(wait).await;
    }
    Err(DiscordError::Silent(connection.patience))
}

/// The connections to the gateway: watched, and made known to the host.
#[derive(Debug)]
pub(super) struct Shards {
    watch: Mutex<Watch>,
    reach: Arc<Connectivity>,
}

impl Shards {
    /// Begins to watch so many.
    pub(super) fn new(shards: u32, patience: Duration, reach: Arc<Connectivity>) -> Shards {
        let shards = shards.max(1);
        reach.open(shards as usize);
        Shards {
            watch: Mutex::new(Watch::new(shards, patience, Instant::now())),
            reach,
        }
    }

    /// Takes in that a shard has told something: `begins` says that it has been let in or has
    /// resumed.
    pub(super) fn hear(&self, shard: ShardId, begins: bool) {
        let shard = shard.0 as usize;
        locked(&self.watch).hear(shard, Instant::now());
        if begins {
            self.reach.begin(shard);
        } else {
            self.reach.hear(shard);
        }
    }

    /// Looks at them again and again until there is no hope.
    async fn lost(&self, manager: &ShardManager, patience: Duration) -> DiscordError {
        let longest = Duration::from_millis(250);
        let mut looks = interval((patience / 20).clamp(Duration::from_millis(20), longest));
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut before = Instant::now();
        loop {
            looks.tick().await;
            let runners = manager.runners.lock().await;
            let mut watch = locked(&self.watch);
            let now = Instant::now();
            if now.saturating_duration_since(before) >= LATE {
                watch.forgive(now);
            }
            before = now;
            for shard in 0..watch.count() {
                let runner = runners.get(&ShardId(shard as u32));
                let stage = runner.map(|runner| runner.stage);
                let beat = runner.and_then(|runner| runner.latency);
                let lives = watch.see(shard, stage, beat, now);
                if !watch.is_there(shard, now) {
                    self.reach.lose(shard);
                } else if lives {
                    self.reach.hear(shard);
                }
            }
            if let Some(lost) = watch.verdict(now) {
                return lost;
            }
        }
    }
}

/// Tells events on, those that cannot be read to who counts them.
struct Events<F> {
    unread: Unread,
    told: F,
}

#[async_trait]
impl<F: Fn(ShardId, Event) + Send + Sync> RawEventHandler for Events<F> {
    async fn raw_event(&self, ctx: Context, event: Event) {
        match event {
            Event::Unknown(unknown) => self.unread.note(&unknown.kind),
            event => (self.told)(ctx.shard_id, event),
        }
    }
}

/// A client that is connected, or tries to be.
///
/// It has threads of its own: after some close codes (4003, 4010, 4011) serenity 0.12 asks a
/// connection that has ended again and again, without a pause, until the next heartbeat is due,
/// and a thread that does so may be the one on which all timers wait.
#[derive(Debug)]
pub(super) struct Client {
    manager: Arc<ShardManager>,
    shards: Arc<Shards>,
    running: JoinHandle<serenity::Result<()>>,
    /// Taken when it ends.
    runtime: Option<Runtime>,
}

impl Client {
    /// Connects. Each event is told, with its shard.
    pub(super) async fn open(
        connection: &Connection,
        gateway: BotGateway,
        told: impl Fn(ShardId, Event) + Send + Sync + 'static,
        shards: Arc<Shards>,
    ) -> Result<Client, DiscordError> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("gateway")
            .enable_all()
            .build()
            .map_err(DiscordError::NoThread)?;
        let (unread, said) = Unread::new();
        runtime.spawn(said);
        let builder = ClientBuilder::new_with_http(connection.gateway(), GatewayIntents::GUILDS);
        let built = builder.raw_event_handler(Events { unread, told });
        let mut client = match ended(runtime.spawn(built.into_future()).await) {
            Ok(client) => client,
            Err(error) => {
                runtime.shutdown_background();
                return Err(error);
            }
        };
        *client.ws_url.lock().await = gateway.url;
        Ok(Client {
            manager: Arc::clone(&client.shard_manager),
            shards,
            running: runtime.spawn(async move { client.start_shards(gateway.shards.max(1)).await }),
            runtime: Some(runtime),
        })
    }

    /// Stays connected until Discord ends it for good, or is silent for longer than the patience
    /// lasts.
    pub(super) async fn stay(&mut self, patience: Duration) -> DiscordError {
        tokio::select! {
            // serenity ends without an error when it was told to, which nobody does before it is over.
            over = &mut self.running => ended(over)
                .err()
                .unwrap_or_else(|| DiscordError::Broken(String::from("it ended by itself"))),
            lost = self.shards.lost(&self.manager, patience) => lost,
        }
    }

    /// Closes all connections in order.
    pub(super) async fn close(&self) {
        self.manager.shutdown_all().await;
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// Returns what the client has come to.
fn ended<T>(over: Result<serenity::Result<T>, tokio::task::JoinError>) -> Result<T, DiscordError> {
    let over = over.map_err(|error| DiscordError::Broken(error.to_string()))?;
    over.map_err(DiscordError::from)
}
