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
/// let usual = PersonPreferences::default();
/// assert!(usual.public);
/// let hidden = PersonPreferences { public: false, ..usual };
/// assert_eq!(hidden.encode(), r#"{"v":1,"public":false}"#);
/// assert_eq!(PersonPreferences::decode(&hidden.encode()), Ok(hidden));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PersonPreferences {
    /// Whether others see them in leaderboards and see their profile.
    pub public: bool,
    /// How often they want to be reminded of a turn.
    pub reminders: Reminders,
    /// Whether they want to hear of their turns in direct messages, and not in the match's place.
    pub direct: bool,
}

impl Default for PersonPreferences {
    fn default() -> PersonPreferences {
        PersonPreferences {
            public: true,
            reminders: Reminders::Once,
            direct: false,
        }
    }
}

/// How often somebody wants to be reminded of a turn with a limit of an hour or more.
///
/// ```
/// use rondel::store::preferences::Reminders;
///
/// assert_eq!(Reminders::from_word("twice"), Some(Reminders::Twice));
/// assert_eq!(Reminders::from_word("Twice"), None);
/// assert_eq!(Reminders::default().word(), "once");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reminders {
    /// Never.
    Off,
    /// When a third of the time is left.
    #[default]
    Once,
    /// Again when a tenth of it is left.
    Twice,
}

impl Reminders {
    /// All of them, the fewest first.
    pub const ALL: [Reminders; 3] = [Reminders::Off, Reminders::Once, Reminders::Twice];

    /// The word of `/settings reminders:`, and of the stored form.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Reminders::Off => "off",
            Reminders::Once => "once",
            Reminders::Twice => "twice",
        }
    }

    /// What this word means.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Reminders> {
        let mut all = Reminders::ALL.into_iter();
        all.find(|reminders| reminders.word() == word)
    }
}

/// What somebody wants changed of what they prefer. Whatever is `None` stays as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PersonChanges {
    /// [`PersonPreferences::public`]
    pub public: Option<bool>,
    /// [`PersonPreferences::reminders`]
    pub reminders: Option<Reminders>,
    /// [`PersonPreferences::direct`]
    pub direct: Option<bool>,
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
    /// Rows were written before there was anything to put here, and for whoever wants it as all do
    /// nothing is put here still.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reminders: Option<String>,
    /// As `reminders`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    direct: bool,
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
        let PersonPreferences {
            public,
            reminders,
            direct,
        } = *self;
        let said = (reminders != Reminders::default()).then(|| reminders.word().to_owned());
        written(&StoredPerson {
            v: VERSION,
            public,
            reminders: said,
            direct,
        })
    }

    /// What a stored text says.
    ///
    /// # Errors
    ///
    /// When it is not of a form that this program writes, one of a later version among them.
    pub fn decode(text: &str) -> Result<PersonPreferences, StoreError> {
        let StoredPerson {
            v,
            public,
            reminders,
            direct,
        } = serde_json::from_str(text).map_err(|error| unreadable(&error))?;
        known(v)?;
        let reminders = match reminders {
            None => Reminders::default(),
            Some(word) => Reminders::from_word(&word)
                .ok_or_else(|| unreadable(&"such reminders are not known"))?,
        };
        Ok(PersonPreferences {
            public,
            reminders,
            direct,
        })
    }

    /// The same with these changes.
    #[must_use]
    pub fn with(self, changes: PersonChanges) -> PersonPreferences {
        PersonPreferences {
            public: changes.public.unwrap_or(self.public),
            reminders: changes.reminders.unwrap_or(self.reminders),
            direct: changes.direct.unwrap_or(self.direct),
        }
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

fn unreadable(error: &dyn std::fmt::Display) -> StoreError {
    StoreError::Failed(format!("preferences cannot be read: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_earlier_versions_wrote_is_read_and_written_as_ever() {
        for public in [true, false] {
            let row = format!(r#"{{"v":1,"public":{public}}}"#);
            let read = PersonPreferences::decode(&row).unwrap();
            let expected = PersonPreferences {
                public,
                reminders: Reminders::Once,
                direct: false,
            };
            assert_eq!(read, expected);
            assert_eq!(read.encode(), row);
        }
    }

    #[test]
    fn what_is_not_as_usual_is_written_and_all_else_left_out() {
        for (reminders, direct, rest) in [
            (Reminders::Once, false, ""),
            (Reminders::Off, false, r#","reminders":"off""#),
            (Reminders::Twice, false, r#","reminders":"twice""#),
            (Reminders::Once, true, r#","direct":true"#),
            (
                Reminders::Twice,
                true,
                r#","reminders":"twice","direct":true"#,
            ),
        ] {
            let preferences = PersonPreferences {
                public: true,
                reminders,
                direct,
            };
            let row = format!(r#"{{"v":1,"public":true{rest}}}"#);
            assert_eq!(preferences.encode(), row);
            assert_eq!(PersonPreferences::decode(&row), Ok(preferences));
        }
    }

    #[test]
    fn a_change_leaves_all_else_as_it_is() {
        let usual = PersonPreferences::default();
        let nothing = PersonChanges::default();
        let changes = |changes| usual.with(changes);
        assert_eq!(changes(nothing), usual);
        let hidden = PersonChanges {
            public: Some(false),
            ..nothing
        };
        let twice = PersonChanges {
            reminders: Some(Reminders::Twice),
            ..nothing
        };
        let direct = PersonChanges {
            direct: Some(true),
            ..nothing
        };
        let all = usual.with(hidden).with(twice).with(direct);
        let expected = PersonPreferences {
            public: false,
            reminders: Reminders::Twice,
            direct: true,
        };
        assert_eq!(all, expected);
        assert_eq!(all.with(nothing), expected);
    }

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
            r#"{"v":1,"public":false,"reminders":"often"}"#,
            r#"{"v":1,"public":false,"direct":1}"#,
            r#"{"v":1,"rated_computers":true}"#,
        ] {
            let refused = PersonPreferences::decode(bad);
            assert!(matches!(refused, Err(StoreError::Failed(_))), "{bad}");
        }
    }
}
