//! Permissions of members: by their roles, by the overwrites of a channel, and in threads by those
//! of the channel.

use serde_json::{Value, json};

use crate::{
    Snowflake,
    guild::{Channel, Guild},
    place::{ChannelInfo, PRIVATE_THREAD, Rights},
    routes::membership,
    user::User,
    world::World,
};

/// Permissions by name, each a bit of a permission integer.
pub mod permissions {
    /// All permissions, everywhere.
    pub const ADMINISTRATOR: u64 = 1 << 3;
    /// Change the server's settings.
    pub const MANAGE_GUILD: u64 = 1 << 5;
    /// See a channel, and receive its events.
    pub const VIEW_CHANNEL: u64 = 1 << 10;
    /// Send messages in a channel.
    pub const SEND_MESSAGES: u64 = 1 << 11;
    /// Show embeds in messages.
    pub const EMBED_LINKS: u64 = 1 << 14;
    /// Attach files to messages.
    pub const ATTACH_FILES: u64 = 1 << 15;
    /// Read earlier messages.
    pub const READ_MESSAGE_HISTORY: u64 = 1 << 16;
    /// Mention roles that are not mentionable for everybody.
    pub const MENTION_EVERYONE: u64 = 1 << 17;
    /// Enter a voice or stage channel.
    pub const CONNECT: u64 = 1 << 20;
    /// Use emojis of other servers.
    pub const USE_EXTERNAL_EMOJIS: u64 = 1 << 18;
    /// Use commands of applications.
    pub const USE_APPLICATION_COMMANDS: u64 = 1 << 31;
    /// Change threads of others, and see private threads.
    pub const MANAGE_THREADS: u64 = 1 << 34;
    /// Send messages in threads.
    pub const SEND_MESSAGES_IN_THREADS: u64 = 1 << 38;
    /// All bits that Discord has names for.
    pub const ALL: u64 = (1 << 53) - 1;
}

use permissions::{
    ADMINISTRATOR, ALL, CONNECT, MANAGE_GUILD, MANAGE_THREADS, MENTION_EVERYONE,
    READ_MESSAGE_HISTORY, SEND_MESSAGES, SEND_MESSAGES_IN_THREADS, USE_APPLICATION_COMMANDS,
    VIEW_CHANNEL,
};

/// The rights of both sides in direct messages.
const MEMBER_RIGHTS: u64 = VIEW_CHANNEL
    | SEND_MESSAGES
    | READ_MESSAGE_HISTORY
    | USE_APPLICATION_COMMANDS
    | CONNECT
    | SEND_MESSAGES_IN_THREADS;

/// The holder of an overwrite in a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// Everybody with this role; the role of everybody has the server's id.
    Role(Snowflake),
    /// One member of the server.
    Member(Snowflake),
}

/// An overwrite: permissions of a role or a person in one channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overwrite {
    /// The role or person it applies to.
    pub holder: Holder,
    /// The permissions given there, whatever their roles say.
    pub allow: u64,
    /// The permissions taken away there.
    pub deny: u64,
}

impl Overwrite {
    fn to_json(self) -> Value {
        let (kind, id) = match self.holder {
            Holder::Role(id) => (0, id),
            Holder::Member(id) => (1, id),
        };
        json!({
            "id": id, "type": kind, "allow": self.allow.to_string(), "deny": self.deny.to_string(),
        })
    }
}

/// Returns the permissions of everybody in a new server.
pub(crate) fn of_everybody() -> u64 {
    Rights::INVITED.bits() | MEMBER_RIGHTS
}

impl World {
    /// Returns the permissions of a user in a channel or thread; none if they are not in its
    /// server, or not one of those whose messages they are.
    pub(crate) fn permissions(&self, user: Snowflake, channel: &ChannelInfo) -> u64 {
        let Some(guild) = channel.guild else {
            let inside = channel.recipient == Some(user) || channel.members.contains(&user);
            return if inside { MEMBER_RIGHTS } else { 0 };
        };
        let parent = channel.parent.and_then(|id| self.channels.get(&id));
        let overwrites = &parent.unwrap_or(channel).overwrites;
        let Some(guild) = self.guilds.get(&guild) else {
            return 0;
        };
        let Some(member) = guild.members.get(&user) else {
            return 0;
        };
        let roles = guild.roles.iter();
        let roles = roles.filter(|role| member.roles.contains(&role.id));
        let managing = if member.manager { MANAGE_GUILD } else { 0 };
        let base = guild.everyone | managing;
        let base = roles.fold(base, |held, role| held | role.permissions);
        if guild.owner == Some(user) || base & ADMINISTRATOR != 0 {
            return ALL;
        }
        let said = |of: &dyn Fn(Holder) -> bool| {
            let said = overwrites.iter().filter(|one| of(one.holder));
            said.fold((0, 0), |(deny, allow), one| {
                (deny | one.deny, allow | one.allow)
            })
        };
        let everyone = Holder::Role(guild.id);
        let steps = [
            said(&|holder| holder == everyone),
            said(&|holder| {
                holder != everyone
                    && matches!(holder, Holder::Role(id) if member.roles.contains(&id))
            }),
            said(&|holder| holder == Holder::Member(user)),
        ];
        let held = steps
            .into_iter()
            .fold(base, |held, (deny, allow)| held & !deny | allow);
        // Without seeing a channel a member can do nothing there.
        if held & VIEW_CHANNEL == 0 { 0 } else { held }
    }

