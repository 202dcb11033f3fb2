//! Messages in channels.

use serde_json::Value;

use super::{
    missing, need, need_sending, place,
    sending::{self, Sending},
};
use crate::{
    Snowflake,
    call::Call,
    judge::limits,
    message::Message,
    place::{ChannelInfo, FORUM},
    reply::{Refused, Reply},
    world::World,
};

/// The type of Discord's own message that somebody was added.
const RECIPIENT_ADDED: u64 = 1;

/// Sends a message. A repeated nonce is recognized for a short time, in whatever channel it was sent
/// before: the message is not sent again, and the answer is the earlier one.
pub(crate) fn create(world: &mut World, call: &Call, channel: Snowflake) -> Reply {
    let info = place(world, channel)?;
    need_sending(world, info, !call.files.is_empty())?;
    if info.kind == FORUM {
        let said = "Cannot send messages in a non-text channel";
        return Err(Refused::wrong(400, 50_008, said));
    }
    if info.locked && !world.rights(info).manage_threads {
        return Err(Refused::met(400, 160_005, "Thread is locked"));
    }
    check_slow(info)?;
    let sending = Sending {
        call,
        body: &call.body,
        path: "",
        channel,
        answers: None,
    };
    sending.judge_new(world)?;
    check_reference(world, channel, &call.body)?;
    if call.body["enforce_nonce"] == true
        && let Some(nonce) = sending::nonce(&call.body)
    {
        let first = world.nonces.find(&nonce);
        if let Some(first) = first.and_then(|first| world.message(first)) {
            return Ok(Some(world.message_json(first)));
        }
    }
    let id = sending::post(world, &sending, false);
    if let Some(place) = world.channels.get_mut(&channel)
        && !place.slow.is_zero()
    {
        place.posted = Some(call.received);
    }
    if let Some(nonce) = sending::nonce(&call.body) {
        world.nonces.note(&nonce, id);
    }
    answer(world, id)
}

/// Refuses a post that comes too soon after the last one where a test has set a time between them.
fn check_slow(channel: &ChannelInfo) -> Result<(), Refused> {
    let since = channel.posted.map(|posted| posted.elapsed());
    let left = since.and_then(|since| channel.slow.checked_sub(since));
    match left.filter(|left| !left.is_zero()) {
        Some(left) => Err(Refused {
            wait: Some(left),
            ..Refused::met(
                429,
                20_016,
                "This action cannot be performed due to slowmode rate limit",
            )
        }),
        None => Ok(()),
    }
}

/// Checks that the message replied to exists, unless the body says that it need not.
fn check_reference(world: &World, channel: Snowflake, body: &Value) -> Result<(), Refused> {
    let reference = &body["message_reference"];
    if reference.is_null() || reference["fail_if_not_exists"] == false {
        return Ok(());
    }
    let id = reference["message_id"].as_str().and_then(Snowflake::parse);
    if id
        .and_then(|id| world.message(id))
        .is_some_and(|message| message.channel == channel)
    {
        return Ok(());
    }
    let wrong = "message_reference: Unknown message";
    Err(id.map_or_else(
        || Refused::wrong(400, 50_035, wrong),
        |id| Refused {
            status: 400,
            ..missing(world, id, 50_035, wrong)
        },
    ))
}

/// Returns a message as an answer.
pub(crate) fn answer(world: &World, id: Snowflake) -> Reply {
    match world.message(id) {
        Some(message) => Ok(Some(world.message_json(message))),
        None => Err(missing(world, id, 10_008, "Unknown Message")),
    }
}

/// Lists messages, newest first; none where the bot may not read the history.
pub(crate) fn list(world: &World, call: &Call, channel: Snowflake) -> Reply {
    let info = place(world, channel)?;
    if !world.rights(info).history {
        return Ok(Some(Value::Array(Vec::new())));
    }
    let limit = match call.query.get("limit").map(|text| text.parse::<u64>()) {
        None => 50,
        Some(Ok(limit)) if (1..=limits::LISTED_MESSAGES).contains(&limit) => limit,
        Some(_) => return Err(Refused::wrong(400, 50_035, "limit must be from 1 to 100.")),
    };
    let bound = |key: &str| call.query.get(key).and_then(|text| Snowflake::parse(text));
    let (before, after) = (bound("before"), bound("after"));
    let mut found = world.messages(channel);
    found.retain(|message| before.is_none_or(|id| message.id < id));
    found.retain(|message| after.is_none_or(|id| message.id > id));
    if after.is_none() {
        found.reverse();
    }
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let mut listed: Vec<_> = found.into_iter().take(limit).collect();
    listed.sort_by_key(|message| std::cmp::Reverse(message.id));
    Ok(Some(
        listed
            .into_iter()
            .map(|message| world.message_json(message))
            .collect(),
    ))
}

