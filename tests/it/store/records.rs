//! The stored form.

use std::{collections::BTreeSet, fs, mem::discriminant};

use proptest::prelude::*;
use rondel::{
    matchplay::{Event, Moment, Person, Place, Word},
    rules::{Color, Draw, Ending, Exit, Ruleset},
    store::record::{self, DecodeError, EncodeError, Hash, LONGEST},
};

use super::samples::{events, nth_event};
use crate::released::left_behind;

fn bytes_of(payload: &str) -> Vec<u8> {
    [&Hash::NONE.0, payload.as_bytes()].concat()
}

/// Each kind of event as it is stored: those of release 0.1.0, and those that came since.
pub(crate) fn stored_events() -> String {
    let since = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/events.jsonl");
    let first = fs::read_to_string(left_behind().join("events.jsonl")).unwrap();
    first + &fs::read_to_string(since).unwrap_or_default()
}

#[test]
fn old_records_decode() {
    let stored = stored_events();
    let mut words = BTreeSet::new();
    let mut exits = BTreeSet::new();
    let mut endings = BTreeSet::new();
    for (number, line) in stored.lines().enumerate() {
        let decoded = record::decode(&bytes_of(line)).unwrap_or_else(|error| {
            panic!("line {}: {error}: {line}", number + 1);
        });
        assert_eq!(decoded.at, Moment(1_767_225_600_000 + number as i64));
        // What is written today is what was written then.
        let again = record::encode(&Hash::NONE, &decoded.event, decoded.at).unwrap();
        assert_eq!(String::from_utf8_lossy(&again[Hash::LENGTH..]), line);
        words.insert(decoded.event.word().name().to_owned());
        if let Event::Eliminated(out) = &decoded.event {
            exits.insert(out.exit.word());
        }
        if let Event::Ended(over) = &decoded.event {
            endings.insert(over.ending.word());
        }
    }
    assert_eq!(words, Word::names().map(String::from).collect());
    assert_eq!(exits, Exit::ALL.map(Exit::word).into());
    assert_eq!(endings, Ending::ALL.map(Ending::word).into());
}

#[test]
fn a_record_is_a_hash_and_json() {
    let first = record::encode(&Hash::NONE, &nth_event(0), Moment(5)).unwrap();
    assert_eq!(
        std::str::from_utf8(&first[32..]).unwrap(),
        r#"{"v":1,"at":5,"what":{"event":"joined","army":"w","who":"00000000000000000000000000000000"}}"#
    );
    let tip = record::hash(&first);
    assert_eq!(
        tip.to_string(),
        "0cd7bf430af3c6ebf22ad2ec70a383e46164a8543c79df496b5fcb2b840cbced"
    );
    let claimed = Event::DrawClaimed {
        by: Color::Black,
        draw: Draw::Repetition,
    };
    let second = record::encode(&tip, &claimed, Moment(-1)).unwrap();
    assert_eq!(second[..32], tip.0);
    assert_eq!(
        std::str::from_utf8(&second[32..]).unwrap(),
        r#"{"v":1,"at":-1,"what":{"event":"draw-claimed","army":"b","how":"draw:repetition"}}"#
    );
}

/// Bytes that would be hashed and compared as others must not be read as the same event.
#[test]
fn a_record_that_is_written_otherwise_is_refused() {
    let plain = r#"{"v":1,"at":5,"what":{"event":"started"}}"#;
    assert!(record::decode(&bytes_of(plain)).is_ok());
    for other in [
        r#"{"v":1,"at":5,"what":{"event":"started"}} "#,
        r#"{"v":1,"at": 5,"what":{"event":"started"}}"#,
        r#"{"at":5,"v":1,"what":{"event":"started"}}"#,
        r#"{"v":2,"at":5,"what":{"event":"started"}}"#,
        r#"{"v":1,"at":5,"what":{"event":"st\u0061rted"}}"#,
    ] {
        let told = record::decode(&bytes_of(other));
        assert!(
            matches!(told, Err(DecodeError::Payload(_))),
            "{other}: {told:?}"
        );
    }
}

