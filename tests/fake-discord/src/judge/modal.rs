//! Completions and modals.

use std::collections::HashSet;

use serde_json::Value;

use twilight_model::{
    application::command::CommandOptionChoice, channel::message::Component,
    http::interaction::InteractionResponseData,
};
use twilight_validate::{command, component};

use super::{
    Findings,
    component::{check_kind, check_select, check_unique},
    limits,
    object::Object,
    twilight::{note, read},
};
use crate::component::{
    CHANNEL_SELECT, LABEL, MENTIONABLE_SELECT, ROLE_SELECT, ROW, STRING_SELECT, TEXT_INPUT,
    USER_SELECT,
};

const IN_A_LABEL: [u64; 6] = [
    STRING_SELECT,
    TEXT_INPUT,
    USER_SELECT,
    ROLE_SELECT,
    MENTIONABLE_SELECT,
    CHANNEL_SELECT,
];

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
    let parts = modal.bounded("components", limits::MODAL_PARTS, findings);
    if parts.is_empty() {
        let said = "A modal needs a field.";
        findings.add(modal.at("components"), "BASE_TYPE_BAD_LENGTH", said);
    }
    let mut seen = HashSet::new();
    for (path, value) in parts {
        let Some(part) = Object::of(value, path.as_str(), findings) else {
            continue;
        };
        match check_kind(&part, &[LABEL, ROW], findings) {
            Some(LABEL) => check_label(&part, &mut seen, findings),
            Some(_) => check_row(&part, &mut seen, findings),
            None => {}
        }
        if let Some(Component::Label(label)) = read(value, &path, findings)
            && !findings.at(&path)
        {
            note(component::label(&label), &path, findings);
        }
    }
    read::<InteractionResponseData>(data, "data", findings);
}

/// Judges a field with its label.
fn check_label(label: &Object<'_>, seen: &mut HashSet<String>, findings: &mut Findings) {
    label.required("label", findings);
    label.present("component", findings);
    let Some(value) = label.get("component") else {
        return;
    };
    let Some(field) = Object::of(value, label.at("component"), findings) else {
        return;
    };
    match check_kind(&field, &IN_A_LABEL, findings) {
        Some(TEXT_INPUT) => check_input(&field, findings),
        Some(kind) => check_select(&field, kind, findings),
        None => {}
    }
    field.flag("required", findings);
    check_unique(&field, seen, findings);
}

/// Judges a row with a text input, the older form of a field.
fn check_row(row: &Object<'_>, seen: &mut HashSet<String>, findings: &mut Findings) {
    let inputs = row.bounded("components", 1, findings);
    if inputs.is_empty() {
        let said = "A row holds one text input.";
        findings.add(row.at("components"), "BASE_TYPE_BAD_LENGTH", said);
    }
    for (path, value) in inputs {
        if let Some(input) = Object::of(value, path.as_str(), findings)
            && check_kind(&input, &[TEXT_INPUT], findings).is_some()
        {
            input.required("label", findings);
            check_input(&input, findings);
            check_unique(&input, seen, findings);
        }
        if let Some(Component::TextInput(input)) = read(value, &path, findings) {
            note(component::text_input(&input, true), &path, findings);
        }
    }
}

/// Judges the parts of a text input that twilight does not.
fn check_input(input: &Object<'_>, findings: &mut Findings) {
    input.required("custom_id", findings);
    let least = input.integer("min_length", 0..=limits::TEXT_INPUT, findings);
    let most = input.integer("max_length", 1..=limits::TEXT_INPUT, findings);
    if least.zip(most).is_some_and(|(least, most)| least > most) {
        let said = "min_length is greater than max_length.";
        findings.add(input.at("min_length"), "TEXT_INPUT_LENGTH_INVALID", said);
    }
}
