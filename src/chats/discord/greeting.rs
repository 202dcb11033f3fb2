//! The greeting of a server that the bot has just come to: once, where it may speak.

use super::{
    prelude::*,
    present::{Letter, nonce},
    retry::Retry,
    servers::{Channel, DescribedServer},
};

/// The most channels that are tried.
const MOST_TRIED: usize = 5;

/// Asks Discord what a server that has come did not say, or not so that it can be read; `None` where it
/// does not say that either.
pub(super) async fn whole(office: &Office, server: DescribedServer) -> Option<DescribedServer> {
    if server.is_whole() {
        return Some(server);
    }
    let (id, api) = (server.id, &office.api);
    let mut retry = Retry::new(office);
    loop {
        let error = match tokio::try_join!(api.server(id), api.channels(id)) {
            Ok((mut found, channels)) => {
                found.channels = Some(channels);
                return Some(found);
            }
            Err(error) => error,
        };
        tracing::info!(%error, "Discord does not say what is in a server that has come");
        if !retry.insists(&error).await {
            return None;
        }
    }
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
        let mut retry = Retry::new(office);
        loop {
            let turn = office.api.turn(channel.id).await;
            let letter = letter.clone().message(nonce("hello", "", channel.id));
            let sent = office.api.send(channel.id, letter).await;
            drop(turn);
            let Err(error) = sent else {
                return;
            };
            tracing::info!(%error, "a server could not be greeted");
            if !retry.again(&error).await {
                break;
            }
        }
    }
}
