//! The stores of matches and of people that belong together.

use std::{path::Path, sync::Arc};

use super::{
    advice,
    bond::{Mismatch, Progress},
    people::{SledPeople, are_in},
    permissions, settling,
    store::SledStore,
};
use crate::{PeopleStore, Store, StoreError, Stores, backup::BackupItem, people::People};

/// A store of matches in files, and the people who play in them.
///
/// The store of matches remembers how far its people had come, so that people who are lost, older,
/// or those of another store are noticed when both are opened.
#[derive(Debug)]
pub struct Pair {
    /// The store of matches, which follows the people.
    matches: Arc<SledStore>,
    people: Arc<SledPeople>,
    stores: Stores,
    /// True if the store of matches knew other people.
    adopted: bool,
}

impl Pair {
    /// Opens both stores, which are made if there are none. With `adopt`, people whom the store of
    /// matches does not know are taken for its own once [`settle`](Pair::settle) is called.
    ///
    /// # Errors
    ///
    /// As [`SledStore::open`] and [`SledPeople::open`]; and, without `adopt`, [`StoreError::Failed`]
    /// with what to do when the people are not those who play in the matches.
    pub fn open(matches: &Path, people: &Path, adopt: bool) -> Result<Pair, StoreError> {
        settling::settle(matches, people)?;
        if let Some(data) = people.parent().filter(|data| !data.as_os_str().is_empty()) {
            let made = permissions::make(data);
            made.map_err(|error| advice::of_system(data, &error))?;
            let stores = [matches, people].map(settling::paths_of);
            permissions::close_data(data, stores.as_flattened());
        }
        if !adopt && !is_there(matches) && are_in(people) {
            refuse_to_begin(matches, people)?;
        }
        let store = SledStore::open(matches)?;
        let known = store.people_known()?;
        if let Some(known) = known.filter(|_| !adopt && !are_in(people)) {
            // Before new ones are made, which would be in the way of those that are put back.
            refuse(
                Progress::mismatch(known, None).map(|_| Mismatch::Missing),
                matches,
                people,
            )?;
        }
        let (store, known_people) = (Arc::new(store), Arc::new(SledPeople::open(people)?));
        let people_store = Arc::clone(&known_people) as Arc<dyn PeopleStore>;
        let pair = Pair {
            stores: Stores::new(
                Arc::clone(&store) as Arc<dyn Store>,
                People::over(people_store),
            ),
            matches: store,
            people: known_people,
            adopted: false,
        };
        let found = pair.people.progress()?;
        let mismatch = known.and_then(|known| Progress::mismatch(known, found));
        if mismatch.is_some() && adopt {
            tracing::warn!(path = %people.display(), "other people are taken for those who play in the matches");
            return Ok(Pair {
                adopted: true,
                ..pair
            });
        }
        refuse(mismatch, matches, people)?;
        pair.follow()?;
        Ok(pair)
    }

    /// Returns both stores.
    #[must_use]
    pub fn stores(&self) -> Stores {
        self.stores.clone()
    }

    /// Returns the store of people.
    #[must_use]
    pub fn people(&self) -> Arc<dyn PeopleStore> {
        Arc::clone(&self.people) as Arc<dyn PeopleStore>
    }

    /// Writes what a backup holds into stores that were empty before the first of it.
    pub(super) async fn fill(
        &self,
        items: Vec<BackupItem>,
        cards: Vec<BackupItem>,
    ) -> Result<(), StoreError> {
        if !cards.is_empty() {
            self.people.fill(cards).await?;
        }
        self.matches.fill(items).await
    }

    /// Returns true if the people were adopted and are not settled yet.
    #[must_use]
    pub const fn is_adopted(&self) -> bool {
        self.adopted
    }

    /// Takes adopted people for those of the matches from now on. Until then the next start without
    /// `adopt` is refused as this one would have been.
    ///
    /// # Errors
    ///
    /// When one of the stores cannot be written.
    pub fn settle(&self) -> Result<(), StoreError> {
        if self.adopted {
            self.people.begin_lineage()?;
            self.follow()?;
        }
        Ok(())
    }

    fn follow(&self) -> Result<(), StoreError> {
        self.matches.follow(self.people.bond())
    }
}

/// Returns true if there is a store of matches in this directory, or was.
fn is_there(matches: &Path) -> bool {
    // If that cannot be seen, opening says why.
    let is_gone = |name| matches!(matches.join(name).try_exists(), Ok(false));
    !["db", "mark"].into_iter().all(is_gone)
}

/// Returns an error if there are people but no matches: somebody lost them, and would not notice beside a new store
/// in their place.
fn refuse_to_begin(matches: &Path, people: &Path) -> Result<(), StoreError> {
    if SledPeople::open(people)?.rows().is_empty()? {
        return Ok(());
    }
    let (matches, people) = (matches.display(), people.display());
    Err(StoreError::Failed(format!(
        "{matches} is not there, and {people} has people who played in it. Put it back, or begin without their \
         matches by starting once with --adopt-people"
    )))
}

fn refuse(mismatch: Option<Mismatch>, matches: &Path, people: &Path) -> Result<(), StoreError> {
    let Some(mismatch) = mismatch else {
        return Ok(());
    };
    Err(StoreError::Failed(format!(
        "{}. Put the right one back, or go on without those people by starting once with \
         --adopt-people",
        said(mismatch, matches, people)
    )))
}

/// Returns the mismatch as a sentence without a full stop.
pub(super) fn said(mismatch: Mismatch, matches: &Path, people: &Path) -> String {
    let (matches, people) = (matches.display(), people.display());
    match mismatch {
        Mismatch::Missing => {
            format!("{people} is missing or empty, and people play in the matches of {matches}")
        }
        Mismatch::Older => {
            format!("{people} is older than {matches}, as a copy from before would be")
        }
        Mismatch::Strange => format!("{people} does not belong to {matches}"),
    }
}
