//! Stores whose rows lie by key, in the order of their keys: in memory, in files, or wherever somebody implements
//! [`Rows`].
//!
//! All that such a store must do is to read a row, to read a range of rows, and to change some rows at once, durably.
//! Which rows these are is said by the [rules](crate::rules), what they look like by `keys` and `values`; a [`Group`]
//! puts the one into the other.
//!
//! ```
//! use std::{collections::BTreeMap, future::ready, sync::Mutex};
//!
//! use rondel_store::{
//!     Appended, Identity, Pending, PeopleStore, StoreError,
//!     keyed::{Group, KeyValues, KeyedStore, PersonRows, ReadRows, Rows},
//!     rules::{Refused, Write},
//! };
//!
//! #[derive(Debug, Default)]
//! struct Shelf(Mutex<BTreeMap<Vec<u8>, Vec<u8>>>, Mutex<()>);
//!
//! impl ReadRows for Shelf {
//!     fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError> {
//!         Ok(self.0.lock().unwrap().get(key).cloned())
//!     }
//!
//!     fn range(
//!         &self,
//!         from: &[u8],
//!         within: &dyn Fn(&[u8]) -> bool,
//!         most: usize,
//!     ) -> Result<KeyValues, StoreError> {
//!         let rows = self.0.lock().unwrap();
//!         let rows = rows.range(from.to_vec()..).take_while(|(key, _)| within(key));
//!         Ok(rows.take(most).map(|(key, value)| (key.clone(), value.clone())).collect())
//!     }
//! }
//!
//! impl Rows for Shelf {
//!     fn write(&self, write: Write) -> Pending<'_, Result<Appended, Refused>> {
//!         let _turn = self.1.lock().unwrap();
//!         let mut group = Group::over(self);
//!         let answer = group.add(&write);
//!         for (key, value) in group.finish() {
//!             let mut rows = self.0.lock().unwrap();
//!             match value {
//!                 Some(value) => rows.insert(key, value),
//!                 None => rows.remove(&key),
//!             };
//!         }
//!         Box::pin(ready(answer))
//!     }
//! }
//!
//! impl PersonRows for Shelf {}
//!
//! # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
//! let store = KeyedStore::<Shelf>::default();
//! let nobody = store.find(&Identity::new("console", "Ada")?).await?;
//! assert_eq!(nobody, None);
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! # })?;
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

mod group;
pub(crate) mod keys;
mod lookups;
mod store;
pub(crate) mod values;

use std::{collections::BTreeMap, fmt};

pub(crate) use self::lookups::Lookups;
pub use self::{group::Group, store::KeyedStore};
use crate::{
    Appended, Pending, StoreError,
    rules::{Refused, Write},
};

/// Rows with their keys.
pub type KeyValues = Vec<(Vec<u8>, Vec<u8>)>;

/// New values of rows by key, or those that they had before; `None` is no row.
pub type Puts = BTreeMap<Vec<u8>, Option<Vec<u8>>>;

/// Rows that can be read. Reading may block for as long as a disk takes.
pub trait ReadRows {
    /// Returns the value of a row.
    ///
    /// # Errors
    ///
    /// When the rows cannot be read.
    fn get(&self, key: &[u8]) -> Result<Option<Vec<u8>>, StoreError>;

    /// Returns the first `most` rows from this key on whose keys are `within` bounds, up to the first that is not, in
    /// the order of their keys.
    ///
    /// # Errors
    ///
    /// When the rows cannot be read.
    fn range(
        &self,
        from: &[u8],
        within: &dyn Fn(&[u8]) -> bool,
        most: usize,
    ) -> Result<KeyValues, StoreError>;
}

/// Rows that are written as well.
pub trait Rows: ReadRows + fmt::Debug + Send + Sync + 'static {
    /// Carries out a write: what a [`Group`] makes of it against the rows as they are, all of it or nothing. Durable
    /// on return. Once polled it may happen even if the future is dropped.
    fn write(&self, write: Write) -> Pending<'_, Result<Appended, Refused>>;

    /// Returns how long reading takes.
    fn pace(&self) -> Pace {
        Pace::AtOnce
    }
}

/// Rows of matches.
pub trait MatchRows: Rows {
    /// Removes a row of the outbox, which is found no more from now on. Durable no later than the next write.
    ///
    /// # Errors
    ///
    /// When the rows cannot be written.
    fn remove_soon(&self, key: Vec<u8>) -> Result<(), StoreError>;

    /// Returns the bytes that were kept last, if they are still there.
    ///
    /// # Errors
    ///
    /// When they cannot be read.
    fn kept(&self) -> Result<Option<Vec<u8>>, StoreError>;

    /// Keeps bytes beside the rows, in place of those before.
    ///
    /// # Errors
    ///
    /// When they cannot be written; those before are still there.
    fn keep(&self, bytes: Vec<u8>) -> Result<(), StoreError>;

    /// Returns the number of matches.
    ///
    /// # Errors
    ///
    /// When the rows cannot be read.
    fn count(&self) -> Result<u64, StoreError> {
        let is_head = |key: &[u8]| key.first() == Some(&keys::HEAD);
        Ok(self.range(&[keys::HEAD], &is_head, usize::MAX)?.len() as u64)
    }
}

/// Rows of people. What was removed for [`Write::Forget`] must not be found in any file either.
pub trait PersonRows: Rows {}

/// How long reading takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// No time.
    AtOnce,
    /// As long as a disk takes for many rows; a few lie in memory mostly.
    ByDisk,
    /// Longer than that just now, also for one row.
    Busy,
}
