//! Roles and their holders, and threads that fall silent.

use serde_json::{Value, json};

use crate::{
    Snowflake,
    guild::{Channel, Guild},
    place::GuildInfo,
    user::User,
    world::World,
};

/// A role of a server.
#[derive(Clone, Debug)]
pub struct RoleInfo {
    /// The id of the role.
    pub id: Snowflake,
    /// The name of the role.
    pub name: String,
    /// True if everybody, including the bot, may mention it.
    pub mentionable: bool,
    /// The permissions of its holders.
    pub permissions: u64,
}

impl RoleInfo {
    /// Returns the role in Discord's form.
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
            "permissions": self.permissions.to_string(),
            "managed": false,
            "mentionable": self.mentionable,
            "flags": 0,
        })
    }
}

impl GuildInfo {
    fn role_of_everybody(&self) -> RoleInfo {
        RoleInfo {
            id: self.id,
            name: "@everyone".to_owned(),
            mentionable: false,
            permissions: self.everyone,
        }
    }
}

impl World {
    /// Returns all roles of a server in Discord's form, the role of everybody first.
    pub(crate) fn roles_json(&self, guild: Snowflake) -> Option<Vec<Value>> {
        let info = self.guilds.get(&guild)?;
        let everyone = info.role_of_everybody();
        let all = std::iter::once(&everyone).chain(&info.roles);
        Some(all.map(|role| role.to_json(guild)).collect())
    }

    /// Returns a role in Discord's form.
    pub(crate) fn role_json(&self, guild: Snowflake, id: Snowflake) -> Option<Value> {
        let info = self.guilds.get(&guild)?;
        if id == guild {
            return Some(info.role_of_everybody().to_json(guild));
        }
        let role = info.roles.iter().find(|role| role.id == id)?;
        Some(role.to_json(guild))
    }

    /// Sends the bot an event about a role.
    pub(crate) fn tell_of_role(&mut self, guild: Snowflake, role: Snowflake, event: &str) {
        if let Some(role) = self.role_json(guild, role) {
            let data = json!({"guild_id": guild, "role": role});
            self.dispatch(guild, event, &data);
        }
    }

    /// Sends the bot an event about a server.
    pub(crate) fn tell_of_guild(&mut self, id: Snowflake) {
        if let Some(data) = self.guild_update_json(id) {
            self.dispatch(id, "GUILD_UPDATE", &data);
        }
    }

    /// Returns a server in Discord's form, without its contents.
    pub(crate) fn guild_update_json(&self, id: Snowflake) -> Option<Value> {
        let roles = self.roles_json(id)?;
        Some(self.guilds.get(&id)?.to_update(&roles))
    }

    /// Returns the holders of a role that a message may mention.
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
    /// Makes a role without permissions that everybody may mention and nobody has.
    #[must_use]
    pub fn role(&self, name: &str) -> Snowflake {
        self.state.change(|world| {
            let id = world.ids.next();
            if let Some(guild) = world.guilds.get_mut(&self.id) {
                guild.roles.push(RoleInfo {
                    id,
                    name: name.to_owned(),
                    mentionable: true,
                    permissions: 0,
                });
            }
            world.tell_of_role(self.id, id, "GUILD_ROLE_CREATE");
            id
        })
    }

    /// Sets if everybody may mention a role.
    pub fn set_mentionable(&self, role: Snowflake, mentionable: bool) {
        self.state.change(|world| {
            let guild = world.guilds.get_mut(&self.id);
            let role =
                guild.and_then(|guild| guild.roles.iter_mut().find(|known| known.id == role));
            if let Some(role) = role {
                role.mentionable = mentionable;
                let id = role.id;
                world.tell_of_role(self.id, id, "GUILD_ROLE_UPDATE");
            }
        });
    }

    /// Deletes a role, also from its holders.
    pub fn delete_role(&self, role: Snowflake) {
        self.state.change(|world| {
            if let Some(guild) = world.guilds.get_mut(&self.id) {
                guild.roles.retain(|known| known.id != role);
                for member in guild.members.values_mut() {
                    member.roles.retain(|known| *known != role);
                }
            }
            let data = json!({"guild_id": self.id, "role_id": role});
            world.dispatch(self.id, "GUILD_ROLE_DELETE", &data);
        });
    }

    /// Takes a role from someone.
    pub fn take_role(&self, user: &User, role: Snowflake) {
        self.state.change(|world| {
            let guild = world.guilds.get_mut(&self.id);
            if let Some(member) = guild.and_then(|guild| guild.members.get_mut(&user.id)) {
                member.roles.retain(|known| *known != role);
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
    /// Lets this many minutes pass without a message in this thread. It is archived if that is its
    /// time of silence.
    pub fn fall_silent(&self, minutes: u64) {
        self.state.change(|world| {
            if let Some(thread) = world.channels.get_mut(&self.id) {
                thread.archived |= thread.is_thread() && thread.auto_archive <= minutes;
            }
        });
    }

    /// Removes a person from this thread.
    pub fn remove(&self, user: &User) {
        self.state.change(|world| {
            if let Some(thread) = world.channels.get_mut(&self.id) {
                thread.members.retain(|known| *known != user.id);
            }
        });
    }

    /// Adds a person to this thread.
    pub fn add(&self, user: &User) {
        self.state.change(|world| {
            if let Some(thread) = world.channels.get_mut(&self.id) {
                thread.members.push(user.id);
            }
        });
    }
}
