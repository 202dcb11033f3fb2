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
    commands::{Incoming, Input, InputError, MATCH, Speaker, Value, command_called},
    host::Fate,
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
    request: String,
}

/// Carries out a typed line: a command, or a move without one.
pub(super) async fn say(
    server: &TableServer,
    asked: Say,
    from: IpAddr,
) -> Result<Json, PageRefusal> {
    let visitor = server.visitor(&asked.caller, from).await?;
    server.count_act(&asked.caller)?;
    let reply = match read_line(&asked.line) {
        Ok(mut input) => {
            add_match(&mut input, &visitor);
            act(server, &visitor, input, &asked.request).await
        }
        Err(error) => {
            let locale = server.locale(visitor.person, &asked.caller);
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
        let typed = Value::Text(line.to_owned());
        return Ok(command("move", vec![("move", typed)]));
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

/// A button that was pressed.
#[derive(Debug, Deserialize)]
pub(super) struct Press {
    #[serde(flatten)]
    caller: Caller,
    id: String,
    request: String,
}

/// Presses a button.
pub(super) async fn press(
    server: &TableServer,
    asked: Press,
    from: IpAddr,
) -> Result<Json, PageRefusal> {
    let visitor = server.visitor(&asked.caller, from).await?;
    server.count_act(&asked.caller)?;
    let reply = act(server, &visitor, Input::press(asked.id), &asked.request).await;
    finished(server, &visitor, &reply).await
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

/// Hands what a visitor asks for to the commands, under the name that the page gave it.
async fn act(server: &TableServer, visitor: &Visitor, input: Input, request: &str) -> Reply {
    carry_out(server, &visitor.speaker, &visitor.place, input, request).await
}

/// Hands what somebody asks for at a place to the commands. A request that comes again under the same
/// name acts once.
pub(super) async fn carry_out(
    server: &TableServer,
    speaker: &Speaker,
    place: &Place,
    input: Input,
    request: &str,
) -> Reply {
    let incoming = Incoming {
        request_id: Some(request_id(speaker, request)),
        ..Incoming::new(speaker.clone(), place.clone(), input)
    };
    let mut reply = server.responder.answer(&incoming).await;
    if let Some(notice) = reply.notice.take() {
        // Pages hear of their matches by themselves; another chat has not told it yet.
        let is_here = notice.realm() == REALM;
        notice.end(if is_here { Fate::Told } else { Fate::Untold });
    }
    reply
}

/// Returns the name of a request of a page.
fn request_id(speaker: &Speaker, name: &str) -> RequestId {
    let own: String = speaker.identity.id().chars().take(32).collect();
    let name: String = name.chars().take(32).collect();
    RequestId(format!("{REALM}/{own}/{name}"))
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
