//! The fold: everything kept of ended matches.
//!
//! Every match that counts is kept in a short form, and each person has a list of theirs.
//! Leaderboards, profiles and fair play are worked out from these on demand. Only ratings, which
//! depend on all earlier matches, are kept up to date.

use std::collections::{HashMap, HashSet, VecDeque};

use indexmap::{IndexMap, IndexSet};
use rondel_computer::Level;
use rondel_matchplay::{MatchId, Moment, Person, Server, as_text};
use rondel_rules::{ByColor, Color, Exit, Move, Points, sixths_for_people};
use serde::{Deserialize, Serialize};

use super::{
    finished::{Fall, Finished, Sitter},
    month::Month,
    rating::{Rating, rated},
    stored,
};

/// The number of points kept of a rating curve, the latest ones.
pub(super) const CURVE: usize = 500;

/// All standings, folded from matches in the order in which they ended.
///
/// ```
/// use rondel_matchplay::Person;
/// use rondel_standings::Standings;
///
/// let standings = Standings::default();
/// assert_eq!(standings.matches(), 0);
/// assert!(standings.profile(Person(1), None).records.is_empty());
/// ```
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Standings {
    /// For each ruleset, the number shown for each person, by their place; 0 for people without a
    /// rating.
    pub(super) rulesets: IndexMap<String, Vec<u32>>,
    pub(super) servers: IndexSet<Server>,
    pub(super) people: IndexSet<Person>,
    /// For each person, the moment they last finished a match. Apart from their careers, since a
    /// leaderboard asks it of everybody.
    pub(super) last: Vec<Moment>,
    pub(super) careers: Vec<Career>,
    /// The matches that count, in order.
    pub(super) played: Vec<CountedMatch>,
    pub(super) upto: Option<(u64, MatchId)>,
    /// The people who finished a match that counts, for each scope. It can be worked out from the
    /// rest and is kept for speed.
    #[serde(skip)]
    pub(super) scopes: HashMap<LeaderboardKey, HashSet<u32>>,
}

/// The record of one person.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Career {
    /// The number of their matches that began and have ended.
    pub(super) started: u32,
    /// The number of those that they deserted.
    pub(super) left: u32,
    /// Their results by ruleset, in the order in which they first played each.
    pub(super) climbs: Vec<Climb>,
    /// Their matches that count, in order.
    #[serde(skip)]
    pub(super) played: Vec<u32>,
}

/// The results of a person in one ruleset.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Climb {
    pub(super) ruleset: u32,
    pub(super) rating: Rating,
    /// The number of matches that counted.
    pub(super) matches: u32,
    /// The moment of each match that counted, with the rating shown after it.
    pub(super) curve: VecDeque<(Moment, u32)>,
}

/// The player of a seat, by place among the people.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub(super) enum Who {
    #[default]
    Nobody,
    Person(u32),
    Computer(#[serde(with = "as_text")] Level),
}

/// A match that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct CountedMatch {
    pub(super) ruleset: u32,
    pub(super) server: u32,
    pub(super) ended: Moment,
    #[serde(with = "stored::by_color")]
    pub(super) seats: ByColor<CountedSeat>,
}

/// A seat of a match that counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct CountedSeat {
    pub(super) who: Who,
    #[serde(with = "stored::sixths")]
    pub(super) points: Points,
    #[serde(with = "stored::optional_text")]
    pub(super) first_move: Option<Move>,
    pub(super) out: Option<Out>,
}

/// An elimination, in short.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Out {
    /// The number of eliminations before it.
    pub(super) after: u8,
    #[serde(with = "as_text")]
    pub(super) exit: Exit,
    #[serde(with = "stored::optional_text")]
    pub(super) by: Option<Color>,
}

/// The scope of a leaderboard: a ruleset, a server or all of them, a month or all time.
pub(super) type LeaderboardKey = (u32, Option<u32>, Option<Month>);

/// Matches and points in one seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatTally {
    /// Number of matches.
    pub matches: u32,
    /// Number of wins.
    pub wins: u32,
    /// Total score, in sixths of a point.
    pub sixths: u64,
}

impl SeatTally {
    /// Returns the points per match, rounded to hundredths; a dash without a match.
    ///
    /// ```
    /// use rondel_standings::SeatTally;
    ///
    /// let tally = SeatTally { matches: 3, wins: 0, sixths: 10 };
    /// assert_eq!(tally.average(), "0.56");
    /// assert_eq!(SeatTally::default().average(), "–");
    /// ```
    #[must_use]
    pub fn average(&self) -> String {
        let sixths = 6 * u64::from(self.matches);
        match (self.sixths * 100 + sixths / 2).checked_div(sixths) {
            None => String::from("–"),
            Some(hundredths) => format!("{}.{:02}", hundredths / 100, hundredths % 100),
        }
    }
}

