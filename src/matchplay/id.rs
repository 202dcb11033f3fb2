//! Ids of matches and people, places, servers, and moments.

use std::{fmt, ops::Range, str::FromStr};

/// The id of a match, short and easy to say: five characters such as `m7k3q`, letters and digits in
/// turn, without those that are easily confused. Once many of that length are taken new ids have seven
/// characters, `m7k3q5n`, and later nine.
///
/// ```
/// use rondel_matchplay::MatchId;
///
/// let id: MatchId = "M7K3Q".parse()?;
/// assert_eq!(id.as_str(), "m7k3q");
/// assert_eq!("m7k3q5n".parse::<MatchId>()?.as_str(), "m7k3q5n");
/// assert!("m7k3q5".parse::<MatchId>().is_err());
/// # Ok::<(), rondel_matchplay::ParseMatchIdError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MatchId([u8; MatchId::LONGEST]);

const LETTERS: &[u8; 20] = b"abcdefghjkmnpqrstvwx";
const DIGITS: &[u8; 8] = b"23456789";

/// The lengths of ids, the number of ids of each, and how many of them are given before longer ones
/// are: until a third is taken at most, so that a free one is found in one and a half draws.
const LENGTHS: [(usize, u64, u64); 3] = [
    (5, 512_000, 100_000),
    (7, 81_920_000, 27_000_000),
    (MatchId::LONGEST, 13_107_200_000, 4_300_000_000),
];

impl MatchId {
    /// The length of the longest ids, in characters.
    pub const LONGEST: usize = 9;

    /// Returns the id with this number: first all of five characters, then those of seven, then those of
    /// nine, and after the last the first again.
    #[must_use]
    pub fn numbered(number: u64) -> MatchId {
        let all: u64 = LENGTHS.iter().map(|(_, ids, _)| ids).sum();
        let (mut rest, mut length) = (number % all, MatchId::LONGEST);
        for (shorter, ids, _) in LENGTHS {
            if rest < ids {
                length = shorter;
                break;
            }
            rest -= ids;
        }
        let mut text = [0; MatchId::LONGEST];
        for (place, byte) in text[..length].iter_mut().enumerate() {
            let from: &[u8] = if place % 2 == 0 { LETTERS } else { DIGITS };
            let base = from.len() as u64;
            *byte = from[(rest % base) as usize];
            rest /= base;
        }
        MatchId(text)
    }

    /// Returns the numbers from which the id of a new match is drawn where `taken` matches have one.
    ///
    /// ```
    /// use rondel_matchplay::MatchId;
    ///
    /// let length = |taken| MatchId::numbered(MatchId::numbers(taken).start).as_str().len();
    /// assert_eq!([0, 99_999, 100_000, 50_000_000].map(length), [5, 5, 7, 9]);
    /// ```
    #[must_use]
    pub fn numbers(taken: u64) -> Range<u64> {
        let (mut first, mut left) = (0, taken);
        for (length, ids, given) in LENGTHS {
            if left < given || length == MatchId::LONGEST {
                return first..first + ids;
            }
            first += ids;
            left -= given;
        }
        0..first
    }

    /// Returns the id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        // An id consists of ASCII letters and digits only, and zeros after them.
        let length = self.0.iter().take_while(|byte| **byte != 0).count();
        std::str::from_utf8(&self.0[..length]).unwrap_or_default()
    }

    /// Returns the text with zeros after it, as long for all ids and in their order.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; MatchId::LONGEST] {
        &self.0
    }
}

impl fmt::Display for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for MatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The text is not the id of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a match is named by five, seven or nine characters, such as m7k3q")]
pub struct ParseMatchIdError;

impl FromStr for MatchId {
    type Err = ParseMatchIdError;

    fn from_str(text: &str) -> Result<MatchId, ParseMatchIdError> {
        if !LENGTHS.iter().any(|(length, _, _)| *length == text.len()) {
            return Err(ParseMatchIdError);
        }
        let mut bytes = [0; MatchId::LONGEST];
        for ((place, byte), read) in bytes.iter_mut().enumerate().zip(text.bytes()) {
            let from: &[u8] = if place % 2 == 0 { LETTERS } else { DIGITS };
            *byte = read.to_ascii_lowercase();
            if !from.contains(byte) {
                return Err(ParseMatchIdError);
            }
        }
        Ok(MatchId(bytes))
    }
}

/// A person, as a random reference. Only the store of people knows the person behind it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Person(pub u128);

impl fmt::Display for Person {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

/// The text is not the reference of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a person is named by 32 hexadecimal digits")]
pub struct ParsePersonError;

impl FromStr for Person {
    type Err = ParsePersonError;

    fn from_str(text: &str) -> Result<Person, ParsePersonError> {
        let person = u128::from_str_radix(text, 16).map(Person);
        // One person has one text.
        person
            .ok()
            .filter(|person| person.to_string() == text)
            .ok_or(ParsePersonError)
    }
}

impl fmt::Debug for Person {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// The place where a match is played, as the chat that opened it calls it: a server and a room in
/// it, joined by a slash, such as `console/table` or `discord/1234/5678`. Room names contain no
/// slash.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(String);

impl Place {
    /// The longest place name, in bytes.
    pub const LONGEST: usize = 100;

