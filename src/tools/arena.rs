//! `rondel arena`: computers play each other, to see how matches end and who takes the points.

mod course;
mod tally;

use std::{
    fmt,
    io::{self, Write},
    str::FromStr,
    sync::atomic::{AtomicUsize, Ordering},
};

use indicatif::{ProgressBar, ProgressStyle};

use self::{
    course::{Course, play},
    tally::Tally,
};
use crate::{computer::Level, rules::Ruleset};

/// The most seats that can be named.
pub const MOST_SEATS: usize = 6;

/// Who sits on a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// Makes any legal move.
    Random,
    /// A computer of this level.
    Computer(Level),
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Random => f.write_str("random"),
            Player::Computer(level) => write!(f, "level {level}"),
        }
    }
}

/// Those who take the seats, in the order in which they sit down in the first match.
///
/// ```
/// use rondel::tools::arena::{Player, Seats};
///
/// let seats: Seats = "2,1,random".parse().unwrap();
/// assert_eq!(seats.players()[2], Player::Random);
/// assert!("2,4".parse::<Seats>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seats(Vec<Player>);

impl Seats {
    /// One to [`MOST_SEATS`] players.
    #[must_use]
    pub fn players(&self) -> &[Player] {
        &self.0
    }

    /// Who sits on the seat of this number in a match: from one match to the next everybody moves
    /// up by one.
    fn on(&self, seat: usize, turned: usize) -> Player {
        self.0[(seat + turned) % self.0.len()]
    }
}

/// A text that names no seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "seats are one to {MOST_SEATS} levels from 1 to 3, or the word random, joined by commas: 2,1,random"
)]
pub struct ParseSeatsError;

impl FromStr for Seats {
    type Err = ParseSeatsError;

    fn from_str(text: &str) -> Result<Seats, ParseSeatsError> {
        let player = |word: &str| match word {
            "random" => Some(Player::Random),
            number => Some(Player::Computer(Level::new(number.parse().ok()?)?)),
        };
        let players: Option<Vec<Player>> = text.split(',').map(player).collect();
        match players {
            Some(players) if players.len() <= MOST_SEATS => Ok(Seats(players)),
            Some(_) | None => Err(ParseSeatsError),
        }
    }
}

/// What is to be played.
#[derive(Clone, Debug)]
pub struct ArenaOptions {
    /// The rulesets and their names, taken in turn; at least one.
    pub rulesets: Vec<(String, Ruleset)>,
    /// How many matches, over all rulesets together.
    pub matches: usize,
    /// Who plays.
    pub seats: Seats,
    /// Where a match is cut, and shared as a draw.
    pub plies: u32,
    /// Fixes everything but times.
    pub seed: u64,
    /// How many threads play; at least one.
    pub threads: usize,
}

/// Plays, with a progress bar on standard error where a terminal watches, and reports. Says whether
/// all matches went without an error.
///
/// # Errors
///
/// When a line cannot be written.
pub fn run(options: &ArenaOptions, out: &mut impl Write) -> io::Result<bool> {
    let courses = play_all(options);
    let tally = Tally::of(options, &courses);
    write!(out, "{tally}")?;
    Ok(tally.is_sound())
}

/// Every match by whichever thread is free, in the order of their numbers.
fn play_all(options: &ArenaOptions) -> Vec<Course> {
    let bar = ProgressBar::new(options.matches as u64);
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos} of {len} matches, {eta} left")
    {
        bar.set_style(style);
    }
    let next = AtomicUsize::new(0);
    let mut courses: Vec<(usize, Course)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..options.threads)
            .map(|_| {
                scope.spawn(|| {
                    let mut played = Vec::new();
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= options.matches {
                            return played;
                        }
                        played.push((number, play(options, number)));
                        bar.inc(1);
                    }
                })
            })
            .collect();
        workers
            .into_iter()
            .filter_map(|worker| worker.join().ok())
            .flatten()
            .collect()
    });
    bar.finish_and_clear();
    courses.sort_by_key(|(number, _)| *number);
    courses.into_iter().map(|(_, course)| course).collect()
}
