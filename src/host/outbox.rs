//! What others must still be told.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    fmt,
    sync::{Arc, Mutex},
};

use tokio::sync::Notify;

use super::{Host, locked};
use crate::{matchplay::MatchId, store::Notice};

/// Rows that have not been told.
pub(super) struct Outbox {
    rows: Mutex<Rows>,
    /// Rings when a row may have become free.
    arrived: Notify,
}

/// Who has heard what a row tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Heard {
    /// Nobody.
    Nobody,
    /// Somebody, perhaps.
    Unknown,
    /// Everybody.
    All,
}

#[derive(Default)]
struct Rows {
    /// Those that nobody is telling, by their numbers, each with who has heard of it.
    waiting: BTreeMap<u64, (Notice, Heard)>,
    /// The numbers of those that somebody is telling.
    held: HashMap<MatchId, BTreeSet<u64>>,
}

impl Rows {
    /// Takes the oldest row whose match has no older one that somebody is telling.
    fn take_free(&mut self) -> Option<(Notice, Heard)> {
        let free = |notice: &Notice| {
            let first = self.held.get(&notice.id).and_then(BTreeSet::first);
            first.is_none_or(|first| notice.number < *first)
        };
        let (number, _) = self.waiting.iter().find(|(_, (notice, _))| free(notice))?;
        let number = *number;
        self.waiting.remove(&number)
    }

    fn hold(&mut self, notice: &Notice) {
        self.held
            .entry(notice.id)
            .or_default()
            .insert(notice.number);
    }

    fn let_go(&mut self, notice: &Notice) {
        if let Some(held) = self.held.get_mut(&notice.id) {
            held.remove(&notice.number);
            if held.is_empty() {
                self.held.remove(&notice.id);
            }
        }
    }
}

impl Outbox {
    pub(super) fn new(rows: Vec<Notice>) -> Outbox {
        // What an earlier process left may have been told before it could be noted.
        let waiting = rows
            .into_iter()
            .map(|row| (row.number, (row, Heard::Unknown)));
        Outbox {
            rows: Mutex::new(Rows {
                waiting: waiting.collect(),
                held: HashMap::new(),
            }),
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
    heard: Heard,
}

impl HeldNotice {
    pub(super) fn new(host: Arc<Host>, notice: Notice) -> HeldNotice {
        locked(&host.outbox.rows).hold(&notice);
        HeldNotice {
            host,
            notice,
            told: false,
            heard: Heard::Unknown,
        }
    }

    /// What is to be told.
    #[must_use]
    pub const fn notice(&self) -> &Notice {
        &self.notice
    }

    /// Whether some or all may have heard of it already, from an answer whose fate is unknown or
    /// from a process that was killed. Whoever tells it looks first.
    #[must_use]
    pub fn is_doubtful(&self) -> bool {
        self.heard == Heard::Unknown
    }

    /// Whether everybody has heard of it for certain, and something is left to be done besides.
    #[must_use]
    pub fn is_heard(&self) -> bool {
        self.heard == Heard::All
    }

    /// Everybody has heard: takes the row off the outbox.
    pub fn told(mut self) {
        self.told = true;
        if let Err(error) = self.host.store.told(self.notice.number) {
            // The row stays and is told again after a restart, which does no harm.
            tracing::warn!(%error, id = %self.notice.id, "a notice could not be taken off the outbox");
        }
    }

    /// Certainly nobody has heard: lets it wait for whoever tells it, who need not look first.
    pub fn untold(mut self) {
        self.heard = Heard::Nobody;
    }

    /// Everybody has heard, but something is left to be done where they have: lets the row wait for
    /// whoever does it. After a restart that is in doubt.
    pub fn heard(mut self) {
        self.heard = Heard::All;
    }
}

impl Drop for HeldNotice {
    fn drop(&mut self) {
        let outbox = &self.host.outbox;
        let mut rows = locked(&outbox.rows);
        rows.let_go(&self.notice);
        if !self.told {
            let row = (self.notice, self.heard);
            rows.waiting.insert(self.notice.number, row);
        }
        drop(rows);
        outbox.arrived.notify_one();
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
        let waiting = std::mem::take(&mut locked(&self.outbox.rows).waiting);
        waiting.into_values().map(|row| self.hold(row)).collect()
    }

    /// The oldest row of the outbox that nobody is telling, if there is one. The rows of a match
    /// are told in order: none is given while somebody is telling an older one.
    #[must_use]
    pub fn free_notice(self: &Arc<Self>) -> Option<HeldNotice> {
        let mut rows = locked(&self.outbox.rows);
        let row = rows.take_free()?;
        // At once, or a later one of the same match would seem to be free.
        rows.hold(&row.0);
        drop(rows);
        Some(self.hold(row))
    }

    /// As [`Host::free_notice`], as soon as there is one.
    pub async fn next_notice(self: &Arc<Self>) -> HeldNotice {
        loop {
            let arrived = self.outbox.arrived.notified();
            if let Some(held) = self.free_notice() {
                return held;
            }
            arrived.await;
        }
    }

    fn hold(self: &Arc<Self>, (notice, heard): (Notice, Heard)) -> HeldNotice {
        let mut held = HeldNotice::new(Arc::clone(self), notice);
        held.heard = heard;
        held
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(number: u64, id: u32) -> (Notice, Heard) {
        let notice = Notice {
            number,
            id: MatchId::numbered(id),
            from: number,
            to: number + 1,
        };
        (notice, Heard::Nobody)
    }

    #[test]
    fn rows_of_a_match_are_given_one_after_the_other() {
        let waiting = [row(1, 7), row(2, 7), row(3, 8), row(5, 7)];
        let waiting = waiting.map(|row| (row.0.number, row)).into();
        let mut rows = Rows {
            waiting,
            held: HashMap::new(),
        };
        let take = |rows: &mut Rows| {
            let (notice, _) = rows.take_free()?;
            rows.hold(&notice);
            Some(notice)
        };
        let first = take(&mut rows).unwrap();
        let other = take(&mut rows).unwrap();
        assert_eq!((first.number, other.number), (1, 3));
        // Its match's later ones wait for it, also when it comes back untold.
        assert_eq!(take(&mut rows), None);
        rows.let_go(&first);
        rows.waiting.insert(1, (first, Heard::Unknown));
        assert_eq!(take(&mut rows), Some(first));
        assert_eq!(take(&mut rows), None);
        rows.let_go(&first);
        assert_eq!(take(&mut rows).map(|notice| notice.number), Some(2));
        // One that an answer is telling keeps later ones back before it waits itself.
        rows.hold(&row(4, 8).0);
        rows.waiting.insert(6, row(6, 8));
        rows.let_go(&other);
        assert_eq!(take(&mut rows), None);
        rows.let_go(&row(4, 8).0);
        assert_eq!(take(&mut rows).map(|notice| notice.number), Some(6));
    }
}
