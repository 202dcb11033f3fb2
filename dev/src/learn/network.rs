//! The network with fractions, as it is fitted.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;
use rondel::computer::net::{HIDDEN, INPUTS, MOST, ONE};

use super::sample::Sample;

/// Where in the weights each part begins, as `rondel` reads them: a row for each input, the bias, and three
/// rows of the second layer.
const BIAS: usize = INPUTS * HIDDEN;
const SECOND: usize = BIAS + HIDDEN;
const ALL: usize = SECOND + 3 * HIDDEN;

/// A network's weights, or what belongs to each of them.
#[derive(Clone, Debug)]
pub(crate) struct Weights(pub(crate) Vec<f32>);

impl Weights {
    pub(crate) fn none() -> Weights {
        Weights(vec![0.0; ALL])
    }

    /// Returns small weights by chance.
    pub(crate) fn by_chance(seed: u64) -> Weights {
        let mut dice = ChaCha12Rng::seed_from_u64(seed);
        let mut weights = Weights::none();
        for (nth, weight) in weights.0.iter_mut().enumerate() {
            let chance = dice.random::<f32>() - 0.5;
            *weight = match nth {
                ..BIAS => chance * 0.1,
                BIAS..SECOND => 0.3,
                _ => chance * 0.5,
            };
        }
        weights
    }

    /// Keeps the weights within what whole numbers can hold.
    pub(crate) fn bound(&mut self) {
        for weight in &mut self.0 {
            *weight = weight.clamp(-MOST, MOST);
        }
    }

    /// Returns true if the weight is one of an input.
    pub(crate) const fn is_of_input(nth: usize) -> bool {
        nth < BIAS
    }

    /// Returns the weights as bytes, as `rondel` reads them.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let (first, second) = ONE;
        let whole = self.0.iter().enumerate().map(|(nth, weight)| {
            let one = if nth < SECOND { first } else { second };
            (weight * one as f32).round() as i16
        });
        whole.flat_map(i16::to_le_bytes).collect()
    }

    fn row(&self, nth: usize) -> &[f32] {
        &self.0[nth * HIDDEN..][..HIDDEN]
    }

    fn add_to_row(&mut self, nth: usize, what: &[f32]) {
        let row = &mut self.0[nth * HIDDEN..][..HIDDEN];
        row.iter_mut()
            .zip(what)
            .for_each(|(weight, more)| *weight += more);
    }

    /// Returns the loss of a sample, the cross-entropy of what came of it, and adds the slopes of what is
    /// fitted to `slopes`. Of what is fitted `part` is the outcome.
    pub(crate) fn learn(&self, sample: &Sample, part: f32, slopes: Option<&mut Weights>) -> f64 {
        let mut sums = [[0.0; HIDDEN]; 3];
        for (sums, inputs) in sums.iter_mut().zip(&sample.inputs) {
            sums.copy_from_slice(self.row(INPUTS));
            for input in inputs {
                let row = self.row(usize::from(*input));
                sums.iter_mut().zip(row).for_each(|(sum, w)| *sum += w);
            }
        }
        let units = sums.map(|sums| sums.map(|sum| sum.clamp(0.0, 1.0)));
        let second = |seat: usize| self.row(INPUTS + 1 + seat);
        let expected = [0, 1, 2].map(|army| {
            let of = |seat: usize| {
                let view = &units[(army + seat) % 3];
                let products = view.iter().zip(second(seat)).map(|(unit, w)| unit * w);
                products.sum::<f32>()
            };
            of(0) + of(1) + of(2) + sample.evaluated[army]
        });
        let shares = shares(expected);
        if let Some(slopes) = slopes {
            let mut back = [[0.0; HIDDEN]; 3];
            for (army, share) in shares.iter().enumerate() {
                let wanted = part * sample.outcome[army] + (1.0 - part) * sample.expected[army];
                let wrong = share - wanted;
                for seat in 0..3 {
                    let view = (army + seat) % 3;
                    let row = second(seat);
                    for unit in 0..HIDDEN {
                        if (0.0..1.0).contains(&sums[view][unit]) {
                            back[view][unit] += wrong * row[unit];
                        }
                    }
                    slopes.add_to_row(INPUTS + 1 + seat, &units[view].map(|unit| unit * wrong));
                }
            }
            for (back, inputs) in back.iter().zip(&sample.inputs) {
                slopes.add_to_row(INPUTS, back);
                for input in inputs {
                    slopes.add_to_row(usize::from(*input), back);
                }
            }
        }
        let of =
            |army: usize| f64::from(sample.outcome[army]) * f64::from(shares[army].max(1e-9)).ln();
        -(of(0) + of(1) + of(2))
    }
}

/// Returns the shares that grow as the exponential does.
fn shares(expected: [f32; 3]) -> [f32; 3] {
    let most = expected.into_iter().fold(f32::MIN, f32::max);
    let grown = expected.map(|one| (one - most).exp());
    let all: f32 = grown.iter().sum();
    grown.map(|one| one / all)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The slopes that `learn` gives are those of its loss.
    #[test]
    fn slopes_are_those_of_the_loss() {
        let sample = Sample {
            inputs: [
                vec![1, 700, 3_024],
                vec![5, 900, 3_026],
                vec![9, 2_000, 3_025],
            ],
            outcome: [0.7, 0.3, 0.0],
            expected: [0.2, 0.2, 0.6],
            evaluated: [0.3, 0.1, -0.2],
        };
        let weights = Weights::by_chance(3);
        let mut slopes = Weights::none();
        weights.learn(&sample, 1.0, Some(&mut slopes));
        for nth in [
            HIDDEN + 2,
            900 * HIDDEN + 7,
            BIAS + 4,
            SECOND + 1,
            SECOND + 2 * HIDDEN + 9,
        ] {
            let mut moved = [weights.clone(), weights.clone()];
            moved[0].0[nth] += 1e-2;
            moved[1].0[nth] -= 1e-2;
            let [up, down] = moved.map(|weights| weights.learn(&sample, 1.0, None));
            let slope = (up - down) / 2e-2;
            assert!(
                (slope - f64::from(slopes.0[nth])).abs() < 1e-3,
                "{nth}: {slope} {}",
                slopes.0[nth]
            );
        }
    }
}
