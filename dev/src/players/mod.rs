//! Players written plainly from the literature, each an engine that speaks the protocol of `rondel engine`. Depths
//! are fixed; what `go` asks for is not heard.

mod search;

use std::io::{self, BufRead, Write};

use clap::ValueEnum;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;
use rondel::{
    rules::{Game, Move, Ruleset},
    rulesets::Rulesets,
};

use search::Opponents;

/// A player to measure computers by.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Kind {
    /// Plays any legal move
    Random,
    /// Captures what is worth most, else plays any move
    Greedy,
    /// Takes the move after which it has the largest part of all material
    OnePly,
    /// Max^n, two plies (Luckhardt and Irani, 1986); ties go against the searcher (Sturtevant, 2003)
    MaxN,
    /// Paranoid search, three plies (Sturtevant and Korf, 2000)
    Paranoid,
    /// Best-reply search, three plies (Schadd and Winands, 2011)
    BestReply,
}

/// Answers on standard output what an arena asks on standard input, until that ends.
///
/// # Errors
///
/// If a line cannot be read or written.
pub fn run(kind: Kind) -> io::Result<()> {
    let rulesets = Rulesets::presets();
    let mut ruleset = Ruleset::THREE_MAN;
    let mut seed = 0;
    let mut game = Game::start(ruleset);
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match word {
            "rondel" => writeln!(out, "id name {kind:?}\nrondelok")?,
            "isready" => writeln!(out, "readyok")?,
            "setoption" => {
                if let Some(value) = rest.strip_prefix("name Seed value ") {
                    seed = value.parse().unwrap_or(0);
                } else if let Some(name) = rest.strip_prefix("name Ruleset value ") {
                    match rulesets.named(name) {
                        Some(named) => ruleset = named.ruleset,
                        None => writeln!(out, "error there is no ruleset {name}")?,
                    }
                }
            }
            "position" => match placed(ruleset, rest) {
                Ok(placed) => game = placed,
                Err(why) => writeln!(out, "error {why}")?,
            },
            "go" => match choose(kind, &game, seed) {
                Some(mv) => writeln!(out, "bestmove {mv}")?,
                None => writeln!(out, "bestmove none")?,
            },
            "quit" => break,
            _ => {}
        }
        out.flush()?;
    }
    Ok(())
}

fn placed(ruleset: Ruleset, text: &str) -> Result<Game, String> {
    let (place, moves) = text.split_once(" moves ").unwrap_or((text, ""));
    let mut game = if place == "start" {
        Game::start(ruleset)
    } else {
        let position = ruleset.position(place).map_err(|error| error.to_string())?;
        Game::from_position(ruleset, position)
    };
    for word in moves.split_whitespace() {
        let mv: Move = word.parse().map_err(|_| format!("{word} is no move"))?;
        let verdict = game.judge_move(mv).map_err(|error| error.to_string())?;
        game.carry_out_move(mv);
        game.carry_out(&verdict);
    }
    Ok(game)
}

/// Chooses a move; of those that are equally good any, as the seed says.
fn choose(kind: Kind, game: &Game, seed: u64) -> Option<Move> {
    if game.outcome().is_some() {
        return None;
    }
    let position = game.position();
    let moves = position.legal_moves();
    let values: Vec<i64> = match kind {
        Kind::Random => vec![0; moves.len()],
        Kind::Greedy => moves
            .iter()
            .map(|mv| search::captured(position, *mv))
            .collect(),
        Kind::OnePly => search::one_ply(position, &moves),
        Kind::MaxN => search::max_n(position, &moves, 2),
        Kind::Paranoid => Opponents::Both.search(position, &moves, 3),
        Kind::BestReply => Opponents::Worst.search(position, &moves, 3),
    };
    let best = values.iter().max()?;
    let equal: Vec<Move> = moves
        .iter()
        .zip(&values)
        .filter(|(_, value)| *value == best)
        .map(|(mv, _)| *mv)
        .collect();
    let mut dice = ChaCha12Rng::seed_from_u64(seed);
    dice.set_stream(u64::from(position.ply()));
    Some(equal[dice.random_range(0..equal.len())])
}
