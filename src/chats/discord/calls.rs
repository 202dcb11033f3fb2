//! Calls to the player to move: by a mention, by a direct message, or not at all.

use std::{sync::Arc, time::Duration};

use serenity::all::UserId;
use tokio::time::timeout;

use super::{members::Members, place, present::user};
use crate::{
    commands::Responder,
    matchplay::{MatchId, Person},
    messages::Reply,
};

/// Time that an answer waits to know whether the player it calls is in the server.
const PATIENCE: Duration = Duration::from_secs(1);

/// The way in which the player whom a reply pings is to hear of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Call {
    /// Nobody is pinged.
    Nobody,
    /// By a mention in the message.
    Mention(UserId),
    /// By a direct message: the message mentions nobody.
    Direct(UserId),
    /// Not at all: they have left the server.
    Left(Person, UserId),
}

impl Call {
    /// Returns the player who is called.
    pub(super) const fn user(self) -> Option<UserId> {
        match self {
            Call::Nobody => None,
            Call::Mention(user) | Call::Direct(user) | Call::Left(_, user) => Some(user),
        }
    }
}

/// Finds out how people are called. Cheap to share behind an [`Arc`].
#[derive(Debug)]
pub(super) struct Calls {
    pub(super) responder: Arc<Responder>,
    pub(super) members: Members,
}

impl Calls {
    /// Finds out how the player whom the reply pings is to hear of it.
    pub(super) async fn call(&self, reply: &Reply) -> Call {
        self.call_asking(reply, None).await
    }

    /// The same for an answer, which cannot wait long.
    pub(super) async fn call_soon(&self, reply: &Reply) -> Call {
        self.call_asking(reply, Some(PATIENCE)).await
    }

    async fn call_asking(&self, reply: &Reply, patience: Option<Duration>) -> Call {
        let (Some(person), Some(state)) = (reply.ping, &reply.state) else {
            return Call::Nobody;
        };
        let Some(user) = user(&self.responder, person) else {
            return Call::Nobody;
        };
        // What is said in direct messages reaches the one whom they are with in any case.
        let Some(guild) = place::guild(state.place()) else {
            return Call::Mention(user);
        };
        let asking = self.members.lacks(guild, user);
        let left = match patience {
            None => asking.await,
            Some(patience) => timeout(patience, asking).await.unwrap_or(false),
        };
        if left {
            Call::Left(person, user)
        } else if self.responder.host().preferences_of(person).direct {
            Call::Direct(user)
        } else {
            Call::Mention(user)
        }
    }

    /// Lets the match know, where the call found out that somebody has left the server. All has
    /// been told by then of what was to call them.
    pub(super) async fn note_left(&self, id: MatchId, call: Call) {
        let Call::Left(person, _) = call else { return };
        match self.responder.host().gone(id, person).await {
            // Nobody has heard of it yet.
            Ok(Some(done)) => {
                if let Some(notice) = done.notice {
                    notice.untold();
                }
            }
            Ok(None) => {}
            Err(error) => tracing::warn!(%error, %id, "that a player has left cannot be noted"),
        }
    }
}
