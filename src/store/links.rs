//! Links to matches: secrets by which a page lets somebody in who has no account anywhere.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::json::StoredRow;
use crate::{matchplay::Person, rules::Color};

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
    /// The word of the free seat that it was made for; `None` for all others.
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<String>,
}

impl Links {
    /// The largest number of links to a match: one for each of its people, and some who were there.
    pub const MOST: usize = 16;

    /// Returns the one whom a secret lets in.
    #[must_use]
    pub fn guest(&self, digest: &SecretDigest) -> Option<Guest> {
        let link = self.links.iter().find(|link| link.digest == *digest)?;
        match link.person {
            None => Some(Guest::Onlooker),
            Some(_) => link.player().map(Guest::Player),
        }
    }

    /// Returns the person whom the last link that was made for a seat lets in.
    #[must_use]
    pub fn expected(&self, seat: Color) -> Option<Person> {
        let mut links = self.links.iter();
        let link = links.find(|link| link.seat.as_deref() == Some(seat.word()))?;
        link.player()
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
        self.links.extend(digest.map(|digest| Link {
            digest,
            person,
            seat: None,
        }));
        let over = self.links.len().saturating_sub(Links::MOST);
        self.links.drain(..over);
    }

    /// Gives somebody this link to a free seat in place of the one they have. They are
    /// [`expected`](Links::expected) there from now on, and nobody else is.
    pub fn expect(&mut self, seat: Color, person: Person, digest: SecretDigest) {
        let word = Some(seat.word());
        let before = self.links.iter_mut();
        for link in before.filter(|link| link.seat.as_deref() == word) {
            link.seat = None;
        }
        self.set(Guest::Player(person), Some(digest));
        if let Some(link) = self.links.last_mut() {
            link.seat = word.map(str::to_owned);
        }
    }
}

impl Link {
    fn player(&self) -> Option<Person> {
        let person = u128::from_str_radix(self.person.as_ref()?, 16).ok()?;
        Some(Person(person))
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
    fn one_person_is_expected_at_a_seat() {
        let [first, second] = [7, 8].map(Person);
        let digest = |text| SecretDigest::of(text);
        let mut links = Links::default();
        links.expect(Color::Gray, first, digest("first"));
        links.expect(Color::Black, second, digest("second"));
        let mut links = Links::decode(&links.encode()).unwrap();
        assert_eq!(links.expected(Color::Gray), Some(first));
        links.expect(Color::Gray, first, digest("third"));
        assert_eq!(links.guest(&digest("first")), None);
        assert_eq!(links.expected(Color::Gray), Some(first));
        // Who is not expected any more keeps their link.
        links.expect(Color::Gray, Person(9), digest("fourth"));
        assert_eq!(links.guest(&digest("third")), Some(Guest::Player(first)));
        let seats = [Color::White, Color::Gray, Color::Black];
        let expected = seats.map(|seat| links.expected(seat));
        assert_eq!(expected, [None, Some(Person(9)), Some(second)]);
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
