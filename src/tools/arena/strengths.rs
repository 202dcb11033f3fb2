//! One scale for all players: the strengths of a Plackett–Luce model that explain the results best.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;

use super::game::GameSet;

/// The rounds of the fit, and the samples of the intervals.
const ROUNDS: usize = 200;
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
    let whole: Vec<&GameSet> = sets.iter().collect();
    let points = fit(players, &whole);
    let mut dice = ChaCha12Rng::seed_from_u64(seed);
    let samples: Vec<Vec<f64>> = (0..SAMPLES)
        .map(|_| {
            let drawn: Vec<&GameSet> = (0..sets.len())
                .map(|_| &sets[dice.random_range(0..sets.len())])
                .collect();
            fit(players, &drawn)
        })
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

/// Fits the model by the rounds of Hunter (2004): the part of the points that a player took is the part
/// of a win.
fn fit(players: usize, sets: &[&GameSet]) -> Vec<f64> {
    let mut won = vec![0.0; players];
    for (player, part) in sets
        .iter()
        .flat_map(|set| &set.games)
        .flat_map(|game| &game.parts)
    {
        won[*player] += part;
    }
    let mut strength = vec![1.0; players];
    for _ in 0..ROUNDS {
        // Half a game won and half a game lost against nobody in particular keeps all strengths finite.
        let mut met: Vec<f64> = strength.iter().map(|one| 1.0 / (one + 1.0)).collect();
        for game in sets.iter().flat_map(|set| &set.games) {
            let all: f64 = game.parts.iter().map(|(player, _)| strength[*player]).sum();
            for (player, _) in &game.parts {
                met[*player] += 1.0 / all;
            }
        }
        for player in 0..players {
            strength[player] = (won[player] + 0.5) / met[player];
        }
    }
    let last = strength.last().copied().unwrap_or(1.0);
    strength
        .iter()
        .map(|one| 400.0 * (one / last).log10())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::arena::game::{Ended, GameResult};

    fn game(parts: &[(usize, f64)]) -> GameResult {
        GameResult {
            ruleset: 0,
            ended: Ended::Cut,
            plies: 0,
            parts: parts.to_vec(),
            times: Vec::new(),
        }
    }

    #[test]
    fn strengths_explain_the_results() {
        // The first takes half of the points against two of the second: twice its strength, 120 points.
        let sets: Vec<GameSet> = (0..2_000)
            .map(|nth| GameSet {
                contest: 0,
                games: vec![game(&[
                    (0, f64::from(nth % 2)),
                    (1, f64::from(1 - nth % 2)),
                    (1, 0.0),
                ])],
            })
            .collect();
        let [first, second] = strengths(2, &sets, 1)[..] else {
            panic!("two players");
        };
        assert!((first.points - 120.4).abs() < 2.0, "{first:?}");
        assert!(first.low < first.points && first.points < first.high);
        assert!(first.high - first.low < 40.0);
        assert!(second.points.abs() < 1e-9);
    }
}
