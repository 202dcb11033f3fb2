//! What is special about the store in PostgreSQL.

use std::{fs, sync::Arc, time::Duration};

use fake_discord::FakeDiscord;
use local_postgres::Server;
use rondel::{
    matchplay,
    store::{
        Append, AppendError, EventStore, PreferenceStore, ReadMatches, StoreError, Subject,
        postgres::{PostgresAddress, PostgresStore},
    },
};
use tokio::time::timeout;

use super::samples::{append, id, put, request_id, set, timed};
use crate::{discord::Scene, now::now, postgres, tidy, web::process::Running};

fn open(address: &str) -> Result<PostgresStore, StoreError> {
    now(PostgresStore::open(
        &PostgresAddress::parse(address).unwrap(),
    ))
}

#[test]
fn one_process_writes_at_a_time() {
    let Some(address) = postgres::empty_database() else {
        return;
    };
    let store = open(&address).unwrap();
    let second = open(&address);
    assert!(matches!(second, Err(StoreError::InUse { .. })));
    put(&store, append(id(1), 0)).unwrap();
    drop(store);
    assert_eq!(now(open(&address).unwrap().count()), Ok(1));
}

#[test]
fn a_process_that_was_asleep_writes_nothing_any_more() {
    let Some(server) = postgres::server() else {
        return;
    };
    let database = server.database();
    let address = server.address(&database);
    let asleep = open(&address).unwrap();
    put(&asleep, append(id(1), 0)).unwrap();
    // So long that its lease has ended.
    server.ask(
        &database,
        "UPDATE lease SET holder = 'nobody', until = now() - interval '1 day'",
    );
    let awake = open(&address).unwrap();
    put(&awake, append(id(1), 1)).unwrap();
    for version in [1, 2] {
        let refused = put(&asleep, append(id(1), version));
        assert!(matches!(refused, Err(AppendError::Store(_))), "{refused:?}");
    }
    assert_eq!(now(awake.load(id(1))).unwrap().len(), 2);
    put(&awake, append(id(1), 2)).unwrap();
}

/// It may have missed what another process wrote that has ended since.
#[test]
fn a_process_that_slept_through_a_lease_of_another_takes_it_back_never() {
    let Some(server) = postgres::server() else {
        return;
    };
    let database = server.database();
    let asleep = open(&server.address(&database)).unwrap();
    server.ask(
        &database,
        "UPDATE lease SET holder = 'nobody', until = now() - interval '1 day'",
    );
    let gives_up = async { timeout(Duration::from_secs(30), asleep.taken_over()).await };
    assert!(now(gives_up).is_ok());
}

