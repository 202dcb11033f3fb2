//! Being `discord.com` on loopback: a certificate of one's own, and connections that speak TLS.
//!
//! A client whose rate limiter is on speaks to `https://discord.com` and to nothing else. It is
//! led here by resolving that name to [`Tls::address`], and by trusting [`Tls::certificate`].

use std::{io, net::SocketAddr, sync::Arc};

use rcgen::{CertifiedKey, generate_simple_self_signed};
use tokio::task::JoinSet;
use tokio_rustls::{
    TlsAcceptor,
    rustls::{ServerConfig, crypto::ring, pki_types::PrivateKeyDer},
    server::TlsStream,
};

use crate::connection::{Listener, Wire};

/// The name in the certificate.
const NAME: &str = "discord.com";

/// The address and the certificate by which a client takes this server for `discord.com`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tls {
    /// The address `discord.com` must resolve to.
    pub address: SocketAddr,
    /// The certificate to trust, in PEM.
    pub certificate: String,
}

/// Listens for connections that speak TLS.
pub(crate) struct TlsListener {
    listener: Listener,
    acceptor: TlsAcceptor,
    /// Connections whose handshake is not finished. A silent one keeps nobody else waiting.
    greeting: JoinSet<io::Result<TlsStream<Wire>>>,
}

impl TlsListener {
    /// Makes a certificate and serves with it.
    pub(crate) fn new(listener: Listener) -> io::Result<(Self, Tls)> {
        let CertifiedKey { cert, signing_key } =
            generate_simple_self_signed([NAME.to_owned()]).map_err(io::Error::other)?;
        let key = PrivateKeyDer::try_from(signing_key.serialize_der()).map_err(io::Error::other)?;
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .and_then(|config| {
                config
                    .with_no_client_auth()
                    .with_single_cert(vec![cert.der().clone()], key)
            })
            .map_err(io::Error::other)?;
        let tls = Tls {
            address: listener.listener.local_addr()?,
            certificate: cert.pem(),
        };
        let acceptor = TlsAcceptor::from(Arc::new(config));
        let greeting = JoinSet::new();
        Ok((
            Self {
                listener,
                acceptor,
                greeting,
            },
            tls,
        ))
    }
}

impl axum::serve::Listener for TlsListener {
    type Io = TlsStream<Wire>;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (TlsStream<Wire>, SocketAddr) {
        loop {
            tokio::select! {
                (wire, _) = self.listener.accept() => {
                    self.greeting.spawn(self.acceptor.accept(wire).into_future());
                }
                Some(greeted) = self.greeting.join_next() => {
                    // A client that does not trust the certificate, or does not speak TLS, is
                    // dropped.
                    if let Ok(Ok(stream)) = greeted
                        && let Ok(address) = stream.get_ref().0.peer()
                    {
                        return (stream, address);
                    }
                }
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}
