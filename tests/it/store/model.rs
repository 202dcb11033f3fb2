//! The stores in files and in PostgreSQL against the plain ones in memory: they answer the same, no matter
//! what is done and what fails.

use std::{collections::BTreeSet, sync::Arc};

use proptest::prelude::*;
use rondel::{
    matchplay::{Moment, Person, Place, Server},
    store::{
        Append, AppendError, EventStore, Identity, List, Listing, ReadMatches, RequestId, Shelf,
        Store, Subject, embedded::SledStore, memory::MemoryStore, people::People,
    },
};

use super::{
    disk::TestDisk,
    samples::{append, events, id, put, request_id, set},
};
use crate::{
    now::{PeopleNow, now, open_people},
    postgres,
};

const PLACES: [&str; 3] = ["hall", "hall/1", "yard"];
const MATCHES: u32 = 4;
const PEOPLE: u128 = 3;
const DELIVERIES: u8 = 12;

#[derive(Clone, Debug)]
enum Step {
    Append(Box<Append>),
    Prefer(Subject, String),
    /// One of the rows there have been, those taken off before too.
    Told(prop::sample::Index),
    Reopen,
    /// Lets this many of the next syncs fail.
    FailSyncs(u64),
    /// There is no room, or there is again.
    Room(bool),
}

fn listings() -> impl Strategy<Value = Listing> {
    let places = prop::collection::vec(prop::sample::select(PLACES.to_vec()), 0..3);
    let people = prop::collection::vec(0..PEOPLE, 0..3);
    let due = prop::option::of((-2..3_i64).prop_map(Moment));
    let shelf = prop::option::of(prop::sample::select(Shelf::ALL.to_vec()));
    let former = prop::collection::vec((0..PEOPLE).prop_map(Person), 0..2);
    let opener = prop::option::of((0..PEOPLE).prop_map(Person));
    let past = prop::collection::vec((0..PEOPLE).prop_map(Person), 0..2);
    let unplayed = any::<bool>();
    (shelf, places, people, due, former, past, opener, unplayed).prop_map(
        |(shelf, places, people, due, former, past, opener, unplayed)| Listing {
            shelf,
            places: places.into_iter().map(Place::new).collect(),
            people: people.into_iter().map(Person).collect(),
            former,
            past,
            opener,
            due,
            unplayed,
        },
    )
}

/// Every list that a match can be in.
fn lists() -> Vec<List> {
    let servers = || ["", "hall"].map(Server::new);
    let mut lists = Vec::new();
    for place in PLACES.map(Place::new) {
        lists.extend([List::At(place.clone()), List::Own(place.clone())]);
        lists.extend(Shelf::ALL.map(|shelf| List::On(shelf, place.clone())));
        lists.extend((0..PEOPLE).map(|person| List::OfAt(Person(person), place.clone())));
    }
    for server in servers() {
        lists.extend(Shelf::ALL.map(|shelf| List::In(shelf, server.clone())));
    }
    for person in (0..PEOPLE).map(Person) {
        lists.extend([List::Of(person), List::Ended(person), List::Past(person)]);
        lists.extend(servers().map(|server| List::Former(person, server)));
        lists.extend(servers().map(|server| List::Opened(person, server)));
    }
    lists
}

fn steps() -> impl Strategy<Value = Step> {
    let appends = (
        0..MATCHES,
        0..6_u64,
        prop::collection::vec(events(), 1..4),
        prop::option::of(0..DELIVERIES),
        listings(),
        any::<bool>(),
    );
    prop_oneof![
        20 => appends.prop_map(|(number, expected, events, name, listing, notify)| {
            Step::Append(Box::new(Append {
                events,
                request_id: name.and_then(|name| request_id(&name.to_string())),
                listing,
                tell: notify.then(|| String::from("console")),
                ..append(id(number), expected)
            }))
        }),
        4 => any::<prop::sample::Index>().prop_map(Step::Told),
        2 => (0..PEOPLE, "[a-c]").prop_map(|(person, text)| {
            Step::Prefer(Subject::Person(Person(person)), text)
        }),
        1 => Just(Step::Reopen),
    ]
}

