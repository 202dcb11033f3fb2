//! Stores in files that are filled from a backup.

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::{
    lock::Lock,
    pair::Pair,
    settling::{move_to, restored, restoring, settle},
};
use crate::store::{
    Pending, StoreError,
    backup::{BackupItem, BackupSink},
};

/// Stores of matches and of people that are filled.
#[derive(Debug)]
pub struct FileFilling {
    pair: Pair,
    matches: PathBuf,
    people: PathBuf,
}

impl FileFilling {
    /// Begins to fill stores, which are not there yet.
    ///
    /// # Errors
    ///
    /// [`StoreError::Failed`] when one of them is there, or cannot be made; [`StoreError::InUse`] when another
    /// process is filling them.
    pub fn begin(matches: &Path, people: &Path) -> Result<FileFilling, StoreError> {
        settle(matches, people)?;
        for path in [matches, people] {
            if path.exists() {
                return Err(StoreError::Failed(format!(
                    "{} is there already, and nothing in it is overwritten; move it away, or name \
                     another directory with --data",
                    path.display()
                )));
            }
        }
        let unfinished = [matches, people].map(restoring);
        for path in &unfinished {
            if path.exists() {
                // What is left of an attempt that was cut short, if nobody is at it.
                drop(Lock::take(path)?);
                fs::remove_dir_all(path).map_err(|error| StoreError::at(path, &error))?;
            }
        }
        let [unfinished_matches, unfinished_people] = unfinished;
        Ok(FileFilling {
            pair: Pair::open(&unfinished_matches, &unfinished_people, false)?,
            matches: matches.to_owned(),
            people: people.to_owned(),
        })
    }

    /// Keeps what was filled.
    fn keep(self) -> Result<(), StoreError> {
        let FileFilling {
            pair,
            matches,
            people,
        } = self;
        // Closes them.
        drop(pair);
        let kept = move_to(&restoring(&matches), &restored(&matches));
        kept.map_err(|error| StoreError::at(&matches, &error))?;
        settle(&matches, &people)
    }
}

impl BackupSink for FileFilling {
    fn take(&mut self, items: Vec<BackupItem>) -> Pending<'_, Result<(), StoreError>> {
        Box::pin(async move {
            let (mut cards, mut others) = (Vec::new(), Vec::with_capacity(items.len()));
            for item in items {
                if let BackupItem::Person(person, card) = item {
                    cards.push((person, card));
                } else {
                    others.push(item);
                }
            }
            self.pair.fill(others, cards).await
        })
    }

    fn finish(self: Box<Self>) -> Pending<'static, Result<(), StoreError>> {
        Box::pin(async move {
            let kept = tokio::task::spawn_blocking(move || self.keep()).await;
            kept.map_err(|error| StoreError::failed(error.to_string()))?
        })
    }
}
