//! Properties of every input, each a function of bytes that panics where it does not hold. The
//! fuzz targets (`fuzz/`) and the tests beside this file both run these.

use std::{
    path::Path,
    pin::pin,
    sync::LazyLock,
    task::{Context, Poll, Waker},
};

use rondel::{
    chats::console::{Line, read_line},
    commands::{Input, check_input},
    config::Config,
    matchplay::{Match, Moment, Person, Place},
    messages::{ButtonId, Texts},
    rules::{Move, Position, ReadMoveError, Ruleset, complete, long, read_move, short},
    rulesets::Rulesets,
    store::{Append, EventStore, Listing, check::check, memory::MemoryStore, record},
    tools::analyze,
    transcript::{Format, Transcript},
};
use serde_json::Value;

/// A property by the name of its fuzz target.
pub(crate) type Property = (&'static str, fn(&[u8]));

/// All properties.
pub(crate) const ALL: [Property; 9] = [
    ("position_line", position_line),
    ("plain_move", plain_move),
    ("typed_move", typed_move),
    ("analyze_line", analyze_line),
    ("console_line", console_line),
    ("button_id", button_id),
    ("stored_record", stored_record),
    ("match_record", match_record),
    ("config", config),
];

/// A position line that is read is written as it was, and its position can be played on.
pub(crate) fn position_line(data: &[u8]) {
    let Ok(line) = std::str::from_utf8(data) else {
        return;
    };
    let Ok(position) = line.parse::<Position>() else {
        return;
    };
    assert_eq!(position.to_string(), line);
    for mv in position.legal_moves() {
        assert!(position.is_legal(mv), "{line}: {mv}");
        let mut after = position;
        after.play(mv);
        let _ = after.settle(|_| ());
        // What a game leads to is written down, and must be read again.
        if after.in_play().len() > 1 {
            assert_eq!(after.to_string().parse(), Ok(after), "{line}: {mv}");
        }
    }
}

/// A plain move that is read is written as it was.
pub(crate) fn plain_move(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    if let Ok(mv) = text.parse::<Move>() {
        assert_eq!(mv.to_string(), text);
    }
}

/// In any position a text is read as a legal move or refused, completion offers legal moves, and
/// a legal move reads back from its short and from its plain form.
///
/// The first byte says how many moves are made before, the next ones which, the rest is the text.
pub(crate) fn typed_move(data: &[u8]) {
    let Some((&plies, rest)) = data.split_first() else {
        return;
    };
    let (choices, text) = rest.split_at(rest.len().min(plies.into()));
    let position = position_after(choices);
    let legal = position.legal_moves();
    let text = String::from_utf8_lossy(text);
    match read_move(&position, &text) {
        Ok(mv) => {
            assert!(legal.contains(&mv), "{position}: {text:?} is {mv}");
            // Nothing that begins with the capital letter of a piece is a pawn's capture.
            let first = text.trim_start().chars().next();
            let capital = first.is_some_and(|letter| "KQRBN".contains(letter));
            assert!(
                !capital || !is_pawns_capture(&position, mv),
                "{position}: {text:?} is {mv}"
            );
        }
        Err(
            ReadMoveError::Ambiguous { candidates: some }
            | ReadMoveError::Unreadable { nearest: some }
            | ReadMoveError::PawnMeant { captures: some, .. },
        ) => {
            assert!(
                some.iter().all(|mv| legal.contains(mv)),
                "{position}: {text:?}"
            );
        }
        Err(ReadMoveError::TooLong | ReadMoveError::PromotionMissing { .. }) => {}
        Err(ReadMoveError::Illegal(why)) => {
            assert!(why.rule().starts_with('§'), "{position}: {text:?}");
        }
    }
    let offered = complete(&position, &text, 25);
    assert!(offered.len() <= 25, "{position}: {text:?}");
    for mv in offered {
        assert!(legal.contains(&mv), "{position}: {text:?} offers {mv}");
        for written in [short(&position, mv), mv.to_string()] {
            assert_eq!(
                read_move(&position, &written),
                Ok(mv),
                "{position}: {written}"
            );
        }
    }
}

fn is_pawns_capture(position: &Position, mv: Move) -> bool {
    let text = long(position, mv);
    let onward = text.strip_prefix(&mv.from.to_string());
    onward.is_some_and(|onward| onward.starts_with('x'))
}

/// The position after a move for each byte, or as many as there are until a match would be over.
fn position_after(choices: &[u8]) -> Position {
    let mut position = Position::start();
    for choice in choices {
        let legal = position.legal_moves();
        let mut next = position;
        next.play(legal[usize::from(*choice) % legal.len()]);
        if next.settle(|_| ()).is_some() {
            break;
        }
        position = next;
    }
    position
}

/// Every line that `rondel analyze` is given has one line for an answer, by whatever ruleset, and a
/// word that cannot be carried out leaves everything as it was.
pub(crate) fn analyze_line(data: &[u8]) {
    let ends = data.iter().filter(|byte| **byte == b'\n').count();
    let begun = usize::from(data.last().is_some_and(|last| *last != b'\n'));
    for named in PRESETS.iter() {
        let out = answers(named.ruleset, data);
        assert_eq!(out.lines().count(), ends + begun, "{}", named.name);
        for (asked, said) in data.split(|byte| *byte == b'\n').zip(out.lines()) {
            let answer = analyze_answer(said);
            let Some(at) = answer["error"]["at"].as_u64() else {
                continue;
            };
            let mut before = answers(named.ruleset, &words_of(asked, at as usize));
            before.pop();
            let mut before = analyze_answer(&before);
            assert!(before["error"].is_null(), "{}: {said}", named.name);
            before["error"] = answer["error"].clone();
            assert_eq!(answer, before, "{}", named.name);
        }
    }
}

static PRESETS: LazyLock<Rulesets> = LazyLock::new(Rulesets::presets);

fn answers(ruleset: Ruleset, lines: &[u8]) -> String {
    let mut out = Vec::new();
    analyze::run(ruleset, &ToString::to_string, lines, &mut out)
        .expect("memory is read and written");
    String::from_utf8(out).expect("answers are text")
}

/// The line with the first of its words.
fn words_of(line: &[u8], count: usize) -> Vec<u8> {
    let line = std::str::from_utf8(line).expect("words were read in it");
    let (place, words) = line.split_once(" moves ").expect("it has words");
    let words: Vec<&str> = words.split(' ').take(count).collect();
    let good = match words.as_slice() {
        [] => place.to_owned(),
        words => format!("{place} moves {}", words.join(" ")),
    };
    good.into_bytes()
}

/// The keys of an answer of `rondel analyze`, in their order.
const ANALYSIS_KEYS: [&str; 8] = [
    "position", "turn", "in_play", "legal", "check", "events", "over", "error",
];

/// The kinds of errors (interfaces §6).
const KINDS: [&str; 6] = [
    "unreadable",
    "impossible",
    "illegal",
    "refused",
    "over",
    "too-long",
];

/// An answer of `rondel analyze` has every key, an end has its score, and it says what is wrong in
/// words.
pub(crate) fn analyze_answer(line: &str) -> Value {
    let value: Value = serde_json::from_str(line).expect(line);
    let answer = value.as_object().expect(line);
    assert_eq!(answer.len(), ANALYSIS_KEYS.len(), "{line}");
    for key in ANALYSIS_KEYS {
        assert!(answer.contains_key(key), "{key}: {line}");
    }
    if let Some(over) = answer["over"].as_object() {
        assert_eq!(answer["legal"], Value::Array(Vec::new()), "{line}");
        let points = ["w", "g", "b"].map(|army| over["points"][army].as_str().expect(line));
        assert_eq!(over["score"], points.join("-"), "{line}");
    }
    let error = &answer["error"];
    if error.is_null() {
        assert!(answer["position"].is_string(), "{line}");
        return value;
    }
    let kind = error["kind"].as_str().expect(line);
    assert!(KINDS.contains(&kind), "{line}");
    assert!(
        error["text"].as_str().is_some_and(|text| !text.is_empty()),
        "{line}"
    );
    let word = error["word"].as_str().expect(line);
    assert!(word.chars().count() <= 100, "{line}");
    assert_eq!(answer["position"].is_null(), error["at"] == -1, "{line}");
    value
}

/// The longest sentence that answers a line which cannot be read, in characters.
const LONGEST_REFUSAL: usize = 400;

static WORDS: LazyLock<Texts> = LazyLock::new(Texts::english);

/// A line of the console is read as something, or refused in one sentence of bounded length.
pub(crate) fn console_line(data: &[u8]) {
    let Ok(line) = std::str::from_utf8(data) else {
        return;
    };
    let error = match read_line(line) {
        Ok(Line::Nothing | Line::Channel { .. }) => return,
        Ok(Line::Input { input, .. }) => match check_input(&input) {
            Ok(()) => return,
            Err(error) => error,
        },
        Err(error) => error,
    };
    let (_, sentence) = error.refusal(&WORDS, str::to_owned);
    assert!(!sentence.trim().is_empty(), "{line:?}");
    let length = sentence.chars().count();
    assert!(
        length <= LONGEST_REFUSAL,
        "{length} characters for {line:?}"
    );
}

/// Returns true for the id of a button of some command.
pub(crate) fn is_button(id: &str) -> bool {
    check_input(&Input::press(id)).is_ok()
}

/// A button's id that is read is written as it was, within Discord's length.
pub(crate) fn button_id(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let read = text.parse::<ButtonId>();
    assert!(read.is_ok() || !is_button(text), "{text}");
    if let Ok(button) = read {
        assert_eq!(button.to_string(), text);
        assert!(text.chars().count() <= ButtonId::LONGEST, "{text}");
    }
}

/// Bytes are refused as a record, or are the very bytes that what they say is stored as.
pub(crate) fn stored_record(data: &[u8]) {
    if let Ok(read) = record::decode(data) {
        let written = record::encode(&read.prev, &read.event, read.at).expect("it was stored");
        assert_eq!(
            String::from_utf8_lossy(&written),
            String::from_utf8_lossy(data)
        );
    }
}

/// A file is refused as the record of a match, with a line of it and one harmless sentence, or its
/// match comes back from both forms, is whole by the check once it is kept, and is over.
pub(crate) fn match_record(data: &[u8]) {
    let record = match Transcript::read(data) {
        Ok(record) => record,
        Err(refused) => {
            let lines = 1 + data.iter().filter(|byte| **byte == b'\n').count();
            assert!((1..=lines).contains(&refused.line), "{refused}");
            let told = refused.to_string();
            assert!(told.chars().count() <= LONGEST_REFUSAL, "{told}");
            assert!(!told.contains(char::is_control), "{told:?}");
            return;
        }
    };
    for format in Format::ALL {
        let written = record.written(format);
        assert_eq!(
            Transcript::read(written.as_bytes()).as_ref(),
            Ok(&record),
            "{written}"
        );
    }
    let people: Vec<Person> = (0..record.people().len() as u128).map(Person).collect();
    let place = Place::new("console/imported");
    let events = record.as_imported(&place, &people).expect("it is over");
    let folded = events.iter().map(|event| (event, Moment(0)));
    let state = Match::fold(record.id, folded).expect("it begins as a match does");
    let store = MemoryStore::new();
    let append = Append {
        id: record.id,
        expected: 0,
        events,
        at: Moment(0),
        request_id: None,
        listing: Listing::of(&state),
        tell: None,
        note: None,
    };
    at_once(store.append(append)).expect("it is written");
    let report = at_once(check(&store, None)).expect("memory is read");
    assert_eq!((report.findings, report.matches), (Vec::new(), 1));
}

/// Returns what comes of a future, which the memory never lets anybody wait for.
fn at_once<T>(future: impl Future<Output = T>) -> T {
    let mut context = Context::from_waker(Waker::noop());
    match pin!(future).as_mut().poll(&mut context) {
        Poll::Ready(output) => output,
        Poll::Pending => panic!("memory lets somebody wait"),
    }
}

/// A file is a configuration, or is refused with the line that is wrong.
pub(crate) fn config(data: &[u8]) {
    if let Err(error) = Config::read(data, Path::new("rondel.toml"), []) {
        let told = error.to_string();
        let line = told.split("line ").nth(1).and_then(|rest| {
            let digits = rest.split(|letter: char| !letter.is_ascii_digit()).next();
            digits?.parse::<usize>().ok()
        });
        let lines = 1 + data.iter().filter(|byte| **byte == b'\n').count();
        assert!(
            line.is_some_and(|line| (1..=lines).contains(&line)),
            "{told}"
        );
    }
}
