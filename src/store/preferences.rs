//! Preferences of people and servers: short texts in the store of matches, in a form that this file
//! owns.

use serde::{Deserialize, Serialize};

use super::StoreError;
use crate::{
    matchplay::{Person, Server, TimeLimit},
    rules::Color,
};

/// The longest text of preferences, in bytes: enough for a server with [`MOST_CHANNELS`].
pub const LONGEST: usize = 4_096;

/// The largest number of channels that a server may name.
pub const MOST_CHANNELS: usize = 50;

/// The text that replaces the preferences of a person who asked to be forgotten. It is the one
/// thing that is kept, so that the forgetting is finished even if the process ends in between, and
/// so that nobody sees them any more.
pub const FORGOTTEN: &str = r#"{"v":1,"forgotten":true}"#;

/// The version of the form that is written.
const VERSION: u64 = 1;

/// The owner of a row of preferences.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// A person, who sets their own.
    Person(Person),
    /// A server, whose managers set them.
    Server(Server),
    /// The last [role call](super::calls::RoleCall) of a server. It is no preference, but has a row
    /// next to them, so that it and what managers set do not overwrite each other.
    RoleCall(Server),
}

/// The preferences of a person.
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonPreferences {
    /// True if others see them in leaderboards and may open their profile.
    pub public: bool,
    /// The number of reminders they want for each turn.
    pub reminders: Reminders,
    /// True if they want to hear of their turns in direct messages, instead of in the match's
    /// place.
    pub direct: bool,
    /// The tag of the language in which they alone are answered; their chat's language if `None`.
    pub language: Option<String>,
    /// The looks of pictures that only they see.
    pub looks: Looks,
    /// True if a move chosen from menus is made only after they confirm it.
    pub confirm: bool,
}

impl Default for PersonPreferences {
    fn default() -> PersonPreferences {
        PersonPreferences {
            public: true,
            reminders: Reminders::Once,
            direct: false,
            language: None,
            looks: Looks::default(),
            confirm: false,
        }
    }
}

/// The looks of pictures of the board. `None` is the usual.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Looks {
    /// The name of the theme.
    pub theme: Option<String>,
    /// The name of the set of pieces.
    pub pieces: Option<String>,
    /// The side from which the board is seen. Usually a player sees it from their own seat, and the
    /// place of the match sees it from the seat of the player to move.
    pub orientation: Option<Orientation>,
}

impl Looks {
    /// Returns the same looks with these changes.
    #[must_use]
    pub fn with(self, changes: Looks) -> Looks {
        Looks {
            theme: changes.theme.or(self.theme),
            pieces: changes.pieces.or(self.pieces),
            orientation: changes.orientation.or(self.orientation),
        }
    }
}

/// The side from which a board is seen.
///
/// ```
/// use rondel::{rules::Color, store::preferences::Orientation};
///
/// assert_eq!(Orientation::from_word("gray"), Some(Orientation::Fixed(Color::Gray)));
/// assert_eq!(Orientation::Turn.word(), "turn");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orientation {
    /// From the viewer's own seat, if they have one.
    Own,
    /// From the seat of the player to move.
    Turn,
    /// Always from this seat.
    Fixed(Color),
}

impl Orientation {
    /// All orientations, in the order of menus.
    pub const ALL: [Orientation; 5] = [
        Orientation::Own,
        Orientation::Turn,
        Orientation::Fixed(Color::White),
        Orientation::Fixed(Color::Gray),
        Orientation::Fixed(Color::Black),
    ];

    /// Returns the word of options, and of the stored form.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Orientation::Own => "own",
            Orientation::Turn => "turn",
            Orientation::Fixed(seat) => seat.name(),
        }
    }

    /// Returns the orientation of this word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Orientation> {
        let mut all = Orientation::ALL.into_iter();
        all.find(|orientation| orientation.word() == word)
    }
}

/// The reminders of a turn that somebody wants, for time limits of an hour or more.
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
    /// No reminders at all.
    Off,
    /// One, when a third of the time is left.
    #[default]
    Once,
    /// A second one, when a tenth of it is left.
    Twice,
}

impl Reminders {
    /// All of them, the fewest first.
    pub const ALL: [Reminders; 3] = [Reminders::Off, Reminders::Once, Reminders::Twice];

    /// Returns the word of `/settings reminders:`, and of the stored form.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Reminders::Off => "off",
            Reminders::Once => "once",
            Reminders::Twice => "twice",
        }
    }

    /// Returns the reminders of this word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Reminders> {
        let mut all = Reminders::ALL.into_iter();
        all.find(|reminders| reminders.word() == word)
    }
}

/// Changes to the preferences of a person. `None` leaves a preference as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PersonChanges {
    /// A new value of [`PersonPreferences::public`].
    pub public: Option<bool>,
    /// A new value of [`PersonPreferences::reminders`].
    pub reminders: Option<Reminders>,
    /// A new value of [`PersonPreferences::direct`].
    pub direct: Option<bool>,
    /// A new value of [`PersonPreferences::language`].
    pub language: Option<String>,
    /// New values for [`PersonPreferences::looks`].
    pub looks: Looks,
    /// A new value of [`PersonPreferences::confirm`].
    pub confirm: Option<bool>,
}

