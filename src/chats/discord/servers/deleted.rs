//! Channels and roles that a server's settings name and that were deleted: they are dropped from the settings,
//! or else nobody could open a table.

use std::collections::HashSet;

use super::DescribedServer;
use crate::chats::discord::prelude::*;
use crate::{delivery::Retry, store::preferences::ServerPreferences};

/// Returns the settings of a server.
fn settings(delivery: &BotDelivery, guild: GuildId) -> ServerPreferences {
    let host = delivery.responder.host();
    host.server_preferences(&place::of_server(guild))
}

/// Returns true if a server's settings name something that the server, as it comes, does not show.
pub(crate) fn may_lack(delivery: &BotDelivery, server: &DescribedServer) -> bool {
    let set = settings(delivery, server.id);
    let channels = server
        .channels
        .iter()
        .flatten()
        .map(|one| one.id.to_string());
    let roles = server.roles.iter().flatten().map(|one| one.id.to_string());
    let shown: HashSet<String> = channels.chain(roles).collect();
    let mut named = set.channels.iter().chain(set.roles());
    named.any(|id| !shown.contains(id))
}

/// Returns true if a server's settings name a channel.
pub(crate) fn names_channel(delivery: &BotDelivery, guild: GuildId, channel: ChannelId) -> bool {
    let set = settings(delivery, guild);
    set.channels.contains(&channel.to_string())
}

/// Returns true if a server's settings name a role; any role, where it is not known which.
pub(crate) fn names_role(delivery: &BotDelivery, guild: GuildId, role: Option<RoleId>) -> bool {
    let set = settings(delivery, guild);
    let role = role.map(|role| role.to_string());
    set.roles()
        .any(|named| role.as_ref().is_none_or(|role| role == named))
}

/// Drops what was deleted, again and again until Discord says what there is, or insists that it doesn't.
pub(crate) async fn drop_until_known(delivery: Arc<BotDelivery>, guild: GuildId) {
    let mut retry = Retry::new(&delivery.tries);
    while let Err(error) = drop_deleted(&delivery, guild).await {
        tracing::info!(error = %causes(&error), "Discord does not say what was deleted in a server");
        if !retry.insists(&failure(&error)).await {
            return;
        }
    }
}

/// Drops from a server's settings what was deleted there. Discord is asked about each of them: what a list does
/// not show may be hidden.
///
/// # Errors
///
/// When Discord does not say what there is; nothing is dropped then.
pub(crate) async fn drop_deleted(delivery: &BotDelivery, guild: GuildId) -> RequestResult<()> {
    let set = settings(delivery, guild);
    let api = &delivery.messenger.api;
    let mut gone = HashSet::new();
    if set.roles().next().is_some()
        && let Some(roles) = api.server(guild).await?.roles
    {
        let there: HashSet<String> = roles.iter().map(|role| role.id.to_string()).collect();
        let roles = set.roles().filter(|role| !there.contains(*role));
        gone.extend(roles.cloned());
    }
    if !set.channels.is_empty() {
        let listed = api.channels(guild).await?;
        let there: HashSet<String> = listed.iter().map(|one| one.id.to_string()).collect();
        for channel in set.channels.iter().filter(|id| !there.contains(*id)) {
            let Some(id) = place::id(channel) else {
                continue;
            };
            match api.channel(id).await {
                Err(error) if trouble(&error) == Trouble::Gone => {
                    gone.insert(channel.clone());
                }
                Err(error) if trouble(&error) == Trouble::Passing => return Err(error),
                Ok(_) | Err(_) => {}
            }
        }
    }
    if gone.is_empty() {
        return Ok(());
    }
    let host = delivery.responder.host();
    if let Err(error) = host
        .note_server(&place::of_server(guild), |set| set.drop_gone(&gone))
        .await
    {
        tracing::error!(error = %causes(&error), "settings that name what was deleted could not be changed");
    }
    Ok(())
}
