//! What others must still be told.

use std::{
    collections::BTreeMap,
    fmt,
    sync::{Arc, Mutex},
};

use tokio::sync::Notify;

use super::{Host, locked};
use crate::store::Notice;

/// Rows that nobody is telling at the moment.
pub(super) struct Outbox {
    /// By their numbers, each with whether it may have been told.
    waiting: Mutex<BTreeMap<u64, (Notice, bool)>>,
    arrived: Notify,
}

impl Outbox {
    pub(super) fn new(rows: Vec<Notice>) -> Outbox {
        Outbox {
            // What an earlier process left may have been told before it could be noted.
            waiting: Mutex::new(
                rows.into_iter()
                    .map(|row| (row.number, (row, true)))
                    .collect(),
            ),
            arrived: Notify::new(),
        }
    }
}

/// A row of the outbox that its holder is telling. Dropped before it was told, it waits for the
/// next who asks.
pub struct HeldNotice {
    host: Arc<Host>,
    notice: Notice,
    told: bool,
    doubtful: bool,
}

impl HeldNotice {
    pub(super) fn new(host: Arc<Host>, notice: Notice) -> HeldNotice {
        HeldNotice {
            host,
            notice,
            told: false,
            doubtful: true,
        }
    }

    /// Whether some or all may have heard of it already, from an answer whose fate is unknown or
    /// from a process that was killed. Whoever tells it looks first.
    #[must_use]
    pub const fn is_doubtful(&self) -> bool {
        self.doubtful
    }

    /// Certainly nobody has heard: lets it wait for whoever tells it, who need not look first.
    pub fn untold(mut self) {
        self.doubtful = false;
    }

    /// What is to be told.
    #[must_use]
    pub const fn notice(&self) -> &Notice {
        &self.notice
    }

    /// Everybody has heard: takes the row off the outbox.
    pub fn told(mut self) {
        self.told = true;
        if let Err(error) = self.host.store.told(self.notice.number) {
            // The row stays and is told again after a restart, which does no harm.
            tracing::warn!(%error, id = %self.notice.id, "a notice could not be taken off the outbox");
        }
    }
}

impl Drop for HeldNotice {
    fn drop(&mut self) {
        if !self.told {
            let row = (self.notice, self.doubtful);
            locked(&self.host.outbox.waiting).insert(self.notice.number, row);
            self.host.outbox.arrived.notify_one();
        }
    }
}

impl fmt::Debug for HeldNotice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HeldNotice")
            .field("notice", &self.notice)
            .finish_non_exhaustive()
    }
}

impl Host {
    /// Every row of the outbox that nobody is telling now, oldest first.
    #[must_use]
    pub fn take_notices(self: &Arc<Self>) -> Vec<HeldNotice> {
        let waiting = std::mem::take(&mut *locked(&self.outbox.waiting));
        waiting.into_values().map(|row| self.hold(row)).collect()
    }

    /// The oldest row of the outbox that nobody is telling, as soon as there is one.
    pub async fn next_notice(self: &Arc<Self>) -> HeldNotice {
        loop {
            let arrived = self.outbox.arrived.notified();
            let oldest = locked(&self.outbox.waiting).pop_first();
            if let Some((_, row)) = oldest {
                return self.hold(row);
            }
            arrived.await;
        }
    }

    fn hold(self: &Arc<Self>, (notice, doubtful): (Notice, bool)) -> HeldNotice {
        let mut held = HeldNotice::new(Arc::clone(self), notice);
        held.doubtful = doubtful;
        held
    }
}
