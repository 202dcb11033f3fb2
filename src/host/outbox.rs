//! The outbox: notices that others must still be told.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    fmt, mem,
    sync::{Arc, Mutex},
};

use tokio::sync::Notify;

use super::{Change, Host, locked};
use crate::{
    matchplay::{Event, MatchId, Person, Place},
    store::{EventStore, Notice, StoreError},
};

/// Rows that have not been told.
pub(super) struct Outbox {
    rows: Mutex<NoticeQueue>,
    /// Rings when a row may have become free.
    arrived: Notify,
}

/// The fate of a notice that somebody was telling: who has heard it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Everybody, and nothing is left to do: the row leaves the outbox. All others wait there.
    Told,
    /// Everybody, for certain, and other work is left. After a restart that is in doubt.
    Heard,
    /// Nobody, for certain: the next who tells it need not look first.
    Untold,
    /// Nobody knows, as after the process has ended.
    Unknown,
}

/// A table that never began and that a forgotten person left. A person may leave thousands, so
/// those of one person at one place are told together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LeftTable {
    person: Person,
    place: Place,
    is_closed: bool,
}

impl LeftTable {
    /// Returns the table that a change is about; `None` if it tells of something else, or the person
    /// who left it is not forgotten.
    pub(super) fn of(change: &Change, is_forgotten: impl Fn(Person) -> bool) -> Option<LeftTable> {
        let (person, is_closed) = match change.events.as_slice() {
            [Event::Left { person, .. }] => (*person, false),
            [Event::Left { person, .. }, Event::Closed] => (*person, true),
            _ => return None,
        };
        let was_table = change.after.started_at().is_none() && is_forgotten(person);
        was_table.then(|| LeftTable {
            person,
            place: change.after.place().clone(),
            is_closed,
        })
    }

    fn is_told_with(&self, other: &LeftTable) -> bool {
        self.person == other.person && self.place == other.place
    }
}

/// Tables of one place that a forgotten person left.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeftTables {
    /// Tables where nobody else sat; they are closed.
    pub closed: Vec<MatchId>,
    /// Tables where somebody else sits; they stay open.
    pub open: Vec<MatchId>,
}

/// A row, with what became of it when it was told last.
#[derive(Clone, Debug, PartialEq, Eq)]
struct PendingNotice {
    notice: Notice,
    fate: Fate,
    table: Option<LeftTable>,
}

#[derive(Default)]
struct NoticeQueue {
    /// Rows by their numbers.
    waiting: BTreeMap<u64, PendingNotice>,
    /// The numbers of the rows of each match that somebody is telling.
    held: HashMap<MatchId, BTreeSet<u64>>,
}

impl NoticeQueue {
    /// Takes the oldest row whose match has no older one that somebody is telling, and those that
    /// are told together with it.
    fn take_free(&mut self) -> Option<Vec<PendingNotice>> {
        let free = |notice: &Notice| {
            let first = self.held.get(&notice.id).and_then(BTreeSet::first);
            first.is_none_or(|first| notice.number < *first)
        };
        let (number, _) = self.waiting.iter().find(|(_, row)| free(&row.notice))?;
        let number = *number;
        let first = self.waiting.remove(&number)?;
        Some(self.with_others(first))
    }

