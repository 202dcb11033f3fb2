//! What remembers: the events of matches, and separately who people are.
//!
//! A store keeps matches as logs of events, in a stored form of its own ([`record`]), with the
//! indexes that finding a match needs, the deliveries that were answered, and the outbox of what
//! others must still be told. All that belongs to one [`Append`] is written or nothing is, and it
//! is durable when [`EventStore::append`] returns.

pub mod audit;
pub mod calls;
pub mod check;
mod listing;
pub mod memory;
pub mod pair;
pub mod people;
pub mod preferences;
pub mod record;
pub mod rescue;
pub mod sled;

use std::{future::Future, pin::Pin};

use self::audit::{Entry, Note};
pub use self::{
    listing::{List, Listing, Shelf},
    preferences::Subject,
};
use crate::matchplay::{Event, MatchId, Moment, Person, Place, Server};

/// Events to be written at the end of one match's log.
#[derive(Clone, Debug)]
pub struct Append {
    /// The match.
    pub id: MatchId,
    /// How many events it has come from so far; 0 for a new one.
    pub expected: u64,
    /// What happened, in order; at least one event.
    pub events: Vec<Event>,
    /// When.
    pub at: Moment,
    /// The delivery that asked for it, so that a repetition is known.
    pub delivery: Option<Delivery>,
    /// Where the match is to be found from now on.
    pub listing: Listing,
    /// Whether others must be told: writes a [`Notice`] over these events.
    pub notify: bool,
}

/// The name of a delivery, such as an interaction's id; at most 100 bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Delivery(pub String);

impl Delivery {
    /// The longest name, in bytes.
    pub const LONGEST: usize = 100;

    /// That it is short enough to be kept.
    fn check(&self) -> Result<(), StoreError> {
        if self.0.len() > Delivery::LONGEST {
            return Err(StoreError::Failed(String::from(
                "the delivery's name is too long",
            )));
        }
        Ok(())
    }
}

/// How many deliveries are remembered at least, the latest ones. A delivery is repeated within
/// minutes, if ever.
pub const DELIVERIES_KEPT: u64 = 100_000;

/// A row of the outbox: what happened in these events must still be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The row's number, increasing.
    pub number: u64,
    /// The match.
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

/// Why an append did not happen.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AppendError {
    /// Somebody else appended first: load the match again and decide anew.
    #[error("the match is at version {actual}, not {expected}")]
    Conflict {
        /// The version that was expected.
        expected: u64,
        /// The version it is at.
        actual: u64,
    },
    /// The delivery has been answered before.
    #[error("this delivery was answered before")]
    Repeated(Delivered),
    /// The store cannot write.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What a delivery led to when it came first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delivered {
    /// The match that it changed.
    pub id: MatchId,
    /// The version before.
    pub from: u64,
    /// The version after.
    pub to: u64,
}

/// The store cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// Another process holds it.
    #[error("the store at {path} is in use by another process")]
    InUse {
        /// Where.
        path: String,
    },
    /// It was written by a later version of this program.
    #[error("{path}: format {format} was written by a later version of this program")]
    Later {
        /// Where.
        path: String,
        /// The format that it is in.
        format: u64,
    },
    /// Nothing can be written for the moment, as the operator has been told. It goes on by itself
    /// when there is room. What was to be written is not.
    #[error("the store at {path} cannot write at the moment: {what}")]
    Unwritable {
        /// Where.
        path: String,
        /// Why.
        what: String,
    },
    /// A write failed, and whether it is in the files is not known. It is taken back as soon as
    /// that is possible, and nobody sees it until then; should the process end before, it may be
    /// found after all.
    #[error("the store at {path} may or may not have kept a write that failed: {what}")]
    InDoubt {
        /// Where.
        path: String,
        /// Why.
        what: String,
    },
    /// Reading or writing failed.
    #[error("the store failed: {0}")]
    Failed(String),
    /// A stored record cannot be read back.
    #[error("record {version} of match {id} is damaged: {what}")]
    Damaged {
        /// The match.
        id: MatchId,
        /// Which event.
        version: u64,
        /// What is wrong with it.
        what: String,
    },
}

impl StoreError {
    /// Whether it is said since nothing can be written for the moment, of which the operator has
    /// been told.
    #[must_use]
    pub const fn is_of_writing(&self) -> bool {
        matches!(
            self,
            StoreError::Unwritable { .. } | StoreError::InDoubt { .. }
        )
    }
}

