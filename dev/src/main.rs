//! The command line of the tools for computer players.

use std::process::ExitCode;

use clap::Parser;
use rondel_dev::{arena, learn, players, truths::command as truths};

/// Tools for those who work on Rondel's computer players
#[derive(Debug, Parser)]
#[command(version)]
enum Task {
    /// Let players play each other, to see who takes the points
    Arena(arena::ArenaArguments),
    /// Be a player that is written plainly from the literature, for the arena to ask
    Player {
        /// The player
        kind: players::Kind,
    },
    /// Print proved truths about positions, or put them to a player
    Truths(truths::TruthArguments),
    /// Make the weights of the learned evaluation
    #[command(subcommand)]
    Learn(learn::LearnTask),
}

fn main() -> anyhow::Result<ExitCode> {
    match Task::parse() {
        Task::Arena(arguments) => return arena::command::run(arguments),
        Task::Player { kind } => players::run(kind)?,
        Task::Truths(arguments) => truths::run(arguments)?,
        Task::Learn(task) => learn::run(&task)?,
    }
    Ok(ExitCode::SUCCESS)
}
