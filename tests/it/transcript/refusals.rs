//! Files that are refused as records, with the line and the reason, as data.

use rondel::transcript::{Format, LONGEST_FILE, LONGEST_LINE, MOST_EVENTS, Transcript};

/// A match that is over: two plies, an offer, and a draw by agreement of the two who are left.
pub(super) const TEXT: &str = r#"[Rondel "1"]
[Match "m7k3q"]
[Place "console/table"]
[Began "2026-11-21T16:01:42.5Z"]
[Ended "2026-11-21T16:02:00Z"]
[White "ann"]
[Gray "ben"]
[Black "cy"]
[Ruleset "three-man"]
[Options "armies:3 ends:last-army king-capture:puts-out stalemate-of-three:out same-position:rights repetition:3/5 moves:50/75 impossibility:automatic conceding:out scoring:shared-point"]
[Result "draw:agreement"]
[Score "1/2-1/2-0"]

1. e4 2. Nn3 out:b,how=conceded
3. d4 draw-offered:g draw-agreed:w over:how=draw:agreement,points=1/2-1/2-0
"#;

fn json() -> String {
    let record = Transcript::read(TEXT.as_bytes()).unwrap();
    record.written(Format::Json)
}

/// A text without regard to where its lines end.
fn words(text: &str) -> Vec<&str> {
    text.split_ascii_whitespace().collect()
}

#[test]
fn the_match_that_is_damaged_here_is_whole() {
    let record = Transcript::read(TEXT.as_bytes()).unwrap();
    assert_eq!(words(&record.written(Format::Text)), words(TEXT));
    assert_eq!(Transcript::read(json().as_bytes()), Ok(record));
}

/// Refuses a file with these words.
#[track_caller]
fn refuses(file: &[u8], wanted: &str) {
    match Transcript::read(file) {
        Ok(_) => panic!("this is read:\n{}", String::from_utf8_lossy(file)),
        Err(refused) => assert_eq!(refused.to_string(), wanted),
    }
}

/// Refuses a file in which one part was put in the place of another.
#[track_caller]
pub(super) fn refuses_changed(file: &str, (from, to): (&str, &str), wanted: &str) {
    assert!(file.contains(from), "{from}");
    refuses(file.replacen(from, to, 1).as_bytes(), wanted);
}

