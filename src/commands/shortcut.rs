//! Buttons, menus and modals that give a command, so that a page needs no actions of its own:
//! `do:<command>[:<option>=<value>,…]` (interfaces §9). What is chosen or filled in stands for the
//! value `?`, in the order of the fields; `a+b=?` spreads several values over several options, and
//! `a=?word` gives the word for what was chosen before with channels.
//!
//! `ask:<command>[:<fields>]` opens the modal of a command, filled in as it was when it was refused.

use super::incoming::{Input, Value};
use crate::{
    matchplay::{Match, MatchId},
    messages::{Button, ButtonId, MenuOption},
};

pub(super) const DO: &str = "do:";

/// The beginning of an action that gives a command as it was typed, but in the match of the id. It is for
/// everybody who may type it.
pub(super) const IN: &str = "in:";

/// The sign for a value that is chosen or filled in.
pub(super) const FILLED: &str = "?";

/// The action of a button that opens the modal of a command.
pub(super) const ASK: &str = "ask:";

/// The options of a command, by name and value.
pub(super) type Assigned<'a> = &'a [(&'a str, &'a str)];

/// Returns the action that gives a command with these options.
pub(super) fn action(command: &str, given: Assigned<'_>) -> String {
    let given: Vec<String> = given
        .iter()
        .map(|(option, value)| format!("{option}={value}"))
        .collect();
    if given.is_empty() {
        format!("{DO}{command}")
    } else {
        format!("{DO}{command}:{}", given.join(","))
    }
}

/// Returns a button that gives a command with these options.
pub(super) fn button(command: &str, given: Assigned<'_>, label: impl Into<String>) -> Button {
    Button::alone(action(command, given), label)
}

/// Returns a button that gives a command about a match with these options, whatever has happened in it
/// since.
pub(super) fn of_match(
    state: &Match,
    command: &str,
    given: Assigned<'_>,
    label: impl Into<String>,
) -> Button {
    Button::of_match(state.id(), action(command, given), label)
}

/// Returns the button that gives in this match the command that was typed without naming one; `None` for
/// what no id can hold: people, long texts, texts with a comma or a quote. What was confirmed is asked again.
pub(super) fn typed_in(state: &Match, input: &Input, label: impl Into<String>) -> Option<Button> {
    let Input::Command { name, options } = input else {
        return None;
    };
    let mut given = Vec::new();
    for (option, value) in options.iter().filter(|(option, _)| option != "confirm") {
        let value = match value {
            Value::Text(text) if !is_plain(text) => return None,
            Value::Text(text) => text.clone(),
            Value::Integer(number) => number.to_string(),
            Value::Boolean(is) => is.to_string(),
            Value::User(_) | Value::Channel(_) | Value::Channels(_) | Value::Role(_) => {
                return None;
            }
        };
        given.push(format!("{option}={value}"));
    }
    let given = given.join(",");
    let colon = if given.is_empty() { "" } else { ":" };
    let button = Button::of(state, format!("{IN}{name}{colon}{given}"), label);
    (button.id.len() <= ButtonId::LONGEST).then_some(button)
}

/// Returns true for a text that can be a value in an action, and be pressed in a console.
fn is_plain(text: &str) -> bool {
    let parts = |letter: char| letter == ',' || letter == '"' || letter.is_control();
    !text.contains(parts) && !text.starts_with(FILLED)
}

/// Returns an option of a menu that gives a command with these options.
pub(super) fn option(
    command: &str,
    given: Assigned<'_>,
    label: impl Into<String>,
    chosen: bool,
) -> MenuOption {
    MenuOption::of(button(command, given, label), chosen)
}

/// What was filled into the fields of a modal, as the texts that open it again.
pub(super) type FilledIn = Vec<Vec<String>>;

/// Returns the id of the button that opens the modal of a command again as it was filled in; empty if that is
/// too long for an id.
pub(super) fn ask_again(
    command: &str,
    of: Option<(MatchId, u32)>,
    filled: &[Vec<Value>],
) -> ButtonId {
    let fields = filled.iter().map(|values| {
        let values = values.iter().filter_map(text_of);
        values
            .map(|text| escaped(&text))
            .collect::<Vec<_>>()
            .join("&")
    });
    let fields = fields.collect::<Vec<_>>().join(",");
    let whole = |action| ButtonId { of, action };
    let filled = whole(format!("{ASK}{command}:{fields}"));
    if filled.to_string().len() <= ButtonId::LONGEST {
        filled
    } else {
        whole(format!("{ASK}{command}"))
    }
}

/// Reads what follows the command in such an action.
pub(super) fn filled_in(fields: &str) -> FilledIn {
    let values = |field: &str| {
        let values = field.split('&').filter(|value| !value.is_empty());
        values.filter_map(unescaped).collect()
    };
    fields.split(',').map(values).collect()
}

