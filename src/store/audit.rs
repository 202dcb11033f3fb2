//! The audit list of a server: what its managers forced on players and set. It is bounded, and kept
//! in the store of matches in a form that this file owns. People are references, as everywhere
//! there.

use rondel_matchplay::{Event, MatchId, Moment, Person, Server};
use serde::{Deserialize, Serialize};

use super::{
    StoreError,
    json::{self, StoredRow},
};

/// The number of entries that a server's list keeps, the latest ones.
pub const KEPT: u64 = 200;

/// The longest text of an entry, in bytes.
pub const LONGEST: usize = 2_048;

/// An entry on its way into a server's list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The server whose list it goes into.
    pub server: Server,
    /// The entry that is added.
    pub entry: Entry,
}

/// An action of a manager, with its time and author.
///
/// ```
/// use rondel_matchplay::{MatchId, Moment, Person};
/// use rondel_store::{StoredRow, audit::{Deed, Entry}};
///
/// let id = MatchId::numbered(7);
/// let reason = String::from("A duel in three-man");
/// let entry = Entry { at: Moment(5), by: Person(1), deed: Deed::Aborted { id, reason } };
/// assert_eq!(Entry::decode(&entry.encode()), Ok(entry));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The time of the action, by the host's clock.
    pub at: Moment,
    /// The manager who did it.
    pub by: Person,
    /// The action itself.
    #[serde(flatten)]
    pub deed: Deed,
}

/// An action of a manager.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "deed", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Deed {
    /// A seat was taken from its player.
    Freed {
        /// The match in which it happened.
        #[serde(rename = "match")]
        id: MatchId,
        /// The player who lost the seat.
        person: Person,
        /// The reason, in the manager's words.
        reason: String,
    },
    /// A match or a table was aborted.
    Aborted {
        /// The match or table.
        #[serde(rename = "match")]
        id: MatchId,
        /// The reason, in the manager's words.
        reason: String,
    },
    /// Something was set for the server.
    Set {
        /// The options of `/server` with the values given, as they are stored.
        settings: Vec<(String, String)>,
    },
}

impl Entry {
    /// Returns the entry for these events of a match; `None` if no manager forced them on its
    /// players.
    #[must_use]
    pub fn of_events(at: Moment, by: Person, id: MatchId, events: &[Event]) -> Option<Entry> {
        let deed = events.iter().find_map(|event| {
            if let Event::Freed { person, reason, .. } = event {
                let (person, reason) = (*person, reason.clone());
                Some(Deed::Freed { id, person, reason })
            } else if let Event::Aborted { reason } = event {
                let reason = reason.clone();
                Some(Deed::Aborted { id, reason })
            } else {
                None
            }
        })?;
        Some(Entry { at, by, deed })
    }

    /// Returns the people whom it names.
    pub fn people(&self) -> impl Iterator<Item = Person> + use<> {
        let freed = match self.deed {
            Deed::Freed { person, .. } => Some(person),
            Deed::Aborted { .. } | Deed::Set { .. } => None,
        };
        [self.by].into_iter().chain(freed)
    }

    /// Returns the text that is stored, or an error if it is longer than [`LONGEST`].
    pub(super) fn checked(&self) -> Result<String, StoreError> {
        let text = self.encode();
        json::fits(Entry::NAME, &text, LONGEST)?;
        Ok(text)
    }
}

impl StoredRow for Entry {
    const NAME: &'static str = "audit entries";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_read_as_they_were_written_and_nothing_else_is() {
        let id = MatchId::numbered(7);
        let reason = String::from("Two \"players\", one person");
        let person = Person(0xa1);
        for (deed, text) in [
            (
                Deed::Freed {
                    id,
                    person,
                    reason: reason.clone(),
                },
                format!(
                    r#""deed":"freed","match":"{id}","person":"{:032x}","reason":"Two \"players\", one person""#,
                    0xa1
                ),
            ),
            (
                Deed::Aborted { id, reason },
                format!(
                    r#""deed":"aborted","match":"{id}","reason":"Two \"players\", one person""#
                ),
            ),
            (
                Deed::Set {
                    settings: vec![(String::from("theme"), String::from("dusk"))],
                },
                String::from(r#""deed":"set","settings":[["theme","dusk"]]"#),
            ),
        ] {
            let entry = Entry {
                at: Moment(-1),
                by: Person(u128::MAX),
                deed,
            };
            let by = "f".repeat(32);
            let text = format!(r#"{{"v":1,"at":-1,"by":"{by}",{text}}}"#);
            assert_eq!(entry.encode(), text);
            assert_eq!(Entry::decode(&text), Ok(entry));
            for (from, to) in [
                ("\"v\":1", "\"v\":2"),
                ("\"deed\":\"", "\"deed\":\"un"),
                (&by, "ff"),
                ("}", ""),
            ] {
                let bad = text.replacen(from, to, 1);
                assert!(Entry::decode(&bad).is_err(), "{bad}");
            }
        }
    }

    #[test]
    fn what_would_grow_without_bound_is_not_kept() {
        let set = |length: usize| Entry {
            at: Moment(0),
            by: Person(1),
            deed: Deed::Set {
                settings: vec![(String::from("theme"), "x".repeat(length))],
            },
        };
        assert!(set(100).checked().is_ok());
        assert!(set(LONGEST).checked().is_err());
    }
}
