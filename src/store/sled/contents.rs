//! The two kinds of stores, and what differs between them.

use crate::keyed::keys;

/// The kind of a store.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contents {
    /// The word for what is in it.
    pub(super) word: &'static str,
    /// The name with which the store's mark begins. Drafts from before the first release began
    /// theirs with other words.
    pub(super) name: &'static str,
    /// The kind of row of which there is one for each match or person.
    pub(super) held: u8,
    /// The room that sled writes to when it opens its files, in bytes: the rest of a segment, and
    /// where its pages are.
    pub(super) ballast: u64,
    /// The bytes of memory for pages of the file; sled's own choice would be a gibibyte.
    pub(super) cache: u64,
}

impl Contents {
    /// A store of matches.
    pub(super) const MATCHES: Contents = Contents {
        word: "matches",
        name: "rondel-matches",
        held: keys::HEAD,
        ballast: 16 << 20,
        cache: 64 << 20,
    };

    /// A store of people.
    pub(super) const PEOPLE: Contents = Contents {
        word: "people",
        name: "rondel-people",
        held: keys::CARD,
        ballast: 4 << 20,
        cache: 8 << 20,
    };
}
