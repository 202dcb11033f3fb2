//! Settings of servers, the list of what managers set and forced on players, and calls of roles.

use super::Host;
use crate::{
    matchplay::{Person, Place, Server},
    store::{
        StoreError, StoredRow, Subject,
        audit::{Deed, Entry, Note},
        preferences::{RoleCall, ServerPreferences},
        seldom::store_failed,
    },
};

/// The time after a call of a role in which the server's tables call nobody, in milliseconds.
const BETWEEN_CALLS: i64 = 10 * 60 * 1_000;

impl Host {
    /// Claims a call of a role for a new table in the server of this place, and returns whether the
    /// caller may make it: not within ten minutes of another call there, also across a restart. A
    /// claim is durable on return; if it cannot be stored, nobody is called.
    pub async fn may_call_role(&self, place: &Place) -> bool {
        let (subject, now) = (Subject::RoleCall(Server::of(place)), self.now());
        let mut may = false;
        let claimed = self.change_row(subject, |there| {
            let last = there.map(RoleCall::decode).transpose()?;
            // The clock may have been set back since.
            let is_recent =
                |call: RoleCall| (0..BETWEEN_CALLS).contains(&now.0.saturating_sub(call.at.0));
            may = !last.is_some_and(is_recent);
            Ok::<_, StoreError>(may.then(|| (RoleCall { at: now }.encode(), None)))
        });
        if let Err(error) = claimed.await {
            store_failed(&error, "a role is not called, since that could not be kept");
            return false;
        }
        may
    }

    /// Changes the settings of the server of this place as they are stored by then, and returns them as
    /// they are after it. `change` returns the options that `by` has set, with their values, which are
    /// noted. Durable on return.
    ///
    /// # Errors
    ///
    /// Those of `change`, and when the store cannot be read or written; nothing has changed then.
    pub async fn change_server<E: From<StoreError>>(
        &self,
        place: &Place,
        by: Person,
        mut change: impl FnMut(&mut ServerPreferences) -> Result<Vec<(String, String)>, E>,
    ) -> Result<ServerPreferences, E> {
        let server = Server::of(place);
        self.change_row(Subject::Server(server.clone()), |there| {
            let there = there.map(ServerPreferences::decode).transpose()?;
            let mut preferences = there.unwrap_or_default();
            let settings = change(&mut preferences)?;
            let entry = Entry {
                at: self.now(),
                by,
                deed: Deed::Set { settings },
            };
            let server = server.clone();
            Ok::<_, E>(Some((preferences.encode(), Some(Note { server, entry }))))
        })
        .await?;
        Ok(self.server_preferences(place))
    }

    /// Returns what a person forced and set as a manager, and what was forced on them, each with its server.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub async fn audit_of(&self, person: Person) -> Result<Vec<(Server, Entry)>, StoreError> {
        let mut entries = self.store.notes_on(person).await?;
        entries.retain(|(_, entry)| entry.people().any(|named| named == person));
        Ok(entries)
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
