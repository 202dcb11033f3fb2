//! Stores in PostgreSQL that are filled from a backup, as one transaction.

use std::{collections::HashMap, fmt};

use rondel_matchplay::{MatchId, Person};
use tokio::runtime::Handle;
use tokio_postgres::Error;

use super::{
    PostgresAddress,
    batch::Batch,
    connection::Connector,
    numbers::{Numbers, StoreNumbers},
    opening, requirements, rows, schema, statements,
    transaction::{LaneConnection, LaneName},
};
use crate::{
    Answered, Card, Pending, StoreError, StoredRow, Subject,
    audit::Note,
    backup::{BackupItem, BackupSink, StoredMatch, ended_listing},
};

/// True if anything is kept.
const IN_USE: &str = "
    SELECT EXISTS (SELECT FROM match) OR EXISTS (SELECT FROM people) OR EXISTS (SELECT FROM preference),
        EXISTS (SELECT FROM lease WHERE until > now())";

const PEOPLE: &str = "
    INSERT INTO people SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[])";

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
        let (mut batch, mut ended, mut people) = (Batch::default(), Vec::new(), Vec::new());
        for item in items {
            match item {
                BackupItem::Key(key) => {
                    batch.fill_preferences(&Subject::Store, key.encode())?;
                }
                BackupItem::Match(id, events) => batch.fill(StoredMatch::of(id, &events)?),
                BackupItem::Ended(id) => ended.push(id),
                BackupItem::Notice {
                    realm,
                    id,
                    from,
                    to,
                } => batch.notify(realm, Answered { id, from, to }, &self.counters),
                BackupItem::Person(person, card) => people.push((person, card)),
                BackupItem::Preference(subject, text) => {
                    batch.fill_preferences(&subject, text)?;
                }
                BackupItem::Note(server, entry) => {
                    batch.note(&Note { server, entry })?;
                }
            }
        }
        self.write(&batch).await?;
        self.end(ended).await?;
        self.meet(people).await
    }

    /// Adds matches that are there to those that have ended.
    async fn end(&self, ended: Vec<MatchId>) -> Result<(), StoreError> {
        if ended.is_empty() {
            return Ok(());
        }
        let ids: Vec<String> = ended.iter().map(MatchId::to_string).collect();
        let heads = self.connection.query(statements::HEADS, &[&ids]).await;
        let heads = heads.map_err(|error| self.failed(&error))?;
        let heads = heads.iter().filter_map(rows::read_head);
        let mut heads: HashMap<_, _> = heads.collect();
        let mut batch = Batch::default();
        for id in ended {
            let listing = heads.remove(&id).and_then(|head| head.listing);
            batch.end(id, &ended_listing(id, listing)?);
        }
        self.write(&batch).await
    }

    async fn meet(&self, people: Vec<(Person, Card)>) -> Result<(), StoreError> {
        if people.is_empty() {
            return Ok(());
        }
        let (mut persons, mut realms) = (Vec::new(), Vec::new());
        let (mut ids, mut names) = (Vec::new(), Vec::new());
        for (person, Card { identity, name }) in people {
            persons.push(person.to_string());
            realms.push(identity.realm);
            ids.push(identity.id);
            names.push(name);
        }
        let client = &self.connection.connection().client;
        let written = client
            .execute(PEOPLE, &[&persons, &realms, &ids, &names])
            .await;
        written.map(drop).map_err(|error| self.failed(&error))
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
