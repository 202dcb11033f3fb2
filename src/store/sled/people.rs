//! People in files.
//!
//! Their directory holds generations, directories named by numbers. sled keeps old bytes in its
//! files for long. So forgetting somebody means to write the next generation without them and to
//! remove the files of the one before. Their blocks are given back to the file system, not
//! overwritten.
//!
//! A generation in which the file `unfinished` lies is being written. The highest number without it
//! is in force, so that the removal of this file is the moment of forgetting: before it somebody is
//! known, after it they are gone, and everybody else is known all the time. Generations that are
//! not in force are removed at once, or when the directory is opened next.

mod store;
mod successor;

use std::{
    collections::{BTreeSet, HashMap},
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, RwLock, RwLockReadGuard},
};

use rondel_matchplay::Person;

use super::{
    advice,
    bond::{Bond, Progress},
    contents::Contents,
    database::Database,
    disk::Disk,
    files::{Files, RESERVE, drawn, misplaced, missing},
    inspection::Examined,
    keys,
    lock::Lock,
    permissions,
    watchdog::Watchdog,
    write_batch::WriteBatch,
};
use crate::{Card, Identity, StoreError, causes, locked, read_locked};
use ::sled::IVec;

pub use self::store::SledPeople;

/// The file in a generation that is being written.
const UNFINISHED: &str = "unfinished";

/// The ending of the name of a directory that is being made or removed: neither is the number of a
/// generation.
const PASSING: &str = ".passing";

/// The row with the number that generations which follow one another share.
const LINEAGE: &str = "lineage";

/// The people of one directory.
struct PeopleFiles {
    path: PathBuf,
    disk: Arc<dyn Disk>,
    current: RwLock<Generation>,
    /// People written while a successor is made, who must be carried over; `None` while there is
    /// no successor.
    touched: Mutex<Option<BTreeSet<Person>>>,
    bond: Arc<Bond>,
    // The last field, so that nobody else is let in before the files are closed.
    _lock: Lock,
}

/// A generation that is open.
struct Generation {
    number: u64,
    files: Arc<Files>,
    _watch: Watchdog,
}

impl Generation {
    fn open(path: &Path, number: u64, disk: Arc<dyn Disk>) -> Result<Generation, StoreError> {
        let path = path.join(number.to_string());
        let files = Arc::new(Files::open(&path, Contents::PEOPLE, disk)?);
        Ok(Generation {
            number,
            _watch: Watchdog::over(&files)?,
            files,
        })
    }

    fn lineage(&self) -> Result<Option<u64>, StoreError> {
        self.files.view().with_database(lineage_in)
    }
}

impl PeopleFiles {
    fn open(path: &Path, disk: Arc<dyn Disk>) -> Result<PeopleFiles, StoreError> {
        let refused = |error: io::Error| advice::of_system(path, &error);
        permissions::make(path).map_err(refused)?;
        let lock = Lock::take(path)?;
        permissions::close(path);
        let number = in_force(path).map_err(refused)?;
        let current = Generation::open(path, number, Arc::clone(&disk))?;
        let people = PeopleFiles {
            path: path.to_owned(),
            disk,
            current: RwLock::new(current),
            touched: Mutex::default(),
            bond: Arc::default(),
            _lock: lock,
        };
        // Its own name is durable before a store of matches relies on it.
        if let Some(directory) = path.parent().filter(|path| !path.as_os_str().is_empty()) {
            let synced = File::open(directory).and_then(|directory| directory.sync_all());
            synced.map_err(|error| failed(&error))?;
        }
        match people.progress()? {
            Some(_) => people.note_reach(Bond::advance)?,
            None => match people.begin_lineage() {
                // Without room they are opened all the same, and followed after a later start.
                Err(error) if !error.is_of_writing() => return Err(error),
                Ok(()) | Err(_) => {}
            },
        }
        // What cannot be removed now does no harm, and is tried again.
        if let Err(error) = people.remove_leftovers() {
            tracing::warn!(error = %causes(&error), "what is left of an earlier store of people could not be removed");
        }
        Ok(people)
    }

    /// Returns the bond that a store of matches follows.
    fn bond(&self) -> &Arc<Bond> {
        &self.bond
    }

