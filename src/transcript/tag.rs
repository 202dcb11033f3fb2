//! Tags by name.

use std::fmt;

use crate::rules::{Color, words};

words! {
    /// A tag, in the order in which they are written. Its word is its key in JSON.
    Tag {
        /// The match's id.
        "match" => Match,
        /// The id of an imported match where it was played.
        "original" => Original,
        /// The place where it was played.
        "place" => Place,
        /// The moment at which it began.
        "began" => Began,
        /// The moment at which it ended.
        "ended" => Ended,
        /// The name of White's player.
        "white" => White,
        /// The name of Gray's player.
        "gray" => Gray,
        /// The name of Black's player.
        "black" => Black,
        /// The armies that computers play, with their levels.
        "computers" => Computers,
        /// The name of the ruleset.
        "ruleset" => Ruleset,
        /// The options of the ruleset.
        "options" => Options,
        /// There and `no` if the match does not count in the standings.
        "rated" => Rated,
        /// The time for each move.
        "time" => Time,
        /// The result (rules §8), or `*`.
        "result" => Result,
        /// The score line (rules §8).
        "score" => Score,
    }
}

impl Tag {
    /// Returns the tag of an army's player.
    pub(super) const fn of_player(color: Color) -> Tag {
        match color {
            Color::White => Tag::White,
            Color::Gray => Tag::Gray,
            Color::Black => Tag::Black,
        }
    }
}

/// Writes its name in a text: the word with a capital.
impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, rest) = self.word().split_at(1);
        write!(f, "{}{rest}", first.to_ascii_uppercase())
    }
}
