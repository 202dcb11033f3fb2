//! Reads whole matches out of damaged stores.

use std::{collections::HashMap, path::Path};

use super::{inspection::ExaminedMatches, people};
use crate::{
    matchplay::{Event, MatchId, Moment, Person},
    store::{StoreError, check},
};

/// Stores that may be damaged, read from a copy. Nothing in them is changed, and what is damaged
/// does not hide what is whole.
#[derive(Debug)]
pub struct Rescue {
    matches: ExaminedMatches,
    names: HashMap<Person, String>,
}

impl Rescue {
    /// Copies the stores in these directories and reads the copies. If the people cannot be read,
    /// nobody is known.
    ///
    /// # Errors
    ///
    /// [`StoreError::InUse`] when a process holds one of them; [`StoreError::Later`] when one was
    /// written by a later version of this program; [`StoreError::Failed`] when there is no room for
    /// the copy, or the system lets nobody read it.
    pub fn open(matches: &Path, people: &Path) -> Result<Rescue, StoreError> {
        let matches = ExaminedMatches::open(matches)?;
        let people = people::examine(people)?;
        for fault in matches.faults.iter().chain(&people.faults) {
            tracing::warn!(fault, "the stores are damaged");
        }
        Ok(Rescue {
            matches,
            names: people.known.unwrap_or_default(),
        })
    }

    /// Returns all events of a match with their times, in order, if [`check`](check::check) calls it whole; none
    /// for a match that never was.
    ///
    /// # Errors
    ///
    /// [`StoreError::Damaged`] when it is not whole.
    pub async fn load(&self, id: MatchId) -> Result<Vec<(Event, Moment)>, StoreError> {
        if !self.matches.ids.contains(&id) {
            return Ok(Vec::new());
        }
        check::whole(&self.matches.store, id).await
    }

    /// Returns the names of the people, as far as they can be read.
    #[must_use]
    pub fn names(self) -> HashMap<Person, String> {
        self.names
    }
}
