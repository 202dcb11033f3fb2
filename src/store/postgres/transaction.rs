//! A batch as a transaction.

use std::collections::HashMap;

use futures_util::future::{join_all, try_join_all};
use tokio_postgres::{Error, Row, Statement, error::SqlState, types::ToSql};

use super::{
    batch::{Batch, Evidence, Statement as BatchStatement},
    connection::WritingConnection,
    statements,
};

/// What a connection is told first: plans that stay as they are, however much is in the tables.
const SETTINGS: &str = "
    SET jit = off;
    SET plan_cache_mode = force_generic_plan;
    SET enable_seqscan = off;
    SET enable_hashjoin = off;
    SET enable_mergejoin = off";

/// A connection with the statements of a lane.
pub(super) struct LaneConnection {
    connection: WritingConnection,
    prepared: HashMap<&'static str, Statement>,
}

/// The lane that writes, as its row says.
#[derive(Clone, Copy)]
pub(super) struct LaneName {
    pub(super) number: i32,
    pub(super) session: i64,
}

/// The reason why a batch was not written.
pub(super) enum Unwritten {
    /// It was judged against rows that have changed.
    Stale,
    /// Another process writes.
    TakenOver,
    /// It may be written later as it is.
    Busy,
    /// Nobody knows if it was.
    Unknown,
    /// Something in it cannot be written.
    Bad(String),
}

impl LaneConnection {
    /// Prepares a connection.
    pub(super) async fn prepared(connection: WritingConnection) -> Result<LaneConnection, Error> {
        let client = &connection.client;
        let prepared = connection.wait(async {
            client.batch_execute(SETTINGS).await?;
            // All at once: a server may be far away.
            let prepared = statements::OF_LANES.map(|statement| client.prepare(statement));
            let prepared = try_join_all(prepared).await?;
            Ok(statements::OF_LANES.into_iter().zip(prepared).collect())
        });
        let prepared = prepared.await?;
        Ok(LaneConnection {
            connection,
            prepared,
        })
    }

    /// Returns the rows that one of the statements gives.
    pub(super) async fn query(
        &self,
        statement: &'static str,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, Error> {
        let answer = (self.connection.client).query(&self.prepared[statement], parameters);
        self.connection.wait(answer).await
    }

    /// Writes a batch as one transaction, all of it sent at once. Requests up to the number `outdated` are
    /// forgotten with it.
    pub(super) async fn write(
        &self,
        lane: LaneName,
        batch: &Batch,
        outdated: Option<i64>,
    ) -> Result<(), Unwritten> {
        let writes = batch.writes();
        let writes = writes.map_err(|error| Unwritten::Bad(error.to_string()))?;
        if writes.is_empty() && outdated.is_none() {
            return Ok(());
        }
        let client = &self.connection.client;
        // Sent in this order, since they are polled so; nothing of it stays if one of them fails.
        let begun = client.batch_execute("BEGIN");
        let written = self.send(lane, batch, &writes, outdated);
        let committed = client.batch_execute("COMMIT");
        let answers = async { Ok(tokio::join!(biased; begun, written, committed)) };
        let Ok((begun, written, committed)) = self.connection.wait(answers).await else {
            return Err(Unwritten::Unknown);
        };
        let begun = begun.map_err(|error| ("", error));
        let committed = committed.map_err(|error| ("", error));
        match begun.and(written).and(committed) {
            Err((statement, error)) => Err(Unwritten::of(statement, &error)),
            // The server gave up waiting for a standby: the next connection waits again.
            Ok(()) if self.connection.take_doubt() => Err(Unwritten::Unknown),
            Ok(()) => Ok(()),
        }
    }

    /// Sends the statements of a batch, and returns the first that fails with its error.
    pub(super) async fn send(
        &self,
        lane: LaneName,
        batch: &Batch,
        writes: &[BatchStatement],
        outdated: Option<i64>,
    ) -> Result<(), (&'static str, Error)> {
        let (matches, notices) = (batch.new_matches(), batch.last_notice() as i64);
        let lane: [&(dyn ToSql + Sync); 4] = [&lane.number, &lane.session, &matches, &notices];
        let mut all: Vec<(&'static str, Vec<&(dyn ToSql + Sync)>)> =
            vec![(statements::LANE, lane.to_vec())];
        for write in writes {
            let columns = write.columns.iter();
            let columns = columns.map(|column| &**column as &(dyn ToSql + Sync));
            all.push((write.statement, columns.collect()));
        }
        if let Some(number) = &outdated {
            all.push((statements::OUTDATED, vec![number]));
        }
        let client = &self.connection.client;
        let written = join_all(
            all.iter()
                .map(|(statement, columns)| client.execute(&self.prepared[statement], columns)),
        );
        let failed = all.iter().zip(written.await);
        let mut failed = failed.filter_map(|((name, _), written)| Some((*name, written.err()?)));
        failed.next().map_or(Ok(()), Err)
    }

    /// Returns the connection.
    pub(super) const fn connection(&self) -> &WritingConnection {
        &self.connection
    }

    /// Returns true if a batch was written by the connection before.
    pub(super) async fn has_written(&self, batch: &Batch) -> Result<bool, Error> {
        match batch.evidence() {
            Evidence::Record(id, version, record) => {
                let sql = "SELECT FROM event WHERE match = $1 AND version = $2 AND record = $3";
                let (id, version) = (id.to_string(), version as i64);
                self.finds(sql, &[&id, &version, &record]).await
            }
            Evidence::Note(server, entry) => {
                // An entry has its time in it.
                let sql = "SELECT FROM note WHERE server = $1 AND entry = $2";
                self.finds(sql, &[&server.as_str(), &entry]).await
            }
            Evidence::Preferences(subject, text) => {
                let sql = "SELECT FROM preference WHERE subject = $1 AND value = $2";
                self.finds(sql, &[&subject, &text]).await
            }
            Evidence::None => Ok(false),
        }
    }

    /// Returns true if a row is found.
    async fn finds(&self, sql: &str, values: &[&(dyn ToSql + Sync)]) -> Result<bool, Error> {
        let found = self.connection.client.query_opt(sql, values);
        Ok(self.connection.wait(found).await?.is_some())
    }
}

impl Unwritten {
    /// Returns what it means that a statement of a batch failed so.
    fn of(statement: &str, error: &Error) -> Unwritten {
        let Some(code) = error.code() else {
            return Unwritten::Unknown;
        };
        if *code == SqlState::DIVISION_BY_ZERO && statement == statements::LANE {
            return Unwritten::TakenOver;
        }
        if [SqlState::DIVISION_BY_ZERO, SqlState::UNIQUE_VIOLATION].contains(code) {
            return Unwritten::Stale;
        }
        let again = [
            SqlState::T_R_SERIALIZATION_FAILURE,
            SqlState::T_R_DEADLOCK_DETECTED,
            SqlState::LOCK_NOT_AVAILABLE,
            SqlState::QUERY_CANCELED,
        ];
        match &code.code()[..2] {
            _ if again.contains(code) => Unwritten::Busy,
            // Too little of something; a full disk too.
            "53" => Unwritten::Busy,
            // The server or the connection ends, or does not write any more.
            "57" | "08" | "25" => Unwritten::Unknown,
            _ => Unwritten::Bad(super::said(error)),
        }
    }
}
