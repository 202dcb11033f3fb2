//! What a database must be like. What would fail later, for some players or after months, is refused at the start.

use tokio_postgres::{Client, Error};

use super::lane::LANES;
use crate::StoreError;

/// The oldest version of PostgreSQL that is known to do.
const OLDEST: i32 = 150_000;

/// The connections that a store has at the same time: those of the lanes, the lease, the readers, and the one that
/// writes the table of people again.
const CONNECTIONS: i32 = LANES as i32 + 1 + super::connection::READERS as i32 + 1;

/// Looks at the database: its version and encoding; the schema in which tables are made, and whether this user may make
/// some there; a table of ours that this user does not own; the most connections that the user or the database may
/// have, if that is limited.
const LOOK: &str = "
    SELECT current_setting('server_version_num')::int, current_setting('server_encoding'),
        current_schema()::text,
        coalesce(has_schema_privilege(current_schema(), 'CREATE'), false),
        (SELECT min(relname)::text FROM pg_class
            WHERE relnamespace = to_regnamespace(current_schema()::text) AND relkind = 'r'
            AND relname = ANY($1) AND NOT pg_has_role(relowner, 'USAGE')),
        (SELECT min(most) FROM (
            SELECT rolconnlimit FROM pg_roles WHERE rolname = current_user AND NOT rolsuper
            UNION ALL SELECT datconnlimit FROM pg_database WHERE datname = current_database()
        ) limits(most) WHERE most >= 0)";

/// Our tables, as schema.sql makes them.
const TABLES: [&str; 17] = [
    "meta",
    "lease",
    "lane",
    "match",
    "event",
    "listed",
    "due",
    "latest",
    "ending",
    "endings",
    "outbox",
    "delivery",
    "preference",
    "note",
    "standings",
    "people",
    "forgetting",
];

/// Makes sure that a database is one in which a store can be kept; to be read only, that it can be read.
///
/// # Errors
///
/// [`StoreError::Failed`] with what is wrong and what helps.
pub(super) async fn check(client: &Client, path: &str, writes: bool) -> Result<(), StoreError> {
    let failed = |error: Error| StoreError::Failed(format!("{path}: {}", super::said(&error)));
    let row = client
        .query_one(LOOK, &[&&TABLES[..]])
        .await
        .map_err(failed)?;
    let (version, encoding): (i32, String) = (row.get(0), row.get(1));
    let (schema, creates): (Option<String>, bool) = (row.get(2), row.get(3));
    let (foreign, most): (Option<String>, Option<i32>) = (row.get(4), row.get(5));
    let what = if version < OLDEST {
        String::from("PostgreSQL 15 or later is needed")
    } else if encoding != "UTF8" {
        format!(
            "the encoding of the database is {encoding}, which cannot hold everybody's name; make one with UTF8: \
             CREATE DATABASE rondel ENCODING 'UTF8' TEMPLATE template0"
        )
    } else if !writes {
        return Ok(());
    } else if let Some(table) = foreign {
        format!(
            "the table {table} belongs to another user of the database; give this one all tables \
             (ALTER TABLE … OWNER TO …), or use the other"
        )
    } else if schema.is_none() {
        String::from("no schema of search_path is there, so that no table can be made")
    } else if !creates {
        let schema = schema.unwrap_or_default();
        format!(
            "this user may make no tables in the schema {schema}; GRANT CREATE ON SCHEMA {schema} TO the user"
        )
    } else if let Some(most) = most.filter(|most| *most < CONNECTIONS) {
        format!("this user or database may have {most} connections, and {CONNECTIONS} are needed")
    } else {
        return Ok(());
    };
    Err(StoreError::Failed(format!("{path}: {what}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_tables_are_looked_at() {
        let schema = include_str!("schema.sql");
        let made = schema
            .lines()
            .filter_map(|line| line.strip_prefix("CREATE TABLE "));
        let mut made: Vec<&str> = made.map(|line| line.trim_end_matches(" (")).collect();
        made.push("meta");
        made.sort_unstable();
        let mut known = TABLES;
        known.sort_unstable();
        assert_eq!(made, known);
    }
}
