//! The greeting of a server that the bot has just come to: once, where it may speak.

use std::collections::HashSet;

use serenity::all::{Guild, Ready};

use super::{
    prelude::*,
    present::{Letter, nonce},
};

/// The most channels that are tried.
const MOST_TRIED: usize = 5;

/// The servers where the bot is. A session names them when it begins, and any other that comes is new.
#[derive(Debug, Default)]
pub(super) struct Homes(Mutex<HashSet<GuildId>>);

impl Homes {
    /// Takes in the servers that a session names.
    pub(super) fn learn(&self, ready: &Ready) {
        locked(&self.0).extend(ready.guilds.iter().map(|guild| guild.id));
    }

    /// Returns true if the server that has come is new.
    pub(super) fn is_new(&self, guild: GuildId) -> bool {
        locked(&self.0).insert(guild)
    }

    /// Forgets a server that the bot had to leave.
    pub(super) fn left(&self, guild: GuildId) {
        locked(&self.0).remove(&guild);
    }
}

/// Says hello in the first channel that takes it: that of the system's messages, or else from the top.
pub(super) async fn greet(office: Arc<Office>, guild: Guild) {
    let mut channels: Vec<_> = guild.channels.values().collect();
    channels.retain(|channel| channel.kind == ChannelType::Text);
    let system = guild.system_channel_id;
    channels.sort_by_key(|channel| (Some(channel.id) != system, channel.position, channel.id));
    let Some(first) = channels.first() else {
        return;
    };
    let locale = office
        .responder
        .locale_at(&place::place(Some(guild.id), first.id));
    let letter = Letter::drawn(&office, &office.responder.greeting(&locale)).await;
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
