//! Connections to a server, each driven by a task of the store's own runtime.

use std::{
    error, fmt,
    future::{pending, poll_fn},
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use deadpool_postgres::{
    ClientWrapper, Connect, Hook, HookError, Manager, ManagerConfig, Pool, RecyclingMethod,
};
use futures_util::{
    StreamExt,
    future::{BoxFuture, try_join_all},
    stream::FuturesUnordered,
};
use rustls::{
    CertificateError, ClientConfig, RootCertStore,
    crypto::ring,
    pki_types::{CertificateDer, pem::PemObject},
};
use tokio::{
    runtime::Handle,
    sync::watch,
    task::JoinHandle,
    time::{sleep, timeout},
};
use tokio_postgres::{
    AsyncMessage, Client, Config, Connection, Error, NoTls, error::SqlState, tls::MakeTlsConnect,
};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::{
    address::{Encryption, PostgresAddress},
    statements,
};
use crate::StoreError;

/// The time within which a server answers what takes no time: a connection, unless the address says otherwise,
/// and a renewal of the lease.
pub(super) const PROMPTLY: Duration = Duration::from_secs(3);
/// The time within which it answers all else. A statement that takes longer is no help to the players who wait
/// for it.
pub(super) const AT_LAST: Duration = Duration::from_secs(10);
/// The time after which the next host is tried as well, while this one has not answered yet: a server that was
/// frozen takes connections and says nothing.
const NEXT_HOST: Duration = Duration::from_millis(250);
/// The silence of a connection after which the system asks if the other side is there, the time between two such
/// questions, and their number.
const KEEPALIVE: (Duration, Duration, u32) = (Duration::from_secs(5), Duration::from_secs(2), 3);
/// The time that what was sent may go without being received.
const RECEIVED_WITHIN: Duration = Duration::from_secs(10);
/// The connections that read.
pub(super) const READERS: usize = 4;

/// Makes commits wait until they are on the disk, where the server is set to less; more stays as it is. Sets back what
/// the database or its user may be set to and statements do not expect.
const DURABLY: &str = "
    SELECT set_config('synchronous_commit', 'on', false)
    WHERE current_setting('synchronous_commit') IN ('off', 'local');
    SET default_transaction_isolation = 'read committed';
    SET default_transaction_deferrable = off;
    SET standard_conforming_strings = on;
    SET statement_timeout = 0;
    SET lock_timeout = 0;
    SET idle_in_transaction_session_timeout = 0";

/// Has a server refuse every change. Said once it is connected: a server that refused them before would be taken
/// for a standby.
const READ_ONLY: &str = "
    SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY;
    SET standard_conforming_strings = on;
    SET statement_timeout = 0";

/// What connections are made with.
#[derive(Clone)]
pub(super) struct Connector {
    /// What connects to each host.
    hosts: Vec<Config>,
    tls: Option<MakeRustlsConnect>,
    /// What connections are told first.
    greeting: &'static str,
    /// The runtime that drives them, no matter who asks for one.
    runtime: Handle,
    /// The last time that the server did not answer. Connections made before are given up.
    silence: watch::Sender<Instant>,
}

/// A connection that writes.
pub(super) struct WritingConnection {
    pub(super) client: Client,
    /// True once a commit was acknowledged that a standby may not have.
    doubted: Arc<AtomicBool>,
    patience: Patience,
    driver: JoinHandle<()>,
}

/// How long is waited for the answers of a connection.
pub(super) struct Patience {
    /// The time at which it was made.
    made: Instant,
    silence: watch::Receiver<Instant>,
}

impl Patience {
    /// Returns true once the server was silent since the connection was made.
    pub(super) fn is_over(&self) -> bool {
        *self.silence.borrow() >= self.made
    }

    /// Waits for an answer, as long as this and until the server is silent. `None` means that the connection must
    /// be given up, and that nobody knows what became of what was asked.
    pub(super) async fn wait<T>(
        &self,
        limit: Duration,
        answer: impl Future<Output = T>,
    ) -> Option<T> {
        let mut silence = self.silence.clone();
        tokio::select! {
            biased;
            // Where nobody is left who could notice a silence, the limit alone counts.
            Ok(_) = silence.wait_for(|silence| *silence >= self.made) => None,
            answer = timeout(limit, answer) => answer.ok(),
        }
    }
}

/// Returns the error of a server that does not answer, which means the same as a connection that broke.
pub(super) fn silent() -> Error {
    Error::__private_api_timeout()
}

impl Connector {
    /// Returns a connector for this address, whose connections are driven by this runtime.
    pub(super) fn new(address: &PostgresAddress, runtime: Handle) -> Result<Connector, StoreError> {
        let mut hosts = address.each_host();
        for config in &mut hosts {
            let (idle, interval, retries) = KEEPALIVE;
            config.application_name("rondel").keepalives_idle(idle);
            if config.get_keepalives_interval().is_none() {
                config.keepalives_interval(interval);
            }
            if config.get_keepalives_retries().is_none() {
                config.keepalives_retries(retries);
            }
            if config.get_tcp_user_timeout().is_none() {
                config.tcp_user_timeout(RECEIVED_WITHIN);
            }
        }
        let tls = match &address.encryption {
            Encryption::Plain => None,
            Encryption::Verified(file) => Some(MakeRustlsConnect::new(verified(file.as_deref())?)),
        };
        Ok(Connector {
            hosts,
            tls,
            greeting: DURABLY,
            runtime,
            silence: watch::Sender::new(Instant::now()),
        })
    }

    /// Gives up all connections that there are, since the server does not answer.
    pub(super) fn fell_silent(&self) {
        self.silence.send_replace(Instant::now());
    }

    /// Returns the patience with a connection that was made at this time.
    pub(super) fn patience(&self, made: Instant) -> Patience {
        Patience {
            made,
            silence: self.silence.subscribe(),
        }
    }

    /// Opens a connection that writes.
    pub(super) async fn open(&self) -> Result<WritingConnection, Error> {
        let doubted = Arc::new(AtomicBool::new(false));
        let (client, driver) = self.connected(Arc::clone(&doubted)).await?;
        Ok(WritingConnection {
            client,
            doubted,
            patience: self.patience(Instant::now()),
            driver,
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
        // Whom it connects to is for the connector to say.
        let manager = Manager::from_connect(Config::new(), connector, config);
        // A server may be far away: the first read should not wait for it twice.
        let prepare = Hook::async_fn(|client: &mut ClientWrapper, _| {
            Box::pin(async move {
                let prepared = statements::OF_READERS.map(|sql| client.prepare_cached(sql));
                let prepared = try_join_all(prepared).await;
                prepared.map(drop).map_err(HookError::Backend)
            })
        });
        let pool = Pool::builder(manager).max_size(READERS);
        let pool = pool.post_create(prepare).build();
        pool.map_err(|error| StoreError::failed(error.to_string()))
    }

    /// Connects to the first host that answers and takes writes. The hosts are tried in their order, each a
    /// little after the one before if that has not answered yet.
    async fn connected(&self, doubted: Arc<AtomicBool>) -> Result<(Client, JoinHandle<()>), Error> {
        let mut hosts = self.hosts.iter();
        let mut tried = FuturesUnordered::new();
        let mut failed = silent();
        loop {
            match hosts.next() {
                Some(host) => tried.push(self.connected_to(host.clone(), Arc::clone(&doubted))),
                None if tried.is_empty() => return Err(failed),
                None => {}
            }
            tokio::select! {
                Some(connected) = tried.next() => match connected {
                    Ok(connected) => return Ok(connected),
                    Err(error) => failed = error,
                },
                () = sleep(NEXT_HOST), if hosts.len() > 0 => {}
            }
        }
    }

    /// Connects to a host on the runtime of the store, to which the connection belongs.
    async fn connected_to(
        &self,
        host: Config,
        doubted: Arc<AtomicBool>,
    ) -> Result<(Client, JoinHandle<()>), Error> {
        let (tls, greeting) = (self.tls.clone(), self.greeting);
        let limit = host.get_connect_timeout().copied().unwrap_or(PROMPTLY);
        let connecting = self.runtime.spawn(async move {
            let connected = timeout(limit, async {
                match tls {
                    Some(tls) => connected(&host, tls, doubted).await,
                    None => connected(&host, NoTls, doubted).await,
                }
            });
            let (client, driver) = connected.await.unwrap_or_else(|_| Err(silent()))?;
            let greeted = timeout(limit, client.batch_execute(greeting)).await;
            if let Err(error) = greeted.unwrap_or_else(|_| Err(silent())) {
                driver.abort();
                return Err(error);
            }
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

impl Drop for WritingConnection {
    fn drop(&mut self) {
        // Else it would stay open for as long as the server owes it an answer.
        self.driver.abort();
    }
}

impl WritingConnection {
    /// Returns true once the server was silent since it was made.
    pub(super) fn is_given_up(&self) -> bool {
        self.patience.is_over()
    }

    /// Waits for an answer, for a limited time and until the server is silent.
    pub(super) async fn wait<T>(
        &self,
        answer: impl Future<Output = Result<T, Error>>,
    ) -> Result<T, Error> {
        let answer = self.patience.wait(AT_LAST, answer).await;
        answer.unwrap_or_else(|| Err(silent()))
    }

    /// Waits for an answer that may take any time, until the server is silent.
    pub(super) async fn wait_long<T>(
        &self,
        answer: impl Future<Output = Result<T, Error>>,
    ) -> Result<T, Error> {
        let answer = self.patience.wait(Duration::MAX, answer).await;
        answer.unwrap_or_else(|| Err(silent()))
    }

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

/// Says in words of operators why a server's certificate is not trusted, if that is what an error is about.
pub(super) fn distrust(error: &(dyn error::Error + 'static)) -> Option<String> {
    let mut next = Some(error);
    while let Some(error) = next {
        // What an error of input and output wraps is not among its causes.
        let wrapped = error.downcast_ref().and_then(io::Error::get_ref);
        let found = wrapped.and_then(|inner| inner.downcast_ref());
        if let Some(rustls::Error::InvalidCertificate(why)) = found.or(error.downcast_ref()) {
            return Some(distrust_of(why));
        }
        next = error.source();
    }
    None
}

#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "rustls may add more, which it says itself"
)]
fn distrust_of(why: &CertificateError) -> String {
    let clause = match why {
        CertificateError::UnknownIssuer => {
            "nobody who is trusted has signed the server's certificate: name the file of the certificate that \
             signed it as sslrootcert"
        }
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
            "the server's certificate has expired"
        }
        CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
            "the server's certificate is not valid yet; is this machine's clock right?"
        }
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            return format!("the server's certificate is for another name: {why}");
        }
        // Of this one rustls knows no name of its own.
        CertificateError::Other(other) if format!("{other:?}").contains("CaUsedAsEndEntity") => {
            "the server's certificate is that of an authority, with which no server may answer: make one for the \
             server that is no authority (basicConstraints=CA:FALSE), and name the file of the certificate that \
             signed it as sslrootcert, which may be itself"
        }
        _ => return format!("the server's certificate is refused: {why}"),
    };
    clause.to_owned()
}

/// Returns what trusts the certificates in this file, or those that the public web trusts.
fn verified(file: Option<&std::path::Path>) -> Result<ClientConfig, StoreError> {
    let mut roots = RootCertStore::empty();
    match file {
        Some(file) => {
            let certificates = CertificateDer::pem_file_iter(file).and_then(Iterator::collect);
            let certificates: Vec<_> =
                certificates.map_err(|error| StoreError::at(file, &error))?;
            if certificates.is_empty() {
                let file = file.display();
                return Err(StoreError::Failed(format!(
                    "{file}: there is no certificate in it, as text that begins with -----BEGIN CERTIFICATE-----"
                )));
            }
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

#[cfg(test)]
mod tests {
    use rcgen::{BasicConstraints, CertificateParams, IsCa, KeyPair, date_time_ymd};
    use rustls::{ClientConnection, ServerConfig, ServerConnection, pki_types::PrivateKeyDer};

    use super::*;

    /// Returns why a client that trusts the certificates in a file does not trust a server with this
    /// certificate; `None` if it does.
    fn why_not(trusted: &str, own: &str, key: &KeyPair) -> Option<String> {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("ca.pem");
        std::fs::write(&file, trusted).unwrap();
        let client = match verified(Some(&file)) {
            Ok(client) => client,
            Err(error) => return Some(error.to_string()),
        };
        let name = "localhost".try_into().unwrap();
        let mut client = ClientConnection::new(Arc::new(client), name).unwrap();
        let own = vec![CertificateDer::from_pem_slice(own.as_bytes()).unwrap()];
        let key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
        let server = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()));
        let server = server.with_safe_default_protocol_versions().unwrap();
        let server = server.with_no_client_auth().with_single_cert(own, key);
        let mut server = ServerConnection::new(Arc::new(server.unwrap())).unwrap();
        while client.is_handshaking() {
            let mut sent = Vec::new();
            while client.wants_write() {
                client.write_tls(&mut sent).unwrap();
            }
            server.read_tls(&mut &sent[..]).unwrap();
            server.process_new_packets().unwrap();
            let mut sent = Vec::new();
            while server.wants_write() {
                server.write_tls(&mut sent).unwrap();
            }
            client.read_tls(&mut &sent[..]).unwrap();
            if let Err(error) = client.process_new_packets() {
                return distrust(&io::Error::other(error));
            }
        }
        None
    }

    #[test]
    fn a_certificate_that_is_not_trusted_is_refused_in_words() {
        let key = KeyPair::generate().unwrap();
        let made = |name: &str, change: fn(&mut CertificateParams)| {
            let mut params = CertificateParams::new([name.to_owned()]).unwrap();
            change(&mut params);
            params.self_signed(&key).unwrap().pem()
        };
        let good = made("localhost", |_| {});
        let authority = made("localhost", |params| {
            params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        });
        let old = made("localhost", |params| {
            params.not_before = date_time_ymd(2001, 1, 1);
            params.not_after = date_time_ymd(2002, 1, 1);
        });
        let early = made("localhost", |params| {
            params.not_before = date_time_ymd(4000, 1, 1)
        });
        let others = made("db.example", |_| {});
        let stranger = KeyPair::generate().unwrap();
        let mut params = CertificateParams::new([String::from("localhost")]).unwrap();
        params.distinguished_name = rcgen::DistinguishedName::new();
        let stranger = params.self_signed(&stranger).unwrap().pem();
        for (trusted, own, words) in [
            (&good, &good, None),
            (&authority, &authority, Some("CA:FALSE")),
            (&old, &old, Some("has expired")),
            (&early, &early, Some("not valid yet")),
            (&others, &others, Some("another name")),
            (&stranger, &good, Some("sslrootcert")),
            (
                &String::from("no certificate"),
                &good,
                Some("BEGIN CERTIFICATE"),
            ),
        ] {
            let why = why_not(trusted, own, &key);
            match words {
                None => assert_eq!(why, None),
                Some(words) => {
                    let why = why.expect("it is refused");
                    assert!(why.contains(words), "{words}: {why}");
                    assert!(!why.contains("OtherError"), "{why}");
                }
            }
        }
    }
}