/// The preferences of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerPreferences {
    /// True if matches with computers may be rated.
    pub rated_computers: bool,
    /// The tag of the language of its channels; the server's own language if `None`.
    pub language: Option<String>,
    /// The looks of pictures in its channels.
    pub looks: Looks,
    /// The ruleset of a table whose opener names none.
    pub ruleset: Option<String>,
    /// The time for each move at a table whose opener names none.
    pub time: Option<TimeLimit>,
    /// True if a match is rated whose opener does not say.
    pub rated: Option<bool>,
    /// The ids of the channels where tables may be opened; everywhere if it is empty.
    pub channels: Vec<String>,
    /// The people who may open tables.
    pub openers: Openers,
    /// True if everyone may look at the leaderboard of this server.
    pub leaderboard: bool,
    /// The id of the role that is called when a table with free seats is opened.
    pub table_role: Option<String>,
}

impl Default for ServerPreferences {
    fn default() -> ServerPreferences {
        ServerPreferences {
            rated_computers: false,
            language: None,
            looks: Looks::default(),
            ruleset: None,
            time: None,
            rated: None,
            channels: Vec::new(),
            openers: Openers::Everyone,
            leaderboard: true,
            table_role: None,
        }
    }
}

/// The people who may open tables in a server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Openers {
    /// All its members.
    #[default]
    Everyone,
    /// Managers of the server.
    Managers,
    /// Managers, and anyone with the role of this id.
    Role(String),
}