/// The rating of a person under a ruleset, and results under it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// The rating, as shown.
    pub rating: u32,
    /// True if it rests on fewer than [`MATCHES_TO_BE_SURE`](super::MATCHES_TO_BE_SURE) matches.
    pub provisional: bool,
    /// The results.
    pub tally: Tally,
}

/// The results of a person in matches that count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Number of matches.
    pub matches: u32,
    /// Number of wins: matches in which they scored more than everybody else.
    pub wins: u32,
    /// Total score, in sixths of a point.
    pub sixths: u64,
    /// The same results by seat.
    pub seats: ByColor<SeatTally>,
}

impl Tally {
    /// Returns the points per match in all seats together, as [`SeatTally::average`] does.
    #[must_use]
    pub fn average(&self) -> String {
        let (matches, wins, sixths) = (self.matches, self.wins, self.sixths);
        let all = SeatTally {
            matches,
            wins,
            sixths,
        };
        all.average()
    }

    /// Returns the total score: `41½`.
    #[must_use]
    pub fn points(&self) -> String {
        sixths_for_people(self.sixths)
    }

    pub(super) fn add(&mut self, match_: &CountedMatch, color: Color) {
        let sixths = u64::from(match_.seats[color].points.sixths());
        self.matches += 1;
        let wins = u32::from(match_.winner() == Some(color));
        self.wins += wins;
        self.sixths += sixths;
        let seat = &mut self.seats[color];
        seat.matches += 1;
        seat.wins += wins;
        seat.sixths += sixths;
    }
}

impl Standings {
    /// Adds a match that ended after all those before it. A match that does not count only changes
    /// its players' reliability and when they last played; an imported match changes nothing.
    pub fn apply(&mut self, finished: &Finished) {
        if !finished.played_here {
            return;
        }
        let seats = finished.seats.map(|sitter| self.who(sitter));
        for person in finished.left_before() {
            if let Who::Person(place) = self.who(Sitter::Person(person)) {
                let career = &mut self.careers[place as usize];
                career.started += 1;
                career.left += 1;
            }
        }
        for (color, who) in seats.iter() {
            let Who::Person(place) = *who else {
                continue;
            };
            let career = &mut self.careers[place as usize];
            career.started += 1;
            career.left += u32::from(finished.was_left_by(color));
            let last = &mut self.last[place as usize];
            *last = finished.ended.max(*last);
        }
        if !finished.counts() {
            return;
        }
        let played = CountedMatch {
            ruleset: self.ruleset(&finished.ruleset),
            server: self.servers.insert_full(finished.server.clone()).0 as u32,
            ended: finished.ended,
            seats: ByColor::new(|color| CountedSeat {
                who: seats[color],
                points: finished.points[color],
                first_move: finished.first_moves[color],
                out: out_of(&finished.falls, color),
            }),
        };
        self.rate(&played);
        self.list(played);
    }

    /// Records that all ends of matches up to this one have been added, including those that change
    /// nothing. `number` is its place in the order of ends.
    pub fn pass(&mut self, number: u64, id: MatchId) {
        self.upto = Some((number, id));
    }

    /// Returns the last end that was [recorded](Standings::pass).
    #[must_use]
    pub const fn upto(&self) -> Option<(u64, MatchId)> {
        self.upto
    }

    /// Returns the number of matches that count.
    #[must_use]
    pub fn matches(&self) -> usize {
        self.played.len()
    }

    /// Returns the number of people who have finished or deserted a match.
    #[must_use]
    pub fn players(&self) -> usize {
        self.people.len()
    }

    /// Returns the names of the rulesets in which a match has counted, in alphabetical order.
    #[must_use]
    pub fn rulesets(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.rulesets.keys().map(String::as_str).collect();
        names.sort_unstable();
        names
    }

    /// Returns a person's rating in a ruleset; `None` before their first match that counts there.
    #[must_use]
    pub fn rating(&self, person: Person, ruleset: &str) -> Option<Rating> {
        let ruleset = self.rulesets.get_index_of(ruleset)? as u32;
        let climb = self.climb(self.place(person)?, ruleset)?;
        Some(climb.rating)
    }