    /// Makes a place of this name, without NUL characters and cut to [`Place::LONGEST`].
    #[must_use]
    pub fn new(name: &str) -> Place {
        // Not every store can write it.
        let name = name.replace('\0', "");
        let mut end = name.len().min(Place::LONGEST);
        while !name.is_char_boundary(end) {
            end -= 1;
        }
        Place(name[..end].to_owned())
    }

    /// Returns the whole name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the realm, the first part: the chat to which the place belongs, such as `console` or
    /// `discord`.
    ///
    /// ```
    /// use rondel_matchplay::Place;
    ///
    /// assert_eq!(Place::new("discord/1234/5678").realm(), "discord");
    /// assert_eq!(Place::new("console").realm(), "console");
    /// ```
    #[must_use]
    pub fn realm(&self) -> &str {
        self.0
            .split_once('/')
            .map_or(self.as_str(), |(realm, _)| realm)
    }

    /// Returns the server, without the room.
    #[must_use]
    pub fn server(&self) -> &str {
        self.0.rsplit_once('/').map_or("", |(server, _)| server)
    }

    /// Returns the room within the server.
    #[must_use]
    pub fn room(&self) -> &str {
        self.0
            .rsplit_once('/')
            .map_or(self.as_str(), |(_, room)| room)
    }

    /// Returns the room of this name in the same server.
    #[must_use]
    pub fn in_same_server(&self, room: &str) -> Place {
        Place::new(&format!("{}/{room}", self.server()))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A server, the common part of the places of its rooms ([`Place::server`]), such as `console` or
/// `discord/1234`. Direct messages of Discord count as one server, `discord/direct`.
///
/// ```
/// use rondel_matchplay::{Place, Server};
///
/// let server = Server::of(&Place::new("discord/1234/5678"));
/// assert_eq!(server.as_str(), "discord/1234");
/// assert_eq!(server, Server::new("discord/1234"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Server(Place);

impl Server {
    /// Makes a server of this name, cut like a place's.
    #[must_use]
    pub fn new(name: &str) -> Server {
        Server(Place::new(name))
    }

    /// Returns the server of a place.
    #[must_use]
    pub fn of(place: &Place) -> Server {
        Server::new(place.server())
    }

    /// Returns the name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// Returns the server as a place without a room, for maps that hold either.
    #[must_use]
    pub const fn as_place(&self) -> &Place {
        &self.0
    }
}

impl fmt::Display for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A moment in time, in milliseconds since 1970 in UTC.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment(pub i64);

impl Moment {
    /// Number of milliseconds in a day.
    pub const DAY: i64 = 24 * 60 * 60 * 1_000;

    /// Returns the moment this many milliseconds later.
    #[must_use]
    pub const fn plus(self, milliseconds: i64) -> Moment {
        Moment(self.0.saturating_add(milliseconds))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_differ_and_read_back() {
        let mut seen = std::collections::HashSet::new();
        let numbers = LENGTHS.iter().scan(0, |first, (_, ids, _)| {
            let start = *first;
            *first += ids;
            Some(
                (start..*first)
                    .step_by((ids / 500) as usize)
                    .chain([*first - 1]),
            )
        });
        for number in numbers.flatten() {
            let id = MatchId::numbered(number);
            assert_eq!(id.to_string().parse(), Ok(id));
            assert_eq!(id.to_string().to_uppercase().parse(), Ok(id));
            assert!(seen.insert(id), "{number}: {id}");
        }
        for bad in [
            "",
            "m7k3",
            "m7k3q2",
            "7m3k9",
            "m7k3é",
            "i7k3q",
            "m7k3q2a2",
            "m7k3q2a2b2a",
            "m7k3q2i",
            "m7k3\0",
            "m7k3q\0\0",
        ] {
            assert_eq!(bad.parse::<MatchId>(), Err(ParseMatchIdError), "{bad}");
        }
    }

    #[test]
    fn ids_are_in_the_order_of_their_texts() {
        let mut ids: Vec<MatchId> = (0..3_000)
            .map(|number| MatchId::numbered(number * number * number))
            .collect();
        ids.sort();
        assert!(ids.is_sorted_by_key(MatchId::to_string));
        assert!(ids.is_sorted_by_key(|id| *id.as_bytes()));
    }

    /// Longer ids come before a third of a length is taken, and each length has as many as there are texts.
    #[test]
    fn a_free_id_is_soon_found() {
        let mut first = 0;
        for (length, ids, given) in LENGTHS {
            let texts = 20_u64.pow(length as u32 / 2 + 1) * 8_u64.pow(length as u32 / 2);
            assert_eq!(ids, texts);
            assert!(given * 3 < ids);
            assert_eq!(MatchId::numbered(first).as_str().len(), length);
            first += ids;
            assert_eq!(MatchId::numbered(first - 1).as_str().len(), length);
        }
    }

    #[test]
    fn places_are_cut_between_characters() {
        let long = "é".repeat(60);
        assert_eq!(Place::new(&long).as_str().len(), 100);
        assert_eq!(Place::new(&format!("x{long}")).as_str().len(), 99);
    }
}