// A value that is as usual is not written, and a missing one is read as usual: rows were written
// before some of these fields existed.

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredPerson {
    v: u64,
    public: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reminders: Option<String>,
    #[serde(default, skip_serializing_if = "is_false")]
    direct: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    language: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    theme: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pieces: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    orientation: Option<String>,
    #[serde(default, skip_serializing_if = "is_false")]
    confirm: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredServer {
    v: u64,
    rated_computers: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    language: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    theme: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pieces: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    orientation: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ruleset: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    time: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rated: Option<bool>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    channels: Vec<String>,
    #[serde(default, skip_serializing_if = "is_false")]
    managers_open: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    openers_role: Option<String>,
    #[serde(default, skip_serializing_if = "is_false")]
    leaderboard_hidden: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    table_role: Option<String>,
}

const fn is_false(said: &bool) -> bool {
    !*said
}

impl PersonPreferences {
    /// Returns the text that is stored.
    #[must_use]
    pub fn encode(&self) -> String {
        let PersonPreferences {
            public,
            reminders,
            direct,
            language,
            looks,
            confirm,
        } = self.clone();
        let said = (reminders != Reminders::default()).then(|| reminders.word().to_owned());
        written(&StoredPerson {
            v: VERSION,
            public,
            reminders: said,
            direct,
            language,
            theme: looks.theme,
            pieces: looks.pieces,
            orientation: looks.orientation.map(|seen| seen.word().to_owned()),
            confirm,
        })
    }

    /// Reads a stored text.
    ///
    /// # Errors
    ///
    /// When it is not of a form that this program writes, a later version included.
    pub fn decode(text: &str) -> Result<PersonPreferences, StoreError> {
        let stored: StoredPerson =
            serde_json::from_str(text).map_err(|error| unreadable(&error))?;
        known(stored.v)?;
        let reminders = match stored.reminders {
            None => Reminders::default(),
            Some(word) => Reminders::from_word(&word)
                .ok_or_else(|| unreadable(&"such reminders are not known"))?,
        };
        Ok(PersonPreferences {
            public: stored.public,
            reminders,
            direct: stored.direct,
            language: stored.language,
            looks: looks(stored.theme, stored.pieces, stored.orientation)?,
            confirm: stored.confirm,
        })
    }

    /// Returns the same preferences with these changes.
    #[must_use]
    pub fn with(self, changes: PersonChanges) -> PersonPreferences {
        PersonPreferences {
            public: changes.public.unwrap_or(self.public),
            reminders: changes.reminders.unwrap_or(self.reminders),
            direct: changes.direct.unwrap_or(self.direct),
            language: changes.language.or(self.language),
            looks: self.looks.with(changes.looks),
            confirm: changes.confirm.unwrap_or(self.confirm),
        }
    }
}

impl ServerPreferences {
    /// Returns the text that is stored.
    #[must_use]
    pub fn encode(&self) -> String {
        let set = self.clone();
        let (managers_open, openers_role) = match set.openers {
            Openers::Everyone => (false, None),
            Openers::Managers => (true, None),
            Openers::Role(role) => (true, Some(role)),
        };
        written(&StoredServer {
            v: VERSION,
            rated_computers: set.rated_computers,
            language: set.language,
            theme: set.looks.theme,
            pieces: set.looks.pieces,
            orientation: set.looks.orientation.map(|seen| seen.word().to_owned()),
            ruleset: set.ruleset,
            time: set.time.map(|time| time.to_string()),
            rated: set.rated,
            channels: set.channels,
            managers_open,
            openers_role,
            leaderboard_hidden: !set.leaderboard,
            table_role: set.table_role,
        })
    }

    /// Reads a stored text.
    ///
    /// # Errors
    ///
    /// As [`PersonPreferences::decode`].
    pub fn decode(text: &str) -> Result<ServerPreferences, StoreError> {
        let stored: StoredServer =
            serde_json::from_str(text).map_err(|error| unreadable(&error))?;
        known(stored.v)?;
        let time = stored.time.map(|time| time.parse());
        let time = time.transpose().map_err(|error| unreadable(&error))?;
        Ok(ServerPreferences {
            rated_computers: stored.rated_computers,
            language: stored.language,
            looks: looks(stored.theme, stored.pieces, stored.orientation)?,
            ruleset: stored.ruleset,
            time,
            rated: stored.rated,
            channels: stored.channels,
            openers: match (stored.managers_open, stored.openers_role) {
                (false, None) => Openers::Everyone,
                (true, None) => Openers::Managers,
                (_, Some(role)) => Openers::Role(role),
            },
            leaderboard: !stored.leaderboard_hidden,
            table_role: stored.table_role,
        })
    }
}

fn looks(
    theme: Option<String>,
    pieces: Option<String>,
    orientation: Option<String>,
) -> Result<Looks, StoreError> {
    let orientation = orientation.map(|word| {
        Orientation::from_word(&word).ok_or_else(|| unreadable(&"such an orientation is not known"))
    });
    Ok(Looks {
        theme,
        pieces,
        orientation: orientation.transpose()?,
    })
}

/// Returns an error if a text is longer than [`LONGEST`].
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
                ..PersonPreferences::default()
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
                reminders,
                direct,
                ..PersonPreferences::default()
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
        assert_eq!(usual.clone().with(nothing.clone()), usual);
        let hidden = PersonChanges {
            public: Some(false),
            ..PersonChanges::default()
        };
        let twice = PersonChanges {
            reminders: Some(Reminders::Twice),
            ..PersonChanges::default()
        };
        let direct = PersonChanges {
            direct: Some(true),
            confirm: Some(true),
            ..PersonChanges::default()
        };
        let seen = |theme: Option<&str>, orientation| PersonChanges {
            language: Some("de".to_owned()),
            looks: Looks {
                theme: theme.map(str::to_owned),
                orientation,
                ..Looks::default()
            },
            ..PersonChanges::default()
        };
        let all = usual.with(hidden).with(twice).with(direct);
        let all = all.with(seen(Some("night"), None));
        let all = all.with(seen(None, Some(Orientation::Turn)));
        let expected = PersonPreferences {
            public: false,
            reminders: Reminders::Twice,
            direct: true,
            language: Some("de".to_owned()),
            looks: Looks {
                theme: Some("night".to_owned()),
                pieces: None,
                orientation: Some(Orientation::Turn),
            },
            confirm: true,
        };
        assert_eq!(all, expected);
        assert_eq!(all.clone().with(nothing), expected);
        assert_eq!(PersonPreferences::decode(&all.encode()), Ok(expected));
    }

    #[test]
    fn stored_preferences_are_read_and_those_of_a_later_version_refused() {
        let server = ServerPreferences {
            rated_computers: true,
            ..ServerPreferences::default()
        };
        assert_eq!(server.encode(), r#"{"v":1,"rated_computers":true}"#);
        assert_eq!(ServerPreferences::decode(&server.encode()), Ok(server));
        for openers in [
            Openers::Everyone,
            Openers::Managers,
            Openers::Role("18446744073709551615".to_owned()),
        ] {
            let full = ServerPreferences {
                rated_computers: true,
                language: Some("de".to_owned()),
                looks: Looks {
                    theme: Some("x".repeat(32)),
                    pieces: Some("x".repeat(32)),
                    orientation: Some(Orientation::Fixed(Color::White)),
                },
                ruleset: Some("x".repeat(100)),
                time: "30d".parse().ok(),
                rated: Some(false),
                channels: vec!["18446744073709551615".to_owned(); MOST_CHANNELS],
                openers,
                leaderboard: false,
                table_role: Some("18446744073709551615".to_owned()),
            };
            assert_eq!(check(&full.encode()), Ok(()));
            assert_eq!(ServerPreferences::decode(&full.encode()), Ok(full));
        }
        for bad in [
            "",
            "{}",
            r#"{"v":2,"public":false}"#,
            r#"{"v":1,"public":false,"more":1}"#,
            r#"{"v":1,"public":false,"reminders":"often"}"#,
            r#"{"v":1,"public":false,"direct":1}"#,
            r#"{"v":1,"public":false,"orientation":"red"}"#,
            r#"{"v":1,"rated_computers":true}"#,
        ] {
            let refused = PersonPreferences::decode(bad);
            assert!(matches!(refused, Err(StoreError::Failed(_))), "{bad}");
        }
    }
}
