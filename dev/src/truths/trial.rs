//! A player held against truths: asked for moves, or to play an ending out against a defender that
//! knows its table.

use std::thread;

use rondel::rules::{Color, Game, Position, Ruleset};
use serde_json::{Value, json};

use super::{
    men::Men,
    table::{Aim, OPEN, Tables},
};
use crate::arena::{Contestant, Played, SeatedPlayer, carry_out};

/// The most wrong positions that a report names.
const MOST_NAMED: usize = 10;

/// What is asked of the player.
#[derive(Clone, Copy, Debug)]
pub enum Task<'a> {
    /// One of the moves of a truth.
    Move,
    /// Any move but the naive one of a trap.
    Avoid,
    /// To play on until the end, at most this number of plies: the army that is to move gets what
    /// the tables promise it.
    Play(&'a Tables, u32),
}

/// Puts truths to a player, in parallel, and returns the figures: how many it was asked, how many it
/// got right, and of mates that it played out the plies they took and those of perfect play.
///
/// # Errors
///
/// Says what is wrong with the player.
pub fn trial(
    contestant: &Contestant,
    task: Task<'_>,
    truths: &[Value],
    threads: usize,
) -> Result<Value, String> {
    let part = truths.len().div_ceil(threads.max(1)).max(1);
    let answers = thread::scope(|scope| {
        let parts: Vec<_> = truths
            .chunks(part)
            .enumerate()
            .map(|(nth, truths)| scope.spawn(move || answers(contestant, task, truths, nth * part)))
            .collect();
        let parts = parts.into_iter().map(|part| {
            let ended = part.join();
            ended.unwrap_or_else(|_| Err(String::from("a thread panicked")))
        });
        parts.collect::<Result<Vec<_>, String>>()
    })?;
    let answers: Vec<Answer> = answers.concat();
    let right = answers.iter().filter(|answer| answer.right).count();
    let mates = || answers.iter().filter_map(|answer| answer.mate);
    let sum = |plies: &dyn Fn((u32, u32)) -> u32| mates().map(plies).sum::<u32>();
    let (took, perfect) = (sum(&|mate| mate.0), sum(&|mate| mate.1));
    let wrong = answers
        .iter()
        .zip(truths)
        .filter(|(answer, _)| !answer.right);
    let wrong: Vec<_> = wrong
        .map(|(answer, truth)| json!({"position": truth["position"], "played": answer.played}))
        .take(MOST_NAMED)
        .collect();
    Ok(json!({
        "player": contestant.to_string(),
        "asked": answers.len(),
        "right": right,
        "mates": mates().count(),
        "plies": took,
        "perfect": perfect,
        "ratio": if perfect > 0 { f64::from(took) / f64::from(perfect) } else { 0.0 },
        "wrong": wrong,
    }))
}

#[derive(Clone)]
struct Answer {
    right: bool,
    /// The move, or all moves that were played.
    played: String,
    /// The plies that a mate took, and those of perfect play.
    mate: Option<(u32, u32)>,
}

fn answers(
    contestant: &Contestant,
    task: Task<'_>,
    truths: &[Value],
    first: usize,
) -> Result<Vec<Answer>, String> {
    let mut player = SeatedPlayer::seat(contestant)?;
    let each = (first..).zip(truths).map(|(nth, truth)| {
        let line = truth["position"].as_str().unwrap_or_default();
        let position: Position = line.parse().map_err(|error| format!("{line}: {error}"))?;
        let seed = nth as u64;
        player.begin("three-man", seed)?;
        match task {
            Task::Move | Task::Avoid => asked(&mut player, position, seed, task, truth),
            Task::Play(tables, most) => played(&mut player, position, seed, tables, most),
        }
    });
    each.collect()
}

fn asked(
    player: &mut SeatedPlayer,
    position: Position,
    seed: u64,
    task: Task<'_>,
    truth: &Value,
) -> Result<Answer, String> {
    let game = Game::from_position(Ruleset::THREE_MAN, position);
    let done = match player.play(&game, seed, &position.to_string(), "")? {
        Played::Move(mv, _) => mv.to_string(),
        Played::Claim => String::from("claim"),
    };
    let right = if matches!(task, Task::Avoid) {
        truth["naive"] != done.as_str()
    } else {
        let moves = truth["moves"].as_array().into_iter().flatten();
        moves.into_iter().any(|mv| *mv == done.as_str())
    };
    Ok(Answer {
        right,
        played: done,
        mate: None,
    })
}

fn played(
    player: &mut SeatedPlayer,
    position: Position,
    seed: u64,
    tables: &Tables,
    most: u32,
) -> Result<Answer, String> {
    let mut game = Game::from_position(Ruleset::THREE_MAN, position);
    let army = position.turn();
    let promised = value(tables, &position).ok_or("a position that is in no table")?;
    let strives = Men::of_position(&position).is_some_and(|(_, turn)| turn == 0);
    let (start, mut moves) = (position.to_string(), String::new());
    let mut plies = 0;
    while game.outcome().is_none() && plies < most {
        let position = *game.position();
        let done = if position.turn() == army {
            player.play(&game, seed, &start, &moves)?
        } else {
            perfect(tables, &position, seed)
        };
        carry_out(&mut game, done, &mut moves)?;
        plies += 1;
    }
    let won = |color: Color| {
        let outcome = game.outcome();
        outcome.is_some_and(|outcome| outcome.points[color].sixths() == 6)
    };
    let right = if promised < OPEN && strives {
        won(army)
    } else {
        !position.in_play().without(army).iter().any(won)
    };
    Ok(Answer {
        right,
        played: moves,
        mate: (right && strives && promised < OPEN).then_some((plies, u32::from(promised))),
    })
}

fn value(tables: &Tables, position: &Position) -> Option<u8> {
    let (men, turn) = Men::of_position(position)?;
    tables.value(Aim::Point, &men, turn)
}

/// Returns a best move by the tables, or any where there is nothing to lose any more.
fn perfect(tables: &Tables, position: &Position, seed: u64) -> Played {
    let known = Men::of_position(position)
        .and_then(|(men, turn)| tables.best(Aim::Point, &men, turn))
        .map(|(_, best)| best.iter().map(|hop| hop.to_move()).collect::<Vec<_>>());
    let moves = known.filter(|moves| !moves.is_empty());
    let moves = moves.unwrap_or_else(|| position.legal_moves());
    let nth = (seed ^ u64::from(position.ply()).wrapping_mul(0x9e37_79b9)) as usize;
    Played::Move(moves[nth % moves.len()], false)
}
