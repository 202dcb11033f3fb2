//! Options of commands: their table, and reading them once into something typed.

use std::fmt::Display;

use crate::{
    matchplay::TimeLimit,
    messages::{Language, Message, Texts, refusals},
    rules::Color,
    store::people::Identity,
};

/// The longest text an option takes, in characters.
pub const LONGEST_TEXT: usize = 100;
/// The most characters of a typed text that a refusal repeats.
const LONGEST_REPEATED: usize = 40;

/// An option of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opt {
    /// Its name in English.
    pub name: &'static str,
    /// The kind of its values.
    pub kind: Kind,
    /// Whether it must be given.
    pub required: bool,
    /// Its choices, where the list is closed; the texts call them `choice-CHOICE`.
    pub choices: &'static [&'static str],
    /// The list that completes it while it is typed.
    pub completion: Option<Completion>,
}

/// The kind of an option's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Text, at most [`LONGEST_TEXT`] characters.
    Text,
    /// The name of a ruleset: a preset, or one that an operator added.
    Ruleset,
    /// The name of a command, in any language.
    Command,
    /// A whole number, 0 or more.
    Integer,
    /// A whole number from the first to the second.
    Within(u8, u8),
    /// `true` or `false`.
    Boolean,
    /// A person.
    User,
    /// A time per move, such as `3d`, or `none`.
    Time,
    /// A channel of the server.
    Channel,
    /// A role of the server.
    Role,
}

/// A list that completes what is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completion {
    /// The legal moves.
    Moves,
    /// The squares.
    Squares,
    /// Times per move.
    Times,
}

/// The armies, as choices.
pub(super) const ARMIES: &[&str] = &["white", "gray", "black"];
/// The match that a command is about; usually found without it.
pub const MATCH: Opt = text("match");

pub(super) const fn option(name: &'static str, kind: Kind) -> Opt {
    Opt {
        name,
        kind,
        required: false,
        choices: &[],
        completion: None,
    }
}

pub(super) const fn text(name: &'static str) -> Opt {
    option(name, Kind::Text)
}

pub(super) const fn ruleset() -> Opt {
    Opt {
        choices: &crate::rulesets::PRESETS,
        ..option("ruleset", Kind::Ruleset)
    }
}

