//! Making and changing messages, for all routes that do.

use serde_json::{Value, json};

use crate::{
    Snowflake,
    call::{Call, File},
    judge::{Draft, Findings, check_message, mentions, said_in},
    message::{Attachment, COMPONENTS_V2, EPHEMERAL, Message, SILENT},
    reply::Refused,
    world::World,
};

/// A message about to be sent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sending<'a> {
    pub(crate) call: &'a Call,
    /// The body, or its part, that holds the message.
    pub(crate) body: &'a Value,
    /// The path of that part in the body.
    pub(crate) path: &'a str,
    /// The channel or thread it goes to.
    pub(crate) channel: Snowflake,
    /// The interaction it answers, and who asked.
    pub(crate) answers: Option<(Snowflake, Snowflake)>,
}

impl Sending<'_> {
    /// Judges the message as a new one.
    pub(crate) fn judge_new(&self, world: &World) -> Result<(), Refused> {
        // Names matter only if the body does not say who may be notified.
        let open = self.body["allowed_mentions"].is_null();
        let names = if open { world.names() } else { Vec::new() };
        self.judge(None, &names)?;
        let filled = |key: &str| {
            self.body[key]
                .as_array()
                .is_some_and(|list| !list.is_empty())
        };
        let said = self.body["content"]
            .as_str()
            .is_some_and(|text| !text.trim().is_empty());
        let shown = if self.flags() & COMPONENTS_V2 != 0 {
            filled("components")
        } else {
            said || filled("embeds") || !self.call.files.is_empty()
        };
        if !shown {
            return Err(Refused::wrong(400, 50_006, "Cannot send an empty message"));
        }
        if !said {
            self.judge_push(world)?;
        }
        Ok(())
    }

    /// Refuses a message without content that notifies somebody: their lock screen would show
    /// nothing. Only an answer in direct messages goes to somebody who is looking.
    fn judge_push(&self, world: &World) -> Result<(), Refused> {
        let place = world.channels.get(&self.channel);
        let looking = self.answers.is_some() && place.is_some_and(|it| it.recipient.is_some());
        let pinged = self.pinged(world);
        if pinged.is_empty() || looking {
            return Ok(());
        }
        let mut findings = Findings::default();
        let said = format!("It notifies {pinged:?} with an empty text.");
        let at = crate::judge::join(self.path, "content");
        findings.add(at, "PING_WITHOUT_TEXT", said);
        Err(Refused::body(&findings))
    }

    /// Judges the message, as a change of another if there is one `before`.
    fn judge(&self, before: Option<&Message>, names: &[String]) -> Result<(), Refused> {
        let files = self.call.names();
        let draft = Draft {
            path: self.path,
            files: &files,
            before,
            answer: self.answers.is_some(),
            names,
        };
        let mut findings = Findings::default();
        check_message(self.body, &draft, &mut findings);
        Refused::unless(&findings)
    }

    fn flags(&self) -> u64 {
        self.body["flags"].as_u64().unwrap_or(0)
    }

    /// Returns the person who alone sees it, if it is ephemeral.
    fn only_for(&self) -> Option<Snowflake> {
        let (_, user) = self.answers?;
        (self.flags() & EPHEMERAL != 0).then_some(user)
    }

    /// Returns the people whom it notifies as a new message: those mentioned that it allows and
    /// that are in the server, and the person of direct messages.
    fn pinged(&self, world: &World) -> Vec<Snowflake> {
        if self.only_for().is_some() || self.flags() & SILENT != 0 {
            return Vec::new();
        }
        let Some(place) = world.channels.get(&self.channel) else {
            return Vec::new();
        };
        if let Some(recipient) = place.recipient {
            return vec![recipient];
        }
        let Some(guild) = place.guild.and_then(|guild| world.guilds.get(&guild)) else {
            return Vec::new();
        };
        let allowed = self
            .body
            .get("allowed_mentions")
            .filter(|allowed| allowed.is_object());
        let lists = |key: &str, word: &str| {
            allowed.is_some_and(|allowed| {
                allowed[key]
                    .as_array()
                    .is_some_and(|list| list.iter().any(|entry| entry == word))
            })
        };
        let may =
            |key: &str, word: &str| allowed.is_none() || lists("parse", key) || lists(key, word);
        let content = self.body["content"].as_str().unwrap_or_default();
        let said = said_in(content, self.body.get("components"));
        let mut pinged = Vec::new();
        for mention in mentions(&said) {
            if let Some(user) = Snowflake::parse(mention) {
                if may("users", mention) && guild.members.contains_key(&user) {
                    pinged.push(user);
                }
            } else if let Some(role) = mention.strip_prefix('&').and_then(Snowflake::parse) {
                if may("roles", &role.to_string()) {
                    pinged.extend(world.with_role(guild.id, role));
                }
            } else if ["everyone", "here"].contains(&mention) && may("everyone", mention) {
                pinged.extend(guild.members.keys());
            }
        }
        pinged.sort_unstable();
        pinged.dedup();
        pinged
    }
}

