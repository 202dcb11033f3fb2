//! A proxy that can hold and cut what passes.

use std::{io, net::SocketAddr, sync::Arc};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{
        TcpListener, TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    sync::watch,
};

/// What passes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    Free,
    Held,
    Cut,
}

/// A proxy on loopback in front of a port. It ends with this value.
#[derive(Debug)]
pub struct Proxy {
    port: u16,
    flow: Arc<watch::Sender<Flow>>,
}

impl Proxy {
    /// Starts a proxy in front of a port.
    ///
    /// # Errors
    ///
    /// If there is no port for it.
    pub fn to(target: u16) -> io::Result<Proxy> {
        let listener = std::net::TcpListener::bind(("127.0.0.1", 0))?;
        listener.set_nonblocking(true)?;
        let port = listener.local_addr()?.port();
        let (flow, flows) = watch::channel(Flow::Free);
        let target = SocketAddr::from(([127, 0, 0, 1], target));
        crate::on_a_thread(move || serve(listener, target, flows))?;
        Ok(Proxy {
            port,
            flow: Arc::new(flow),
        })
    }

    /// Returns the port at which it listens.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Lets nothing pass until it is [freed](Proxy::free).
    pub fn hold(&self) {
        self.flow.send_replace(Flow::Held);
    }

    /// Lets pass what comes.
    pub fn free(&self) {
        self.flow.send_replace(Flow::Free);
    }

    /// Ends all connections, and refuses new ones until it is [freed](Proxy::free).
    pub fn cut(&self) {
        self.flow.send_replace(Flow::Cut);
    }
}

async fn serve(
    listener: std::net::TcpListener,
    target: SocketAddr,
    mut flows: watch::Receiver<Flow>,
) {
    let Ok(listener) = TcpListener::from_std(listener) else {
        return;
    };
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            // Whoever has made it is gone.
            changed = flows.changed() => match changed {
                Ok(()) => continue,
                Err(_) => return,
            },
        };
        let Ok((client, _)) = accepted else { return };
        let flow = flows.clone();
        tokio::spawn(async move {
            if *flow.borrow() == Flow::Cut {
                return;
            }
            let Ok(server) = TcpStream::connect(target).await else {
                return;
            };
            let (from_client, to_client) = client.into_split();
            let (from_server, to_server) = server.into_split();
            tokio::select! {
                () = pass(from_client, to_server, flow.clone()) => {}
                () = pass(from_server, to_client, flow) => {}
            }
        });
    }
}

/// Passes bytes on until a side ends, or all is cut.
async fn pass(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, mut flow: watch::Receiver<Flow>) {
    let mut bytes = vec![0; 64 * 1024];
    loop {
        let read = tokio::select! {
            read = from.read(&mut bytes) => read,
            _ = flow.wait_for(|flow| *flow == Flow::Cut) => return,
        };
        let Ok(length @ 1..) = read else { return };
        let Ok(now) = flow
            .wait_for(|flow| *flow != Flow::Held)
            .await
            .map(|now| *now)
        else {
            return;
        };
        if now == Flow::Cut || to.write_all(&bytes[..length]).await.is_err() {
            return;
        }
    }
}
