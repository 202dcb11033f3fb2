//! A table that is served, and pages that speak to it.

use std::{
    io::Read,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    ops::Deref,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use flate2::read::DeflateDecoder;
use futures_util::{SinkExt, StreamExt};
use reqwest::Client;
use rondel::{
    chats::web::{self, OwnMatches, PageMarkup},
    commands::Responder,
    config::WebConfig,
    host::{Host, SystemClock},
    messages::DrawingQueue,
    store::{Stores, memory::MemoryStore},
};
use serde_json::{Value, json};
use tokio::{
    net::{TcpSocket, TcpStream},
    sync::oneshot,
    time::timeout,
};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, client_async, connect_async,
    tungstenite::{Message, client::IntoClientRequest, handshake::client::Request},
};

/// The time that anything may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// A table that is served in this process.
pub(crate) struct Table {
    pages: Pages,
    /// Dropped, it stops the server.
    _stop: oneshot::Sender<()>,
}

/// Pages that speak to the table at an address.
#[derive(Clone)]
pub(crate) struct Pages {
    pub(crate) address: SocketAddr,
    client: Client,
}

impl Deref for Table {
    type Target = Pages;

    fn deref(&self) -> &Pages {
        &self.pages
    }
}

/// A token, the same for the same name.
pub(crate) fn token(name: &str) -> String {
    format!("{name:-<22}")
}

static REQUESTS: AtomicU64 = AtomicU64::new(0);

/// A name for a request that no other has.
pub(crate) fn request() -> String {
    format!("request-{}", REQUESTS.fetch_add(1, Ordering::Relaxed))
}

/// Three people at one screen.
pub(crate) fn three_here() -> Value {
    let here = |name| json!({"kind": "here", "token": token(name), "name": name});
    json!({"white": here("ann"), "gray": here("ben"), "black": here("cy")})
}

impl Table {
    pub(crate) async fn start() -> Table {
        Table::over(Arc::new(MemoryStore::new()).into()).await
    }

    /// Serves a table over these stores.
    pub(crate) async fn over(stores: Stores) -> Table {
        Table::set_up(stores, WebConfig::default()).await
    }

    /// Serves a table of a host that serves another chat as well.
    pub(crate) async fn beside(host: Arc<Host>) -> Table {
        let responder = Responder::new(host, Arc::new(PageMarkup))
            .with_visibility(Arc::new(OwnMatches))
            .with_pictures(false);
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        Table::served(listener, responder)
    }

    /// Serves a table over these stores as the configuration says.
    pub(crate) async fn set_up(stores: Stores, config: WebConfig) -> Table {
        let host = Host::new(stores, Arc::new(SystemClock::start()), Some(1)).await;
        let host = host.unwrap();
        let responder = Responder::new(Arc::clone(&host), Arc::new(PageMarkup))
            .with_visibility(Arc::new(OwnMatches))
            .with_pictures(false);
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        Table::configured(listener, responder, config)
    }

    /// Serves a table by this responder.
    pub(crate) fn served(listener: tokio::net::TcpListener, responder: Responder) -> Table {
        Table::configured(listener, responder, WebConfig::default())
    }

    /// Serves a table by this responder as the configuration says.
    pub(crate) fn configured(
        listener: tokio::net::TcpListener,
        responder: Responder,
        config: WebConfig,
    ) -> Table {
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        tokio::spawn(async move {
            let stopped = async {
                let _ = stopped.await;
            };
            let pictures = Arc::new(DrawingQueue::start().unwrap());
            web::serve(listener, responder, &config, pictures, stopped)
                .await
                .unwrap();
        });
        Table {
            pages: Pages::of(address),
            _stop: stop,
        }
    }
}

impl Pages {
    pub(crate) fn of(address: SocketAddr) -> Pages {
        Pages::from(Ipv4Addr::LOCALHOST, address)
    }

