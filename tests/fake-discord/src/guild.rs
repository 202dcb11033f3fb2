//! Handles on servers and channels, for tests.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use serde_json::json;

use crate::{
    Snowflake,
    interaction::Interaction,
    message::Message,
    permission,
    place::{ChannelInfo, GuildInfo, MemberInfo, Rights, TEXT},
    routes,
    state::State,
    user::User,
    world::UserInfo,
};

/// A handle on a server.
#[derive(Clone, Debug)]
pub struct Guild {
    pub(crate) state: Arc<State>,
    pub(crate) id: Snowflake,
}

/// A handle on a channel, a thread, direct messages with one person, or a private channel.
#[derive(Clone, Debug)]
pub struct Channel {
    pub(crate) state: Arc<State>,
    pub(crate) id: Snowflake,
}

/// Makes a person who is not in any server yet.
pub(crate) fn new_user(state: &Arc<State>, name: &str) -> User {
    let id = state.change(|world| {
        let id = world.ids.next();
        let info = UserInfo {
            id,
            username: name.to_owned(),
            global_name: None,
            locale: "en-US".to_owned(),
            bot: false,
            closed: false,
            installed: false,
            unsold_frame: false,
        };
        world.users.insert(id, info);
        id
    });
    User {
        state: Arc::clone(state),
        id,
    }
}

/// The time at which the bot was brought to the servers that it knows when it starts.
const LONG_AGO: &str = "2020-02-02T02:02:02.000000+00:00";

/// Makes a server. If the bot is `installed` in it and connected, it is told.
pub(crate) fn new_guild(state: &Arc<State>, name: &str, installed: bool) -> Guild {
    let id = state.change(|world| {
        let id = world.ids.next();
        let info = GuildInfo {
            id,
            name: name.to_owned(),
            locale: "en-US".to_owned(),
            community: false,
            joined: if world.bot_connected() {
                id.timestamp()
            } else {
                LONG_AGO.to_owned()
            },
            system_channel: None,
            rules_channel: None,
            strange: !installed,
            commands: false,
            hides_guests: false,
            owner: None,
            everyone: permission::of_everybody(),
            roles: Vec::new(),
            members: BTreeMap::new(),
            unavailable: false,
        };
        world.guilds.insert(id, info);
        if let Some(data) = world.guild_json(id) {
            world.dispatch(id, "GUILD_CREATE", &data);
        }
        id
    });
    Guild {
        state: Arc::clone(state),
        id,
    }
}

impl Guild {
    /// Returns the id of the server.
    #[must_use]
    pub fn id(&self) -> Snowflake {
        self.id
    }

    /// Makes a text channel in which the bot has the rights it was invited with, if it was.
    #[must_use]
    pub fn channel(&self, name: &str) -> Channel {
        let id = self.state.change(|world| {
            let id = world.ids.next();
            let rights = if world.is_strange(self.id) {
                Rights::NONE
            } else {
                Rights::INVITED
            };
            let info = ChannelInfo {
                guild: Some(self.id),
                rights,
                ..ChannelInfo::new(id, TEXT, name)
            };
            world.channels.insert(id, info);
            world.tell_of_channel(id, "CHANNEL_CREATE");
            id
        });
        Channel {
            state: Arc::clone(&self.state),
            id,
        }
    }

    /// Makes a channel of another type than text, such as 5 for announcements or 2 for voice.
    #[must_use]
    pub fn channel_of(&self, kind: u64, name: &str) -> Channel {
        let channel = self.channel(name);
        channel.change(|info| info.kind = kind);
        self.state
            .change(|world| world.tell_of_channel(channel.id, "CHANNEL_UPDATE"));
        channel
    }

    /// Makes a person who is in this server.
    #[must_use]
    pub fn user(&self, name: &str) -> User {
        let user = new_user(&self.state, name);
        self.join(&user);
        user
    }

