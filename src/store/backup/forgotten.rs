//! Who was forgotten since a backup was made.
//!
//! A backup holds the names of people who may ask later to be forgotten. So before somebody is forgotten, a
//! keyed hash of their reference and their identity is written into a list beside the backups, and who is in that
//! list is left out when a backup is [restored](super::restore). People who come back have another reference from
//! then on, and are not in the list. The key lies in the store and in its backups, not beside the list: the list
//! alone tells nothing about anybody.

use std::{
    collections::BTreeSet,
    fs::{self, DirBuilder, File, OpenOptions, Permissions},
    io::{self, Seek, Write},
    os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt},
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

use hmac::{Hmac, KeyInit, Mac};
use rondel_matchplay::Person;
use serde::{Deserialize, Serialize};
use sha2::Sha256;

use crate::{
    Card, Identity, Pending, PeopleStore, PreferenceStore, Reading, RowChange, RowChangeError,
    StoreError, StoredRow, Subject, locked, record::Hash,
};

/// The name of the list, in the directory of the backups.
pub const LIST: &str = "forgotten";

/// The key with which identities are hashed: 64 hexadecimal digits, drawn once for a store.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoreKey {
    key: String,
}

impl std::fmt::Debug for StoreKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("StoreKey(…)")
    }
}

impl StoredRow for StoreKey {
    const NAME: &'static str = "keys";
}

impl StoreKey {
    /// Returns the key of a store, which gets one if it has none.
    ///
    /// # Errors
    ///
    /// When the store cannot be read or written.
    pub async fn of(store: &dyn PreferenceStore) -> Result<StoreKey, StoreError> {
        if let Some(text) = store.preference(&Subject::Store).await? {
            return StoreKey::decode(&text);
        }
        let drawn = Hash(rand::random());
        let key = StoreKey {
            key: drawn.to_string(),
        };
        let change = RowChange {
            subject: Subject::Store,
            seen: None,
            text: key.encode(),
            note: None,
        };
        match store.set_preferences(change).await {
            Ok(()) => Ok(key),
            Err(RowChangeError::Changed(there)) => StoreKey::decode(&there.unwrap_or_default()),
            Err(RowChangeError::Store(error)) => Err(error),
        }
    }

    /// Returns the line of a person with this identity in a list.
    fn line(&self, person: Person, identity: &Identity) -> String {
        let (realm, id) = (identity.realm().as_bytes(), identity.id().as_bytes());
        self.digest(&[&person.0.to_be_bytes(), realm, &[0], id])
    }

    /// Returns the digest by which lists of this store are told from those of others.
    fn of_list(&self) -> String {
        self.digest(&[b"list"])
    }

    fn digest(&self, parts: &[&[u8]]) -> String {
        // A key may have any length.
        let mac = Hmac::<Sha256>::new_from_slice(self.key.as_bytes());
        let Ok(mut mac) = mac else {
            return Hash::NONE.to_string();
        };
        parts.iter().for_each(|part| mac.update(part));
        Hash(mac.finalize().into_bytes().into()).to_string()
    }
}

/// The beginning of the line that says of which store a list is. Lists of 0.1.0 have no such line, and it takes one for
/// a person whom nobody knows.
const OF: &str = "of ";

/// A list of people who were forgotten.
#[derive(Clone, Debug, Default)]
pub struct ForgottenList {
    /// The digest of the store that it is of; `None` if it does not say so.
    of: Option<String>,
    people: BTreeSet<String>,
}

impl ForgottenList {
    /// Reads a list. A line that was not written to its end is none: nobody was forgotten by it.
    ///
    /// # Errors
    ///
    /// When it cannot be read, or is no such list.
    pub fn read(path: &Path) -> io::Result<ForgottenList> {
        let text = fs::read_to_string(path)?;
        let text = text.trim_start_matches('\u{feff}');
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        let mut list = ForgottenList::default();
        for line in whole.lines() {
            let of = line.strip_prefix(OF);
            let digest = of.unwrap_or(line);
            let is_hex = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
            if digest.len() != 2 * Hash::LENGTH || !digest.bytes().all(is_hex) {
                let kind = io::ErrorKind::InvalidData;
                return Err(io::Error::new(
                    kind,
                    "it is no list of people who were forgotten",
                ));
            }
            if of.is_some() {
                list.of = Some(digest.to_owned());
            } else {
                list.people.insert(digest.to_owned());
            }
        }
        Ok(list)
    }

    /// Returns true if nobody is in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.people.is_empty()
    }

    /// Returns true if it may be the list of the store with this key.
    #[must_use]
    pub fn is_of(&self, key: &StoreKey) -> bool {
        self.of.as_ref().is_none_or(|of| *of == key.of_list())
    }

    /// Returns true if this person with this identity is in it.
    #[must_use]
    pub fn holds(&self, key: &StoreKey, person: Person, identity: &Identity) -> bool {
        self.people.contains(&key.line(person, identity))
    }

    /// Adds the people of this list to that in a directory, so that a store that was filled there goes on without them.
    /// The list of another store is set aside.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn keep_in(&self, directory: &Path) -> Result<(), StoreError> {
        let list = directory.join(LIST);
        let there = of_store(&list, |there| {
            there.of.is_none() || self.of.is_none() || there.of == self.of
        })?;
        let of = self.of.iter().filter(|_| there.of.is_none());
        let of = of.map(|of| format!("{OF}{of}"));
        let people = self.people.difference(&there.people).cloned();
        let lines: Vec<String> = of.chain(people).collect();
        add(&list, &lines).map_err(|error| StoreError::at(&list, &error))
    }
}

