//! Stores in PostgreSQL, for hosts that outgrow one machine's files.
//!
//! # The way of an append
//!
//! 1. [`PostgresStore`] hands the append to the lane of its match and waits (`lane`).
//! 2. The lane takes everything that waits, judges each append against the ones before it, and turns all of
//!    them into rows (`batch`, `rows`).
//! 3. The rows are written as one transaction of a few statements, each of which takes columns of rows as
//!    arrays (`statements`, `transaction`), so that many appends share one flush of the log.
//! 4. Each append is answered once the transaction is durable, on a synchronous standby too where there is
//!    one. What broke off in between is settled first.
//!
//! One process writes at a time: it holds a lease, and a process that takes it over takes the
//! lanes with it, so that one that was asleep writes nothing any more (`lease`). Reads go to the primary alone, by a
//! pool of connections (`reading`). An empty store is filled from a backup as one transaction (`filling`). The tables
//! come about by numbered steps (`schema`). The rows of people who were forgotten leave the server's files an hour
//! later, when their table is written again (`rewriting`).

mod address;
mod batch;
mod connection;
mod filling;
mod lane;
mod lease;
mod numbers;
mod opening;
mod people;
mod reading;
mod requirements;
mod rewriting;
mod rows;
mod schema;
mod statements;
mod store;
mod transaction;

pub use self::{
    address::{AddressError, PostgresAddress},
    filling::PostgresFilling,
    store::PostgresStore,
};

use crate::causes;

/// Returns what an error says, with its causes and without values.
fn said(error: &tokio_postgres::Error) -> String {
    match error.as_db_error() {
        Some(told) => format!("{} ({})", told.message(), told.code().code()),
        None => match connection::distrust(error) {
            Some(distrust) => format!("{error}: {distrust}"),
            None => causes(error).to_string(),
        },
    }
}
