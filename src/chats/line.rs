//! Lines that are typed (interfaces §4), in chats that have no commands of their own.

use crate::{
    commands::{Command, Input, InputError, Kind, Opt, Speaker, Value, command_called, naming},
    messages::markup::harmless,
};

/// The longest line, in bytes.
pub const LONGEST_LINE: usize = 4_096;
/// The longest name of a speaker, in characters.
pub(super) const LONGEST_NAME: usize = 32;

/// Returns the person whom a chat knows by a name, or why it knows nobody by it.
pub(super) type Naming = fn(&str) -> Result<Speaker, InputError>;

/// A line, read.
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
    /// Something for the responder: a command of the table or an unknown one, or a press of a button.
    Input {
        /// The last speaker unless it is said.
        speaker: Option<Speaker>,
        /// The command or the press.
        input: Input,
    },
}

/// Reads a line in which people are called by names.
///
/// # Errors
///
/// [`InputError`] for whatever is neither a command nor nothing.
pub(super) fn read(line: &str, naming: Naming) -> Result<Line, InputError> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(Line::Nothing);
    }
    let mut words = split(line)?.into_iter();
    let mut first = words.next().ok_or(InputError::NoCommand)?;
    let mut speaker = None;
    if let Some(name) = first.strip_prefix('@') {
        speaker = Some(naming(name)?);
        first = words.next().ok_or(InputError::NoCommand)?;
    }
    let name = first.strip_prefix('/').ok_or(InputError::NoCommand)?;
    let input = match name {
        "channel" => {
            let name = words.next().ok_or(InputError::NoCommand)?;
            if name.contains('/') {
                return Err(InputError::NoCommand);
            }
            if name.chars().count() > LONGEST_NAME {
                return Err(InputError::TooLong(LONGEST_NAME));
            }
            return Ok(Line::Channel { speaker, name });
        }
        "press" => Input::Press {
            id: words.next().unwrap_or_default(),
            filled: words
                .map(|word| filled(&word, naming))
                .collect::<Result<_, _>>()?,
        },
        _ => {
            let options = words.map(|word| read_option(name, &word, naming));
            Input::Command {
                options: options.collect::<Result<_, _>>()?,
                name: command_called(name)
                    .map_or(name, |known| known.name)
                    .to_owned(),
            }
        }
    };
    Ok(Line::Input { speaker, input })
}

/// Words between white space; quotes hold white space together.
fn split(line: &str) -> Result<Vec<String>, InputError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quoted = false;
    for letter in line.chars() {
        match letter {
            letter if letter.is_whitespace() && !quoted => words.extend(word.take()),
            '"' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            letter => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    if quoted {
        Err(InputError::NoCommand)
    } else {
        Ok(words)
    }
}

/// Returns the option that a word `name:value` gives, and the value. A word without a name is what
/// [`Command::unnamed`] says: `/move Nf3`. Names of any language are read as those of the table.
pub(super) fn option_of<'a>(
    command: &'static Command,
    word: &'a str,
) -> Option<(&'static Opt, &'a str)> {
    match word.split_once(':') {
        Some((name, text)) => Some((naming::option(command, name)?, text)),
        None => Some((command.unnamed()?, word)),
    }
}

/// Reads an option of a command with its value.
fn read_option(command: &str, word: &str, naming: Naming) -> Result<(String, Value), InputError> {
    let named = word.split_once(':');
    let Some(command) = command_called(command) else {
        let (name, text) = named.unwrap_or(("", word));
        return Ok((name.to_owned(), Value::Text(text.to_owned())));
    };
    let (option, text) = option_of(command, word).ok_or_else(|| {
        let name = named.map_or(word, |(name, _)| name);
        InputError::no_such_option(command.name, name, command.options)
    })?;
    let value = match option.kind {
        Kind::Integer | Kind::Within(..) => text.parse().ok().map(Value::Integer),
        Kind::Boolean => text.parse().ok().map(Value::Boolean),
        Kind::User => match text.strip_prefix('@') {
            Some("") | None => None,
            Some(name) => Some(Value::User(naming(name)?)),
        },
        Kind::Channel => named_by(text, '#').map(|name| Value::Channel(Some(name))),
        Kind::Role => named_by(text, '@').map(Value::Role),
        Kind::Text
        | Kind::Move
        | Kind::Square
        | Kind::Match
        | Kind::Ruleset
        | Kind::Command
        | Kind::Time => None,
    };
    // Where the kind does not fit, the table says so.
    let value = value.unwrap_or_else(|| {
        let choice = naming::choice(option, text);
        Value::Text(choice.unwrap_or(text).to_owned())
    });
    Ok((option.name.to_owned(), value))
}

/// Reads the values of a field that is chosen or filled in, with commas between them; `-` for none.
fn filled(word: &str, naming: Naming) -> Result<Vec<Value>, InputError> {
    let values = word.split(',').filter(|one| !["", "-"].contains(one));
    values
        .map(|one| {
            Ok(match one.strip_prefix('@') {
                Some(name) => Value::User(naming(name)?),
                None => Value::Text(one.to_owned()),
            })
        })
        .collect()
}

/// Returns the name of a channel or a role, which stands after a sign.
fn named_by(text: &str, sign: char) -> Option<String> {
    let name = text.strip_prefix(sign)?;
    let fits = !harmless(name).is_empty() && name.chars().count() <= LONGEST_NAME;
    (fits && !name.contains('/')).then(|| name.to_owned())
}
