//! The table of commands.

use serde_json::{Value, json};

use crate::{
    Snowflake,
    call::Call,
    judge::{Findings, check_commands},
    reply::{Refused, Reply},
    world::World,
};

/// Serves what stands after `/applications/{id}`.
pub(crate) fn serve(world: &mut World, call: &Call, rest: &[&str]) -> Reply {
    match (call.method.as_str(), rest) {
        ("GET", ["commands"]) => Ok(Some(told(&world.commands, call))),
        ("PUT", ["commands"]) => put(world, call, None),
        ("GET", ["guilds", guild, "commands"]) => {
            let commands = world.guild_commands.get(&super::id(guild)?);
            Ok(Some(told(commands.map_or(&[], Vec::as_slice), call)))
        }
        ("PUT", ["guilds", guild, "commands"]) => {
            let guild = super::id(guild)?;
            if !world.guilds.contains_key(&guild) {
                return Err(Refused::met(403, 50_001, "Missing Access"));
            }
            put(world, call, Some(guild))
        }
        _ => Err(Refused::wrong(404, 0, "404: Not Found (no such route)")),
    }
}

/// The table as it is told to whoever asks for it. What a command is called in other languages is told
/// where `with_localizations=true` asks for it, and else what it is called in the asker's own, which a
/// bot has none of.
fn told(commands: &[Value], call: &Call) -> Value {
    let whole = call
        .query
        .get("with_localizations")
        .is_some_and(|with| with == "true");
    let mut table = Value::Array(commands.to_vec());
    if !whole {
        leave_out_localizations(&mut table);
    }
    table
}

fn leave_out_localizations(value: &mut Value) {
    match value {
        Value::Object(map) => {
            map.retain(|key, _| !key.ends_with("_localizations"));
            map.values_mut().for_each(leave_out_localizations);
        }
        Value::Array(list) => list.iter_mut().for_each(leave_out_localizations),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Puts the whole table; a command keeps its id as long as it keeps its name.
fn put(world: &mut World, call: &Call, guild: Option<Snowflake>) -> Reply {
    let mut findings = Findings::default();
    check_commands(&call.body, &mut findings);
    Refused::unless(&findings)?;
    world.registrations += 1;
    let before = match guild {
        Some(guild) => world.guild_commands.remove(&guild).unwrap_or_default(),
        None => std::mem::take(&mut world.commands),
    };
    let mut table = Vec::new();
    for sent in call.body.as_array().into_iter().flatten() {
        let known = before
            .iter()
            .find(|command| command["name"] == sent["name"]);
        let id = known.map_or_else(|| json!(world.ids.next()), |command| command["id"].clone());
        let mut command = json!({
            "type": 1,
            "guild_id": guild,
            "description": "",
            "options": [],
            "default_member_permissions": null,
            "nsfw": false,
        });
        if let (Some(command), Some(sent)) = (command.as_object_mut(), sent.as_object()) {
            command.extend(sent.clone());
            command.insert("id".to_owned(), id);
            command.insert("application_id".to_owned(), json!(world.bot));
            command.insert("version".to_owned(), json!(world.ids.next()));
        }
        table.push(command);
    }
    let answer = Value::Array(table.clone());
    match guild {
        Some(guild) => drop(world.guild_commands.insert(guild, table)),
        None => world.commands = table,
    }
    Ok(Some(answer))
}
