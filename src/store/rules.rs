//! What writes do to rows: the only place that says which rows a write touches, what it expects of them, and when it
//! is refused.
//!
//! `judge` takes a [`Write`] and the rows as they are, and returns the changes. It reads no clock, draws no
//! numbers, and keeps nothing. A store carries the changes out, all of them or none. Where rows may have changed since
//! they were read, it compares the versions that the changes name with what is there then, and has the write judged
//! again if they differ.
//!
//! Notes, notices, answers and ends come one after another. Their numbers are not here: a store gives them in the order
//! in which it writes.

use std::collections::HashMap;

use rondel_matchplay::{MatchId, Person, Place, Server};

use super::{
    Answered, Append, AppendError, Card, Listing, RequestId, RowChange, RowChangeError, StoreError,
    StoredRow, Subject,
    audit::Note,
    backup::{BackupItem, StoredMatch, ended_listing},
    format,
    listing::Row,
    preferences,
    record::{self, Hash},
};

/// A write that somebody asks for.
#[derive(Clone, Debug)]
pub enum Write {
    /// Events of a match.
    Append(Append),
    /// A row of preferences.
    Preferences(RowChange),
    /// The card of a person.
    Card {
        /// The person.
        person: Person,
        /// The card that they have; `None` for somebody new.
        seen: Option<Card>,
        /// The card that they get.
        card: Card,
    },
    /// The end of everything that says who these people are, who have these cards.
    Forget(Vec<(Person, Card)>),
    /// A part of a backup, into a store that was empty before the first of it.
    Restore(Vec<BackupItem>),
}

impl Write {
    /// Returns the append, if it is one.
    pub(crate) const fn append(&self) -> Option<&Append> {
        if let Write::Append(append) = self {
            Some(append)
        } else {
            None
        }
    }

    /// Returns the change of a row of preferences, if it is one.
    pub(crate) const fn row_change(&self) -> Option<&RowChange> {
        if let Write::Preferences(change) = self {
            Some(change)
        } else {
            None
        }
    }
}

/// A change of the rows of a store. What it says of the rows before it is what the store must still find there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// A new record of a match, with its version.
    Record(MatchId, u64, Vec<u8>),
    /// The end of a match's log moves on.
    Head {
        /// The match.
        id: MatchId,
        /// Its version before; 0 for a new match.
        from: u64,
        /// The end of its log from now on.
        head: Head,
        /// The entries in the lists, unless they stay as they were.
        listing: Option<Listing>,
    },
    /// A match enters a list, if true, or leaves it.
    Listed(Row, MatchId, bool),
    /// The match that this person played last at this place.
    Latest(Place, Person, MatchId),
    /// One more match has ended.
    End(MatchId),
    /// A row of preferences.
    Preferences {
        /// The owner.
        subject: Subject,
        /// The text before; `None` for no row.
        seen: Option<String>,
        /// The text from now on.
        text: String,
    },
    /// One more entry in a server's list of what its managers did, which drops the oldest one if it is full.
    Note(Server, String),
    /// One more row of the outbox of a realm.
    Notice(String, Answered),
    /// A request was answered. The oldest answer is dropped if there are too many.
    Answer(RequestId, Answered),
    /// The card of a person, with the one before.
    Card(Person, Option<Card>, Card),
    /// Nobody knows any more who this is. The card before must not be found in any file either.
    Forgotten(Person, Card),
    /// The store needs at least this format.
    Format(u64),
}

/// The end of a match's log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct Head {
    /// The number of records.
    pub(crate) version: u64,
    /// The hash of the last one.
    pub(crate) tip: Hash,
}

/// The reason why a write is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The match is at another version.
    Version {
        /// The version that was expected.
        expected: u64,
        /// The version it is at.
        actual: u64,
    },
    /// The request was answered before.
    Repeated(Answered),
    /// The row of preferences has this text by now.
    Preferences(Option<String>),
    /// The person has another card, or is being forgotten, or the identity is somebody else's.
    Card,
    /// The store cannot be read or written, or there is something that cannot be kept.
    Store(StoreError),
}

impl From<StoreError> for Refused {
    fn from(error: StoreError) -> Refused {
        Refused::Store(error)
    }
}

/// What no caller of the kind can hear.
fn unexpected() -> StoreError {
    StoreError::failed("a write was refused for a reason of another kind of write")
}

