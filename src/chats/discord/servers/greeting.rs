//! The greeting of a server that the bot has just come to: once, where it may speak.

use serenity::all::PermissionOverwriteType;

use super::{Channel, DescribedServer};
use crate::chats::discord::prelude::*;
use crate::delivery::{MessageMark, Messenger, Retry};

/// The most channels that are tried.
const MOST_TRIED: usize = 5;

/// Asks Discord what a server that has come did not say, or not so that it can be read; `None` where it
/// does not say that either.
pub(crate) async fn whole(
    delivery: &BotDelivery,
    server: DescribedServer,
) -> Option<DescribedServer> {
    if server.is_whole() {
        return Some(server);
    }
    let (id, api) = (server.id, &delivery.messenger.api);
    let joined = server.joined_at.clone();
    let mut retry = Retry::new(&delivery.tries);
    loop {
        let error = match tokio::try_join!(api.server(id), api.channels(id)) {
            Ok((mut found, channels)) => {
                found.channels = Some(channels);
                // Discord says it to those alone to whom a server comes.
                found.joined_at = joined;
                return Some(found);
            }
            Err(error) => error,
        };
        tracing::info!(error = %causes(&error), "Discord does not say what is in a server that has come");
        if !retry.insists(&failure(&error)).await {
            return None;
        }
    }
}

/// The time after the bot was brought to a server in which that is worth a greeting, in milliseconds: a week.
const LATELY: i64 = 7 * 24 * 60 * 60 * 1_000;

/// Returns true if the bot was brought to a server a while ago, and has not greeted it since: it was away.
pub(crate) fn is_due(host: &Host, server: &DescribedServer) -> bool {
    let Some(joined) = server.joined().filter(|_| !server.unavailable) else {
        return false;
    };
    let age = host.now().0 - joined.0;
    let place = place::of_server(server.id);
    (0..LATELY).contains(&age) && host.server_preferences(&place).greeted != Some(joined)
}

/// Returns when the bot was brought to a server, if 0.1.0 was there by then: it has greeted it, and noted nothing.
pub(crate) fn unnoted(host: &Host, server: &DescribedServer) -> Option<Moment> {
    let before = host.greeted_before()?;
    server.joined().filter(|joined| *joined < before)
}

/// Lists the channels for a greeting, the best first: where everybody may write, and of those the one of the
/// system's messages, and then from the top. Rules and news for managers are no place for it.
fn channels(server: &DescribedServer) -> Vec<&Channel> {
    let mut channels: Vec<&Channel> = server.channels.iter().flatten().collect();
    let forbidden = [server.rules_channel_id, server.public_updates_channel_id];
    channels.retain(|channel| {
        channel.kind == ChannelType::Text && !forbidden.contains(&Some(channel.id))
    });
    let everyone = RoleId::new(server.id.get());
    let is_closed = |channel: &Channel| {
        let overwrites = channel.permission_overwrites.iter().flatten();
        let mut of_everyone =
            overwrites.filter(|one| one.kind == PermissionOverwriteType::Role(everyone));
        of_everyone.any(|one| one.deny.intersects(OF_CHAT))
    };
    let system = server.system_channel_id;
    channels.sort_by_key(|channel| {
        let is_system = Some(channel.id) == system;
        (is_closed(channel), !is_system, channel.position, channel.id)
    });
    channels
}

/// What everybody may do where people talk.
const OF_CHAT: Permissions = Permissions::VIEW_CHANNEL.union(Permissions::SEND_MESSAGES);

/// Says hello in the first channel that takes it. A server is greeted once.
pub(crate) async fn greet(delivery: &BotDelivery, server: &DescribedServer) {
    let channels = channels(server);
    let Some(first) = channels.first() else {
        return;
    };
    if !delivery.messenger.guilds.greets(server.id) {
        return;
    }
    let place = place::place(Some(server.id), first.id);
    let locale = delivery.responder.locale_at(&place);
    let greeting = delivery.drawn(&delivery.responder.greeting(&locale)).await;
    let mark = MessageMark {
        about: "hello",
        what: "",
    };
    for channel in channels.iter().take(MOST_TRIED) {
        let place = place::place(Some(server.id), channel.id);
        let mut retry = Retry::new(&delivery.tries);
        loop {
            let turn = delivery.turns.take(place.clone()).await;
            let sent = delivery.messenger.send(&place, &greeting, mark).await;
            drop(turn);
            let Err(failure) = sent else {
                if let Some(joined) = server.joined() {
                    note(delivery, server.id, joined).await;
                }
                return;
            };
            tracing::info!(%failure, "a server could not be greeted");
            if !retry.again(&failure).await {
                break;
            }
        }
    }
}

/// Notes that a server has been greeted since the bot was brought there.
pub(crate) async fn note(delivery: &BotDelivery, guild: GuildId, joined: Moment) {
    let place = place::of_server(guild);
    let noting = delivery
        .responder
        .host()
        .note_server(&place, |set| set.greeted.replace(joined) != Some(joined));
    if let Err(error) = noting.await {
        tracing::warn!(error = %causes(&error), "that a server was greeted cannot be noted");
    }
}
