//! Texts for people, from `assets/texts` (Fluent).

use std::{borrow::Cow, fmt, sync::Arc};

use super::{catalog::PRESETS, language::Language, texts};
use crate::{
    matchplay::TimeLimit,
    rules::{Color, Role},
    rulesets::Named,
};
use fluent_bundle::{FluentArgs, FluentResource, FluentValue, concurrent::FluentBundle};

/// The texts of one language. Cheap to clone.
#[derive(Clone)]
pub struct Words {
    language: Language,
    bundle: Arc<FluentBundle<FluentResource>>,
}

impl fmt::Debug for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Words").field(&self.language).finish()
    }
}

impl Words {
    /// The texts of a language.
    #[must_use]
    pub fn of(language: Language) -> Words {
        let mut bundle = FluentBundle::new_concurrent(vec![language.id()]);
        // Marks around what is filled in would stand visibly in a terminal; names are made
        // harmless before they come here.
        bundle.set_use_isolating(false);
        for text in texts::of(language) {
            // What cannot be read is left out; a test sees to it that nothing is.
            let resource = FluentResource::try_new((*text).to_owned())
                .unwrap_or_else(|(resource, _)| resource);
            bundle.add_resource_overriding(resource);
        }
        Words {
            language,
            bundle: Arc::new(bundle),
        }
    }

    /// The English texts.
    #[must_use]
    pub fn english() -> Words {
        Words::of(Language::English)
    }

    /// In which language they are.
    #[must_use]
    pub const fn language(&self) -> Language {
        self.language
    }

    /// The text of this name, with its places filled in. A text that is missing is named instead.
    #[must_use]
    pub fn say(&self, id: &str, values: &[(&str, &str)]) -> String {
        let mut args = FluentArgs::new();
        for (name, value) in values {
            args.set(*name, FluentValue::String(Cow::Borrowed(value)));
        }
        self.format(id, &args)
    }

    /// As [`Words::say`], with a number that decides between singular and plural.
    #[must_use]
    pub fn say_counted(&self, id: &str, count: usize, values: &[(&str, &str)]) -> String {
        let mut args = FluentArgs::new();
        args.set("count", FluentValue::from(count));
        for (name, value) in values {
            args.set(*name, FluentValue::String(Cow::Borrowed(value)));
        }
        self.format(id, &args)
    }

    /// Whether there is a text of this name.
    #[must_use]
    pub fn has(&self, id: &str) -> bool {
        self.bundle.has_message(id)
    }

    fn format(&self, id: &str, args: &FluentArgs<'_>) -> String {
        let Some(pattern) = self
            .bundle
            .get_message(id)
            .and_then(|message| message.value())
        else {
            tracing::error!(id, "a text is missing");
            return id.to_owned();
        };
        let mut errors = Vec::new();
        let text = self.bundle.format_pattern(pattern, Some(args), &mut errors);
        if !errors.is_empty() {
            tracing::error!(id, ?errors, "a text could not be filled in");
        }
        text.into_owned()
    }

    /// The army's name.
    #[must_use]
    pub fn army(&self, color: Color) -> String {
        self.say(&format!("army-{}", color.name()), &[])
    }

    /// The piece's name.
    #[must_use]
    pub fn piece(&self, role: Role) -> String {
        self.say(piece_id(role), &[])
    }

    /// What a ruleset is called in a sentence: presets have names, those that an operator added
    /// are called as their files are.
    #[must_use]
    pub fn ruleset(&self, name: &str) -> String {
        if PRESETS.contains(&name) {
            self.say(&format!("ruleset-{name}"), &[])
        } else {
            name.to_owned()
        }
    }

    /// A time per move, such as `3 days`.
    #[must_use]
    pub fn time_limit(&self, limit: TimeLimit) -> String {
        let (count, unit) = limit.in_units();
        let id = match unit {
            'd' => "limit-days",
            'h' => "limit-hours",
            'm' => "limit-minutes",
            _ => "limit-seconds",
        };
        self.say_counted(id, usize::try_from(count).unwrap_or_default(), &[])
    }

    /// What a choice of an option is called: kinds of choices whose words mean something else
    /// elsewhere have texts of their own, `choice-KIND-CHOICE`.
    #[must_use]
    pub fn choice(&self, kind: &str, choice: &str) -> String {
        let own = format!("choice-{kind}-{choice}");
        if self.has(&own) {
            self.say(&own, &[])
        } else {
            self.say(&format!("choice-{choice}"), &[])
        }
    }

    /// What a ruleset is, in a line of at most 100 characters.
    #[must_use]
    pub fn ruleset_line(&self, known: &Named) -> String {
        match &known.about {
            None => self.say(&format!("choice-{}", known.name), &[]),
            Some(about) => self.say("ruleset-added", &[("name", &known.name), ("about", about)]),
        }
    }
}

const fn piece_id(role: Role) -> &'static str {
    match role {
        Role::King => "piece-king",
        Role::Queen => "piece-queen",
        Role::Rook => "piece-rook",
        Role::Bishop => "piece-bishop",
        Role::Knight => "piece-knight",
        Role::Pawn => "piece-pawn",
        Role::CrossedPawn => "piece-crossed-pawn",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adapters::catalog::COMMANDS;

    #[test]
    fn every_text_can_be_read_whole() {
        for language in Language::ALL {
            for text in texts::of(language) {
                let read = FluentResource::try_new((*text).to_owned());
                assert!(read.is_ok(), "{language:?}: {text}");
            }
        }
    }

    #[test]
    fn every_command_option_and_choice_has_a_text() {
        for words in Language::ALL.map(Words::of) {
            for command in COMMANDS {
                let id = format!("command-{}", command.name);
                assert!(words.has(&id), "{id}");
                assert!(words.say(&id, &[]).chars().count() <= 100, "{id}");
                for option in command.options {
                    let id = format!("option-{}-{}", command.name, option.name);
                    assert!(words.has(&id), "{id}");
                    assert!(words.say(&id, &[]).chars().count() <= 100, "{id}");
                    for choice in option.choices {
                        let ids = [
                            format!("choice-{}-{choice}", option.name),
                            format!("choice-{choice}"),
                        ];
                        assert!(ids.iter().any(|id| words.has(id)), "{ids:?}");
                        let said = words.choice(option.name, choice);
                        assert!(said.chars().count() <= 100, "{said}");
                    }
                }
            }
        }
    }

    #[test]
    fn every_preset_has_a_name_and_says_what_it_is() {
        for words in Language::ALL.map(Words::of) {
            for preset in PRESETS {
                for id in [format!("ruleset-{preset}"), format!("choice-{preset}")] {
                    assert!(words.has(&id), "{id}");
                }
                assert_ne!(words.ruleset(preset), *preset);
            }
            // Whatever an operator calls a ruleset, it is no text of ours.
            assert_eq!(words.ruleset("table"), "table");
        }
    }
}
