//! Options of commands: their table, and reading them once into something typed.

use std::fmt::Display;

use super::{
    COMMANDS,
    incoming::{ChosenChannels, Speaker, Value},
};
use crate::{
    matchplay::TimeLimit,
    messages::{Message, Texts, reading_back::without_match, refusals},
    rules::Color,
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
}

/// The kind of an option's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Text, at most [`LONGEST_TEXT`] characters.
    Text,
    /// A move as people type it; legal ones complete it.
    Move,
    /// The name of a square; squares complete it.
    Square,
    /// The id of a match; the speaker's own complete it.
    Match,
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
    /// A time per move, such as `3d`, or `none`; usual ones complete it.
    Time,
    /// A channel of the server.
    Channel,
    /// A role of the server.
    Role,
}

impl Kind {
    /// Returns true if values are written as text.
    pub(crate) const fn is_text(self) -> bool {
        match self {
            Kind::Text
            | Kind::Move
            | Kind::Square
            | Kind::Match
            | Kind::Ruleset
            | Kind::Command
            | Kind::Time => true,
            Kind::Integer
            | Kind::Within(..)
            | Kind::Boolean
            | Kind::User
            | Kind::Channel
            | Kind::Role => false,
        }
    }

    /// Returns true if values are completed while they are typed.
    pub(crate) const fn is_completed(self) -> bool {
        matches!(self, Kind::Move | Kind::Square | Kind::Match | Kind::Time)
    }
}

/// The armies, as choices.
pub(super) const ARMIES: &[&str] = Color::NAMES;
/// The match that a command is about; usually found without it.
pub const MATCH: Opt = option("match", Kind::Match);

