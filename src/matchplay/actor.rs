//! The actor behind a command, and the army with which it may act.

use crate::rules::Color;

use super::{
    id::Person,
    rejection::Rejection,
    state::{Match, Stage},
};

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

/// Returns the army of a player who may still act.
pub(super) fn army_in_play(state: &Match, actor: Actor) -> Result<Color, Rejection> {
    let seat = match actor {
        Actor::Person(person) => state.seat_of(person),
        Actor::Computer(color) => state.seats()[color].computer().map(|_| color),
    };
    let color = match (state.stage(), seat) {
        (Stage::Ended, _) => return Err(Rejection::MatchOver),
        (_, None) => return Err(Rejection::NotAPlayer),
        (Stage::Table, Some(_)) => return Err(Rejection::NotStarted),
        (Stage::Running, Some(color)) => color,
    };
    if state.position().in_play().contains(color) {
        Ok(color)
    } else {
        Err(Rejection::ArmyOut)
    }
}

/// Returns true if the army has made a move. Until then its player may abort the match alone.
pub(super) fn has_moved(state: &Match, color: Color) -> bool {
    state.played().iter().any(|played| played.color == color)
}
