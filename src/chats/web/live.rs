//! Sockets, over which a page hears of its match.
//!
//! A page says first which match it shows, by which tokens, and which version it knows; then it is told
//! each newer state, and what its own players can do. Nothing is queued for it: a page that is slow
//! hears the latest state alone, and one that takes nothing is cut off.
//!
//! Where no socket gets through, and in one window more than a browser has sockets for, a page asks for the
//! same now and then ([`look`]).

use std::{
    collections::HashSet,
    io::{Read, Write},
    mem,
    net::IpAddr,
    sync::Arc,
    time::Duration,
};

use axum::{
    body::Bytes,
    extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code},
};
use flate2::{Compression, read::DeflateDecoder, write::DeflateEncoder};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::{
    task::JoinSet,
    time::{Instant, timeout},
};

use super::{
    LONGEST_WORK,
    answer::ButtonData,
    api,
    links::gives_seats,
    presences::Presence,
    refusal::PageRefusal,
    server::{TableServer, stop},
    state::{self, Aspect},
    states::Key,
    visitors::{Browser, Caller, Visitor},
};
use crate::{
    commands::Acts,
    host::{Limit, Watcher},
    matchplay::{Match, MatchId, Person, Stage},
    messages::{Button, Language, Locale, Texts},
    rules::Color,
    store::{StoreError, links::Links},
};

/// The bytes up to which an answer is sent as it is.
const SHORT: usize = 1 << 10;
/// The longest message that a page sends, in bytes.
pub(super) const LONGEST: usize = 16 << 10;
/// The time in which a page must say what it shows.
const GREETING: Duration = Duration::from_secs(5);
/// The time in which a page must take what it is sent.
const PATIENCE: Duration = Duration::from_secs(10);
/// The time after which a page that says nothing is gone: it says something every few seconds, and once a minute
/// where browsers let its timers run no oftener, since nobody sees it.
const SILENCE: Duration = Duration::from_secs(150);
/// The code with which a socket is closed that is for somebody else.
const NOT_YOURS: u16 = 4404;
/// The most tokens of one page: those of three seats, links to each, and a browser's own.
const MOST_TOKENS: usize = 8;

/// A message from a page.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
enum Said {
    /// It shows a match, or shows it in another way.
    Watch(WatchData),
    /// It asks whether anybody is there, and what time it is.
    Ping { at: f64 },
    /// It asks what it could ask for under an address of `/api/` as well: the answer bears the same number.
    Ask { id: u64, what: String, body: String },
}

/// The most requests of one socket that wait for their answers.
const MOST_ASKED: usize = 8;

/// Requests of a page that are being answered.
#[derive(Default)]
struct Asked(JoinSet<(u64, Result<Value, PageRefusal>)>);

impl Asked {
    /// Begins to answer a request; one too many comes to nothing.
    fn begin(&mut self, server: &Arc<TableServer>, from: IpAddr, said: Said) {
        let Said::Ask { id, what, body } = said else {
            return;
        };
        let server = Arc::clone(server);
        let is_crowded = self.0.len() >= MOST_ASKED;
        self.0.spawn(async move {
            let texts = server.responder.texts_of(None);
            if is_crowded {
                return (id, Err(PageRefusal::crowded(texts)));
            }
            let answer = api::answer(&server, &what, body.as_bytes(), from);
            let answer = timeout(LONGEST_WORK, answer).await;
            let answer = answer.unwrap_or_else(|_| Err(PageRefusal::crowded(texts)));
            (id, answer)
        });
    }

    /// Waits until a request is answered, and returns what is sent then; for ever if there is none.
    async fn next(&mut self) -> Value {
        loop {
            match self.0.join_next().await {
                Some(Ok((id, Ok(data)))) => return json!({"answer": id, "data": data}),
                Some(Ok((id, Err(refusal)))) => {
                    return json!({"answer": id, "again": refusal.passes(), "data": refusal.data()});
                }
                Some(Err(_)) => {}
                None => std::future::pending().await,
            }
        }
    }
}

