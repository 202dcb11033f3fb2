//! The program's other subcommands (interfaces §1, §5 to §7), apart from reading arguments.

pub mod analyze;
pub mod arena;
pub mod perft;
pub mod render;
mod word;
