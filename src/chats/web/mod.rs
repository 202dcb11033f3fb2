//! The page: people play on it at one screen, against computers, or by links.
//!
//! It is one more chat over the same commands and the same host. It judges nothing and words nothing:
//! what a page sends becomes a command or a press, and what it shows comes from the match, from the
//! shapes of its picture, and from the texts.
//!
//! - `guard` turns away what does not come from a page of our own, `refusal` says why anything is,
//!   `connections` counts those of each address.
//! - `assets`, `bundles` and `shell` are the files of `web/`; `texts` lists what the page says by itself.
//! - `visitors` finds out who speaks: there are no accounts, but secrets. `server` is what all share.
//! - `api` takes what is asked: `table` opens one, `acts` hands commands and presses on, `looks` shows,
//!   `mine` lists matches, `links` makes links, `pictures` draws what is shared (`drawn` keeps it), `records` takes records in. `answer`
//!   writes replies.
//! - `live` tells pages of their match, in the form of `state`, of which `states` keeps the last ones;
//!   `presences` knows which seats are open twice.

mod acts;
mod answer;
mod api;
mod assets;
mod bundles;
mod connections;
mod drawn;
mod guard;
mod links;
mod live;
mod looks;
mod mine;
mod pictures;
mod presences;
mod records;
mod refusal;
mod server;
mod shell;
mod state;
mod states;
mod table;
mod texts;
mod visitors;

use std::{
    convert::Infallible,
    io,
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::{Duration, Instant},
};

use axum::{
    Router,
    body::{Body, to_bytes},
    extract::{Path, Request, State, ws::WebSocketUpgrade},
    http::{HeaderMap, HeaderValue, Response, StatusCode, Uri, header},
    middleware::{self, Next},
    routing::{get, post},
};
use hyper::{body::Incoming, server::conn::http1, service::Service};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use rustix::process::{Resource, getrlimit};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore, watch},
    task::JoinSet,
    time::timeout,
};

use self::{
    assets::Assets,
    connections::{ConnectionPlace, Counts, MOST_OF_ADDRESS},
    drawn::Pictures,
    guard::{Guard, HEADERS},
    live::LONGEST,
    presences::Presences,
    refusal::{PageRefusal, json_answer, wants_page},
    server::{TableServer, stop},
    shell::Page,
    states::States,
    visitors::{REALM, Seen},
};
use crate::{
    commands::{Responder, Speaker, Visibility},
    config::WebConfig,
    host::{CanSee, NoticeState},
    matchplay::{Event, Moment, Place},
    messages::{
        DrawingQueue, Language, Markup,
        markup::{harmless, harmless_text, isolated},
    },
    store::causes,
};

/// The most bytes of what is asked.
const LONGEST_BODY: usize = 16 << 10;
/// The most bytes of a record that is sent.
const LONGEST_RECORD: usize = 64 << 10;
/// The most bytes of the head of a request.
const LONGEST_HEAD: usize = 16 << 10;
/// The time in which a request must have come.
const PATIENCE: Duration = Duration::from_secs(10);
/// The time in which a request is answered.
const LONGEST_WORK: Duration = Duration::from_secs(30);
/// The most connections at once, sockets among them.
const MOST_CONNECTIONS: usize = 4_096;
/// The files that everything but the connections needs.
const OTHER_FILES: usize = 256;
/// The pause after which the outbox is read again that could not be read.
const OUTBOX_PAUSE: Duration = Duration::from_secs(2);
/// The time that connections have to end by themselves when everything stops.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// The markup of a page, which shows texts as they are: names without control characters, and moments in
/// a form that it writes by the reader's clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct PageMarkup;

impl Markup for PageMarkup {
    fn name(&self, name: &str) -> String {
        as_typed(&harmless(name))
    }

    fn quote(&self, text: &str) -> String {
        as_typed(&harmless_text(text, Event::LONGEST_REASON))
    }

    fn moment(&self, at: Moment) -> String {
        format!("<t:{}>", at.0.div_euclid(1_000))
    }

    fn knows_people(&self) -> bool {
        false
    }

    // A page that is open hears of everything, with the clock in sight.
    fn reminds_people(&self) -> bool {
        false
    }

    fn labels_menus(&self) -> bool {
        true
    }

    fn has_channels(&self) -> bool {
        false
    }
}

/// Keeps a text from turning the sentence around it, and from being read as a moment.
fn as_typed(text: &str) -> String {
    isolated(text.replace("<t:", "<\u{2060}t:"))
}

/// What people on pages see of others' matches: nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct OwnMatches;