    /// Returns their progress; `None` if there was no room for their lineage.
    fn progress(&self) -> Result<Option<Progress>, StoreError> {
        let current = self.current();
        Ok(current.lineage()?.map(|lineage| Progress {
            lineage,
            generation: current.number,
            writes: current.files.writes(),
        }))
    }

    /// Begins a lineage of their own: a store that followed the one before does not know them from
    /// then on.
    fn begin_lineage(&self) -> Result<(), StoreError> {
        let mut changes = WriteBatch::default();
        changes.insert(keys::meta(LINEAGE), drawn().to_be_bytes());
        self.current().files.write(changes)?;
        self.note_reach(Bond::advance)
    }

    fn note_reach(&self, note: impl FnOnce(&Bond, Progress)) -> Result<(), StoreError> {
        if let Some(progress) = self.progress()? {
            self.bond.lies_in(self.current().files.inode().clone());
            note(&self.bond, progress);
        }
        Ok(())
    }

    fn find(&self, identity: &Identity) -> Result<Option<Person>, StoreError> {
        let Some(row) = self.current().files.view().get(&identity_key(identity))? else {
            return Ok(None);
        };
        let person = row.as_ref().try_into().map(u128::from_be_bytes);
        person
            .map(|person| Some(Person(person)))
            .map_err(|error| failed(&error))
    }

    fn card(&self, person: Person) -> Result<Option<Card>, StoreError> {
        let row = self.current().files.view().get(&card_key(person))?;
        row.map(|row| read_card(&row)).transpose()
    }

    fn everybody(
        &self,
        after: Option<Person>,
        most: usize,
    ) -> Result<Vec<(Person, Card)>, StoreError> {
        let from = after.map_or(vec![keys::CARD], |person| keys::after(card_key(person)));
        let rows = self.current().files.view().rows(&from, is_card, most)?;
        let card = |(key, row): &(IVec, IVec)| Ok((read_person(key)?, read_card(row)?));
        rows.iter().map(card).collect()
    }

    /// Writes the cards of people who are new, durably.
    fn fill(&self, cards: &[(Person, Card)]) -> Result<(), StoreError> {
        let mut changes = WriteBatch::default();
        for (person, card) in cards {
            put(&mut changes, *person, card)?;
        }
        self.current().files.write(changes)?;
        self.note_reach(Bond::advance)
    }

    /// Writes the card of a person, durably.
    fn write(&self, person: Person, card: &Card) -> Result<(), StoreError> {
        let mut changes = WriteBatch::default();
        put(&mut changes, person, card)?;
        let written = self.current().files.write(changes);
        // Noted even if the write fails: what was copied of it while it was under way is taken
        // back.
        if let Some(touched) = &mut *locked(&self.touched) {
            touched.insert(person);
        }
        written?;
        self.note_reach(Bond::advance)
    }

    /// Removes all that is not in force, with the names in it.
    ///
    /// # Errors
    ///
    /// When something of it is still there.
    fn remove_leftovers(&self) -> Result<(), StoreError> {
        let number = self.current().number;
        let removed = (|| {
            let mut changed = false;
            for entry in fs::read_dir(&self.path)? {
                let entry = entry?;
                let name = entry.file_name();
                let name = name.to_string_lossy();
                let other = generation(&name).is_some_and(|other| other != number);
                if other {
                    // In one step first: half of it must not be taken for one in force.
                    let passing = self.path.join(format!("{name}{PASSING}"));
                    remove_directory(&passing)?;
                    fs::rename(entry.path(), &passing)?;
                    fs::remove_dir_all(&passing)?;
                } else if name.ends_with(PASSING) {
                    fs::remove_dir_all(entry.path())?;
                }
                changed |= other || name.ends_with(PASSING);
            }
            if changed {
                self.sync(&self.path)
            } else {
                Ok(())
            }
        })();
        removed.map_err(|error: io::Error| failed(&error))
    }

