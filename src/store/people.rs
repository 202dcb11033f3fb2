//! The store of people: their identities and names.
//!
//! Everywhere else a person is a random reference. Their name and their account in the world
//! outside stand here alone, apart from matches, so that somebody is forgotten by [one
//! deletion](People::forget): the matches stay, and nobody can be found from them.

use std::{
    collections::{HashMap, HashSet},
    fmt,
    path::Path,
    sync::{Arc, Mutex},
};

use super::{
    StoreError,
    identity::Card,
    locking::locked,
    sled::{
        bond::{Bond, Progress},
        disk::{Disk, SystemDisk},
        people::PeopleFiles,
    },
};
use crate::matchplay::Person;

pub use super::identity::{Identity, IdentityError};

/// The longest name, in characters.
pub const LONGEST_NAME: usize = 100;

/// The realm of people who are known by a name and nothing else.
const NAME_ALONE: &str = "name-alone";

/// The number of people that are kept in memory as a cache of the files.
const MOST_KNOWN: usize = 16_384;

/// The number of references drawn for a person before it is given up. Seeded dice draw again those
/// they drew before a restart.
const MOST_DRAWS: usize = 1_000_000;

/// The store of people, in memory or in files.
///
/// Calls block for as long as a disk takes when somebody is met for the first time or by a new
/// name, and seldom otherwise.
pub struct People {
    files: Option<PeopleFiles>,
    known: Mutex<CardCache>,
    /// Held while somebody is written, so that nobody becomes two people. It holds those who are
    /// being forgotten in the meantime: they keep the name they have.
    meeting: Mutex<HashSet<Person>>,
    /// Held while people are forgotten: by one rewriting at a time.
    forgetting: Mutex<()>,
}

/// All people if there are no files, else the ones used lately.
#[derive(Default)]
struct CardCache {
    by_identity: HashMap<Identity, Person>,
    by_person: HashMap<Person, Card>,
}

impl CardCache {
    /// Drops all people for whom `goes` is true.
    fn drop_all(&mut self, goes: impl Fn(Person, &Card) -> bool) {
        self.by_person.retain(|person, card| !goes(*person, card));
        let by_person = &self.by_person;
        self.by_identity
            .retain(|_, person| by_person.contains_key(person));
    }
}

impl People {
    /// Returns a store that forgets everybody at the end of the process.
    #[must_use]
    pub fn in_memory() -> People {
        People {
            files: None,
            known: Mutex::default(),
            meeting: Mutex::default(),
            forgetting: Mutex::default(),
        }
    }

    /// Opens the store in this directory, which is made if there is none.
    ///
    /// # Errors
    ///
    /// [`StoreError::InUse`] when another process, or another store in this one, holds it;
    /// [`StoreError::Failed`] when it cannot be opened.
    pub fn open(path: &Path) -> Result<People, StoreError> {
        People::open_on(path, Arc::new(SystemDisk))
    }

    /// Opens the store as [`open`](People::open) does, on this disk.
    ///
    /// # Errors
    ///
    /// As [`open`](People::open).
    pub fn open_on(path: &Path, disk: Arc<dyn Disk>) -> Result<People, StoreError> {
        Ok(People {
            files: Some(PeopleFiles::open(path, disk)?),
            ..People::in_memory()
        })
    }

    /// Returns the progress of the files; `None` in memory, or where there was no room to begin.
    pub(super) fn progress(&self) -> Result<Option<Progress>, StoreError> {
        self.in_files(PeopleFiles::progress)
    }

    /// Returns the bond that a store of matches follows; `None` in memory.
    pub(super) fn bond(&self) -> Option<&Arc<Bond>> {
        self.files.as_ref().map(PeopleFiles::bond)
    }

    /// Makes strangers of these people for stores of matches that knew them.
    pub(super) fn begin_lineage(&self) -> Result<(), StoreError> {
        let _turn = locked(&self.meeting);
        self.in_files(PeopleFiles::begin_lineage)
    }

