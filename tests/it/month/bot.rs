//! The bot: the program's own parts, on threads of their own, over a store in files.

use std::{
    path::Path,
    sync::{Arc, Weak},
    time::{Duration, Instant},
};

use fake_discord::FakeDiscord;
use rondel::{
    chats::discord::{self, Backoff, Connection, DiscordMarkup},
    commands::Responder,
    config::{Config, Secret},
    host::{Clock, DrivenClock, Host},
    matchplay::Place,
    store::{Store, StoreError, Stores, embedded::SledStore, people::People},
};
use tokio::{
    runtime::{Builder, Runtime},
    sync::oneshot,
    task::JoinHandle,
    time::timeout,
};

use crate::now::open_people;

/// The time that something which should happen soon may take, in real time.
pub(super) const PATIENCE: Duration = Duration::from_secs(60);
/// The pause of a computer before it moves.
const PAUSE: Duration = Duration::from_millis(1);

/// A running bot.
pub(super) struct Bot {
    runtime: Runtime,
    pub(super) host: Arc<Host>,
    pub(super) store: Arc<dyn Store>,
    running: JoinHandle<()>,
    stop: oneshot::Sender<()>,
    /// The stores that must be dropped before the files can be opened again.
    held: (Weak<dyn Store>, Weak<People>),
}

impl Bot {
    /// Starts a bot on a directory.
    pub(super) async fn start(discord: &FakeDiscord, clock: &Arc<DrivenClock>, data: &Path) -> Bot {
        let (store, people) = open(data).await;
        let held = (Arc::downgrade(&store), Arc::downgrade(&people));
        let clock = Arc::clone(clock) as Arc<dyn Clock>;
        let stores = Stores {
            matches: Arc::clone(&store),
            people,
        };
        let host = Host::new(stores, clock, None).await.expect("a host");
        let responder = Responder::new(Arc::clone(&host), Arc::new(DiscordMarkup));
        let connection = connection(discord);
        let runtime = Builder::new_multi_thread()
            .worker_threads(2)
            .thread_name("bot")
            .enable_all()
            .build()
            .expect("threads");
        let (stop, stopped) = oneshot::channel::<()>();
        runtime.spawn(Arc::clone(&host).run_deadlines());
        runtime.spawn(Arc::clone(&host).run_computers(PAUSE));
        let running = runtime.spawn(async move {
            let stopped = async {
                // Dropped unsent is as good.
                let _ = stopped.await;
            };
            let ended = discord::run(responder, connection, stopped).await;
            if let Err(error) = ended {
                tracing::error!(%error, "the bot has ended");
            }
        });
        discord.bot_ready().await;
        let place = Place::new("discord/direct/1");
        soon("the bot to know so", || host.reaches(&place).then_some(())).await;
        Bot {
            runtime,
            host,
            store,
            running,
            stop,
            held,
        }
    }

    /// Returns the store of people; `None` while the bot is down.
    pub(super) fn people(&self) -> Option<Arc<People>> {
        self.held.1.upgrade()
    }

    /// Asks it to stop, and waits until it has.
    pub(super) async fn stop(self) {
        let Bot {
            runtime,
            host,
            store,
            running,
            stop,
            held,
        } = self;
        stop.send(()).expect("it runs");
        let ended = timeout(PATIENCE, running).await;
        ended.expect("it stops").expect("it does not panic");
        drop((host, store));
        runtime.shutdown_background();
        let_go(&held).await;
    }

    /// Ends it at once: no task is finished, nobody is told.
    pub(super) async fn kill(self) {
        let held = self.held.clone();
        drop((self.host, self.store));
        self.runtime.shutdown_background();
        drop(self.stop);
        let_go(&held).await;
    }
}

/// Waits until nobody holds the stores any more.
async fn let_go((store, people): &(Weak<dyn Store>, Weak<People>)) {
    soon("the stores to be let go", || {
        (store.strong_count() == 0 && people.strong_count() == 0).then_some(())
    })
    .await;
}

/// Waits until something is there, in real time, which no clock of a test drives.
pub(super) async fn soon<T>(what: &str, mut found: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    let mut looks = tokio::time::interval(Duration::from_millis(1));
    loop {
        looks.tick().await;
        if let Some(found) = found() {
            return found;
        }
        assert!(begun.elapsed() < PATIENCE, "waited in vain for {what}");
    }
}

/// Opens the stores, as soon as the bot before has dropped them.
pub(super) async fn open(data: &Path) -> (Arc<dyn Store>, Arc<People>) {
    let in_use = |error: &StoreError| matches!(error, StoreError::InUse { .. });
    let matches = data.join("matches");
    let store = soon("the matches", || match SledStore::open(&matches) {
        Err(error) if in_use(&error) => None,
        opened => Some(opened.expect("the matches open")),
    });
    let store = store.await;
    let people = data.join("people");
    let people = soon("the people", || match open_people(&people) {
        Err(error) if in_use(&error) => None,
        opened => Some(opened.expect("the people open")),
    });
    (Arc::new(store), Arc::new(people.await))
}

fn connection(discord: &FakeDiscord) -> Connection {
    let url = [("RONDEL_DISCORD__API_URL".to_owned(), discord.api_url())];
    let config = Config::load(None, url).expect("a configuration");
    let token = Secret::token(Some("a.test.token".into()), &config.discord);
    let token = token.expect("no file is read").expect("a token");
    let mut connection = Connection::new(&config.discord, &token).expect("a connection");
    connection.waits = Backoff::new(Duration::from_millis(50), Duration::from_millis(800));
    connection
}
