//! People in files.
//!
//! Their directory holds generations, directories named by numbers. sled keeps old bytes in its
//! files for long; to forget somebody is therefore to write the next generation without them. The
//! highest number is the one in force.

use std::{fs, io, path::Path, sync::Arc};

use serde::{Deserialize, Serialize};

use super::{
    changes::Changes, disk::Disk, examine::Examined, files::Files, keys, kind::Kind, watch::Watch,
};
use crate::{
    matchplay::Person,
    store::{
        StoreError,
        people::{Card, Identity},
    },
};

/// The people of one directory.
pub(in crate::store) struct PeopleFiles {
    files: Arc<Files>,
    _watch: Watch,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredCard {
    realm: String,
    id: String,
    name: String,
}

impl PeopleFiles {
    pub(in crate::store) fn open(
        path: &Path,
        disk: Arc<dyn Disk>,
    ) -> Result<PeopleFiles, StoreError> {
        let made = fs::create_dir_all(path).and_then(|()| latest_generation(path));
        let generation = made.map_err(|error| failed(&error))?;
        let path = path.join(generation.to_string());
        let files = Arc::new(Files::open(&path, Kind::People, disk)?);
        Ok(PeopleFiles {
            _watch: Watch::over(&files)?,
            files,
        })
    }

    pub(in crate::store) fn find(&self, identity: &Identity) -> Result<Option<Person>, StoreError> {
        let Some(row) = self.files.view().get(&identity_key(identity))? else {
            return Ok(None);
        };
        let person = row.as_ref().try_into().map(u128::from_be_bytes);
        person
            .map(|person| Some(Person(person)))
            .map_err(|error| failed(&error))
    }

    pub(in crate::store) fn card(&self, person: Person) -> Result<Option<Card>, StoreError> {
        let row = self.files.view().get(&card_key(person))?;
        row.map(|row| read_card(&row)).transpose()
    }

    /// Writes what is known of a person, durably.
    pub(in crate::store) fn write(&self, person: Person, card: &Card) -> Result<(), StoreError> {
        let stored = StoredCard {
            realm: card.identity.realm().to_owned(),
            id: card.identity.id().to_owned(),
            name: card.name.clone(),
        };
        let row = serde_json::to_vec(&stored).map_err(|error| failed(&error))?;
        let mut changes = Changes::default();
        changes.insert(card_key(person), row);
        changes.insert(identity_key(&card.identity), person.0.to_be_bytes());
        self.files.write(changes)
    }
}

/// What is wrong with the people in these files, a sentence without a stop each, and how many
/// there are. The files are not changed.
///
/// # Errors
///
/// As [`Examined::open`].
pub(in crate::store) fn examine(path: &Path) -> Result<(Vec<String>, u64), StoreError> {
    if !path.exists() {
        return Ok((Vec::new(), 0));
    }
    let generation = latest_generation(path).map_err(|error| failed(&error))?;
    let examined = Examined::open(&path.join(generation.to_string()), Kind::People)?;
    let mut faults = examined.faults.clone();
    let Some(database) = &examined.database else {
        return Ok((faults, 0));
    };
    let mut people = 0;
    match database.prefixed(&[keys::CARD]) {
        Ok(cards) => {
            people = cards.len() as u64;
            for (key, row) in cards {
                let known = read_card(&row).and_then(|card| {
                    let person = database.get(&identity_key(&card.identity))?;
                    Ok(person.is_some_and(|person| person == key[1..]))
                });
                match known {
                    Ok(true) => {}
                    Ok(false) => {
                        faults.push(String::from("somebody is not found by their identity"))
                    }
                    Err(_) => faults.push(String::from("somebody's card cannot be read")),
                }
            }
        }
        Err(error) => faults.push(error.to_string()),
    }
    if let Some(holds) = examined.holds.filter(|holds| *holds > people) {
        faults.push(format!("there were {holds} people and there are {people}"));
    }
    faults.sort();
    faults.dedup();
    Ok((faults, people))
}

fn read_card(row: &[u8]) -> Result<Card, StoreError> {
    let stored: StoredCard = serde_json::from_slice(row).map_err(|error| failed(&error))?;
    Ok(Card {
        identity: Identity::new(&stored.realm, &stored.id).map_err(|error| failed(&error))?,
        name: stored.name,
    })
}

fn latest_generation(path: &Path) -> io::Result<u64> {
    let mut latest = 1;
    for entry in fs::read_dir(path)? {
        let name = entry?.file_name();
        if let Some(number) = name.to_str().and_then(|name| name.parse().ok()) {
            latest = latest.max(number);
        }
    }
    Ok(latest)
}

fn card_key(person: Person) -> Vec<u8> {
    let mut key = vec![keys::CARD];
    key.extend(person.0.to_be_bytes());
    key
}

fn identity_key(identity: &Identity) -> Vec<u8> {
    // A realm is 16 bytes at most, which is the reason why one byte holds its length.
    let mut key = vec![keys::IDENTITY, identity.realm().len() as u8];
    key.extend(identity.realm().as_bytes());
    key.extend(identity.id().as_bytes());
    key
}

fn failed(error: &dyn std::error::Error) -> StoreError {
    StoreError::Failed(format!("the store of people: {error}"))
}
