//! The sight of channels: from what the gateway has told, else asked of Discord.

use super::{
    Facts, Found, KnownChannel, OF_SIGHT, Seeing, Servers,
    permissions::{Holder, Ranks},
    seeing,
};
use crate::chats::discord::{prelude::*, requests::api::Api};
use crate::{
    commands::{Speaker, Visibility},
    host::{CanSee, Turns},
};

/// Finds out who sees which channel. Cheap to share behind an [`Arc`].
#[derive(Debug)]
pub(crate) struct Channels {
    host: Arc<Host>,
    api: Arc<Api>,
    /// Nothing about a server is asked for twice at once.
    asking: Turns<GuildId>,
    servers: Mutex<Servers>,
}

impl Visibility for Channels {
    fn is_seen<'a>(&'a self, place: &'a Place, by: &'a Speaker) -> CanSee<'a> {
        Box::pin(async move {
            let user = place::id(by.identity.id());
            let (Some(guild), Some(channel), Some(user)) =
                (place::guild(place), place::channel(place), user)
            else {
                return false;
            };
            let roles = by.roles.iter().filter_map(|role| role.parse().ok());
            let roles: Vec<RoleId> = roles.collect();
            let member = Holder {
                user,
                roles: &roles,
            };
            self.sees(guild, channel, &member).await.unwrap_or(false)
        })
    }
}

impl Channels {
    pub(crate) fn new(host: Arc<Host>, api: Arc<Api>) -> Channels {
        Channels {
            host,
            api,
            asking: Turns::default(),
            servers: Mutex::default(),
        }
    }

    /// Looks something up in what is known, or changes it; a panic elsewhere leaves plain data that
    /// is whole.
    pub(crate) fn servers<T>(&self, run: impl FnOnce(&mut Servers) -> T) -> T {
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

    /// Asks for the owner and the roles of a server, or knows them.
    async fn ranks(&self, guild: GuildId) -> Option<Arc<Ranks>> {
        let asking = async |api: &Api| {
            let ranks = api.server(guild).await?.ranks(OF_SIGHT);
            let unsaid = || RequestError::Unreadable("owner_id or roles".to_owned());
            Ok(Arc::new(ranks.ok_or_else(unsaid)?))
        };
        let known = |facts: &Facts, now| facts.ranks.as_ref()?.at(now);
        let note = |facts: &mut Facts, ranks| facts.ranks = Some(ranks);
        self.find(guild, known, asking, note).await
    }

    /// Asks for a channel or thread of a server, or knows it.
    async fn room(&self, guild: GuildId, id: ChannelId) -> Option<Arc<KnownChannel>> {
        let asking = async |api: &Api| {
            let found = match api.channel(id).await {
                // One that is hidden from the bot too is shown to nobody by it.
                Err(error) if matches!(trouble(&error), Trouble::Gone | Trouble::Rights) => {
                    tracing::info!(error = %causes(&error), "nobody is shown what is in a channel that the bot does not see");
                    None
                }
                found => Some(found?),
            };
            // Where it does not say so, it is of the server where the match is.
            let own = found.filter(|channel| channel.guild_id.is_none_or(|of| of == guild));
            let room = own.map(|channel| KnownChannel::of(&channel)).transpose();
            let room = room.map_err(|field| RequestError::Unreadable(field.to_owned()))?;
            Ok(room.map(Arc::new))
        };
        let known = |facts: &Facts, now| facts.rooms.get(&id)?.at(now);
        let note = |facts: &mut Facts, room| drop(facts.rooms.insert(id, room));
        self.find(guild, known, asking, note).await?
    }

    /// Finds something about a server, which is asked for and noted where it is not known.
    async fn find<T: Clone>(
        &self,
        guild: GuildId,
        known: impl Fn(&Facts, Moment) -> Option<T>,
        asking: impl AsyncFnOnce(&Api) -> RequestResult<T>,
        note: impl FnOnce(&mut Facts, Found<T>),
    ) -> Option<T> {
        let known = || {
            let now = self.host.now();
            self.servers(|servers| known(servers.of(guild)?, now))
        };
        if let Some(found) = known() {
            return Some(found);
        }
        let _turn = self.asking.take(guild).await;
        if let Some(found) = known() {
            return Some(found);
        }
        let ask = self.servers(|servers| servers.ask(guild));
        let value = asking(&self.api).await;
        let value = value.inspect_err(|error| {
            tracing::info!(error = %causes(&error), "Discord does not say who sees what in a server");
        });
        let value = value.ok()?;
        let found = Found {
            value: value.clone(),
            asked: Some(self.host.now()),
        };
        self.servers(|servers| servers.note(guild, ask, |facts| note(facts, found)));
        Some(value)
    }

    /// Returns true if somebody was added to a thread. The gateway tells that of the bot alone.
    async fn is_in(&self, thread: ChannelId, user: UserId) -> bool {
        self.api.is_in(thread, user).await
    }
}
