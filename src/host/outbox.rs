//! The outbox: notices that others must still be told.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    fmt, iter, mem,
    sync::{Arc, Mutex},
};

use tokio::sync::Notify;

use super::{Change, Host, locked};
use crate::{
    matchplay::{Event, MatchId, Person, Place},
    store::{Notice, Store, StoreError, causes, every},
};

/// The rows of all chats that have not been told, by their realms.
#[derive(Default)]
pub(super) struct Outboxes(Mutex<HashMap<String, NoticeQueue>>);

/// The rows of one chat's realm that have not been told. Cheap to clone.
#[derive(Clone)]
pub struct Outbox {
    host: Arc<Host>,
    realm: Arc<str>,
    /// Rings when a row may have become free.
    arrived: Arc<Notify>,
}

/// How far a notice has come. [`delivery`](crate::delivery) draws how one state follows from another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoticeState {
    /// Nobody has heard of it, for certain: the next who tells it need not look first.
    Queued,
    /// It was sent a moment ago, with a mark that keeps it from standing twice.
    Sent,
    /// Some or all may have heard of it: who tells it looks first.
    InDoubt(Doubt),
    /// All who read the place where its match is played have, and it has called these people; some others are
    /// still to be called in other ways. After a restart that is in doubt.
    Shown(Vec<Person>),
    /// Everybody has, and other work is left. After a restart that is in doubt.
    Heard,
    /// Everybody has, and nothing is left to do: the row leaves the outbox.
    Delivered,
    /// Nobody has, and nobody will: no way to tell it is open. The row leaves the outbox.
    GivenUp,
}

/// Why somebody may have heard of a notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// An answer may have told its first part.
    Answer,
    /// An earlier process may have told it, or a try so long ago that its mark is forgotten.
    Earlier,
}

impl NoticeState {
    /// Returns true if nothing is left to do: such a row leaves the outbox, and all others wait there.
    const fn is_over(&self) -> bool {
        matches!(self, NoticeState::Delivered | NoticeState::GivenUp)
    }
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

/// A row, with how far it has come.
#[derive(Clone, Debug, PartialEq, Eq)]
struct PendingNotice {
    notice: Notice,
    state: NoticeState,
    table: Option<LeftTable>,
    /// The role that it calls too, which is forgotten with the process.
    role: Option<String>,
}

impl PendingNotice {
    /// Returns a row of this process that is told alone.
    const fn new(notice: Notice, state: NoticeState) -> PendingNotice {
        PendingNotice {
            notice,
            state,
            table: None,
            role: None,
        }
    }
}

#[derive(Default)]
struct NoticeQueue {
    /// Rows by their numbers; none, unless a chat tells them.
    waiting: BTreeMap<u64, PendingNotice>,
    /// The numbers of the rows of each match that somebody is telling.
    held: HashMap<MatchId, BTreeSet<u64>>,
    /// True once a chat tells the rows. Until then those that are not told wait in the store alone.
    is_open: bool,
    /// The rows told since those of the store are being read; `None` while nobody reads them.
    told_meanwhile: Option<BTreeSet<u64>>,
    arrived: Arc<Notify>,
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

    /// Takes the waiting row that follows a notice in its match and holds it, if nobody has heard of it and it
    /// can be told together with others. What an answer has told or is telling lies between others.
    fn take_next_of(&mut self, notice: &Notice) -> Option<PendingNotice> {
        let mut waiting = self.waiting.iter();
        let follows = |row: &Notice| row.id == notice.id && row.from == notice.to;
        let (number, row) = waiting.find(|(_, row)| follows(&row.notice))?;
        let alone = row.state != NoticeState::Queued || row.table.is_some() || row.role.is_some();
        let number = (!alone).then_some(*number)?;
        let row = self.waiting.remove(&number)?;
        self.hold(&row.notice);
        Some(row)
    }

    fn hold(&mut self, notice: &Notice) {
        self.held
            .entry(notice.id)
            .or_default()
            .insert(notice.number);
    }

    /// Ends a row that was held.
    fn end(&mut self, row: PendingNotice) {
        self.let_go(&row.notice);
        let number = row.notice.number;
        if row.state.is_over() {
            self.told_meanwhile.as_mut().map(|told| told.insert(number));
        } else if self.is_open {
            self.waiting.insert(number, row);
        }
    }