/// A future of a store.
pub type Pending<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A store of matches. Reads may block for as long as a disk takes.
pub trait EventStore: Send + Sync + std::fmt::Debug {
    /// Writes events, durably, with everything that belongs to them. Once polled it may happen
    /// even if the future is dropped.
    fn append(&self, append: Append) -> Pending<'_, Result<Appended, AppendError>> {
        self.append_noting(append, None)
    }

    /// As [`append`](EventStore::append), with an entry in a server's [list](audit): it is there if
    /// the events are, and never without them.
    fn append_noting(
        &self,
        append: Append,
        note: Option<Note>,
    ) -> Pending<'_, Result<Appended, AppendError>>;

    /// A server's list of what its managers have forced and set, oldest first, of at most
    /// [`audit::KEPT`] entries.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    fn notes(&self, server: &Server) -> Result<Vec<Entry>, StoreError>;

    /// All events of a match with their times, in order; none for a match that never was.
    ///
    /// # Errors
    ///
    /// [`StoreError::Damaged`] when a record cannot be read or the chain is broken.
    fn load(&self, id: MatchId) -> Result<Vec<(Event, Moment)>, StoreError>;

    /// What this delivery led to, if it came before.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    fn delivered(&self, delivery: &Delivery) -> Result<Option<Delivered>, StoreError>;

    /// The live matches of a list, in order of their ids, at most `most`: the first ones.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    fn listed(&self, list: &List, most: usize) -> Result<Vec<MatchId>, StoreError>;

    /// Every match in which a person sits, is invited, or sat when it ended, in order of their ids.
    /// It takes longer the more matches there are, whoever plays them.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    fn all_of(&self, person: Person) -> Result<Vec<MatchId>, StoreError>;

    /// The person's match at this place that ended last.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    fn latest_ended(&self, place: &Place, person: Person) -> Result<Option<MatchId>, StoreError>;

    /// A match that ended last for one of its people at this place; which one, where there are
    /// several, is not said. In a match's own place it is that match.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    fn ended_at(&self, place: &Place) -> Result<Option<MatchId>, StoreError>;

    /// Matches in the order in which they ended, or were given up, each with its number in that
    /// order, counted from 1: those with a greater number than `after`, at most `most`. What is
    /// added to a match after its end does not move it.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    fn ended_since(&self, after: u64, most: usize) -> Result<Vec<(u64, MatchId)>, StoreError>;

    /// All preferences that were ever set, in order of their subjects.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    fn preferences(&self) -> Result<Vec<(Subject, String)>, StoreError>;

    /// Sets what somebody or a server prefers, in place of what stood there; durable when it
    /// returns. At most [`preferences::LONGEST`] bytes.
    fn set_preferences(
        &self,
        subject: Subject,
        text: String,
    ) -> Pending<'_, Result<(), StoreError>> {
        self.set_preferences_noting(subject, text, None)
    }

    /// As [`set_preferences`](EventStore::set_preferences), with an entry in a server's
    /// [list](audit), both or neither.
    fn set_preferences_noting(
        &self,
        subject: Subject,
        text: String,
        note: Option<Note>,
    ) -> Pending<'_, Result<(), StoreError>>;

    /// The bytes that were kept last by [`keep_standings`](EventStore::keep_standings). They may be
    /// gone, old or damaged: what they say can be worked out anew from the matches.
    ///
    /// # Errors
    ///
    /// When they are there and cannot be read.
    fn kept_standings(&self) -> Result<Option<Vec<u8>>, StoreError>;

    /// Keeps bytes beside the matches, in place of those kept before. Blocks until they are
    /// written.
    ///
    /// # Errors
    ///
    /// When they cannot be written; those kept before are still there then.
    fn keep_standings(&self, bytes: &[u8]) -> Result<(), StoreError>;

    /// Live matches to which something has happened by itself by this moment, it included, those
    /// due first before the others, at most `most`.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    fn due(&self, by: Moment, most: usize) -> Result<Vec<(Moment, MatchId)>, StoreError>;

    /// Every row of the outbox, oldest first.
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

    /// Every match there is, in order of their ids.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    fn all(&self) -> Result<Vec<MatchId>, StoreError>;
}
