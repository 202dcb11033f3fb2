//! Stores in files, on sled, which is named nowhere else in the program.
//!
//! A [`Pair`] is a store of matches and one of people, opened together. [`check_files`] looks for
//! damage in them, and [`Rescue`] reads what is whole out of damaged ones. A [`FileFilling`] fills new ones from a
//! backup.
//!
//! # The way of an append
//!
//! 1. [`SledStore`] hands the append to its one writing thread and waits (`committer`).
//! 2. The thread takes everything that waits, has the [rules](crate::rules) judge each append against the
//!    ones before it, and turns all of them into rows ([`keyed`](crate::keyed)).
//! 3. The rows are applied as one atomic batch and synced to the disk (`files`).
//! 4. Each append is answered. Until then readers see the state before it, so that nobody acts on
//!    something that a power cut could take back.
//!
//! # What sled does not do
//!
//! The limits of sled 0.34 decide the shape of this module:
//!
//! - Its `flush` hands data to the system, which survives the end of the process, but not a power
//!   cut: an `fdatasync` of its file must follow (`files`).
//! - That costs milliseconds, so one thread gathers the appends that wait and commits them together
//!   (`committer`). Readers block too, on threads of tokio's ([`keyed`](crate::keyed)).
//! - A batch over one tree is atomic, so there is one tree, and the kinds of rows are told apart
//!   by the first byte of their keys ([`keyed`](crate::keyed)).
//! - Damaged files make it panic, and it does not notice a lost tail. Panics are caught; a mark
//!   next to its files says how far they had come (`mark`); a tally of all rows shows any that are
//!   gone (`tally`). Looking for damage is done on a copy (`inspection`).
//! - What it has applied it shows at once, durable or not. Until it is durable, or while nobody knows
//!   whether a write that failed is there, readers see the rows of before (`view`).
//! - After a write that failed it refuses all others. So none is begun without room, and the files
//!   are opened again as soon as there is (`files`).

mod advice;
mod bond;
mod check;
mod committer;
mod contents;
mod database;
pub mod disk;
mod expendable;
mod files;
mod filling;
mod inspection;
mod lock;
mod mark;
mod open_file;
mod pair;
mod people;
mod permissions;
mod rescue;
mod settling;
mod standings_file;
mod store;
mod survey;
mod tally;
mod view;
mod watchdog;

pub use self::{
    check::check_files,
    filling::FileFilling,
    pair::Pair,
    people::{PeopleRows, SledPeople},
    rescue::Rescue,
    settling::{is_kept, paths_of},
    store::{SledRows, SledStore},
};
