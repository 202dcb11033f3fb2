//! The version of the forms, and the bounds of what is read.

use crate::matchplay::TimeLimit;

/// The newest version of both forms. It is written for a match with a time for a number of moves, all
/// others are written as version 1. Both are read for ever.
pub const VERSION: u64 = 2;

/// Returns the version of the record of a match with this limit.
pub(super) const fn version(time: Option<TimeLimit>) -> u64 {
    match time {
        Some(limit) if limit.moves().is_some() => VERSION,
        Some(_) | None => 1,
    }
}

/// The longest file that is read, in bytes.
pub const LONGEST_FILE: usize = 4 * 1024 * 1024;

/// The longest line of a text that is read, in bytes.
pub const LONGEST_LINE: usize = 4_096;

/// The most moves and words that are read.
pub const MOST_EVENTS: usize = 20_000;

/// The longest name of a player that is read, in characters.
pub const LONGEST_NAME: usize = 100;

/// The longest name of a ruleset that is read, in characters: `a` to `z`, `0` to `9` and `-`.
pub const LONGEST_RULESET: usize = 32;
