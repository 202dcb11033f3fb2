//! Installations: of the bot in servers, and of the application by people for themselves, who then
//! use its commands everywhere.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use crate::{
    Snowflake,
    guild::{self, Channel, Guild},
    interaction::{Act, COMMAND, COMPLETION},
    permission::permissions::{
        ATTACH_FILES, CONNECT, EMBED_LINKS, MENTION_EVERYONE, USE_EXTERNAL_EMOJIS,
    },
    place::{ChannelInfo, GROUP, Rights},
    server::FakeDiscord,
    typed::SLASH,
    user::User,
    world::World,
};

/// The installation in a server.
const IN_A_GUILD: u64 = 0;
/// The installation by a person for themselves.
const BY_A_USER: u64 = 1;

/// A place in a server.
const GUILD: u64 = 0;
/// Direct messages with the bot.
const BOT_DIRECT: u64 = 1;
/// Messages between people.
const PRIVATE: u64 = 2;

impl FakeDiscord {
    /// Makes a server in which the bot is not installed. The bot hears nothing of it but the
    /// interactions of people who have installed the application for themselves.
    #[must_use]
    pub fn strange_guild(&self, name: &str) -> Guild {
        guild::new_guild(&self.state, name, false)
    }

    /// Makes a server that has installed the application's commands without its bot.
    #[must_use]
    pub fn guild_of_commands(&self, name: &str) -> Guild {
        let guild = self.strange_guild(name);
        self.state.change(|world| {
            if let Some(guild) = world.guilds.get_mut(&guild.id) {
                guild.commands = true;
            }
        });
        guild
    }

    /// Makes a private channel of these people, without the bot.
    #[must_use]
    pub fn private_channel(&self, people: &[&User]) -> Channel {
        let id = self.state.change(|world| {
            let id = world.ids.next();
            let info = ChannelInfo {
                members: people.iter().map(|user| user.id).collect(),
                rights: Rights::NONE,
                ..ChannelInfo::new(id, GROUP, "")
            };
            world.channels.insert(id, info);
            id
        });
        Channel {
            state: Arc::clone(&self.state),
            id,
        }
    }
}

impl Guild {
    /// Takes *Use External Apps* from everybody: an answer of an application that a person has installed is seen
    /// by that person alone, whatever the application wants.
    pub fn hide_guests(&self) {
        self.state.change(|world| {
            if let Some(guild) = world.guilds.get_mut(&self.id) {
                guild.hides_guests = true;
            }
        });
    }

    /// Lets somebody bring the bot into this server, with the rights that it asks for. It is told.
    pub fn invite_bot(&self) {
        self.state.change(|world| {
            let now = world.ids.next().timestamp();
            if let Some(guild) = world.guilds.get_mut(&self.id) {
                guild.strange = false;
                guild.joined = now;
            }
            let own = Some(self.id);
            let channels = world.channels.values_mut();
            for channel in channels.filter(|channel| channel.guild == own) {
                channel.rights = Rights::INVITED;
            }
            if let Some(data) = world.guild_json(self.id) {
                world.dispatch(self.id, "GUILD_CREATE", &data);
            }
        });
    }
}

impl User {
    /// Sets if this person has installed the application for themselves.
    pub fn set_installed(&self, installed: bool) {
        self.state.change(|world| {
            if let Some(user) = world.users.get_mut(&self.id) {
                user.installed = installed;
            }
        });
    }
}

impl World {
    /// Returns true for a server in which the bot is not installed.
    pub(crate) fn is_strange(&self, guild: Snowflake) -> bool {
        self.guilds.get(&guild).is_some_and(|guild| guild.strange)
    }

    /// Returns true if answers in a channel are seen by those alone who asked.
    pub(crate) fn hides_answers(&self, channel: Snowflake) -> bool {
        let guild = self
            .channels
            .get(&channel)
            .and_then(|channel| channel.guild);
        let guild = guild.and_then(|guild| self.guilds.get(&guild));
        guild.is_some_and(|guild| guild.strange && guild.hides_guests)
    }

