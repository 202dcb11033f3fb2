//! What lanes are asked to do.

use tokio::sync::oneshot;

use crate::{Append, AppendError, Appended, RowChange, RowChangeError, StoreError};

/// Something to be written, and who waits for it.
pub(super) enum WriteJob {
    /// An append.
    Append(Box<Append>, oneshot::Sender<Result<Appended, AppendError>>),
    /// A change of a row of preferences.
    Prefer(Box<RowChange>, oneshot::Sender<Result<(), RowChangeError>>),
    /// A look at the rows of the outbox that were told.
    Look,
}

/// The answer to a job, which holds once what was written is durable.
pub(super) enum JobAnswer {
    Appended(Result<Appended, AppendError>),
    Preferred(Result<(), RowChangeError>),
    None,
}

impl WriteJob {
    /// Returns true if somebody waits for it.
    pub(super) fn is_wanted(&self) -> bool {
        match self {
            WriteJob::Append(_, to) => !to.is_closed(),
            WriteJob::Prefer(_, to) => !to.is_closed(),
            WriteJob::Look => true,
        }
    }

    pub(super) fn append(&self) -> Option<&Append> {
        match self {
            WriteJob::Append(append, _) => Some(append),
            WriteJob::Prefer(..) | WriteJob::Look => None,
        }
    }

    pub(super) fn row_change(&self) -> Option<&RowChange> {
        match self {
            WriteJob::Prefer(change, _) => Some(change),
            WriteJob::Append(..) | WriteJob::Look => None,
        }
    }

    pub(super) fn refuse(self, error: &StoreError) {
        // Those who asked may be gone.
        match self {
            WriteJob::Append(_, to) => drop(to.send(Err(error.clone().into()))),
            WriteJob::Prefer(_, to) => drop(to.send(Err(error.clone().into()))),
            WriteJob::Look => {}
        }
    }

    pub(super) fn answer(self, answer: JobAnswer) {
        match (self, answer) {
            (WriteJob::Append(_, to), JobAnswer::Appended(answer)) => drop(to.send(answer)),
            (WriteJob::Prefer(_, to), JobAnswer::Preferred(answer)) => drop(to.send(answer)),
            (WriteJob::Append(..) | WriteJob::Prefer(..) | WriteJob::Look, _) => {}
        }
    }
}
