//! Tests at the boundaries, as data.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod analyze;
mod away;
mod buttons;
mod computer;
mod console;
mod delivery;
mod discord;
mod engine;
mod files;
mod forget;
mod hall;
mod hostile;
mod ids;
mod jumps;
mod limits;
mod line;
mod matches;
mod matchplay;
mod month;
mod noon;
mod now;
mod pairs;
mod postgres;
mod released;
mod render;
mod restarts;
mod rules;
mod rulesets;
mod said;
mod sheet;
mod side_by_side;
mod snapshots;
mod standings;
mod store;
mod tidy;
mod transcript;
mod watching;
mod web;

/// That of the program, so that what is measured here is as it is there.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The program. Variables that are meant for the tests, or for a bot of the tester's own, are kept
/// from it.
fn program() -> std::process::Command {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_rondel"));
    command.env_remove("DISCORD_TOKEN").env_remove("RUST_LOG");
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("RONDEL_")) {
        command.env_remove(name);
    }
    command
}

/// Returns if long tables are tried as a whole, as `.ci/long whole` does, and not a part of them.
fn whole() -> bool {
    std::env::var_os("RONDEL_WHOLE").is_some()
}
