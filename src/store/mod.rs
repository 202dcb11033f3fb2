//! The memory of Rondel: the events of matches and, apart from them, the identities of people.
//!
//! A store keeps matches as logs of events, in a stored form of its own ([`record`]), with the
//! indexes that finding a match needs, the requests that were answered, and the outbox of what
//! others must still be told.
//!
//! # The nouns
//!
//! - [`ReadMatches`] and [`EventStore`] are what the host needs from a store of matches,
//!   [`PreferenceStore`] and [`PeopleStore`] what it needs from the others. [`embedded`] keeps them in
//!   files, [`postgres`] in a server, [`memory::MemoryStore`] in memory. [`Stores`] are all of one program.
//! - An [`Append`] is one change: the events of one match, the version that they were decided
//!   against, the request that asked for them, the [`Listing`], and the chat that must tell others.
//!   All of it is written or nothing is, and it is durable when [`EventStore::append`] returns.
//! - A match's *version* is the number of its events. An append with an old version fails with
//!   [`AppendError::Conflict`]; this is the only lock between two players who act at once.
//! - A [`RowChange`] is a change of a row of preferences, and names the text that it is based on. Like an
//!   append it fails if somebody else was faster, and is worked out again from what is there now.
//! - A [`RequestId`] is the name of the message that asked for a change. The last
//!   [`REQUESTS_KEPT`] are kept with their results, so that a message that comes twice acts once.
//! - A [`Notice`] is a row of the outbox of one realm, which is the chat that tells it.
//! - [`people::People`] knows which person is which account of a chat, and by what name. Matches
//!   hold only random references to people, so that one deletion forgets somebody.
//! - A [`StoredRow`] is a small text that rides along: preferences, what managers did, calls of
//!   roles. Its form is that of its type.
//!
//! # Where to begin reading
//!
//! The traits in this file; then [`rules`], which says what every write changes and when it is refused, and `memory.rs`,
//! which is all that a store must do. [`keyed`] has what `memory` and the files of [`embedded`] share. `check.rs` is for
//! operators who want to know if all is whole.

pub mod audit;
pub mod backup;
pub mod check;
#[path = "sled/mod.rs"]
pub mod embedded;
mod error;
mod format;
mod identity;
mod json;
pub mod keyed;
mod latest;
pub mod links;
mod listing;
mod locking;
pub mod memory;
pub mod people;
pub mod postgres;
pub mod preferences;
pub mod record;
pub mod rules;
pub mod seldom;
mod stores;
mod subject;

use std::{fmt, future::Future, pin::Pin};

use serde::{Deserialize, Serialize};

use self::audit::{Entry, Note};
pub use self::{
    error::{StoreError, causes},
    identity::{Card, Identity, IdentityError},
    json::StoredRow,
    listing::{List, Listing, Shelf},
    stores::Stores,
    subject::{ParseSubjectError, Subject},
};
pub use self::{
    latest::Latest,
    locking::{locked, read_locked, try_locked, write_locked},
};
use rondel_matchplay::{Event, MatchId, Moment, Person, Place, Server};

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
    /// The [realm](Place::realm) of the chat that must tell others of it: writes a [`Notice`] over
    /// these events. `None` if nobody must be told.
    pub tell: Option<String>,
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

/// A change of the row of a subject.
#[derive(Clone, Debug)]
pub struct RowChange {
    /// The subject whose row it is.
    pub subject: Subject,
    /// The text that the change is based on; `None` for a subject without a row.
    pub seen: Option<String>,
    /// The text that takes its place, at most [`preferences::LONGEST`] bytes.
    pub text: String,
    /// An entry in a server's [list](audit), written with it.
    pub note: Option<Note>,
}

/// What somebody may mean who speaks at a place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Nearby {
    /// The live match whose own place it is.
    pub own: Option<MatchId>,
    /// True if any live match is played or was opened there.
    pub any: bool,
    /// Their live matches there, in order of their ids.
    pub theirs: Vec<MatchId>,
    /// Their live matches at all places, if they were asked for.
    pub all_theirs: Vec<MatchId>,
    /// The match that [ended there](ReadMatches::ended_at).
    pub ended: Option<MatchId>,
    /// Their match there that [ended last](ReadMatches::latest_ended).
    pub latest_ended: Option<MatchId>,
}

/// The reason why a row did not change.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RowChangeError {
    /// Somebody else changed it first, and this is the text that is there now: decide again.
    #[error("the row has changed")]
    Changed(Option<String>),
    /// The store cannot write.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A future of a store.
pub type Pending<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A read under way. It fails when the store cannot be read.
pub type Reading<'a, T> = Pending<'a, Result<T, StoreError>>;

