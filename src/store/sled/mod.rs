//! Stores in files, on sled.
//!
//! The limits of sled 0.34 decide the shape of this module:
//!
//! - Its `flush` hands data to the system, which survives the end of the process, but not a power
//!   cut: an `fdatasync` of its file must follow (`files`).
//! - That costs milliseconds, so one thread gathers the appends that wait and commits them together
//!   (`committer`).
//! - A batch over one tree is atomic, so there is one tree, and the kinds of rows are told apart
//!   by the first byte of their keys (`keys`).
//! - Damaged files make it panic, and it does not notice a lost tail. Panics are caught; a mark
//!   next to its files says how far they had come (`mark`); a tally of all rows shows any that are
//!   gone (`tally`). Looking for damage is done on a copy (`examine`).
//! - What it has applied it shows at once, durable or not. Until it is durable, or while nobody knows
//!   whether a write that failed is there, readers see the rows of before (`view`).
//! - After a write that failed it refuses all others. So none is begun without room, and the files
//!   are opened again as soon as there is (`files`).

pub(super) mod advice;
pub(in crate::store) mod bond;
mod committer;
mod contents;
mod database;
pub mod disk;
mod expendable;
mod files;
mod group;
pub(super) mod inspection;
mod keys;
mod lock;
mod mark;
mod open_file;
pub(super) mod people;
pub(super) mod permissions;
mod rows;
mod shared;
mod standings_file;
mod store;
mod survey;
mod tally;
mod view;
mod watchdog;
mod write_batch;

pub use self::store::SledStore;
