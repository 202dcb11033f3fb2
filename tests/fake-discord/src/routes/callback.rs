//! The first answer to an interaction.

use serde_json::{Value, json};
use twilight_model::http::interaction::InteractionResponse;

use super::{
    sending::{self, Sending},
    unknown,
};
use crate::{
    Snowflake,
    answer::Answer,
    call::Call,
    interaction::{COMPLETION, COMPONENT, MODAL},
    judge::{Findings, check_completion, check_modal, read},
    message::{Attachment, EPHEMERAL},
    reply::{Refused, Reply},
    world::World,
};

const MESSAGE: u64 = 4;
const DEFERRED: u64 = 5;
const DEFERRED_UPDATE: u64 = 6;
const UPDATE: u64 = 7;
const CHOICES: u64 = 8;
const OPEN_MODAL: u64 = 9;
const ACKNOWLEDGED: u64 = 40_060;

/// The facts about an interaction that are needed to answer it.
#[derive(Clone, Copy, Debug)]
struct Asked {
    id: Snowflake,
    kind: u64,
    focused: u64,
    user: Snowflake,
    channel: Snowflake,
    source: Option<Snowflake>,
}

/// Answers an interaction.
pub(crate) fn create(world: &mut World, call: &Call, id: Snowflake, token: &str) -> Reply {
    let record = world
        .interactions
        .get(&id)
        .filter(|record| record.interaction.token == token);
    let Some(record) = record else {
        return Err(unknown(world, 10_062, "Unknown interaction"));
    };
    let mut answer = Answer::read(&record.interaction, &call.body, uploaded(world, call));
    answer.after = call.received.duration_since(record.delivered);
    answer.ephemeral |= world.hides_answers(record.channel);
    let asked = Asked {
        id,
        kind: record.kind,
        focused: record.focused,
        user: record.user,
        channel: record.channel,
        source: record.source,
    };
    let tried = record
        .attempts
        .iter()
        .filter(|attempt| attempt.refused.is_none_or(|code| code == ACKNOWLEDGED));
    let excused = tried.count() < record.allowance;
    let result = if record.acknowledged.is_some() {
        let said = "Interaction has already been acknowledged.";
        Err(if excused {
            Refused::met(400, ACKNOWLEDGED, said)
        } else {
            Refused::wrong(400, ACKNOWLEDGED, said)
        })
    } else if record.late(call.received) {
        // The missing answer has already been reported.
        Err(Refused::met(404, 10_062, "Unknown interaction"))
    } else {
        acknowledge(world, call, &asked)
    };
    match &result {
        Ok(message) => answer.message = *message,
        Err(refused) => answer.refused = Some(refused.code),
    }
    if let Some(record) = world.record_mut(id) {
        if let Ok(message) = &result {
            record.acknowledged = call.body["type"].as_u64();
            record.original = *message;
        }
        record.attempts.push(answer);
    }
    let message = result?;
    if call
        .query
        .get("with_response")
        .is_none_or(|value| value != "true")
    {
        return Ok(None);
    }
    Ok(Some(resource(world, &asked, &call.body["type"], message)))
}

/// Returns what an answer has made, for a bot that asks for it.
fn resource(world: &World, asked: &Asked, kind: &Value, message: Option<Snowflake>) -> Value {
    let mut interaction = json!({"id": asked.id, "type": asked.kind});
    let mut resource = json!({"type": kind});
    let message = message.filter(|_| *kind != DEFERRED_UPDATE);
    if let Some(message) = message.and_then(|id| world.message(id)) {
        interaction["response_message_id"] = json!(message.id);
        interaction["response_message_loading"] = json!(message.deferred);
        interaction["response_message_ephemeral"] = json!(message.ephemeral());
        resource["message"] = world.message_json(message);
    }
    json!({"interaction": interaction, "resource": resource})
}

/// Returns the files of an answer as the user gets them, with their alt texts.
fn uploaded(world: &World, call: &Call) -> Vec<Attachment> {
    let listed = call.body["data"]["attachments"].as_array();
    let describe = |number: u64| {
        let entry = listed?.iter().find(|entry| {
            entry["id"]
                .as_u64()
                .or_else(|| entry["id"].as_str()?.parse().ok())
                == Some(number)
        });
        entry?["description"].as_str().map(str::to_owned)
    };
    let file = |file: &crate::call::File| Attachment {
        id: Snowflake(file.number),
        filename: file.name.clone(),
        description: describe(file.number),
        content_type: file.content_type.clone(),
        size: file.bytes.len(),
        bytes: if world.keep_bytes {
            file.bytes.to_vec()
        } else {
            Vec::new()
        },
    };
    call.files.iter().map(file).collect()
}

/// Judges the answer and carries it out. Returns the message it made or changed.
fn acknowledge(
    world: &mut World,
    call: &Call,
    asked: &Asked,
) -> Result<Option<Snowflake>, Refused> {
    let kind = call.body["type"].as_u64();
    let clicked = asked.kind == COMPONENT || asked.kind == MODAL && asked.source.is_some();
    let fits = match kind {
        Some(CHOICES) => asked.kind == COMPLETION,
        Some(MESSAGE | DEFERRED) => asked.kind != COMPLETION,
        Some(DEFERRED_UPDATE | UPDATE) => clicked,
        Some(OPEN_MODAL) => asked.kind != COMPLETION && asked.kind != MODAL,
        Some(_) | None => false,
    };
    if !fits {
        let mut findings = Findings::default();
        let said = format!("An answer of the type {kind:?} does not fit this interaction.");
        findings.add("type", "INTERACTION_RESPONSE_TYPE", said);
        return Err(Refused::body(&findings));
    }
    let mut around = call.body.clone();
    around["data"] = Value::Null;
    let mut findings = Findings::default();
    read::<InteractionResponse>(&around, "", &mut findings);
    Refused::unless(&findings)?;
    let empty = Value::Object(serde_json::Map::new());
    let mut data = call
        .body
        .get("data")
        .filter(|data| !data.is_null())
        .unwrap_or(&empty)
        .clone();
    if matches!(kind, Some(MESSAGE | DEFERRED)) && world.hides_answers(asked.channel) {
        data["flags"] = json!(data["flags"].as_u64().unwrap_or(0) | EPHEMERAL);
    }
    let data = &data;
    let sending = Sending {
        call,
        body: data,
        path: "data",
        channel: asked.channel,
        answers: Some((asked.id, asked.user)),
    };
    if let Some(MESSAGE | DEFERRED) = kind
        && data["flags"].as_u64().unwrap_or(0) & EPHEMERAL == 0
        && let Some(place) = world.channels.get(&asked.channel)
        && place.locked
        && !world.rights(place).manage_threads
    {
        // Also of a thread that is locked and not archived.
        return Err(Refused::met(403, 50_083, "Thread is archived"));
    }
    match kind {
        Some(CHOICES) => check_completion(data, asked.focused, &mut findings),
        Some(OPEN_MODAL) => check_modal(data, &mut findings),
        Some(UPDATE) => {
            if let Some(source) = asked.source {
                sending::edit(world, &sending, source)?;
            }
            return Ok(asked.source);
        }
        Some(DEFERRED_UPDATE) => return Ok(asked.source),
        Some(DEFERRED) => return Ok(Some(sending::post(world, &sending, true))),
        Some(_) | None => {
            sending.judge_new(world)?;
            return Ok(Some(sending::post(world, &sending, false)));
        }
    }
    Refused::unless(&findings)?;
    Ok(None)
}