    /// Returns the ratings shown for a person before and after a match; `None` if it does not count, is none
    /// of theirs, or one of too long ago.
    #[must_use]
    pub fn change(&self, person: Person, finished: &Finished) -> Option<(u32, u32)> {
        if !finished.counts() {
            return None;
        }
        let place = self.place(person)?;
        let played = self.careers[place as usize].played.iter();
        let played: Vec<&CountedMatch> = played.map(|at| &self.played[*at as usize]).collect();
        // Others of theirs may have ended in the same moment.
        let own = played.iter().rposition(|one| self.sums_up(one, finished))?;
        let ruleset = played[own].ruleset;
        let later = played[own..].iter().filter(|one| one.ruleset == ruleset);
        let climb = self.climb(place, ruleset)?;
        let at = climb.curve.len().checked_sub(later.count())?;
        let before = match at.checked_sub(1) {
            Some(before) => climb.curve[before].1,
            // Where older ones have been dropped, nobody can say.
            None if climb.curve.len() >= CURVE => return None,
            None => Rating::default().shown(),
        };
        Some((before, climb.curve[at].1))
    }

    /// Returns true if this is what is kept of a match. Its id is not kept.
    fn sums_up(&self, played: &CountedMatch, finished: &Finished) -> bool {
        let sits = |who| match who {
            Who::Nobody => Some(Sitter::Nobody),
            Who::Computer(level) => Some(Sitter::Computer(level)),
            Who::Person(place) => {
                let person = self.people.get_index(place as usize);
                person.copied().map(Sitter::Person)
            }
        };
        let is_of = |color: Color| {
            let seat = &played.seats[color];
            sits(seat.who) == Some(finished.seats[color])
                && seat.points == finished.points[color]
                && seat.first_move == finished.first_moves[color]
                && seat.out == out_of(&finished.falls, color)
        };
        played.ended == finished.ended
            && self.rulesets.get_index_of(&finished.ruleset) == Some(played.ruleset as usize)
            && self.servers.get_index_of(&finished.server) == Some(played.server as usize)
            && Color::ALL.into_iter().all(is_of)
    }

    /// Returns a person's place among the people.
    pub(super) fn place(&self, person: Person) -> Option<u32> {
        self.people.get_index_of(&person).map(|place| place as u32)
    }

    pub(super) fn climb(&self, place: u32, ruleset: u32) -> Option<&Climb> {
        let climbs = &self.careers[place as usize].climbs;
        climbs.iter().find(|climb| climb.ruleset == ruleset)
    }

    /// Iterates over a person's matches that count, with the seats they had.
    pub(super) fn played_by(&self, place: u32) -> impl Iterator<Item = (&CountedMatch, Color)> {
        let numbers = self.careers[place as usize].played.iter();
        numbers.filter_map(move |number| {
            let played = &self.played[*number as usize];
            let color = played.color_of(Who::Person(place))?;
            Some((played, color))
        })
    }

    fn who(&mut self, sitter: Sitter) -> Who {
        match sitter {
            Sitter::Nobody => Who::Nobody,
            Sitter::Computer(level) => Who::Computer(level),
            Sitter::Person(person) => {
                let (place, new) = self.people.insert_full(person);
                if new {
                    self.last.push(Moment(i64::MIN));
                    self.careers.push(Career::default());
                }
                Who::Person(place as u32)
            }
        }
    }

    fn ruleset(&mut self, name: &str) -> u32 {
        let number = self.rulesets.get_index_of(name);
        let new = || self.rulesets.insert_full(name.to_owned(), Vec::new()).0;
        number.unwrap_or_else(new) as u32
    }

    /// Updates the ratings of the players. Those of computers never change.
    fn rate(&mut self, played: &CountedMatch) {
        let sat: Vec<(Who, Points)> = played
            .seats
            .iter()
            .map(|(_, seat)| (seat.who, seat.points))
            .filter(|(who, _)| *who != Who::Nobody)
            .collect();
        let before: Vec<(Rating, Points)> = sat
            .iter()
            .map(|(who, points)| (self.rating_of(*who, played.ruleset), *points))
            .collect();
        for ((who, _), after) in sat.iter().zip(rated(&before)) {
            if let Who::Person(place) = *who {
                self.keep_rating(place, played, after);
            }
        }
    }

    fn rating_of(&self, who: Who, ruleset: u32) -> Rating {
        match who {
            Who::Computer(level) => Rating::of_computer(level),
            Who::Person(place) => self
                .climb(place, ruleset)
                .map_or_else(Rating::default, |climb| climb.rating),
            Who::Nobody => Rating::default(),
        }
    }

