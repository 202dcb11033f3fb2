//! People in a record: they have names and nothing else.
//!
//! While a record is written or played again, a person is a number: those who play from the start
//! have the place of their army, those who come later follow in the order in which they are named.
//! In words they stand by name, a later one of the same name with a number: `dora`, `dora~2`.

use std::collections::HashMap;

use super::{
    bounds::LONGEST_NAME,
    data::{Player, Transcript},
    escaping::{escaped, unescaped},
    naming::Naming,
};
use crate::{
    matchplay::{Event, Moment, Motion, NewPlayer, Person},
    rules::Color,
};

/// The character between the name of a person and the number of those who have it.
const NUMBERED: char = '~';

impl Transcript {
    /// Returns the names of everybody in the record: one for each army, which is `None` if no
    /// person plays it from the start, and then those who came later.
    #[must_use]
    pub fn people(&self) -> Vec<Option<&str>> {
        let first = self.players.iter().map(|(_, player)| {
            let player = player.as_ref();
            player.and_then(Player::name)
        });
        let others = self.others.iter().map(|name| Some(name.as_str()));
        first.chain(others).collect()
    }

    /// Returns the number of an army's first player.
    pub(super) const fn first_of(color: Color) -> Person {
        Person(color.index() as u128)
    }
}

/// Everybody in a record, by number and by name.
pub(super) struct Roster {
    /// The name of each person, with the number of people of that name up to them; `None` for
    /// armies that no person plays from the start.
    people: Vec<Option<(String, usize)>>,
    numbers: HashMap<String, Vec<usize>>,
}

impl Roster {
    pub(super) fn of(record: &Transcript) -> Roster {
        let mut roster = Roster {
            people: Vec::new(),
            numbers: HashMap::new(),
        };
        for name in record.people() {
            roster.add(name);
        }
        roster
    }

    fn add(&mut self, name: Option<&str>) -> usize {
        let number = self.people.len();
        self.people.push(name.map(|name| {
            let same = self.numbers.entry(name.to_owned()).or_default();
            same.push(number);
            (name.to_owned(), same.len())
        }));
        number
    }

    /// Returns the names of those who came later.
    pub(super) fn into_others(self) -> Vec<String> {
        let later = self.people.into_iter().skip(Color::ALL.len());
        later.flatten().map(|(name, _)| name).collect()
    }
}

impl Naming for Roster {
    fn name(&self, Person(number): Person) -> String {
        let number = usize::try_from(number).ok();
        let person = number.and_then(|number| self.people.get(number)?.as_ref());
        let Some((name, nth)) = person else {
            return String::new();
        };
        let mut written = escaped(name, &[' ', ',', NUMBERED]);
        if *nth > 1 {
            written.push_str(&format!("{NUMBERED}{nth}"));
        }
        written
    }

    /// Returns the person of a written name: one who is known, or a new one, whose name is noted.
    /// `None` if nobody can be named like that here.
    fn person(&mut self, written: &str) -> Option<Person> {
        let (name, nth) = match written.split_once(NUMBERED) {
            Some((name, nth)) => (name, nth.parse().ok()?),
            None => (written, 1_usize),
        };
        let name = unescaped(name)?;
        let same = self.numbers.get(&name);
        let known = same.and_then(|same| same.get(nth.checked_sub(1)?).copied());
        let number = match known {
            Some(number) => number,
            None if name.chars().nth(LONGEST_NAME).is_some() => return None,
            None => self.add(Some(&name)),
        };
        let person = Person(number as u128);
        (self.name(person) == written).then_some(person)
    }
}

/// Returns the event as a record has it: with these people, and without times.
pub(super) fn recorded(event: &Event, mut person: impl FnMut(Person) -> Person) -> Event {
    let mut recorded = event.clone();
    match &mut recorded {
        Event::Proposed { motion, .. }
        | Event::Agreed { motion, .. }
        | Event::Declined { motion, .. }
        | Event::Lapsed { motion, .. } => {
            if let Motion::Substitute { person: who, .. } = motion {
                *who = person(*who);
            }
        }
        Event::SubstituteAnswered { person: who, .. }
        | Event::TookOver {
            taker: NewPlayer::Person(who),
            ..
        }
        | Event::Gone { person: who, .. }
        | Event::Freed { person: who, .. } => *who = person(*who),
        Event::DeadlinePassed { closes: at, .. } | Event::Extended { until: at, .. } => {
            *at = Moment(0);
        }
        Event::TookOver {
            taker: NewPlayer::Computer(_),
            ..
        }
        | Event::Opened { .. }
        | Event::Imported(_)
        | Event::MadePrivate
        | Event::Invited { .. }
        | Event::Joined { .. }
        | Event::Seated { .. }
        | Event::Left { .. }
        | Event::Closed
        | Event::Expired
        | Event::Started
        | Event::Housed { .. }
        | Event::Moved { .. }
        | Event::Eliminated(_)
        | Event::Said { .. }
        | Event::DrawClaimed { .. }
        | Event::Reminded { .. }
        | Event::OutOfTime { .. }
        | Event::Paused
        | Event::Resumed
        | Event::TakenBack { .. }
        | Event::CalledOff
        | Event::Aborted { .. }
        | Event::Ended(_) => {}
    }
    recorded
}
