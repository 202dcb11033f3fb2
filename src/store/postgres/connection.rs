//! Connections to a server, each driven by a task of the store's own runtime.

use std::{
    fmt,
    future::{pending, poll_fn},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use deadpool_postgres::{Connect, Manager, ManagerConfig, Pool, RecyclingMethod};
use futures_util::future::BoxFuture;
use rustls::{
    ClientConfig, RootCertStore,
    crypto::ring,
    pki_types::{CertificateDer, pem::PemObject},
};
use tokio::{runtime::Handle, task::JoinHandle};
use tokio_postgres::{
    AsyncMessage, Client, Config, Connection, Error, NoTls, error::SqlState, tls::MakeTlsConnect,
};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::address::{Encryption, PostgresAddress};
use crate::store::StoreError;

/// The time after which a server that does not answer counts as gone, where the address does not say.
const PATIENCE: Duration = Duration::from_secs(5);
/// The connections that read.
const READERS: usize = 4;

/// Makes commits wait until they are on the disk, where the server is set to less; more stays as it is.
const DURABLY: &str = "
    SELECT set_config('synchronous_commit', 'on', false)
    WHERE current_setting('synchronous_commit') IN ('off', 'local')";

/// Has a server refuse every change. Said once it is connected: a server that refused them before would be taken
/// for a standby.
const READ_ONLY: &str = "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY";

/// What connections are made with.
#[derive(Clone)]
pub(super) struct Connector {
    config: Config,
    tls: Option<MakeRustlsConnect>,
    /// What connections are told first.
    greeting: &'static str,
    /// The runtime that drives them, no matter who asks for one.
    runtime: Handle,
}

/// A connection that writes.
pub(super) struct WritingConnection {
    pub(super) client: Client,
    /// True once a commit was acknowledged that a standby may not have.
    doubted: Arc<AtomicBool>,
    _driver: JoinHandle<()>,
}

impl Connector {
    /// Returns a connector for this address, whose connections are driven by this runtime.
    pub(super) fn new(address: &PostgresAddress, runtime: Handle) -> Result<Connector, StoreError> {
        let mut config = Config::clone(&address.config);
        config.application_name("rondel");
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(PATIENCE);
        }
        config.keepalives_idle(PATIENCE);
        if config.get_tcp_user_timeout().is_none() {
            config.tcp_user_timeout(2 * PATIENCE);
        }
        let tls = match &address.encryption {
            Encryption::Plain => None,
            Encryption::Verified(file) => Some(MakeRustlsConnect::new(verified(file.as_deref())?)),
        };
        Ok(Connector {
            config,
            tls,
            greeting: DURABLY,
            runtime,
        })
    }

    /// Opens a connection that writes.
    pub(super) async fn open(&self) -> Result<WritingConnection, Error> {
        let doubted = Arc::new(AtomicBool::new(false));
        let (client, driver) = self.connected(Arc::clone(&doubted)).await?;
        Ok(WritingConnection {
            client,
            doubted,
            _driver: driver,
        })
    }

    /// Returns a pool of connections that read. If not `writes`, the server lets them change nothing.
    pub(super) fn pool(&self, writes: bool) -> Result<Pool, StoreError> {
        let recycling_method = RecyclingMethod::Fast;
        let config = ManagerConfig { recycling_method };
        let mut connector = self.clone();
        if !writes {
            connector.greeting = READ_ONLY;
        }
        let manager = Manager::from_connect(connector.config.clone(), connector, config);
        let pool = Pool::builder(manager).max_size(READERS).build();
        pool.map_err(|error| StoreError::failed(error.to_string()))
    }

    /// Connects on the runtime of the store, to which the connection belongs.
    async fn connected(&self, doubted: Arc<AtomicBool>) -> Result<(Client, JoinHandle<()>), Error> {
        let (config, tls, greeting) = (self.config.clone(), self.tls.clone(), self.greeting);
        let connecting = self.runtime.spawn(async move {
            let connected = match tls {
                Some(tls) => connected(&config, tls, doubted).await,
                None => connected(&config, NoTls, doubted).await,
            };
            let (client, driver) = connected?;
            client.batch_execute(greeting).await?;
            Ok((client, driver))
        });
        match connecting.await {
            Ok(connected) => connected,
            // The runtime ends with the store, and then nobody waits for a connection.
            Err(_) => pending().await,
        }
    }
}

async fn connected<T>(
    config: &Config,
    tls: T,
    doubted: Arc<AtomicBool>,
) -> Result<(Client, JoinHandle<()>), Error>
where
    T: MakeTlsConnect<tokio_postgres::Socket>,
    T::Stream: Send + 'static,
{
    let (client, connection) = config.connect(tls).await?;
    let driver = tokio::spawn(drive(connection, doubted));
    Ok((client, driver))
}

impl Connect for Connector {
    fn connect(&self, _: &Config) -> BoxFuture<'_, Result<(Client, JoinHandle<()>), Error>> {
        Box::pin(self.connected(Arc::default()))
    }
}

impl fmt::Debug for Connector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connector").finish_non_exhaustive()
    }
}

impl WritingConnection {
    /// Returns true, once, if a standby may lack a commit that was acknowledged since the last call: the
    /// server gave up waiting for it.
    pub(super) fn take_doubt(&self) -> bool {
        self.doubted.swap(false, Ordering::SeqCst)
    }
}

/// Drives a connection until it ends, and notes the warning that a commit is only here.
async fn drive<S, T>(mut connection: Connection<S, T>, doubted: Arc<AtomicBool>)
where
    S: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin,
    T: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin,
{
    while let Some(Ok(message)) = poll_fn(|cx| connection.poll_message(cx)).await {
        if let AsyncMessage::Notice(notice) = message
            && *notice.code() == SqlState::WARNING
        {
            doubted.store(true, Ordering::SeqCst);
        }
    }
}

/// Returns what trusts the certificates in this file, or those that the public web trusts.
fn verified(file: Option<&std::path::Path>) -> Result<ClientConfig, StoreError> {
    let mut roots = RootCertStore::empty();
    match file {
        Some(file) => {
            let certificates = CertificateDer::pem_file_iter(file).and_then(Iterator::collect);
            let certificates: Vec<_> =
                certificates.map_err(|error| StoreError::at(file, &error))?;
            for certificate in certificates {
                let added = roots.add(certificate);
                added.map_err(|error| StoreError::at(file, &error))?;
            }
        }
        None => roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned()),
    }
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let config = config.with_safe_default_protocol_versions();
    let config = config.map_err(|error| StoreError::failed(error.to_string()))?;
    Ok(config.with_root_certificates(roots).with_no_client_auth())
}
