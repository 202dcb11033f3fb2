//! Connections that can be broken on purpose.

use std::{
    io,
    net::SocketAddr,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll},
    time::Duration,
};

use axum::{extract::connect_info::Connected, serve::IncomingStream};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{TcpListener, TcpStream},
};
use tokio_rustls::server::TlsStream;

use crate::tls::TlsListener;

/// The port on which the server listens.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Port(pub(crate) u16);

/// Breaks a connection: nothing more is written to it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cut(Arc<AtomicBool>);

impl Cut {
    pub(crate) fn cut(&self) {
        self.0.store(true, Ordering::Release);
    }

    fn is_cut(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}

impl Connected<IncomingStream<'_, Listener>> for Cut {
    fn connect_info(stream: IncomingStream<'_, Listener>) -> Self {
        stream.io().own.clone()
    }
}

impl Connected<IncomingStream<'_, TlsListener>> for Cut {
    fn connect_info(stream: IncomingStream<'_, TlsListener>) -> Self {
        let stream: &TlsStream<Wire> = stream.io();
        stream.get_ref().0.own.clone()
    }
}

/// Listens for connections that can be broken, one by one or all at once.
#[derive(Debug)]
pub(crate) struct Listener {
    pub(crate) listener: TcpListener,
    pub(crate) all: Cut,
}

impl axum::serve::Listener for Listener {
    type Io = Wire;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Wire, SocketAddr) {
        loop {
            match self.listener.accept().await {
                Ok((stream, address)) => {
                    // Without this, small answers wait for the other side's acknowledgement.
                    let _best_effort = stream.set_nodelay(true);
                    let wire = Wire {
                        stream,
                        own: Cut::default(),
                        all: self.all.clone(),
                    };
                    return (wire, address);
                }
                // No descriptor is free, or the connection is already gone.
                Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// A connection that can be broken.
#[derive(Debug)]
pub(crate) struct Wire {
    stream: TcpStream,
    own: Cut,
    all: Cut,
}

impl Wire {
    /// Returns the address of the other side.
    pub(crate) fn peer(&self) -> io::Result<SocketAddr> {
        self.stream.peer_addr()
    }

    fn check(&self) -> io::Result<()> {
        if self.own.is_cut() || self.all.is_cut() {
            return Err(io::ErrorKind::ConnectionReset.into());
        }
        Ok(())
    }
}

impl AsyncRead for Wire {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.check()?;
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Wire {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.check()?;
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.check()?;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
