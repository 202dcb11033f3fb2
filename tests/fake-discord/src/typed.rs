//! Checks a client makes before it sends a command: types, ranges, closed lists.

use serde_json::{Map, Value, json};

use crate::{Snowflake, world::World};

const STRING: u64 = 3;
const INTEGER: u64 = 4;
const BOOLEAN: u64 = 5;
const USER: u64 = 6;
const CHANNEL: u64 = 7;
const ROLE: u64 = 8;
const NUMBER: u64 = 10;

/// Returns the data of a command as a client sends it, or the reason it would not.
pub(crate) fn command(
    world: &World,
    user: Snowflake,
    channel: Snowflake,
    name: &str,
    options: &[(&str, Value)],
) -> Result<Value, String> {
    let command = find(world, user, channel, name)?;
    for option in registered(command) {
        let missing = !options.iter().any(|(given, _)| option["name"] == *given);
        if option["required"] == true && missing {
            return Err(format!("the option {} is required", option["name"]));
        }
    }
    let sent = check_all(command, options)?;
    Ok(data(world, channel, command, &sent))
}

/// Returns the data of a command without the checks of a client.
pub(crate) fn unchecked(
    world: &World,
    channel: Snowflake,
    name: &str,
    options: &[(&str, Value)],
) -> Value {
    let guild = world.channel(channel).and_then(|channel| channel.guild);
    let unknown = json!({"id": "1", "name": name, "type": 1, "options": []});
    let command = world.command(guild, name).unwrap_or(&unknown);
    let sent: Vec<_> = options
        .iter()
        .map(|(name, value)| {
            let option = registered(command).find(|option| option["name"] == *name);
            let kind = option
                .and_then(|option| option["type"].as_u64())
                .unwrap_or(match value {
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

/// Returns the data of a completion, and the type of the option being typed.
pub(crate) fn completion(
    world: &World,
    user: Snowflake,
    channel: Snowflake,
    name: &str,
    options: &[(&str, Value)],
    (focused, text): (&str, &str),
) -> Result<(Value, u64), String> {
    let command = find(world, user, channel, name)?;
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
    name: &str,
) -> Result<&'a Value, String> {
    let place = world.channel(channel).ok_or("there is no such channel")?;
    if place.archived {
        return Err("an archived thread takes no command".to_owned());
    }
    if !world.sees(user, place) {
        return Err("the user does not see that channel".to_owned());
    }
    let command = world.command(place.guild, name).ok_or_else(|| {
        let names: Vec<_> = world.commands().iter().map(|c| c["name"].clone()).collect();
        format!("no such command is registered among {names:?}")
    })?;
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

fn data(world: &World, channel: Snowflake, command: &Value, options: &[Value]) -> Value {
    let guild = world.channel(channel).and_then(|channel| channel.guild);
    let (mut users, mut members) = (Map::new(), Map::new());
    for option in options.iter().filter(|option| option["type"] == USER) {
        let id = option["value"].as_str().and_then(Snowflake::parse);
        let Some((id, user)) = id.and_then(|id| Some((id, world.users.get(&id)?))) else {
            continue;
        };
        users.insert(id.to_string(), user.to_json());
        let member = guild.and_then(|guild| world.member_json(guild, id));
        if let Some(Value::Object(mut member)) = member {
            member.remove("user");
            member.insert("permissions".to_owned(), json!("0"));
            members.insert(id.to_string(), Value::Object(member));
        }
    }
    let (mut roles, mut channels) = (Map::new(), Map::new());
    for option in options {
        let Some(id) = option["value"].as_str().and_then(Snowflake::parse) else {
            continue;
        };
        let role = guild.and_then(|guild| world.role_json(guild, id));
        if let Some(role) = role.filter(|_| option["type"] == ROLE) {
            roles.insert(id.to_string(), role);
        }
        let named = world.channel(id).filter(|_| option["type"] == CHANNEL);
        if let Some(named) = named {
            let named = json!({
                "id": id, "name": named.name, "type": named.kind, "permissions": "0",
                "parent_id": named.parent, "flags": 0,
            });
            channels.insert(id.to_string(), named);
        }
    }
    let mut data = json!({
        "id": command["id"], "name": command["name"], "type": 1, "options": options,
    });
    if !users.is_empty() {
        data["resolved"] = json!({"users": users, "members": members});
    }
    for (key, named) in [("roles", roles), ("channels", channels)] {
        if !named.is_empty() {
            data["resolved"][key] = Value::Object(named);
        }
    }
    data
}
