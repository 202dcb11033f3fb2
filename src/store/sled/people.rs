//! People in files.
//!
//! Their directory holds generations, directories named by numbers. sled keeps old bytes in its
//! files for long; to forget somebody is therefore to write the next generation without them. The
//! highest number is the one in force.

use std::{fs, io, path::Path};

use ::sled::Batch;
use serde::{Deserialize, Serialize};

use super::files::{Files, Kind};
use crate::{
    matchplay::Person,
    store::{
        StoreError,
        people::{Card, Identity},
    },
};

/// Memory for pages of the file.
const CACHE_BYTES: u64 = 8 << 20;

/// The people of one directory.
pub(in crate::store) struct PeopleFiles {
    files: Files,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredCard {
    realm: String,
    id: String,
    name: String,
}

impl PeopleFiles {
    pub(in crate::store) fn open(path: &Path) -> Result<PeopleFiles, StoreError> {
        let generation = latest_generation(path).map_err(|error| failed(&error))?;
        let path = path.join(generation.to_string());
        Ok(PeopleFiles {
            files: Files::open(&path, Kind::People, CACHE_BYTES)?,
        })
    }

    pub(in crate::store) fn find(&self, identity: &Identity) -> Result<Option<Person>, StoreError> {
        self.files.sound()?;
        let Some(row) = self.files.get(&identity_key(identity))? else {
            return Ok(None);
        };
        let person = row.as_ref().try_into().map(u128::from_be_bytes);
        person
            .map(|person| Some(Person(person)))
            .map_err(|error| failed(&error))
    }

    pub(in crate::store) fn card(&self, person: Person) -> Result<Option<Card>, StoreError> {
        self.files.sound()?;
        let Some(row) = self.files.get(&card_key(person))? else {
            return Ok(None);
        };
        let stored: StoredCard = serde_json::from_slice(&row).map_err(|error| failed(&error))?;
        Ok(Some(Card {
            identity: Identity::new(&stored.realm, &stored.id).map_err(|error| failed(&error))?,
            name: stored.name,
        }))
    }

    /// Writes what is known of a person, durably.
    pub(in crate::store) fn write(&self, person: Person, card: &Card) -> Result<(), StoreError> {
        let stored = StoredCard {
            realm: card.identity.realm().to_owned(),
            id: card.identity.id().to_owned(),
            name: card.name.clone(),
        };
        let row = serde_json::to_vec(&stored).map_err(|error| failed(&error))?;
        let mut batch = Batch::default();
        batch.insert(card_key(person), row);
        batch.insert(identity_key(&card.identity), &person.0.to_be_bytes());
        self.files.write(batch)
    }
}

fn latest_generation(path: &Path) -> io::Result<u64> {
    fs::create_dir_all(path)?;
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
    let mut key = vec![b'c'];
    key.extend(person.0.to_be_bytes());
    key
}

fn identity_key(identity: &Identity) -> Vec<u8> {
    // A realm is 16 bytes at most, which is the reason why one byte holds its length.
    let mut key = vec![b'i', identity.realm().len() as u8];
    key.extend(identity.realm().as_bytes());
    key.extend(identity.id().as_bytes());
    key
}

fn failed(error: &dyn std::error::Error) -> StoreError {
    StoreError::Failed(format!("the store of people: {error}"))
}
