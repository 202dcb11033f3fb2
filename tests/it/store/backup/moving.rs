//! From store to store, by way of a backup.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use rand::{SeedableRng, rngs::StdRng};
use rondel::{
    matchplay::{MatchId, Moment, Person, Place},
    store::{
        List, Store, StoreError, Subject,
        backup::{BackupError, BackupSink, CopyScope},
        check::check,
        embedded::{FileFilling, Pair},
        postgres::{PostgresAddress, PostgresFilling},
    },
};

use super::super::samples::set;
use super::{MOST, backed_up, backup, items, lines, postgres_of, sample, sled_of, standings};
use crate::{now::now, postgres, standings::host};

#[test]
fn from_store_to_store_and_back_a_backup_is_the_same() {
    let directories = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let first = sample(60);
    let bytes = backed_up(&first);
    let kinds = [
        "key",
        "match",
        "ended",
        "notice",
        "person",
        "preference",
        "note",
        "end",
    ];
    let text = lines(&bytes).join("\n");
    for kind in kinds {
        assert!(
            text.contains(&format!("\n{{\"{kind}\":")),
            "{kind} is missing"
        );
    }
    let expected = standings(&first);
    let sled = sled_of(&bytes, directories[0].path()).unwrap();
    assert_eq!(backed_up(&sled), bytes);
    assert_eq!(standings(&sled), expected);
    let again = sled_of(&backed_up(&sled), directories[1].path()).unwrap();
    assert_eq!(backed_up(&again), bytes);
    for _ in 0..2 {
        let Some(address) = postgres::empty_database() else {
            return;
        };
        let postgres = postgres_of(&bytes, &address).unwrap();
        assert_eq!(backed_up(&postgres), bytes);
        assert_eq!(standings(&postgres), expected);
    }
    println!(
        "backups checked: {} lines, the same from all stores",
        lines(&bytes).len()
    );
}

#[test]
fn what_was_restored_goes_on_as_it_was() {
    let directory = tempfile::tempdir().unwrap();
    let first = sample(30);
    let bytes = backed_up(&first);
    let mut others = vec![sled_of(&bytes, directory.path()).unwrap()];
    if let Some(address) = postgres::empty_database() {
        others.push(postgres_of(&bytes, &address).unwrap());
    }
    for other in others {
        let (one, other) = (&first.matches, &other.matches);
        for place in ["discord/1/2", "console/hall"] {
            let place = Place::new(place);
            for person in (0..40).map(Person) {
                assert_eq!(
                    now(other.latest_ended(&place, person)),
                    now(one.latest_ended(&place, person))
                );
                let list = List::Of(person);
                assert_eq!(
                    now(other.listed(&list, None, MOST)),
                    now(one.listed(&list, None, MOST))
                );
            }
        }
        assert_eq!(now(other.count()), now(one.count()));
        assert_eq!(
            now(other.ended_since(0, MOST)),
            now(one.ended_since(0, MOST))
        );
        assert_eq!(
            now(other.due(Moment(i64::MAX), None, MOST)),
            now(one.due(Moment(i64::MAX), None, MOST))
        );
        let report = now(check(&**other, None)).unwrap();
        assert_eq!(report.faults, [""; 0]);
        assert_eq!(report.damaged(), 0);
        // New rows come after those that were restored.
        let told = |store: &Arc<dyn Store>| now(store.outbox("discord", 0, MOST)).unwrap();
        let before = told(other).len();
        assert_eq!(before, told(one).len());
        let live = now(other.all(None, MOST)).unwrap();
        let hosts = host::host(other);
        let mut dice = StdRng::seed_from_u64(4);
        let new = now(host::play(&hosts, &mut dice));
        assert!(!live.contains(&new));
        assert_eq!(
            now(other.ended_since(0, MOST)).unwrap().len(),
            now(one.ended_since(0, MOST)).unwrap().len() + 1
        );
    }
}