#[test]
fn damaged_tags() {
    let name = "a tag is written [Name \"value\"], with \\\" and \\\\ for quotes and backslashes";
    let id = "holds the id of a match, such as m7k3q";
    let time = "holds a time in UTC, such as 2026-11-21T16:01:42.5Z";
    for (change, wanted) in [
        (
            ("[Rondel \"1\"]", "[Rondel \"5\"]"),
            String::from("line 1: version 5 of records is not known; this program knows 1 to 2"),
        ),
        (
            ("[White", "[Whyte"),
            String::from("line 6: there is no tag \"Whyte\""),
        ),
        (
            ("[White", "[white"),
            String::from("line 6: there is no tag \"white\""),
        ),
        (
            ("[White \"ann\"]\n", ""),
            String::from("line 11: the tag White is missing"),
        ),
        (
            ("[Match \"m7k3q\"]\n", ""),
            String::from("line 11: the tag Match is missing"),
        ),
        (
            ("[Ended \"2026-11-21T16:02:00Z\"]\n", ""),
            String::from("line 11: the tag Ended is missing"),
        ),
        (
            ("[Score \"1/2-1/2-0\"]\n", ""),
            String::from("line 11: the tag Score is missing"),
        ),
        (
            ("[Gray \"ben\"]", "[Gray \"ben\"]\n[Gray \"ben\"]"),
            String::from("line 8: the tag Gray was given before"),
        ),
        (
            ("[White \"ann\"]", "[White \"ann\""),
            format!("line 6: {name}"),
        ),
        (
            ("[White \"ann\"]", "White \"ann\"]"),
            format!("line 6: {name}"),
        ),
        (
            ("[White \"ann\"]", "[White \"an\"n\"]"),
            format!("line 6: {name}"),
        ),
        (
            ("[White \"ann\"]", "[White \"ann\"] "),
            format!("line 6: {name}"),
        ),
        (
            ("[White \"ann\"]", "[White \"ann\\\"]"),
            format!("line 6: {name}"),
        ),
        (
            ("[White \"ann\"]", "[White \"\\u{d800}\"]"),
            format!("line 6: {name}"),
        ),
        (
            ("[White \"ann\"]", "[White \"\\u{}\"]"),
            format!("line 6: {name}"),
        ),
        (
            ("[White \"ann\"]", "[White \"\\n\"]"),
            format!("line 6: {name}"),
        ),
        (("m7k3q", "m7k3"), format!("line 2: the tag Match {id}")),
        (("m7k3q", "M7K3Q"), format!("line 2: the tag Match {id}")),
        (
            ("[Place", "[Original \"7\"]\n[Place"),
            format!("line 3: the tag Original {id}"),
        ),
        (
            ("16:01:42.5Z", "16:01:42.50Z"),
            format!("line 4: the tag Began {time}"),
        ),
        (
            ("16:01:42.5Z", "25:01:42.5Z"),
            format!("line 4: the tag Began {time}"),
        ),
        (
            ("16:01:42.5Z", "16:01:42.5+01:00"),
            format!("line 4: the tag Began {time}"),
        ),
        (
            ("16:02:00Z", "16:02:00"),
            format!("line 5: the tag Ended {time}"),
        ),
        (
            ("three-man", "Three Man"),
            String::from("line 9: the tag Ruleset holds the name of a ruleset"),
        ),
        (
            ("armies:3", "armies:4"),
            String::from(
                "line 10: the tag Options holds no options of a ruleset: this is no line of a ruleset's options",
            ),
        ),
        (
            ("repetition:3/5", "repetition:5/3"),
            String::from(
                "line 10: the tag Options holds no options of a ruleset: repetition comes by itself no later than it can be claimed",
            ),
        ),
        (
            ("\"draw:agreement\"", "\"1/2-1/2\""),
            String::from("line 11: the tag Result holds a word of rules §8 or *"),
        ),
        (
            ("\"draw:agreement\"", "\"*\""),
            String::from(
                "line 11: the match of this record is not over; export it again when it is",
            ),
        ),
        (
            ("[Score \"1/2-1/2-0\"]", "[Score \"2/4-1/2-0\"]"),
            String::from("line 12: the tag Score holds a score line of rules §8"),
        ),
        (
            ("[Score \"1/2-1/2-0\"]", "[Score \"1/2-1/2\"]"),
            String::from("line 12: the tag Score holds a score line of rules §8"),
        ),
        (
            ("[Score \"1/2-1/2-0\"]", "[Score \"1-0-0\"]"),
            String::from("line 12: the match ended otherwise: Score must be 1/2-1/2-0"),
        ),
        (
            ("\"draw:agreement\"", "\"last-army\""),
            String::from("line 11: the match ended otherwise: Result must be draw:agreement"),
        ),
        (
            ("\"draw:agreement\"", "\"aborted\""),
            String::from("line 12: a match that was called off has no score"),
        ),
    ] {
        refuses_changed(TEXT, change, &wanted);
    }
    refuses_changed(
        TEXT,
        ("console/table", &"é".repeat(51)),
        "line 3: the tag Place holds a place of 100 bytes at most",
    );
    refuses_changed(
        TEXT,
        ("\"ben\"", &format!("\"{}\"", "é".repeat(101))),
        "line 7: the tag Gray holds a name of 100 characters at most",
    );
    // Nobody's name gets into what is said, unless cut short and harmless.
    let long = format!("[\u{202e}{} \"", "x".repeat(100));
    let told = format!("line 6: there is no tag \"\\u{{202e}}{}\"", "x".repeat(39));
    refuses_changed(TEXT, ("[White \"", &long), &told);
}

