//! Links that pages ask for: to a seat, and to watch.

use std::{fmt::Write, net::IpAddr};

use qrcode::QrCode;
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::{
    refusal::PageRefusal,
    server::TableServer,
    visitors::{Caller, guest_name, own_identity},
};
use crate::{
    host::{Host, Pass, gives_links, secret},
    matchplay::{Match, Person, Seat},
    messages::Texts,
    rules::Color,
    store::{
        StoreError,
        links::{Guest, Links, SecretDigest},
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

/// Makes a link in place of the one before: for onlookers, for one's own seat, and for a free one, which the
/// opener alone gives away. No link to watch makes any, and a link to a seat none to another.
pub(super) async fn link(
    server: &TableServer,
    asked: LinkTo,
    from: IpAddr,
) -> Result<Json, PageRefusal> {
    let (visitor, state) = server.shown(&asked.caller, from).await?;
    server.count_act(&visitor, &asked.caller)?;
    let texts = server.texts(&asked.caller);
    let not_allowed = || PageRefusal::not_allowed(texts);
    let person = visitor.person.ok_or_else(not_allowed)?;
    let (host, id) = (server.responder.host(), state.id());
    let pass = visitor.speaker.pass.as_ref();
    let make = async |guest| {
        let asked_by = pass.map(|pass| &pass.digest);
        let made = host.new_link(id, guest, asked_by).await;
        made.map_err(|error| PageRefusal::store(texts, &error))
    };
    if asked.seat == "watch" {
        if !gives_links(&state, person) {
            return Err(not_allowed());
        }
        if asked.end {
            let ended = host.end_watching(id).await;
            ended.map_err(|error| PageRefusal::store(texts, &error))?;
            return Ok(json!({"secret": null}));
        }
        let secret = make(Guest::Onlooker { by: Some(person) }).await?;
        return Ok(json!({"secret": secret}));
    }
    let seat = Color::from_word(&asked.seat).ok_or_else(|| PageRefusal::unreadable(texts))?;
    let secret = if state.color_of(person) == Some(seat) {
        make(Guest::Player(person)).await?
    } else if state.seats()[seat] != Seat::Open {
        return Err(PageRefusal::not_your_seat(texts));
    } else if gives_seats(&state, person, pass) {
        let made = new_seat_link(server, texts, &state, seat).await?;
        made.ok_or_else(|| PageRefusal::not_your_seat(texts))?
    } else {
        return Err(PageRefusal::not_opener(texts));
    };
    Ok(json!({"secret": secret}))
}

/// A link that another device is to read.
#[derive(Debug, Deserialize)]
pub(super) struct ToRead {
    #[serde(flatten)]
    caller: Caller,
    link: String,
}

/// The longest link that a code holds, in bytes.
const LONGEST_LINK: usize = 200;

/// Writes a link as a QR code: its width in modules, and the dark ones as a path.
pub(super) async fn code(
    server: &TableServer,
    asked: ToRead,
    from: IpAddr,
) -> Result<Json, PageRefusal> {
    server.shown(&asked.caller, from).await?;
    let unreadable = || PageRefusal::unreadable(server.texts(&asked.caller));
    if asked.link.len() > LONGEST_LINK {
        return Err(unreadable());
    }
    let code = QrCode::new(&asked.link).map_err(|_| unreadable())?;
    let width = code.width();
    let mut path = String::new();
    for (at, color) in code.into_colors().into_iter().enumerate() {
        if color == qrcode::Color::Dark {
            // Writing to a String cannot fail.
            let _ = write!(path, "M{} {}h1v1h-1z", at % width, at / width);
        }
    }
    Ok(json!({"width": width, "path": path}))
}

/// Returns true for those who may give the free seats of a match away: its opener, though not by a link.
pub(super) fn gives_seats(state: &Match, person: Person, pass: Option<&Pass>) -> bool {
    state.opener() == person && pass.is_none()
}

/// Makes a link to a free seat, and returns its secret; `None` if the seat has been taken meanwhile. Made once more, it is for the same person as
/// before, so that links that nobody has used leave nobody behind.
pub(super) async fn new_seat_link(
    server: &TableServer,
    texts: &Texts,
    state: &Match,
    seat: Color,
) -> Result<Option<String>, PageRefusal> {
    let made = async || {
        let (host, id) = (server.responder.host(), state.id());
        let links = host.links(id).await?;
        // Somebody who came by the link before and sits elsewhere is not to be met here.
        let before = links.expected(seat).filter(|one| !state.has_part(*one));
        let person = match before {
            Some(person) if host.people().look_up(person).await?.is_some() => person,
            Some(_) | None => {
                // Not the digest of the link's own secret: a later link leads to the same person.
                let identity = own_identity(&SecretDigest::of(&secret()))?;
                let guest = guest_name(&names(host, state, &links).await?, texts);
                host.meet(&identity, &guest).await?
            }
        };
        host.new_seat_link(id, seat, person).await
    };
    made()
        .await
        .map_err(|error| PageRefusal::store(texts, &error))
}

/// Returns the names of all who play in a match, or may come by a link to a seat.
async fn names(host: &Host, state: &Match, links: &Links) -> Result<Vec<String>, StoreError> {
    let expected = Color::ALL
        .into_iter()
        .filter_map(|seat| links.expected(seat));
    let people: Vec<Person> = state.people().into_iter().chain(expected).collect();
    host.people().know(&people).await?;
    let names = people.into_iter();
    Ok(names.filter_map(|one| host.people().name(one)).collect())
}