/// Puts a judged message into its channel. `promised` means that it will be filled later, by an
/// edit that notifies nobody.
pub(crate) fn post(world: &mut World, sending: &Sending<'_>, promised: bool) -> Snowflake {
    let body = sending.body;
    let id = world.ids.next();
    let pinged = if promised {
        Vec::new()
    } else {
        sending.pinged(world)
    };
    let answered = sending.answers.map(|(interaction, _)| interaction);
    let content = body["content"].as_str().filter(|_| !promised);
    let message = Message {
        id,
        channel: sending.channel,
        author: world.bot,
        content: content.unwrap_or_default().to_owned(),
        embeds: body["embeds"].as_array().cloned().unwrap_or_default(),
        components: body["components"]
            .as_array()
            .map_or(json!([]), |rows| json!(rows)),
        first_components: body["components"].clone(),
        attachments: attachments(world, sending),
        flags: sending.flags(),
        only_for: sending.only_for(),
        interaction: answered,
        interaction_metadata: answered.and_then(|id| world.interaction_metadata(id)),
        deferred: promised,
        nonce: nonce(body),
        pinged,
        system: None,
        edits: 0,
        aged: false,
        sent: world.clock,
        late_edits: Vec::new(),
        allowed_mentions: body.get("allowed_mentions").cloned(),
    };
    if let Some(place) = world.channels.get_mut(&sending.channel)
        && message.only_for.is_none()
    {
        place.hear(&message.pinged, message.sent);
    }
    world.notified.note(&message);
    world.messages.insert(id, message);
    world.forget();
    id
}

/// Returns the nonce of a body, which may be a number.
pub(crate) fn nonce(body: &Value) -> Option<String> {
    match &body["nonce"] {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    }
}

/// Returns the uploaded files as attachments.
pub(crate) fn attachments(world: &mut World, sending: &Sending<'_>) -> Vec<Attachment> {
    sending
        .call
        .files
        .iter()
        .map(|file| attachment(world, sending.body, file))
        .collect()
}

fn attachment(world: &mut World, body: &Value, file: &File) -> Attachment {
    let listed = body["attachments"].as_array().into_iter().flatten();
    let own = |entry: &&Value| {
        entry["id"]
            .as_u64()
            .or_else(|| entry["id"].as_str()?.parse().ok())
            == Some(file.number)
    };
    let entry = listed.into_iter().find(own);
    Attachment {
        id: world.ids.next(),
        filename: file.name.clone(),
        description: entry
            .and_then(|entry| entry["description"].as_str())
            .map(str::to_owned),
        content_type: file.content_type.clone(),
        size: file.bytes.len(),
        bytes: if world.keep_bytes {
            file.bytes.to_vec()
        } else {
            Vec::new()
        },
    }
}

/// Judges a change of a message and carries it out. Edits notify nobody.
pub(crate) fn edit(world: &mut World, sending: &Sending<'_>, id: Snowflake) -> Result<(), Refused> {
    let Some(message) = world.messages.get(&id) else {
        return Err(super::missing(world, id, 10_008, "Unknown Message"));
    };
    sending.judge(Some(message), &[])?;
    let mut message = message.clone();
    let body = sending.body;
    message.flags |= sending.flags() & COMPONENTS_V2;
    if let Some(content) = body.get("content") {
        message.content = content.as_str().unwrap_or_default().to_owned();
    }
    if let Some(embeds) = body.get("embeds") {
        message.embeds = embeds.as_array().cloned().unwrap_or_default();
    }
    if let Some(rows) = body.get("components") {
        message.components = rows.as_array().map_or(json!([]), |rows| json!(rows));
    }
    if let Some(listed) = body["attachments"].as_array() {
        let stays = |attachment: &Attachment| {
            listed.iter().any(|entry| {
                let id = entry["id"].as_str().and_then(Snowflake::parse);
                id.or_else(|| entry["id"].as_u64().map(Snowflake)) == Some(attachment.id)
            })
        };
        message.attachments.retain(stays);
    }
    message.attachments.extend(attachments(world, sending));
    if let Some(allowed) = body.get("allowed_mentions") {
        message.allowed_mentions = Some(allowed.clone());
    }
    let empty = if message.is_v2() {
        message.components.as_array().is_none_or(Vec::is_empty)
    } else {
        let silent = message.content.trim().is_empty() && message.embeds.is_empty();
        silent && message.attachments.is_empty()
    };
    if empty {
        return Err(Refused::wrong(400, 50_006, "Cannot send an empty message"));
    }
    message.deferred = false;
    message.edits += 1;
    if let Some(before) = world.messages.insert(id, message)
        && world.keep.is_none()
    {
        world.earlier.entry(id).or_default().push(before);
    }
    Ok(())
}
