//! `/settings`: what somebody prefers.

use super::{Asked, Desk};
use crate::{
    adapters::{refusals::Refused, reply::Reply},
    store::preferences::PersonPreferences,
};

impl Desk {
    /// Shows what the asker prefers, after it has been set where something was given.
    pub(super) async fn settings(&self, asked: &Asked<'_>, public: Option<bool>) -> Reply {
        let command = Some(asked.command);
        let Some(public) = public else {
            let id = if self.host.preferences_of(asked.person).public {
                "settings-public"
            } else {
                "settings-hidden"
            };
            return Reply::words(command, self.words.say(id, &[]));
        };
        let set = PersonPreferences { public };
        match self.host.prefer(asked.person, set).await {
            Ok(()) => {
                let id = if public {
                    "settings-set-public"
                } else {
                    "settings-set-hidden"
                };
                Reply::words(command, self.words.say(id, &[]))
            }
            Err(error) => self.refused(command, &error.into(), &Refused::default()),
        }
    }
}
