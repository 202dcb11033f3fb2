//! Reads, by a pool of connections.

use std::time::{Duration, Instant};

use deadpool_postgres::{HookError, Object, Pool, PoolError};
use futures_util::future::join_all;
use tokio::time::{sleep, timeout};
use tokio_postgres::{Error, Row, types::ToSql};

use super::connection::{AT_LAST, Connector, READERS, silent};
use crate::StoreError;

/// The time between two tries.
const AGAIN: Duration = Duration::from_millis(100);

/// A pool, and what its server is called.
#[derive(Clone)]
pub(super) struct Reader {
    pub(super) pool: Pool,
    pub(super) path: String,
    pub(super) connector: Connector,
}

impl Reader {
    /// Connects all of its connections, before anybody waits for them.
    pub(super) async fn connect(&self) {
        // Those that fail are tried again when they are needed.
        drop(join_all((0..READERS).map(|_| self.pool.get())).await);
    }

    /// Returns the rows that a statement gives. It is asked again while the server is gone, so it must change
    /// nothing that may not be changed twice.
    pub(super) async fn rows(
        &self,
        statement: &str,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, StoreError> {
        let begun = Instant::now();
        loop {
            let error = match timeout(AT_LAST, self.pool.get()).await {
                Err(_) => return Err(self.failed("no connection in time")),
                Ok(Err(
                    PoolError::Backend(error)
                    | PoolError::PostCreateHook(HookError::Backend(error)),
                )) => error,
                Ok(Err(error)) => return Err(self.failed(&error.to_string())),
                Ok(Ok(client)) => {
                    let patience = self.connector.patience(Object::metrics(&client).created);
                    let rows = patience.wait(AT_LAST, async {
                        let prepared = client.prepare_cached(statement).await?;
                        client.query(&prepared, parameters).await
                    });
                    match rows.await {
                        Some(Ok(rows)) => return Ok(rows),
                        Some(Err(error)) => error,
                        None => {
                            // Nobody else may wait for what this one owes.
                            drop(Object::take(client));
                            silent()
                        }
                    }
                }
            };
            if !is_of_connection(&error) || begun.elapsed() > AT_LAST {
                return Err(self.failed(&super::said(&error)));
            }
            sleep(AGAIN).await;
        }
    }

    /// Returns the first column of the first row, if there is one.
    pub(super) async fn first<T: for<'a> tokio_postgres::types::FromSql<'a>>(
        &self,
        statement: &str,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<Option<T>, StoreError> {
        let rows = self.rows(statement, parameters).await?;
        rows.first()
            .map(|row| row.try_get(0))
            .transpose()
            .map_err(|error| self.failed(&super::said(&error)))
    }

    fn failed(&self, what: &str) -> StoreError {
        StoreError::Failed(format!("{}: {what}", self.path))
    }
}

/// Returns true if another connection may do better.
fn is_of_connection(error: &Error) -> bool {
    let Some(code) = error.code() else {
        // Nothing was said by the server: the connection broke, or there was none.
        return true;
    };
    ["08", "53", "57"].contains(&&code.code()[..2])
}
