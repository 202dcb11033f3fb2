//! A look over all rows of a database: what it says of itself, and what is really there.

use std::{
    mem,
    path::Path,
    sync::mpsc::{self, TrySendError},
    thread,
};

use super::{
    contents::FORMAT,
    database::{Database, KeyValues},
    keys,
    mark::{MarkFile, too_new},
    rows,
    tally::RowTally,
};
use crate::store::StoreError;

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

/// The rows that are tallied at once, and the number of such batches that may wait.
const BATCH: usize = 1_024;
const WAITING: usize = 8;

/// Tallies all rows. They are gone through in one go, as they hang together, so that a damaged page is
/// seen wherever it leads. Another thread sums them up meanwhile, and this one what is too much for it:
/// every start waits for it.
fn tallied(database: &Database) -> Result<RowTally, StoreError> {
    let (batches, waiting) = mpsc::sync_channel::<KeyValues>(WAITING);
    thread::scope(|scope| {
        let summing = scope.spawn(move || {
            let mut found = RowTally::default();
            for batch in waiting {
                sum(&mut found, &batch);
            }
            found
        });
        let (mut batch, mut own) = (Vec::with_capacity(BATCH), RowTally::default());
        let walked = database.each(|row| {
            batch.push(row);
            if batch.len() == BATCH {
                let full = mem::replace(&mut batch, Vec::with_capacity(BATCH));
                if let Err(TrySendError::Full(full) | TrySendError::Disconnected(full)) =
                    batches.try_send(full)
                {
                    sum(&mut own, &full);
                }
            }
        });
        drop(batches);
        sum(&mut own, &batch);
        let broke_down = |_| StoreError::failed("the tally of its rows broke down");
        own.add(&summing.join().map_err(broke_down)?);
        walked.map(|()| own)
    })
}

/// Adds rows to a tally.
fn sum(tally: &mut RowTally, rows: &KeyValues) {
    for (key, value) in rows {
        tally.change(key, None, Some(value));
    }
}

impl Survey {
    pub(super) fn of(database: &Database) -> Result<Survey, StoreError> {
        let tally = database.get(&keys::meta("tally"))?;
        Ok(Survey {
            store: database.number("store")?,
            format: database.number("format")?,
            writes: database.number("writes")?.unwrap_or(0),
            tally: tally.map(|row| rows::decode(&row)).transpose()?,
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
            Some(format) if format > FORMAT && !mark.is_some_and(|mark| self.is_another(mark)) => {
                Err(too_new(path, format))
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
            format: Some(FORMAT),
            writes: 3,
            tally: Some(RowTally::default()),
            found: Err(StoreError::failed("a page is gone")),
        };
        let mark = MarkFile {
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
