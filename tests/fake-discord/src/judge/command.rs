//! The table of commands.

use std::collections::HashSet;

use serde_json::Value;

use twilight_model::application::command::{Command, CommandOption, CommandType};
use twilight_validate::command as validate;

use super::{
    Findings, limits,
    modal::check_choices,
    object::Object,
    twilight::{note, read, with},
};

const SLASH: i64 = 1;
const USER_MENU: i64 = 2;
const MESSAGE_MENU: i64 = 3;
/// The type of the command that launches the application's Activity.
const ENTRY_POINT: i64 = 4;
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
    for (kind, most) in [
        (SLASH, limits::COMMANDS),
        (USER_MENU, limits::MENU_COMMANDS),
        (MESSAGE_MENU, limits::MENU_COMMANDS),
    ] {
        let of_kind = |value: &&Value| value["type"].as_i64().unwrap_or(SLASH) == kind;
        let count = list.iter().filter(of_kind).count();
        if count > most {
            let said = format!("{count} commands of the type {kind}, {most} at most.");
            findings.add("", "APPLICATION_COMMANDS_TOO_MANY", said);
        }
    }
    let (mut names, mut meanings) = (HashSet::new(), HashSet::new());
    for (number, value) in list.iter().enumerate() {
        let Some(command) = Object::of(value, number.to_string(), findings) else {
            continue;
        };
        let kind = command.integer("type", 1..=4, findings).unwrap_or(SLASH);
        let total = if kind == SLASH {
            check_naming(&command, findings) + check_options(&command, findings)
        } else {
            command.required("name", findings);
            check_no_options(&command, findings);
            0
        };
        if kind == ENTRY_POINT {
            command.integer("handler", 1..=2, findings);
            // Only this command has it, and twilight does not know it.
            check_read(&without(value, "handler"), &command, findings);
        } else {
            check_read(value, &command, findings);
        }
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
        let said = "APPLICATION_COMMANDS_DUPLICATE_NAME";
        check_localized_once(&command, &kind.to_string(), said, &mut meanings, findings);
        check_reach(&command, findings);
    }
}

/// Reports options of a command that is not typed.
fn check_no_options(command: &Object<'_>, findings: &mut Findings) {
    if !command.list("options", findings).is_empty() {
        let said = "Only slash commands have options.";
        let code = "APPLICATION_COMMAND_OPTIONS_NOT_ALLOWED";
        findings.add(command.at("options"), code, said);
    }
}

fn without(value: &Value, key: &str) -> Value {
    let mut value = value.clone();
    if let Some(fields) = value.as_object_mut() {
        fields.remove(key);
    }
    value
}

/// Reports a localized name that already stands for another thing of the same `kind` in this
/// language, among `meanings`. Readers of that language could not tell the two apart.
fn check_localized_once<'a>(
    of: &Object<'a>,
    kind: &str,
    said: &'static str,
    meanings: &mut HashSet<(String, &'a str)>,
    findings: &mut Findings,
) {
    // Faults in them were reported when they were counted.
    for (path, name) in localized(of, "name", &mut Findings::default()) {
        let language = path.rsplit('.').next().unwrap_or_default();
        if !meanings.insert((format!("{kind} {language}"), name)) {
            findings.add(
                path,
                said,
                format!("The name {name:?} is there twice in this language."),
            );
        }
    }
}

/// Judges the fields that say who may use the command, and where.
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
        let listed = command.list(key, findings);
        if command.get(key).is_some() && listed.is_empty() {
            findings.add(command.at(key), "BASE_TYPE_BAD_LENGTH", "It must name one.");
        }
        let mut seen = HashSet::new();
        for (path, value) in listed {
            if value.as_u64().is_none_or(|number| number > most) {
                findings.add(path, "BASE_TYPE_CHOICES", "No such place.");
            } else if !seen.insert(value.as_u64()) {
                findings.add(
                    path,
                    "SET_TYPE_ALREADY_CONTAINS_VALUE",
                    "It is there twice.",
                );
            }
        }
    }
}

/// Lets twilight read the whole command and measure its options.
fn check_read(value: &Value, command: &Object<'_>, findings: &mut Findings) {
    // Defaults that Discord fills in.
    let meant = [
        ("type", Value::from(SLASH)),
        ("version", "1".into()),
        ("description", "".into()),
    ];
    let whole = meant
        .into_iter()
        .fold(value.clone(), |whole, (key, meant)| {
            with(&whole, key, meant)
        });
    let Some(read) = read::<Command>(&whole, command.path(), findings) else {
        return;
    };
    if matches!(read.kind, CommandType::User | CommandType::Message) && !findings.at(command.path())
    {
        note(validate::command(&read), command.path(), findings);
    }
    note_options(&read.options, &command.at("options"), findings);
}

/// Reports twilight's findings on the options, on each of them and then on all together.
fn note_options(options: &[CommandOption], path: &str, findings: &mut Findings) {
    for (number, option) in options.iter().enumerate() {
        let path = format!("{path}.{number}");
        if !findings.at(&path) {
            note(validate::option(option), &path, findings);
        }
        if let Some(inner) = &option.options {
            note_options(inner, &format!("{path}.options"), findings);
        }
    }
    if !findings.at(path) {
        note(validate::options(options), path, findings);
    }
}

/// Judges name and description in every language, and returns the length in the longest.
fn check_naming(of: &Object<'_>, findings: &mut Findings) -> usize {
    let mut total = 0;
    for key in ["name", "description"] {
        of.present(key, findings);
        let own = of.text(key, findings).map(|text| (of.at(key), text));
        let mut longest = 0;
        for (path, text) in localized(of, key, findings).into_iter().chain(own) {
            match key {
                "name" => note(validate::chat_input_name(text), &path, findings),
                _ => note(validate::description(text), &path, findings),
            }
            longest = longest.max(text.chars().count());
        }
        total += longest;
    }
    total
}

/// Returns the text under `key` in the other languages.
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

fn check_options(of: &Object<'_>, findings: &mut Findings) -> usize {
    let (mut total, mut kinds, mut meanings) = (0, Vec::new(), HashSet::new());
    for (path, value) in of.list("options", findings) {
        let Some(option) = Object::of(value, path, findings) else {
            continue;
        };
        total += check_naming(&option, findings);
        let said = "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATED";
        check_localized_once(&option, "", said, &mut meanings, findings);
        let kind = option
            .integer("type", 1..=11, findings)
            .and_then(|kind| kind.try_into().ok());
        let Some(kind) = kind else {
            option.present("type", findings);
            continue;
        };
        kinds.push(SUBCOMMANDS.contains(&kind));
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
    let choices = option.list("choices", &mut Findings::default());
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
    let mut meanings = HashSet::new();
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
        for (_, text) in localized(&choice, "name", findings) {
            longest = longest.max(text.chars().count());
        }
        let said = "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_DUPLICATED";
        check_localized_once(&choice, "", said, &mut meanings, findings);
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
