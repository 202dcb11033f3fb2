//! Small rows as JSON: an object that begins with the version of its form, such as
//! `{"v":1,"at":1700000000000}`.

use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};

use super::StoreError;

/// The version that is written.
const VERSION: u64 = 1;

/// The key of the version.
const KEY: &str = "v";

/// A small row, such as preferences. Its form is that of its type.
pub trait StoredRow: Serialize + DeserializeOwned {
    /// The name of such rows in errors, in the plural.
    const NAME: &'static str;

    /// Returns the text that is stored.
    fn encode(&self) -> String {
        let row = Versioned {
            v: VERSION,
            row: self,
        };
        // Nothing in these types can fail to be written.
        serde_json::to_string(&row).unwrap_or_default()
    }

    /// Reads a stored text.
    ///
    /// # Errors
    ///
    /// [`StoreError::Failed`] for a form that this program does not write, a later version
    /// included.
    fn decode(text: &str) -> Result<Self, StoreError> {
        let unreadable = |why: &dyn std::fmt::Display| {
            StoreError::failed(format!("{} cannot be read: {why}", Self::NAME))
        };
        let fields = serde_json::from_str::<Map<String, Value>>(text);
        let mut fields = fields.map_err(|error| unreadable(&error))?;
        let version = fields.remove(KEY).unwrap_or_default();
        if version != VERSION {
            return Err(unreadable(&format!("version {version} is not known")));
        }
        Self::deserialize(Value::Object(fields)).map_err(|error| unreadable(&error))
    }
}

#[derive(Serialize)]
struct Versioned<'a, T> {
    v: u64,
    #[serde(flatten)]
    row: &'a T,
}

/// Returns an error if a text is longer than this many bytes. `name` says what it is of, as
/// [`StoredRow::NAME`] does.
pub(super) fn fits(name: &str, text: &str, most: usize) -> Result<(), StoreError> {
    if text.len() <= most {
        return Ok(());
    }
    let length = text.len();
    Err(StoreError::failed(format!(
        "{name} of {length} bytes are too long"
    )))
}
