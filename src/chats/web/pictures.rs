//! Pictures of a match: what players share, and what other programs show beside a link to a public match.

use std::{net::IpAddr, sync::Arc, time::Duration};

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, Response, header},
};
use serde::Deserialize;
use tokio::time::timeout;

use super::{
    acts::{self, RequestName},
    assets::Asset,
    drawn::Pictures,
    refusal::PageRefusal,
    server::TableServer,
    visitors::{Caller, REALM},
};
use crate::{
    host::Limit,
    matchplay::{Match, MatchId, Stage},
    messages::{Language, Picture, Priority},
    render::BoardView,
    rules::{ByColor, Color},
    store::{RequestId, locked},
};

/// What somebody shares of their match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum SharedPicture {
    /// The board as it stands.
    Board,
    /// All moves, as a moving picture.
    Replay,
}

/// A picture that somebody asks for.
#[derive(Debug, Deserialize)]
pub(super) struct Share {
    #[serde(flatten)]
    caller: Caller,
    what: SharedPicture,
    request: RequestName,
}

/// Draws what a player shares: the picture that the command of this name shows in chats.
///
/// # Errors
///
/// The refusal of somebody who may not see the match, of one picture too many, and where nothing can be drawn.
pub(super) async fn share(
    server: &TableServer,
    asked: Share,
    from: IpAddr,
) -> Result<Response<Body>, PageRefusal> {
    let (visitor, _) = server.shown(&asked.caller, from).await?;
    server.count(Limit::Pictures, &visitor, &asked.caller)?;
    let name = match asked.what {
        SharedPicture::Board => "board",
        SharedPicture::Replay => "replay",
    };
    let command = acts::command(name, Vec::new());
    let reply = acts::carry_out(server, &visitor, &visitor.place, command, &asked.request).await;
    let texts = server.texts(&asked.caller);
    let undrawn = || PageRefusal::undrawn(texts);
    let picture = server.responder.picture(&reply).ok_or_else(undrawn)?;
    let locale = reply
        .locale
        .unwrap_or_else(|| server.responder.usual().clone());
    let Pictures {
        queue, examples, ..
    } = &server.pictures;
    let drawing = picture.queue(queue, examples, locale, Priority::Shown);
    let drawn = drawing.ok_or_else(undrawn)?.finished().await;
    let drawn = drawn.ok_or_else(undrawn)?;
    let kind = if drawn.name.ends_with(".gif") {
        GIF
    } else {
        PNG
    };
    let mut answer = Response::new(Body::from(drawn.file));
    let headers = answer.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(answer)
}

const PNG: &str = "image/png";
const GIF: &str = "image/gif";

/// The time in which a match is found, or goes without a picture: the page does not wait for it.
const PATIENCE: Duration = Duration::from_millis(300);

/// Returns a match that everybody may see, at the request of somebody at this address: one that is not private, has
/// begun in another chat, and whose players let others watch by a link. Who asks for many finds none.
async fn public(server: &TableServer, id: &str, from: IpAddr) -> Option<Arc<Match>> {
    let id: MatchId = id.parse().ok()?;
    let host = server.responder.host();
    let comes_once = RequestId(id.to_string());
    let counted = host.count(Limit::Lookups, from, Some(&comes_once));
    counted.map(drop).ok()?;
    let find = async {
        let state = host.state(id).await.ok()??;
        let is_from_elsewhere = state.opened_at().realm() != REALM && state.imported().is_none();
        let is_public = is_from_elsewhere && !state.is_private() && state.stage() != Stage::Table;
        let is_watched = is_public && host.links(id).await.ok()?.is_watched();
        is_watched.then_some(state)
    };
    timeout(PATIENCE, find).await.ok()?
}

/// Returns the page of a public match, with its title and its picture for programs that show links; `None` for all
/// other matches.
pub(super) async fn page_of(
    server: &TableServer,
    id: &str,
    language: Language,
    origin: &str,
    from: IpAddr,
) -> Option<Arc<Asset>> {
    let state = public(server, id, from).await?;
    let key = (state.id(), language);
    if let Some(kept) = locked(&server.pictures.pages).get(&key) {
        return Some(Arc::clone(kept));
    }
    let texts = server.responder.texts_of(Some(language));
    let title = texts.say("page-match-title", &[("match", &state.id())]);
    let picture = format!("{origin}/m/{}/board.png", state.id());
    let page = server.assets.with_preview(language, &title, &picture);
    let page = Arc::new(page);
    locked(&server.pictures.pages).put(key, Arc::clone(&page));
    Some(page)
}

/// Returns the picture of a public match, drawn once for each of its versions; `None` for all other matches, and where
/// too many are drawn just now. It names nobody.
pub(super) async fn preview(
    server: &TableServer,
    id: &str,
    headers: &HeaderMap,
    from: IpAddr,
) -> Option<Response<Body>> {
    let state = public(server, id, from).await?;
    let answered = |version: Option<u64>| {
        let mut boards = locked(&server.pictures.boards);
        let (of, asset) = boards.get(&state.id())?;
        let is_meant = version.is_none_or(|version| version == *of);
        is_meant.then(|| asset.answer(headers, false))
    };
    if let Some(kept) = answered(Some(state.version())) {
        return Some(kept);
    }
    // People's boards come first: of these few are drawn, and the one before will do.
    let counted = server.responder.host().count(Limit::Previews, (), None);
    if counted.is_err() {
        return answered(None);
    }
    let locale = server.responder.usual().clone();
    let view = server
        .responder
        .narrator(&locale)
        .view(&state, Color::White);
    let view = BoardView {
        names: ByColor::default(),
        ..view
    };
    let picture = Picture::of_board(state.id().to_string(), view);
    let Pictures {
        queue, examples, ..
    } = &server.pictures;
    let drawing = picture.queue(queue, examples, locale, Priority::Preview);
    let drawn = drawing?.finished().await?;
    let asset = Asset::new(PNG, &drawn.file);
    locked(&server.pictures.boards).put(state.id(), (state.version(), asset));
    answered(None)
}
