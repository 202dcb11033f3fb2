//! One game of the arena.

use std::time::{Duration, Instant};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;

use super::{
    contestant::{Played, SeatedPlayer},
    options::ArenaOptions,
};
use rondel::rules::{Draw, Game, Move, Outcome, Ruleset};

/// The games of one opening and seed, one for each seat of the challenger.
#[derive(Debug)]
pub(super) struct GameSet {
    pub(super) contest: usize,
    pub(super) games: Vec<GameResult>,
}

/// The result of one game.
#[derive(Debug)]
pub(super) struct GameResult {
    /// The number of the ruleset.
    pub(super) ruleset: usize,
    pub(super) ended: Ended,
    pub(super) plies: u32,
    /// The players by seats, and the part of the points that each took: together 1.
    pub(super) parts: Vec<(usize, f64)>,
    /// The time of each move, with its player.
    pub(super) times: Vec<(usize, Duration)>,
}

/// The way a game ended.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// By the rules, with this word (rules §8).
    Rules(&'static str),
    /// At the limit of plies.
    Cut,
    /// By a fault of a player, with its description.
    Error(String),
}

/// Plays the game of a set with these players on its seats; those who have not sat down yet do so.
pub(super) fn play(
    options: &ArenaOptions,
    nth: usize,
    line_up: &[usize],
    players: &mut [Option<SeatedPlayer>],
) -> GameResult {
    let ruleset = nth % options.rulesets.len();
    let (name, rules) = &options.rulesets[ruleset];
    let mut dice = ChaCha12Rng::seed_from_u64(options.seed);
    dice.set_stream(nth as u64);
    let (mut game, mut moves) = opening(*rules, options.opening, &mut dice);
    let seed = u64::from(dice.random::<u32>());
    let mut times = Vec::new();
    let mut error = None;
    for (at, number) in line_up.iter().enumerate() {
        // Two seats of one player are one program.
        if line_up[..at].contains(number) {
            continue;
        }
        let begun = seated(options, players, *number).and_then(|player| player.begin(name, seed));
        if let Err(fault) = begun {
            error = Some(fault);
            players[*number] = None;
        }
    }
    let seats: Vec<_> = rules.armies().iter().zip(line_up.iter().copied()).collect();
    while error.is_none() && game.outcome().is_none() && game.position().ply() < options.plies {
        let turn = game.position().turn();
        let on_turn = seats.iter().find(|(color, _)| *color == turn);
        let Some((_, number)) = on_turn else {
            error = Some(String::from("an army that nobody plays is to move"));
            break;
        };
        let begun = Instant::now();
        let played = seated(options, players, *number)
            .and_then(|player| player.play(&game, seed, "start", &moves));
        times.push((*number, begun.elapsed()));
        if let Err(fault) = played.and_then(|played| carry_out(&mut game, played, &mut moves)) {
            let (who, position) = (&options.contestants[*number], game.position());
            error = Some(format!("{who}: {fault}, at {position}"));
            // A program that went wrong starts again.
            players[*number] = None;
        }
    }
    let (ended, outcome): (Ended, Outcome) = match (error, game.outcome()) {
        (Some(error), _) => (Ended::Error(error), game.call_off()),
        (None, Some(outcome)) => (Ended::Rules(outcome.ending.word()), *outcome),
        (None, None) => (Ended::Cut, game.draw(Draw::Agreement)),
    };
    let sixths = |color| f64::from(outcome.points[color].sixths());
    let all: f64 = seats.iter().map(|(color, _)| sixths(*color)).sum();
    let fair = 1.0 / seats.len() as f64;
    let part = |color| if all > 0.0 { sixths(color) / all } else { fair };
    GameResult {
        ruleset,
        ended,
        plies: game.position().ply(),
        parts: seats
            .iter()
            .map(|(color, number)| (*number, part(*color)))
            .collect(),
        times,
    }
}

fn seated<'a>(
    options: &ArenaOptions,
    players: &'a mut [Option<SeatedPlayer>],
    number: usize,
) -> Result<&'a mut SeatedPlayer, String> {
    let place = &mut players[number];
    if place.is_none() {
        *place = Some(SeatedPlayer::seat(&options.contestants[number])?);
    }
    place
        .as_mut()
        .ok_or_else(|| String::from("nobody sat down"))
}

/// Plays moves by chance from the start, others if an army would go out by them, and returns the game
/// with its moves in words.
fn opening(rules: Ruleset, plies: u32, dice: &mut ChaCha12Rng) -> (Game, String) {
    loop {
        let mut game = Game::start(rules);
        let mut moves = String::new();
        for _ in 0..plies {
            let legal = game.position().legal_moves();
            if legal.is_empty() || game.outcome().is_some() {
                break;
            }
            let mv = legal[dice.random_range(0..legal.len())];
            if carry_out(&mut game, Played::Move(mv, false), &mut moves).is_err() {
                break;
            }
        }
        if game.outcome().is_none() && game.position().in_play() == rules.armies() {
            return (game, moves);
        }
    }
}

/// Carries out what a player did, and adds its move to `moves`, which are separated by spaces.
///
/// # Errors
///
/// Says why it is not allowed.
pub fn carry_out(game: &mut Game, played: Played, moves: &mut String) -> Result<(), String> {
    let (mv, claim) = match played {
        Played::Claim => {
            let turn = game.position().turn();
            let draw = game
                .claimable(turn)
                .ok_or("a draw was claimed that is not due")?;
            game.end(game.draw(draw));
            return Ok(());
        }
        Played::Move(mv, claim) => (mv, claim),
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
    note(moves, mv);
    Ok(())
}

fn note(moves: &mut String, mv: Move) {
    if !moves.is_empty() {
        moves.push(' ');
    }
    *moves += &mv.to_string();
}
