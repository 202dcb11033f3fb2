//! Looks from pages, which change nothing: what a line may go on with, an earlier board, and the ways of
//! a piece.

use std::net::IpAddr;

use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::{
    refusal::PageRefusal,
    server::TableServer,
    state::{self, Aspect},
    visitors::Caller,
};
use crate::{
    chats::typing::{Surroundings, continuations, typed},
    commands::Typing,
    host::Limit,
    rules::Square,
};

/// The most suggestions that a page shows.
const MOST_SUGGESTED: usize = 12;

/// A line that is being typed.
#[derive(Debug, Deserialize)]
pub(super) struct Suggest {
    #[serde(flatten)]
    caller: Caller,
    line: String,
}

/// Completes a line that is being typed.
pub(super) async fn suggest(
    server: &TableServer,
    asked: Suggest,
    from: IpAddr,
) -> Result<Json, PageRefusal> {
    let visitor = server.visitor(&asked.caller, from).await?;
    server.count(Limit::Completions, &visitor, &asked.caller)?;
    let line: String = asked.line.chars().take(200).collect();
    let bare = !line.trim_start().starts_with('/');
    let prefix = if bare { "/move " } else { "" };
    let whole = format!("{prefix}{}", if bare { line.trim_start() } else { &line });
    let typed = typed(&whole);
    let locale = server.locale(&visitor, &asked.caller);
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
        // Nobody manages anything here.
        hides: |command| command.for_managers,
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

/// A ply at which a match is looked at.
#[derive(Debug, Deserialize)]
pub(super) struct Ply {
    #[serde(flatten)]
    caller: Caller,
    ply: u32,
    outlook: String,
    /// How many plies before and after it are asked for as well, so that stepping waits for nothing.
    #[serde(default)]
    around: u32,
}

/// The most plies before a ply, and after it, that are shown with it.
const MOST_AROUND: u32 = 10;

/// Shows a match as it stood at a ply.
pub(super) async fn ply(
    server: &TableServer,
    asked: Ply,
    from: IpAddr,
) -> Result<Json, PageRefusal> {
    let (visitor, state) = server.shown(&asked.caller, from).await?;
    let texts = server.texts(&asked.caller);
    let aspect = Aspect::read(&asked.outlook).ok_or_else(|| PageRefusal::unreadable(texts))?;
    let locale = server.locale(&visitor, &asked.caller);
    let around = asked.around.min(MOST_AROUND);
    let plies = asked.ply.saturating_sub(around)..=asked.ply.saturating_add(around);
    let boards = state::boards_at(&server.responder, &locale, state.id(), plies, aspect).await;
    let boards = boards.map_err(|error| PageRefusal::store(texts, &error))?;
    let board = boards.iter().find(|board| board["ply"] == asked.ply);
    match board {
        Some(board) => Ok(json!({"board": board, "boards": boards})),
        None => Err(PageRefusal::unreadable(texts)),
    }
}

/// A piece that is looked at, now or at a ply.
#[derive(Debug, Deserialize)]
pub(super) struct Ways {
    #[serde(flatten)]
    caller: Caller,
    square: String,
    outlook: String,
    #[serde(default)]
    ply: Option<u32>,
}

/// Shows where a piece can go.
pub(super) async fn ways(
    server: &TableServer,
    asked: Ways,
    from: IpAddr,
) -> Result<Json, PageRefusal> {
    let (visitor, mut state) = server.shown(&asked.caller, from).await?;
    let texts = server.texts(&asked.caller);
    let unreadable = || PageRefusal::unreadable(texts);
    let aspect = Aspect::read(&asked.outlook).ok_or_else(unreadable)?;
    let square: Square = asked.square.parse().map_err(|_| unreadable())?;
    if let Some(ply) = asked.ply.filter(|ply| *ply != state.ply()) {
        let then = server.responder.host().state_at_ply(state.id(), ply).await;
        let then = then.map_err(|error| PageRefusal::store(texts, &error))?;
        state = then.ok_or_else(unreadable)?;
    }
    let locale = server.locale(&visitor, &asked.caller);
    Ok(state::ways(&locale, &state, aspect, square))
}
