//! What commands, options and choices are called in each language, and what is meant by such a name.
//!
//! In English they have the names of the table, which every chat hands on and every language may
//! type. What another language calls them stands in its texts, under `name-command-COMMAND`,
//! `name-option-OPTION` and `name-choice-CHOICE`; a test sees to it that no name means two things.

use std::sync::LazyLock;

use super::{
    catalog::{self, COMMANDS, Command, Opt},
    language::Language,
    words::Words,
};

/// The longest name of a command or an option, in characters.
pub const LONGEST_NAME: usize = 32;

/// The texts of every language, in which typed names are looked up.
static LANGUAGES: LazyLock<[Words; Language::ALL.len()]> =
    LazyLock::new(|| Language::ALL.map(Words::of));

/// The command of this name in any language.
///
/// ```
/// use rondel::adapters::naming;
///
/// assert_eq!(naming::command("zug"), naming::command("move"));
/// assert_eq!(naming::command("nonsense"), None);
/// ```
#[must_use]
pub fn command(typed: &str) -> Option<&'static Command> {
    catalog::command(typed).or_else(|| {
        let called =
            |command: &&Command| in_any_language(|words| words.command_name(command.name) == typed);
        COMMANDS.iter().find(called)
    })
}

/// The option of this name in any language.
///
/// ```
/// use rondel::adapters::naming;
///
/// let resign = naming::command("aufgeben").unwrap();
/// assert_eq!(naming::option(resign, "bestätigen").unwrap().name, "confirm");
/// ```
#[must_use]
pub fn option(command: &'static Command, typed: &str) -> Option<&'static Opt> {
    command.option(typed).or_else(|| {
        let called =
            |option: &&Opt| in_any_language(|words| words.option_name(option.name) == typed);
        command.options.iter().find(called)
    })
}

/// The choice of an option that has this name in any language; `None` where the option has no such
/// choice.
///
/// ```
/// use rondel::adapters::naming;
///
/// let seat = naming::option(naming::command("join").unwrap(), "seat").unwrap();
/// assert_eq!(naming::choice(seat, "weiß"), Some("white"));
/// assert_eq!(naming::choice(seat, "white"), Some("white"));
/// assert_eq!(naming::choice(seat, "rot"), None);
/// ```
#[must_use]
pub fn choice(option: &Opt, typed: &str) -> Option<&'static str> {
    let choices: &'static [&'static str] = option.choices;
    let own = choices.iter().find(|choice| **choice == typed);
    let found = own.or_else(|| {
        let called = |choice: &&&str| in_any_language(|words| words.choice_name(choice) == typed);
        choices.iter().find(called)
    });
    found.copied()
}

fn in_any_language(holds: impl Fn(&Words) -> bool) -> bool {
    LANGUAGES.iter().any(holds)
}

impl Words {
    /// What the command of this English name is called, without the slash.
    ///
    /// ```
    /// use rondel::adapters::{Language, words::Words};
    ///
    /// assert_eq!(Words::of(Language::German).command_name("move"), "zug");
    /// assert_eq!(Words::english().command_name("move"), "move");
    /// ```
    #[must_use]
    pub fn command_name(&self, command: &str) -> String {
        self.name("command", command)
    }

    /// What the option of this English name is called, in any command that has it.
    #[must_use]
    pub fn option_name(&self, option: &str) -> String {
        self.name("option", option)
    }

    /// What is typed for the choice of this English name. What is no choice of the table, such as a
    /// ruleset that an operator has added, is called as it is everywhere.
    #[must_use]
    pub fn choice_name(&self, choice: &str) -> String {
        self.name("choice", choice)
    }

    fn name(&self, kind: &str, name: &str) -> String {
        let id = format!("name-{kind}-{name}");
        if self.has(&id) {
            self.say(&id, &[])
        } else {
            name.to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What stands under `names` in one place, each with what is meant: no name may mean two things,
    /// whoever types it.
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
        name: impl Fn(&Words, &str) -> String,
    ) -> Vec<(String, &'a str)> {
        own.flat_map(|own| {
            LANGUAGES
                .iter()
                .map(|words| (name(words, own), own))
                .collect::<Vec<_>>()
        })
        .collect()
    }

    #[test]
    fn no_name_means_two_things_in_any_language() {
        let commands = in_all(
            COMMANDS.iter().map(|command| command.name),
            Words::command_name,
        );
        assert_clear("commands", &commands);
        for command in COMMANDS {
            let options = command.options.iter().map(|option| option.name);
            let what = format!("/{}", command.name);
            assert_clear(&what, &in_all(options, Words::option_name));
            for option in command.options {
                let what = format!("/{} {}", command.name, option.name);
                let choices = in_all(option.choices.iter().copied(), Words::choice_name);
                assert_clear(&what, &choices);
            }
        }
    }

    #[test]
    fn everything_is_found_by_its_name_in_every_language() {
        for words in LANGUAGES.iter() {
            for command in COMMANDS {
                let found = super::command(&words.command_name(command.name));
                assert_eq!(found, Some(command));
                for option in command.options {
                    let name = words.option_name(option.name);
                    assert_eq!(super::option(command, &name), Some(option), "{name}");
                    for choice in option.choices {
                        let name = words.choice_name(choice);
                        assert_eq!(super::choice(option, &name), Some(*choice), "{name}");
                    }
                }
            }
        }
    }

    #[test]
    fn names_are_what_chats_take() {
        for words in LANGUAGES.iter() {
            for command in COMMANDS {
                let options = command.options.iter();
                let options = options.map(|option| ("option", option.name));
                for (kind, name) in options.chain([("command", command.name)]) {
                    let id = format!("name-{kind}-{name}");
                    assert!(words.has(&id), "{:?}: {id}", words.language());
                    let said = words.say(&id, &[]);
                    let takes = |letter: char| {
                        letter == '-'
                            || letter.is_alphanumeric()
                                && letter.to_lowercase().eq(std::iter::once(letter))
                    };
                    let letters = said.chars().count();
                    assert!(said.chars().all(takes), "{said}");
                    assert!((1..=LONGEST_NAME).contains(&letters), "{said}");
                    if words.language() == Language::English {
                        assert_eq!(said, name);
                    }
                }
                let choices = command.options.iter().flat_map(|option| option.choices);
                for choice in choices {
                    let id = format!("name-choice-{choice}");
                    assert!(words.has(&id), "{:?}: {id}", words.language());
                    let said = words.say(&id, &[]);
                    assert!(!said.contains(char::is_whitespace), "{said}");
                    if words.language() == Language::English {
                        assert_eq!(said, *choice);
                    }
                }
            }
        }
    }
}