/// What a page shows.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct WatchData {
    #[serde(rename = "match")]
    id: String,
    tokens: Vec<String>,
    #[serde(default)]
    lang: String,
    #[serde(default)]
    outlook: Option<String>,
    #[serde(default)]
    version: u64,
    /// The name that the page has given itself, the same on each of its sockets.
    #[serde(default)]
    page: String,
    /// True for a browser that cannot decompress: it gets states as text.
    #[serde(default)]
    plain: bool,
}

/// A page that watches a match.
struct WatchingPage {
    server: Arc<TableServer>,
    from: IpAddr,
    watching: WatchData,
    visitors: Vec<Visitor>,
    id: MatchId,
    watcher: Watcher,
    presence: Presence,
    /// The version that it was sent last; `None` if it knows nothing yet.
    sent: Option<u64>,
}

/// Serves a socket until one of both sides has enough.
pub(super) async fn serve(server: Arc<TableServer>, mut socket: WebSocket, from: IpAddr) {
    let greeting = timeout(GREETING, socket.recv()).await;
    let Ok(Some(Ok(Message::Text(text)))) = greeting else {
        return;
    };
    let Ok(Said::Watch(watching)) = serde_json::from_str(&text) else {
        let texts = server.responder.texts_of(None);
        return refuse(&mut socket, &PageRefusal::unreadable(texts)).await;
    };
    let language = Language::of_locale(&watching.lang);
    let texts = server.responder.texts_of(language);
    let mut page = match WatchingPage::open(&server, watching, from).await {
        Ok(page) => page,
        Err(refusal) => return refuse(&mut socket, &refusal).await,
    };
    // It stays counted by this one, whatever it says later.
    let Some(browser) = page.browser() else {
        return refuse(&mut socket, &PageRefusal::no_such_match(texts)).await;
    };
    let Some(_place) = server.sockets.take(&browser, browser.most_sockets()) else {
        let refusal = PageRefusal::too_many_windows(texts, browser.most_sockets());
        return refuse(&mut socket, &refusal).await;
    };
    if let Err(limited) = server.count_of(Limit::PageLooks, &browser) {
        return refuse(&mut socket, &PageRefusal::limited(texts, &limited)).await;
    }
    let mut stopped = server.stopped.clone();
    let mut heard = Instant::now();
    // What came too fast waits, and nothing more is read until its time.
    let (mut held, mut reads_from) = (None, None);
    let mut asked = Asked::default();
    if page.show(&mut socket).await.is_err() {
        return;
    }
    loop {
        let next = tokio::select! {
            biased;
            () = stop(&mut stopped) => {
                return close(&mut socket, close_code::RESTART).await;
            }
            answer = asked.next() => SocketStep::Answered(answer),
            () = until(reads_from) => SocketStep::Said(held.take()),
            said = socket.recv(), if reads_from.is_none() => {
                heard = Instant::now();
                match said {
                    Some(Ok(Message::Text(text))) => SocketStep::Said(Some(text)),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => SocketStep::Said(None),
                    _ => return,
                }
            }
            _ = page.watcher.changed() => SocketStep::Changed,
            () = page.presence.changed() => SocketStep::Changed,
            () = tokio::time::sleep_until(heard + SILENCE) => return,
        };
        let goes_on = match next {
            SocketStep::Changed => page.show(&mut socket).await,
            SocketStep::Answered(answer) => page.send(&mut socket, &answer).await,
            // What can be asked for elsewhere is counted as it is there.
            SocketStep::Said(Some(text)) if is_asked(&text) => match serde_json::from_str(&text) {
                Ok(said) => {
                    asked.begin(&server, from, said);
                    Ok(())
                }
                Err(_) => page.hear(&mut socket, &text).await,
            },
            SocketStep::Said(said) => match server.count_of(Limit::PageLooks, &browser) {
                Err(limited) => {
                    let wait = limited.again.map_or(1, |(_, seconds)| seconds.max(1));
                    reads_from = Some(Instant::now() + Duration::from_secs(wait));
                    held = said;
                    Ok(())
                }
                Ok(()) => {
                    reads_from = None;
                    match said {
                        Some(text) => page.hear(&mut socket, &text).await,
                        None => Ok(()),
                    }
                }
            },
        };
        if goes_on.is_err() {
            return;
        }
    }
}