    /// Asks the files; in memory, nothing comes of it.
    fn in_files<T: Default>(
        &self,
        ask: impl FnOnce(&PeopleFiles) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        self.files.as_ref().map_or_else(|| Ok(T::default()), ask)
    }

    /// Returns the person of this identity, from now on under this name. Somebody who was never met
    /// gets a reference from `fresh`, which is asked again while its answer is taken. Durable on
    /// return.
    ///
    /// While nothing can be written, somebody who is known goes by the name that is known.
    ///
    /// Control characters are taken out of the name, those that turn the direction of writing too,
    /// and it is cut to [`LONGEST_NAME`].
    ///
    /// # Errors
    ///
    /// When the store cannot be read or written.
    pub fn meet(
        &self,
        identity: &Identity,
        name: &str,
        mut fresh: impl FnMut() -> Person,
    ) -> Result<Person, StoreError> {
        let card = Card {
            identity: identity.clone(),
            name: cleaned(name),
        };
        if let Some(person) = self.met(&card)? {
            return Ok(person);
        }
        let forgotten = locked(&self.meeting);
        if let Some(person) = self.met(&card)? {
            return Ok(person);
        }
        let found = self.find(identity)?;
        let person = match found {
            Some(person) if forgotten.contains(&person) => return Ok(person),
            Some(person) => person,
            None => self.unused(&mut fresh)?,
        };
        if let Some(files) = &self.files {
            match (files.write(person, &card), found) {
                (Ok(()), _) => {}
                // They are known, if by another name: that is no reason to turn them away.
                (Err(error), Some(person)) if error.is_of_writing() => return Ok(person),
                (Err(error), _) => return Err(error),
            }
        }
        self.remember(person, card);
        Ok(person)
    }

    /// Adds a new person who is known by a name and nothing else, such as a player of an imported
    /// match: no chat knows them. The name is cleaned and cut as by [`meet`](People::meet), and
    /// `fresh` is asked as there. Durable on return.
    ///
    /// # Errors
    ///
    /// When the store cannot be read or written.
    pub fn introduce(
        &self,
        name: &str,
        mut fresh: impl FnMut() -> Person,
    ) -> Result<Person, StoreError> {
        let person = self.unused(&mut fresh)?;
        // No identity but the reference itself, in a realm that no chat has.
        let identity = Identity {
            realm: String::from(NAME_ALONE),
            id: person.to_string(),
        };
        self.meet(&identity, name, || person)
    }

