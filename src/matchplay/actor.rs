//! Who acts in a match.

use crate::rules::Color;

use super::id::Person;

/// Whoever asks something of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// A person, whether or not they have a seat.
    Person(Person),
    /// The computer that plays this army.
    Computer(Color),
}

impl From<Person> for Actor {
    fn from(person: Person) -> Actor {
        Actor::Person(person)
    }
}
