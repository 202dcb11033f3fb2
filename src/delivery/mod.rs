//! Where does this message go, and what if it failed? Everything between a reply that is worded and people who have
//! read it, in whatever chat.
//!
//! [`plan`](plan::plan) says where a reply goes. An answer takes along what it can tell; the rest waits in the
//! outbox, and the [`Poster`] posts it: where the match is played, in a thread that is opened for it, or as near to
//! it as can be; and to those whom that does not call, in direct messages or later. A chat takes part in that by ten
//! functions, its [`Messenger`], and is never asked what it knows by itself. [`memory`] is such a chat, and shows how
//! to add one.
//!
//! How far a notice has come is its [`NoticeState`](crate::host::NoticeState):
//!
//! ```text
//!              sent, no answer came           its mark is forgotten
//!   Queued ----------------------> Sent -----------------------------+
//!     |  \                           |                               v
//!     |   +-- an answer may have told it, or the program ended --> InDoubt
//!     |                              |                               |
//!     |  the place takes it          |  it stands, or is sent        |
//!     +-------------+----------------+-------------------------------+
//!                   |
//!                   |  some are to be called in other ways, or a page, a thread or a table is left
//!                   +-----------------> Shown, Heard (partly delivered)
//!                   v                        |
//!               Delivered <------------------+          from any: GivenUp, if every way is closed
//! ```
//!
//! Whoever tries again looks first for what may stand: from `Sent` and `InDoubt` on. After a restart, all that is not
//! `Delivered` or `GivenUp` is `InDoubt`.

mod backoff;
mod calls;
mod lacks;
mod late;
pub mod memory;
mod messenger;
mod outgoing;
mod pings;
pub mod plan;
mod post;
mod poster;
mod remembered;
mod retry;
mod threads;
mod unreached;
mod upkeep;

use std::sync::Arc;

use crate::{
    commands::Responder,
    host::Turns,
    matchplay::{MatchId, Place},
    messages::{DrawingQueue, Examples},
};

pub use self::{
    backoff::Backoff,
    calls::Called,
    messenger::{
        ChatRefusal, ChatResult, Edit, Failure, LISTED, MessageMark, Messenger, Need, NewThread,
        PostId, Posted, ThreadChange,
    },
    outgoing::{Attached, Notified, Outgoing},
    pings::gap,
    poster::Poster,
};
pub(crate) use self::{
    backoff::roll,
    calls::Calls,
    outgoing::Lack,
    pings::Pings,
    plan::{Asked, DeliveryPlan, Form, Pressed, Trigger, plan},
    remembered::{Invitation, Remark, Remembered},
    retry::{DeliveryError, Retry, Tries},
};
use self::{calls::Instead, messenger::LEAD};

/// Everything that delivers the news of one chat. Cheap to share behind an [`Arc`].
#[derive(Debug)]
pub struct Delivery<M> {
    pub(crate) messenger: M,
    pub(crate) responder: Responder,
    pub(crate) pictures: Arc<DrawingQueue>,
    pub(crate) examples: Arc<Examples>,
    pub(crate) tries: Tries,
    /// The latest pings of people.
    pub(crate) pings: Pings,
    pub(crate) remembered: Remembered,
    /// One request at a time for each place, so that messages stand in their order.
    pub(crate) turns: Turns<Place>,
    /// Turns of matches in being given a thread.
    openings: Turns<MatchId>,
}

/// How a chat wants its news delivered.
#[derive(Debug)]
pub struct Manner {
    /// Draws its pictures.
    pub pictures: Arc<DrawingQueue>,
    /// The waits between tries.
    pub waits: Backoff,
    /// The gap between two pings about a match at a day a move or more.
    pub ping_gap: std::time::Duration,
}

impl<M: Messenger> Delivery<M> {
    /// Returns what delivers over a messenger. `reach` says when people there can be reached again.
    #[must_use]
    pub fn new(
        messenger: M,
        responder: Responder,
        reach: Arc<crate::host::Connectivity>,
        manner: Manner,
    ) -> Delivery<M> {
        Delivery {
            messenger,
            responder,
            pictures: manner.pictures,
            examples: Arc::default(),
            tries: Tries::new(manner.waits, reach),
            pings: Pings::new(manner.ping_gap),
            remembered: Remembered::default(),
            turns: Turns::default(),
            openings: Turns::default(),
        }
    }
}

#[cfg(test)]
mod tests;
