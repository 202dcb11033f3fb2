//! Routes of threads.

use serde_json::{Value, json};

use super::{missing, need, place};
use crate::{
    Snowflake,
    call::Call,
    judge::{Findings, check_thread},
    place::{ANNOUNCEMENT_THREAD, ANNOUNCEMENTS, ChannelInfo, PRIVATE_THREAD, PUBLIC_THREAD, TEXT},
    reply::{Refused, Reply},
    world::World,
};

/// Opens a thread, from a message if one is given.
pub(crate) fn create(
    world: &mut World,
    call: &Call,
    channel: Snowflake,
    message: Option<Snowflake>,
) -> Reply {
    let info = place(world, channel)?;
    let mut findings = Findings::default();
    check_thread(&call.body, true, &mut findings);
    Refused::unless(&findings)?;
    // Without a type and a message, Discord opens a private thread.
    let kind = match (info.kind, message) {
        (ANNOUNCEMENTS, Some(_)) => ANNOUNCEMENT_THREAD,
        (_, Some(_)) => PUBLIC_THREAD,
        (_, None) => call.body["type"].as_u64().unwrap_or(PRIVATE_THREAD),
    };
    let fits = match info.kind {
        TEXT => [PUBLIC_THREAD, PRIVATE_THREAD].contains(&kind),
        ANNOUNCEMENTS => kind == ANNOUNCEMENT_THREAD,
        _ => false,
    };
    if !fits {
        return Err(Refused::wrong(
            400,
            50_024,
            "Cannot execute action on this channel type",
        ));
    }
    need(world, info, |rights| match kind {
        PRIVATE_THREAD => rights.private_threads,
        _ => rights.public_threads,
    })?;
    let guild = info.guild;
    if let Some(id) = message {
        if world
            .message(id)
            .is_none_or(|message| message.channel != channel)
        {
            return Err(missing(world, id, 10_008, "Unknown Message"));
        }
        if world.channels.contains_key(&id) {
            let said = "A thread has already been created for this message";
            return Err(Refused::met(400, 160_004, said));
        }
    }
    let id = message.unwrap_or_else(|| world.ids.next());
    let name = call.body["name"].as_str().unwrap_or_default();
    let thread = ChannelInfo {
        guild,
        parent: Some(channel),
        owner: Some(world.bot),
        invitable: call.body["invitable"].as_bool().unwrap_or(true),
        auto_archive: call.body["auto_archive_duration"].as_u64().unwrap_or(1440),
        members: vec![world.bot],
        active: world.clock,
        ..ChannelInfo::new(id, kind, name)
    };
    let mut data = thread.to_json();
    world.channels.insert(id, thread);
    world.dispatch(guild, "THREAD_CREATE", &data);
    data["member"] = membership(id, world.bot);
    Ok(Some(data))
}

/// Returns somebody's membership in a thread, in Discord's form.
pub(crate) fn membership(thread: Snowflake, user: Snowflake) -> Value {
    json!({"id": thread, "user_id": user, "join_timestamp": thread.timestamp(), "flags": 0})
}

/// Lists a server's open threads.
pub(crate) fn active(world: &World, guild: Snowflake) -> Reply {
    if !world.guilds.contains_key(&guild) {
        return Err(missing(world, guild, 10_004, "Unknown Guild"));
    }
    let open: Vec<_> = world
        .channels
        .values()
        .filter(|channel| channel.guild == Some(guild) && channel.is_thread() && !channel.archived)
        .filter(|channel| world.rights(channel).view && world.bot_sees(channel))
        .collect();
    let own = open.iter().filter(|one| one.members.contains(&world.bot));
    let members: Vec<_> = own.map(|one| membership(one.id, world.bot)).collect();
    let threads: Vec<_> = open.iter().map(|one| world.channel_json(one)).collect();
    Ok(Some(json!({"threads": threads, "members": members})))
}

/// Renames, archives, reopens or locks a thread.
pub(crate) fn change(world: &mut World, call: &Call, id: Snowflake) -> Reply {
    let thread = place(world, id)?;
    if !thread.is_thread() {
        return Err(Refused::met(403, 50_013, "Missing Permissions"));
    }
    let mut findings = Findings::default();
    check_thread(&call.body, false, &mut findings);
    Refused::unless(&findings)?;
    let body = &call.body;
    let own = thread.owner == Some(world.bot);
    let locks = !body["locked"].is_null();
    need(world, thread, |rights| {
        rights.manage_threads || own && !locks
    })?;
    if thread.locked {
        // Who has opened it may not open it again.
        need(world, thread, |rights| rights.manage_threads)?;
    }
    if thread.archived && body["archived"] != false {
        return Err(Refused::met(400, 50_083, "Thread is archived"));
    }
    let now = world.clock;
    let Some(thread) = world.channels.get_mut(&id) else {
        return Err(missing(world, id, 10_003, "Unknown Channel"));
    };
    if let Some(name) = body["name"].as_str() {
        name.clone_into(&mut thread.name);
    }
    if let Some(archived) = body["archived"].as_bool() {
        thread.archived = archived;
        thread.active = now;
    }
    thread.locked = body["locked"].as_bool().unwrap_or(thread.locked);
    thread.auto_archive = body["auto_archive_duration"]
        .as_u64()
        .unwrap_or(thread.auto_archive);
    let thread = thread.clone();
    let (guild, data) = (thread.guild, world.channel_json(&thread));
    world.dispatch(guild, "THREAD_UPDATE", &data);
    Ok(Some(data))
}

/// Returns a person's membership in a thread.
pub(crate) fn is_in(world: &World, id: Snowflake, user: Snowflake) -> Reply {
    let thread = place(world, id)?;
    if !thread.is_thread() {
        return Err(Refused::wrong(
            400,
            50_024,
            "Cannot execute action on this channel type",
        ));
    }
    if !thread.members.contains(&user) {
        return Err(Refused::met(404, 10_007, "Unknown Member"));
    }
    Ok(Some(membership(id, user)))
}

/// Adds a person to a thread, or removes them.
pub(crate) fn member(world: &mut World, call: &Call, id: Snowflake, user: &str) -> Reply {
    let user = if user == "@me" {
        world.bot
    } else {
        super::id(user)?
    };
    let thread = place(world, id)?;
    if !thread.is_thread() {
        return Err(Refused::wrong(
            400,
            50_024,
            "Cannot execute action on this channel type",
        ));
    }
    if thread.archived {
        return Err(Refused::met(400, 50_083, "Thread is archived"));
    }
    let guild = thread.guild;
    let member = guild.and_then(|guild| world.member_json(guild, user));
    if user != world.bot && member.is_none() {
        return Err(Refused::met(404, 10_007, "Unknown Member"));
    }
    let adds = call.method == "PUT";
    need(world, thread, |rights| {
        if adds {
            rights.send_in_threads
        } else {
            rights.manage_threads
        }
    })?;
    let is_new = !thread.members.contains(&user) && user != world.bot;
    if let Some(thread) = world.channels.get_mut(&id) {
        thread.members.retain(|member| *member != user);
        if adds {
            thread.members.push(user);
        }
    }
    if adds && is_new {
        world.tell_of_added(id, user);
    }
    Ok(None)
}
