//! Preferences of people and servers: short texts in the store of matches, in a form that this file
//! owns.

use std::{collections::HashSet, fmt, str::FromStr};

use rondel_matchplay::{Moment, ParseTimeLimitError, TimeLimit};
use rondel_rules::Color;
use serde::{Deserialize, Serialize};

use super::{
    StoreError,
    json::{self, StoredRow},
};

/// The longest text of preferences, in bytes: enough for a server with [`MOST_CHANNELS`].
pub const LONGEST: usize = 4_096;

/// The largest number of channels that a server may name.
pub const MOST_CHANNELS: usize = 50;

/// The text that replaces the preferences of a person who asked to be forgotten. It is the one
/// thing that is kept, so that the forgetting is finished even if the process ends in between, and
/// so that nobody sees them any more.
pub const FORGOTTEN: &str = r#"{"v":1,"forgotten":true}"#;

/// The preferences of a person. A value that is missing in the stored form is as usual.
///
/// ```
/// use rondel_store::{StoredRow, preferences::PersonPreferences};
///
/// let usual = PersonPreferences::default();
/// assert!(usual.public);
/// let hidden = PersonPreferences { public: false, ..usual };
/// assert!(hidden.encode().starts_with(r#"{"v":1,"public":false,"#));
/// assert_eq!(PersonPreferences::decode(&hidden.encode()), Ok(hidden));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PersonPreferences {
    /// True if others see them in leaderboards and may open their profile.
    pub public: bool,
    /// The number of reminders they want for each turn.
    pub reminders: Reminders,
    /// The manner in which they hear that it is their turn, and of reminders of it.
    pub turns: Manner,
    /// The manner in which they hear that something is asked of them.
    pub questions: Manner,
    /// The manner in which they hear what became of a match of theirs.
    pub news: Manner,
    /// The tag of the language in which they alone are answered; their chat's language if `None`.
    pub language: Option<String>,
    /// The looks of pictures that only they see.
    pub looks: Looks,
    /// True if a move chosen by buttons is made only after they confirm it.
    pub confirm: bool,
}

impl Default for PersonPreferences {
    fn default() -> PersonPreferences {
        PersonPreferences {
            public: true,
            reminders: Reminders::Once,
            turns: Manner::Mention,
            questions: Manner::Mention,
            news: Manner::Mention,
            language: None,
            looks: Looks::default(),
            confirm: false,
        }
    }
}

impl PersonPreferences {
    /// Returns the manner in which they hear of such a concern.
    #[must_use]
    pub const fn manner(&self, concern: Concern) -> Manner {
        match concern {
            Concern::Turn => self.turns,
            Concern::Question => self.questions,
            Concern::News => self.news,
        }
    }
}

/// A reason to notify somebody. What matters most comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Concern {
    /// It is their turn to move, or they are reminded of it.
    Turn,
    /// Something is asked of them: an invitation, a proposal, a seat whose player is missing.
    Question,
    /// A match of theirs begins or ends, or their army goes out.
    News,
}

/// The preferences of a server, stored as those of a person are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ServerPreferences {
    /// True if matches with computers may be rated.
    pub rated_computers: bool,
    /// The tag of the language of its channels; the server's own language if `None`.
    pub language: Option<String>,
    /// The looks of pictures in its channels.
    pub looks: Looks,
    /// The ruleset of a table whose opener names none.
    pub ruleset: Option<String>,
    /// The time for each move at a table whose opener names none; that of the chat if `None`.
    pub time: Option<UsualTime>,
    /// True if a match is rated whose opener does not say.
    pub rated: Option<bool>,
    /// The ids of the channels where tables may be opened; everywhere if it is empty.
    pub channels: Vec<String>,
    /// True if only managers, and those with the role below, may open tables.
    pub managers_open: bool,
    /// The id of the role whose members may open tables like managers.
    pub openers_role: Option<String>,
    /// The people who may look at the leaderboard of this server.
    pub leaderboard: Viewers,
    /// The id of the role that is called when a table with free seats is opened.
    pub table_role: Option<String>,
    /// The tag of the language that most of those have who play there. It counts where nobody says one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spoken: Option<String>,
    /// What was dropped of these settings and has still to be said to managers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lapsed: Vec<Lapse>,
    /// What was dropped and has still to be said to somebody who opens a table.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lapsed_for_openers: Vec<Lapse>,
    /// The moment at which the server was joined, by the chat's account, when it was greeted last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub greeted: Option<Moment>,
}

