//! Seats at a table.

use super::id::Person;

/// A seat: whose army it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Seat {
    /// For anyone.
    #[default]
    Open,
    /// Kept for somebody who was invited and has not answered.
    Kept(Person),
    /// Somebody sits here.
    Taken(Person),
    /// Nobody ever sits here: the army stands dead from the first move (rules §6.6).
    Empty,
}

impl Seat {
    /// Who sits here.
    #[must_use]
    pub const fn player(self) -> Option<Person> {
        match self {
            Seat::Taken(person) => Some(person),
            Seat::Open | Seat::Kept(_) | Seat::Empty => None,
        }
    }

    /// Who sits here or is invited to.
    #[must_use]
    pub const fn person(self) -> Option<Person> {
        match self {
            Seat::Taken(person) | Seat::Kept(person) => Some(person),
            Seat::Open | Seat::Empty => None,
        }
    }
}