impl Visibility for OwnMatches {
    fn is_seen<'a>(&'a self, _place: &'a Place, _by: &'a Speaker) -> CanSee<'a> {
        Box::pin(std::future::ready(false))
    }
}

/// Serves the page to everybody who connects `until` it is done, and then tells sockets to come again.
///
/// `config` has the origin by which people know the server, and the proxies in front of it. The
/// responder should have [`PageMarkup`] and [`OwnMatches`], and draws no pictures: those that are shared go through
/// the queue `pictures`.
///
/// # Errors
///
/// When nobody can connect any more.
pub async fn serve(
    listener: TcpListener,
    responder: Responder,
    config: &WebConfig,
    pictures: Arc<DrawingQueue>,
    until: impl Future<Output = ()>,
) -> io::Result<()> {
    let (stopping, stopped) = watch::channel(false);
    let server = Arc::new(TableServer {
        guard: Guard::new(listener.local_addr()?, config),
        assets: Assets::new(responder.locales(), responder.rulesets()),
        responder,
        seen: Seen::default(),
        states: States::default(),
        sockets: Counts::default(),
        presences: Presences::default(),
        pictures: Pictures::new(pictures),
        reading: Semaphore::new(1),
        stopped,
    });
    let telling = tokio::spawn(tell(Arc::clone(&server)));
    let service = TowerToHyperService::new(router(&server));
    let mut connections = JoinSet::new();
    let most = most_connections();
    let room = Arc::new(Semaphore::new(most));
    // However few there are, no address has all of them.
    let most_of_address = (most / 4).clamp(1, MOST_OF_ADDRESS);
    let places = Counts::default();
    // The times of the last lines in the log.
    let (mut said_crowded, mut said_failed) = (None, None);
    tokio::pin!(until);
    loop {
        while connections.try_join_next().is_some() {}
        let accepted = tokio::select! {
            accepted = accept(&listener, &room) => accepted,
            () = &mut until => break,
        };
        match accepted {
            Ok((stream, from, permit)) => {
                // A proxy's connection is counted for the visitor whom its first request names.
                let of = server.guard.connecting(from.ip());
                let most_of_it = of.map_or(most, |_| most_of_address);
                let Some(place) = places.take(&of, most_of_it) else {
                    if is_due(&mut said_crowded) {
                        let from = from.ip();
                        tracing::warn!(%from, "an address has as many connections as it may, and gets no more");
                    }
                    continue;
                };
                let service = FromAddress {
                    service: service.clone(),
                    from: from.ip(),
                    admitted: Arc::new(Admitted {
                        place,
                        most_of_address,
                        _permit: permit,
                    }),
                };
                connections.spawn(connection(service, stream, server.stopped.clone()));
            }
            Err(error) => {
                // Too many files are open, or the one who knocked is gone.
                if is_due(&mut said_failed) {
                    tracing::warn!(error = %causes(&error), "nobody could connect");
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
    let _ = stopping.send(true);
    telling.abort();
    let ended = timeout(LAST_WORDS, async {
        while connections.join_next().await.is_some() {}
    });
    let _ = ended.await;
    Ok(())
}

/// Returns true if a line is due in the log, at most one a minute, and notes it.
fn is_due(said: &mut Option<Instant>) -> bool {
    let is_due = said.is_none_or(|at| at.elapsed() >= Duration::from_secs(60));
    if is_due {
        *said = Some(Instant::now());
    }
    is_due
}

/// Returns the most connections at once: fewer where the system lets this process open few files, so that
/// connections leave enough for the store and for Discord.
fn most_connections() -> usize {
    let files = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
    let files = usize::try_from(files).unwrap_or(usize::MAX);
    let most = files.saturating_sub(OTHER_FILES).max(files / 2);
    most.clamp(1, MOST_CONNECTIONS)
}

async fn accept(
    listener: &TcpListener,
    room: &Arc<Semaphore>,
) -> io::Result<(TcpStream, SocketAddr, OwnedSemaphorePermit)> {
    let place = Arc::clone(room).acquire_owned().await;
    let place = place.map_err(io::Error::other)?;
    let (stream, from) = listener.accept().await?;
    // A move is a few small packets, none of which may wait for the next.
    stream.set_nodelay(true)?;
    Ok((stream, from, place))
}

/// Ends what the outbox holds for pages: they hear of their matches by themselves. If it cannot be read, it is
/// tried again until it can: its rows would pile up.
async fn tell(server: Arc<TableServer>) {
    let outbox = loop {
        match server.responder.host().outbox(REALM).await {
            Ok(outbox) => break outbox,
            Err(error) => {
                tracing::warn!(error = %causes(&error), "the outbox of the page cannot be read yet")
            }
        }
        tokio::time::sleep(OUTBOX_PAUSE).await;
    };
    loop {
        outbox.next().await.end(NoticeState::Delivered);
    }
}

/// Returns what is served under which address.
fn router(server: &Arc<TableServer>) -> Router {
    Router::new()
        .route("/", get(shell))
        .route("/sw.js", get(worker))
        .route("/manifest.json", get(manifest))
        .route("/rules", get(shell))
        .route("/leaderboard", get(shell))
        .route("/profile", get(shell))
        .route("/settings", get(shell))
        .route("/help", get(shell))
        .route("/m/{id}", get(shell))
        .route("/m/{id}/board.png", get(preview))
        // What chats and mail leave behind an address is no part of it.
        .route("/m/{id}/", get(shell))
        .route("/m/{id}/{*rest}", get(shell))
        .route("/a/{digest}/{*name}", get(file))
        .route("/api/{what}", post(ask))
        .route("/live", get(socket))
        .fallback(nothing)
        .layer(middleware::from_fn_with_state(Arc::clone(server), guarded))
        .with_state(Arc::clone(server))
}

/// The place of a connection: one of those of its address, and one of all. A socket keeps it, since the HTTP
/// connection that it was has ended by then.
#[derive(Debug)]
struct Admitted {
    place: ConnectionPlace,
    most_of_address: usize,
    _permit: OwnedSemaphorePermit,
}

/// Hands each request on with the address that it comes from, and with the place of its connection.
#[derive(Clone)]
struct FromAddress {
    service: TowerToHyperService<Router>,
    from: IpAddr,
    admitted: Arc<Admitted>,
}

impl Service<hyper::Request<Incoming>> for FromAddress {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = <TowerToHyperService<Router> as Service<hyper::Request<Incoming>>>::Future;

    fn call(&self, mut request: hyper::Request<Incoming>) -> Self::Future {
        request.extensions_mut().insert(From(self.from));
        request.extensions_mut().insert(Arc::clone(&self.admitted));
        self.service.call(request)
    }
}

/// Serves one connection.
async fn connection(service: FromAddress, stream: TcpStream, mut stopped: watch::Receiver<bool>) {
    let serving = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(PATIENCE)
        .max_buf_size(LONGEST_HEAD)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    tokio::pin!(serving);
    tokio::select! {
        // A connection that breaks concerns nobody else.
        _ = serving.as_mut() => {}
        () = stop(&mut stopped) => {
            serving.as_mut().graceful_shutdown();
            let _ = serving.await;
        }
    }
}

/// The address that a connection comes from.
#[derive(Clone, Copy, Debug)]
struct From(IpAddr);

/// Turns away what is foreign, and puts the headers on every answer.
async fn guarded(
    State(server): State<Arc<TableServer>>,
    axum::Extension(From(connected)): axum::Extension<From>,
    axum::Extension(admitted): axum::Extension<Arc<Admitted>>,
    mut request: Request,
    next: Next,
) -> Response<Body> {
    let language = language_of(request.headers());
    let texts = server.responder.texts_of(Some(language));
    let from = server.guard.address(connected, request.headers());
    let crowded = || PageRefusal::crowded(texts).answer();
    let mut answer = if !admitted
        .place
        .give_to(&Some(from), admitted.most_of_address)
    {
        // It may still be counted for nobody.
        let mut answer = crowded();
        let close = HeaderValue::from_static("close");
        answer.headers_mut().insert(header::CONNECTION, close);
        answer
    } else if let Err(foreign) = server.guard.check(&request) {
        tracing::debug!(?foreign, "a foreign request was turned away");
        PageRefusal::foreign(texts, foreign).answer_to(request.headers(), texts)
    } else {
        request.extensions_mut().insert(From(from));
        let answer = timeout(LONGEST_WORK, next.run(request)).await;
        answer.unwrap_or_else(|_| crowded())
    };
    for (name, value) in HEADERS {
        answer.headers_mut().insert(name, value);
    }
    let policy = server.assets.policy().clone();
    let headers = answer.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    // By this a page that is open finds out that the server has been updated.
    if let Ok(digest) = HeaderValue::from_str(server.assets.digest()) {
        answer.headers_mut().insert("x-rondel-page", digest);
    }
    answer
}

/// Sends the page, in the language that its address asks for, such as `?lang=de`, or that the browser wants.
async fn shell(
    State(server): State<Arc<TableServer>>,
    axum::Extension(From(from)): axum::Extension<From>,
    uri: Uri,
    headers: HeaderMap,
) -> Response<Body> {
    let mut asked = uri.query().unwrap_or_default().split('&');
    let asked = asked.find_map(|pair| Language::of_locale(pair.strip_prefix("lang=")?));
    let language = asked.unwrap_or_else(|| language_of(&headers));
    let page = match uri.path() {
        "/" => Page::Home,
        path if path.starts_with("/m/") => Page::Match,
        _ => Page::Text,
    };
    let id = uri
        .path()
        .strip_prefix("/m/")
        .and_then(|rest| rest.split('/').next());
    let origin = server.guard.origin(&headers);
    if let (Some(id), Some(origin)) = (id, origin)
        && let Some(page) = pictures::page_of(&server, id, language, &origin, from).await
    {
        return page.answer(&headers, false);
    }
    server.assets.shell(page, language).answer(&headers, false)
}

/// Sends the picture of a public match.
async fn preview(
    State(server): State<Arc<TableServer>>,
    axum::Extension(From(from)): axum::Extension<From>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Response<Body> {
    let drawn = pictures::preview(&server, &id, &headers, from).await;
    drawn.unwrap_or_else(nothing_at_all)
}

/// Sends the script that keeps the page for when there is no network.
async fn worker(State(server): State<Arc<TableServer>>, headers: HeaderMap) -> Response<Body> {
    server.assets.worker().answer(&headers, false)
}

/// Sends how the page is installed.
async fn manifest(State(server): State<Arc<TableServer>>, headers: HeaderMap) -> Response<Body> {
    server.assets.manifest().answer(&headers, false)
}

/// Sends a file of the page.
async fn file(
    State(server): State<Arc<TableServer>>,
    Path((digest, name)): Path<(String, String)>,
    headers: HeaderMap,
) -> Response<Body> {
    match server.assets.file(&digest, &name) {
        // What is served under another digest is not kept: it may belong to a version still to come.
        Some(asset) => asset.answer(&headers, digest == server.assets.digest()),
        None => nothing_at_all(),
    }
}

/// Answers what a page asks.
async fn ask(
    State(server): State<Arc<TableServer>>,
    Path(what): Path<String>,
    axum::Extension(From(from)): axum::Extension<From>,
    request: Request,
) -> Response<Body> {
    let texts = server
        .responder
        .texts_of(Some(language_of(request.headers())));
    let longest = if what == "import" {
        LONGEST_RECORD
    } else {
        LONGEST_BODY
    };
    let read = timeout(PATIENCE, to_bytes(request.into_body(), longest)).await;
    let Ok(Ok(body)) = read else {
        return PageRefusal::unreadable(texts).answer();
    };
    // A picture is no data.
    if what == "share" {
        return match api::picture(&server, &body, from).await {
            Ok(answer) => answer,
            Err(refusal) => refusal.answer(),
        };
    }
    match api::answer(&server, &what, &body, from).await {
        Ok(answer) => json_answer(StatusCode::OK, &answer),
        Err(refusal) => refusal.answer(),
    }
}

/// Opens a socket.
async fn socket(
    State(server): State<Arc<TableServer>>,
    axum::Extension(From(from)): axum::Extension<From>,
    axum::Extension(admitted): axum::Extension<Arc<Admitted>>,
    upgrade: WebSocketUpgrade,
) -> Response<Body> {
    upgrade
        .max_message_size(LONGEST)
        .max_frame_size(LONGEST)
        // A page says little. Each socket would have 128 KiB by itself.
        .read_buffer_size(4 << 10)
        .write_buffer_size(0)
        .max_write_buffer_size(1 << 20)
        .on_upgrade(async move |socket| {
            live::serve(server, socket, from).await;
            drop(admitted);
        })
}

/// Says that there is no such page, as a page to whoever looks at it.
async fn nothing(State(server): State<Arc<TableServer>>, headers: HeaderMap) -> Response<Body> {
    if !wants_page(&headers) {
        return nothing_at_all();
    }
    let language = language_of(&headers);
    let mut answer = server
        .assets
        .shell(Page::Missing, language)
        .answer(&headers, false);
    *answer.status_mut() = StatusCode::NOT_FOUND;
    answer
}

fn nothing_at_all() -> Response<Body> {
    let mut answer = Response::new(Body::empty());
    *answer.status_mut() = StatusCode::NOT_FOUND;
    answer
}

/// Returns the first language of a browser's list that has texts.
fn language_of(headers: &HeaderMap) -> Language {
    let list = headers.get(header::ACCEPT_LANGUAGE);
    let list = list.and_then(|list| list.to_str().ok()).unwrap_or_default();
    let tags = list
        .split(',')
        .map(|tag| tag.split(';').next().unwrap_or_default().trim());
    tags.take(32)
        .find_map(Language::of_locale)
        .unwrap_or_default()
}
