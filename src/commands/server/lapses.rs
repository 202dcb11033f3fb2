//! Settings that were dropped because what they named was deleted.

use crate::{
    commands::prelude::*,
    store::{causes, preferences::Lapse},
};

/// Says, once, what was dropped of a server's settings: to managers, or else to somebody who opens a table.
pub(crate) async fn lapses(
    narrator: &Narrator<'_>,
    place: &Place,
    to_managers: bool,
) -> Vec<Message> {
    let host = narrator.host;
    let set = host.server_preferences(place);
    if set.lapsed.is_empty() && set.lapsed_for_openers.is_empty() {
        return Vec::new();
    }
    let mut said = Vec::new();
    let noting = host.note_server(place, |set| {
        let left = if to_managers {
            &mut set.lapsed
        } else {
            &mut set.lapsed_for_openers
        };
        said = std::mem::take(left);
        !said.is_empty()
    });
    if let Err(error) = noting.await {
        // It is said again later.
        tracing::warn!(error = %causes(&error), "that settings were dropped is not noted as said");
    }
    let say = |lapse: &Lapse| {
        narrator.say(
            match lapse {
                Lapse::Channel => "lapsed-channel",
                Lapse::Channels => "lapsed-channels",
                Lapse::Openers => "lapsed-openers",
                Lapse::TableRole => "lapsed-table-role",
            },
            &[],
        )
    };
    said.iter().map(say).collect()
}
