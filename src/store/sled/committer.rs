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
    store::Shared,
};
use crate::{
    Appended, StoreError,
    keyed::{Group, keys, values},
    locked,
    rules::{Refused, Write},
};

/// The most writes that are committed together.
const MOST_TOGETHER: usize = 256;

/// A request to the committer.
pub(super) enum WriteRequest {
    /// A write, answered when it is durable.
    Write(Box<Write>, oneshot::Sender<Result<Appended, Refused>>),
    /// A write of the people's progress, answered when it is durable.
    Follow(sync_mpsc::Sender<Result<(), StoreError>>),
    /// A look at the outbox rows told and the people's progress; not answered.
    Look,
}

/// Answers somebody once it is known if everything could be written.
type Answerer = Box<dyn FnOnce(Result<(), StoreError>)>;

/// The thread that gathers what waits, judges it, writes it at once, and answers when it is
/// durable.
pub(super) struct Committer {
    shared: Arc<Shared>,
    files: Arc<Files>,
    jobs: mpsc::Receiver<WriteRequest>,
    /// The progress of the people, as it is written.
    people: Option<Progress>,
}

impl Committer {
    pub(super) fn new(
        shared: Arc<Shared>,
        files: Arc<Files>,
        jobs: mpsc::Receiver<WriteRequest>,
    ) -> Result<Committer, StoreError> {
        let people = shared.people_known()?;
        Ok(Committer {
            shared,
            files,
            jobs,
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
        let mut group = Group::over(&*shared.view);
        for job in jobs {
            replies.push(match job {
                WriteRequest::Write(write, to) => {
                    let judged = group.add(&write);
                    // The caller may be gone by now.
                    Box::new(move |written: Result<(), StoreError>| {
                        drop(to.send(written.map_err(Refused::from).and(judged)));
                    })
                }
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
        let mut changes = group.finish();
        let durably = !changes.is_empty() || people.is_some();
        for key in &told {
            changes.insert(key.clone(), None);
        }
        if let Some(progress) = people {
            changes.insert(keys::meta("people"), Some(values::encode(&progress)));
        }
        if durably {
            self.files.write(changes)?;
        } else if !told.is_empty() {
            self.files.write_soon(changes)?;
        }
        self.people = people.or(self.people);
        locked(&shared.told).retain(|key| !told.contains(key));
        Ok(())
    }
}
