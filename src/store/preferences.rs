//! What people and servers prefer: short texts in the store of matches, whose form this file owns.

use serde::{Deserialize, Serialize};

use super::StoreError;
use crate::{
    matchplay::{Person, Server, TimeLimit},
    rules::Color,
};

/// The longest text of preferences, in bytes: what a server with [`MOST_CHANNELS`] needs.
pub const LONGEST: usize = 4_096;

/// How many channels a server may name, besides allowing all.
pub const MOST_CHANNELS: usize = 50;

/// What stands in place of the preferences of a person who asked to be forgotten: the one thing
/// that is kept, so that what was begun is done even if the process ends in between, and so that
/// nobody sees them any more.
pub const FORGOTTEN: &str = r#"{"v":1,"forgotten":true}"#;

/// The version of the form that is written.
const VERSION: u64 = 1;

/// Whose preferences.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// A person's.
    Person(Person),
    /// A server's, which its managers set.
    Server(Server),
    /// No preferences, but beside them the last [role call](super::calls::RoleCall) of a server, in a
    /// row of its own so that it and what managers set overwrite nothing of each other.
    RoleCall(Server),
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonPreferences {
    /// Whether others see them in leaderboards and see their profile.
    pub public: bool,
    /// How often they want to be reminded of a turn.
    pub reminders: Reminders,
    /// Whether they want to hear of their turns in direct messages, and not in the match's place.
    pub direct: bool,
    /// In which language what they alone see is written, by its tag; as their chat says when
    /// `None`.
    pub language: Option<String>,
    /// How pictures look that they alone see.
    pub looks: Looks,
    /// Whether a move that they choose from menus is made only when they have confirmed it.
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

/// How pictures of the board look. Whatever is `None` is as usual.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Looks {
    /// The name of their theme.
    pub theme: Option<String>,
    /// The name of the set of their pieces.
    pub pieces: Option<String>,
    /// From where the board is seen: usually, by a player, from their own seat, and where the match
    /// is played from that of the player to move.
    pub orientation: Option<Orientation>,
}

impl Looks {
    /// The same with these changes.
    #[must_use]
    pub fn with(self, changes: Looks) -> Looks {
        Looks {
            theme: changes.theme.or(self.theme),
            pieces: changes.pieces.or(self.pieces),
            orientation: changes.orientation.or(self.orientation),
        }
    }
}

/// From where a board is seen.
///
/// ```
/// use rondel::{rules::Color, store::preferences::Orientation};
///
/// assert_eq!(Orientation::from_word("gray"), Some(Orientation::Fixed(Color::Gray)));
/// assert_eq!(Orientation::Turn.word(), "turn");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Orientation {
    /// From the seer's own seat, where they have one.
    Own,
    /// From the seat of the player to move.
    Turn,
    /// Always from this seat.
    Fixed(Color),
}

impl Orientation {
    /// All of them.
    pub const ALL: [Orientation; 5] = [
        Orientation::Own,
        Orientation::Turn,
        Orientation::Fixed(Color::White),
        Orientation::Fixed(Color::Gray),
        Orientation::Fixed(Color::Black),
    ];

    /// The word of options, and of the stored form.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Orientation::Own => "own",
            Orientation::Turn => "turn",
            Orientation::Fixed(seat) => seat.name(),
        }
    }

    /// What this word means.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Orientation> {
        let mut all = Orientation::ALL.into_iter();
        all.find(|orientation| orientation.word() == word)
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PersonChanges {
    /// [`PersonPreferences::public`]
    pub public: Option<bool>,
    /// [`PersonPreferences::reminders`]
    pub reminders: Option<Reminders>,
    /// [`PersonPreferences::direct`]
    pub direct: Option<bool>,
    /// [`PersonPreferences::language`]
    pub language: Option<String>,
    /// [`PersonPreferences::looks`]
    pub looks: Looks,
    /// [`PersonPreferences::confirm`]
    pub confirm: Option<bool>,
}

/// What a server prefers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerPreferences {
    /// Whether matches with computers may be rated.
    pub rated_computers: bool,
    /// In which language what stands in its channels is written, by its tag; as the server says
    /// when `None`.
    pub language: Option<String>,
    /// How pictures in its channels look.
    pub looks: Looks,
    /// By which rules a table is opened unless its opener says.
    pub ruleset: Option<String>,
    /// How long a player may think about a move unless the opener says.
    pub time: Option<TimeLimit>,
    /// Whether a match is rated unless the opener says.
    pub rated: Option<bool>,
    /// The ids of the channels where tables may be opened; everywhere when there are none.
    pub channels: Vec<String>,
    /// Who may open tables.
    pub openers: Openers,
    /// Whether everyone may look at the leaderboard of this server.
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

/// Who may open tables in a server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Openers {
    /// All its members.
    #[default]
    Everyone,
    /// Those who manage it.
    Managers,
    /// Those, and whoever has the role of this id.
    Role(String),
}

// Rows were written before there was all that can be put into them: whatever is as usual is not put
// there, and what is missing is as usual.

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
    /// The text that is stored.
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

    /// What a stored text says.
    ///
    /// # Errors
    ///
    /// When it is not of a form that this program writes, one of a later version among them.
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

    /// The same with these changes.
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
    /// The text that is stored.
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

    /// What a stored text says.
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
