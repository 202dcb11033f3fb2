//! Profiles: everything shown about one person.

use std::cmp::Reverse;

use rondel_matchplay::{Moment, Person};
use rondel_rules::{ByColor, Move};

use super::{
    fold::{CountedMatch, SeatTally, Standing, Standings, Tally, Who},
    rating::MATCHES_TO_BE_SURE,
};

/// The number of first moves listed for each seat.
const FIRST_MOVES: usize = 3;

/// A point of a rating curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CurvePoint {
    /// The moment the match ended.
    pub at: Moment,
    /// The rating after it, as shown.
    pub rating: u32,
}

/// The results of a person in one ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesetRecord {
    /// The name of the ruleset.
    pub ruleset: String,
    /// The rating, and the results over all servers and all time.
    pub standing: Standing,
    /// The rating after each match that counted, the latest 500.
    pub curve: Vec<CurvePoint>,
    /// The most frequent first moves in each seat with their counts, at most three. The most
    /// frequent come first; of equally frequent ones, the first by plain notation.
    pub first_moves: ByColor<Vec<(Move, u32)>>,
}

/// The results of two people in matches that count and that both played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeadToHead {
    /// The number of these matches.
    pub matches: u32,
    /// The number in which the person scored more than the asker.
    pub ahead: u32,
    /// The number in which the asker scored more.
    pub behind: u32,
}

impl HeadToHead {
    /// Returns the number in which both scored the same.
    #[must_use]
    pub const fn level(&self) -> u32 {
        self.matches - self.ahead - self.behind
    }
}

/// The number of matches a person started, and the number they finished.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reliability {
    /// Matches that began with them and have ended, including those that do not count.
    pub started: u32,
    /// Matches they did not desert by running out of time, aborting alone, or being replaced.
    pub finished: u32,
}

impl Reliability {
    /// Returns the share of matches they finished, in percent; `None` before the first. It is
    /// rounded down: a player who has left one match of many has not finished all.
    #[must_use]
    pub fn percent(&self) -> Option<u64> {
        (u64::from(self.finished) * 100).checked_div(u64::from(self.started))
    }
}

/// Everything shown about a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// The person described.
    pub person: Person,
    /// Their results in each ruleset in which a match of theirs counted, by name in alphabetical
    /// order.
    pub records: Vec<RulesetRecord>,
    /// Their results against the asker. `None` if there is no asker, if it is the person, and if
    /// the two have never played together.
    pub against_asker: Option<HeadToHead>,
    /// The share of matches they finished.
    pub reliability: Reliability,
    /// The moment a match of theirs last ended; `None` before the first.
    pub last: Option<Moment>,
}

impl Profile {
    /// Returns the results in each seat under all rulesets.
    #[must_use]
    pub fn seats(&self) -> ByColor<SeatTally> {
        ByColor::new(|color| {
            let seats = self
                .records
                .iter()
                .map(|record| record.standing.tally.seats[color]);
            seats.fold(SeatTally::default(), |sum, seat| SeatTally {
                matches: sum.matches + seat.matches,
                wins: sum.wins + seat.wins,
                sixths: sum.sixths + seat.sixths,
            })
        })
    }

    /// Returns the most frequent first moves in each seat under all rulesets, in the order of
    /// [`RulesetRecord::first_moves`], at most three.
    #[must_use]
    pub fn first_moves(&self) -> ByColor<Vec<(Move, u32)>> {
        ByColor::new(|color| {
            let mut moves = Vec::new();
            for record in &self.records {
                add_moves(&mut moves, record.first_moves[color].iter().copied());
            }
            most_frequent(moves)
        })
    }
}

/// Adds moves, each with its count.
fn add_moves(moves: &mut Vec<(Move, u32)>, more: impl IntoIterator<Item = (Move, u32)>) {
    for (mv, times) in more {
        match moves.iter_mut().find(|(known, _)| *known == mv) {
            Some((_, sum)) => *sum += times,
            None => moves.push((mv, times)),
        }
    }
}

/// Returns the most frequent of these moves, in the order of [`RulesetRecord::first_moves`].
fn most_frequent(mut moves: Vec<(Move, u32)>) -> Vec<(Move, u32)> {
    moves.sort_by_cached_key(|(mv, times)| (Reverse(*times), mv.to_string()));
    moves.truncate(FIRST_MOVES);
    moves
}

impl Standings {
    /// Returns the profile of a person, for this asker. The caller decides if it may be shown.
    #[must_use]
    pub fn profile(&self, person: Person, asker: Option<Person>) -> Profile {
        let mut profile = Profile {
            person,
            records: Vec::new(),
            against_asker: None,
            reliability: Reliability::default(),
            last: None,
        };
        let Some(place) = self.place(person) else {
            return profile;
        };
        let career = &self.careers[place as usize];
        profile.reliability = Reliability {
            started: career.started,
            finished: career.started - career.left,
        };
        // A person who has deserted each of their matches has seen none end.
        profile.last = Some(self.last[place as usize]).filter(|last| *last > Moment(i64::MIN));
        let asker = asker.filter(|asker| *asker != person);
        let asker = asker.and_then(|asker| self.place(asker));
        profile.against_asker = asker
            .map(|asker| self.head_to_head(place, asker))
            .filter(|together| together.matches > 0);
        for climb in &career.climbs {
            let curve = climb.curve.iter();
            profile.records.push(RulesetRecord {
                ruleset: self.rulesets.keys()[climb.ruleset as usize].clone(),
                standing: self.standing(place, climb.ruleset, |_| true),
                curve: curve
                    .map(|&(at, rating)| CurvePoint { at, rating })
                    .collect(),
                first_moves: self.first_moves(place, climb.ruleset),
            });
        }
        profile
            .records
            .sort_by(|one, other| one.ruleset.cmp(&other.ruleset));
        profile
    }

    /// Returns the rating of a person in a ruleset, and their results in those matches of it that
    /// `fit`.
    pub(super) fn standing(
        &self,
        place: u32,
        ruleset: u32,
        fit: impl Fn(&CountedMatch) -> bool,
    ) -> Standing {
        let mut tally = Tally::default();
        for (played, color) in self.played_by(place) {
            if played.ruleset == ruleset && fit(played) {
                tally.add(played, color);
            }
        }
        let climb = self.climb(place, ruleset);
        Standing {
            rating: climb.map_or(0, |climb| climb.rating.shown()),
            provisional: climb.is_none_or(|climb| climb.matches < MATCHES_TO_BE_SURE),
            tally,
        }
    }

    fn first_moves(&self, place: u32, ruleset: u32) -> ByColor<Vec<(Move, u32)>> {
        let mut first_moves: ByColor<Vec<(Move, u32)>> = ByColor::default();
        let here = self.played_by(place);
        for (played, color) in here.filter(|(played, _)| played.ruleset == ruleset) {
            let first = played.seats[color].first_move.map(|first| (first, 1));
            add_moves(&mut first_moves[color], first);
        }
        first_moves.map(most_frequent)
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
