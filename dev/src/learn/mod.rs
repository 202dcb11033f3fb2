//! Makes the weights of the learned evaluation (`rondel::computer::net`) in two steps. `play` lets
//! computers play each other and writes positions with what came of them, a line each; `fit` fits a network
//! to such lines and writes its weights. Both give the same for the same seed, whatever the machine plays
//! on; sums of fractions may differ in their last digits from one machine to another.

mod fit;
mod network;
mod play;
mod sample;

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// The two steps.
#[derive(Debug, Subcommand)]
pub enum LearnTask {
    /// Let computers play each other, and write positions with what came of them
    Play(PlayArguments),
    /// Fit a network to positions, and write its weights
    Fit(FitArguments),
}

/// How positions are made.
#[derive(Debug, Args)]
pub struct PlayArguments {
    /// Number of matches, each up to the first army that goes out
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    matches: u64,
    /// The positions that a computer looks at for a move
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Play other matches
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Number of threads that play [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    to: PathBuf,
}

/// How a network is fitted.
#[derive(Debug, Args)]
pub struct FitArguments {
    /// Number of times that all positions are gone through
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    rounds: u32,
    /// How much of what is fitted is what came of the match, in hundredths; the rest is what the computers
    /// expected
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u8).range(..=100))]
    outcome: u8,
    /// Begin with other weights
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    to: PathBuf,
    /// The files to learn from; the first part of each is kept to measure by
    #[arg(value_name = "FILE", required = true)]
    from: Vec<PathBuf>,
}

/// Does one of the two steps.
///
/// # Errors
///
/// If a file cannot be read or written.
pub fn run(task: &LearnTask) -> anyhow::Result<()> {
    match task {
        LearnTask::Play(arguments) => play::play(arguments),
        LearnTask::Fit(arguments) => fit::fit(arguments),
    }
}
