//! The store in files against the plain one in memory: whatever is done, they answer the same.

use proptest::prelude::*;
use rondel::{
    matchplay::{Person, Place},
    store::{Append, Delivery, EventStore, Listing, memory::MemoryStore, sled::SledStore},
};

use super::samples::{append, delivery, events, id, put};

const PLACES: [&str; 3] = ["hall", "hall/1", "yard"];
const MATCHES: u32 = 4;
const PEOPLE: u128 = 3;
const DELIVERIES: u8 = 12;

#[derive(Clone, Debug)]
enum Step {
    Append(Append),
    /// One of the rows there have been, those taken off before too.
    Told(prop::sample::Index),
    Reopen,
}

fn listings() -> impl Strategy<Value = Listing> {
    let places = prop::collection::vec(prop::sample::select(PLACES.to_vec()), 0..3);
    let people = prop::collection::vec(0..PEOPLE, 0..3);
    (any::<bool>(), places, people).prop_map(|(live, places, people)| Listing {
        live,
        places: places.into_iter().map(Place::new).collect(),
        people: people.into_iter().map(Person).collect(),
    })
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
            Step::Append(Append {
                events,
                delivery: name.and_then(|name| delivery(&name.to_string())),
                listing,
                notify,
                ..append(id(number), expected)
            })
        }),
        4 => any::<prop::sample::Index>().prop_map(Step::Told),
        1 => Just(Step::Reopen),
    ]
}

/// All that a store answers.
fn answers(store: &dyn EventStore) -> String {
    let mut answers = vec![format!("{:?} {:?}", store.all(), store.outbox())];
    for number in 0..MATCHES {
        answers.push(format!("{:?}", store.load(id(number))));
    }
    for place in PLACES.map(Place::new) {
        answers.push(format!("{:?}", store.live_at(&place)));
        for person in (0..PEOPLE).map(Person) {
            answers.push(format!("{:?}", store.latest_ended(&place, person)));
        }
    }
    for person in (0..PEOPLE).map(Person) {
        answers.push(format!("{:?}", store.live_of(person)));
    }
    for name in 0..DELIVERIES {
        answers.push(format!(
            "{:?}",
            store.delivered(&Delivery(name.to_string()))
        ));
    }
    answers.join("\n")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn files_and_memory_agree(steps in prop::collection::vec(steps(), 1..40)) {
        let dir = tempfile::tempdir().unwrap();
        let memory = MemoryStore::new();
        let mut rows = Vec::new();
        let mut files = SledStore::open(dir.path()).unwrap();
        for step in steps {
            match step {
                Step::Append(append) => {
                    let expected = match append.expected {
                        // Mostly the right version, so that matches get on.
                        0..4 => memory.load(append.id).unwrap().len() as u64,
                        wrong => wrong,
                    };
                    let append = Append { expected, ..append };
                    let appended = put(&memory, append.clone());
                    prop_assert_eq!(&appended, &put(&files, append));
                    rows.extend(appended.ok().and_then(|appended| appended.notice));
                }
                Step::Told(_) if rows.is_empty() => {}
                Step::Told(row) => {
                    let number = row.get(&rows).number;
                    memory.told(number).unwrap();
                    files.told(number).unwrap();
                }
                Step::Reopen => {
                    drop(files);
                    files = SledStore::open(dir.path()).unwrap();
                }
            }
            prop_assert_eq!(answers(&memory), answers(&files));
        }
    }
}
