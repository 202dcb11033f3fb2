//! Settings of people and servers: the rows of the tables of `/settings` and `/server`. Adding one
//! takes a field of the preferences, a row, and its texts.

use std::fmt;

use super::{
    options::Options,
    prelude::*,
    shortcut::{self, Assigned},
    suggestion::{Suggestion, times, values},
};
use crate::{
    matchplay::TimeLimit,
    messages::{Block, Language, Markup, Menu, Switch},
    render::PieceSet,
    store::preferences::{Orientation, Settable},
};

/// The names of the themes of pictures.
const THEMES: &[&str] = &[
    "classic",
    "night",
    "forest",
    "paper",
    "marble",
    "clear",
    "clear-light",
];

/// The language of what is said.
pub(super) const LANGUAGE: Opt = choice("language", Language::NAMES);
/// The colours of pictures.
pub(super) const THEME: Opt = choice("theme", THEMES);
/// The set of pieces in pictures.
pub(super) const PIECES: Opt = choice("pieces", PieceSet::NAMES);
/// The side from which boards are seen.
pub(super) const ORIENTATION: Opt = choice("orientation", Orientation::WORDS);
/// Whether the letters of that side run from left to right.
pub(super) const MIRROR: Opt = option("mirror", Kind::Boolean);

/// A setting among the preferences `P`: its option, its value, and what is said of it.
///
/// The text `COMMAND-NAME-WORD` says what it is set to, where there is one for each word. Otherwise
/// `COMMAND-NAME` does, with the word as its argument.
pub(super) struct Setting<P> {
    /// The option that sets it.
    pub(super) option: Opt,
    /// The word of the text that is said while it is not set. Nothing is said then if `None`.
    pub(super) unset: Option<&'static str>,
    /// The word of `clear:` that sets it back.
    pub(super) clear: Option<&'static str>,
    /// The value. `None` for half of a pair of options, which the command reads by itself.
    pub(super) value: Option<ValueIn<P>>,
    /// Whether it has an effect in a chat. Pages and lists leave it out where it has none.
    pub(super) has_effect: fn(&dyn Markup) -> bool,
}

/// A setting is told from others by its option.
impl<P> PartialEq for Setting<P> {
    fn eq(&self, other: &Setting<P>) -> bool {
        self.option.name == other.option.name
    }
}

impl<P> Eq for Setting<P> {}

impl<P> fmt::Debug for Setting<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.option.name)
    }
}

/// Returns the value of a setting in the preferences `P`.
pub(super) type ValueIn<P> = fn(&mut P) -> &mut dyn Settable;

