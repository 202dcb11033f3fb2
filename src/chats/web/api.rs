//! What a page asks for: commands and presses as in every chat, and what only a page shows.

use std::{net::IpAddr, sync::Arc};

use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value as Json, json};

use super::{
    answer::AnswerData,
    refusal::PageRefusal,
    server::TableServer,
    state::{self, Aspect},
    visitors::{Caller, REALM, Visitor, home},
};
use crate::{
    chats::{
        line::{self, LONGEST_LINE, Line},
        typing::{Surroundings, continuations, typed},
    },
    commands::{Incoming, Input, InputError, MATCH, Speaker, Typing, Value, command_called},
    host::{Fate, secret},
    matchplay::{Match, MatchId, Place, Seat},
    messages::{Reply, Texts},
    rules::{Color, Square},
    store::{
        Identity, RequestId,
        links::{Guest, SecretDigest},
    },
};

/// The most suggestions that a page shows.
const MOST_SUGGESTED: usize = 12;

/// Answers a request for one of these, by its name in the address.
///
/// # Errors
///
/// The refusal, where there is no answer of the commands.
pub(super) async fn answer(
    server: &Arc<TableServer>,
    what: &str,
    body: &[u8],
    from: IpAddr,
) -> Result<Json, PageRefusal> {
    match what {
        "open" => open(server, read(server, body)?, from).await,
        "say" => say(server, read(server, body)?, from).await,
        "press" => press(server, read(server, body)?, from).await,
        "suggest" => suggest(server, read(server, body)?, from).await,
        "ply" => ply(server, read(server, body)?, from).await,
        "ways" => ways(server, read(server, body)?, from).await,
        "link" => link(server, read(server, body)?, from).await,
        _ => Err(PageRefusal::unreadable(server.responder.texts_of(None))),
    }
}

fn read<T: DeserializeOwned>(server: &TableServer, body: &[u8]) -> Result<T, PageRefusal> {
    let texts = server.responder.texts_of(None);
    serde_json::from_slice(body).map_err(|_| PageRefusal::unreadable(texts))
}

/// A table to be opened.
#[derive(Debug, Deserialize)]
struct Open {
    #[serde(flatten)]
    caller: Caller,
    request: String,
    seats: SeatsData,
    #[serde(default)]
    ruleset: Option<String>,
    #[serde(default)]
    time: Option<String>,
    #[serde(default)]
    private: bool,
}

#[derive(Clone, Debug, Deserialize)]
struct SeatsData {
    white: Taker,
    gray: Taker,
    black: Taker,
}

/// Who is to sit on a seat.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Taker {
    /// Somebody at this screen, with a token of their own.
    Here {
        token: String,
        #[serde(default)]
        name: String,
    },
    /// Somebody who gets a link.
    Link,
    /// A computer of a level.
    Computer { level: u8 },
    /// Nobody, where the ruleset has no such army.
    Empty,
}

