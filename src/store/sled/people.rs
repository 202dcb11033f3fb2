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
//!
//! Nobody waits for the long part of that. Who is met while it runs is written to the generation in
//! force, durably as ever, and the keys of the rows are noted. These rows are carried over in rounds,
//! each shorter than the last, and the last few at the end, while nobody may be written for a moment.

use std::{
    collections::{BTreeSet, HashMap},
    fmt,
    fs::{self, File},
    io, mem,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, RwLock, RwLockReadGuard},
};

use rondel_matchplay::Person;

use super::{
    advice,
    bond::{Bond, Progress},
    contents::Contents,
    database::Database,
    disk::{Disk, SystemDisk},
    files::{Files, RESERVE, drawn, misplaced, missing},
    inspection::Examined,
    lock::Lock,
    permissions,
    watchdog::Watchdog,
};
use crate::{
    Appended, Card, Identity, Pending, StoreError, causes,
    keyed::{Group, KeyValues, KeyedStore, Pace, PersonRows, Puts, ReadRows, Rows, keys, values},
    locked,
    people::People,
    read_locked,
    rules::{Refused, Write},
    write_locked,
};

/// The file in a generation that is being written.
const UNFINISHED: &str = "unfinished";

/// The ending of the name of a directory that is being made or removed: neither is the number of a
/// generation.
const PASSING: &str = ".passing";

/// The row with the number that generations which follow one another share.
const LINEAGE: &str = "lineage";

/// The most people read and written together, which is also how many are held in memory.
const AT_ONCE: usize = 1_000;

/// The number of people that may be left for the last round, while others wait.
const FEW: usize = 8;

/// The number of rounds before the rest makes others wait.
const MOST_ROUNDS: usize = 8;

/// A store of people in a directory. It is read and written on threads of tokio's that may block, so
/// within a runtime of it.
pub type SledPeople = KeyedStore<PeopleRows>;

/// The rows of a store of people.
pub struct PeopleRows(Arc<PeopleFiles>);

/// The people of one directory.
struct PeopleFiles {
    path: PathBuf,
    disk: Arc<dyn Disk>,
    current: RwLock<Generation>,
    /// Held while somebody is written, so that nobody becomes two people. It holds the keys of rows that
    /// are being removed: nobody writes these in the meantime.
    leaving: Mutex<BTreeSet<Vec<u8>>>,
    /// Held while people are forgotten: by one rewriting at a time.
    forgetting: Mutex<()>,
    /// The keys of the cards of people written while the next generation is made, who must be carried over;
    /// `None` while there is none.
    touched: Mutex<Option<BTreeSet<Vec<u8>>>>,
    bond: Arc<Bond>,
    // The last field, so that nobody else is let in before the files are closed.
    _lock: Lock,
}

impl PersonRows for PeopleRows {}

impl PeopleRows {
    /// Returns true if nobody is known.
    pub(super) fn is_empty(&self) -> Result<bool, StoreError> {
        Ok(self.range(&[keys::CARD], &is_card, 1)?.is_empty())
    }
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

impl KeyedStore<PeopleRows> {
    /// Opens the store in this directory, which is made if there is none.
    ///
    /// # Errors
    ///
    /// [`StoreError::InUse`] when another process, or another store in this one, holds it;
    /// [`StoreError::Failed`] when it cannot be opened.
    pub fn open(path: &Path) -> Result<SledPeople, StoreError> {
        SledPeople::open_on(path, Arc::new(SystemDisk))
    }

    /// Opens the store as [`open`](SledPeople::open) does, on this disk.
    ///
    /// # Errors
    ///
    /// As [`open`](SledPeople::open).
    pub fn open_on(path: &Path, disk: Arc<dyn Disk>) -> Result<SledPeople, StoreError> {
        let files = PeopleFiles::open(path, disk)?;
        Ok(KeyedStore::over(PeopleRows(Arc::new(files))))
    }

    /// Returns their progress; `None` where there was no room to begin.
    pub(super) fn progress(&self) -> Result<Option<Progress>, StoreError> {
        self.rows().0.progress()
    }

    /// Returns the bond that a store of matches follows.
    pub(super) fn bond(&self) -> &Arc<Bond> {
        &self.rows().0.bond
    }

    /// Makes strangers of these people for stores of matches that knew them.
    pub(super) fn begin_lineage(&self) -> Result<(), StoreError> {
        let _turn = locked(&self.rows().0.leaving);
        self.rows().0.begin_lineage()
    }
}

impl From<SledPeople> for People {
    fn from(store: SledPeople) -> People {
        People::over(Arc::new(store))
    }
}

impl fmt::Debug for PeopleRows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PeopleRows").finish_non_exhaustive()
    }
}

