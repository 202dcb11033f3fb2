//! Tries after one that failed: what is known of the earlier ones, and the waits between them, which end as
//! soon as people can be reached again.

use serenity::all::Route;
use tokio::{
    sync::watch,
    time::{sleep, sleep_until},
};

use super::{backoff::roll, prelude::*};
use crate::{host::ReachSignals, store::StoreError};

/// Refusals that are not understood after which what else can be done is done instead.
const MOST_REFUSALS: u32 = 4;

/// Finds out every second if requests succeed again, for as long as it is polled, where they fail and
/// nobody else does.
pub(super) async fn keep_probing(office: Arc<Office>) {
    let mut signals = office.reach.signals();
    while signals.wait_for(|signals| signals.failing).await.is_ok() {
        office.takes_turn().await;
        if office.reach.is_failing() {
            let asking = office.api.requests.get(Route::Gateway, &[]);
            if let Err(error) = asking.await {
                tracing::debug!(error = %causes(&error), "requests to Discord fail");
            }
        }
    }
}

/// Reason why something is not told, or not now.
#[derive(Debug, thiserror::Error)]
pub(super) enum Setback {
    /// Its match is not played on Discord.
    #[error("it is not for Discord")]
    Elsewhere,
    /// The store cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Discord refuses it.
    #[error(transparent)]
    Refused(#[from] RequestError),
}

/// What is known of earlier tries to tell the same.
#[derive(Clone, Copy, Debug)]
pub(super) struct EarlierTries {
    pub(super) doubt: Doubt,
    /// True if refusals that are not understood have been met often enough: what else can be done
    /// is done instead.
    pub(super) is_last: bool,
}

/// Why something may have been told before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Doubt {
    /// It has not been sent.
    None,
    /// It was sent a moment ago, with a nonce that keeps it from standing twice.
    Tried,
    /// An answer, which has no nonce, may have told its first part.
    Answered,
    /// An earlier process may have told it, or a try so long ago that Discord has forgotten its nonce.
    Before,
}

/// The time after which Discord may have forgotten a nonce: it says a few minutes.
const NONCE_KEPT: Duration = Duration::from_secs(120);

impl Doubt {
    /// Returns the doubt after tries that failed, the first of which that may have got through this long ago.
    pub(super) fn after(self, unsure: Option<Duration>) -> Doubt {
        self.max(match unsure {
            Some(time) if time >= NONCE_KEPT => Doubt::Before,
            _ => Doubt::Tried,
        })
    }
}

impl EarlierTries {
    /// Returns true if nothing of it was sent before.
    pub(super) fn are_none(self) -> bool {
        self.doubt == Doubt::None
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
    /// Number of refusals that lasted or were not understood.
    refusals: u32,
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
            refusals: 0,
        }
    }

    /// Returns true if refusals that are not understood have been met often enough.
    pub(super) const fn is_last(&self) -> bool {
        self.refusals >= MOST_REFUSALS
    }

    /// Counts a failure. Returns how long the next try has to wait at least.
    pub(super) fn count(&mut self, error: &RequestError) -> Duration {
        self.refusals += u32::from(trouble(error) != Trouble::Passing);
        error.wait()
    }

    /// Waits after a failure, and returns true. Returns false at once if it is no use to ask again, or
    /// everything is to stop.
    pub(super) async fn again(&mut self, error: &RequestError) -> bool {
        trouble(error).is_asked_again(self.is_last()) && self.goes_on(error).await
    }

    /// Waits after a failure, and returns true. Returns false at once if refusals of whatever kind have been met
    /// often enough, or everything is to stop: one alone may be a mistake of Discord's.
    pub(super) async fn insists(&mut self, error: &RequestError) -> bool {
        let is_last = self.is_last() && trouble(error) != Trouble::Passing;
        !is_last && self.goes_on(error).await
    }

    /// Waits after a failure, whatever it was, and returns true. Returns false at once if everything is to stop.
    pub(super) async fn goes_on(&mut self, error: &RequestError) -> bool {
        let least = self.count(error);
        self.pause(least).await
    }

    /// Waits after a failure, this long at `least`, and returns true. Returns false at once if everything is to
    /// stop.
    pub(super) async fn pause(&mut self, least: Duration) -> bool {
        let mut stopping = self.office.stopping.subscribe();
        tokio::select! {
            () = self.wait(least) => true,
            _ = stopping.wait_for(|stopping| *stopping) => false,
        }
    }

    /// Waits after a try that failed: longer each time, until people can be reached again, and as long as
    /// Discord wants at `least`. While every request fails one of all who wait tries each second: the player
    /// to move hears of it within two seconds of the end of an outage.
    pub(super) async fn wait(&mut self, least: Duration) {
        let wait = self.office.waits.jittered(self.failed, roll());
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
                () = self.office.takes_turn(), if failing => return,
                changed = self.signals.changed() => {
                    if changed.is_err() {
                        return sleep_until(until).await;
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nonce_is_trusted_for_as_long_as_it_is_known() {
        let at = |seconds| Some(Duration::from_secs(seconds));
        for (doubt, unsure, then) in [
            (Doubt::None, None, Doubt::Tried),
            (Doubt::None, at(119), Doubt::Tried),
            (Doubt::None, at(120), Doubt::Before),
            (Doubt::Answered, at(1), Doubt::Answered),
            (Doubt::Answered, at(500), Doubt::Before),
            (Doubt::Before, None, Doubt::Before),
        ] {
            assert_eq!(doubt.after(unsure), then, "{doubt:?} {unsure:?}");
        }
    }
}
