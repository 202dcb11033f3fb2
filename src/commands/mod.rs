//! Everything that people may ask for: a file for each command, named after what they type.
//!
//! A command's file has its entry in [`COMMANDS`] with its options and buttons, the typed request
//! that they are read into, and what it does. A chat hands an [`Incoming`] to the [`Responder`]
//! and gets a [`Reply`](crate::messages::Reply):
//!
//! ```text
//! Incoming ──► Options of a command ──► Request ──► Task::run ──► Answer ──► Reply
//!          ──► action of a press    ──┘                       (CommandError: why, and the ways out)
//! ```
//!
//! To add a command, write its file with its test, add it to the list and its task to `request.rs`, and
//! put its name and its sentences into `assets/texts` of each language. `draw.rs` is a short one to read first; `command.rs`
//! has what all of them share, and `tests.rs` a chat in which a test can type and press.
//! `tests/newcomer/coinflip.patch` is a whole command, from its file to its German name.

#![allow(
    clippy::wildcard_enum_match_arm,
    reason = "a command looks for the occasions and refusals that concern it; all others are no business of it"
)]

mod abort;
mod acts;
mod board;
mod command;
mod draw;
mod export;
mod forget_me;
mod help;
mod history;
mod incoming;
mod join;
mod leaderboard;
mod leave;
mod look;
mod match_pages;
mod matches;
mod r#move;
pub mod naming;
mod options;
mod pact;
mod pager;
mod pass;
mod pause;
mod play;
mod prelude;
mod presser;
mod privacy;
mod profile;
mod proposal;
mod reader;
mod rematch;
mod replay;
mod request;
mod resign;
mod responder;
mod rules;
mod seat;
mod server;
mod setting;
mod settings;
mod shortcut;
mod suggestion;
mod takeback;
mod visibility;

pub use self::{
    acts::{Acts, AskedNow},
    command::Command,
    incoming::{Account, ChosenChannels, Incoming, Input, Speaker, Value},
    naming::command_called,
    options::{InputError, Kind, LONGEST_TEXT, MATCH, Opt},
    reader::{ReadCommand, check_input, command_of},
    request::Handling,
    responder::Responder,
    rules::rulebook,
    suggestion::{Suggestion, Typing},
    visibility::Visibility,
};
pub(crate) use self::{draw::END, proposal::is_vote};

/// Every command there is, in the order in which `/help` lists them and their buttons stand.
pub const COMMANDS: &[Command] = &[
    play::COMMAND,
    join::COMMAND,
    leave::COMMAND,
    r#move::COMMAND,
    board::COMMAND,
    look::COMMAND,
    draw::COMMAND,
    resign::COMMAND,
    pact::COMMAND,
    abort::COMMAND,
    takeback::COMMAND,
    pause::COMMAND,
    seat::COMMAND,
    rematch::COMMAND,
    matches::COMMAND,
    history::COMMAND,
    replay::COMMAND,
    export::COMMAND,
    leaderboard::COMMAND,
    profile::COMMAND,
    rules::COMMAND,
    settings::COMMAND,
    server::COMMAND,
    privacy::COMMAND,
    forget_me::COMMAND,
    help::COMMAND,
];

#[cfg(test)]
mod tests;
