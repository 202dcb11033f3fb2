//! Completions and modals.

use std::collections::HashSet;

use serde_json::Value;

use twilight_model::{
    application::command::CommandOptionChoice, channel::message::Component,
    http::interaction::InteractionResponseData,
};
use twilight_validate::{command, component};

use super::{
    Findings, limits,
    object::Object,
    twilight::{note, read},
};

/// The types of a command's option that have choices.
const STRING: u64 = 3;
const INTEGER: u64 = 4;
const NUMBER: u64 = 10;

/// Judges a list of choices for an option of the type `kind`.
pub(crate) fn check_choices(body: &Object<'_>, kind: u64, findings: &mut Findings) {
    let mut names = HashSet::new();
    for (path, value) in body.bounded("choices", limits::CHOICES, findings) {
        let Some(choice) = Object::of(value, path.as_str(), findings) else {
            continue;
        };
        if let Some(name) = choice.required("name", findings)
            && !names.insert(name)
        {
            let said = format!("The choice {name:?} is there twice.");
            findings.add(
                choice.at("name"),
                "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_DUPLICATED",
                said,
            );
        }
        let fits = match (kind, choice.get("value")) {
            (STRING, Some(value)) => value.is_string(),
            (INTEGER, Some(value)) => value.is_i64(),
            (NUMBER, Some(value)) => value.is_number(),
            _ => false,
        };
        if !fits {
            let said = "The value is not of its option's type.";
            findings.add(
                choice.at("value"),
                "APPLICATION_COMMAND_OPTIONS_VALUE_INVALID",
                said,
            );
        }
        if let Some(choice) = read::<CommandOptionChoice>(value, &path, findings) {
            note(command::choice(&choice), &path, findings);
        }
    }
}

/// Judges the data of an answer that completes an option of the type `kind`.
pub(crate) fn check_completion(body: &Value, kind: u64, findings: &mut Findings) {
    let Some(data) = Object::of(body, "data", findings) else {
        return;
    };
    data.present("choices", findings);
    check_choices(&data, kind, findings);
    read::<InteractionResponseData>(body, "data", findings);
}

/// Judges the data of an answer that opens a modal.
pub(crate) fn check_modal(data: &Value, findings: &mut Findings) {
    let Some(modal) = Object::of(data, "data", findings) else {
        return;
    };
    for (key, most) in [
        ("title", limits::MODAL_TITLE),
        ("custom_id", limits::MODAL_ID),
    ] {
        modal.required(key, findings);
        modal.short(key, most, findings);
    }
    let rows = modal.bounded("components", limits::MODAL_ROWS, findings);
    if rows.is_empty() {
        let said = "A modal needs a row.";
        findings.add(modal.at("components"), "BASE_TYPE_BAD_LENGTH", said);
    }
    let mut seen = HashSet::new();
    for (path, value) in rows {
        let Some(row) = Object::of(value, path, findings) else {
            continue;
        };
        let inputs = row.bounded("components", 1, findings);
        if inputs.is_empty() || row.integer("type", 1..=1, findings).is_none() {
            findings.add(
                row.path(),
                "BASE_TYPE_REQUIRED",
                "A row holds one text input.",
            );
        }
        for (path, value) in inputs {
            if let Some(input) = Object::of(value, path.as_str(), findings) {
                check_input(&input, &mut seen, findings);
            }
            if let Some(Component::TextInput(input)) = read(value, &path, findings) {
                note(component::text_input(&input, true), &path, findings);
            }
        }
    }
    read::<InteractionResponseData>(data, "data", findings);
}

/// Judges the parts of a text input that twilight does not.
fn check_input<'a>(input: &Object<'a>, seen: &mut HashSet<&'a str>, findings: &mut Findings) {
    input.present("type", findings);
    input.integer("type", 4..=4, findings);
    input.required("label", findings);
    if let Some(id) = input.required("custom_id", findings)
        && !seen.insert(id)
    {
        let said = "Component custom id cannot be duplicated.";
        findings.add(
            input.at("custom_id"),
            "COMPONENT_CUSTOM_ID_DUPLICATED",
            said,
        );
    }
}
