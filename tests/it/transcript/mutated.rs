//! Records in which tags, moves and words were shuffled: refused, or whole once they are kept.

use proptest::prelude::*;
use rondel::transcript::{Format, Transcript};

use super::course::Played;
use crate::hostile::properties::match_record;

/// What is done to a part of a file: which part, and what to it.
type Change = (prop::sample::Index, prop::sample::Index, u8);

/// The parts of a text that stand between spaces and ends of lines, each with what ends it.
fn parts(text: &str) -> Vec<String> {
    text.split_inclusive([' ', '\n', ',', '"'])
        .map(str::to_owned)
        .collect()
}

/// Leaves out, repeats, swaps, or takes from another file.
fn change(parts: &mut Vec<String>, other: &[String], (at, from, how): Change) {
    let at = at.index(parts.len());
    match how % 5 {
        0 => drop(parts.remove(at)),
        1 => parts.insert(at, parts[at].clone()),
        2 => parts[at].clone_from(&other[from.index(other.len())]),
        3 => parts.insert(at, other[from.index(other.len())].clone()),
        _ => {
            let with = from.index(parts.len());
            parts.swap(at, with);
        }
    }
}

/// A file of a match of few plies.
fn file(plan: u64, format: Format) -> String {
    Played::by_plan(plan).transcript().written(format)
}

proptest! {
    #[test]
    fn shuffled_records_are_refused_or_whole(
        // These are short.
        plans in prop::array::uniform2(prop::sample::select(vec![7_u64, 11, 20, 33, 35, 41])),
        json in any::<bool>(),
        changes in prop::collection::vec(any::<Change>(), 1..4),
    ) {
        let format = if json { Format::Json } else { Format::Text };
        let [mut parts, other] = plans.map(|plan| parts(&file(plan, format)));
        for one in changes {
            if !parts.is_empty() {
                change(&mut parts, &other, one);
            }
        }
        match_record(parts.concat().as_bytes());
    }
}

/// What a record says of its match cannot be changed in one place alone.
#[test]
fn a_move_or_word_left_out_is_missed() {
    let mut accepted = 0;
    for plan in 0..18 {
        let text = file(plan, Format::Text);
        let (head, course) = text.split_once("\n\n").unwrap();
        let words: Vec<&str> = course.split_ascii_whitespace().collect();
        let step = words.len().div_ceil(40);
        for out in (0..words.len()).step_by(step) {
            let rest = [&words[..out], &words[out + 1..]].concat().join("\n");
            let read = Transcript::read(format!("{head}\n\n{rest}\n").as_bytes());
            // What led to nothing may not have been said: an offer that lapsed, for one.
            let idle = words[out].starts_with("abort-") || words[out].contains("ed:");
            assert!(read.is_err() || idle, "{} of {text}", words[out]);
            accepted += usize::from(read.is_ok());
        }
    }
    println!("left out without harm: {accepted}");
}
