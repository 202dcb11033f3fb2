//! One scale for all players: the strengths of a Plackett–Luce model that explain the results best.

use std::collections::BTreeMap;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;

use super::game::GameSet;

/// The most rounds of a fit, and the change of all strengths in a round, as a part of them, at which it
/// ends. Where each meets only the next, thousands are needed.
const ROUNDS: usize = 10_000;
const SETTLED: f64 = 1e-6;

/// The samples of the intervals.
const SAMPLES: usize = 200;

/// The strength of a player, in points of which 400 are ten to one, with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PlayerStrength {
    pub(super) points: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

/// Returns the strengths of all players over that of the last, with intervals by drawing sets again and
/// again.
pub(super) fn strengths(players: usize, sets: &[GameSet], seed: u64) -> Vec<PlayerStrength> {
    let shared = Meetings::shared(players, sets);
    let fitted = |drawn: &mut dyn Iterator<Item = &GameSet>| {
        let mut meetings = shared.clone();
        drawn.for_each(|set| meetings.add(set));
        meetings.fit()
    };
    let points = fitted(&mut sets.iter());
    let mut dice = ChaCha12Rng::seed_from_u64(seed);
    let samples: Vec<Vec<f64>> = (0..SAMPLES)
        .map(|_| fitted(&mut (0..sets.len()).map(|_| &sets[dice.random_range(0..sets.len())])))
        .collect();
    (0..players)
        .map(|player| {
            let mut values: Vec<f64> = samples.iter().map(|sample| sample[player]).collect();
            values.sort_by(f64::total_cmp);
            PlayerStrength {
                points: points[player],
                low: values[SAMPLES / 40],
                high: values[SAMPLES - 1 - SAMPLES / 40],
            }
        })
        .collect()
}

/// The games that a fit counts: the points that each player took, and how often which players met.
#[derive(Clone, Debug)]
struct Meetings {
    /// The parts of the points by player, a win being 1.
    won: Vec<f64>,
    /// The number of games by their players in order; a player on two seats stands there twice.
    games: BTreeMap<Vec<usize>, f64>,
}

impl Meetings {
    /// Returns half a game, shared evenly, for all who met. It keeps strengths finite if a player took
    /// everything, and draws all differences together by the same part.
    fn shared(players: usize, sets: &[GameSet]) -> Meetings {
        let mut meetings = Meetings {
            won: vec![0.0; players],
            games: BTreeMap::new(),
        };
        for game in sets.iter().flat_map(|set| &set.games) {
            let met = met(&game.parts);
            let fair = 0.5 / met.len() as f64;
            if meetings.games.insert(met.clone(), 0.5).is_none() {
                met.iter().for_each(|player| meetings.won[*player] += fair);
            }
        }
        meetings
    }

    fn add(&mut self, set: &GameSet) {
        for game in &set.games {
            *self.games.entry(met(&game.parts)).or_default() += 1.0;
            for (player, part) in &game.parts {
                self.won[*player] += part;
            }
        }
    }

    /// Fits the model by the rounds of Hunter (2004): the part of the points that a player took is the
    /// part of a win. The strength of somebody who never played says nothing.
    fn fit(&self) -> Vec<f64> {
        let mut strength = vec![1.0; self.won.len()];
        for _ in 0..ROUNDS {
            let mut expected = vec![0.0; strength.len()];
            for (met, games) in &self.games {
                let all: f64 = met.iter().map(|player| strength[*player]).sum();
                for player in met {
                    expected[*player] += games / all;
                }
            }
            let mut change: f64 = 0.0;
            for ((own, won), expected) in strength.iter_mut().zip(&self.won).zip(expected) {
                let now = if expected > 0.0 { won / expected } else { *own };
                change = change.max((now / *own - 1.0).abs());
                *own = now;
            }
            if change < SETTLED {
                break;
            }
        }
        let last = strength.last().copied().unwrap_or(1.0);
        strength
            .iter()
            .map(|one| 400.0 * (one / last).log10())
            .collect()
    }
}

/// Returns the players of a game in order.
fn met(parts: &[(usize, f64)]) -> Vec<usize> {
    let mut players: Vec<usize> = parts.iter().map(|(player, _)| *player).collect();
    players.sort_unstable();
    players
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::game::{Ended, GameResult};

    fn game(parts: &[(usize, f64)]) -> GameResult {
        GameResult {
            ruleset: 0,
            ended: Ended::Cut,
            plies: 0,
            parts: parts.to_vec(),
            times: Vec::new(),
        }
    }

    /// Returns sets in which a player takes half of the points against two of another.
    fn halves(challenger: usize, other: usize, sets: usize) -> Vec<GameSet> {
        let set = |nth| {
            let won = f64::from(u8::from(nth % 2 == 0));
            let parts = [(challenger, won), (other, 1.0 - won), (other, 0.0)];
            GameSet {
                contest: 0,
                games: vec![game(&parts)],
            }
        };
        (0..sets).map(set).collect()
    }

    #[test]
    fn strengths_explain_the_results() {
        // The first takes half of the points against two of the second: twice its strength, 120 points.
        let [first, second] = strengths(2, &halves(0, 1, 2_000), 1)[..] else {
            panic!("two players");
        };
        assert!((first.points - 120.4).abs() < 2.0, "{first:?}");
        assert!(first.low < first.points && first.points < first.high);
        assert!(first.high - first.low < 40.0);
        assert!(second.points.abs() < 1e-9);
    }

    /// The first of fourteen players had a tenth too little: the fit ended after 200 rounds, and half a
    /// game against nobody in particular held all of them together.
    #[test]
    fn strengths_add_up_where_each_meets_only_the_next() {
        let sets: Vec<GameSet> = (0..13).flat_map(|one| halves(one, one + 1, 60)).collect();
        let points: Vec<f64> = strengths(14, &sets, 1)
            .iter()
            .map(|one| one.points)
            .collect();
        for step in points.windows(2) {
            assert!((step[0] - step[1] - 120.0).abs() < 2.0, "{points:?}");
        }
    }

    #[test]
    fn one_who_takes_everything_has_a_strength() {
        let won = || game(&[(0, 1.0), (1, 0.0), (1, 0.0)]);
        let sets = [GameSet {
            contest: 0,
            games: vec![won(), won(), won()],
        }];
        let found = strengths(3, &sets, 1);
        assert!(found.iter().all(|one| one.points.is_finite()), "{found:?}");
        assert!(found[0].points > found[1].points + 300.0, "{found:?}");
    }
}
