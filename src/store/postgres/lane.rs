//! Lanes, which write. A match belongs to one of them, and each gathers what waits, judges it, writes it as
//! one transaction, and answers when that is durable.
//!
//! A transaction whose fate nobody knows, since its connection broke, is settled: the next connection takes
//! the lane over, which waits for what the old one may still be writing and lets it write nothing more.
//! After that what was written is there, and what is not there never will be.

use std::{
    collections::HashSet,
    mem,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use rondel_matchplay::MatchId;
use tokio::{
    sync::{Notify, SetOnce, mpsc, oneshot},
    time::sleep,
};
use tokio_postgres::{Error, types::ToSql};

use super::{
    batch::{Batch, RowsBefore},
    connection::Connector,
    numbers::StoreNumbers,
    rows::{self, MatchHead},
    statements,
    transaction::{LaneConnection, LaneName, Unwritten},
};
use crate::{
    Append, Appended, Latest, REQUESTS_KEPT, RowChange, StoreError, locked,
    rules::{Refused, Write},
};

/// The number of lanes.
pub(super) const LANES: usize = 4;
/// The most appends that are written together.
const MOST_TOGETHER: usize = 128;
/// The most matches whose heads are remembered.
const MOST_HEADS: usize = 8_192;
/// The requests between two times that old ones are forgotten.
const REQUESTS_TOGETHER: u64 = 1_000;
/// The times that a batch is judged again before its parts are tried alone.
const MOST_TRIES: u32 = 5;
/// The longest time between two tries: what a standby that has been promoted may wait for the first write.
const LONGEST_WAIT: Duration = Duration::from_millis(250);

/// Has the server give up waiting for what another connection holds, so that one that was given up does not stay
/// there as long as that does.
pub(super) const IMPATIENTLY: &str = "SET lock_timeout = '3s'";

/// Something that a lane is asked to do.
pub(super) enum WriteJob {
    /// A write, answered once it is durable.
    Write(Box<Write>, oneshot::Sender<Result<Appended, Refused>>),
    /// A look at the rows of the outbox that were told.
    Look,
}

impl WriteJob {
    /// Returns true if somebody waits for it.
    fn is_wanted(&self) -> bool {
        match self {
            WriteJob::Write(_, to) => !to.is_closed(),
            WriteJob::Look => true,
        }
    }

    fn append(&self) -> Option<&Append> {
        match self {
            WriteJob::Write(write, _) => write.append(),
            WriteJob::Look => None,
        }
    }

    fn row_change(&self) -> Option<&RowChange> {
        match self {
            WriteJob::Write(write, _) => write.row_change(),
            WriteJob::Look => None,
        }
    }

    fn refuse(self, error: &StoreError) {
        if let WriteJob::Write(_, to) = self {
            // Those who asked may be gone.
            let _ = to.send(Err(error.clone().into()));
        }
    }
}

/// What lanes share.
#[derive(Debug)]
pub(super) struct LaneShare {
    pub(super) connector: Connector,
    /// The rows of the outbox that were told and are still there.
    pub(super) told: Mutex<HashSet<(String, u64)>>,
    pub(super) counters: StoreNumbers,
    /// Set once another process writes: what those hear who wait.
    pub(super) taken_over: SetOnce<StoreError>,
    /// True once the store is closed.
    pub(super) closing: AtomicBool,
    /// Told when a row of the outbox was told.
    pub(super) heard: Notify,
    /// What matches are at, as they were read or written last. What is too old is noticed when it is written.
    pub(super) heads: Mutex<Latest<MatchId, MatchHead, MOST_HEADS>>,
}

impl LaneShare {
    /// Notes what a match is at, unless something newer is known.
    pub(super) fn note_head(&self, id: MatchId, head: MatchHead) {
        let mut heads = locked(&self.heads);
        let known = heads.peek(&id);
        if known.is_none_or(|known| known.head.version < head.head.version) {
            heads.put(id, head);
        }
    }

    /// Notes that another process writes from now on, and returns what those hear who wait.
    pub(super) fn give_up(&self) -> StoreError {
        let error = StoreError::failed("another process has taken it over");
        // Each lane may be the first to notice.
        let _ = self.taken_over.set(error.clone());
        error
    }
}

/// A lane.
pub(super) struct Lane {
    name: LaneName,
    shared: Arc<LaneShare>,
    jobs: mpsc::Receiver<WriteJob>,
    connected: Option<Arc<LaneConnection>>,
    /// The sessions that may stand there, since nobody knows if they were written.
    tried: Vec<i64>,
}

/// A batch with the answers that hold once it is written.
struct Judged {
    batch: Batch,
    answers: Vec<Option<Result<Appended, Refused>>>,
    /// Requests up to this number are forgotten with it.
    outdated: Option<i64>,
}

impl Lane {
    /// Returns a lane that was taken over by this session.
    pub(super) fn new(
        number: usize,
        session: i64,
        shared: Arc<LaneShare>,
        jobs: mpsc::Receiver<WriteJob>,
    ) -> Lane {
        Lane {
            name: LaneName {
                number: number as i32,
                session,
            },
            shared,
            jobs,
            connected: None,
            tried: vec![session],
        }
    }

    /// Works until the last sender is gone and all that waited is done.
    pub(super) async fn run(mut self) {
        let mut jobs = Vec::with_capacity(MOST_TOGETHER);
        // Before anybody waits for it. If it fails, the first write says so.
        let _ = self.connection().await;
        while self.jobs.recv_many(&mut jobs, MOST_TOGETHER).await > 0 {
            self.commit(mem::take(&mut jobs)).await;
        }
        self.commit(vec![WriteJob::Look]).await;
    }

    /// Writes jobs and answers them.
    async fn commit(&mut self, mut jobs: Vec<WriteJob>) {
        let (mut cautious, mut tries) = (false, 0);
        // What may have been written by a connection that broke.
        let mut doubtful: Option<Judged> = None;
        loop {
            if doubtful.is_none() {
                jobs.retain(WriteJob::is_wanted);
            }
            if jobs.is_empty() {
                return;
            }
            let connection = match self.connection().await {
                Ok(connection) => connection,
                Err(error) => return jobs.into_iter().for_each(|job| job.refuse(&error)),
            };
            if let Some(judged) = doubtful.take() {
                match connection.has_written(&judged.batch).await {
                    Ok(true) => return self.finish(judged, jobs),
                    Ok(false) => {}
                    Err(_) => {
                        self.connected = None;
                        doubtful = Some(judged);
                        continue;
                    }
                }
            }
            let judged = match self.judge(&connection, &jobs, cautious).await {
                Ok(Some(judged)) => judged,
                Ok(None) => {
                    cautious = true;
                    continue;
                }
                Err(_) => {
                    self.connected = None;
                    continue;
                }
            };
            let written = connection.write(self.name, &judged.batch, judged.outdated);
            match written.await {
                Ok(()) => return self.finish(judged, jobs),
                Err(Unwritten::Unknown) => {
                    self.connected = None;
                    doubtful = Some(judged);
                }
                Err(Unwritten::TakenOver) => {
                    let error = self.shared.give_up();
                    return jobs.into_iter().for_each(|job| job.refuse(&error));
                }
                Err(Unwritten::Busy) => {
                    judged.batch.give_back(&self.shared.counters);
                    tries += 1;
                    sleep(wait(tries)).await;
                }
                Err(Unwritten::Stale) if tries < MOST_TRIES => {
                    judged.batch.give_back(&self.shared.counters);
                    tries += 1;
                    cautious = true;
                }
                Err(Unwritten::Stale) => {
                    return self.alone(jobs, "rows that cannot be").await;
                }
                Err(Unwritten::Bad(what)) => return self.alone(jobs, &what).await,
            }
        }
    }

    /// Writes the two halves of jobs that cannot be written together, or refuses the only one.
    async fn alone(&mut self, mut jobs: Vec<WriteJob>, what: &str) {
        if jobs.len() == 1 {
            let error = StoreError::failed(what);
            return jobs.into_iter().for_each(|job| job.refuse(&error));
        }
        let later = jobs.split_off(jobs.len() / 2);
        Box::pin(self.commit(jobs)).await;
        Box::pin(self.commit(later)).await;
    }

    /// Answers jobs whose batch is durable.
    fn finish(&mut self, judged: Judged, jobs: Vec<WriteJob>) {
        let Judged { batch, answers, .. } = judged;
        {
            let mut told = locked(&self.shared.told);
            for row in batch.told() {
                told.remove(row);
            }
        }
        {
            let mut heads = locked(&self.shared.heads);
            for (id, head) in batch.heads() {
                heads.put(id, head);
            }
        }
        for (job, answer) in jobs.into_iter().zip(answers) {
            if let (WriteJob::Write(_, to), Some(answer)) = (job, answer) {
                // The caller may be gone by now.
                let _ = to.send(answer);
            }
        }
    }

    /// Judges jobs; cautiously, by what the rows say now. Returns `None` if that is needed.
    async fn judge(
        &mut self,
        connection: &LaneConnection,
        jobs: &[WriteJob],
        cautious: bool,
    ) -> Result<Option<Judged>, Error> {
        let known = self.known(connection, jobs, cautious).await?;
        let mut batch = Batch::default();
        let mut answers = Vec::with_capacity(jobs.len());
        for job in jobs {
            let WriteJob::Write(write, _) = job else {
                answers.push(None);
                continue;
            };
            let answer = batch.add(write, &known, &self.shared.counters);
            if known.answered.is_none() && matches!(answer, Err(Refused::Version { .. })) {
                // What is known of the match may be old.
                batch.give_back(&self.shared.counters);
                return Ok(None);
            }
            answers.push(Some(answer));
        }
        let last = batch.last_request();
        let turn = last % REQUESTS_TOGETHER < MOST_TOGETHER as u64;
        let outdated = last.checked_sub(REQUESTS_KEPT).filter(|_| turn);
        let told = locked(&self.shared.told).iter().cloned().collect();
        batch.tell(told);
        Ok(Some(Judged {
            batch,
            answers,
            outdated: outdated.map(|number| number as i64),
        }))
    }

    /// Reads what must be known to judge these jobs.
    async fn known(
        &mut self,
        connection: &LaneConnection,
        jobs: &[WriteJob],
        cautious: bool,
    ) -> Result<RowsBefore, Error> {
        let mut known = RowsBefore::default();
        let mut unknown = HashSet::new();
        {
            let mut heads = locked(&self.shared.heads);
            for append in jobs.iter().filter_map(WriteJob::append) {
                match heads.get(&append.id) {
                    Some(head) if !cautious => {
                        known.heads.insert(append.id, head.clone());
                    }
                    // Most likely there is none; if there is, it is noticed when it is written.
                    None if !cautious && append.expected == 0 => {}
                    Some(_) | None => {
                        unknown.insert(append.id);
                    }
                }
            }
        }
        if !unknown.is_empty() {
            let ids: Vec<String> = unknown.iter().map(MatchId::to_string).collect();
            let rows = connection.query(statements::HEADS, &[&ids]).await?;
            let mut heads = locked(&self.shared.heads);
            for (id, head) in rows.iter().filter_map(rows::read_head) {
                heads.put(id, head.clone());
                known.heads.insert(id, head);
            }
        }
        if cautious {
            let appends = jobs.iter().filter_map(WriteJob::append);
            let names = appends.filter_map(|append| append.request_id.as_ref());
            let names: Vec<&str> = names.map(|name| name.0.as_str()).collect();
            let answered = connection.query(statements::ANSWERED, &[&names]).await?;
            let answered = answered.iter().filter_map(|row| {
                let answered = rows::read_answered(row, 1)?;
                Some((row.get(0), answered))
            });
            known.answered = Some(answered.collect());
        }
        let changes: Vec<_> = jobs.iter().filter_map(WriteJob::row_change).collect();
        if cautious && !changes.is_empty() {
            let subjects = changes.iter().map(|change| change.subject.to_string());
            let subjects: Vec<String> = subjects.collect();
            for row in connection
                .query(statements::PREFERRED, &[&subjects])
                .await?
            {
                known.preferences.insert(row.get(0), row.get(1));
            }
        } else {
            // The first who changes a row has most likely seen it as it is; if not, it is noticed when it is
            // written.
            for change in changes.iter().rev() {
                let subject = change.subject.to_string();
                match &change.seen {
                    Some(seen) => known.preferences.insert(subject, seen.clone()),
                    None => known.preferences.remove(&subject),
                };
            }
        }
        Ok(known)
    }

    /// Returns a connection that has the lane; waits for one.
    async fn connection(&mut self) -> Result<Arc<LaneConnection>, StoreError> {
        let mut tries = 0;
        loop {
            let connected = self.connected.as_ref();
            let connected = connected.filter(|lane| !lane.connection().is_given_up());
            if let Some(connection) = connected {
                return Ok(Arc::clone(connection));
            }
            if let Some(error) = self.shared.taken_over.get() {
                return Err(error.clone());
            }
            if self.shared.closing.load(Ordering::SeqCst) && tries > 0 {
                return Err(StoreError::failed("the store is closed"));
            }
            match self.connect().await {
                Ok(Some(connection)) => self.connected = Some(Arc::new(connection)),
                Ok(None) => return Err(self.shared.give_up()),
                Err(error) => {
                    if tries == 0 {
                        tracing::warn!(error = super::said(&error), "no connection to PostgreSQL");
                    }
                    tries += 1;
                    sleep(wait(tries)).await;
                }
            }
        }
    }

    /// Makes a connection and takes the lane over; `None` if another process has it.
    async fn connect(&mut self) -> Result<Option<LaneConnection>, Error> {
        let connection = self.shared.connector.open().await?;
        let client = &connection.client;
        connection.wait(client.batch_execute(IMPATIENTLY)).await?;
        loop {
            let session = rand::random::<i64>();
            let before = self.tried.clone();
            self.tried.push(session);
            let lane: [&(dyn ToSql + Sync); 3] = [&self.name.number, &session, &before];
            let taken = client.query_opt(statements::TAKE_LANE, &lane);
            if connection.wait(taken).await?.is_none() {
                return Ok(None);
            }
            self.name.session = session;
            if !connection.take_doubt() {
                self.tried = vec![session];
                return LaneConnection::prepared(connection).await.map(Some);
            }
        }
    }
}

/// Returns the time before the next try.
fn wait(tries: u32) -> Duration {
    let longer = Duration::from_millis(10 << tries.min(5));
    longer.min(LONGEST_WAIT)
}
