//! What those who work on the computer players measure and make; players and operators need none of it. `main.rs` has
//! the command line, and the README says what each command is for.

pub mod arena;
pub mod learn;
pub mod players;
pub mod truths;
