//! Speed of move generation compared with shakmaty's. The two are measured alternately in one run,
//! so that the ratio holds even if the machine's speed drifts.
//!
//! `cargo run --release --manifest-path benches/vs-shakmaty/Cargo.toml [RUNS]`

use std::{hint::black_box, time::Instant};

use rondel::rules;
use shakmaty::{Chess, Position as _};

/// Results of perft 5 from the start of the round board and of the orthodox one.
const OURS: u64 = 5_294_048;
const THEIRS: u64 = 4_865_609;

/// Counts like `rules::perft`: with `BULK` the moves of the last ply are counted, not played. For
/// both engines, playing a move means that the position is copied, the move is carried out on the
/// copy, and the copy is kept from being optimized away.
fn chess<const BULK: bool>(position: &Chess, depth: u32) -> u64 {
    if depth == 0 {
        black_box(position);
        return 1;
    }
    let moves = position.legal_moves();
    if BULK && depth == 1 {
        return moves.len() as u64;
    }
    moves
        .into_iter()
        .map(|mv| {
            let mut after = position.clone();
            after.play_unchecked(mv);
            chess::<BULK>(&after, depth - 1)
        })
        .sum()
}

/// Returns the speed in million leaves per second.
fn speed(leaves: u64, count: impl FnOnce() -> u64) -> f64 {
    let begun = Instant::now();
    assert_eq!(count(), leaves);
    leaves as f64 / begun.elapsed().as_secs_f64() / 1e6
}

fn main() {
    let runs: usize = std::env::args()
        .nth(1)
        .and_then(|runs| runs.parse().ok())
        .unwrap_or(7);
    let (round, orthodox) = (rules::Position::start(), Chess::default());
    let mut best = [0.0_f64; 4];
    for _ in 0..runs.clamp(1, 1_000) {
        let speeds = [
            speed(OURS, || rules::perft(&round, 5)),
            speed(THEIRS, || chess::<true>(&orthodox, 5)),
            speed(OURS, || rules::perft_played(&round, 5)),
            speed(THEIRS, || chess::<false>(&orthodox, 5)),
        ];
        for (best, speed) in best.iter_mut().zip(speeds) {
            *best = best.max(speed);
        }
    }
    let [bulk, their_bulk, played, their_played] = best;
    println!("million leaves a second, perft 5 from the start, best of {runs}:");
    println!(
        "in bulk: {bulk:.1} beside {their_bulk:.1}, ratio {:.2}",
        bulk / their_bulk
    );
    println!(
        "played:  {played:.1} beside {their_played:.1}, ratio {:.2}",
        played / their_played
    );
}