/// Gives the lease to another process, as if this one had been asleep.
fn take_over(server: &Server, database: &str) {
    server.ask(
        database,
        "UPDATE lease SET holder = 'another', until = now() + interval '1 day'",
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_whose_store_another_process_has_taken_over_ends() {
    let Some(server) = postgres::server() else {
        return;
    };
    let database = server.database();
    let mut scene = Scene::without_bot(FakeDiscord::start().await);
    let address = server.address(&database);
    scene.start(&[("RONDEL_STORE__URL", &address)]).await;
    take_over(server, &database);
    let (status, said) = scene.bot.take().unwrap().ended().await;
    assert_eq!(status.code(), Some(1), "{said}");
}

#[test]
fn a_table_whose_store_another_process_has_taken_over_ends() {
    let Some(server) = postgres::server() else {
        return;
    };
    let database = server.database();
    let directory = tempfile::tempdir().unwrap();
    let address = server.address(&database);
    let variables = [
        ("RONDEL_STORE__URL", address.as_str()),
        ("RONDEL_WEB__LISTEN", "127.0.0.1:0"),
    ];
    let mut table = Running::start_with(directory.path(), &variables);
    take_over(server, &database);
    assert_eq!(table.ends(), Some(1));
}

#[test]
fn a_lane_that_another_process_has_taken_over_writes_nothing_any_more() {
    let Some(server) = postgres::server() else {
        return;
    };
    let database = server.database();
    let store = open(&server.address(&database)).unwrap();
    put(&store, append(id(1), 0)).unwrap();
    // The lease still stands, as in a process that has not looked at it yet.
    server.ask(&database, "UPDATE lane SET session = session + 1");
    let refused = put(&store, append(id(1), 1));
    assert!(matches!(refused, Err(AppendError::Store(_))), "{refused:?}");
    assert_eq!(now(store.load(id(1))).unwrap().len(), 1);
}

#[test]
fn what_cannot_be_written_fails_alone() {
    let Some(address) = postgres::empty_database() else {
        return;
    };
    let store = Arc::new(open(&address).unwrap());
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build();
    let written = runtime.unwrap().block_on(async {
        let appends = (0..256).map(|number| {
            // No text of PostgreSQL has such a character.
            let name = if number == 77 { "a\0b" } else { "a" };
            let append = Append {
                request_id: request_id(&format!("{name}{number}")),
                ..append(id(number), 0)
            };
            let store = Arc::clone(&store);
            tokio::spawn(async move { store.append(append).await })
        });
        let mut written = Vec::new();
        for append in appends.collect::<Vec<_>>() {
            written.push(append.await.unwrap());
        }
        written
    });
    for (number, written) in written.iter().enumerate() {
        assert_eq!(written.is_ok(), number != 77, "{number}: {written:?}");
    }
    assert_eq!(now(store.count()), Ok(255));
}

/// What a database or its user may be set to: a part of what is said at the start, or nothing where it does.
const DATABASES: [(&str, &str, Option<&str>); 10] = [
    (
        "ENCODING 'LATIN1'",
        "",
        Some("encoding of the database is LATIN1"),
    ),
    (
        "ENCODING 'SQL_ASCII'",
        "",
        Some("encoding of the database is SQL_ASCII"),
    ),
    (
        "",
        "ALTER DATABASE {db} SET default_transaction_read_only = on",
        Some("writes"),
    ),
    (
        "",
        "ALTER DATABASE {db} SET search_path = nowhere",
        Some("search_path"),
    ),
    (
        "",
        "REVOKE CREATE ON SCHEMA public FROM PUBLIC, {user}",
        Some("may make no tables"),
    ),
    (
        "",
        "CREATE TABLE people (a int)",
        Some("the table people belongs to another user"),
    ),
    (
        "",
        "ALTER ROLE {user} CONNECTION LIMIT 6",
        Some("may have 6 connections, and 10 are needed"),
    ),
    (
        "",
        "ALTER DATABASE {db} CONNECTION LIMIT 9",
        Some("may have 9 connections"),
    ),
    ("", "", None),
    (
        "LC_COLLATE 'C.UTF-8' LC_CTYPE 'C.UTF-8'",
        "ALTER DATABASE {db} SET default_transaction_isolation = serializable;
         ALTER DATABASE {db} SET standard_conforming_strings = off;
         ALTER DATABASE {db} SET backslash_quote = off;
         ALTER DATABASE {db} SET statement_timeout = '1s';
         ALTER DATABASE {db} SET lock_timeout = '1ms';
         ALTER DATABASE {db} SET bytea_output = escape;
         ALTER DATABASE {db} SET array_nulls = off;
         ALTER DATABASE {db} SET transform_null_equals = on;
         ALTER DATABASE {db} SET DateStyle = 'SQL, DMY';
         ALTER DATABASE {db} SET IntervalStyle = iso_8601;
         ALTER DATABASE {db} SET TimeZone = 'Asia/Kathmandu';
         ALTER DATABASE {db} SET client_encoding = 'LATIN1';
         ALTER DATABASE {db} SET synchronous_commit = off;
         CREATE SCHEMA own AUTHORIZATION {user};
         ALTER DATABASE {db} SET search_path = own, public",
        None,
    ),
];

#[test]
fn a_database_that_would_fail_later_is_refused_at_the_start_and_any_other_does() {
    let Some(server) = postgres::server() else {
        return;
    };
    for (number, (options, settings, refused)) in DATABASES.into_iter().enumerate() {
        let (database, user) = (format!("odd_{number}"), format!("odd_user_{number}"));
        let made = format!(
            "CREATE DATABASE {database} TEMPLATE template0 {}",
            if options.starts_with("ENCODING") {
                format!("{options} LC_COLLATE 'C' LC_CTYPE 'C'")
            } else {
                options.to_owned()
            }
        );
        server.ask("postgres", &made);
        server.ask("postgres", &format!("CREATE ROLE {user} LOGIN"));
        server.ask(
            &database,
            &format!("GRANT CREATE ON SCHEMA public TO {user}"),
        );
        let settings = settings.replace("{db}", &database).replace("{user}", &user);
        for setting in settings
            .split(';')
            .filter(|setting| !setting.trim().is_empty())
        {
            server.ask(&database, setting);
        }
        let address = server
            .address(&database)
            .replace("rondel@", &format!("{user}@"));
        let opened = open(&address);
        let Some(said) = refused else {
            let store = opened.unwrap_or_else(|error| panic!("{settings}: {error}"));
            put(&store, append(id(1), 0)).unwrap();
            set(&store, Subject::Store, "Łukasz \\ 日本 ' \" 😀", None).unwrap();
            let kept = now(store.preference(&Subject::Store)).unwrap();
            assert_eq!(kept.as_deref(), Some("Łukasz \\ 日本 ' \" 😀"));
            assert_eq!(now(store.load(id(1))).unwrap().len(), 1);
            continue;
        };
        let error = opened.expect_err(&settings).to_string();
        assert!(error.contains(said), "{options} {settings}: {error}");
    }
}

#[test]
fn tables_of_a_later_program_are_left_alone() {
    let Some(server) = postgres::server() else {
        return;
    };
    let database = server.database();
    let address = server.address(&database);
    drop(open(&address).unwrap());
    // A later program has added something that this one need not know.
    server.ask(&database, "UPDATE meta SET value = 7 WHERE name = 'schema'");
    drop(open(&address).unwrap());
    server.ask(&database, "UPDATE meta SET value = 7 WHERE name = 'least'");
    let refused = open(&address);
    assert!(
        matches!(refused, Err(StoreError::Later { format: 7, .. })),
        "{refused:?}"
    );
}

#[test]
fn the_format_rises_with_the_first_time_for_a_number_of_moves() {
    let Some(server) = postgres::server() else {
        return;
    };
    let rows = [r#"{"v":1,"time":"3d"}"#, r#"{"v":1,"time":"10/30d"}"#];
    for (row, limit, expected) in [
        (rows[0], "3d", "1"),
        (rows[0], "10/30d", "2"),
        (rows[1], "3d", "2"),
    ] {
        let database = server.database();
        let address = server.address(&database);
        for version in 0..2 {
            let store = open(&address).unwrap();
            let subject = Subject::Server(matchplay::Server::new("discord/7"));
            set(&store, subject, row, None).unwrap();
            let opened = Append {
                events: vec![timed(Some(limit))],
                ..append(id(1), 0)
            };
            put(
                &store,
                if version == 0 {
                    opened
                } else {
                    append(id(1), 1)
                },
            )
            .unwrap();
            drop(store);
            let least = "SELECT value FROM meta WHERE name = 'least'";
            assert_eq!(server.ask(&database, least), [expected], "{row} {limit}");
        }
    }
}

/// Other databases and poolers do not have these, a failover does not keep them, or they order what is read
/// otherwise than what is committed.
#[test]
fn no_statement_needs_what_does_not_scale() {
    let words = [
        "LISTEN",
        "NOTIFY",
        "ADVISORY",
        "SERIAL",
        "BIGSERIAL",
        "NEXTVAL",
        "SEQUENCE",
    ];
    let folder = tidy::root().join("src/store/postgres");
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        // In capitals, as words of the language are written, in Rust's files too.
        let text = fs::read_to_string(&path).unwrap();
        let mut found = text.split(|char: char| !char.is_alphanumeric());
        let found = found.find(|word| words.contains(word));
        assert_eq!(found, None, "{}", path.display());
    }
}
