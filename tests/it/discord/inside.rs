//! The bot inside the test's own process: the same code, with a store, a manner, a client or waits
//! of the test's choice.

use std::{sync::Arc, time::Duration};

use fake_discord::FakeDiscord;
use rondel::{
    adapters::{
        Desk,
        discord::{self, Connection, DiscordError, DiscordManner, Waits},
        telling::Manner,
        words::Words,
    },
    config::{Config, Secret},
    host::{Clock, Host},
    matchplay::Moment,
    store::{EventStore, memory::MemoryStore, people::People},
};
use tokio::{sync::oneshot, task::JoinHandle, time::timeout};

/// A bot inside this process.
pub(crate) struct Inside {
    running: JoinHandle<Result<(), DiscordError>>,
    stop: oneshot::Sender<()>,
}

/// What a bot inside this process is made of.
pub(crate) struct Parts {
    pub(crate) store: Arc<dyn EventStore>,
    pub(crate) manner: Box<dyn Manner>,
    pub(crate) connection: Connection,
}

impl Parts {
    /// A connection to this Discord as a configuration makes it, waits a hundredth as long as
    /// usual, and a store in memory.
    pub(crate) fn new(discord: &FakeDiscord) -> Parts {
        let url = [("RONDEL_DISCORD__API_URL".to_owned(), discord.api_url())];
        let config = Config::load(None, url).expect("a configuration");
        Parts::of(&config)
    }

    /// As [`Parts::new`], to the one and only Discord.
    pub(crate) fn of(config: &Config) -> Parts {
        let token = Secret::token(Some("a.test.token".to_owned()), &config.discord);
        let token = token.expect("no file is read").expect("a token");
        let connection = Connection::new(&config.discord, &token).expect("a connection");
        let waits = Waits::new(Duration::from_millis(10), Duration::from_millis(600));
        Parts {
            store: Arc::new(MemoryStore::new()),
            manner: Box::new(DiscordManner),
            connection: connection.with_waits(waits),
        }
    }

    /// Starts it.
    pub(crate) fn start(self) -> Inside {
        let clock: Arc<dyn Clock> = Arc::new(|| Moment(1));
        let host = Host::new(self.store, clock, None).expect("a host");
        let people = Arc::new(People::in_memory());
        let desk = Arc::new(Desk::new(host, people, Words::english(), self.manner));
        let (stop, stopped) = oneshot::channel();
        let running = tokio::spawn(discord::run(desk, self.connection, async {
            let _ = stopped.await;
        }));
        Inside { running, stop }
    }
}

impl Inside {
    /// Stops it; how it has ended.
    pub(crate) async fn stop(self) -> Result<(), DiscordError> {
        self.stop.send(()).expect("it runs");
        let ended = timeout(Duration::from_secs(20), self.running).await;
        ended.expect("it ends").expect("it does not panic")
    }
}
