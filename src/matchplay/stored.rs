//! Values inside what serde writes, in small rows and in stored standings: mostly their texts.

use std::fmt;

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, MapAccess, Unexpected, Visitor},
    ser::SerializeMap,
};

use super::{
    id::{MatchId, Moment, Person, Place, Server},
    time::TimeLimit,
    word::{Word, Written},
};

/// Stores a value as its text, as the field of a derived implementation: `#[serde(with = "as_text")]`.
pub mod as_text {
    use super::{Deserialize, Deserializer, Error, Serializer, Unexpected, Written};

    /// Writes the text of a value.
    ///
    /// # Errors
    ///
    /// If the serializer fails.
    pub fn serialize<T: Written, S: Serializer>(
        value: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&value.write().unwrap_or_default())
    }

    /// Reads the text of a value.
    ///
    /// # Errors
    ///
    /// If there is no text, or if it is not that of a value.
    pub fn deserialize<'de, T: Written, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<T, D::Error> {
        read(&String::deserialize(deserializer)?)
    }

    /// Returns the value of a text. Only that very text is read, so that one value has one form.
    ///
    /// # Errors
    ///
    /// If it is not the text of a value.
    pub fn read<T: Written, E: Error>(text: &str) -> Result<T, E> {
        let read = T::exactly(text);
        read.ok_or_else(|| E::invalid_value(Unexpected::Str(text), &"its own text"))
    }
}

/// Stores values as their text.
macro_rules! stored_as_text {
    ($($kind:ty),+) => {$(
        impl Serialize for $kind {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                as_text::serialize(self, serializer)
            }
        }

        impl<'de> Deserialize<'de> for $kind {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$kind, D::Error> {
                as_text::deserialize(deserializer)
            }
        }
    )+};
}

stored_as_text!(MatchId, Person, Place, Server, TimeLimit);

/// Stores the milliseconds since 1970.
impl Serialize for Moment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i64(self.0)
    }
}

impl<'de> Deserialize<'de> for Moment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Moment, D::Error> {
        i64::deserialize(deserializer).map(Moment)
    }
}

/// The key of the name.
const NAME: &str = "event";

/// One object, with the name under `event` before the other keys.
impl Serialize for Word {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry(NAME, self.name())?;
        for (key, text) in self.fields() {
            map.serialize_entry(key, text)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Word {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Word, D::Error> {
        deserializer.deserialize_map(WordVisitor)
    }
}

struct WordVisitor;

impl<'de> Visitor<'de> for WordVisitor {
    type Value = Word;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an event, an object of texts")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Word, A::Error> {
        let mut name = None;
        let mut word = Word::named("");
        while let Some((key, text)) = map.next_entry::<String, String>()? {
            if word.get(&key).is_some() || key == NAME && name.is_some() {
                return Err(Error::custom(format_args!("the key {key:?} comes twice")));
            }
            if key == NAME {
                name = Some(text);
            } else {
                word.put(key, text);
            }
        }
        word.rename(name.ok_or_else(|| Error::missing_field(NAME))?);
        Ok(word)
    }
}
