//! What players ask for.

use crate::{
    computer::Level,
    rules::{Color, Ruleset, Wish},
};

use super::{
    id::{MatchId, Person, Place},
    time::TimeLimit,
};

/// A table to be opened (interfaces §3, `/play`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The match's name, never used before.
    pub id: MatchId,
    /// The name of the rules it will be played by.
    pub ruleset: String,
    /// Their options.
    pub options: Ruleset,
    /// Where it is played.
    pub place: Place,
    /// The opener's seat, drawn if they left it to chance.
    pub seat: Color,
    /// Whoever is invited to the seats clockwise from there, two at most.
    pub invited: Vec<Person>,
    /// How many computers sit down after those, and how well they play. When they take every
    /// seat, the opener only watches.
    pub computers: Option<(u8, Level)>,
    /// Whether the result is to count in the standings.
    pub rated: bool,
    /// How long a player may think about a move; as long as they like when `None`.
    pub time: Option<TimeLimit>,
    /// Whether nobody is to see the match but those who play it and whom they let in.
    pub private: bool,
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
    /// To agree on a draw, a pact or a named winner (rules §5.1, §6.3, §6.5), or to answer.
    Agree(Wish),
    /// To offer, accept or end a pact (rules §6.3).
    Pact {
        /// What to do.
        action: PactAction,
        /// With which army; where only one can be meant it may be left out.
        with: Option<Color>,
    },
    /// To claim a draw that is due (rules §5.2 to §5.4).
    ClaimDraw,
    /// To resign: the army goes out, or the third is asked whether the named winner wins.
    Resign {
        /// Whether they said that they mean it.
        confirmed: bool,
        /// For whom, where the ruleset wants a winner (rules §6.5).
        winner: Option<Color>,
    },
    /// To let the clock of this army run out (rules §5.5). No player asks for it.
    RunOutOfTime(Color),
    /// To call the match off, or to answer such a proposal.
    Abort(OfferAction),
    /// To stop the clock, or in a paused match to let it go on, or to answer such a proposal.
    Pause(OfferAction),
    /// To take back the last move of the one who asks and all since, or to answer such a proposal.
    Takeback(OfferAction),
    /// To do something about a seat whose player is missing.
    Seat {
        /// What.
        action: SeatAction,
        /// Which seat; the one whose player is missing, or the asker's own, where it is not said.
        seat: Option<Color>,
    },
    /// To take a seat from its player, as one who manages the server. Who does, the match does not
    /// know.
    Free {
        /// Which seat.
        seat: Option<Color>,
        /// Why, in words.
        reason: String,
    },
    /// To have no part in the match any more, whatever part that is: to give up the seat, at a
    /// table or in play, or the invitation, or to decline to take over a seat. Whoever asks to be
    /// forgotten asks for it.
    GiveUp,
    /// To put an end to the match or its table, as one who manages the server.
    PutAnEnd {
        /// Why, in words.
        reason: String,
    },
    /// To note that a player has left the server. No player asks for it.
    NoteGone(Person),
}

impl Command {
    /// Whether it is for those alone who manage the server, and forces something on players.
    #[must_use]
    pub const fn is_forced(&self) -> bool {
        matches!(self, Command::Free { .. } | Command::PutAnEnd { .. })
    }
}

/// What may be done about a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatAction {
    /// To grant its player the limit again.
    Grant,
    /// To give it to this person, or to agree to that, where nobody is named.
    Substitute(Option<Person>),
    /// To give it to a computer, or to agree to that.
    Computer,
    /// To let its army go out at once, or to agree to that.
    PutOut,
    /// To decline what is proposed about it.
    Decline,
}

/// What may be done about a pact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PactAction {
    /// To offer one, or to accept the one that is offered.
    Offer,
    /// To accept.
    Accept,
    /// To end one, or to take the offer of one back.
    Revoke,
}

impl PactAction {
    /// All of them.
    pub const ALL: [PactAction; 3] = [PactAction::Offer, PactAction::Accept, PactAction::Revoke];

    /// The word of `/pact action:`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            PactAction::Offer => "offer",
            PactAction::Accept => "accept",
            PactAction::Revoke => "revoke",
        }
    }

    /// What is wished for with this army.
    #[must_use]
    pub const fn with(self, other: Color) -> Wish {
        match self {
            PactAction::Offer => Wish::OfferPact(other),
            PactAction::Accept => Wish::AcceptPact(other),
            PactAction::Revoke => Wish::RevokePact(other),
        }
    }
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
}
