//! The sight of channels: from what the gateway has told, else asked of Discord.

use std::sync::{Arc, Mutex};

use serenity::all::{ChannelId, GuildId, RoleId, UserId};

use super::{
    api::Api,
    permissions::{Holder, Ranks},
    place,
    servers::{Room, Seeing, Servers, seeing},
    trouble::{Trouble, trouble},
};
use crate::{
    commands::{Speaker, Visibility},
    host::{CanSee, Host, Turns},
    matchplay::Place,
    store::locked,
};

/// Finds out who sees which channel. Cheap to share behind an [`Arc`].
#[derive(Debug)]
pub(super) struct Channels {
    host: Arc<Host>,
    api: Arc<Api>,
    /// Nothing about a server is asked for twice at once.
    asking: Turns<GuildId>,
    servers: Mutex<Servers>,
}

impl Visibility for Channels {
    fn is_seen<'a>(&'a self, place: &'a Place, by: &'a Speaker) -> CanSee<'a> {
        Box::pin(async move {
            let user = by.identity.id().parse::<u64>();
            let (Some(guild), Some(channel), Ok(user)) =
                (place::guild(place), place::channel(place), user)
            else {
                return false;
            };
            let roles = by.roles.iter().filter_map(|role| role.parse().ok());
            let roles: Vec<RoleId> = roles.collect();
            let member = Holder {
                user: UserId::new(user),
                roles: &roles,
            };
            self.sees(guild, channel, &member).await.unwrap_or(false)
        })
    }
}

impl Channels {
    pub(super) fn new(host: Arc<Host>, api: Arc<Api>) -> Channels {
        Channels {
            host,
            api,
            asking: Turns::default(),
            servers: Mutex::default(),
        }
    }

    /// Looks something up in what is known, or changes it; a panic elsewhere leaves plain data that
    /// is whole.
    pub(super) fn servers<T>(&self, run: impl FnOnce(&mut Servers) -> T) -> T {
        run(&mut locked(&self.servers))
    }

    /// Returns true if a member sees a channel or thread; `None` where Discord does not say.
    async fn sees(&self, guild: GuildId, id: ChannelId, member: &Holder<'_>) -> Option<bool> {
        let room = self.room(guild, id).await?;
        let channel = match room.parent {
            Some(parent) => self.room(guild, parent).await?,
            None => Arc::clone(&room),
        };
        let ranks = self.ranks(guild).await?;
        Some(match seeing(guild, &ranks, member, &room, &channel) {
            Seeing::Nowhere => false,
            Seeing::Within => true,
            Seeing::IfAdded => self.is_in(id, member.user).await,
        })
    }

    /// The owner and the roles of a server.
    async fn ranks(&self, guild: GuildId) -> Option<Arc<Ranks>> {
        let known = || {
            let now = self.host.now();
            self.servers(|servers| servers.ranks(guild, now))
        };
        if let Some(ranks) = known() {
            return Some(ranks);
        }
        let _turn = self.asking.take(guild).await;
        if let Some(ranks) = known() {
            return Some(ranks);
        }
        let ask = self.servers(|servers| servers.ask(guild));
        match self.api.paced().await.get_guild(guild).await {
            Ok(found) => {
                let (ranks, now) = (Arc::new(Ranks::of(&found)), self.host.now());
                self.servers(|servers| servers.note_ranks(guild, &ranks, ask, now));
                Some(ranks)
            }
            Err(error) => {
                tracing::info!(%error, "Discord does not say which roles a server has");
                None
            }
        }
    }

    /// A channel or thread of a server.
    async fn room(&self, guild: GuildId, id: ChannelId) -> Option<Arc<Room>> {
        let known = || {
            let now = self.host.now();
            self.servers(|servers| servers.room(guild, id, now))
        };
        if let Some(room) = known() {
            return room;
        }
        let _turn = self.asking.take(guild).await;
        if let Some(room) = known() {
            return room;
        }
        let ask = self.servers(|servers| servers.ask(guild));
        let room = match self.api.paced().await.get_channel(id).await {
            Ok(found) => found
                .guild()
                .filter(|channel| channel.guild_id == guild)
                .map(|channel| Arc::new(Room::of(&channel))),
            // One that is hidden from the bot too is shown to nobody by it.
            Err(error) if matches!(trouble(&error), Trouble::Gone | Trouble::Rights) => None,
            Err(error) => {
                tracing::info!(%error, "Discord does not say who sees a channel");
                return None;
            }
        };
        let now = self.host.now();
        self.servers(|servers| servers.note_room((guild, id), room.as_ref(), ask, now));
        room
    }

    /// Returns true if somebody was added to a thread. The gateway tells that of the bot alone.
    async fn is_in(&self, thread: ChannelId, user: UserId) -> bool {
        let http = self.api.paced().await;
        let asked = http.get_thread_channel_member(thread, user, false);
        asked.await.is_ok()
    }
}
