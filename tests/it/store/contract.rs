//! The contract of stores: each check runs on each of them.

use std::{
    collections::HashSet,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use rondel::{
    matchplay::{Event, MatchId, Moment, Person, Place, Server},
    rules::Ruleset,
    store::{
        Answered, Append, AppendError, Appended, List, Listing, Notice, RequestId, RowChange,
        RowChangeError, Shelf, Store, StoreError, Stores, Subject,
        audit::{self, Deed, Entry, Note},
        embedded::Pair,
        memory::MemoryStore,
    },
};

use super::samples::{append, id, listing, nth_event, put, request_id, set};
use crate::{now::now, postgres};

/// Makes empty stores in a directory of their own; `None` where that cannot be.
pub(crate) type Constructor = fn(&Path) -> Option<Stores>;

/// All stores, each by its constructor and nothing else.
pub(crate) const STORES: [(&str, Constructor); 3] = [
    ("memory", |_| Some(Arc::new(MemoryStore::new()).into())),
    ("sled", |path| {
        let (matches, people) = (path.join("store"), path.join("people"));
        let pair = Pair::open(&matches, &people, false);
        Some(pair.unwrap().stores())
    }),
    ("postgres", |_| {
        let address = postgres::empty_database()?;
        Some(Arc::new(postgres::open(&address)).into())
    }),
];

/// Checks each of the stores, in an empty directory.
pub(super) fn each(check: impl Fn(&Stores, &Path)) {
    for (name, make) in STORES {
        println!("the store {name}");
        let directory = tempfile::tempdir().unwrap();
        if let Some(stores) = make(directory.path()) {
            check(&stores, directory.path());
        }
    }
}

macro_rules! contract {
    ($($check:ident)*) => {
        mod of_each {
            $(#[test]
            fn $check() {
                super::each(|stores, _| super::$check(&stores.matches));
            })*
        }
    };
}

contract! {
    appended_events_are_loaded_in_order
    a_version_that_was_taken_is_a_conflict
    a_delivery_is_answered_once
    nothing_is_written_of_what_is_refused
    live_matches_are_found_by_place_and_by_person
    names_that_begin_alike_are_told_apart
    live_matches_of_a_server_are_found_and_no_more_than_asked_for
    each_list_holds_what_belongs_there
    ended_matches_are_found_by_place_and_person
    ends_are_numbered_in_their_order
    preferences_are_the_last_ones_set
    a_row_changes_only_while_it_is_what_the_change_is_based_on
    of_many_changes_of_a_row_at_once_none_is_lost
    what_managers_do_is_noted_with_what_they_do_or_not_at_all
    standings_are_kept_as_they_are
    what_is_due_is_found_in_order_of_time
    the_outbox_is_in_order_until_it_is_told
    of_two_appends_at_once_one_wins
    many_matches_are_written_at_once
    an_append_that_nobody_waits_for_is_whole_or_nothing
    readers_see_whole_appends_and_never_less_than_before
}

type Kept = Arc<dyn Store>;

fn appended_events_are_loaded_in_order(store: &Kept) {
    assert_eq!(now(store.load(id(1))).unwrap(), []);
    assert_eq!(now(store.all(None, usize::MAX)).unwrap(), []);
    assert_eq!(now(store.count()), Ok(0));
    let first = put(&**store, append(id(1), 0)).unwrap();
    assert_eq!(
        first,
        Appended {
            version: 1,
            notice: None
        }
    );
    put(&**store, append(id(2), 0)).unwrap();
    let two = Append {
        events: vec![nth_event(1), Event::Started],
        ..append(id(1), 1)
    };
    assert_eq!(put(&**store, two).unwrap().version, 3);
    assert_eq!(
        now(store.load(id(1))).unwrap(),
        [
            (nth_event(0), Moment(1_000)),
            (nth_event(1), Moment(1_001)),
            (Event::Started, Moment(1_001)),
        ]
    );
    assert_eq!(now(store.load(id(2))).unwrap().len(), 1);
    // In any order, with one that never was, and one twice.
    let several = [2, 9, 1, 2].map(id);
    let loaded = now(store.load_all(several.to_vec())).unwrap();
    let one_by_one = several.map(|id| now(store.load(id)).unwrap());
    assert_eq!(loaded, one_by_one);
    let mut all = [id(1), id(2)];
    all.sort();
    assert_eq!(now(store.all(None, usize::MAX)).unwrap(), all);
    assert_eq!(now(store.count()), Ok(2));
}

fn a_version_that_was_taken_is_a_conflict(store: &Kept) {
    let conflict = |expected, actual| Err(AppendError::Conflict { expected, actual });
    assert_eq!(put(&**store, append(id(1), 1)), conflict(1, 0));
    put(&**store, append(id(1), 0)).unwrap();
    assert_eq!(put(&**store, append(id(1), 0)), conflict(0, 1));
    assert_eq!(put(&**store, append(id(1), 2)), conflict(2, 1));
    assert_eq!(now(store.load(id(1))).unwrap().len(), 1);
}

fn a_delivery_is_answered_once(store: &Kept) {
    let named = |expected, name| Append {
        request_id: request_id(name),
        ..append(id(1), expected)
    };
    let first = Answered {
        id: id(1),
        from: 0,
        to: 1,
    };
    assert_eq!(now(store.answered(&RequestId("a".into()))).unwrap(), None);
    put(&**store, named(0, "a")).unwrap();
    put(&**store, named(1, "ab")).unwrap();
    assert_eq!(
        now(store.answered(&RequestId("a".into()))).unwrap(),
        Some(first)
    );
    // It is known no matter what it asks for now, and before its version is looked at.
    for expected in [0, 2, 9] {
        let again = put(&**store, named(expected, "a"));
        assert_eq!(again, Err(AppendError::Repeated(first)));
    }
    assert_eq!(now(store.load(id(1))).unwrap().len(), 2);
}

fn nothing_is_written_of_what_is_refused(store: &Kept) {
    put(&**store, append(id(1), 0)).unwrap();
    let full = Append {
        request_id: request_id("a"),
        listing: listing(true, &["here"], &[1]),
        tell: Some(String::from("console")),
        ..append(id(1), 0)
    };
    let empty = Append {
        events: vec![],
        expected: 1,
        ..full.clone()
    };
    let long_name = Append {
        request_id: request_id(&"a".repeat(RequestId::LONGEST + 1)),
        expected: 1,
        ..full.clone()
    };
    let long_event = Append {
        events: vec![Event::Opened {
            ruleset: "a".repeat(5_000),
            options: Ruleset::THREE_MAN,
            opener: Person(1),
            place: Place::new("here"),
            rated: true,
            private: false,
            time: None,
            imported: None,
        }],
        expected: 1,
        ..full.clone()
    };
    assert!(put(&**store, full).is_err());
    for bad in [empty, long_name, long_event] {
        let refused = put(&**store, bad);
        assert!(matches!(
            refused,
            Err(AppendError::Store(StoreError::Failed(_)))
        ));
    }
    assert_eq!(now(store.load(id(1))).unwrap().len(), 1);
    assert_eq!(now(store.answered(&RequestId("a".into()))).unwrap(), None);
    assert_eq!(
        now(store.listed(&List::At(Place::new("here")), None, usize::MAX)).unwrap(),
        []
    );
    assert_eq!(now(store.outbox("console", 0, usize::MAX)).unwrap(), []);
    put(&**store, append(id(1), 1)).unwrap();
}

fn live_matches_are_found_by_place_and_by_person(store: &Kept) {
    let at =
        |place: &str| now(store.listed(&List::At(Place::new(place)), None, usize::MAX)).unwrap();
    let of = |person| now(store.listed(&List::Of(Person(person)), None, usize::MAX)).unwrap();
    let list = |number, expected, listing| {
        let append = Append {
            listing,
            ..append(id(number), expected)
        };
        put(&**store, append).unwrap();
    };
    list(1, 0, listing(true, &["hall"], &[7]));
    list(2, 0, listing(true, &["hall", "hall"], &[8, 7]));
    let mut both = [id(1), id(2)];
    both.sort();
    assert_eq!(at("hall"), both);
    assert_eq!(of(7), both);
    assert_eq!(of(8), [id(2)]);
    // A place and a person more, then one person fewer.
    list(1, 1, listing(true, &["hall", "hall/thread"], &[7, 8]));
    assert_eq!(at("hall/thread"), [id(1)]);
    assert_eq!(of(8), both);
    list(1, 2, listing(true, &["hall", "hall/thread"], &[8]));
    assert_eq!(of(7), [id(2)]);
    list(1, 3, listing(false, &["hall", "hall/thread"], &[8]));
    assert_eq!((at("hall"), at("hall/thread")), (vec![id(2)], vec![]));
    assert_eq!((of(7), of(8)), (vec![id(2)], vec![id(2)]));
    assert_eq!((at("nowhere"), of(9)), (vec![], vec![]));
}

fn names_that_begin_alike_are_told_apart(store: &Kept) {
    // As keys these would begin alike, and end as an id does.
    let close = ["a", "aa2a2a", "a\u{1}", "", "a2a2a"];
    for (number, place) in close.iter().enumerate() {
        let append = Append {
            listing: listing(true, &[place], &[number as u128 * 256]),
            ..append(id(number as u32), 0)
        };
        put(&**store, append).unwrap();
    }
    for (number, place) in close.iter().enumerate() {
        let found = [id(number as u32)];
        assert_eq!(
            now(store.listed(&List::At(Place::new(place)), None, usize::MAX)).unwrap(),
            found
        );
        assert_eq!(
            now(store.listed(&List::Of(Person(number as u128 * 256)), None, usize::MAX)).unwrap(),
            found
        );
    }
}

fn live_matches_of_a_server_are_found_and_no_more_than_asked_for(store: &Kept) {
    let list = |number, expected, live, places: &[&str]| {
        let append = Append {
            listing: listing(live, places, &[7]),
            ..append(id(number), expected)
        };
        put(&**store, append).unwrap();
    };
    let longest = format!("chat/1/{}", "x".repeat(Place::LONGEST - 7));
    let rows: [(u32, &[&str]); 8] = [
        // One with a place of its own is listed twice, and found once.
        (1, &["chat/1/2", "chat/1/30"]),
        (2, &["chat/1/2"]),
        (3, &[&longest]),
        (4, &["chat/1/"]),
        // Names that begin alike, and one that lies between them.
        (5, &["chat/12/3"]),
        (6, &["chat/1"]),
        (7, &["chat/1/2/3", "chat/10"]),
        (8, &["room"]),
    ];
    let server = |name| Server::new(name);
    let in_server = |name| List::In(Shelf::Public, server(name));
    let all = |name| now(store.listed(&in_server(name), None, usize::MAX)).unwrap();
    assert_eq!(all("chat/1"), []);
    for (number, places) in rows {
        list(number, 0, true, places);
    }
    let ids = |numbers: &[u32]| {
        let mut ids: Vec<MatchId> = numbers.iter().copied().map(id).collect();
        ids.sort();
        ids
    };
    for (name, expected) in [
        ("chat/1", &[1, 2, 3, 4][..]),
        ("chat/12", &[5]),
        ("chat", &[6, 7]),
        ("chat/1/2", &[7]),
        ("", &[8]),
        ("hat/1", &[]),
        ("chat/", &[]),
    ] {
        assert_eq!(all(name), ids(expected), "{name}");
        for most in 0..=expected.len() + 1 {
            let found = now(store.listed(&in_server(name), None, most)).unwrap();
            let first: Vec<_> = ids(expected).into_iter().take(most).collect();
            assert_eq!(found, first, "{name} {most}");
        }
    }
    // It moves into a place of its own, and ends.
    list(2, 1, true, &["chat/1/2", "chat/12/9"]);
    list(1, 1, false, &["chat/1/2", "chat/1/30"]);
    assert_eq!(all("chat/1"), ids(&[2, 3, 4]));
    assert_eq!(all("chat/12"), ids(&[2, 5]));
}

fn each_list_holds_what_belongs_there(store: &Kept) {
    let (hall, thread) = (Place::new("chat/1/hall"), Place::new("chat/1/thread"));
    let server = Server::of(&hall);
    let table = Listing {
        shelf: Some(Shelf::Table),
        opener: Some(Person(7)),
        ..listing(true, &["chat/1/hall"], &[7, 8])
    };
    let private = Listing {
        shelf: Some(Shelf::Private),
        former: vec![Person(9)],
        past: vec![Person(8)],
        ..listing(true, &["chat/1/hall", "chat/1/thread"], &[7])
    };
    let ended = Listing {
        shelf: None,
        ..private.clone()
    };
    let every = || {
        let shelves = Shelf::ALL.into_iter().flat_map(|shelf| {
            let places = [&hall, &thread].map(|place| List::On(shelf, place.clone()));
            places.into_iter().chain([List::In(shelf, server.clone())])
        });
        let of = |person| {
            let places = [&hall, &thread].map(|place| List::OfAt(Person(person), place.clone()));
            let own = [
                List::Of(Person(person)),
                List::Past(Person(person)),
                List::Former(Person(person), server.clone()),
                List::Opened(Person(person), server.clone()),
            ];
            places.into_iter().chain(own)
        };
        let at = [&hall, &thread].map(|place| List::At(place.clone()));
        let own = [&hall, &thread].map(|place| List::Own(place.clone()));
        let lists = at.into_iter().chain(own).chain(shelves);
        lists.chain((7..10).flat_map(of)).collect::<Vec<_>>()
    };
    let on = |shelf, place: &Place| List::On(shelf, place.clone());
    let of = |person, place: &Place| List::OfAt(Person(person), place.clone());
    let as_table = [
        List::At(hall.clone()),
        on(Shelf::Table, &hall),
        List::In(Shelf::Table, server.clone()),
        List::Of(Person(7)),
        List::Of(Person(8)),
        of(7, &hall),
        of(8, &hall),
        List::Opened(Person(7), server.clone()),
    ];
    let as_private = [
        List::At(hall.clone()),
        List::At(thread.clone()),
        List::Own(thread.clone()),
        on(Shelf::Private, &hall),
        on(Shelf::Private, &thread),
        List::In(Shelf::Private, server.clone()),
        List::Of(Person(7)),
        of(7, &hall),
        of(7, &thread),
        List::Former(Person(9), server.clone()),
        List::Past(Person(8)),
    ];
    let as_ended = [List::Past(Person(8))];
    for (expected, (listing, lists)) in (0..).zip([
        (table, &as_table[..]),
        (private, &as_private),
        (ended, &as_ended),
    ]) {
        let append = Append {
            listing,
            ..append(id(1), expected)
        };
        put(&**store, append).unwrap();
        for list in every() {
            let found = now(store.listed(&list, None, 9)).unwrap();
            assert_eq!(found.contains(&id(1)), lists.contains(&list), "{list:?}");
            assert_eq!(now(store.listed(&list, None, 0)).unwrap(), []);
        }
        let asked: Vec<_> = every()
            .into_iter()
            .zip([9, 0, 1].into_iter().cycle())
            .collect();
        let together = now(store.listed_together(&asked)).unwrap();
        assert_eq!(together.len(), asked.len());
        for ((list, most), found) in asked.iter().zip(together) {
            let alone = now(store.listed(list, None, *most)).unwrap();
            assert_eq!(found, alone, "{list:?} {most}");
        }
    }
}

fn ended_matches_are_found_by_place_and_person(store: &Kept) {
    let ended = |place: &str, person| {
        let place = Place::new(place);
        now(store.latest_ended(&place, Person(person))).unwrap()
    };
    let list = |number, expected, listing| {
        let append = Append {
            listing,
            ..append(id(number), expected)
        };
        put(&**store, append).unwrap();
    };
    list(1, 0, listing(true, &["hall"], &[7, 8]));
    list(2, 0, listing(true, &["hall", "yard"], &[7]));
    assert_eq!(ended("hall", 7), None);
    list(2, 1, listing(false, &["hall", "yard"], &[7]));
    assert_eq!(ended("hall", 7), Some(id(2)));
    assert_eq!((ended("yard", 7), ended("hall", 8)), (Some(id(2)), None));
    list(1, 1, listing(false, &["hall"], &[7, 8]));
    assert_eq!(
        (ended("hall", 7), ended("hall", 8)),
        (Some(id(1)), Some(id(1)))
    );
    assert_eq!(ended("yard", 7), Some(id(2)));
    // Events added to a match after its end do not end it again.
    list(2, 2, listing(false, &["hall", "yard"], &[7]));
    assert_eq!(ended("hall", 7), Some(id(1)));
    let ended_at = |place: &str| now(store.ended_at(&Place::new(place))).unwrap();
    assert_eq!(ended_at("yard"), Some(id(2)));
    assert_eq!((ended_at("yar"), ended_at("yard2")), (None, None));
    // Opened and closed at once.
    list(3, 0, listing(false, &["hall"], &[7]));
    assert_eq!(ended("hall", 7), Some(id(3)));
    // A table that closed is no match that was played.
    let closed = Listing {
        unplayed: true,
        ..listing(false, &["hall"], &[7])
    };
    list(4, 0, closed);
    assert_eq!(ended("hall", 7), Some(id(3)));
    let of = now(store.listed(&List::Ended(Person(7)), None, 9)).unwrap();
    assert!(of.contains(&id(4)), "{of:?}");
}

fn ends_are_numbered_in_their_order(store: &Kept) {
    let list = |number, expected, live| {
        let append = Append {
            listing: listing(live, &["hall"], &[7]),
            ..append(id(number), expected)
        };
        put(&**store, append).unwrap();
    };
    let since = |after, most| now(store.ended_since(after, most)).unwrap();
    assert_eq!(since(0, 9), []);
    for number in 1..5 {
        list(number, 0, true);
    }
    assert_eq!(since(0, 9), []);
    list(3, 1, false);
    list(1, 1, false);
    // Events added to a match after its end do not end it again.
    list(3, 2, false);
    // Opened and closed at once.
    list(9, 0, false);
    list(2, 1, true);
    assert_eq!(since(0, 9), [(1, id(3)), (2, id(1)), (3, id(9))]);
    assert_eq!(since(0, 2), [(1, id(3)), (2, id(1))]);
    assert_eq!(since(1, usize::MAX), [(2, id(1)), (3, id(9))]);
    assert_eq!((since(0, 0), since(3, 9)), (vec![], vec![]));
    assert_eq!(since(u64::MAX, usize::MAX), []);
    list(2, 2, false);
    assert_eq!(since(3, 9), [(4, id(2))]);
}

fn preferences_are_the_last_ones_set(store: &Kept) {
    let person = |number| Subject::Person(Person(number));
    let server = |name| Subject::Server(Server::new(name));
    let set = |subject, text: &str| set(&**store, subject, text, None);
    assert_eq!(now(store.preferences(None, usize::MAX)).unwrap(), []);
    set(server("console"), "a").unwrap();
    set(person(7), "b").unwrap();
    set(person(u128::MAX), "").unwrap();
    set(server("discord/12"), "é").unwrap();
    set(person(7), "c").unwrap();
    let long = "x".repeat(rondel::store::preferences::LONGEST + 1);
    assert!(matches!(set(person(8), &long), Err(StoreError::Failed(_))));
    set(server(""), &long[1..]).unwrap();
    set(Subject::RoleCall(Server::new("console")), "d").unwrap();
    let mut expected = [
        (Subject::RoleCall(Server::new("console")), "d"),
        (person(7), "c"),
        (person(u128::MAX), ""),
        (server(""), &long[1..]),
        (server("console"), "a"),
        (server("discord/12"), "é"),
    ]
    .map(|(subject, text)| (subject, text.to_owned()));
    expected.sort();
    assert_eq!(now(store.preferences(None, usize::MAX)).unwrap(), expected);
    // They are no match's.
    assert_eq!(now(store.all(None, usize::MAX)).unwrap(), []);
}

fn a_row_changes_only_while_it_is_what_the_change_is_based_on(store: &Kept) {
    let entry = |number| Entry {
        at: Moment(number),
        by: Person(7),
        deed: Deed::Set {
            settings: Vec::new(),
        },
    };
    let server = Server::new("a/1");
    let change = |subject: &Subject, seen: Option<&str>, text: &str| {
        let note = Note {
            server: server.clone(),
            entry: entry(1),
        };
        now(store.set_preferences(RowChange {
            subject: subject.clone(),
            seen: seen.map(str::to_owned),
            text: text.to_owned(),
            note: Some(note),
        }))
    };
    let changed = |there: Option<&str>| Err(RowChangeError::Changed(there.map(str::to_owned)));
    let subjects = [
        Subject::RoleCall(server.clone()),
        Subject::Person(Person(1)),
        Subject::Server(server.clone()),
        Subject::Links(id(1)),
        Subject::Store,
    ];
    for subject in &subjects {
        let there = || now(store.preference(subject)).unwrap();
        let noted = || now(store.notes(&server)).unwrap().len();
        let before = noted();
        for seen in ["", "a"] {
            assert_eq!(change(subject, Some(seen), "b"), changed(None), "{subject}");
        }
        assert_eq!((there(), noted()), (None, before), "{subject}");
        assert_eq!(change(subject, None, "a"), Ok(()), "{subject}");
        for seen in [None, Some(""), Some("A"), Some("a "), Some("b")] {
            assert_eq!(change(subject, seen, "b"), changed(Some("a")), "{subject}");
        }
        assert_eq!((there().as_deref(), noted()), (Some("a"), before + 1));
        // The same text is a change too, as its note shows.
        assert_eq!(change(subject, Some("a"), "a"), Ok(()), "{subject}");
        assert_eq!(change(subject, Some("a"), "b"), Ok(()), "{subject}");
        assert_eq!((there().as_deref(), noted()), (Some("b"), before + 3));
    }
}

fn of_many_changes_of_a_row_at_once_none_is_lost(store: &Kept) {
    // Each adds a letter to what it has read.
    let subject = Subject::Person(Person(1));
    let adds = |letter: char| {
        let store = Arc::clone(store);
        let subject = subject.clone();
        async move {
            let mut seen = store.preference(&subject).await.unwrap();
            loop {
                let text = format!("{}{letter}", seen.as_deref().unwrap_or_default());
                let (subject, note) = (subject.clone(), None);
                let change = RowChange {
                    subject,
                    seen,
                    text,
                    note,
                };
                match store.set_preferences(change).await {
                    Ok(()) => return,
                    Err(RowChangeError::Changed(there)) => seen = there,
                    Err(RowChangeError::Store(error)) => panic!("{error}"),
                }
            }
        }
    };
    let letters: Vec<char> = ('a'..='z').collect();
    now(async {
        let adding = letters.iter().map(|letter| tokio::spawn(adds(*letter)));
        for added in adding.collect::<Vec<_>>() {
            added.await.unwrap();
        }
    });
    let text = now(store.preference(&subject)).unwrap().unwrap();
    let mut added: Vec<char> = text.chars().collect();
    added.sort_unstable();
    assert_eq!(added, letters);
}

fn what_managers_do_is_noted_with_what_they_do_or_not_at_all(store: &Kept) {
    let server = |name: &str| Server::new(name);
    let note = |name: &str, number: u32, reason: &str| Note {
        server: server(name),
        entry: Entry {
            at: Moment(i64::from(number)),
            by: Person(7),
            deed: Deed::Aborted {
                id: id(number),
                reason: reason.to_owned(),
            },
        },
    };
    let put = |append, note| {
        let note = Some(note);
        now(store.append(Append { note, ..append }))
    };
    let set = |text: &str, note| {
        let subject = Subject::Server(server("a/1"));
        super::samples::set(&**store, subject, text, Some(note))
    };
    let numbers = |name: &str| -> Vec<i64> {
        let notes = now(store.notes(&server(name))).unwrap();
        notes.iter().map(|entry| entry.at.0).collect()
    };
    assert_eq!(numbers("a/1"), [0; 0]);
    put(append(id(1), 0), note("a/1", 1, "one")).unwrap();
    set("x", note("a/1", 2, "two")).unwrap();
    put(append(id(1), 1), note("a/12", 3, "three")).unwrap();
    // Nothing is noted of a refused append, and what cannot be noted does not happen.
    let taken = put(append(id(1), 0), note("a/1", 4, "four"));
    assert!(matches!(taken, Err(AppendError::Conflict { .. })));
    let endless = "x".repeat(audit::LONGEST);
    let long = put(append(id(1), 2), note("a/1", 5, &endless));
    assert!(matches!(
        long,
        Err(AppendError::Store(StoreError::Failed(_)))
    ));
    assert!(set("y", note("a/1", 6, &endless)).is_err());
    let wordy = "x".repeat(rondel::store::preferences::LONGEST + 1);
    assert!(set(&wordy, note("a/1", 7, "seven")).is_err());
    assert_eq!(now(store.load(id(1))).unwrap().len(), 2);
    assert_eq!(now(store.preferences(None, usize::MAX)).unwrap().len(), 1);
    assert_eq!((numbers("a/1"), numbers("a/12")), (vec![1, 2], vec![3]));
    assert_eq!(
        now(store.notes(&server("a/12"))).unwrap()[0],
        note("a/12", 3, "three").entry
    );
    // The latest ones are kept, each server's apart.
    for number in 10..10 + audit::KEPT as u32 {
        set("z", note("a/1", number, "more")).unwrap();
    }
    let kept = numbers("a/1");
    assert_eq!((kept.len() as u64, kept[0]), (audit::KEPT, 10));
    assert_eq!(numbers("a/12"), [3]);
    assert_eq!(numbers("a"), [0; 0]);
}

fn standings_are_kept_as_they_are(store: &Kept) {
    assert_eq!(now(store.kept_standings()).unwrap(), None);
    let long: Vec<u8> = (0..1_000_000_u32).map(|byte| byte as u8).collect();
    for bytes in [&b"first"[..], &long, b""] {
        now(store.keep_standings(bytes.to_vec())).unwrap();
        assert_eq!(now(store.kept_standings()).unwrap().as_deref(), Some(bytes));
    }
}

fn what_is_due_is_found_in_order_of_time(store: &Kept) {
    let list = |number, expected, live, due: Option<i64>| {
        let append = Append {
            listing: Listing {
                due: due.map(Moment),
                ..listing(live, &["hall"], &[7])
            },
            ..append(id(number), expected)
        };
        put(&**store, append).unwrap();
    };
    let due = |by, most| -> Vec<(i64, MatchId)> {
        let rows = now(store.due(Moment(by), None, most)).unwrap();
        rows.into_iter().map(|(due, id)| (due.0, id)).collect()
    };
    list(1, 0, true, Some(1_000));
    list(2, 0, true, Some(-5));
    list(3, 0, true, Some(70_000));
    list(4, 0, true, None);
    assert_eq!(due(-6, 9), []);
    assert_eq!(due(-5, 9), [(-5, id(2))]);
    assert_eq!(due(999, 9), [(-5, id(2))]);
    assert_eq!(due(i64::MAX, 2), [(-5, id(2)), (1_000, id(1))]);
    assert_eq!(due(i64::MAX, 0), []);
    // Put off, taken back, and gone with the end of the match.
    list(1, 1, true, Some(80_000));
    assert_eq!(
        due(i64::MAX, 9),
        [(-5, id(2)), (70_000, id(3)), (80_000, id(1))]
    );
    list(2, 1, true, None);
    list(3, 1, false, Some(70_000));
    assert_eq!(due(i64::MAX, 9), [(80_000, id(1))]);
    // Two at one moment.
    list(4, 1, true, Some(80_000));
    let mut both = [(80_000, id(1)), (80_000, id(4))];
    both.sort();
    assert_eq!(due(80_000, 9), both);
    assert_eq!(due(80_000, 1), both[..1]);
}

fn the_outbox_is_in_order_until_it_is_told(store: &Kept) {
    let notify = |number, expected| {
        let append = Append {
            tell: Some(String::from("console")),
            ..append(id(number), expected)
        };
        put(&**store, append).unwrap().notice.unwrap()
    };
    let rows: Vec<Notice> = [(1, 0), (2, 0), (1, 1), (1, 2)]
        .into_iter()
        .map(|(number, expected)| notify(number, expected))
        .collect();
    assert!(rows.is_sorted_by(|a, b| a.number < b.number));
    assert_eq!((rows[2].id, rows[2].from, rows[2].to), (id(1), 1, 2));
    assert_eq!(now(store.outbox("console", 0, usize::MAX)).unwrap(), rows);
    store.told("console", rows[1].number).unwrap();
    assert_eq!(
        now(store.outbox("console", 0, usize::MAX)).unwrap(),
        [rows[0], rows[2], rows[3]]
    );
    store.told("console", rows[1].number).unwrap();
    for row in &rows {
        store.told("console", row.number).unwrap();
    }
    assert_eq!(now(store.outbox("console", 0, usize::MAX)).unwrap(), []);
    let next = notify(2, 1);
    assert!(next.number > rows[3].number);
    assert_eq!(now(store.outbox("console", 0, usize::MAX)).unwrap(), [next]);
}

fn threads() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(4)
        .enable_time()
        .build()
        .unwrap()
}

