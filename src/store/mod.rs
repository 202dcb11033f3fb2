//! The memory of Rondel: the events of matches and, apart from them, the identities of people.
//!
//! A store keeps matches as logs of events, in a stored form of its own ([`record`]), with the
//! indexes that finding a match needs, the requests that were answered, and the outbox of what
//! others must still be told.
//!
//! # The nouns
//!
//! - [`EventStore`] is what the host needs from a store of matches. [`sled::SledStore`] keeps it in
//!   files, [`memory::MemoryStore`] in memory as the plain model that the files are tested against.
//! - An [`Append`] is one change: the events of one match, the version that they were decided
//!   against, the request that asked for them, the [`Listing`], and whether others must be told.
//!   All of it is written or nothing is, and it is durable when [`EventStore::append`] returns.
//! - A match's *version* is the number of its events. An append with an old version fails with
//!   [`AppendError::Conflict`]; this is the only lock between two players who act at once.
//! - A [`RequestId`] is the name of the message that asked for a change. The last
//!   [`REQUESTS_KEPT`] are kept with their results, so that a message that comes twice acts once.
//! - A [`Notice`] is a row of the outbox.
//! - [`people::People`] knows which person is which account of a chat, and by what name. Matches
//!   hold only random references to people, so that one deletion forgets somebody. A [`pair::Pair`]
//!   is both stores, opened together.
//! - A [`StoredRow`] is a small text that rides along: preferences, what managers did, calls of
//!   roles. Its form is that of its type.
//!
//! # The way of an append
//!
//! 1. `SledStore` hands the append to its one writing thread and waits (`sled/committer.rs`).
//! 2. The thread takes everything that waits, judges each append against the ones before it, and
//!    turns all of them into rows (`sled/group.rs`, `sled/keys.rs`, `record/`).
//! 3. The rows are applied as one atomic batch and synced to the disk (`sled/files.rs`).
//! 4. Each append is answered. Until then readers see the state before it, so that nobody acts on
//!    something that a power cut could take back.
//!
//! # Where to begin reading
//!
//! [`EventStore`] in this file and `memory.rs`, which does all of it in a few hundred lines; then
//! `sled/mod.rs`, which says what sled does not do and which file makes up for it. `check.rs` and
//! `rescue.rs` are for operators whose files are damaged.

pub mod audit;
pub mod check;
mod error;
mod identity;
mod json;
mod listing;
mod locking;
pub mod memory;
pub mod pair;
pub mod people;
pub mod preferences;
pub mod record;
pub mod rescue;
pub mod sled;

use std::{future::Future, pin::Pin};

use serde::{Deserialize, Serialize};

use self::audit::{Entry, Note};
pub(crate) use self::locking::{locked, read_locked, try_locked, write_locked};
pub use self::{
    error::StoreError,
    json::StoredRow,
    listing::{List, Listing, Shelf},
    preferences::Subject,
};
use crate::matchplay::{Event, MatchId, Moment, Person, Place, Server};

/// A change of one match: events to be written at the end of its log.
#[derive(Clone, Debug)]
pub struct Append {
    /// The match that they happen to.
    pub id: MatchId,
    /// The version that they were decided against; 0 for a new match.
    pub expected: u64,
    /// The events, in order; at least one.
    pub events: Vec<Event>,
    /// The time of all of them.
    pub at: Moment,
    /// The request that asked for it, so that a repetition is known.
    pub request_id: Option<RequestId>,
    /// The match's entries in the lists from now on.
    pub listing: Listing,
    /// True if others must be told: writes a [`Notice`] over these events.
    pub notify: bool,
    /// An entry in a server's [list](audit) of what its managers forced on players.
    pub note: Option<Note>,
}

/// The id of a request, such as an interaction's id; at most 100 bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RequestId(pub String);

impl RequestId {
    /// The longest name, in bytes.
    pub const LONGEST: usize = 100;

    /// Returns an error if the name is longer than [`LONGEST`](Request::LONGEST).
    fn check(&self) -> Result<(), StoreError> {
        if self.0.len() > RequestId::LONGEST {
            return Err(StoreError::failed("the request's name is too long"));
        }
        Ok(())
    }
}

/// The number of requests that are remembered at least, the latest ones. A request is repeated
/// within minutes, if ever.
pub const REQUESTS_KEPT: u64 = 100_000;

/// A row of the outbox: what happened in these events must still be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The row's number, increasing.
    pub number: u64,
    /// The match whose events must be told.
    pub id: MatchId,
    /// The version before the events.
    pub from: u64,
    /// The version after them.
    pub to: u64,
}

/// An append that is durable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appended {
    /// The version after it.
    pub version: u64,
    /// The row of the outbox, if one was asked for.
    pub notice: Option<Notice>,
}