/// Settings that were given, in the order of their table, with the words they were given.
pub(super) type Given<P> = Vec<(&'static Setting<P>, String)>;

/// Returns a setting of this value.
pub(super) const fn setting<P>(option: Opt, value: ValueIn<P>) -> Setting<P> {
    Setting {
        value: Some(value),
        ..half(option)
    }
}

/// Returns a setting that is half of a pair of options.
pub(super) const fn half<P>(option: Opt) -> Setting<P> {
    Setting {
        option,
        unset: None,
        clear: None,
        value: None,
        has_effect: |_| true,
    }
}

/// Returns the options of a command: the first, those of its settings, and the last.
pub(super) const fn around<P, const N: usize>(
    first: &[Opt],
    table: &[Setting<P>],
    last: &[Opt],
) -> [Opt; N] {
    let mut all = [MATCH; N];
    let mut at = 0;
    while at < N {
        let row = at.saturating_sub(first.len());
        all[at] = if at < first.len() {
            first[at]
        } else if row < table.len() {
            table[row].option
        } else {
            last[row - table.len()]
        };
        at += 1;
    }
    all
}

/// Reads the settings of a table that were given.
pub(super) fn given<P>(table: &'static [Setting<P>], options: &Options<'_>) -> Given<P> {
    let given = table.iter();
    given
        .filter_map(|setting| Some((setting, options.word(setting.option.name)?)))
        .collect()
}

impl<P: Clone> Setting<P> {
    /// Adds the text that is shown while it is not set.
    pub(super) const fn unset(self, word: &'static str) -> Setting<P> {
        let unset = Some(word);
        Setting { unset, ..self }
    }

    /// Adds the word of `clear:` that resets it.
    pub(super) const fn clear(self, word: &'static str) -> Setting<P> {
        let clear = Some(word);
        Setting { clear, ..self }
    }

    /// Says in which chats it has an effect.
    pub(super) const fn only(self, has_effect: fn(&dyn Markup) -> bool) -> Setting<P> {
        Setting { has_effect, ..self }
    }

    /// Sets it to a word, or back to what is usual.
    pub(super) fn set(&self, preferences: &mut P, word: Option<&str>) {
        if let Some(value) = self.value {
            value(preferences).set(word);
        }
    }

    /// Says what it is set to.
    pub(super) fn line(
        &self,
        narrator: &Narrator<'_>,
        command: &str,
        preferences: &P,
    ) -> Option<Message> {
        let (name, texts) = (self.option.name, narrator.texts());
        let Some(word) = self.value?(&mut preferences.clone()).word() else {
            let id = format!("{command}-{name}-{}", self.unset?);
            return Some(narrator.say(id, &[]));
        };
        let own = format!("{command}-{name}-{word}");
        let (argument, shown) = match self.option.kind {
            Kind::Role => ("role", narrator.markup.role(&word)),
            // A ruleset that is no more counts as none.
            Kind::Ruleset => (
                "ruleset",
                texts.ruleset(&narrator.rulesets.named(&word)?.name),
            ),
            _ if texts.has(&own) => return Some(narrator.say(own, &[])),
            Kind::Time => {
                let limit: TimeLimit = word.parse().ok()?;
                let said = texts.time_limit(limit);
                if limit.moves().is_some() {
                    return Some(narrator.say("server-time-moves", &[("limit", &said)]));
                }
                ("limit", said)
            }
            _ => ("choice", texts.choice(name, &word)),
        };
        Some(narrator.say(format!("{command}-{name}"), &[(argument, &shown)]))
    }

    /// Returns its place on a page: what it is set to, with a button or a menu that sets it. `first` are
    /// the options that the command cannot do without.
    pub(super) fn block(
        &self,
        narrator: &Narrator<'_>,
        command: &str,
        first: Assigned<'_>,
        preferences: &P,
    ) -> Option<Block> {
        let (name, line) = (self.option.name, self.line(narrator, command, preferences)?);
        let now = self.value?(&mut preferences.clone()).word();
        let texts = narrator.texts();
        let all: Vec<Suggestion> = match self.option.kind {
            Kind::Boolean => {
                let on = now.as_deref() != Some("false");
                let other = ["true", "false"][usize::from(on)];
                let label = narrator.say(format!("button-{command}-{name}-{other}"), &[]);
                let set = [first, &[(name, other)]].concat();
                let button = shortcut::button(command, &set, label);
                let about = texts.word(&format!("option-{command}-{name}"));
                return Some(Block::Switch(Switch {
                    about,
                    line,
                    on,
                    button,
                }));
            }
            Kind::Role => {
                let set = [first, &[(name, shortcut::FILLED)]].concat();
                let action = shortcut::action(command, &set);
                return Some(Block::Roles(Button::alone(action, line)));
            }
            Kind::Time => times(texts, "", Menu::MOST),
            _ => values(texts, narrator.rulesets, &self.option),
        };
        // Without a label beside it each option says what it is about.
        let label = narrator.markup.labels_menus();
        let label = label.then(|| narrator.word(&format!("option-{command}-{name}")));
        let option = |one: Suggestion| {
            let (word, mut said) = (one.value.as_str(), one.label);
            if label.is_none() {
                let mut then = preferences.clone();
                self.set(&mut then, Some(word));
                said = self.line(narrator, command, &then)?.into();
            }
            let set = [first, &[(name, word)]].concat();
            let chosen = now.as_deref() == Some(word);
            Some(shortcut::option(command, &set, said, chosen))
        };
        let options = all.into_iter().filter_map(option).take(Menu::MOST);
        let usual = label.is_some() && now.is_none();
        Some(Block::Menu(Menu {
            name,
            prompt: if usual {
                narrator.word("menu-usual")
            } else {
                line.into()
            },
            options: options.collect(),
            label,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        commands::{server, settings},
        render::Theme,
        store::{
            StoredRow,
            preferences::{PersonPreferences, ServerPreferences},
        },
    };

    #[test]
    fn what_can_be_chosen_is_there() {
        assert_eq!(THEME.choices, Theme::ALL.map(|theme| theme.name));
        assert_eq!(PIECES.choices, PieceSet::ALL.map(PieceSet::word));
        assert_eq!(LANGUAGE.choices, Language::ALL.map(Language::word));
    }

    /// Sets every setting of a table to every word, and returns all preferences that came of it.
    fn each_set<P: Clone + Default + PartialEq>(table: &[Setting<P>]) -> Vec<P> {
        let words_of = |preferences: &P| -> Vec<Option<String>> {
            let fields = table.iter().filter_map(|setting| setting.value);
            fields
                .map(|field| field(&mut preferences.clone()).word())
                .collect()
        };
        let mut all = vec![P::default()];
        let rows = table.iter().filter(|setting| setting.value.is_some());
        for (row, setting) in rows.enumerate() {
            let words = match setting.option.kind {
                Kind::Boolean => &["true", "false"],
                Kind::Role => &["7", "none"],
                Kind::Time => &["none", "10s"],
                _ => setting.option.choices,
            };
            for word in words {
                let before = all.last().cloned().unwrap_or_default();
                let mut after = before.clone();
                setting.set(&mut after, Some(word));
                let mut expected = words_of(&before);
                expected[row] = Some((*word).to_owned());
                assert_eq!(words_of(&after), expected, "{}", setting.option.name);
                all.push(after);
            }
        }
        all
    }

    #[test]
    fn a_change_leaves_all_else_as_it_is_and_is_stored() {
        for preferences in each_set(settings::SETTINGS) {
            let stored = preferences.encode();
            assert_eq!(PersonPreferences::decode(&stored), Ok(preferences));
        }
        for mut preferences in each_set(server::SETTINGS) {
            let stored = preferences.encode();
            let read = ServerPreferences::decode(&stored);
            assert_eq!(read, Ok(preferences.clone()));
            for setting in server::SETTINGS {
                setting.set(&mut preferences, None);
            }
            assert_eq!(preferences, ServerPreferences::default());
        }
    }

    #[test]
    fn the_words_of_clear_are_those_of_the_table() {
        let mut words: Vec<&str> = server::SETTINGS
            .iter()
            .filter_map(|setting| setting.clear)
            .collect();
        words.dedup();
        assert_eq!(words, server::CLEAR);
    }
}
