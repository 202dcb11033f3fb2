//! Time per move of a computer at each level, over positions from matches in all rulesets that
//! computers of level 1 have played, with a random move now and then.
//!
//! `cargo bench --bench computer`, or `-- POSITIONS` for another number than 3,000, on one thread.

use std::{
    num::NonZeroUsize,
    time::{Duration, Instant},
};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;
use rondel::{
    computer::{Level, Question, choose},
    rules::{Game, Ruleset},
    rulesets::Rulesets,
};

/// The longest match, in plies, and the distance between two positions taken from it.
const PLIES: u32 = 300;
const EACH: u32 = 7;

/// Plays a match and keeps some of its positions.
fn play(ruleset: Ruleset, dice: &mut ChaCha12Rng, games: &mut Vec<Game>) {
    let mut game = Game::start(ruleset);
    while game.outcome().is_none() && game.position().ply() < PLIES {
        if game.position().ply().is_multiple_of(EACH) {
            games.push(game.clone());
        }
        let moves = game.position().legal_moves();
        let question = Question {
            game: &game,
            level: Some(Level::ALL[0]),
            seed: dice.random(),
        };
        let mv = match choose(&question, &|| false) {
            Some(choice) if !dice.random_bool(0.15) => choice.mv,
            Some(_) | None => moves[dice.random_range(0..moves.len())],
        };
        let verdict = game.judge_move(mv).expect("a legal move");
        game.carry_out_move(mv);
        game.carry_out(&verdict);
    }
}

fn main() {
    let asked = std::env::args().find_map(|word| word.parse::<NonZeroUsize>().ok());
    let wanted = asked.map_or(300, NonZeroUsize::get);
    let rulesets = Rulesets::presets();
    let mut dice = ChaCha12Rng::seed_from_u64(1);
    let mut games = Vec::new();
    while games.len() < wanted {
        for named in rulesets.iter() {
            play(named.ruleset, &mut dice, &mut games);
        }
    }
    games.truncate(wanted);
    println!("{} positions", games.len());
    for level in Level::ALL {
        let (mut times, mut seen) = (Vec::new(), 0);
        for game in &games {
            let question = Question {
                game,
                level: Some(level),
                seed: 1,
            };
            let begun = Instant::now();
            let choice = choose(&question, &|| false);
            times.push(begun.elapsed());
            seen += choice.map_or(0, |choice| choice.seen);
        }
        let all: Duration = times.iter().sum();
        times.sort();
        let at = |percent: usize| times[(times.len() - 1) * percent / 100].as_secs_f64() * 1e3;
        println!(
            "level {level}: p50 {:.2} ms, p95 {:.2} ms, p99 {:.2} ms, max {:.2} ms; {:.2} million \
             positions a second",
            at(50),
            at(95),
            at(99),
            at(100),
            seen as f64 / all.as_secs_f64() / 1e6,
        );
    }
}
