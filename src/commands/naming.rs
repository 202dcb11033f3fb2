//! The names of commands, options and choices in each language, and the things that a name means.
//!
//! In English they have the names of the table, which every chat hands on and every language may
//! type. Other languages have names of their own in their texts, under `name-command-COMMAND`,
//! `name-option-OPTION` and `name-choice-CHOICE`; a test makes sure that no name means two things.

use std::sync::LazyLock;

use super::{
    COMMANDS,
    command::Command,
    incoming::Value,
    options::{ARMIES, Kind, LONGEST_TEXT, Opt},
};
use crate::messages::{
    Language, Texts,
    reading_back::{match_in, player_in, square_in, time_in},
};

/// The longest name of a command or an option, in characters.
pub const LONGEST_NAME: usize = 32;

/// The texts of every language, in which typed names are looked up.
static LANGUAGES: LazyLock<[Texts; Language::ALL.len()]> =
    LazyLock::new(|| Language::ALL.map(Texts::of));

/// Returns the command that has this name in any language.
///
/// ```
/// use rondel::commands::command_called;
///
/// assert_eq!(command_called("zug"), command_called("move"));
/// assert_eq!(command_called("nonsense"), None);
/// ```
#[must_use]
pub fn command_called(typed: &str) -> Option<&'static Command> {
    find(COMMANDS, typed, |command| command.name, Texts::command_name)
}

/// Returns the option of a command that has this name in any language.
///
/// ```
/// use rondel::commands::{command_called, naming};
///
/// let resign = command_called("aufgeben").unwrap();
/// assert_eq!(naming::option(resign, "bestätigen").unwrap().name, "confirm");
/// ```
#[must_use]
pub fn option(command: &Command, typed: &str) -> Option<&'static Opt> {
    let options = command.options;
    let typed = now_called(command, typed);
    find(options, typed, |option| option.name, Texts::option_name)
}

/// Returns the choice of an option that has this name in any language; `None` if the option has no
/// such choice.
///
/// ```
/// use rondel::commands::{command_called, naming};
///
/// let seat = naming::option(command_called("join").unwrap(), "seat").unwrap();
/// assert_eq!(naming::choice(seat, "weiß"), Some("white"));
/// assert_eq!(naming::choice(seat, "white"), Some("white"));
/// assert_eq!(naming::choice(seat, "ann (White)"), Some("white"));
/// assert_eq!(naming::choice(seat, "rot"), None);
/// ```
#[must_use]
pub fn choice(option: &Opt, typed: &str) -> Option<&'static str> {
    let named = find(option.choices, typed, |choice| *choice, Texts::choice_name).copied();
    named.or_else(|| labelled(option, typed.trim()))
}

/// Returns the name of somebody as it is typed or shown: `@ann`, `ann (White)`.
pub(crate) fn player(typed: &str) -> &str {
    let typed = typed.trim();
    let typed = typed.strip_prefix('@').unwrap_or(typed);
    player_in(&*LANGUAGES, typed).map_or(typed, |(name, _)| name)
}

/// Returns the choice that texts call so where they show it: by its label, as a ruleset's or an army's name,
/// or by the player of an army.
fn labelled(option: &Opt, typed: &str) -> Option<&'static str> {
    let said = typed.to_lowercase();
    let is_it = |choice: &&'static str| {
        LANGUAGES.iter().any(|texts| {
            let names = [
                texts.choice_name(choice),
                texts.ruleset(choice),
                texts.choice(option.name, choice),
            ];
            names.iter().any(|name| name.to_lowercase() == said)
        })
    };
    let mut choices = option.choices.iter().copied();
    choices.find(is_it).or_else(|| {
        let (_, army) = player_in(&*LANGUAGES, typed).filter(|_| option.choices == ARMIES)?;
        Some(army.word())
    })
}

/// Names that options of a command had in earlier releases, with the names they have now. Scripts have them,
/// and so do the buttons of old messages.
const FORMER: [(&str, &str, &str); 2] = [("board", "ply", "move"), ("board", "halbzug", "move")];

/// Returns the name that an option of a command has now.
fn now_called<'a>(command: &Command, name: &'a str) -> &'a str {
    let mut former = FORMER.iter();
    let found = former.find(|(of, was, _)| *of == command.name && *was == name);
    found.map_or(name, |(_, _, now)| now)
}

/// Returns options with their names and values as the table has them.
pub(super) fn all_as_in_table(
    command: &Command,
    options: &[(String, Value)],
) -> Vec<(String, Value)> {
    let option = |(name, value): &(String, Value)| {
        let name = now_called(command, name);
        (name.to_owned(), as_in_table(command, name, value))
    };
    options.iter().map(option).collect()
}

