//! Texts for people, from `assets/texts` (Fluent).

use std::{
    borrow::Cow,
    fmt::{self, Display},
    sync::Arc,
};

use fluent_bundle::{FluentArgs, FluentResource, FluentValue, concurrent::FluentBundle};

use super::{Language, Message, Part};
use crate::{
    matchplay::TimeLimit,
    rules::{ByColor, Color, Role},
    rulesets::{Named, PRESETS},
};

/// The texts of a language, a file for each topic, compiled in.
macro_rules! files {
    ($language:literal) => {
        files!($language: "belonging" "browser" "browser-answers" "buttons" "commands" "console" "game" "looking-back" "looks"
            "move-preview" "moving" "names" "pages" "personal" "pictures" "play" "privacy" "refusals" "rules"
            "standings" "tables")
    };
    ($language:literal: $($topic:literal)*) => {
        &[$(include_str!(concat!("../../assets/texts/", $language, "/", $topic, ".ftl"))),*]
    };
}

/// The names of the levels of computers, from the lowest on.
const LEVELS: [&str; 8] = [
    "level-1", "level-2", "level-3", "level-4", "level-5", "level-6", "level-7", "level-8",
];

const fn files(language: Language) -> &'static [&'static str] {
    match language {
        Language::English => files!("en"),
        Language::German => files!("de"),
    }
}

/// The arguments of a text, by name.
pub type Values<'a> = &'a [(&'static str, &'a (dyn Display + Sync))];

/// The bytes that few texts exceed, for each of their values.
const USUAL_LENGTH: usize = 48;

/// The texts of one language. Cheap to clone.
#[derive(Clone)]
pub struct Texts {
    language: Language,
    bundle: Arc<FluentBundle<FluentResource>>,
    /// The names of the armies, which nearly every message has.
    armies: Arc<ByColor<String>>,
}

impl fmt::Debug for Texts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Texts").field(&self.language).finish()
    }
}

impl Texts {
    /// Reads the texts of a language.
    #[must_use]
    pub fn of(language: Language) -> Texts {
        let mut bundle = FluentBundle::new_concurrent(vec![language.id()]);
        // Marks around what is filled in would stand visibly in a terminal; names are made
        // harmless before they come here.
        bundle.set_use_isolating(false);
        for text in files(language) {
            // A line that cannot be read is left out; a test makes sure that there is none.
            let resource = FluentResource::try_new((*text).to_owned())
                .unwrap_or_else(|(resource, _)| resource);
            bundle.add_resource_overriding(resource);
        }
        let mut texts = Texts {
            language,
            bundle: Arc::new(bundle),
            armies: Arc::default(),
        };
        let names = ByColor::new(|color| texts.word(&format!("army-{}", color.word())));
        texts.armies = Arc::new(names);
        texts
    }

    /// Reads the English texts.
    #[must_use]
    pub fn english() -> Texts {
        Texts::of(Language::English)
    }

    /// Returns the language that they are in.
    #[must_use]
    pub const fn language(&self) -> Language {
        self.language
    }

    /// Returns the text of this id with its places filled in. The value of `count` decides between
    /// singular and plural. A text that is missing is named instead, and logged; a test makes sure
    /// that every id and every argument in the code exists.
    #[must_use]
    pub fn say(&self, id: impl Into<Cow<'static, str>>, values: Values<'_>) -> Message {
        let values = values
            .iter()
            .map(|(name, value)| (*name, value.to_string()));
        self.say_of(id, values.collect())
    }

