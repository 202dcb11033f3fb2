//! A look over all rows of a database: what it says of itself, and what is really there.

use std::{path::Path, sync::mpsc, thread};

use super::{
    database::Database,
    mark::{MarkFile, too_new},
    tally::RowTally,
};
use crate::{
    StoreError, format,
    keyed::{ReadRows, keys, values},
};

/// The state of a database by its rows.
pub(super) struct Survey {
    /// The store's number; `None` in a new one.
    pub(super) store: Option<u64>,
    /// The format; `None` in a new store.
    pub(super) format: Option<u64>,
    /// The number of durable writes.
    pub(super) writes: u64,
    /// The tally that was written; `None` in a new store.
    pub(super) tally: Option<RowTally>,
    /// The tally of the rows that are there, if all can be gone through.
    pub(super) found: Result<RowTally, StoreError>,
}

/// The number of matches in a group, of whose records two thirds are read ahead.
const GROUP: usize = 192;

/// Tallies all rows, which every start waits for. They are gone through in one go, as they hang
/// together, so that a damaged page is seen wherever it leads. Another thread reads ahead of that, only
/// to have in memory what comes next.
fn tallied(database: &Database) -> Result<RowTally, StoreError> {
    let (ahead, wanted) = mpsc::sync_channel::<[Vec<u8>; 2]>(1);
    thread::scope(|scope| {
        scope.spawn(move || {
            for [from, to] in wanted {
                database.read_ahead(&from, &to);
            }
        });
        let (mut found, mut walk) = (RowTally::default(), Walk::default());
        let walked = database.each(|key, value| {
            found.change(key, None, Some(value));
            if let Some(next) = walk.pass(key) {
                // A thread that is behind is left as it is: this one reads whatever is not there.
                let _ = ahead.try_send(next);
            }
        });
        drop(ahead);
        walked.map(|()| found)
    })
}

/// The way through the rows in the order of their keys: first the heads of all matches, then their
/// records.
#[derive(Default)]
struct Walk {
    heads: Vec<Vec<u8>>,
    /// The number of matches whose records were come to.
    passed: usize,
    /// The key of the first record of the match that was come to last.
    first: Vec<u8>,
}

impl Walk {
    /// Notes a key. Returns the keys from which and up to which to read ahead, if it is time for it.
    fn pass(&mut self, key: &[u8]) -> Option<[Vec<u8>; 2]> {
        match key.first() {
            Some(&keys::HEAD) => self.heads.push(key.to_vec()),
            Some(&keys::LOG) if !keys::are_of_one_match(&self.first, key) => {
                self.first = key.to_vec();
                self.passed += 1;
                if self.passed % GROUP == 1 {
                    let after = |number: usize| {
                        let head: Option<&Vec<u8>> = self.heads.get(self.passed + number);
                        head.map(|head| keys::log_of(head))
                    };
                    return after(GROUP + GROUP / 3)
                        .zip(after(2 * GROUP))
                        .map(<[_; 2]>::from);
                }
            }
            _ => {}
        }
        None
    }
}

impl Survey {
    pub(super) fn of(database: &Database) -> Result<Survey, StoreError> {
        let tally = database.get(&keys::meta("tally"))?;
        Ok(Survey {
            store: database.number("store")?,
            format: database.number("format")?,
            writes: database.number("writes")?.unwrap_or(0),
            tally: tally.map(|row| values::decode(&row)).transpose()?,
            found: tallied(database),
        })
    }

    /// Returns an error if a later version of this program has written it. In another kind of store
    /// than the mark's the number of the format means nothing.
    pub(super) fn check_format(
        &self,
        path: &Path,
        mark: Option<MarkFile>,
    ) -> Result<(), StoreError> {
        match self.format {
            Some(there)
                if there > format::NEWEST && !mark.is_some_and(|mark| self.is_another(mark)) =>
            {
                Err(too_new(path, there))
            }
            _ => Ok(()),
        }
    }

    /// Returns what is missing according to the mark, each a sentence without a full stop.
    pub(super) fn missing(&self, mark: MarkFile) -> Vec<String> {
        let mut missing = Vec::new();
        if mark.writes > self.writes {
            let (there, found) = (mark.writes, self.writes);
            missing.push(format!(
                "the latest writes are lost: there were {there} and there are {found}"
            ));
        }
        if self.is_another(mark) {
            missing.push(String::from("its file `db` is that of another store"));
        }
        if self.tally.is_none() {
            missing.push(String::from("the tally of its rows is not there"));
        }
        missing
    }

    /// Returns in what the rows are not those of the tally, each a sentence without a full stop.
    pub(super) fn differences(&self) -> Vec<String> {
        match (&self.tally, &self.found) {
            (Some(tally), Ok(found)) => tally.differences(found),
            (_, Err(error)) => vec![error.to_string()],
            (None, Ok(_)) => Vec::new(),
        }
    }

    fn is_another(&self, mark: MarkFile) -> bool {
        Some(mark.store) != self.store
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_said_is_said_even_if_not_all_rows_can_be_gone_through() {
        let survey = Survey {
            store: Some(1),
            format: Some(format::FIRST),
            writes: 3,
            tally: Some(RowTally::default()),
            found: Err(StoreError::failed("a page is gone")),
        };
        let mark = MarkFile {
            format: format::FIRST,
            store: 2,
            writes: 5,
            holds: 0,
        };
        let faults = [survey.missing(mark), survey.differences()].concat();
        let expected = [
            "the latest writes are lost: there were 5 and there are 3",
            "its file `db` is that of another store",
            "the store failed: a page is gone",
        ];
        assert_eq!(faults, expected);
    }
}
