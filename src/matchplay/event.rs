//! What happened in a match, and what followed from it.

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
    /// A player resigned for a named winner, if the third agrees (rules §6.5).
    ResignationOffered {
        /// Which army resigns.
        by: Color,
        /// Which would win.
        winner: Color,
    },
    /// The third army agreed to it.
    ResignationAccepted {
        /// Which.
        by: Color,
    },
    /// The third army declined it, and play goes on.
    ResignationDeclined {
        /// Which.
        by: Color,
    },
    /// The resignation was taken back.
    ResignationWithdrawn {
        /// By the army that had resigned.
        by: Color,
    },
    /// A pact to mate the third army jointly was offered (rules §6.3).
    PactOffered {
        /// By which army.
        by: Color,
        /// To which.
        with: Color,
    },
    /// A pact was accepted, and stands.
    PactAgreed {
        /// By the army that accepted.
        by: Color,
        /// Who had offered it.
        with: Color,
    },
    /// A pact was ended, or the offer of one taken back.
    PactRevoked {
        /// By which army.
        by: Color,
        /// With whom it was, or would have been.
        with: Color,
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

impl Event {
    /// The event by which an army has said something.
    #[must_use]
    pub const fn of_said(by: Color, said: Said) -> Event {
        match said {
            Said::DrawOffered => Event::DrawOffered { by },
            Said::DrawAgreed => Event::DrawAgreed { by },
            Said::DrawDeclined => Event::DrawDeclined { by },
            Said::DrawWithdrawn => Event::DrawWithdrawn { by },
            Said::ResignationOffered(winner) => Event::ResignationOffered { by, winner },
            Said::ResignationAccepted => Event::ResignationAccepted { by },
            Said::ResignationDeclined => Event::ResignationDeclined { by },
            Said::ResignationWithdrawn => Event::ResignationWithdrawn { by },
            Said::PactOffered(with) => Event::PactOffered { by, with },
            Said::PactAgreed(with) => Event::PactAgreed { by, with },
            Said::PactRevoked(with) => Event::PactRevoked { by, with },
        }
    }

    /// Which army has said what, where the event is one by which something is said.
    #[must_use]
    pub const fn said(&self) -> Option<(Color, Said)> {
        Some(match *self {
            Event::DrawOffered { by } => (by, Said::DrawOffered),
            Event::DrawAgreed { by } => (by, Said::DrawAgreed),
            Event::DrawDeclined { by } => (by, Said::DrawDeclined),
            Event::DrawWithdrawn { by } => (by, Said::DrawWithdrawn),
            Event::ResignationOffered { by, winner } => (by, Said::ResignationOffered(winner)),
            Event::ResignationAccepted { by } => (by, Said::ResignationAccepted),
            Event::ResignationDeclined { by } => (by, Said::ResignationDeclined),
            Event::ResignationWithdrawn { by } => (by, Said::ResignationWithdrawn),
            Event::PactOffered { by, with } => (by, Said::PactOffered(with)),
            Event::PactAgreed { by, with } => (by, Said::PactAgreed(with)),
            Event::PactRevoked { by, with } => (by, Said::PactRevoked(with)),
            Event::Opened { .. }
            | Event::Imported(_)
            | Event::Invited { .. }
            | Event::Joined { .. }
            | Event::Left { .. }
            | Event::Closed
            | Event::Expired
            | Event::Started
            | Event::Housed { .. }
            | Event::Moved { .. }
            | Event::WentOut(_)
            | Event::DrawClaimed { .. }
            | Event::OutOfTime { .. }
            | Event::AbortOffered { .. }
            | Event::AbortAgreed { .. }
            | Event::AbortDeclined { .. }
            | Event::AbortLapsed { .. }
            | Event::Ended(_) => return None,
        })
    }
}
