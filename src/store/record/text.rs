//! Values stored as text.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::matchplay::Written;

/// A value that is stored as its text. Only that very text is read back, so that one value has one
/// form.
pub(in crate::store) struct Text<T>(pub(in crate::store) T);

impl<T: Written> Serialize for Text<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0.write())
    }
}

impl<'de, T: Written> Deserialize<'de> for Text<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Text<T>, D::Error> {
        let text = String::deserialize(deserializer)?;
        T::read(&text)
            .filter(|read| read.write() == text)
            .map(Text)
            .ok_or_else(|| de::Error::invalid_value(de::Unexpected::Str(&text), &"its own text"))
    }
}
