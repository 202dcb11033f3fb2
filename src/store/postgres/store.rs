//! The store in PostgreSQL: what it reads, and what it hands to its lanes.

use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, atomic::Ordering},
    thread::{self, JoinHandle},
    time::Duration,
};

use rondel_matchplay::{Event, MatchId, Moment, Person, Place, Server};
use tokio::{sync::oneshot, task::yield_now, time::timeout};
use tokio_postgres::{Row, types::ToSql};

use super::{
    PostgresAddress,
    lane::{LANES, LaneShare, WriteJob},
    opening::{self, OpenStore},
    reading::Reader,
    rows, statements,
};
use crate::{
    Answered, Append, AppendError, Appended, EventStore, List, Nearby, Notice, Pending,
    PreferenceStore, ReadMatches, Reading, RequestId, RowChange, RowChangeError, StoreError,
    StoredRow, Subject,
    audit::Entry,
    format, locked, record,
    rules::{Refused, Write},
};

/// The time for which somebody waits for a write.
const PATIENCE: Duration = Duration::from_secs(15);
/// The time between forgetting somebody and writing the table of people again, for all who were forgotten in
/// the meantime. A million people take seconds, in which nobody is found.
const REWRITTEN_AFTER: Duration = Duration::from_secs(3_600);

/// The matches that are read by one statement.
const LOADED_TOGETHER: usize = 128;

/// A store in a database of PostgreSQL, of version 15 or later. One process writes to it at a time.
///
/// Dropping it waits until everything is written.
pub struct PostgresStore {
    /// `None` only while it is dropped.
    opened: Option<OpenStore>,
    /// The thread that drives connections and lanes.
    thread: Option<JoinHandle<()>>,
    pub(super) reader: Reader,
    shared: Arc<LaneShare>,
}

impl PostgresStore {
    /// Opens the store at this address, and makes its tables if there are none. Waits for a lease whose
    /// process is gone to end, 10 s at most.
    ///
    /// # Errors
    ///
    /// [`StoreError::InUse`] when another process writes to it; [`StoreError::Later`] when a later version of
    /// this program has made tables that this one does not know; [`StoreError::Failed`] when it cannot be
    /// opened.
    pub async fn open(address: &PostgresAddress) -> Result<PostgresStore, StoreError> {
        PostgresStore::open_rewriting(address, REWRITTEN_AFTER).await
    }

    /// Opens the store as [`open`](PostgresStore::open) does. This long after somebody was forgotten, instead
    /// of an hour, the server's files are rid of them.
    ///
    /// # Errors
    ///
    /// As [`open`](PostgresStore::open).
    pub async fn open_rewriting(
        address: &PostgresAddress,
        after: Duration,
    ) -> Result<PostgresStore, StoreError> {
        PostgresStore::opened(address, Some(after)).await
    }

    /// Opens the store at this address to be read, while another process may write to it. Nothing can be
    /// written through it.
    ///
    /// # Errors
    ///
    /// [`StoreError::Later`] when a later version of this program has made tables that this one does not know;
    /// [`StoreError::Failed`] when it cannot be opened, or no store was ever opened there.
    pub async fn open_to_read(address: &PostgresAddress) -> Result<PostgresStore, StoreError> {
        PostgresStore::opened(address, None).await
    }

    async fn opened(
        address: &PostgresAddress,
        rewritten_after: Option<Duration>,
    ) -> Result<PostgresStore, StoreError> {
        let address = address.clone();
        let (opened, opening) = oneshot::channel();
        let thread = thread::Builder::new().name(String::from("postgres"));
        let thread = thread.spawn(move || opening::run(&address, rewritten_after, opened));
        let thread = thread.map_err(|error| StoreError::failed(error.to_string()))?;
        let opened = opening.await;
        let opened = opened.map_err(|_| StoreError::failed("the store has no thread"))??;
        Ok(PostgresStore {
            reader: opened.reader.clone(),
            shared: Arc::clone(&opened.shared),
            opened: Some(opened),
            thread: Some(thread),
        })
    }

    /// Hands a write to a lane, and waits for its answer.
    async fn write(&self, lane: usize, write: Write) -> Result<Appended, Refused> {
        let closed = || StoreError::failed("the store is closed");
        let silent = || {
            (
                self.reader.path.clone(),
                String::from("the server does not answer"),
            )
        };
        let (answer, answered) = oneshot::channel();
        let lanes = self.opened.as_ref().map(|opened| &opened.lanes);
        let lane = lanes.and_then(|lanes| lanes.get(lane)).ok_or_else(closed)?;
        let job = WriteJob::Write(Box::new(write), answer);
        match timeout(PATIENCE, lane.send(job)).await {
            Ok(sent) => sent.map_err(|_| closed())?,
            Err(_) => {
                let (path, what) = silent();
                return Err(StoreError::Unwritable { path, what }.into());
            }
        }
        match timeout(PATIENCE, answered).await {
            Ok(answer) => answer.map_err(|_| closed())?,
            Err(_) => {
                let (path, what) = silent();
                Err(StoreError::InDoubt { path, what }.into())
            }
        }
    }
}

