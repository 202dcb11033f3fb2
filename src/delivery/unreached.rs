//! Players whom nothing tells that they are to move: Rondel may not post where the match is played, and
//! they take no direct messages. The others hear of it in the next answer that they get.

use super::{Delivery, Messenger};
use crate::{matchplay::MatchId, messages::Locale, store::Identity};

impl<M: Messenger> Delivery<M> {
    /// Returns the words that tell a player of the others whom nothing reaches, once for each turn. In an
    /// answer that everybody sees, only of the match that the answer is `about`.
    pub(crate) async fn tell_of_unreached(
        &self,
        reader: &str,
        locale: &Locale,
        about: Option<MatchId>,
        private: bool,
    ) -> Option<String> {
        if self.remembered.unreached.is_empty() {
            return None;
        }
        let host = self.responder.host();
        let identity = Identity::new(M::REALM, reader).ok()?;
        let reader = host.people().find(&identity).await.ok()??;
        let mut lines = Vec::new();
        for (id, person, ply) in self.remembered.unreached.untold(reader) {
            let Ok(Some(state)) = host.state(id).await else {
                continue;
            };
            if state.to_move() != Some(person) || state.ply() != ply {
                self.remembered.unreached.forget((id, person));
                continue;
            }
            let plays = state.color_of(reader).is_some() && reader != person;
            if !plays || !private && about != Some(id) {
                continue;
            }
            self.remembered.unreached.note_told((id, person), reader);
            let narrator = self.responder.narrator(locale);
            let player = narrator.called_somehow(person);
            let text = if host.closed(state.place()).is_some() {
                let values = [("player", &player as _), ("match", &id as _)];
                locale.texts.say("unreached-closed", &values)
            } else {
                let place = self.responder.markup().place(state.place());
                locale.texts.say(
                    "unreached",
                    &[("player", &player), ("match", &id), ("where", &place)],
                )
            };
            lines.push(String::from(text));
        }
        (!lines.is_empty()).then(|| lines.join("\n"))
    }
}
