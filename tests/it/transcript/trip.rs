//! From a match to a file and back.

use std::collections::BTreeMap;

use rondel::{
    matchplay::{Event, MatchId, Moment, Person, Place},
    rules::{ByColor, Color},
    transcript::{Format, Reason, Tag, Transcript, VERSION},
};

use super::{course::Played, random::people_of, seats::FREED, versions::ABORTED};
use crate::matches::{PLAYERS, names, script};

/// The number of matches that is enough for every kind of event under every ruleset that knows it.
const ENOUGH: u64 = 240;

/// Returns the names of all words in the records of [`ENOUGH`] matches, with their numbers.
pub(super) fn words() -> BTreeMap<String, u32> {
    let mut words = BTreeMap::new();
    let played = (0..ENOUGH).map(|plan| Played::by_plan(plan).transcript().written(Format::Text));
    for text in played.chain([FREED, ABORTED].map(str::to_owned)) {
        let (_, course) = text.split_once("\n\n").unwrap();
        for word in course.split_ascii_whitespace() {
            if let Some(name) = name_of(word) {
                *words.entry(name.to_owned()).or_insert(0) += 1;
            }
        }
    }
    words
}

/// Returns the name of a word; `None` for moves and their numbers.
pub(super) fn name_of(word: &str) -> Option<&str> {
    match word.split_once(':') {
        Some((name, _)) => Some(name),
        None => ["called-off", "paused", "resumed"]
            .contains(&word)
            .then_some(word),
    }
}

/// Matches played to their ends elsewhere, with mates, kings taken, castling and promotions.
#[test]
fn matches_of_all_kinds_of_moves_come_back() {
    let mut plies = 0;
    for name in names() {
        let script = script(&name);
        let people = ByColor::new(|color| Person(color.index() as u128));
        let opened = Event::Opened {
            ruleset: script.ruleset.clone(),
            options: script.options(),
            opener: people[Color::White],
            place: Place::new("console/table"),
            rated: true,
            private: false,
            time: None,
            imported: None,
        };
        let seated = people.iter().filter(|(seat, _)| script.seats(*seat));
        let joined = seated.map(|(seat, person)| Event::Joined {
            seat,
            person: *person,
        });
        let events: Vec<(Event, Moment)> = std::iter::once(opened)
            .chain(joined)
            .chain([Event::Started])
            .chain(script.events())
            .map(|event| (event, Moment(0)))
            .collect();
        let id = MatchId::numbered(3);
        let record = Transcript::of(id, &events, |person| PLAYERS[person.0 as usize].to_owned());
        let record = record.unwrap();
        assert!(record.events().eq(script.events()), "{name}");
        for format in Format::ALL {
            let written = record.written(format);
            assert_eq!(
                Transcript::read(written.as_bytes()),
                Ok(record.clone()),
                "{name}"
            );
        }
        plies += script.plies();
    }
    println!("scripted plies written and read: {plies}");
    assert!(plies > 200);
}

#[test]
fn names_cannot_break_out_of_a_file() {
    for plan in 0..48 {
        let played = Played::by_plan(plan);
        let record = played.transcript();
        let [text, json] = Format::ALL.map(|format| record.written(format));
        let tags = text.lines().take_while(|line| !line.is_empty());
        let all: Vec<_> = record
            .players
            .iter()
            .filter_map(|(_, player)| player.as_ref())
            .collect();
        let people = all.iter().filter(|player| player.name().is_some()).count();
        let absent = [
            // Players who are none, or computers, and the match elsewhere.
            3 - people + 1,
            usize::from(people == all.len()),
            usize::from(record.rated),
            usize::from(record.time.is_none()),
            usize::from(record.outcome().unwrap().score().is_none()),
        ];
        let wanted = 1 + Tag::ALL.len() - absent.iter().sum::<usize>();
        assert_eq!(tags.count(), wanted, "{text}");
        let unseen = |char: char| {
            (char.is_control() && char != '\n')
                || matches!(
                    char,
                    '\u{200d}' | '\u{2028}'..='\u{202e}' | '\u{feff}' | '\u{e0041}'
                )
        };
        for written in [&text, &json] {
            assert!(!written.contains(unseen), "{written:?}");
            let read = Transcript::read(written.as_bytes()).unwrap();
            assert_eq!(read.players, record.players);
        }
    }
}

#[test]
fn lines_are_of_a_sane_width() {
    for plan in 0..24 {
        let text = Played::by_plan(plan).transcript().written(Format::Text);
        let (_, course) = text.split_once("\n\n").unwrap();
        // But for a word that is longer by itself, with a name or a reason.
        for line in course.lines() {
            let fits = line.chars().count() <= 80 || !line.contains(' ');
            assert!(fits, "{course}");
        }
        // A word at the beginning of a line would not have fitted on the one before.
        assert!(course.ends_with('\n') && !course.ends_with("\n\n"));
    }
}

