//! Fits a network to samples, by Adam (Kingma and Ba, 2015) with weights that decay.

use std::fs;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;

use super::{
    FitArguments,
    network::Weights,
    sample::{self, Sample},
};

/// The samples after which the weights are moved.
const BATCH: usize = 4_096;
/// How far the weights are moved at first; in the end not at all.
const SPEED: f32 = 0.003;
/// The part by which weights of inputs decay each time that they are moved, in parts of the speed.
const DECAY: f32 = 2.0;
/// One sample in this many is kept to measure by, the first ones of each file.
const MEASURED: usize = 20;

/// Fits a network, prints what it loses on samples it has not seen after each round, and writes its weights.
pub(crate) fn fit(arguments: &FitArguments) -> anyhow::Result<()> {
    let mut learned = Vec::new();
    let mut measured = Vec::new();
    for file in &arguments.from {
        let mut samples = sample::read(file)?;
        learned.extend(samples.split_off(samples.len() / MEASURED));
        measured.append(&mut samples);
    }
    anyhow::ensure!(
        learned.len() >= BATCH && !measured.is_empty(),
        "too few positions: {BATCH} at least to learn from, beside one in {MEASURED} to measure by"
    );
    println!(
        "{} positions, {} to measure by",
        learned.len(),
        measured.len()
    );
    let mut dice = ChaCha12Rng::seed_from_u64(arguments.seed);
    let mut weights = Weights::by_chance(arguments.seed);
    let mut adam = Adam::new(arguments.rounds as usize * (learned.len() / BATCH));
    for round in 1..=arguments.rounds {
        for nth in (1..learned.len()).rev() {
            learned.swap(nth, dice.random_range(0..=nth));
        }
        for batch in learned.chunks_exact(BATCH) {
            let slopes = slopes(&weights, batch, f32::from(arguments.outcome) / 100.0);
            adam.step(&mut weights, &slopes);
        }
        let losses = measured
            .iter()
            .map(|sample| weights.learn(sample, 1.0, None));
        let loss = losses.sum::<f64>() / measured.len() as f64;
        println!(
            "round {round}: loss {loss:.4} (by chance {:.4})",
            3.0_f64.ln()
        );
    }
    fs::write(&arguments.to, weights.bytes())?;
    Ok(())
}

/// Returns the slopes of a batch, worked out by two threads.
fn slopes(weights: &Weights, batch: &[Sample], part: f32) -> Weights {
    let of = |samples: &[Sample]| {
        let mut slopes = Weights::none();
        for sample in samples {
            weights.learn(sample, part, Some(&mut slopes));
        }
        slopes
    };
    let (one, other) = batch.split_at(batch.len() / 2);
    std::thread::scope(|scope| {
        let one = scope.spawn(|| of(one));
        let mut all = of(other);
        if let Ok(one) = one.join() {
            all.0
                .iter_mut()
                .zip(one.0)
                .for_each(|(sum, more)| *sum += more);
        }
        all.0
            .iter_mut()
            .for_each(|slope| *slope /= batch.len() as f32);
        all
    })
}

struct Adam {
    mean: Weights,
    square: Weights,
    done: usize,
    steps: usize,
}

impl Adam {
    fn new(steps: usize) -> Adam {
        Adam {
            mean: Weights::none(),
            square: Weights::none(),
            done: 0,
            steps,
        }
    }

    fn step(&mut self, weights: &mut Weights, slopes: &Weights) {
        const FORGETS: (f32, f32) = (0.9, 0.999);
        self.done += 1;
        let gone = self.done as f32 / self.steps as f32;
        let speed = SPEED * 0.5 * (1.0 + (std::f32::consts::PI * gone).cos());
        let known = |forgets: f32| 1.0 - forgets.powi(self.done as i32);
        let (mean_known, square_known) = (known(FORGETS.0), known(FORGETS.1));
        for (nth, slope) in slopes.0.iter().enumerate() {
            let mean = &mut self.mean.0[nth];
            let square = &mut self.square.0[nth];
            *mean = FORGETS.0 * *mean + (1.0 - FORGETS.0) * slope;
            *square = FORGETS.1 * *square + (1.0 - FORGETS.1) * slope * slope;
            let weight = &mut weights.0[nth];
            let decay = if Weights::is_of_input(nth) {
                DECAY * *weight
            } else {
                0.0
            };
            let towards = *mean / mean_known / ((*square / square_known).sqrt() + 1e-8);
            *weight -= speed * (towards + decay);
        }
        weights.bound();
    }
}
