//! Figures of a contest: what the challenger takes over a fair share, with its interval, and a test that
//! ends as soon as it is decided.

use super::{game::GameSet, options::Between};

/// The logarithm of the odds at which a sequential test is decided: one error in twenty either way
/// (Wald, 1945).
const DECIDED: f64 = 2.944;
/// The least sets before a decision: the variance is not known before.
const LEAST: usize = 10;

/// The mean and the spread of what was measured so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mean {
    pub(super) count: usize,
    sum: f64,
    squares: f64,
}

impl Mean {
    pub(super) fn add(&mut self, value: f64) {
        self.count += 1;
        self.sum += value;
        self.squares += value * value;
    }

    pub(super) fn mean(&self) -> f64 {
        self.sum / self.count.max(1) as f64
    }

    /// The variance of one value.
    fn variance(&self) -> f64 {
        let count = self.count as f64;
        if self.count < 2 {
            return 0.0;
        }
        ((self.squares - self.sum * self.sum / count) / (count - 1.0)).max(0.0)
    }

    /// Half the width of the 95 % interval of the mean.
    pub(super) fn half(&self) -> f64 {
        1.96 * (self.variance() / self.count.max(1) as f64).sqrt()
    }
}

/// Returns the part of the points that the challenger of a set took, over its fair share. The challenger
/// sits on another seat in each game, so it is who sits on as many seats as there are games.
pub(super) fn lead(set: &GameSet) -> f64 {
    let count = set.games.len().max(1) as f64;
    taken(set)
        - set
            .games
            .iter()
            .map(|game| 1.0 / game.parts.len() as f64)
            .sum::<f64>()
            / count
}

/// Returns the part of the points that the challenger of a set took.
pub(super) fn taken(set: &GameSet) -> f64 {
    let count = set.games.len().max(1) as f64;
    let parts = set.games.iter().enumerate();
    parts.map(|(seat, game)| game.parts[seat].1).sum::<f64>() / count
}

/// What a sequential test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decision {
    Taken,
    Refused,
}

/// A sequential probability ratio test with the variance as measured.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sequential {
    between: Between,
    mean: Mean,
    pub(super) decision: Option<Decision>,
}

impl Sequential {
    pub(super) fn new(between: Between) -> Sequential {
        Sequential {
            between,
            mean: Mean::default(),
            decision: None,
        }
    }

    /// Takes in the lead of one more set; once decided it stays so.
    pub(super) fn add(&mut self, lead: f64) -> Option<Decision> {
        if self.decision.is_none() {
            self.mean.add(lead);
            let ratio = self.ratio();
            if self.mean.count >= LEAST && ratio.abs() >= DECIDED {
                let taken = ratio > 0.0;
                self.decision = Some(if taken {
                    Decision::Taken
                } else {
                    Decision::Refused
                });
            }
        }
        self.decision
    }

    /// The logarithm of the odds of the higher bound over the lower.
    pub(super) fn ratio(&self) -> f64 {
        let (low, high) = (self.between.low / 100.0, self.between.high / 100.0);
        let variance = self.mean.variance();
        if variance <= 0.0 {
            return 0.0;
        }
        let count = self.mean.count as f64;
        count * (high - low) * (2.0 * self.mean.mean() - low - high) / (2.0 * variance)
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha12Rng;

    use super::*;

    fn decided(gain: f64, seed: u64) -> (Option<Decision>, usize) {
        let mut dice = ChaCha12Rng::seed_from_u64(seed);
        let mut test = Sequential::new(Between {
            low: 0.0,
            high: 5.0,
        });
        for nth in 1..4_000 {
            // Each game of a set is won with this chance.
            let won = (0..3)
                .filter(|_| dice.random_bool(1.0 / 3.0 + gain))
                .count();
            if let Some(decision) = test.add(won as f64 / 3.0 - 1.0 / 3.0) {
                return (Some(decision), nth);
            }
        }
        (None, 4_000)
    }

    #[test]
    fn a_sequential_test_errs_as_seldom_as_it_says() {
        for (gain, want) in [(0.0, Decision::Refused), (0.05, Decision::Taken)] {
            let all: Vec<_> = (0..400).map(|seed| decided(gain, seed)).collect();
            let right = all.iter().filter(|(is, _)| *is == Some(want)).count();
            assert!(right >= 370, "{right} of 400 for {gain}");
            let mean = all.iter().map(|(_, sets)| sets).sum::<usize>() / all.len();
            assert!((80..400).contains(&mean), "{mean} sets for {gain}");
        }
        let (is, sets) = decided(0.3, 1);
        assert_eq!(is, Some(Decision::Taken));
        assert!(sets < 40, "{sets}");
    }

    #[test]
    fn means_have_their_intervals() {
        let mut mean = Mean::default();
        [0.0, 1.0, 0.0, 1.0]
            .into_iter()
            .for_each(|value| mean.add(value));
        assert!((mean.mean() - 0.5).abs() < 1e-9);
        // The variance is a third, of the mean a twelfth.
        assert!((mean.half() - 1.96 / 12_f64.sqrt()).abs() < 1e-9);
    }
}