/// Opens a table by the commands that every chat has, one after the other.
async fn open(server: &Arc<TableServer>, asked: Open, from: IpAddr) -> Result<Json, PageRefusal> {
    let texts = server.responder.texts_of(asked.caller.language());
    let SeatsData { white, gray, black } = asked.seats.clone();
    let takers = [
        (Color::White, white),
        (Color::Gray, gray),
        (Color::Black, black),
    ];
    let mut here = Vec::new();
    for (color, taker) in &takers {
        if let Taker::Here { token, name } = taker {
            let caller = Caller {
                token: token.clone(),
                name: name.clone(),
                id: None,
                ..asked.caller.clone()
            };
            here.push((*color, server.visitor(&caller, from).await?));
        }
    }
    let opener = match here.first() {
        Some((_, visitor)) => visitor.clone(),
        None => server.visitor(&asked.caller, from).await?,
    };
    let place = home(&opener.speaker.identity);
    let locales = server.responder.locales();
    locales.report(&place, asked.caller.language());
    let request = |step: usize| {
        Some(request_id(
            &opener.speaker,
            &format!("{}.{step}", asked.request),
        ))
    };
    let mut options = vec![(String::from("rated"), Value::Boolean(false))];
    let mut give = |name: &str, value: Option<String>| {
        options.extend(value.map(|value| (name.to_owned(), Value::Text(value))));
    };
    give("ruleset", asked.ruleset);
    give("time", asked.time);
    let own = here.first().map(|(color, _)| color.word().to_owned());
    give("seat", own);
    if asked.private {
        options.push((String::from("private"), Value::Boolean(true)));
    }
    let levels = takers.iter().filter_map(|(_, taker)| match taker {
        Taker::Computer { level } => Some(*level),
        Taker::Here { .. } | Taker::Link | Taker::Empty => None,
    });
    if here.is_empty() {
        let levels: Vec<u8> = levels.collect();
        let count = i64::try_from(levels.len()).unwrap_or_default();
        options.push((String::from("computers"), Value::Integer(count)));
        let level = levels.first().copied().unwrap_or_default();
        options.push((String::from("level"), Value::Integer(level.into())));
    }
    let input = command("play", options);
    let speaker = opener.speaker.clone();
    let reply = carry_out(server, speaker, &place, input, request(0)).await;
    let opened = reply.state.clone().filter(|_| reply.refused.is_none());
    let (Some(state), false) = (opened, here.is_empty()) else {
        let id = reply.state.as_ref().map(|state| state.id().to_string());
        let answer = AnswerData::of(&server.responder, &reply);
        return Ok(json!({"match": id, "links": {}, "answer": answer}));
    };
    let id = state.id();
    let mut links = serde_json::Map::new();
    let mut last = reply;
    for (step, (color, taker)) in takers.into_iter().enumerate() {
        let seat = (String::from("seat"), Value::Text(color.word().to_owned()));
        let of_match = (String::from(MATCH.name), Value::Text(id.to_string()));
        let given = vec![seat, of_match];
        let (speaker, input) = match taker {
            Taker::Here { .. } => {
                // The first of them has opened the table.
                let mut others = here.iter().skip(1);
                let Some((_, visitor)) = others.find(|(seat, _)| *seat == color) else {
                    continue;
                };
                (visitor.speaker.clone(), command("join", given))
            }
            Taker::Computer { level } => {
                let action = (
                    String::from("action"),
                    Value::Text(String::from("computer")),
                );
                let level = (String::from("level"), Value::Integer(level.into()));
                let options = [given, vec![action, level]].concat();
                (opener.speaker.clone(), command("seat", options))
            }
            Taker::Link => {
                let secret = new_seat_link(server, texts, id).await?;
                links.insert(color.word().to_owned(), Json::from(secret));
                continue;
            }
            Taker::Empty => continue,
        };
        last = carry_out(server, speaker, &place, input, request(step + 1)).await;
        if last.refused.is_some() {
            break;
        }
    }
    let answer = AnswerData::of(&server.responder, &last);
    Ok(json!({"match": id.to_string(), "links": links, "answer": answer}))
}

/// Makes a link for somebody new, who can take a free seat with it, and returns its secret.
async fn new_seat_link(
    server: &TableServer,
    texts: &Texts,
    id: MatchId,
) -> Result<String, PageRefusal> {
    let host = server.responder.host();
    let own = SecretDigest::of(&secret());
    let failed = |error| PageRefusal::store(texts, &error);
    // Not the digest of the link's own secret: a new link leads to the same person.
    let identity = Identity::new(REALM, own.as_str());
    let identity = identity.map_err(|_| PageRefusal::unreadable(texts))?;
    let guest = texts.word("page-guest");
    let person = host.meet(&identity, &guest).await.map_err(failed)?;
    new_link(server, texts, id, Guest::Player(person)).await
}

/// Gives somebody a new link to a match, and returns its secret.
async fn new_link(
    server: &TableServer,
    texts: &Texts,
    id: MatchId,
    guest: Guest,
) -> Result<String, PageRefusal> {
    let made = server.responder.host().new_link(id, guest).await;
    made.map_err(|error| PageRefusal::store(texts, &error))
}

#[derive(Debug, Deserialize)]
struct Say {
    #[serde(flatten)]
    caller: Caller,
    line: String,
    request: String,
}

/// Carries out a typed line: a command, or a move without one.
async fn say(server: &Arc<TableServer>, asked: Say, from: IpAddr) -> Result<Json, PageRefusal> {
    let visitor = server.visitor(&asked.caller, from).await?;
    server.count_act(&asked.caller)?;
    let reply = match read_line(&asked.line) {
        Ok(mut input) => {
            add_match(&mut input, &visitor);
            act(server, &visitor, input, &asked.request).await
        }
        Err(error) => {
            let locale = server
                .responder
                .locale_for(visitor.person, asked.caller.language());
            server.responder.misread(&locale, &error)
        }
    };
    finished(server, &visitor, &reply).await
}

/// Reads a line that may be a move alone.
fn read_line(line: &str) -> Result<Input, InputError> {
    let line = line.trim();
    if line.len() > LONGEST_LINE {
        return Err(InputError::TooLong(LONGEST_LINE));
    }
    if !line.starts_with('/') {
        let given = vec![(String::from("move"), Value::Text(line.to_owned()))];
        return Ok(command("move", given));
    }
    // Nobody is called by a name here: people come by links.
    match line::read(line, |_| Err(InputError::NoCommand))? {
        Line::Input { input, .. } => Ok(input),
        Line::Nothing | Line::Channel { .. } => Err(InputError::NoCommand),
    }
}

