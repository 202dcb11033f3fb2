//! Commands and presses from pages: what a page asks for by them is done as in every chat.

use std::net::IpAddr;

use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::{
    answer::AnswerData,
    refusal::PageRefusal,
    server::TableServer,
    visitors::{Caller, REALM, Visitor},
};
use crate::{
    chats::line::{self, LONGEST_LINE, Line},
    commands::{Incoming, Input, InputError, ReadCommand, Speaker, Value},
    host::NoticeState,
    matchplay::Place,
    messages::Reply,
    store::RequestId,
};

/// A line that was typed.
#[derive(Debug, Deserialize)]
pub(super) struct Say {
    #[serde(flatten)]
    caller: Caller,
    line: String,
    request: RequestName,
}

/// Carries out a typed line: a command, or a move without one.
pub(super) async fn say(
    server: &TableServer,
    asked: Say,
    from: IpAddr,
) -> Result<Json, PageRefusal> {
    let visitor = server.visitor(&asked.caller, from).await?;
    server.count_act(&visitor, &asked.caller)?;
    let reply = match read_line(&asked.line) {
        Ok(input) => act(server, &visitor, input, &asked.request).await?,
        Err(error) => {
            let locale = server.locale(&visitor, &asked.caller);
            server.responder.misread(&locale, &error)
        }
    };
    answer(server, &visitor, &reply).await
}

/// Reads a line that may be a move alone.
fn read_line(line: &str) -> Result<Input, InputError> {
    let line = line.trim();
    if line.len() > LONGEST_LINE {
        return Err(InputError::TooLong(LONGEST_LINE));
    }
    if !line.starts_with('/') {
        let typed = Value::Text(line.to_owned());
        return Ok(command("move", vec![("move", typed)]));
    }
    // Nobody is called by a name here: people come by links.
    match line::read(line, |_| Err(InputError::NoCommand))? {
        Line::Input { input, .. } => Ok(input),
        Line::Nothing | Line::Channel { .. } => Err(InputError::NoCommand),
    }
}

/// A button that was pressed.
#[derive(Debug, Deserialize)]
pub(super) struct Press {
    #[serde(flatten)]
    caller: Caller,
    id: String,
    request: RequestName,
}

/// Presses a button.
pub(super) async fn press(
    server: &TableServer,
    asked: Press,
    from: IpAddr,
) -> Result<Json, PageRefusal> {
    let visitor = server.visitor(&asked.caller, from).await?;
    server.count_act(&visitor, &asked.caller)?;
    let reply = act(server, &visitor, Input::press(asked.id), &asked.request).await?;
    answer(server, &visitor, &reply).await
}

/// Returns the command of this name with its options.
pub(super) fn command(name: &str, options: Vec<(&str, Value)>) -> Input {
    let options = options.into_iter();
    let options = options.map(|(name, value)| (name.to_owned(), value));
    Input::Command {
        name: name.to_owned(),
        options: options.collect(),
    }
}

/// Hands what a visitor asks for to the commands, under the name that the page gave it. When a match is
/// played once more, the links to it lead to the new one as well.
async fn act(
    server: &TableServer,
    visitor: &Visitor,
    input: Input,
    request: &RequestName,
) -> Result<Reply, PageRefusal> {
    let shown = visitor.state.as_ref().map(|state| state.id());
    let before = ReadCommand::of(&input).played_again(shown);
    let reply = carry_out(server, visitor, &visitor.place, input, request).await;
    if let (Some(before), Some(after), None) = (before, &reply.state, reply.refused())
        && before != after.id()
    {
        let host = server.responder.host();
        let texts = server.responder.texts_of(visitor.speaker.language);
        let carried = host.carry_links(before, after.id(), |person| after.seat_of(person));
        carried
            .await
            .map_err(|error| PageRefusal::store(texts, &error))?;
    }
    Ok(reply)
}

/// Hands what somebody asks for at a place to the commands. A request that comes again under the same
/// name acts once.
pub(super) async fn carry_out(
    server: &TableServer,
    visitor: &Visitor,
    place: &Place,
    input: Input,
    request: &RequestName,
) -> Reply {
    let speaker = &visitor.speaker;
    let incoming = Incoming {
        request_id: Some(request_id(speaker, request)),
        shown: visitor.state.as_ref().map(|state| state.id()),
        ..Incoming::new(speaker.clone(), place.clone(), input)
    };
    let mut reply = server.responder.answer(&incoming).await;
    if let Some(notice) = reply.notice.take() {
        // Pages hear of their matches by themselves; another chat has not told it yet.
        let is_here = notice.realm() == REALM;
        notice.end(if is_here {
            NoticeState::Delivered
        } else {
            NoticeState::Queued
        });
    }
    reply
}

/// The name that a page gives a request: at most 48 bytes, more than a UUID has. Cut, two of them
/// could be the same.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct RequestName(String);

impl RequestName {
    /// The longest name, in bytes.
    const LONGEST: usize = 48;

    /// Returns the name of a step of what a request asks for.
    pub(super) fn step(&self, step: usize) -> RequestName {
        RequestName(format!("{}.{step}", self.0))
    }
}

impl TryFrom<String> for RequestName {
    type Error = &'static str;

    fn try_from(name: String) -> Result<RequestName, &'static str> {
        if name.len() > RequestName::LONGEST {
            return Err("the name of a request is too long");
        }
        Ok(RequestName(name))
    }
}

/// Returns the id of a request of a page.
fn request_id(speaker: &Speaker, RequestName(name): &RequestName) -> RequestId {
    let own: String = speaker.identity.id().chars().take(32).collect();
    RequestId(format!("{REALM}/{own}/{name}"))
}

/// Returns the answer; after settings with the language that the visitor has chosen.
async fn answer(
    server: &TableServer,
    visitor: &Visitor,
    reply: &Reply,
) -> Result<Json, PageRefusal> {
    let mut answer = json!({"answer": AnswerData::of(&server.responder, reply)});
    if reply.command == Some("settings") && visitor.speaker.pass.is_none() {
        let host = server.responder.host();
        let person = host.people().find(&visitor.speaker.identity).await;
        let texts = server.responder.texts_of(visitor.speaker.language);
        let person = person.map_err(|error| PageRefusal::store(texts, &error))?;
        let chosen = person.and_then(|person| host.preferences_of(person).language);
        answer["answer"]["lang"] = chosen.into();
    }
    Ok(answer)
}
