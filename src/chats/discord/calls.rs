//! Calls to the player to move.

use super::prelude::*;
use crate::delivery::Call;

/// Finds out how the player whom the reply pings is to hear of it. They count as present where it is
/// not known in time whether they are.
pub(super) async fn call(office: &Office, reply: &Reply, patience: Duration) -> Call<UserId> {
    let (Some(person), Some(state)) = (reply.ping, &reply.state) else {
        return Call::Nobody;
    };
    let Some(user) = user(&office.responder, person) else {
        return Call::Nobody;
    };
    // What is said in direct messages reaches the one whom they are with in any case.
    let Some(guild) = place::guild(state.place()) else {
        return Call::Mention(user);
    };
    let host = office.responder.host();
    let asking = office.members.lacks(&office.api, host, (guild, user));
    if timeout(patience, asking).await.unwrap_or(false) {
        Call::Left(person, user)
    } else if host.preferences_of(person).direct {
        Call::Direct(user)
    } else {
        Call::Mention(user)
    }
}

/// Lets the match know, where the call found out that somebody has left the server. All has been told
/// by then of what was to call them.
pub(super) async fn note_left(call: Call<UserId>, host: &Arc<Host>, id: MatchId) {
    let Call::Left(person, _) = call else { return };
    if let Err(error) = host.gone(id, person).await {
        tracing::warn!(%error, %id, "that a player has left cannot be noted");
    }
}

/// Returns the Discord user behind a person.
pub(super) fn user(responder: &Responder, person: Person) -> Option<UserId> {
    if responder.host().is_forgotten(person) {
        return None;
    }
    let identity = responder.people().identity(person);
    let identity = identity.inspect_err(|error| {
        tracing::warn!(%error, "a person could not be looked up");
    });
    let identity = identity.ok()?.filter(|who| who.realm() == "discord")?;
    place::id(identity.id())
}
