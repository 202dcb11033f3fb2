//! Tags by name.

use crate::rules::Color;

/// A tag, in the order in which they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tag {
    /// The match's id.
    Match,
    /// The id of an imported match where it was played.
    Original,
    /// The place where it was played.
    Place,
    /// The moment at which it began.
    Began,
    /// The moment at which it ended.
    Ended,
    /// The name of White's player.
    White,
    /// The name of Gray's player.
    Gray,
    /// The name of Black's player.
    Black,
    /// The armies that computers play, with their levels.
    Computers,
    /// The name of the ruleset.
    Ruleset,
    /// The options of the ruleset.
    Options,
    /// There and `no` if the match does not count in the standings.
    Rated,
    /// The time for each move.
    Time,
    /// The result (rules §8), or `*`.
    Result,
    /// The score line (rules §8).
    Score,
}

impl Tag {
    /// All tags, in the order in which they are written.
    pub const ALL: [Tag; 15] = [
        Tag::Match,
        Tag::Original,
        Tag::Place,
        Tag::Began,
        Tag::Ended,
        Tag::White,
        Tag::Gray,
        Tag::Black,
        Tag::Computers,
        Tag::Ruleset,
        Tag::Options,
        Tag::Rated,
        Tag::Time,
        Tag::Result,
        Tag::Score,
    ];

    /// Returns its name in a text. In JSON it is the same in small letters.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Tag::Match => "Match",
            Tag::Original => "Original",
            Tag::Place => "Place",
            Tag::Began => "Began",
            Tag::Ended => "Ended",
            Tag::White => "White",
            Tag::Gray => "Gray",
            Tag::Black => "Black",
            Tag::Computers => "Computers",
            Tag::Ruleset => "Ruleset",
            Tag::Options => "Options",
            Tag::Rated => "Rated",
            Tag::Time => "Time",
            Tag::Result => "Result",
            Tag::Score => "Score",
        }
    }

    /// Returns the tag of an army's player.
    pub(super) const fn of_player(color: Color) -> Tag {
        match color {
            Color::White => Tag::White,
            Color::Gray => Tag::Gray,
            Color::Black => Tag::Black,
        }
    }
}
