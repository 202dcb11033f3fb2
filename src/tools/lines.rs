//! Lines of text, as the console (interfaces §4) and `rondel analyze` (interfaces §6) read them, and
//! the outcome of a match as both of them write it.

use std::io::{BufRead, Read};

use serde::Serialize;

use crate::rules::{Outcome, ParsePositionError, Position, Ruleset};

/// The end of a match (interfaces §6). One that was called off has neither points nor score.
#[derive(Debug, Serialize)]
pub struct OverLine {
    how: &'static str,
    points: Option<PointsLine>,
    score: Option<String>,
}

#[derive(Debug, Serialize)]
struct PointsLine {
    w: String,
    g: String,
    b: String,
}

impl OverLine {
    /// Returns the line for this outcome.
    #[must_use]
    pub fn of(over: &Outcome) -> OverLine {
        let score = over.score();
        let [w, g, b] = over.points.0.map(|points| points.to_string());
        OverLine {
            how: over.ending.word(),
            points: score.is_some().then_some(PointsLine { w, g, b }),
            score,
        }
    }
}

/// Reads a place to play from: `start`, the ruleset's own, or a position line (interfaces §6).
pub(super) fn place(ruleset: Ruleset, text: &str) -> Result<Position, ParsePositionError> {
    if text == "start" {
        Ok(ruleset.start())
    } else {
        ruleset.position(text)
    }
}

/// Reads a line without its end into `line`, at most one byte more than the longest may have, so
/// that a longer one is noticed. Returns false at the end of the input.
pub(crate) fn read_bounded(
    input: &mut impl BufRead,
    line: &mut Vec<u8>,
    longest: usize,
) -> std::io::Result<bool> {
    line.clear();
    let mut bounded = input.by_ref().take(longest as u64 + 1);
    let read = bounded.read_until(b'\n', line)?;
    if line.pop_if(|byte| *byte == b'\n').is_none() && line.len() > longest {
        input.skip_until(b'\n')?;
    }
    Ok(read > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONGEST: usize = 4_096;

    #[test]
    fn long_lines_are_measured_and_cut() {
        let mut line = Vec::new();
        let text = format!("ab\n{}\n\nlast", "x".repeat(LONGEST + 7));
        let mut input = std::io::BufReader::with_capacity(16, text.as_bytes());
        let mut lengths = Vec::new();
        while read_bounded(&mut input, &mut line, LONGEST).unwrap() {
            lengths.push(line.len());
        }
        assert_eq!(lengths, [2, LONGEST + 1, 0, 4]);
    }
}
