//! The files of a server of PostgreSQL after somebody was forgotten.

use std::{
    collections::HashSet,
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

use local_postgres::Server;
use rondel::store::{
    people::People,
    postgres::{PostgresAddress, PostgresStore},
};
use tokio_postgres::NoTls;

use super::forget::{identity, knows, meet, needles, person};
use crate::forget::bytes::{Needles, found_below};
use crate::{now::now, postgres};

const SOON: Duration = Duration::from_millis(60);
const LATE: Duration = Duration::from_secs(86_400);
const PATIENCE: Duration = Duration::from_secs(60);

fn people(address: &str, rewritten: Duration) -> People {
    let address = PostgresAddress::parse(address).unwrap();
    let store = now(PostgresStore::open_rewriting(&address, rewritten));
    People::over(Arc::new(store.unwrap()))
}

/// The forms of somebody in the files of a database, but for its log.
fn found(server: &Server, database: &str, needles: &Needles) -> Vec<String> {
    // Only then is in the files what was written, and not in those that were replaced.
    server.ask(database, "CHECKPOINT");
    let directory = "
        SELECT current_setting('data_directory') || '/base/' || oid FROM pg_database
        WHERE datname = current_database()";
    let directory = PathBuf::from(server.ask(database, directory).remove(0));
    let found = found_below(&directory, needles).into_iter();
    found.map(|(_, form, _)| form).collect()
}

/// Returns true if the table is still to be written again.
fn is_owed(server: &Server, database: &str) -> bool {
    server.ask(database, "SELECT count(*) FROM forgetting") != ["0"]
}

#[test]
fn soon_no_file_of_the_server_names_somebody_who_was_forgotten() {
    let Some(server) = postgres::server() else {
        return;
    };
    let database = server.database();
    let address = server.address(&database);
    let once = needles(7).text("earlier name", "Zerlinde, once");
    {
        let people = people(&address, LATE);
        (0..40).for_each(|number| meet(&people, number));
        now(people.meet(&identity(7), "Zerlinde, once", || person(0))).unwrap();
        meet(&people, 7);
        server.ask(&database, "ANALYZE");
        assert_eq!(now(people.forget(person(7))), Ok(true));
        assert!(!knows(&people, 7));
    }
    // They are deleted, and stand there nevertheless.
    server.ask(&database, "VACUUM people");
    let before = found(server, &database, &once);
    for form in ["name UTF-8", "id UTF-8", "earlier name UTF-8"] {
        let stands = before.iter().any(|found| found == form);
        assert!(stands, "{form} of {before:?}");
    }
    // The process that forgot them is gone, and the next one sees to it.
    let people = people(&address, SOON);
    let begun = Instant::now();
    while is_owed(server, &database) {
        assert!(begun.elapsed() < PATIENCE, "the table is not written again");
    }
    assert_eq!(found(server, &database, &once), Vec::<String>::new());
    for number in 0..40 {
        assert_eq!(knows(&people, number), number != 7);
    }
}

#[test]
fn files_that_a_reader_still_needs_are_replaced_after_it() {
    let Some(server) = postgres::server() else {
        return;
    };
    let database = server.database();
    let people = people(&server.address(&database), SOON);
    (0..4).for_each(|number| meet(&people, number));
    let reader = now(async {
        let address = server.address(&database);
        let (reader, connection) = tokio_postgres::connect(&address, NoTls).await.unwrap();
        tokio::spawn(connection);
        let begun = "BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT FROM lease";
        reader.batch_execute(begun).await.unwrap();
        reader
    });
    assert_eq!(now(people.forget(person(3))), Ok(true));
    let looks = "
        SELECT query_start FROM pg_stat_activity, forgetting
        WHERE query LIKE '%SELECT last FROM forgetting%' AND pid <> pg_backend_pid()
        AND datname = current_database() AND query_start > since + interval '100 ms'";
    let (begun, mut seen) = (Instant::now(), HashSet::new());
    // Before each of them the one before it has found that there is nothing to do yet.
    while seen.len() < 3 {
        seen.extend(server.ask(&database, looks));
        assert!(
            is_owed(server, &database),
            "a reader's rows are written again"
        );
        assert!(
            begun.elapsed() < PATIENCE,
            "nothing is looked for: {seen:?}"
        );
    }
    let read = "SELECT name FROM people ORDER BY name";
    assert_eq!(now(reader.query(read, &[])).unwrap().len(), 4);
    drop(reader);
    let begun = Instant::now();
    while is_owed(server, &database) {
        assert!(begun.elapsed() < PATIENCE, "the table is not written again");
    }
    assert_eq!(found(server, &database, &needles(3)), Vec::<String>::new());
}