fn of_two_appends_at_once_one_wins(store: &Kept) {
    threads().block_on(async {
        for expected in 0..50 {
            let racers = ["a", "b"].map(|name| {
                let store = Arc::clone(store);
                tokio::spawn(async move {
                    let append = Append {
                        request_id: request_id(&format!("{name}{expected}")),
                        ..append(id(1), expected)
                    };
                    store.append(append).await
                })
            });
            let mut outcomes = Vec::new();
            for racer in racers {
                outcomes.push(racer.await.unwrap());
            }
            let lost = Err(AppendError::Conflict {
                expected,
                actual: expected + 1,
            });
            assert_eq!(outcomes.iter().filter(|one| one.is_ok()).count(), 1);
            assert!(outcomes.contains(&lost));
        }
    });
    assert_eq!(now(store.load(id(1))).unwrap().len(), 50);
}

fn many_matches_are_written_at_once(store: &Kept) {
    const MATCHES: u32 = 40;
    const EVENTS: u64 = 20;
    let play = |number: u32| {
        let store = Arc::clone(store);
        async move {
            let mut numbers = Vec::new();
            for expected in 0..EVENTS {
                let append = Append {
                    request_id: request_id(&format!("{number}/{expected}")),
                    listing: listing(true, &["hall"], &[u128::from(number)]),
                    tell: Some(String::from("console")),
                    ..append(id(number), expected)
                };
                let appended = store.append(append).await.unwrap();
                numbers.push(appended.notice.unwrap().number);
            }
            numbers
        }
    };
    let numbers: Vec<u64> = threads().block_on(async {
        let players: Vec<_> = (0..MATCHES)
            .map(|number| tokio::spawn(play(number)))
            .collect();
        let mut numbers = Vec::new();
        for player in players {
            numbers.extend(player.await.unwrap());
        }
        numbers
    });
    assert_eq!(numbers.iter().collect::<HashSet<_>>().len(), numbers.len());
    assert_eq!(
        now(store.outbox("console", 0, usize::MAX)).unwrap().len(),
        numbers.len()
    );
    let mut ids: Vec<MatchId> = (0..MATCHES).map(id).collect();
    ids.sort();
    assert_eq!(now(store.all(None, usize::MAX)).unwrap(), ids);
    assert_eq!(
        now(store.listed(&List::At(Place::new("hall")), None, usize::MAX)).unwrap(),
        ids
    );
    for number in 0..MATCHES {
        let events = now(store.load(id(number))).unwrap();
        assert_eq!(events.len() as u64, EVENTS);
        for (version, (event, _)) in (0..).zip(events) {
            assert_eq!(event, nth_event(version));
            let name = RequestId(format!("{number}/{version}"));
            let answered = now(store.answered(&name)).unwrap().unwrap();
            assert_eq!((answered.id, answered.from), (id(number), version));
        }
    }
}

