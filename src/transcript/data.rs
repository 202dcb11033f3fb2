//! The record of a match as data.

use crate::{
    computer::Level,
    matchplay::{Event, MatchId, Moment, Place, TimeLimit},
    rules::{ByColor, Outcome, Ruleset},
};

/// The record of a match from its first move on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    /// The id of the match.
    pub id: MatchId,
    /// The id that an imported match had where it was played.
    pub original: Option<MatchId>,
    /// The place where it was played.
    pub place: Place,
    /// The moment at which it began.
    pub began: Moment,
    /// The moment at which it ended; `None` while it is being played.
    pub ended: Option<Moment>,
    /// The players at the start; `None` for an army that has no seat.
    pub players: ByColor<Option<Player>>,
    /// The name of its ruleset.
    pub ruleset: String,
    /// The options of its ruleset.
    pub options: Ruleset,
    /// True if its result counts in the standings of the place where it was played.
    pub rated: bool,
    /// The time for each move, or for a number of moves; unlimited if `None`.
    pub time: Option<TimeLimit>,
    /// The names of those who were named later, in that order.
    pub(super) others: Vec<String>,
    pub(super) course: Vec<RecordedEvent>,
}

/// The player of an army in a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Player {
    /// A person by name, which is empty if nobody knows it.
    Person(String),
    /// A computer, by its level.
    Computer(Level),
}

impl Player {
    /// Returns the name of a person; `None` for a computer.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        match self {
            Player::Person(name) => Some(name),
            Player::Computer(_) => None,
        }
    }

    /// Returns the level of a computer; `None` for a person.
    #[must_use]
    pub const fn computer(&self) -> Option<Level> {
        match self {
            Player::Person(_) => None,
            Player::Computer(level) => Some(*level),
        }
    }
}

/// An event of play, as a record has it: people are numbers in it, and moments are [`Moment`] 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RecordedEvent {
    pub(super) event: Event,
    /// The short form of a move; empty for everything else.
    pub(super) short: String,
}

impl Transcript {
    /// Returns the end of the match, if it has ended.
    #[must_use]
    pub fn outcome(&self) -> Option<&Outcome> {
        self.course.iter().rev().find_map(|step| {
            let Event::Ended(outcome) = &step.event else {
                return None;
            };
            Some(outcome)
        })
    }
}
