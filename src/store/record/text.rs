//! Values stored as text.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::hash::Hash;
use crate::{
    computer::Level,
    matchplay::{MatchId, Person, Place, TimeLimit},
    rules::{Color, Colors, Draw, Ending, Exit, Move, Ruleset},
};

/// A value that is stored as its text. Only that very text is read back, so that one event has
/// one form.
pub(in crate::store) struct Text<T>(pub(in crate::store) T);

/// A type whose values have a text.
pub(in crate::store) trait Worded: Sized {
    /// A noun for the type, for errors.
    const WHAT: &'static str;
    fn write(&self) -> String;
    fn read(text: &str) -> Option<Self>;
}

impl<T: Worded> Serialize for Text<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0.write())
    }
}

impl<'de, T: Worded> Deserialize<'de> for Text<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Text<T>, D::Error> {
        let text = String::deserialize(deserializer)?;
        T::read(&text)
            .filter(|read| read.write() == text)
            .map(Text)
            .ok_or_else(|| de::Error::invalid_value(de::Unexpected::Str(&text), &T::WHAT))
    }
}

impl Worded for Color {
    const WHAT: &'static str = "the letter of an army";

    fn write(&self) -> String {
        self.letter().to_string()
    }

    fn read(text: &str) -> Option<Color> {
        Color::from_letter(text.chars().next()?)
    }
}

impl Worded for Colors {
    const WHAT: &'static str = "letters of armies in turn order";

    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Option<Colors> {
        text.chars().map(Color::from_letter).collect()
    }
}

impl Worded for MatchId {
    const WHAT: &'static str = "the id of a match";

    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Option<MatchId> {
        text.parse().ok()
    }
}

impl Worded for Person {
    const WHAT: &'static str = "32 hexadecimal digits";

    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Option<Person> {
        u128::from_str_radix(text, 16).ok().map(Person)
    }
}

impl Worded for Place {
    const WHAT: &'static str = "a place of 100 bytes at most";

    fn write(&self) -> String {
        self.as_str().to_owned()
    }

    fn read(text: &str) -> Option<Place> {
        Some(Place::new(text))
    }
}

impl Worded for TimeLimit {
    const WHAT: &'static str = "a time per move";

    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Option<TimeLimit> {
        text.parse().ok()
    }
}

impl Worded for Move {
    const WHAT: &'static str = "a plain move";

    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Option<Move> {
        text.parse().ok()
    }
}

impl Worded for Ruleset {
    const WHAT: &'static str = "the options of a ruleset";

    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Option<Ruleset> {
        text.parse().ok()
    }
}

impl Worded for Level {
    const WHAT: &'static str = "the level of a computer";

    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Option<Level> {
        text.parse().ok().and_then(Level::new)
    }
}

impl Worded for Exit {
    const WHAT: &'static str = "how an army goes out";

    fn write(&self) -> String {
        self.word().to_owned()
    }

    fn read(text: &str) -> Option<Exit> {
        Exit::ALL.into_iter().find(|exit| exit.word() == text)
    }
}

impl Worded for Ending {
    const WHAT: &'static str = "how a match ends";

    fn write(&self) -> String {
        self.word().to_owned()
    }

    fn read(text: &str) -> Option<Ending> {
        Ending::from_word(text)
    }
}

impl Worded for Draw {
    const WHAT: &'static str = "the ground of a draw";

    fn write(&self) -> String {
        Ending::Draw(*self).word().to_owned()
    }

    fn read(text: &str) -> Option<Draw> {
        Ending::from_word(text)?.draw()
    }
}

impl Worded for Hash {
    const WHAT: &'static str = "64 hexadecimal digits";

    fn write(&self) -> String {
        self.to_string()
    }

    fn read(text: &str) -> Option<Hash> {
        let mut bytes = [0; Hash::LENGTH];
        for (place, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(text.get(2 * place..2 * place + 2)?, 16).ok()?;
        }
        Some(Hash(bytes))
    }
}
