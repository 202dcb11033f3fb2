//! The results of all matches in figures, as printed.

use std::{collections::BTreeMap, fmt, time::Duration};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;

use super::{
    bout::{Bout, Ended},
    options::{ArenaOptions, Contestant},
};

/// The number of resamplings for an interval.
const DRAWN: usize = 4_000;

/// The results of all matches in figures; displays as the printed report.
pub(super) struct Scoreboard {
    plies: u32,
    rulesets: Vec<ByRuleset>,
    players: BTreeMap<Contestant, ByPlayer>,
    pub(super) errors: Vec<String>,
}

#[derive(Default)]
struct ByRuleset {
    name: String,
    ends: BTreeMap<&'static str, u32>,
    cut: u32,
    matches: u32,
    plies: u64,
}

#[derive(Default)]
struct ByPlayer {
    /// The share of the points this player took in each match they sat in.
    shares: Vec<f64>,
    seats: usize,
    /// The number of all seats in those matches.
    all_seats: usize,
    times: Vec<Duration>,
    interval: (f64, f64),
}

impl Scoreboard {
    pub(super) fn of(options: &ArenaOptions, bouts: &[Bout]) -> Scoreboard {
        let mut scoreboard = Scoreboard {
            plies: options.plies,
            rulesets: options
                .rulesets
                .iter()
                .map(|(name, _)| ByRuleset {
                    name: name.clone(),
                    ..ByRuleset::default()
                })
                .collect(),
            players: BTreeMap::new(),
            errors: Vec::new(),
        };
        if bouts.len() < options.matches {
            scoreboard.errors.push(String::from("a thread broke off"));
        }
        for (number, bout) in (1..).zip(bouts) {
            scoreboard.add(number, bout);
        }
        let mut dice = ChaCha12Rng::seed_from_u64(options.seed);
        for player in scoreboard.players.values_mut() {
            player.interval = interval(&player.shares, &mut dice);
            player.times.sort();
        }
        scoreboard
    }

    fn add(&mut self, number: usize, bout: &Bout) {
        let ruleset = &mut self.rulesets[bout.ruleset];
        ruleset.matches += 1;
        ruleset.plies += u64::from(bout.plies);
        match &bout.ended {
            Ended::Rules(word) => *ruleset.ends.entry(word).or_default() += 1,
            Ended::Cut => ruleset.cut += 1,
            Ended::Error(error) => {
                *ruleset.ends.entry("error").or_default() += 1;
                let name = &ruleset.name;
                self.errors.push(format!("match {number}, {name}: {error}"));
            }
        }
        let all: u16 = bout.points.iter().map(|(_, points)| points).sum();
        let mut taken: BTreeMap<Contestant, (usize, u16)> = BTreeMap::new();
        for (player, points) in &bout.points {
            let (seats, sum) = taken.entry(*player).or_default();
            *seats += 1;
            *sum += points;
        }
        for (player, (seats, points)) in taken {
            let entry = self.players.entry(player).or_default();
            entry.seats += seats;
            entry.all_seats += bout.points.len();
            if all > 0 {
                entry.shares.push(f64::from(points) / f64::from(all));
            }
        }
        for (player, time) in &bout.times {
            self.players.entry(*player).or_default().times.push(*time);
        }
    }
}

impl fmt::Display for Scoreboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for ruleset in self.rulesets.iter().filter(|ruleset| ruleset.matches > 0) {
            let average = ruleset.plies / u64::from(ruleset.matches);
            let (name, matches) = (&ruleset.name, ruleset.matches);
            writeln!(f, "{name}: {matches} matches, {average} plies on average")?;
            for (word, count) in &ruleset.ends {
                writeln!(f, "  {word}: {count}")?;
            }
            let (limit, cut) = (self.plies, ruleset.cut);
            writeln!(f, "  cut at {limit} plies, shared as a draw: {cut}")?;
        }
        for (player, figures) in &self.players {
            let (low, high) = figures.interval;
            let (p50, p99) = (quantile(&figures.times, 50), quantile(&figures.times, 99));
            writeln!(
                f,
                "{player}: {:.1} % of the points, 95 % interval {:.1} to {:.1}, with {:.1} % of \
                 the seats",
                100.0 * average(&figures.shares),
                100.0 * low,
                100.0 * high,
                100.0 * figures.seats as f64 / figures.all_seats.max(1) as f64,
            )?;
            writeln!(f, "  time per move: p50 {p50:.2} ms, p99 {p99:.2} ms")?;
        }
        writeln!(
            f,
            "intervals: bootstrap over matches, {DRAWN} samples; a match counts by the part of its \
             points"
        )?;
        for error in &self.errors {
            writeln!(f, "error: {error}")?;
        }
        Ok(())
    }
}

fn average(shares: &[f64]) -> f64 {
    shares.iter().sum::<f64>() / shares.len().max(1) as f64
}

/// Returns an interval by the percentile bootstrap: the averages of as many matches, drawn from
/// these again and again, without the lowest and the highest fortieth.
fn interval(shares: &[f64], dice: &mut ChaCha12Rng) -> (f64, f64) {
    if shares.is_empty() {
        return (0.0, 0.0);
    }
    let mut averages: Vec<f64> = (0..DRAWN)
        .map(|_| {
            let drawn = (0..shares.len()).map(|_| shares[dice.random_range(0..shares.len())]);
            drawn.sum::<f64>() / shares.len() as f64
        })
        .collect();
    averages.sort_by(f64::total_cmp);
    (averages[DRAWN / 40], averages[DRAWN - 1 - DRAWN / 40])
}

/// Returns a quantile of sorted times, in milliseconds.
fn quantile(sorted: &[Duration], percent: usize) -> f64 {
    let last = sorted.len().saturating_sub(1);
    let time = sorted.get(last * percent / 100);
    time.map_or(0.0, |time| time.as_secs_f64() * 1e3)
}
