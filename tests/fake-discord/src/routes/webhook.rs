//! Later answers to an interaction.

use super::{
    message, missing,
    sending::{self, Sending},
    unknown,
};
use crate::{
    Snowflake,
    call::Call,
    judge::limits,
    reply::{Refused, Reply},
    world::World,
};

/// Serves the paths below `/webhooks/{application}/{token}`.
pub(crate) fn serve(
    world: &mut World,
    call: &Call,
    method: &str,
    token: &str,
    rest: &[&str],
) -> Reply {
    let record = world
        .interactions
        .values()
        .find(|record| record.interaction.token == token);
    let Some(record) = record.filter(|record| record.acknowledged.is_some()) else {
        return Err(unknown(world, 10_015, "Unknown Webhook"));
    };
    if record.over(call.received) {
        return Err(Refused::met(401, 50_027, "Invalid Webhook Token"));
    }
    let (id, user, channel, original) = (
        record.interaction.id,
        record.user,
        record.channel,
        record.original,
    );
    let sending = Sending {
        call,
        body: &call.body,
        path: "",
        channel,
        answers: Some((id, user)),
    };
    match (method, rest) {
        ("POST", []) => {
            if let Some(promised) = original.filter(|id| is_deferred(world, *id)) {
                sending::edit(world, &sending, promised)?;
                return message::answer(world, promised);
            }
            sending.judge_new(world)?;
            follow_up(world, id)?;
            let made = sending::post(world, &sending, false);
            message::answer(world, made)
        }
        ("GET" | "PATCH" | "DELETE", ["messages", which]) => {
            let target = if *which == "@original" {
                original
            } else {
                Some(super::id(which)?)
            };
            let own = |target: &Snowflake| {
                let message = world.message(*target);
                original == Some(*target) || message.is_some_and(|m| m.interaction == Some(id))
            };
            let Some(target) = target.filter(own) else {
                let unknown = Refused::wrong(404, 10_008, "Unknown Message");
                return Err(
                    target.map_or(unknown, |id| missing(world, id, 10_008, "Unknown Message"))
                );
            };
            match method {
                "PATCH" => sending::edit(world, &sending, target)?,
                "DELETE" => {
                    if world.message(target).is_none() {
                        return Err(missing(world, target, 10_008, "Unknown Message"));
                    }
                    message::remove(world, target);
                    return Ok(None);
                }
                _ => {}
            }
            message::answer(world, target)
        }
        _ => Err(Refused::wrong(404, 0, "404: Not Found (no such route)")),
    }
}

/// Counts one more later answer, or refuses it as too many for a bot that is not installed there.
fn follow_up(world: &mut World, id: Snowflake) -> Result<(), Refused> {
    let Some(record) = world.record_mut(id) else {
        return Ok(());
    };
    let owners = &record.interaction.payload["authorizing_integration_owners"];
    if owners["0"].is_null() && record.followups >= limits::FOLLOWUPS {
        let said = "This interaction has reached the maximum number of follow-up messages.";
        return Err(Refused::wrong(400, 40_094, said));
    }
    record.followups += 1;
    Ok(())
}

fn is_deferred(world: &World, id: Snowflake) -> bool {
    world.message(id).is_some_and(|message| message.deferred)
}
