//! Words as JSON: one object, with the name under `event` before the other keys.

use std::fmt;

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, MapAccess, Visitor},
    ser::SerializeMap,
};

use crate::matchplay::Word;

/// The key of the name.
const NAME: &str = "event";

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
                return Err(de::Error::custom(format_args!(
                    "the key {key:?} comes twice"
                )));
            }
            if key == NAME {
                name = Some(text);
            } else {
                word.put(key, text);
            }
        }
        word.rename(name.ok_or_else(|| de::Error::missing_field(NAME))?);
        Ok(word)
    }
}