    fn keep_rating(&mut self, place: u32, played: &CountedMatch, rating: Rating) {
        let climbs = &mut self.careers[place as usize].climbs;
        let known = climbs
            .iter()
            .position(|climb| climb.ruleset == played.ruleset);
        let known = known.unwrap_or_else(|| {
            climbs.push(Climb {
                ruleset: played.ruleset,
                ..Climb::default()
            });
            climbs.len() - 1
        });
        let climb = &mut climbs[known];
        climb.rating = rating;
        climb.matches += 1;
        if climb.curve.len() == CURVE {
            climb.curve.pop_front();
        }
        climb.curve.push_back((played.ended, rating.shown()));
        self.show(place, played.ruleset, rating);
    }

    pub(super) fn show(&mut self, place: u32, ruleset: u32, rating: Rating) {
        let shown = &mut self.rulesets[ruleset as usize];
        let place = place as usize;
        if shown.len() <= place {
            shown.resize(place + 1, 0);
        }
        shown[place] = rating.shown();
    }

    /// Adds a match after all others, and to the indexes of everybody who played it.
    pub(super) fn list(&mut self, played: CountedMatch) {
        let number = self.played.len() as u32;
        let month = Month::of(played.ended);
        let scopes = [
            (None, None),
            (None, Some(month)),
            (Some(played.server), None),
            (Some(played.server), Some(month)),
        ];
        let people = || {
            let sitters = played.seats.iter().map(|(_, seat)| seat.who);
            sitters.filter_map(|who| match who {
                Who::Person(place) => Some(place),
                Who::Computer(_) | Who::Nobody => None,
            })
        };
        for place in people() {
            self.careers[place as usize].played.push(number);
        }
        for (server, month) in scopes {
            let scope = (played.ruleset, server, month);
            self.scopes.entry(scope).or_default().extend(people());
        }
        self.played.push(played);
    }
}

impl CountedMatch {
    /// Returns the seat of a player.
    pub(super) fn color_of(&self, who: Who) -> Option<Color> {
        let mut seats = self.seats.iter();
        seats
            .find(|(_, seat)| seat.who == who)
            .map(|(color, _)| color)
    }

    /// Iterates over the seats that had a player.
    pub(super) fn sat(&self) -> impl Iterator<Item = (Color, &CountedSeat)> {
        self.seats
            .iter()
            .filter(|(_, seat)| seat.who != Who::Nobody)
    }

    /// Returns the seat that scored more than every other.
    pub(super) fn winner(&self) -> Option<Color> {
        let most = self.sat().map(|(_, seat)| seat.points).max()?;
        let mut first = self.sat().filter(|(_, seat)| seat.points == most);
        match (first.next(), first.next()) {
            (Some((color, _)), None) => Some(color),
            _ => None,
        }
    }

    /// Returns the seat that came last: the one that scored less than every other. If several
    /// scored equally little, it is the one of them that went out first.
    pub(super) fn last(&self) -> Option<Color> {
        let key = |seat: &CountedSeat| (seat.points, seat.out.map_or(u8::MAX, |out| out.after));
        let least = self.sat().map(|(_, seat)| key(seat)).min()?;
        let mut last = self.sat().filter(|(_, seat)| key(seat) == least);
        match (last.next(), last.next()) {
            (Some((color, _)), None) => Some(color),
            _ => None,
        }
    }
}

fn out_of(falls: &[Fall], color: Color) -> Option<Out> {
    let after = falls.iter().position(|fall| fall.color == color)?;
    let fall = &falls[after];
    Some(Out {
        after: after as u8,
        exit: fall.exit,
        by: fall.by,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_said_exactly_and_averages_in_hundredths() {
        for (sixths, said) in [
            (0, "0"),
            (1, "⅙"),
            (3, "½"),
            (6, "1"),
            (9, "1½"),
            (252, "42"),
            (7_400_000_005, "1233333334⅙"),
        ] {
            let tally = Tally {
                sixths,
                ..Tally::default()
            };
            assert_eq!(tally.points(), said);
        }
        for (matches, sixths, said) in [
            (0, 0, "–"),
            (3, 0, "0.00"),
            (3, 10, "0.56"),
            (2, 36, "3.00"),
        ] {
            let tally = SeatTally {
                matches,
                wins: 0,
                sixths,
            };
            assert_eq!(tally.average(), said);
        }
    }
}
