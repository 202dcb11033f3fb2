//! Preferences of people and servers, kept in memory as they stand in the store.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, RwLock, Weak},
    time::Duration,
};

use tokio::{sync::OwnedMutexGuard, time::sleep};

use super::{Change, Host};
use crate::{
    matchplay::{Event, MatchId, Moment, Person, Place, Server},
    store::{
        Latest, RowChange, RowChangeError, Store, StoreError, StoredRow, Subject,
        audit::Note,
        causes,
        links::Links,
        preferences::{FORGOTTEN, PersonPreferences, Reminders, ServerPreferences},
        read_locked, write_locked,
    },
};

/// The number of rows that are read at once.
const PAGE: usize = 1_000;

/// All preferences that were ever set.
#[derive(Debug, Default)]
pub(super) struct Preferences {
    people: HashMap<Person, PersonPreferences>,
    /// People who asked to be forgotten.
    forgotten: HashSet<Person>,
    servers: HashMap<Server, ServerPreferences>,
    /// The links of matches that were asked for lately: every page that shows a match asks at every move.
    links: Latest<MatchId, Links, MOST_LINKED>,
}

/// The number of matches whose links are kept in memory.
const MOST_LINKED: usize = 10_000;

impl Preferences {
    pub(super) async fn read(store: &dyn Store) -> Result<Preferences, StoreError> {
        let mut read = Preferences::default();
        let mut after = None;
        loop {
            let rows = store.preferences(after, PAGE).await?;
            after = rows.last().map(|(subject, _)| subject.clone());
            // Links come last, and are looked up when somebody follows one.
            let is_last =
                rows.len() < PAGE || matches!(after, Some(Subject::Links(_) | Subject::Store));
            for (subject, text) in rows {
                read.set(subject, &text)?;
            }
            if is_last {
                return Ok(read);
            }
        }
    }

    /// Takes in what was set for a subject last.
    fn set(&mut self, subject: Subject, text: &str) -> Result<(), StoreError> {
        match subject {
            Subject::Person(person) if text == FORGOTTEN => {
                self.people.remove(&person);
                self.forgotten.insert(person);
            }
            Subject::Person(person) => {
                let preferences = PersonPreferences::decode(text)?;
                self.people.insert(person, preferences);
            }
            Subject::Server(server) => {
                let preferences = ServerPreferences::decode(text)?;
                self.servers.insert(server, preferences);
            }
            // Looked up when they are needed.
            Subject::Links(id) => {
                if self.links.contains(&id) {
                    self.links.put(id, Links::decode(text)?);
                }
            }
            Subject::RoleCall(_) | Subject::Store => {}
        }
        Ok(())
    }

    pub(super) fn is_forgotten(&self, person: Person) -> bool {
        self.forgotten.contains(&person)
    }

    /// Returns true if something is stored, with this many matches, and no word about a greeting: so 0.1.0
    /// leaves it, which greeted servers when it came to them and noted nothing.
    pub(super) fn notes_no_greeting(&self, matches: u64) -> bool {
        let is_used = matches > 0 || !self.servers.is_empty();
        is_used && self.servers.values().all(|set| set.greeted.is_none())
    }
}

/// The time between two questions to a store that does not answer.
const AGAIN: Duration = Duration::from_secs(1);

/// Reads the preferences. It waits for nothing but the lock, which no one holds for long.
fn asked<T>(preferences: &RwLock<Preferences>, ask: impl FnOnce(&Preferences) -> T) -> T {
    ask(&read_locked(preferences))
}

impl Host {
    /// Returns the preferences of a person. A forgotten person wants neither to be seen nor
    /// reminded.
    #[must_use]
    pub fn preferences_of(&self, person: Person) -> PersonPreferences {
        asked(&self.preferences, |all| {
            if all.forgotten.contains(&person) {
                return PersonPreferences {
                    public: false,
                    reminders: Reminders::Off,
                    ..PersonPreferences::default()
                };
            }
            all.people.get(&person).cloned().unwrap_or_default()
        })
    }

