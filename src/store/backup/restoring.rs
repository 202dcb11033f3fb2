//! How a backup is read into an empty store.

use std::{
    collections::{BTreeSet, HashSet},
    io::{Read, Write},
    mem,
};

use rondel_matchplay::Person;

use super::{
    BackupError, BackupFile, BackupItem, BackupReader, BackupSink,
    forgotten::{ForgottenList, StoreKey},
};
use crate::{Identity, Subject, preferences::FORGOTTEN};

/// The items that are handed on together, and the events in them.
const MOST_ITEMS: usize = 1_000;
const MOST_EVENTS: usize = 5_000;

/// Reads a backup and hands its items to a sink, which keeps all of them or nothing: it is finished once the
/// last line has been read. Those who are in the list are left out, and noted as people who asked to be forgotten.
/// Returns how many were left out.
///
/// # Errors
///
/// [`BackupError`]; nothing is kept then.
pub async fn restore<R: Read>(
    reader: &mut BackupReader<R>,
    forgotten: &ForgottenList,
    mut sink: Box<dyn BackupSink>,
) -> Result<usize, BackupError> {
    let left_out = hand_over(reader, forgotten, &mut *sink).await?;
    sink.finish().await?;
    Ok(left_out)
}

/// Writes a backup again without those who are in the list, as it would be made of a store that it was
/// [restored](restore) to. Returns how many were left out, and the new one, which is not finished.
///
/// # Errors
///
/// As [`restore`], and when it cannot be written.
pub async fn rewrite<R: Read, W: Write + Send + 'static>(
    reader: &mut BackupReader<R>,
    forgotten: &ForgottenList,
    to: W,
) -> Result<(usize, BackupFile<W>), BackupError> {
    let mut file = BackupFile::begin(to, reader.form(), reader.has_people())?;
    let left_out = hand_over(reader, forgotten, &mut file).await?;
    Ok((left_out, file))
}

async fn hand_over<R: Read>(
    reader: &mut BackupReader<R>,
    forgotten: &ForgottenList,
    sink: &mut dyn BackupSink,
) -> Result<usize, BackupError> {
    let mut absent = Absent::of(forgotten);
    let (mut items, mut events) = (Vec::new(), 0);
    loop {
        let item = reader.next_item()?;
        let is_last = item.is_none();
        for item in absent.without(item)? {
            if let BackupItem::Match(_, log) = &item {
                events += log.len();
            }
            items.push(item);
        }
        if is_last || items.len() >= MOST_ITEMS || events >= MOST_EVENTS {
            sink.take(mem::take(&mut items)).await?;
            events = 0;
        }
        if is_last {
            break;
        }
    }
    Ok(absent.people.len() + absent.left_out)
}

/// People who are not to come back.
struct Absent<'a> {
    forgotten: &'a ForgottenList,
    key: Option<StoreKey>,
    people: HashSet<Person>,
    /// Those of them who have not been noted as forgotten yet.
    unnoted: BTreeSet<Person>,
    names: HashSet<String>,
    /// People who are known by a name and nothing else, until all others are read.
    namesakes: Vec<BackupItem>,
    /// The number of them who are not to come back either.
    left_out: usize,
}

impl<'a> Absent<'a> {
    fn of(forgotten: &'a ForgottenList) -> Absent<'a> {
        Absent {
            forgotten,
            key: None,
            people: HashSet::new(),
            unnoted: BTreeSet::new(),
            names: HashSet::new(),
            namesakes: Vec::new(),
            left_out: 0,
        }
    }

    /// Returns what becomes of an item, and of the end.
    fn without(&mut self, item: Option<BackupItem>) -> Result<Vec<BackupItem>, BackupError> {
        let mut items = Vec::new();
        match item {
            Some(BackupItem::Person(person, card)) => {
                if card.identity.realm() == Identity::NAME_ALONE {
                    self.namesakes.push(BackupItem::Person(person, card));
                    return Ok(items);
                }
                let is_forgotten = match &self.key {
                    Some(key) => self.forgotten.holds(key, person, &card.identity),
                    None if self.forgotten.is_empty() => false,
                    None => return Err(BackupError::NoKey),
                };
                if is_forgotten {
                    self.people.insert(person);
                    self.unnoted.insert(person);
                    self.names.insert(card.name);
                } else {
                    items.push(BackupItem::Person(person, card));
                }
            }
            Some(BackupItem::Preference(subject, value)) => {
                items.extend(self.take_namesakes());
                let value = match &subject {
                    Subject::Person(person) if self.people.contains(person) => {
                        self.unnoted.remove(person);
                        FORGOTTEN.to_owned()
                    }
                    Subject::Person(_)
                    | Subject::Server(_)
                    | Subject::RoleCall(_)
                    | Subject::Links(_)
                    | Subject::Store => value,
                };
                items.push(BackupItem::Preference(subject, value));
            }
            None => {
                items.extend(self.take_namesakes());
                let unnoted = mem::take(&mut self.unnoted).into_iter();
                items.extend(unnoted.map(|person| {
                    BackupItem::Preference(Subject::Person(person), FORGOTTEN.to_owned())
                }));
            }
            Some(item) => {
                if let BackupItem::Key(key) = &item {
                    if !self.forgotten.is_of(key) {
                        return Err(BackupError::OtherList);
                    }
                    self.key = Some(key.clone());
                }
                items.push(item);
            }
        }
        Ok(items)
    }

    /// Returns those known by a name alone whose names nobody had who was forgotten.
    fn take_namesakes(&mut self) -> Vec<BackupItem> {
        let mut namesakes = mem::take(&mut self.namesakes);
        let all = namesakes.len();
        namesakes.retain(|item| match item {
            BackupItem::Person(_, card) => !self.names.contains(&card.name),
            BackupItem::Key(_)
            | BackupItem::Match(..)
            | BackupItem::Ended(_)
            | BackupItem::Notice { .. }
            | BackupItem::Preference(..)
            | BackupItem::Note(..) => true,
        });
        self.left_out += all - namesakes.len();
        namesakes
    }
}