/// The reason why an append did not happen.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AppendError {
    /// Somebody else appended first: load the match again and decide again.
    #[error("the match is at version {actual}, not {expected}")]
    Conflict {
        /// The version that was expected.
        expected: u64,
        /// The version it is at.
        actual: u64,
    },
    /// The request has been answered before.
    #[error("this request was answered before")]
    Repeated(Answered),
    /// The store cannot write.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The result of a request when it came first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answered {
    /// The match that it changed.
    pub id: MatchId,
    /// The version before.
    pub from: u64,
    /// The version after.
    pub to: u64,
}

impl Answered {
    /// Returns the row of the outbox about the same events.
    fn notice(self, number: u64) -> Notice {
        let Answered { id, from, to } = self;
        Notice {
            number,
            id,
            from,
            to,
        }
    }
}

/// A future of a store.
pub type Pending<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A store of matches. Reads may block for as long as a disk takes.
pub trait EventStore: Send + Sync + std::fmt::Debug {
    /// Writes events, durably, with everything that belongs to them. Once polled it may happen
    /// even if the future is dropped.
    fn append(&self, append: Append) -> Pending<'_, Result<Appended, AppendError>>;

    /// Returns a server's list of what its managers forced and set, oldest first, of at most
    /// [`audit::KEPT`] entries.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    fn notes(&self, server: &Server) -> Result<Vec<Entry>, StoreError>;

    /// Returns all events of a match with their times, in order; none for a match that never was.
    ///
    /// # Errors
    ///
    /// [`StoreError::Damaged`] when a record cannot be read or the chain is broken.
    fn load(&self, id: MatchId) -> Result<Vec<(Event, Moment)>, StoreError>;

    /// Returns the result of this request, if it came before.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    fn answered(&self, request_id: &RequestId) -> Result<Option<Answered>, StoreError>;

    /// Returns the first `most` live matches of a list, in order of their ids.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    fn listed(&self, list: &List, most: usize) -> Result<Vec<MatchId>, StoreError>;

    /// Returns every match in which a person sits, is invited, or sat at the end, in order of their
    /// ids. It takes longer the more matches there are, no matter who plays them.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    fn all_of(&self, person: Person) -> Result<Vec<MatchId>, StoreError>;

    /// Returns the person's match at this place that ended last.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    fn latest_ended(&self, place: &Place, person: Person) -> Result<Option<MatchId>, StoreError>;

    /// Returns a match that ended last for one of its people at this place; it is not defined
    /// which, if there are several. In a match's own place it is that match.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    fn ended_at(&self, place: &Place) -> Result<Option<MatchId>, StoreError>;

    /// Returns matches in the order in which they ended, or were aborted, each with its number in
    /// that order, counted from 1: the first `most` with a greater number than `after`. Events
    /// added to a match after its end do not move it.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    fn ended_since(&self, after: u64, most: usize) -> Result<Vec<(u64, MatchId)>, StoreError>;

    /// Returns all preferences that were ever set, in order of their subjects.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    fn preferences(&self) -> Result<Vec<(Subject, String)>, StoreError>;

    /// Sets the preferences of a subject, in place of the ones there, and adds an entry to a server's
    /// [list](audit), both or neither; durable on return. At most [`preferences::LONGEST`] bytes.
    fn set_preferences(
        &self,
        subject: Subject,
        text: String,
        note: Option<Note>,
    ) -> Pending<'_, Result<(), StoreError>>;

    /// Returns the bytes that [`keep_standings`](EventStore::keep_standings) wrote last. They may be
    /// gone, old or damaged: everything in them can be worked out again from the matches.
    ///
    /// # Errors
    ///
    /// When they are there and cannot be read.
    fn kept_standings(&self) -> Result<Option<Vec<u8>>, StoreError>;

    /// Writes bytes next to the matches, in place of those before. Blocks until they are durable.
    ///
    /// # Errors
    ///
    /// When they cannot be written; those before are still there then.
    fn keep_standings(&self, bytes: &[u8]) -> Result<(), StoreError>;

    /// Returns the first `most` live matches to which something was to happen by itself by this
    /// moment, included, the earliest first.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    fn due(&self, by: Moment, most: usize) -> Result<Vec<(Moment, MatchId)>, StoreError>;

    /// Returns every row of the outbox, oldest first.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    fn outbox(&self) -> Result<Vec<Notice>, StoreError>;

    /// Takes a row off the outbox once it has been told. Durable no later than the next append.
    ///
    /// # Errors
    ///
    /// When the store cannot be written.
    fn told(&self, number: u64) -> Result<(), StoreError>;

    /// Returns the ids of all matches, in order.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    fn all(&self) -> Result<Vec<MatchId>, StoreError>;
}