/// Returns a value as the table has it. People type what they read, and some clients send the label of what
/// was chosen: a square with what stands there, a match with its players, a time in words.
fn as_in_table(command: &Command, name: &str, value: &Value) -> Value {
    let (Some(option), Value::Text(typed)) = (command.option(name), value) else {
        return value.clone();
    };
    if typed.chars().count() > LONGEST_TEXT {
        return value.clone();
    }
    let meant = match option.kind {
        _ if !option.choices.is_empty() => choice(option, typed).map(str::to_owned),
        Kind::Square => square_in(typed).map(|square| square.to_string()),
        Kind::Match => match_in(typed).map(|id| id.to_string()),
        Kind::Time => time_in(&*LANGUAGES, typed),
        _ => None,
    };
    meant.map_or_else(|| value.clone(), Value::Text)
}

/// Returns what has this name in the table, or else in the texts of any language.
fn find<T>(
    table: &'static [T],
    typed: &str,
    own: impl Fn(&T) -> &'static str,
    name_in: impl Fn(&Texts, &str) -> String,
) -> Option<&'static T> {
    let is_called = |one: &&T| {
        let mut languages = LANGUAGES.iter();
        languages.any(|texts| name_in(texts, own(one)) == typed)
    };
    let found = table.iter().find(|one| own(one) == typed);
    found.or_else(|| table.iter().find(is_called))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the names in one place, each with its meaning: no name may mean two things, no matter
    /// who types it.
    fn assert_clear(what: &str, names: &[(String, &str)]) {
        for (name, meant) in names {
            let other = names
                .iter()
                .find(|(other, also)| other == name && also != meant);
            assert_eq!(other, None, "{what}: {name} is {meant}");
        }
    }

    fn in_all<'a>(
        own: impl Iterator<Item = &'a str>,
        name: impl Fn(&Texts, &str) -> String,
    ) -> Vec<(String, &'a str)> {
        own.flat_map(|own| {
            LANGUAGES
                .iter()
                .map(|texts| (name(texts, own), own))
                .collect::<Vec<_>>()
        })
        .collect()
    }

    #[test]
    fn no_name_means_two_things_in_any_language() {
        let commands = in_all(
            COMMANDS.iter().map(|command| command.name),
            Texts::command_name,
        );
        assert_clear("commands", &commands);
        for command in COMMANDS {
            let options = command.options.iter().map(|option| option.name);
            let what = format!("/{}", command.name);
            assert_clear(&what, &in_all(options, Texts::option_name));
            for option in command.options {
                let what = format!("/{} {}", command.name, option.name);
                let choices = in_all(option.choices.iter().copied(), Texts::choice_name);
                assert_clear(&what, &choices);
            }
        }
    }

    #[test]
    fn everything_is_found_by_its_name_in_every_language() {
        for texts in LANGUAGES.iter() {
            for command in COMMANDS {
                let found = command_called(&texts.command_name(command.name));
                assert_eq!(found, Some(command));
                for option in command.options {
                    let name = texts.option_name(option.name);
                    assert_eq!(super::option(command, &name), Some(option), "{name}");
                    for choice in option.choices {
                        let name = texts.choice_name(choice);
                        assert_eq!(super::choice(option, &name), Some(*choice), "{name}");
                    }
                }
            }
        }
    }

    #[test]
    fn names_are_what_chats_take() {
        for texts in LANGUAGES.iter() {
            for command in COMMANDS {
                let options = command.options.iter();
                let options = options.map(|option| ("option", option.name));
                for (kind, name) in options.chain([("command", command.name)]) {
                    let id = format!("name-{kind}-{name}");
                    assert!(texts.has(&id), "{:?}: {id}", texts.language());
                    let said = texts.word(&id);
                    let takes = |letter: char| {
                        letter == '-'
                            || letter.is_alphanumeric()
                                && letter.to_lowercase().eq(std::iter::once(letter))
                    };
                    let letters = said.chars().count();
                    assert!(said.chars().all(takes), "{said}");
                    assert!((1..=LONGEST_NAME).contains(&letters), "{said}");
                    if texts.language() == Language::English {
                        assert_eq!(said, name);
                    }
                }
                let choices = command.options.iter().flat_map(|option| option.choices);
                for choice in choices {
                    let id = format!("name-choice-{choice}");
                    assert!(texts.has(&id), "{:?}: {id}", texts.language());
                    let said = texts.word(&id);
                    assert!(!said.contains(char::is_whitespace), "{said}");
                    if texts.language() == Language::English {
                        assert_eq!(said, *choice);
                    }
                }
            }
        }
    }
}
