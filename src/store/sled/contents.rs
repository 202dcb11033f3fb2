//! The two kinds of stores, and what differs between them.

use super::keys;

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

    /// Returns the format that this program writes. It reads those before too.
    pub(super) const fn format(self) -> u64 {
        match self {
            // 3 has the matches in the order in which they ended, 4 has lists of live ones.
            Contents::Matches => 4,
            // 2 has the tally, and the store's number.
            Contents::People => 2,
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
