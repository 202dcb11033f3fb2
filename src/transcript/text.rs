//! The text form: tags, an empty line, then moves with their numbers and words.
//!
//! It is read by hand, line by line, and not by a grammar: every refusal names its line and says what
//! should stand there, and nothing is kept of a file beyond the bounds.

use std::fmt::Write;

use super::{
    bounds::{LONGEST_LINE, MOST_EVENTS, VERSION, version},
    data::Transcript,
    draft::{Draft, DraftItem},
    escaping::is_unseen,
    invalid::{InvalidRecord, Reason, shown},
    people::Roster,
    tag::Tag,
    tags::Tags,
};
use crate::matchplay::{Event, Word};

/// The greatest length of lines of moves, in characters.
const WIDTH: usize = 80;

/// The last word while a match is being played.
const RUNNING: &str = "*";

/// The name of the word for the end.
const OVER: &str = "over";

/// The name of the first tag, which holds the version.
const FIRST: &str = "Rondel";

pub(super) fn write(record: &Transcript) -> String {
    let mut text = format!("[{FIRST} \"{}\"]\n", version(record.time));
    for tag in Tag::ALL {
        if let Some(value) = tag.value(record) {
            // Writing to a text cannot fail.
            let _ = writeln!(text, "[{tag} \"{}\"]", escaped(&value));
        }
    }
    text.push('\n');
    let mut line = String::new();
    let mut number = 0;
    let roster = Roster::of(record);
    for step in &record.course {
        if let Event::TakenBack { to_ply } = step.event {
            number = to_ply;
        }
        let word = if let Event::Moved { .. } = step.event {
            number += 1;
            format!("{number}. {}", step.short)
        } else {
            roster.word(&step.event).to_string()
        };
        push(&mut text, &mut line, &word);
    }
    if record.outcome().is_none() {
        push(&mut text, &mut line, RUNNING);
    }
    text.push_str(&line);
    text.push('\n');
    text
}

/// Adds a word to a line, or ends the line before it.
fn push(text: &mut String, line: &mut String, word: &str) {
    let width = |text: &str| text.chars().count();
    if !line.is_empty() && width(line) + 1 + width(word) > WIDTH {
        text.push_str(line);
        text.push('\n');
        line.clear();
    }
    if !line.is_empty() {
        line.push(' ');
    }
    line.push_str(word);
}

/// Escapes the characters of a value that would end it, steer a terminal, or not be seen.
fn escaped(value: &str) -> String {
    let mut text = String::new();
    for char in value.chars() {
        match char {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            _ if is_unseen(char) => text.extend(char.escape_unicode()),
            _ => text.push(char),
        }
    }
    text
}

/// Reads an escaped value up to the quote that ends it, and returns it with the text after the
/// quote.
fn unescaped(text: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut rest = text;
    loop {
        let mut chars = rest.chars();
        match chars.next()? {
            '"' => return Some((value, chars.as_str())),
            '\\' => match chars.next()? {
                char @ ('"' | '\\') => value.push(char),
                'u' => {
                    let (digits, after) = chars.as_str().strip_prefix('{')?.split_once('}')?;
                    let number = u32::from_str_radix(digits, 16).ok();
                    value.push(number.and_then(char::from_u32)?);
                    rest = after;
                    continue;
                }
                _ => return None,
            },
            char => value.push(char),
        }
        rest = chars.as_str();
    }
}

pub(super) fn read(text: &str) -> Result<Draft, InvalidRecord> {
    let mut lines = LineReader {
        rest: text.split('\n'),
        number: 0,
    };
    read_version(lines.next()?)?;
    let mut draft = Draft {
        tags: Tags::default(),
        entries: Vec::new(),
        end: 1,
    };
    while let Some((number, line)) = lines.next()? {
        if line.is_empty() {
            break;
        }
        read_tag(&mut draft.tags, number, line)?;
    }
    let mut moves = Moves::default();
    while let Some((number, line)) = lines.next()? {
        for word in line.split(' ').filter(|word| !word.is_empty()) {
            draft.end = number;
            moves.take(number, word)?;
        }
    }
    draft.entries = moves.finish(draft.end)?;
    Ok(draft)
}

/// Lines of a file, each checked before it is given.
struct LineReader<'a> {
    rest: std::str::Split<'a, char>,
    number: usize,
}

