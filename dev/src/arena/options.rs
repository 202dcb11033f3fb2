//! The options of `rondel arena`: rulesets, number of games, and players.

use std::str::FromStr;

use super::contestant::Contestant;
use rondel::rules::Ruleset;

/// A challenger against others, by their numbers among the contestants.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contest {
    pub(super) challenger: usize,
    pub(super) other: usize,
}

/// The games to play.
#[derive(Clone, Debug)]
pub struct ArenaOptions {
    /// The rulesets and their names, taken in turn; at least one.
    pub rulesets: Vec<(String, Ruleset)>,
    /// The players, each once, and at least one.
    pub contestants: Vec<Contestant>,
    /// Their numbers in the order in which they were named, some perhaps again: each challenges two of the
    /// next.
    pub order: Vec<usize>,
    /// True if each challenges two of every other instead.
    pub everyone: bool,
    /// The number of games of each contest, made up to whole sets.
    pub games: usize,
    /// Ends a single contest as soon as it is decided between these two.
    pub between: Option<Between>,
    /// The number of moves by chance with which a game begins.
    pub opening: u32,
    /// The ply at which a game is cut and shared as a draw.
    pub plies: u32,
    /// The seed. It fixes everything except times, where no player is bound by time.
    pub seed: u64,
    /// The number of threads that play; at least one.
    pub threads: usize,
    /// True if the report is a line of JSON.
    pub json: bool,
}

impl ArenaOptions {
    pub(super) fn contests(&self) -> Vec<Contest> {
        let contest = |(challenger, other)| Contest { challenger, other };
        let all = self.contestants.len();
        if all == 1 {
            // Alone it plays against itself: how such games go is worth knowing too.
            return vec![contest((0, 0))];
        }
        if !self.everyone {
            let next = self.order.windows(2).map(|two| (two[0], two[1]));
            return next.map(contest).collect();
        }
        let pairs = (0..all).flat_map(|challenger| (0..all).map(move |other| (challenger, other)));
        pairs
            .filter(|(challenger, other)| challenger != other)
            .map(contest)
            .collect()
    }

    /// The number of sets of each contest.
    pub(super) fn sets(&self) -> usize {
        let armies = |(_, ruleset): &(String, Ruleset)| ruleset.armies().len();
        let most = self.rulesets.iter().map(armies).max().unwrap_or(3);
        self.games.div_ceil(most)
    }
}

/// Two bounds of a sequential test, in hundredths of the points over a fair share.
///
/// ```
/// use rondel_dev::arena::Between;
///
/// let between: Between = "0,5".parse().unwrap();
/// assert_eq!((between.low, between.high), (0.0, 5.0));
/// assert!("5,0".parse::<Between>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Between {
    /// The challenger is refused if this is the likelier.
    pub low: f64,
    /// The challenger is taken if this is the likelier.
    pub high: f64,
}

/// The text does not name two bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("bounds are two numbers from -60 to 60, the lower one first, with a comma between: 0,5")]
pub struct ParseBetweenError;

impl FromStr for Between {
    type Err = ParseBetweenError;

    fn from_str(text: &str) -> Result<Between, ParseBetweenError> {
        let (low, high) = text.split_once(',').ok_or(ParseBetweenError)?;
        let number = |text: &str| text.trim().parse::<f64>().map_err(|_| ParseBetweenError);
        let (low, high) = (number(low)?, number(high)?);
        let sound = -60.0 <= low && low < high && high <= 60.0;
        sound
            .then_some(Between { low, high })
            .ok_or(ParseBetweenError)
    }
}
