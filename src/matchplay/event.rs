//! What happened in a match, and what followed from it.

use crate::computer::Level;
use crate::rules::{ArmyOut, Color, Draw, Move, Over, Ruleset, Said};

use super::id::{MatchId, Moment, Person, Place};

/// Something that happened in a match. Consequences are events of their own, so that a later
/// correction of a rule never changes a finished match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A table was opened.
    Opened {
        /// The name of the ruleset.
        ruleset: String,
        /// Its options; `None` in matches from before there were others than
        /// [`Ruleset::THREE_MAN`].
        options: Option<Ruleset>,
        /// Who opened it.
        opener: Person,
        /// Where.
        place: Place,
        /// Whether the result counts in the standings, when it is played to its end.
        rated: bool,
    },
    /// The match was not played here: it came from a record (interfaces §8).
    Imported(Imported),
    /// A seat is kept for somebody who was invited.
    Invited {
        /// The seat.
        seat: Color,
        /// For whom.
        person: Person,
    },
    /// Somebody sat down.
    Joined {
        /// Where.
        seat: Color,
        /// Who.
        person: Person,
    },
    /// A computer sat down.
    Seated {
        /// Where.
        seat: Color,
        /// How well it plays.
        level: Level,
    },
    /// Somebody gave up a seat, or declined an invitation to it.
    Left {
        /// Which seat.
        seat: Color,
        /// Who.
        person: Person,
    },
    /// The table was given up before play began.
    Closed,
    /// The table closed by itself: nothing had changed for a day.
    Expired,
    /// All seats are taken; White is to move.
    Started,
    /// The match has a place of its own within the one where it was opened, such as a thread.
    Housed {
        /// Where it is played from now on.
        place: Place,
    },
    /// The army to move made a move.
    Moved {
        /// Whose move.
        color: Color,
        /// The move.
        mv: Move,
    },
    /// An army went out of the game.
    WentOut(ArmyOut),
    /// An army offered, answered or took back something to agree on: a draw, a pact, or a
    /// resignation for a named winner (rules §5.1, §6.3, §6.5).
    Said {
        /// Which army.
        by: Color,
        /// What.
        said: Said,
    },
    /// A draw was claimed, and due.
    DrawClaimed {
        /// By which army.
        by: Color,
        /// On what ground.
        draw: Draw,
    },
    /// A player ran out of time (rules §5.5). What follows is told by events of its own.
    OutOfTime {
        /// Whose army it is.
        color: Color,
    },
    /// It was proposed to call the match off.
    AbortOffered {
        /// By which army.
        by: Color,
    },
    /// An army agreed to call it off.
    AbortAgreed {
        /// Which.
        by: Color,
    },
    /// An army declined to call it off, and the proposal is gone.
    AbortDeclined {
        /// Which.
        by: Color,
    },
    /// The proposal to call it off has lapsed: a day went by without the agreement of all.
    AbortLapsed {
        /// By which army it was made.
        by: Color,
    },
    /// Whoever opened a match of computers alone called it off.
    CalledOff,
    /// The match is over.
    Ended(Over),
}

/// Where a match that came from a record was played, and when. It is unrated and in no leaderboard
/// (interfaces §8).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    /// What it was called there.
    pub from: MatchId,
    /// Where it was played.
    pub place: Place,
    /// When it began.
    pub began: Moment,
    /// When it ended.
    pub ended: Moment,
}
