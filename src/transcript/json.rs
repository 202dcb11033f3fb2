//! The JSON form: the tags as keys of one object, and an array of events.

use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{self, MapAccess, Visitor},
};

use super::{
    bounds::{MOST_EVENTS, VERSION, version},
    data::Transcript,
    draft::{Draft, DraftItem},
    escaping::is_unseen,
    invalid::{InvalidRecord, Reason, shown},
    people::Roster,
    tag::Tag,
    tags::Tags,
};
use crate::matchplay::{Event, Word};

/// A document as it is read. When it is written, each event has a line of its own.
#[derive(Default)]
struct MatchDocument {
    version: u64,
    tags: Vec<(Tag, String)>,
    events: Vec<Word>,
}

/// The part of a document that every version has.
#[derive(Deserialize)]
struct DocumentVersion {
    rondel: u64,
}

/// The keys of a document beside its tags.
const FIRST: &str = "rondel";
const EVENTS: &str = "events";

impl<'de> Deserialize<'de> for MatchDocument {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<MatchDocument, D::Error> {
        deserializer.deserialize_map(DocumentVisitor)
    }
}

struct DocumentVisitor;

impl<'de> Visitor<'de> for DocumentVisitor {
    type Value = MatchDocument;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the record of a match")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<MatchDocument, A::Error> {
        let mut document = MatchDocument::default();
        let mut seen: Vec<String> = Vec::new();
        while let Some(name) = map.next_key::<String>()? {
            if seen.contains(&name) {
                return Err(de::Error::custom(format_args!("duplicate field `{name}`")));
            }
            match (name.as_str(), Tag::from_word(&name)) {
                (FIRST, _) => document.version = map.next_value()?,
                (EVENTS, _) => document.events = map.next_value()?,
                (_, Some(tag)) => {
                    let value: Option<String> = map.next_value()?;
                    document.tags.extend(value.map(|value| (tag, value)));
                }
                (_, None) => {
                    return Err(de::Error::custom(format_args!("unknown field `{name}`")));
                }
            }
            seen.push(name);
        }
        for needed in [FIRST, EVENTS] {
            if !seen.iter().any(|name| name == needed) {
                return Err(de::Error::custom(format_args!("missing field `{needed}`")));
            }
        }
        Ok(document)
    }
}

/// The name of the word for a move, and the keys that a record adds to it.
const MOVE: &str = "move";
const PLY: &str = "ply";
const SHORT: &str = "short";

/// Returns the move or word of an event; `None` for a move without its number.
fn entry(mut word: Word) -> Option<DraftItem> {
    if word.name() != MOVE {
        return Some(DraftItem::Word(word));
    }
    let (number, short) = (word.take(PLY)?, word.take(SHORT)?);
    let read: u32 = number.parse().ok()?;
    (read.to_string() == number).then_some(DraftItem::Move {
        number: read,
        short: short.into(),
        word: Some(word),
    })
}

pub(super) fn write(record: &Transcript) -> String {
    let mut text = format!("{{\n  \"{FIRST}\": {},\n", version(record.time));
    for tag in Tag::ALL {
        if let Some(value) = tag.value(record) {
            text.push_str(&format!("  \"{}\": {},\n", tag.word(), quoted(&value)));
        }
    }
    text.push_str(&format!("  \"{EVENTS}\": ["));
    let mut ply = 0;
    let roster = Roster::of(record);
    let mut between = "";
    for step in &record.course {
        let mut word = roster.word(&step.event);
        if let Event::TakenBack { to_ply } = step.event {
            ply = to_ply;
        }
        if let Event::Moved { .. } = step.event {
            ply += 1;
            word.put(PLY, ply.to_string());
            word.put(SHORT, step.short.clone());
        }
        text.push_str(between);
        text.push_str("\n    ");
        // Texts can always be written.
        text.push_str(&serde_json::to_string(&word).unwrap_or_default());
        between = ",";
    }
    text.push_str("\n  ]\n}\n");
    text
}

