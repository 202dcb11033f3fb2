//! `rondel perft` (interfaces §5): counts positions.

use std::{
    io::{self, Write},
    time::Instant,
};

use super::threads::shared;
use crate::rules::{Move, Position, divide, perft};

/// The positions to count.
#[derive(Clone, Copy, Debug)]
pub struct PerftOptions {
    /// The greatest depth, in plies.
    pub depth: u32,
    /// The position to count from.
    pub position: Position,
    /// True if only the greatest depth is counted, move by move.
    pub divide: bool,
    /// The number of threads that count; at least one.
    pub threads: usize,
}

/// Counts and prints. Speeds go to `speeds`.
///
/// # Errors
///
/// If a line cannot be written.
pub fn run(
    options: &PerftOptions,
    out: &mut impl Write,
    speeds: &mut impl Write,
) -> io::Result<()> {
    if options.divide {
        let begun = Instant::now();
        let counts = divided(&options.position, options.depth, options.threads);
        let total: u64 = counts.iter().map(|(_, count)| count).sum();
        for (mv, count) in counts {
            writeln!(out, "{mv} {count}")?;
        }
        writeln!(out, "total {total}")?;
        return speed(total, begun, speeds);
    }
    for depth in 1..=options.depth {
        let begun = Instant::now();
        let counts = divided(&options.position, depth, options.threads);
        let count = counts.iter().map(|(_, count)| count).sum();
        writeln!(out, "{depth} {count}")?;
        out.flush()?;
        speed(count, begun, speeds)?;
    }
    Ok(())
}

/// Counts like [`divide`], with the first moves shared between threads.
fn divided(position: &Position, depth: u32, threads: usize) -> Vec<(Move, u64)> {
    let mut counts = divide(position, 1);
    let mut settled = *position;
    let _ = settled.settle(|_| ());
    let found = shared(threads, counts.len(), |index| {
        let mut after = settled;
        after.play(counts[index].0);
        perft(&after, depth - 1)
    });
    for (index, count) in found {
        counts[index].1 = count;
    }
    counts
}

fn speed(count: u64, begun: Instant, speeds: &mut impl Write) -> io::Result<()> {
    let seconds = begun.elapsed().as_secs_f64().max(1e-9);
    writeln!(
        speeds,
        "{count} positions in {seconds:.3} s, {:.2} million a second",
        count as f64 / seconds / 1e6
    )
}
