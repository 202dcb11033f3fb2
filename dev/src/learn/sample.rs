//! A position, and what came of it.

use std::{
    fs::File,
    io::{BufRead, BufReader},
    path::Path,
};

use anyhow::Context;
use rondel::{
    computer::net,
    rules::{Color, Position},
};

/// A position with three armies in play, as a network learns from it.
pub(crate) struct Sample {
    /// The inputs that are on, in each army's view.
    pub(crate) inputs: [Vec<u16>; 3],
    /// What each army got of the match, together 1.
    pub(crate) outcome: [f32; 3],
    /// What each army expected by a search, together 1.
    pub(crate) expected: [f32; 3],
    /// What the evaluation says of each army, in steps of e.
    pub(crate) evaluated: [f32; 3],
}

/// The line of a sample: outcome and expectation in thousandths, and the position.
pub(crate) fn line(outcome: [u16; 3], expected: [u16; 3], position: &Position) -> String {
    let [a, b, c] = outcome;
    let [d, e, f] = expected;
    format!("{a} {b} {c} {d} {e} {f} {position}")
}

/// Reads a file of such lines.
pub(crate) fn read(file: &Path) -> anyhow::Result<Vec<Sample>> {
    let lines = BufReader::new(File::open(file).with_context(|| file.display().to_string())?);
    let mut samples = Vec::new();
    for (nth, line) in (1..).zip(lines.lines()) {
        let place = || format!("{}, line {nth}", file.display());
        samples.push(parse(&line?).with_context(place)?);
    }
    Ok(samples)
}

/// Reads a line.
pub(crate) fn parse(line: &str) -> anyhow::Result<Sample> {
    let mut rest = line;
    let mut shares = [0.0; 6];
    for share in &mut shares {
        let (word, after) = rest.split_once(' ').context("too few words")?;
        *share = f32::from(word.parse::<u16>()?) / 1_000.0;
        rest = after;
    }
    let position: Position = rest.parse()?;
    anyhow::ensure!(position.in_play().len() == 3, "not three armies in play");
    let [a, b, c, d, e, f] = shares;
    Ok(Sample {
        inputs: Color::ALL.map(|view| {
            let inputs = net::inputs(&position, view).into_iter();
            inputs.map(|input| input as u16).collect()
        }),
        outcome: [a, b, c],
        expected: [d, e, f],
        evaluated: net::evaluated(&position)
            .0
            .map(|one| one as f32 / net::STEP as f32),
    })
}
