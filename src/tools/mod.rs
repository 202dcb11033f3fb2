//! Subcommands that need neither a store nor a chat (interfaces §1, §5 to §7): functions from
//! arguments to text or bytes. `cli` reads the arguments.

use crate::rules::IllegalMove;

mod action;
pub mod analyze;
pub mod bench;
pub mod engine;
pub mod limits;
mod lines;
pub mod perft;
pub mod render;
mod threads;

pub use lines::OverLine;
pub(crate) use lines::read_bounded;

/// Puts the reason against a move into a sentence, since the rules know no language.
pub type Wording<'a> = &'a dyn Fn(&IllegalMove) -> String;
