//! Ids of matches and people, places, servers, and moments.

use std::{fmt, str::FromStr};

/// The id of a match, short and easy to say: five characters such as `m7k3q`, letters and digits in
/// turn, without those that are easily confused.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MatchId([u8; 5]);

const LETTERS: &[u8; 20] = b"abcdefghjkmnpqrstvwx";
const DIGITS: &[u8; 8] = b"23456789";

impl MatchId {
    /// Number of different ids.
    pub const COUNT: u32 = 20 * 8 * 20 * 8 * 20;

    /// Returns the id with this number, counted around [`MatchId::COUNT`].
    #[must_use]
    pub fn numbered(number: u32) -> MatchId {
        let mut rest = number % MatchId::COUNT;
        let mut draw = |from: &[u8]| {
            let base = from.len() as u32;
            let drawn = from[(rest % base) as usize];
            rest /= base;
            drawn
        };
        MatchId([
            draw(LETTERS),
            draw(DIGITS),
            draw(LETTERS),
            draw(DIGITS),
            draw(LETTERS),
        ])
    }

    /// Returns the id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        // An id consists of ASCII letters and digits only.
        std::str::from_utf8(&self.0).unwrap_or_default()
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
#[error("a match is named by five characters such as m7k3q")]
pub struct ParseMatchIdError;

impl FromStr for MatchId {
    type Err = ParseMatchIdError;

    fn from_str(text: &str) -> Result<MatchId, ParseMatchIdError> {
        let bytes: [u8; 5] = text.as_bytes().try_into().map_err(|_| ParseMatchIdError)?;
        let bytes = bytes.map(|byte| byte.to_ascii_lowercase());
        let fits = bytes.iter().enumerate().all(|(place, byte)| {
            if place % 2 == 0 {
                LETTERS.contains(byte)
            } else {
                DIGITS.contains(byte)
            }
        });
        if fits {
            Ok(MatchId(bytes))
        } else {
            Err(ParseMatchIdError)
        }
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

    /// Makes a place of this name, cut to [`Place::LONGEST`].
    #[must_use]
    pub fn new(name: &str) -> Place {
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
    /// use rondel::matchplay::Place;
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
/// use rondel::matchplay::{Place, Server};
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
        for number in (0..MatchId::COUNT).step_by(997) {
            let id = MatchId::numbered(number);
            assert_eq!(id.to_string().parse(), Ok(id));
            assert_eq!(id.to_string().to_uppercase().parse(), Ok(id));
            assert!(seen.insert(id));
        }
        for bad in ["", "m7k3", "m7k3q2", "7m3k9", "m7k3é", "i7k3q"] {
            assert_eq!(bad.parse::<MatchId>(), Err(ParseMatchIdError), "{bad}");
        }
    }

    #[test]
    fn places_are_cut_between_characters() {
        let long = "é".repeat(60);
        assert_eq!(Place::new(&long).as_str().len(), 100);
        assert_eq!(Place::new(&format!("x{long}")).as_str().len(), 99);
    }
}
