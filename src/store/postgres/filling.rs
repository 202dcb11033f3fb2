//! Stores in PostgreSQL that are filled from a backup, as one transaction.

use std::fmt;

use tokio::runtime::Handle;
use tokio_postgres::Error;

use super::{
    PostgresAddress,
    batch::{Batch, RowsBefore},
    connection::Connector,
    numbers::{Numbers, StoreNumbers},
    opening, requirements, rows, schema, statements,
    transaction::{LaneConnection, LaneName},
};
use crate::{
    Pending, StoreError,
    backup::{BackupItem, BackupSink},
    rules::{Refused, Write},
};

/// True if anything is kept.
const IN_USE: &str = "
    SELECT EXISTS (SELECT FROM match) OR EXISTS (SELECT FROM people) OR EXISTS (SELECT FROM preference),
        EXISTS (SELECT FROM lease WHERE until > now())";

/// A store that is filled. The server forgets all of it unless it is finished.
pub struct PostgresFilling {
    connection: LaneConnection,
    lane: LaneName,
    counters: StoreNumbers,
    path: String,
}

impl fmt::Debug for PostgresFilling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PostgresFilling")
            .field("address", &self.path)
            .finish_non_exhaustive()
    }
}

impl PostgresFilling {
    /// Begins to fill the store at this address, in which nothing is kept yet. It lives on the runtime in which
    /// it is begun.
    ///
    /// # Errors
    ///
    /// [`StoreError::InUse`] when a process has it open; [`StoreError::Failed`] when something is kept there,
    /// or it cannot be opened.
    pub async fn begin(address: &PostgresAddress) -> Result<PostgresFilling, StoreError> {
        let path = address.to_string();
        let failed = |error: Error| StoreError::Failed(format!("{path}: {}", super::said(&error)));
        let connector = Connector::new(address, Handle::current())?;
        let mut connection = connector.open().await.map_err(failed)?;
        requirements::check(&connection.client, &path, true).await?;
        schema::bring_up_to_date(&mut connection.client, &path).await?;
        let connection = LaneConnection::prepared(connection).await;
        let connection = connection.map_err(failed)?;
        let client = &connection.connection().client;
        client.batch_execute("BEGIN").await.map_err(failed)?;
        let session = rand::random();
        // Another process that fills it or opens it waits for the end of this transaction, as this one waits for
        // the other's. So it is looked afterwards what is there.
        let taken = opening::take_lanes(client, session).await;
        taken.map_err(failed)?;
        let in_use = client.query_one(IN_USE, &[]).await.map_err(failed)?;
        let (kept, open): (bool, bool) = (in_use.get(0), in_use.get(1));
        if open {
            return Err(StoreError::InUse { path });
        }
        if kept {
            return Err(StoreError::Failed(format!(
                "{path}: something is kept there already, and nothing of it is overwritten; name an \
                 empty database"
            )));
        }
        Ok(PostgresFilling {
            connection,
            lane: LaneName { number: 0, session },
            counters: StoreNumbers {
                notices: Numbers::after(0),
                requests: Numbers::after(0),
            },
            path,
        })
    }

    async fn fill(&mut self, items: Vec<BackupItem>) -> Result<(), StoreError> {
        let mut known = RowsBefore::default();
        // Matches that have ended are there already.
        let ended = items.iter().filter_map(|item| {
            if let BackupItem::Ended(id) = item {
                Some(id.to_string())
            } else {
                None
            }
        });
        let ended: Vec<String> = ended.collect();
        if !ended.is_empty() {
            let heads = self.connection.query(statements::HEADS, &[&ended]).await;
            let heads = heads.map_err(|error| self.failed(&error))?;
            known.heads.extend(heads.iter().filter_map(rows::read_head));
        }
        let mut batch = Batch::default();
        match batch.add(&Write::Restore(items), &known, &self.counters) {
            Ok(_) => self.write(&batch).await,
            Err(Refused::Store(error)) => Err(error),
            Err(refused) => Err(StoreError::failed(format!("{refused:?}"))),
        }
    }

    async fn write(&self, batch: &Batch) -> Result<(), StoreError> {
        let writes = batch.writes()?;
        let sent = self.connection.send(self.lane, batch, &writes, None).await;
        sent.map_err(|(_, error)| self.failed(&error))
    }

    fn failed(&self, error: &Error) -> StoreError {
        StoreError::Failed(format!("{}: {}", self.path, super::said(error)))
    }
}

impl BackupSink for PostgresFilling {
    fn take(&mut self, items: Vec<BackupItem>) -> Pending<'_, Result<(), StoreError>> {
        Box::pin(self.fill(items))
    }

    fn finish(self: Box<Self>) -> Pending<'static, Result<(), StoreError>> {
        Box::pin(async move {
            let connection = self.connection.connection();
            let committed = connection.client.batch_execute("COMMIT").await;
            committed.map_err(|error| self.failed(&error))?;
            if connection.take_doubt() {
                tracing::warn!(
                    "the server gave up waiting for its standby, which may lack all of this"
                );
            }
            Ok(())
        })
    }
}