impl From<Refused> for AppendError {
    fn from(refused: Refused) -> AppendError {
        match refused {
            Refused::Version { expected, actual } => AppendError::Conflict { expected, actual },
            Refused::Repeated(answered) => AppendError::Repeated(answered),
            Refused::Store(error) => AppendError::Store(error),
            Refused::Preferences(_) | Refused::Card => AppendError::Store(unexpected()),
        }
    }
}

impl From<Refused> for RowChangeError {
    fn from(refused: Refused) -> RowChangeError {
        match refused {
            Refused::Preferences(there) => RowChangeError::Changed(there),
            Refused::Store(error) => RowChangeError::Store(error),
            Refused::Version { .. } | Refused::Repeated(_) | Refused::Card => {
                RowChangeError::Store(unexpected())
            }
        }
    }
}

/// The rows that a write is judged against.
pub(crate) trait Current {
    /// Returns the end of a match's log and its entries in the lists; of a match that never was, nothing.
    ///
    /// # Errors
    ///
    /// When the rows cannot be read, as for all of these.
    fn head(&self, id: MatchId) -> Result<(Head, Option<Listing>), StoreError>;

    /// Returns what a request was answered, if it came before.
    ///
    /// # Errors
    ///
    /// As [`head`](Current::head).
    fn answered(&self, request_id: &RequestId) -> Result<Option<Answered>, StoreError>;

    /// Returns the row of preferences of a subject.
    ///
    /// # Errors
    ///
    /// As [`head`](Current::head).
    fn preference(&self, subject: &Subject) -> Result<Option<String>, StoreError>;

    /// Returns the card of a person.
    ///
    /// # Errors
    ///
    /// As [`head`](Current::head).
    fn card(&self, person: Person) -> Result<Option<Card>, StoreError>;

    /// Returns true if this identity is somebody's.
    ///
    /// # Errors
    ///
    /// As [`head`](Current::head).
    fn owner(&self, identity: &super::Identity) -> Result<Option<Person>, StoreError>;
}

/// Returns what a write changes.
///
/// # Errors
///
/// When it is refused; nothing changes then.
pub(crate) fn judge(write: &Write, current: &impl Current) -> Result<Vec<Change>, Refused> {
    match write {
        Write::Append(append) => self::append(append, current),
        Write::Preferences(change) => preferences(change, current),
        Write::Card { person, seen, card } => self::card(*person, seen.as_ref(), card, current),
        Write::Forget(people) => {
            for (person, card) in people {
                if current.card(*person)?.as_ref() != Some(card) {
                    return Err(Refused::Card);
                }
            }
            let people = people.iter().cloned();
            Ok(people
                .map(|(person, card)| Change::Forgotten(person, card))
                .collect())
        }
        Write::Restore(items) => {
            let (mut changes, mut ended) = (Vec::new(), HashMap::new());
            for item in items {
                restore(item, current, &mut ended, &mut changes)?;
            }
            Ok(changes)
        }
    }
}

fn append(append: &Append, current: &impl Current) -> Result<Vec<Change>, Refused> {
    // A repetition is told of even if the match has moved on.
    if let Some(request_id) = &append.request_id {
        request_id.check()?;
        if let Some(answered) = current.answered(request_id)? {
            return Err(Refused::Repeated(answered));
        }
    }
    let (id, expected) = (append.id, append.expected);
    let (before, listed) = current.head(id)?;
    let from = before.version;
    if from != expected {
        let actual = from;
        return Err(Refused::Version { expected, actual });
    }
    let (records, tip) = record::encode_append(append, before.tip)?;
    let to = from + records.len() as u64;
    let listing = Some(&append.listing).filter(|listing| listed.as_ref() != Some(listing));
    let answered = Answered { id, from, to };
    let format = format::of_match(&append.events, &append.listing);

    let mut changes = Vec::with_capacity(records.len() + 4);
    let versions = from + 1..;
    let records = versions.zip(records);
    changes.extend(records.map(|(version, record)| Change::Record(id, version, record)));
    changes.push(Change::Head {
        id,
        from,
        head: Head { version: to, tip },
        listing: listing.cloned(),
    });
    if let Some(listing) = listing {
        list(id, listed.as_ref(), listing, &mut changes);
    }
    let request_id = append.request_id.clone();
    changes.extend(request_id.map(|request_id| Change::Answer(request_id, answered)));
    changes.extend(noted(append.note.as_ref())?);
    let realm = append.tell.clone();
    changes.extend(realm.map(|realm| Change::Notice(realm, answered)));
    changes.extend(needed(format));
    Ok(changes)
}

