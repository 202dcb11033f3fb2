//! The matches that a browser knows, each in short.

use std::net::IpAddr;

use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use super::{
    refusal::PageRefusal,
    server::TableServer,
    state,
    visitors::{Caller, Visitor},
};
use crate::{
    host::Limit,
    matchplay::{Match, Stage},
    messages::Locale,
    rules::Color,
};

/// The most matches that are asked about at once.
const MOST: usize = 30;
/// The most secrets that a browser tries at each.
const MOST_SECRETS: usize = 8;

/// The matches that a browser knows, with its secrets for each.
#[derive(Debug, Deserialize)]
pub(super) struct Mine {
    #[serde(flatten)]
    caller: Caller,
    matches: Vec<KnownMatch>,
}

#[derive(Debug, Deserialize)]
struct KnownMatch {
    id: String,
    tokens: Vec<String>,
}

/// Returns how these matches stand; those that are not for the browser are left out.
///
/// # Errors
///
/// When they are too many, or asked for too often, or cannot be read.
pub(super) async fn mine(
    server: &TableServer,
    asked: Mine,
    from: IpAddr,
) -> Result<Json, PageRefusal> {
    let texts = server.texts(&asked.caller);
    if asked.matches.len() > MOST {
        return Err(PageRefusal::unreadable(texts));
    }
    let own = server.visitor(&asked.caller, from).await?;
    server.count(Limit::PageLooks, &own, &asked.caller)?;
    let locale = server.locale(&own, &asked.caller);
    let mut all = Vec::new();
    for KnownMatch { id, tokens } in asked.matches {
        let mut visitors = Vec::new();
        for token in tokens.into_iter().take(MOST_SECRETS) {
            let caller = Caller {
                token,
                id: Some(id.clone()),
                ..asked.caller.clone()
            };
            visitors.push(server.visitor(&caller, from).await?);
        }
        let state = visitors.iter().find_map(|visitor| visitor.state.clone());
        all.extend(state.map(|state| short(server, &locale, &state, &visitors)));
    }
    Ok(json!({"matches": all}))
}

/// Returns a match in short: its board, who plays, and what the browser has to do there.
fn short(server: &TableServer, locale: &Locale, state: &Match, visitors: &[Visitor]) -> Json {
    let narrator = server.responder.narrator(locale);
    let called = narrator.called_in(state);
    let people = visitors.iter().filter_map(Visitor::here);
    let own: Vec<Color> = people.filter_map(|person| state.color_of(person)).collect();
    let running = state.stage() == Stage::Running;
    let turn = state.position().turn();
    let asks = |color: &Color| {
        let person = state.seats()[*color].person();
        let mut proposals = state.open_proposals();
        person.is_some_and(|person| proposals.any(|one| state.awaits(&one, person)))
    };
    let waits = running && (own.contains(&turn) && !state.is_paused() || own.iter().any(asks));
    let names = Color::ALL.into_iter();
    let names = names.filter(|color| !own.contains(color));
    let names =
        names.filter_map(|color| Some((color.word().to_owned(), json!(called[color].clone()?))));
    let clock = state.clock().filter(|_| running && !state.is_paused());
    let points = state.outcome().map(|outcome| {
        let points = Color::ALL.map(|color| outcome.points[color].for_people());
        points.join(" – ")
    });
    json!({
        "id": state.id().to_string(),
        "stage": state::stage(state),
        "pieces": state::pieces(state.position()),
        "out": state::out(state.position()),
        "own": own.iter().map(|color| color.word()).collect::<Vec<_>>(),
        "others": names.collect::<Map<_, _>>(),
        "turn": running.then(|| turn.word()),
        "waits": waits,
        "until": clock.map(|clock| clock.window.unwrap_or(clock.deadline).0),
        "points": points,
    })
}
