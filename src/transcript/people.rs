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
    invalid::{Reason, shown},
};
use crate::{
    matchplay::{Event, Moment, Person, Word},
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

    /// Returns an event in writing, with names for people and without moments.
    pub(super) fn word(&self, event: &Event) -> Word {
        let mut word = event.word();
        if let Some(person) = event.clone().person_mut() {
            word.replace(WHO, |_| self.name(*person));
        }
        word.replace(WHY, |reason| escaped(reason, &[' ', ',']));
        word.take(UNTIL);
        word
    }

    /// Returns the event of a word.
    pub(super) fn event(&mut self, written: &Word) -> Result<Event, Reason> {
        let mut word = written.clone();
        let unknown = || Reason::NoWord(shown(&written.to_string()));
        if let Some(name) = written.get(WHO) {
            let person = self.person(name);
            let person = person.ok_or_else(|| Reason::Name(shown(name)))?;
            word.replace(WHO, |_| person.to_string());
        }
        if let Some(reason) = written.get(WHY) {
            let reason = unescaped(reason).ok_or_else(unknown)?;
            if reason.chars().nth(Event::LONGEST_REASON).is_some() {
                return Err(unknown());
            }
            word.replace(WHY, |_| reason);
        }
        // Where a word has a moment, a record leaves it out.
        let mut timed = word.clone();
        timed.put(UNTIL, String::from("0"));
        let event = if word.get(UNTIL).is_some() {
            None
        } else {
            word.event().or_else(|| timed.event())
        };
        event.filter(is_recorded).ok_or_else(unknown)
    }
}

/// The keys of what a record writes in its own way.
const WHO: &str = "who";
const WHY: &str = "why";
const UNTIL: &str = "until";

/// Returns true for what a record has: not the table, the place and reminders.
pub(super) const fn is_recorded(event: &Event) -> bool {
    !matches!(
        event,
        Event::Opened { .. }
            | Event::Invited { .. }
            | Event::Joined { .. }
            | Event::Seated { .. }
            | Event::Left { .. }
            | Event::Closed
            | Event::Expired
            | Event::Started
            | Event::Housed { .. }
            | Event::Reminded { .. }
    )
}

/// Returns the event as a record has it: with this person for the one it is about, and without
/// times.
pub(super) fn recorded(event: &Event, person: impl FnOnce(Person) -> Person) -> Event {
    let mut recorded = event.clone();
    if let Some(who) = recorded.person_mut() {
        *who = person(*who);
    }
    if let Event::DeadlinePassed { closes: at, .. } | Event::Extended { until: at, .. } =
        &mut recorded
    {
        *at = Moment(0);
    }
    recorded
}
