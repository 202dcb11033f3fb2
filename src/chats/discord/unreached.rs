//! Players whom nothing tells that they are to move: Rondel may not post where the match is played, and
//! they take no direct messages. The others hear of it in the next answer that they get.

use super::prelude::*;
use crate::store::Identity;

/// Returns the words that tell a player of the others whom nothing reaches, once for each turn. In an
/// answer that everybody sees, only of the match that the answer is `about`.
pub(super) async fn tell_of_unreached(
    office: &Office,
    reader: UserId,
    locale: &Locale,
    about: Option<MatchId>,
    private: bool,
) -> Option<String> {
    if office.unreached.is_empty() {
        return None;
    }
    let host = office.responder.host();
    let identity = Identity::new(place::REALM, &reader.to_string()).ok()?;
    let reader = host.people().find(&identity).await.ok()??;
    let mut lines = Vec::new();
    for (id, person, ply) in office.unreached.untold(reader) {
        let Ok(Some(state)) = host.state(id).await else {
            continue;
        };
        if state.to_move() != Some(person) || state.ply() != ply {
            office.unreached.forget((id, person));
            continue;
        }
        let plays = state.color_of(reader).is_some() && reader != person;
        if !plays || !private && about != Some(id) {
            continue;
        }
        office.unreached.note_told((id, person), reader);
        let narrator = office.responder.narrator(locale);
        let player = narrator.called_somehow(person);
        let text = if host.closed(state.place()).is_some() {
            let values = [("player", &player as _), ("match", &id as _)];
            locale.texts.say("unreached-closed", &values)
        } else {
            let place = office.responder.markup().place(state.place());
            locale.texts.say(
                "unreached",
                &[("player", &player), ("match", &id), ("where", &place)],
            )
        };
        lines.push(String::from(text));
    }
    (!lines.is_empty()).then(|| lines.join("\n"))
}
