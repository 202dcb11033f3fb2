//! `/settings`: what somebody prefers.

use super::{Asked, Desk};
use crate::{
    adapters::{refusals::Refused, reply::Reply},
    store::preferences::{PersonChanges, PersonPreferences, Reminders},
};

impl Desk {
    /// Says what the asker prefers; where something was given, that it has been set.
    pub(super) async fn settings(&self, asked: &Asked<'_>, changes: PersonChanges) -> Reply {
        let command = Some(asked.command);
        let before = self.host.preferences_of(asked.person);
        let ids: Vec<&str> = if changes == PersonChanges::default() {
            shown(before).to_vec()
        } else {
            let after = before.with(changes);
            if let Err(error) = self.host.prefer(asked.person, after).await {
                return self.refused(command, &error.into(), &Refused::default());
            }
            set(changes).into_iter().flatten().collect()
        };
        let lines: Vec<String> = ids.iter().map(|id| self.words.say(id, &[])).collect();
        Reply::words(command, lines.join("\n"))
    }
}

/// The texts that say what is preferred.
fn shown(preferences: PersonPreferences) -> [&'static str; 3] {
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
    ]
}

/// The texts that say what has been set.
fn set(changes: PersonChanges) -> [Option<&'static str>; 3] {
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
    ]
}
