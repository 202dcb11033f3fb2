//! Looks into answers by the ids of their texts (`assets/texts`), so that a text may be reworded and
//! no test fails. Whole texts stand once, as snapshots.

use std::{fmt::Display, sync::LazyLock};

use rondel::{
    computer::Level,
    messages::{Language, Texts},
    rules::{Color, Role},
};

/// Texts in the language in which nobody has said otherwise.
pub(crate) static TEXTS: LazyLock<Texts> = LazyLock::new(Texts::english);

/// The German texts.
pub(crate) static GERMAN: LazyLock<Texts> = LazyLock::new(|| Texts::of(Language::German));

/// Values for the places of a text, by their names.
pub(crate) type Values<'a> = &'a [(&'static str, &'a str)];

/// Marks a place of a text for which a test gives no value.
const ANYTHING: char = '\u{f8ff}';

/// A text with all its places filled in. A value of `count` decides between singular and plural.
///
/// # Panics
///
/// When there is no such text, or a place is left open.
#[track_caller]
pub(crate) fn said(id: &str, values: &[(&'static str, &str)]) -> String {
    let text = said_in(&TEXTS, id, values);
    assert!(
        !text.contains("{$"),
        "{id} wants more than {values:?}: {text}"
    );
    text
}

/// As [`said`], in a language, with open places left as `{$name}`.
#[track_caller]
pub(crate) fn said_in(texts: &Texts, id: &str, values: &[(&'static str, &str)]) -> String {
    assert!(texts.has(id), "there is no text {id}");
    let open = texts.word(id);
    for (name, _) in values.iter().filter(|(name, _)| *name != "count") {
        let place = format!("{{${name}}}");
        assert!(open.contains(&place), "{id} has no place {name}: {open}");
    }
    let values: Vec<(&'static str, &(dyn Display + Sync))> = values
        .iter()
        .map(|(name, value)| (*name, value as _))
        .collect();
    texts.say(id.to_owned(), &values).into()
}

/// An army's name.
pub(crate) fn army(color: Color) -> String {
    TEXTS.army(color)
}

/// A player with their army, as boards and sentences name them.
pub(crate) fn player(name: &str, color: Color) -> String {
    said("player", &[("name", name), ("army", &army(color))])
}

/// Ann, Ben and Cy at White, Gray and Black, as sentences name them.
pub(crate) fn players() -> [String; 3] {
    [
        player("ann", Color::White),
        player("ben", Color::Gray),
        player("cy", Color::Black),
    ]
}

/// A move as replays tell it.
pub(crate) fn told(ply: &str, mv: &str, color: Color) -> String {
    let values = [("ply", ply), ("move", mv), ("army", &army(color))];
    said("history-move", &values)
}

/// Moves of a round as the history tells them, in the console.
pub(crate) fn round(round: &str, moves: &str) -> String {
    let values = [("bold", ""), ("round", round), ("moves", moves)];
    said("history-round", &values)
}

/// A piece with its army, as squares and moves are described.
pub(crate) fn piece(color: Color, role: Role) -> String {
    let piece = TEXTS.piece(role);
    said("piece-of", &[("army", &army(color)), ("piece", &piece)])
}

/// The name of a computer of a level in a seat.
pub(crate) fn computer_name(level: u8, seat: Color) -> &'static str {
    Level::new(level).expect("a level").name(seat)
}

/// The same with the level, as the list of seats has it.
pub(crate) fn computer(level: u8, seat: Color) -> String {
    let name = computer_name(level, seat);
    let values = [("name", name), ("level", &*level.to_string())];
    said("computer", &values)
}

/// Items in a sentence: `a`, `a and b`, `a, b and c`.
pub(crate) fn listed(items: &[&str]) -> String {
    match items {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => {
            let first = first.join(&said("list-comma", &[]));
            format!("{first}{}{last}", said("list-and", &[]))
        }
    }
}

/// A text to be looked for. Places for which no value is given may hold anything but a line's end.
#[derive(Debug)]
pub(crate) struct Said {
    /// Its possible forms: one for each form of a text with singular and plural.
    forms: Vec<String>,
}

impl Said {
    #[track_caller]
    pub(crate) fn new(id: &str, values: &[(&'static str, &str)]) -> Said {
        Said::within(&TEXTS, id, values)
    }

    /// The same in a language.
    #[track_caller]
    pub(crate) fn within(texts: &Texts, id: &str, values: &[(&'static str, &str)]) -> Said {
        let counts = values.iter().any(|(name, _)| *name == "count");
        let mut forms = vec![said_in(texts, id, values)];
        if !counts {
            for count in ["1", "2"] {
                let mut values = values.to_vec();
                values.push(("count", count));
                let form = said_in(texts, id, &values);
                // Only a text that counts has such forms: elsewhere a number stands for itself.
                if form != forms[0] {
                    forms.push(form.replace(count, &ANYTHING.to_string()));
                }
            }
        }
        let forms = forms.iter().map(|form| opened(form));
        Said {
            forms: forms.collect(),
        }
    }

    /// Returns true if it stands somewhere in a text.
    pub(crate) fn is_in(&self, text: &str) -> bool {
        self.fits(&format!("\n{text}\n"), false, false)
    }

    /// Returns true if a text begins with it.
    pub(crate) fn begins(&self, text: &str) -> bool {
        self.fits(text, true, false)
    }

    /// Returns true if a text ends with it.
    pub(crate) fn ends(&self, text: &str) -> bool {
        self.fits(text, false, true)
    }

    /// Returns true if a text is this and nothing else.
    pub(crate) fn is(&self, text: &str) -> bool {
        self.fits(text, true, true)
    }

    fn fits(&self, text: &str, first: bool, last: bool) -> bool {
        let starts = |form: &String| {
            text.char_indices()
                .map(|(at, _)| at)
                .take(if first { 1 } else { usize::MAX })
                .any(|at| fits_at(form, &text[at..], last))
        };
        self.forms.iter().any(starts)
    }
}

/// A form with its open places marked.
fn opened(form: &str) -> String {
    let mut rest = form;
    let mut open = String::new();
    while let Some((before, after)) = rest.split_once("{$") {
        open.push_str(before);
        open.push(ANYTHING);
        rest = after.split_once('}').map_or("", |(_, after)| after);
    }
    open.push_str(rest);
    open
}

/// Returns true if a text begins with a form, and ends with it where that is wanted.
fn fits_at(form: &str, text: &str, whole: bool) -> bool {
    match form.split_once(ANYTHING) {
        None if whole => form == text,
        None => text.starts_with(form),
        Some((before, after)) => {
            let Some(rest) = text.strip_prefix(before) else {
                return false;
            };
            let line = rest.find('\n').unwrap_or(rest.len());
            let ends = rest[..line].char_indices().map(|(at, _)| at);
            ends.chain([line])
                .any(|end| fits_at(after, &rest[end..], whole))
        }
    }
}

/// Returns true if a text says this somewhere.
#[track_caller]
pub(crate) fn says(text: &str, id: &str, values: &[(&'static str, &str)]) -> bool {
    Said::new(id, values).is_in(text)
}

/// Expects that a text says this somewhere.
#[track_caller]
pub(crate) fn assert_says(text: &str, id: &str, values: &[(&'static str, &str)]) {
    assert!(
        says(text, id, values),
        "{id} {values:?} is not said: {text}"
    );
}

/// Expects that a list of seats has somebody in this one.
#[track_caller]
pub(crate) fn sits(text: &str, color: Color, name: &str) {
    assert_says(
        text,
        "seat-taken",
        &[("army", &army(color)), ("name", name)],
    );
}

/// Expects that a text says this nowhere.
#[track_caller]
pub(crate) fn assert_silent(text: &str, id: &str, values: &[(&'static str, &str)]) {
    assert!(!says(text, id, values), "{id} {values:?} is said: {text}");
}

/// Expects that a text begins with this.
#[track_caller]
pub(crate) fn assert_begins(text: &str, id: &str, values: &[(&'static str, &str)]) {
    let begins = Said::new(id, values).begins(text);
    assert!(begins, "{id} {values:?} is not how it begins: {text}");
}

/// Expects that a text ends with this.
#[track_caller]
pub(crate) fn assert_ends(text: &str, id: &str, values: &[(&'static str, &str)]) {
    let ends = Said::new(id, values).ends(text);
    assert!(ends, "{id} {values:?} is not how it ends: {text}");
}

/// Expects that a text is this and nothing else.
#[track_caller]
pub(crate) fn assert_is(text: &str, id: &str, values: &[(&'static str, &str)]) {
    let is = Said::new(id, values).is(text);
    assert!(is, "{id} {values:?} is not all it says: {text}");
}

/// Expects that a text tells of a move.
#[track_caller]
pub(crate) fn assert_moved(text: &str, mv: &str) {
    assert_says(text, "moved", &[("move", mv)]);
}

#[test]
fn texts_are_found_by_their_ids() {
    let by = player("ann", Color::White);
    let line = said(
        "moved",
        &[("bold", ""), ("move", "e4"), ("player", &by), ("does", "")],
    );
    let text = format!("first\n{line}\nlast");
    assert_says(&text, "moved", &[]);
    assert_says(&text, "moved", &[("move", "e4")]);
    assert_silent(&text, "moved", &[("move", "e5")]);
    assert_silent(&text, "closed", &[]);
    assert_begins(&line, "moved", &[("player", &by)]);
    assert_moved(&text, "e4");
    assert!(!Said::new("moved", &[]).is(&text));
    assert_is(&line, "moved", &[]);
    // Without its number a text in the singular and in the plural.
    for count in ["1", "3"] {
        let days = said("limit-days", &[("count", count)]);
        assert_is(&days, "limit-days", &[]);
        assert_is(&days, "limit-days", &[("count", count)]);
    }
    assert!(!Said::new("limit-days", &[("count", "2")]).is(&said("limit-days", &[("count", "3")])));
    assert_eq!(listed(&["1", "2", "3"]).split(char::is_numeric).count(), 4);
}
