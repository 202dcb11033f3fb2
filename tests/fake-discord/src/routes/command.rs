//! The table of commands.

use serde_json::{Value, json};

use crate::{
    Snowflake,
    call::Call,
    judge::{Findings, check_commands},
    reply::{Refused, Reply},
    typed::SLASH,
    world::World,
};

/// Serves the paths below `/applications/{id}`.
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
            if world.guilds.get(&guild).is_none_or(|guild| guild.strange) {
                return Err(Refused::met(403, 50_001, "Missing Access"));
            }
            put(world, call, Some(guild))
        }
        _ => Err(Refused::wrong(404, 0, "404: Not Found (no such route)")),
    }
}

/// Returns the table of commands as an answer. With `with_localizations=true` it has the names in
/// all other languages, else only those in the asker's own, of which a bot has none.
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

/// The type of the command that launches the application's Activity.
const ENTRY_POINT: u64 = 4;

/// Switches the application's Activities on or off. Discord itself adds and removes the command
/// that launches them.
pub(crate) fn set_activities(world: &mut World, on: bool) {
    world
        .commands
        .retain(|command| command["type"] != ENTRY_POINT);
    if on {
        world.commands.push(json!({
            "id": world.ids.next(),
            "application_id": world.application,
            "version": world.ids.next(),
            "type": ENTRY_POINT,
            "name": "launch",
            "name_localizations": {"de": "starten"},
            "description": "Launch the Activity",
            "description_localizations": null,
            "default_member_permissions": null,
            "dm_permission": true,
            "contexts": [0, 1, 2],
            "integration_types": [0, 1],
            "nsfw": false,
            "handler": 2,
        }));
    }
}

/// Refuses a table without the command that launches the Activity, or with a changed one: nobody
/// has asked the bot to change it.
fn need_entry_point(before: &[Value], sent: &Value) -> Result<(), Refused> {
    let Some(known) = before.iter().find(|one| one["type"] == ENTRY_POINT) else {
        return Ok(());
    };
    let sent = sent.as_array().into_iter().flatten();
    let Some(back) = sent.clone().find(|one| is_same(known, one)) else {
        let said = "You cannot remove this app's Entry Point command in a bulk update operation. \
                    Please include the Entry Point command in your update request or delete it \
                    separately.";
        return Err(Refused::wrong(400, 50_240, said));
    };
    let mut findings = Findings::default();
    for (key, value) in known.as_object().into_iter().flatten() {
        let own = ["application_id", "guild_id", "version"].contains(&key.as_str());
        if !own && back.get(key) != Some(value) {
            let said = format!("The Entry Point command comes back with another {key}.");
            findings.add(key, "ENTRY_POINT_CHANGED", said);
        }
    }
    Refused::unless(&findings)
}

/// Returns true if the body means a known command: by its id if it has one, else by type and name.
fn is_same(known: &Value, sent: &Value) -> bool {
    match sent.get("id") {
        Some(id) => known["id"] == *id,
        None => {
            let kind = |command: &Value| command["type"].as_u64().unwrap_or(1);
            kind(known) == kind(sent) && known["name"] == sent["name"]
        }
    }
}

/// Replaces the whole table. A command keeps its id as long as it keeps its name.
fn put(world: &mut World, call: &Call, guild: Option<Snowflake>) -> Reply {
    let mut findings = Findings::default();
    check_commands(&call.body, &mut findings);
    Refused::unless(&findings)?;
    if guild.is_none() {
        need_entry_point(&world.commands, &call.body)?;
    }
    world.registrations += 1;
    let before = match guild {
        Some(guild) => world.guild_commands.remove(&guild).unwrap_or_default(),
        None => std::mem::take(&mut world.commands),
    };
    let mut table = Vec::new();
    for sent in call.body.as_array().into_iter().flatten() {
        let known = before.iter().find(|known| is_same(known, sent));
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
            let kind = sent.get("type").and_then(Value::as_u64);
            if kind.is_some_and(|kind| kind != SLASH) {
                // Only slash commands have options.
                command.remove("options");
            }
            command.extend(sent.clone());
            command.insert("id".to_owned(), id);
            command.insert("application_id".to_owned(), json!(world.application));
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