impl ReadRows for PeopleRows {
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
        self.0.current().files.view().get(key)
    }

    fn range(
        &self,
        from: &[u8],
        within: &dyn Fn(&[u8]) -> bool,
        most: usize,
    ) -> Result<KeyValues, StoreError> {
        self.0.current().files.view().range(from, within, most)
    }
}

impl Rows for PeopleRows {
    fn write(&self, write: Write) -> Pending<'_, Result<Appended, Refused>> {
        let files = Arc::clone(&self.0);
        Box::pin(async move {
            let written = tokio::task::spawn_blocking(move || {
                if let Write::Forget(people) = write {
                    files.forget(people)
                } else {
                    files.write(&write)
                }
            });
            let failed = |error: tokio::task::JoinError| StoreError::failed(error.to_string());
            written.await.map_err(failed)?
        })
    }

    fn pace(&self) -> Pace {
        Pace::Busy
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
            leaving: Mutex::default(),
            forgetting: Mutex::default(),
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
        let row = (keys::meta(LINEAGE), Some(drawn().to_be_bytes().to_vec()));
        self.current().files.write(Puts::from([row]))?;
        self.note_reach(Bond::advance)
    }

    fn note_reach(&self, note: impl FnOnce(&Bond, Progress)) -> Result<(), StoreError> {
        if let Some(progress) = self.progress()? {
            self.bond.lies_in(self.current().files.inode().clone());
            note(&self.bond, progress);
        }
        Ok(())
    }

    /// Writes somebody, durably.
    fn write(&self, write: &Write) -> Result<Appended, Refused> {
        let leaving = locked(&self.leaving);
        let current = self.current();
        let mut group = Group::over(&**current.files.view());
        let appended = group.add(write)?;
        let puts = group.finish();
        if puts.keys().any(|key| leaving.contains(key)) {
            return Err(Refused::Card);
        }
        if puts.is_empty() {
            return Ok(appended);
        }
        let keys: Vec<_> = puts.keys().cloned().collect();
        let written = current.files.write(puts);
        // Noted even if the write fails: what was copied of it while it was under way is taken
        // back.
        if let Some(touched) = &mut *locked(&self.touched) {
            touched.extend(keys.into_iter().filter(|key| is_card(key)));
        }
        written?;
        drop(current);
        self.note_reach(Bond::advance)?;
        Ok(appended)
    }

    /// Writes the next generation, without these people, and puts it in force. It takes as long as writing
    /// everybody else; others can be met in the meantime.
    fn forget(&self, people: Vec<(Person, Card)>) -> Result<Appended, Refused> {
        let _turn = locked(&self.forgetting);
        let write = Write::Forget(people);
        let mut leaving = locked(&self.leaving);
        let (appended, rows) = {
            let files = Arc::clone(&self.current().files);
            let mut group = Group::over(&**files.view());
            (group.add(&write)?, group.finish())
        };
        let Write::Forget(people) = write else {
            return Ok(appended);
        };
        let replaced = if people.is_empty() {
            drop(leaving);
            Ok(())
        } else {
            *leaving = rows.into_keys().collect();
            *locked(&self.touched) = Some(BTreeSet::new());
            drop(leaving);
            let next = self.succeed(&people);
            let mut leaving = locked(&self.leaving);
            leaving.clear();
            let before = next.and_then(|next| self.take_over(next, &people));
            drop(leaving);
            *locked(&self.touched) = None;
            // Closed with this, so that nobody waits for it.
            before.map(drop)
        };
        // What cannot be removed after a failure does no harm, and is tried again next time.
        let removed = self.remove_leftovers();
        replaced.and(removed)?;
        Ok(appended)
    }

    /// Writes a generation without these people. Others may write to the one in force meanwhile.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unwritable`] when it cannot be written, [`StoreError::Failed`] when the
    /// generation in force cannot be read.
    fn succeed(&self, gone: &[(Person, Card)]) -> Result<Generation, StoreError> {
        self.in_place()?;
        self.room()?;
        let highest = generations(&self.path).map_err(|error| failed(&error))?;
        let number = highest.last().copied().unwrap_or(0) + 1;
        let begun = self.begin(number).map_err(|error| failed(&error));
        begun.map_err(|error| self.unwritable(&error))?;
        let open = || {
            let opened = Generation::open(&self.path, number, Arc::clone(&self.disk));
            opened.map_err(|error| self.unwritable(&error))
        };
        self.copy(&open()?, gone)?;
        // Opened again it takes no more memory than after a start.
        let next = open()?;
        for _ in 0..MOST_ROUNDS {
            let touched = locked(&self.touched).as_mut().map(mem::take);
            let touched = touched.unwrap_or_default();
            self.carry(&next, &touched, gone)?;
            if touched.len() <= FEW {
                break;
            }
        }
        Ok(next)
    }

    /// Puts a generation in force, with everybody in it who was written until now, and returns the one before. Nobody
    /// may write in between.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unwritable`] when it cannot be written; the one before is still in force then.
    fn take_over(
        &self,
        next: Generation,
        gone: &[(Person, Card)],
    ) -> Result<Generation, StoreError> {
        self.in_place()?;
        let touched = locked(&self.touched).take().unwrap_or_default();
        self.carry(&next, &touched, gone)?;
        let finished = self.finish(next.number);
        finished.map_err(|error| self.unwritable(&failed(&error)))?;
        let before = mem::replace(&mut *write_locked(&self.current), next);
        self.note_reach(Bond::advance_now)?;
        Ok(before)
    }

    /// Copies everybody in the generation in force but these, a page at a time.
    fn copy(&self, next: &Generation, gone: &[(Person, Card)]) -> Result<(), StoreError> {
        let mut from = vec![keys::CARD];
        loop {
            let files = Arc::clone(&self.current().files);
            let rows = files.view().range(&from, &is_card, AT_ONCE)?;
            let Some((last, _)) = rows.last() else {
                return Ok(());
            };
            from = keys::after(last.clone());
            let mut puts = Puts::new();
            for (key, row) in rows {
                put(&mut puts, key, row, gone)?;
            }
            let written = next.files.write_soon(puts);
            written.map_err(|error| self.unwritable(&error))?;
        }
    }

    /// Makes the rows of the people with these keys the same as in the generation in force, durably, together with
    /// everything copied so far.
    fn carry(
        &self,
        next: &Generation,
        touched: &BTreeSet<Vec<u8>>,
        gone: &[(Person, Card)],
    ) -> Result<(), StoreError> {
        let current = self.current();
        let lineage = current.lineage()?.unwrap_or_else(drawn);
        let lineage = Some(lineage.to_be_bytes().to_vec());
        let mut puts = Puts::from([(keys::meta(LINEAGE), lineage)]);
        for key in touched {
            // Somebody may have been copied in the middle of a write that failed. First, since
            // their identity may be somebody else's by now.
            if let Some(row) = next.files.view().get(key)? {
                let card = values::decode_card(&row)?;
                puts.insert(keys::identity(&card.identity), None);
                puts.insert(key.clone(), None);
            }
        }
        for key in touched {
            if let Some(row) = current.files.view().get(key)? {
                put(&mut puts, key.clone(), row, gone)?;
            }
        }
        let written = next.files.write(puts);
        written.map_err(|error| self.unwritable(&error))
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

fn is_card(key: &[u8]) -> bool {
    key.first() == Some(&keys::CARD)
}

/// Adds the rows of a person, unless they are one of those who go, or known by the same name as one of them and nothing
/// else.
fn put(
    puts: &mut Puts,
    key: Vec<u8>,
    row: Vec<u8>,
    gone: &[(Person, Card)],
) -> Result<(), StoreError> {
    let (person, card) = (keys::read_person(&key)?, values::decode_card(&row)?);
    let is_nameless = card.identity.realm() == Identity::NAME_ALONE;
    let goes = |(other, theirs): &(Person, Card)| {
        *other == person || is_nameless && theirs.name == card.name
    };
    if !gone.iter().any(goes) {
        puts.insert(
            keys::identity(&card.identity),
            Some(person.0.to_be_bytes().to_vec()),
        );
        puts.insert(key, Some(row));
    }
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
    match database.range(&[keys::CARD], &is_card, usize::MAX) {
        Ok(cards) => {
            for (key, row) in &cards {
                let card = values::decode_card(row);
                let found = card.as_ref().map_err(StoreError::clone).and_then(|card| {
                    let person = database.get(&keys::identity(&card.identity))?;
                    Ok(person.is_some_and(|person| person == key[1..]))
                });
                match found {
                    Ok(true) => {}
                    Ok(false) => {
                        faults.push(String::from("somebody is not found by their identity"))
                    }
                    Err(_) => faults.push(String::from("somebody's card cannot be read")),
                }
                known.extend(keys::read_person(key).map(|person| (person, card.ok())));
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

fn failed(error: &dyn std::error::Error) -> StoreError {
    StoreError::Failed(format!("the store of people: {error}"))
}
