//! Records as they stand in a file.

use super::tags::Tags;
use crate::matchplay::Word;

/// A record as it stands in a file, before it is played again.
pub(super) struct Draft {
    pub(super) tags: Tags,
    pub(super) entries: Vec<(usize, DraftItem)>,
    /// The line on which it ends.
    pub(super) end: usize,
}

/// A move or a word in a file.
pub(super) enum DraftItem {
    Move {
        number: u32,
        short: String,
        /// The move in writing, where the file has that too.
        word: Option<Word>,
    },
    Word(Word),
}