impl ServerPreferences {
    /// Returns the people who may open tables.
    #[must_use]
    pub fn openers(&self) -> Openers<'_> {
        match &self.openers_role {
            Some(role) => Openers::Role(role),
            None if self.managers_open => Openers::Managers,
            None => Openers::Everyone,
        }
    }

    /// Changes who may open tables.
    pub fn set_openers(&mut self, openers: Openers<'_>) {
        self.managers_open = openers != Openers::Everyone;
        self.openers_role = match openers {
            Openers::Role(role) => Some(role.to_owned()),
            Openers::Everyone | Openers::Managers => None,
        };
    }

    /// Returns the ids of the roles that these settings name.
    pub fn roles(&self) -> impl Iterator<Item = &String> {
        self.openers_role.iter().chain(&self.table_role)
    }

    /// Drops the channels and roles that are gone, by their ids, and notes what that changes. Without any of
    /// its channels a server allows tables everywhere, without the role of its openers to everybody. Returns
    /// true if anything was dropped.
    pub fn drop_gone(&mut self, gone: &HashSet<String>) -> bool {
        let (before, mut lapses) = (self.channels.len(), Vec::new());
        self.channels.retain(|channel| !gone.contains(channel));
        if self.channels.len() < before {
            lapses.push(if self.channels.is_empty() {
                Lapse::Channels
            } else {
                Lapse::Channel
            });
        }
        let is_gone = |role: &Option<String>| role.as_ref().is_some_and(|role| gone.contains(role));
        if is_gone(&self.openers_role) {
            self.set_openers(Openers::Everyone);
            lapses.push(Lapse::Openers);
        }
        if is_gone(&self.table_role) {
            self.table_role = None;
            lapses.push(Lapse::TableRole);
        }
        for lapse in &lapses {
            if !self.lapsed.contains(lapse) {
                self.lapsed.push(*lapse);
            }
            let concerns_openers = matches!(lapse, Lapse::Channels | Lapse::Openers);
            if concerns_openers && !self.lapsed_for_openers.contains(lapse) {
                self.lapsed_for_openers.push(*lapse);
            }
        }
        !lapses.is_empty()
    }
}

/// The time limit that is usual at the tables of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct UsualTime(pub Option<TimeLimit>);

impl fmt::Display for UsualTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(limit) => limit.fmt(f),
            None => f.write_str("none"),
        }
    }
}

impl FromStr for UsualTime {
    type Err = ParseTimeLimitError;

    fn from_str(text: &str) -> Result<UsualTime, ParseTimeLimitError> {
        TimeLimit::read(text).map(UsualTime)
    }
}

impl TryFrom<String> for UsualTime {
    type Error = ParseTimeLimitError;

    fn try_from(text: String) -> Result<UsualTime, ParseTimeLimitError> {
        text.parse()
    }
}

impl From<UsualTime> for String {
    fn from(time: UsualTime) -> String {
        time.to_string()
    }
}

/// The people who may open tables in a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Openers<'a> {
    /// All its members.
    Everyone,
    /// Managers of the server.
    Managers,
    /// Managers, and anyone with the role of this id.
    Role(&'a str),
}

/// The looks of pictures of the board. `None` is the usual.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Looks {
    /// The name of the theme.
    pub theme: Option<String>,
    /// The name of the set of pieces.
    pub pieces: Option<String>,
    /// The side from which the board is seen. Usually a player sees it from their own seat, and the
    /// place of the match sees it from the seat of the player to move.
    pub orientation: Option<Orientation>,
    /// True if the letters of that side run from left to right.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub mirror: bool,
}

impl StoredRow for PersonPreferences {
    const NAME: &'static str = "preferences";
}

impl StoredRow for ServerPreferences {
    const NAME: &'static str = "preferences";
}

/// The last time a table of a server called its role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoleCall {
    /// The time of the call, by the clock of that time.
    pub at: Moment,
}

impl StoredRow for RoleCall {
    const NAME: &'static str = "role calls";
}

/// A value of a preference, which people set by a word.
pub trait Settable {
    /// Returns the word of the value; `None` if it is not set.
    fn word(&self) -> Option<String>;

    /// Sets the value to that of a word. `None`, and a word that is not known, set it back.
    fn set(&mut self, word: Option<&str>);
}

impl<T: fmt::Display + FromStr> Settable for Option<T> {
    fn word(&self) -> Option<String> {
        self.as_ref().map(T::to_string)
    }

    fn set(&mut self, word: Option<&str>) {
        *self = word.and_then(|word| word.parse().ok());
    }
}

/// Implements [`Settable`] for types that always have a value.
macro_rules! always_set {
    ($($name:ident)+) => {$(
        impl Settable for $name {
            fn word(&self) -> Option<String> {
                Some(self.to_string())
            }

            fn set(&mut self, word: Option<&str>) {
                *self = word.and_then(|word| word.parse().ok()).unwrap_or_default();
            }
        }
    )+};
}

