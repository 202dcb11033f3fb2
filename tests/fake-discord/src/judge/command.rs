//! The table of commands.

use std::collections::HashSet;

use serde_json::Value;

use super::{
    Findings, limits,
    modal::check_choices,
    object::{Object, check_text},
};

const SLASH: i64 = 1;
const SUBCOMMANDS: [u64; 2] = [1, 2];
/// Types of options that may have choices or completion: string, integer, number.
const CHOOSABLE: [u64; 3] = [3, 4, 10];
const LOCALES: [&str; 34] = [
    "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl",
    "no", "pl", "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th",
    "zh-CN", "ja", "zh-TW", "ko", "ar", "he",
];

/// Judges a whole table of commands, as it is put in one request.
pub(crate) fn check_commands(body: &Value, findings: &mut Findings) {
    let Some(list) = body.as_array() else {
        findings.add("", "LIST_TYPE_CONVERT", "Only iterables may be used here.");
        return;
    };
    if list.len() > limits::COMMANDS {
        let said = format!("{} commands, {} at most.", list.len(), limits::COMMANDS);
        findings.add("", "APPLICATION_COMMANDS_TOO_MANY", said);
    }
    let mut names = HashSet::new();
    for (number, value) in list.iter().enumerate() {
        let Some(command) = Object::of(value, number.to_string(), findings) else {
            continue;
        };
        let kind = command.integer("type", 1..=4, findings).unwrap_or(SLASH);
        let total = if kind == SLASH {
            check_slash(&command, findings)
        } else {
            command.required("name", limits::COMMAND_NAME, findings);
            0
        };
        if total > limits::COMMAND_TOTAL {
            let said = format!("{total} characters, {} at most.", limits::COMMAND_TOTAL);
            findings.add(command.path(), "APPLICATION_COMMAND_TOO_LARGE", said);
        }
        if let Some(name) = command.get("name").and_then(Value::as_str)
            && !names.insert((kind, name))
        {
            let said = format!("Application command names must be unique: {name:?}.");
            findings.add(
                command.at("name"),
                "APPLICATION_COMMANDS_DUPLICATE_NAME",
                said,
            );
        }
        check_reach(&command, findings);
    }
}

/// Judges who may use the command, and where.
fn check_reach(command: &Object<'_>, findings: &mut Findings) {
    if let Some(rights) = command.get("default_member_permissions")
        && rights
            .as_str()
            .is_none_or(|text| text.parse::<u64>().is_err())
    {
        let said = "Permissions are a number written as a string.";
        findings.add(
            command.at("default_member_permissions"),
            "STRING_TYPE_CONVERT",
            said,
        );
    }
    command.flag("nsfw", findings);
    command.flag("dm_permission", findings);
    for (key, most) in [("contexts", 2), ("integration_types", 1)] {
        for (path, value) in command.list(key, 3, findings) {
            if value.as_u64().is_none_or(|number| number > most) {
                findings.add(path, "BASE_TYPE_CHOICES", "No such place.");
            }
        }
    }
}

fn check_slash(command: &Object<'_>, findings: &mut Findings) -> usize {
    let mut total = check_naming(command, findings);
    total += check_options(command, findings);
    total
}

/// Judges name and description in every language and counts them in the longest.
fn check_naming(of: &Object<'_>, findings: &mut Findings) -> usize {
    let mut total = 0;
    for (key, limit) in [
        ("name", limits::COMMAND_NAME),
        ("description", limits::COMMAND_DESCRIPTION),
    ] {
        let text = of.required(key, limit, findings).unwrap_or_default();
        if key == "name" {
            check_name(text, &of.at(key), findings);
        }
        let mut longest = text.chars().count();
        for (path, text) in localized(of, key, findings) {
            check_text(text, limit, &path, findings);
            if key == "name" {
                check_name(text, &path, findings);
            }
            longest = longest.max(text.chars().count());
        }
        total += longest;
    }
    total
}

/// The other languages of the text under `key`.
fn localized<'a>(of: &Object<'a>, key: &str, findings: &mut Findings) -> Vec<(String, &'a str)> {
    let key = format!("{key}_localizations");
    let Some(value) = of.get(&key) else {
        return Vec::new();
    };
    let Some(languages) = Object::of(value, of.at(&key), findings) else {
        return Vec::new();
    };
    let mut texts = Vec::new();
    for language in languages.keys() {
        if !LOCALES.contains(&language) {
            findings.add(
                languages.at(language),
                "BASE_TYPE_CHOICES",
                "No such language.",
            );
        }
        match languages.get(language).map(Value::as_str) {
            Some(Some(text)) => texts.push((languages.at(language), text)),
            Some(None) => {
                let said = "Could not interpret as string.";
                findings.add(languages.at(language), "STRING_TYPE_CONVERT", said);
            }
            None => {}
        }
    }
    texts
}

