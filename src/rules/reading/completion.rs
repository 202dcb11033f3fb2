//! Completion: legal moves that match a text typed so far.

use super::{
    letters::{PAWN_FIGURE, lettered, normal},
    pattern::{Care, Pattern},
};
use crate::{
    moves::Move,
    notation::{Effect, castling_side, is_capture, short_among, takes_king},
    position::Position,
};

/// Returns at most `most` legal moves that continue what is typed so far, for a list to choose from
/// while typing.
///
/// The text is compared with short and plain notation (rules §7.2), without regard to case and
/// signs. First come moves that the text already means, then those whose short notation begins with
/// it, then those whose plain notation does, then those that contain it anywhere; within each group
/// captures and checks come first, then the alphabet decides. For an empty text all moves are
/// offered: captures of kings, mates, checks, captures, promotions, castling, others.
#[must_use]
pub fn complete(position: &Position, typed: &str, most: usize) -> Vec<Move> {
    let Some(typed) = normal(typed) else {
        return Vec::new();
    };
    let key = bare(&typed);
    let legal = position.legal_moves();
    let ranked = legal.iter().filter_map(|&mv| {
        let (class, written) = if key.is_empty() {
            (0, short_among(position, &legal, mv))
        } else {
            class(position, &legal, mv, &typed, &key)?
        };
        let weight = weight(position, mv);
        // Once something is typed, all forcing moves rank the same.
        let weight = if key.is_empty() {
            weight
        } else {
            u8::from(weight > LEAST_FORCING)
        };
        Some(((class, weight, written), mv))
    });
    first(ranked, most)
}

/// Returns the moves of the lowest ranks, in their order.
fn first<R: Ord>(ranked: impl Iterator<Item = (R, Move)>, most: usize) -> Vec<Move> {
    let mut ranked: Vec<(R, Move)> = ranked.collect();
    ranked.sort_unstable();
    ranked.truncate(most);
    ranked.into_iter().map(|(_, mv)| mv).collect()
}

/// Returns how well the move matches the text, 0 best, and its short notation.
fn class(
    position: &Position,
    legal: &[Move],
    mv: Move,
    typed: &[u8],
    key: &str,
) -> Option<(u8, String)> {
    let written = short_among(position, legal, mv);
    let meant = [Care::AsWritten, Care::Loose]
        .into_iter()
        .any(|care| Pattern::any_fits(position, mv, typed, care));
    let shorts = short_keys(position, mv, &written);
    let plain = mv.to_string();
    let class = if meant {
        0
    } else if shorts.iter().any(|short| short.starts_with(key)) {
        1
    } else if plain.starts_with(key) {
        2
    } else if plain.contains(key) || shorts.iter().any(|short| short.contains(key)) {
        3
    } else {
        return None;
    };
    Some((class, written))
}

/// Returns short notation without signs, with and without the marks of a capture.
fn short_keys(position: &Position, mv: Move, written: &str) -> Vec<String> {
    let mut keys = vec![bare(written.as_bytes())];
    let to = mv.to.to_string();
    if is_capture(position, mv) {
        let mark = if takes_king(position, mv) { "xK" } else { "x" };
        let marked = format!("{mark}{to}");
        for less in [format!("x{to}"), to] {
            keys.push(bare(written.replacen(&marked, &less, 1).as_bytes()));
        }
    }
    keys
}

/// Returns small letters without signs; the `x` stays, since it may be a file. A pawn has no
/// letter.
fn bare(text: &[u8]) -> String {
    text.iter()
        .filter(|letter| !matches!(**letter, b'-' | b'=' | b'+' | b'#' | PAWN_FIGURE))
        .map(|letter| char::from(lettered(*letter).to_ascii_lowercase()))
        .collect()
}

/// The largest weight that captures and checks have.
const LEAST_FORCING: u8 = 3;

/// Returns the rank of a move in the list of all moves, 0 first.
fn weight(position: &Position, mv: Move) -> u8 {
    let effect = Effect::of(position, mv);
    if takes_king(position, mv) {
        0
    } else if effect.mates > 0 {
        1
    } else if effect.check {
        2
    } else if is_capture(position, mv) {
        LEAST_FORCING
    } else if mv.promotion.is_some() {
        4
    } else if castling_side(position, mv).is_some() {
        5
    } else {
        6
    }
}

/// Returns the legal moves whose notation differs least from the text, as far as they differ by slips of
/// the finger alone: nobody who types `zzz` means any of them.
pub(super) fn nearest(position: &Position, typed: &[u8], most: usize) -> Vec<Move> {
    let key = bare(typed);
    let reach = 1 + usize::from(key.len() > LONGEST_WITH_ONE_SLIP);
    let legal = position.legal_moves();
    let ranked = legal.iter().filter_map(|&mv| {
        let written = short_among(position, &legal, mv);
        let away = short_keys(position, mv, &written)
            .into_iter()
            .chain([mv.to_string()])
            .map(|form| distance(key.as_bytes(), form.as_bytes()))
            .min()?;
        (away <= reach).then_some(((away, written), mv))
    });
    first(ranked, most)
}

/// The longest text in which one letter at most may be wrong. In longer ones two may be.
const LONGEST_WITH_ONE_SLIP: usize = 4;

/// Returns the number of letters to insert, delete, change or swap with the next to turn one text into the
/// other.
fn distance(a: &[u8], b: &[u8]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let changed = row[j] + usize::from(x != y);
            let mut least = changed.min(row[j + 1] + 1).min(next[j] + 1);
            if i > 0 && j > 0 && *x == b[j - 1] && *y == a[i - 1] {
                least = least.min(before[j - 1] + 1);
            }
            next.push(least);
        }
        before = std::mem::replace(&mut row, next);
    }
    row[b.len()]
}
