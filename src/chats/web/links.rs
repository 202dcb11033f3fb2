//! Links that pages ask for: to a seat, and to watch.

use std::net::IpAddr;

use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::{
    refusal::PageRefusal,
    server::TableServer,
    visitors::{Caller, REALM},
};
use crate::{
    host::secret,
    matchplay::{MatchId, Seat},
    messages::Texts,
    rules::Color,
    store::{
        Identity,
        links::{Guest, SecretDigest},
    },
};

/// A link that is asked for, or that is to end.
#[derive(Debug, Deserialize)]
pub(super) struct LinkTo {
    #[serde(flatten)]
    caller: Caller,
    seat: String,
    #[serde(default)]
    end: bool,
}

/// Makes a link in place of the one before: for onlookers, for one's own seat, and for a free one.
pub(super) async fn link(
    server: &TableServer,
    asked: LinkTo,
    from: IpAddr,
) -> Result<Json, PageRefusal> {
    let (visitor, state) = server.shown(&asked.caller, from).await?;
    server.count_act(&asked.caller)?;
    let texts = server.texts(&asked.caller);
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

/// Makes a link for somebody new, who can take a free seat with it, and returns its secret.
pub(super) async fn new_seat_link(
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
