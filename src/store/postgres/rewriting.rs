//! Writes the table of people again after some were forgotten. A row that was deleted still stands in the
//! table's files, also after they were vacuumed, until they are replaced.

use std::time::Duration;

use tokio::time::sleep;
use tokio_postgres::Error;

use super::{connection::Connector, reading::Reader};
use crate::{StoreError, causes};

/// The number of times that is looked for something to do in the time after which it is done.
const LOOKS: u32 = 60;

/// The last transaction that deleted people, if the first did so that long ago and this process writes. Not
/// while a transaction might still read one of them: the new files would have them too.
const OWED: &str = "
    SELECT last FROM forgetting
    WHERE since + make_interval(secs => $1) <= now()
    AND EXISTS (SELECT FROM lease WHERE name = 'writer' AND holder = $2)
    AND NOT EXISTS (
        SELECT FROM (
            SELECT unnest(ARRAY[backend_xmin, backend_xid]) FROM pg_stat_activity
            WHERE (datname = current_database() OR datname IS NULL) AND pid <> pg_backend_pid()
            UNION ALL SELECT xmin FROM pg_replication_slots
            UNION ALL SELECT transaction FROM pg_prepared_xacts
        ) reads(since)
        WHERE age(reads.since) >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint - last
    )";

/// The settings for writing it. Nobody waits long before it begins, nor for a standby while the table is
/// locked.
const SETTINGS: &str = "
    SET lock_timeout = '250ms';
    SET statement_timeout = 0;
    SET synchronous_commit = local";

/// Writes the table again whenever somebody was forgotten this long ago.
pub(super) async fn run(connector: Connector, reader: Reader, holder: String, after: Duration) {
    let mut failing = false;
    loop {
        sleep(after / LOOKS).await;
        let failed = rewrite(&connector, &reader, &holder, after).await.err();
        if let Some(error) = failed.as_ref().filter(|_| !failing) {
            tracing::warn!(error = %causes(&error), "files with names of forgotten people are kept for now");
        }
        failing = failed.is_some();
    }
}

async fn rewrite(
    connector: &Connector,
    reader: &Reader,
    holder: &str,
    after: Duration,
) -> Result<(), StoreError> {
    let last: Option<i64> = reader.first(OWED, &[&after.as_secs_f64(), &holder]).await?;
    let Some(last) = last else {
        return Ok(());
    };
    let failed = |error: Error| StoreError::failed(super::said(&error));
    let connected = connector.open().await.map_err(failed)?;
    let client = &connected.client;
    for statement in [SETTINGS, "VACUUM (FULL) people"] {
        let done = connected.wait_long(client.batch_execute(statement));
        done.await.map_err(failed)?;
    }
    // Others may have been forgotten in the meantime.
    let done = "DELETE FROM forgetting WHERE last = $1";
    let deleted = connected.wait(client.execute(done, &[&last])).await;
    deleted.map_err(failed)?;
    Ok(())
}
