//! Lines of the console (interfaces §4).

use crate::{
    commands::{InputError, Kind, Speaker, Value, command_called, naming},
    messages::markup::harmless,
    store::people::Identity,
};

/// The longest line, in bytes.
pub const LONGEST_LINE: usize = 4_096;
/// The longest name of a speaker, in characters.
pub(super) const LONGEST_NAME: usize = 32;

/// A line of the console, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Nothing: an empty line or a comment.
    Nothing,
    /// To go on in another channel.
    Channel {
        /// The last speaker unless it is said.
        speaker: Option<Speaker>,
        /// The channel's name, without a server.
        name: String,
    },
    /// A press of a button.
    Press {
        /// The last speaker unless it is said.
        speaker: Option<Speaker>,
        /// The button's id.
        id: String,
    },
    /// A command from the table, or an unknown one.
    Command {
        /// The last speaker unless it is said.
        speaker: Option<Speaker>,
        /// The command's name.
        name: String,
        /// Its options, by their names in the table.
        options: Vec<(String, Value)>,
    },
}

/// Somebody at the console.
///
/// # Errors
///
/// [`InputError::TooLong`] for a name of more than 32 characters,
/// [`InputError::NoCommand`] for none that can be seen.
pub fn speaker(name: &str) -> Result<Speaker, InputError> {
    let too_long = InputError::TooLong { most: LONGEST_NAME };
    if harmless(name).is_empty() {
        return Err(InputError::NoCommand);
    }
    if name.chars().count() > LONGEST_NAME {
        return Err(too_long);
    }
    Ok(Speaker {
        identity: Identity::new("console", &name.to_lowercase()).map_err(|_| too_long)?,
        name: name.to_owned(),
        // Anyone who has the console has the program.
        manages: true,
        roles: Vec::new(),
        language: None,
    })
}

/// Reads a line.
///
/// # Errors
///
/// [`InputError`] for whatever is neither a command nor nothing.
pub fn read_line(line: &str) -> Result<Line, InputError> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(Line::Nothing);
    }
    let mut words = split(line)?.into_iter();
    let mut first = words.next().ok_or(InputError::NoCommand)?;
    let mut speaker = None;
    if let Some(name) = first.strip_prefix('@') {
        speaker = Some(self::speaker(name)?);
        first = words.next().ok_or(InputError::NoCommand)?;
    }
    let name = first.strip_prefix('/').ok_or(InputError::NoCommand)?;
    match name {
        "channel" => {
            let channel = words.next().ok_or(InputError::NoCommand)?;
            if channel.contains('/') {
                return Err(InputError::NoCommand);
            }
            if channel.chars().count() > LONGEST_NAME {
                return Err(InputError::TooLong { most: LONGEST_NAME });
            }
            Ok(Line::Channel {
                speaker,
                name: channel,
            })
        }
        "press" => Ok(Line::Press {
            speaker,
            id: words.next().unwrap_or_default(),
        }),
        _ => {
            let options = words
                .map(|word| read_option(name, &word))
                .collect::<Result<_, _>>()?;
            let known = command_called(name);
            Ok(Line::Command {
                speaker,
                name: known.map_or(name, |known| known.name).to_owned(),
                options,
            })
        }
    }
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

/// Words between white space; quotes hold white space together.
fn split(line: &str) -> Result<Vec<String>, InputError> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut begun = false;
    let mut quoted = false;
    for letter in line.chars() {
        match letter {
            '"' => {
                quoted = !quoted;
                begun = true;
            }
            letter if letter.is_whitespace() && !quoted => {
                if begun {
                    words.push(std::mem::take(&mut word));
                    begun = false;
                }
            }
            letter => {
                word.push(letter);
                begun = true;
            }
        }
    }
    if quoted {
        return Err(InputError::NoCommand);
    }
    if begun {
        words.push(word);
    }
    Ok(words)
}

/// Reads `name:value`. A word without a name is what [`Command::unnamed`] says: `/move Nf3`. Names of
/// any language are read as those of the table.
///
/// [`Command::unnamed`]: crate::commands::Command::unnamed
fn read_option(command: &str, word: &str) -> Result<(String, Value), InputError> {
    let known = command_called(command);
    let named = word
        .split_once(':')
        .filter(|(name, _)| known.is_none_or(|known| naming::option(known, name).is_some()));
    let (name, text) = match (named, known) {
        (Some((name, text)), known) => {
            let known = known.and_then(|known| naming::option(known, name));
            (known.map_or(name, |known| known.name).to_owned(), text)
        }
        (None, Some(known)) => match known.unnamed() {
            Some(option) if !word.contains(':') => (option.name.to_owned(), word),
            _ => {
                let name = word.split_once(':').map_or(word, |(name, _)| name);
                return Err(InputError::UnknownOption {
                    command: known.name,
                    option: name.chars().take(40).collect(),
                    known: known.options,
                });
            }
        },
        (None, None) => (String::new(), word),
    };
    let option = known.and_then(|known| known.option(&name));
    let value = match option.map(|option| option.kind) {
        Some(Kind::Integer | Kind::Within(..)) => text.parse().ok().map(Value::Integer),
        Some(Kind::Boolean) => text.parse().ok().map(Value::Boolean),
        Some(Kind::User) => match text.strip_prefix('@') {
            Some("") | None => None,
            Some(name) => Some(Value::User(speaker(name)?)),
        },
        Some(Kind::Channel) => named_by(text, '#').map(Some).map(Value::Channel),
        Some(Kind::Role) => named_by(text, '@').map(Value::Role),
        Some(Kind::Text | Kind::Ruleset | Kind::Command | Kind::Time) | None => None,
    };
    let meant = option.and_then(|option| naming::choice(option, text));
    // Where the kind does not fit, the table says so.
    let value = value.unwrap_or_else(|| Value::Text(meant.unwrap_or(text).to_owned()));
    Ok((name, value))
}

/// The name after a sign, of a channel or a role.
fn named_by(text: &str, sign: char) -> Option<String> {
    let name = text.strip_prefix(sign)?;
    let fits = !harmless(name).is_empty() && name.chars().count() <= LONGEST_NAME;
    (fits && !name.contains('/')).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(name: &str, value: &str) -> (String, Value) {
        (name.to_owned(), Value::Text(value.to_owned()))
    }

    #[test]
    fn lines_are_read() {
        let ann = || Some(speaker("ann").unwrap());
        let command = |speaker: Option<Speaker>, name: &str, options| Line::Command {
            speaker,
            name: name.to_owned(),
            options,
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
                Line::Press {
                    speaker: ann(),
                    id: "rd1:m7k3q:0:view".to_owned(),
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
                command(None, "board", vec![text("ply", "x")]),
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
