//! A proxy that lets commits fail.

use std::{
    io,
    net::SocketAddr,
    sync::{Arc, Mutex, PoisonError},
};

use rand::{RngExt, SeedableRng, rngs::StdRng};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{
        TcpListener, TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
    sync::watch,
};

/// What can happen to a commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// The connection breaks before the server hears of it.
    CutBefore,
    /// The connection breaks as soon as the server may have heard of it.
    CutAt,
    /// The connection breaks once the server has done it.
    CutAfter,
    /// The server refuses it with this code, and has done nothing.
    Refused(&'static str),
    /// The server ends the connection with this code, and has done nothing.
    Ended(&'static str),
    /// The server ends the connection with this code, and has done it.
    EndedAfter(&'static str),
    /// The server does it, and warns that a standby may not have it.
    Warned,
}

impl Fault {
    /// All that can happen.
    pub const ALL: [Fault; 9] = [
        Fault::CutBefore,
        Fault::CutAt,
        Fault::CutAfter,
        Fault::Refused("40001"),
        Fault::Refused("40P01"),
        Fault::Refused("53300"),
        Fault::Ended("57P01"),
        Fault::EndedAfter("57P01"),
        Fault::Warned,
    ];
}

/// A proxy on loopback in front of a server. It ends with this value.
#[derive(Debug)]
pub struct Faults {
    port: u16,
    shared: Arc<Shared>,
    _open: watch::Sender<()>,
}

#[derive(Debug)]
struct Shared {
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    dice: StdRng,
    /// One commit of so many fails; none if it is 0.
    one_of: u32,
    struck: Vec<Fault>,
}

impl Shared {
    fn next(&self) -> Option<Fault> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let one_of = state.one_of;
        if one_of == 0 || state.dice.random_range(0..one_of) > 0 {
            return None;
        }
        let which = state.dice.random_range(0..Fault::ALL.len());
        state.struck.push(Fault::ALL[which]);
        Some(Fault::ALL[which])
    }
}

impl Faults {
    /// Starts a proxy in front of a port, which lets one commit of so many fail.
    ///
    /// # Errors
    ///
    /// If there is no port for it.
    pub fn before(target: u16, one_of: u32, seed: u64) -> io::Result<Faults> {
        let listener = std::net::TcpListener::bind(("127.0.0.1", 0))?;
        listener.set_nonblocking(true)?;
        let port = listener.local_addr()?.port();
        let (open, closed) = watch::channel(());
        let state = Mutex::new(State {
            dice: StdRng::seed_from_u64(seed),
            one_of,
            struck: Vec::new(),
        });
        let shared = Arc::new(Shared { state });
        let target = SocketAddr::from(([127, 0, 0, 1], target));
        let striking = Arc::clone(&shared);
        crate::on_a_thread(move || serve(listener, target, striking, closed))?;
        Ok(Faults {
            port,
            shared,
            _open: open,
        })
    }

    /// Returns the port at which it listens.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Lets one commit of so many fail from now on; none if it is 0.
    pub fn strike(&self, one_of: u32) {
        let state = &self.shared.state;
        state.lock().unwrap_or_else(PoisonError::into_inner).one_of = one_of;
    }

    /// Returns what has happened so far.
    #[must_use]
    pub fn struck(&self) -> Vec<Fault> {
        let state = &self.shared.state;
        state
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .struck
            .clone()
    }
}

async fn serve(
    listener: std::net::TcpListener,
    target: SocketAddr,
    shared: Arc<Shared>,
    mut closed: watch::Receiver<()>,
) {
    let Ok(listener) = TcpListener::from_std(listener) else {
        return;
    };
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = closed.changed() => return,
        };
        let Ok((client, _)) = accepted else { return };
        let shared = Arc::clone(&shared);
        tokio::spawn(async move {
            if let Ok(server) = TcpStream::connect(target).await {
                // One of the sides is gone, which is what the other sees.
                let _ = pass(client, server, &shared).await;
            }
        });
    }
}

/// A message of the protocol: its type, 0 for the first of a connection, and its body.
struct Message {
    kind: u8,
    body: Vec<u8>,
}