/// Returns the lane of a match.
fn lane_of(id: MatchId) -> usize {
    let sum: usize = id.as_bytes().iter().map(|byte| usize::from(*byte)).sum();
    sum % LANES
}

fn number(row: &Row, column: usize) -> u64 {
    row.get::<_, i64>(column).unsigned_abs()
}

/// Returns the number of rows that are asked for.
fn limit(most: usize) -> i64 {
    i64::try_from(most).unwrap_or(i64::MAX)
}

fn ids(rows: &[Row]) -> Result<Vec<MatchId>, StoreError> {
    rows.iter().map(|row| rows::read_id(row.get(0))).collect()
}

/// Reads a match from its row with its records.
fn read_log(id: MatchId, row: &Row) -> Result<Vec<(Event, Moment)>, StoreError> {
    let records: Vec<&[u8]> = row.get(4);
    let no_tip = || StoreError::Damaged {
        id,
        version: records.len() as u64,
        what: String::from("the match has no tip"),
    };
    let tip = rows::read_hash(row.get(2)).ok_or_else(no_tip)?;
    record::decode_log(id, records, tip)
}

impl Drop for PostgresStore {
    fn drop(&mut self) {
        // The lanes end when nothing waits any more.
        self.shared.closing.store(true, Ordering::SeqCst);
        self.opened = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl fmt::Debug for PostgresStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PostgresStore")
            .field("address", &self.reader.path)
            .finish_non_exhaustive()
    }
}

