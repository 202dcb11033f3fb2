//! Values of the game inside what serde writes.

/// A value as its text, if it is there.
pub(super) mod optional_text {
    use rondel_matchplay::{Written, as_text};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<T: Written, S: Serializer>(
        value: &Option<T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        value.write().serialize(serializer)
    }

    pub(crate) fn deserialize<'de, T: Written, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<T>, D::Error> {
        let text: Option<String> = Option::deserialize(deserializer)?;
        text.as_deref().map(as_text::read).transpose()
    }
}

/// Points as a number of sixths.
pub(super) mod sixths {
    use rondel_rules::Points;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(
        points: &Points,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_u16(points.sixths())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Points, D::Error> {
        u16::deserialize(deserializer).map(Points::from_sixths)
    }
}

/// Three values in turn order.
pub(super) mod by_color {
    use rondel_rules::ByColor;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<T: Serialize, S: Serializer>(
        values: &ByColor<T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        values.0.serialize(serializer)
    }

    pub(crate) fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<ByColor<T>, D::Error> {
        <[T; 3]>::deserialize(deserializer).map(ByColor)
    }
}
