//! Deadlines: looks every second for what has fallen due, and lets it happen.

use std::{sync::Arc, time::Duration};

use tokio::{
    sync::Notify,
    task::{JoinError, JoinSet},
};

use super::{Cause, Done, Host, HostError, MOST_TRIES};
use crate::{
    matchplay::{MatchId, Moment},
    store::{StoreError, causes, every},
};

/// The time between two looks at the index of deadlines.
const TICK: Duration = Duration::from_secs(1);

/// The number of matches taken from the index at once.
const MOST_AT_ONCE: usize = 256;

/// The number of matches that are read at the start, before anybody asks for them.
const MOST_READ_AHEAD: usize = 512;

/// The largest number of matches settled at once.
const MOST_SETTLING: usize = 32;

fn joined(settled: Result<Result<bool, HostError>, JoinError>) -> Result<bool, HostError> {
    settled.unwrap_or_else(|error| Err(StoreError::Failed(error.to_string()).into()))
}

impl Host {
    /// Looks every second for what has fallen due, and lets it happen, for as long as the future is
    /// polled. What fell due while no process ran happens at once.
    pub async fn run_deadlines(self: Arc<Self>) {
        let ticked = Notify::new();
        // However long a look takes, this waits for the clock all the time: from a late wake-up the
        // clock learns that the process stood still.
        let tick = async {
            loop {
                self.time.clock().after(TICK).await;
                ticked.notify_one();
            }
        };
        tokio::select! {
            () = tick => {}
            ((), ()) = async { tokio::join!(self.look_when(&ticked), self.read_ahead()) } => {}
        }
    }

    async fn look_when(self: &Arc<Self>, ticked: &Notify) {
        self.catch_up_soon(None);
        let mut failing = false;
        loop {
            let failed = self.settle_due().await.err();
            // A full disk fails every second: it is logged once.
            if let Some(error) = failed.as_ref().filter(|_| !failing) {
                tracing::error!(error = %causes(&error), "what is due cannot happen");
            }
            failing = failed.is_some();
            ticked.notified().await;
        }
    }

    /// Reads the matches with the nearest deadlines and their people into memory, so that the first who act after
    /// a start need not wait for that: a database may be far away.
    async fn read_ahead(&self) {
        let reading = async {
            let next = self.store.due(Moment(i64::MAX), None, MOST_READ_AHEAD);
            let ids = next.await?.into_iter().map(|(_, id)| id);
            self.states(ids.collect()).await.map(drop)
        };
        if let Err(error) = reading.await {
            tracing::info!(error = %causes(&error), "matches are not read ahead");
        }
    }

    /// Lets everything happen that is due by the host's clock, and returns the number of matches in
    /// which something did. What others must hear of it goes to the outbox.
    ///
    /// # Errors
    ///
    /// When the store fails; what could not be written is due the next time again.
    pub async fn settle_due(self: &Arc<Self>) -> Result<usize, HostError> {
        let (mut happened, behind) = self.follow_the_clock().await;
        let (mut after, mut failed) = (None, None);
        loop {
            let now = self.now();
            let due = self.time.minding(self.store.due(now, after, MOST_AT_ONCE));
            // Where nothing can be read, nobody can do anything in time either.
            let due = due.await.inspect_err(|_| self.time.begin_now())?;
            let (done, error) = self.settle_all(&due).await;
            happened += done;
            failed = failed.or(error);
            if due.len() < MOST_AT_ONCE {
                return failed.or(behind).map_or(Ok(happened), Err);
            }
            // Rows that lead to nothing stay: what lies behind them is looked at all the same.
            after = due.last().copied();
        }
    }

    /// Moves the deadlines of all matches once after the clock was set, so that everybody has as
    /// much time left as before. Returns the number of matches moved, and the first failure.
    async fn follow_the_clock(self: &Arc<Self>) -> (usize, Option<HostError>) {
        let Some(stamp) = self.time.behind() else {
            return (0, None);
        };
        let whenever = Moment(i64::MAX);
        let live = every(|after, most| self.store.due(whenever, after, most));
        let live = match live.await {
            Ok(live) => live,
            Err(error) => return (0, Some(error.into())),
        };
        let (done, failed) = self.settle_all(&live).await;
        if failed.is_none() {
            self.time.all_follow(stamp);
        }
        (done, failed)
    }

    /// Settles what is due in these matches, and returns the number in which something happened,
    /// and the first failure. One damaged match must not hold up the others.
    async fn settle_all(self: &Arc<Self>, due: &[(Moment, MatchId)]) -> (usize, Option<HostError>) {
        let (mut done, mut failed) = (0, None);
        let mut note = |settled: Result<bool, HostError>| match settled {
            Ok(settled) => done += usize::from(settled),
            Err(error) => {
                failed.get_or_insert(error);
            }
        };
        // At the same time, so that many are written together.
        let mut settling = JoinSet::new();
        for (_, id) in due {
            if settling.len() == MOST_SETTLING {
                let one = settling.join_next().await;
                one.into_iter().for_each(|one| note(joined(one)));
            }
            let (host, id) = (Arc::clone(self), *id);
            settling.spawn(async move { host.settle(id).await });
        }
        while let Some(one) = settling.join_next().await {
            note(joined(one));
        }
        (done, failed)
    }

    /// Settles what is due in one match, and returns whether anything was: somebody may have been
    /// faster.
    async fn settle(self: &Arc<Self>, id: MatchId) -> Result<bool, HostError> {
        for _ in 0..MOST_TRIES {
            let Some(state) = self.folded(id).await? else {
                return Ok(false);
            };
            let (events, stamp) = self.due(&state);
            if events.is_empty() {
                // After a restart, or where a computer could not act, nothing else would remember
                // it.
                self.computers.note(&state);
                return Ok(false);
            }
            let done = self.try_append(&state, events, stamp, Cause::default());
            if done.await?.map(Done::untold).is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