fn steps_with_failures() -> impl Strategy<Value = Step> {
    prop_oneof![
        12 => steps(),
        1 => (0..3_u64).prop_map(Step::FailSyncs),
        1 => any::<bool>().prop_map(Step::Room),
    ]
}

/// Returns everything that a store answers.
fn answers(store: &dyn Store) -> String {
    let mut answers = vec![format!(
        "{:?} {:?} {:?}",
        now(store.count()),
        now(store.all(None, usize::MAX)),
        now(store.outbox("console", 0, usize::MAX))
    )];
    for number in 0..MATCHES {
        answers.push(format!("{:?}", now(store.load(id(number)))));
    }
    for list in lists() {
        let first = now(store.listed(&list, None, 1));
        let after = first.iter().flatten().last().copied();
        let later = now(store.listed(&list, after, 9));
        answers.push(format!("{first:?} {later:?}"));
    }
    for place in PLACES.map(Place::new) {
        for person in (0..PEOPLE).map(Person) {
            answers.push(format!("{:?}", now(store.latest_ended(&place, person))));
        }
    }
    answers.push(format!("{:?}", now(store.ended_since(0, usize::MAX))));
    answers.push(format!("{:?}", now(store.ended_since(2, 2))));
    answers.push(format!("{:?}", now(store.preferences(None, usize::MAX))));
    for by in [-2, 0, 2].map(Moment) {
        let first = now(store.due(by, None, 2));
        let after = first.iter().flatten().last().copied();
        let later = now(store.due(by, after, 9));
        answers.push(format!("{first:?} {later:?}"));
    }
    for name in 0..DELIVERIES {
        answers.push(format!(
            "{:?}",
            now(store.answered(&RequestId(name.to_string())))
        ));
    }
    answers.join("\n")
}

/// Of several that ended last at a place, any will do.
fn ends_agree(memory: &dyn EventStore, other: &dyn EventStore) -> bool {
    PLACES.map(Place::new).iter().all(|place| {
        let ended = |person| now(memory.latest_ended(place, Person(person))).unwrap();
        let last: BTreeSet<_> = (0..PEOPLE).filter_map(ended).collect();
        let one_of_them = |ended| match ended {
            Some(id) => last.contains(&id),
            None => last.is_empty(),
        };
        [memory, other]
            .iter()
            .all(|store| one_of_them(now(store.ended_at(place)).unwrap()))
    })
}

fn run_on_files(steps: Vec<Step>) -> Result<(), TestCaseError> {
    let dir = tempfile::tempdir().unwrap();
    let disk = Arc::new(TestDisk::new(dir.path()));
    let open = || SledStore::open_on(dir.path(), disk.clone()).unwrap();
    run(steps, open, Some(&disk))
}

fn run_on_postgres(steps: Vec<Step>) -> Result<(), TestCaseError> {
    match postgres::empty_database() {
        Some(address) => run(steps, || postgres::open(&address), None),
        None => Ok(()),
    }
}

/// Takes steps with a store in memory and another, on a disk if there is one.
fn run<S: Store>(
    steps: Vec<Step>,
    open: impl Fn() -> S,
    disk: Option<&TestDisk>,
) -> Result<(), TestCaseError> {
    let memory = MemoryStore::new();
    let mut rows = Vec::new();
    let mut told = Vec::new();
    let mut failures = false;
    let mut other = open();
    for step in steps {
        match step {
            Step::Append(append) => {
                let expected = match append.expected {
                    // Mostly the right version, so that matches get on.
                    0..4 => now(memory.load(append.id)).unwrap().len() as u64,
                    wrong => wrong,
                };
                let append = Append {
                    expected,
                    ..*append
                };
                let written = put(&other, append.clone());
                if matches!(&written, Err(AppendError::Store(error)) if error.is_of_writing()) {
                    // It has not happened then, in neither of them.
                    prop_assert!(failures);
                } else {
                    let appended = put(&memory, append);
                    prop_assert_eq!(&appended, &written);
                    rows.extend(appended.ok().and_then(|appended| appended.notice));
                }
            }
            Step::Prefer(subject, text) => match set(&other, subject.clone(), &text, None) {
                Ok(()) => set(&memory, subject, &text, None).unwrap(),
                Err(error) => {
                    let unwritable = error.is_of_writing();
                    prop_assert!(failures && unwritable);
                }
            },
            Step::Told(_) if rows.is_empty() => {}
            Step::Told(row) => {
                let number = row.get(&rows).number;
                memory.told("console", number).unwrap();
                other.told("console", number).unwrap();
                told.push(number);
            }
            Step::Reopen => {
                if let Some(disk) = disk {
                    disk.fail_syncs(0);
                    disk.set_free(u64::MAX);
                }
                drop(other);
                other = open();
                // What could not be taken off is told again.
                for number in told.iter().filter(|_| failures) {
                    other.told("console", *number).unwrap();
                }
            }
            Step::FailSyncs(count) => {
                failures = true;
                disk.expect("a disk").fail_syncs(count);
            }
            Step::Room(room) => {
                failures = true;
                let free = if room { u64::MAX } else { 0 };
                disk.expect("a disk").set_free(free);
            }
        }
        prop_assert_eq!(answers(&memory), answers(&other));
        prop_assert!(ends_agree(&memory, &other));
    }
    Ok(())
}