impl ReadMatches for PostgresStore {
    fn load(&self, id: MatchId) -> Reading<'_, Vec<(Event, Moment)>> {
        Box::pin(async move {
            let mut loaded = self.load_all(vec![id]).await?;
            Ok(loaded.pop().unwrap_or_default())
        })
    }

    fn load_all(&self, ids: Vec<MatchId>) -> Reading<'_, Vec<Vec<(Event, Moment)>>> {
        Box::pin(async move {
            let mut loaded = Vec::with_capacity(ids.len());
            for ids in ids.chunks(LOADED_TOGETHER) {
                let names: Vec<String> = ids.iter().map(MatchId::to_string).collect();
                let rows = self.reader.rows(statements::LOAD, &[&names]).await?;
                for (id, head) in rows.iter().filter_map(rows::read_head) {
                    self.shared.note_head(id, head);
                }
                let rows: HashMap<&str, &Row> = rows.iter().map(|row| (row.get(0), row)).collect();
                for (id, name) in ids.iter().zip(&names) {
                    loaded.push(match rows.get(name.as_str()) {
                        Some(row) => read_log(*id, row)?,
                        None => Vec::new(),
                    });
                    // Others get their turn between two matches.
                    yield_now().await;
                }
            }
            Ok(loaded)
        })
    }

    fn answered<'a>(&'a self, request_id: &'a RequestId) -> Reading<'a, Option<Answered>> {
        Box::pin(async move {
            let sql = statements::ANSWER;
            let rows = self.reader.rows(sql, &[&request_id.0]).await?;
            Ok(rows.first().and_then(|row| rows::read_answered(row, 0)))
        })
    }

    fn listed<'a>(
        &'a self,
        list: &'a List,
        after: Option<MatchId>,
        most: usize,
    ) -> Reading<'a, Vec<MatchId>> {
        Box::pin(async move {
            let after = after.map_or_else(String::new, |id| id.to_string());
            let list = rows::list(list);
            let asked: [&(dyn ToSql + Sync); 3] = [&list, &after, &limit(most)];
            ids(&self.reader.rows(statements::LISTED, &asked).await?)
        })
    }

    fn listed_together<'a>(&'a self, lists: &'a [(List, usize)]) -> Reading<'a, Vec<Vec<MatchId>>> {
        Box::pin(async move {
            let names: Vec<_> = lists.iter().map(|(list, _)| rows::list(list)).collect();
            let most: Vec<i64> = lists.iter().map(|(_, most)| limit(*most)).collect();
            let asked: [&(dyn ToSql + Sync); 2] = [&names, &most];
            let rows = self.reader.rows(statements::LISTED_TOGETHER, &asked);
            let mut listed = vec![Vec::new(); lists.len()];
            for row in rows.await? {
                let list = usize::try_from(row.get::<_, i64>(1) - 1).ok();
                if let Some(list) = list.and_then(|list| listed.get_mut(list)) {
                    list.push(rows::read_id(row.get(0))?);
                }
            }
            Ok(listed)
        })
    }

    fn nearby<'a>(
        &'a self,
        place: &'a Place,
        person: Person,
        everywhere: bool,
        most: usize,
    ) -> Reading<'a, Nearby> {
        Box::pin(async move {
            let own = rows::list(&List::Own(place.clone()));
            let here = rows::list(&List::At(place.clone()));
            let theirs = rows::list(&List::OfAt(person, place.clone()));
            // Nothing is on a list without a name.
            let all = everywhere.then(|| rows::list(&List::Of(person)));
            let all = all.unwrap_or_default();
            let (at, who, limit) = (place.as_str(), person.to_string(), limit(most));
            let asked: [&(dyn ToSql + Sync); 7] = [&own, &here, &theirs, &all, &at, &who, &limit];
            let rows = self.reader.rows(statements::NEARBY, &asked).await?;
            let row = rows
                .first()
                .ok_or_else(|| StoreError::failed("no answer"))?;
            let one = |column| {
                let id: Option<&str> = row.get(column);
                id.map(rows::read_id).transpose()
            };
            let many = |column| {
                let ids: Vec<&str> = row.get(column);
                ids.into_iter().map(rows::read_id).collect::<Result<_, _>>()
            };
            Ok(Nearby {
                own: one(0)?,
                any: row.get(1),
                theirs: many(2)?,
                all_theirs: many(3)?,
                ended: one(4)?,
                latest_ended: one(5)?,
            })
        })
    }

    fn latest_ended<'a>(
        &'a self,
        place: &'a Place,
        person: Person,
    ) -> Reading<'a, Option<MatchId>> {
        Box::pin(async move {
            let sql = "SELECT match FROM latest WHERE place = $1 AND person = $2";
            let (place, person) = (place.as_str(), person.to_string());
            let rows = self.reader.rows(sql, &[&place, &person]).await?;
            Ok(ids(&rows)?.pop())
        })
    }

    fn ended_at<'a>(&'a self, place: &'a Place) -> Reading<'a, Option<MatchId>> {
        Box::pin(async move {
            let asked: &[&(dyn ToSql + Sync)] = &[&place.as_str()];
            let rows = self.reader.rows(statements::ENDED_AT, asked).await?;
            Ok(ids(&rows)?.pop())
        })
    }

    fn format(&self) -> Reading<'_, u64> {
        Box::pin(async move {
            let sql = "SELECT value FROM meta WHERE name = 'least'";
            let format: Option<i64> = self.reader.first(sql, &[]).await?;
            Ok(format.map_or(format::FIRST, i64::unsigned_abs))
        })
    }

    fn ended_since(&self, after: u64, most: usize) -> Reading<'_, Vec<(u64, MatchId)>> {
        Box::pin(async move {
            let after = i64::try_from(after).unwrap_or(i64::MAX);
            let asked: &[&(dyn ToSql + Sync)] = &[&after, &limit(most)];
            let rows = self.reader.rows(statements::ENDED_SINCE, asked).await?;
            let ended = rows
                .iter()
                .map(|row| Ok((number(row, 1), rows::read_id(row.get(0))?)));
            ended.collect()
        })
    }

    fn due(
        &self,
        by: Moment,
        after: Option<(Moment, MatchId)>,
        most: usize,
    ) -> Reading<'_, Vec<(Moment, MatchId)>> {
        Box::pin(async move {
            let sql = "
                SELECT match, at FROM due WHERE at <= $1 AND (at, match) > ($2, $3)
                ORDER BY at, match LIMIT $4";
            let (moment, id) = match after {
                Some((moment, id)) => (moment.0, id.to_string()),
                None => (i64::MIN, String::new()),
            };
            let rows = self
                .reader
                .rows(sql, &[&by.0, &moment, &id, &limit(most)])
                .await?;
            let due = rows
                .iter()
                .map(|row| Ok((Moment(row.get(1)), rows::read_id(row.get(0))?)));
            due.collect()
        })
    }

    fn outbox<'a>(&'a self, realm: &'a str, after: u64, most: usize) -> Reading<'a, Vec<Notice>> {
        Box::pin(async move {
            // First what has been told: by the time the rows are read it may be taken off them.
            let told = locked(&self.shared.told).clone();
            let sql = "
                SELECT number, match, before, after FROM outbox
                WHERE realm = $1 AND number > $2 ORDER BY number LIMIT $3";
            let after = i64::try_from(after).unwrap_or(i64::MAX);
            let enough = limit(most.saturating_add(told.len()));
            let rows = self.reader.rows(sql, &[&realm, &after, &enough]).await?;
            let notices = rows
                .iter()
                .filter_map(|row| Some(rows::read_answered(row, 1)?.notice(number(row, 0))));
            let notices =
                notices.filter(|notice| !told.contains(&(realm.to_owned(), notice.number)));
            Ok(notices.take(most).collect())
        })
    }

    fn count(&self) -> Reading<'_, u64> {
        Box::pin(async move {
            let sql = "SELECT sum(matches)::bigint FROM lane";
            let count: Option<i64> = self.reader.first(sql, &[]).await?;
            Ok(count.unwrap_or(0).unsigned_abs())
        })
    }

    fn all(&self, after: Option<MatchId>, most: usize) -> Reading<'_, Vec<MatchId>> {
        Box::pin(async move {
            let sql = "SELECT id FROM match WHERE id > $1 ORDER BY id LIMIT $2";
            let after = after.map_or_else(String::new, |id| id.to_string());
            ids(&self.reader.rows(sql, &[&after, &limit(most)]).await?)
        })
    }
}

