//! Embeds of messages.

use serde_json::Value;

use twilight_model::channel::message::Embed;
use twilight_validate::{embed as validate, message};

use super::{
    Findings,
    object::Object,
    twilight::{note, read, with},
};
use crate::component::ATTACHED;

/// The visible parts of an embed.
const VISIBLE: [&str; 7] = [
    "title",
    "description",
    "fields",
    "footer",
    "author",
    "image",
    "thumbnail",
];

/// Judges the embeds of a message whose body is `body`; `files` are the names of its files.
pub(crate) fn check_embeds(body: &Object<'_>, files: &[String], findings: &mut Findings) {
    let mut embeds = Vec::new();
    for (path, value) in body.list("embeds", findings) {
        if let Some(embed) = Object::of(value, path.as_str(), findings) {
            check_embed(&embed, files, findings);
        }
        // An embed without a type is a rich one.
        if let Some(embed) = read::<Embed>(&with(value, "type", "rich"), &path, findings) {
            note(validate::embed(&embed), &path, findings);
            embeds.push(embed);
        }
    }
    let all = body.at("embeds");
    if !findings.at(&all) {
        note(message::embeds(&embeds), &all, findings);
    }
}

/// Judges the parts of an embed that twilight does not.
fn check_embed(embed: &Object<'_>, files: &[String], findings: &mut Findings) {
    embed.text("title", findings);
    embed.text("description", findings);
    for (path, value) in embed.list("fields", findings) {
        if let Some(field) = Object::of(value, path, findings) {
            field.required("name", findings);
            field.required("value", findings);
        }
    }
    for (key, part) in [("footer", "text"), ("author", "name")] {
        if let Some(value) = embed.get(key)
            && let Some(inner) = Object::of(value, embed.at(key), findings)
        {
            inner.required(part, findings);
        }
    }
    for key in ["image", "thumbnail"] {
        check_picture(embed, key, files, findings);
    }
    let says_something = |key: &&str| {
        embed.get(key).is_some_and(|value| match value {
            Value::String(text) => !text.is_empty(),
            Value::Array(list) => !list.is_empty(),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => true,
        })
    };
    if !VISIBLE.iter().any(says_something) {
        findings.add(
            embed.path(),
            "BASE_TYPE_REQUIRED",
            "An embed must not be empty.",
        );
    }
}

/// Judges the picture under `key`: an address, or a file of the same message, whose name is
/// returned.
pub(super) fn check_picture<'a>(
    holder: &Object<'a>,
    key: &str,
    files: &[String],
    findings: &mut Findings,
) -> Option<&'a str> {
    let path = format!("{}.url", holder.at(key));
    let Some(url) = holder.get(key)?.get("url").and_then(Value::as_str) else {
        findings.add(path, "BASE_TYPE_REQUIRED", "This field is required.");
        return None;
    };
    let name = url.strip_prefix(ATTACHED);
    match name {
        Some(name) if files.iter().any(|file| file == name) => {}
        Some(name) => findings.add(
            path,
            "URL_TYPE_INVALID_URL",
            format!("No file of this message is named {name:?}."),
        ),
        None if url.starts_with("https://") || url.starts_with("http://") => {}
        None => findings.add(
            path,
            "URL_TYPE_INVALID_SCHEME",
            "Scheme must be http or https.",
        ),
    }
    name
}
