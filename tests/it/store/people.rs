//! The store of people.

use std::{fs, path::Path, sync::Arc};

use rondel::{
    host::{Host, Table},
    matchplay::{Command, Moment, Person, Place},
    rules::Ruleset,
    store::{
        Identity, IdentityError, Pending, StoreError, Stores,
        people::{LONGEST_NAME, People},
    },
};
use tokio::task::{JoinSet, yield_now};

use super::{
    contract::each,
    guarded::{Guard, Guarded},
};
use crate::now::{PeopleNow, now, open_people};

fn identity(id: &str) -> Identity {
    Identity::new("console", id).unwrap()
}

#[test]
fn people_are_met_once() {
    each(|stores, _| {
        let people = &stores.people;
        let ann = now(people.meet(&identity("ann"), "Ann", || Person(1))).unwrap();
        assert_eq!(ann, Person(1));
        let never = || -> Person { panic!("ann is known") };
        assert_eq!(now(people.meet(&identity("ann"), "Ann", never)), Ok(ann));
        assert_eq!(people.named(ann).unwrap().as_deref(), Some("Ann"));
        assert_eq!(now(people.meet(&identity("ann"), "Anna", never)), Ok(ann));
        assert_eq!(people.named(ann).unwrap().as_deref(), Some("Anna"));
        assert_eq!(people.account(ann), Ok(Some(identity("ann"))));
        assert_eq!(now(people.find(&identity("ann"))), Ok(Some(ann)));
        assert_eq!(now(people.find(&identity("an"))), Ok(None));
        let elsewhere = Identity::new("consol", "eann").unwrap();
        assert_eq!(now(people.find(&elsewhere)), Ok(None));
        assert_eq!(people.named(Person(2)), Ok(None));
        assert_eq!(people.account(Person(2)), Ok(None));
    });
}

#[test]
fn a_reference_is_given_once() {
    each(|stores, _| {
        let people = &stores.people;
        now(people.meet(&identity("ann"), "Ann", || Person(1))).unwrap();
        let mut dice = [1, 1, 2].into_iter().map(Person);
        let bob = now(people.meet(&identity("bob"), "Bob", || dice.next().unwrap()));
        assert_eq!(bob, Ok(Person(2)));
    });
}

#[test]
fn who_asks_twice_when_they_are_new_is_one_person() {
    each(|stores, _| {
        let people = &stores.people;
        // The other request is through while this one looks for a reference.
        let expected = now(people.expect(&identity("ann"), "Ann", || {
            let first = now(people.expect(&identity("ann"), "Ann", || Person(1))).unwrap();
            now(people.settle(&[first])).unwrap();
            Person(2)
        }));
        assert_eq!(expected, Ok(Person(1)));
        assert_eq!(now(people.settle(&[Person(1)])), Ok(()));
    });
}

#[test]
fn people_of_whom_a_name_is_known_alone() {
    each(|stores, _| {
        let people = &stores.people;
        let ann = now(people.meet(&identity("ann"), "Ann", || Person(1))).unwrap();
        let mut dice = [1, 2, 2, 3].into_iter().map(Person);
        let first = now(people.introduce("Ann\0", || dice.next().unwrap()));
        let second = now(people.introduce("Ann", || dice.next().unwrap()));
        assert_eq!(
            (ann, first, second),
            (Person(1), Ok(Person(2)), Ok(Person(3)))
        );
        for person in [2, 3].map(Person) {
            assert_eq!(people.named(person).unwrap().as_deref(), Some("Ann"));
            // No chat knows them.
            let identity = people.account(person).unwrap().unwrap();
            assert!(!["discord", "console"].contains(&identity.realm()));
            assert_eq!(now(people.find(&identity)), Ok(Some(person)));
        }
    });
}

#[test]
fn names_are_cleaned_and_cut() {
    each(|stores, _| {
        let people = &stores.people;
        let named = |name: &str| {
            let person = now(people.meet(&identity("ann"), name, || Person(1))).unwrap();
            people.named(person).unwrap().unwrap()
        };
        assert_eq!(named("A\0n\nn\u{202e}\u{7f}"), "Ann");
        assert_eq!(named("👩‍🚀 Zoë"), "👩‍🚀 Zoë");
        assert_eq!(named(&"ß".repeat(300)), "ß".repeat(LONGEST_NAME));
        assert_eq!(named(""), "");
    });
}

#[test]
fn identities_are_bounded() {
    for (realm, id) in [
        ("", "1"),
        ("discord", ""),
        ("a-realm-too-long!", "1"),
        ("discord", &"1".repeat(65)),
    ] {
        assert_eq!(Identity::new(realm, id), Err(IdentityError));
    }
    let secret = Identity::new("discord", "1234567890").unwrap();
    assert_eq!((secret.realm(), secret.id()), ("discord", "1234567890"));
    assert!(!format!("{secret:?}").contains("1234567890"));
}

