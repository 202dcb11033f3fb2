//! What people and servers prefer, kept in memory as it stands in the store.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, PoisonError, RwLock},
};

use super::Host;
use crate::{
    matchplay::{Person, Place, Server},
    store::{
        EventStore, StoreError, Subject,
        audit::Note,
        calls::RoleCall,
        preferences::{FORGOTTEN, PersonPreferences, Reminders, ServerPreferences},
    },
};

/// What everybody prefers who has ever said so.
#[derive(Debug, Default)]
pub(super) struct Preferences {
    people: HashMap<Person, PersonPreferences>,
    /// Those who asked to be forgotten.
    forgotten: HashSet<Person>,
    servers: HashMap<Server, ServerPreferences>,
    role_calls: HashMap<Server, RoleCall>,
}

impl Preferences {
    pub(super) fn read(store: &dyn EventStore) -> Result<Preferences, StoreError> {
        let mut read = Preferences::default();
        for (subject, text) in store.preferences()? {
            match subject {
                Subject::Person(person) if text == FORGOTTEN => {
                    read.forgotten.insert(person);
                }
                Subject::Person(person) => {
                    let preferences = PersonPreferences::decode(&text)?;
                    read.people.insert(person, preferences);
                }
                Subject::Server(server) => {
                    let preferences = ServerPreferences::decode(&text)?;
                    read.servers.insert(server, preferences);
                }
                Subject::RoleCall(server) => {
                    read.role_calls.insert(server, RoleCall::decode(&text)?);
                }
            }
        }
        Ok(read)
    }

    pub(super) fn is_forgotten(&self, person: Person) -> bool {
        self.forgotten.contains(&person)
    }
}

/// Asks, without waiting for anything but another who asks or sets.
fn asked<T>(preferences: &RwLock<Preferences>, ask: impl FnOnce(&Preferences) -> T) -> T {
    // A panic elsewhere while it was held leaves plain data that is still whole.
    ask(&preferences.read().unwrap_or_else(PoisonError::into_inner))
}

impl Host {
    /// What a person prefers. Whoever asked to be forgotten prefers not to be seen, nor reminded.
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

    /// What the server prefers in which this place is.
    #[must_use]
    pub fn server_preferences(&self, place: &Place) -> ServerPreferences {
        let server = Server::of(place);
        asked(&self.preferences, |all| all.servers.get(&server).cloned()).unwrap_or_default()
    }

    /// When the tables of a server last called a role, as the store knew it at the start or later.
    pub(super) fn role_call(&self, server: &Server) -> Option<RoleCall> {
        asked(&self.preferences, |all| all.role_calls.get(server).copied())
    }

    /// Who does not want to be seen, to be asked about many at once.
    #[must_use]
    pub fn hidden(&self) -> HashSet<Person> {
        asked(&self.preferences, |all| {
            let hidden = all.people.iter().filter(|(_, prefers)| !prefers.public);
            let hidden = hidden.map(|(person, _)| *person);
            hidden.chain(all.forgotten.iter().copied()).collect()
        })
    }

    /// Whether a person has asked to be forgotten. Nobody is to see a name of theirs from then on.
    #[must_use]
    pub fn is_forgotten(&self, person: Person) -> bool {
        asked(&self.preferences, |all| all.is_forgotten(person))
    }

    /// Everybody who has ever asked to be forgotten.
    pub(super) fn forgotten(&self) -> Vec<Person> {
        asked(&self.preferences, |all| {
            all.forgotten.iter().copied().collect()
        })
    }

    /// Sets what a person prefers, durably.
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
        self.set_preferences(subject, preferences.encode()).await
    }

    /// Puts it down, durably, that a person is to be forgotten, in place of what they prefer.
    pub(super) async fn note_forgotten(&self, person: Person) -> Result<(), StoreError> {
        let subject = Subject::Person(person);
        self.set_preferences(subject, String::from(FORGOTTEN)).await
    }

    /// Sets what the server prefers in which this place is, durably.
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
        self.set_preferences(subject, preferences.encode()).await
    }

    async fn set_preferences(&self, subject: Subject, text: String) -> Result<(), StoreError> {
        self.set_preferences_noting(subject, text, None).await
    }

    pub(super) async fn set_preferences_noting(
        &self,
        subject: Subject,
        text: String,
        note: Option<Note>,
    ) -> Result<(), StoreError> {
        self.store
            .set_preferences_noting(subject, text, note)
            .await?;
        let kept = Arc::clone(&self.preferences);
        // Read again as a whole, under the lock: of two who set at once, the store says who was last.
        self.read(move |store| {
            let mut kept = kept.write().unwrap_or_else(PoisonError::into_inner);
            *kept = Preferences::read(store)?;
            Ok(())
        })
        .await
    }
}