#[derive(Clone, Debug)]
enum Meeting {
    Meet { who: u8, name: u8, drawn: u128 },
    Reopen,
}

fn meetings() -> impl Strategy<Value = Meeting> {
    prop_oneof![
        8 => (0..6_u8, 0..3_u8, 0..9_u128)
            .prop_map(|(who, name, drawn)| Meeting::Meet { who, name, drawn }),
        1 => Just(Meeting::Reopen),
    ]
}

fn identity(who: u8) -> Identity {
    // Some begin alike.
    Identity::new(
        ["a", "ab"][usize::from(who % 2)],
        &"b".repeat(usize::from(who) + 1),
    )
    .unwrap()
}

fn known(people: &People) -> String {
    let found: Vec<_> = (0..6).map(|who| now(people.find(&identity(who)))).collect();
    let persons = (0..20).map(Person);
    let cards: Vec<_> = persons
        .map(|person| (people.named(person), people.account(person)))
        .collect();
    let ids: Vec<_> = cards
        .iter()
        .map(|(_, identity)| identity.clone().unwrap().map(|one| one.id().to_owned()))
        .collect();
    format!("{found:?} {cards:?} {ids:?}")
}

fn meet(steps: Vec<Meeting>, open: impl Fn() -> People) -> Result<(), TestCaseError> {
    let memory = People::in_memory();
    let mut other = open();
    for step in steps {
        match step {
            Meeting::Meet { who, name, drawn } => {
                let name = ["Ann", "Ben", ""][usize::from(name)];
                let meet = |people: &People| {
                    let mut next = drawn;
                    now(people.meet(&identity(who), name, || {
                        next += 1;
                        Person(next)
                    }))
                };
                prop_assert_eq!(meet(&memory), meet(&other));
            }
            Meeting::Reopen => {
                drop(other);
                other = open();
            }
        }
        prop_assert_eq!(known(&memory), known(&other));
    }
    Ok(())
}

/// Returns the configuration of these tests: few cases, unless `RONDEL_MODELS` says how many.
fn cases() -> ProptestConfig {
    let asked = std::env::var("RONDEL_MODELS").ok();
    ProptestConfig::with_cases(asked.map_or(3, |text| text.parse().expect("a number")))
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn files_and_memory_agree(steps in prop::collection::vec(steps(), 1..40)) {
        run_on_files(steps)?;
    }

    #[test]
    fn files_and_memory_agree_whatever_fails(
        steps in prop::collection::vec(steps_with_failures(), 1..40),
    ) {
        run_on_files(steps)?;
    }

    #[test]
    fn postgres_and_memory_agree(steps in prop::collection::vec(steps(), 1..40)) {
        run_on_postgres(steps)?;
    }

    #[test]
    fn people_in_files_and_in_memory_agree(steps in prop::collection::vec(meetings(), 1..40)) {
        let dir = tempfile::tempdir().unwrap();
        meet(steps, || open_people(dir.path()).unwrap())?;
    }

    #[test]
    fn people_in_postgres_and_in_memory_agree(steps in prop::collection::vec(meetings(), 1..40)) {
        if let Some(address) = postgres::empty_database() {
            meet(steps, || People::over(Arc::new(postgres::open(&address))))?;
        }
    }
}
