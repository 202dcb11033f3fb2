//! Checks a client makes before it sends a command: types, ranges, closed lists.

use serde_json::{Value, json};

use crate::{
    Snowflake, permission::permissions::MANAGE_THREADS, place::FORUM, resolved::Resolved,
    world::World,
};

/// The type of a command that is typed.
pub(crate) const SLASH: u64 = 1;
/// The type of a command in the menu of a person.
pub(crate) const USER_MENU: u64 = 2;

const STRING: u64 = 3;
const INTEGER: u64 = 4;
const BOOLEAN: u64 = 5;
const USER: u64 = 6;
const CHANNEL: u64 = 7;
const ROLE: u64 = 8;
const NUMBER: u64 = 10;

impl World {
    /// Returns a slash command by its name, as used in this server, or outside of servers as in
    /// direct messages.
    #[must_use]
    pub fn command(&self, guild: impl Into<Option<Snowflake>>, name: &str) -> Option<&Value> {
        self.command_of(guild.into(), SLASH, name)
    }

    /// Returns a command of the type `kind` by its name.
    pub(crate) fn command_of(
        &self,
        guild: Option<Snowflake>,
        kind: u64,
        name: &str,
    ) -> Option<&Value> {
        let local = guild.and_then(|guild| self.guild_commands.get(&guild));
        local
            .into_iter()
            .flatten()
            .chain(&self.commands)
            .find(|command| command["name"] == name && command["type"] == kind)
    }
}

/// Returns the data of a command as a client sends it, or the reason it would not.
pub(crate) fn command(
    world: &World,
    user: Snowflake,
    channel: Snowflake,
    name: &str,
    options: &[(&str, Value)],
) -> Result<Value, String> {
    let command = find(world, user, channel, SLASH, name)?;
    for option in registered(command) {
        let missing = !options.iter().any(|(given, _)| option["name"] == *given);
        if option["required"] == true && missing {
            return Err(format!("the option {} is required", option["name"]));
        }
    }
    let sent = check_all(command, options)?;
    Ok(data(world, channel, command, &sent))
}

/// Returns the data of a command without the checks of a client. Options that are not registered have the type of
/// what they name, as those of a client that has not heard of it yet.
pub(crate) fn unchecked(
    world: &World,
    channel: Snowflake,
    name: &str,
    options: &[(&str, Value)],
) -> Value {
    let guild = world.guild_of(channel);
    let unknown = json!({"id": "1", "name": name, "type": 1, "options": []});
    let command = world.command(guild, name).unwrap_or(&unknown);
    let sent: Vec<_> = options
        .iter()
        .map(|(name, value)| {
            let option = registered(command).find(|option| option["name"] == *name);
            let kind = option
                .and_then(|option| option["type"].as_u64())
                .unwrap_or(match value {
                    Value::String(id) if Snowflake::parse(id).is_some() => {
                        named(world, guild, Snowflake::parse(id))
                    }
                    Value::Bool(_) => BOOLEAN,
                    Value::Number(number) if number.is_f64() => NUMBER,
                    Value::Number(_) => INTEGER,
                    Value::Null | Value::String(_) | Value::Array(_) | Value::Object(_) => STRING,
                });
            json!({"name": name, "type": kind, "value": value})
        })
        .collect();
    data(world, channel, command, &sent)
}

/// Returns the type of an option whose value is an id.
fn named(world: &World, guild: Option<Snowflake>, id: Option<Snowflake>) -> u64 {
    let Some(id) = id else { return STRING };
    let mut resolved = Resolved::new(world, guild);
    if resolved.role(id) {
        ROLE
    } else if resolved.channel(id) {
        CHANNEL
    } else if resolved.user(id) {
        USER
    } else {
        STRING
    }
}

/// Returns the data of a completion, and the type of the option being typed.
pub(crate) fn completion(
    world: &World,
    user: Snowflake,
    channel: Snowflake,
    name: &str,
    options: &[(&str, Value)],
    (focused, text): (&str, &str),
) -> Result<(Value, u64), String> {
    let command = find(world, user, channel, SLASH, name)?;
    let mut sent = check_all(command, options)?;
    let option = registered(command)
        .find(|option| option["name"] == focused)
        .ok_or_else(|| format!("no option {focused} is registered"))?;
    if option["autocomplete"] != true {
        return Err(format!(
            "the option {focused} is not registered for completion"
        ));
    }
    let kind = option["type"].as_u64().unwrap_or(STRING);
    sent.push(json!({"name": focused, "type": kind, "value": text, "focused": true}));
    Ok((data(world, channel, command, &sent), kind))
}