pub(super) const fn choice(name: &'static str, choices: &'static [&'static str]) -> Opt {
    Opt {
        choices,
        ..text(name)
    }
}

pub(super) const fn required(opt: Opt) -> Opt {
    Opt {
        required: true,
        ..opt
    }
}

pub(super) const fn completed(opt: Opt, completion: Completion) -> Opt {
    Opt {
        completion: Some(completion),
        ..opt
    }
}

/// Declares an enum of choices, each with the word that people type for it.
macro_rules! choices {
    ($(#[$about:meta])* $vis:vis enum $name:ident {
        $($(#[$of:meta])* $variant:ident = $word:literal),+ $(,)?
    }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis enum $name { $($(#[$of])* $variant),+ }

        impl $name {
            /// The words, in the order of the table.
            $vis const WORDS: &'static [&'static str] = &[$($word),+];

            /// The word that is typed.
            #[must_use]
            $vis const fn word(self) -> &'static str {
                match self { $($name::$variant => $word),+ }
            }

            /// Returns the choice of this word.
            #[must_use]
            $vis fn from_word(word: &str) -> Option<$name> {
                [$($name::$variant),+].into_iter().find(|one| one.word() == word)
            }
        }
    };
}
pub(super) use choices;

/// Somebody as a chat knows them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Speaker {
    /// Their account.
    pub identity: Identity,
    /// The name that they show.
    pub name: String,
    /// Whether they manage the server in which they speak.
    pub manages: bool,
    /// Their roles there, by their ids.
    pub roles: Vec<String>,
    /// The language that their chat reports.
    pub language: Option<Language>,
}

/// The value of an option as it was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A text.
    Text(String),
    /// A whole number.
    Integer(i64),
    /// `true` or `false`.
    Boolean(bool),
    /// A person.
    User(Speaker),
    /// A channel, by its id; `None` for one in which nobody could play.
    Channel(Option<String>),
    /// A role, by its id.
    Role(String),
}

/// A command that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InputError {
    /// There is no such command.
    #[error("unknown command {0}")]
    UnknownCommand(String),
    /// The command has no such option.
    #[error("/{command} has no option {option}")]
    UnknownOption {
        /// The command.
        command: &'static str,
        /// The name that was given.
        option: String,
        /// The options that it has.
        known: &'static [Opt],
    },
    /// The value of an option does not fit it.
    #[error("/{command} {}: takes {:?}", .option.name, .option.kind)]
    BadValue {
        /// The command.
        command: &'static str,
        /// The option.
        option: &'static Opt,
    },
    /// A required option is missing.
    #[error("/{command} needs {}:", .option.name)]
    Missing {
        /// The command.
        command: &'static str,
        /// The option.
        option: &'static Opt,
    },
    /// An option was given twice.
    #[error("{option}: was given twice")]
    Twice {
        /// The option.
        option: &'static str,
    },
    /// There is no such ruleset.
    #[error("unknown ruleset {given}")]
    UnknownRuleset {
        /// The name that was given.
        given: String,
        /// The names there are.
        known: Vec<String>,
    },
    /// A name of a square that is none.
    #[error("{0} is not a square")]
    NotASquare(String),
    /// A text is longer than this many characters.
    #[error("longer than {most}")]
    TooLong {
        /// The most characters it may have.
        most: usize,
    },
    /// The line is no command at all.
    #[error("not a command")]
    NoCommand,
}

impl InputError {
    /// The command that was meant, if it is there and the fault lies in its options.
    #[must_use]
    pub const fn command(&self) -> Option<&'static str> {
        match self {
            InputError::UnknownOption { command, .. }
            | InputError::BadValue { command, .. }
            | InputError::Missing { command, .. } => Some(command),
            InputError::UnknownCommand(_)
            | InputError::Twice { .. }
            | InputError::UnknownRuleset { .. }
            | InputError::TooLong { .. }
            | InputError::NoCommand => None,
            InputError::NotASquare(_) => Some("look"),
        }
    }

    /// The stable name of interfaces §3.
    #[must_use]
    pub const fn reason(&self) -> &'static str {
        match self {
            InputError::UnknownCommand(_) => "unknown-command",
            InputError::UnknownRuleset { .. } => "unknown-ruleset",
            InputError::TooLong { .. } => "too-long",
            InputError::NoCommand | InputError::NotASquare(_) => "unreadable",
            InputError::UnknownOption { .. }
            | InputError::BadValue { .. }
            | InputError::Missing { .. }
            | InputError::Twice { .. } => "bad-option",
        }
    }

    /// The refusal in a sentence. Typed text is made harmless by `harmless` before it is repeated.
    #[must_use]
    pub fn message(&self, texts: &Texts, harmless: impl Fn(&str) -> String) -> Message {
        match self {
            InputError::UnknownCommand(typed) => {
                texts.say("refused-unknown-command", &[("command", &harmless(typed))])
            }
            InputError::UnknownOption {
                command,
                option,
                known,
            } => {
                let known = known.iter().map(|one| texts.option_name(one.name));
                let known: Vec<String> = known.collect();
                let id = if known.is_empty() {
                    "refused-no-options"
                } else {
                    "refused-unknown-option"
                };
                texts.say(
                    id,
                    &[
                        ("command", &texts.command_name(command)),
                        ("option", &harmless(option)),
                        ("options", &texts.and(&known)),
                    ],
                )
            }
            InputError::BadValue { option, .. } => bad_value(texts, option),
            InputError::Missing { command, option } => {
                let (id, what) = if option.choices.is_empty() {
                    let what = texts.word(&format!("option-{command}-{}", option.name));
                    ("refused-missing-option", what)
                } else {
                    ("refused-missing-choice", named(texts, option.choices))
                };
                texts.say(
                    id,
                    &[
                        ("command", &texts.command_name(command)),
                        ("option", &texts.option_name(option.name)),
                        ("what", &what),
                    ],
                )
            }
            InputError::Twice { option } => texts.say(
                "refused-option-twice",
                &[("option", &texts.option_name(option))],
            ),
            InputError::UnknownRuleset { given, known } => texts.say(
                "refused-unknown-ruleset",
                &[
                    ("ruleset", &harmless(given)),
                    ("rulesets", &texts.and(known)),
                ],
            ),
            InputError::NotASquare(typed) => {
                texts.say("refused-unreadable-square", &[("typed", &harmless(typed))])
            }
            InputError::TooLong { most } => refusals::too_long(texts, *most),
            InputError::NoCommand => texts.say("refused-unreadable-line", &[]),
        }
    }
}

