//! The command line of the truths.

use std::{io::Write, path::PathBuf};

use clap::{Args, Subcommand, ValueEnum};
use rondel::rules::Role;

use super::{
    table::Tables,
    traps,
    trial::{Task, trial},
};
use crate::arena::Contestant;

/// Print proved truths about positions, a JSON object a line
#[derive(Debug, Args)]
pub struct TruthArguments {
    #[command(subcommand)]
    truth: Truth,
    /// Decides which truths are found: the same seed gives the same lines.
    #[arg(long, global = true, default_value_t = 1)]
    seed: u64,
    /// The number of truths to print.
    #[arg(long, global = true, default_value_t = 20)]
    count: usize,
    /// The folder where tables are kept.
    #[arg(long, global = true, default_value = "target/truths")]
    tables: PathBuf,
    /// The threads that build a table, or ask a player.
    #[arg(long, global = true, default_value_t = 1)]
    threads: usize,
    /// Puts the truths to a player, named as in the arena, and prints how many it gets right.
    /// Endings it plays out against a defender who knows the table.
    #[arg(long, global = true)]
    player: Option<Contestant>,
    /// The most plies of an ending that is played out.
    #[arg(long, global = true, default_value_t = 100)]
    plies: u32,
}

#[derive(Debug, Subcommand)]
enum Truth {
    /// Mates that can be forced in so many own moves, and in no fewer.
    Mates {
        /// The number of own moves.
        #[arg(long, default_value_t = 1)]
        moves: u32,
    },
    /// Positions in which one move alone avoids a forced mate.
    Only,
    /// Endings of two armies with the distance to mate.
    Endings {
        /// The piece that is left.
        #[arg(long)]
        table: Ending,
    },
    /// A queen against two lone kings, with what each army can guarantee.
    Three,
    /// Positions in which a greedy capture goes wrong.
    Traps {
        /// The thing that it overlooks.
        #[arg(long)]
        kind: traps::Kind,
    },
    /// Builds all tables that are missing and prints their figures.
    Tables {
        /// The random positions of each table that are held against the rules library.
        #[arg(long, default_value_t = 10_000)]
        check: usize,
    },
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Ending {
    /// King and queen against king.
    Kq,
    /// King and rook against king.
    Kr,
    /// King and pawn against king.
    Kp,
    /// King and crossed pawn against king.
    Kc,
}

impl Ending {
    const fn role(self) -> Role {
        match self {
            Ending::Kq => Role::Queen,
            Ending::Kr => Role::Rook,
            Ending::Kp => Role::Pawn,
            Ending::Kc => Role::CrossedPawn,
        }
    }
}

/// Prints what is asked for on standard output.
///
/// # Errors
///
/// If a table cannot be kept, a player breaks off, or a line cannot be written.
pub fn run(arguments: TruthArguments) -> anyhow::Result<()> {
    let TruthArguments {
        truth,
        seed,
        count,
        tables,
        threads,
        player,
        plies,
    } = arguments;
    let mut out = std::io::stdout().lock();
    let mut kept = Tables::default();
    let mut add = |subject| kept.add(subject, Some(&tables), threads.max(1));
    let is_trap = matches!(truth, Truth::Traps { .. });
    let plays_out = matches!(truth, Truth::Endings { .. } | Truth::Three);
    let truths: Box<dyn Iterator<Item = serde_json::Value> + '_> = match truth {
        Truth::Mates { moves } => Box::new(super::of_mates(seed, moves)),
        Truth::Only => Box::new(super::of_only_moves(seed)),
        Truth::Traps { kind } => Box::new(super::of_traps(seed, kind)),
        Truth::Endings { table } => {
            add(super::table::Subject::two(table.role()))?;
            Box::new(super::endings(&kept, table.role(), seed))
        }
        Truth::Three => {
            for subject in super::three_subjects() {
                add(subject)?;
            }
            Box::new(super::three(&kept, seed))
        }
        Truth::Tables { check } => {
            for subject in super::all_subjects() {
                let start = std::time::Instant::now();
                add(subject)?;
                eprintln!("{subject:?}: {:.1?}", start.elapsed());
            }
            Box::new(super::figures(&kept, seed, check).into_iter())
        }
    };
    if let Some(player) = player {
        let promised = |truth: &serde_json::Value| !plays_out || super::is_promised(truth);
        let asked: Vec<_> = truths.filter(promised).take(count).collect();
        let task = if plays_out {
            Task::Play(&kept, plies)
        } else if is_trap {
            Task::Avoid
        } else {
            Task::Move
        };
        let figures = trial(&player, task, &asked, threads).map_err(anyhow::Error::msg)?;
        writeln!(out, "{figures}")?;
        return Ok(());
    }
    for truth in truths.take(count) {
        writeln!(out, "{truth}")?;
    }
    Ok(())
}
