//! Standings as bytes, so that a start need not read every match again: a line that names the form,
//! the SHA-256 of the rest, and the rest as `postcard` writes it. What can be worked out from the
//! rest without rating anybody again is left out.

use std::mem;

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

use super::fold::{Standings, Who};

/// The first bytes, with the number of the form. Any change to the types that are written needs
/// another number.
const FORM: &[u8] = b"rondel standings 1\n";

/// The length of the digest, in bytes.
const DIGEST: usize = 32;

impl Standings {
    /// Returns the standings as bytes, the same for the same matches in the same order.
    ///
    /// ```
    /// use rondel_standings::Standings;
    ///
    /// let bytes = Standings::default().encode();
    /// assert_eq!(Standings::decode(&bytes).map(|read| read.encode()), Some(bytes));
    /// ```
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let rest = self.rest();
        [FORM, &Sha256::digest(&rest), &rest].concat()
    }

    /// Returns the SHA-256 of everything in here as 64 hexadecimal digits, the same for the same
    /// matches in the same order.
    ///
    /// ```
    /// use rondel_standings::Standings;
    ///
    /// let (mut one, other) = (Standings::default(), Standings::default());
    /// assert_eq!(one.digest(), other.digest());
    /// one.pass(1, rondel_matchplay::MatchId::numbered(7));
    /// assert_ne!(one.digest(), other.digest());
    /// ```
    #[must_use]
    pub fn digest(&self) -> String {
        HEXLOWER.encode(&Sha256::digest(self.rest()))
    }

    /// Reads bytes written by [`encode`](Standings::encode). Returns `None` for any others: of
    /// another form, or damaged.
    #[must_use]
    pub fn decode(bytes: &[u8]) -> Option<Standings> {
        let (digest, rest) = bytes.strip_prefix(FORM)?.split_at_checked(DIGEST)?;
        if Sha256::digest(rest).as_slice() != digest {
            return None;
        }
        let mut read: Standings = postcard::from_bytes(rest).ok()?;
        if !read.is_whole() {
            return None;
        }
        for played in mem::take(&mut read.played) {
            read.list(played);
        }
        Some(read)
    }

    /// Returns true if every number of a person, ruleset or server is one that is there.
    fn is_whole(&self) -> bool {
        let [people, rulesets, servers] =
            [self.people.len(), self.rulesets.len(), self.servers.len()].map(|len| len as u32);
        let is_there = |who| !matches!(who, Who::Person(place) if place >= people);
        let lists = [self.last.len(), self.careers.len()];
        let is_long_enough = lists.iter().all(|len| *len == self.people.len());
        let careers_are_there = self.careers.iter().all(|career| {
            let mut climbs = career.climbs.iter();
            career.left <= career.started && climbs.all(|climb| climb.ruleset < rulesets)
        });
        let matches_are_there = self.played.iter().all(|played| {
            let mut seats = played.seats.iter();
            played.ruleset < rulesets
                && played.server < servers
                && seats.all(|(_, seat)| is_there(seat.who))
        });
        is_long_enough && careers_are_there && matches_are_there
    }

    fn rest(&self) -> Vec<u8> {
        // Nothing in these types can fail to be written.
        postcard::to_stdvec(self).unwrap_or_default()
    }
}
