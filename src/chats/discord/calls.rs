//! Calls to those whom a reply notifies.

use super::{poster::call_again, prelude::*};
use crate::{
    delivery::Calls,
    store::{
        Notice,
        preferences::{Concern, Manner},
    },
};

/// Somebody who is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Called {
    pub(super) user: UserId,
    pub(super) person: Person,
}

/// Finds out how those whom the reply pings are to hear of it, which tells of this version of its match.
/// The player to move counts as present where it is not known in time whether they are.
pub(super) async fn calls(
    office: &Office,
    reply: &Reply,
    version: u64,
    patience: Duration,
) -> Calls<Called> {
    let mut calls = Calls::default();
    let Some(state) = &reply.state else {
        return calls;
    };
    let (host, guild) = (office.responder.host(), place::guild(state.place()));
    for ping in &reply.pings {
        let person = ping.person;
        let Some(user) = user(&office.responder, person).await else {
            continue;
        };
        let called = Called { user, person };
        let manner = host.preferences_of(person).manner(ping.concern);
        let now = host.clock().run_for();
        if manner != Manner::Off && !office.pings.allow(state.id(), person, version, now) {
            calls.later.push(called);
            continue;
        }
        // What is said in direct messages reaches the one whom they are with in any case.
        let Some(guild) = guild else {
            calls.mentioned.push(called);
            continue;
        };
        if ping.concern == Concern::Turn {
            let asking = office.members.lacks(&office.api, host, (guild, user));
            if timeout(patience, asking).await.unwrap_or(false) {
                calls.left = Some(called);
                continue;
            }
        }
        match manner {
            Manner::Mention => calls.mentioned.push(called),
            Manner::Direct => calls.direct.push(called),
            Manner::Off => {}
        }
    }
    calls
}

/// The number of waits after which somebody who seems to have left is asked about again: some seconds.
const AGAIN: u32 = 2;

/// Lets the match know if the player to move has left the server, which the calls of this notice seemed to
/// find out. Discord is asked once more some seconds later, since one wrong answer would open a vote about
/// the seat; if they are there after all, they are called. All has been told by then of what was to call
/// them.
pub(super) fn note_left(office: &Arc<Office>, calls: &Calls<Called>, notice: Notice) {
    let Some(left) = calls.left else {
        return;
    };
    let office = Arc::clone(office);
    tokio::spawn(async move {
        tokio::time::sleep(office.waits.after(AGAIN)).await;
        let (host, id) = (office.responder.host(), notice.id);
        let state = host.state(id).await.ok().flatten();
        let Some(guild) = state.and_then(|state| place::guild(state.place())) else {
            return;
        };
        if !office
            .members
            .lacks(&office.api, host, (guild, left.user))
            .await
        {
            let calling = call_again(&office, &notice, &[left]).await;
            if let Err(error) = calling {
                tracing::warn!(%error, %id, "a call cannot be made");
            }
        } else if let Err(error) = host.gone(id, left.person).await {
            tracing::warn!(%error, %id, "that a player has left cannot be noted");
        }
    });
}

/// Returns the Discord user behind a person.
pub(super) async fn user(responder: &Responder, person: Person) -> Option<UserId> {
    let host = responder.host();
    if host.is_forgotten(person) {
        return None;
    }
    let card = host.people().look_up(person).await;
    let card = card.inspect_err(|error| {
        tracing::warn!(%error, "a person could not be looked up");
    });
    let card = card
        .ok()?
        .filter(|card| card.identity.realm() == place::REALM)?;
    place::id(card.identity.id())
}