    /// Returns the preferences of the server of this place.
    #[must_use]
    pub fn server_preferences(&self, place: &Place) -> ServerPreferences {
        let server = Server::of(place);
        asked(&self.preferences, |all| all.servers.get(&server).cloned()).unwrap_or_default()
    }

    /// Returns the moment before which servers were greeted without a note of it; `None` if there was none.
    #[must_use]
    pub const fn greeted_before(&self) -> Option<Moment> {
        self.greeted_before
    }

    /// Returns the links of a match.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub async fn links(&self, id: MatchId) -> Result<Links, StoreError> {
        let known = || asked(&self.preferences, |all| all.links.peek(&id).cloned());
        if let Some(links) = known() {
            return Ok(links);
        }
        // In turn with those who change them, or memory could learn the text of before.
        let _turn = self.setting.take(Subject::Links(id)).await;
        if let Some(links) = known() {
            return Ok(links);
        }
        let text = self.store.preference(&Subject::Links(id)).await?;
        let links = text.map_or_else(|| Ok(Links::default()), |text| Links::decode(&text))?;
        write_locked(&self.preferences).links.put(id, links.clone());
        Ok(links)
    }

    /// Returns all people who do not want to be seen, for questions about many at once.
    #[must_use]
    pub fn hidden(&self) -> HashSet<Person> {
        asked(&self.preferences, |all| {
            let hidden = all.people.iter().filter(|(_, prefers)| !prefers.public);
            let hidden = hidden.map(|(person, _)| *person);
            hidden.chain(all.forgotten.iter().copied()).collect()
        })
    }

    /// Returns true if a person has asked to be forgotten. Nobody may see a name of theirs from
    /// then on.
    #[must_use]
    pub fn is_forgotten(&self, person: Person) -> bool {
        asked(&self.preferences, |all| all.is_forgotten(person))
    }

    /// Returns everybody who has ever asked to be forgotten.
    pub(super) fn forgotten(&self) -> Vec<Person> {
        asked(&self.preferences, |all| {
            all.forgotten.iter().copied().collect()
        })
    }

    /// Returns true for a reminder that its player does not want.
    #[must_use]
    pub fn is_unwanted(&self, account: &Change) -> bool {
        let [Event::Reminded { .. }] = account.events.as_slice() else {
            return false;
        };
        let state = &account.after;
        let (Some(person), Some(clock)) = (state.to_move(), state.clock()) else {
            return true;
        };
        match self.preferences_of(person).reminders {
            Reminders::Off => true,
            Reminders::Once => clock.reminders > 1,
            Reminders::Twice => false,
        }
    }

    /// Changes the preferences of a person as they are stored by then, and returns them as they are after
    /// it. Durable on return. Nothing is kept of somebody who has asked to be forgotten.
    ///
    /// # Errors
    ///
    /// When the store cannot be read or written; nothing has changed then.
    pub async fn change_preferences(
        &self,
        person: Person,
        mut change: impl FnMut(&mut PersonPreferences),
    ) -> Result<PersonPreferences, StoreError> {
        self.change_row(Subject::Person(person), |there| {
            let mut preferences = match there {
                Some(FORGOTTEN) => return Ok::<_, StoreError>(None),
                Some(text) => PersonPreferences::decode(text)?,
                None => PersonPreferences::default(),
            };
            change(&mut preferences);
            Ok(Some((preferences.encode(), None)))
        })
        .await?;
        Ok(self.preferences_of(person))
    }

    /// Changes what is kept of a server as it is stored by then, where nobody has asked for it: managers' list
    /// does not have it. `change` returns true if it has changed anything, and may be asked again. Durable on
    /// return.
    ///
    /// # Errors
    ///
    /// When the store cannot be read or written; nothing has changed then.
    pub async fn note_server(
        &self,
        place: &Place,
        mut change: impl FnMut(&mut ServerPreferences) -> bool,
    ) -> Result<(), StoreError> {
        self.change_row(Subject::Server(Server::of(place)), |there| {
            let there = there.map(ServerPreferences::decode).transpose()?;
            let mut preferences = there.unwrap_or_default();
            let changed = change(&mut preferences);
            Ok(changed.then(|| (preferences.encode(), None)))
        })
        .await
    }

    /// Stores in place of their preferences that a person is to be forgotten. Durable on return.
    pub(super) async fn note_forgotten(&self, person: Person) -> Result<(), StoreError> {
        self.change_row(Subject::Person(person), |there| {
            let is_noted = there == Some(FORGOTTEN);
            Ok((!is_noted).then(|| (FORGOTTEN.to_owned(), None)))
        })
        .await
    }

    /// Changes the row of a subject. `change` gets the text that is stored, and returns the one that takes
    /// its place with an entry in a server's list, or `None` to leave the row as it is. It is asked again
    /// if the row was changed by others in the meantime. Durable on return.
    pub(super) async fn change_row<E: From<StoreError>>(
        &self,
        subject: Subject,
        mut change: impl FnMut(Option<&str>) -> Result<Option<(String, Option<Note>)>, E>,
    ) -> Result<(), E> {
        // One after the other, or memory could learn two changes in the other order.
        let turn = Arc::new(self.setting.take(subject.clone()).await);
        let mut seen = self.store.preference(&subject).await?;
        loop {
            let Some((text, note)) = change(seen.as_deref())? else {
                return Ok(learn(&self.preferences, subject, seen.as_deref())?);
            };
            let whose = match subject {
                Subject::Person(person) => Some(person),
                Subject::Server(_) | Subject::RoleCall(_) | Subject::Links(_) | Subject::Store => {
                    None
                }
            };
            let manager = note.as_ref().map(|note| note.entry.by);
            let people: Vec<Person> = whose.into_iter().chain(manager).collect();
            self.people.settle(&people).await?;
            let change = RowChange {
                subject: subject.clone(),
                seen,
                text,
                note,
            };
            match self.write_row(change, Arc::clone(&turn)).await? {
                Ok(()) => return Ok(()),
                Err(there) => seen = there,
            }
        }
    }

    /// Writes a change of a row, and keeps it in memory; or returns the text that others have written.
    async fn write_row(
        &self,
        change: RowChange,
        turn: Arc<OwnedMutexGuard<()>>,
    ) -> Result<Result<(), Option<String>>, StoreError> {
        let (store, preferences) = (Arc::clone(&self.store), Arc::clone(&self.preferences));
        // In a task of its own: the one who asks may be gone before it is written, and memory must learn it
        // all the same.
        let writing = tokio::spawn(async move {
            let _turn = turn;
            let written = store.set_preferences(change.clone()).await;
            match written {
                Ok(()) => learn(&preferences, change.subject, Some(&change.text)).map(Ok),
                Err(RowChangeError::Changed(there)) => Ok(Err(there)),
                Err(RowChangeError::Store(error)) => {
                    if matches!(error, StoreError::InDoubt { .. }) {
                        tokio::spawn(settle(store, Arc::downgrade(&preferences), change));
                    }
                    Err(error)
                }
            }
        });
        let written = writing.await;
        written.map_err(|error| StoreError::Failed(error.to_string()))?
    }
}

/// Takes into memory what is stored for a subject.
fn learn(
    preferences: &RwLock<Preferences>,
    subject: Subject,
    text: Option<&str>,
) -> Result<(), StoreError> {
    match text {
        Some(text) => write_locked(preferences).set(subject, text),
        None => Ok(()),
    }
}

/// Asks the store until it says what became of a change of which nobody knows if it was written, or the
/// host is gone.
async fn settle(store: Arc<dyn Store>, preferences: Weak<RwLock<Preferences>>, change: RowChange) {
    // No row is empty, so this changes nothing. The answer comes after those to all that was asked before.
    let probe = RowChange {
        seen: Some(String::new()),
        text: String::new(),
        note: None,
        ..change
    };
    while let Some(preferences) = preferences.upgrade() {
        let probed = store.set_preferences(probe.clone()).await;
        if let Err(RowChangeError::Changed(there)) = probed {
            if let Err(error) = learn(&preferences, probe.subject, there.as_deref()) {
                tracing::error!(error = %causes(&error), "preferences cannot be read");
            }
            return;
        }
        // The host can end in the meantime.
        drop(preferences);
        sleep(AGAIN).await;
    }
}
