//! A proxy that can hold, cut and delay what passes.

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{
        TcpListener, TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    sync::{mpsc, watch},
    time::{Instant, sleep_until},
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
    delay: Arc<watch::Sender<Duration>>,
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
        let (delay, delays) = watch::channel(Duration::ZERO);
        let target = SocketAddr::from(([127, 0, 0, 1], target));
        crate::on_a_thread(move || serve(listener, target, flows, delays))?;
        Ok(Proxy {
            port,
            flow: Arc::new(flow),
            delay: Arc::new(delay),
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

    /// Lets each request arrive this much later, as over a long line: what follows it at once does not wait
    /// longer for that.
    pub fn delay(&self, by: Duration) {
        self.delay.send_replace(by);
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
    delays: watch::Receiver<Duration>,
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
        let (flow, delay) = (flows.clone(), delays.clone());
        tokio::spawn(async move {
            if *flow.borrow() == Flow::Cut {
                return;
            }
            let Ok(server) = TcpStream::connect(target).await else {
                return;
            };
            let (from_client, to_client) = client.into_split();
            let (from_server, to_server) = server.into_split();
            let none = watch::channel(Duration::ZERO).1;
            tokio::select! {
                () = pass(from_client, to_server, flow.clone(), delay) => {}
                () = pass(from_server, to_client, flow, none) => {}
            }
        });
    }
}

/// Passes bytes on, each so much later, until a side ends, or all is cut.
async fn pass(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    mut flow: watch::Receiver<Flow>,
    delay: watch::Receiver<Duration>,
) {
    let (late, mut due) = mpsc::unbounded_channel();
    let reading = async {
        let mut bytes = vec![0; 64 * 1024];
        while let Ok(length @ 1..) = from.read(&mut bytes).await {
            let at = Instant::now() + *delay.borrow();
            if late.send((at, bytes[..length].to_vec())).is_err() {
                return;
            }
        }
        drop(late);
    };
    let mut cut = flow.clone();
    let writing = async {
        while let Some((at, bytes)) = due.recv().await {
            sleep_until(at).await;
            let passes = flow.wait_for(|flow| *flow != Flow::Held).await;
            // What was held when all was cut never arrives.
            let passes = passes.is_ok_and(|flow| *flow == Flow::Free);
            if !passes || to.write_all(&bytes).await.is_err() {
                return;
            }
        }
    };
    let reading = async {
        reading.await;
        // What was read is written before the connection ends.
        std::future::pending::<()>().await;
    };
    tokio::select! {
        () = reading => {}
        () = writing => {}
        _ = cut.wait_for(|flow| *flow == Flow::Cut) => {}
    }
}
