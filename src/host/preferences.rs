//! Preferences of people and servers, kept in memory as they stand in the store.

use std::{
    collections::{HashMap, HashSet},
    sync::{PoisonError, RwLock},
};

use super::{Change, Host};
use crate::{
    matchplay::{Event, Person, Place, Server},
    store::{
        Store, StoreError, StoredRow, Subject,
        audit::Note,
        preferences::{FORGOTTEN, PersonPreferences, Reminders, RoleCall, ServerPreferences},
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
    role_calls: HashMap<Server, RoleCall>,
}

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
            Subject::RoleCall(server) => {
                self.role_calls.insert(server, RoleCall::decode(text)?);
            }
            Subject::Links(_) | Subject::Store => {}
        }
        Ok(())
    }

    pub(super) fn is_forgotten(&self, person: Person) -> bool {
        self.forgotten.contains(&person)
    }
}

/// Reads the preferences. It waits for nothing but the lock, which no one holds for long.
fn asked<T>(preferences: &RwLock<Preferences>, ask: impl FnOnce(&Preferences) -> T) -> T {
    // A panic elsewhere while it was held leaves plain data that is still whole.
    ask(&preferences.read().unwrap_or_else(PoisonError::into_inner))
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

    /// Returns the last call of a role in a server, as the store knew it at the start or later.
    pub(super) fn role_call(&self, server: &Server) -> Option<RoleCall> {
        asked(&self.preferences, |all| all.role_calls.get(server).copied())
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

    /// Stores the preferences of a person. Durable on return.
    ///
    /// # Errors
    ///
    /// When the store cannot be written; nothing has changed then.
    pub async fn prefer(
        &self,
        person: Person,
        preferences: PersonPreferences,
    ) -> Result<(), StoreError> {
        if self.is_forgotten(person) {
            // Asked for just before: nothing is kept of them any more.
            return Ok(());
        }
        let subject = Subject::Person(person);
        self.set_preferences(subject, preferences.encode(), None)
            .await
    }

    /// Stores in place of their preferences that a person is to be forgotten. Durable on return.
    pub(super) async fn note_forgotten(&self, person: Person) -> Result<(), StoreError> {
        let subject = Subject::Person(person);
        self.set_preferences(subject, String::from(FORGOTTEN), None)
            .await
    }

    /// Stores the preferences of the server of this place. Durable on return.
    ///
    /// # Errors
    ///
    /// As [`prefer`](Host::prefer).
    pub async fn prefer_in(
        &self,
        place: &Place,
        preferences: ServerPreferences,
    ) -> Result<(), StoreError> {
        let subject = Subject::Server(Server::of(place));
        self.set_preferences(subject, preferences.encode(), None)
            .await
    }

    pub(super) async fn set_preferences(
        &self,
        subject: Subject,
        text: String,
        note: Option<Note>,
    ) -> Result<(), StoreError> {
        // One after the other: of two who set at once, the one whom the store knows last holds.
        let _turn = self.setting.take(subject.clone()).await;
        let set = self.store.set_preferences(subject.clone(), text, note);
        set.await?;
        if let Some(text) = self.store.preference(&subject).await? {
            let mut kept = self.preferences.write();
            let kept = kept.as_mut().unwrap_or_else(|poisoned| poisoned.get_mut());
            kept.set(subject, &text)?;
        }
        Ok(())
    }
}
