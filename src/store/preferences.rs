//! What people and servers prefer: short texts in the store of matches, whose form this file owns.

use serde::{Deserialize, Serialize};

use super::StoreError;
use crate::matchplay::{Person, Server};

/// The longest text of preferences, in bytes.
pub const LONGEST: usize = 1_024;

/// The version of the form that is written.
const VERSION: u64 = 1;

/// Whose preferences.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// A person's.
    Person(Person),
    /// A server's, which its managers set.
    Server(Server),
}

/// What a person prefers.
///
/// ```
/// use rondel::store::preferences::PersonPreferences;
///
/// let hidden = PersonPreferences { public: false };
/// assert_eq!(hidden.encode(), r#"{"v":1,"public":false}"#);
/// assert_eq!(PersonPreferences::decode(&hidden.encode()), Ok(hidden));
/// assert!(PersonPreferences::default().public);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PersonPreferences {
    /// Whether others see them in leaderboards and see their profile.
    pub public: bool,
}

impl Default for PersonPreferences {
    fn default() -> PersonPreferences {
        PersonPreferences { public: true }
    }
}

/// What a server prefers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ServerPreferences {
    /// Whether matches with computers may be rated.
    pub rated_computers: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredPerson {
    v: u64,
    public: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredServer {
    v: u64,
    rated_computers: bool,
}

impl PersonPreferences {
    /// The text that is stored.
    #[must_use]
    pub fn encode(&self) -> String {
        let PersonPreferences { public } = *self;
        written(&StoredPerson { v: VERSION, public })
    }

    /// What a stored text says.
    ///
    /// # Errors
    ///
    /// When it is not of a form that this program writes, one of a later version among them.
    pub fn decode(text: &str) -> Result<PersonPreferences, StoreError> {
        let StoredPerson { v, public } =
            serde_json::from_str(text).map_err(|error| unreadable(&error))?;
        known(v)?;
        Ok(PersonPreferences { public })
    }
}

impl ServerPreferences {
    /// The text that is stored.
    #[must_use]
    pub fn encode(&self) -> String {
        let ServerPreferences { rated_computers } = *self;
        written(&StoredServer {
            v: VERSION,
            rated_computers,
        })
    }

    /// What a stored text says.
    ///
    /// # Errors
    ///
    /// As [`PersonPreferences::decode`].
    pub fn decode(text: &str) -> Result<ServerPreferences, StoreError> {
        let StoredServer { v, rated_computers } =
            serde_json::from_str(text).map_err(|error| unreadable(&error))?;
        known(v)?;
        Ok(ServerPreferences { rated_computers })
    }
}

/// That a text is short enough to be kept.
pub(super) fn check(text: &str) -> Result<(), StoreError> {
    if text.len() > LONGEST {
        return Err(StoreError::Failed(format!(
            "preferences of {} bytes are too long",
            text.len()
        )));
    }
    Ok(())
}

fn written(stored: &impl Serialize) -> String {
    // Nothing in these shapes can fail to be written.
    serde_json::to_string(stored).unwrap_or_default()
}

fn known(version: u64) -> Result<(), StoreError> {
    if version == VERSION {
        return Ok(());
    }
    Err(StoreError::Failed(format!(
        "preferences of version {version} are not known"
    )))
}

fn unreadable(error: &serde_json::Error) -> StoreError {
    StoreError::Failed(format!("preferences cannot be read: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_preferences_are_read_and_those_of_a_later_version_refused() {
        let server = ServerPreferences {
            rated_computers: true,
        };
        assert_eq!(server.encode(), r#"{"v":1,"rated_computers":true}"#);
        assert_eq!(ServerPreferences::decode(&server.encode()), Ok(server));
        for bad in [
            "",
            "{}",
            r#"{"v":2,"public":false}"#,
            r#"{"v":1,"public":false,"more":1}"#,
            r#"{"v":1,"rated_computers":true}"#,
        ] {
            let refused = PersonPreferences::decode(bad);
            assert!(matches!(refused, Err(StoreError::Failed(_))), "{bad}");
        }
    }
}
