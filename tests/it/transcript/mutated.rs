//! Records in which tags, moves and words were shuffled: refused, or whole once they are kept.

use std::sync::LazyLock;

use proptest::prelude::*;
use rondel::transcript::{Format, Transcript};

use super::{course::Played, trip::name_of};
use crate::hostile::properties::match_record;
/// A change of a file: the part, whether it must be a word, a second part, and the kind of change.
type Change = (prop::sample::Index, bool, prop::sample::Index, u8);

/// The parts of a file: a text's words, the lines of JSON.
fn parts(file: &str, format: Format) -> Vec<String> {
    let ends: &[char] = match format {
        Format::Text => &[' ', '\n'],
        Format::Json => &['\n'],
    };
    file.split_inclusive(ends).map(str::to_owned).collect()
}

/// Returns the places of words that are no moves: they can be missing without breaking the count.
fn places_of_words(parts: &[String]) -> Vec<usize> {
    let is_word = |part: &String| {
        let json = part.contains("\"event\":") && !part.contains("\"ply\":");
        json || (!part.contains('"') && name_of(part.trim()).is_some())
    };
    (0..parts.len()).filter(|at| is_word(&parts[*at])).collect()
}

/// Leaves out, repeats, swaps, or takes from another file.
fn change(parts: &mut Vec<String>, other: &[String], (at, word, from, how): Change) {
    let pick = |index: prop::sample::Index, parts: &[String]| {
        let words = places_of_words(parts);
        if word && !words.is_empty() {
            words[index.index(words.len())]
        } else {
            index.index(parts.len())
        }
    };
    let at = pick(at, parts);
    match how % 5 {
        0 => drop(parts.remove(at)),
        1 => parts.insert(at, parts[at].clone()),
        2 => parts[at].clone_from(&other[pick(from, other)]),
        3 => parts.insert(at, other[pick(from, other)].clone()),
        _ => {
            let with = pick(from, parts);
            parts.swap(at, with);
        }
    }
}

/// Short matches under all rulesets, each in both forms.
static FILES: LazyLock<Vec<[String; 2]>> = LazyLock::new(|| {
    let mut played: Vec<Played> = (0..96).map(Played::by_plan).collect();
    played.retain(|played| played.state.ply() < 80);
    let records = played.iter().map(Played::transcript);
    records
        .map(|record| Format::ALL.map(|format| record.written(format)))
        .collect()
});

proptest! {
    #[test]
    fn shuffled_records_are_refused_or_whole(
        which in any::<[prop::sample::Index; 2]>(),
        json in any::<bool>(),
        changes in prop::collection::vec(any::<Change>(), 1..4),
    ) {
        let format = Format::ALL[usize::from(json)];
        let [mut parts, other] = which.map(|which| {
            let file = &which.get(&FILES)[usize::from(json)];
            parts(file, format)
        });
        for one in changes {
            if !parts.is_empty() {
                change(&mut parts, &other, one);
            }
        }
        match_record(parts.concat().as_bytes());
    }
}

/// A record says the same in more than one place, so no single change goes unnoticed.
#[test]
fn a_move_or_word_left_out_is_missed() {
    let mut accepted = 0;
    for [text, _] in FILES.iter().take(18) {
        let (head, course) = text.split_once("\n\n").unwrap();
        let words: Vec<&str> = course.split_ascii_whitespace().collect();
        let step = words.len().div_ceil(40);
        for out in (0..words.len()).step_by(step) {
            let rest = [&words[..out], &words[out + 1..]].concat().join("\n");
            let read = Transcript::read(format!("{head}\n\n{rest}\n").as_bytes());
            // A word that led to nothing may not have been said: an offer that lapsed, for one.
            let idle = ["abort-", "gone:", "substitute-", "resignation-", "draw-w"];
            let idle = idle.iter().any(|begins| words[out].starts_with(begins))
                || words[out].contains("ed:");
            assert!(read.is_err() || idle, "{} of {text}", words[out]);
            accepted += usize::from(read.is_ok());
        }
    }
    println!("left out without harm: {accepted}");
}
