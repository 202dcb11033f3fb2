//! What those who work on the computer players measure and make; players and operators need none of it. `main.rs` has
//! the command line, and the README says what each command is for.

pub mod arena;
pub mod learn;
pub mod players;
pub mod truths;

/// Returns the number of threads to use.
fn threads(asked: Option<u16>) -> usize {
    asked.map_or_else(
        || std::thread::available_parallelism().map_or(1, usize::from),
        usize::from,
    )
}
