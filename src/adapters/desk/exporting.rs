//! `/export`: the record of a match as a file.

use super::{Asked, Desk};
use crate::{
    adapters::{
        refusals::Refused,
        reply::{File, Reply},
    },
    host::Purpose,
    matchplay::{Rejection, Stage},
    transcript::{Format, Transcript},
};

impl Desk {
    /// What has been played so far, in one of the two forms (interfaces §8).
    pub(super) async fn export(&self, asked: &Asked<'_>, format: Format) -> Reply {
        let command = Some(asked.command);
        let state = match self.find(asked, Purpose::Show).await {
            Ok(state) => state,
            Err(error) => return self.refused(command, &error, &Refused::default()),
        };
        let mut events = match self.host.events(state.id()).await {
            Ok(events) => events,
            Err(error) => return self.refused(command, &error.into(), &Refused::of(&state)),
        };
        // What has come since is no part of the match that is shown.
        events.truncate(usize::try_from(state.version()).unwrap_or(usize::MAX));
        let name = |person| self.name_of(person).unwrap_or_default();
        let Some(record) = Transcript::of(state.id(), &events, name) else {
            let error = Rejection::NotStarted.into();
            return self.refused(command, &error, &Refused::of(&state));
        };
        let id = match state.stage() {
            Stage::Table | Stage::Running => "exported-so-far",
            Stage::Ended => "exported",
        };
        let file = File {
            name: format!("{}.{}", state.id(), format.extension()),
            text: record.written(format),
        };
        let text = self.words.say(id, &[("match", state.id().as_str())]);
        Reply {
            state: Some(state),
            file: Some(file),
            ..Reply::words(command, text)
        }
    }
}
