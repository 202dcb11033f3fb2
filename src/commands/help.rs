//! `/help`: all commands, or one of them with its options.

use super::{COMMANDS, command_called, pager::fitting, prelude::*, suggestion::choices};

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
    let options = command.options.iter();
    let options = options.map(|option| described(cx, command, option));
    let first = line(cx, "help-command", command);
    let lines = [first].into_iter().chain(options);
    Ok(Reply::words(Message::lines(lines)))
}

/// Describes a command in a line, with its purpose.
fn line(cx: &Context<'_>, id: &'static str, command: &Command) -> Message {
    let name = cx.command_name(command.name);
    let what = cx.word(&format!("command-{}", command.name));
    cx.say(id, &[("command", &name), ("what", &what)])
}

/// Describes an option in a line, with its choices.
fn described(cx: &Context<'_>, command: &Command, option: &Opt) -> Message {
    let texts = cx.texts();
    let what = texts.word(&format!("option-{}-{}", command.name, option.name));
    let id = ["help-option", "help-option-required"][usize::from(option.required)];
    let name = texts.option_name(option.name);
    let line = cx.say(id, &[("option", &name), ("what", &what)]);
    if option.kind == Kind::Ruleset {
        return explained(cx, line, option);
    }
    if option.choices.is_empty() {
        return line;
    }
    let choices = option.choices.iter();
    let choices = texts.comma(choices.map(|choice| texts.choice_name(choice)));
    let choices = Message::plain(format!("[{choices}]"));
    Message::sentences([line, choices])
}

/// Describes an option with its choices, each explained on its own line. Those that no longer fit
/// are only named.
fn explained(cx: &Context<'_>, heading: Message, option: &Opt) -> Message {
    let choices = choices(cx.texts(), cx.rulesets, option).into_iter();
    let choices: Vec<(String, String)> = choices
        .map(|choice| (cx.choice_name(&choice.value), choice.label))
        .collect();
    let letters = |(name, what): &(String, String)| name.chars().count() + what.chars().count();
    let fit = fitting(choices.iter().map(letters), MOST_EXPLAINED);
    let (explained, named) = choices.split_at(fit);
    let explained = explained
        .iter()
        .map(|(choice, what)| cx.say("help-choice", &[("choice", choice), ("what", what)]));
    let named: Vec<&str> = named.iter().map(|(name, _)| name.as_str()).collect();
    let rest =
        (!named.is_empty()).then(|| cx.say("help-choices", &[("choices", &named.join(", "))]));
    Message::lines([heading].into_iter().chain(explained).chain(rest))
}

/// Lists all commands that work here, a line each. Those that no longer fit are only named.
fn all(cx: &Context<'_>) -> Message {
    let works = |command: &&Command| command.works_alone || cx.is_shared();
    let commands: Vec<&Command> = COMMANDS.iter().filter(works).collect();
    let lines = commands.iter();
    let lines = lines.map(|command| line(cx, "help-line", command));
    let mut lines: Vec<Message> = lines.collect();
    let letters = lines.iter().map(|line| line.chars().count() + 1);
    let fit = fitting(letters, MOST_DESCRIBED);
    lines.truncate(fit);
    let named = commands[fit..].iter();
    let named = named.map(|command| format!("/{}", cx.command_name(command.name)));
    let named = cx.comma(named);
    if !named.is_empty() {
        lines.push(cx.say("help-choices", &[("choices", &named)]));
    }
    let heading = [cx.say("help-heading", &[])].into_iter();
    Message::lines(heading.chain(lines).chain([cx.say("help-more", &[])]))
}
