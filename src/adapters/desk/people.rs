//! What people are called, and who is spoken of.

use super::Desk;
use crate::{
    adapters::telling::Teller,
    host::Account,
    matchplay::{Event, Match, Person, Seat, Taker, Votes},
    rules::{Agreements, ByColor, Color},
};

impl Desk {
    pub(super) fn invitation(&self, events: &[Event]) -> Option<String> {
        let names: Vec<String> = events
            .iter()
            .filter_map(|event| {
                if let Event::Invited { person, .. } = event {
                    self.called(*person)
                } else {
                    None
                }
            })
            .collect();
        let separator = self.words.say("list-comma", &[]);
        (!names.is_empty()).then(|| {
            self.words
                .say("table-invites", &[("names", &names.join(&separator))])
        })
    }

    pub(super) fn teller<'a>(&'a self, state: &'a Match) -> Teller<'a> {
        Teller {
            words: &self.words,
            manner: &*self.manner,
            state,
            names: ByColor::new(|color| {
                self.named(state.seats()[color], |person| self.called(person))
            }),
            rulesets: &self.rulesets,
            before: Agreements::default(),
            votes_before: Votes::default(),
            people: self.people_in(state, &[]),
        }
    }

    /// As [`Desk::teller`], with what stood before, and the names of those who have just given
    /// their seats up.
    pub(super) fn teller_of<'a>(&'a self, account: &'a Account) -> Teller<'a> {
        let mut teller = self.teller(&account.state);
        teller.before = account.agreements_before;
        teller.votes_before.clone_from(&account.votes_before);
        teller.people = self.people_in(&account.state, &account.events);
        for event in &account.events {
            if let Event::Left { seat, person } = event
                && teller.names[*seat].is_none()
            {
                teller.names[*seat] = Some(self.called_somehow(*person));
            }
        }
        teller
    }

    /// What people are called who are spoken of without sitting there.
    pub(super) fn people_in(&self, state: &Match, events: &[Event]) -> Vec<(Person, String)> {
        let asked = state.votes().iter();
        let asked = asked.filter_map(|proposal| proposal.motion.substitute());
        let spoken_of = events.iter().filter_map(spoken_of);
        asked
            .chain(spoken_of)
            .map(|person| (person, self.called_somehow(person)))
            .collect()
    }

    pub(super) fn name_in(&self, state: &Match, color: Color) -> Option<String> {
        self.named(state.seats()[color], |person| self.name_of(person))
    }

    /// Who sits or is awaited in a seat, a computer by what all its level are called.
    pub(super) fn named(
        &self,
        seat: Seat,
        name: impl FnOnce(Person) -> Option<String>,
    ) -> Option<String> {
        match seat.computer() {
            Some(level) => Some(self.words.say("computer", &[("level", &level.to_string())])),
            None => name(seat.person()?),
        }
    }

    pub(super) fn name_of(&self, person: Person) -> Option<String> {
        if self.host.is_forgotten(person) {
            return None;
        }
        self.people.name(person).unwrap_or_else(|error| {
            tracing::warn!(%error, "a name could not be read");
            None
        })
    }

    /// What a person is called in a text, whatever their name is made of.
    pub(super) fn called(&self, person: Person) -> Option<String> {
        let name = self.name_of(person)?;
        Some(self.seen(&name).unwrap_or_else(|| self.nameless()))
    }

    /// Returns a name made harmless, unless nothing of it is to be seen.
    pub(super) fn seen(&self, name: &str) -> Option<String> {
        Some(self.manner.name(name)).filter(|name| !name.is_empty())
    }

    /// As [`Desk::called`], with something to call a person by who has no name here: that they asked
    /// to be forgotten is said only of those who did.
    pub(super) fn called_somehow(&self, person: Person) -> String {
        let called = self.called(person);
        called.unwrap_or_else(|| {
            if self.host.is_forgotten(person) {
                self.words.say("forgotten", &[])
            } else {
                self.nameless()
            }
        })
    }

    pub(super) fn nameless(&self) -> String {
        self.words.say("nameless", &[])
    }
}

/// Whom an event is about who need not have a seat after it.
const fn spoken_of(event: &Event) -> Option<Person> {
    match event {
        Event::SubstituteAnswered { person, .. }
        | Event::Gone { person, .. }
        | Event::Freed { person, .. }
        | Event::TookOver {
            taker: Taker::Person(person),
            ..
        } => Some(*person),
        Event::Proposed { motion, .. }
        | Event::Agreed { motion, .. }
        | Event::Declined { motion, .. }
        | Event::Lapsed { motion, .. } => motion.substitute(),
        Event::Opened { .. }
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
        | Event::WentOut(_)
        | Event::Said { .. }
        | Event::DrawClaimed { .. }
        | Event::DeadlinePassed { .. }
        | Event::Extended { .. }
        | Event::Reminded { .. }
        | Event::OutOfTime { .. }
        | Event::Paused
        | Event::Resumed
        | Event::TakenBack { .. }
        | Event::TookOver {
            taker: Taker::Computer(_),
            ..
        }
        | Event::CalledOff
        | Event::Aborted { .. }
        | Event::Ended(_) => None,
    }
}
