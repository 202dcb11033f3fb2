//! Lets players play each other, to see who takes the points and how matches end.
//!
//! A contest is between a challenger and two of another player. Its unit is the *set* of games with one
//! opening and one seed, in which the challenger takes each seat in turn: a player who plays like the
//! other takes exactly the same.

pub mod command;
mod contestant;
mod figures;
mod game;
mod options;
mod program;
mod report;
mod strengths;

use std::{
    io::{self, Write},
    sync::{
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc::channel,
    },
    thread,
};

use indicatif::{ProgressBar, ProgressStyle};

use self::{
    figures::Sequential,
    game::{GameResult, GameSet, play},
    report::ArenaReport,
};

pub use command::ArenaArguments;
pub use contestant::{Contestant, ParseContestantError, Played, SeatedPlayer};
pub use game::carry_out;
use options::Contest;
pub use options::{ArenaOptions, Between, ParseBetweenError};

/// Plays the games and writes the report. Returns true if all games ended without an error. If
/// standard error is a terminal, it shows a progress bar.
///
/// # Errors
///
/// If a line cannot be written.
pub fn run(options: &ArenaOptions, out: &mut impl Write) -> io::Result<bool> {
    let contests = options.contests();
    let sets = play_all(options, &contests);
    let report = ArenaReport::of(options, &contests, &sets);
    if options.json {
        report.write_json(out)?;
    } else {
        write!(out, "{report}")?;
    }
    Ok(report.errors.is_empty())
}

/// Plays all sets on several threads, and returns them in their order; of a sequential test only those
/// up to its decision.
fn play_all(options: &ArenaOptions, contests: &[Contest]) -> Vec<GameSet> {
    let each = options.sets();
    let all = each * contests.len();
    let bar = ProgressBar::new(all as u64);
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos} of {len} sets, {eta} left") {
        bar.set_style(style);
    }
    let (next, decided) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (sender, receiver) = channel();
    let mut sets: Vec<Option<GameSet>> = (0..all).map(|_| None).collect();
    let mut known = 0;
    let mut sequential = options.between.map(Sequential::new);
    thread::scope(|scope| {
        for _ in 0..options.threads {
            let sender = sender.clone();
            let (next, decided) = (&next, &decided);
            scope.spawn(move || {
                let mut players: Vec<Option<SeatedPlayer>> =
                    options.contestants.iter().map(|_| None).collect();
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= all || decided.load(Ordering::Relaxed) {
                        break;
                    }
                    // The sets of all contests are played side by side.
                    let contest = number % contests.len();
                    let nth = number / contests.len();
                    let games = play_set(options, &contests[contest], nth, &mut players);
                    if sender.send((number, GameSet { contest, games })).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for (number, set) in receiver {
            sets[number] = Some(set);
            bar.inc(1);
            // In their order, so that the decision is the same however many threads play.
            while let Some(Some(set)) = sets.get(known) {
                known += 1;
                if let Some(test) = &mut sequential
                    && test.add(figures::lead(set)).is_some()
                {
                    decided.store(true, Ordering::Relaxed);
                    sets.truncate(known);
                }
            }
            if sequential.is_some_and(|test| test.decision.is_some()) {
                break;
            }
        }
    });
    bar.finish_and_clear();
    sets.into_iter().flatten().collect()
}

fn play_set(
    options: &ArenaOptions,
    contest: &Contest,
    nth: usize,
    players: &mut [Option<SeatedPlayer>],
) -> Vec<GameResult> {
    let (_, ruleset) = options.rulesets[nth % options.rulesets.len()];
    let seats = ruleset.armies().len();
    (0..seats)
        .map(|seat| {
            let line_up: Vec<usize> = (0..seats)
                .map(|at| {
                    if at == seat {
                        contest.challenger
                    } else {
                        contest.other
                    }
                })
                .collect();
            play(options, nth, &line_up, players)
        })
        .collect()
}