impl EventStore for PostgresStore {
    fn taken_over(&self) -> Pending<'_, StoreError> {
        Box::pin(async move { self.shared.taken_over.wait().await.clone() })
    }

    fn append(&self, append: Append) -> Pending<'_, Result<Appended, AppendError>> {
        let lane = lane_of(append.id);
        Box::pin(async move { Ok(self.write(lane, Write::Append(append)).await?) })
    }

    fn told(&self, realm: &str, number: u64) -> Result<(), StoreError> {
        locked(&self.shared.told).insert((realm.to_owned(), number));
        self.shared.heard.notify_one();
        Ok(())
    }

    fn kept_standings(&self) -> Reading<'_, Option<Vec<u8>>> {
        Box::pin(self.reader.first("SELECT bytes FROM standings", &[]))
    }

    fn keep_standings(&self, bytes: Vec<u8>) -> Pending<'_, Result<(), StoreError>> {
        Box::pin(async move {
            let sql = "
                INSERT INTO standings VALUES (true, $1)
                ON CONFLICT (one) DO UPDATE SET bytes = excluded.bytes";
            self.reader.rows(sql, &[&bytes]).await.map(|_| ())
        })
    }
}

impl PreferenceStore for PostgresStore {
    fn preference<'a>(&'a self, subject: &'a Subject) -> Reading<'a, Option<String>> {
        Box::pin(async move {
            let subject = subject.to_string();
            self.reader.first(statements::PREFERENCE, &[&subject]).await
        })
    }

    fn preferences(
        &self,
        after: Option<Subject>,
        most: usize,
    ) -> Reading<'_, Vec<(Subject, String)>> {
        Box::pin(async move {
            let sql = "
                SELECT subject, value FROM preference WHERE subject > $1
                ORDER BY subject LIMIT $2";
            let after = after.as_ref().map_or_else(String::new, Subject::to_string);
            let rows = self.reader.rows(sql, &[&after, &limit(most)]).await?;
            let read = rows.iter().map(|row| {
                let subject = row.get::<_, &str>(0).parse();
                let subject = subject.map_err(|_| StoreError::failed("a row names nobody"))?;
                Ok((subject, row.get(1)))
            });
            read.collect()
        })
    }

    fn set_preferences(&self, change: RowChange) -> Pending<'_, Result<(), RowChangeError>> {
        // One lane for all of them, so that a row changes in one order.
        let written = self.write(0, Write::Preferences(change));
        Box::pin(async move { Ok(written.await.map(drop)?) })
    }

    fn notes<'a>(&'a self, server: &'a Server) -> Reading<'a, Vec<Entry>> {
        Box::pin(async move {
            let sql = "SELECT entry FROM note WHERE server = $1 ORDER BY number";
            let rows = self.reader.rows(sql, &[&server.as_str()]).await?;
            rows.iter().map(|row| Entry::decode(row.get(0))).collect()
        })
    }

    fn notes_on(&self, person: Person) -> Reading<'_, Vec<(Server, Entry)>> {
        Box::pin(async move {
            let sql = "
                SELECT server, entry FROM note WHERE strpos(entry, $1) > 0
                ORDER BY server, number";
            let rows = self.reader.rows(sql, &[&person.to_string()]).await?;
            let read = rows.iter().map(|row| {
                let server = Server::new(row.get::<_, &str>(0));
                Ok((server, Entry::decode(row.get(1))?))
            });
            read.collect()
        })
    }
}
