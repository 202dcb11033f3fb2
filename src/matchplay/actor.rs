//! The actor behind a command.

use crate::rules::Color;

use super::id::Person;

/// The person or computer that a command comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// A person, with or without a seat.
    Person(Person),
    /// The computer that plays this army.
    Computer(Color),
}

impl From<Person> for Actor {
    fn from(person: Person) -> Actor {
        Actor::Person(person)
    }
}
