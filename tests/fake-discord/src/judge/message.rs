//! Messages and threads.

use serde_json::Value;

use twilight_model::http::{attachment::Attachment, interaction::InteractionResponseData};
use twilight_validate::{channel, message as validate};

use super::{
    Findings,
    component::check_components,
    embed::check_embeds,
    layout::check_layout,
    limits,
    object::Object,
    twilight::{note, read, with, without},
};
use crate::{
    component,
    message::{COMPONENTS_V2, EPHEMERAL, Message, SILENT},
};

/// The flag of a message whose embeds are not shown.
const NO_EMBEDS: u64 = 1 << 2;
/// The flags that a bot may set.
const KNOWN_FLAGS: u64 = NO_EMBEDS | EPHEMERAL | SILENT | COMPONENTS_V2;
/// Fields that a message of Components V2 does not have.
const LEGACY: [&str; 4] = ["content", "embeds", "poll", "sticker_ids"];
/// Fields that an answer to an interaction does not have, or that are read one by one.
const APART: [&str; 7] = [
    "nonce",
    "enforce_nonce",
    "message_reference",
    "sticker_ids",
    "embeds",
    "components",
    "attachments",
];
const PARSED: [&str; 3] = ["users", "roles", "everyone"];

/// The context for judging the body of a message.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Draft<'a> {
    /// The path of the body in the request: empty, or `data`.
    pub(crate) path: &'a str,
    /// Names of the uploaded files, by their number.
    pub(crate) files: &'a [(u64, String)],
    /// The message that is changed; none for a new one, which notifies.
    pub(crate) before: Option<&'a Message>,
    /// True for an answer to an interaction, which may be ephemeral.
    pub(crate) answer: bool,
    /// The names of people, including names chosen to cause a ping.
    pub(crate) names: &'a [String],
}

/// Judges the body of a message. The caller checks that it is not empty, since only the caller
/// knows what it edits.
pub(crate) fn check_message(body: &Value, draft: &Draft<'_>, findings: &mut Findings) {
    let rest = without(body, &APART);
    let Some(body) = Object::of(body, draft.path, findings) else {
        return;
    };
    let content = body.text("content", findings).unwrap_or_default();
    note(validate::content(content), &body.at("content"), findings);
    let names = check_attachments(&body, draft, findings);
    check_embeds(&body, &names, findings);
    if check_flags(&body, draft, findings) {
        check_legacy(&body, draft.before, findings);
        check_layout(&body, &names, draft.files, findings);
    } else {
        check_components(&body, findings);
    }
    body.flag("tts", findings);
    let nonced = match body.get("nonce") {
        Some(Value::Number(_)) => true,
        Some(_) => body.short("nonce", limits::NONCE, findings).is_some(),
        None => false,
    };
    if body.flag("enforce_nonce", findings) && !nonced {
        let said = "enforce_nonce needs a nonce.";
        findings.add(body.at("nonce"), "BASE_TYPE_REQUIRED", said);
    }
    for key in ["poll", "sticker_ids"] {
        let empty = |value: &Value| value.as_array().is_some_and(Vec::is_empty);
        if body.get(key).is_some_and(|value| !empty(value)) {
            findings.add(
                body.at(key),
                "NOT_MODELLED",
                format!("This Discord knows no {key}."),
            );
        }
    }
    check_allowed(&body, findings);
    let ephemeral = body.get("flags").and_then(Value::as_u64).unwrap_or(0) & EPHEMERAL != 0;
    if draft.before.is_none() && !ephemeral && body.get("allowed_mentions").is_none() {
        let said = said_in(content, body.get("components"));
        let named = |name: &String| name.chars().count() > 1 && said.contains(name.as_str());
        if !mentions(&said).is_empty() || draft.names.iter().any(named) {
            findings.add(
                body.at("allowed_mentions"),
                "MENTION_WITHOUT_ALLOWED_MENTIONS",
                "A message with a mention, or with what a user may have made one, says whom it may notify.",
            );
        }
    }
    read::<InteractionResponseData>(&rest, draft.path, findings);
}

/// Returns the mentions in `text`: the inner part of `<@…>` and `<@&…>`, `everyone` and `here`.
pub(crate) fn mentions(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("<@") {
        let rest = &text[at + 2..];
        if let Some(end) = rest.find('>') {
            let inner = rest[..end].trim_start_matches('!');
            let digits = inner.trim_start_matches('&');
            if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
                found.push(inner);
            }
        }
    }
    found.extend(
        ["everyone", "here"]
            .iter()
            .filter(|word| text.contains(&format!("@{word}"))),
    );
    found
}

/// Returns the text of a message in which people may be mentioned: its content and its text
/// displays.
pub(crate) fn said_in(content: &str, components: Option<&Value>) -> String {
    let texts = components.map(component::texts).unwrap_or_default();
    let content = std::iter::once(content.to_owned());
    content.chain(texts).collect::<Vec<_>>().join("\n")
}

