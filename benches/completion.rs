//! Completion of moves with their consequences: time per answer, over the positions of
//! `tests/data/positions.jsonl` with the most legal moves.
//!
//! `cargo bench --bench completion`

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use rondel::{
    messages::{Texts, move_preview},
    rules::{Game, Position, Ruleset, complete},
};

/// The largest number of choices Discord accepts.
const MOST: usize = 25;
const ROUNDS: usize = 200;

/// Offers moves the way the responder does.
fn offer(texts: &Texts, game: &Game, typed: &str) -> usize {
    let position = game.position();
    let moves = complete(position, typed, MOST);
    let labels = moves.iter().filter_map(|mv| {
        let consequences = game.consequences(*mv).ok()?;

        Some(move_preview::label(texts, game, *mv, &consequences))
    });
    labels.map(|label| label.len()).sum()
}

fn main() {
    let texts = Texts::english();
    // `{"position": "…", …}`
    let lines = include_str!("../tests/data/positions.jsonl").lines();
    let mut positions: Vec<Position> = lines
        .filter_map(|line| line.split('"').nth(3)?.parse().ok())
        .collect();
    positions.sort_by_key(|position| std::cmp::Reverse(position.legal_moves().len()));
    positions.truncate(10);
    for position in positions {
        let game = Game::from_position(Ruleset::THREE_MAN, position);
        for typed in ["", "q", "e"] {
            let mut times: Vec<Duration> = (0..ROUNDS)
                .map(|_| {
                    let begun = Instant::now();
                    black_box(offer(&texts, &game, typed));
                    begun.elapsed()
                })
                .collect();
            times.sort_unstable();
            println!(
                "{:3} legal moves, typed {typed:3?}: p50 {:.2} ms, p99 {:.2} ms",
                position.legal_moves().len(),
                times[ROUNDS / 2].as_secs_f64() * 1e3,
                times[ROUNDS * 99 / 100].as_secs_f64() * 1e3
            );
        }
    }
}
