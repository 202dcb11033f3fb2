//! Reads what people type and press by the table of commands.

use super::{
    COMMANDS,
    command::{Command, Presser},
    incoming::{Input, Value},
    naming::all_as_in_table,
    options::{InputError, Kind, MATCH, Opt, Options, cut},
    request::{About, Cost, Handling, PageUse, Request, Task},
    shortcut::{self, ASK, FilledIn},
};
use crate::{host::Visit, matchplay::MatchId, messages::ButtonId};

/// An input that was read by the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ReadInput {
    pub(super) command: &'static Command,
    pub(super) request: Request,
    /// The match that is named, or on whose board something was pressed.
    pub(super) given: Option<String>,
    /// The ply of that board, where it must be the latest.
    pub(super) shown_ply: Option<u32>,
    /// Whether it is a command, typed or given by a button.
    pub(super) typed: bool,
    /// Who may press the button; `None` for what was typed.
    pub(super) presser: Option<Presser>,
}

impl ReadInput {
    fn of(command: &'static Command, options: &Options<'_>) -> Result<ReadInput, InputError> {
        let given = options.owned(MATCH.name);
        Ok(ReadInput {
            command,
            request: (command.read)(options)?,
            given: given.or_else(|| options.match_of_move()),
            shown_ply: None,
            typed: true,
            presser: None,
        })
    }
}

/// The reason why an input cannot be read, with the command that was meant, if it is there.
pub(super) type Misread = (Option<&'static Command>, InputError);

/// Reads an input by the table. With an error comes the command that was meant, if it is there.
pub(super) fn read(input: &Input) -> Result<ReadInput, Misread> {
    match input {
        Input::Press { id, filled } => pressed(id, filled),
        Input::Command { name, options } => typed(name, options),
    }
}

/// Reads a command with its options.
fn typed(name: &str, options: &[(String, Value)]) -> Result<ReadInput, Misread> {
    let command = command_named(name);
    let command = command.ok_or_else(|| (None, InputError::UnknownCommand(cut(name))))?;
    let options = all_as_in_table(command, options);
    let read = Options::read(command.name, command.options, &options);
    let read = read.and_then(|options| ReadInput::of(command, &options));
    read.map_err(|error| (Some(command), error))
}

/// Reads the id of a button: its action gives a command, opens a modal, or is known to a command.
fn pressed(id: &str, filled: &[Vec<Value>]) -> Result<ReadInput, Misread> {
    let unknown = || (None, InputError::UnknownButton);
    let button: ButtonId = id.parse().map_err(|_| unknown())?;
    match given(&button.action, filled) {
        None => known(button).ok_or_else(unknown),
        Some(Err(error)) => Err((None, error)),
        Some(Ok(input)) => {
            let is_typed = button.action.starts_with(shortcut::IN);
            let mut read = read(&input)?;
            read.presser = (!is_typed).then_some(read.command.given_by);
            if is_typed && button.of.is_none() {
                return Err(unknown());
            }
            if let Some((id, ply)) = button.of {
                // An action about a match does nothing without one, and the other way around.
                read.command.option(MATCH.name).ok_or_else(unknown)?;
                read.given = Some(id.to_string());
                let looks = read.request.visit == Visit::Look;
                let any = looks || read.request.page == PageUse::AnyBoard;
                read.shown_ply = Some(ply).filter(|_| !any);
            } else if read.request.visit == Visit::Look {
                read.request.page = PageUse::Turns;
            }
            Ok(read)
        }
    }
}

/// Reads an action that a command of the table knows.
fn known(ButtonId { of, action }: ButtonId) -> Option<ReadInput> {
    if let Some(action) = action.strip_prefix(ASK) {
        let (command, fields) = action.split_once(':').unwrap_or((action, ""));
        return asked(command_named(command)?, of, shortcut::filled_in(fields));
    }
    COMMANDS.iter().find_map(|command| {
        let (presser, request) = (command.press)(&action)?;
        let any = matches!(request.page, PageUse::AnyBoard | PageUse::Turns);
        // An action about a match does nothing without one, and the other way around.
        (request.about.is_of_match() == of.is_some()).then_some(ReadInput {
            command,
            request,
            given: of.map(|(id, _)| id.to_string()),
            shown_ply: of.map(|(_, ply)| ply).filter(|_| !any),
            typed: false,
            presser: Some(presser),
        })
    })
}

/// Reads the press of a button that opens the modal of a command.
fn asked(
    command: &'static Command,
    of: Option<(MatchId, u32)>,
    filled: FilledIn,
) -> Option<ReadInput> {
    command.modal?;
    let of_match = command.option(MATCH.name).is_some();
    (of_match == of.is_some()).then(|| ReadInput {
        command,
        request: Request {
            about: of.map_or(About::People, |_| About::Match),
            ..Request::look(Cost::Free, Task::Form(command, of, filled))
        },
        given: of.map(|(id, _)| id.to_string()),
        shown_ply: None,
        typed: true,
        presser: Some(command.given_by),
    })
}

pub(super) fn command_named(name: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|command| command.name == name)
}