    /// Returns true if the bot is in a channel's server, or on the other side of direct messages.
    fn has_bot(&self, channel: &ChannelInfo) -> bool {
        match channel.guild {
            Some(guild) => !self.is_strange(guild),
            None => channel.recipient.is_some(),
        }
    }

    /// Says why a client does not offer a command to a person in a channel.
    pub(crate) fn offers(
        &self,
        user: Snowflake,
        channel: &ChannelInfo,
        command: &Value,
    ) -> Result<(), String> {
        let contexts = command["contexts"].as_array();
        let context = context(channel);
        if contexts.is_some_and(|listed| !listed.contains(&json!(context))) {
            return Err(format!("it is not for places of the kind {context}"));
        }
        if self.installations(user, channel, command).is_empty() {
            return Err("neither the server nor the user has installed it".to_owned());
        }
        Ok(())
    }

    /// Returns the installations by which a person may use a command in a channel, each with the
    /// id of its owner.
    fn installations(
        &self,
        user: Snowflake,
        channel: &ChannelInfo,
        command: &Value,
    ) -> Map<String, Value> {
        let types = &command["integration_types"];
        let listed = |kind: u64| match types.as_array() {
            Some(types) => types.contains(&json!(kind)),
            None => kind == IN_A_GUILD,
        };
        let mut owners = Map::new();
        let of_server = channel.guild.and_then(|guild| self.guilds.get(&guild));
        let has_commands = of_server.is_some_and(|guild| guild.commands);
        if (self.has_bot(channel) || has_commands) && listed(IN_A_GUILD) {
            // Direct messages belong to no server.
            let guild = channel.guild.unwrap_or(Snowflake(0));
            owners.insert(IN_A_GUILD.to_string(), json!(guild));
        }
        let installed = self.users.get(&user).is_some_and(|user| user.installed);
        if installed && listed(BY_A_USER) {
            owners.insert(BY_A_USER.to_string(), json!(user));
        }
        owners
    }

    /// Returns the owners of the installations that let an action reach the bot: for a command its
    /// own, for a component those of the message, and for a modal those of what opened it.
    pub(crate) fn owners(&self, act: &Act, channel: &ChannelInfo) -> Value {
        let message = act.source.and_then(|source| self.messages.get(&source));
        let metadata = message.and_then(|message| message.interaction_metadata.as_ref());
        let opener = act.opener.and_then(|opener| self.interactions.get(&opener));
        let before = metadata.or(opener.map(|record| &*record.interaction.payload));
        if let Some(before) = before {
            return before["authorizing_integration_owners"].clone();
        }
        let both = json!({"integration_types": [IN_A_GUILD, BY_A_USER]});
        let used = if [COMMAND, COMPLETION].contains(&act.kind) {
            let kind = act.data["type"].as_u64().unwrap_or(SLASH);
            let name = act.data["name"].as_str().unwrap_or_default();
            self.command_of(channel.guild, kind, name)
        } else {
            None
        };
        Value::Object(self.installations(act.user, channel, used.unwrap_or(&both)))
    }

    /// Returns the permissions that an interaction says the bot has. Outside of servers they are
    /// always the same, and seeing the channel and sending messages are never among them, though
    /// the bot may do both in its direct messages.
    pub(crate) fn app_permissions(&self, channel: &ChannelInfo) -> u64 {
        match channel.guild {
            Some(_) if self.has_bot(channel) => {
                let rights = self.rights(channel);
                let enters = channel.is_entered() && rights.connect;
                rights.bits() | if enters { CONNECT } else { 0 }
            }
            None if channel.recipient.is_some() => ANSWERING | USE_EXTERNAL_EMOJIS,
            // In a server without the bot, what Discord names is not documented.
            Some(_) | None => ANSWERING,
        }
    }
}

/// The permissions of answers where the bot is not.
const ANSWERING: u64 = ATTACH_FILES | EMBED_LINKS | MENTION_EVERYONE;

/// Returns the kind of a place as interactions have it.
pub(crate) fn context(channel: &ChannelInfo) -> u64 {
    match (channel.guild, channel.recipient) {
        (Some(_), _) => GUILD,
        (None, Some(_)) => BOT_DIRECT,
        (None, None) => PRIVATE,
    }
}