fn bad_value(texts: &Texts, option: &Opt) -> Message {
    let (id, wants) = match option.kind {
        _ if !option.choices.is_empty() => ("refused-bad-choice", named(texts, option.choices)),
        Kind::Within(least, most) => {
            let wants = texts.say("wants-within", &[("least", &least), ("most", &most)]);
            ("refused-bad-number", wants.into())
        }
        Kind::Integer => ("refused-bad-integer", String::new()),
        Kind::Boolean => ("refused-bad-boolean", String::new()),
        Kind::User => ("refused-bad-user", String::new()),
        Kind::Text | Kind::Ruleset | Kind::Command => ("refused-bad-text", String::new()),
        Kind::Time => ("refused-bad-time", String::new()),
        Kind::Channel => ("refused-bad-channel", String::new()),
        Kind::Role => ("refused-bad-role", String::new()),
    };
    let option = texts.option_name(option.name);
    texts.say(id, &[("option", &option), ("wants", &wants)])
}

fn named(texts: &Texts, choices: &[&str]) -> String {
    let names: Vec<String> = choices.iter().map(|one| texts.choice_name(one)).collect();
    texts.comma(&names)
}

/// Options that fit the table of their command.
#[derive(Debug)]
pub(super) struct Options<'a> {
    command: &'static str,
    table: &'static [Opt],
    given: Vec<(&'static Opt, &'a Value)>,
}

impl<'a> Options<'a> {
    /// Checks options against the table of their command.
    ///
    /// # Errors
    ///
    /// [`InputError`] for the first that does not fit.
    pub(super) fn read(
        command: &'static str,
        table: &'static [Opt],
        options: &'a [(String, Value)],
    ) -> Result<Options<'a>, InputError> {
        let mut given: Vec<(&'static Opt, &Value)> = Vec::new();
        for (name, value) in options {
            let option = table.iter().find(|option| option.name == name);
            let option = option.ok_or_else(|| InputError::UnknownOption {
                command,
                option: cut(name),
                known: table,
            })?;
            if given.iter().any(|(other, _)| other.name == option.name) {
                let option = option.name;
                return Err(InputError::Twice { option });
            }
            check(command, option, value)?;
            given.push((option, value));
        }
        let missing = |option: &&Opt| {
            option.required && !given.iter().any(|(other, _)| other.name == option.name)
        };
        match table.iter().find(missing) {
            Some(option) => Err(InputError::Missing { command, option }),
            None => Ok(Options {
                command,
                table,
                given,
            }),
        }
    }

