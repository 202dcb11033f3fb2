//! Standings as bytes: a line that names the format and its version, the contents in the order they
//! came in, and the SHA-256 of all that. Indexes are not written.
//!
//! Each field is written by hand, not by derived code, so that no change to a type can change the
//! bytes unnoticed.

use sha2::{Digest, Sha256};

use super::{
    fold::{Career, Climb, CountedMatch, CountedSeat, Out, RulesetBook, Standings, Who},
    rating::Rating,
};
use crate::{
    computer::Level,
    matchplay::{Moment, Person, Server},
    rules::{ByColor, Color, Exit, Points},
};

/// The first bytes, with the version of the format.
const BEGIN: &[u8] = b"rondel standings 2\n";

/// The length of the digest, in bytes.
const DIGEST: usize = 32;

/// The reason bytes cannot be read as standings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// They do not begin like those of this version.
    #[error("these are no standings of a form that is known")]
    Unknown,
    /// They are not the bytes that were written.
    #[error("the standings are damaged")]
    Damaged,
}

impl Standings {
    /// Returns the standings as bytes, the same for the same matches in the same order.
    ///
    /// ```
    /// use rondel::standings::Standings;
    ///
    /// let bytes = Standings::default().encode();
    /// assert_eq!(Standings::decode(&bytes).map(|read| read.encode()), Ok(bytes));
    /// ```
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let mut to = Writer(BEGIN.to_vec());
        match self.upto {
            None => to.byte(0),
            Some((number, id)) => {
                to.byte(1);
                to.bytes(&number.to_be_bytes());
                to.text(id.as_str());
            }
        }
        to.count(self.rulesets.len());
        for ruleset in &self.rulesets {
            to.text(&ruleset.name);
        }
        to.count(self.servers.len());
        for server in &self.servers {
            to.text(server.as_str());
        }
        to.count(self.people.len());
        for ((person, last), career) in self.people.iter().zip(&self.last).zip(&self.careers) {
            to.bytes(&person.0.to_be_bytes());
            to.moment(*last);
            to.career(career);
        }
        to.count(self.played.len());
        for played in &self.played {
            to.played(played);
        }
        let digest = Sha256::digest(&to.0);
        to.bytes(&digest);
        to.0
    }

    /// Returns the digest at the end of such bytes, as 64 hexadecimal digits.
    #[must_use]
    pub fn digest(bytes: &[u8]) -> String {
        let digest = bytes.last_chunk::<DIGEST>().copied().unwrap_or_default();
        digest.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Reads bytes written by [`encode`](Standings::encode).
    ///
    /// # Errors
    ///
    /// A [`DecodeError`] for any other bytes.
    pub fn decode(bytes: &[u8]) -> Result<Standings, DecodeError> {
        if !bytes.starts_with(BEGIN) {
            return Err(DecodeError::Unknown);
        }
        let (kept, digest) = bytes
            .split_last_chunk::<DIGEST>()
            .ok_or(DecodeError::Damaged)?;
        if Sha256::digest(kept).as_slice() != digest {
            return Err(DecodeError::Damaged);
        }
        let mut from = Reader(kept.get(BEGIN.len()..).unwrap_or_default());
        from.standings()
            .filter(|_| from.0.is_empty())
            .ok_or(DecodeError::Damaged)
    }
}

struct Writer(Vec<u8>);

