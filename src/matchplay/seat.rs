//! Seats at a table.

use crate::computer::Level;

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
    /// A computer sits here.
    Computer(Level),
    /// Nobody sits here any more: the seat was freed. Its army waits for somebody to take it over.
    Vacant,
    /// Nobody ever sits here: the army stands dead from the first move (rules §6.6).
    Empty,
}

impl Seat {
    /// The person who sits here.
    #[must_use]
    pub const fn player(self) -> Option<Person> {
        match self {
            Seat::Taken(person) => Some(person),
            Seat::Open | Seat::Kept(_) | Seat::Computer(_) | Seat::Vacant | Seat::Empty => None,
        }
    }

    /// The person who sits here or is invited to.
    #[must_use]
    pub const fn person(self) -> Option<Person> {
        match self {
            Seat::Taken(person) | Seat::Kept(person) => Some(person),
            Seat::Open | Seat::Computer(_) | Seat::Vacant | Seat::Empty => None,
        }
    }

    /// How well the computer plays that sits here.
    #[must_use]
    pub const fn computer(self) -> Option<Level> {
        match self {
            Seat::Computer(level) => Some(level),
            Seat::Open | Seat::Kept(_) | Seat::Taken(_) | Seat::Vacant | Seat::Empty => None,
        }
    }

    /// Whether nobody need sit down here any more.
    #[must_use]
    pub const fn is_settled(self) -> bool {
        matches!(self, Seat::Taken(_) | Seat::Computer(_) | Seat::Empty)
    }
}
