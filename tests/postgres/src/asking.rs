//! Statements that a server is asked.

use std::{io, thread};

use tokio::runtime::Builder;
use tokio_postgres::{NoTls, SimpleQueryMessage};

/// Runs statements in the database at an address, and returns the first column of the rows of the last one.
pub(crate) fn ask(address: &str, statements: &str) -> io::Result<Vec<String>> {
    let (address, statements) = (address.to_owned(), statements.to_owned());
    // A thread of its own, so that it can be called from within a runtime too.
    let asked = thread::spawn(move || {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let connected = tokio_postgres::connect(&address, NoTls).await;
            let (client, connection) = connected.map_err(io::Error::other)?;
            tokio::spawn(connection);
            let rows = client.simple_query(&statements).await;
            let rows = rows.map_err(io::Error::other)?.into_iter();
            let first = rows.filter_map(|row| {
                let SimpleQueryMessage::Row(row) = row else {
                    return None;
                };
                Some(row.get(0).unwrap_or_default().to_owned())
            });
            Ok(first.collect())
        })
    });
    asked
        .join()
        .unwrap_or_else(|_| Err(io::Error::other("no answer")))
}
