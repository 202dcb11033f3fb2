//! What records of computers, casual matches and aborted ones hold, and stored records.

use std::fs;

use rondel::{
    computer::Level,
    matchplay::{Event, MatchId, Moment, Person, Place},
    rules::{ByColor, Color, Ending},
    transcript::{Format, Player, Transcript},
};

use super::refusals;
use crate::released::{RUNS, left_behind};

/// A casual match of a person and two computers: two plies, an offer, and a draw by agreement of
/// the two who are left.
pub(super) const COMPUTERS: &str = r#"[Rondel "1"]
[Match "m7k3q"]
[Place "console/table"]
[Began "2026-11-21T16:01:42.5Z"]
[Ended "2026-11-21T16:02:00Z"]
[White "ann"]
[Computers "g2 b1"]
[Ruleset "three-man"]
[Options "armies:3 ends:last-army king-capture:puts-out stalemate-of-three:out same-position:rights repetition:3/5 moves:50/75 impossibility:automatic conceding:out scoring:shared-point"]
[Rated "no"]
[Result "draw:agreement"]
[Score "1/2-1/2-0"]

1. e4 2. Nn3 out:b,how=conceded 3. d4 draw-offered:g draw-agreed:w
over:how=draw:agreement,points=1/2-1/2-0
"#;

/// A match of two computers that was aborted by the person who watched it.
pub(super) const CALLED_OFF: &str = r#"[Rondel "1"]
[Match "q4d5e"]
[Place "console/table"]
[Began "2026-11-21T16:01:42.5Z"]
[Ended "2026-11-21T16:02:00Z"]
[Computers "w3 b3"]
[Ruleset "duel"]
[Options "armies:2 ends:first-out king-capture:puts-out stalemate-of-three:draw same-position:rights repetition:-/3 moves:-/50 impossibility:automatic conceding:out scoring:shared-point"]
[Result "aborted"]

1. e4 called-off over:how=aborted
"#;