always_set! { bool Reminders Manner Viewers }

/// Declares an enum of values, each with its word in options and in the stored form.
macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$of:meta])* $variant:ident = $word:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        pub enum $name { $($(#[$of])* #[serde(rename = $word)] $variant),+ }

        impl $name {
            /// All values, in the order of menus.
            pub const ALL: &[$name] = &[$($name::$variant),+];
            /// The words of all values.
            pub const WORDS: &[&str] = &[$($word),+];
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $($name::$variant => $word),+ })
            }
        }

        impl FromStr for $name {
            type Err = UnknownWord;

            fn from_str(word: &str) -> Result<$name, UnknownWord> {
                match word { $($word => Ok($name::$variant),)+ _ => Err(UnknownWord) }
            }
        }
    };
}

/// The word is that of no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("such a value is not known")]
pub struct UnknownWord;

words! {
    /// The side from which a board is seen.
    ///
    /// ```
    /// use rondel_store::preferences::Orientation;
    ///
    /// assert_eq!("gray".parse(), Ok(Orientation::Gray));
    /// assert_eq!(Orientation::Turn.to_string(), "turn");
    /// ```
    Orientation {
        /// From the viewer's own seat, if they have one.
        Own = "own",
        /// From the seat of the player to move.
        Turn = "turn",
        /// Always from White's seat.
        White = "white",
        /// Always from Gray's seat.
        Gray = "gray",
        /// Always from Black's seat.
        Black = "black",
    }
}

impl Orientation {
    /// Returns the seat from which a viewer with this seat, if any, sees the board when it is that
    /// army's `turn`.
    #[must_use]
    pub fn seat(self, own: Option<Color>, turn: Color) -> Color {
        match self {
            Orientation::Own => own.unwrap_or(turn),
            Orientation::Turn => turn,
            Orientation::White => Color::White,
            Orientation::Gray => Color::Gray,
            Orientation::Black => Color::Black,
        }
    }
}

words! {
    /// The reminders of a turn that somebody wants, for time limits of an hour or more.
    ///
    /// ```
    /// use rondel_store::preferences::Reminders;
    ///
    /// assert_eq!("twice".parse(), Ok(Reminders::Twice));
    /// assert!("Twice".parse::<Reminders>().is_err());
    /// assert_eq!(Reminders::default().to_string(), "once");
    /// ```
    #[derive(Default)]
    Reminders {
        /// No reminders at all.
        Off = "off",
        /// One, when a third of the time is left.
        #[default]
        Once = "once",
        /// A second one, when a tenth of it is left.
        Twice = "twice",
    }
}

words! {
    /// The manner in which somebody is notified.
    ///
    /// ```
    /// use rondel_store::preferences::Manner;
    ///
    /// assert_eq!("direct".parse(), Ok(Manner::Direct));
    /// assert_eq!(Manner::default().to_string(), "mention");
    /// ```
    #[derive(Default)]
    Manner {
        /// By a mention where the match is played.
        #[default]
        Mention = "mention",
        /// By a direct message.
        Direct = "direct",
        /// Not at all: it stands where the match is played, and notifies nobody.
        Off = "off",
    }
}

words! {
    /// The people who may look at something of a server.
    #[derive(Default)]
    Viewers {
        /// All its members.
        #[default]
        Everyone = "everyone",
        /// Managers of the server.
        Managers = "managers",
    }
}

words! {
    /// A setting of a server that was dropped because what it named was deleted.
    Lapse {
        /// Some of the channels where tables may be opened.
        Channel = "channel",
        /// All of them, so that tables may be opened everywhere.
        Channels = "channels",
        /// The role of those who may open tables, so that everybody may.
        Openers = "openers",
        /// The role that was called for new tables.
        TableRole = "table-role",
    }
}

