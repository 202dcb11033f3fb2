//! The greeting of a server that the bot has just come to: once, where it may speak.

use super::{
    prelude::*,
    present::{Letter, nonce},
    servers::{Channel, DescribedServer},
};

/// The most channels that are tried.
const MOST_TRIED: usize = 5;

/// Asks Discord what a server that has come did not say, or not so that it can be read; `None` where it
/// does not say that either.
pub(super) async fn whole(office: &Office, server: DescribedServer) -> Option<DescribedServer> {
    if server.preferred_locale.is_some() && server.channels.is_some() {
        return Some(server);
    }
    let asked = DescribedServer::ask_whole(office.api.paced().await, server.id).await;
    let asked = asked.inspect_err(|error| {
        tracing::info!(%error, "Discord does not say what is in a server that has come");
    });
    asked.ok()
}

/// Says hello in the first channel that takes it: that of the system's messages, or else from the top. A
/// server is greeted once.
pub(super) async fn greet(office: &Office, server: &DescribedServer) {
    let mut channels: Vec<&Channel> = server.channels.iter().flatten().collect();
    channels.retain(|channel| channel.kind == ChannelType::Text);
    let system = server.system_channel_id;
    channels.sort_by_key(|channel| (Some(channel.id) != system, channel.position, channel.id));
    let Some(first) = channels.first() else {
        return;
    };
    if !office.homes.greets(server.id) {
        return;
    }
    let locale = office
        .responder
        .locale_at(&place::place(Some(server.id), first.id));
    let letter = Letter::drawn(office, &office.responder.greeting(&locale)).await;
    for channel in channels.iter().take(MOST_TRIED) {
        let _turn = office.api.turn(channel.id).await;
        let letter = letter.clone().message(nonce("hello", "", channel.id));
        match office.api.send(channel.id, letter).await {
            Err(error) if trouble(&error) == Trouble::Rights => {}
            Err(error) => return tracing::info!(%error, "a server could not be greeted"),
            Ok(()) => return,
        }
    }
}