impl Message {
    async fn read(from: &mut OwnedReadHalf, typed: bool) -> io::Result<Message> {
        let kind = if typed { from.read_u8().await? } else { 0 };
        let length = from.read_u32().await?.saturating_sub(4);
        let mut body = vec![0; length as usize];
        from.read_exact(&mut body).await?;
        Ok(Message { kind, body })
    }

    async fn write(&self, to: &mut OwnedWriteHalf) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(self.body.len() + 5);
        if self.kind != 0 {
            bytes.push(self.kind);
        }
        bytes.extend((self.body.len() as u32 + 4).to_be_bytes());
        bytes.extend(&self.body);
        to.write_all(&bytes).await
    }

    /// Returns an error or a notice with this severity and code.
    fn told(kind: u8, severity: &str, code: &str) -> Message {
        let fields = [
            ('S', severity),
            ('V', severity),
            ('C', code),
            ('M', "a fault"),
        ];
        let mut body = Vec::new();
        for (field, text) in fields {
            body.push(field as u8);
            body.extend(text.as_bytes());
            body.push(0);
        }
        body.push(0);
        Message { kind, body }
    }
}

/// Passes messages on, and strikes at commits.
async fn pass(client: TcpStream, server: TcpStream, shared: &Shared) -> io::Result<()> {
    for stream in [&client, &server] {
        stream.set_nodelay(true)?;
    }
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = server.into_split();
    // The questions that were asked, and which of them a fault waits for.
    let (faults, faulty) = watch::channel::<Option<(u64, Fault)>>(None);
    let asking = async {
        let mut asked = 0;
        Message::read(&mut from_client, false)
            .await?
            .write(&mut to_server)
            .await?;
        loop {
            let message = Message::read(&mut from_client, true).await?;
            if matches!(message.kind, b'Q' | b'S') {
                asked += 1;
            }
            let fault = match (message.kind, message.body.as_slice()) {
                (b'Q', b"COMMIT\0") => shared.next(),
                _ => None,
            };
            let Some(fault) = fault else {
                message.write(&mut to_server).await?;
                continue;
            };
            match fault {
                Fault::CutBefore => return Ok(()),
                Fault::CutAt => {
                    message.write(&mut to_server).await?;
                    return Ok(());
                }
                Fault::Refused(_) | Fault::Ended(_) => {
                    faults.send_replace(Some((asked, fault)));
                    let body = b"ROLLBACK\0".to_vec();
                    Message { kind: b'Q', body }.write(&mut to_server).await?;
                }
                Fault::CutAfter | Fault::EndedAfter(_) | Fault::Warned => {
                    faults.send_replace(Some((asked, fault)));
                    message.write(&mut to_server).await?;
                }
            }
        }
    };
    let answering = async {
        // The first answer ends what a connection begins with.
        let mut answered = 0;
        let mut begun = false;
        loop {
            let message = Message::read(&mut from_server, true).await?;
            let fault = *faulty.borrow();
            let fault = fault.filter(|(question, _)| begun && answered + 1 == *question);
            let Some((_, fault)) = fault else {
                if message.kind == b'Z' {
                    answered += u64::from(begun);
                    begun = true;
                }
                message.write(&mut to_client).await?;
                continue;
            };
            match (fault, message.kind) {
                // The answer to the rollback, in place of which stands the error.
                (Fault::Refused(code), b'C') => {
                    Message::told(b'E', "ERROR", code)
                        .write(&mut to_client)
                        .await?;
                }
                (Fault::Ended(code) | Fault::EndedAfter(code), b'C') => {
                    Message::told(b'E', "FATAL", code)
                        .write(&mut to_client)
                        .await?;
                    return Ok(());
                }
                (Fault::CutAfter, b'C') => return Ok(()),
                (Fault::Warned, b'C') => {
                    Message::told(b'N', "WARNING", "01000")
                        .write(&mut to_client)
                        .await?;
                    message.write(&mut to_client).await?;
                }
                (_, b'Z') => {
                    answered += 1;
                    message.write(&mut to_client).await?;
                }
                _ => message.write(&mut to_client).await?,
            }
        }
    };
    tokio::select! {
        ended = asking => ended,
        ended = answering => ended,
    }
}