#[test]
fn options_that_are_not_the_presets() {
    let own = Transcript::read(TEXT.as_bytes())
        .unwrap()
        .options
        .to_string();
    let told = format!("line 10: three-man has other options: {own}");
    refuses_changed(TEXT, ("moves:50/75", "moves:50/-"), &told);
    // Under another name they are somebody's own.
    let renamed = TEXT
        .replace("\"three-man\"", "\"house-rules\"")
        .replace("moves:50/75", "moves:50/-");
    let record = Transcript::read(renamed.as_bytes()).unwrap();
    assert_eq!(record.ruleset, "house-rules");
    assert_eq!(words(&record.written(Format::Text)), words(&renamed));
    // What they lead to is judged by them.
    let two = TEXT
        .replace("\"three-man\"", "\"house-rules\"")
        .replace("ends:last-army", "ends:first-out");
    refuses(
        two.as_bytes(),
        "line 15: by today's rules this is wrong: over:how=first-out,points=1/2-1/2-0 would come before this",
    );
}

#[test]
fn damaged_moves_and_words() {
    let wrong = "by today's rules this is wrong:";
    let word = "is neither a move with its number nor a word of a record";
    for (change, wanted) in [
        (
            ("e4 ", "e5 "),
            String::from("line 14: \"e5\" cannot be played here: "),
        ),
        (
            ("e4 ", "Qe4 "),
            String::from("line 14: \"Qe4\" cannot be played here: "),
        ),
        (
            ("e4 ", "hello "),
            String::from("line 14: \"hello\" cannot be played here: "),
        ),
        (
            ("e4 ", "e2e4 "),
            String::from("line 14: \"e2e4\" is written e4 here"),
        ),
        (
            ("e4 ", "e4# "),
            String::from("line 14: \"e4#\" is written e4 here"),
        ),
        (
            ("Nn3", "nn3"),
            String::from("line 14: \"nn3\" is written Nn3 here"),
        ),
        (
            ("2. ", "3. "),
            String::from("line 14: the next move has number 2, and not 3"),
        ),
        (
            ("3. ", "2. "),
            String::from("line 15: the next move has number 3, and not 2"),
        ),
        (("2. ", "02. "), format!("line 14: \"02.\" {word}")),
        (("2. ", "-2. "), format!("line 14: \"-2.\" {word}")),
        (
            ("2. ", "99999999999. "),
            format!("line 14: \"99999999999.\" {word}"),
        ),
        (("2. ", ""), format!("line 14: \"Nn3\" {word}")),
        (
            ("Nn3", "draw-offered:w"),
            format!("line 14: \"draw-offered:w\" {word}"),
        ),
        (
            ("draw-offered:g", "draw-hoped:g"),
            format!("line 15: \"draw-hoped:g\" {word}"),
        ),
        (
            ("draw-offered:g", "draw-offered"),
            format!("line 15: \"draw-offered\" {word}"),
        ),
        (
            ("draw-offered:g", "draw-offered:gray"),
            format!("line 15: \"draw-offered:gray\" {word}"),
        ),
        (
            ("draw-offered:g", "draw-offered:g,with=w"),
            format!("line 15: \"draw-offered:g,with=w\" {word}"),
        ),
        (
            ("draw-offered:g", "draw-offered:g,"),
            format!("line 15: \"draw-offered:g,\" {word}"),
        ),
        (
            ("how=conceded", "how=bored"),
            format!("line 14: \"out:b,how=bored\" {word}"),
        ),
        (
            ("how=conceded", "how=conceded,how=conceded"),
            format!("line 14: \"out:b,how=conceded,how=conceded\" {word}"),
        ),
        (
            ("how=conceded", "how=conceded,points=0-0-0"),
            format!("line 14: \"out:b,how=conceded,points=0-0-0\" {word}"),
        ),
        (
            ("how=conceded", "how=mate"),
            format!("line 14: {wrong} out:b,how=mate would not come here"),
        ),
        (
            ("how=conceded", "how=conceded,by=w"),
            format!(
                "line 14: {wrong} out:b,how=conceded would come, and not out:b,how=conceded,by=w"
            ),
        ),
        (
            ("how=conceded", "how=conceded,points=1/2-1/2-0"),
            format!(
                "line 14: {wrong} out:b,how=conceded would come, and not out:b,how=conceded,points=1/2-1/2-0"
            ),
        ),
        (
            ("out:b", "out:b,how=conceded out:b"),
            format!("line 14: {wrong} out:b,how=conceded is refused: already conceded"),
        ),
        (
            ("draw-offered:g ", ""),
            format!("line 15: {wrong} draw-agreed:w is refused: there is nothing to accept"),
        ),
        (
            ("draw-offered:g", "draw-offered:b"),
            format!("line 15: {wrong} draw-offered:b is refused: the army is out of the game"),
        ),
        (
            ("draw-offered:g", "pact-offered:g,with=w"),
            format!("line 15: {wrong} pact-offered:g,with=w is refused: not in this ruleset"),
        ),
        (
            ("draw-offered:g", "resignation-offered:g,winner=w"),
            format!(
                "line 15: {wrong} resignation-offered:g,winner=w is refused: not in this ruleset"
            ),
        ),
        (
            ("draw-offered:g", "out-of-time:b"),
            format!("line 15: {wrong} out-of-time:b is refused: the army is out of the game"),
        ),
        (
            ("draw-offered:g", "abort-agreed:g"),
            format!("line 15: {wrong} abort-agreed:g is refused: there is nothing to accept"),
        ),
        (
            ("draw-offered:g", "draw-claimed:g,how=draw:repetition"),
            format!(
                "line 15: {wrong} draw-claimed:g,how=draw:repetition is refused: no draw can be claimed"
            ),
        ),
        (
            ("draw-agreed:w ", ""),
            format!(
                "line 15: {wrong} over:how=draw:agreement,points=1/2-1/2-0 would not come here"
            ),
        ),
        (
            ("points=1/2-1/2-0", "points=1/2-0-1/2"),
            format!(
                "line 15: {wrong} over:how=draw:agreement,points=1/2-1/2-0 would come, and not over:how=draw:agreement,points=1/2-0-1/2"
            ),
        ),
        (
            ("over:how=draw:agreement", "over:how=last-army"),
            format!(
                "line 15: {wrong} over:how=draw:agreement,points=1/2-1/2-0 would come, and not over:how=last-army,points=1/2-1/2-0"
            ),
        ),
        (
            ("over:how=draw:agreement,points=1/2-1/2-0", ""),
            format!(
                "line 15: {wrong} over:how=draw:agreement,points=1/2-1/2-0 would come before this"
            ),
        ),
        (
            ("draw-agreed:w over:how=draw:agreement,points=1/2-1/2-0", ""),
            String::from("line 15: the record breaks off before the end of the match"),
        ),
        (
            (
                "draw-agreed:w over:how=draw:agreement,points=1/2-1/2-0",
                "*",
            ),
            String::from("line 15: the record breaks off before the end of the match"),
        ),
        (
            (
                "draw-agreed:w over:how=draw:agreement,points=1/2-1/2-0",
                "4.",
            ),
            String::from("line 15: the record breaks off before the end of the match"),
        ),
    ] {
        let file = TEXT.replacen(change.0, change.1, 1);
        assert_ne!(file, TEXT, "{change:?}");
        let told = Transcript::read(file.as_bytes()).unwrap_err().to_string();
        // The reasons why a move cannot be played are worded elsewhere.
        let fits = if wanted.ends_with("here: ") {
            told.starts_with(&wanted) && told.len() > wanted.len()
        } else {
            told == wanted
        };
        assert!(fits, "{change:?}\n  {told}\n  {wanted}");
    }
    for more in [
        "4. e4",
        "draw-offered:w",
        "*",
        "(the end)",
        "over:how=aborted",
    ] {
        let told = Transcript::read(format!("{TEXT}\n{more}\n").as_bytes()).unwrap_err();
        let wanted = "line 17: something follows after the end";
        assert_eq!(told.to_string(), wanted, "{more}");
    }
}

