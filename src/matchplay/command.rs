//! What players ask for.

use crate::rules::{Color, Ruleset};

use super::id::{MatchId, Person, Place};

/// A table to be opened (interfaces §3, `/play`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The match's name, never used before.
    pub id: MatchId,
    /// The rules it will be played by.
    pub ruleset: Ruleset,
    /// Where it is played.
    pub place: Place,
    /// The opener's seat, drawn if they left it to chance.
    pub seat: Color,
    /// Whoever is invited to the seats clockwise from there, two at most.
    pub invited: Vec<Person>,
}

/// What a person asks of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// To take a seat: this one, or the one kept for them, or the first open one.
    Join {
        /// Which seat, if it matters.
        seat: Option<Color>,
    },
    /// To give up a seat at a table, or to decline an invitation.
    Leave,
    /// To move.
    Move {
        /// The move as it was typed (rules §7.2).
        text: String,
        /// Whether a draw is claimed with it (rules §5.2, §5.3).
        claim: bool,
    },
    /// To offer a draw, or to answer an offer (rules §5.1).
    Draw(OfferAction),
    /// To claim a draw that is due (rules §5.2, §5.3).
    ClaimDraw,
    /// To resign: the army goes out, the others play on.
    Resign {
        /// Whether they said that they mean it.
        confirmed: bool,
    },
    /// To call the match off, or to answer such an offer.
    Abort(OfferAction),
}

/// What may be done with an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfferAction {
    /// To make it, or to agree to the one that stands.
    Offer,
    /// To agree.
    Accept,
    /// To refuse, which ends it.
    Decline,
    /// To take one's own back.
    Withdraw,
}
