//! Routes of direct messages.

use super::missing;
use crate::{
    Snowflake,
    call::Call,
    reply::{Refused, Reply},
    world::World,
};

/// Opens the direct messages with a person, always the same channel.
pub(crate) fn open(world: &mut World, call: &Call) -> Reply {
    let id = call.body["recipient_id"]
        .as_str()
        .and_then(Snowflake::parse);
    let Some(id) = id else {
        let said = "recipient_id: This field must be a snowflake.";
        return Err(Refused::wrong(400, 50_035, said));
    };
    match world.users.get(&id) {
        None => Err(missing(world, id, 10_013, "Unknown User")),
        Some(user) if user.bot => {
            let said = "Cannot send messages to this user";
            Err(Refused::wrong(400, 50_007, said))
        }
        Some(_) => {
            let channel = world.direct(id);
            Ok(world
                .channel(channel)
                .map(|channel| world.channel_json(channel)))
        }
    }
}

/// Refuses if the person has closed their direct messages, or shares no server with the bot.
pub(crate) fn need_open(world: &World, user: Snowflake) -> Result<(), Refused> {
    if world.users.get(&user).is_none_or(|user| user.closed) {
        let said = "Cannot send messages to this user";
        return Err(Refused::met(403, 50_007, said));
    }
    let mut guilds = world.guilds.values().filter(|guild| !guild.strange);
    if !guilds.any(|guild| guild.members.contains_key(&user)) {
        let said = "Cannot send messages to this user due to having no mutual guilds";
        return Err(Refused::met(403, 50_278, said));
    }
    Ok(())
}
