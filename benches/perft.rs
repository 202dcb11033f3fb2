//! Speed of move generation: perft 5 from the start, the last ply counted in bulk and played.
//!
//! `cargo bench --bench perft`

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

fn main() {
    let start = Position::start();
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