    /// Returns a row with the rows that are told together with it and are the next of their
    /// matches.
    fn with_others(&mut self, first: PendingNotice) -> Vec<PendingNotice> {
        let mut numbers = Vec::new();
        if let Some(table) = &first.table {
            let mut seen = HashSet::from([first.notice.id]);
            for (number, row) in &self.waiting {
                let id = row.notice.id;
                let is_next = seen.insert(id) && !self.held.contains_key(&id);
                let other = row.table.as_ref();
                if is_next && other.is_some_and(|other| other.is_told_with(table)) {
                    numbers.push(*number);
                }
            }
        }
        let others = numbers.into_iter();
        let others = others.filter_map(|number| self.waiting.remove(&number));
        [first].into_iter().chain(others).collect()
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
    /// Returns the outbox that an earlier process left in the store.
    pub(super) fn read(
        store: &dyn EventStore,
        is_forgotten: impl Fn(Person) -> bool,
    ) -> Result<Outbox, StoreError> {
        let mut waiting = BTreeMap::new();
        for notice in store.outbox()? {
            let row = PendingNotice {
                notice,
                // It may have been told before that could be noted.
                fate: Fate::Unknown,
                table: left_table(store, &notice, &is_forgotten),
            };
            waiting.insert(notice.number, row);
        }
        Ok(Outbox {
            rows: Mutex::new(NoticeQueue {
                waiting,
                held: HashMap::new(),
            }),
            arrived: Notify::new(),
        })
    }
}

/// Returns the table that a row is about, if it tells that a table was left; `None` also if its
/// match cannot be read.
fn left_table(
    store: &dyn EventStore,
    notice: &Notice,
    is_forgotten: impl Fn(Person) -> bool,
) -> Option<LeftTable> {
    let events = store.load(notice.id).ok()?;
    let (first, _) = events.get(usize::try_from(notice.from).ok()?)?;
    // Most rows tell of something else, and their matches need not be folded at the start.
    if !matches!(first, Event::Left { person, .. } if is_forgotten(*person)) {
        return None;
    }
    let change = Change::between(notice.id, &events, notice.from, notice.to)?;
    LeftTable::of(&change, is_forgotten)
}

/// A row of the outbox that its holder is telling, and the rows told together with it. Whoever holds
/// it ends it with its fate; dropped, it waits as if the process had ended.
pub struct HeldNotice {
    host: Arc<Host>,
    notice: Notice,
    /// Its own row and those told together with it; none once it has ended.
    rows: Vec<PendingNotice>,
}

impl HeldNotice {
    /// Returns the same notice, as one about a table that may be told of together with others.
    pub(super) fn of_table(mut self, table: Option<LeftTable>) -> HeldNotice {
        if let [row] = self.rows.as_mut_slice() {
            row.table = table;
        }
        self
    }

    /// Returns the tables that are told of together; `None` if it is about one match alone.
    #[must_use]
    pub fn left_tables(&self) -> Option<LeftTables> {
        if self.rows.len() < 2 {
            return None;
        }
        let mut left = LeftTables::default();
        for row in &self.rows {
            let is_closed = row.table.as_ref().is_some_and(|table| table.is_closed);
            let list = if is_closed {
                &mut left.closed
            } else {
                &mut left.open
            };
            list.push(row.notice.id);
        }
        Some(left)
    }

    /// Returns the row of the store.
    #[must_use]
    pub const fn notice(&self) -> &Notice {
        &self.notice
    }

    /// Returns true if some or all may have heard already, from an answer whose fate is unknown or
    /// from a process that was killed. The caller then looks before telling it.
    #[must_use]
    pub fn is_doubtful(&self) -> bool {
        self.rows.iter().any(|row| row.fate == Fate::Unknown)
    }

    /// Returns true if everybody has heard for certain, and only other work is left to do.
    #[must_use]
    pub fn is_heard(&self) -> bool {
        self.rows.iter().all(|row| row.fate == Fate::Heard)
    }

