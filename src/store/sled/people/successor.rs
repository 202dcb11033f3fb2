//! The next generation of people, written while the one before goes on.
//!
//! Nobody waits for the long part. People who are met while it runs are written to the generation
//! in force, durably as ever, and noted. They are carried over in rounds, each shorter than the
//! last, and the last few at the end, while nobody may be written for a moment. A crash before the
//! next generation is in force finds all of them in the old one; a crash after it finds all of them
//! in the new one.

use std::{collections::BTreeSet, mem, sync::Arc};

use rondel_matchplay::Person;

use super::{
    Generation, LINEAGE, PeopleFiles, card_key, failed, generations, identity_key, is_card, put,
    read_card, read_person,
};
use crate::{
    Card, StoreError,
    embedded::{bond::Bond, files::drawn, keys, write_batch::WriteBatch},
    locked, write_locked,
};

/// The most people read and written together, which is also how many are held in memory.
const AT_ONCE: usize = 1_000;

/// The number of people that may be left for the last round, while others wait.
const FEW: usize = 8;

/// The number of rounds before the rest makes others wait.
const MOST_ROUNDS: usize = 8;

/// A generation on its way into force. Dropped before, it leaves nothing behind.
pub(super) struct Successor<'a, F> {
    people: &'a PeopleFiles,
    left_out: F,
    next: Option<Generation>,
    in_force: bool,
    /// Closed with this, so that nobody waits for it.
    before: Option<Generation>,
}

impl PeopleFiles {
    /// Begins a generation without the people for whom `left_out` is true. There is one at a time.
    /// Nobody may be in the middle of a [`write`](PeopleFiles::write) when it begins; from then on
    /// anybody may.
    pub(super) fn succeed<F>(&self, left_out: F) -> Successor<'_, F>
    where
        F: Fn(Person, &Card) -> bool,
    {
        *locked(&self.touched) = Some(BTreeSet::new());
        Successor {
            people: self,
            left_out,
            next: None,
            in_force: false,
            before: None,
        }
    }
}

impl<F: Fn(Person, &Card) -> bool> Successor<'_, F> {
    /// Writes everybody, which takes long. Others may write to the generation in force in the
    /// meantime.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unwritable`] when it cannot be written, [`StoreError::Failed`] when the
    /// generation in force cannot be read.
    pub(super) fn write(&mut self) -> Result<(), StoreError> {
        self.people.in_place()?;
        self.people.room()?;
        let highest = generations(&self.people.path).map_err(|error| failed(&error))?;
        let number = highest.last().copied().unwrap_or(0) + 1;
        let begun = self.people.begin(number).map_err(|error| failed(&error));
        begun.map_err(|error| self.people.unwritable(&error))?;
        self.copy(&self.open(number)?)?;
        // Opened again it takes no more memory than after a start.
        let next = self.open(number)?;
        for _ in 0..MOST_ROUNDS {
            let touched = locked(&self.people.touched).as_mut().map(mem::take);
            let touched = touched.unwrap_or_default();
            self.carry(&next, &touched)?;
            if touched.len() <= FEW {
                break;
            }
        }
        self.next = Some(next);
        Ok(())
    }

    /// Puts it in force, with everybody in it who was written until now. Nobody may write in
    /// between. Leftovers of the generation before stay until
    /// [`remove_leftovers`](PeopleFiles::remove_leftovers), to be called once this is dropped.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unwritable`] when it cannot be written; the one before is still in force then.
    pub(super) fn take_over(&mut self) -> Result<(), StoreError> {
        let Some(next) = self.next.take() else {
            return Err(StoreError::failed("no people were written"));
        };
        self.people.in_place()?;
        let touched = locked(&self.people.touched).take().unwrap_or_default();
        self.carry(&next, &touched)?;
        let finished = self.people.finish(next.number);
        finished.map_err(|error| self.people.unwritable(&failed(&error)))?;
        let before = mem::replace(&mut *write_locked(&self.people.current), next);
        self.before = Some(before);
        self.in_force = true;
        self.people.note_reach(Bond::advance_now)
    }

    fn open(&self, number: u64) -> Result<Generation, StoreError> {
        let (path, disk) = (&self.people.path, Arc::clone(&self.people.disk));
        let opened = Generation::open(path, number, disk);
        opened.map_err(|error| self.people.unwritable(&error))
    }

    /// Copies everybody in the generation in force, a page at a time.
    fn copy(&self, next: &Generation) -> Result<(), StoreError> {
        let mut from = vec![keys::CARD];
        loop {
            let current = Arc::clone(&self.people.current().files);
            let cards = current.view().rows(&from, is_card, AT_ONCE)?;
            let mut changes = WriteBatch::default();
            for (key, row) in &cards {
                let (person, card) = (read_person(key)?, read_card(row)?);
                if !(self.left_out)(person, &card) {
                    put(&mut changes, person, &card)?;
                }
            }
            let written = next.files.write_soon(changes);
            written.map_err(|error| self.people.unwritable(&error))?;
            match cards.last() {
                // The key after this one.
                Some((last, _)) if cards.len() == AT_ONCE => from = [last, &[0][..]].concat(),
                Some(_) | None => return Ok(()),
            }
        }
    }

    /// Makes the rows of these people the same as in the generation in force, durably, together
    /// with everything copied so far.
    fn carry(&self, next: &Generation, touched: &BTreeSet<Person>) -> Result<(), StoreError> {
        let mut changes = WriteBatch::default();
        let lineage = self.people.current().lineage()?.unwrap_or_else(drawn);
        changes.insert(keys::meta(LINEAGE), lineage.to_be_bytes());
        let mut there = Vec::new();
        for person in touched {
            let card = self.people.card(*person)?;
            there.extend(card.map(|card| (*person, card)));
            // Somebody may have been copied in the middle of a write that failed. First, since
            // their identity may be somebody else's by now.
            if let Some(row) = next.files.view().get(&card_key(*person))? {
                changes.remove(identity_key(&read_card(&row)?.identity));
                changes.remove(card_key(*person));
            }
        }
        for (person, card) in there {
            if !(self.left_out)(person, &card) {
                put(&mut changes, person, &card)?;
            }
        }
        let written = next.files.write(changes);
        written.map_err(|error| self.people.unwritable(&error))
    }
}

impl<F> Drop for Successor<'_, F> {
    fn drop(&mut self) {
        *locked(&self.people.touched) = None;
        self.next = None;
        self.before = None;
        if !self.in_force {
            // What cannot be removed now does no harm, and is tried again next time.
            let _ = self.people.remove_leftovers();
        }
    }
}
