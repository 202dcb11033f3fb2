//! Embeds.

use serde_json::Value;

use super::{Findings, limits, object::Object};

/// Judges the embeds of a message whose body is `body`; `files` are the names of its files.
pub(crate) fn check_embeds(body: &Object<'_>, files: &[String], findings: &mut Findings) {
    let mut total = 0;
    for (path, value) in body.list("embeds", limits::EMBEDS, findings) {
        if let Some(embed) = Object::of(value, path, findings) {
            total += check_embed(&embed, files, findings);
        }
    }
    if total > limits::EMBED_TOTAL {
        let said = format!(
            "Embeds hold {total} characters, {} at most.",
            limits::EMBED_TOTAL
        );
        findings.add(body.at("embeds"), "MAX_EMBED_SIZE_EXCEEDED", said);
    }
}

/// Judges one embed and counts its characters.
fn check_embed(embed: &Object<'_>, files: &[String], findings: &mut Findings) -> usize {
    let mut total = 0;
    let mut count = |text: Option<&str>| total += text.map_or(0, |text| text.chars().count());
    count(embed.text("title", limits::EMBED_TITLE, findings));
    count(embed.text("description", limits::EMBED_DESCRIPTION, findings));
    for (path, value) in embed.list("fields", limits::EMBED_FIELDS, findings) {
        if let Some(field) = Object::of(value, path, findings) {
            count(field.required("name", limits::FIELD_NAME, findings));
            count(field.required("value", limits::FIELD_VALUE, findings));
            field.flag("inline", findings);
        }
    }
    for (key, part, limit) in [
        ("footer", "text", limits::EMBED_FOOTER),
        ("author", "name", limits::EMBED_AUTHOR),
    ] {
        if let Some(value) = embed.get(key)
            && let Some(inner) = Object::of(value, embed.at(key), findings)
        {
            count(inner.required(part, limit, findings));
        }
    }
    embed.integer("color", 0..=limits::COLOUR, findings);
    for key in ["image", "thumbnail"] {
        check_picture(embed, key, files, findings);
    }
    let pictured = ["image", "thumbnail"]
        .iter()
        .any(|key| embed.get(key).is_some());
    if total == 0 && !pictured {
        findings.add(
            embed.path(),
            "BASE_TYPE_REQUIRED",
            "An embed must not be empty.",
        );
    }
    total
}

/// Judges an embed's picture: an address, or a file of the same message.
fn check_picture(embed: &Object<'_>, key: &str, files: &[String], findings: &mut Findings) {
    let Some(value) = embed.get(key) else { return };
    let path = format!("{}.url", embed.at(key));
    match value.get("url").and_then(Value::as_str) {
        None => findings.add(path, "BASE_TYPE_REQUIRED", "This field is required."),
        Some(url) => match url.strip_prefix("attachment://") {
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
        },
    }
}
