//! `rondel perft` (interfaces §5): counts positions.

use std::{
    io::{self, Write},
    time::Instant,
};

use super::threads::shared;
use crate::rules::{self, Move, Position, perft};

/// Counts the positions after each number of plies up to a depth, on one thread or more, and prints
/// them; with `divide` those of the greatest depth alone, move by move. Speeds go to `speeds`.
///
/// # Errors
///
/// If a line cannot be written.
pub fn run(
    position: &Position,
    depth: u32,
    divide: bool,
    threads: usize,
    out: &mut impl Write,
    speeds: &mut impl Write,
) -> io::Result<()> {
    if divide {
        let begun = Instant::now();
        let counts = divided(position, depth, threads);
        let total: u64 = counts.iter().map(|(_, count)| count).sum();
        for (mv, count) in counts {
            writeln!(out, "{mv} {count}")?;
        }
        writeln!(out, "total {total}")?;
        return speed(total, begun, speeds);
    }
    for depth in 1..=depth {
        let begun = Instant::now();
        let counts = divided(position, depth, threads);
        let count = counts.iter().map(|(_, count)| count).sum();
        writeln!(out, "{depth} {count}")?;
        out.flush()?;
        speed(count, begun, speeds)?;
    }
    Ok(())
}

/// Counts like [`rules::divide`], with the first moves shared between threads.
fn divided(position: &Position, depth: u32, threads: usize) -> Vec<(Move, u64)> {
    let mut counts = rules::divide(position, 1);
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