/// Returns an error if a text is longer than [`LONGEST`].
pub(super) fn check(text: &str) -> Result<(), StoreError> {
    json::fits(PersonPreferences::NAME, text, LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_as_usual() {
        for public in [true, false] {
            let read = PersonPreferences::decode(&format!(r#"{{"v":1,"public":{public}}}"#));
            let expected = PersonPreferences {
                public,
                ..PersonPreferences::default()
            };
            assert_eq!(read, Ok(expected));
        }
    }

    #[test]
    fn every_value_is_written_and_read() {
        for (reminders, turns, rest) in [
            (
                Reminders::Once,
                Manner::Mention,
                r#""reminders":"once","turns":"mention""#,
            ),
            (
                Reminders::Off,
                Manner::Off,
                r#""reminders":"off","turns":"off""#,
            ),
            (
                Reminders::Twice,
                Manner::Direct,
                r#""reminders":"twice","turns":"direct""#,
            ),
        ] {
            let preferences = PersonPreferences {
                reminders,
                turns,
                ..PersonPreferences::default()
            };
            let others = r#""questions":"mention","news":"mention","language":null"#;
            let looks = r#"{"theme":null,"pieces":null,"orientation":null}"#;
            let row = format!(
                r#"{{"v":1,"public":true,{rest},{others},"looks":{looks},"confirm":false}}"#
            );
            assert_eq!(preferences.encode(), row);
            assert_eq!(PersonPreferences::decode(&row), Ok(preferences));
        }
        let call = RoleCall {
            at: Moment(1_700_000_000_000),
        };
        assert_eq!(call.encode(), r#"{"v":1,"at":1700000000000}"#);
        assert_eq!(RoleCall::decode(&call.encode()), Ok(call));
    }

    #[test]
    fn what_is_gone_is_dropped_and_said_to_those_whom_it_concerns() {
        use Lapse::{Channel, Channels, Openers, TableRole};
        let set = ServerPreferences {
            channels: vec!["1".to_owned(), "2".to_owned()],
            managers_open: true,
            openers_role: Some("3".to_owned()),
            table_role: Some("4".to_owned()),
            ..ServerPreferences::default()
        };
        for (gone, managers, openers) in [
            (&[][..], &[][..], &[][..]),
            (&["5"], &[], &[]),
            (&["1"], &[Channel], &[]),
            (&["1", "2"], &[Channels], &[Channels]),
            (&["3"], &[Openers], &[Openers]),
            (&["4"], &[TableRole], &[]),
            (
                &["1", "2", "3", "4"],
                &[Channels, Openers, TableRole],
                &[Channels, Openers],
            ),
        ] {
            let mut left = set.clone();
            let gone: HashSet<String> = gone.iter().map(|id| String::from(*id)).collect();
            assert_eq!(left.drop_gone(&gone), !managers.is_empty(), "{gone:?}");
            assert_eq!(left.lapsed, managers, "{gone:?}");
            assert_eq!(left.lapsed_for_openers, openers, "{gone:?}");
            assert!(
                !left
                    .channels
                    .iter()
                    .chain(left.roles())
                    .any(|id| gone.contains(id))
            );
            let is_open = left.openers() == super::Openers::Everyone;
            assert_eq!(is_open, gone.contains("3"), "{gone:?}");
            assert!(!left.drop_gone(&gone), "{gone:?}");
        }
        // Nothing of it stands in the rows of servers that have lost nothing.
        assert!(!set.encode().contains("lapsed"), "{}", set.encode());
    }

    #[test]
    fn stored_preferences_are_read_and_those_of_a_later_version_refused() {
        let server = ServerPreferences {
            rated_computers: true,
            ..ServerPreferences::default()
        };
        assert_eq!(ServerPreferences::decode(&server.encode()), Ok(server));
        for openers in [
            Openers::Everyone,
            Openers::Managers,
            Openers::Role("18446744073709551615"),
        ] {
            let mut full = ServerPreferences {
                rated_computers: true,
                language: Some("de".to_owned()),
                looks: Looks {
                    theme: Some("x".repeat(32)),
                    pieces: Some("x".repeat(32)),
                    orientation: Some(Orientation::White),
                    mirror: true,
                },
                ruleset: Some("x".repeat(100)),
                time: "30d".parse().ok(),
                rated: Some(false),
                channels: vec!["18446744073709551615".to_owned(); MOST_CHANNELS],
                managers_open: false,
                openers_role: None,
                leaderboard: Viewers::Managers,
                table_role: Some("18446744073709551615".to_owned()),
                spoken: Some("de".to_owned()),
                lapsed: Lapse::ALL.to_vec(),
                lapsed_for_openers: Lapse::ALL.to_vec(),
                greeted: Some(Moment(1_700_000_000_000)),
            };
            full.set_openers(openers);
            assert_eq!(full.openers(), openers);
            assert_eq!(check(&full.encode()), Ok(()));
            assert_eq!(ServerPreferences::decode(&full.encode()), Ok(full));
        }
        for bad in [
            "",
            "{}",
            r#"{"v":2,"public":false}"#,
            r#"{"v":1,"public":false,"more":1}"#,
            r#"{"v":1,"public":false,"reminders":"often"}"#,
            r#"{"v":1,"public":false,"turns":1}"#,
            r#"{"v":1,"public":false,"looks":{"orientation":"red"}}"#,
            r#"{"v":1,"public":false,"looks":{"colours":"red"}}"#,
            r#"{"v":1,"rated_computers":true}"#,
        ] {
            let refused = PersonPreferences::decode(bad);
            assert!(matches!(refused, Err(StoreError::Failed(_))), "{bad}");
        }
    }
}
