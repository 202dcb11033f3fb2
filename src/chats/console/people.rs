//! People at the console, who are known by the names they type.

use crate::{
    chats::line::{self, LONGEST_NAME, Line},
    commands::{Account, InputError, Speaker},
    messages::markup::harmless,
    store::Identity,
};

/// The realm of the places and people of consoles.
pub(super) const REALM: &str = "console";

/// Returns somebody at the console.
///
/// # Errors
///
/// [`InputError::TooLong`] for a name of more than 32 characters,
/// [`InputError::NoCommand`] for none that can be seen.
pub fn speaker(name: &str) -> Result<Speaker, InputError> {
    let too_long = InputError::TooLong(LONGEST_NAME);
    if harmless(name).is_empty() {
        return Err(InputError::NoCommand);
    }
    if name.chars().count() > LONGEST_NAME {
        return Err(too_long);
    }
    Ok(Speaker {
        identity: Identity::new(REALM, &name.to_lowercase()).map_err(|_| too_long)?,
        name: name.to_owned(),
        account: Account::Person,
        // Anyone who has the console has the program.
        manages: true,
        roles: Vec::new(),
        language: None,
        pass: None,
    })
}

/// Reads a line of the console.
///
/// # Errors
///
/// [`InputError`] for whatever is neither a command nor nothing.
pub fn read_line(line: &str) -> Result<Line, InputError> {
    line::read(line, speaker)
}

/// Returns the speaker of a line, whatever else it says.
pub(super) fn writer(line: &str) -> Option<Speaker> {
    let name = line
        .trim()
        .strip_prefix('@')?
        .split(char::is_whitespace)
        .next()?;
    speaker(name).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::{Input, Value};

    fn text(name: &str, value: &str) -> (String, Value) {
        (name.to_owned(), Value::Text(value.to_owned()))
    }

    #[test]
    fn lines_are_read() {
        let ann = || Some(speaker("ann").unwrap());
        let command = |speaker: Option<Speaker>, name: &str, options| {
            let name = name.to_owned();
            let input = Input::Command { name, options };
            Line::Input { speaker, input }
        };
        for (line, want) in [
            ("", Line::Nothing),
            ("  # hello", Line::Nothing),
            (
                "/channel park",
                Line::Channel {
                    speaker: None,
                    name: "park".to_owned(),
                },
            ),
            (
                "@ann /press rd1:m7k3q:0:view",
                Line::Input {
                    speaker: ann(),
                    input: Input::press("rd1:m7k3q:0:view"),
                },
            ),
            (
                "/press rd1:-:0:do:play:player2+player3=?,time=?,level=? @ben,@cy - 2",
                Line::Input {
                    speaker: None,
                    input: Input::Press {
                        id: "rd1:-:0:do:play:player2+player3=?,time=?,level=?".to_owned(),
                        filled: vec![
                            vec![
                                Value::User(speaker("ben").unwrap()),
                                Value::User(speaker("cy").unwrap()),
                            ],
                            vec![],
                            vec![Value::Text("2".to_owned())],
                        ],
                    },
                },
            ),
            (
                "@ann /move move:Nf3 claim:true",
                command(
                    ann(),
                    "move",
                    vec![
                        text("move", "Nf3"),
                        ("claim".to_owned(), Value::Boolean(true)),
                    ],
                ),
            ),
            (
                "/move Nf3",
                command(None, "move", vec![text("move", "Nf3")]),
            ),
            (
                "/move move:\"e2 e4\"",
                command(None, "move", vec![text("move", "e2 e4")]),
            ),
            (
                "/play player2:@ben",
                command(
                    None,
                    "play",
                    vec![("player2".to_owned(), Value::User(speaker("ben").unwrap()))],
                ),
            ),
            (
                "/board ply:x",
                command(None, "board", vec![text("move", "x")]),
            ),
            (
                "/aufgeben bestätigen:true sieger:grau",
                command(
                    None,
                    "resign",
                    vec![
                        ("confirm".to_owned(), Value::Boolean(true)),
                        text("winner", "gray"),
                    ],
                ),
            ),
            (
                "/regeln gräben",
                command(None, "rules", vec![text("topic", "moats")]),
            ),
            (
                // One language beside another, and a choice that is none.
                "/draw aktion:sometimes",
                command(None, "draw", vec![text("action", "sometimes")]),
            ),
            (
                "/nonsense a:b c",
                command(None, "nonsense", vec![text("a", "b"), text("", "c")]),
            ),
        ] {
            assert_eq!(read_line(line), Ok(want), "{line}");
        }
        for bad in ["hello", "@ann", "@ /play", "@ann hello", "\"", "/play \"a"] {
            assert_eq!(read_line(bad), Err(InputError::NoCommand), "{bad}");
        }
    }
}
