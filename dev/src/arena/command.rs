//! The command line of the arena.

use std::{
    env, io,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::Context;
use clap::Args;
use rondel::{config::Config, rules::Ruleset, rulesets::Rulesets};

use super::{ArenaOptions, Between, Contestant};
use crate::threads;

/// How players play each other.
#[derive(Debug, Args)]
pub struct ArenaArguments {
    /// Configuration file, for the rulesets that it adds
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// A player: random, level N, or a program that speaks as `rondel engine` does, with settings such
    /// as @nodes=25000, @movetime=6, @name=NAME, @Level=3; each plays against two of the next, and one
    /// named again is the same player
    #[arg(long = "engine", value_name = "CMD", required = true, num_args = 1)]
    engines: Vec<Contestant>,
    /// Let each play against two of every other
    #[arg(long)]
    everyone: bool,
    /// Number of games of each player against the next
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// End as soon as it is decided which of two gains is the likelier, in hundredths of the points over
    /// a fair share, such as 0,5
    #[arg(long, value_name = "LOW,HIGH", allow_hyphen_values = true)]
    between: Option<Between>,
    /// Rules to play by; may be repeated, and all stands for all rulesets
    #[arg(long, value_name = "NAME", default_value = "three-man")]
    ruleset: Vec<String>,
    /// The most positions that a player looks at for a move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "movetime")]
    nodes: Option<u64>,
    /// The time that a player has for a move, in milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Number of moves by chance with which each game begins
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(0..=60))]
    opening: u32,
    /// The ply at which a game is cut and shared as a draw
    #[arg(long, value_name = "N", default_value_t = 600, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    plies: u32,
    /// Play other games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Number of threads that play [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Report in a line of JSON
    #[arg(long)]
    json: bool,
}

/// Lets players play each other, and reports on standard output. The exit code is 1 if a game ended in an error.
///
/// # Errors
///
/// If a ruleset is unknown, or the report cannot be written.
pub fn run(task: ArenaArguments) -> anyhow::Result<ExitCode> {
    let mut contestants = Vec::new();
    let mut order = Vec::new();
    for one in task.engines {
        let one = one.within(task.nodes, task.movetime);
        let known = contestants.iter().position(|other| *other == one);
        order.push(known.unwrap_or(contestants.len()));
        if known.is_none() {
            contestants.push(one);
        }
    }
    let options = ArenaOptions {
        rulesets: rulesets(&task.ruleset, task.config.as_deref())?,
        contestants,
        order,
        everyone: task.everyone,
        games: task.games as usize,
        between: task.between,
        opening: task.opening,
        plies: task.plies,
        seed: task.seed,
        threads: threads(task.threads),
        json: task.json,
    };
    let sound = match super::run(&options, &mut io::stdout().lock()) {
        // Whoever read the report has read enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => true,
        played => played?,
    };
    Ok(ExitCode::from(u8::from(!sound)))
}

/// Returns the rulesets of these names; `all` stands for all that there are.
fn rulesets(names: &[String], config: Option<&Path>) -> anyhow::Result<Vec<(String, Ruleset)>> {
    let config = Config::load(config, env::vars_os())?;
    let known = Rulesets::configured(config.rulesets.dir.as_deref())?;
    let mut chosen = Vec::new();
    for name in names {
        if name == "all" {
            chosen.extend(known.iter().map(|one| (one.name.to_string(), one.ruleset)));
        } else {
            let named = known.named(name);
            let named = named.with_context(|| format!("there is {}", known.names().join(", ")))?;
            chosen.push((name.clone(), named.ruleset));
        }
    }
    Ok(chosen)
}
