//! The console's process (interfaces §4), driven line by line.

mod claims;
mod completing;
mod computers;
mod disk;
mod harness;
pub(crate) mod lapse;
mod leaders;
mod matches;
mod moving;
mod offers;
mod own_rulesets;
mod pacts;
pub(crate) mod reasons;
mod refusals;
mod rematch;
pub(crate) mod replaying;
mod restart;
mod rules;
mod rulesets;
mod server;
mod settings;
mod shape;
mod showing;
mod stuck;
#[cfg(unix)]
mod terminal;
mod threads;
mod usage;
mod waiting;
mod which;

pub(crate) use harness::{Answer, Console, End, Store, rondel};