    fn change_member(&self, user: &User, change: impl FnOnce(&mut MemberInfo)) {
        self.state.change(|world| {
            let joined = world.ids.next().timestamp();
            if let Some(guild) = world.guilds.get_mut(&self.id) {
                let new = MemberInfo {
                    nick: None,
                    manager: false,
                    roles: Vec::new(),
                    joined,
                };
                change(guild.members.entry(user.id).or_insert(new));
            }
        });
    }

    /// Lets a person join this server.
    pub fn join(&self, user: &User) {
        self.change_member(user, |_| {});
    }

    /// Lets a person leave this server. [`Guild::join`] brings them back.
    pub fn leave(&self, user: &User) {
        self.state.change(|world| {
            if let Some(guild) = world.guilds.get_mut(&self.id) {
                guild.members.remove(&user.id);
            }
        });
    }

    /// Gives a person a nickname in this server.
    pub fn set_nick(&self, user: &User, nick: &str) {
        self.change_member(user, |member| member.nick = Some(nick.to_owned()));
    }

    /// Sets if a person manages this server.
    pub fn set_manager(&self, user: &User, manager: bool) {
        self.change_member(user, |member| member.manager = manager);
    }

    /// Tells the bot that this server is unavailable, as in an outage of Discord, until
    /// [`Guild::regain_sight`]. Requests about it are still answered.
    pub fn lose_sight(&self) {
        self.state.change(|world| {
            if let Some(guild) = world.guilds.get_mut(&self.id) {
                guild.unavailable = true;
            }
            let data = json!({"id": self.id, "unavailable": true});
            world.dispatch(self.id, "GUILD_DELETE", &data);
        });
    }

    /// Tells the bot that this server is available again, and all about it.
    pub fn regain_sight(&self) {
        self.state.change(|world| {
            if let Some(guild) = world.guilds.get_mut(&self.id) {
                guild.unavailable = false;
            }
            if let Some(data) = world.guild_json(self.id) {
                world.dispatch(self.id, "GUILD_CREATE", &data);
            }
        });
    }

    /// Makes it a Community server, which chooses its language and has a channel for its rules.
    pub fn set_rules(&self, channel: &Channel) {
        self.state.change(|world| {
            if let Some(guild) = world.guilds.get_mut(&self.id) {
                guild.community = true;
                guild.rules_channel = Some(channel.id);
            }
            world.tell_of_guild(self.id);
        });
    }

    /// Sets the channel for Discord's own messages.
    pub fn set_system_channel(&self, channel: &Channel) {
        self.state.change(|world| {
            if let Some(guild) = world.guilds.get_mut(&self.id) {
                guild.system_channel = Some(channel.id);
            }
            world.tell_of_guild(self.id);
        });
    }

    /// Changes the server's language, as Community servers can, and tells the bot if it is connected.
    pub fn set_locale(&self, locale: &str) {
        self.state.change(|world| {
            if let Some(guild) = world.guilds.get_mut(&self.id) {
                guild.community = true;
                locale.clone_into(&mut guild.locale);
            }
            world.tell_of_guild(self.id);
        });
    }
}

impl Channel {
    /// Returns the id of the channel.
    #[must_use]
    pub fn id(&self) -> Snowflake {
        self.id
    }

    /// Opens a public thread here, as a member does.
    #[must_use]
    pub fn open_thread(&self, name: &str, by: &User) -> Self {
        by.open_thread(self, name, false)
    }

    /// Returns the channel's data; `None` once it is deleted.
    #[must_use]
    pub fn info(&self) -> Option<ChannelInfo> {
        self.state.look(|world| world.channel(self.id).cloned())
    }

    /// Returns the messages in it that everybody sees, oldest first.
    #[must_use]
    pub fn messages(&self) -> Vec<Message> {
        self.state
            .look(|world| world.messages(self.id).into_iter().cloned().collect())
    }

    /// Returns true if somebody sees it.
    #[must_use]
    pub fn is_seen_by(&self, user: &User) -> bool {
        self.state.look(|world| {
            let channel = world.channels.get(&self.id);
            channel.is_some_and(|channel| world.sees(user.id, channel))
        })
    }

