//! Subcommands that need neither a store nor a chat (interfaces §1, §5 to §7): functions from
//! arguments to text or bytes. `cli` reads the arguments.

mod action;
pub mod analyze;
pub mod arena;
pub mod perft;
pub mod render;