pub(super) fn read(text: &str) -> Transcript {
    Transcript::read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn computer(level: u8) -> Option<Player> {
    Level::new(level).map(Player::Computer)
}

#[test]
fn computers_come_back_from_both_forms() {
    let ann = Some(Player::Person(String::from("ann")));
    let players = ByColor([ann, computer(2), computer(1)]);
    let alone = ByColor([computer(3), None, computer(3)]);
    for (text, players, rated) in [(COMPUTERS, players, false), (CALLED_OFF, alone, true)] {
        let record = read(text);
        assert_eq!((&record.players, record.rated), (&players, rated));
        assert_eq!(record.written(Format::Text), text);
        assert_eq!(read(&record.written(Format::Json)), record);
    }
}

/// A computer has no name, so that nobody can be taken for one, or one for somebody.
#[test]
fn a_person_is_never_taken_for_a_computer() {
    for name in ["", "g2", "computer", "Computer 2", "w2 g2 b2"] {
        let text = COMPUTERS.replace("\"ann\"", &format!("\"{name}\""));
        let record = read(&text);
        assert_eq!(
            record.players[Color::White],
            Some(Player::Person(name.to_owned()))
        );
        assert_eq!(read(&record.written(Format::Json)), record);
    }
}

#[test]
fn what_does_not_go_together_is_refused() {
    let holds = "the tag Computers holds armies in the order wgb, each with a level that computers \
                 have, such as g2 b1";
    let seat = "the tag Computers goes only with armies that have a seat";
    let wrong = "by today's rules this is wrong:";
    let word = "is neither a move with its number nor a word of a record";
    for (file, change, wanted) in [
        (
            COMPUTERS,
            ("[White", "[Gray \"ben\"]\n[White"),
            String::from(
                "line 6: the tag Gray goes only with a person, and a computer plays that army",
            ),
        ),
        (
            COMPUTERS,
            ("[Ruleset", "[Black \"\"]\n[Ruleset"),
            String::from(
                "line 8: the tag Black goes only with a person, and a computer plays that army",
            ),
        ),
        (
            COMPUTERS,
            ("[White \"ann\"]\n", ""),
            String::from("line 11: the tag White is missing"),
        ),
        (
            COMPUTERS,
            ("\"g2 b1\"", "\"b1\""),
            String::from("line 12: the tag Gray is missing"),
        ),
        (
            COMPUTERS,
            ("[Computers \"g2 b1\"]\n", ""),
            String::from("line 11: the tag Gray is missing"),
        ),
        (
            COMPUTERS,
            ("[Computers", "[Computers \"g2 b1\"]\n[Computers"),
            String::from("line 8: the tag Computers was given before"),
        ),
        (CALLED_OFF, ("w3 b3", "w3 g3 b3"), format!("line 6: {seat}")),
        (CALLED_OFF, ("w3 b3", "g3"), {
            String::from("line 9: the tag White is missing")
        }),
        (COMPUTERS, ("g2 b1", ""), format!("line 7: {holds}")),
        (COMPUTERS, ("g2 b1", "b1 g2"), format!("line 7: {holds}")),
        (COMPUTERS, ("g2 b1", "g2 g2 b1"), format!("line 7: {holds}")),
        (COMPUTERS, ("g2 b1", "g2  b1"), format!("line 7: {holds}")),
        (COMPUTERS, ("g2 b1", "g2,b1"), format!("line 7: {holds}")),
        (COMPUTERS, ("g2 b1", "g2 b1 "), format!("line 7: {holds}")),
        (COMPUTERS, ("g2 b1", "g b1"), format!("line 7: {holds}")),
        (COMPUTERS, ("g2 b1", "G2 b1"), format!("line 7: {holds}")),
        (COMPUTERS, ("g2 b1", "g02 b1"), format!("line 7: {holds}")),
        (COMPUTERS, ("g2 b1", "g+2 b1"), format!("line 7: {holds}")),
        (COMPUTERS, ("g2 b1", "g0 b1"), format!("line 7: {holds}")),
        (COMPUTERS, ("g2 b1", "g9 b1"), format!("line 7: {holds}")),
        (COMPUTERS, ("g2 b1", "g256 b1"), format!("line 7: {holds}")),
        (COMPUTERS, ("g2 b1", "r2 b1"), format!("line 7: {holds}")),
        (
            COMPUTERS,
            ("Rated \"no\"", "Rated \"yes\""),
            String::from("line 10: the tag Rated holds no, or is left out"),
        ),
        (
            COMPUTERS,
            ("draw-offered:g", "called-off"),
            format!("line 14: {wrong} called-off would not come here"),
        ),
        (
            CALLED_OFF,
            ("1. e4 called-off", "1. e4"),
            format!("line 11: {wrong} over:how=aborted would not come here"),
        ),
        (
            CALLED_OFF,
            (" over:how=aborted", ""),
            format!("line 11: {wrong} over:how=aborted would come before this"),
        ),
        (
            CALLED_OFF,
            ("called-off", "called-off 2. u4"),
            format!("line 11: {wrong} over:how=aborted would come before this"),
        ),
        (
            CALLED_OFF,
            ("called-off", "called-off:"),
            format!("line 11: \"called-off:\" {word}"),
        ),
        (
            CALLED_OFF,
            ("called-off", "called-off:w"),
            format!("line 11: \"called-off:w\" {word}"),
        ),
        (
            CALLED_OFF,
            ("called-off", "called-off:how=aborted"),
            format!("line 11: \"called-off:how=aborted\" {word}"),
        ),
    ] {
        refusals::refuses_changed(file, change, &wanted);
    }
}

#[test]
fn json_is_refused_alike() {
    let [computers, called_off] =
        [COMPUTERS, CALLED_OFF].map(|text| read(text).written(Format::Json));
    for (file, change, wanted) in [
        (
            &called_off,
            ("\"called-off\"", "\"called-off\",\"army\":\"w\""),
            "line 13: \"called-off:w\" is neither a move with its number nor a word of a record",
        ),
        (
            &computers,
            ("\"g2 b1\"", "[\"g2\"]"),
            "line 8: invalid type: sequence, expected a string",
        ),
        (
            &computers,
            ("\"rondel\": 1", "\"rondel\": 3"),
            "line 2: version 3 of records is not known; this program knows 1 to 2",
        ),
    ] {
        refusals::refuses_changed(file, change, wanted);
    }
}

/// A match that a manager aborted.
pub(super) const ABORTED: &str = r#"[Rondel "1"]
[Match "q4d5e"]
[Place "console/table"]
[Began "2026-11-21T16:01:42.5Z"]
[Ended "2026-11-21T16:02:00Z"]
[White "ann"]
[Gray "ben"]
[Black "cy"]
[Ruleset "three-man"]
[Options "armies:3 ends:last-army king-capture:puts-out stalemate-of-three:out same-position:rights repetition:3/5 moves:50/75 impossibility:automatic conceding:out scoring:shared-point"]
[Result "aborted"]

1. e4 aborted:why=Two\u{20}seats\u{2c}\u{20}one\u{20}person over:how=aborted
"#;

#[test]
fn a_match_that_a_manager_aborted_comes_back() {
    let record = read(ABORTED);
    assert_eq!(record.written(Format::Text), ABORTED);
    assert_eq!(read(&record.written(Format::Json)), record);
    let long = format!("why={}", "a".repeat(101));
    for (change, wanted) in [
        (
            (":why=Two\\u{20}seats\\u{2c}\\u{20}one\\u{20}person", ""),
            "line 13: \"aborted\" is neither a move with its number nor a word of a record",
        ),
        (
            ("why=Two\\u{20}seats\\u{2c}\\u{20}one\\u{20}person", &*long),
            "line 13: \"aborted:why=aaaaaaaaaaaaaaaaaaaaaaaaaaaa\" is neither a move with its number \
             nor a word of a record",
        ),
        (
            ("over:how=aborted", "2. Nn3"),
            "line 13: by today's rules this is wrong: over:how=aborted would come before this",
        ),
    ] {
        refusals::refuses_changed(ABORTED, change, wanted);
    }
}

#[test]
fn casual_matches_come_back() {
    let mut record = read(refusals::TEXT);
    record.rated = false;
    let text = record.written(Format::Text);
    assert!(text.contains("\n[Rated \"no\"]\n"));
    assert_eq!(read(&text), record);
}

#[test]
fn the_first_to_play_opens_an_imported_match() {
    let people = ByColor::new(|color: Color| Person(100 + color.index() as u128));
    let white = COMPUTERS
        .replace("[White \"ann\"]", "[Black \"cy\"]")
        .replace("g2 b1", "w2 g1");
    for (text, opener, joined) in [
        (COMPUTERS, people[Color::White], 1),
        (white.as_str(), people[Color::Black], 1),
        (CALLED_OFF, people[Color::White], 0),
        (refusals::TEXT, people[Color::White], 3),
    ] {
        let record = read(text);
        let all = people.0;
        let events = record.as_imported(&Place::new("here"), &all).unwrap();
        assert_eq!(record.as_imported(&Place::new("here"), &all[1..]), None);
        let Event::Opened {
            opener: by, rated, ..
        } = &events[0]
        else {
            panic!("{:?}", events[0]);
        };
        assert_eq!((*by, *rated), (opener, record.rated));
        let count =
            |wanted: fn(&Event) -> bool| events.iter().filter(|event| wanted(event)).count();
        assert_eq!(count(|event| matches!(event, Event::Joined { .. })), joined);
        let seats = record.options.armies().len();
        assert_eq!(
            count(|event| matches!(event, Event::Seated { .. })),
            seats - joined
        );
        let events: Vec<_> = events.into_iter().map(|event| (event, Moment(9))).collect();
        let name = |person: Person| match record.players.iter().find(|(c, _)| people[*c] == person)
        {
            Some((_, Some(Player::Person(name)))) => name.clone(),
            Some((_, None | Some(Player::Computer(_)))) | None => panic!("{person} plays nothing"),
        };
        let again = Transcript::of(MatchId::numbered(9), &events, name).unwrap();
        assert_eq!(
            (&again.players, again.rated),
            (&record.players, record.rated)
        );
        assert_eq!(
            again.outcome().map(|outcome| outcome.ending),
            record.outcome().map(|outcome| outcome.ending)
        );
    }
    assert_eq!(read(CALLED_OFF).outcome().unwrap().ending, Ending::Aborted);
}

/// Files as they were written once.
#[test]
fn stored_records_stay_readable() {
    let directory = left_behind().join("records");
    let mut read_back = 0;
    let texts = fs::read_dir(&directory)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|kind| kind == "txt"));
    for path in texts {
        let text = fs::read_to_string(&path).unwrap();
        if text.contains(RUNS) {
            continue;
        }
        let json = fs::read_to_string(path.with_extension("json")).unwrap();
        let record = read(&text);
        assert_eq!(read(&json), record, "{}", path.display());
        for (form, stored) in [(Format::Text, &text), (Format::Json, &json)] {
            let written = record.written(form);
            assert_eq!(&written, stored, "{}", path.display());
        }
        read_back += 1;
    }
    assert_eq!(read_back, 14);
}

/// Not everybody writes a `+` for the same (rules §7.2).
#[test]
fn a_wrong_or_missing_plus_is_passed_over() {
    let whole = read(COMPUTERS).written(Format::Text);
    for (from, to) in [
        ("1. e4 ", "1. e4+ "),
        (" 3. d4 ", " 3. +d4+ "),
        ("Nn3", "Nn3+"),
    ] {
        let text = COMPUTERS.replace(from, to);
        assert_ne!(text, COMPUTERS);
        assert_eq!(read(&text).written(Format::Text), whole, "{to}");
    }
    // Where it belongs it is written again.
    let duel = fs::read_to_string(left_behind().join("records/duel-1.txt")).unwrap();
    let checks = duel.matches('+').count();
    assert!(checks > 0, "{duel}");
    let bare = read(&duel.replace('+', "")).written(Format::Text);
    assert_eq!(bare, read(&duel).written(Format::Text));
    assert_eq!(bare.matches('+').count(), checks);
}