pub(super) const fn option(name: &'static str, kind: Kind) -> Opt {
    Opt {
        name,
        kind,
        required: false,
        choices: &[],
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

/// A command that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputError {
    /// There is no such command.
    UnknownCommand(String),
    /// The command has no such option.
    UnknownOption {
        /// The command.
        command: &'static str,
        /// The name that was given.
        option: String,
        /// The options that it has.
        known: &'static [Opt],
    },
    /// The value of this option does not fit it.
    BadValue(&'static Opt),
    /// A required option is missing.
    Missing {
        /// The command.
        command: &'static str,
        /// The option.
        option: &'static Opt,
    },
    /// The option of this name was given twice.
    Twice(&'static str),
    /// There is no such ruleset.
    UnknownRuleset {
        /// The name that was given.
        given: String,
        /// The names there are.
        known: Vec<String>,
    },
    /// A name of a square that is none.
    NotASquare(String),
    /// A text is longer than this many characters.
    TooLong(usize),
    /// The line is no command at all.
    NoCommand,
    /// No command has a button of this id.
    UnknownButton,
}

impl InputError {
    /// Returns the error of an option that is none of the `known` ones of a command.
    pub(crate) fn no_such_option(
        command: &'static str,
        option: &str,
        known: &'static [Opt],
    ) -> InputError {
        InputError::UnknownOption {
            command,
            option: cut(option),
            known,
        }
    }

    /// Returns the refusal: its stable name of interfaces §3, and its sentence. Typed text goes
    /// through `harmless` before it is repeated.
    #[must_use]
    pub fn refusal(
        &self,
        texts: &Texts,
        harmless: impl Fn(&str) -> String,
    ) -> (&'static str, Message) {
        match self {
            InputError::UnknownCommand(typed) => {
                let command = harmless(typed);
                let text = match meant(texts, typed) {
                    Some(meant) => texts.say(
                        "refused-misspelt-command",
                        &[("command", &command), ("meant", &meant)],
                    ),
                    None => texts.say("refused-unknown-command", &[("command", &command)]),
                };
                ("unknown-command", text)
            }
            InputError::UnknownOption {
                command,
                option,
                known,
            } => {
                let known = known.iter().map(|one| texts.option_name(one.name));
                let known: Vec<String> = known.collect();
                let id = ["refused-unknown-option", "refused-no-options"];
                let id = id[usize::from(known.is_empty())];
                let values = [
                    ("command", &texts.command_name(command) as _),
                    ("option", &harmless(option) as _),
                    ("options", &texts.and(&known) as _),
                ];
                ("bad-option", texts.say(id, &values))
            }
            InputError::BadValue(option) => ("bad-option", bad_value(texts, option)),
            InputError::Missing { command, option } => {
                let (id, what) = if option.choices.is_empty() {
                    let what = texts.word(&format!("option-{command}-{}", option.name));
                    ("refused-missing-option", what)
                } else {
                    ("refused-missing-choice", named(texts, option.choices))
                };
                let values = [
                    ("command", &texts.command_name(command) as _),
                    ("option", &texts.option_name(option.name) as _),
                    ("what", &what as _),
                ];
                ("bad-option", texts.say(id, &values))
            }
            InputError::Twice(option) => {
                let option = texts.option_name(option);
                let text = texts.say("refused-option-twice", &[("option", &option)]);
                ("bad-option", text)
            }
            InputError::UnknownRuleset { given, known } => {
                let (given, known) = (harmless(given), texts.and(known));
                let text = texts.say(
                    "refused-unknown-ruleset",
                    &[("ruleset", &given), ("rulesets", &known)],
                );
                ("unknown-ruleset", text)
            }
            InputError::NotASquare(typed) => (
                "unreadable",
                texts.say("refused-unreadable-square", &[("typed", &harmless(typed))]),
            ),
            InputError::TooLong(most) => ("too-long", refusals::too_long(texts, *most)),
            InputError::NoCommand => ("unreadable", texts.say("refused-unreadable-line", &[])),
            InputError::UnknownButton => {
                ("unreadable", texts.say("refused-unreadable-button", &[]))
            }
        }
    }
}

/// Returns the name of the command that is almost what was typed: in a language or in English, with a mistake in
/// each three letters at most.
fn meant(texts: &Texts, typed: &str) -> Option<String> {
    let typed = typed.to_lowercase();
    let names = COMMANDS
        .iter()
        .flat_map(|command| [texts.command_name(command.name), String::from(command.name)]);
    let near = names.filter_map(|name| {
        let mistakes = strsim::osa_distance(&name, &typed);
        (3 * mistakes <= name.chars().count()).then_some((mistakes, name))
    });
    near.min().map(|(_, name)| name)
}

fn bad_value(texts: &Texts, option: &Opt) -> Message {
    let plain = |id: &'static str| (id, String::new());
    let (id, wants) = match option.kind {
        _ if !option.choices.is_empty() => ("refused-bad-choice", named(texts, option.choices)),
        Kind::Within(least, most) => {
            let wants = texts.say("wants-within", &[("least", &least), ("most", &most)]);
            ("refused-bad-number", wants.into())
        }
        Kind::Integer => plain("refused-bad-integer"),
        Kind::Boolean => plain("refused-bad-boolean"),
        Kind::User => plain("refused-bad-user"),
        Kind::Text | Kind::Move | Kind::Square | Kind::Match | Kind::Ruleset | Kind::Command => {
            plain("refused-bad-text")
        }
        Kind::Time => plain("refused-bad-time"),
        Kind::Channel => plain("refused-bad-channel"),
        Kind::Role => plain("refused-bad-role"),
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
    given: &'a [(String, Value)],
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
        given: &'a [(String, Value)],
    ) -> Result<Options<'a>, InputError> {
        let options = Options {
            command,
            table,
            given,
        };
        for (at, (name, value)) in given.iter().enumerate() {
            let option = options.option(name);
            let option = option.ok_or_else(|| InputError::no_such_option(command, name, table))?;
            if given[..at].iter().any(|(other, _)| other == name) {
                return Err(InputError::Twice(option.name));
            }
            check(option, value)?;
        }
        let missing = |option: &&Opt| option.required && options.value(option.name).is_none();
        match table.iter().find(missing) {
            Some(option) => Err(InputError::Missing { command, option }),
            None => Ok(options),
        }
    }

    /// Returns true if no option was given.
    pub(super) const fn is_empty(&self) -> bool {
        self.given.is_empty()
    }

    /// Returns the match that is typed with a move, as it is offered where several wait: `m7k3q: Nf3`.
    pub(super) fn match_of_move(&self) -> Option<String> {
        let mut table = self.table.iter();
        let option = table.find(|option| option.kind == Kind::Move)?;
        let (id, _) = without_match(self.text(option.name)?);
        id.map(|id| id.to_string())
    }

    /// Returns true if nothing but the action was given.
    pub(super) fn is_alone(&self) -> bool {
        self.given.iter().all(|(name, _)| name == "action")
    }

    fn option(&self, name: &str) -> Option<&'static Opt> {
        self.table.iter().find(|option| option.name == name)
    }

    fn value(&self, name: &str) -> Option<&'a Value> {
        let given = self.given.iter().find(|(given, _)| given == name);
        given.map(|(_, value)| value)
    }

    pub(super) fn text(&self, name: &str) -> Option<&'a str> {
        match self.value(name)? {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(super) fn owned(&self, name: &str) -> Option<String> {
        self.text(name).map(str::to_owned)
    }

    /// Returns the choice that was given: that `of` its word.
    pub(super) fn choice<T>(&self, name: &str, of: impl FnOnce(&'a str) -> Option<T>) -> Option<T> {
        self.text(name).and_then(of)
    }

    /// Returns the choice of an option that the command cannot do without.
    ///
    /// # Errors
    ///
    /// [`InputError::Missing`] if it was not given.
    pub(super) fn needed<T>(
        &self,
        name: &str,
        read: impl FnOnce(&'a str) -> Option<T>,
    ) -> Result<T, InputError> {
        let (command, option) = (self.command, self.option(name));
        let missing = |option| InputError::Missing { command, option };
        let missing = || option.map_or(InputError::NoCommand, missing);
        self.choice(name, read).ok_or_else(missing)
    }

    pub(super) fn color(&self, name: &str) -> Option<Color> {
        self.choice(name, Color::from_word)
    }

    pub(super) fn boolean(&self, name: &str) -> Option<bool> {
        match self.value(name)? {
            Value::Boolean(said) => Some(*said),
            _ => None,
        }
    }

    /// Returns true if the option was given as `true`.
    pub(super) fn is_set(&self, name: &str) -> bool {
        self.boolean(name) == Some(true)
    }

    /// Returns the number that was given.
    ///
    /// # Errors
    ///
    /// [`InputError::BadValue`] for one that is negative or too large.
    pub(super) fn number<N: TryFrom<i64>>(&self, name: &str) -> Result<Option<N>, InputError> {
        let Some((option, Value::Integer(number))) = self.option(name).zip(self.value(name)) else {
            return Ok(None);
        };
        let number = N::try_from(*number).map(Some);
        number.map_err(|_| InputError::BadValue(option))
    }

    pub(super) fn user(&self, name: &str) -> Option<Speaker> {
        match self.value(name)? {
            Value::User(user) => Some(user.clone()),
            _ => None,
        }
    }

    /// Returns the word of a choice or text, of `true` or `false`, or the id of a role.
    pub(super) fn word(&self, name: &str) -> Option<String> {
        match self.value(name)? {
            Value::Text(word) | Value::Role(word) => Some(word.clone()),
            Value::Boolean(said) => Some(said.to_string()),
            _ => None,
        }
    }

    /// Returns the channel that was given: `Some(None)` for one in which nobody could play.
    pub(super) fn channel(&self, name: &str) -> Option<Option<String>> {
        match self.value(name)? {
            Value::Channel(channel) => Some(channel.clone()),
            _ => None,
        }
    }

    /// Returns the channels that were chosen together.
    pub(super) fn channels(&self, name: &str) -> Option<ChosenChannels> {
        match self.value(name)? {
            Value::Channels(channels) => Some(channels.clone()),
            _ => None,
        }
    }

    /// Returns the reason for something that is forced on players. Everybody sees it.
    ///
    /// # Errors
    ///
    /// [`InputError::Missing`] for none and for an empty one.
    pub(super) fn reason(&self) -> Result<String, InputError> {
        self.needed("reason", |text| {
            let reason = text.trim();
            (!reason.is_empty()).then(|| reason.to_owned())
        })
    }
}

fn check(option: &'static Opt, value: &Value) -> Result<(), InputError> {
    let fits = match (option.kind, value) {
        (
            Kind::Text | Kind::Move | Kind::Square | Kind::Match | Kind::Ruleset | Kind::Command,
            Value::Text(text),
        ) if text.chars().count() > LONGEST_TEXT => {
            return Err(InputError::TooLong(LONGEST_TEXT));
        }
        (Kind::Text, Value::Text(text)) => {
            option.choices.is_empty() || option.choices.contains(&text.as_str())
        }
        // A ruleset that is not there has a refusal of its own.
        (
            Kind::Move | Kind::Square | Kind::Match | Kind::Ruleset | Kind::Command,
            Value::Text(_),
        )
        | (Kind::Integer, Value::Integer(_))
        | (Kind::Boolean, Value::Boolean(_))
        | (Kind::User, Value::User(_))
        | (Kind::Channel, Value::Channel(_) | Value::Channels(_))
        | (Kind::Role, Value::Role(_)) => true,
        (Kind::Within(least, most), Value::Integer(number)) => {
            (i64::from(least)..=i64::from(most)).contains(number)
        }
        (Kind::Time, Value::Text(text)) => TimeLimit::read(text).is_ok(),
        _ => false,
    };
    fits.then_some(()).ok_or(InputError::BadValue(option))
}

/// Cuts a typed text so that it is short enough to be repeated.
pub(super) fn cut(text: &str) -> String {
    text.chars().take(LONGEST_REPEATED).collect()
}

/// Reads a value that must be written exactly as it is said: no sign, no zero before a number, no
/// other case.
pub(super) fn exact<T: std::str::FromStr + Display>(text: &str) -> Option<T> {
    let read = text.parse::<T>().ok();
    read.filter(|read| read.to_string() == text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::Language;

    #[test]
    fn the_command_is_found_that_was_almost_typed() {
        let german = &Texts::of(Language::German);
        let english = &Texts::english();
        for (texts, typed, want) in [
            (english, "mvoe", Some("move")),
            (english, "histroy", Some("history")),
            (english, "MOVE", Some("move")),
            (english, "leaderbord", Some("leaderboard")),
            (english, "zug", None),
            (english, "castle", None),
            (english, "", None),
            (german, "zgu", Some("zug")),
            (german, "histroy", Some("history")),
        ] {
            assert_eq!(meant(texts, typed).as_deref(), want, "{typed}");
        }
    }
}
