//! Stores in PostgreSQL, where it is installed.

use std::sync::LazyLock;

use local_postgres::Server;
use rondel::store::postgres::{PostgresAddress, PostgresStore};

use crate::now::now;

/// A server for all tests that do not end it.
static SERVER: LazyLock<Option<Server>> =
    LazyLock::new(|| Server::start(&["fsync=off", "max_connections=300"]));

/// Returns the server; `None` if there is none here.
pub(crate) fn server() -> Option<&'static Server> {
    SERVER.as_ref()
}

/// Returns the address of an empty database; `None` if there is no server here.
pub(crate) fn empty_database() -> Option<String> {
    let server = server()?;
    Some(server.address(&server.database()))
}

/// Opens a store.
pub(crate) fn open(address: &str) -> PostgresStore {
    let address = PostgresAddress::parse(address).unwrap();
    now(PostgresStore::open(&address)).unwrap()
}