/// An input as the table of commands reads it, or the reason why it cannot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadCommand(pub(super) Result<ReadInput, Misread>);

impl ReadCommand {
    /// Reads an input.
    #[must_use]
    pub fn of(input: &Input) -> ReadCommand {
        ReadCommand(read(input))
    }

    /// Returns what the chat itself has to do for it, if anything.
    #[must_use]
    pub fn handling(&self) -> Option<Handling> {
        self.0.as_ref().ok()?.request.handling
    }

    /// Returns the match that it asks to play once more, if it does: the one that it names, or else the one on the
    /// screen.
    #[must_use]
    pub fn played_again(&self, shown: Option<MatchId>) -> Option<MatchId> {
        let read = self.0.as_ref().ok()?;
        if read.request.about != About::Again {
            return None;
        }
        let given = read.given.as_ref();
        given.map_or(shown, |given| given.trim().parse().ok())
    }
}

/// Returns the name of the command that a button or a form is of.
#[must_use]
pub fn command_of(id: &str) -> Option<&'static str> {
    match read(&Input::press(id)) {
        Ok(read) => Some(read.command.name),
        Err((command, _)) => command.map(|command| command.name),
    }
}

/// Returns the id of the button that opens a form again as it was filled in, if the input sends one.
pub(super) fn form_again(input: &Input) -> Option<ButtonId> {
    let Input::Press { id, filled } = input else {
        return None;
    };
    let button: ButtonId = id.parse().ok()?;
    let (name, given) = button.action.strip_prefix(shortcut::DO)?.split_once(':')?;
    let command = command_named(name)?;
    let is_form = command.modal.is_some() && given.contains(shortcut::FILLED);
    is_form.then(|| shortcut::ask_again(command.name, button.of, filled))
}

/// Checks a command with its options, or the id of a button, against the table.
///
/// # Errors
///
/// [`InputError`] for the first thing that does not fit.
pub fn check_input(input: &Input) -> Result<(), InputError> {
    read(input).map(drop).map_err(|(_, error)| error)
}

/// Returns the command that a button gives.
#[cfg(test)]
pub(super) fn input_of(id: &str) -> Option<Input> {
    let button: ButtonId = id.parse().ok()?;
    given(&button.action, &[])?.ok()
}

/// Reads an action as the command that it gives; `None` for an action of another kind.
fn given(action: &str, filled: &[Vec<Value>]) -> Option<Result<Input, InputError>> {
    let in_match = || action.strip_prefix(shortcut::IN);
    let action = action.strip_prefix(shortcut::DO).or_else(in_match)?;
    let (name, given) = action.split_once(':').unwrap_or((action, ""));
    let command = command_named(name)?;
    Some(
        assigned(command, given, filled).map(|options| Input::Command {
            name: name.to_owned(),
            options,
        }),
    )
}