/// Returns a value as a field shows it, people by the ids of their accounts.
fn text_of(value: &Value) -> Option<String> {
    Some(match value {
        Value::Text(text) => text.clone(),
        Value::Integer(number) => number.to_string(),
        Value::Boolean(ticked) => ticked.to_string(),
        Value::User(speaker) => speaker.identity.id().to_owned(),
        Value::Role(id) => id.clone(),
        Value::Channel(_) | Value::Channels(_) => return None,
    })
}

/// Writes a text with letters, digits and few signs alone, and two digits for every other byte.
fn escaped(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'+' | b'-' | b'.' | b'/' | b'_' => char::from(byte).to_string(),
        _ if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        _ => format!("%{byte:02x}"),
    };
    text.bytes().map(byte).collect()
}

/// Reads such a text; `None` for one that was never written.
fn unescaped(text: &str) -> Option<String> {
    let mut parts = text.split('%');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        let (digits, rest) = part.split_at_checked(2)?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        bytes.extend(rest.as_bytes());
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        commands::{COMMANDS, Kind, MATCH, Opt, check_input, reader, tests::Chat},
        messages::Language::English,
    };

    /// Returns values of an option, of every kind and as odd as they come.
    fn values(kind: Kind, choices: &[&'static str]) -> Vec<Value> {
        let text = |text: &&str| Value::Text((*text).to_owned());
        match kind {
            _ if !choices.is_empty() => choices.iter().map(text).collect(),
            Kind::Integer | Kind::Within(..) => [1, 3].map(Value::Integer).into(),
            Kind::Boolean => [true, false].map(Value::Boolean).into(),
            Kind::Square => vec![text(&"e2"), text(&"e2: White's king")],
            Kind::Time => vec![text(&"3d"), text(&"10/30d")],
            _ => [
                "e4",
                "e8=Q",
                "10. d4",
                "O-O-O",
                "",
                " ",
                "?",
                "?e4",
                "e4, please",
                "a=b",
                "a:b:c",
                "Läufer f3",
                "\"",
                "\n",
            ]
            .iter()
            .map(text)
            .chain([Value::Text("e4".repeat(40)), Value::Text("e4".repeat(60))])
            .collect(),
        }
    }

    /// Nothing but what it does not confirm is lost on the way through an id, and none is too long.
    #[tokio::test]
    async fn what_a_button_gives_in_a_match_is_what_was_typed() {
        let chat = Chat::new(1).await;
        let opened = chat.types(English, "play", &[("computers", Value::Integer(2))]);
        let state = opened.await.state.expect("a match");
        let (mut held, mut left) = (0, 0);
        for command in COMMANDS
            .iter()
            .filter(|one| one.option(MATCH.name).is_some())
        {
            // A role is never typed as a text.
            let is_typed = |one: &&Opt| one.name != MATCH.name && one.kind != Kind::Role;
            let options = command.options.iter().filter(is_typed);
            for option in options {
                for value in values(option.kind, option.choices) {
                    let given = vec![(option.name.to_owned(), value)];
                    let input = Input::Command {
                        name: command.name.to_owned(),
                        options: given.clone(),
                    };
                    let Some(button) = typed_in(&state, &input, "it") else {
                        left += 1;
                        continue;
                    };
                    held += 1;
                    assert!(button.id.len() <= ButtonId::LONGEST, "{}", button.id);
                    assert_eq!(
                        button.id.parse::<ButtonId>().unwrap().to_string(),
                        button.id
                    );
                    let given = if option.name == "confirm" {
                        Vec::new()
                    } else {
                        given
                    };
                    let again = reader::input_of(&button.id).expect("a command");
                    let name = command.name.to_owned();
                    let wanted = Input::Command {
                        name,
                        options: given,
                    };
                    assert_eq!(again, wanted, "{}", button.id);
                    // It is read as what was typed is, or refused for the same reason.
                    let pressed = check_input(&Input::press(button.id.clone()));
                    assert_eq!(pressed, check_input(&wanted), "{}", button.id);
                }
            }
        }
        assert!(held > 60 && left > 10, "{held} held, {left} left");
    }

    #[test]
    fn what_was_filled_in_is_read_back() {
        let text = |text: &str| Value::Text(text.to_owned());
        let filled = [
            vec![text("e2 – é4,&%")],
            vec![],
            vec![text("1+2"), Value::Boolean(true)],
        ];
        let id = ask_again("play", None, &filled);
        let fields = id.action.strip_prefix("ask:play:").unwrap();
        let want: FilledIn = vec![
            vec![String::from("e2 – é4,&%")],
            vec![],
            vec![String::from("1+2"), String::from("true")],
        ];
        assert_eq!(filled_in(fields), want);
        assert_eq!(id.to_string().parse(), Ok(id));
        let long = [vec![text(&"é".repeat(40))]];
        assert_eq!(ask_again("move", None, &long).action, "ask:move");
        for bad in ["%", "%4", "%zz", "%ff"] {
            assert_eq!(unescaped(bad), None, "{bad}");
        }
    }
}