    /// Returns the person of this identity, if they have been met.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub fn find(&self, identity: &Identity) -> Result<Option<Person>, StoreError> {
        if let Some(person) = locked(&self.known).by_identity.get(identity) {
            return Ok(Some(*person));
        }
        self.in_files(|files| files.find(identity))
    }

    /// Forgets a person: their identity and name stand in no file of this store any more, nor in
    /// memory. Durable on return. A player of an imported match who is known by exactly the same
    /// name and nothing else is forgotten with them, since it may be the same person. The old files
    /// are unlinked, not overwritten. Returns false if nobody was known by this reference;
    /// leftovers of an earlier forgetting are removed then too.
    ///
    /// It takes as long as writing everybody else. Others can be met in the meantime; the person
    /// who is being forgotten keeps their name until then.
    ///
    /// ```
    /// use rondel::{
    ///     matchplay::Person,
    ///     store::people::{Identity, People},
    /// };
    ///
    /// let people = People::in_memory();
    /// let identity = Identity::new("console", "ann")?;
    /// people.meet(&identity, "Ann", || Person(1))?;
    /// assert_eq!(people.forget(Person(1)), Ok(true));
    /// assert_eq!(people.name(Person(1)), Ok(None));
    /// // They would come back as somebody new.
    /// assert_eq!(people.meet(&identity, "Ann", || Person(2)), Ok(Person(2)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`StoreError::Unwritable`] when there is no room to write everybody else; all are still
    /// known then. [`StoreError::Failed`] when the store cannot be read, or when files with old
    /// names in them could not be removed: the person is not known any more then, and the next call
    /// or the next start tries again.
    pub fn forget(&self, person: Person) -> Result<bool, StoreError> {
        self.forget_all(&[person]).map(|known| known == 1)
    }

    /// Forgets several people as [`forget`](People::forget) does, which takes no longer than for one.
    /// Returns how many of them were known. All are forgotten or, when it fails, all are known.
    ///
    /// # Errors
    ///
    /// As [`forget`](People::forget).
    pub fn forget_all(&self, people: &[Person]) -> Result<usize, StoreError> {
        let _turn = locked(&self.forgetting);
        let (mut theirs, mut names) = (HashSet::new(), HashSet::new());
        let mut meeting = locked(&self.meeting);
        for person in people {
            if let Some(card) = self.card(*person)? {
                theirs.insert(*person);
                names.insert(card.name);
            }
        }
        let goes = |person: Person, card: &Card| {
            let namesake = card.identity.realm() == NAME_ALONE && names.contains(&card.name);
            namesake || theirs.contains(&person)
        };
        if theirs.is_empty() {
            drop(meeting);
        } else if let Some(files) = &self.files {
            meeting.clone_from(&theirs);
            let mut successor = files.succeed(goes);
            drop(meeting);
            let written = successor.write();
            let mut meeting = locked(&self.meeting);
            meeting.clear();
            written.and_then(|()| successor.take_over())?;
            locked(&self.known).drop_all(goes);
        } else {
            locked(&self.known).drop_all(goes);
        }
        self.in_files(PeopleFiles::remove_leftovers)?;
        Ok(theirs.len())
    }

    /// Returns the name of a person, if they are known here.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub fn name(&self, person: Person) -> Result<Option<String>, StoreError> {
        Ok(self.card(person)?.map(|card| card.name))
    }

    /// Returns the identity of a person, if they are known here.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub fn identity(&self, person: Person) -> Result<Option<Identity>, StoreError> {
        Ok(self.card(person)?.map(|card| card.identity))
    }

    /// Returns the person of a card, if the card is what is known of them already.
    fn met(&self, card: &Card) -> Result<Option<Person>, StoreError> {
        let Some(person) = self.find(&card.identity)? else {
            return Ok(None);
        };
        Ok((self.card(person)?.as_ref() == Some(card)).then_some(person))
    }

    fn card(&self, person: Person) -> Result<Option<Card>, StoreError> {
        if let Some(card) = locked(&self.known).by_person.get(&person) {
            return Ok(Some(card.clone()));
        }
        let Some(files) = &self.files else {
            return Ok(None);
        };
        // Unless a new name is being written just now, which the card read here could then replace.
        let _turn = self.meeting.try_lock();
        let card = files.card(person)?;
        if let (Some(card), Ok(_)) = (&card, &_turn) {
            self.remember(person, card.clone());
        }
        Ok(card)
    }

    fn unused(&self, fresh: &mut impl FnMut() -> Person) -> Result<Person, StoreError> {
        for _ in 0..MOST_DRAWS {
            let person = fresh();
            if self.card(person)?.is_none() {
                return Ok(person);
            }
        }
        Err(StoreError::failed(
            "every reference for a new person is in use",
        ))
    }

    fn remember(&self, person: Person, card: Card) {
        let mut known = locked(&self.known);
        if self.files.is_some() && known.by_person.len() >= MOST_KNOWN {
            *known = CardCache::default();
        }
        known.by_identity.insert(card.identity.clone(), person);
        known.by_person.insert(person, card);
    }
}

impl fmt::Debug for People {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("People").finish_non_exhaustive()
    }
}

fn cleaned(name: &str) -> String {
    let turns_writing = |char| matches!(char, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    name.chars()
        .filter(|char| !char.is_control() && !turns_writing(*char))
        .take(LONGEST_NAME)
        .collect()
}
