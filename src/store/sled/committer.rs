//! The thread that writes.

use std::{
    mem,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
};

use tokio::sync::{mpsc, oneshot};

use super::{Shared, changes::Changes, files::Files, group::Group, keys, locked, rows::Counts};
use crate::store::{Append, AppendError, Appended, StoreError};

/// The most appends that are committed together.
const MOST_TOGETHER: usize = 256;

/// Whom an append is answered to.
type Answer = oneshot::Sender<Result<Appended, AppendError>>;

/// What the committer is asked for.
pub(super) enum Job {
    /// To append, and to answer when it is durable.
    Append(Box<Append>, Answer),
    /// To look at what has been told.
    Told,
}

/// Gathers what waits, judges it, writes it at once, and answers when it is durable.
pub(super) struct Committer {
    shared: Arc<Shared>,
    files: Arc<Files>,
    jobs: mpsc::Receiver<Job>,
    counts: Counts,
}

impl Committer {
    pub(super) fn new(
        shared: Arc<Shared>,
        files: Arc<Files>,
        jobs: mpsc::Receiver<Job>,
    ) -> Result<Committer, StoreError> {
        let counts = match shared.view.get(&keys::meta("counts"))? {
            Some(row) => Counts::decode(&row)?,
            None => Counts::default(),
        };
        Ok(Committer {
            shared,
            files,
            jobs,
            counts,
        })
    }

    /// Works until the last sender is gone and all that waited is done.
    pub(super) fn run(mut self) {
        let mut jobs = Vec::with_capacity(MOST_TOGETHER);
        while self.jobs.blocking_recv_many(&mut jobs, MOST_TOGETHER) > 0 {
            let appends = mem::take(&mut jobs)
                .into_iter()
                .filter_map(|job| match job {
                    Job::Append(append, answer) => Some((append, answer)),
                    Job::Told => None,
                });
            self.commit(appends.collect());
        }
        self.commit(Vec::new());
    }

    fn commit(&mut self, appends: Vec<(Box<Append>, Answer)>) {
        // A panic of sled's is an error by then; one of ours leaves nothing written by halves.
        let judged = catch_unwind(AssertUnwindSafe(|| self.write(&appends)));
        let judged = judged.unwrap_or_else(|_| Err(StoreError::Failed(String::from("a panic"))));
        match judged {
            Ok(judged) => {
                for ((_, answer), judged) in appends.into_iter().zip(judged) {
                    // Whoever asked may be gone by now.
                    let _ = answer.send(judged);
                }
            }
            Err(error) => {
                for (_, answer) in appends {
                    let _ = answer.send(Err(error.clone().into()));
                }
            }
        }
    }

    /// Writes a group, and gives what to answer to each append of it.
    fn write(
        &mut self,
        appends: &[(Box<Append>, Answer)],
    ) -> Result<Vec<Result<Appended, AppendError>>, StoreError> {
        let shared = Arc::clone(&self.shared);
        let mut group = Group::new(&shared, self.counts);
        let judged = appends
            .iter()
            .map(|(append, _)| group.add(append))
            .collect();
        let told = locked(&shared.told).clone();
        match group.finish() {
            Some(mut outcome) => {
                take_off(&mut outcome.changes, told.iter());
                locked(&shared.unsettled).clone_from(&outcome.before);
                self.files.write(outcome.changes)?;
                locked(&shared.unsettled).clear();
                self.counts = outcome.counts;
            }
            None if told.is_empty() => {}
            None => {
                let mut changes = Changes::default();
                take_off(&mut changes, told.iter());
                self.files.write_soon(changes)?;
            }
        }
        locked(&shared.told).retain(|number| !told.contains(number));
        Ok(judged)
    }
}

fn take_off<'a>(changes: &mut Changes, told: impl Iterator<Item = &'a u64>) {
    for number in told {
        changes.remove(keys::outbox(*number));
    }
}
