//! `docs/RECORDS.md` says what is so.

use rondel::{
    computer::Level,
    transcript::{Format, LONGEST_FILE, LONGEST_LINE, MOST_EVENTS, Tag, Transcript},
};

use super::{course::Played, trip::words};
use crate::tidy::read;

/// Returns the first block of code of a kind that holds this.
pub(super) fn example(kind: &str, holds: &str) -> String {
    let document = read("docs/RECORDS.md");
    let mark = format!("```{kind}\n");
    let mut blocks = document.split(mark.as_str()).skip(1);
    let block = blocks.find_map(|rest| {
        let (block, _) = rest.split_once("```")?;
        block.contains(holds).then(|| block.to_owned())
    });
    block.expect(holds)
}

#[test]
fn the_examples_are_the_programs_own_and_the_same_match() {
    // A match of people, one with computers, one over days, and one that a manager aborted.
    for holds in ["q4d5e", "g2 b1", "took-over", "Two"] {
        let (text, json) = (example("text", holds), example("json", holds));
        let record = Transcript::read(text.as_bytes()).unwrap();
        assert_eq!(record.written(Format::Text), text);
        assert_eq!(record.written(Format::Json), json);
        assert_eq!(Transcript::read(json.as_bytes()), Ok(record));
    }
}

/// Returns the first columns of a table's rows, without the marks of code.
fn rows(heading: &str, columns: usize) -> Vec<Vec<String>> {
    let document = read("docs/RECORDS.md");
    let (_, table) = document.split_once(heading).expect(heading);
    let rows = table
        .lines()
        .skip(2)
        .take_while(|line| line.starts_with('|'));
    rows.map(|row| {
        let cells = row.trim_matches('|').split('|').take(columns);
        cells.map(|cell| cell.trim().replace('`', "")).collect()
    })
    .collect()
}

#[test]
fn every_tag_is_explained() {
    let named: Vec<Vec<String>> = rows("| text | JSON |", 2);
    let wanted = std::iter::once(String::from("Rondel"))
        .chain(Tag::ALL.map(|tag| tag.to_string()))
        .map(|name| vec![name.to_owned(), name.to_lowercase()]);
    assert_eq!(named, wanted.collect::<Vec<_>>());
}

#[test]
fn every_word_and_key_is_explained() {
    let mut named: Vec<String> = rows("| name | is about |", 1).concat();
    named.sort();
    let written = words();
    println!("words written: {written:?}");
    assert_eq!(named, written.keys().cloned().collect::<Vec<_>>());
    let keys: Vec<String> = rows("| key | value |", 1).concat();
    let wanted = "with winner how checkers by points seat to who level why";
    assert_eq!(keys.join(" "), wanted);
    // Each word has the keys that are said of it, in that order.
    let wanted = rows("| name | is about | further keys |", 3);
    for plan in 0..120 {
        let text = Played::by_plan(plan).transcript().written(Format::Text);
        for word in text.split_ascii_whitespace() {
            let Some((name, values)) = word.split_once(':').filter(|_| !word.contains('"')) else {
                continue;
            };
            let Some(row) = wanted.iter().find(|row| row[0] == name) else {
                continue;
            };
            let mut allowed = row[2].split(", ");
            for value in values.split(',').filter_map(|value| value.split_once('=')) {
                assert!(allowed.any(|key| key == value.0), "{word}: {row:?}");
            }
        }
    }
}

#[test]
fn limits_are_what_is_said() {
    let document = read("docs/RECORDS.md");
    for limit in [LONGEST_FILE, LONGEST_LINE, MOST_EVENTS] {
        let digits = limit.to_string();
        let mut parted = String::new();
        for (place, digit) in digits.chars().enumerate() {
            if place > 0 && (digits.len() - place).is_multiple_of(3) {
                parted.push(',');
            }
            parted.push(digit);
        }
        assert!(document.contains(&parted), "{parted}");
    }
    let [first, .., last] = Level::ALL;
    let levels = format!("each with the level, {first} to {last},");
    assert!(document.contains(&levels), "{levels}");
}