    /// Ends it with its fate: takes the rows off the outbox, or lets them wait for the next task
    /// that asks.
    pub fn end(mut self, fate: Fate) {
        self.host.end_all(mem::take(&mut self.rows), fate);
    }
}

impl Drop for HeldNotice {
    fn drop(&mut self) {
        if !self.rows.is_empty() {
            let rows = mem::take(&mut self.rows);
            self.host.end_all(rows, Fate::Unknown);
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
    /// Takes every row of the outbox that nobody is telling now, oldest first.
    #[must_use]
    pub fn take_notices(self: &Arc<Self>) -> Vec<HeldNotice> {
        let mut queue = locked(&self.outbox.rows);
        let mut taken = Vec::new();
        while let Some((_, first)) = queue.waiting.pop_first() {
            taken.push(queue.with_others(first));
        }
        let held = taken.into_iter().map(|rows| self.hold(&mut queue, rows));
        held.flatten().collect()
    }

    /// Takes the oldest row of the outbox that nobody is telling, if there is one. The rows of a
    /// match are told in order: none is given while somebody is telling an older one.
    #[must_use]
    pub fn free_notice(self: &Arc<Self>) -> Option<HeldNotice> {
        let mut queue = locked(&self.outbox.rows);
        let rows = queue.take_free()?;
        // At once, or a later one of the same match would seem to be free.
        self.hold(&mut queue, rows)
    }

    /// Lets notices wait for the next task that asks, all of them from the same moment. Nobody has
    /// heard of them, for certain.
    pub(super) fn let_wait(&self, mut untold: Vec<HeldNotice>) {
        let rows = untold.iter_mut().flat_map(|held| mem::take(&mut held.rows));
        self.end_all(rows.collect(), Fate::Untold);
    }

    /// Ends rows that were held.
    fn end_all(&self, rows: Vec<PendingNotice>, fate: Fate) {
        for PendingNotice { notice, .. } in rows.iter().filter(|_| fate == Fate::Told) {
            if let Err(error) = self.store.told(notice.number) {
                // The row stays and is told again after a restart, which does no harm.
                tracing::warn!(%error, id = %notice.id, "a notice could not be taken off the outbox");
            }
        }
        let mut queue = locked(&self.outbox.rows);
        for row in rows {
            queue.let_go(&row.notice);
            if fate != Fate::Told {
                let number = row.notice.number;
                queue.waiting.insert(number, PendingNotice { fate, ..row });
            }
        }
        drop(queue);
        self.outbox.arrived.notify_one();
    }

    /// Takes a row like [`Host::free_notice`], as soon as there is one.
    pub async fn next_notice(self: &Arc<Self>) -> HeldNotice {
        loop {
            let arrived = self.outbox.arrived.notified();
            if let Some(held) = self.free_notice() {
                return held;
            }
            arrived.await;
        }
    }

    /// Holds a row that was just stored.
    pub(super) fn hold_new(self: &Arc<Self>, notice: Notice) -> Option<HeldNotice> {
        let row = PendingNotice {
            notice,
            fate: Fate::Unknown,
            table: None,
        };
        self.hold(&mut locked(&self.outbox.rows), vec![row])
    }

    /// Holds rows that are told together.
    fn hold(
        self: &Arc<Self>,
        queue: &mut NoticeQueue,
        rows: Vec<PendingNotice>,
    ) -> Option<HeldNotice> {
        for row in &rows {
            queue.hold(&row.notice);
        }
        Some(HeldNotice {
            host: Arc::clone(self),
            notice: rows.first()?.notice,
            rows,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(number: u64, id: u32) -> PendingNotice {
        let notice = Notice {
            number,
            id: MatchId::numbered(id),
            from: number,
            to: number + 1,
        };
        PendingNotice {
            notice,
            fate: Fate::Untold,
            table: None,
        }
    }

    fn left(number: u64, id: u32, person: u128, place: &str) -> PendingNotice {
        let table = LeftTable {
            person: Person(person),
            place: Place::new(place),
            is_closed: false,
        };
        PendingNotice {
            table: Some(table),
            ..row(number, id)
        }
    }

    #[test]
    fn tables_that_somebody_left_at_one_place_are_given_together() {
        let waiting = [
            left(1, 10, 7, "here"),
            left(2, 11, 7, "there"),
            left(3, 12, 8, "here"),
            // A row of a match that has an older row, or one that is being told.
            row(4, 13),
            left(5, 13, 7, "here"),
            left(6, 14, 7, "here"),
            left(7, 15, 7, "here"),
            left(8, 16, 7, "here"),
        ];
        let mut rows = NoticeQueue {
            waiting: waiting.map(|row| (row.notice.number, row)).into(),
            held: HashMap::new(),
        };
        rows.hold(&row(9, 14).notice);
        let numbers = |rows: Vec<PendingNotice>| {
            let rows = rows.iter();
            rows.map(|row| row.notice.number).collect::<Vec<_>>()
        };
        let mut take = || rows.take_free().map(numbers);
        for together in [vec![1, 7, 8], vec![2], vec![3], vec![4], vec![5], vec![6]] {
            assert_eq!(take(), Some(together));
        }
        assert_eq!(take(), None);
    }

    #[test]
    fn rows_of_a_match_are_given_one_after_the_other() {
        let waiting = [row(1, 7), row(2, 7), row(3, 8), row(5, 7)];
        let waiting = waiting.map(|row| (row.notice.number, row)).into();
        let mut rows = NoticeQueue {
            waiting,
            held: HashMap::new(),
        };
        let take = |rows: &mut NoticeQueue| {
            let notice = rows.take_free()?.first()?.notice;
            rows.hold(&notice);
            Some(notice)
        };
        let first = take(&mut rows).unwrap();
        let other = take(&mut rows).unwrap();
        assert_eq!((first.number, other.number), (1, 3));
        // Its match's later ones wait for it, also when it comes back untold.
        assert_eq!(take(&mut rows), None);
        rows.let_go(&first);
        rows.waiting.insert(1, row(1, 7));
        assert_eq!(take(&mut rows), Some(first));
        assert_eq!(take(&mut rows), None);
        rows.let_go(&first);
        assert_eq!(take(&mut rows).map(|notice| notice.number), Some(2));
        // One that an answer is telling keeps later ones back before it waits itself.
        rows.hold(&row(4, 8).notice);
        rows.waiting.insert(6, row(6, 8));
        rows.let_go(&other);
        assert_eq!(take(&mut rows), None);
        rows.let_go(&row(4, 8).notice);
        assert_eq!(take(&mut rows).map(|notice| notice.number), Some(6));
    }
}
