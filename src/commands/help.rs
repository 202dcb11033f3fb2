//! `/help`: all commands, or one of them with its options.

use super::{
    COMMANDS, command_called, pager::fitting, prelude::*, rules, shortcut, suggestion::choices,
};
use crate::{
    computer::Level,
    messages::{Block, Menu, MenuOption},
    render::BoardView,
    rules::Position,
};

pub(super) const COMMAND: Command = Command {
    name: "help",
    group: Group::You,
    options: &[option("command", Kind::Command)],
    takes_bare: true,
    read: |options| {
        let task = Task::Help(HelpTask::Help(options.owned("command")));
        Ok(Request::look(Cost::Step, task).about(About::Nothing))
    },
    press: |action| {
        let group = Group::from_word(action.strip_prefix(GROUP)?)?;
        Some((
            Presser::Anybody,
            Request {
                page: PageUse::Turns,
                about: About::Nothing,
                ..Request::look(Cost::Free, Task::Help(HelpTask::Group(group)))
            },
        ))
    },
    ..Command::plain(Presser::Anybody)
};

/// `help:<group>` (interfaces §9), about no match.
const GROUP: &str = "help:";

/// The most characters of choices that are explained. With the names of all others they fit into a
/// message.
const MOST_EXPLAINED: usize = 900;
/// The most characters of commands that are described. With the names of all others they fit into a
/// message.
const MOST_DESCRIBED: usize = 1_600;

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum HelpTask {
    /// Help with the command of this name in any language, with or without its slash; with all when `None`.
    Help(Option<String>),
    /// The page of a group of commands.
    Group(Group),
}

pub(super) fn run(cx: &Context<'_>, task: &HelpTask) -> Answer {
    let name = match task {
        HelpTask::Help(None) => return Ok(first_page(cx)),
        HelpTask::Group(group) => return Ok(group_page(cx, *group)),
        HelpTask::Help(Some(name)) => name,
    };
    let name = name.trim_start_matches('/');
    let command = command_called(name);
    let command = command.ok_or_else(|| InputError::UnknownCommand(cut(name)))?;
    let options = command.offered(cx.incoming.opens_modals);
    let options = options.map(|option| described(cx, command, option));
    let first = line(cx, "help-command", command);
    let lines = [first].into_iter().chain(options);
    Ok(Reply::words(Message::lines(lines)))
}

/// Returns the page that everybody sees first: the board, and what to do next.
fn first_page(cx: &Context<'_>) -> Reply {
    let shared = cx.is_shared();
    let turn = ["help-turn-elsewhere", "help-turn"][usize::from(shared)];
    let (matches, mv) = (cx.command("matches"), cx.command("move"));
    let values = [("matches", &matches as _), ("move", &mv as _)];
    let beneath = vec![
        Block::Text(cx.say(turn, &values)),
        Block::Menu(groups(cx, None)),
    ];
    welcome(cx, shared, beneath).saying(all(cx))
}

/// Returns the greeting of a server that the bot has just come to.
pub(super) fn greeting(narrator: &Narrator<'_>) -> Reply {
    let label = narrator.say("button-help", &[]);
    let help = Block::Beside(
        narrator.say("help-start", &[]),
        shortcut::button("help", &[], label),
    );
    Reply {
        audience: Audience::All,
        locale: Some(narrator.locale.clone()),
        ..welcome(narrator, true, vec![help])
    }
}

/// Returns a page that tells what Rondel is, with the first steps.
fn welcome(narrator: &Narrator<'_>, shared: bool, beneath: Vec<Block>) -> Reply {
    let say = |id: &'static str| narrator.say(id, &[]);
    let level = Level::LOWEST.to_string();
    let computers = [("computers", "2"), ("level", level.as_str())];
    let play = shortcut::button("play", &computers, say("button-play-computers")).good();
    let table = Button::alone(format!("{}play", shortcut::ASK), say("button-open-table"));
    let rules = rules::minute_button(narrator);
    let table = Some(table).filter(|_| shared);
    let buttons = [play].into_iter().chain(table).chain([rules]);
    let mut blocks = vec![
        Block::Heading(say("help-title")),
        Block::Text(say("help-what")),
        Block::Picture,
        Block::Buttons(buttons.collect()),
    ];
    blocks.extend(beneath);
    let mut view = BoardView::new(Position::start(), Color::White);
    view.mirrored = narrator.locale.mirrored;
    view.example = true;
    let picture = Picture::of_board(String::from("rondel"), view);
    Reply::page(blocks).showing(Shown::Picture(picture))
}

/// Returns the page of a group of commands, a line each.
fn group_page(cx: &Context<'_>, group: Group) -> Reply {
    let word = group.word();
    let lines = working(cx, group).map(|command| Block::Text(line(cx, "help-line", command)));
    let mut blocks = vec![Block::Heading(cx.say(format!("group-{word}"), &[]))];
    blocks.extend(lines);
    let back = shortcut::button("help", &[], cx.say("button-help", &[]));
    blocks.push(Block::Buttons(vec![back]));
    blocks.push(Block::Menu(groups(cx, Some(group))));
    Reply::page(blocks)
}

/// Returns the menu of all groups, of which one may be shown.
fn groups(cx: &Context<'_>, shown: Option<Group>) -> Menu {
    let option = |group: Group| {
        let word = group.word();
        let label = cx.word(&format!("group-{word}"));
        let button = Button::alone(format!("{GROUP}{word}"), label);
        let commands = working(cx, group);
        let about = cx.comma(commands.map(|one| format!("/{}", cx.command_name(one.name))));
        MenuOption {
            about,
            ..MenuOption::of(button, Some(group) == shown)
        }
    };
    let all = Group::ALL.into_iter();
    let all = all.filter(|group| working(cx, *group).next().is_some());
    Menu {
        name: "groups",
        prompt: cx.word("menu-groups"),
        label: None,
        options: all.map(option).collect(),
    }
}

/// Describes a command in a line, with its purpose.
fn line(cx: &Context<'_>, id: &'static str, command: &Command) -> Message {
    let name = cx.command(command.name);
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

/// Returns the commands of a group that work here.
fn working<'a>(cx: &'a Context<'_>, group: Group) -> impl Iterator<Item = &'static Command> + 'a {
    let commands = COMMANDS
        .iter()
        .filter(move |command| command.group == group);
    commands.filter(|command| cx.has(command))
}

/// Lists all commands that work here, a line each. Those that no longer fit are only named.
fn all(cx: &Context<'_>) -> Message {
    let commands = COMMANDS.iter().filter(|command| cx.has(command));
    let commands: Vec<&Command> = commands.collect();
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
