//! Waits between tries of what must get through, which end as soon as people can be reached again.

use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::{
    sync::watch,
    time::{sleep, sleep_until},
};

use super::prelude::*;
use crate::host::ReachSignals;

/// Finds out every second if requests succeed again, for as long as it is polled, where they fail and
/// nobody waits to try again.
pub(super) async fn keep_probing(office: Arc<Office>) {
    let mut signals = office.reach.signals();
    while signals.wait_for(|signals| signals.failing).await.is_ok() {
        sleep(office.waits.after(0)).await;
        if office.reach.is_failing() && office.retries.is_empty() {
            let asking = office.api.http.get_gateway();
            if let Err(error) = office.api.counted(asking).await {
                tracing::debug!(%error, "requests to Discord fail");
            }
        }
    }
}

/// Somebody who waits, until this is dropped.
struct WaitingRetry<'a>(&'a AtomicUsize);

impl Drop for WaitingRetry<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// The waits of one who tries again and again.
#[derive(Debug)]
pub(super) struct Retry<'a> {
    office: &'a Office,
    signals: watch::Receiver<ReachSignals>,
    /// The returns that were known when the latest try began.
    returns: u64,
    /// Number of tries since then that failed.
    failed: u32,
}

impl<'a> Retry<'a> {
    /// Returns the waits of a try that begins now.
    pub(super) fn new(office: &'a Office) -> Retry<'a> {
        let mut signals = office.reach.signals();
        let returns = signals.borrow_and_update().returns;
        Retry {
            office,
            signals,
            returns,
            failed: 0,
        }
    }

    /// Waits after a try that failed: longer each time, until people can be reached again. While every
    /// request fails one of all who wait tries each second: the player to move hears of it within two
    /// seconds of the end of an outage.
    pub(super) async fn wait(&mut self) {
        let waiting = &self.office.retries.waiting;
        waiting.fetch_add(1, Ordering::SeqCst);
        let _waiting = WaitingRetry(waiting);
        let until = Instant::now() + self.office.waits.after(self.failed);
        self.failed = self.failed.saturating_add(1);
        loop {
            let ReachSignals { returns, failing } = *self.signals.borrow_and_update();
            if returns != self.returns {
                self.returns = returns;
                self.failed = 0;
                return;
            }
            let finding_out = async {
                let _turn = self.office.retries.finding_out.lock().await;
                sleep(self.office.waits.after(0)).await;
            };
            tokio::select! {
                () = sleep_until(until) => return,
                () = finding_out, if failing => return,
                changed = self.signals.changed() => {
                    if changed.is_err() {
                        return sleep_until(until).await;
                    }
                }
            }
        }
    }
}