impl<'a> LineReader<'a> {
    fn next(&mut self) -> Result<Option<(usize, &'a str)>, InvalidRecord> {
        let Some(line) = self.rest.next() else {
            return Ok(None);
        };
        self.number += 1;
        let line = line.strip_suffix('\r').unwrap_or(line);
        let refuse = |reason| Err(InvalidRecord::at(self.number, reason));
        if line.len() > LONGEST_LINE {
            return refuse(Reason::LineTooLong { most: LONGEST_LINE });
        }
        if let Some(char) = line.chars().find(|char| char.is_control()) {
            return refuse(Reason::Control { char });
        }
        Ok(Some((self.number, line)))
    }
}

/// Reads the version in the first line: `[Rondel "1"]`.
fn read_version(line: Option<(usize, &str)>) -> Result<(), InvalidRecord> {
    let version = line.and_then(|(_, line)| {
        let value = line.strip_prefix('[')?.strip_prefix(FIRST)?;
        let value = value.strip_prefix(" \"")?.strip_suffix("\"]")?;
        let version: u64 = value.parse().ok()?;
        (version.to_string() == value).then_some(version)
    });
    match version {
        Some(1..=VERSION) => Ok(()),
        Some(other) => Err(InvalidRecord::at(1, Reason::UnknownVersion(other))),
        None => Err(InvalidRecord::at(1, Reason::NoRecord)),
    }
}

fn read_tag(tags: &mut Tags, number: usize, line: &str) -> Result<(), InvalidRecord> {
    let form = || InvalidRecord::at(number, Reason::TagForm);
    let inside = line.strip_prefix('[').ok_or_else(form)?;
    let (name, value) = inside.split_once(" \"").ok_or_else(form)?;
    let (value, rest) = unescaped(value).ok_or_else(form)?;
    if rest != "]" {
        return Err(form());
    }
    match Tag::ALL.into_iter().find(|tag| tag.to_string() == name) {
        Some(tag) => tags.put(tag, number, value),
        None => Err(InvalidRecord::at(number, Reason::UnknownTag(shown(name)))),
    }
}

/// Moves and words, read one by one.
#[derive(Default)]
struct Moves {
    entries: Vec<(usize, DraftItem)>,
    /// The number that was read just now, and its line: a move must follow.
    number: Option<(usize, u32)>,
    /// True if the last word says that the match is being played.
    running: bool,
}

impl Moves {
    fn take(&mut self, line: usize, word: &str) -> Result<(), InvalidRecord> {
        let unknown = || InvalidRecord::at(line, Reason::NoWord(shown(word)));
        if self.running {
            return Err(InvalidRecord::at(line, Reason::AfterEnd));
        }
        if self.entries.len() >= MOST_EVENTS {
            return Err(InvalidRecord::at(
                line,
                Reason::TooManyEvents { most: MOST_EVENTS },
            ));
        }
        if let Some((_, number)) = self.number.take() {
            let short = word.to_owned();
            if short.contains(':') {
                return Err(unknown());
            }
            let word = None;
            let entry = DraftItem::Move {
                number,
                short,
                word,
            };
            self.entries.push((line, entry));
        } else if let Some(number) = word.strip_suffix('.').filter(|word| !word.contains(':')) {
            let read: u32 = number.parse().map_err(|_| unknown())?;
            if read.to_string() != number {
                return Err(unknown());
            }
            self.number = Some((line, read));
        } else if word == RUNNING {
            let over =
                |entry: &DraftItem| matches!(entry, DraftItem::Word(word) if word.name() == OVER);
            if self.entries.last().is_some_and(|(_, entry)| over(entry)) {
                return Err(InvalidRecord::at(line, Reason::AfterEnd));
            }
            self.running = true;
        } else {
            let read = Word::parse(word);
            if read.to_string() != word {
                return Err(unknown());
            }
            self.entries.push((line, DraftItem::Word(read)));
        }
        Ok(())
    }

    fn finish(self, end: usize) -> Result<Vec<(usize, DraftItem)>, InvalidRecord> {
        match self.number {
            Some((line, _)) => Err(InvalidRecord::at(line.max(end), Reason::BreaksOff)),
            None => Ok(self.entries),
        }
    }
}
