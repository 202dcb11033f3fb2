//! What is special about the store in PostgreSQL.

use std::{fs, sync::Arc};

use fake_discord::FakeDiscord;
use local_postgres::Server;
use rondel::store::{
    Append, AppendError, EventStore, ReadMatches, StoreError,
    postgres::{PostgresAddress, PostgresStore},
};

use super::samples::{append, id, put, request_id};
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
        ("RONDEL_TABLE__LISTEN", "127.0.0.1:0"),
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
