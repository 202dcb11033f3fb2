//! What the bot says in the scenes, as Discord gets it, with ids masked: the snapshots `told`.

use std::fmt::Write;

use fake_discord::{Answer, AnswerKind, FakeDiscord, Message};
use serde_json::{Value, json};

/// The notes of all that was said.
#[derive(Debug, Default)]
pub(super) struct Notes {
    text: String,
    /// Ids of matches, in the order in which they were seen.
    matches: Vec<String>,
    /// Ids of Discord's, likewise.
    ids: Vec<String>,
}

impl Notes {
    /// Notes a message: what it is, who sees it, whom it calls, and all that is in it. What becomes of the buttons
    /// of older messages is left out: that takes its time.
    pub(super) fn message(&mut self, title: &str, answer: Option<&Answer>, message: &Message) {
        let (kind, components) = match answer.map(|answer| (answer.kind, &answer.components)) {
            None => ("post", &message.first_components),
            Some((AnswerKind::Message, _)) => ("answer", &message.first_components),
            Some((AnswerKind::Update, components)) => ("update", components),
            Some(_) => ("answered later", &message.components),
        };
        let files = message.attachments.iter();
        let files = files.map(|file| json!([file.filename, file.description]));
        let said = json!({
            "is": kind,
            "alone": message.only_for.is_some(),
            "flags": message.flags,
            "content": message.content,
            "components": components,
            "files": files.collect::<Vec<_>>(),
            "mentions": message.allowed_mentions,
            "pinged": message.pinged.len(),
        });
        self.note(title, &said);
    }

    /// Notes the places that there are at the end.
    pub(super) fn places(&mut self, discord: &FakeDiscord) {
        let places = discord.look(|world| {
            let places = world.channels().map(|place| {
                json!({
                    "name": place.name,
                    "kind": place.kind,
                    "archived after": place.auto_archive,
                    "members": place.members.len(),
                })
            });
            places.collect::<Vec<_>>()
        });
        for place in places {
            self.note("A place", &place);
        }
    }

    fn note(&mut self, title: &str, said: &Value) {
        let said = serde_json::to_string_pretty(said).expect("it is JSON");
        let said = self.masked(&said.replace("\\n", "\n    "));
        writeln!(self.text, "== {title}\n{said}\n").expect("it is a text");
    }

    /// Returns the text with each id as the number of its first appearance.
    fn masked(&mut self, text: &str) -> String {
        let mut masked = String::new();
        for word in words(text) {
            let is_id = word.len() >= 17 && word.bytes().all(|byte| byte.is_ascii_digit());
            let (known, name) = if is_match(word) {
                (&mut self.matches, "MATCH")
            } else if is_id {
                (&mut self.ids, "ID")
            } else {
                masked.push_str(word);
                continue;
            };
            let number = known.iter().position(|one| one == word);
            let number = number.unwrap_or_else(|| {
                known.push(word.to_owned());
                known.len() - 1
            });
            write!(masked, "{name}{number}").expect("it is a text");
        }
        masked
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }
}

/// Returns true for a word such as `m7k3q`.
fn is_match(word: &str) -> bool {
    let mut bytes = word.bytes().enumerate();
    let fits = |(at, byte): (usize, u8)| {
        if at % 2 == 0 {
            byte.is_ascii_lowercase()
        } else {
            byte.is_ascii_digit()
        }
    };
    word.len() == 5 && bytes.all(fits)
}

/// Returns the words of a text, and what stands between them.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = first.is_ascii_alphanumeric();
        let end = rest.find(|one: char| one.is_ascii_alphanumeric() != is_word);
        let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
        words.push(word);
        rest = after;
    }
    words
}
