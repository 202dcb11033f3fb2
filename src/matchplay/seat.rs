//! Seats at a table.

use rondel_computer::Level;

use super::id::Person;

/// A seat, which stands for one army.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Seat {
    /// Free for anyone to take.
    #[default]
    Open,
    /// Reserved for an invited person who has not answered.
    Kept(Person),
    /// Held by this person.
    Taken(Person),
    /// Held by a computer of this level.
    Computer(Level),
    /// Left without a player in the middle of the match. Its army waits for somebody to take over.
    Vacant,
    /// Never used in this ruleset: its army is dead from the start (rules §6.6).
    Empty,
}

impl Seat {
    /// Returns the person who plays this seat.
    #[must_use]
    pub const fn player(self) -> Option<Person> {
        match self {
            Seat::Taken(person) => Some(person),
            Seat::Open | Seat::Kept(_) | Seat::Computer(_) | Seat::Vacant | Seat::Empty => None,
        }
    }

    /// Returns the person who plays this seat or is invited to it.
    #[must_use]
    pub const fn person(self) -> Option<Person> {
        match self {
            Seat::Taken(person) | Seat::Kept(person) => Some(person),
            Seat::Open | Seat::Computer(_) | Seat::Vacant | Seat::Empty => None,
        }
    }

    /// Returns the level of the computer that plays this seat.
    #[must_use]
    pub const fn computer(self) -> Option<Level> {
        match self {
            Seat::Computer(level) => Some(level),
            Seat::Open | Seat::Kept(_) | Seat::Taken(_) | Seat::Vacant | Seat::Empty => None,
        }
    }

    /// Returns true if nobody needs to sit down here for play to begin.
    #[must_use]
    pub const fn is_settled(self) -> bool {
        matches!(self, Seat::Taken(_) | Seat::Computer(_) | Seat::Empty)
    }
}
