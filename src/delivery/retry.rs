//! Tries after one that failed, and the waits between them, which end as soon as people can be reached again.

use std::{sync::Arc, time::Duration};

use tokio::{
    sync::{Mutex as AsyncMutex, watch},
    time::{Instant, sleep, sleep_until},
};

use super::{
    ChatRefusal, ChatResult, Failure,
    backoff::{Backoff, roll},
};
use crate::{
    host::{Connectivity, ReachSignals},
    matchplay::MatchId,
    store::StoreError,
};

/// Refusals that are not understood after which what else can be done is done instead.
const MOST_REFUSALS: u32 = 4;

/// Reason why something is not told, or not now.
#[derive(Debug, thiserror::Error)]
pub(crate) enum DeliveryError {
    /// The store cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The chat does not do it.
    #[error(transparent)]
    Chat(#[from] Failure),
}

impl Failure {
    /// Returns true if the same is to be asked again. What is not understood may pass, but is not asked for ever:
    /// `is_last` says that it has been asked often enough.
    pub(crate) fn is_asked_again(&self, is_last: bool) -> bool {
        match self {
            Failure::TryAgain(_) | Failure::InDoubt => true,
            Failure::Refused(ChatRefusal::Unknown) => !is_last,
            Failure::Refused(_) | Failure::Gone => false,
        }
    }

    /// Returns true if it may pass by itself.
    pub(crate) const fn is_passing(&self) -> bool {
        matches!(self, Failure::TryAgain(_) | Failure::InDoubt)
    }

    /// Returns the time that the next try has to wait at least.
    const fn wait(&self) -> Duration {
        match self {
            Failure::TryAgain(wait) => *wait,
            Failure::Refused(_) | Failure::Gone | Failure::InDoubt => Duration::ZERO,
        }
    }
}

/// Asks for something. A refusal is `None`, and a line of the log about the match; only what is to be asked again
/// remains an error. `is_last` says that this has been asked often enough.
pub(super) async fn unless_refused<T>(
    asking: impl Future<Output = ChatResult<T>>,
    id: MatchId,
    refused: &str,
    is_last: bool,
) -> ChatResult<Option<T>> {
    match asking.await {
        Err(failure) if !failure.is_asked_again(is_last) => {
            tracing::info!(%failure, %id, "{refused}");
            Ok(None)
        }
        asked => asked.map(Some),
    }
}

/// What all who try again share: their waits, and the signs that people can be reached again.
#[derive(Debug)]
pub(crate) struct Tries {
    /// The waits between tries.
    pub(crate) waits: Backoff,
    /// The ways in which people are reached.
    pub(crate) reach: Arc<Connectivity>,
    /// True once everything is to stop.
    pub(crate) stopping: watch::Sender<bool>,
    /// Held by the one whose turn it is to find out if requests succeed again.
    finding_out: AsyncMutex<()>,
}

impl Tries {
    pub(crate) fn new(waits: Backoff, reach: Arc<Connectivity>) -> Tries {
        Tries {
            waits,
            reach,
            stopping: watch::Sender::new(false),
            finding_out: AsyncMutex::default(),
        }
    }

    /// Waits, while requests fail, for one's turn to find out if they succeed again: somebody's comes every
    /// second.
    pub(crate) async fn takes_turn(&self) {
        let _turn = self.finding_out.lock().await;
        sleep(self.waits.after(0)).await;
    }
}

/// The waits of one who tries again and again.
#[derive(Debug)]
pub(crate) struct Retry<'a> {
    tries: &'a Tries,
    signals: watch::Receiver<ReachSignals>,
    /// The returns that were known when the latest try began.
    returns: u64,
    /// Number of tries since then that failed.
    failed: u32,
    /// Number of refusals that lasted or were not understood.
    refusals: u32,
}

impl<'a> Retry<'a> {
    /// Returns the waits of a try that begins now.
    pub(crate) fn new(tries: &'a Tries) -> Retry<'a> {
        let mut signals = tries.reach.signals();
        let returns = signals.borrow_and_update().returns;
        Retry {
            tries,
            signals,
            returns,
            failed: 0,
            refusals: 0,
        }
    }

    /// Returns true if refusals that are not understood have been met often enough.
    pub(crate) const fn is_last(&self) -> bool {
        self.refusals >= MOST_REFUSALS
    }

    /// Counts a failure. Returns how long the next try has to wait at least.
    pub(super) fn count(&mut self, failure: &Failure) -> Duration {
        self.refusals += u32::from(!failure.is_passing());
        failure.wait()
    }

    /// Waits after a failure, and returns true. Returns false at once if it is no use to ask again, or
    /// everything is to stop.
    pub(crate) async fn again(&mut self, failure: &Failure) -> bool {
        failure.is_asked_again(self.is_last()) && self.goes_on(failure).await
    }

    /// Waits after a failure, and returns true. Returns false at once if refusals of whatever kind have been met
    /// often enough, or everything is to stop: one alone may be a mistake of the chat's.
    pub(crate) async fn insists(&mut self, failure: &Failure) -> bool {
        let is_last = self.is_last() && !failure.is_passing();
        !is_last && self.goes_on(failure).await
    }

    /// Waits after a failure, whatever it was, and returns true. Returns false at once if everything is to stop.
    pub(crate) async fn goes_on(&mut self, failure: &Failure) -> bool {
        let least = self.count(failure);
        self.pause(least).await
    }

    /// Waits after a failure, this long at `least`, and returns true. Returns false at once if everything is to
    /// stop.
    pub(super) async fn pause(&mut self, least: Duration) -> bool {
        let mut stopping = self.tries.stopping.subscribe();
        tokio::select! {
            () = self.wait(least) => true,
            _ = stopping.wait_for(|stopping| *stopping) => false,
        }
    }

    /// Waits after a try that failed: longer each time, until people can be reached again, and as long as
    /// the chat wants at `least`. While every request fails one of all who wait tries each second: the player
    /// to move hears of it within two seconds of the end of an outage.
    pub(super) async fn wait(&mut self, least: Duration) {
        let wait = self.tries.waits.jittered(self.failed, roll());
        let until = Instant::now() + wait.max(least);
        self.failed = self.failed.saturating_add(1);
        sleep(least).await;
        loop {
            let ReachSignals { returns, failing } = *self.signals.borrow_and_update();
            if returns != self.returns {
                self.returns = returns;
                self.failed = 0;
                return;
            }
            tokio::select! {
                () = sleep_until(until) => return,
                () = self.tries.takes_turn(), if failing => return,
                changed = self.signals.changed() => {
                    if changed.is_err() {
                        return sleep_until(until).await;
                    }
                }
            }
        }
    }
}
