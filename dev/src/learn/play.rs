//! Matches of computers, for positions to learn from.

use std::{
    collections::BTreeMap,
    fs::File,
    io::{BufWriter, Write},
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
};

use indicatif::{ProgressBar, ProgressStyle};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;
use rondel::{
    computer::{Bounds, ChosenMove, Question, think},
    rules::{ByColor, Game, Move, Ruleset},
};

use super::{PlayArguments, sample};
use crate::threads;

/// The number of moves by chance with which a match begins, at least and at most.
const OPENING: (u32, u32) = (4, 12);
/// After the opening one move in this many is made by chance, so that all kinds of positions are met.
const ASTRAY: u32 = 25;
/// A match that has three armies this many plies long is dropped.
const LONGEST: u32 = 400;
/// How many times the positions of a move are looked at to say how a match with two armies left will end.
const LAST_LOOK: u64 = 10;

/// Plays, and writes the positions with what came of them, in the order of the matches.
pub(crate) fn play(arguments: &PlayArguments) -> anyhow::Result<()> {
    let written = Mutex::new(Written {
        file: BufWriter::new(File::create(&arguments.to)?),
        next: 0,
        waiting: BTreeMap::new(),
    });
    let style = ProgressStyle::with_template("{wide_bar} {pos} of {len} matches, {eta} left")?;
    let bar = ProgressBar::new(arguments.matches).with_style(style);
    let next = AtomicU64::new(0);
    let work = || -> anyhow::Result<()> {
        loop {
            let nth = next.fetch_add(1, Ordering::Relaxed);
            if nth >= arguments.matches {
                return Ok(());
            }
            let mut dice = ChaCha12Rng::seed_from_u64(arguments.seed);
            dice.set_stream(nth);
            let lines = one(&mut dice, arguments.nodes);
            if let Ok(mut written) = written.lock() {
                written.take(nth, lines)?;
            }
            bar.inc(1);
        }
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads(arguments.threads))
            .map(|_| scope.spawn(work))
            .collect();
        workers.into_iter().try_for_each(|worker| {
            let done = worker.join();
            done.unwrap_or_else(|_| Err(anyhow::anyhow!("a thread broke off")))
        })
    })?;
    bar.finish_and_clear();
    if let Ok(mut written) = written.lock() {
        written.file.flush()?;
    }
    Ok(())
}

/// A file of lines, and those of matches that have ended before an earlier one.
struct Written {
    file: BufWriter<File>,
    next: u64,
    waiting: BTreeMap<u64, Vec<String>>,
}

impl Written {
    fn take(&mut self, nth: u64, lines: Vec<String>) -> std::io::Result<()> {
        self.waiting.insert(nth, lines);
        while let Some(lines) = self.waiting.remove(&self.next) {
            self.next += 1;
            for line in lines {
                writeln!(self.file, "{line}")?;
            }
        }
        Ok(())
    }
}

/// Plays a match up to the first army that goes out, and returns the lines of its positions.
fn one(dice: &mut ChaCha12Rng, nodes: u64) -> Vec<String> {
    let mut game = Game::start(Ruleset::THREE_MAN);
    let (least, most) = OPENING;
    let opening = dice.random_range(least..=most);
    let mut kept = Vec::new();
    for ply in 0..LONGEST {
        if let Some(outcome) = game.outcome() {
            let sixths = outcome.points.0.map(|points| points.sixths());
            return lines(sixths.map(|sixths| sixths * 1_000 / 6), &kept);
        }
        let position = *game.position();
        if position.in_play().len() < 3 {
            let Some((_, Some(shares))) = look(&game, nodes * LAST_LOOK, dice.random()) else {
                return Vec::new();
            };
            return lines(settled(shares.0), &kept);
        }
        let legal: Vec<Move> = position.legal_moves().into_iter().collect();
        let by_chance = ply < opening || dice.random_range(0..ASTRAY) == 0;
        let mv = if by_chance {
            legal[dice.random_range(0..legal.len())]
        } else {
            let Some((chosen, shares)) = look(&game, nodes, dice.random()) else {
                return Vec::new();
            };
            let quiet = position.piece_at(chosen.mv.to).is_none()
                && chosen.mv.promotion.is_none()
                && !position.is_checked(position.turn());
            if let Some(shares) = shares.filter(|_| quiet) {
                kept.push((shares.0, position));
            }
            chosen.mv
        };
        let Ok(verdict) = game.judge_move(mv) else {
            return Vec::new();
        };
        game.carry_out_move(mv);
        game.carry_out(&verdict);
    }
    Vec::new()
}

type Kept = ([u16; 3], rondel::rules::Position);

fn lines(outcome: [u16; 3], kept: &[Kept]) -> Vec<String> {
    let lines = kept
        .iter()
        .map(|(expected, position)| sample::line(outcome, *expected, position));
    lines.collect()
}

/// Returns the move that the computer makes, and what each army can expect by its search, in thousandths,
/// if it looked at all moves.
fn look(game: &Game, nodes: u64, seed: u64) -> Option<(ChosenMove, Option<ByColor<u16>>)> {
    let question = Question {
        game,
        level: None,
        seed,
    };
    let bounds = Bounds {
        seen: Some(nodes),
        ..Bounds::default()
    };
    let mut shares = None;
    let stop = || false;
    let chosen = think(&question, bounds, &stop, &mut |thought| {
        shares = Some(thought.shares);
    })?;
    Some((chosen, shares))
}

/// Returns what two armies get of a match that they play on, in thousandths. What they expect is squared,
/// since the stronger wins more often than the evaluation says: of powers this one fits best.
fn settled(shares: [u16; 3]) -> [u16; 3] {
    let squares = shares.map(|share| u32::from(share) * u32::from(share));
    let all = squares.iter().sum::<u32>().max(1);
    squares.map(|square| (square * 1_000 / all) as u16)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rondel::rules::Position;

    #[test]
    fn what_is_written_is_read_and_shares_are_whole() {
        let lines: Vec<String> = (0..4)
            .flat_map(|nth| {
                let mut dice = ChaCha12Rng::seed_from_u64(11);
                dice.set_stream(nth);
                one(&mut dice, 200)
            })
            .collect();
        assert!(lines.len() > 10, "{}", lines.len());
        for line in &lines {
            let sample = sample::parse(line).unwrap();
            for shares in [sample.outcome, sample.expected] {
                assert!((shares.iter().sum::<f32>() - 1.0).abs() < 0.01, "{line}");
            }
            assert!(sample.inputs.iter().all(|inputs| inputs.len() <= 49));
        }
        let again = one(&mut ChaCha12Rng::seed_from_u64(11), 200);
        assert_eq!(again, lines[..again.len()]);
    }

    #[test]
    fn bad_lines_are_refused_with_what_is_wrong() {
        let start = Position::start();
        assert!(sample::parse(&format!("0 1000 0 333 333 334 {start}")).is_ok());
        for bad in [
            "",
            "0 1000 0",
            "a 1000 0 333 333 334 x",
            "0 1000 0 333 333 334 nothing",
        ] {
            assert!(sample::parse(bad).is_err(), "{bad}");
        }
    }
}
