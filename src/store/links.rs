//! Links to matches: secrets by which a page lets somebody in who has no account anywhere.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::json::StoredRow;
use crate::matchplay::Person;

/// The digest of a link's secret: what is kept of it. Nobody finds the secret from it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SecretDigest(String);

impl SecretDigest {
    /// Returns the digest of a secret.
    ///
    /// ```
    /// use rondel::store::links::SecretDigest;
    ///
    /// assert_eq!(SecretDigest::of("one").as_str().len(), 64);
    /// assert_ne!(SecretDigest::of("one"), SecretDigest::of("other"));
    /// ```
    #[must_use]
    pub fn of(secret: &str) -> SecretDigest {
        let bytes = Sha256::digest(secret);
        SecretDigest(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// Returns it in 64 hexadecimal digits.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The one whom a link lets in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guest {
    /// This person, who acts by it.
    Player(Person),
    /// Anyone, to watch.
    Onlooker,
}

/// The links of one match.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Links {
    links: Vec<Link>,
    /// The match in which its people play once more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Link {
    digest: SecretDigest,
    /// The person in hexadecimal; `None` for onlookers.
    #[serde(skip_serializing_if = "Option::is_none")]
    person: Option<String>,
}

impl Links {
    /// The largest number of links to a match: one for each of its people, and some who were there.
    pub const MOST: usize = 16;

    /// Returns the one whom a secret lets in.
    #[must_use]
    pub fn guest(&self, digest: &SecretDigest) -> Option<Guest> {
        let link = self.links.iter().find(|link| link.digest == *digest)?;
        match &link.person {
            None => Some(Guest::Onlooker),
            Some(person) => {
                let person = u128::from_str_radix(person, 16).ok()?;
                Some(Guest::Player(Person(person)))
            }
        }
    }

    /// Gives everybody who has a link the same one in another match.
    pub fn carry_into(&self, other: &mut Links) {
        for link in &self.links {
            if let Some(guest) = self.guest(&link.digest) {
                other.set(guest, Some(link.digest.clone()));
            }
        }
    }

    /// Returns true if somebody has a link.
    #[must_use]
    pub fn has(&self, guest: Guest) -> bool {
        let person = name_of(guest);
        self.links.iter().any(|link| link.person == person)
    }

    /// Gives somebody this link in place of the one they have, or takes that away. The oldest link goes
    /// where there are more than [`MOST`](Links::MOST).
    pub fn set(&mut self, guest: Guest, digest: Option<SecretDigest>) {
        let person = name_of(guest);
        self.links.retain(|link| link.person != person);
        self.links
            .extend(digest.map(|digest| Link { digest, person }));
        let over = self.links.len().saturating_sub(Links::MOST);
        self.links.drain(..over);
    }
}

fn name_of(guest: Guest) -> Option<String> {
    match guest {
        Guest::Player(person) => Some(person.to_string()),
        Guest::Onlooker => None,
    }
}

impl StoredRow for Links {
    const NAME: &'static str = "links";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::preferences::LONGEST;

    #[test]
    fn a_new_link_takes_the_place_of_the_one_before() {
        let [first, second] = ["first", "second"].map(SecretDigest::of);
        let ann = Guest::Player(Person(7));
        let mut links = Links::default();
        links.set(ann, Some(first.clone()));
        links.set(Guest::Onlooker, Some(second.clone()));
        let links = Links::decode(&links.encode()).unwrap();
        assert_eq!(links.guest(&first), Some(ann));
        assert_eq!(links.guest(&second), Some(Guest::Onlooker));
        let mut links = links;
        links.set(ann, Some(SecretDigest::of("third")));
        assert_eq!(links.guest(&first), None);
        assert!(links.has(ann) && links.has(Guest::Onlooker));
        links.set(Guest::Onlooker, None);
        assert_eq!(links.guest(&second), None);
        assert!(!links.has(Guest::Onlooker));
    }

    #[test]
    fn as_many_links_as_there_may_be_fit_into_a_row() {
        let mut links = Links::default();
        for number in 0..2 * Links::MOST {
            let digest = SecretDigest::of(&number.to_string());
            links.set(
                Guest::Player(Person(u128::MAX - number as u128)),
                Some(digest),
            );
        }
        assert!(links.encode().len() <= LONGEST, "{}", links.encode().len());
        let last = SecretDigest::of(&(2 * Links::MOST - 1).to_string());
        assert!(links.guest(&last).is_some());
        assert_eq!(links.guest(&SecretDigest::of("0")), None);
    }
}
