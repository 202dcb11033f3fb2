//! What is to be said of one person.

use super::{
    fold::{Standings, Tally, Who},
    rating::MATCHES_TO_BE_SURE,
};
use crate::{
    matchplay::{Moment, Person},
    rules::{ByColor, Move},
};

/// How many first moves of a seat are named.
const FIRST_MOVES: usize = 3;

/// A point of a rating curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CurvePoint {
    /// When the match ended.
    pub at: Moment,
    /// The rating after it, as it is shown.
    pub rating: u32,
}

/// How somebody gets on in a ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The name of the ruleset.
    pub ruleset: String,
    /// The rating, as it is shown.
    pub rating: u32,
    /// Whether it rests on fewer than [`MATCHES_TO_BE_SURE`] matches.
    pub provisional: bool,
    /// The rating after each match that counted, the latest 500.
    pub curve: Vec<CurvePoint>,
    /// What they came to, over all servers and all time.
    pub tally: Tally,
    /// The first moves they make most in each seat, at most three, with how often: those made more
    /// often first, and of those made as often the one that comes first as text.
    pub first_moves: ByColor<Vec<(Move, u32)>>,
}

/// What two people have come to in matches that count and in which both sat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeadToHead {
    /// How many there are.
    pub matches: u32,
    /// In how many the person scored more than the asker.
    pub ahead: u32,
    /// In how many the asker scored more.
    pub behind: u32,
}

impl HeadToHead {
    /// In how many both scored the same.
    #[must_use]
    pub const fn level(&self) -> u32 {
        self.matches - self.ahead - self.behind
    }
}

/// How many matches somebody saw through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reliability {
    /// Matches that were begun with them and have ended, whether or not they count.
    pub started: u32,
    /// Those that they did not leave, by running out of time or by calling the match off without
    /// asking.
    pub finished: u32,
}

/// What is to be said of somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// Who.
    pub person: Person,
    /// By ruleset, in alphabetical order of their names; those in which a match of theirs counted.
    pub records: Vec<Record>,
    /// Against the asker; `None` when nobody asks, when they ask about themselves, and when the two
    /// have not played together.
    pub against_asker: Option<HeadToHead>,
    /// How many matches they saw through.
    pub reliability: Reliability,
    /// When a match of theirs last ended; `None` before the first.
    pub last: Option<Moment>,
}

impl Standings {
    /// What is to be said of a person, to this asker. Whether it may be said is for others to judge.
    #[must_use]
    pub fn profile(&self, person: Person, asker: Option<Person>) -> Profile {
        let mut profile = Profile {
            person,
            records: Vec::new(),
            against_asker: None,
            reliability: Reliability::default(),
            last: None,
        };
        let Some(&place) = self.found.people.get(&person) else {
            return profile;
        };
        let account = &self.accounts[place as usize];
        profile.reliability = Reliability {
            started: account.started,
            finished: account.started - account.left,
        };
        // Who has left each of theirs has seen none end.
        profile.last = Some(self.last[place as usize]).filter(|last| *last > Moment(i64::MIN));
        let asker = asker.filter(|asker| *asker != person);
        let asker = asker.and_then(|asker| self.found.people.get(&asker));
        profile.against_asker = asker
            .map(|asker| self.head_to_head(place, *asker))
            .filter(|together| together.matches > 0);
        for climb in &account.climbs {
            let (tally, first_moves) = self.results(place, climb.ruleset);
            let curve = climb.curve.iter();
            profile.records.push(Record {
                ruleset: self.rulesets[climb.ruleset as usize].name.clone(),
                rating: climb.rating.shown(),
                provisional: climb.matches < MATCHES_TO_BE_SURE,
                curve: curve
                    .map(|&(at, rating)| CurvePoint { at, rating })
                    .collect(),
                tally,
                first_moves,
            });
        }
        profile
            .records
            .sort_by(|one, other| one.ruleset.cmp(&other.ruleset));
        profile
    }

    fn results(&self, place: u32, ruleset: u32) -> (Tally, ByColor<Vec<(Move, u32)>>) {
        let mut tally = Tally::default();
        let mut first_moves: ByColor<Vec<(Move, u32)>> = ByColor::default();
        let here = self.played_by(place);
        for (played, color) in here.filter(|(played, _)| played.ruleset == ruleset) {
            tally.add(played, color);
            let Some(first) = played.seats[color].first_move else {
                continue;
            };
            let moves = &mut first_moves[color];
            match moves.iter_mut().find(|(mv, _)| *mv == first) {
                Some((_, times)) => *times += 1,
                None => moves.push((first, 1)),
            }
        }
        let first_moves = first_moves.map(|mut moves| {
            moves.sort_by_cached_key(|(mv, times)| (std::cmp::Reverse(*times), mv.to_string()));
            moves.truncate(FIRST_MOVES);
            moves
        });
        (tally, first_moves)
    }

    fn head_to_head(&self, place: u32, asker: u32) -> HeadToHead {
        let mut together = HeadToHead::default();
        for (played, color) in self.played_by(place) {
            let Some(other) = played.color_of(Who::Person(asker)) else {
                continue;
            };
            let [own, theirs] = [color, other].map(|color| played.seats[color].points);
            together.matches += 1;
            together.ahead += u32::from(own > theirs);
            together.behind += u32::from(own < theirs);
        }
        together
    }
}
