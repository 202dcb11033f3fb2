//! Values inside what serde writes, in small rows and in stored standings: mostly their texts.

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, Unexpected},
};

use super::{
    id::{MatchId, Moment, Person, Place, Server},
    time::TimeLimit,
    word::Written,
};
use crate::{
    computer::Level,
    rules::{ByColor, Color, Exit, Move, Points},
};

/// Stores values as their text. Only that very text is read back, so that one value has one form.
macro_rules! as_text {
    ($($kind:ty),+) => {$(
        impl Serialize for $kind {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.write().unwrap_or_default())
            }
        }

        impl<'de> Deserialize<'de> for $kind {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$kind, D::Error> {
                let text = String::deserialize(deserializer)?;
                let read = <$kind>::exactly(&text);
                read.ok_or_else(|| D::Error::invalid_value(Unexpected::Str(&text), &"its own text"))
            }
        }
    )+};
}

as_text!(
    Color, Exit, Level, MatchId, Move, Person, Place, Server, TimeLimit
);

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

/// Stores a number of sixths.
impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u16(self.sixths())
    }
}

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Points, D::Error> {
        u16::deserialize(deserializer).map(Points::from_sixths)
    }
}

/// Stores the three values in turn order.
impl<T: Serialize> Serialize for ByColor<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for ByColor<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ByColor<T>, D::Error> {
        <[T; 3]>::deserialize(deserializer).map(ByColor)
    }
}
