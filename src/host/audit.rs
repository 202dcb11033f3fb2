//! Settings of servers, the list of what managers set and forced on players, and calls of roles.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use super::Host;
use crate::{
    matchplay::{Moment, Person, Place, Server},
    store::{
        StoreError, StoredRow, Subject,
        audit::{Deed, Entry, Note},
        preferences::{RoleCall, ServerPreferences},
    },
};

/// The time after a call of a role in which the server's tables call nobody, in milliseconds.
const BETWEEN_CALLS: i64 = 10 * 60 * 1_000;

/// The number of servers whose last call is remembered in memory.
const MOST_REMEMBERED: usize = 10_000;

/// The last call of a role in each server since the start; earlier ones are in the store.
#[derive(Debug, Default)]
pub(super) struct RoleCalls(Mutex<HashMap<Server, Moment>>);

impl RoleCalls {
    /// Claims a call of a role: returns true if one is allowed now, which then counts as made.
    /// `kept` is the last call that the store knows.
    fn may(&self, server: Server, kept: Option<RoleCall>, now: Moment) -> bool {
        // A panic elsewhere while it was held leaves plain data that is still whole.
        let mut called = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // The clock may have been set back since.
        let recent = |at: Moment| (0..BETWEEN_CALLS).contains(&now.0.saturating_sub(at.0));
        let last = called.get(&server).copied();
        if last.or(kept.map(|call| call.at)).is_some_and(recent) {
            return false;
        }
        if called.len() >= MOST_REMEMBERED {
            called.retain(|_, at| recent(*at));
            if called.len() >= MOST_REMEMBERED {
                called.clear();
            }
        }
        called.insert(server, now);
        true
    }
}

impl Host {
    /// Claims a call of a role for a new table in the server of this place, and returns whether the
    /// caller may make it: not within ten minutes of another call there, also across a restart. A
    /// claim is durable on return; if it cannot be stored, nobody is called.
    pub async fn may_call_role(&self, place: &Place) -> bool {
        let (server, at) = (Server::of(place), self.now());
        let kept = self.role_call(&server);
        if !self.role_calls.may(server.clone(), kept, at) {
            return false;
        }
        let text = RoleCall { at }.encode();
        let written = self
            .store
            .set_preferences(Subject::RoleCall(server), text, None)
            .await;
        if let Err(error) = &written {
            tracing::warn!(%error, "a role is not called, since that could not be kept");
        }
        written.is_ok()
    }

    /// Stores the settings of the server of this place, and notes who set what. Durable on return.
    ///
    /// # Errors
    ///
    /// When the store cannot be written; nothing has changed then.
    pub async fn set_server(
        &self,
        place: &Place,
        by: Person,
        preferences: &ServerPreferences,
        settings: Vec<(String, String)>,
    ) -> Result<(), StoreError> {
        let server = Server::of(place);
        let entry = Entry {
            at: self.now(),
            by,
            deed: Deed::Set { settings },
        };
        let note = Note {
            server: server.clone(),
            entry,
        };
        let subject = Subject::Server(server);
        self.set_preferences(subject, preferences.encode(), Some(note))
            .await
    }

    /// Returns what managers of the server of this place forced and set, oldest first.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub async fn audit(&self, place: &Place) -> Result<Vec<Entry>, StoreError> {
        self.store.notes(&Server::of(place)).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_role_is_called_at_most_every_ten_minutes_in_each_server() {
        let calls = RoleCalls::default();
        let server = |name: &str| Server::new(name);
        let start = Moment(1_000);
        for (at, name, may) in [
            (start, "a/1", true),
            (start, "a/1", false),
            (start, "a/2", true),
            (start.plus(BETWEEN_CALLS - 1), "a/1", false),
            (start.plus(BETWEEN_CALLS), "a/1", true),
            (start.plus(BETWEEN_CALLS + 1), "a/1", false),
            // Set back, the clock says nothing about how long ago it was.
            (start, "a/1", true),
        ] {
            assert_eq!(calls.may(server(name), None, at), may, "{at:?} {name}");
        }
        // What the store knows counts until something newer is known.
        for (kept, may) in [
            (start, false),
            (start.plus(1 - BETWEEN_CALLS), false),
            (start.plus(-BETWEEN_CALLS), true),
            (start, false),
        ] {
            let kept = Some(RoleCall { at: kept });
            assert_eq!(calls.may(server("c/1"), kept, start), may, "{kept:?}");
        }
        // Set back, the clock says nothing about how long ago it was.
        let later = Some(RoleCall { at: start.plus(1) });
        assert!(calls.may(server("c/2"), later, start));
        for number in 0..2 * MOST_REMEMBERED {
            assert!(calls.may(server(&format!("b/{number}")), None, start));
        }
        assert!(calls.0.lock().unwrap().len() <= MOST_REMEMBERED);
    }
}
