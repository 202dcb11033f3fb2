//! The tables, and how they come about.

use tokio_postgres::{Client, Error};

use crate::{StoreError, format};

/// What is done to an empty database, one step after the other. A step that was released is never
/// changed; a new one comes after it.
const MIGRATIONS: [&str; 1] = [include_str!("schema.sql")];

/// The number of the newest schema that this program knows.
const OWN: u64 = MIGRATIONS.len() as u64;

/// Makes the tables, or brings them up to date; all of it or nothing.
///
/// # Errors
///
/// [`StoreError::Later`] when a later program has made them, and this one cannot work with them.
pub(super) async fn bring_up_to_date(client: &mut Client, path: &str) -> Result<(), StoreError> {
    let failed = |error: Error| StoreError::Failed(format!("{path}: {}", super::said(&error)));
    let transaction = client.transaction().await.map_err(failed)?;
    // Another process that does this waits here.
    let meta = "
        CREATE TABLE IF NOT EXISTS meta (
            name text COLLATE \"C\" PRIMARY KEY,
            value bigint NOT NULL
        );
        LOCK TABLE meta IN EXCLUSIVE MODE";
    transaction.batch_execute(meta).await.map_err(failed)?;
    let schema = number(transaction.client(), path).await?;
    if schema >= OWN {
        return Ok(());
    }
    for migration in MIGRATIONS.iter().skip(schema as usize) {
        let migrated = transaction.batch_execute(migration).await;
        migrated.map_err(failed)?;
    }
    for (name, value) in [("schema", OWN), ("least", format::FIRST)] {
        let row = "
            INSERT INTO meta VALUES ($1, $2)
            ON CONFLICT (name) DO UPDATE SET value = greatest(meta.value, excluded.value)";
        let written = transaction.execute(row, &[&name, &(value as i64)]).await;
        written.map_err(failed)?;
    }
    transaction.commit().await.map_err(failed)
}

/// Makes sure that there are tables that this program can read.
///
/// # Errors
///
/// [`StoreError::Later`] when a later program has made them, and this one cannot work with them;
/// [`StoreError::Failed`] when there are none.
pub(super) async fn look(client: &Client, path: &str) -> Result<(), StoreError> {
    let there = client.query_one("SELECT to_regclass('meta') IS NOT NULL", &[]);
    let there = there
        .await
        .map_err(|error| StoreError::Failed(format!("{path}: {}", super::said(&error))))?;
    if !there.get::<_, bool>(0) || number(client, path).await? < OWN {
        return Err(StoreError::Failed(format!(
            "{path}: nothing is kept there that this version has opened yet"
        )));
    }
    Ok(())
}

/// Returns the number of the schema, if this program can work with it; 0 if there is none.
async fn number(client: &Client, path: &str) -> Result<u64, StoreError> {
    let failed = |error: Error| StoreError::Failed(format!("{path}: {}", super::said(&error)));
    let rows = "SELECT name, value FROM meta WHERE name IN ('schema', 'least')";
    let rows = client.query(rows, &[]).await.map_err(failed)?;
    let value = |name: &str| {
        let row = rows.iter().find(|row| row.get::<_, &str>(0) == name);
        row.map_or(0, |row| row.get::<_, i64>(1).unsigned_abs())
    };
    // The format, which a program must know to work with what is stored.
    if value("least") > format::NEWEST {
        return Err(StoreError::Later {
            path: path.to_owned(),
            format: value("least"),
        });
    }
    Ok(value("schema"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::hash;

    /// The hashes of the steps that were released.
    const RELEASED: [&str; 1] =
        ["c27806732dc092f28eac089bc54b8aacbcab9199ffc7c1bb7d079b1711e06ee9"];

    #[test]
    fn steps_that_were_released_stay_as_they_are() {
        let hashes = MIGRATIONS.map(|step| hash(step.as_bytes()).to_string());
        assert_eq!(hashes[..RELEASED.len()], RELEASED);
    }
}
