//! The greeting of a server that the bot has just come to: once, where it may speak.

use std::collections::HashSet;

use serenity::all::{LightMethod, Request, Route};

use super::{
    api::{ask, ask_each},
    event::Session,
    fields,
    prelude::*,
    present::{Letter, nonce},
    servers::{Channel, Server},
};

/// The most channels that are tried.
const MOST_TRIED: usize = 5;

/// The servers where the bot is. A session names them when it begins, and any other that comes is new.
#[derive(Debug, Default)]
pub(super) struct Homes(Mutex<Known>);

#[derive(Debug, Default)]
struct Known {
    inside: HashSet<GuildId>,
    /// New ones that have not been greeted yet.
    ungreeted: HashSet<GuildId>,
}

impl Homes {
    /// Takes in the servers that a session names.
    pub(super) fn learn(&self, session: &Session) {
        let guilds = session.guilds.iter().map(|guild| guild.id);
        locked(&self.0).inside.extend(guilds);
    }

    /// Takes in that a server has come. Returns true if it is to be greeted.
    pub(super) fn arrived(&self, guild: GuildId) -> bool {
        let mut known = locked(&self.0);
        if known.inside.insert(guild) {
            known.ungreeted.insert(guild);
        }
        known.ungreeted.contains(&guild)
    }

    /// Returns true once for a server that is to be greeted.
    fn greets(&self, guild: GuildId) -> bool {
        locked(&self.0).ungreeted.remove(&guild)
    }

    /// Returns true if the bot is in a server.
    pub(super) fn has(&self, guild: GuildId) -> bool {
        locked(&self.0).inside.contains(&guild)
    }

    /// Forgets a server that the bot had to leave.
    pub(super) fn left(&self, guild: GuildId) {
        let mut known = locked(&self.0);
        known.inside.remove(&guild);
        known.ungreeted.remove(&guild);
    }
}

/// Asks Discord what a server that has come did not say, or not so that it can be read; `None` where it
/// does not say that either.
pub(super) async fn whole(office: &Office, server: Server) -> Option<Server> {
    if server.preferred_locale.is_some() && server.channels.is_some() {
        return Some(server);
    }
    let (id, http) = (server.id, office.api.paced().await);
    let get = |route| Request::new(route, LightMethod::Get);
    let asking = async {
        tokio::try_join!(
            ask::<Server>(http, get(Route::Guild { guild_id: id }), fields::SERVER),
            ask_each(
                http,
                get(Route::GuildChannels { guild_id: id }),
                fields::CHANNEL
            ),
        )
    };
    let asked = asking.await;
    let asked = asked.inspect_err(|error| {
        tracing::info!(%error, "Discord does not say what is in a server that has come");
    });
    let (mut found, channels): (Server, Vec<Channel>) = asked.ok()?;
    found.channels = Some(channels);
    Some(found)
}

/// Says hello in the first channel that takes it: that of the system's messages, or else from the top. A
/// server is greeted once.
pub(super) async fn greet(office: &Office, server: &Server) {
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
