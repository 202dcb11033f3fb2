//! Links to matches: secrets by which a page lets somebody in who has no account anywhere.

use data_encoding::HEXLOWER;
use rondel_matchplay::Person;
use rondel_rules::Color;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::json::StoredRow;

/// The digest of a link's secret: what is kept of it. Nobody finds the secret from it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SecretDigest(String);

impl SecretDigest {
    /// Returns the digest of a secret.
    ///
    /// ```
    /// use rondel_store::links::SecretDigest;
    ///
    /// assert_eq!(SecretDigest::of("one").as_str().len(), 64);
    /// assert_ne!(SecretDigest::of("one"), SecretDigest::of("other"));
    /// ```
    #[must_use]
    pub fn of(secret: &str) -> SecretDigest {
        SecretDigest(HEXLOWER.encode(&Sha256::digest(secret)))
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
    /// This player, for whose seat its holder acts.
    Player(Person),
    /// Anyone, to watch.
    Onlooker {
        /// The player who made the link, with whose seat it ends; `None` for a link to an imported match, in which
        /// nobody here plays, and for one of release 0.1.0, which did not note them.
        by: Option<Person>,
    },
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
    /// The player in hexadecimal; `None` for onlookers.
    #[serde(skip_serializing_if = "Option::is_none")]
    person: Option<String>,
    /// For a player, the word of the free seat that the link was made for, if it was. For onlookers, `by:`
    /// and the player who made the link: release 0.1.0 reads this as a seat that no ruleset has.
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<String>,
}

/// What `seat` begins with in a link for onlookers.
const BY: &str = "by:";

impl Links {
    /// The largest number of links to a match: two for each of its players, one for the onlookers of each,
    /// and some more.
    pub const MOST: usize = 16;

    /// Returns the one whom a secret lets in.
    #[must_use]
    pub fn guest(&self, digest: &SecretDigest) -> Option<Guest> {
        let mut links = self.links.iter();
        links.find(|link| link.digest == *digest)?.guest()
    }

    /// Returns the person whom the last link that was made for a seat lets in.
    #[must_use]
    pub fn expected(&self, seat: Color) -> Option<Person> {
        let mut links = self.links.iter();
        let link = links.find(|link| link.made_for() == Some(seat))?;
        link.player()
    }

    /// Returns the free seat that a player's link was made for; `None` for the links of those who had
    /// their seat before, and are known elsewhere.
    #[must_use]
    pub fn made_for(&self, player: Person) -> Option<Color> {
        let mut links = self.links.iter();
        links.find_map(|link| link.made_for().filter(|_| link.player() == Some(player)))
    }

    /// Returns true if somebody has a link to watch.
    #[must_use]
    pub fn is_watched(&self) -> bool {
        self.links.iter().any(Link::is_to_watch)
    }

    /// Returns true if this player has made a link to watch, or may have: by release 0.1.0.
    #[must_use]
    pub fn is_watched_by_link_of(&self, player: Person) -> bool {
        let of = [Some(player), None].map(|by| Some(Guest::Onlooker { by }));
        self.links.iter().any(|link| of.contains(&link.guest()))
    }

    /// Gives somebody this link in place of those they have. The link `kept` stays beside it: nobody ends the
    /// link by which they ask for a new one. The oldest link goes where there are more than
    /// [`MOST`](Links::MOST).
    pub fn give(&mut self, guest: Guest, digest: SecretDigest, kept: Option<&SecretDigest>) {
        let seat = match guest {
            Guest::Player(player) => self.made_for(player).map(|seat| seat.word().to_owned()),
            Guest::Onlooker { by } => by.map(|by| format!("{BY}{by}")),
        };
        self.links
            .retain(|link| link.guest() != Some(guest) || Some(&link.digest) == kept);
        self.links.push(Link {
            digest,
            person: match guest {
                Guest::Player(player) => Some(player.to_string()),
                Guest::Onlooker { .. } => None,
            },
            seat,
        });
        let over = self.links.len().saturating_sub(Links::MOST);
        self.links.drain(..over);
    }

    /// Gives somebody this link to a free seat in place of the one they have. They are
    /// [`expected`](Links::expected) there from now on, and nobody else is.
    pub fn expect(&mut self, seat: Color, person: Person, digest: SecretDigest) {
        for link in &mut self.links {
            if link.made_for() == Some(seat) {
                link.seat = None;
            }
        }
        self.give(Guest::Player(person), digest, None);
        if let Some(link) = self.links.last_mut() {
            link.seat = Some(seat.word().to_owned());
        }
    }

