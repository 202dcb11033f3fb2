//! The results of all games in figures, as printed.

use std::{
    collections::BTreeMap,
    fmt,
    io::{self, Write},
    time::Duration,
};

use serde::Serialize;

use super::{
    figures::{Decision, Mean, Sequential, lead, taken},
    game::{Ended, GameSet},
    options::{ArenaOptions, Contest},
    strengths::strengths,
};

/// The results of all games in figures; displays as the printed report.
#[derive(Debug, Serialize)]
pub(super) struct ArenaReport {
    contests: Vec<ContestLine>,
    rulesets: Vec<RulesetLine>,
    players: Vec<PlayerLine>,
    pub(super) errors: Vec<String>,
}

#[derive(Debug, Serialize)]
struct ContestLine {
    challenger: String,
    against: String,
    sets: usize,
    games: usize,
    /// Hundredths of the points, with the 95 % interval over sets.
    share: f64,
    low: f64,
    high: f64,
    /// The logarithm of the odds of a sequential test, and what it says.
    #[serde(skip_serializing_if = "Option::is_none")]
    ratio: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    decision: Option<&'static str>,
}

#[derive(Debug, Serialize)]
struct RulesetLine {
    name: String,
    games: u32,
    /// The mean number of plies.
    plies: u64,
    ends: BTreeMap<&'static str, u32>,
}

#[derive(Debug, Serialize)]
struct PlayerLine {
    name: String,
    /// Points over the last player, with the 95 % interval.
    strength: f64,
    low: f64,
    high: f64,
    moves: usize,
    /// Milliseconds a move.
    p50: f64,
    p95: f64,
    p99: f64,
    most: f64,
}

impl ArenaReport {
    pub(super) fn of(
        options: &ArenaOptions,
        contests: &[Contest],
        sets: &[GameSet],
    ) -> ArenaReport {
        let mut report = ArenaReport {
            contests: Vec::new(),
            rulesets: rulesets(options, sets),
            players: players(options, sets),
            errors: Vec::new(),
        };
        for (number, contest) in contests.iter().enumerate() {
            let own: Vec<&GameSet> = sets.iter().filter(|set| set.contest == number).collect();
            report.contests.push(contest_line(options, contest, &own));
        }
        for (number, set) in (1..).zip(sets) {
            for game in &set.games {
                if let Ended::Error(error) = &game.ended {
                    report.errors.push(format!("set {number}: {error}"));
                }
            }
        }
        if options.between.is_none() && sets.len() < options.sets() * contests.len() {
            report.errors.push(String::from("a thread broke off"));
        }
        report
    }
}

impl ArenaReport {
    /// Writes it as a line of JSON.
    pub(super) fn write_json(&self, out: &mut impl Write) -> io::Result<()> {
        serde_json::to_writer(&mut *out, self)?;
        writeln!(out)
    }
}

fn contest_line(options: &ArenaOptions, contest: &Contest, sets: &[&GameSet]) -> ContestLine {
    let mut mean = Mean::default();
    let mut sequential = options.between.map(Sequential::new);
    for set in sets {
        mean.add(taken(set));
        if let Some(test) = &mut sequential {
            test.add(lead(set));
        }
    }
    let (share, half) = (100.0 * mean.mean(), 100.0 * mean.half());
    ContestLine {
        challenger: options.contestants[contest.challenger].to_string(),
        against: options.contestants[contest.other].to_string(),
        sets: sets.len(),
        games: sets.iter().map(|set| set.games.len()).sum(),
        share,
        low: share - half,
        high: share + half,
        ratio: sequential.map(|test| test.ratio()),
        decision: sequential.map(|test| match test.decision {
            Some(Decision::Taken) => "taken",
            Some(Decision::Refused) => "refused",
            None => "undecided",
        }),
    }
}

fn rulesets(options: &ArenaOptions, sets: &[GameSet]) -> Vec<RulesetLine> {
    let each = options
        .rulesets
        .iter()
        .enumerate()
        .map(|(number, (name, _))| {
            let games = sets.iter().flat_map(|set| &set.games);
            let games: Vec<_> = games.filter(|game| game.ruleset == number).collect();
            let mut ends: BTreeMap<&'static str, u32> = BTreeMap::new();
            for game in &games {
                let word = match game.ended {
                    Ended::Rules(word) => word,
                    Ended::Cut => "cut",
                    Ended::Error(_) => "error",
                };
                *ends.entry(word).or_default() += 1;
            }
            let plies: u64 = games.iter().map(|game| u64::from(game.plies)).sum();
            RulesetLine {
                name: name.clone(),
                games: games.len() as u32,
                plies: plies / games.len().max(1) as u64,
                ends,
            }
        });
    each.filter(|line| line.games > 0).collect()
}

fn players(options: &ArenaOptions, sets: &[GameSet]) -> Vec<PlayerLine> {
    let count = options.contestants.len();
    if sets.is_empty() {
        return Vec::new();
    }
    let strengths = strengths(count, sets, options.seed);
    let each = options.contestants.iter().zip(strengths).enumerate();
    each.map(|(number, (contestant, strength))| {
        let times = sets
            .iter()
            .flat_map(|set| &set.games)
            .flat_map(|game| &game.times);
        let own = times.filter(|(player, _)| *player == number);
        let mut times: Vec<Duration> = own.map(|(_, time)| *time).collect();
        times.sort();
        PlayerLine {
            name: contestant.to_string(),
            strength: strength.points,
            low: strength.low,
            high: strength.high,
            moves: times.len(),
            p50: quantile(&times, 50),
            p95: quantile(&times, 95),
            p99: quantile(&times, 99),
            most: quantile(&times, 100),
        }
    })
    .collect()
}

/// Returns a quantile of sorted times, in milliseconds.
fn quantile(sorted: &[Duration], percent: usize) -> f64 {
    let last = sorted.len().saturating_sub(1);
    let time = sorted.get(last * percent / 100);
    time.map_or(0.0, |time| time.as_secs_f64() * 1e3)
}

impl fmt::Display for ArenaReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.contests {
            writeln!(f, "{} against others of {}:", line.challenger, line.against)?;
            write!(
                f,
                "  {:.1} % of the points, 95 % interval {:.1} to {:.1}, {} games in {} sets",
                line.share, line.low, line.high, line.games, line.sets
            )?;
            if let (Some(ratio), Some(decision)) = (line.ratio, line.decision) {
                write!(f, "; {decision}, ratio {ratio:.2}")?;
            }
            writeln!(f)?;
        }
        for line in &self.rulesets {
            let (name, games, plies) = (&line.name, line.games, line.plies);
            write!(f, "{name}: {games} games, {plies} plies on average:")?;
            for (nth, (word, count)) in line.ends.iter().enumerate() {
                let comma = if nth > 0 { "," } else { "" };
                write!(f, "{comma} {word} {count}")?;
            }
            writeln!(f)?;
        }
        for line in &self.players {
            writeln!(
                f,
                "{}: strength {:.0} ({:.0} to {:.0}); ms a move: p50 {:.2}, p95 {:.2}, p99 {:.2}, most {:.1}",
                line.name,
                line.strength,
                line.low,
                line.high,
                line.p50,
                line.p95,
                line.p99,
                line.most
            )?;
        }
        for error in &self.errors {
            writeln!(f, "error: {error}")?;
        }
        Ok(())
    }
}