    /// Says the same as [`Texts::say`], with values that are written already. Those without a place
    /// are left out.
    pub(super) fn say_of(
        &self,
        id: impl Into<Cow<'static, str>>,
        values: Vec<(&'static str, String)>,
    ) -> Message {
        let id = id.into();
        let text = self.filled(&id, &values);
        Message::of_part(text, Part { id, values })
    }

    /// Returns a text without places, for use inside another.
    #[must_use]
    pub fn word(&self, id: &str) -> String {
        self.filled(id, &[])
    }

    fn filled(&self, id: &str, values: &[(&'static str, String)]) -> String {
        let message = self.bundle.get_message(id);
        let Some(pattern) = message.and_then(|message| message.value()) else {
            tracing::error!(id, "a text is missing");
            return id.to_owned();
        };
        let mut args = FluentArgs::with_capacity(values.len());
        for (name, value) in values {
            let number = (*name == "count").then(|| value.parse::<usize>().ok());
            match number.flatten() {
                Some(number) => args.set(*name, FluentValue::from(number)),
                None => args.set(*name, FluentValue::String(value.as_str().into())),
            }
        }
        let mut errors = Vec::new();
        // Texts with values are written piece by piece.
        let mut text = String::with_capacity(USUAL_LENGTH * values.len());
        let written = self
            .bundle
            .write_pattern(&mut text, pattern, Some(&args), &mut errors);
        if written.is_err() || !errors.is_empty() {
            tracing::error!(id, ?errors, "a text could not be filled in");
        }
        text
    }

    /// Returns whether there is a text of this id.
    #[must_use]
    pub fn has(&self, id: &str) -> bool {
        self.bundle.has_message(id)
    }

    /// Returns the army's name.
    #[must_use]
    pub fn army(&self, color: Color) -> String {
        self.armies[color].clone()
    }

    /// Returns the piece's name.
    #[must_use]
    pub fn piece(&self, role: Role) -> String {
        self.word(&format!("piece-{}", role.word()))
    }

    /// Returns the piece's name with a capital, to stand alone.
    pub(crate) fn piece_alone(&self, role: Role) -> String {
        let name = self.piece(role);
        let mut letters = name.chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        first.chain(letters).collect()
    }

    /// Returns the name of a ruleset in a sentence. Presets have one in each language; a ruleset
    /// that an operator added goes by the name of its file.
    #[must_use]
    pub fn ruleset(&self, name: &str) -> String {
        if PRESETS.contains(&name) {
            self.word(&format!("ruleset-{name}"))
        } else {
            name.to_owned()
        }
    }

    /// Returns a ruleset in a line of at most 100 characters.
    pub(crate) fn ruleset_line(&self, known: &Named) -> String {
        match &known.about {
            None => self.word(&format!("choice-{}", known.name)),
            Some(about) => self
                .say("ruleset-added", &[("name", &known.name), ("about", about)])
                .into(),
        }
    }

    /// Returns a level of computers in a line, with its number and its name.
    pub(crate) fn level(&self, level: u8) -> String {
        let nth = usize::from(level.max(1)) - 1;
        let name = self.word(LEVELS.get(nth).unwrap_or(&LEVELS[0]));
        self.say("level-named", &[("level", &level), ("name", &name)])
            .into()
    }

    /// Returns a time per move, such as `3 days`.
    #[must_use]
    pub fn time_limit(&self, limit: TimeLimit) -> String {
        let (count, unit) = limit.in_units();
        self.units(count, unit)
    }

    /// Writes a stretch of time in milliseconds in the longest unit of which it has two, rounded down.
    pub(crate) fn duration(&self, milliseconds: i64) -> String {
        let seconds = milliseconds.max(0) / 1_000;
        let units = [('d', 86_400), ('h', 3_600), ('m', 60)];
        let found = units.into_iter().find(|(_, length)| seconds >= 2 * length);
        let (unit, length) = found.unwrap_or(('s', 1));
        self.units(seconds / length, unit)
    }

    fn units(&self, count: i64, unit: char) -> String {
        let id = match unit {
            'd' => "limit-days",
            'h' => "limit-hours",
            'm' => "limit-minutes",
            _ => "limit-seconds",
        };
        self.say(id, &[("count", &count)]).into()
    }

    /// Returns the label of a choice of an option. Options whose choices mean something else
    /// elsewhere have texts of their own, `choice-OPTION-CHOICE`.
    #[must_use]
    pub fn choice(&self, option: &str, choice: &str) -> String {
        let own = self.known(&format!("choice-{option}-{choice}"));
        own.unwrap_or_else(|| self.word(&format!("choice-{choice}")))
    }

    /// Returns the name of a command in this language, without the slash.
    ///
    /// ```
    /// use rondel::messages::{Language, Texts};
    ///
    /// assert_eq!(Texts::of(Language::German).command_name("move"), "zug");
    /// assert_eq!(Texts::english().command_name("move"), "move");
    /// ```
    #[must_use]
    pub fn command_name(&self, command: &str) -> String {
        self.name("command", command)
    }

    /// Returns the name of an option, in any command that has it.
    #[must_use]
    pub fn option_name(&self, option: &str) -> String {
        self.name("option", option)
    }

    /// Returns the word that is typed for a choice. A choice that is in no table, such as a ruleset
    /// that an operator added, has one name everywhere.
    #[must_use]
    pub fn choice_name(&self, choice: &str) -> String {
        self.name("choice", choice)
    }

    fn name(&self, kind: &str, name: &str) -> String {
        let known = self.known(&format!("name-{kind}-{name}"));
        known.unwrap_or_else(|| name.to_owned())
    }

    /// Returns a text without places, if there is one of this id.
    pub(crate) fn known(&self, id: &str) -> Option<String> {
        self.has(id).then(|| self.word(id))
    }

    /// Lists texts: `a`, `a and b`, `a, b and c`.
    pub(crate) fn and(&self, items: impl IntoIterator<Item = impl AsRef<str>>) -> String {
        self.listed(items, "list-and")
    }

    /// Lists alternatives: `a`, `a or b`, `a, b or c`.
    #[must_use]
    pub fn or(&self, items: impl IntoIterator<Item = impl AsRef<str>>) -> String {
        self.listed(items, "list-or")
    }

    /// Lists texts with commas: `a, b, c`.
    pub(crate) fn comma(&self, items: impl IntoIterator<Item = impl AsRef<str>>) -> String {
        self.listed(items, "list-comma")
    }

    fn listed(&self, items: impl IntoIterator<Item = impl AsRef<str>>, last_by: &str) -> String {
        let items: Vec<_> = items.into_iter().collect();
        let mut list = String::new();
        for (at, item) in items.iter().enumerate() {
            if at > 0 {
                let last = at + 1 == items.len();
                list.push_str(&self.word(if last { last_by } else { "list-comma" }));
            }
            list.push_str(item.as_ref());
        }
        list
    }

    /// Armies in a sentence: `White and Gray`.
    #[must_use]
    pub fn armies(&self, colors: impl IntoIterator<Item = Color>) -> String {
        self.and(colors.into_iter().map(|color| self.army(color)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_can_be_read_whole() {
        for language in Language::ALL {
            for text in files(language) {
                let read = FluentResource::try_new((*text).to_owned());
                assert!(read.is_ok(), "{language:?}: {text}");
            }
        }
    }

    #[test]
    fn every_preset_has_a_name_and_says_what_it_is() {
        for texts in Language::ALL.map(Texts::of) {
            for preset in PRESETS {
                for id in [format!("ruleset-{preset}"), format!("choice-{preset}")] {
                    assert!(texts.has(&id), "{id}");
                }
                assert_ne!(texts.ruleset(preset), *preset);
            }
            // Whatever an operator calls a ruleset, it is no text of ours.
            assert_eq!(texts.ruleset("table"), "table");
        }
    }
}