    /// Ends all links to watch.
    pub fn end_watching(&mut self) {
        self.links.retain(|link| !link.is_to_watch());
    }

    /// Ends the links of a player, and those to watch that they made. Returns true if there were some.
    pub fn end_of(&mut self, player: Person) -> bool {
        let before = self.links.len();
        self.links.retain(|link| match link.guest() {
            Some(Guest::Player(person)) => person != player,
            Some(Guest::Onlooker { by }) => by != Some(player),
            None => false,
        });
        self.links.len() < before
    }

    /// Gives everybody who has a link here the same one in another match, if they have a seat there and no
    /// link to it yet. `seat_of` returns their seat there.
    pub fn carry_into(&self, other: &mut Links, seat_of: impl Fn(Person) -> Option<Color>) {
        let there: Vec<Option<Guest>> = other.links.iter().map(Link::guest).collect();
        for link in &self.links {
            let guest = link.guest();
            let seat = match guest {
                Some(Guest::Player(player)) => match seat_of(player) {
                    Some(seat) => link.made_for().map(|_| seat.word().to_owned()),
                    None => continue,
                },
                Some(Guest::Onlooker { by }) if by.is_none_or(|by| seat_of(by).is_some()) => {
                    link.seat.clone()
                }
                Some(Guest::Onlooker { .. }) | None => continue,
            };
            if !there.contains(&guest) {
                other.links.push(Link {
                    seat,
                    ..link.clone()
                });
            }
        }
        other.links.truncate(Links::MOST);
    }
}

impl Link {
    fn guest(&self) -> Option<Guest> {
        match self.person {
            None => Some(Guest::Onlooker {
                by: self.seat.as_ref().and_then(|by| read(by.strip_prefix(BY)?)),
            }),
            Some(_) => self.player().map(Guest::Player),
        }
    }

    fn player(&self) -> Option<Person> {
        read(self.person.as_ref()?)
    }

    const fn is_to_watch(&self) -> bool {
        self.person.is_none()
    }

    fn made_for(&self) -> Option<Color> {
        Color::from_word(self.seat.as_ref()?)
    }
}

/// Reads a person in hexadecimal.
fn read(person: &str) -> Option<Person> {
    u128::from_str_radix(person, 16).ok().map(Person)
}

impl StoredRow for Links {
    const NAME: &'static str = "links";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preferences::LONGEST;

    fn digest(text: &str) -> SecretDigest {
        SecretDigest::of(text)
    }

    fn stored(links: &Links) -> Links {
        Links::decode(&links.encode()).unwrap()
    }

    #[test]
    fn a_new_link_takes_the_place_of_the_ones_before_but_of_the_one_that_asks() {
        let [first, second, third] = ["first", "second", "third"].map(digest);
        let ann = Guest::Player(Person(7));
        let mut links = Links::default();
        links.give(ann, first.clone(), None);
        links.give(ann, second.clone(), None);
        let mut links = stored(&links);
        assert_eq!(links.guest(&first), None);
        assert_eq!(links.guest(&second), Some(ann));
        links.give(ann, third.clone(), Some(&second));
        assert_eq!(links.guest(&second), Some(ann));
        assert_eq!(links.guest(&third), Some(ann));
        links.give(ann, first.clone(), Some(&third));
        let left = [&first, &second, &third].map(|one| links.guest(one));
        assert_eq!(left, [Some(ann), None, Some(ann)]);
    }

    #[test]
    fn each_player_has_a_link_to_watch_of_their_own() {
        let [ann, ben] = [7, 8].map(|person| Some(Person(person)));
        let [first, second, third] = ["first", "second", "third"].map(digest);
        let mut links = Links::default();
        links.give(Guest::Onlooker { by: ann }, first.clone(), None);
        links.give(Guest::Onlooker { by: ben }, second.clone(), None);
        let mut links = stored(&links);
        assert_eq!(links.guest(&first), Some(Guest::Onlooker { by: ann }));
        links.give(Guest::Onlooker { by: ann }, third.clone(), None);
        assert_eq!(links.guest(&first), None);
        assert_eq!(links.guest(&second), Some(Guest::Onlooker { by: ben }));
        assert!(links.is_watched_by_link_of(Person(7)) && links.is_watched_by_link_of(Person(8)));
        assert!(links.end_of(Person(8)) && !links.end_of(Person(8)));
        assert!(links.is_watched_by_link_of(Person(7)) && !links.is_watched_by_link_of(Person(8)));
        assert_eq!(links.guest(&second), None);
        assert!(links.is_watched());
        links.end_watching();
        assert_eq!(links.guest(&third), None);
        assert!(!links.is_watched());
    }

