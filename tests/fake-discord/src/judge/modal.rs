//! Completions and modals.

use std::collections::HashSet;

use serde_json::Value;

use super::{Findings, limits, object::Object};

/// The types of a command's option that have choices.
const STRING: u64 = 3;
const INTEGER: u64 = 4;
const NUMBER: u64 = 10;

/// Judges a list of choices for an option of the type `kind`.
pub(crate) fn check_choices(body: &Object<'_>, kind: u64, findings: &mut Findings) {
    let mut names = HashSet::new();
    for (path, value) in body.list("choices", limits::CHOICES, findings) {
        let Some(choice) = Object::of(value, path, findings) else {
            continue;
        };
        if let Some(name) = choice.required("name", limits::CHOICE_TEXT, findings)
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
            (STRING, Some(_)) => {
                choice.text("value", limits::CHOICE_TEXT, findings);
                true
            }
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
    }
}

/// Judges the data of an answer that completes an option of the type `kind`.
pub(crate) fn check_completion(data: &Value, kind: u64, findings: &mut Findings) {
    let Some(data) = Object::of(data, "data", findings) else {
        return;
    };
    if data.get("choices").is_none() {
        findings.add(
            data.at("choices"),
            "BASE_TYPE_REQUIRED",
            "This field is required.",
        );
    }
    check_choices(&data, kind, findings);
}

/// Judges the data of an answer that opens a modal.
pub(crate) fn check_modal(data: &Value, findings: &mut Findings) {
    let Some(modal) = Object::of(data, "data", findings) else {
        return;
    };
    modal.required("title", limits::MODAL_TITLE, findings);
    modal.required("custom_id", limits::CUSTOM_ID, findings);
    let rows = modal.list("components", limits::ROWS, findings);
    if rows.is_empty() {
        let said = "A modal needs a row.";
        findings.add(modal.at("components"), "BASE_TYPE_BAD_LENGTH", said);
    }
    let mut seen = HashSet::new();
    for (path, value) in rows {
        let Some(row) = Object::of(value, path, findings) else {
            continue;
        };
        let inputs = row.list("components", 1, findings);
        if inputs.is_empty() || row.integer("type", 1..=1, findings).is_none() {
            findings.add(
                row.path(),
                "BASE_TYPE_REQUIRED",
                "A row holds one text input.",
            );
        }
        for (path, value) in inputs {
            if let Some(input) = Object::of(value, path, findings) {
                check_input(&input, &mut seen, findings);
            }
        }
    }
}

fn check_input<'a>(input: &Object<'a>, seen: &mut HashSet<&'a str>, findings: &mut Findings) {
    if input.integer("type", 4..=4, findings).is_none() {
        findings.add(
            input.at("type"),
            "BASE_TYPE_REQUIRED",
            "A text input has the type 4.",
        );
    }
    if input.integer("style", 1..=2, findings).is_none() {
        findings.add(
            input.at("style"),
            "BASE_TYPE_REQUIRED",
            "This field is required.",
        );
    }
    input.required("label", limits::INPUT_LABEL, findings);
    input.text("placeholder", limits::INPUT_PLACEHOLDER, findings);
    input.text("value", limits::INPUT_VALUE, findings);
    input.integer("min_length", 0..=4000, findings);
    input.integer("max_length", 1..=4000, findings);
    if let Some(id) = input.required("custom_id", limits::CUSTOM_ID, findings)
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