    /// Makes the directory of a generation, unfinished from its first moment.
    fn begin(&self, number: u64) -> io::Result<()> {
        let passing = self.path.join(format!("{number}{PASSING}"));
        remove_directory(&passing)?;
        permissions::make(&passing)?;
        self.disk
            .sync(&permissions::create(&passing.join(UNFINISHED))?)?;
        self.sync(&passing)?;
        fs::rename(&passing, self.path.join(number.to_string()))?;
        self.sync(&self.path)
    }

    /// Puts a generation in force that is on the disk as a whole.
    fn finish(&self, number: u64) -> io::Result<()> {
        let directory = self.path.join(number.to_string());
        self.sync(&directory)?;
        fs::remove_file(directory.join(UNFINISHED))?;
        let Err(error) = self.sync(&directory) else {
            return Ok(());
        };
        // It may be in force after a power cut, and must not be while the one before goes on.
        let passing = self.path.join(format!("{number}{PASSING}"));
        match fs::rename(&directory, passing) {
            Ok(()) => Err(error),
            // What cannot be taken back holds: it is what the next start finds.
            Err(_) => Ok(()),
        }
    }

    /// Returns an error if the generation in force is not where the next start looks for it.
    fn in_place(&self) -> Result<(), StoreError> {
        let current = self.current();
        let inode = current.files.inode();
        if inode.is_in_place() {
            return Ok(());
        }
        Err(misplaced(inode))
    }

    /// Returns an error if there is no room for another generation next to this one.
    fn room(&self) -> Result<(), StoreError> {
        let free = self.disk.free(&self.path);
        // Without an answer, the write will show it.
        let missing = free.map(|free| missing(free, RESERVE + Contents::PEOPLE.ballast));
        match missing {
            Ok(Some(what)) => Err(StoreError::unwritable(&self.path, what)),
            Ok(None) | Err(_) => Ok(()),
        }
    }

    fn unwritable(&self, error: &StoreError) -> StoreError {
        StoreError::unwritable(&self.path, error.to_string())
    }

    /// Syncs a directory, so that files made, renamed or removed in it survive a power cut.
    fn sync(&self, directory: &Path) -> io::Result<()> {
        self.disk.sync(&File::open(directory)?)
    }

    fn current(&self) -> RwLockReadGuard<'_, Generation> {
        read_locked(&self.current)
    }
}

/// Returns true if there are people in this directory, or were; it is not made.
pub(super) fn are_in(path: &Path) -> bool {
    let there = in_force(path).and_then(|number| {
        let data = path.join(number.to_string()).join("db");
        Ok(fs::metadata(data)?.len() > 0)
    });
    // Where it cannot be seen, opening says why.
    there.unwrap_or_else(|error| error.kind() != io::ErrorKind::NotFound)
}

/// Adds the rows of a person's card to the changes.
fn put(changes: &mut WriteBatch, person: Person, card: &Card) -> Result<(), StoreError> {
    let (realm, id) = (card.identity.realm(), card.identity.id());
    let row = serde_json::to_vec(&(realm, id, &card.name)).map_err(|error| failed(&error))?;
    changes.insert(card_key(person), row);
    changes.insert(identity_key(&card.identity), person.0.to_be_bytes());
    Ok(())
}

/// People as they stand in files that may be damaged.
#[derive(Default)]
pub(super) struct ExaminedPeople {
    /// Their faults, each a sentence without a full stop.
    pub(super) faults: Vec<String>,
    /// The cards of everybody, `None` for a card that cannot be read; `None` if it cannot be found out who
    /// there is.
    pub(super) known: Option<HashMap<Person, Option<Card>>>,
    /// Their progress, if it can be read.
    pub(super) progress: Option<Progress>,
}

