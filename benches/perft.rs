//! Speed of move generation: perft 5 from the start, once with the last ply counted in bulk and
//! once with it played.
//!
//! `cargo bench --bench perft`
//!
//! With `-- bulk DEPTH` or `-- played DEPTH` only that count is made, once, and printed, for
//! programs that count instructions: `.ci/long instructions`.

use std::time::Instant;

use rondel::rules::{Position, perft, perft_played};

const DEPTH: u32 = 5;
const POSITIONS: u64 = 5_294_048;
const RUNS: usize = 7;

fn best(count: impl Fn() -> u64) -> f64 {
    (0..RUNS)
        .map(|_| {
            let begun = Instant::now();
            assert_eq!(count(), POSITIONS);
            begun.elapsed().as_secs_f64()
        })
        .fold(f64::INFINITY, f64::min)
}

/// Returns the count that was asked for, if any: its kind and depth.
fn asked() -> Option<(String, u32)> {
    // Cargo adds an argument of its own.
    let mut words = std::env::args().skip(1).filter(|word| word != "--bench");
    let how = words.next()?;
    Some((how, words.next()?.parse().ok()?))
}

fn main() {
    let start = Position::start();
    match asked() {
        Some((how, depth)) if how == "bulk" => return println!("{}", perft(&start, depth)),
        Some((how, depth)) if how == "played" => {
            return println!("{}", perft_played(&start, depth));
        }
        Some(_) | None => {}
    }
    for (name, seconds) in [
        ("counted in bulk", best(|| perft(&start, DEPTH))),
        ("every leaf played", best(|| perft_played(&start, DEPTH))),
    ] {
        let speed = POSITIONS as f64 / seconds / 1e6;
        println!(
            "perft {DEPTH}, {name}: {seconds:.3} s, {speed:.1} million a second, best of {RUNS}"
        );
    }
}
