//! Roles, who has them, what the bot may do in which channel by them, and threads that fall silent.

use serde_json::{Value, json};

use crate::{
    Snowflake,
    guild::{Channel, Guild},
    place::{ChannelInfo, PRIVATE_THREAD, Rights},
    user::User,
    world::World,
};

/// The right to mention a role that not everybody may mention.
const MENTION_EVERYONE: u64 = 1 << 17;

/// A role of a server.
#[derive(Clone, Debug)]
pub struct RoleInfo {
    /// Its id.
    pub id: Snowflake,
    /// Its name.
    pub name: String,
    /// Everybody may mention it, and so may the bot.
    pub mentionable: bool,
}

impl RoleInfo {
    /// The role in Discord's form. It grants nothing of its own.
    fn to_json(&self, guild: Snowflake) -> Value {
        let everyone = self.id == guild;
        json!({
            "id": self.id,
            "name": self.name,
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": null, "tertiary_color": null},
            "hoist": false,
            "icon": null,
            "unicode_emoji": null,
            "position": u64::from(!everyone),
            "permissions": if everyone { Rights::INVITED.bits() } else { 0 }.to_string(),
            "managed": false,
            "mentionable": self.mentionable,
            "flags": 0,
        })
    }
}

impl World {
    /// All roles of a server in Discord's form, that of everybody first; none of no server.
    pub(crate) fn roles_json(&self, guild: Snowflake) -> Option<Vec<Value>> {
        let roles = &self.guilds.get(&guild)?.roles;
        let everyone = RoleInfo {
            id: guild,
            name: "@everyone".to_owned(),
            mentionable: false,
        };
        let all = std::iter::once(&everyone).chain(roles);
        Some(all.map(|role| role.to_json(guild)).collect())
    }

    /// A role in Discord's form.
    pub(crate) fn role_json(&self, guild: Snowflake, id: Snowflake) -> Option<Value> {
        let roles = &self.guilds.get(&guild)?.roles;
        let role = roles.iter().find(|role| role.id == id)?;
        Some(role.to_json(guild))
    }

    /// The channels of a server in Discord's form, with what keeps the bot from the rights of
    /// everybody in some of them; threads are not among them.
    pub(crate) fn channels_json(&self, guild: Snowflake) -> Vec<Value> {
        let inside = self.channels.values();
        let inside = inside.filter(|channel| channel.guild == Some(guild) && !channel.is_thread());
        inside
            .map(|channel| self.with_overwrites(channel))
            .collect()
    }

    fn with_overwrites(&self, channel: &ChannelInfo) -> Value {
        let mut data = channel.to_json();
        let all = Rights::INVITED.bits() | Rights::NONE.bits() | MENTION_EVERYONE;
        if channel.rights != Rights::INVITED {
            let allowed = channel.rights.bits();
            data["permission_overwrites"] = json!([{
                "id": self.bot,
                "type": 1,
                "allow": allowed.to_string(),
                "deny": (all & !allowed).to_string(),
            }]);
        }
        data
    }

    /// Whether someone sees a channel: all do who are in its server, but for a private thread,
    /// which those see who were added to it.
    pub(crate) fn sees(&self, user: Snowflake, channel: &ChannelInfo) -> bool {
        channel.kind != PRIVATE_THREAD || channel.members.contains(&user)
    }

    /// Who has a role that a message may mention.
    pub(crate) fn with_role(&self, guild: Snowflake, role: Snowflake) -> Vec<Snowflake> {
        let Some(guild) = self.guilds.get(&guild) else {
            return Vec::new();
        };
        let known = guild.roles.iter().find(|known| known.id == role);
        if known.is_none_or(|known| !known.mentionable) {
            return Vec::new();
        }
        let members = guild.members.iter();
        let members = members.filter(|(_, member)| member.roles.contains(&role));
        members.map(|(id, _)| *id).collect()
    }
}

impl Guild {
    /// Makes a role that everybody may mention and nobody has.
    #[must_use]
    pub fn role(&self, name: &str) -> Snowflake {
        self.state.change(|world| {
            let id = world.ids.next();
            if let Some(guild) = world.guilds.get_mut(&self.id) {
                guild.roles.push(RoleInfo {
                    id,
                    name: name.to_owned(),
                    mentionable: true,
                });
            }
            id
        })
    }

    /// Says whether everybody may mention a role.
    pub fn set_mentionable(&self, role: Snowflake, mentionable: bool) {
        self.state.change(|world| {
            let guild = world.guilds.get_mut(&self.id);
            let role =
                guild.and_then(|guild| guild.roles.iter_mut().find(|known| known.id == role));
            if let Some(role) = role {
                role.mentionable = mentionable;
            }
        });
    }

    /// Gives someone a role.
    pub fn give_role(&self, user: &User, role: Snowflake) {
        self.state.change(|world| {
            let guild = world.guilds.get_mut(&self.id);
            if let Some(member) = guild.and_then(|guild| guild.members.get_mut(&user.id)) {
                member.roles.push(role);
            }
        });
    }
}

impl Channel {
    /// Lets so many minutes pass in which nobody says anything in this thread: it is archived if
    /// that is as long as it waits for.
    pub fn fall_silent(&self, minutes: u64) {
        self.state.change(|world| {
            if let Some(thread) = world.channels.get_mut(&self.id) {
                thread.archived |= thread.is_thread() && thread.auto_archive <= minutes;
            }
        });
    }

    /// Lets someone into this thread.
    pub fn add(&self, user: &User) {
        self.state.change(|world| {
            if let Some(thread) = world.channels.get_mut(&self.id) {
                thread.members.push(user.id);
            }
        });
    }
}
