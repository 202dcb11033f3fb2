//! Messages and threads.

use serde_json::Value;

use super::{Findings, check_components, check_embeds, limits, object::Object};
use crate::Snowflake;

const EPHEMERAL: i64 = 1 << 6;
const COMPONENTS_V2: i64 = 1 << 15;
/// Embeds suppressed, ephemeral, notifications suppressed.
const KNOWN_FLAGS: i64 = 1 << 2 | EPHEMERAL | 1 << 12;
const ALLOWED_KEYS: [&str; 4] = ["parse", "users", "roles", "replied_user"];
const PARSED: [&str; 3] = ["users", "roles", "everyone"];

/// What a message's body is judged by.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Draft<'a> {
    /// Where the body stands in the request: empty, or `data`.
    pub(crate) path: &'a str,
    /// Names of the uploaded files, by their number.
    pub(crate) files: &'a [(u64, String)],
    /// Attachments that the message has already.
    pub(crate) kept: &'a [(Snowflake, String)],
    /// A new message, which notifies; else an edit.
    pub(crate) new: bool,
    /// An answer to an interaction, which may be ephemeral.
    pub(crate) answer: bool,
}

/// Judges a message's body. Whether it is empty is for the caller to say, who knows what it edits.
pub(crate) fn check_message(body: &Value, draft: &Draft<'_>, findings: &mut Findings) {
    let Some(body) = Object::of(body, draft.path, findings) else {
        return;
    };
    let content = body
        .text("content", limits::CONTENT, findings)
        .unwrap_or_default();
    let names = check_attachments(&body, draft, findings);
    check_embeds(&body, &names, findings);
    check_components(&body, findings);
    check_flags(&body, draft, findings);
    body.flag("tts", findings);
    let nonced = match body.get("nonce") {
        Some(Value::Number(_)) => true,
        Some(_) => body.text("nonce", limits::NONCE, findings).is_some(),
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
    if draft.new
        && !ephemeral
        && body.get("allowed_mentions").is_none()
        && !mentions(content).is_empty()
    {
        findings.add(
            body.at("allowed_mentions"),
            "MENTION_WITHOUT_ALLOWED_MENTIONS",
            "A message with a mention says whom it may notify.",
        );
    }
}

/// What `text` mentions: the inner part of `<@…>` and `<@&…>`, `everyone` and `here`.
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
    for key in allowed.keys() {
        if !ALLOWED_KEYS.contains(&key) {
            findings.add(
                allowed.at(key),
                "UNKNOWN_KEY",
                "allowed_mentions knows no such key.",
            );
        }
    }
    allowed.flag("replied_user", findings);
    let parsed = allowed.list("parse", PARSED.len(), findings);
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

/// Judges the attachments and gives the names of the files that the message will have.
fn check_attachments(body: &Object<'_>, draft: &Draft<'_>, findings: &mut Findings) -> Vec<String> {
    let mut names = Vec::new();
    let listed = body.list("attachments", limits::FILES, findings);
    let mut described = Vec::new();
    for (path, value) in &listed {
        let Some(attachment) = Object::of(value, path.as_str(), findings) else {
            continue;
        };
        attachment.text("description", limits::ALT_TEXT, findings);
        attachment.text("filename", limits::CONTENT, findings);
        let id = match attachment.get("id") {
            Some(Value::Number(number)) => number.as_u64(),
            Some(Value::String(text)) => text.parse().ok(),
            Some(_) | None => None,
        };
        let Some(id) = id else {
            findings.add(
                attachment.at("id"),
                "BASE_TYPE_REQUIRED",
                "This field is required.",
            );
            continue;
        };
        if let Some((_, name)) = draft.files.iter().find(|(number, _)| *number == id) {
            described.push(id);
            names.push(name.clone());
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

/// Judges the body that makes, or changes, a thread.
pub(crate) fn check_thread(body: &Value, new: bool, findings: &mut Findings) {
    let Some(body) = Object::of(body, "", findings) else {
        return;
    };
    if new {
        body.required("name", limits::THREAD_NAME, findings);
        body.integer("type", 10..=12, findings);
    } else {
        body.text("name", limits::THREAD_NAME, findings);
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