    #[test]
    fn links_of_release_0_1_0_let_in_whom_they_let_in() {
        let [player, onlooker] = ["player", "onlooker"].map(digest);
        let text = format!(
            r#"{{"v":1,"links":[{{"digest":"{}","person":"7","seat":"gray"}},{{"digest":"{}"}}]}}"#,
            player.as_str(),
            onlooker.as_str()
        );
        let links = Links::decode(&text).unwrap();
        assert_eq!(links.guest(&player), Some(Guest::Player(Person(7))));
        assert_eq!(links.made_for(Person(7)), Some(Color::Gray));
        assert_eq!(links.guest(&onlooker), Some(Guest::Onlooker { by: None }));
    }

    #[test]
    fn one_person_is_expected_at_a_seat() {
        let [first, second] = [7, 8].map(Person);
        let mut links = Links::default();
        links.give(Guest::Onlooker { by: Some(second) }, digest("watch"), None);
        links.expect(Color::Gray, first, digest("first"));
        links.expect(Color::Black, second, digest("second"));
        let mut links = stored(&links);
        assert_eq!(links.expected(Color::Gray), Some(first));
        links.expect(Color::Gray, first, digest("third"));
        assert_eq!(links.guest(&digest("first")), None);
        assert_eq!(links.expected(Color::Gray), Some(first));
        // A link of their own is to the same seat.
        links.give(Guest::Player(first), digest("own"), Some(&digest("third")));
        assert_eq!(links.made_for(first), Some(Color::Gray));
        // Who is not expected any more keeps their link.
        links.expect(Color::Gray, Person(9), digest("fourth"));
        assert_eq!(links.guest(&digest("third")), Some(Guest::Player(first)));
        assert_eq!(links.made_for(first), None);
        let seats = [Color::White, Color::Gray, Color::Black];
        let expected = seats.map(|seat| links.expected(seat));
        assert_eq!(expected, [None, Some(Person(9)), Some(second)]);
    }

    #[test]
    fn links_are_carried_to_those_who_play_again_and_have_none() {
        let [ann, ben, cy] = [7, 8, 9].map(Person);
        let mut links = Links::default();
        for (person, name) in [(ann, "ann"), (cy, "cy")] {
            links.give(Guest::Player(person), digest(name), None);
            links.give(
                Guest::Onlooker { by: Some(person) },
                digest(&format!("by {name}")),
                None,
            );
        }
        links.expect(Color::Black, ben, digest("ben"));
        let again = |person| match person {
            one if one == ann => Some(Color::Gray),
            one if one == ben => Some(Color::White),
            _ => None,
        };
        let mut next = Links::default();
        links.carry_into(&mut next, again);
        let mut next = stored(&next);
        assert_eq!(next.guest(&digest("ann")), Some(Guest::Player(ann)));
        assert_eq!(
            next.guest(&digest("by ann")),
            Some(Guest::Onlooker { by: Some(ann) })
        );
        assert_eq!(next.expected(Color::White), Some(ben));
        for gone in ["cy", "by cy"] {
            assert_eq!(next.guest(&digest(gone)), None, "{gone}");
        }
        // A link that they have made there since stays the only one.
        next.give(Guest::Player(ann), digest("new"), None);
        links.carry_into(&mut next, again);
        assert_eq!(next.guest(&digest("ann")), None);
        assert_eq!(next.guest(&digest("new")), Some(Guest::Player(ann)));
    }

    #[test]
    fn as_many_links_as_there_may_be_fit_into_a_row() {
        let mut links = Links::default();
        for number in 0..2 * Links::MOST {
            let person = Person(u128::MAX - number as u128);
            let guest = if number % 2 == 0 {
                Guest::Player(person)
            } else {
                Guest::Onlooker { by: Some(person) }
            };
            links.give(guest, digest(&number.to_string()), None);
        }
        assert!(links.encode().len() <= LONGEST, "{}", links.encode().len());
        let last = digest(&(2 * Links::MOST - 1).to_string());
        assert!(links.guest(&last).is_some());
        assert_eq!(links.guest(&digest("0")), None);
    }
}
