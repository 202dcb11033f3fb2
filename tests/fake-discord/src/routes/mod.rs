//! The routes, and what each of them does.

mod callback;
mod command;
mod direct;
mod message;
mod sending;
mod thread;
mod webhook;

pub(crate) use self::{command::set_activities, message::remove, thread::membership};

use serde_json::{Value, json};

use crate::{
    Snowflake,
    call::Call,
    place::{ChannelInfo, Rights},
    reply::{Refused, Reply},
    world::World,
};

/// Carries out a request.
pub(crate) fn serve(world: &mut World, call: &Call, port: u16) -> Reply {
    let path: Vec<_> = call.path.iter().map(String::as_str).collect();
    match (call.method.as_str(), path.as_slice()) {
        ("GET", ["gateway"]) => Ok(Some(json!({"url": format!("ws://127.0.0.1:{port}")}))),
        ("GET", ["gateway", "bot"]) => Ok(Some(json!({
            "url": format!("ws://127.0.0.1:{port}"),
            "shards": world.shards,
            "session_start_limit": {
                "total": 1000, "remaining": 1000, "reset_after": 86_400_000, "max_concurrency": 1,
            },
        }))),
        ("GET", ["users", "@me"]) => Ok(world
            .users
            .get(&world.bot)
            .map(crate::UserInfo::to_own_json)),
        ("POST", ["users", "@me", "channels"]) => direct::open(world, call),
        ("GET", ["users", user_id]) => user(world, id(user_id)?),
        ("GET", ["applications", "@me"] | ["oauth2", "applications", "@me"]) => application(world),
        (_, ["applications", application, rest @ ..]) if id(application)? == world.application => {
            command::serve(world, call, rest)
        }
        (_, ["guilds", guild, ..]) if world.is_strange(id(guild)?) => {
            Err(Refused::met(403, 50_001, "Missing Access"))
        }
        ("GET", ["guilds", guild, "threads", "active"]) => thread::active(world, id(guild)?),
        ("GET", ["guilds", guild]) => {
            let guild = id(guild)?;
            let missing = || missing(world, guild, 10_004, "Unknown Guild");
            let data = world.guild_update_json(guild);
            data.map(Some).ok_or_else(missing)
        }
        ("GET", ["guilds", guild, "roles"]) => {
            let guild = id(guild)?;
            let roles = world.roles_json(guild).map(Value::Array);
            let missing = || missing(world, guild, 10_004, "Unknown Guild");
            roles.map(Some).ok_or_else(missing)
        }
        ("GET", ["guilds", guild, "channels"]) => {
            let channels = world.channels_json(id(guild)?);
            Ok(Some(Value::Array(channels)))
        }
        ("GET", ["guilds", guild, "members", user]) => member(world, id(guild)?, id(user)?),
        ("GET", ["channels", channel]) => {
            let channel = place(world, id(channel)?)?;
            Ok(Some(world.channel_json(channel)))
        }
        ("PATCH", ["channels", channel]) => thread::change(world, call, id(channel)?),
        ("POST", ["channels", channel, "typing"]) => typing(world, id(channel)?),
        ("POST", ["channels", channel, "threads"]) => {
            thread::create(world, call, id(channel)?, None)
        }
        ("POST", ["channels", channel, "messages", message, "threads"]) => {
            thread::create(world, call, id(channel)?, Some(id(message)?))
        }
        ("GET", ["channels", channel, "thread-members", user]) => {
            thread::is_in(world, id(channel)?, id(user)?)
        }
        ("PUT" | "DELETE", ["channels", channel, "thread-members", user]) => {
            thread::member(world, call, id(channel)?, user)
        }
        ("POST", ["channels", channel, "messages"]) => message::create(world, call, id(channel)?),
        ("GET", ["channels", channel, "messages"]) => message::list(world, call, id(channel)?),
        (method, ["channels", channel, "messages", message]) => {
            message::one(world, call, method, id(channel)?, id(message)?)
        }
        ("POST", ["interactions", interaction, token, "callback"]) => {
            callback::create(world, call, id(interaction)?, token)
        }
        (method, ["webhooks", application, token, rest @ ..])
            if id(application)? == world.application =>
        {
            webhook::serve(world, call, method, token, rest)
        }
        _ => Err(Refused::wrong(404, 0, "404: Not Found (no such route)")),
    }
}