fn preferences(change: &RowChange, current: &impl Current) -> Result<Vec<Change>, Refused> {
    preferences::check(&change.text)?;
    let there = current.preference(&change.subject)?;
    if there != change.seen {
        return Err(Refused::Preferences(there));
    }
    let (subject, text) = (change.subject.clone(), change.text.clone());
    let format = format::of_row(&subject, &text);
    let seen = there;
    let row = Change::Preferences {
        subject,
        seen,
        text,
    };
    let note = noted(change.note.as_ref())?;
    Ok([Some(row), note, needed(format)]
        .into_iter()
        .flatten()
        .collect())
}

fn card(
    person: Person,
    seen: Option<&Card>,
    card: &Card,
    current: &impl Current,
) -> Result<Vec<Change>, Refused> {
    let there = current.card(person)?;
    if there.as_ref() == Some(card) {
        return Ok(Vec::new());
    }
    let owner = current.owner(&card.identity)?;
    if there.as_ref() != seen || owner != seen.map(|_| person) {
        return Err(Refused::Card);
    }
    Ok(vec![Change::Card(person, there, card.clone())])
}

/// Restores one thing. `ended` are the matches of the same write that have ended.
fn restore(
    item: &BackupItem,
    current: &impl Current,
    ended: &mut HashMap<MatchId, Listing>,
    changes: &mut Vec<Change>,
) -> Result<(), StoreError> {
    let mut set = |subject: Subject, text: String| {
        preferences::check(&text)?;
        let format = format::of_row(&subject, &text);
        let seen = None;
        changes.push(Change::Preferences {
            subject,
            seen,
            text,
        });
        changes.extend(needed(format));
        Ok::<_, StoreError>(())
    };
    match item {
        BackupItem::Key(key) => set(Subject::Store, key.encode())?,
        BackupItem::Preference(subject, text) => set(subject.clone(), text.clone())?,
        BackupItem::Match(id, events) => {
            let stored = StoredMatch::of(*id, events)?;
            if stored.listing.shelf.is_none() {
                ended.insert(*id, stored.listing.clone());
            }
            restore_match(stored, changes);
        }
        BackupItem::Ended(id) => {
            let listing = match ended.get(id) {
                Some(listing) => Some(listing.clone()),
                None => current.head(*id)?.1,
            };
            end(*id, &ended_listing(*id, listing)?, changes);
        }
        BackupItem::Notice {
            realm,
            id,
            from,
            to,
        } => {
            let (id, from, to) = (*id, *from, *to);
            changes.push(Change::Notice(realm.clone(), Answered { id, from, to }));
        }
        BackupItem::Person(person, card) => {
            changes.push(Change::Card(*person, None, card.clone()));
        }
        BackupItem::Note(server, entry) => {
            changes.push(Change::Note(server.clone(), entry.checked()?));
        }
    }
    Ok(())
}

fn restore_match(stored: StoredMatch, changes: &mut Vec<Change>) {
    let StoredMatch {
        id,
        format,
        records,
        tip,
        listing,
    } = stored;
    let version = records.len() as u64;
    let records = (1..).zip(records);
    changes.extend(records.map(|(version, record)| Change::Record(id, version, record)));
    let rows = listing.rows().into_iter();
    changes.extend(rows.map(|row| Change::Listed(row, id, true)));
    changes.push(Change::Head {
        id,
        from: 0,
        head: Head { version, tip },
        listing: Some(listing),
    });
    changes.extend(needed(format));
}

/// Moves a match from its old rows to its new ones.
fn list(id: MatchId, before: Option<&Listing>, after: &Listing, changes: &mut Vec<Change>) {
    let moves = after.moves(before);
    let left = moves.left.into_iter();
    changes.extend(left.map(|row| Change::Listed(row, id, false)));
    let entered = moves.entered.into_iter();
    changes.extend(entered.map(|row| Change::Listed(row, id, true)));
    if moves.ended {
        end(id, after, changes);
    }
}

/// Adds a match to those that have ended, after all others.
fn end(id: MatchId, listing: &Listing, changes: &mut Vec<Change>) {
    let pairs = listing.pairs();
    changes.extend(pairs.map(|(place, person)| Change::Latest(place.clone(), person, id)));
    changes.push(Change::End(id));
}

fn noted(note: Option<&Note>) -> Result<Option<Change>, StoreError> {
    let Some(Note { server, entry }) = note else {
        return Ok(None);
    };
    Ok(Some(Change::Note(server.clone(), entry.checked()?)))
}

/// Raises the format of the store if something needs a later one than every store has.
fn needed(format: u64) -> Option<Change> {
    (format > format::FIRST).then_some(Change::Format(format))
}
