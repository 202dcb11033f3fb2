//! One match between computers.

use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;

use super::options::{ArenaOptions, Contestant};
use crate::{
    computer::{Question, choose, claims},
    rules::{Draw, Game, Outcome},
};

/// The result of one match.
#[derive(Debug)]
pub(super) struct Bout {
    /// The number of the ruleset.
    pub(super) ruleset: usize,
    pub(super) ended: Ended,
    pub(super) plies: u32,
    /// The points of each seat in sixths, with its player.
    pub(super) points: Vec<(Contestant, u16)>,
    /// The time of each move, with its player.
    pub(super) times: Vec<(Contestant, Duration)>,
}

/// The way a match ended.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// By the rules, with this word (rules §8).
    Rules(&'static str),
    /// At the limit of plies.
    Cut,
    /// By a fault of a computer, with its description.
    Error(String),
}

/// Plays the match with this number.
pub(super) fn play(options: &ArenaOptions, number: usize) -> Bout {
    let ruleset = number % options.rulesets.len();
    let turned = number / options.rulesets.len();
    let (_, rules) = options.rulesets[ruleset];
    let mut dice = ChaCha12Rng::seed_from_u64(options.seed);
    dice.set_stream(number as u64);
    let seats: Vec<_> = rules
        .armies()
        .iter()
        .enumerate()
        .map(|(seat, color)| (color, options.seats.on(seat, turned)))
        .collect();
    let mut game = Game::start(rules);
    let mut times = Vec::new();
    let mut error = None;
    while game.outcome().is_none() && game.position().ply() < options.plies {
        let turn = game.position().turn();
        let on_turn = seats.iter().find(|(color, _)| *color == turn);
        let Some((_, player)) = on_turn else {
            error = Some(String::from("an army that nobody plays is to move"));
            break;
        };
        let begun = Instant::now();
        let moved = advance(&mut game, *player, &mut dice);
        times.push((*player, begun.elapsed()));
        if let Err(fault) = moved {
            error = Some(format!("{fault}, at {}", game.position()));
            break;
        }
    }
    let (ended, outcome): (Ended, Outcome) = match (error, game.outcome()) {
        (Some(error), _) => (Ended::Error(error), game.call_off()),
        (None, Some(outcome)) => (Ended::Rules(outcome.ending.word()), *outcome),
        (None, None) => (Ended::Cut, game.draw(Draw::Agreement)),
    };
    Bout {
        ruleset,
        ended,
        plies: game.position().ply(),
        points: seats
            .iter()
            .map(|(color, player)| (*player, outcome.points[*color].sixths()))
            .collect(),
        times,
    }
}

/// Lets the player to move claim a draw or make a move.
fn advance(game: &mut Game, player: Contestant, dice: &mut ChaCha12Rng) -> Result<(), String> {
    let seed = dice.random();
    let turn = game.position().turn();
    let (mv, claim) = match player {
        Contestant::Random => {
            let moves = game.position().legal_moves();
            if moves.is_empty() {
                return Err(String::from("there is no legal move"));
            }
            (moves[dice.random_range(0..moves.len())], false)
        }
        Contestant::Computer(level) => {
            if let Some(draw) = game.claimable(turn)
                && claims(game, turn, level)
            {
                game.end(game.draw(draw));
                return Ok(());
            }
            let chosen = choose(&Question { game, level, seed }, &|| false)
                .ok_or_else(|| format!("the computer of level {level} made no move"))?;
            (chosen.mv, chosen.claim)
        }
    };
    let judged = if claim {
        game.judge_claiming_move(mv)
    } else {
        game.judge_move(mv).map(Some)
    };
    let verdict = judged
        .map_err(|error| error.to_string())?
        .ok_or_else(|| format!("a draw was claimed with {mv} that is not due"))?;
    game.carry_out_move(mv);
    game.carry_out(&verdict);
    Ok(())
}
