//! `rondel bench`: the search on positions that never change, for its speed and its signature.

use std::{
    io::{self, Write},
    time::Instant,
};

use crate::{
    computer::{Bounds, Question, think},
    rules::{Game, Position, Ruleset},
};

/// The positions, of three armies and of two, from matches of computers against each other.
const POSITIONS: &str = include_str!("../../assets/bench/positions.txt");

/// How far each is searched: five plies, or 200,000 positions.
const BOUNDS: Bounds = Bounds {
    plies: Some(5),
    seen: Some(200_000),
};

/// Searches the positions and writes, of each, the number of positions visited and the move, and last
/// `bench` with the sum: the signature of a search, the same on every machine. A change that is not meant
/// to change what computers do leaves all of it as it is (OpenBench works so). Returns the number of
/// positions visited in a second.
///
/// # Errors
///
/// If a line cannot be written.
///
/// ```no_run
/// rondel::tools::bench::run(&mut std::io::stdout()).unwrap();
/// ```
pub fn run(out: &mut dyn Write) -> io::Result<u64> {
    let begun = Instant::now();
    let mut total = 0;
    for (nth, line) in (1..).zip(POSITIONS.lines()) {
        let position: Position = line.parse().map_err(io::Error::other)?;
        let game = Game::from_position(Ruleset::THREE_MAN, position);
        let question = Question {
            game: &game,
            level: None,
            seed: 0,
        };
        let chosen = think(&question, BOUNDS, &|| false, &mut |_| ());
        let seen = chosen.map_or(0, |chosen| chosen.seen);
        let best = chosen.map_or(String::from("none"), |chosen| chosen.mv.to_string());
        writeln!(out, "position {nth} nodes {seen} best {best}")?;
        out.flush()?;
        total += seen;
    }
    writeln!(out, "bench {total}")?;
    let seconds = begun.elapsed().as_secs_f64().max(1e-9);
    Ok((total as f64 / seconds) as u64)
}