    /// The same from another address of this machine.
    pub(crate) fn from(from: Ipv4Addr, address: SocketAddr) -> Pages {
        let client = Client::builder().local_address(Some(from.into())).build();
        Pages {
            address,
            client: client.unwrap(),
        }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Fetches something.
    pub(crate) async fn get(&self, path: &str, headers: &[(&str, &str)]) -> reqwest::Response {
        let mut asked = self.client.get(self.url(path));
        for (name, value) in headers {
            asked = asked.header(*name, *value);
        }
        asked.send().await.unwrap()
    }

    /// Asks as a page does.
    pub(crate) async fn post(&self, what: &str, body: &Value) -> reqwest::Response {
        let asked = self
            .client
            .post(self.url(&format!("/api/{what}")))
            .header("origin", format!("http://{}", self.address))
            .body(body.to_string());
        asked.send().await.unwrap()
    }

    /// Asks as a page does, and returns the status and what is answered.
    pub(crate) async fn ask(&self, what: &str, body: &Value) -> (u16, Value) {
        let answer = self.post(what, body).await;
        let status = answer.status().as_u16();
        let text = answer.text().await.unwrap();
        (status, serde_json::from_str(&text).unwrap())
    }

    /// Asks until it is not too much at once.
    pub(crate) async fn patiently(&self, what: &str, body: &Value) -> Value {
        for _ in 0..200 {
            let (status, answer) = self.ask(what, body).await;
            if status != 429 {
                return answer;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("{what} {body}: always too much");
    }

    /// Asks for something that is answered.
    pub(crate) async fn asks(&self, what: &str, body: &Value) -> Value {
        let (status, answer) = self.ask(what, body).await;
        assert_eq!(status, 200, "{what} {body}: {answer}");
        answer
    }

    /// Opens a table with these seats, and returns all that is answered.
    pub(crate) async fn open(&self, by: &str, seats: &Value) -> Value {
        let body = json!({
            "token": token(by), "name": by, "lang": "en", "request": request(), "seats": seats,
        });
        let opened = self.asks("open", &body).await;
        assert_eq!(opened["answer"]["refused"], Value::Null, "{opened}");
        opened
    }

    /// Opens a table for three people at one screen, and returns its match.
    pub(crate) async fn open_three(&self) -> String {
        let opened = self.open("ann", &three_here()).await;
        opened["match"].as_str().unwrap().to_owned()
    }

    /// Makes a link to a seat with a token, and returns its secret.
    pub(crate) async fn links(&self, token: &str, id: &str, seat: &str) -> String {
        let wanted = json!({"token": token, "lang": "en", "match": id, "seat": seat});
        let made = self.asks("link", &wanted).await;
        made["secret"].as_str().expect("a secret").to_owned()
    }

    /// Types a line with a token, and returns the answer.
    pub(crate) async fn says(&self, token: &str, id: &str, line: &str) -> Value {
        let body = json!({
            "token": token, "lang": "en", "match": id, "line": line, "request": request(),
        });
        self.asks("say", &body).await["answer"].take()
    }

    /// Types a line that is carried out.
    pub(crate) async fn plays(&self, name: &str, id: &str, line: &str) -> Value {
        let answer = self.says(&token(name), id, line).await;
        assert_eq!(answer["refused"], Value::Null, "{line}: {answer}");
        answer
    }

    /// Opens a socket without saying anything.
    pub(crate) async fn connect(&self) -> Socket {
        let (socket, _) = connect_async(self.opening()).await.unwrap();
        Socket(socket)
    }

    /// Returns the request that opens a socket.
    fn opening(&self) -> Request {
        let url = format!("ws://{}/live", self.address);
        let mut asked = url.into_client_request().unwrap();
        let origin = format!("http://{}", self.address).parse().unwrap();
        asked.headers_mut().insert("origin", origin);
        asked
    }

    /// Connects from another address of this machine.
    pub(crate) async fn stream_from(&self, from: IpAddr) -> TcpStream {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(SocketAddr::new(from, 0)).unwrap();
        socket.connect(self.address).await.unwrap()
    }

    /// Watches a match with these tokens from another address of this machine.
    pub(crate) async fn watch_from(&self, from: IpAddr, id: &str, tokens: &[String]) -> Socket {
        let stream = self.stream_from(from).await;
        let (socket, _) = client_async(self.opening(), MaybeTlsStream::Plain(stream))
            .await
            .unwrap();
        let mut socket = Socket(socket);
        socket.watch(id, tokens).await;
        socket
    }

    /// Watches a match with these tokens.
    pub(crate) async fn watch(&self, id: &str, tokens: &[String]) -> Socket {
        let mut socket = self.connect().await;
        socket.watch(id, tokens).await;
        socket
    }
}

/// The socket of a page.
pub(crate) struct Socket(WebSocketStream<MaybeTlsStream<TcpStream>>);

/// What a page hears.
#[derive(Debug)]
pub(crate) enum Heard {
    /// Of the match.
    State(Value, usize),
    /// Anything else, in words.
    Text(Value),
    /// That it is over, with the code.
    Closed(u16),
}

impl Socket {
    pub(crate) async fn watch(&mut self, id: &str, tokens: &[String]) {
        let said = json!({
            "do": "watch", "match": id, "tokens": tokens, "lang": "en", "version": 0,
        });
        self.send(&said).await;
    }

    pub(crate) async fn send(&mut self, data: &Value) {
        self.0.send(Message::text(data.to_string())).await.unwrap();
    }

    pub(crate) async fn hear(&mut self) -> Heard {
        loop {
            let heard = timeout(PATIENCE, self.0.next())
                .await
                .expect("it says something");
            match heard {
                Some(Ok(Message::Binary(bytes))) => {
                    let mut text = String::new();
                    DeflateDecoder::new(&*bytes)
                        .read_to_string(&mut text)
                        .unwrap();
                    let mut data: Value = serde_json::from_str(&text).unwrap();
                    return Heard::State(data["state"].take(), bytes.len());
                }
                Some(Ok(Message::Text(text))) => {
                    return Heard::Text(serde_json::from_str(&text).unwrap());
                }
                Some(Ok(Message::Close(frame))) => {
                    return Heard::Closed(frame.map_or(1005, |frame| frame.code.into()));
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Heard::Closed(1006),
            }
        }
    }

    /// Waits for the next state, and what is said beside it for the players of this page.
    pub(crate) async fn state(&mut self) -> (Value, Value) {
        let mut state = None;
        loop {
            match self.hear().await {
                Heard::State(heard, _) => state = Some(heard),
                Heard::Text(mut heard) if heard["you"].is_object() => {
                    if let Some(state) = state {
                        return (state, heard["you"].take());
                    }
                }
                other @ (Heard::Text(_) | Heard::Closed(_)) => panic!("{other:?}"),
            }
        }
    }

    /// Waits for the state at this version.
    pub(crate) async fn at(&mut self, version: u64) -> (Value, Value) {
        loop {
            let (state, you) = self.state().await;
            if state["v"] == version {
                return (state, you);
            }
        }
    }
}