/// Reads the people in these files, which are not changed.
///
/// # Errors
///
/// As [`Examined::open`].
pub(super) fn examine(path: &Path) -> Result<ExaminedPeople, StoreError> {
    let mut people = ExaminedPeople::default();
    if !path.exists() {
        people.known = Some(HashMap::new());
        return Ok(people);
    }
    let _lock = Lock::take(path)?;
    let generation = in_force(path).map_err(|error| failed(&error))?;
    let examined = Examined::open(&path.join(generation.to_string()), Contents::PEOPLE)?;
    let faults = &mut people.faults;
    faults.clone_from(&examined.faults);
    let Some(database) = &examined.database else {
        // Without a fault there is nothing there yet.
        people.known = faults.is_empty().then(HashMap::new);
        return Ok(people);
    };
    let mut known = HashMap::new();
    match database.rows(&[keys::CARD], is_card, usize::MAX) {
        Ok(cards) => {
            for (key, row) in &cards {
                let card = read_card(row);
                let found = card.as_ref().map_err(StoreError::clone).and_then(|card| {
                    let person = database.get(&identity_key(&card.identity))?;
                    Ok(person.is_some_and(|person| person == key[1..]))
                });
                match found {
                    Ok(true) => {}
                    Ok(false) => {
                        faults.push(String::from("somebody is not found by their identity"))
                    }
                    Err(_) => faults.push(String::from("somebody's card cannot be read")),
                }
                known.extend(read_person(key).map(|person| (person, card.ok())));
            }
            if let Some(holds) = examined.holds.filter(|holds| *holds > cards.len() as u64) {
                let people = cards.len();
                faults.push(format!("there were {holds} people and there are {people}"));
            }
            people.known = Some(known);
        }
        Err(error) => faults.push(error.to_string()),
    }
    faults.sort();
    faults.dedup();
    let lineage = lineage_in(database).ok().flatten();
    let writes = database.number("writes").ok().flatten();
    people.progress = lineage.zip(writes).map(|(lineage, writes)| Progress {
        lineage,
        generation,
        writes,
    });
    Ok(people)
}

fn lineage_in(database: &Database) -> Result<Option<u64>, StoreError> {
    database.number(LINEAGE)
}

fn read_card(row: &[u8]) -> Result<Card, StoreError> {
    let card: (String, String, String) =
        serde_json::from_slice(row).map_err(|error| failed(&error))?;
    let (realm, id, name) = card;
    let identity = Identity::new(&realm, &id).map_err(|error| failed(&error))?;
    Ok(Card { identity, name })
}

fn is_card(key: &[u8]) -> bool {
    key.first() == Some(&keys::CARD)
}

/// Reads the person of a card's key.
fn read_person(key: &[u8]) -> Result<Person, StoreError> {
    let person = key.get(1..).unwrap_or_default().try_into();
    let person = person.map(u128::from_be_bytes);
    person.map(Person).map_err(|error| failed(&error))
}

/// Returns the number of the generation in force, or of the first one if there is none yet.
fn in_force(path: &Path) -> io::Result<u64> {
    let numbers = generations(path)?.into_iter().rev();
    let mut finished = numbers.filter(|number| {
        let marker = path.join(number.to_string()).join(UNFINISHED);
        // If it cannot be found out whether it is there, it is.
        matches!(marker.try_exists(), Ok(false))
    });
    Ok(finished.next().unwrap_or(1))
}

/// Returns the numbers of all generations, the lowest first, finished or not.
fn generations(path: &Path) -> io::Result<Vec<u64>> {
    let mut numbers = Vec::new();
    for entry in fs::read_dir(path)? {
        numbers.extend(generation(&entry?.file_name().to_string_lossy()));
    }
    numbers.sort_unstable();
    Ok(numbers)
}

/// Returns the generation of a directory's name.
fn generation(name: &str) -> Option<u64> {
    let number: u64 = name.parse().ok()?;
    // Only if it is written as we write it.
    (number.to_string() == name).then_some(number)
}

/// Removes a directory if it is there.
pub(super) fn remove_directory(path: &Path) -> io::Result<()> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        Ok(()) | Err(_) => Ok(()),
    }
}

fn card_key(person: Person) -> Vec<u8> {
    let mut key = vec![keys::CARD];
    key.extend(person.0.to_be_bytes());
    key
}

fn identity_key(identity: &Identity) -> Vec<u8> {
    // A realm is 16 bytes at most, so one byte holds its length.
    let mut key = vec![keys::IDENTITY, identity.realm().len() as u8];
    key.extend(identity.realm().as_bytes());
    key.extend(identity.id().as_bytes());
    key
}

fn failed(error: &dyn std::error::Error) -> StoreError {
    StoreError::Failed(format!("the store of people: {error}"))
}
