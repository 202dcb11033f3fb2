//! What a page asks for, by its name in the address.

use std::{net::IpAddr, sync::Arc};

use axum::{body::Body, http::Response};
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use super::{
    acts, links, live, looks, mine, pictures, records, refusal::PageRefusal, server::TableServer,
    table,
};

/// Answers a request for one of these.
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
        "open" => table::open(server, read(server, body)?, from).await,
        "say" => acts::say(server, read(server, body)?, from).await,
        "press" => acts::press(server, read(server, body)?, from).await,
        "suggest" => looks::suggest(server, read(server, body)?, from).await,
        "ply" => looks::ply(server, read(server, body)?, from).await,
        "ways" => looks::ways(server, read(server, body)?, from).await,
        "live" => live::look(server, read(server, body)?, from).await,
        "mine" => mine::mine(server, read(server, body)?, from).await,
        "link" => links::link(server, read(server, body)?, from).await,
        "code" => links::code(server, read(server, body)?, from).await,
        "import" => records::import(server, read(server, body)?, from).await,
        _ => Err(PageRefusal::unreadable(server.responder.texts_of(None))),
    }
}

/// Draws a picture that is asked for.
///
/// # Errors
///
/// The refusal, where there is none.
pub(super) async fn picture(
    server: &TableServer,
    body: &[u8],
    from: IpAddr,
) -> Result<Response<Body>, PageRefusal> {
    pictures::share(server, read(server, body)?, from).await
}

fn read<T: DeserializeOwned>(server: &TableServer, body: &[u8]) -> Result<T, PageRefusal> {
    let texts = server.responder.texts_of(None);
    serde_json::from_slice(body).map_err(|_| PageRefusal::unreadable(texts))
}
