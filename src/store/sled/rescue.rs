//! Reads what is whole out of damaged stores.

use std::{
    collections::{BTreeSet, HashMap},
    path::Path,
    sync::Arc,
};

use rondel_matchplay::{Event, MatchId, Moment, Person};

use super::{inspection::ExaminedMatches, people, settling};
use crate::{
    Card, PeopleStore, Store, StoreError, Stores, check, memory::MemoryStore, people::People,
};

/// Stores that may be damaged, read from a copy. Nothing in them is changed, and what is damaged
/// does not hide what is whole.
#[derive(Debug)]
pub struct Rescue {
    matches: ExaminedMatches,
    cards: HashMap<Person, Card>,
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
        settling::settle(matches, people)?;
        let matches = ExaminedMatches::open(matches)?;
        let people = people::examine(people)?;
        for fault in matches.faults.iter().chain(&people.faults) {
            tracing::warn!(fault, "the stores are damaged");
        }
        let known = people.known.unwrap_or_default().into_iter();
        let cards = known.filter_map(|(person, card)| Some((person, card?)));
        Ok(Rescue {
            matches,
            cards: cards.collect(),
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
        check::whole(&*self.matches.store, id).await
    }

    /// Returns the matches of which there is anything.
    #[must_use]
    pub const fn ids(&self) -> &BTreeSet<MatchId> {
        &self.matches.ids
    }

    /// Returns stores of what can be read, which refuse every write to the matches.
    ///
    /// # Errors
    ///
    /// None that a store in memory would not have.
    pub async fn stores(&self) -> Result<Stores, StoreError> {
        let people = MemoryStore::new();
        for (person, card) in &self.cards {
            people.write_card(*person, None, card.clone()).await?;
        }
        let matches = Arc::clone(&self.matches.store) as Arc<dyn Store>;
        Ok(Stores::new(matches, People::over(Arc::new(people))))
    }

    /// Returns the cards of the people, as far as they can be read.
    #[must_use]
    pub const fn cards(&self) -> &HashMap<Person, Card> {
        &self.cards
    }
}