    fn value(&self, name: &str) -> Option<&'a Value> {
        let mut given = self.given.iter();
        given
            .find(|(option, _)| option.name == name)
            .map(|(_, value)| *value)
    }

    pub(super) fn text(&self, name: &str) -> Option<&'a str> {
        if let Some(Value::Text(text)) = self.value(name) {
            Some(text)
        } else {
            None
        }
    }

    pub(super) fn owned(&self, name: &str) -> Option<String> {
        self.text(name).map(str::to_owned)
    }

    /// The choice that was given, as `read` reads its word.
    pub(super) fn choice<T>(&self, name: &str, read: impl FnOnce(&str) -> Option<T>) -> Option<T> {
        self.text(name).and_then(read)
    }

    /// The choice of a required option.
    ///
    /// # Errors
    ///
    /// [`InputError::Missing`] if it was not given, which the table has ruled out.
    pub(super) fn needed<T>(
        &self,
        name: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, InputError> {
        self.choice(name, read).ok_or_else(|| self.missing(name))
    }

    /// The text of an option that a command cannot do without.
    ///
    /// # Errors
    ///
    /// [`InputError::Missing`] if it was not given.
    pub(super) fn needed_text(&self, name: &str) -> Result<&'a str, InputError> {
        self.text(name).ok_or_else(|| self.missing(name))
    }

    fn missing(&self, name: &str) -> InputError {
        let command = self.command;
        match self.table.iter().find(|option| option.name == name) {
            Some(option) => InputError::Missing { command, option },
            None => InputError::NoCommand,
        }
    }

    pub(super) fn color(&self, name: &str) -> Option<Color> {
        self.choice(name, Color::from_name)
    }

    pub(super) fn boolean(&self, name: &str) -> Option<bool> {
        if let Some(Value::Boolean(said)) = self.value(name) {
            Some(*said)
        } else {
            None
        }
    }

    /// Whether the option was given as `true`.
    pub(super) fn is_set(&self, name: &str) -> bool {
        self.boolean(name).unwrap_or(false)
    }

    /// A number that the table keeps within limits.
    pub(super) fn small(&self, name: &str) -> Option<u8> {
        if let Some(Value::Integer(number)) = self.value(name) {
            u8::try_from(*number).ok()
        } else {
            None
        }
    }

    /// A number.
    ///
    /// # Errors
    ///
    /// [`InputError::BadValue`] for one that is negative or too large.
    pub(super) fn number(&self, name: &str) -> Result<Option<u32>, InputError> {
        let found = self.given.iter().find(|(option, _)| option.name == name);
        let Some((option, Value::Integer(number))) = found else {
            return Ok(None);
        };
        let (command, option) = (self.command, *option);
        let number = u32::try_from(*number);
        let number = number.map_err(|_| InputError::BadValue { command, option })?;
        Ok(Some(number))
    }

    pub(super) fn user(&self, name: &str) -> Option<Speaker> {
        if let Some(Value::User(user)) = self.value(name) {
            Some(user.clone())
        } else {
            None
        }
    }

    /// The word of a choice or text, of `true` or `false`, or the id of a role.
    pub(super) fn word(&self, name: &str) -> Option<String> {
        match self.value(name)? {
            Value::Text(word) | Value::Role(word) => Some(word.clone()),
            Value::Boolean(said) => Some(said.to_string()),
            Value::Integer(_) | Value::User(_) | Value::Channel(_) => None,
        }
    }

    /// A channel, where one was given: `Some(None)` for one in which nobody could play.
    pub(super) fn channel(&self, name: &str) -> Option<Option<String>> {
        if let Some(Value::Channel(channel)) = self.value(name) {
            Some(channel.clone())
        } else {
            None
        }
    }

    /// A time per move, where one was given: `Some(None)` for none.
    pub(super) fn time(&self) -> Option<Option<TimeLimit>> {
        self.text("time").map(|time| time.parse().ok())
    }

    /// The reason for something that is forced on players. Everybody sees it.
    ///
    /// # Errors
    ///
    /// [`InputError::Missing`] for none and for an empty one.
    pub(super) fn reason(&self) -> Result<String, InputError> {
        let reason = self.text("reason").map(str::trim).unwrap_or_default();
        if reason.is_empty() {
            Err(self.missing("reason"))
        } else {
            Ok(reason.to_owned())
        }
    }
}

fn check(command: &'static str, option: &'static Opt, value: &Value) -> Result<(), InputError> {
    let fits = match (option.kind, value) {
        (Kind::Text | Kind::Ruleset | Kind::Command, Value::Text(text))
            if text.chars().count() > LONGEST_TEXT =>
        {
            return Err(InputError::TooLong { most: LONGEST_TEXT });
        }
        (Kind::Text, Value::Text(text)) => {
            option.choices.is_empty() || option.choices.contains(&text.as_str())
        }
        // A ruleset that is not there has a refusal of its own.
        (Kind::Ruleset | Kind::Command, Value::Text(_))
        | (Kind::Integer, Value::Integer(_))
        | (Kind::Boolean, Value::Boolean(_))
        | (Kind::User, Value::User(_))
        | (Kind::Channel, Value::Channel(_))
        | (Kind::Role, Value::Role(_)) => true,
        (Kind::Within(least, most), Value::Integer(number)) => {
            (i64::from(least)..=i64::from(most)).contains(number)
        }
        (Kind::Time, Value::Text(text)) => text == "none" || text.parse::<TimeLimit>().is_ok(),
        (
            Kind::Text
            | Kind::Ruleset
            | Kind::Command
            | Kind::Integer
            | Kind::Within(..)
            | Kind::Boolean
            | Kind::User
            | Kind::Time
            | Kind::Channel
            | Kind::Role,
            _,
        ) => false,
    };
    if fits {
        Ok(())
    } else {
        Err(InputError::BadValue { command, option })
    }
}

/// A typed text, short enough to be repeated.
pub(super) fn cut(text: &str) -> String {
    text.chars().take(LONGEST_REPEATED).collect()
}

/// Reads a value that must be written exactly as it is said: no sign, no zero before a number, no
/// other case.
pub(super) fn exact<T: std::str::FromStr + Display>(text: &str) -> Option<T> {
    let read = text.parse::<T>().ok();
    read.filter(|read| read.to_string() == text)
}