/// Returns the list at this path, or an empty one if there is none. One that is not `ours` is set aside.
fn of_store(
    list: &Path,
    ours: impl Fn(&ForgottenList) -> bool,
) -> Result<ForgottenList, StoreError> {
    let there = match ForgottenList::read(list) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Ok(ForgottenList::default());
        }
        read => read.map_err(|error| StoreError::at(list, &error))?,
    };
    let Some(of) = there.of.as_ref().filter(|_| !ours(&there)) else {
        return Ok(there);
    };
    let aside = list.with_file_name(format!("{LIST}-{}", &of[..8]));
    fs::rename(list, &aside).map_err(|error| StoreError::at(list, &error))?;
    tracing::warn!(path = %aside.display(), "the list of people who were forgotten was that of another store, and is set aside");
    Ok(ForgottenList::default())
}

/// People with a list of those who were forgotten.
pub struct ListedPeople {
    people: Arc<dyn PeopleStore>,
    key: StoreKey,
    list: Arc<Mutex<PathBuf>>,
}

impl std::fmt::Debug for ListedPeople {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ListedPeople").finish_non_exhaustive()
    }
}

impl ListedPeople {
    /// Returns these people with the list in a directory; both are made if they are not there.
    ///
    /// # Errors
    ///
    /// When the list cannot be written.
    pub fn over(
        people: Arc<dyn PeopleStore>,
        key: StoreKey,
        directory: &Path,
    ) -> Result<ListedPeople, StoreError> {
        let list = directory.join(LIST);
        let there = of_store(&list, |there| there.is_of(&key))?;
        let of = there.of.is_none().then(|| format!("{OF}{}", key.of_list()));
        add(&list, of.as_slice()).map_err(|error| StoreError::at(&list, &error))?;
        Ok(ListedPeople {
            people,
            key,
            list: Arc::new(Mutex::new(list)),
        })
    }
}

/// Returns true if there is nothing in a directory but this list and backups, also unfinished ones.
fn is_of_backups(directory: &Path) -> io::Result<bool> {
    for entry in fs::read_dir(directory)? {
        let name = entry?.file_name();
        let name = name.to_string_lossy();
        let name = name.strip_suffix(".part").unwrap_or(&name);
        let is_backup = name.contains(".jsonl");
        if !name.starts_with(LIST) && !is_backup {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Adds lines to a list, durably.
fn add(list: &Path, lines: &[String]) -> io::Result<()> {
    let directory = list.parent().unwrap_or(Path::new("."));
    let mut builder = DirBuilder::new();
    builder.mode(0o700).recursive(true).create(directory)?;
    // Of an earlier version or a copy it may be open to others. A directory of that name with other things
    // in it, such as /var/backups, is somebody else's.
    if is_of_backups(directory)? {
        fs::set_permissions(directory, Permissions::from_mode(0o700))?;
    }
    let file = OpenOptions::new()
        .create(true)
        .truncate(false)
        .read(true)
        .write(true)
        .mode(0o600)
        .open(list);
    let mut file = file?;
    file.set_permissions(Permissions::from_mode(0o600))?;
    let there = io::read_to_string(&file)?;
    // What was not written to its end goes.
    let whole = there.rfind('\n').map_or(0, |end| end + 1);
    if lines.is_empty() && whole == there.len() {
        // Its time says when it changed, and backups are compared with it then.
        return Ok(());
    }
    file.set_len(whole as u64)?;
    file.seek(io::SeekFrom::End(0))?;
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    File::open(directory)?.sync_all()
}

impl PeopleStore for ListedPeople {
    fn write_card(&self, person: Person, seen: Option<Card>, card: Card) -> Reading<'_, bool> {
        self.people.write_card(person, seen, card)
    }

    fn find<'a>(&'a self, identity: &'a Identity) -> Reading<'a, Option<Person>> {
        self.people.find(identity)
    }

    fn cards(&self, people: Vec<Person>) -> Reading<'_, Vec<(Person, Card)>> {
        self.people.cards(people)
    }

    fn everybody(&self, after: Option<Person>, most: usize) -> Reading<'_, Vec<(Person, Card)>> {
        self.people.everybody(after, most)
    }

    fn forget(&self, people: Vec<Person>) -> Pending<'_, Result<usize, StoreError>> {
        Box::pin(async move {
            let cards = self.people.cards(people.clone()).await?;
            let lines = cards
                .iter()
                .map(|(person, card)| self.key.line(*person, &card.identity));
            let lines: Vec<String> = lines.collect();
            if !lines.is_empty() {
                let list = Arc::clone(&self.list);
                let added = tokio::task::spawn_blocking(move || {
                    let list = locked(&list);
                    let unwritable =
                        |error: io::Error| StoreError::unwritable(&list, error.to_string());
                    add(&list, &lines).map_err(unwritable)
                });
                added
                    .await
                    .map_err(|error| StoreError::failed(error.to_string()))??;
            }
            self.people.forget(people).await
        })
    }
}
