//! Keeps what stands in channels up to date: the message of a table, and rows of buttons whose time is
//! over. Both are found by the ids of their buttons among the latest messages, so that nothing need be
//! remembered, and a restart changes nothing.

use serenity::all::{EditMessage, Message, MessageId};

use super::{
    prelude::*,
    present::{Letter, button_ids},
};
use crate::messages::ButtonId;

/// The most rows that are taken off at once: an old match may have left many.
const MOST_ROWS: usize = 5;

/// Brings the message of a table up to date, wherever its seats were taken or it was closed. Returns
/// true if it was found.
pub(super) async fn refresh_table(office: &Office, state: &Match) -> serenity::Result<bool> {
    let (id, api) = (state.id(), &office.api);
    let Some(channel) = place::channel(state.opened_at()) else {
        return Ok(false);
    };
    let reply = office.responder.table(state);
    let letter = Letter::of(office, &reply);
    let _turn = api.turn(channel).await;
    let messages = api.latest(channel).await?;
    let tables = messages.iter().filter(|one| is_table(one, id));
    let tables: Vec<MessageId> = tables.map(|one| one.id).collect();
    let found = !tables.is_empty();
    for message in tables {
        let editing = channel.edit_message(api.paced().await, message, letter.clone().change());
        unless_refused(editing, id, "a table cannot be changed").await?;
    }
    Ok(found)
}

/// Takes the rows of buttons off older boards, which serve no more, one match after the other, for as
/// long as it is polled. Nothing depends on it, so it gives way to everything else and gives up what is
/// refused.
pub(super) async fn sweep(office: Arc<Office>) {
    loop {
        let id = office.sweeps.next().await;
        if let Err(error) = sweep_once(&office, id).await {
            tracing::debug!(%error, %id, "old buttons stay");
        }
    }
}

async fn sweep_once(office: &Office, id: MatchId) -> serenity::Result<()> {
    let api = &office.api;
    if !api.is_free() {
        return Ok(());
    }
    let Ok(Some(state)) = office.responder.host().state(id).await else {
        return Ok(());
    };
    let Some(channel) = place::channel(state.place()) else {
        return Ok(());
    };
    let messages = api.latest(channel).await?;
    let old = messages.iter().filter(|one| is_old(one, &state));
    let old: Vec<MessageId> = old.take(MOST_ROWS).map(|one| one.id).collect();
    for message in old {
        if !api.is_free() {
            return Ok(());
        }
        let without = EditMessage::new().components(Vec::new());
        channel
            .edit_message(api.paced().await, message, without)
            .await?;
    }
    Ok(())
}

/// Returns true if the message is that of a table.
fn is_table(message: &Message, id: MatchId) -> bool {
    let seats = [format!("rd1:{id}:0:join:"), format!("rd1:{id}:0:leave")];
    let is_seat = |own: &str| seats.iter().any(|seat| own.starts_with(seat));
    message.author.bot && button_ids(message).any(is_seat)
}

/// Returns true if the message is a board, and all its buttons are about the match as it stood before.
/// By its picture it is known again without them.
fn is_old(message: &Message, state: &Match) -> bool {
    let old = |own: &str| {
        let of = own.parse().ok().and_then(|own: ButtonId| own.of);
        of.is_some_and(|(id, ply)| id == state.id() && ply < state.ply())
    };
    let mut ids = button_ids(message).peekable();
    let is_board = message.author.bot && !message.attachments.is_empty();
    is_board && ids.peek().is_some() && ids.all(old)
}