/// What a socket does next.
enum SocketStep {
    /// It takes in what the page has said, if that was in words.
    Said(Option<Utf8Bytes>),
    /// It sends the answer to a request.
    Answered(Value),
    /// It shows what is new.
    Changed,
}

/// True if a page asks for something that it could ask for elsewhere.
fn is_asked(text: &str) -> bool {
    text.starts_with("{\"do\":\"ask\"")
}

/// Waits until a moment; for ever if there is none.
async fn until(moment: Option<Instant>) {
    match moment {
        Some(moment) => tokio::time::sleep_until(moment).await,
        None => std::future::pending().await,
    }
}

/// Returns what a page that watches is sent, for one that has no socket.
///
/// # Errors
///
/// The refusal of somebody who may not see the match, and of one look too many.
pub(super) async fn look(
    server: &Arc<TableServer>,
    watching: WatchData,
    from: IpAddr,
) -> Result<Value, PageRefusal> {
    let texts = server
        .responder
        .texts_of(Language::of_locale(&watching.lang));
    let mut page = WatchingPage::open(server, watching, from).await?;
    let browser = page.browser();
    let browser = browser.ok_or_else(|| PageRefusal::no_such_match(texts))?;
    let counted = server.count_of(Limit::PageLooks, &browser);
    counted.map_err(|limited| PageRefusal::limited(texts, &limited))?;
    let read = page.read().await;
    let read = read.map_err(|error| PageRefusal::store(texts, &error))?;
    let shown = read.ok_or_else(|| PageRefusal::no_such_match(texts))?;
    let state = serde_json::from_str(&inflated(&shown.shared));
    let mut all: Value = state.unwrap_or_default();
    all["you"] = page.you(&shown);
    Ok(all)
}

/// What a page is sent of its match.
struct MatchUpdate {
    /// The state for everybody, compressed.
    shared: Bytes,
    state: Arc<Match>,
    links: Links,
    locale: Locale,
}

/// Nothing more can be sent.
struct Gone;

impl WatchingPage {
    async fn open(
        server: &Arc<TableServer>,
        watching: WatchData,
        from: IpAddr,
    ) -> Result<WatchingPage, PageRefusal> {
        let language = Language::of_locale(&watching.lang);
        let texts = server.responder.texts_of(language);
        let id = watching.id.parse();
        let id: MatchId = id.map_err(|_| PageRefusal::no_such_match(texts))?;
        let visitors = visitors(server, &watching, from).await?;
        let watcher = server.responder.host().watch(id).await;
        Ok(WatchingPage {
            server: Arc::clone(server),
            from,
            sent: (watching.version > 0).then_some(watching.version),
            presence: server.presences.of(&watching.page),
            watching,
            visitors,
            id,
            watcher: watcher.map_err(|error| PageRefusal::store(texts, &error))?,
        })
    }

    /// Returns the browser by which it is counted: one that may see the match.
    fn browser(&self) -> Option<Browser> {
        let mut visitors = self.visitors.iter();
        let sees = visitors.find(|visitor| visitor.sees())?;
        Some(sees.browser.clone())
    }

