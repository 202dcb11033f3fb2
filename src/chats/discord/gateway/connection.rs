//! The way to Discord: token, addresses, patience.

use std::{sync::Arc, time::Duration};

use serenity::all::{ApplicationId, BotGateway};
use twilight_gateway::{Config, ConfigBuilder, Intents, queue::InMemoryQueue};

use super::{
    DiscordError,
    requests::{DiscordRequests, allowed},
};
use crate::{
    config::{DiscordConfig, Secret},
    delivery::Backoff,
    host::Connectivity,
    messages::DrawingQueue,
};

/// Most time for opening a connection.
const CONNECTING: Duration = Duration::from_secs(5);
/// Connections that are kept open while nothing is asked on them. A burst may open hundreds, each with
/// buffers of its own.
const IDLE: usize = 8;

/// The way to Discord: token, addresses, patience.
#[derive(Clone, Debug)]
pub struct Connection {
    client: reqwest::Client,
    token: Secret,
    api_url: Option<String>,
    application_id: Option<ApplicationId>,
    pub(crate) patience: Duration,
    /// The time for which nobody is pinged again about the same match.
    pub ping_gap: Duration,
    /// Waits between tries.
    pub waits: Backoff,
    /// The most time for a request with files of this many bytes.
    pub allowed: fn(usize) -> Duration,
    /// The queue that draws its pictures: one of its own unless said.
    pub pictures: Option<Arc<DrawingQueue>>,
}

impl Connection {
    /// Returns the connection that the configuration describes.
    ///
    /// # Errors
    ///
    /// When this machine lacks what encrypted connections need.
    pub fn new(config: &DiscordConfig, token: &Secret) -> Result<Connection, DiscordError> {
        let client = Connection::client().build();
        Ok(Connection {
            client: client.map_err(DiscordError::NoClient)?,
            token: token.clone(),
            api_url: config.api_url.as_ref().map(|url| url.as_str().to_owned()),
            application_id: config
                .application_id
                .filter(|id| *id > 0)
                .map(ApplicationId::new),
            patience: config.gateway_patience(),
            ping_gap: config.ping_gap(),
            waits: Backoff::default(),
            allowed,
            pictures: None,
        })
    }

    /// Returns the beginnings of a client for [`Connection::with_client`]: it waits for no connection
    /// longer than it should, which serenity's own does. Each request has its own time.
    pub fn client() -> reqwest::ClientBuilder {
        reqwest::Client::builder()
            .use_rustls_tls()
            .connect_timeout(CONNECTING)
            .pool_max_idle_per_host(IDLE)
    }

    /// Replaces the client, for example by one that trusts a certificate of one's own.
    #[must_use]
    pub fn with_client(mut self, client: reqwest::Client) -> Connection {
        self.client = client;
        self
    }

    /// Returns true if requests keep to Discord's limits of themselves. Behind another origin they do not:
    /// limiting is its business there.
    pub(crate) const fn is_limited(&self) -> bool {
        self.api_url.is_none()
    }

    /// Returns the requests about channels, threads and commands.
    pub(crate) fn requests(&self, reach: Arc<Connectivity>) -> DiscordRequests {
        self.build(self.is_limited(), reach)
    }

    /// Returns the requests that answer interactions, which Discord exempts from its limits: a
    /// limiter would keep a row for every interaction there ever was.
    pub(crate) fn answers(&self, reach: Arc<Connectivity>) -> DiscordRequests {
        self.build(false, reach)
    }

    /// Returns the way to the gateway that Discord has named, on which sessions begin no faster
    /// than it allows.
    pub(crate) fn gateway(&self, named: &BotGateway) -> Config {
        let limit = &named.session_start_limit;
        let most = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        let queue = InMemoryQueue::new(
            u16::try_from(limit.max_concurrency.max(1)).unwrap_or(u16::MAX),
            most(limit.remaining),
            Duration::from_millis(limit.reset_after),
            // With a total of 0 no session would ever begin.
            most(limit.total.max(limit.remaining)),
        );
        ConfigBuilder::new(self.token.reveal().to_owned(), Intents::GUILDS)
            .proxy_url(named.url.trim_end_matches('/').to_owned())
            .queue(queue)
            .build()
    }

    fn build(&self, limited: bool, reach: Arc<Connectivity>) -> DiscordRequests {
        let (client, token) = (self.client.clone(), self.token.clone());
        let limits = (limited, self.allowed);
        let requests = DiscordRequests::new(client, token, self.api_url.clone(), limits, reach);
        if let Some(id) = self.application_id {
            requests.learn_application(id);
        }
        requests
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        host::{Host, SystemClock},
        store::memory::MemoryStore,
    };

    fn connection(api_url: Option<&str>) -> Connection {
        let variables = api_url.map(|url| ("RONDEL_DISCORD__API_URL".to_owned(), url.to_owned()));
        let config = crate::config::Config::load(None, variables)
            .unwrap()
            .discord;
        let token = Secret::token(Some("a.test.token".into()), &config);
        Connection::new(&config, &token.unwrap().unwrap()).unwrap()
    }

    #[tokio::test]
    async fn limits_are_kept_to_for_discord_itself_and_never_for_answers() {
        let stores = Arc::new(MemoryStore::new());
        let host = Host::new(stores, Arc::new(SystemClock::start()), None).await;
        let reach = host.unwrap().reach_over(|_, _| None);
        let own = connection(None);
        assert!(own.requests(Arc::clone(&reach)).is_limited());
        let other = connection(Some("http://127.0.0.1:4000"));
        assert!(!other.requests(Arc::clone(&reach)).is_limited());
        for connection in [own, other] {
            // A limiter keeps a row for every interaction there ever was.
            assert!(!connection.answers(Arc::clone(&reach)).is_limited());
        }
    }
}