#[test]
fn nothing_is_overwritten() {
    let bytes = backed_up(&sample(3));
    let directory = tempfile::tempdir().unwrap();
    drop(sled_of(&bytes, directory.path()).unwrap());
    let again = sled_of(&bytes, directory.path());
    assert!(matches!(
        again,
        Err(BackupError::Store(StoreError::Failed(_)))
    ));
    let Some(address) = postgres::empty_database() else {
        return;
    };
    let open = postgres_of(&bytes, &address).unwrap();
    let again = postgres_of(&bytes, &address);
    assert!(matches!(
        again,
        Err(BackupError::Store(StoreError::InUse { .. }))
    ));
    drop(open);
    let again = postgres_of(&bytes, &address);
    assert!(matches!(
        again,
        Err(BackupError::Store(StoreError::Failed(_)))
    ));
}

#[test]
fn a_backup_without_people_names_nobody() {
    let stores = sample(10);
    let bytes = backup(&stores, CopyScope::WithoutPeople).unwrap();
    let text = lines(&bytes).join("\n");
    assert!(text.contains("\"match\":") && text.contains("\"preference\":{\"subject\":\"server "));
    for absent in [
        "\"person\":{",
        "Person 3",
        "\"subject\":\"person ",
        "\"key\":",
    ] {
        assert!(!text.contains(absent), "{absent}");
    }
    let directory = tempfile::tempdir().unwrap();
    let restored = sled_of(&bytes, directory.path()).unwrap();
    assert_eq!(now(restored.people.everybody(None, 9)), Ok(Vec::new()));
    assert_eq!(standings(&restored), standings(&stores));
}

#[test]
fn files_that_are_being_filled_are_in_use() {
    let directory = tempfile::tempdir().unwrap();
    let [matches, people] = ["store", "people"].map(|name| directory.path().join(name));
    let bytes = backed_up(&sample(3));
    let mut filling = Box::new(FileFilling::begin(&matches, &people).unwrap());
    now(filling.take(items(&bytes))).unwrap();
    let opened = Pair::open(&matches, &people, false).map(drop);
    assert!(
        matches!(opened, Err(StoreError::InUse { .. })),
        "{opened:?}"
    );
    let second = FileFilling::begin(&matches, &people).map(drop);
    assert!(
        matches!(second, Err(StoreError::InUse { .. })),
        "{second:?}"
    );
    now(filling.finish()).unwrap();
    let opened = Pair::open(&matches, &people, false).unwrap();
    assert_eq!(backed_up(&opened.stores()), bytes);
}

#[test]
fn of_two_that_fill_a_database_at_once_one_is_refused() {
    let Some(server) = postgres::server() else {
        return;
    };
    let database = server.database();
    let address = PostgresAddress::parse(&server.address(&database)).unwrap();
    // Another one has matches of its own, so that nothing else keeps them apart.
    let bytes = backed_up(&sample(3));
    let runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = { runtime }.enable_all().build().unwrap();
    runtime.block_on(async {
        let mut first = Box::new(PostgresFilling::begin(&address).await.unwrap());
        first.take(items(&bytes)).await.unwrap();
        let second = tokio::spawn(async move { PostgresFilling::begin(&address).await });
        let waits = format!(
            "SELECT count(*) FROM pg_stat_activity
             WHERE datname = '{database}' AND wait_event_type = 'Lock'"
        );
        let begun = Instant::now();
        while !second.is_finished() && server.ask("postgres", &waits) == ["0"] {
            assert!(
                begun.elapsed() < Duration::from_secs(30),
                "it neither waits nor ends"
            );
        }
        first.finish().await.unwrap();
        let second = second.await.unwrap().map(drop);
        assert!(matches!(second, Err(StoreError::Failed(_))), "{second:?}");
    });
}

/// Such as those of a match that was opened while others were read: its id may be drawn again where it is
/// restored.
#[test]
fn links_to_a_match_that_was_not_read_are_left_out() {
    let stores = sample(2);
    let links = |id| {
        set(&*stores.matches, Subject::Links(id), "{}", None).unwrap();
        lines(&backed_up(&stores)).len()
    };
    let before = lines(&backed_up(&stores)).len();
    assert_eq!(links(MatchId::numbered(600_001)), before);
    let there = now(stores.matches.all(None, 1)).unwrap();
    assert_eq!(links(there[0]), before + 1);
}