    /// Takes in what the page says.
    async fn hear(&mut self, socket: &mut WebSocket, text: &str) -> Result<(), Gone> {
        match serde_json::from_str(text) {
            Ok(Said::Ping { at }) => {
                let now = self.server.responder.host().now();
                send_json(socket, &json!({"pong": at, "now": now.0})).await
            }
            Ok(Said::Watch(watching)) => {
                match WatchingPage::open(&self.server, watching, self.from).await {
                    Ok(mut page) => {
                        // It did not leave in between, and the others hear nothing.
                        mem::swap(&mut page.presence, &mut self.presence);
                        *self = page;
                        self.show(socket).await
                    }
                    Err(refusal) => {
                        refuse(socket, &refusal).await;
                        Err(Gone)
                    }
                }
            }
            Ok(Said::Ask { .. }) | Err(_) => {
                let texts = self.server.responder.texts_of(None);
                refuse(socket, &PageRefusal::unreadable(texts)).await;
                Err(Gone)
            }
        }
    }

    /// Sends data, compressed if it is long.
    async fn send(&self, socket: &mut WebSocket, data: &Value) -> Result<(), Gone> {
        let text = data.to_string();
        if text.len() < SHORT || self.watching.plain {
            return send(socket, Message::Text(text.into())).await;
        }
        send(socket, Message::Binary(deflated(&text).into())).await
    }

    /// Sends the match as it stands, and what the page's players can do.
    async fn show(&mut self, socket: &mut WebSocket) -> Result<(), Gone> {
        // What is new from here on is heard of later.
        let _ = self.watcher.version();
        let shown = match self.read().await {
            Ok(Some(shown)) => shown,
            Ok(None) => {
                let language = Language::of_locale(&self.watching.lang);
                let texts = self.server.responder.texts_of(language);
                refuse(socket, &PageRefusal::no_such_match(texts)).await;
                return Err(Gone);
            }
            Err(error) => {
                let texts = self.server.responder.texts_of(None);
                refuse(socket, &PageRefusal::store(texts, &error)).await;
                return Err(Gone);
            }
        };
        self.sent = Some(shown.state.version());
        let state = if self.watching.plain {
            Message::Text(inflated(&shown.shared).into())
        } else {
            Message::Binary(shown.shared.clone())
        };
        // The board is on its way before it is found out what can be done there.
        send(socket, state).await?;
        let mut you = self.you(&shown);
        let people = self.visitors.iter().filter_map(Visitor::here);
        let plays = |person: &Person| {
            shown.state.stage() != Stage::Ended && shown.state.color_of(*person).is_some()
        };
        let seated = people.filter(plays).map(|person| (self.id, person));
        you["elsewhere"] = self.presence.shows(seated.collect()).into();
        send_json(socket, &json!({ "you": you })).await
    }

    /// Returns what is for this page alone.
    fn you(&self, shown: &MatchUpdate) -> Value {
        let MatchUpdate {
            state,
            links,
            locale,
            ..
        } = shown;
        you(&self.server, locale, state, &self.visitors, links)
    }

    /// Reads the match: its state for everybody, and what is for this page alone; `None` if it may not be
    /// seen any more.
    async fn read(&mut self) -> Result<Option<MatchUpdate>, StoreError> {
        let responder = &self.server.responder;
        let host = responder.host();
        let Some(state) = host.state(self.id).await? else {
            return Ok(None);
        };
        let links = host.links(self.id).await?;
        for visitor in &mut self.visitors {
            visitor.look_again(host, &state, &links).await?;
        }
        if !self.visitors.iter().any(Visitor::sees) {
            return Ok(None);
        }
        let first = self.visitors.iter().find_map(Visitor::settled);
        let locale = self.locale(first).await;
        let aspect = self.aspect(&state, &locale);
        Ok(Some(MatchUpdate {
            shared: self.shared(&locale, &state, aspect).await?,
            state,
            links,
            locale,
        }))
    }

    async fn locale(&self, person: Option<Person>) -> Locale {
        let language = Language::of_locale(&self.watching.lang);
        self.server.responder.locale_for(person, language)
    }

