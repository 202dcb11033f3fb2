//! The people, roles and channels that an interaction names, with their data.

use serde_json::{Map, Value, json};

use crate::{
    Snowflake,
    component::{CHANNEL_SELECT, MENTIONABLE_SELECT, ROLE_SELECT, USER_SELECT},
    world::World,
};

/// The data of all that an interaction names.
#[derive(Debug)]
pub(crate) struct Resolved<'a> {
    world: &'a World,
    guild: Option<Snowflake>,
    users: Map<String, Value>,
    members: Map<String, Value>,
    roles: Map<String, Value>,
    channels: Map<String, Value>,
}

impl<'a> Resolved<'a> {
    /// Begins with nothing. Members and roles are those of the server `guild`.
    pub(crate) fn new(world: &'a World, guild: Option<Snowflake>) -> Self {
        Self {
            world,
            guild,
            users: Map::new(),
            members: Map::new(),
            roles: Map::new(),
            channels: Map::new(),
        }
    }

    /// Adds a person. Returns false if there is no such person.
    pub(crate) fn user(&mut self, id: Snowflake) -> bool {
        let Some(user) = self.world.users.get(&id) else {
            return false;
        };
        self.users.insert(id.to_string(), user.to_json());
        let member = self
            .guild
            .and_then(|guild| self.world.member_json(guild, id));
        if let Some(Value::Object(mut member)) = member {
            for key in ["user", "deaf", "mute"] {
                member.remove(key);
            }
            member.insert("permissions".to_owned(), json!("0"));
            self.members.insert(id.to_string(), Value::Object(member));
        }
        true
    }

    /// Adds a role. Returns false if the server has no such role.
    pub(crate) fn role(&mut self, id: Snowflake) -> bool {
        let role = self.guild.and_then(|guild| self.world.role_json(guild, id));
        let found = role.map(|role| self.roles.insert(id.to_string(), role));
        found.is_some()
    }

    /// Adds a channel. Returns false if there is no such channel.
    pub(crate) fn channel(&mut self, id: Snowflake) -> bool {
        let Some(channel) = self.world.channel(id) else {
            return false;
        };
        self.channels
            .insert(id.to_string(), channel.to_partial("0"));
        true
    }

    /// Adds what was chosen in a select of the type `kind`. Returns false if that does not exist;
    /// strings stand for themselves.
    pub(crate) fn chosen(&mut self, kind: u64, value: &str) -> bool {
        let id = Snowflake::parse(value);
        match kind {
            USER_SELECT => id.is_some_and(|id| self.user(id)),
            ROLE_SELECT => id.is_some_and(|id| self.role(id)),
            MENTIONABLE_SELECT => id.is_some_and(|id| self.user(id) || self.role(id)),
            CHANNEL_SELECT => id.is_some_and(|id| self.channel(id)),
            _ => true,
        }
    }

    /// Returns the data as an interaction has it, without the kinds of which nothing is named.
    pub(crate) fn into_json(self) -> Value {
        let all = [
            ("users", self.users),
            ("members", self.members),
            ("roles", self.roles),
            ("channels", self.channels),
        ];
        let named = all.into_iter().filter(|(_, named)| !named.is_empty());
        Value::Object(
            named
                .map(|(key, named)| (key.to_owned(), Value::Object(named)))
                .collect(),
        )
    }
}