impl Writer {
    fn bytes(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    fn byte(&mut self, byte: u8) {
        self.0.push(byte);
    }

    fn number(&mut self, number: u32) {
        self.bytes(&number.to_be_bytes());
    }

    /// Counts always fit: a store has only half a million ids for matches.
    fn count(&mut self, count: usize) {
        self.number(count as u32);
    }

    fn moment(&mut self, moment: Moment) {
        self.bytes(&moment.0.to_be_bytes());
    }

    fn text(&mut self, text: &str) {
        self.count(text.len());
        self.bytes(text.as_bytes());
    }

    fn career(&mut self, career: &Career) {
        self.number(career.started);
        self.number(career.left);
        self.count(career.climbs.len());
        for climb in &career.climbs {
            self.number(climb.ruleset);
            self.bytes(&climb.rating.skill.to_bits().to_be_bytes());
            self.bytes(&climb.rating.doubt.to_bits().to_be_bytes());
            self.number(climb.matches);
            self.count(climb.curve.len());
            for (at, shown) in &climb.curve {
                self.moment(*at);
                self.number(*shown);
            }
        }
    }

    fn played(&mut self, played: &CountedMatch) {
        self.number(played.ruleset);
        self.number(played.server);
        self.moment(played.ended);
        for (_, seat) in played.seats.iter() {
            self.seat(seat);
        }
    }

    fn seat(&mut self, seat: &CountedSeat) {
        match seat.who {
            Who::Nobody => self.byte(0),
            Who::Person(place) => {
                self.byte(1);
                self.number(place);
            }
            Who::Computer(level) => self.bytes(&[2, level.number()]),
        }
        self.bytes(&seat.points.sixths().to_be_bytes());
        let first = seat
            .first_move
            .map_or_else(String::new, |mv| mv.to_string());
        self.byte(first.len() as u8);
        self.bytes(first.as_bytes());
        let Some(out) = seat.out else {
            return self.byte(0);
        };
        let by = out.by.map_or(0, |by| by.index() as u8 + 1);
        self.bytes(&[1, out.after, exit_number(out.exit), by]);
    }
}

/// Returns the number of an exit in the bytes. It must never change.
const fn exit_number(exit: Exit) -> u8 {
    match exit {
        Exit::Mate => 0,
        Exit::KingTaken => 1,
        Exit::Stalemate => 2,
        Exit::Conceded => 3,
        Exit::Time => 4,
    }
}

/// A reader of bytes written by a [`Writer`]. It returns `None` for anything else.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*taken)
    }

    fn byte(&mut self) -> Option<u8> {
        self.take::<1>().map(|[byte]| byte)
    }

    fn number(&mut self) -> Option<u32> {
        self.take().map(u32::from_be_bytes)
    }

    fn moment(&mut self) -> Option<Moment> {
        self.take().map(|bytes| Moment(i64::from_be_bytes(bytes)))
    }

    fn float(&mut self) -> Option<f64> {
        let float = f64::from_bits(u64::from_be_bytes(self.take()?));
        float.is_finite().then_some(float)
    }

    fn text(&mut self, length: usize) -> Option<&'a str> {
        let (text, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        std::str::from_utf8(text).ok()
    }

    fn long_text(&mut self) -> Option<&'a str> {
        let length = self.number()?;
        self.text(length as usize)
    }

    fn standings(&mut self) -> Option<Standings> {
        let upto = match self.byte()? {
            0 => None,
            1 => {
                let number = u64::from_be_bytes(self.take()?);
                Some((number, self.long_text()?.parse().ok()?))
            }
            _ => return None,
        };
        let mut read = Standings {
            upto,
            ..Standings::default()
        };
        for number in 0..self.number()? {
            let name = self.long_text()?.to_owned();
            read.found.rulesets.insert(name.clone(), number);
            read.rulesets.push(RulesetBook {
                name,
                shown: Vec::new(),
            });
        }
        for number in 0..self.number()? {
            let server = Server::new(self.long_text()?);
            read.found.servers.insert(server.clone(), number);
            read.servers.push(server);
        }
        for place in 0..self.number()? {
            let person = Person(u128::from_be_bytes(self.take()?));
            read.found.people.insert(person, place);
            read.people.push(person);
            read.last.push(self.moment()?);
            let career = self.career(read.rulesets.len())?;
            for (ruleset, rating) in career
                .climbs
                .iter()
                .map(|climb| (climb.ruleset, climb.rating))
            {
                read.show(place, ruleset, rating);
            }
            read.careers.push(career);
        }
        for _ in 0..self.number()? {
            let played = self.played(&read)?;
            read.list(&played);
            read.played.push(played);
        }
        Some(read)
    }

    fn career(&mut self, rulesets: usize) -> Option<Career> {
        let mut career = Career {
            started: self.number()?,
            left: self.number()?,
            ..Career::default()
        };
        if career.left > career.started {
            return None;
        }
        for _ in 0..self.number()? {
            let mut climb = Climb {
                ruleset: self.number()?,
                rating: Rating {
                    skill: self.float()?,
                    doubt: self.float()?,
                },
                matches: self.number()?,
                ..Climb::default()
            };
            if climb.ruleset as usize >= rulesets {
                return None;
            }
            for _ in 0..self.number()? {
                climb.curve.push_back((self.moment()?, self.number()?));
            }
            career.climbs.push(climb);
        }
        Some(career)
    }

    fn played(&mut self, read: &Standings) -> Option<CountedMatch> {
        let (ruleset, server) = (self.number()?, self.number()?);
        let ended = self.moment()?;
        let known =
            (ruleset as usize) < read.rulesets.len() && (server as usize) < read.servers.len();
        let mut seats = ByColor::default();
        for color in Color::ALL {
            seats[color] = self.seat(read.people.len())?;
        }
        known.then_some(CountedMatch {
            ruleset,
            server,
            ended,
            seats,
        })
    }

    fn seat(&mut self, people: usize) -> Option<CountedSeat> {
        let who = match self.byte()? {
            0 => Who::Nobody,
            1 => Who::Person(self.number().filter(|place| (*place as usize) < people)?),
            2 => Who::Computer(Level::new(self.byte()?)?),
            _ => return None,
        };
        let points = Points::from_sixths(u16::from_be_bytes(self.take()?));
        let first_move = match self.byte()? {
            0 => None,
            length => Some(self.text(usize::from(length))?.parse().ok()?),
        };
        let out = match self.byte()? {
            0 => None,
            1 => Some(self.out()?),
            _ => return None,
        };
        Some(CountedSeat {
            who,
            points,
            first_move,
            out,
        })
    }

    fn out(&mut self) -> Option<Out> {
        let [after, exit, by] = self.take()?;
        let exit = Exit::ALL
            .into_iter()
            .find(|known| exit_number(*known) == exit)?;
        let by = match by.checked_sub(1) {
            None => None,
            Some(by) => Some(*Color::ALL.get(usize::from(by))?),
        };
        Some(Out { after, exit, by })
    }
}
