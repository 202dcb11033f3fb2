//! The bot inside the test's own process: the same code, with a store, a markup, a client or waits
//! of the test's choice.

use std::{sync::Arc, time::Duration};

use fake_discord::{FakeDiscord, User};
use rondel::{
    chats::discord::{self, Backoff, Connection, DiscordError, DiscordMarkup},
    commands::Responder,
    config::{Config, Secret},
    host::{Clock, DrivenClock, Host},
    matchplay::{Moment, Person},
    messages::Markup,
    store::{
        Identity, Store, StoredRow, Stores, Subject,
        memory::MemoryStore,
        people::People,
        preferences::{Manner, PersonPreferences},
    },
};
use tokio::{sync::oneshot, task::JoinHandle, time::timeout};

use crate::{now::now, store::samples::set};

/// A bot inside this process.
pub(crate) struct Inside {
    /// The host of the bot's matches.
    pub(crate) host: Arc<Host>,
    running: JoinHandle<Result<(), DiscordError>>,
    stop: oneshot::Sender<()>,
}

/// The parts of a bot inside this process.
pub(crate) struct Parts {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) people: Arc<People>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) markup: Arc<dyn Markup>,
    pub(crate) connection: Connection,
    /// The origin of the page, where one is served.
    pub(crate) page: Option<String>,
}

impl Parts {
    /// A connection to this Discord as a configuration makes it, waits a hundredth as long as
    /// usual, and a store in memory.
    pub(crate) fn new(discord: &FakeDiscord) -> Parts {
        let url = [("RONDEL_DISCORD__API_URL".to_owned(), discord.api_url())];
        let config = Config::load(None, url).expect("a configuration");
        Parts::of(&config)
    }

    /// As [`Parts::new`], with a clock that the test drives.
    pub(crate) fn driven(discord: &FakeDiscord, from: Moment) -> (Parts, Arc<DrivenClock>) {
        let clock = Arc::new(DrivenClock::at(from));
        let parts = Parts {
            clock: Arc::clone(&clock) as _,
            ..Parts::new(discord)
        };
        (parts, clock)
    }

    /// As [`Parts::new`], to the one and only Discord.
    pub(crate) fn of(config: &Config) -> Parts {
        let token = Secret::token(Some("a.test.token".into()), &config.discord);
        let token = token.expect("no file is read").expect("a token");
        let mut connection = Connection::new(&config.discord, &token).expect("a connection");
        connection.ping_gap = Duration::ZERO;
        connection.waits = Backoff::new(Duration::from_millis(10), Duration::from_millis(600));
        Parts {
            store: Arc::new(MemoryStore::new()),
            people: Arc::new(People::in_memory()),
            clock: Arc::new(|| Moment(1)),
            markup: Arc::new(DiscordMarkup),
            connection,
            page: None,
        }
    }

    /// The same for a bot that is started again on the same data.
    pub(crate) fn again(&self) -> Parts {
        Parts {
            store: Arc::clone(&self.store),
            people: Arc::clone(&self.people),
            clock: Arc::clone(&self.clock),
            markup: Arc::new(DiscordMarkup),
            connection: self.connection.clone(),
            page: self.page.clone(),
        }
    }

    /// The same with waits so long that a second try comes after the next start.
    pub(crate) fn patient(mut self) -> Parts {
        let hour = Duration::from_secs(3_600);
        self.connection.waits = Backoff::new(hour, hour);
        self
    }

    /// Lets somebody want to be told by direct messages, as a bot will find it that is started.
    pub(crate) async fn prefer_direct(&self, user: &User) {
        let identity = Identity::new("discord", &user.id().to_string()).expect("an identity");
        let person = now(self
            .people
            .meet(&identity, "who", || Person(user.id().0.into())));
        let subject = Subject::Person(person.expect("a person"));
        let preferences = PersonPreferences {
            turns: Manner::Direct,
            ..PersonPreferences::default()
        };
        set(&*self.store, subject, &preferences.encode(), None).expect("it is kept");
    }

    /// Starts it.
    pub(crate) fn start(self) -> Inside {
        let stores = Stores {
            matches: self.store,
            people: self.people,
        };
        let host = now(Host::new(stores, self.clock, None)).expect("a host");
        let responder = Responder::new(Arc::clone(&host), self.markup);
        let responder = responder.with_page(self.page.as_deref());
        let (stop, stopped) = oneshot::channel();
        let running = tokio::spawn(discord::run(responder, self.connection, async {
            let _ = stopped.await;
        }));
        Inside {
            host,
            running,
            stop,
        }
    }
}

impl Inside {
    /// Stops it; how it has ended.
    pub(crate) async fn stop(self) -> Result<(), DiscordError> {
        self.stop.send(()).expect("it runs");
        over(self.running).await
    }

    /// Waits until it ends by itself; how it has ended.
    pub(crate) async fn ended(self) -> Result<(), DiscordError> {
        let Inside { running, stop, .. } = self;
        let ended = over(running).await;
        drop(stop);
        ended
    }
}

async fn over(running: JoinHandle<Result<(), DiscordError>>) -> Result<(), DiscordError> {
    let ended = timeout(Duration::from_secs(20), running).await;
    ended.expect("it ends").expect("it does not panic")
}
