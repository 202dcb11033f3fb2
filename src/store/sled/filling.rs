//! Stores in files that are filled from a backup.

use std::path::{Path, PathBuf};

use super::{
    lock::Lock,
    pair::Pair,
    settling::{discard, move_to, restored, restoring, settle},
};
use crate::{
    Pending, StoreError,
    backup::{BackupItem, BackupSink},
    causes,
};

/// Stores of matches and of people that are filled. They are removed again unless it is finished.
#[derive(Debug)]
pub struct FileFilling {
    /// `None` once they are closed.
    pair: Option<Pair>,
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
        let pair = Pair::open(&restoring(matches), &restoring(people), false)?;
        Ok(FileFilling {
            pair: Some(pair),
            matches: matches.to_owned(),
            people: people.to_owned(),
        })
    }

    /// Keeps what was filled.
    fn keep(mut self) -> Result<(), StoreError> {
        let (matches, people) = (&self.matches, &self.people);
        // Closes them.
        drop(self.pair.take());
        // Nobody must take them for given up now.
        let _lock = Lock::take(&restoring(matches))?;
        let kept = move_to(&restoring(matches), &restored(matches));
        kept.map_err(|error| StoreError::at(matches, &error))?;
        settle(matches, people)
    }
}

impl Drop for FileFilling {
    fn drop(&mut self) {
        let Some(pair) = self.pair.take() else { return };
        drop(pair);
        for path in [&self.matches, &self.people] {
            if let Err(error) = discard(&restoring(path)) {
                tracing::warn!(error = %causes(&error), "what was not restored to its end could not be removed");
            }
        }
    }
}

impl BackupSink for FileFilling {
    fn take(&mut self, items: Vec<BackupItem>) -> Pending<'_, Result<(), StoreError>> {
        Box::pin(async move {
            let (mut cards, mut others) = (Vec::new(), Vec::with_capacity(items.len()));
            for item in items {
                if matches!(item, BackupItem::Person(..)) {
                    cards.push(item);
                } else {
                    others.push(item);
                }
            }
            let pair = self.pair.as_ref();
            let pair = pair.ok_or_else(|| StoreError::failed("it is closed"))?;
            pair.fill(others, cards).await
        })
    }

    fn finish(self: Box<Self>) -> Pending<'static, Result<(), StoreError>> {
        Box::pin(async move {
            let kept = tokio::task::spawn_blocking(move || self.keep()).await;
            kept.map_err(|error| StoreError::failed(error.to_string()))?
        })
    }
}