/// Says of a command which match it is about, as the page shows one.
fn add_match(input: &mut Input, visitor: &Visitor) {
    if let (Some(state), Input::Command { name, options }) = (&visitor.state, input)
        && command_called(name).is_some_and(|known| known.option(MATCH.name).is_some())
        && options.iter().all(|(name, _)| name != MATCH.name)
    {
        options.push((MATCH.name.to_owned(), Value::Text(state.id().to_string())));
    }
}

#[derive(Debug, Deserialize)]
struct Press {
    #[serde(flatten)]
    caller: Caller,
    id: String,
    request: String,
}

/// Presses a button.
async fn press(server: &Arc<TableServer>, asked: Press, from: IpAddr) -> Result<Json, PageRefusal> {
    let visitor = server.visitor(&asked.caller, from).await?;
    server.count_act(&asked.caller)?;
    let reply = act(server, &visitor, Input::press(asked.id), &asked.request).await;
    finished(server, &visitor, &reply).await
}

/// Returns the name of a request of a page.
fn request_id(speaker: &Speaker, name: &str) -> RequestId {
    let own: String = speaker.identity.id().chars().take(32).collect();
    let name: String = name.chars().take(32).collect();
    RequestId(format!("{REALM}/{own}/{name}"))
}

fn command(name: &str, options: Vec<(String, Value)>) -> Input {
    let name = name.to_owned();
    Input::Command { name, options }
}

/// Hands what a visitor asks for to the commands, under the name that the page gave it.
async fn act(server: &TableServer, visitor: &Visitor, input: Input, name: &str) -> Reply {
    let Visitor { speaker, place, .. } = visitor;
    let request = Some(request_id(speaker, name));
    carry_out(server, speaker.clone(), place, input, request).await
}

/// Hands a request to the commands.
async fn carry_out(
    server: &TableServer,
    speaker: Speaker,
    place: &Place,
    input: Input,
    request_id: Option<RequestId>,
) -> Reply {
    let incoming = Incoming {
        request_id,
        ..Incoming::new(speaker, place.clone(), input)
    };
    let mut reply = server.responder.answer(&incoming).await;
    if let Some(notice) = reply.notice.take() {
        // Pages hear of their matches by themselves; another chat has not told it yet.
        let is_here = notice.realm() == REALM;
        notice.end(if is_here { Fate::Told } else { Fate::Untold });
    }
    reply
}

/// Returns the answer. Links to a match that is played once more lead to the new one as well.
async fn finished(
    server: &TableServer,
    visitor: &Visitor,
    reply: &Reply,
) -> Result<Json, PageRefusal> {
    if let (Some(before), Some(after)) = (&visitor.state, &reply.state)
        && before.id() != after.id()
        && before.place() == after.place()
        && (reply.opens || reply.begins)
    {
        let host = server.responder.host();
        let carried = host.carry_links(before.id(), after.id()).await;
        let texts = server.responder.texts_of(visitor.speaker.language);
        carried.map_err(|error| PageRefusal::store(texts, &error))?;
    }
    let answer = AnswerData::of(&server.responder, reply);
    Ok(json!({"answer": answer}))
}

#[derive(Debug, Deserialize)]
struct Suggest {
    #[serde(flatten)]
    caller: Caller,
    line: String,
}

/// Completes a line that is being typed.
async fn suggest(
    server: &Arc<TableServer>,
    asked: Suggest,
    from: IpAddr,
) -> Result<Json, PageRefusal> {
    let visitor = server.visitor(&asked.caller, from).await?;
    let line: String = asked.line.chars().take(200).collect();
    let bare = !line.trim_start().starts_with('/');
    let prefix = if bare { "/move " } else { "" };
    let whole = format!("{prefix}{}", if bare { line.trim_start() } else { &line });
    let typed = typed(&whole);
    let (person, language) = (visitor.person, asked.caller.language());
    let locale = server.responder.locale_for(person, language);
    let given = typed.given_match.map(str::to_owned);
    let shown = visitor.state.as_ref().map(|state| state.id().to_string());
    let given = given.or(shown);
    let mut suggested = Vec::new();
    if let Some((command, option)) = typed.sought.option() {
        let typing = Typing {
            command: command.name,
            option: option.name,
            text: typed.text,
            given: given.as_deref(),
        };
        let (speaker, place) = (&visitor.speaker, &visitor.place);
        let found = server
            .responder
            .suggest(speaker, place, &typing, MOST_SUGGESTED);
        suggested = found.await;
    }
    let known = Surroundings {
        own_commands: &[],
        speaker: None,
        place: visitor.place.clone(),
        names: Vec::new(),
        buttons: Vec::new(),
    };
    let values = |option: &_| server.responder.values(option);
    let all = continuations(&typed, suggested, &known, &locale.texts, values);
    let start = typed.start.saturating_sub(prefix.len());
    let all = all.into_iter().take(MOST_SUGGESTED);
    let all = all.map(|one| {
        let value = one.short.as_deref().unwrap_or(&one.value);
        json!({"value": value.trim_end_matches(['+', '#']), "label": one.label})
    });
    Ok(json!({"start": start, "suggestions": all.collect::<Vec<_>>()}))
}