fn all_bytes(path: &Path) -> u64 {
    let entries = fs::read_dir(path).unwrap().map(|entry| entry.unwrap());
    entries
        .map(|entry| match entry.file_type().unwrap().is_dir() {
            true => all_bytes(&entry.path()),
            false => entry.metadata().unwrap().len(),
        })
        .sum()
}

#[test]
fn people_are_known_after_reopening() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("people");
    {
        let people = open_people(&path).unwrap();
        now(people.meet(&identity("ann"), "Ann", || Person(1))).unwrap();
        now(people.meet(&identity("bob"), "Bob", || Person(2))).unwrap();
        now(people.meet(&identity("ann"), "Anna", || Person(3))).unwrap();
        let in_use = open_people(&path).unwrap_err();
        assert!(matches!(in_use, StoreError::InUse { .. }), "{in_use}");
    }
    let people = open_people(&path).unwrap();
    assert_eq!(people.named(Person(1)).unwrap().as_deref(), Some("Anna"));
    assert_eq!(now(people.find(&identity("bob"))), Ok(Some(Person(2))));
    let mark = || fs::read_to_string(path.join("1/mark")).unwrap();
    let before = (mark(), all_bytes(&path));
    let said = "writes 00000000000000000004 holds 00000000000000000002";
    assert!(before.0.contains(said), "{}", before.0);
    for _ in 0..1_000 {
        now(people.meet(&identity("ann"), "Anna", || Person(3))).unwrap();
        now(people.meet(&identity("bob"), "Bob", || Person(3))).unwrap();
    }
    assert_eq!((mark(), all_bytes(&path)), before);
}

#[test]
fn the_latest_generation_is_in_force() {
    let dir = tempfile::tempdir().unwrap();
    {
        let people = open_people(dir.path()).unwrap();
        now(people.meet(&identity("ann"), "Ann", || Person(1))).unwrap();
    }
    fs::create_dir(dir.path().join("10")).unwrap();
    fs::create_dir(dir.path().join("9")).unwrap();
    fs::create_dir(dir.path().join("11.new")).unwrap();
    let people = open_people(dir.path()).unwrap();
    assert_eq!(now(people.find(&identity("ann"))), Ok(None));
    assert!(dir.path().join("10/mark").exists());
}

#[test]
fn one_identity_is_one_person_however_many_ask() {
    each(|stores, _| {
        let people = &stores.people;
        let numbers = std::sync::atomic::AtomicU64::new(1);
        let met: Vec<Person> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8)
                .map(|_| {
                    scope.spawn(|| {
                        let fresh = || {
                            let number = numbers.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
                            Person(u128::from(number))
                        };
                        now(people.meet(&identity("ann"), "Ann", fresh)).unwrap()
                    })
                })
                .collect();
            threads
                .into_iter()
                .map(|thread| thread.join().unwrap())
                .collect()
        });
        assert!(met.iter().all(|person| *person == met[0]));
    });
}

/// Lets others go first before anything is written.
#[derive(Debug)]
struct LetsOthersGo;

impl Guard for LetsOthersGo {
    fn writes(&self) -> Pending<'_, ()> {
        Box::pin(yield_now())
    }
}

/// Whoever is refused is not written down, also where they were refused since others were faster.
#[tokio::test]
async fn of_newcomers_who_sit_down_at_once_those_who_get_a_seat_are_written_down() {
    let people = Arc::new(People::in_memory());
    let stores = Stores {
        matches: Arc::new(Guarded::by(LetsOthersGo)),
        people: Arc::clone(&people),
    };
    let host = Host::new(stores, Arc::new(|| Moment(1)), Some(1)).await;
    let host = host.unwrap();
    let ann = host.meet(&identity("ann"), "Ann").await.unwrap();
    let table = Table {
        ruleset: String::from("three-man"),
        options: Ruleset::THREE_MAN,
        place: Place::new("console/table"),
        seat: None,
        invited: Vec::new(),
        computers: None,
        rated: true,
        time: None,
        private: false,
    };
    let opened = host.open(&table, ann, None).await.unwrap();
    let id = opened.change.after.id();
    let mut joining = JoinSet::new();
    for number in 0..8 {
        let host = Arc::clone(&host);
        joining.spawn(async move {
            let who = identity(&format!("newcomer {number}"));
            let person = host.expect(&who, "who").await.unwrap();
            let join = Command::Join { seat: None };
            let joined = host.submit(id, person, &join, None, None).await;
            (who, joined.is_ok())
        });
    }
    let joined = joining.join_all().await;
    assert_eq!(joined.iter().filter(|(_, sits)| *sits).count(), 2);
    for (who, sits) in joined {
        let found = people.find(&who).await.unwrap();
        assert_eq!(found.is_some(), sits, "{who:?}");
    }
}