/// Reads an id in a path.
fn id(text: &str) -> Result<Snowflake, Refused> {
    let wrong = || Refused::wrong(400, 50_035, &format!("{text:?} is not a snowflake."));
    Snowflake::parse(text).ok_or_else(wrong)
}

/// Refuses a request about a thing that does not exist. Not the bot's fault if it once existed.
fn missing(world: &World, id: Snowflake, code: u64, message: &str) -> Refused {
    if world.was_there(id) {
        Refused::met(404, code, message)
    } else {
        Refused::wrong(404, code, message)
    }
}

/// Refuses a request about an unknown interaction. Not the bot's fault if interactions are being
/// forgotten.
fn unknown(world: &World, code: u64, message: &str) -> Refused {
    if world.keep.is_some() {
        Refused::met(404, code, message)
    } else {
        Refused::wrong(404, code, message)
    }
}

/// Returns a channel that the bot may see.
fn place(world: &World, id: Snowflake) -> Result<&ChannelInfo, Refused> {
    let Some(channel) = world.channels.get(&id) else {
        return Err(missing(world, id, 10_003, "Unknown Channel"));
    };
    let rights = world.rights(channel);
    let is_kept_out = channel.is_entered() && !rights.connect;
    if !rights.view || is_kept_out || !world.bot_sees(channel) {
        return Err(Refused::met(403, 50_001, "Missing Access"));
    }
    Ok(channel)
}

/// Refuses a request without the necessary right.
fn need(
    world: &World,
    channel: &ChannelInfo,
    right: impl FnOnce(Rights) -> bool,
) -> Result<(), Refused> {
    if right(world.rights(channel)) {
        return Ok(());
    }
    Err(Refused::met(403, 50_013, "Missing Permissions"))
}

/// Refuses a request if the bot may not send here.
fn need_sending(world: &World, channel: &ChannelInfo, files: bool) -> Result<(), Refused> {
    if let Some(user) = channel.recipient {
        direct::need_open(world, user)?;
    }
    let thread = channel.is_thread();
    need(world, channel, |rights| {
        if thread {
            rights.send_in_threads
        } else {
            rights.send
        }
    })?;
    need(world, channel, |rights| rights.attach || !files)
}

fn user(world: &World, id: Snowflake) -> Reply {
    match world.users.get(&id) {
        Some(user) => Ok(Some(user.to_json())),
        None => Err(Refused::wrong(404, 10_013, "Unknown User")),
    }
}

fn member(world: &World, guild: Snowflake, user: Snowflake) -> Reply {
    if !world.guilds.contains_key(&guild) {
        return Err(missing(world, guild, 10_004, "Unknown Guild"));
    }
    if !world.users.contains_key(&user) {
        return Err(Refused::met(404, 10_013, "Unknown User"));
    }
    if user == world.bot {
        return Ok(world.own_member_json(guild));
    }
    match world.member_json(guild, user) {
        Some(member) => Ok(Some(member)),
        None => Err(Refused::met(404, 10_007, "Unknown Member")),
    }
}

fn application(world: &World) -> Reply {
    Ok(Some(json!({
        "id": world.application,
        "name": "the bot",
        "icon": null,
        "description": "",
        "bot_public": true,
        "bot_require_code_grant": false,
        "owner": Value::Null,
        "verify_key": "0".repeat(64),
        "team": null,
        "flags": 0,
        "approximate_guild_count": world.guilds.len(),
    })))
}

fn typing(world: &World, channel: Snowflake) -> Reply {
    need_sending(world, place(world, channel)?, false)?;
    Ok(None)
}
