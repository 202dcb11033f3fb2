//! The thread that writes.

use std::{
    mem,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, mpsc as sync_mpsc},
};

use tokio::sync::{mpsc, oneshot};

use super::{
    bond::Progress,
    files::{Files, misplaced},
    group::Group,
    keys,
    rows::{self, Counters},
    shared::Shared,
};
use crate::{
    Append, AppendError, Appended, RowChange, RowChangeError, StoreError, backup::BackupItem,
    locked,
};

/// The most appends that are committed together.
const MOST_TOGETHER: usize = 256;

/// A request to the committer.
pub(super) enum WriteRequest {
    /// An append, answered when it is durable.
    Append(Box<Append>, ReplyTo<Appended, AppendError>),
    /// A change of a row of preferences, answered when it is durable.
    Prefer(Box<RowChange>, ReplyTo<(), RowChangeError>),
    /// What a backup holds but people, in an empty store; answered when it is durable. If it fails, some of it
    /// may be written, and the store is of no use.
    Fill(Vec<BackupItem>, ReplyTo<(), StoreError>),
    /// A write of the people's progress, answered when it is durable.
    Follow(sync_mpsc::Sender<Result<(), StoreError>>),
    /// A look at the outbox rows told and the people's progress; not answered.
    Look,
}

/// The channel on which somebody waits for an answer.
type ReplyTo<T, E> = oneshot::Sender<Result<T, E>>;

/// Answers somebody once it is known if everything could be written.
type Answerer = Box<dyn FnOnce(Result<(), StoreError>)>;

/// The thread that gathers what waits, judges it, writes it at once, and answers when it is
/// durable.
pub(super) struct Committer {
    shared: Arc<Shared>,
    files: Arc<Files>,
    jobs: mpsc::Receiver<WriteRequest>,
    counts: Counters,
    /// The progress of the people, as it is written.
    people: Option<Progress>,
}

impl Committer {
    pub(super) fn new(
        shared: Arc<Shared>,
        files: Arc<Files>,
        jobs: mpsc::Receiver<WriteRequest>,
    ) -> Result<Committer, StoreError> {
        let counts = match shared.view.get(&keys::meta("counts"))? {
            Some(row) => rows::decode(&row)?,
            None => Counters::default(),
        };
        let people = shared.people_known()?;
        Ok(Committer {
            shared,
            files,
            jobs,
            counts,
            people,
        })
    }

    /// Works until the last sender is gone and all that waited is done.
    pub(super) fn run(mut self) {
        let mut jobs = Vec::with_capacity(MOST_TOGETHER);
        while self.jobs.blocking_recv_many(&mut jobs, MOST_TOGETHER) > 0 {
            self.commit(mem::take(&mut jobs));
        }
        self.commit(Vec::new());
    }

    fn commit(&mut self, jobs: Vec<WriteRequest>) {
        let mut replies = Vec::with_capacity(jobs.len());
        // A panic of sled's is an error by then; one of ours leaves nothing written by halves.
        let written = catch_unwind(AssertUnwindSafe(|| self.write(jobs, &mut replies)));
        let written = written.unwrap_or_else(|_| Err(StoreError::failed("a panic")));
        for reply in replies {
            reply(written.clone());
        }
    }

    /// Writes a group, and adds the answer to each part of it to the replies.
    fn write(
        &mut self,
        jobs: Vec<WriteRequest>,
        replies: &mut Vec<Answerer>,
    ) -> Result<(), StoreError> {
        let shared = Arc::clone(&self.shared);
        let mut group = Group::new(&shared.view, self.counts);
        for job in jobs {
            replies.push(match job {
                WriteRequest::Append(append, to) => reply(to, group.add(&append)),
                WriteRequest::Prefer(change, to) => reply(to, group.set_preferences(&change)),
                WriteRequest::Fill(items, to) => reply(to, group.fill(items)),
                WriteRequest::Follow(to) => Box::new(move |written| drop(to.send(written))),
                WriteRequest::Look => continue,
            });
        }
        // The players would be unknown after the next start.
        if let Some(inode) = shared.people.get().and_then(|people| people.misplaced()) {
            return Err(misplaced(&inode));
        }
        let told = locked(&shared.told).clone();
        // Read after the group was gathered: everybody who sits in it has been written by then.
        let people = shared.people.get().and_then(|people| people.progress());
        let people = people.filter(|progress| self.people != Some(*progress));
        let (mut changes, counts) = group.finish();
        let durably = !changes.0.is_empty() || people.is_some();
        for key in &told {
            changes.remove(key.as_slice());
        }
        if let Some(progress) = people {
            changes.insert(keys::meta("people"), rows::encode(&progress));
        }
        if durably {
            self.files.write(changes)?;
        } else if !told.is_empty() {
            self.files.write_soon(changes)?;
        }
        self.counts = counts;
        self.people = people.or(self.people);
        locked(&shared.told).retain(|key| !told.contains(key));
        Ok(())
    }
}

/// Returns the reply of what was judged, should it be written.
fn reply<T: Send + 'static, E: From<StoreError> + Send + 'static>(
    to: ReplyTo<T, E>,
    judged: Result<T, E>,
) -> Answerer {
    // The caller may be gone by now.
    Box::new(move |written| drop(to.send(written.map_err(E::from).and(judged))))
}
