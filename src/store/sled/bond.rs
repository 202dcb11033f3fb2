//! The bond between a store of matches and its people.
//!
//! With each commit the store of matches writes how far its people had come by then. People are
//! always written first. So however the process ends, the people are as far as the store knows or
//! further, and if they are not at the next start, they were lost or replaced.

use std::sync::{Mutex, OnceLock};

use serde::{Deserialize, Serialize};

use super::open_file::Inode;
use crate::locked;

/// The progress of a store of people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Progress {
    /// A number drawn once for all generations that follow one another.
    pub(super) lineage: u64,
    /// The generation that is in force.
    pub(super) generation: u64,
    /// The number of durable writes to it.
    pub(super) writes: u64,
}

/// The reason why people do not belong to a store of matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mismatch {
    /// They are not there any more.
    Missing,
    /// They are from before the latest that the store knows of.
    Older,
    /// They are those of another store.
    Strange,
}

impl Progress {
    /// Compares people who have come this far with those that the store knew; `None` if they belong
    /// to it. `found` is `None` for people who have no lineage.
    pub(super) fn mismatch(known: Progress, found: Option<Progress>) -> Option<Mismatch> {
        if known.was_nobody() {
            return None;
        }
        match found {
            Some(found) if found.lineage == known.lineage => {
                let older = (found.generation, found.writes) < (known.generation, known.writes);
                older.then_some(Mismatch::Older)
            }
            Some(found) if found.was_nobody() => Some(Mismatch::Missing),
            Some(_) | None => Some(Mismatch::Strange),
        }
    }

    /// Returns true if nothing but the lineage had been written.
    fn was_nobody(self) -> bool {
        self.generation == 1 && self.writes <= 1
    }
}

/// The progress of the people, as a store of matches that follows them sees it.
#[derive(Default)]
pub(super) struct Bond {
    /// `None` for people who could not be given a lineage, as on a full disk.
    progress: Mutex<Option<Progress>>,
    /// The file that they are written to.
    inode: Mutex<Option<Inode>>,
    /// Wakes the store, to write the new progress.
    wake: OnceLock<Box<dyn Fn() + Send + Sync>>,
}

impl Bond {
    /// Returns the progress; all of it is durable.
    pub(super) fn progress(&self) -> Option<Progress> {
        *locked(&self.progress)
    }

    /// Notes that they are written to this file from now on.
    pub(super) fn lies_in(&self, inode: Inode) {
        *locked(&self.inode) = Some(inode);
    }

    /// Returns the file that they are written to, if it is not in its place any more.
    pub(super) fn misplaced(&self) -> Option<Inode> {
        let inode = locked(&self.inode).clone();
        inode.filter(|inode| !inode.is_in_place())
    }

    /// Notes that people have come further, durably. The store writes it with its next commit.
    pub(super) fn advance(&self, progress: Progress) {
        *locked(&self.progress) = Some(progress);
    }

    /// Notes the same as [`advance`](Bond::advance), and the store does not wait for a commit.
    pub(super) fn advance_now(&self, progress: Progress) {
        self.advance(progress);
        if let Some(wake) = self.wake.get() {
            wake();
        }
    }

    /// Sets the function that is called whenever the store should write. The first call counts.
    pub(super) fn call(&self, wake: impl Fn() + Send + Sync + 'static) {
        // A second store would write it with its next commit all the same.
        let _ = self.wake.set(Box::new(wake));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keyed::values;

    fn progress(lineage: u64, generation: u64, writes: u64) -> Progress {
        Progress {
            lineage,
            generation,
            writes,
        }
    }

    #[test]
    fn people_are_those_that_are_known_or_have_come_further() {
        let known = progress(7, 2, 5);
        assert_eq!(values::decode(&values::encode(&known)), Ok(known));
        for (found, mismatch) in [
            (Some(known), None),
            (Some(progress(7, 2, 6)), None),
            (Some(progress(7, 3, 1)), None),
            (Some(progress(7, 2, 4)), Some(Mismatch::Older)),
            (Some(progress(7, 1, 9)), Some(Mismatch::Older)),
            (Some(progress(8, 2, 5)), Some(Mismatch::Strange)),
            (Some(progress(8, 1, 1)), Some(Mismatch::Missing)),
            (None, Some(Mismatch::Strange)),
        ] {
            assert_eq!(Progress::mismatch(known, found), mismatch, "{found:?}");
        }
        // Where nobody was known, nobody is missed.
        assert_eq!(Progress::mismatch(progress(7, 1, 1), None), None);
    }
}
