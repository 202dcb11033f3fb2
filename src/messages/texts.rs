//! Texts for people, from `assets/texts` (Fluent).

use std::{
    borrow::Cow,
    fmt::{self, Display},
    sync::Arc,
};

use fluent_bundle::{FluentArgs, FluentResource, FluentValue, concurrent::FluentBundle};

use super::{Language, Message, Part};
use crate::{
    matchplay::{Budget, TimeLimit},
    rules::{Border, ByColor, Color, Move, Position, Role, ShortMove},
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

/// Returns what is said otherwise where there are no channels.
const fn without_channels(language: Language) -> &'static str {
    match language {
        Language::English => include_str!("../../assets/texts/en/on-page.ftl"),
        Language::German => include_str!("../../assets/texts/de/on-page.ftl"),
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
        Texts::read(language, files(language))
    }

    /// Reads the texts of a language for a chat without [channels](super::Markup::has_channels).
    #[must_use]
    pub(super) fn without_channels(language: Language) -> Texts {
        let files = [files(language), &[without_channels(language)]].concat();
        Texts::read(language, &files)
    }

    /// Reads texts; of those with the same id the last one counts.
    fn read(language: Language, files: &[&str]) -> Texts {
        let mut bundle = FluentBundle::new_concurrent(vec![language.id()]);
        // Marks around what is filled in would stand visibly in a terminal; names are made
        // harmless before they come here.
        bundle.set_use_isolating(false);
        for text in files {
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

    /// Returns the text of this id with its places open, `{$name}` for each, and the plural where it has one.
    /// Empty if there is none.
    pub(super) fn open(&self, id: &str) -> String {
        let message = self.bundle.get_message(id);
        let mut text = String::new();
        if let Some(pattern) = message.and_then(|message| message.value()) {
            // What is missing is what is wanted.
            let missing = &mut Vec::new();
            let _ = self.bundle.write_pattern(&mut text, pattern, None, missing);
        }
        text
    }

    /// Iterates over the ids of the texts of one line that have a place of this name.
    pub(super) fn ids_with(&self, place: &str) -> impl Iterator<Item = &'static str> + use<> {
        let place = format!("{{ ${place} }}");
        let lines = files(self.language).iter().flat_map(|file| file.lines());
        let messages = lines.filter_map(|line| line.split_once(" = "));
        messages.filter_map(move |(id, text)| text.contains(&place).then_some(id))
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

    /// Writes a decimal number, `0.56`, as this language does: `0,56`.
    pub(crate) fn decimal(&self, number: &str) -> String {
        number.replace('.', &self.word("decimal-point"))
    }

    /// Returns a move as people write it in this language, `S×f3+`.
    #[must_use]
    pub fn short(&self, mv: ShortMove) -> String {
        mv.for_people(|role| self.language.letter(role))
    }

    /// Returns a legal move of a position as people write it, with the signs for its effect.
    #[must_use]
    pub fn move_in(&self, position: &Position, mv: Move) -> String {
        self.short(ShortMove::signed(position, mv))
    }

    /// Returns a legal move of a position with both its squares, so that no two are written alike.
    #[must_use]
    pub fn move_in_full(&self, position: &Position, mv: Move) -> String {
        ShortMove::of(position, mv).in_full(|role| self.language.letter(role))
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

    /// Returns a time limit, such as `3 days`, `2 hours 30 minutes` or `10 moves in 30 days`.
    /// [`TimeLimit::read`] reads it in every language.
    #[must_use]
    pub fn time_limit(&self, limit: TimeLimit) -> String {
        // German days are others after a preposition.
        let units = limit
            .in_units()
            .map(|(count, unit)| match (unit, limit.moves()) {
                ('d', Some(_)) => self.say("limit-within-days", &[("count", &count)]).into(),
                _ => self.units(count, unit),
            });
        let time = units.collect::<Vec<String>>().join(" ");
        match limit.moves() {
            Some(moves) => self
                .say("limit-moves", &[("count", &moves), ("time", &time)])
                .into(),
            None => time,
        }
    }

    /// Returns what a seat has left for its next moves, such as `12 days for 4 moves`.
    pub(crate) fn budget(&self, budget: Budget) -> String {
        let Budget { left, moves } = budget;
        if left == 0 {
            return self.say("budget-none", &[("count", &moves)]).into();
        }
        let left = self.duration(left);
        self.say("budget", &[("left", &left), ("count", &moves)])
            .into()
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

    /// Names a border by the files that it lies between: `x and a`.
    pub(crate) fn border(&self, border: Border) -> String {
        self.and(files_of(border))
    }

    /// Lists borders: `x–a and h–i`.
    pub(crate) fn borders(&self, borders: &[Border]) -> String {
        self.and(borders.iter().map(|border| files_of(*border).join("–")))
    }

    /// Armies in a sentence: `White and Gray`.
    #[must_use]
    pub fn armies(&self, colors: impl IntoIterator<Item = Color>) -> String {
        self.and(colors.into_iter().map(|color| self.army(color)))
    }
}

/// Returns the files on both sides of a border, clockwise.
fn files_of(border: Border) -> Vec<&'static str> {
    border.word().split('|').collect()
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

    #[test]
    fn every_time_that_is_shown_is_read_when_it_is_typed() {
        let seconds = [
            10, 59, 60, 61, 600, 3_599, 3_661, 9_000, 86_399, 90_061, 1_209_600,
        ];
        let each = seconds.iter().map(|time| format!("{time}s"));
        let drawn = (1_i64..400).map(|nth| 10 + nth * nth * 16);
        let each = each.chain(drawn.map(|time| format!("{time}s")));
        let several = (1..=100)
            .flat_map(|moves| seconds.map(|time| format!("{moves}/{}s", (time + moves) * moves)));
        let limits: Vec<String> = each.chain(several).collect();
        for texts in Language::ALL.map(Texts::of) {
            for limit in &limits {
                let limit: TimeLimit = limit.parse().expect(limit);
                let shown = texts.time_limit(limit);
                for typed in [shown.clone(), shown.to_uppercase(), format!("{shown}.")] {
                    assert_eq!(TimeLimit::read(&typed), Ok(Some(limit)), "{typed}");
                }
                assert_eq!(TimeLimit::read(&limit.to_string()), Ok(Some(limit)));
            }
            for none in [
                "limit-none",
                "table-untimed",
                "field-time-none",
                "page-no-limit",
            ] {
                assert_eq!(TimeLimit::read(&texts.word(none)), Ok(None), "{none}");
            }
        }
        // As browsers shorten them on the page.
        for (shown, limit) in [
            ("1 day 12 hr", "36h"),
            ("59 min", "59m"),
            ("30 sec", "30s"),
            ("2 Tg. 3 Std.", "51h"),
            ("59 Min.", "59m"),
        ] {
            assert_eq!(TimeLimit::read(shown), Ok(limit.parse().ok()), "{shown}");
        }
    }

    #[test]
    fn times_are_shown_in_all_their_units() {
        let [english, german] = [Language::English, Language::German].map(Texts::of);
        for (limit, in_english, in_german) in [
            ("150m", "2 hours 30 minutes", "2 Stunden 30 Minuten"),
            ("1d", "1 day", "1 Tag"),
            (
                "90061s",
                "1 day 1 hour 1 minute 1 second",
                "1 Tag 1 Stunde 1 Minute 1 Sekunde",
            ),
            ("10/30d", "10 moves in 30 days", "10 Züge in 30 Tagen"),
            ("1/1d", "1 move in 1 day", "1 Zug in 1 Tag"),
            (
                "40/150m",
                "40 moves in 2 hours 30 minutes",
                "40 Züge in 2 Stunden 30 Minuten",
            ),
        ] {
            let limit = limit.parse().unwrap();
            assert_eq!(english.time_limit(limit), in_english);
            assert_eq!(german.time_limit(limit), in_german);
        }
    }
}
