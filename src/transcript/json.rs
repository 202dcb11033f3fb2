//! The JSON form: the tags as keys of one object, and an array of events.

use serde::{Deserialize, Serialize};

use super::{
    bounds::{FIRST_VERSION, MOST_EVENTS, VERSION},
    data::{MoveOrWord, Transcript},
    draft::{Draft, DraftItem, Names},
    escaping::is_unseen,
    invalid::{InvalidRecord, Reason, shown},
    people::Roster,
    tag::Tag,
    tags::Tags,
    word::{RecordWord, Values, army},
};
use crate::matchplay::Event;

/// A document as it is read. When it is written, each event has a line of its own.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MatchDocument {
    rondel: u64,
    #[serde(rename = "match")]
    id: Option<String>,
    original: Option<String>,
    place: Option<String>,
    began: Option<String>,
    ended: Option<String>,
    white: Option<String>,
    gray: Option<String>,
    black: Option<String>,
    computers: Option<String>,
    ruleset: Option<String>,
    options: Option<String>,
    rated: Option<String>,
    time: Option<String>,
    result: Option<String>,
    score: Option<String>,
    events: Vec<EventLine>,
}

/// The part of a document that every version has.
#[derive(Deserialize)]
struct DocumentVersion {
    rondel: u64,
}

/// The name of an event that is a move.
const MOVE: &str = "move";

/// An event. Its name says which keys it has.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EventLine {
    event: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ply: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    army: Option<String>,
    #[serde(default, rename = "move", skip_serializing_if = "Option::is_none")]
    plain: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    short: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    with: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    winner: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    how: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    checkers: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    by: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    points: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seat: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    to: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    who: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    level: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

impl EventLine {
    fn of_word(word: RecordWord) -> EventLine {
        let values = word.values;
        EventLine {
            event: word.name,
            army: word.army,
            with: values.with,
            winner: values.winner,
            how: values.how,
            checkers: values.checkers,
            by: values.by,
            points: values.points,
            seat: values.seat,
            to: values.to,
            who: values.who,
            level: values.level,
            why: values.why,
            ..EventLine::default()
        }
    }

    /// Returns the move or word, if the line is written as it should be.
    fn entry(self, names: &mut Names) -> Option<DraftItem> {
        let values = Values {
            with: self.with,
            winner: self.winner,
            how: self.how,
            checkers: self.checkers,
            by: self.by,
            points: self.points,
            seat: self.seat,
            to: self.to,
            who: self.who,
            level: self.level,
            why: self.why,
        };
        if self.event != MOVE {
            let word = RecordWord {
                name: self.event,
                army: self.army,
                values,
            };
            let plain = self.ply.is_none() && self.plain.is_none() && self.short.is_none();
            return word.event(names).filter(|_| plain).map(DraftItem::Word);
        }
        let plain = self.plain?;
        let mv = plain.parse().ok()?;
        let entry = DraftItem::Move {
            number: self.ply?,
            short: self.short?,
            plain: Some((army(&self.army?)?, mv)),
        };
        (values == Values::default() && mv.to_string() == plain).then_some(entry)
    }
}

pub(super) fn write(record: &Transcript) -> String {
    let mut text = format!("{{\n  \"rondel\": {},\n", record.version());
    for tag in Tag::ALL {
        if let Some(value) = tag.value(record) {
            text.push_str(&format!("  \"{}\": {},\n", key(tag), quoted(&value)));
        }
    }
    text.push_str("  \"events\": [");
    let mut ply = 0;
    let roster = Roster::of(record);
    let mut between = "";
    for step in &record.course {
        let line = match step {
            MoveOrWord::Move { color, mv, short } => {
                ply += 1;
                EventLine {
                    event: MOVE.to_owned(),
                    ply: Some(ply),
                    army: Some(color.letter().to_string()),
                    plain: Some(mv.to_string()),
                    short: Some(short.clone()),
                    ..EventLine::default()
                }
            }
            MoveOrWord::Word(event) => {
                if let Event::TakenBack { to_ply } = event {
                    ply = *to_ply;
                }
                EventLine::of_word(RecordWord::of(event, &roster).unwrap_or_default())
            }
        };
        text.push_str(between);
        text.push_str("\n    ");
        // Texts and numbers can always be written.
        text.push_str(&serde_json::to_string(&line).unwrap_or_default());
        between = ",";
    }
    text.push_str("\n  ]\n}\n");
    text
}

fn key(tag: Tag) -> String {
    tag.name().to_lowercase()
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
                    rondel: FIRST_VERSION..=VERSION,
                }) => unreadable(&error),
                Ok(DocumentVersion { rondel: other }) => unknown_version(text, other),
                Err(_) => InvalidRecord::at(1, Reason::NoRecord),
            });
        }
        Err(error) => return Err(unreadable(&error)),
    };
    if !(FIRST_VERSION..=VERSION).contains(&document.rondel) {
        return Err(unknown_version(text, document.rondel));
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
    let values = [
        (Tag::Match, document.id),
        (Tag::Original, document.original),
        (Tag::Place, document.place),
        (Tag::Began, document.began),
        (Tag::Ended, document.ended),
        (Tag::White, document.white),
        (Tag::Gray, document.gray),
        (Tag::Black, document.black),
        (Tag::Computers, document.computers),
        (Tag::Ruleset, document.ruleset),
        (Tag::Options, document.options),
        (Tag::Rated, document.rated),
        (Tag::Time, document.time),
        (Tag::Result, document.result),
        (Tag::Score, document.score),
    ];
    for (tag, value) in values {
        if let Some(value) = value {
            tags.put(tag, lines.of_key(&key(tag)), value)?;
        }
    }
    let mut names = Names::default();
    let mut entries = Vec::with_capacity(document.events.len());
    for (number, event) in document.events.into_iter().enumerate() {
        let line = lines.of_event(number);
        let name = shown(&event.event);
        let entry = event.entry(&mut names);
        let entry = entry.ok_or_else(|| InvalidRecord::at(line, Reason::NoWord(name)))?;
        entries.push((line, entry));
    }
    Ok(Draft {
        version: document.rondel,
        tags,
        entries,
        names,
        end: text.trim_end().matches('\n').count() + 1,
    })
}

fn unknown_version(text: &str, version: u64) -> InvalidRecord {
    // Only a document that can be read as JSON comes this far.
    let line = LineIndex::of(text).of_key("rondel");
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
