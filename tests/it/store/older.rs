//! Stores from before live matches had the lists of today.

use std::path::Path;

use rondel::{
    matchplay::{Event, Match, MatchId, Moment, Opening, Person, Place, Server, open},
    rules::Color,
    rulesets::Rulesets,
    store::{Append, EventStore, List, Listing, Shelf, check::check_files, sled::SledStore},
};

use super::{
    samples::{append, id, put},
    sled::change_rows,
};

const HALL: &str = "chat/1/hall";

/// Returns the events of a table, or of a match that Person 2 plays in place of Person 1.
fn events(id: MatchId, private: bool, plays: bool) -> Vec<Event> {
    let opening = Opening {
        id,
        ruleset: String::from("duel"),
        options: *Rulesets::presets()
            .named("duel")
            .map(|named| &named.ruleset)
            .unwrap(),
        place: Place::new(HALL),
        seat: Color::White,
        invited: vec![Person(3)],
        computers: None,
        rated: true,
        time: None,
        private,
    };
    let mut events = open(&opening, Person(1)).unwrap();
    if plays {
        let seat = Color::Black;
        let person = Person(3);
        let place = Place::new(&format!("chat/1/{id}"));
        events.extend([
            Event::Joined { seat, person },
            Event::Started,
            Event::Housed { place },
        ]);
        let (seat, taker) = (
            Color::White,
            rondel::matchplay::NewPlayer::Person(Person(2)),
        );
        events.push(Event::TookOver { seat, taker });
    }
    events
}

/// Returns the contents of each list in which these matches could be.
fn lists(store: &dyn EventStore) -> Vec<(List, Vec<MatchId>)> {
    let server = Server::new("chat/1");
    let mut places = vec![Place::new(HALL)];
    places.extend((1..4).map(|number| Place::new(&format!("chat/1/{}", id(number)))));
    let mut lists = Vec::new();
    for place in places {
        lists.extend([List::At(place.clone()), List::Own(place.clone())]);
        lists.extend(Shelf::ALL.map(|shelf| List::On(shelf, place.clone())));
        lists.extend((1..4).map(|person| List::OfAt(Person(person), place.clone())));
    }
    lists.extend(Shelf::ALL.map(|shelf| List::In(shelf, server.clone())));
    for person in (1..4).map(Person) {
        lists.extend([
            List::Of(person),
            List::Former(person, server.clone()),
            List::Opened(person, server.clone()),
        ]);
    }
    let read = |list: List| {
        let found = store.listed(&list, 9).unwrap();
        (list, found)
    };
    lists.into_iter().map(read).collect()
}

/// Makes the rows of live matches those of format 3.
fn make_older(path: &Path) {
    change_rows(path, |db| {
        for row in db.scan_prefix(b"s") {
            db.remove(row.unwrap().0).unwrap();
        }
        for row in db.scan_prefix(b"t") {
            let (key, row) = row.unwrap();
            let row: serde_json::Value = serde_json::from_slice(&row).unwrap();
            let id = &key[1..];
            for place in row["places"].as_array().unwrap() {
                let place = place.as_str().unwrap().as_bytes();
                let length = [place.len() as u8];
                db.insert([b"p", &length[..], place, id].concat(), b"")
                    .unwrap();
            }
            for person in row["people"].as_array().unwrap() {
                let person = u128::from_str_radix(person.as_str().unwrap(), 16).unwrap();
                let person = person.to_be_bytes();
                db.insert([b"w", &person[..], id].concat(), b"").unwrap();
            }
            let before = serde_json::json!({
                "live": row["live"],
                "places": row["places"],
                "people": row["people"],
            });
            db.insert(key, before.to_string().into_bytes()).unwrap();
        }
        db.insert(b"mformat", &3_u64.to_be_bytes()).unwrap();
        // Taken as it is, so that a new tally is made.
        db.remove(b"mtally").unwrap();
    });
    std::fs::remove_file(path.join("mark")).unwrap();
}

#[test]
fn given_a_store_of_format_3_when_it_is_opened_then_live_matches_are_in_all_lists() {
    let dir = tempfile::tempdir().unwrap();
    let store = SledStore::open(dir.path()).unwrap();
    for (number, private, plays) in [(1, false, false), (2, false, true), (3, true, true)] {
        let events = events(id(number), private, plays);
        let timed = events.iter().map(|event| (event, Moment(1_000)));
        let state = Match::fold(id(number), timed).unwrap();
        let listing = Listing {
            due: None,
            ..Listing::of(&state)
        };
        let append = Append {
            events,
            listing,
            ..append(id(number), 0)
        };
        put(&store, append).unwrap();
    }
    let expected = lists(&store);
    let in_list = |list: List| {
        expected
            .iter()
            .find(|(one, _)| *one == list)
            .unwrap()
            .1
            .len()
    };
    assert_eq!(in_list(List::At(Place::new(HALL))), 3);
    assert_eq!(in_list(List::Former(Person(1), Server::new("chat/1"))), 1);
    drop(store);
    make_older(dir.path());

    let whole = || {
        let report = check_files(dir.path(), &dir.path().join("nobody")).unwrap();
        let damaged: Vec<_> = report
            .findings
            .iter()
            .filter(|finding| finding.what.contains("list"))
            .filter(|finding| !finding.what.contains("what is due"))
            .collect();
        assert!(damaged.is_empty(), "{report}");
        report.faults
    };
    whole();
    for _ in 0..2 {
        let store = SledStore::open(dir.path()).unwrap();
        assert_eq!(lists(&store), expected);
        drop(store);
        assert_eq!(whole(), Vec::<String>::new());
    }
}