    /// Adds a row that stands in the store, unless it is known here, or has been told since it was
    /// read.
    fn add_stored(&mut self, row: PendingNotice) {
        let Notice { number, id, .. } = row.notice;
        let is_held = self
            .held
            .get(&id)
            .is_some_and(|held| held.contains(&number));
        let told = self.told_meanwhile.as_ref();
        if !is_held && !told.is_some_and(|told| told.contains(&number)) {
            self.waiting.entry(number).or_insert(row);
        }
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

/// Returns the table that a row is about, if it tells that a table was left; `None` also if its
/// match cannot be read.
async fn left_table(
    store: &dyn Store,
    notice: &Notice,
    is_forgotten: impl Fn(Person) -> bool,
) -> Option<LeftTable> {
    let events = store.load(notice.id).await.ok()?;
    let (first, _) = events.get(usize::try_from(notice.from).ok()?)?;
    // Most rows tell of something else, and their matches need not be folded at the start.
    if !matches!(first, Event::Left { person, .. } if is_forgotten(*person)) {
        return None;
    }
    let change = Change::between(notice.id, &events, notice.from, notice.to)?;
    LeftTable::of(&change, is_forgotten)
}

/// A row of the outbox that its holder is telling, and the rows told together with it. Its holder
/// ends it with how far it has come; dropped, it waits as if the process had ended.
pub struct HeldNotice {
    host: Arc<Host>,
    realm: Arc<str>,
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
        if self.rows.len() < 2 || self.rows.iter().any(|row| row.table.is_none()) {
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

    /// Takes the rows along that wait behind it in its match, of which nobody has heard for certain: all
    /// that had to wait is told at once. [`HeldNotice::notice`] reaches to the last of them then.
    pub fn gather(&mut self) {
        let HeldNotice {
            host,
            realm,
            notice,
            rows,
        } = self;
        host.queue(realm, |queue| {
            while let Some(row) = queue.take_next_of(notice) {
                notice.to = row.notice.to;
                rows.push(row);
            }
        });
    }

    /// Lets it call a role too when it is told.
    pub fn call_role(&mut self, role: Option<String>) {
        if let [row] = self.rows.as_mut_slice() {
            row.role = role;
        }
    }

    /// Returns the role that it calls too.
    #[must_use]
    pub fn role(&self) -> Option<&str> {
        self.rows.first()?.role.as_deref()
    }

    /// Returns the realm of the chat that tells it.
    #[must_use]
    pub fn realm(&self) -> &str {
        &self.realm
    }

    /// Returns the row of the store.
    #[must_use]
    pub const fn notice(&self) -> &Notice {
        &self.notice
    }

    /// Returns how far it has come. Of rows that are told together, in doubt if one of them is.
    #[must_use]
    pub fn state(&self) -> NoticeState {
        let of_all = |state: &NoticeState| self.rows.iter().all(|row| row.state == *state);
        let doubts = [Doubt::Earlier, Doubt::Answer].map(NoticeState::InDoubt);
        let mut doubts = doubts.into_iter();
        let doubt = doubts.find(|doubt| self.rows.iter().any(|row| row.state == *doubt));
        let first = self.rows.first().map(|row| row.state.clone());
        doubt
            .or_else(|| first.filter(of_all))
            .unwrap_or(NoticeState::Queued)
    }

    /// Lets others tell what happened in its match since, while work that can wait is left to do. Of rows that
    /// were told together the last one alone stays, since after a restart none of them is found by its own words.
    pub fn let_others_pass(&mut self) {
        let last = self.rows.pop().into_iter().collect();
        let earlier = mem::replace(&mut self.rows, last);
        self.host
            .end_all(&self.realm, earlier, NoticeState::Delivered);
        self.host.queue(&self.realm, |queue| {
            for row in &self.rows {
                queue.let_go(&row.notice);
            }
            queue.arrived.notify_one();
        });
    }

    /// Ends it with how far it has come: takes the rows off the outbox, or lets them wait for the next task
    /// that asks.
    pub fn end(mut self, state: NoticeState) {
        let rows = mem::take(&mut self.rows);
        self.host.end_all(&self.realm, rows, state);
    }
}

impl Drop for HeldNotice {
    fn drop(&mut self) {
        if !self.rows.is_empty() {
            let before = NoticeState::InDoubt(Doubt::Earlier);
            let (earlier, own) = mem::take(&mut self.rows)
                .into_iter()
                .partition(|row| row.state == before);
            self.host.end_all(&self.realm, earlier, before);
            let doubt = NoticeState::InDoubt(Doubt::Answer);
            self.host.end_all(&self.realm, own, doubt);
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
    /// Opens the outbox of a realm, for the chat that tells its rows from now on: those that an
    /// earlier process left, and those to come.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub async fn outbox(self: &Arc<Self>, realm: &str) -> Result<Outbox, StoreError> {
        let (was_open, arrived) = self.queue(realm, |queue| {
            queue.told_meanwhile = Some(BTreeSet::new());
            let was_open = mem::replace(&mut queue.is_open, true);
            (was_open, Arc::clone(&queue.arrived))
        });
        let rows = every(|after: Option<Notice>, most| {
            let after = after.map_or(0, |notice| notice.number);
            self.store.outbox(realm, after, most)
        });
        let rows = rows.await.inspect_err(|_| {
            self.queue(realm, |queue| {
                queue.told_meanwhile = None;
                if !was_open {
                    // Nobody tells them, and until somebody does they wait in the store alone.
                    queue.is_open = false;
                    queue.waiting.clear();
                }
            });
        });
        for notice in rows? {
            let is_forgotten = |person| self.is_forgotten(person);
            let row = PendingNotice {
                table: left_table(&*self.store, &notice, is_forgotten).await,
                // It may have been told before that could be noted.
                ..PendingNotice::new(notice, NoticeState::InDoubt(Doubt::Earlier))
            };
            self.queue(realm, |queue| queue.add_stored(row));
        }
        self.queue(realm, |queue| queue.told_meanwhile = None);
        Ok(Outbox {
            host: Arc::clone(self),
            realm: Arc::from(realm),
            arrived,
        })
    }

    /// Lets the row wait that was stored with the events of a match from this version on. Nobody holds it or has
    /// heard of it: it was not known that they are stored.
    ///
    /// # Errors
    ///
    /// When the store cannot be read.
    pub(super) async fn find_row(
        &self,
        realm: &str,
        id: MatchId,
        from: u64,
    ) -> Result<(), StoreError> {
        let rows = every(|after: Option<Notice>, most| {
            let after = after.map_or(0, |notice| notice.number);
            self.store.outbox(realm, after, most)
        });
        let mut rows = rows.await?.into_iter();
        let row = rows.find(|row| (row.id, row.from) == (id, from));
        if let Some(notice) = row {
            let row = PendingNotice::new(notice, NoticeState::Queued);
            self.queue(realm, |queue| {
                if queue.is_open {
                    queue.add_stored(row);
                }
                queue.arrived.notify_one();
            });
        }
        Ok(())
    }

    /// Does something with the rows of a realm.
    fn queue<T>(&self, realm: &str, work: impl FnOnce(&mut NoticeQueue) -> T) -> T {
        let mut queues = locked(&self.outboxes.0);
        if let Some(queue) = queues.get_mut(realm) {
            return work(queue);
        }
        work(queues.entry(realm.to_owned()).or_default())
    }

    /// Lets notices wait for the next task that asks, all of a realm from the same moment. Nobody has
    /// heard of them, for certain.
    pub(super) fn let_wait(&self, untold: Vec<HeldNotice>) {
        let mut by_realm: HashMap<Arc<str>, Vec<PendingNotice>> = HashMap::new();
        for mut held in untold {
            let rows = mem::take(&mut held.rows);
            let realm = Arc::clone(&held.realm);
            by_realm.entry(realm).or_default().extend(rows);
        }
        for (realm, rows) in by_realm {
            self.end_all(&realm, rows, NoticeState::Queued);
        }
    }

    /// Ends rows that were held, which have all come so far.
    fn end_all(&self, realm: &str, rows: Vec<PendingNotice>, state: NoticeState) {
        for PendingNotice { notice, .. } in rows.iter().filter(|_| state.is_over()) {
            if let Err(error) = self.store.told(realm, notice.number) {
                // The row stays and is told again after a restart, which does no harm.
                tracing::warn!(error = %causes(&error), id = %notice.id, "a notice could not be taken off the outbox");
            }
        }
        self.queue(realm, |queue| {
            let states = iter::repeat_n(state, rows.len());
            for (row, state) in rows.into_iter().zip(states) {
                queue.end(PendingNotice { state, ..row });
            }
            queue.arrived.notify_one();
        });
    }

    /// Holds a row that was just stored.
    pub(super) fn hold_new(self: &Arc<Self>, realm: &str, notice: Notice) -> Option<HeldNotice> {
        let row = PendingNotice::new(notice, NoticeState::InDoubt(Doubt::Answer));
        let realm = Arc::from(realm);
        self.queue(&realm, |queue| self.hold(&realm, queue, vec![row]))
    }

    /// Holds rows that are told together.
    fn hold(
        self: &Arc<Self>,
        realm: &Arc<str>,
        queue: &mut NoticeQueue,
        rows: Vec<PendingNotice>,
    ) -> Option<HeldNotice> {
        for row in &rows {
            queue.hold(&row.notice);
        }
        Some(HeldNotice {
            host: Arc::clone(self),
            realm: Arc::clone(realm),
            notice: rows.first()?.notice,
            rows,
        })
    }
}

impl Outbox {
    /// Takes every row that nobody is telling now, oldest first.
    #[must_use]
    pub fn take_all(&self) -> Vec<HeldNotice> {
        self.host.queue(&self.realm, |queue| {
            let mut taken = Vec::new();
            while let Some((_, first)) = queue.waiting.pop_first() {
                taken.push(queue.with_others(first));
            }
            let held = taken.into_iter();
            let held = held.map(|rows| self.host.hold(&self.realm, queue, rows));
            held.flatten().collect()
        })
    }

    /// Takes the oldest row that nobody is telling, if there is one. The rows of a match are told in
    /// order: none is given while somebody is telling an older one.
    #[must_use]
    pub fn take_free(&self) -> Option<HeldNotice> {
        self.host.queue(&self.realm, |queue| {
            let rows = queue.take_free()?;
            // At once, or a later one of the same match would seem to be free.
            self.host.hold(&self.realm, queue, rows)
        })
    }

    /// Takes a row as [`take_free`](Outbox::take_free) does, as soon as there is one.
    pub async fn next(&self) -> HeldNotice {
        loop {
            let arrived = self.arrived.notified();
            if let Some(held) = self.take_free() {
                return held;
            }
            arrived.await;
        }
    }
}

impl fmt::Debug for Outbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Outbox")
            .field("realm", &self.realm)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(number: u64, id: u64) -> PendingNotice {
        let notice = Notice {
            number,
            id: MatchId::numbered(id),
            from: number,
            to: number + 1,
        };
        PendingNotice::new(notice, NoticeState::Queued)
    }

    fn left(number: u64, id: u64, person: u128, place: &str) -> PendingNotice {
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
            ..NoticeQueue::default()
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
    fn what_waits_in_a_match_is_taken_along_up_to_what_somebody_may_have_heard() {
        let heard = PendingNotice {
            state: NoticeState::InDoubt(Doubt::Answer),
            ..row(5, 7)
        };
        // An answer tells row 8, or has told it: it stands in no list then.
        let waiting = [
            row(2, 7),
            row(3, 8),
            row(3, 7),
            heard,
            row(6, 7),
            row(7, 7),
            row(9, 7),
        ];
        let numbered = (1..).zip(waiting);
        let numbered = numbered.map(|(number, mut row)| {
            row.notice.number = number;
            (number, row)
        });
        let mut rows = NoticeQueue {
            waiting: numbered.collect(),
            ..NoticeQueue::default()
        };
        let mut taken_after = |to: u64| {
            let notice = row(to - 1, 7).notice;
            let row = rows.take_next_of(&notice)?;
            Some(row.notice.from)
        };
        assert_eq!([2, 3, 4].map(&mut taken_after), [Some(2), Some(3), None]);
        assert_eq!([6, 7, 8].map(taken_after), [Some(6), Some(7), None]);
        let held = rows.held.get(&MatchId::numbered(7)).cloned();
        assert_eq!(held, Some(BTreeSet::from([1, 3, 5, 6])));
    }

    #[test]
    fn rows_of_a_match_are_given_one_after_the_other() {
        let waiting = [row(1, 7), row(2, 7), row(3, 8), row(5, 7)];
        let waiting = waiting.map(|row| (row.notice.number, row)).into();
        let mut rows = NoticeQueue {
            waiting,
            ..NoticeQueue::default()
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
