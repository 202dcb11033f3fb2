//! `rondel arena`: lets computers play each other, to see how matches end and who takes the points.

mod bout;
mod options;
mod scoreboard;

use std::io::{self, Write};

use indicatif::{ProgressBar, ProgressStyle};

use self::{
    bout::{Bout, play},
    scoreboard::Scoreboard,
};
use super::threads::shared;

pub use options::{ArenaOptions, Contestant, MOST_SEATS, ParseSeatsError, Seats};

/// Plays the matches and writes the report. Returns true if all matches ended without an error. If
/// standard error is a terminal, it shows a progress bar.
///
/// # Errors
///
/// If a line cannot be written.
pub fn run(options: &ArenaOptions, out: &mut impl Write) -> io::Result<bool> {
    let bouts = play_all(options);
    let scoreboard = Scoreboard::of(options, &bouts);
    write!(out, "{scoreboard}")?;
    Ok(scoreboard.errors.is_empty())
}

/// Plays all matches on several threads. Returns them in the order of their numbers.
fn play_all(options: &ArenaOptions) -> Vec<Bout> {
    let bar = ProgressBar::new(options.matches as u64);
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos} of {len} matches, {eta} left")
    {
        bar.set_style(style);
    }
    let mut bouts = shared(options.threads, options.matches, |number| {
        let bout = play(options, number);
        bar.inc(1);
        bout
    });
    bar.finish_and_clear();
    bouts.sort_by_key(|(number, _)| *number);
    bouts.into_iter().map(|(_, bout)| bout).collect()
}
