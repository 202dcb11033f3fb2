//! The two kinds of stores, and what differs between them.

use super::keys;

/// The format of both kinds. It may still change until release 0.1.0; from then on it is read for
/// ever.
pub(super) const FORMAT: u64 = 1;

/// The kind of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Contents {
    /// A store of matches.
    Matches,
    /// A store of people.
    People,
}

impl Contents {
    pub(super) const fn word(self) -> &'static str {
        match self {
            Contents::Matches => "matches",
            Contents::People => "people",
        }
    }

    /// Returns the name with which the store's mark begins. Drafts from before the first release
    /// began theirs with other words.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Contents::Matches => "rondel-matches",
            Contents::People => "rondel-people",
        }
    }

    /// Returns the kind of row of which there is one for each match or person.
    pub(super) const fn held(self) -> u8 {
        match self {
            Contents::Matches => keys::HEAD,
            Contents::People => keys::CARD,
        }
    }

    /// Returns the room that sled writes to when it opens its files: the rest of a segment, and
    /// where its pages are.
    pub(super) const fn ballast(self) -> u64 {
        match self {
            Contents::Matches => 16 << 20,
            Contents::People => 4 << 20,
        }
    }

    /// Returns the bytes of memory for pages of the file; sled's own choice would be a gibibyte.
    pub(super) const fn cache(self) -> u64 {
        match self {
            Contents::Matches => 64 << 20,
            Contents::People => 8 << 20,
        }
    }
}