#[test]
fn files_that_are_no_records() {
    let none = "line 1: this is no record of a match by Rondel: one begins with [Rondel \"1\"], or is JSON with that number as \"rondel\"";
    for file in [
        "",
        "\n",
        "hello",
        "[Event \"Casual game\"]\n[Site \"?\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Qh5 Nc6 1-0\n",
        "[rondel \"1\"]\n",
        "[Rondel \"one\"]\n",
        "[Rondel \"01\"]\n",
        "[Rondel \"+1\"]\n",
        "[Rondel \"1\"] \n",
        "[store]\nurl = \"memory:\"\n",
        "{}",
        "{\"moves\":[]}",
        "{\"rondel\":\"1\"}",
        "{\"rondel\":-1}",
    ] {
        refuses(file.as_bytes(), none);
    }
    refuses(b"[Rondel \"1\"]", "line 1: the tag Options is missing");
    refuses(
        b"[Rondel \"1\"]\n[White \"\xff\"]\n",
        "line 2: the file is not UTF-8 text",
    );
    refuses(
        b"\x89PNG\r\n\x1a\n\0\0",
        "line 1: the file is not UTF-8 text",
    );
    refuses_changed(
        TEXT,
        ("ann", "a\0n"),
        "line 6: the character \\u{0} stands in no record",
    );
    refuses_changed(
        TEXT,
        ("e4", "\u{1b}[2Je4"),
        "line 14: the character \\u{1b} stands in no record",
    );
    refuses_changed(
        TEXT,
        ("e4", "e4\t"),
        "line 14: the character \\u{9} stands in no record",
    );
    refuses_changed(
        TEXT,
        ("e4", "e4\r"),
        "line 14: the character \\u{d} stands in no record",
    );
}