/// Gets, changes or deletes one message.
pub(crate) fn one(
    world: &mut World,
    call: &Call,
    method: &str,
    channel: Snowflake,
    id: Snowflake,
) -> Reply {
    let info = place(world, channel)?;
    let found = world
        .message(id)
        .filter(|m| m.channel == channel && m.only_for.is_none());
    let Some(message) = found else {
        return Err(missing(world, id, 10_008, "Unknown Message"));
    };
    match method {
        "GET" => {
            need(world, info, |rights| rights.history)?;
            answer(world, id)
        }
        "PATCH" => {
            check_editable(world, info, message)?;
            need(world, info, |rights| rights.attach || call.files.is_empty())?;
            let sending = Sending {
                call,
                body: &call.body,
                path: "",
                channel,
                answers: None,
            };
            sending::edit(world, &sending, id)?;
            let clock = world.clock;
            if let Some(message) = world.messages.get_mut(&id)
                && message.is_old(clock)
            {
                message.late_edits.push(clock);
            }
            answer(world, id)
        }
        "DELETE" => {
            if message.author != world.bot {
                return Err(Refused::met(403, 50_013, "Missing Permissions"));
            }
            check_thread_open(info)?;
            remove(world, id);
            Ok(None)
        }
        _ => Err(Refused::wrong(405, 0, "405: Method Not Allowed")),
    }
}

/// Refuses changes in an archived thread.
fn check_thread_open(channel: &ChannelInfo) -> Result<(), Refused> {
    if channel.archived {
        return Err(Refused::met(400, 50_083, "Thread is archived"));
    }
    Ok(())
}

fn check_editable(world: &World, channel: &ChannelInfo, message: &Message) -> Result<(), Refused> {
    if message.author != world.bot {
        let said = "Cannot edit a message authored by another user";
        return Err(Refused::wrong(403, 50_005, said));
    }
    check_thread_open(channel)?;
    if message.takes_no_edit(world.clock) {
        let said = "Maximum number of edits to messages older than 1 hour reached.";
        return Err(Refused::met(429, 30_046, said));
    }
    Ok(())
}

/// Deletes a message.
pub(crate) fn remove(world: &mut World, id: Snowflake) {
    world.messages.remove(&id);
    world.earlier.remove(&id);
    world.gone.insert(id);
}

impl World {
    /// Puts a message of a person into a channel. One that mentions the bot in a private thread lets it
    /// in, as it lets in everybody whom it mentions.
    pub(crate) fn say(&mut self, user: Snowflake, channel: Snowflake, text: &str) -> Snowflake {
        let id = self.put(user, channel, text, None);
        let mentions = crate::judge::mentions(text);
        let named: Vec<_> = mentions.into_iter().filter_map(Snowflake::parse).collect();
        self.let_in(channel, &named);
        id
    }

    /// Adds people to a thread. The bot is told if it is one of them.
    pub(crate) fn let_in(&mut self, thread: Snowflake, people: &[Snowflake]) {
        let bot = self.bot;
        let Some(place) = self.channels.get_mut(&thread).filter(|it| it.is_thread()) else {
            return;
        };
        let is_new = people.contains(&bot) && !place.members.contains(&bot);
        place.hear(people, place.active);
        if is_new {
            self.tell_of_channel(thread, "THREAD_CREATE");
            self.tell_of_channel(thread, "THREAD_MEMBERS_UPDATE");
        }
    }

    /// Says in a thread that the bot has added somebody, which notifies them.
    pub(crate) fn tell_of_added(&mut self, thread: Snowflake, user: Snowflake) {
        let message = self.put(self.bot, thread, "", Some(RECIPIENT_ADDED));
        if let Some(message) = self.messages.get_mut(&message) {
            message.pinged.push(user);
            self.notified.note(message);
        }
    }

    /// Puts a message into a channel; Discord's own have a type.
    pub(crate) fn put(
        &mut self,
        user: Snowflake,
        channel: Snowflake,
        text: &str,
        system: Option<u64>,
    ) -> Snowflake {
        let id = self.ids.next();
        let message = Message {
            id,
            channel,
            author: user,
            content: text.to_owned(),
            embeds: Vec::new(),
            components: Value::Array(Vec::new()),
            first_components: Value::Null,
            attachments: Vec::new(),
            flags: 0,
            only_for: None,
            interaction: None,
            interaction_metadata: None,
            deferred: false,
            nonce: None,
            pinged: Vec::new(),
            system,
            edits: 0,
            aged: false,
            sent: self.clock,
            late_edits: Vec::new(),
            allowed_mentions: None,
        };
        if let Some(place) = self.channels.get_mut(&channel) {
            place.hear(&[user], message.sent);
        }
        self.messages.insert(id, message);
        id
    }
}
