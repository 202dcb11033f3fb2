//! A text for people, with the ids and arguments that it was made from.

use std::{borrow::Cow, fmt, ops::Deref};

/// A text for people, with the ids under which its parts stand in `assets/texts` and what was filled
/// in. Tests and programs look at the ids, people read the text, so that a text can be reworded and
/// nothing else changes.
///
/// ```
/// use rondel::messages::{Message, Texts};
///
/// let texts = Texts::english();
/// let turn = texts.say("turn", &[("player", &"Ann (White)")]);
/// assert!(turn.says("turn"));
/// assert_eq!(turn.parts()[0].values, [("player", String::from("Ann (White)"))]);
///
/// let both = Message::lines([turn, texts.say("clock-stands", &[])]);
/// assert!(both.says("clock-stands"));
/// assert_eq!(both.lines().count(), 2);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message {
    text: String,
    parts: Vec<Part>,
}

/// A part of a message that stands in the texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its id in `assets/texts`.
    pub id: Cow<'static, str>,
    /// The arguments that were filled in, by name.
    pub values: Vec<(&'static str, String)>,
}

impl Message {
    pub(super) fn of_part(text: String, part: Part) -> Message {
        Message {
            text,
            parts: vec![part],
        }
    }

    /// Returns a text that stands in no language: a board in words, a mention, a link.
    pub(crate) fn plain(text: impl Into<String>) -> Message {
        Message {
            text: text.into(),
            parts: Vec::new(),
        }
    }

    /// Messages one after the other, with a text between them.
    #[must_use]
    pub fn joined(between: &str, messages: impl IntoIterator<Item = Message>) -> Message {
        let mut messages = messages.into_iter();
        let mut whole = messages.next().unwrap_or_default();
        for message in messages {
            whole.text.push_str(between);
            whole.text.push_str(&message.text);
            whole.parts.extend(message.parts);
        }
        whole
    }

    /// Returns messages as one, each on a line of its own.
    #[must_use]
    pub fn lines(messages: impl IntoIterator<Item = Message>) -> Message {
        Message::joined("\n", messages)
    }

    /// Messages in one line, with a space between them.
    pub(crate) fn sentences(messages: impl IntoIterator<Item = Message>) -> Message {
        Message::joined(" ", messages)
    }

    /// Returns the parts that stand in the texts, in order. Arguments that are texts themselves are
    /// values.
    #[must_use]
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Returns whether one of its parts is the text of this id.
    #[must_use]
    pub fn says(&self, id: &str) -> bool {
        self.parts.iter().any(|part| part.id == id)
    }
}

impl Message {
    /// Returns the name of the player to whom it speaks, where its text begins with that.
    #[must_use]
    pub fn addressee(&self) -> Option<&str> {
        let first = self.parts.first()?;
        let speaks = ["your-move", "your-move-check", "reminder", "reminder-last"];
        let speaks = speaks.contains(&&*first.id);
        let (_, name) = first.values.iter().find(|(place, _)| *place == "player")?;
        (speaks && self.text.starts_with(name)).then_some(name)
    }
}

/// The text as people read it.
impl Deref for Message {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl AsRef<str> for Message {
    fn as_ref(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl From<Message> for String {
    fn from(message: Message) -> String {
        message.text
    }
}