/// Judges the flags. Returns true if the message is or becomes one of Components V2.
fn check_flags(body: &Object<'_>, draft: &Draft<'_>, findings: &mut Findings) -> bool {
    let was = draft.before.is_some_and(Message::is_v2);
    let flags = body.integer("flags", 0..=i64::MAX, findings);
    let Some(flags) = flags.and_then(|flags| u64::try_from(flags).ok()) else {
        return was;
    };
    if flags & !KNOWN_FLAGS != 0 {
        findings.add(
            body.at("flags"),
            "INVALID_BITWISE_FLAG",
            format!("Unknown flag in {flags}."),
        );
    }
    if flags & EPHEMERAL != 0 && !draft.answer {
        let said = "Only an answer to an interaction is ephemeral.";
        findings.add(body.at("flags"), "INVALID_BITWISE_FLAG", said);
    }
    let is = flags & COMPONENTS_V2 != 0;
    if was && !is {
        let said = "A message of Components V2 remains one.";
        findings.add(body.at("flags"), "INVALID_BITWISE_FLAG", said);
    }
    is
}

/// Reports what a message of Components V2 must not have, or still has from before.
fn check_legacy(body: &Object<'_>, before: Option<&Message>, findings: &mut Findings) {
    for key in LEGACY {
        let has = match (body.get(key), before) {
            (Some(value), _) => match value {
                Value::String(text) => !text.is_empty(),
                Value::Array(list) => !list.is_empty(),
                Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => true,
            },
            (None, Some(before)) if !body.keys().any(|sent| sent == key) => match key {
                "content" => !before.content.is_empty(),
                "embeds" => !before.embeds.is_empty(),
                _ => false,
            },
            (None, _) => false,
        };
        if has {
            let said = format!("The {key:?} field cannot be used with Components V2.");
            let code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2";
            findings.add(body.at(key), code, said);
        }
    }
}

fn check_allowed(body: &Object<'_>, findings: &mut Findings) {
    let Some(value) = body.get("allowed_mentions") else {
        return;
    };
    let at = body.at("allowed_mentions");
    let Some(allowed) = Object::of(value, at, findings) else {
        return;
    };
    let parsed = allowed.bounded("parse", PARSED.len(), findings);
    for (path, value) in &parsed {
        if !value.as_str().is_some_and(|word| PARSED.contains(&word)) {
            let said = "Value must be one of ('roles', 'everyone', 'users').";
            findings.add(path.as_str(), "BASE_TYPE_CHOICES", said);
        }
    }
    for key in ["users", "roles"] {
        let named = allowed.ids(key, limits::ALLOWED_MENTIONS, findings);
        if !named.is_empty() && parsed.iter().any(|(_, value)| value.as_str() == Some(key)) {
            findings.add(
                allowed.path(),
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                format!("parse:[\"{key}\"] and {key}: [ids...] are mutually exclusive."),
            );
        }
    }
}

/// Judges the attachments. Returns the names of the files the message will have.
fn check_attachments(body: &Object<'_>, draft: &Draft<'_>, findings: &mut Findings) -> Vec<String> {
    let mut names = Vec::new();
    let kept = draft.before.map_or(&[][..], |before| &before.attachments);
    if body.get("attachments").is_none() {
        names.extend(kept.iter().map(|kept| kept.filename.clone()));
    }
    let listed = body.bounded("attachments", limits::FILES, findings);
    let mut described = Vec::new();
    for (path, value) in &listed {
        let Some(attachment) = Object::of(value, path.as_str(), findings) else {
            continue;
        };
        attachment.text("description", findings);
        let id = match attachment.get("id") {
            Some(Value::Number(number)) => number.as_u64(),
            Some(Value::String(text)) => text.parse().ok(),
            Some(_) | None => None,
        };
        let Some(id) = id else {
            attachment.present("id", findings);
            continue;
        };
        if let Some((_, name)) = draft.files.iter().find(|(number, _)| *number == id) {
            described.push(id);
            names.push(name.clone());
            // A file keeps its name if no other is given.
            let whole = with(value, "filename", name.as_str());
            if let Some(attachment) = read::<Attachment>(&whole, path, findings) {
                note(validate::attachment(&attachment), path, findings);
            }
        } else if let Some(kept) = kept.iter().find(|kept| kept.id.0 == id) {
            names.push(kept.filename.clone());
        } else {
            let said = format!("Neither a file nor an attachment has the id {id}.");
            findings.add(attachment.at("id"), "ATTACHMENT_NOT_FOUND", said);
        }
    }
    for (number, name) in draft.files {
        if !described.contains(number) {
            if body.get("attachments").is_some() {
                let said = format!("files[{number}] is not among the attachments.");
                findings.add(body.at("attachments"), "ATTACHMENT_NOT_FOUND", said);
            }
            names.push(name.clone());
        }
    }
    if draft.files.len() > limits::FILES {
        let said = format!("{} files, {} at most.", draft.files.len(), limits::FILES);
        findings.add(body.at("attachments"), "BASE_TYPE_BAD_LENGTH", said);
    }
    names
}

/// Judges the body of a request that makes or changes a thread.
pub(crate) fn check_thread(body: &Value, new: bool, findings: &mut Findings) {
    let Some(body) = Object::of(body, "", findings) else {
        return;
    };
    let name = body.text("name", findings);
    if let Some(name) = name {
        note(channel::name(name), &body.at("name"), findings);
    }
    if new {
        body.present("name", findings);
        body.integer("type", 10..=12, findings);
        body.flag("invitable", findings);
    } else {
        body.flag("archived", findings);
        body.flag("locked", findings);
    }
    if let Some(value) = body.get("auto_archive_duration")
        && !value
            .as_u64()
            .is_some_and(|minutes| limits::AUTO_ARCHIVE.contains(&minutes))
    {
        let said = format!("Value must be one of {:?}.", limits::AUTO_ARCHIVE);
        findings.add(body.at("auto_archive_duration"), "BASE_TYPE_CHOICES", said);
    }
}
