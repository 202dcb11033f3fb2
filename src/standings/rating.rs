//! Ratings, and how matches change them.

use rondel_computer::Level;
use rondel_rules::Points;
use serde::{Deserialize, Serialize};
use skillratings::{
    MultiTeamOutcome,
    weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team},
};

/// The number of rated matches in a ruleset from which a rating is no longer provisional.
pub const MATCHES_TO_BE_SURE: u32 = 10;

/// The number shown for a new person.
pub const NEW_RATING: u32 = 1_000;

/// Points shown for one point of skill. With it two players who are both well known differ by about
/// as much as they would on the scale of chess, where 400 points are odds of ten to one: 400 / ln
/// 10 divided by √2 · 25/6.
const SCALE: f64 = 30.0;

/// A rating: an estimate of a player's skill and its uncertainty, as in Weng and Lin, A Bayesian
/// Approximation Method for Online Ranking (2011), in the Bradley-Terry form with full pairs.
/// Everybody begins with 25 and 25/3.
///
/// ```
/// use rondel_standings::{NEW_RATING, Rating};
///
/// assert_eq!(Rating::default().shown(), NEW_RATING);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// The estimate, μ.
    pub skill: f64,
    /// The uncertainty, σ.
    pub doubt: f64,
}

impl Default for Rating {
    fn default() -> Rating {
        let WengLinRating {
            rating,
            uncertainty,
        } = WengLinRating::new();
        Rating {
            skill: rating,
            doubt: uncertainty,
        }
    }
}

/// The skill of computers, by level, from their strengths in the table of docs/COMPUTER.md: 400 points
/// there are 15.2 of skill, and level 2 has that of a new person.
const COMPUTERS: [f64; 8] = [18.8, 25.0, 33.3, 45.1, 55.1, 63.5, 76.0, 84.8];

impl Rating {
    /// Returns the number shown: 1000 + 30 · (μ − 3σ), rounded, and never below 0. A new person has
    /// 1000. The player is almost certainly better than this number, so it rises as more is known
    /// about them.
    #[must_use]
    pub fn shown(&self) -> u32 {
        let number = f64::from(NEW_RATING) + SCALE * (self.skill - 3.0 * self.doubt);
        // The conversion cannot overflow here.
        number.round() as u32
    }

    /// Returns the rating of a computer, which never changes. A new person's skill is that of level 2. Its
    /// uncertainty is small, so that nobody gets far by beating one again and again.
    #[must_use]
    pub fn of_computer(level: Level) -> Rating {
        Rating {
            skill: COMPUTERS[usize::from(level.number() - Level::LOWEST)],
            doubt: 25.0 / 12.0,
        }
    }
}

/// Returns the new ratings of those who played a match, in the same order. Ranks go by points
/// alone, and equal points are equal ranks (rules §6.4).
pub(super) fn rated(players: &[(Rating, Points)]) -> Vec<Rating> {
    let teams: Vec<_> = players
        .iter()
        .map(|(rating, points)| {
            let better = players.iter().filter(|(_, others)| others > points);
            let rank = MultiTeamOutcome::new(1 + better.count());
            let one = [WengLinRating {
                rating: rating.skill,
                uncertainty: rating.doubt,
            }];
            (one, rank)
        })
        .collect();
    let teams: Vec<_> = teams.iter().map(|(one, rank)| (&one[..], *rank)).collect();
    let after = weng_lin_multi_team(&teams, &WengLinConfig::new());
    after
        .into_iter()
        .flatten()
        .map(|rating| Rating {
            skill: rating.rating,
            doubt: rating.uncertainty,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn skills_of_new_players(sixths: &[u16]) -> Vec<String> {
        let players: Vec<_> = sixths
            .iter()
            .map(|sixths| (Rating::default(), Points::from_sixths(*sixths)))
            .collect();
        let after = rated(&players);
        after
            .iter()
            .map(|after| format!("{:.2}", after.skill))
            .collect()
    }

    /// The figures come from an independent calculation by the same method.
    #[test]
    fn new_players_are_rated_by_points_with_ties() {
        assert_eq!(
            skills_of_new_players(&[9, 3, 0]),
            ["30.27", "25.00", "19.73"]
        );
        assert_eq!(
            skills_of_new_players(&[9, 9, 0]),
            ["27.64", "27.64", "19.73"]
        );
        // Only the order of the points counts, not how far they are apart, and not the seats'.
        assert_eq!(
            skills_of_new_players(&[0, 15, 1]),
            ["19.73", "30.27", "25.00"]
        );
        assert_eq!(skills_of_new_players(&[2, 2, 2]), ["25.00"; 3]);
        assert_eq!(skills_of_new_players(&[0, 6]), ["22.36", "27.64"]);
    }

    #[test]
    fn shown_numbers_are_never_negative_and_computers_lie_apart() {
        let lost = Rating {
            skill: -40.0,
            doubt: 2.0,
        };
        assert_eq!(lost.shown(), 0);
        let computers = Level::ALL.map(|level| Rating::of_computer(level).shown());
        assert_eq!(
            computers,
            [1_377, 1_563, 1_812, 2_166, 2_466, 2_718, 3_093, 3_357]
        );
    }
}