fn find<'a>(
    world: &'a World,
    user: Snowflake,
    channel: Snowflake,
    kind: u64,
    name: &str,
) -> Result<&'a Value, String> {
    let place = world.channel(channel).ok_or("there is no such channel")?;
    if place.archived {
        return Err("an archived thread takes no command".to_owned());
    }
    if !world.sees(user, place) {
        return Err("the user does not see that channel".to_owned());
    }
    if place.locked && world.permissions(user, place) & MANAGE_THREADS == 0 {
        return Err("a locked thread takes no command".to_owned());
    }
    if place.kind == FORUM {
        return Err("a forum takes no command outside its posts".to_owned());
    }
    let command = world.command_of(place.guild, kind, name).ok_or_else(|| {
        let names: Vec<_> = world.commands().iter().map(|c| c["name"].clone()).collect();
        format!("no such command is registered among {names:?}")
    })?;
    world.offers(user, place, command)?;
    let needed = command["default_member_permissions"]
        .as_str()
        .and_then(|text| text.parse().ok());
    let needed: u64 = needed.unwrap_or(0);
    if world.permissions(user, place) & needed != needed {
        return Err(format!("the user lacks the permissions {needed}"));
    }
    Ok(command)
}

fn registered(command: &Value) -> impl Iterator<Item = &Value> {
    command["options"].as_array().into_iter().flatten()
}

fn check_all(command: &Value, options: &[(&str, Value)]) -> Result<Vec<Value>, String> {
    let check = |(name, value): &(&str, Value)| {
        let option = registered(command)
            .find(|option| option["name"] == *name)
            .ok_or_else(|| format!("no option {name} is registered"))?;
        check_value(option, value).map_err(|why| format!("{name}: {why}"))?;
        Ok(json!({"name": name, "type": option["type"], "value": value}))
    };
    options.iter().map(check).collect()
}

fn check_value(option: &Value, value: &Value) -> Result<(), String> {
    let kind = option["type"].as_u64().unwrap_or(0);
    let fits = match kind {
        STRING => value.is_string(),
        INTEGER => value.is_i64(),
        BOOLEAN => value.is_boolean(),
        NUMBER => value.is_number(),
        _ => value.as_str().and_then(Snowflake::parse).is_some(),
    };
    if !fits {
        return Err(format!("{value} is not of the type {kind}"));
    }
    let choices = option["choices"]
        .as_array()
        .filter(|choices| !choices.is_empty());
    if let Some(choices) = choices
        && !choices.iter().any(|choice| choice["value"] == *value)
    {
        return Err(format!("{value} is not in the closed list {choices:?}"));
    }
    let (size, bounds) = match value.as_str() {
        Some(text) => (
            text.encode_utf16().count() as f64,
            ["min_length", "max_length"],
        ),
        None => (value.as_f64().unwrap_or(0.0), ["min_value", "max_value"]),
    };
    let [least, most] = bounds.map(|key| option[key].as_f64());
    if least.is_some_and(|least| size < least) || most.is_some_and(|most| size > most) {
        return Err(format!("{value} is not within {least:?} and {most:?}"));
    }
    Ok(())
}

/// Returns the data of a command from the menu of a person, or the reason a client would not send
/// it.
pub(crate) fn menu(
    world: &World,
    user: Snowflake,
    channel: Snowflake,
    name: &str,
    target: Snowflake,
) -> Result<Value, String> {
    let command = find(world, user, channel, USER_MENU, name)?;
    let mut resolved = Resolved::new(world, world.guild_of(channel));
    if !resolved.user(target) {
        return Err(format!("there is no user {target}"));
    }
    Ok(json!({
        "id": command["id"], "name": command["name"], "type": USER_MENU, "target_id": target,
        "resolved": resolved.into_json(),
    }))
}

fn data(world: &World, channel: Snowflake, command: &Value, options: &[Value]) -> Value {
    let mut resolved = Resolved::new(world, world.guild_of(channel));
    for option in options {
        let Some(id) = option["value"].as_str().and_then(Snowflake::parse) else {
            continue;
        };
        match option["type"].as_u64() {
            Some(USER) => resolved.user(id),
            Some(ROLE) => resolved.role(id),
            Some(CHANNEL) => resolved.channel(id),
            Some(_) | None => false,
        };
    }
    let mut data = json!({
        "id": command["id"], "name": command["name"], "type": SLASH, "options": options,
    });
    let resolved = resolved.into_json();
    if resolved.as_object().is_some_and(|named| !named.is_empty()) {
        data["resolved"] = resolved;
    }
    data
}