#[test]
fn files_that_are_too_long() {
    let long = "x".repeat(LONGEST_LINE);
    refuses_changed(
        TEXT,
        ("ann", &long),
        "line 6: the line is longer than 4096 bytes",
    );
    refuses_changed(
        TEXT,
        ("e4", &long),
        "line 14: the line is longer than 4096 bytes",
    );
    let blanks = format!("{TEXT}{}", "\n".repeat(LONGEST_FILE));
    refuses(
        blanks.as_bytes(),
        "line 1: the file is longer than 4194304 bytes",
    );
    let whole = format!("{TEXT}{}", "\n".repeat(LONGEST_FILE - TEXT.len()));
    assert!(Transcript::read(whole.as_bytes()).is_ok());
    let pair = "\ndraw-offered:g draw-withdrawn:g";
    // The match itself has seven moves and words.
    let offers = |more: usize| {
        let at = TEXT.find("\n3. d4").unwrap();
        let mut file = TEXT.to_owned();
        file.insert_str(at, &pair.repeat(more));
        file
    };
    let most = (MOST_EVENTS - 7) / 2;
    let record = Transcript::read(offers(most).as_bytes()).unwrap();
    assert!(record.events().count() > MOST_EVENTS - 3);
    let told = "there are more than 20000 moves and words";
    let line = 15 + most + 1;
    refuses(offers(most + 1).as_bytes(), &format!("line {line}: {told}"));
    let json = record.written(Format::Json);
    let event = "{\"event\":\"draw-offered\",\"army\":\"g\"},\n    {\"event\":\"draw-withdrawn\",\"army\":\"g\"},\n    ";
    let first = json.find(event).unwrap();
    let mut more = json.clone();
    more.insert_str(first, event);
    let line = json
        .lines()
        .position(|line| line.contains("events"))
        .unwrap()
        + 2
        + MOST_EVENTS;
    refuses(more.as_bytes(), &format!("line {line}: {told}"));
}

