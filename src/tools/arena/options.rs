//! The options of `rondel arena`: rulesets, number of matches, and players.

use std::{fmt, str::FromStr};

use crate::{computer::Level, rules::Ruleset};

/// The largest number of seats that can be named.
pub const MOST_SEATS: usize = 6;

/// A player of arena matches, chosen for its strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Contestant {
    /// Plays any legal move.
    Random,
    /// A computer of this level.
    Computer(Level),
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contestant::Random => f.write_str("random"),
            Contestant::Computer(level) => write!(f, "level {level}"),
        }
    }
}

/// The players, in the order in which they sit down in the first match.
///
/// ```
/// use rondel::tools::arena::{Contestant, Seats};
///
/// let seats: Seats = "2,1,random".parse().unwrap();
/// assert_eq!(seats.players()[2], Contestant::Random);
/// assert!("2,4".parse::<Seats>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seats(Vec<Contestant>);

impl Seats {
    /// Returns the players, one to [`MOST_SEATS`].
    #[must_use]
    pub fn players(&self) -> &[Contestant] {
        &self.0
    }

    /// Returns the player on this seat after `turned` matches: from one match to the next everybody
    /// moves up by one.
    pub(super) fn on(&self, seat: usize, turned: usize) -> Contestant {
        self.0[(seat + turned) % self.0.len()]
    }
}

/// The text does not name any seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "seats are one to {MOST_SEATS} levels from 1 to 3, or the word random, joined by commas: 2,1,random"
)]
pub struct ParseSeatsError;

impl FromStr for Seats {
    type Err = ParseSeatsError;

    fn from_str(text: &str) -> Result<Seats, ParseSeatsError> {
        let player = |word: &str| match word {
            "random" => Some(Contestant::Random),
            number => Some(Contestant::Computer(Level::new(number.parse().ok()?)?)),
        };
        let players: Option<Vec<Contestant>> = text.split(',').map(player).collect();
        match players {
            Some(players) if players.len() <= MOST_SEATS => Ok(Seats(players)),
            Some(_) | None => Err(ParseSeatsError),
        }
    }
}

/// The matches to play.
#[derive(Clone, Debug)]
pub struct ArenaOptions {
    /// The rulesets and their names, taken in turn; at least one.
    pub rulesets: Vec<(String, Ruleset)>,
    /// The number of matches, over all rulesets together.
    pub matches: usize,
    /// The players of the matches.
    pub seats: Seats,
    /// The ply at which a match is cut and shared as a draw.
    pub plies: u32,
    /// The seed. It fixes everything except times.
    pub seed: u64,
    /// The number of threads that play; at least one.
    pub threads: usize,
}
