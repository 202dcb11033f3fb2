//! Calls to those whom a reply notifies: by a mention, by a direct message, later, or not at all.

use std::{sync::Arc, time::Duration};

use tokio::time::timeout;

use super::{Delivery, Messenger};
use crate::{
    matchplay::Person,
    messages::{Ping, Reply, news::still_open},
    store::{
        StoreError,
        preferences::{Concern, Manner},
    },
};

/// Somebody who is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Called {
    /// Their id in the chat.
    pub id: Arc<str>,
    /// Who they are.
    pub person: Person,
    /// The reason.
    pub concern: Concern,
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

/// The ways in which those whom a reply pings are to hear of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Calls {
    /// Those who are mentioned in the message.
    pub(crate) mentioned: Vec<Called>,
    /// Those who get a direct message: the message mentions none of them.
    pub(crate) direct: Vec<Called>,
    /// Those who were called about the match just before. They are called when some time has passed,
    /// if they are still waited for.
    pub(crate) later: Vec<Called>,
    /// The player to move, who has left the server and is not called.
    pub(crate) left: Option<Called>,
}

/// A direct message to somebody whom no mention calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DirectCall {
    /// The one who is called.
    pub(crate) called: Called,
    /// True if it is written now. Otherwise it may only have been written before.
    pub(crate) writes: bool,
    /// What is said to them next to the post where there is no such message; `None` if nothing else is
    /// left.
    pub(crate) instead: Option<Instead>,
}

/// What is said to somebody next to the post, where everybody reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Instead {
    /// What has happened, and that they take no direct messages.
    Undelivered,
    /// A line that says what is still open for them.
    Late,
}

impl Calls {
    /// Returns all who are called now.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Called> {
        self.mentioned.iter().chain(&self.direct)
    }

    /// Returns the direct messages that call those whom a post has not mentioned, or all where it
    /// stands nowhere: `mentioned` is `None` then.
    pub(crate) fn directly(&self, mentioned: Option<&[Called]>) -> Vec<DirectCall> {
        let missed = |one: &&Called| mentioned.is_none_or(|mentioned| !mentioned.contains(one));
        let calls = self.all().filter(missed).map(|called| {
            let (writes, instead) = match mentioned {
                None => (true, None),
                Some(_) if self.direct.contains(called) => (true, Some(Instead::Undelivered)),
                // It was said when they could not be called, or by an answer that left that to
                // this; or a direct message has called them, as they wanted it then.
                Some(_) => (false, Some(Instead::Late)),
            };
            DirectCall {
                called: called.clone(),
                writes,
                instead,
            }
        });
        calls.collect()
    }
}

impl<M: Messenger> Delivery<M> {
    /// Finds out how those whom the reply pings are to hear of it, which tells of this version of its match.
    /// The player to move counts as present where it is not known in time whether they are.
    ///
    /// # Errors
    ///
    /// When it cannot be read who they are in the chat.
    pub(crate) async fn calls(
        &self,
        reply: &Reply,
        version: u64,
        patience: Duration,
    ) -> Result<Calls, StoreError> {
        let mut calls = Calls::default();
        let Some(state) = &reply.state else {
            return Ok(calls);
        };
        let (host, place) = (self.responder.host(), state.place());
        for Ping { person, concern } in reply.pings.people.iter().copied() {
            let Some(id) = self.id_of(person).await? else {
                continue;
            };
            let called = Called {
                id,
                person,
                concern,
            };
            let manner = host.preferences_of(person).manner(concern);
            let now = host.clock().run_for();
            // The end of a match waits for nothing: it is the last that they hear of it.
            if reply.news.ends() {
                self.pings.note(state, person, version, now);
            } else if self.pings.covers(state.id(), person, version) {
                continue;
            } else if manner != Manner::Off && !self.pings.allow(state, person, version, now) {
                if !still_open(state, person, concern).is_empty() {
                    calls.later.push(called);
                }
                continue;
            }
            // What is said in direct messages reaches the one whom they are with in any case.
            if !self.responder.markup().is_shared(place) {
                calls.mentioned.push(called);
                continue;
            }
            if concern == Concern::Turn {
                let asking = self.messenger.is_member(place, &called.id);
                if matches!(timeout(patience, asking).await, Ok(Ok(false))) {
                    calls.left = Some(called);
                    continue;
                }
            }
            match manner {
                Manner::Mention => calls.mentioned.push(called),
                // What they have chosen does not reach them, as has been said once.
                Manner::Direct if self.remembered.closed.has(&(state.id(), person)) => {
                    calls.mentioned.push(called);
                }
                Manner::Direct => calls.direct.push(called),
                Manner::Off => {}
            }
        }
        Ok(calls)
    }

    /// Returns the id of a person in the chat; `None` if they have none there.
    ///
    /// # Errors
    ///
    /// When the people cannot be read.
    pub(super) async fn id_of(&self, person: Person) -> Result<Option<Arc<str>>, StoreError> {
        let host = self.responder.host();
        if host.is_forgotten(person) {
            return Ok(None);
        }
        let card = host.people().look_up(person).await?;
        let card = card.filter(|card| card.identity.realm() == M::REALM);
        Ok(card.map(|card| Arc::from(card.identity.id())))
    }
}