/// Reads the options of such an action.
fn assigned(
    command: &Command,
    given: &str,
    filled: &[Vec<Value>],
) -> Result<Vec<(String, Value)>, InputError> {
    let mut filled = filled.iter();
    let mut options = Vec::new();
    for one in given.split(',').filter(|one| !one.is_empty()) {
        let (names, said) = one.split_once('=').ok_or(InputError::UnknownButton)?;
        let is_filled = |shown: &str| shown.is_empty() || is_of_channels(command, names);
        let values = match said
            .strip_prefix(shortcut::FILLED)
            .filter(|one| is_filled(one))
        {
            Some(shown) => {
                let mut values = filled.next().map_or(&[][..], Vec::as_slice).to_vec();
                for value in &mut values {
                    if let Value::Channels(chosen) = value {
                        chosen.shown = (!shown.is_empty()).then(|| shown.to_owned());
                    }
                }
                values
            }
            None => vec![Value::Text(said.to_owned())],
        };
        let apart = names.contains('+');
        let values = values.into_iter().flat_map(|value| match value {
            Value::Text(text) if apart => {
                let parts = text.split('+');
                parts.map(|part| Value::Text(part.to_owned())).collect()
            }
            value => vec![value],
        });
        for (name, value) in names.split('+').zip(values) {
            let option = command.option(name).ok_or(InputError::UnknownButton)?;
            options.push((name.to_owned(), fitting(option, value)));
        }
    }
    Ok(options)
}

fn is_of_channels(command: &Command, name: &str) -> bool {
    let option = command.option(name);
    option.is_some_and(|option| option.kind == Kind::Channel)
}