    /// Returns the way in which the page shows the board: as it says, or as its player is used to.
    fn aspect(&self, state: &Match, locale: &Locale) -> Aspect {
        let said = self.watching.outlook.as_deref().and_then(Aspect::read);
        said.unwrap_or_else(|| {
            let mut people = self.visitors.iter().filter_map(Visitor::here);
            let mut seats: Vec<Color> = Vec::new();
            seats.extend(people.by_ref().filter_map(|person| state.color_of(person)));
            // At one screen nobody's seat is everybody's.
            let own = match seats[..] {
                [own] => Some(own),
                _ => None,
            };
            Aspect {
                seat: locale.orientation.map_or_else(
                    || own.unwrap_or(Color::White),
                    |_| locale.seen_from(state, own),
                ),
                zoomed: false,
                mirrored: locale.mirrored,
            }
        })
    }

    async fn shared(
        &self,
        locale: &Locale,
        state: &Arc<Match>,
        aspect: Aspect,
    ) -> Result<Bytes, StoreError> {
        let key = Key {
            id: self.id,
            version: state.version(),
            since: self.sent,
            aspect,
            language: locale.texts.language(),
        };
        let cell = self.server.states.cell(&key);
        let made = cell.get_or_try_init(async || {
            let responder = &self.server.responder;
            let made = state::state(responder, locale, state, aspect, self.sent).await?;
            Ok::<_, StoreError>(deflated(&json!({ "state": made }).to_string()).into())
        });
        Ok(made.await?.clone())
    }
}

/// Returns who watches by these tokens; at least one of them may see the match.
async fn visitors(
    server: &TableServer,
    watching: &WatchData,
    from: IpAddr,
) -> Result<Vec<Visitor>, PageRefusal> {
    let language = Language::of_locale(&watching.lang);
    let texts = server.responder.texts_of(language);
    if watching.tokens.len() > MOST_TOKENS {
        return Err(PageRefusal::unreadable(texts));
    }
    let mut visitors = Vec::new();
    for token in &watching.tokens {
        let caller = Caller {
            token: token.clone(),
            lang: watching.lang.clone(),
            id: Some(watching.id.clone()),
            ..Caller::default()
        };
        visitors.push(server.visitor(&caller, from).await?);
    }
    if !visitors.iter().any(Visitor::sees) {
        return Err(PageRefusal::no_such_match(texts));
    }
    Ok(visitors)
}

/// Returns what is for the players of a page alone.
fn you(
    server: &TableServer,
    locale: &Locale,
    state: &Match,
    visitors: &[Visitor],
    links: &Links,
) -> Value {
    let host = server.responder.host();
    let people = visitors.iter().enumerate();
    let people = people.filter_map(|(token, visitor)| Some((token, visitor, visitor.here()?)));
    // Somebody may have opened a link to a seat that is their own here.
    let mut listed = HashSet::new();
    let people = people.filter(|(.., person)| listed.insert(*person));
    let seats = people.map(|(token, visitor, person)| {
        let pass = visitor.speaker.pass.as_ref();
        let acts = server.responder.acts(locale, state, Some(person), pass);
        let asked = acts.asked.iter().map(|asked| {
            json!({
                "id": asked.key,
                "text": &*asked.text,
                "waits": asked.waits,
                "buttons": ButtonData::of_all(&asked.answers),
            })
        });
        json!({
            "token": token,
            "seat": state.color_of(person).map(Color::word),
            "name": visitor.speaker.name,
            "gives": gives_seats(state, person, pass),
            "asked": asked.collect::<Vec<_>>(),
            "buttons": buttons(&acts, &locale.texts, state.is_paused()),
        })
    });
    let mut seats: Vec<Value> = seats.collect();
    if seats.is_empty() {
        let acts = server.responder.acts(locale, state, None, None);
        let asked = acts.asked.iter();
        let asked: Vec<Value> = asked
            .map(|one| json!({"id": one.key, "text": &*one.text, "waits": false, "buttons": []}))
            .collect();
        let token = visitors.iter().position(Visitor::sees);
        seats
            .push(json!({"token": token, "seat": null, "name": "", "gives": false, "asked": asked, "buttons": []}));
    }
    let shares = |visitor: &Visitor| {
        let person = visitor.here();
        person.is_some_and(|person| links.is_watched_by_link_of(person))
    };
    let mut settled = visitors.iter().filter_map(Visitor::settled);
    let chosen = visitors.iter().find_map(Visitor::settled);
    let chosen = chosen.and_then(|person| host.preferences_of(person).language);
    let confirms = settled.any(|person| host.preferences_of(person).confirm);
    json!({
        "v": state.version(),
        "seats": seats,
        "theme": locale.style.theme.name,
        "pieces": locale.style.pieces.word(),
        "confirm": confirms,
        "lang": chosen,
        "watched": links.is_watched(),
        "shares": visitors.iter().any(shares),
        "elsewhere": false,
        "next": links.next,
        "digest": server.assets.digest(),
    })
}

