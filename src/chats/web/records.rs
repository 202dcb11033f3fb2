//! Records of matches that were played elsewhere, or before: a page takes them in, to look at them.

use std::{net::IpAddr, sync::Arc};

use serde::Deserialize;
use serde_json::{Value as Json, json};
use tokio::task::spawn_blocking;

use super::{
    refusal::PageRefusal,
    server::TableServer,
    visitors::{Caller, home},
};
use crate::{
    host::{Host, Limit},
    matchplay::{Match, Place},
    store::{StoreError, causes, links::Guest},
    transcript::Transcript,
};

/// A record that is to be taken in.
#[derive(Debug, Deserialize)]
pub(super) struct RecordData {
    #[serde(flatten)]
    caller: Caller,
    record: String,
}

/// Takes a record in, and returns its match with the secret of a link by which it can be watched: whoever brings it
/// has no seat there.
///
/// # Errors
///
/// The refusal of a text that is no record of a match that is over, or of one too many.
pub(super) async fn import(
    server: &TableServer,
    asked: RecordData,
    from: IpAddr,
) -> Result<Json, PageRefusal> {
    let visitor = server.visitor(&asked.caller, from).await?;
    let texts = server.texts(&asked.caller);
    let counted = server.responder.host().count(Limit::Imports, from, None);
    let counted = counted.map(drop);
    counted.map_err(|limited| PageRefusal::limited(texts, &limited))?;
    let crowded = || PageRefusal::crowded(texts);
    let turn = server.reading.acquire().await.map_err(|_| crowded())?;
    let record = asked.record;
    let read = spawn_blocking(move || Transcript::read(record.as_bytes())).await;
    drop(turn);
    let read = read.map_err(|_| crowded())?;
    let record = read.map_err(|error| {
        // What is wrong with a record is told in the words of its own format, as on the command line.
        PageRefusal::no_record(texts.say("page-no-record", &[("why", &causes(&error).to_string())]))
    })?;
    let place = home(&visitor.speaker.identity);
    let imported = take_in(server.responder.host(), &record, &place).await;
    let imported = imported.map_err(|error| PageRefusal::store(texts, &error))?;
    let unfinished = || PageRefusal::no_record(texts.say("page-record-unfinished", &[]));
    let (state, secret) = imported.ok_or_else(unfinished)?;
    Ok(json!({"match": state.id().to_string(), "secret": secret}))
}

/// Stores the match of a record with people of these names, and makes a link to watch it; `None` if it is not over.
async fn take_in(
    host: &Host,
    record: &Transcript,
    place: &Place,
) -> Result<Option<(Arc<Match>, String)>, StoreError> {
    let mut players = Vec::new();
    for name in record.people() {
        players.push(match name {
            Some(name) => host.people().introduce(name, || host.new_person()).await?,
            None => host.new_person(),
        });
    }
    let Some(events) = record.as_imported(place, &players) else {
        return Ok(None);
    };
    let state = host.import(&events).await?;
    let link = host.new_link(state.id(), Guest::Onlooker { by: None }, None);
    let secret = link.await?;
    Ok(Some((state, secret)))
}
