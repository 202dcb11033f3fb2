//! Stores from before format 4, which had fewer lists of live matches.

use ::sled::Batch;

use super::{group::live_rows, keys, rows, shared::Shared, write_batch::WriteBatch};
use crate::{
    matchplay::{Match, MatchId},
    store::{Listing, StoreError},
};

/// The number of rows made at once.
const MOST_AT_ONCE: usize = 512;

impl Shared {
    /// Returns the changes that move some matches from the lists of older stores to today's; `None`
    /// if there are none left. It may be done twice.
    pub(super) fn listed_as_today(&self) -> Result<Option<WriteBatch>, StoreError> {
        let mut changes = WriteBatch::default();
        let mut found = 0;
        for kind in [keys::PLACE, keys::PERSON] {
            let mut after = vec![kind];
            while found < MOST_AT_ONCE
                && let Some(key) = self.view.key_after(&after)?
                && key.first() == Some(&kind)
            {
                let id = keys::id_at_end(&key)?;
                let listing = self.relisted(id)?;
                for row in live_rows(id, &listing) {
                    changes.insert(row, []);
                }
                changes.insert(keys::listing(id), rows::encode_listing(&listing)?);
                changes.remove(key.to_vec());
                found += 1;
                after = key.to_vec();
            }
        }
        Ok((found > 0).then_some(changes))
    }

    fn relisted(&self, id: MatchId) -> Result<Listing, StoreError> {
        let listed = self.listing(id)?.unwrap_or_default();
        let events = match self.load(id) {
            Ok(events) => events,
            // Its players are to hear that it is damaged.
            Err(StoreError::Damaged { .. }) => return Ok(listed),
            Err(error) => return Err(error),
        };
        let state = Match::fold(id, events.iter().map(|(event, at)| (event, *at)));
        let due = listed.due;
        Ok(match state.filter(|_| listed.shelf.is_some()) {
            Some(state) => Listing {
                due,
                ..Listing::of(&state)
            },
            None => listed,
        })
    }

    /// Does the same in a copy that nobody else sees.
    pub(super) fn list_as_today_in_copy(&self) -> Result<(), StoreError> {
        while let Some(changes) = self.listed_as_today()? {
            let mut batch = Batch::default();
            for (key, value) in changes {
                match value {
                    Some(value) => batch.insert(key, value),
                    None => batch.remove(key),
                }
            }
            self.view.with_database(|database| database.apply(batch))?;
        }
        Ok(())
    }
}
