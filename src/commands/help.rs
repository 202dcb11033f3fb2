//! `/help`: all commands, or one of them with its options.

use super::{
    COMMANDS, command_called,
    options::{InputError, Opt, cut},
    prelude::*,
    suggestion::choices,
};

pub(super) const COMMAND: Command = Command {
    name: "help",
    options: &[option("command", Kind::Command)],
    takes_bare: true,
    works_alone: true,
    read: |options| {
        let name = options.owned("command");
        Ok(Request::look(Cost::Free, move |cx| {
            Box::pin(run(cx, name.clone()))
        }))
    },
    ..Command::PLAIN
};

/// The most characters of choices that are explained. With the names of all others they fit into a
/// message.
const MOST_EXPLAINED: usize = 900;
/// The most characters of commands that are described. With the names of all others they fit into a
/// message.
const MOST_DESCRIBED: usize = 1_600;

/// Helps with the command of this name in any language, with or without its slash; with all when
/// `None`.
async fn run(cx: &Context<'_>, name: Option<String>) -> Answer {
    let Some(name) = &name else {
        return Ok(Reply::words(all(cx)));
    };
    let name = name.trim_start_matches('/');
    let command = command_called(name);
    let command = command.ok_or_else(|| InputError::UnknownCommand(cut(name)))?;
    let first = cx.say(
        "help-command",
        &[
            ("command", &cx.texts().command_name(command.name)),
            ("what", &about(cx.texts(), command)),
        ],
    );
    let options = command.options.iter();
    let options = options.map(|option| described(cx, command, option));
    let lines = [first].into_iter().chain(options);
    Ok(Reply::words(Message::lines(lines)))
}

fn about(texts: &Texts, command: &Command) -> String {
    texts.word(&format!("command-{}", command.name))
}

/// An option in a line, with its choices.
fn described(cx: &Context<'_>, command: &Command, option: &Opt) -> Message {
    let texts = cx.texts();
    let what = texts.word(&format!("option-{}-{}", command.name, option.name));
    let id = if option.required {
        "help-option-required"
    } else {
        "help-option"
    };
    let name = texts.option_name(option.name);
    let line = cx.say(id, &[("option", &name), ("what", &what)]);
    if option.kind == Kind::Ruleset {
        return explained(cx, line, option);
    }
    if option.choices.is_empty() {
        return line;
    }
    let choices = option
        .choices
        .iter()
        .map(|choice| texts.choice_name(choice));
    let choices: Vec<String> = choices.collect();
    let choices = Message::plain(format!("[{}]", texts.comma(&choices)));
    Message::sentences([line, choices])
}

/// An option with its choices, each explained on a line of its own; those for which there is no room
/// are named.
fn explained(cx: &Context<'_>, heading: Message, option: &Opt) -> Message {
    let mut lines = vec![heading];
    let mut named = Vec::new();
    let mut letters = 0;
    for choice in choices(cx.texts(), cx.rulesets, option) {
        let name = cx.texts().choice_name(&choice.value);
        letters += name.chars().count() + choice.label.chars().count();
        if letters <= MOST_EXPLAINED && named.is_empty() {
            let values = [("choice", &name as _), ("what", &choice.label as _)];
            lines.push(cx.say("help-choice", &values));
        } else {
            named.push(name);
        }
    }
    if !named.is_empty() {
        lines.push(cx.say("help-choices", &[("choices", &named.join(", "))]));
    }
    Message::lines(lines)
}

/// All commands, a line each; those for which there is no room are named.
fn all(cx: &Context<'_>) -> Message {
    let mut lines = vec![cx.say("help-heading", &[])];
    let mut named = Vec::new();
    let mut letters = 0;
    for command in COMMANDS {
        let name = cx.texts().command_name(command.name);
        let what = about(cx.texts(), command);
        let line = cx.say("help-line", &[("command", &name), ("what", &what)]);
        letters += line.chars().count() + 1;
        if letters <= MOST_DESCRIBED && named.is_empty() {
            lines.push(line);
        } else {
            named.push(format!("/{name}"));
        }
    }
    if !named.is_empty() {
        let named = cx.texts().comma(&named);
        lines.push(cx.say("help-choices", &[("choices", &named)]));
    }
    lines.push(cx.say("help-more", &[]));
    Message::lines(lines)
}