/// The number of rows that are read at once where all are wanted.
const PAGE: usize = 1_000;

/// Reads all pages of a list: `page` returns the first rows after the one it is given, or from the
/// beginning, at most as many as it is told.
///
/// # Errors
///
/// When a page cannot be read.
pub async fn every<'a, T: Clone>(
    page: impl Fn(Option<T>, usize) -> Reading<'a, Vec<T>>,
) -> Result<Vec<T>, StoreError> {
    let mut all = Vec::new();
    loop {
        let rows = page(all.last().cloned(), PAGE).await?;
        let ends = rows.len() < PAGE;
        all.extend(rows);
        if ends {
            return Ok(all);
        }
    }
}

/// Matches that can be read. Every list is read in pages: the first `most` rows after a given one, or
/// from the beginning.
pub trait ReadMatches: Send + Sync + fmt::Debug {
    /// Returns all events of a match with their times, in order; none for a match that never was.
    /// Fails with [`StoreError::Damaged`] when a record cannot be read or the chain is broken.
    fn load(&self, id: MatchId) -> Reading<'_, Vec<(Event, Moment)>>;

    /// Returns what [`load`](ReadMatches::load) returns, for each of these matches.
    fn load_all(&self, ids: Vec<MatchId>) -> Reading<'_, Vec<Vec<(Event, Moment)>>> {
        Box::pin(async move {
            let mut loaded = Vec::with_capacity(ids.len());
            for id in ids {
                loaded.push(self.load(id).await?);
            }
            Ok(loaded)
        })
    }

    /// Returns the result of this request, if it came before.
    fn answered<'a>(&'a self, request_id: &'a RequestId) -> Reading<'a, Option<Answered>>;

    /// Returns the matches of a list, in order of their ids.
    fn listed<'a>(
        &'a self,
        list: &'a List,
        after: Option<MatchId>,
        most: usize,
    ) -> Reading<'a, Vec<MatchId>>;

    /// Returns the first matches of some lists, of each as many as are asked for: with one question, since a
    /// server may be far away.
    fn listed_together<'a>(&'a self, lists: &'a [(List, usize)]) -> Reading<'a, Vec<Vec<MatchId>>> {
        Box::pin(async move {
            let mut listed = Vec::with_capacity(lists.len());
            for (list, most) in lists {
                listed.push(self.listed(list, None, *most).await?);
            }
            Ok(listed)
        })
    }

    /// Returns what a person may mean who speaks at a place, at most `most` of each list: with one question,
    /// since a server may be far away. `everywhere` asks for their matches at other places, too.
    fn nearby<'a>(
        &'a self,
        place: &'a Place,
        person: Person,
        everywhere: bool,
        most: usize,
    ) -> Reading<'a, Nearby> {
        Box::pin(async move {
            let (own, here) = (List::Own(place.clone()), List::At(place.clone()));
            let theirs = List::OfAt(person, place.clone());
            let all = List::Of(person);
            Ok(Nearby {
                own: self.listed(&own, None, 1).await?.pop(),
                any: !self.listed(&here, None, 1).await?.is_empty(),
                theirs: self.listed(&theirs, None, most).await?,
                all_theirs: if everywhere {
                    self.listed(&all, None, most).await?
                } else {
                    Vec::new()
                },
                ended: self.ended_at(place).await?,
                latest_ended: self.latest_ended(place, person).await?,
            })
        })
    }

    /// Returns the person's match at this place that ended last.
    fn latest_ended<'a>(&'a self, place: &'a Place, person: Person)
    -> Reading<'a, Option<MatchId>>;

    /// Returns a match that ended last for one of its people at this place; it is not defined
    /// which, if there are several. In a match's own place it is that match.
    fn ended_at<'a>(&'a self, place: &'a Place) -> Reading<'a, Option<MatchId>>;

    /// Returns matches in the order in which they ended, or were aborted, each with its number in
    /// that order, counted from 1. Events added to a match after its end do not move it.
    fn ended_since(&self, after: u64, most: usize) -> Reading<'_, Vec<(u64, MatchId)>>;

    /// Returns the live matches to which something was to happen by itself by this moment,
    /// included, the earliest first.
    fn due(
        &self,
        by: Moment,
        after: Option<(Moment, MatchId)>,
        most: usize,
    ) -> Reading<'_, Vec<(Moment, MatchId)>>;

    /// Returns the rows of the outbox for the chat of a [realm](Place::realm), oldest first, those
    /// with a greater number than `after`.
    fn outbox<'a>(&'a self, realm: &'a str, after: u64, most: usize) -> Reading<'a, Vec<Notice>>;

    /// Returns the store's format, which rises with the first thing in it that earlier programs cannot read.
    fn format(&self) -> Reading<'_, u64>;

    /// Returns the number of matches.
    fn count(&self) -> Reading<'_, u64>;

    /// Returns all matches, in order of their ids.
    fn all(&self, after: Option<MatchId>, most: usize) -> Reading<'_, Vec<MatchId>>;
}