#[derive(Debug, Deserialize)]
struct Ply {
    #[serde(flatten)]
    caller: Caller,
    ply: u32,
    outlook: String,
}

/// Shows a match as it stood at a ply.
async fn ply(server: &Arc<TableServer>, asked: Ply, from: IpAddr) -> Result<Json, PageRefusal> {
    let (visitor, state) = shown(server, &asked.caller, from).await?;
    let texts = server.responder.texts_of(asked.caller.language());
    let aspect = Aspect::read(&asked.outlook).ok_or_else(|| PageRefusal::unreadable(texts))?;
    let locale = server
        .responder
        .locale_for(visitor.person, asked.caller.language());
    let board = state::board_at(&server.responder, &locale, state.id(), asked.ply, aspect).await;
    let board = board.map_err(|error| PageRefusal::store(texts, &error))?;
    board.map_or_else(
        || Err(PageRefusal::unreadable(texts)),
        |board| Ok(json!({"board": board})),
    )
}

#[derive(Debug, Deserialize)]
struct Ways {
    #[serde(flatten)]
    caller: Caller,
    square: String,
    outlook: String,
    #[serde(default)]
    ply: Option<u32>,
}

/// Shows where a piece can go.
async fn ways(server: &Arc<TableServer>, asked: Ways, from: IpAddr) -> Result<Json, PageRefusal> {
    let (visitor, mut state) = shown(server, &asked.caller, from).await?;
    let texts = server.responder.texts_of(asked.caller.language());
    let unreadable = || PageRefusal::unreadable(texts);
    let aspect = Aspect::read(&asked.outlook).ok_or_else(unreadable)?;
    let square: Square = asked.square.parse().map_err(|_| unreadable())?;
    if let Some(ply) = asked.ply.filter(|ply| *ply != state.ply()) {
        let then = server.responder.host().state_at_ply(state.id(), ply).await;
        let then = then.map_err(|error| PageRefusal::store(texts, &error))?;
        state = then.ok_or_else(unreadable)?;
    }
    let locale = server
        .responder
        .locale_for(visitor.person, asked.caller.language());
    Ok(state::ways(&locale, &state, aspect, square))
}

/// Returns the match that a page shows, and who sees it there.
async fn shown(
    server: &Arc<TableServer>,
    caller: &Caller,
    from: IpAddr,
) -> Result<(Visitor, Arc<Match>), PageRefusal> {
    let visitor = server.visitor(caller, from).await?;
    server.count_look(caller)?;
    let texts = server.responder.texts_of(caller.language());
    let state = visitor.state.clone();
    let state = state.ok_or_else(|| PageRefusal::no_such_match(texts))?;
    Ok((visitor, state))
}

#[derive(Debug, Deserialize)]
struct LinkTo {
    #[serde(flatten)]
    caller: Caller,
    seat: String,
    #[serde(default)]
    end: bool,
}

/// Makes a link in place of the one before: for onlookers, for one's own seat, and for a free one.
async fn link(server: &Arc<TableServer>, asked: LinkTo, from: IpAddr) -> Result<Json, PageRefusal> {
    let (visitor, state) = shown(server, &asked.caller, from).await?;
    server.count_act(&asked.caller)?;
    let texts = server.responder.texts_of(asked.caller.language());
    let plays = visitor.person.filter(|person| state.has_part(*person));
    let person = plays.ok_or_else(|| PageRefusal::not_allowed(texts))?;
    let (host, id) = (server.responder.host(), state.id());
    if asked.seat == "watch" {
        if asked.end {
            let ended = host.end_link(id, Guest::Onlooker).await;
            ended.map_err(|error| PageRefusal::store(texts, &error))?;
            return Ok(json!({"secret": null}));
        }
        let secret = new_link(server, texts, id, Guest::Onlooker).await?;
        return Ok(json!({"secret": secret}));
    }
    let seat = Color::from_word(&asked.seat).ok_or_else(|| PageRefusal::unreadable(texts))?;
    let secret = if state.color_of(person) == Some(seat) {
        new_link(server, texts, id, Guest::Player(person)).await?
    } else if state.seats()[seat] == Seat::Open && state.opener() == person {
        new_seat_link(server, texts, id).await?
    } else {
        return Err(PageRefusal::not_allowed(texts));
    };
    Ok(json!({"secret": secret}))
}
