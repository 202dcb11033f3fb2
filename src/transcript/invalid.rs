//! Refusals of files.

use super::{bounds::VERSION, tag::Tag};

/// A refusal of a file that is no record, or not a true one, with line and reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct InvalidRecord {
    /// The line in the file, counted from 1.
    pub line: usize,
    /// The reason, which says what is wrong there.
    pub reason: Reason,
}

impl InvalidRecord {
    pub(super) const fn at(line: usize, reason: Reason) -> InvalidRecord {
        InvalidRecord { line, reason }
    }
}

/// The reason to refuse a file. Texts from the file are cut short, and nothing in them can steer a
/// terminal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Reason {
    /// The file is longer than any record.
    #[error("the file is longer than {most} bytes")]
    FileTooLong {
        /// The most bytes that are read.
        most: usize,
    },
    /// A line is longer than any of a record.
    #[error("the line is longer than {most} bytes")]
    LineTooLong {
        /// The most bytes of a line that are read.
        most: usize,
    },
    /// There are more moves and words than in any sane match.
    #[error("there are more than {most} moves and words")]
    TooManyEvents {
        /// The most moves and words that are read.
        most: usize,
    },
    /// The file is not UTF-8.
    #[error("the file is not UTF-8 text")]
    NotText,
    /// A character steers a terminal.
    #[error("the character {} stands in no record", char.escape_unicode())]
    Control {
        /// The character found.
        char: char,
    },
    /// The file is something else, such as another program's.
    #[error(
        "this is no record of a match by Rondel: one begins with [Rondel \"1\"], or is JSON \
         with that number as \"rondel\""
    )]
    NoRecord,
    /// The record is of another version of this program; its version.
    #[error("version {0} of records is not known; this program knows 1 to {VERSION}")]
    UnknownVersion(u64),
    /// The JSON cannot be read; the reader's reason.
    #[error("{0}")]
    Json(String),
    /// A line looks like a tag and is not written as tags are.
    #[error("a tag is written [Name \"value\"], with \\\" and \\\\ for quotes and backslashes")]
    TagForm,
    /// A tag is one that no record has.
    #[error("there is no tag {0}")]
    UnknownTag(String),
    /// A tag comes for the second time.
    #[error("the tag {0} was given before")]
    Twice(Tag),
    /// A tag is missing.
    #[error("the tag {0} is missing")]
    Missing(Tag),
    /// A tag does not go with the others.
    #[error("the tag {tag} goes only with {with}")]
    OutOfPlace {
        /// The tag that is too many.
        tag: Tag,
        /// The thing that it does not go with.
        with: &'static str,
    },
    /// A tag has a value that it cannot have.
    #[error("the tag {tag} holds {wants}")]
    Value {
        /// The tag with the value.
        tag: Tag,
        /// The value that it should have, as a noun phrase.
        wants: &'static str,
    },
    /// The options of the ruleset are impossible.
    #[error("the tag Options holds no options of a ruleset: {0}")]
    Options(String),
    /// The name is that of a preset with other options.
    #[error("{ruleset} has other options: {options}")]
    OtherOptions {
        /// The name of the preset.
        ruleset: String,
        /// The options of the preset.
        options: String,
    },
    /// The match was being played when the file was written.
    #[error("the match of this record is not over; export it again when it is")]
    NotOver,
    /// A text is neither a move nor a word.
    #[error("{0} is neither a move with its number nor a word of a record")]
    NoWord(String),
    /// The name of a player is not written as it should be, or is the second one of nobody.
    #[error("{0} is not how a player is named here")]
    Name(String),
    /// The number of a move is wrong.
    #[error("the next move has number {wants}, and not {given}")]
    Number {
        /// The number in the file.
        given: u32,
        /// The number that it should be.
        wants: u32,
    },
    /// A move cannot be made.
    #[error("{mv} cannot be played here: {why}")]
    Move {
        /// The move as it was written.
        mv: String,
        /// The reason in the words of the rules.
        why: String,
    },
    /// A move is spelled otherwise.
    #[error("{mv} is written {short} here")]
    Spelling {
        /// The move as it was written.
        mv: String,
        /// The short form that it should have.
        short: String,
    },
    /// The rules judge something differently.
    #[error("by today's rules this is wrong: {0}")]
    Judged(String),
    /// There are moves or words after the end.
    #[error("something follows after the end")]
    AfterEnd,
    /// The record has no end.
    #[error("the record breaks off before the end of the match")]
    BreaksOff,
    /// A tag does not say how the match ended.
    #[error("the match ended otherwise: {tag} must be {wants}")]
    Outcome {
        /// The tag about the end.
        tag: Tag,
        /// The value that it should have.
        wants: String,
    },
    /// The record has a score for an aborted match.
    #[error("a match that was called off has no score")]
    ScoreOfNothing,
}

/// The most characters of a text from a file that are shown.
const MOST_SHOWN: usize = 40;

/// Returns a text from a file as it may be shown: between quotes, short and harmless.
pub(super) fn shown(text: &str) -> String {
    let cut: String = text.chars().take(MOST_SHOWN).collect();
    format!("{cut:?}")
}
