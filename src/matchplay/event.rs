//! What happened in a match, and what followed from it.

use crate::rules::{ArmyOut, Color, Draw, Move, Over};

use super::id::{Person, Place};

/// Something that happened in a match. Consequences are events of their own, so that a later
/// correction of a rule never changes a finished match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A table was opened.
    Opened {
        /// The name of the ruleset.
        ruleset: String,
        /// Who opened it.
        opener: Person,
        /// Where.
        place: Place,
    },
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
    /// A draw was offered (rules §5.1).
    DrawOffered {
        /// By which army.
        by: Color,
    },
    /// An army agreed to the draw that stands offered.
    DrawAgreed {
        /// Which.
        by: Color,
    },
    /// An army declined the draw, and the offer is gone.
    DrawDeclined {
        /// Which.
        by: Color,
    },
    /// The offer was taken back.
    DrawWithdrawn {
        /// By the army that had made it.
        by: Color,
    },
    /// A draw was claimed, and due.
    DrawClaimed {
        /// By which army.
        by: Color,
        /// On what ground.
        draw: Draw,
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
    /// The match is over.
    Ended(Over),
}
