//! The error of stores.

use std::{
    error::Error,
    fmt::{self, Display},
    path::Path,
};

use rondel_matchplay::MatchId;

/// Returns an error with everything that caused it, for the log: `TLS failed: unknown issuer`.
///
/// ```
/// use rondel_store::causes;
///
/// #[derive(Debug, thiserror::Error)]
/// #[error("no answer")]
/// struct Silent(#[source] std::io::Error);
///
/// let silent = Silent(std::io::Error::other("refused"));
/// assert_eq!(causes(&silent).to_string(), "no answer: refused");
/// ```
#[must_use]
pub fn causes<'a>(error: &'a (dyn Error + 'a)) -> impl Display + 'a {
    Causes(error)
}

struct Causes<'a>(&'a (dyn Error + 'a));

impl Display for Causes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Causes(error) = self;
        let mut said = error.to_string();
        let mut next = error.source();
        while let Some(cause) = next {
            let words = cause.to_string();
            // Many errors repeat what caused them.
            if !said.contains(&words) {
                said = format!("{said}: {words}");
            }
            next = cause.source();
        }
        f.write_str(&said)
    }
}

/// The store cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// Another process holds it.
    #[error("the store at {path} is in use by another process")]
    InUse {
        /// The directory of the store.
        path: String,
    },
    /// It was written by a later version of this program.
    #[error("{path}: format {format} was written by a later version of this program")]
    Later {
        /// The directory of the store.
        path: String,
        /// The format of the files.
        format: u64,
    },
    /// A draft of this program wrote it, before the first release.
    #[error(
        "{path}: a draft from before the first release wrote this store, and this version does not \
         read it; move the directory away and start again with a new one, or export its matches \
         with the program that wrote it and import them here"
    )]
    Draft {
        /// The directory of the store.
        path: String,
    },
    /// Nothing can be written for the moment, as the operator has been told. Nothing of this write
    /// is in the files; writing works again by itself when there is room.
    #[error("the store at {path} cannot write at the moment: {what}")]
    Unwritable {
        /// The directory of the store.
        path: String,
        /// The reason, as a clause.
        what: String,
    },
    /// A write failed, and nobody knows whether it is in the files. It is taken back as soon as
    /// that is possible, and nobody sees it until then; should the process end before, it may be
    /// found after all.
    #[error("the store at {path} may or may not have kept a write that failed: {what}")]
    InDoubt {
        /// The directory of the store.
        path: String,
        /// The reason, as a clause.
        what: String,
    },
    /// The system does not let Rondel at the files, in which all may be well.
    #[error("the store failed: {0}")]
    Refused(String),
    /// Reading or writing failed.
    #[error("the store failed: {0}")]
    Failed(String),
    /// A stored record cannot be read back.
    #[error("record {version} of match {id} is damaged: {what}")]
    Damaged {
        /// The match of the record.
        id: MatchId,
        /// The version of the record, counted from 1.
        version: u64,
        /// The damage, as a clause.
        what: String,
    },
}

impl StoreError {
    /// Returns the error of this description.
    pub(super) fn failed(what: impl Into<String>) -> StoreError {
        StoreError::Failed(what.into())
    }

    /// Returns the error for a failure with the files at this path.
    pub(super) fn at(path: &Path, error: &dyn std::error::Error) -> StoreError {
        StoreError::Failed(format!("{}: {}", path.display(), causes(error)))
    }

    /// Returns the error of a store that cannot write for this reason.
    pub(super) fn unwritable(path: &Path, what: impl Into<String>) -> StoreError {
        StoreError::Unwritable {
            path: path.display().to_string(),
            what: what.into(),
        }
    }

    /// Returns the error of a store that another process holds.
    pub(super) fn in_use(path: &Path) -> StoreError {
        StoreError::InUse {
            path: path.display().to_string(),
        }
    }

    /// Returns true for the errors that mean that nothing can be written for the moment. The
    /// operator has been told of those.
    #[must_use]
    pub const fn is_of_writing(&self) -> bool {
        matches!(
            self,
            StoreError::Unwritable { .. } | StoreError::InDoubt { .. }
        )
    }
}