/// Returns a value as the option takes it; as it is where it does not fit, so that the table says so.
fn fitting(option: &Opt, value: Value) -> Value {
    let Value::Text(text) = &value else {
        return value;
    };
    let read = match option.kind {
        Kind::Integer | Kind::Within(..) => text.parse().ok().map(Value::Integer),
        Kind::Boolean => text.parse().ok().map(Value::Boolean),
        Kind::Role => Some(Value::Role(text.clone())),
        _ => None,
    };
    read.unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::ChosenChannels;

    fn is_button(id: &str) -> bool {
        check_input(&Input::press(id)).is_ok()
    }

    #[test]
    fn buttons_are_known_and_forgeries_are_not() {
        let rounds = "rd1:-:0:leaders:three-man";
        let long = format!("rd1:-:0:leaders:{}.server.month.1", "9".repeat(32));
        for good in [
            "rd1:m7k3q:17:join:gray",
            "rd1:m7k3q:0:leave",
            "rd1:m7k3q:4294967295:view",
            "rd1:m7k3q:17:draw",
            "rd1:m7k3q:17:draw:decline",
            "rd1:m7k3q:17:resign",
            "rd1:m7k3q:17:resign:confirm",
            "rd1:m7k3q:17:resign:white",
            "rd1:m7k3q:17:resign:confirm:black",
            "rd1:m7k3q:17:resign:accept",
            "rd1:m7k3q:17:resign:decline",
            "rd1:m7k3q:17:resign:withdraw",
            "rd1:m7k3q:17:pact:offer:white",
            "rd1:m7k3q:17:pact:accept:gray",
            "rd1:m7k3q:17:pact:revoke:black",
            "rd1:m7k3q:17:claim:g1f3",
            "rd1:m7k3q:17:abort:accept",
            "rd1:m7k3q:17:abort:decline",
            "rd1:m7k3q:17:pause",
            "rd1:m7k3q:17:pause:accept",
            "rd1:m7k3q:17:pause:decline",
            "rd1:m7k3q:17:takeback",
            "rd1:m7k3q:17:takeback:accept",
            "rd1:m7k3q:17:takeback:decline",
            "rd1:m7k3q:17:seat:grant:gray",
            "rd1:m7k3q:17:seat:substitute:gray",
            "rd1:m7k3q:17:seat:computer:gray",
            "rd1:m7k3q:17:seat:end:gray",
            "rd1:m7k3q:17:seat:decline:gray",
            "rd1:m7k3q:17:rematch",
            "rd1:m7k3q:17:text",
            "rd1:m7k3q:17:more",
            "rd1:m7k3q:17:history",
            "rd1:m7k3q:17:history:1",
            "rd1:m7k3q:17:history:4294967295",
            "rd1:m7k3q:17:since",
            "rd1:m7k3q:17:ply:start:white",
            "rd1:m7k3q:17:ply:7:white",
            "rd1:m7k3q:17:ply:now:white",
            "rd1:m7k3q:17:zoom:black",
            "rd1:m7k3q:17:move",
            "rd1:m7k3q:17:pieces:2",
            "rd1:m7k3q:17:from:g1:1",
            "rd1:m7k3q:17:to:d2d1",
            "rd1:m7k3q:17:to:d2d1q",
            "rd1:m7k3q:17:make:g1f3",
            "rd1:-:0:forget-me",
            &format!("{rounds}.server.month.1"),
            &format!("{rounds}.everywhere.all.4294967295"),
            &long,
        ] {
            assert!(is_button(good), "{good}");
        }
        for bad in [
            "",
            "rd1",
            "rd1:m7k3q:0",
            "rd2:m7k3q:0:view",
            "rd1:m7k3q:+1:view",
            "rd1:m7k3q:-1:view",
            "rd1:M7K3Q:1:view",
            "rd1:m7k3q:01:view",
            "rd1:m7k3q:1:join:red",
            "rd1:m7k3q:1:view:x",
            "rd1:m7k3q:1:rules",
            "rd1:-:0:more",
            "rd1:m7k3q:1:history:",
            "rd1:m7k3q:1:history:01",
            "rd1:m7k3q:1:history:+1",
            "rd1:m7k3q:1:history:1:2",
            "rd1:m7k3q:1:history:4294967296",
            "rd1:m7k3q:1:since:",
            "rd1:m7k3q:1:since:1",
            "rd1:m7k3q:1:zoom",
            "rd1:m7k3q:1:zoom:red",
            "rd1:m7k3q:1:ply",
            "rd1:m7k3q:1:ply:7",
            "rd1:m7k3q:1:ply:07:white",
            "rd1:m7k3q:1:ply:-1:white",
            "rd1:m7k3q:1:ply:4294967296:white",
            "rd1:m7k3q:1:ply:now:red",
            "rd1:m7k3q:1:ply:then:white",
            "rd1:m7k3q:1:ply:7:white:x",
            "rd1:m7k3q:1:resign:red",
            "rd1:m7k3q:1:resign:white:confirm",
            "rd1:m7k3q:1:resign:confirm:now",
            "rd1:m7k3q:1:pact",
            "rd1:m7k3q:1:pact:accept",
            "rd1:m7k3q:1:pact:decline:white",
            "rd1:m7k3q:1:seat:free:white",
            "rd1:m7k3q:1:claim",
            "rd1:m7k3q:1:claim:",
            "rd1:m7k3q:1:claim:Nf3",
            "rd1:m7k3q:1:claim:G1F3",
            "rd1:m7k3q:1:claim:g1f3k",
            "rd1:m7k3q:1:claim:g1f3:x",
            "rd1:m7k3q:1:move:",
            "rd1:m7k3q:1:move:1",
            "rd1:m7k3q:1:pieces",
            "rd1:m7k3q:1:pieces:-1",
            "rd1:m7k3q:1:from:g1",
            "rd1:m7k3q:1:from:g1:",
            "rd1:m7k3q:1:from:g7:1",
            "rd1:m7k3q:1:from:G1:1",
            "rd1:m7k3q:1:from:g1:01",
            "rd1:m7k3q:1:from:g1:1:1",
            "rd1:m7k3q:1:to",
            "rd1:m7k3q:1:to:g1",
            "rd1:m7k3q:1:to:Nf3",
            "rd1:m7k3q:1:make:g1f3:1",
            "rd1:m7k3q:0:forget-me",
            "rd1:-:0:view",
            "rd1:-:0:leaders",
            "rd1:-:0:leaders:",
            &format!("{rounds}.server.month"),
            &format!("{rounds}.server.month."),
            &format!("{rounds}.server.month.0"),
            &format!("{rounds}.server.month.01"),
            &format!("{rounds}.server.month.+1"),
            &format!("{rounds}.server.month.-1"),
            &format!("{rounds}.server.month.1.1"),
            &format!("{rounds}.server.month.1:x"),
            &format!("{rounds}.server.month.4294967296"),
            &format!("{rounds}.server.week.1"),
            &format!("{rounds}.discord/1.month.1"),
            "rd1:-:0:leaders:Three-Man.server.month.1",
            "rd1:-:0:leaders:.server.month.1",
            "rd1:-:0:leaders:a b.server.month.1",
            "rd1:-:1:leaders:three-man.server.month.1",
            "rd1:m7k3q:0:leaders:three-man.server.month.1",
            &format!("rd1:-:0:leaders:{}.server.month.1", "a".repeat(100)),
        ] {
            assert!(!is_button(bad), "{bad}");
        }
    }

    fn options(action: &str, filled: &[Vec<Value>]) -> Vec<(String, Value)> {
        match given(action, filled) {
            Some(Ok(Input::Command { options, .. })) => options,
            other => panic!("{action}: {other:?}"),
        }
    }

    fn text(text: &str) -> Value {
        Value::Text(text.to_owned())
    }

    #[test]
    fn an_action_is_read_as_it_is_written() {
        let written = shortcut::action(
            "play",
            &[("computers", "2"), ("rated", "false"), ("time", "3d")],
        );
        assert_eq!(written, "do:play:computers=2,rated=false,time=3d");
        let expected = [
            (String::from("computers"), Value::Integer(2)),
            (String::from("rated"), Value::Boolean(false)),
            (String::from("time"), text("3d")),
        ];
        assert_eq!(options(&written, &[]), expected);
        assert_eq!(shortcut::action("help", &[]), "do:help");
        assert_eq!(options("do:help", &[]), []);
    }

    #[test]
    fn a_press_asks_for_what_is_typed() {
        let word = |name: &str, word: &str| (name.to_owned(), text(word));
        let yes = |name: &str| (name.to_owned(), Value::Boolean(true));
        for (id, name, options) in [
            ("resign:confirm", "resign", vec![yes("confirm")]),
            ("draw:decline", "draw", vec![word("action", "decline")]),
            (
                "seat:grant:gray",
                "seat",
                vec![word("action", "grant"), word("seat", "gray")],
            ),
            (
                "claim:g1f3",
                "move",
                vec![word("move", "g1f3"), yes("claim")],
            ),
            ("view", "board", vec![]),
            (
                "history:2",
                "history",
                vec![(String::from("page"), Value::Integer(2))],
            ),
        ] {
            let pressed = read(&Input::press(format!("rd1:m7k3q:7:{id}"))).unwrap();
            let name = name.to_owned();
            let typed = read(&Input::Command { name, options }).unwrap();
            assert_eq!(pressed.request, typed.request, "{id}");
            assert_eq!(pressed.command, typed.command, "{id}");
        }
    }

    #[test]
    fn what_is_filled_in_stands_in_its_place() {
        let action = "do:play:computers+level=?,time=?,ruleset=?";
        let filled = [vec![text("2+3")], vec![], vec![text("duel")]];
        let expected = [
            (String::from("computers"), Value::Integer(2)),
            (String::from("level"), Value::Integer(3)),
            (String::from("ruleset"), text("duel")),
        ];
        assert_eq!(options(action, &filled), expected);
        assert_eq!(options(action, &[]), []);
        // With channels comes what was chosen before.
        let ids = vec![String::from("7")];
        let chosen = Value::Channels(ChosenChannels { ids, shown: None });
        for (action, shown) in [("channel=?", None), ("channel=?1f", Some("1f"))] {
            let read = options(&format!("do:server:{action}"), &[vec![chosen.clone()]]);
            let [(_, Value::Channels(read))] = read.as_slice() else {
                panic!("{read:?}");
            };
            assert_eq!(read.shown.as_deref(), shown);
        }
        assert_eq!(
            options("do:play:time=?1f", &[]),
            [(String::from("time"), text("?1f"))]
        );
        // More than there is room for is left out.
        let filled = [vec![text("2+3+4")]];
        assert_eq!(options(action, &filled).len(), 2);
    }

    #[test]
    fn what_gives_no_command_is_no_button_and_a_bad_value_is_a_bad_option() {
        let check = |id: &str| check_input(&Input::press(id));
        for bad in [
            "rd1:-:0:do:",
            "rd1:-:0:do:nothing",
            "rd1:-:0:do:play:computers",
            "rd1:-:0:do:play:colour=red",
            "rd1:m7k3q:0:do:play",
            "rd1:-:0:do:play:computers=1,computers=2:x",
        ] {
            assert!(check(bad).is_err(), "{bad}");
        }
        let bad = check("rd1:-:0:do:play:computers=9");
        assert!(matches!(bad, Err(InputError::BadValue(_))), "{bad:?}");
        let twice = check("rd1:-:0:do:play:computers=1,computers=2");
        assert_eq!(twice, Err(InputError::Twice("computers")));
        for good in [
            "rd1:-:0:do:play:computers=2",
            "rd1:m7k3q:3:do:move:move=e2e4",
        ] {
            assert_eq!(check(good), Ok(()), "{good}");
        }
    }
}