/// Letters, digits, `-`, `_` and `'`, in lower case where there is such a thing.
fn check_name(name: &str, path: &str, findings: &mut Findings) {
    let sound = name
        .chars()
        .all(|c| c.is_alphanumeric() || "-_'".contains(c));
    if !sound || name.chars().any(|c| c.to_lowercase().ne([c])) {
        let said = format!("Command name {name:?} is invalid.");
        findings.add(path, "APPLICATION_COMMAND_INVALID_NAME", said);
    }
}

fn check_options(of: &Object<'_>, findings: &mut Findings) -> usize {
    let (mut total, mut names, mut optional, mut kinds) = (0, HashSet::new(), false, Vec::new());
    for (path, value) in of.list("options", limits::OPTIONS, findings) {
        let Some(option) = Object::of(value, path, findings) else {
            continue;
        };
        total += check_naming(&option, findings);
        let kind = option
            .integer("type", 1..=11, findings)
            .and_then(|kind| kind.try_into().ok());
        let Some(kind) = kind else {
            findings.add(
                option.at("type"),
                "BASE_TYPE_REQUIRED",
                "This field is required.",
            );
            continue;
        };
        kinds.push(SUBCOMMANDS.contains(&kind));
        if let Some(name) = option.get("name").and_then(Value::as_str)
            && !names.insert(name)
        {
            let said = format!("Option names must be unique: {name:?}.");
            findings.add(
                option.at("name"),
                "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATED",
                said,
            );
        }
        let required = option.flag("required", findings);
        if required && optional {
            let said = "Required options must be placed before non-required options.";
            findings.add(
                option.path(),
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                said,
            );
        }
        optional |= !required;
        total += if SUBCOMMANDS.contains(&kind) {
            check_options(&option, findings)
        } else {
            check_option(&option, kind, findings)
        };
    }
    if kinds.iter().any(|kind| *kind) && kinds.iter().any(|kind| !kind) {
        let said = "Subcommands and plain options do not mix.";
        findings.add(
            of.at("options"),
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            said,
        );
    }
    total
}

fn check_option(option: &Object<'_>, kind: u64, findings: &mut Findings) -> usize {
    let mut total = 0;
    let choices = option.list("choices", usize::MAX, &mut Findings::default());
    let completed = option.flag("autocomplete", findings);
    if (completed || !choices.is_empty()) && !CHOOSABLE.contains(&kind) {
        let said = "Only strings and numbers are chosen.";
        findings.add(
            option.path(),
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            said,
        );
    }
    if completed && !choices.is_empty() {
        let said = "Completion and choices are mutually exclusive.";
        findings.add(
            option.path(),
            "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES",
            said,
        );
    }
    check_choices(option, kind, findings);
    for (path, choice) in choices {
        let Some(choice) = Object::of(choice, path, &mut Findings::default()) else {
            continue;
        };
        let length = |key| {
            choice
                .get(key)
                .and_then(Value::as_str)
                .map_or(0, |text| text.chars().count())
        };
        let mut longest = length("name");
        for (path, text) in localized(&choice, "name", findings) {
            check_text(text, limits::CHOICE_TEXT, &path, findings);
            longest = longest.max(text.chars().count());
        }
        total += longest + length("value");
    }
    for (keys, fitting) in [
        (["min_value", "max_value"], [4, 10]),
        (["min_length", "max_length"], [3, 3]),
    ] {
        let bounds = keys.map(|key| option.get(key).map(|value| (key, value.as_f64())));
        for (key, number) in bounds.into_iter().flatten() {
            if number.is_none() || !fitting.contains(&kind) {
                let said = "Such a bound does not fit this option.";
                findings.add(
                    option.at(key),
                    "APPLICATION_COMMAND_OPTIONS_BOUND_INVALID",
                    said,
                );
            }
        }
        if let [Some((key, Some(min))), Some((_, Some(max)))] = bounds
            && min > max
        {
            let said = "The least is greater than the most.";
            findings.add(
                option.at(key),
                "APPLICATION_COMMAND_OPTIONS_BOUND_INVALID",
                said,
            );
        }
    }
    option.integer("min_length", 0..=6000, findings);
    option.integer("max_length", 1..=6000, findings);
    total
}
