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
    rows::Counters,
    shared::{Shared, Unsettled},
    write_batch::WriteBatch,
};
use crate::store::{Append, AppendError, Appended, StoreError, Subject, audit::Note, locked};

/// The most appends that are committed together.
const MOST_TOGETHER: usize = 256;

/// Reply channel of an append.
type AppendReply = oneshot::Sender<Result<Appended, AppendError>>;

/// Reply channel of a preferences write.
type PreferenceReply = oneshot::Sender<Result<(), StoreError>>;

/// A request to the committer.
pub(super) enum WriteRequest {
    /// An append, answered when it is durable.
    Append(Box<Append>, Option<Note>, AppendReply),
    /// A write of preferences, answered when it is durable.
    Prefer(Subject, String, Option<Note>, PreferenceReply),
    /// A write of the people's progress, answered when it is durable.
    Follow(sync_mpsc::Sender<Result<(), StoreError>>),
    /// A look at the outbox rows told and the people's progress; not answered.
    Look,
}

/// An append with the entry that is noted with it.
type NotedAppend = (Box<Append>, Option<Note>);

/// A preferences write with the entry that is noted with it.
type PreferenceWrite = (Subject, String, Option<Note>);

/// Requests that wait to be written together.
#[derive(Default)]
struct WriteQueue {
    appends: Vec<(NotedAppend, AppendReply)>,
    wishes: Vec<(PreferenceWrite, PreferenceReply)>,
    follows: Vec<sync_mpsc::Sender<Result<(), StoreError>>>,
}

/// The answers to them, in the same order.
struct Judged {
    appends: Vec<Result<Appended, AppendError>>,
    wishes: Vec<Result<(), StoreError>>,
}

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
            Some(row) => Counters::decode(&row)?,
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
            let mut waiting = WriteQueue::default();
            for job in mem::take(&mut jobs) {
                match job {
                    WriteRequest::Append(append, note, answer) => {
                        waiting.appends.push(((append, note), answer));
                    }
                    WriteRequest::Prefer(subject, text, note, answer) => {
                        waiting.wishes.push(((subject, text, note), answer));
                    }
                    WriteRequest::Follow(answer) => waiting.follows.push(answer),
                    WriteRequest::Look => {}
                }
            }
            self.commit(waiting);
        }
        self.commit(WriteQueue::default());
    }

    fn commit(&mut self, waiting: WriteQueue) {
        // A panic of sled's is an error by then; one of ours leaves nothing written by halves.
        let judged = catch_unwind(AssertUnwindSafe(|| self.write(&waiting)));
        let judged = judged.unwrap_or_else(|_| Err(StoreError::failed("a panic")));
        // The caller may be gone by now.
        match judged {
            Ok(judged) => {
                for ((_, answer), judged) in waiting.appends.into_iter().zip(judged.appends) {
                    let _ = answer.send(judged);
                }
                for ((_, answer), judged) in waiting.wishes.into_iter().zip(judged.wishes) {
                    let _ = answer.send(judged);
                }
                for answer in waiting.follows {
                    let _ = answer.send(Ok(()));
                }
            }
            Err(error) => {
                for (_, answer) in waiting.appends {
                    let _ = answer.send(Err(error.clone().into()));
                }
                for (_, answer) in waiting.wishes {
                    let _ = answer.send(Err(error.clone()));
                }
                for answer in waiting.follows {
                    let _ = answer.send(Err(error.clone()));
                }
            }
        }
    }

    /// Writes a group, and returns the answer to each part of it.
    fn write(&mut self, waiting: &WriteQueue) -> Result<Judged, StoreError> {
        let shared = Arc::clone(&self.shared);
        let mut group = Group::new(&shared, self.counts);
        let appends = waiting.appends.iter();
        let wishes = waiting.wishes.iter();
        let judged = Judged {
            appends: appends
                .map(|((append, note), _)| group.add(append, note.as_ref()))
                .collect(),
            wishes: wishes
                .map(|((subject, text, note), _)| group.prefer(subject, text, note.as_ref()))
                .collect(),
        };
        // The players would be unknown after the next start.
        if let Some(inode) = shared.people.get().and_then(|people| people.misplaced()) {
            return Err(misplaced(&inode));
        }
        let told = locked(&shared.told).clone();
        // Read after the group was gathered: everybody who sits in it has been written by then.
        let people = shared.people.get().and_then(|people| people.progress());
        let people = people.filter(|progress| self.people != Some(*progress));
        match group.finish() {
            Some(mut outcome) => {
                take_off(&mut outcome.changes, told.iter());
                note_people(&mut outcome.changes, people);
                *locked(&shared.unsettled) = outcome.before;
                self.files.write(outcome.changes)?;
                *locked(&shared.unsettled) = Unsettled::default();
                self.counts = outcome.counts;
            }
            None if told.is_empty() && people.is_none() => {}
            None => {
                let mut changes = WriteBatch::default();
                take_off(&mut changes, told.iter());
                note_people(&mut changes, people);
                match people {
                    Some(_) => self.files.write(changes)?,
                    None => self.files.write_soon(changes)?,
                }
            }
        }
        self.people = people.or(self.people);
        locked(&shared.told).retain(|number| !told.contains(number));
        Ok(judged)
    }
}

fn take_off<'a>(changes: &mut WriteBatch, told: impl Iterator<Item = &'a u64>) {
    for number in told {
        changes.remove(keys::outbox(*number));
    }
}

fn note_people(changes: &mut WriteBatch, people: Option<Progress>) {
    if let Some(progress) = people {
        changes.insert(keys::meta("people"), progress.encode());
    }
}