/// Returns a text as JSON, with escapes for characters that cannot be seen.
fn quoted(value: &str) -> String {
    let mut text = String::new();
    for char in serde_json::Value::from(value).to_string().chars() {
        if is_unseen(char) {
            for unit in char.encode_utf16(&mut [0; 2]) {
                text.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            text.push(char);
        }
    }
    text
}

pub(super) fn read(text: &str) -> Result<Draft, InvalidRecord> {
    let document = match serde_json::from_str::<MatchDocument>(text) {
        Ok(document) => document,
        Err(error) if error.is_data() => {
            return Err(match serde_json::from_str::<DocumentVersion>(text) {
                Ok(DocumentVersion {
                    rondel: 1..=VERSION,
                }) => unreadable(&error),
                Ok(DocumentVersion { rondel: other }) => unknown_version(text, other),
                Err(_) => InvalidRecord::at(1, Reason::NoRecord),
            });
        }
        Err(error) => return Err(unreadable(&error)),
    };
    if !(1..=VERSION).contains(&document.version) {
        return Err(unknown_version(text, document.version));
    }
    let lines = LineIndex::of(text);
    if document.events.len() > MOST_EVENTS {
        let line = lines.of_event(MOST_EVENTS);
        return Err(InvalidRecord::at(
            line,
            Reason::TooManyEvents { most: MOST_EVENTS },
        ));
    }
    let mut tags = Tags::default();
    for (tag, value) in document.tags {
        tags.put(tag, lines.of_key(tag.word()), value)?;
    }
    let mut entries = Vec::with_capacity(document.events.len());
    for (number, word) in document.events.into_iter().enumerate() {
        let line = lines.of_event(number);
        let name = shown(&word.to_string());
        let entry = entry(word);
        let entry = entry.ok_or_else(|| InvalidRecord::at(line, Reason::NoWord(name)))?;
        entries.push((line, entry));
    }
    Ok(Draft {
        tags,
        entries,
        end: text.trim_end().matches('\n').count() + 1,
    })
}

fn unknown_version(text: &str, version: u64) -> InvalidRecord {
    // Only a document that can be read as JSON comes this far.
    let line = LineIndex::of(text).of_key(FIRST);
    InvalidRecord::at(line, Reason::UnknownVersion(version))
}

/// Returns the refusal for JSON that cannot be read, in the reader's words without the place at
/// their end.
fn unreadable(error: &serde_json::Error) -> InvalidRecord {
    let told = error.to_string();
    let what = told
        .rfind(" at line ")
        .map_or(told.as_str(), |end| &told[..end]);
    let harmless: String = what
        .chars()
        .filter(|char| !is_unseen(*char))
        .take(200)
        .collect();
    InvalidRecord::at(error.line().max(1), Reason::Json(harmless))
}

/// The lines on which the keys and events of a readable document stand. serde does not say on which
/// line a value was, so the document is gone through a second time.
struct LineIndex<'a> {
    keys: Vec<(&'a str, usize)>,
    events: Vec<usize>,
}

impl<'a> LineIndex<'a> {
    fn of(text: &'a str) -> LineIndex<'a> {
        let mut found = LineIndex {
            keys: Vec::new(),
            events: Vec::new(),
        };
        let (mut line, mut depth) = (1, 0_usize);
        let mut string = "";
        let mut bytes = text.bytes().enumerate();
        while let Some((at, byte)) = bytes.next() {
            match byte {
                b'\n' => line += 1,
                b'"' => {
                    let mut end = at;
                    while let Some((at, byte)) = bytes.next() {
                        end = at;
                        match byte {
                            b'"' => break,
                            // An escaped character does not end the string.
                            b'\\' => drop(bytes.next()),
                            _ => {}
                        }
                    }
                    string = text.get(at + 1..end).unwrap_or_default();
                }
                b':' if depth == 1 => found.keys.push((string, line)),
                b'{' | b'[' => {
                    // Events are the only objects within an array within the document.
                    if depth == 2 && byte == b'{' {
                        found.events.push(line);
                    }
                    depth += 1;
                }
                b'}' | b']' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        found
    }

    fn of_key(&self, key: &str) -> usize {
        let found = self.keys.iter().find(|(known, _)| *known == key);
        found.map_or(1, |(_, line)| *line)
    }

    fn of_event(&self, number: usize) -> usize {
        self.events.get(number).copied().unwrap_or(1)
    }
}