#[test]
fn damaged_json() {
    let json = json();
    assert_eq!(
        json.lines().nth(14).unwrap().trim(),
        r#"{"event":"move","army":"w","move":"e2e4","ply":"1","short":"e4"},"#
    );
    let word = "is neither a move with its number nor a word of a record";
    let wrong = "by today's rules this is wrong:";
    for (change, wanted) in [
        (
            ("\"rondel\": 1", "\"rondel\": 5"),
            String::from("line 2: version 5 of records is not known; this program knows 1 to 2"),
        ),
        (
            ("\"rondel\": 1", "\"rondel\": 5, \"extra\": 1"),
            String::from("line 2: version 5 of records is not known; this program knows 1 to 2"),
        ),
        (
            ("\"white\"", "\"whyte\""),
            String::from("line 7: unknown field `whyte`"),
        ),
        (
            ("\"white\": \"ann\"", "\"white\": 1"),
            String::from("line 7: invalid type: integer `1`"),
        ),
        (
            ("\"white\": \"ann\"", "\"white\": null"),
            String::from("line 13: the tag White is missing"),
        ),
        (
            ("\"ann\",", "\"ann\", \"white\": \"ann\","),
            String::from("line 7: duplicate field `white`"),
        ),
        (
            ("\"ann\",", "\"ann\""),
            String::from("line 8: expected `,` or `}`"),
        ),
        (
            ("\"m7k3q\"", "\"m7k3\""),
            String::from("line 3: the tag Match holds the id of a match, such as m7k3q"),
        ),
        (
            ("armies:3", "armies:4"),
            String::from(
                "line 11: the tag Options holds no options of a ruleset: this is no line of a ruleset's options",
            ),
        ),
        (
            ("\"result\": \"draw:agreement\"", "\"result\": \"*\""),
            String::from(
                "line 12: the match of this record is not over; export it again when it is",
            ),
        ),
        (
            ("\"score\": \"1/2-1/2-0\"", "\"score\": \"1-0-0\""),
            String::from("line 13: the match ended otherwise: Score must be 1/2-1/2-0"),
        ),
        (
            ("e2e4", "e2e5"),
            format!("line 15: {wrong} the move e2e5 is not legal here"),
        ),
        (
            ("\"e4\"", "\"e5\""),
            String::from("line 15: \"e5\" is written e4 here"),
        ),
        (
            ("\"army\":\"w\",\"move\"", "\"army\":\"b\",\"move\""),
            format!("line 15: {wrong} Black moves and it is White's turn"),
        ),
        (
            ("\"ply\":\"2\"", "\"ply\":\"3\""),
            String::from("line 16: the next move has number 2, and not 3"),
        ),
        (
            ("\"ply\":\"2\",", ""),
            format!("line 16: \"move:g,move=o1n3,short=Nn3\" {word}"),
        ),
        (
            ("\"ply\":\"2\",", "\"ply\":\"2\",\"how\":\"mate\","),
            format!("line 16: \"move:g,move=o1n3,how=mate\" {word}"),
        ),
        (
            ("\"ply\":\"2\"", "\"ply\":\"2.5\""),
            format!("line 16: \"move:g,move=o1n3,ply=2.5,short=Nn3\" {word}"),
        ),
        (
            ("\"event\":\"draw-offered\"", "\"event\":\"draw-hoped\""),
            format!("line 19: \"draw-hoped:g\" {word}"),
        ),
        (
            (
                "\"event\":\"draw-offered\"",
                "\"event\":\"draw-offered\",\"short\":\"e4\"",
            ),
            format!("line 19: \"draw-offered:short=e4,g\" {word}"),
        ),
        (
            ("\"how\":\"conceded\"", "\"how\":\"mate\""),
            format!("line 17: {wrong} out:b,how=mate would not come here"),
        ),
        (
            ("\"points\":\"1/2-1/2-0\"", "\"points\":\"1-0-0\""),
            format!(
                "line 21: {wrong} over:how=draw:agreement,points=1/2-1/2-0 would come, and not over:how=draw:agreement,points=1-0-0"
            ),
        ),
        (
            ("\n}\n", "\n} trailing"),
            String::from("line 23: trailing characters"),
        ),
        (
            ("\"ann\"", "\"a\u{0}n\""),
            String::from(
                "line 7: control character (\\u0000-\\u001F) found while parsing a string",
            ),
        ),
        (("\"ann\"", "\"\\ud800\""), String::from("line 7: ")),
    ] {
        let file = json.replacen(change.0, change.1, 1);
        assert_ne!(file, json, "{change:?}");
        let told = Transcript::read(file.as_bytes()).unwrap_err().to_string();
        // The rest of the JSON reader's message is its own affair.
        assert!(
            told.starts_with(&wanted),
            "{change:?}\n  {told}\n  {wanted}"
        );
    }
    let deep = format!("{{\"rondel\":1,\"events\":{}", "[".repeat(100_000));
    assert!(Transcript::read(deep.as_bytes()).is_err());
    let cut = &json[..json.len() / 2];
    assert!(Transcript::read(cut.as_bytes()).unwrap_err().line > 10);
}

#[test]
fn no_piece_of_a_record_is_read() {
    for file in [TEXT.to_owned(), json()] {
        let last = file.trim_end().len();
        for end in (0..last).filter(|end| file.is_char_boundary(*end)) {
            let told = Transcript::read(&file.as_bytes()[..end]);
            assert!(told.is_err(), "{}", &file[..end]);
        }
    }
}
