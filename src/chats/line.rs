//! Lines that are typed (interfaces §4), in chats that have no commands of their own.

use crate::{
    commands::{
        Account, Command, Input, InputError, Kind, Opt, Speaker, Value, command_called, naming,
    },
    messages::markup::harmless,
};

/// The longest line, in bytes.
pub const LONGEST_LINE: usize = 4_096;
/// The longest name of a speaker, in characters.
pub(super) const LONGEST_NAME: usize = 32;

/// The name of this program, by which computers are invited.
const RONDEL: &str = "rondel";

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
        _ => match command_called(name) {
            Some(command) => Input::Command {
                name: command.name.to_owned(),
                options: read_options(command, words, naming)?,
            },
            None => Input::Command {
                name: name.to_owned(),
                options: words.map(|word| unknown_option(&word)).collect(),
            },
        },
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

/// A word of a line, as the options of a command have it.
pub(super) enum TypedWord<'a> {
    /// An option and its value, `name:value`. Names of any language are read as those of the table.
    Named(&'static Opt, &'a str),
    /// A value without a name.
    Bare(&'a str),
    /// Something with the form of an option that the command does not have, by its name.
    Unknown(&'a str),
}

impl<'a> TypedWord<'a> {
    /// Reads a word after a command.
    pub(super) fn of(command: &'static Command, word: &'a str) -> TypedWord<'a> {
        let Some((name, text)) = word.split_once(':') else {
            return TypedWord::Bare(word);
        };
        // What is copied has colons as well: `7:`, `e1:`, `bxu4:`, `O-O:`.
        let stem = |name: &str| {
            name.trim_end_matches(|letter: char| letter.is_ascii_digit())
                .to_owned()
        };
        let is_one_of_some = || {
            let mut options = command.options.iter();
            options.any(|option| stem(option.name) == stem(name))
        };
        let is_word = || {
            name.chars()
                .all(|letter| letter == '-' || letter.is_lowercase())
        };
        match naming::option(command, name) {
            Some(option) => TypedWord::Named(option, text),
            None if is_word() || is_one_of_some() => TypedWord::Unknown(name),
            None => TypedWord::Bare(word),
        }
    }

    /// Returns the option that it gives, and its value. A word without a name is what [`Command::unnamed`]
    /// says: `/move Nf3`.
    pub(super) fn option(self, command: &'static Command) -> Option<(&'static Opt, &'a str)> {
        match self {
            TypedWord::Named(option, text) => Some((option, text)),
            TypedWord::Bare(text) => Some((command.unnamed()?, text)),
            TypedWord::Unknown(_) => None,
        }
    }
}

/// Reads an option of a command that nobody knows.
fn unknown_option(word: &str) -> (String, Value) {
    let (name, text) = word.split_once(':').unwrap_or(("", word));
    (name.to_owned(), Value::Text(text.to_owned()))
}

/// Reads the options of a command with their values. Words without a name go on with the text before them, so
/// that a move with spaces can be typed as it is read: `/move e2 e4`, `/play time:3 days`.
fn read_options(
    command: &'static Command,
    words: impl Iterator<Item = String>,
    naming: Naming,
) -> Result<Vec<(String, Value)>, InputError> {
    let unknown = |name: &str| InputError::no_such_option(command.name, name, command.options);
    let unnamed = command.unnamed();
    let mut given: Vec<(&'static Opt, String)> = Vec::new();
    for word in words {
        match TypedWord::of(command, &word) {
            TypedWord::Named(option, text) => given.push((option, text.to_owned())),
            TypedWord::Unknown(name) => return Err(unknown(name)),
            TypedWord::Bare(text) => {
                let begun = unnamed.is_none_or(|own| given.iter().any(|(one, _)| *one == own));
                let goes_on = |option: &Opt| Some(option) == unnamed || may_have_spaces(option);
                match (given.last_mut(), unnamed) {
                    (Some((last, before)), _) if begun && goes_on(last) => {
                        before.push(' ');
                        before.push_str(text);
                    }
                    (_, Some(own)) if begun => return Err(InputError::Twice(own.name)),
                    (_, Some(own)) => given.push((own, text.to_owned())),
                    (_, None) => return Err(unknown(text)),
                }
            }
        }
    }
    let given = given.into_iter();
    given
        .map(|(option, text)| Ok((option.name.to_owned(), value(option, &text, naming)?)))
        .collect()
}

/// Returns true if the values of an option may be several words.
fn may_have_spaces(option: &Opt) -> bool {
    option.kind.is_text() || option.kind == Kind::User
}

/// Reads the value of an option.
fn value(option: &Opt, text: &str, naming: Naming) -> Result<Value, InputError> {
    let value = match option.kind {
        Kind::Integer | Kind::Within(..) => text.parse().ok().map(Value::Integer),
        Kind::Boolean => text.parse().ok().map(Value::Boolean),
        Kind::User => match (naming::player(text), text.starts_with('@')) {
            ("", _) => None,
            (name, true) => Some(Value::User(invited(name, naming)?)),
            (name, false) => invited(name, naming).ok().map(Value::User),
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
    Ok(value.unwrap_or_else(|| {
        let choice = naming::choice(option, text);
        Value::Text(choice.unwrap_or(text).to_owned())
    }))
}

/// Returns somebody who is named in an option. To name Rondel is to ask for a computer, as in every chat.
fn invited(name: &str, naming: Naming) -> Result<Speaker, InputError> {
    let named = naming(name)?;
    let is_rondel = named.name.eq_ignore_ascii_case(RONDEL);
    let account = if is_rondel {
        Account::Rondel
    } else {
        named.account
    };
    Ok(Speaker { account, ..named })
}

/// Reads the values of a field that is chosen or filled in, with commas between them; `-` for none.
fn filled(word: &str, naming: Naming) -> Result<Vec<Value>, InputError> {
    let values = word.split(',').filter(|one| !["", "-"].contains(one));
    values
        .map(|one| {
            Ok(match one.strip_prefix('@') {
                Some(name) => Value::User(invited(name, naming)?),
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
