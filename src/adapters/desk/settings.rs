//! `/settings`: what somebody prefers.

use super::{Asked, Desk};
use crate::{
    adapters::{picture::Picture, refusals::Refused, reply::Reply},
    render::BoardView,
    rules::{Color, Position},
    store::preferences::{PersonChanges, PersonPreferences, Reminders},
};

impl Desk {
    /// Says what the asker prefers; where something was given, that it has been set.
    pub(super) async fn settings(&self, asked: &Asked<'_>, changes: &PersonChanges) -> Reply {
        let command = Some(asked.command);
        let before = self.host.preferences_of(asked.person);
        if *changes == PersonChanges::default() {
            let mut lines: Vec<String> = shown(&before)
                .iter()
                .map(|id| self.words.say(id, &[]))
                .collect();
            lines.extend(self.looks(&before));
            return Reply::words(command, lines.join("\n"));
        }
        let after = before.with(changes.clone());
        if let Err(error) = self.host.prefer(asked.person, after.clone()).await {
            return self.refused(command, &error.into(), &Refused::default());
        }
        // A new language is spoken, and new looks are shown, at once.
        let desk = self.speaking_to_person(asked.person, asked.place);
        let mut lines: Vec<String> = set(changes)
            .into_iter()
            .flatten()
            .map(|id| desk.words.say(id, &[]))
            .collect();
        let told = PersonPreferences {
            language: changes.language.clone(),
            looks: changes.looks.clone(),
            ..after
        };
        lines.extend(desk.looks(&told));
        let looks = changes.looks.theme.is_some() || changes.looks.pieces.is_some();
        Reply {
            picture: looks.then(|| {
                let view = BoardView::new(Position::start(), Color::White);
                Picture::of_board(String::from("settings"), view)
            }),
            voice: Some(desk.voice()),
            ..Reply::words(command, lines.join("\n"))
        }
    }

    /// What is chosen of language and looks, a sentence each.
    fn looks(&self, preferences: &PersonPreferences) -> Vec<String> {
        let choices = [
            (
                "settings-language",
                "language",
                preferences.language.clone(),
            ),
            ("settings-theme", "theme", preferences.looks.theme.clone()),
            (
                "settings-pieces",
                "pieces",
                preferences.looks.pieces.clone(),
            ),
            (
                "settings-orientation",
                "orientation",
                preferences
                    .looks
                    .orientation
                    .map(|seen| seen.word().to_owned()),
            ),
        ];
        let said = choices.into_iter().filter_map(|(id, kind, chosen)| {
            let choice = self.words.choice(kind, &chosen?);
            Some(self.words.say(id, &[("choice", &choice)]))
        });
        said.collect()
    }
}

/// The texts that say what is preferred.
fn shown(preferences: &PersonPreferences) -> [&'static str; 4] {
    [
        if preferences.public {
            "settings-public"
        } else {
            "settings-hidden"
        },
        match preferences.reminders {
            Reminders::Off => "settings-reminders-off",
            Reminders::Once => "settings-reminders-once",
            Reminders::Twice => "settings-reminders-twice",
        },
        if preferences.direct {
            "settings-direct"
        } else {
            "settings-not-direct"
        },
        if preferences.confirm {
            "settings-confirm"
        } else {
            "settings-not-confirm"
        },
    ]
}

/// The texts that say what has been set.
fn set(changes: &PersonChanges) -> [Option<&'static str>; 4] {
    [
        changes.public.map(|public| {
            if public {
                "settings-set-public"
            } else {
                "settings-set-hidden"
            }
        }),
        changes.reminders.map(|reminders| match reminders {
            Reminders::Off => "settings-set-reminders-off",
            Reminders::Once => "settings-set-reminders-once",
            Reminders::Twice => "settings-set-reminders-twice",
        }),
        changes.direct.map(|direct| {
            if direct {
                "settings-set-direct"
            } else {
                "settings-set-not-direct"
            }
        }),
        changes.confirm.map(|confirm| {
            if confirm {
                "settings-set-confirm"
            } else {
                "settings-set-not-confirm"
            }
        }),
    ]
}