/// What players look for, in the order in which it stands, with the words on its button.
const USUAL: [(&str, &str); 4] = [
    ("draw", "page-act-draw"),
    ("takeback", "page-act-takeback"),
    ("pause", "page-act-pause"),
    ("resign", "page-act-resign"),
];

/// Returns what a player can do besides answering: what players look for in its own order, whether it can be done now or
/// not, and then the rest. So nothing changes its place while they play.
fn buttons(acts: &Acts, texts: &Texts, paused: bool) -> Vec<ButtonData> {
    let answers = || acts.asked.iter().flat_map(|asked| &asked.answers);
    let is_answer = |button: &Button| answers().any(|one| one.id == button.id);
    let open = acts.buttons.iter().filter(|button| !is_answer(button));
    let open = open.map(|button| (button, None));
    let closed = acts.closed.iter();
    let closed = closed.map(|(button, why)| (button, Some(why.to_string())));
    let placed = open.chain(closed).map(|(button, why)| {
        let action = button.id.splitn(4, ':').last();
        let place = USUAL.iter().position(|(usual, _)| action == Some(usual));
        let short = place.map(|place| USUAL[place].1);
        // A match that stands is resumed by the button that pauses it.
        let short = short.filter(|_| !(paused && action == Some("pause")));
        let mut data = ButtonData::of(button);
        data.short = short.map(|id| texts.word(id));
        data.enabled &= why.is_none();
        data.why = why;
        (place.unwrap_or(USUAL.len()), data)
    });
    let mut placed: Vec<(usize, ButtonData)> = placed.collect();
    placed.sort_by_key(|(place, _)| *place);
    placed.into_iter().map(|(_, button)| button).collect()
}

/// Writes data as short as can be: a state is sent to many, and sockets do not compress.
fn deflated(text: &str) -> Vec<u8> {
    let mut deflated = DeflateEncoder::new(Vec::new(), Compression::default());
    // Writing to memory cannot fail.
    let _ = deflated.write_all(text.as_bytes());
    deflated.finish().unwrap_or_default()
}

/// Undoes [`deflated`].
fn inflated(data: &[u8]) -> String {
    let mut text = String::new();
    // Reading what we wrote ourselves cannot fail.
    let _ = DeflateDecoder::new(data).read_to_string(&mut text);
    text
}

async fn send(socket: &mut WebSocket, message: Message) -> Result<(), Gone> {
    match timeout(PATIENCE, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(Gone),
    }
}

async fn send_json(socket: &mut WebSocket, data: &Value) -> Result<(), Gone> {
    send(socket, Message::Text(data.to_string().into())).await
}

async fn refuse(socket: &mut WebSocket, refusal: &PageRefusal) {
    let data = json!({"refused": refusal.reason, "text": refusal.text});
    let code = match refusal.reason {
        "no-such-match" | "unreadable" => NOT_YOURS,
        _ => close_code::AGAIN,
    };
    if send_json(socket, &data).await.is_ok() {
        close(socket, code).await;
    }
}

async fn close(socket: &mut WebSocket, code: u16) {
    let frame = CloseFrame {
        code,
        reason: Utf8Bytes::default(),
    };
    let _ = send(socket, Message::Close(Some(frame))).await;
}
