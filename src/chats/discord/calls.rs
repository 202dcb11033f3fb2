//! Calls to those whom a reply notifies.

use super::prelude::*;
use crate::{
    delivery::{Calls, still_open},
    messages::Ping,
    store::{
        StoreError,
        preferences::{Concern, Manner},
    },
};

/// Somebody who is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Called {
    pub(super) user: UserId,
    pub(super) person: Person,
    /// The reason.
    pub(super) concern: Concern,
}

impl Called {
    /// Returns the ping that calls them.
    pub(super) const fn ping(&self) -> Ping {
        Ping {
            person: self.person,
            concern: self.concern,
        }
    }
}

/// Finds out how those whom the reply pings are to hear of it, which tells of this version of its match.
/// The player to move counts as present where it is not known in time whether they are.
///
/// # Errors
///
/// When it cannot be read who they are on Discord.
pub(super) async fn calls(
    office: &Office,
    reply: &Reply,
    version: u64,
    patience: Duration,
) -> Result<Calls<Called>, StoreError> {
    let mut calls = Calls::default();
    let Some(state) = &reply.state else {
        return Ok(calls);
    };
    let (host, guild) = (office.responder.host(), place::guild(state.place()));
    for ping in &reply.pings.people {
        let person = ping.person;
        let Some(user) = user(&office.responder, person).await? else {
            continue;
        };
        let concern = ping.concern;
        let called = Called {
            user,
            person,
            concern,
        };
        let manner = host.preferences_of(person).manner(concern);
        let now = host.clock().run_for();
        // The end of a match waits for nothing: it is the last that they hear of it.
        if reply.news.ends() {
            office.pings.note(state, person, version, now);
        } else if office.pings.covers(state.id(), person, version) {
            continue;
        } else if manner != Manner::Off && !office.pings.allow(state, person, version, now) {
            if !still_open(state, person, concern).is_empty() {
                calls.later.push(called);
            }
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
            // What they have chosen does not reach them, as has been said once.
            Manner::Direct if office.closed.has(state.id(), person) => calls.mentioned.push(called),
            Manner::Direct => calls.direct.push(called),
            Manner::Off => {}
        }
    }
    Ok(calls)
}

/// Returns the Discord user behind a person; `None` if there is none.
///
/// # Errors
///
/// When the people cannot be read.
pub(super) async fn user(
    responder: &Responder,
    person: Person,
) -> Result<Option<UserId>, StoreError> {
    let host = responder.host();
    if host.is_forgotten(person) {
        return Ok(None);
    }
    let card = host.people().look_up(person).await?;
    let card = card.filter(|card| card.identity.realm() == place::REALM);
    Ok(card.and_then(|card| place::id(card.identity.id())))
}
