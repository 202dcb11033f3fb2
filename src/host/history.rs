//! What has happened in a match.

use std::sync::Arc;

use super::{Change, Host};
use crate::{
    matchplay::{Event, Match, MatchId, Moment, Person},
    store::StoreError,
};

impl Host {
    /// Returns what happened to a match between two versions. All people in it are
    /// [known](crate::store::people::People::know) then.
    ///
    /// # Errors
    ///
    /// When a store cannot be read.
    pub async fn account(
        &self,
        id: MatchId,
        from: u64,
        to: u64,
    ) -> Result<Option<Change>, StoreError> {
        let stored = self.store.load(id).await?;
        let change = Change::between(id, &stored, from, to);
        if let Some(change) = &change {
            self.people.know(&change.people()).await?;
        }
        Ok(change)
    }

    /// Returns the match as it stood after this many plies, if it has come so far: where moves were
    /// taken back, after the ones that replaced them.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub async fn state_at_ply(
        &self,
        id: MatchId,
        ply: u32,
    ) -> Result<Option<Arc<Match>>, StoreError> {
        let events = self.store.load(id).await?;
        let found = Match::at_plies(id, &events, ply..=ply, Match::clone).pop();
        if let Some(state) = &found {
            self.people.know(&state.people()).await?;
        }
        Ok(found.map(Arc::new))
    }

    /// Returns all events of a match, with their times. The people in them are
    /// [known](crate::store::people::People::know) then.
    ///
    /// # Errors
    ///
    /// When a store cannot be read.
    pub async fn events(&self, id: MatchId) -> Result<Vec<(Event, Moment)>, StoreError> {
        let events = self.store.load(id).await?;
        let named: Vec<Person> = events
            .iter()
            .filter_map(|(event, _)| event.person())
            .collect();
        self.people.know(&named).await?;
        Ok(events)
    }
}
