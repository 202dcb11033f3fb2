//! Messages and threads.

use serde_json::Value;

use twilight_model::http::{attachment::Attachment, interaction::InteractionResponseData};
use twilight_validate::{channel, message as validate};

use super::{
    Findings, check_components, check_embeds, limits,
    object::Object,
    twilight::{note, read, with, without},
};
use crate::Snowflake;

const EPHEMERAL: i64 = 1 << 6;
const COMPONENTS_V2: i64 = 1 << 15;
/// Flags a bot may set: embeds suppressed, ephemeral, notifications suppressed.
const KNOWN_FLAGS: i64 = 1 << 2 | EPHEMERAL | 1 << 12;
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
    /// The attachments the message already has.
    pub(crate) kept: &'a [(Snowflake, String)],
    /// True for a new message, which notifies; false for an edit.
    pub(crate) new: bool,
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
    check_components(&body, findings);
    check_flags(&body, draft, findings);
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
    let ephemeral = body.get("flags").and_then(Value::as_i64).unwrap_or(0) & EPHEMERAL != 0;
    if draft.new && !ephemeral && body.get("allowed_mentions").is_none() {
        let named = |name: &String| name.chars().count() > 1 && content.contains(name.as_str());
        if !mentions(content).is_empty() || draft.names.iter().any(named) {
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

fn check_flags(body: &Object<'_>, draft: &Draft<'_>, findings: &mut Findings) {
    let Some(flags) = body.integer("flags", 0..=i64::MAX, findings) else {
        return;
    };
    if flags & COMPONENTS_V2 != 0 {
        let said = "This Discord knows no components of the second version.";
        findings.add(body.at("flags"), "NOT_MODELLED", said);
    } else if flags & !KNOWN_FLAGS != 0 {
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
        } else if let Some((_, name)) = draft.kept.iter().find(|(kept, _)| kept.0 == id) {
            names.push(name.clone());
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