    /// Returns the newest message in it that everybody sees.
    #[must_use]
    pub fn last_message(&self) -> Option<Message> {
        self.state.look(|world| {
            world
                .messages(self.id)
                .last()
                .map(|&message| message.clone())
        })
    }

    /// Returns the threads of this channel, oldest first.
    #[must_use]
    pub fn threads(&self) -> Vec<Self> {
        let handle = |info: &ChannelInfo| Self {
            state: Arc::clone(&self.state),
            id: info.id,
        };
        self.state
            .look(|world| world.threads(self.id).into_iter().map(handle).collect())
    }

    fn change(&self, change: impl FnOnce(&mut ChannelInfo)) {
        self.state.change(|world| {
            if let Some(channel) = world.channels.get_mut(&self.id) {
                change(channel);
            }
        });
    }

    /// Sets the bot's rights in it and in its threads.
    pub fn set_rights(&self, rights: Rights) {
        self.change(|channel| channel.rights = rights);
    }

    /// Archives this thread, or reopens it.
    pub fn set_archived(&self, archived: bool) {
        self.state.change(|world| {
            let now = world.clock;
            if let Some(channel) = world.channels.get_mut(&self.id) {
                channel.archived = archived;
                channel.active = now;
            }
        });
    }

    /// Sets the time between two posts of the bot here, as slow mode does; a post before that is refused
    /// with 20016. Zero, as at first, exempts it.
    pub fn set_slow(&self, slow: Duration) {
        self.change(|channel| channel.slow = slow);
        self.tell_of_change();
    }

    /// Tells the bot that it has changed.
    fn tell_of_change(&self) {
        self.state.change(|world| {
            let is_thread = world.channel(self.id).is_some_and(ChannelInfo::is_thread);
            let event = if is_thread {
                "THREAD_UPDATE"
            } else {
                "CHANNEL_UPDATE"
            };
            world.tell_of_channel(self.id, event);
        });
    }

    /// Lets Discord itself post a message about something that somebody did, such as 6 for a message that
    /// was pinned, 18 for a thread that was opened and 21 for the first message in a thread.
    pub fn system_message(&self, kind: u64, about: &User) -> Snowflake {
        self.state
            .change(|world| world.put(about.id, self.id, "", Some(kind)))
    }

    /// Locks this thread, or unlocks it, and tells the bot.
    pub fn set_locked(&self, locked: bool) {
        self.change(|channel| channel.locked = locked);
        self.tell_of_change();
    }

    /// Tells the bot of it as it is, by an event such as `CHANNEL_UPDATE` or `THREAD_MEMBERS_UPDATE`.
    pub fn tell(&self, event: &str) {
        self.state
            .change(|world| world.tell_of_channel(self.id, event));
    }

    /// Deletes it with all its contents.
    pub fn delete(&self) {
        self.state.change(|world| {
            let doomed: Vec<_> = world
                .channels
                .values()
                .filter(|channel| channel.id == self.id || channel.parent == Some(self.id))
                .map(|channel| channel.id)
                .collect();
            for id in doomed {
                let of = world.channels.get(&id);
                let is_thread = of.is_some_and(ChannelInfo::is_thread);
                let event = if is_thread {
                    "THREAD_DELETE"
                } else {
                    "CHANNEL_DELETE"
                };
                world.tell_of_channel(id, event);
                world.channels.remove(&id);
                world.gone.insert(id);
                let inside: Vec<_> = world
                    .messages
                    .values()
                    .filter(|m| m.channel == id)
                    .map(|m| m.id)
                    .collect();
                for message in inside {
                    routes::remove(world, message);
                }
            }
        });
    }
}

impl From<&Message> for Snowflake {
    fn from(message: &Message) -> Self {
        message.id
    }
}

impl From<&Channel> for Snowflake {
    fn from(channel: &Channel) -> Self {
        channel.id
    }
}

impl From<&User> for Snowflake {
    fn from(user: &User) -> Self {
        user.id
    }
}

impl From<&Interaction> for Snowflake {
    fn from(interaction: &Interaction) -> Self {
        interaction.id
    }
}