    /// Returns true if a user sees a channel. A thread is seen by those who see its channel; a
    /// private one by those who were added to it, and by those who manage threads.
    pub(crate) fn sees(&self, user: Snowflake, channel: &ChannelInfo) -> bool {
        let held = self.permissions(user, channel);
        let let_in = channel.kind != PRIVATE_THREAD
            || held & MANAGE_THREADS != 0
            || channel.members.contains(&user);
        held & VIEW_CHANNEL != 0 && let_in
    }

    /// Returns true unless it is a private thread to which the bot was not added. Its rights there look
    /// right all the same, and every request about the thread is refused with 50001.
    pub(crate) fn bot_sees(&self, channel: &ChannelInfo) -> bool {
        channel.kind != PRIVATE_THREAD
            || channel.members.contains(&self.bot)
            || self.rights(channel).manage_threads
    }

    /// Returns the channels of a server in Discord's form, without threads.
    pub(crate) fn channels_json(&self, guild: Snowflake) -> Vec<Value> {
        let inside = self.channels.values();
        let inside = inside.filter(|channel| channel.guild == Some(guild) && !channel.is_thread());
        inside.map(|channel| self.place_json(channel)).collect()
    }

    /// Returns a channel or thread in Discord's form. The bot's own rights in a channel appear
    /// there as an overwrite if they differ from everybody's.
    pub(crate) fn place_json(&self, channel: &ChannelInfo) -> Value {
        let mut data = channel.to_json();
        if channel.is_thread() || channel.guild.is_none() {
            return data;
        }
        let mut overwrites = channel.overwrites.clone();
        if channel.rights != Rights::INVITED || !overwrites.is_empty() {
            let connects = if channel.rights.connect { CONNECT } else { 0 };
            let allow = channel.rights.bits() | connects;
            let all = Rights::INVITED.bits() | Rights::MANAGING.bits();
            overwrites.push(Overwrite {
                holder: Holder::Member(self.bot),
                allow,
                deny: (all | CONNECT | MENTION_EVERYONE) & !allow,
            });
        }
        let overwrites = overwrites.into_iter().map(Overwrite::to_json);
        data["permission_overwrites"] = overwrites.collect();
        data
    }

    /// Sends the bot an event about a channel or thread.
    pub(crate) fn tell_of_channel(&mut self, id: Snowflake, event: &str) {
        let Some(channel) = self.channels.get(&id) else {
            return;
        };
        let (guild, bot) = (channel.guild, self.bot);
        let data = match event {
            // Discord says no more of it.
            "THREAD_DELETE" => json!({
                "id": id, "guild_id": guild, "parent_id": channel.parent, "type": channel.kind,
            }),
            // Bots without the members' intent hear it of themselves alone.
            "THREAD_MEMBERS_UPDATE" => {
                let mut data = json!({
                    "id": id, "guild_id": guild, "member_count": channel.members.len(),
                });
                if channel.members.contains(&bot) {
                    data["added_members"] = json!([membership(id, bot)]);
                } else {
                    data["removed_member_ids"] = json!([bot]);
                }
                data
            }
            _ => self.place_json(channel),
        };
        self.dispatch(guild, event, &data);
    }
}

impl Guild {
    /// Makes a text channel that only the bot sees, and those to whom an [`Overwrite`] shows it.
    #[must_use]
    pub fn hidden_channel(&self, name: &str) -> Channel {
        let channel = self.channel(name);
        channel.set_overwrite(Overwrite {
            holder: Holder::Role(self.id),
            allow: 0,
            deny: VIEW_CHANNEL,
        });
        channel
    }

    /// Sets the owner of this server, who may do everything everywhere.
    pub fn set_owner(&self, user: &User) {
        self.state.change(|world| {
            if let Some(guild) = world.guilds.get_mut(&self.id) {
                guild.owner = Some(user.id);
            }
            world.tell_of_guild(self.id);
        });
    }

    /// Sets the permissions of everybody in this server.
    pub fn set_everyone(&self, permissions: u64) {
        self.state.change(|world| {
            if let Some(guild) = world.guilds.get_mut(&self.id) {
                guild.everyone = permissions;
            }
            world.tell_of_role(self.id, self.id, "GUILD_ROLE_UPDATE");
        });
    }

    /// Sets the permissions of a role in this server.
    pub fn set_permissions(&self, role: Snowflake, permissions: u64) {
        self.state.change(|world| {
            let guild = world.guilds.get_mut(&self.id);
            let role = guild.and_then(|guild| guild.roles.iter_mut().find(|one| one.id == role));
            if let Some(role) = role {
                role.permissions = permissions;
                let id = role.id;
                world.tell_of_role(self.id, id, "GUILD_ROLE_UPDATE");
            }
        });
    }
}

impl Channel {
    /// Sets an overwrite in this channel, in place of an earlier one for the same holder.
    pub fn set_overwrite(&self, overwrite: Overwrite) {
        self.overwrite(overwrite.holder, Some(overwrite));
    }

    /// Removes the overwrite of a role or a person from this channel.
    pub fn clear_overwrite(&self, holder: Holder) {
        self.overwrite(holder, None);
    }

    /// Shows this channel to a person, whatever their roles.
    pub fn show_to(&self, user: &User) {
        self.set_overwrite(Overwrite {
            holder: Holder::Member(user.id),
            allow: VIEW_CHANNEL,
            deny: 0,
        });
    }

    fn overwrite(&self, holder: Holder, new: Option<Overwrite>) {
        self.state.change(|world| {
            if let Some(channel) = world.channels.get_mut(&self.id) {
                channel.overwrites.retain(|known| known.holder != holder);
                channel.overwrites.extend(new);
            }
            world.tell_of_channel(self.id, "CHANNEL_UPDATE");
        });
    }
}
