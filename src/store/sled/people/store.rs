//! The store of people over their files.

use std::{
    collections::HashSet,
    fmt,
    path::Path,
    sync::{Arc, Mutex},
};

use rondel_matchplay::Person;

use super::PeopleFiles;
use crate::{
    Card, Identity, Pending, PeopleStore, Reading, StoreError,
    embedded::{
        bond::{Bond, Progress},
        disk::{Disk, SystemDisk},
    },
    locked,
    people::People,
};

/// A store of people in a directory. It is read and written on threads of tokio's that may block, so
/// within a runtime of it.
pub struct SledPeople(Arc<OpenedPeople>);

struct OpenedPeople {
    files: PeopleFiles,
    /// Held while somebody is written, so that nobody becomes two people. It holds those who are
    /// being forgotten in the meantime: they keep the name they have.
    meeting: Mutex<HashSet<Person>>,
    /// Held while people are forgotten: by one rewriting at a time.
    forgetting: Mutex<()>,
}

impl SledPeople {
    /// Opens the store in this directory, which is made if there is none.
    ///
    /// # Errors
    ///
    /// [`StoreError::InUse`] when another process, or another store in this one, holds it;
    /// [`StoreError::Failed`] when it cannot be opened.
    pub fn open(path: &Path) -> Result<SledPeople, StoreError> {
        SledPeople::open_on(path, Arc::new(SystemDisk))
    }

    /// Opens the store as [`open`](SledPeople::open) does, on this disk.
    ///
    /// # Errors
    ///
    /// As [`open`](SledPeople::open).
    pub fn open_on(path: &Path, disk: Arc<dyn Disk>) -> Result<SledPeople, StoreError> {
        Ok(SledPeople(Arc::new(OpenedPeople {
            files: PeopleFiles::open(path, disk)?,
            meeting: Mutex::default(),
            forgetting: Mutex::default(),
        })))
    }

    /// Returns their progress; `None` where there was no room to begin.
    pub(in crate::embedded) fn progress(&self) -> Result<Option<Progress>, StoreError> {
        self.0.files.progress()
    }

    /// Returns the bond that a store of matches follows.
    pub(in crate::embedded) fn bond(&self) -> &Arc<Bond> {
        self.0.files.bond()
    }

    /// Makes strangers of these people for stores of matches that knew them.
    pub(in crate::embedded) fn begin_lineage(&self) -> Result<(), StoreError> {
        let _turn = locked(&self.0.meeting);
        self.0.files.begin_lineage()
    }

    /// Writes the cards of people who are new, durably.
    pub(in crate::embedded) async fn fill(
        &self,
        cards: Vec<(Person, Card)>,
    ) -> Result<(), StoreError> {
        self.ask(move |opened| opened.files.fill(&cards)).await
    }

    fn ask<T: Send + 'static>(
        &self,
        ask: impl FnOnce(&OpenedPeople) -> Result<T, StoreError> + Send + 'static,
    ) -> Pending<'static, Result<T, StoreError>> {
        let opened = Arc::clone(&self.0);
        Box::pin(async move {
            let answer = tokio::task::spawn_blocking(move || ask(&opened)).await;
            answer.map_err(|error| StoreError::failed(error.to_string()))?
        })
    }
}

impl From<SledPeople> for People {
    fn from(store: SledPeople) -> People {
        People::over(Arc::new(store))
    }
}

impl OpenedPeople {
    fn write_card(
        &self,
        person: Person,
        seen: Option<&Card>,
        card: &Card,
    ) -> Result<bool, StoreError> {
        let forgotten = locked(&self.meeting);
        let there = self.files.card(person)?;
        if there.as_ref() == Some(card) {
            return Ok(true);
        }
        let owner = self.files.find(&card.identity)?;
        let changed = there.as_ref() != seen || owner != seen.map(|_| person);
        if changed || forgotten.contains(&person) {
            return Ok(false);
        }
        self.files.write(person, card)?;
        Ok(true)
    }

    fn cards(&self, people: &[Person]) -> Result<Vec<(Person, Card)>, StoreError> {
        let mut cards = Vec::with_capacity(people.len());
        for person in people {
            let card = self.files.card(*person)?;
            cards.extend(card.map(|card| (*person, card)));
        }
        Ok(cards)
    }

    /// It takes as long as writing everybody else. Others can be met in the meantime. The old files
    /// are unlinked, not overwritten.
    fn forget(&self, people: &[Person]) -> Result<usize, StoreError> {
        let _turn = locked(&self.forgetting);
        let (mut theirs, mut names) = (HashSet::new(), HashSet::new());
        let mut meeting = locked(&self.meeting);
        for (person, card) in self.cards(people)? {
            theirs.insert(person);
            names.insert(card.name);
        }
        let goes = |person: Person, card: &Card| {
            let namesake = card.identity.realm() == Identity::NAME_ALONE;
            theirs.contains(&person) || (namesake && names.contains(&card.name))
        };
        if !theirs.is_empty() {
            meeting.clone_from(&theirs);
            let mut successor = self.files.succeed(goes);
            drop(meeting);
            let written = successor.write();
            let mut meeting = locked(&self.meeting);
            meeting.clear();
            written.and_then(|()| successor.take_over())?;
        } else {
            drop(meeting);
        }
        self.files.remove_leftovers()?;
        Ok(theirs.len())
    }
}

impl PeopleStore for SledPeople {
    fn write_card(&self, person: Person, seen: Option<Card>, card: Card) -> Reading<'_, bool> {
        self.ask(move |opened| opened.write_card(person, seen.as_ref(), &card))
    }

    fn find<'a>(&'a self, identity: &'a Identity) -> Reading<'a, Option<Person>> {
        let identity = identity.clone();
        self.ask(move |opened| opened.files.find(&identity))
    }

    fn cards(&self, people: Vec<Person>) -> Reading<'_, Vec<(Person, Card)>> {
        self.ask(move |opened| opened.cards(&people))
    }

    fn everybody(&self, after: Option<Person>, most: usize) -> Reading<'_, Vec<(Person, Card)>> {
        self.ask(move |opened| opened.files.everybody(after, most))
    }

    fn forget(&self, people: Vec<Person>) -> Pending<'_, Result<usize, StoreError>> {
        self.ask(move |opened| opened.forget(&people))
    }
}

impl fmt::Debug for SledPeople {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SledPeople").finish_non_exhaustive()
    }
}
