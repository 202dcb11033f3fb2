//! Imports matches that were played elsewhere.

use std::sync::{Arc, atomic::Ordering};

use super::{Host, MOST_DRAWS};
use crate::{
    matchplay::{Event, Match, Stage},
    store::{Append, AppendError, Listing, StoreError},
};

impl Host {
    /// Stores a match that came from a record, all of it at once, under an id that no match has
    /// had. It is over and marked as imported, and nobody is told of it.
    ///
    /// # Errors
    ///
    /// When the events are not those of such a match, and when the store fails. Nothing is kept
    /// then.
    pub async fn import(&self, events: &[Event]) -> Result<Arc<Match>, StoreError> {
        for _ in 0..MOST_DRAWS {
            let id = self.draw_id();
            let now = self.now();
            let state = Match::fold(id, events.iter().map(|event| (event, now)))
                .filter(|state| state.stage() == Stage::Ended && state.imported().is_some())
                .ok_or_else(|| {
                    StoreError::Failed(String::from("this is no match from a record"))
                })?;
            let append = Append {
                id,
                expected: 0,
                events: events.to_vec(),
                at: now,
                request_id: None,
                listing: Listing::of(&state),
                tell: None,
                note: None,
            };
            match self.store.append(append).await {
                Ok(_) => {
                    self.taken.fetch_add(1, Ordering::Relaxed);
                    let state = Arc::new(state);
                    self.remember(&state);
                    return Ok(state);
                }
                // The id is in use: ids are never reused.
                Err(AppendError::Conflict { .. }) => {}
                Err(AppendError::Store(error)) => return Err(error),
                Err(error @ AppendError::Repeated(_)) => {
                    return Err(StoreError::Failed(error.to_string()));
                }
            }
        }
        Err(StoreError::Failed(String::from("no id is free")))
    }
}