#[test]
fn what_is_no_record_is_refused() {
    assert_eq!(record::decode(&[0; 31]), Err(DecodeError::TooShort(31)));
    let long = vec![b' '; LONGEST + 1];
    assert_eq!(
        record::decode(&long),
        Err(DecodeError::TooLong(LONGEST + 1))
    );
    let newer = r#"{"v":3,"at":"noon","event":{"kind":"started"}}"#;
    assert_eq!(
        record::decode(&bytes_of(newer)),
        Err(DecodeError::UnknownVersion(3))
    );
    let person = "00000000000000000000000000000001";
    let place = "x".repeat(101);
    for event in [
        r#"{}"#,
        r#"{"event":"vanished"}"#,
        r#"{"event":"move","army":"w"}"#,
        r#"{"event":"move","army":"w","move":"e2e4","extra":"1"}"#,
        r#"{"event":"move","army":"w","move":"e2e4","move":"e2e4"}"#,
        r#"{"event":"move","army":"white","move":"e2e4"}"#,
        r#"{"event":"move","army":"w","move":"e2e9"}"#,
        r#"{"army":"w","event":"move","move":"e2e4"}"#,
        r#"{"event":"out","army":"w","how":"bored"}"#,
        r#"{"event":"out","army":"w","how":"mate","checkers":"bw"}"#,
        r#"{"event":"out","army":"w","how":"mate","checkers":"gg"}"#,
        r#"{"event":"out","army":"w","how":"mate","checkers":""}"#,
        r#"{"event":"draw-claimed","army":"w","how":"last-army"}"#,
        r#"{"event":"draw-fancied","army":"w"}"#,
        r#"{"event":"-offered","army":"w"}"#,
        r#"{"event":"taken-back","to":7}"#,
        r#"{"event":"taken-back","to":"07"}"#,
        r#"{"event":"over","how":"last-army","points":"-1-0-0"}"#,
        r#"{"event":"over","how":"last-army","points":"65536-0-0"}"#,
        r#"{"event":"over","how":"last-army","points":"2/6-0-0"}"#,
        r#"{"event":"joined","army":"w","who":"1"}"#,
        r#"{"event":"joined","army":"w","who":"+0000000000000000000000000000001"}"#,
        &format!(r#"{{"event":"housed","place":"{place}"}}"#),
        &format!(r#"{{"event":"joined","army":"w","who":"{person}0"}}"#),
    ] {
        let refused = record::decode(&bytes_of(&format!(r#"{{"v":1,"at":0,"what":{event}}}"#)));
        assert!(matches!(refused, Err(DecodeError::Payload(_))), "{event}");
    }
    for payload in [
        "",
        "null",
        r#"{"v":1,"at":0,"what":{"event":"started"}} {}"#,
        r#"{"v":1,"at":1.5,"what":{"event":"started"}}"#,
        &"[".repeat(4_000),
    ] {
        let refused = record::decode(&bytes_of(payload));
        assert!(matches!(refused, Err(DecodeError::Payload(_))), "{payload}");
    }
}

#[test]
fn an_event_too_long_is_refused() {
    let event = Event::Opened {
        ruleset: "a".repeat(LONGEST),
        options: Ruleset::THREE_MAN,
        opener: Person(1),
        place: Place::new("here"),
        rated: true,
        private: false,
        time: None,
        imported: None,
    };
    let refused = record::encode(&Hash::NONE, &event, Moment(0));
    assert!(matches!(refused, Err(EncodeError::TooLong(_))));
}

proptest! {
    #[test]
    fn events_read_back(
        event in events(), at in any::<i64>(), prev in any::<[u8; 32]>()
    ) {
        let bytes = record::encode(&Hash(prev), &event, Moment(at)).unwrap();
        let decoded = record::decode(&bytes).unwrap();
        prop_assert_eq!(discriminant(&decoded.event), discriminant(&event));
        prop_assert_eq!(decoded, record::Record { prev: Hash(prev), event, at: Moment(at) });
    }

    #[test]
    fn changed_bytes_never_panic(
        event in events(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        cut in any::<prop::sample::Index>(),
    ) {
        let good = record::encode(&Hash::NONE, &event, Moment(0)).unwrap();
        let mut bytes = good.clone();
        for (place, byte) in &changes {
            let place = place.index(bytes.len());
            bytes[place] = *byte;
        }
        // If they decode nevertheless, it is another record, and its hash shows it.
        let _ = record::decode(&bytes);
        prop_assert!(bytes == good || record::hash(&bytes) != record::hash(&good));
        let _ = record::decode(&good[..cut.index(good.len())]);
    }

    #[test]
    fn any_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = record::decode(&bytes);
    }
}
