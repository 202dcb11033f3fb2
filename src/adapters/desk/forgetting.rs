//! `/privacy` and `/forget-me`: what is kept of somebody, and that it is not any more.

use std::sync::Arc;

use super::{Asked, Desk, NOBODY, Press, only_shows};
use crate::{
    adapters::{
        button::Pressable,
        invocation::{Ask, Invocation, Speaker},
        refusals::Refused,
        reply::{Audience, Button, Reply},
    },
    host::LeftTables,
    matchplay::{MatchId, Person, Rejection},
    store::StoreError,
};

/// How many matches are named at most in which a seat is given up, or would be.
const MOST_NAMED: usize = 20;

impl Desk {
    /// Who asks. Somebody new is written down for what changes something, and not for looking.
    /// Whoever asked to be forgotten before, and could not be, is somebody new.
    pub(super) async fn asker(&self, speaker: &Speaker, ask: &Ask) -> Result<Person, StoreError> {
        let known = self.known(speaker).await?;
        match known {
            // Asking for it once more is another way to have it done.
            Some(person) if matches!(ask, Ask::ForgetMe { .. }) => return Ok(person),
            Some(person) if self.host.is_forgotten(person) => {
                match self.host.forget(person, &self.people).await {
                    Ok(()) => {}
                    Err(error) if error.is_of_writing() && only_shows(ask) => return Ok(NOBODY),
                    Err(error) => return Err(error),
                }
            }
            // By what they are called today.
            Some(_) if !only_shows(ask) => return self.meet(speaker).await,
            Some(person) => {
                let met = self.meet(speaker).await;
                // Whoever only looks may do so without a disk.
                return Ok(met.unwrap_or(person));
            }
            None => {}
        }
        if only_shows(ask) {
            return Ok(NOBODY);
        }
        self.meet(speaker).await
    }

    async fn known(&self, speaker: &Speaker) -> Result<Option<Person>, StoreError> {
        let (people, identity) = (Arc::clone(&self.people), speaker.identity.clone());
        tokio::task::spawn_blocking(move || people.find(&identity))
            .await
            .map_err(|error| StoreError::Failed(error.to_string()))?
    }

    /// What is kept, where, how long, why, and whom to ask.
    pub(super) fn privacy(&self, asked: &Asked<'_>) -> Reply {
        let contact = match &self.contact {
            Some(contact) => self.words.say("privacy-contact", &[("contact", contact)]),
            None => self.words.say("privacy-nobody", &[]),
        };
        let kept = self.words.say("privacy", &[]);
        Reply::words(Some(asked.command), format!("{kept}\n{contact}"))
    }

    /// Returns whether carrying this out takes so long that a chat had better promise an answer
    /// first. The answer is for the speaker alone then, whatever it says.
    #[must_use]
    pub fn takes_long(&self, invocation: &Invocation) -> bool {
        let read = invocation.read();
        read.is_ok_and(|read| matches!(read.ask, Ask::ForgetMe { confirmed: true }))
    }

    /// As [`takes_long`](Desk::takes_long), of a press.
    #[must_use]
    pub fn press_takes_long(&self, press: &Press) -> bool {
        matches!(press.id.parse(), Ok(Pressable::ForgetMe))
    }

    /// Forgets the asker, or says what that would do.
    pub(super) async fn forget_me(&self, asked: &Asked<'_>, confirmed: bool) -> Reply {
        let command = Some(asked.command);
        let known = match self.people.identity(asked.person) {
            Ok(known) => known.is_some(),
            Err(error) => return self.refused(command, &error.into(), &Refused::default()),
        };
        if !known {
            return Reply::words(command, self.words.say("forget-unknown", &[]));
        }
        if !confirmed {
            return self.ask_whether(asked).await;
        }
        match self.host.forget(asked.person, &self.people).await {
            Ok(()) => Reply::words(command, self.words.say("forget-done", &[])),
            Err(error) if self.host.is_forgotten(asked.person) => {
                tracing::error!(%error, "somebody is still to be forgotten");
                let text = self.words.say("refused-forgetting", &[]);
                Reply::refusal(command, "store-unavailable", text)
            }
            // Nothing has happened at all.
            Err(error) => self.refused(command, &error.into(), &Refused::default()),
        }
    }

    /// Tells of tables of one place that somebody left who asked to be forgotten, one of which is
    /// this; `None` when that one is gone.
    pub(super) async fn tell_left(
        &self,
        id: MatchId,
        left: &LeftTables,
    ) -> Result<Option<Reply>, StoreError> {
        let Some(state) = self.host.state(id).await? else {
            return Ok(None);
        };
        let everybody = self.speaking_at(state.place());
        let say = |text: &str, ids: &[MatchId]| {
            let matches = everybody.named_matches(ids);
            let said = || {
                let values = [("matches", matches.as_str())];
                everybody.words.say_counted(text, ids.len(), &values)
            };
            (!ids.is_empty()).then(said)
        };
        let lines = [
            say("tables-closed", &left.closed),
            say("tables-left", &left.open),
        ];
        let lines: Vec<String> = lines.into_iter().flatten().collect();
        Ok(Some(Reply {
            audience: Audience::All,
            state: Some(state),
            voice: Some(everybody.voice()),
            ..Reply::words(None, lines.join("\n"))
        }))
    }

    /// These matches by their ids, at most so many of them.
    fn named_matches(&self, ids: &[MatchId]) -> String {
        let named = ids.iter().take(MOST_NAMED).map(ToString::to_string);
        let more = (ids.len() > MOST_NAMED).then(|| String::from("…"));
        let named: Vec<String> = named.chain(more).collect();
        named.join(&self.words.say("list-comma", &[]))
    }

    async fn ask_whether(&self, asked: &Asked<'_>) -> Reply {
        let command = Some(asked.command);
        let parts = match self.host.parts_of(asked.person).await {
            Ok(parts) => parts,
            Err(error) => return self.refused(command, &error.into(), &Refused::default()),
        };
        let mut lines = vec![self.words.say("forget-asks", &[])];
        if !parts.is_empty() {
            let ids: Vec<MatchId> = parts.iter().map(|state| state.id()).collect();
            let matches = self.named_matches(&ids);
            let values = [("matches", matches.as_str())];
            lines.push(self.words.say_counted("forget-frees", parts.len(), &values));
        }
        lines.push(self.words.say("forget-how", &[]));
        let reason = Rejection::NeedsConfirmation { winner: None }.reason();
        Reply {
            buttons: vec![Button {
                id: Pressable::ForgetMe,
                label: self.words.say("button-forget-me", &[]),
                enabled: true,
                danger: true,
            }],
            ..Reply::refusal(command, reason, lines.join("\n"))
        }
    }
}
