//! Why a file is refused.

use std::fmt;

use super::{FIRST_VERSION, VERSION, tags::Tag};

/// A file that is no record, or not a true one: where, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct Refused {
    /// On which line, 1 the first.
    pub line: usize,
    /// Why.
    pub reason: Reason,
}

impl Refused {
    pub(super) const fn at(line: usize, reason: Reason) -> Refused {
        Refused { line, reason }
    }
}

/// Why a file is refused. Texts from the file are cut short, and nothing in them can steer a
/// terminal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// Longer than any record.
    #[error("the file is longer than {most} bytes")]
    FileTooLong {
        /// The most bytes.
        most: usize,
    },
    /// A line longer than any of a record.
    #[error("the line is longer than {most} bytes")]
    LineTooLong {
        /// The most bytes.
        most: usize,
    },
    /// More moves and words than any match of sane people.
    #[error("there are more than {most} moves and words")]
    TooManyEvents {
        /// The most.
        most: usize,
    },
    /// Not UTF-8.
    #[error("the file is not UTF-8 text")]
    NotText,
    /// A character that steers.
    #[error("the character {} stands in no record", char.escape_unicode())]
    Control {
        /// Which.
        char: char,
    },
    /// Something else, such as another program's file.
    #[error(
        "this is no record of a match by Rondel: one begins with [Rondel \"{FIRST_VERSION}\"], or a version up to {VERSION}, or is JSON with such a number as \"rondel\""
    )]
    NoRecord,
    /// The record of a later version of this program.
    #[error("version {0} of records is not known; this program knows {FIRST_VERSION} to {VERSION}")]
    UnknownVersion(u64),
    /// What the version that the record says it has does not have.
    #[error("{what} came with version {since} of records, and this one is of version {version}")]
    Newer {
        /// The tag or word.
        what: String,
        /// With which version it came.
        since: u64,
        /// The version of the record.
        version: u64,
    },
    /// The JSON cannot be read.
    #[error("{0}")]
    Json(String),
    /// A tag that is not written as tags are.
    #[error("a tag is written [Name \"value\"], with \\\" and \\\\ for quotes and backslashes")]
    TagForm,
    /// A tag that no record has.
    #[error("there is no tag {0}")]
    UnknownTag(String),
    /// A tag for the second time.
    #[error("the tag {0} was given before")]
    Twice(Tag),
    /// A tag that is not there.
    #[error("the tag {0} is missing")]
    Missing(Tag),
    /// A tag that does not go with the others.
    #[error("the tag {tag} goes only with {with}")]
    OutOfPlace {
        /// Which.
        tag: Tag,
        /// With what.
        with: &'static str,
    },
    /// A tag that holds what it cannot hold.
    #[error("the tag {tag} holds {wants}")]
    Value {
        /// Which.
        tag: Tag,
        /// What it should hold.
        wants: &'static str,
    },
    /// Options of a ruleset that cannot be.
    #[error("the tag Options holds no options of a ruleset: {0}")]
    Options(String),
    /// The name of a preset over other options than it has.
    #[error("{ruleset} has other options: {options}")]
    OtherOptions {
        /// The preset.
        ruleset: String,
        /// Its options.
        options: String,
    },
    /// The match was being played when it was written.
    #[error("the match of this record is not over; export it again when it is")]
    NotOver,
    /// Neither a move nor a word.
    #[error("{0} is neither a move with its number nor a word of a record")]
    NoWord(String),
    /// The name of a player that is not written as it should be, or is the second one of nobody.
    #[error("{0} is not how a player is named here")]
    Name(String),
    /// The number of a move.
    #[error("the next move has number {wants}, and not {given}")]
    Number {
        /// What it is.
        given: u32,
        /// What it should be.
        wants: u32,
    },
    /// A move that cannot be made.
    #[error("{mv} cannot be played here: {why}")]
    Move {
        /// As it was written.
        mv: String,
        /// Why.
        why: String,
    },
    /// A move that is written otherwise.
    #[error("{mv} is written {short} here")]
    Spelling {
        /// As it was written.
        mv: String,
        /// As it should be.
        short: String,
    },
    /// Something that the rules judge differently.
    #[error("by today's rules this is wrong: {0}")]
    Judged(String),
    /// Moves or words behind the end.
    #[error("something follows after the end")]
    AfterEnd,
    /// No end.
    #[error("the record breaks off before the end of the match")]
    BreaksOff,
    /// A tag that does not say how the match ended.
    #[error("the match ended otherwise: {tag} must be {wants}")]
    Outcome {
        /// Which.
        tag: Tag,
        /// What it should hold.
        wants: String,
    },
    /// A score for a match that was called off.
    #[error("a match that was called off has no score")]
    ScoreOfNothing,
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The most characters of a text from a file that are shown.
const MOST_SHOWN: usize = 40;

/// A text from a file as it may be shown: between quotes, short and harmless.
pub(super) fn shown(text: &str) -> String {
    let cut: String = text.chars().take(MOST_SHOWN).collect();
    format!("{cut:?}")
}