fn an_append_that_nobody_waits_for_is_whole_or_nothing(store: &Kept) {
    threads().block_on(async {
        for number in 0..50 {
            let append = Append {
                request_id: request_id(&number.to_string()),
                tell: Some(String::from("console")),
                ..append(id(number), 0)
            };
            let mut pending = store.append(append);
            // Polled once, so that it has begun, and dropped.
            let polled = std::future::poll_fn(|context| {
                std::task::Poll::Ready(pending.as_mut().poll(context).is_ready())
            });
            polled.await;
        }
        // Those are settled by the time that this append is durable.
        store.append(append(id(99), 0)).await.unwrap();
    });
    let told: HashSet<MatchId> = now(store.outbox("console", 0, usize::MAX))
        .unwrap()
        .iter()
        .map(|row| row.id)
        .collect();
    for number in 0..50 {
        let written = now(store.load(id(number))).unwrap().len() == 1;
        assert_eq!(told.contains(&id(number)), written);
        let answered = now(store.answered(&RequestId(number.to_string()))).unwrap();
        assert_eq!(answered.is_some(), written);
    }
}

fn readers_see_whole_appends_and_never_less_than_before(store: &Kept) {
    const APPENDS: u64 = 60;
    /// Notes that it is over, also after a panic.
    struct Over<'a>(&'a AtomicBool);
    impl Drop for Over<'_> {
        fn drop(&mut self) {
            self.0.store(true, Ordering::SeqCst);
        }
    }
    let (done, hall) = (AtomicBool::new(false), Place::new("hall"));
    std::thread::scope(|scope| {
        let _over = Over(&done);
        for _ in 0..3 {
            scope.spawn(|| {
                let mut seen = 0;
                while !done.load(Ordering::SeqCst) {
                    let events = now(store.load(id(1))).unwrap();
                    assert_eq!(events.len() % 3, 0);
                    assert!(events.len() >= seen, "{} after {seen}", events.len());
                    seen = events.len();
                    for row in now(store.outbox("console", 0, usize::MAX)).unwrap() {
                        assert!(row.to <= now(store.load(id(1))).unwrap().len() as u64);
                    }
                    assert!(
                        now(store.listed(&List::At(hall.clone()), None, usize::MAX))
                            .unwrap()
                            .len()
                            <= 1
                    );
                    // Every second append ends it, and no end is seen before its events are.
                    let ends = now(store.ended_since(0, usize::MAX)).unwrap().len();
                    assert!(now(store.load(id(1))).unwrap().len() >= 6 * ends);
                }
            });
        }
        for number in 0..APPENDS {
            let expected = number * 3;
            let append = Append {
                events: (expected..expected + 3).map(nth_event).collect(),
                request_id: request_id(&number.to_string()),
                listing: listing(number % 2 == 0, &["hall"], &[7]),
                tell: Some(String::from("console")),
                ..append(id(1), expected)
            };
            let notice = put(&**store, append).unwrap().notice.unwrap();
            // What is acknowledged is visible to every read from then on.
            assert_eq!(now(store.load(id(1))).unwrap().len() as u64, expected + 3);
            assert!(
                now(store.outbox("console", 0, usize::MAX))
                    .unwrap()
                    .contains(&notice)
            );
            store.told("console", notice.number).unwrap();
            assert!(
                !now(store.outbox("console", 0, usize::MAX))
                    .unwrap()
                    .contains(&notice)
            );
        }
    });
}