#[test]
fn a_running_match_is_written_and_not_read() {
    let record = Played::running(0).transcript();
    assert_eq!((record.outcome(), record.ended), (None, None));
    for format in Format::ALL {
        let written = record.written(format);
        let refused = Transcript::read(written.as_bytes()).unwrap_err();
        assert_eq!(refused.reason, Reason::NotOver, "{written}");
        let line = written.lines().nth(refused.line - 1).unwrap();
        assert!(line.to_lowercase().contains("result"), "{line}");
    }
    let people = people_of(&record);
    assert_eq!(record.as_imported(&Place::new("here"), &people), None);
}

/// A place of its own may be opened when all is over already, and clocks are put back.
#[test]
fn a_match_ended_when_it_ended() {
    let mut played = Played::by_plan(1);
    let record = played.transcript();
    let (_, ended) = *played.events.last().unwrap();
    assert_eq!(record.ended, Some(ended));
    let house = Event::Housed {
        place: Place::new("console/late"),
    };
    played.events.push((house, ended.plus(1_000)));
    assert_eq!(played.transcript().ended, Some(ended));
    let mut back = record.clone();
    back.ended = Some(back.began.plus(-1));
    for format in Format::ALL {
        let read = Transcript::read(back.written(format).as_bytes());
        assert_eq!(read.as_ref(), Ok(&back));
    }
}

#[test]
fn a_table_has_no_record() {
    let played = Played::running(0);
    let begun = played
        .events
        .iter()
        .position(|(event, _)| *event == Event::Started);
    let before = &played.events[..begun.unwrap()];
    let name = |_| String::new();
    assert_eq!(Transcript::of(played.state.id(), before, name), None);
    assert_eq!(Transcript::of(played.state.id(), &[], name), None);
}

#[test]
fn an_imported_match_keeps_what_it_was() {
    let played = Played::by_plan(1);
    let record = played.transcript();
    let people = [0, 1, 2].map(Person);
    let imported = |record: &Transcript, id: u64| {
        let events = record
            .as_imported(&Place::new("console/imported"), &people)
            .unwrap();
        let events: Vec<_> = events.into_iter().map(|event| (event, Moment(5))).collect();
        Transcript::of(MatchId::numbered(id), &events, |person| played.name(person)).unwrap()
    };
    let once = imported(&record, 77);
    let mut expected = record.clone();
    expected.id = MatchId::numbered(77);
    expected.original = Some(record.id);
    assert_eq!(once, expected);
    // Its first id stays known, however often it is handed on.
    let twice = imported(&once, 78);
    assert_eq!(
        (twice.id, twice.original),
        (MatchId::numbered(78), Some(record.id))
    );
    for format in Format::ALL {
        assert_eq!(
            Transcript::read(twice.written(format).as_bytes()),
            Ok(twice.clone())
        );
    }
}

#[test]
fn ends_of_lines_are_as_any_editor_leaves_them() {
    let record = Played::by_plan(2).transcript();
    let text = record.written(Format::Text);
    let one_line = |written: &str| {
        let (head, course) = written.split_once("\n\n").unwrap();
        format!("{head}\n\n{}", course.replace('\n', " "))
    };
    for other in [
        text.replace('\n', "\r\n"),
        one_line(&text),
        format!("{text}\n\n"),
    ] {
        // Unless the line gets longer than is read.
        if other.lines().all(|line| line.len() <= 4_096) {
            assert_eq!(Transcript::read(other.as_bytes()), Ok(record.clone()));
        }
    }
    let json = record.written(Format::Json);
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(value["rondel"], 1);
    for other in [value.to_string(), format!("\n\n {json}")] {
        assert_eq!(Transcript::read(other.as_bytes()), Ok(record.clone()));
    }
}

/// Programs that know no such time refuse its records by their number.
#[test]
fn a_time_for_a_number_of_moves_makes_the_record_one_of_the_second_version() {
    let plain = Played::by_plan(2).transcript();
    for (limit, version) in [(None, 1), (Some("3d"), 1), (Some("10/30d"), VERSION)] {
        let mut record = plain.clone();
        record.time = limit.map(|limit| limit.parse().unwrap());
        let [text, json] = Format::ALL.map(|format| record.written(format));
        assert!(
            text.starts_with(&format!("[Rondel \"{version}\"]\n")),
            "{text}"
        );
        assert!(
            json.contains(&format!("\"rondel\": {version},\n")),
            "{json}"
        );
        let tag = limit.map(|limit| format!("[Time \"{limit}\"]\n"));
        assert!(tag.is_none_or(|tag| text.contains(&tag)), "{text}");
        for written in [text, json] {
            assert_eq!(Transcript::read(written.as_bytes()), Ok(record.clone()));
        }
    }
}