/// A store of matches.
pub trait EventStore: ReadMatches {
    /// Writes events, durably, with everything that belongs to them. Once polled it may happen
    /// even if the future is dropped.
    fn append(&self, append: Append) -> Pending<'_, Result<Appended, AppendError>>;

    /// Takes a row off the outbox of a realm once it has been told. Durable no later than the next
    /// append.
    ///
    /// # Errors
    ///
    /// When the store cannot be written.
    fn told(&self, realm: &str, number: u64) -> Result<(), StoreError>;

    /// Returns the bytes that [`keep_standings`](EventStore::keep_standings) wrote last. They may be
    /// gone, old or damaged: everything in them can be worked out again from the matches.
    fn kept_standings(&self) -> Reading<'_, Option<Vec<u8>>>;

    /// Writes bytes next to the matches, in place of those before; durable on return. Those before
    /// are still there when it fails.
    fn keep_standings(&self, bytes: Vec<u8>) -> Pending<'_, Result<(), StoreError>>;

    /// Waits until another process writes, so that this one never will again, and returns an error that says
    /// so: for ever, where the files belong to one process.
    fn taken_over(&self) -> Pending<'_, StoreError> {
        Box::pin(std::future::pending())
    }
}

/// A store of preferences, and of what managers forced and set.
pub trait PreferenceStore: Send + Sync + fmt::Debug {
    /// Returns what was set for a subject last, if anything ever was.
    fn preference<'a>(&'a self, subject: &'a Subject) -> Reading<'a, Option<String>>;

    /// Returns all preferences that were ever set, in order of their subjects: the first `most` after
    /// this one, or from the beginning.
    fn preferences(
        &self,
        after: Option<Subject>,
        most: usize,
    ) -> Reading<'_, Vec<(Subject, String)>>;

    /// Changes the row of a subject if it is still what the change is based on, and writes its note;
    /// all of it or nothing, and durable on return. Once polled it may happen even if the future is
    /// dropped.
    fn set_preferences(&self, change: RowChange) -> Pending<'_, Result<(), RowChangeError>>;

    /// Returns a server's list of what its managers forced and set, oldest first, of at most
    /// [`audit::KEPT`] entries.
    fn notes<'a>(&'a self, server: &'a Server) -> Reading<'a, Vec<Entry>>;

    /// Returns the entries of all such lists that name a person, with their servers, the oldest first in each
    /// server. The text of an entry is searched: a reason may name the reference too.
    fn notes_on(&self, person: Person) -> Reading<'_, Vec<(Server, Entry)>>;
}

/// A store of matches and preferences.
pub trait Store: EventStore + PreferenceStore {}

impl<S: EventStore + PreferenceStore> Store for S {}

/// A store of people.
pub trait PeopleStore: Send + Sync + fmt::Debug {
    /// Writes the card of a person, durably, if the one they have is still `seen`: `None` for somebody
    /// new, whose reference and identity must both be nobody's. Only the name may differ from `seen`.
    /// Returns true if the card is theirs now. Else nothing is written: somebody else was faster, or
    /// the person is being forgotten and keeps the card they have until then.
    fn write_card(&self, person: Person, seen: Option<Card>, card: Card) -> Reading<'_, bool>;

    /// Returns the person of this identity, if there is one.
    fn find<'a>(&'a self, identity: &'a Identity) -> Reading<'a, Option<Person>>;

    /// Returns the cards of those of these people who are known, in any order.
    fn cards(&self, people: Vec<Person>) -> Reading<'_, Vec<(Person, Card)>>;

    /// Returns everybody with their cards, in order of their references: the first `most` after this one,
    /// or from the beginning.
    fn everybody(&self, after: Option<Person>, most: usize) -> Reading<'_, Vec<(Person, Card)>>;

    /// Forgets people: their cards stand in no file any more, nor in memory; durable on return. The
    /// files of a server still have them for some hours, where nobody reads them. Those
    /// who are known by exactly the same name and [nothing else](Identity::NAME_ALONE) are forgotten
    /// with them. Returns how many of the people were known. All are forgotten or, when it fails, all
    /// are known; [`StoreError::Failed`] may also mean that files with old names in them could not be
    /// removed: the next call or the next start tries again.
    fn forget(&self, people: Vec<Person>) -> Pending<'_, Result<usize, StoreError>>;
}
