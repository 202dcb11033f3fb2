//! Backups: everything that a store keeps, in one form for all stores.
//!
//! A [`BackupItem`] is one thing that is kept. [`copy`] reads all of them from the stores of a program, which
//! goes on meanwhile, and hands them to a [`BackupSink`]: a file that [`write()`] makes, or an empty
//! store that is filled. [`restore`] reads them from such a file, which [`BackupReader`] checks line by line.
//!
//! Nothing in a backup says when it was made or by which kind of store. What can be worked out from the
//! matches is left out: lists, heads, and standings. Requests that were answered are left out too, since they
//! are repeated within minutes.
//!
//! # The order of reading
//!
//! Stores are read a page at a time, and may change in between. What is read later may be newer, and so
//! everything is read after that which it must not be older than: the order of ends and the outbox after the
//! matches, people after the matches they play in, and preferences after people, since a person who asks to be
//! forgotten is noted there first. What refers to something newer than the matches that were read is left
//! out, as if the backup had been made before.

mod copying;
mod file;
pub mod forgotten;
mod restoring;

use std::fmt;

use rondel_matchplay::{Event, Match, MatchId, Moment, Person, Server};

use self::forgotten::StoreKey;
use super::{
    Card, Listing, Pending, StoreError, Subject,
    audit::Entry,
    format,
    record::{self, Hash},
};

pub use self::{
    copying::{Copied, CopyScope, copy, write},
    file::{BackupError, BackupFile, BackupReader},
    restoring::{restore, rewrite},
};

/// One thing that a store keeps. The items of a backup are in the order of the variants, and matches in the
/// order of their ids, people by their references, preferences by their subjects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BackupItem {
    /// The key by which people who were forgotten are known. Only with people.
    Key(StoreKey),
    /// A match with all its events.
    Match(MatchId, Vec<(Event, Moment)>),
    /// A match that has ended, in the order in which they did.
    Ended(MatchId),
    /// A row of the outbox of a realm: events that must still be told.
    Notice {
        /// The realm of the chat that must tell them.
        realm: String,
        /// The match.
        id: MatchId,
        /// The version before the events.
        from: u64,
        /// The version after them.
        to: u64,
    },
    /// A person's card.
    Person(Person, Card),
    /// What was set for a subject last.
    Preference(Subject, String),
    /// An entry in a server's list of what its managers forced and set, oldest first.
    Note(Server, Entry),
}

impl BackupItem {
    /// Returns the place of its kind in the order of a backup.
    const fn section(&self) -> u8 {
        match self {
            BackupItem::Key(_) => 0,
            BackupItem::Match(..) => 1,
            BackupItem::Ended(_) => 2,
            BackupItem::Notice { .. } => 3,
            BackupItem::Person(..) => 4,
            BackupItem::Preference(..) => 5,
            BackupItem::Note(..) => 6,
        }
    }
}

/// The number of things in a backup. Displayed, it is `12 matches, 340 events, 3 people`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BackupCounts {
    /// The matches.
    pub matches: u64,
    /// Their events.
    pub events: u64,
    /// The people.
    pub people: u64,
}

impl BackupCounts {
    /// Counts an item.
    fn add(&mut self, item: &BackupItem) {
        match item {
            BackupItem::Match(_, events) => {
                self.matches += 1;
                self.events += events.len() as u64;
            }
            BackupItem::Person(..) => self.people += 1,
            BackupItem::Key(_)
            | BackupItem::Ended(_)
            | BackupItem::Notice { .. }
            | BackupItem::Preference(..)
            | BackupItem::Note(..) => {}
        }
    }
}

impl fmt::Display for BackupCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted = |count: u64, one: &str, more: &str| match count {
            1 => format!("1 {one}"),
            count => format!("{count} {more}"),
        };
        write!(
            f,
            "{}, {}, {}",
            counted(self.matches, "match", "matches"),
            counted(self.events, "event", "events"),
            counted(self.people, "person", "people")
        )
    }
}

/// Something that takes in the items of a backup.
pub trait BackupSink: Send {
    /// Takes in the next items, in the order of a backup.
    fn take(&mut self, items: Vec<BackupItem>) -> Pending<'_, Result<(), StoreError>>;

    /// Keeps all that was taken in, durably. Without it nothing is kept.
    fn finish(self: Box<Self>) -> Pending<'static, Result<(), StoreError>>;
}

/// A match as a store keeps it.
pub(super) struct StoredMatch {
    pub(super) id: MatchId,
    /// The least format of a store with it.
    pub(super) format: u64,
    pub(super) records: Vec<Vec<u8>>,
    pub(super) tip: Hash,
    pub(super) listing: Listing,
}

impl StoredMatch {
    /// Returns the records and the entries in the lists of a match with these events.
    ///
    /// # Errors
    ///
    /// [`StoreError::Damaged`] if it is no match.
    pub(super) fn of(id: MatchId, events: &[(Event, Moment)]) -> Result<StoredMatch, StoreError> {
        let mut tip = Hash::NONE;
        let mut records = Vec::with_capacity(events.len());
        for (event, at) in events {
            let record = record::encode(&tip, event, *at);
            let record = record.map_err(|error| StoreError::failed(error.to_string()))?;
            tip = record::hash(&record);
            records.push(record);
        }
        let listing = Listing::of(&folded(id, events)?);
        Ok(StoredMatch {
            id,
            format: format::of_match(events.iter().map(|(event, _)| event), &listing),
            records,
            tip,
            listing,
        })
    }
}

/// Returns the match with these events.
///
/// # Errors
///
/// [`StoreError::Damaged`] if it is no match.
fn folded(id: MatchId, events: &[(Event, Moment)]) -> Result<Match, StoreError> {
    let state = Match::fold(id, events.iter().map(|(event, at)| (event, *at)));
    state.ok_or_else(|| StoreError::Damaged {
        id,
        version: 1,
        what: String::from("it does not begin with an opening by a ruleset that is known"),
    })
}

/// Returns the listing of a match that a backup calls ended, if that is so.
///
/// # Errors
///
/// [`StoreError::Failed`] if it is not.
pub(super) fn ended_listing(id: MatchId, listing: Option<Listing>) -> Result<Listing, StoreError> {
    let ended = listing.filter(|listing| listing.shelf.is_none());
    ended.ok_or_else(|| StoreError::failed(format!("match {id} has not ended in this backup")))
}
