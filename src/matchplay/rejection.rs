//! Why a command was refused.

use crate::rules::{Color, Colors, ReadMoveError, Refusal};

use super::{claim::NotDue, id::MatchId};

/// Why a match did not do what it was asked to. Every variant has a stable
/// [reason](Rejection::reason) and a sentence of its own.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Rejection {
    /// Another army is to move.
    #[error("it is {turn}'s turn")]
    NotYourTurn {
        /// Whose turn it is.
        turn: Color,
    },
    /// The person has no seat in this match.
    #[error("not a player of this match")]
    NotAPlayer,
    /// The move cannot be played as typed.
    #[error(transparent)]
    Move(#[from] ReadMoveError),
    /// The match has ended.
    #[error("the match is over")]
    MatchOver,
    /// What was answered is no longer the position.
    #[error("the position has moved on")]
    PositionMovedOn {
        /// The ply as it was shown.
        shown: u32,
        /// The ply as it is.
        now: u32,
    },
    /// Several matches could be meant.
    #[error("several matches could be meant")]
    WhichMatch {
        /// Which.
        candidates: Vec<MatchId>,
    },
    /// There is no such match.
    #[error("no such match")]
    NoSuchMatch,
    /// Every seat is taken or kept for somebody else.
    #[error("the table is full")]
    TableFull,
    /// That seat is taken or kept for somebody else; others are open.
    #[error("the seat of {seat} is taken")]
    SeatTaken {
        /// Which seat was asked for.
        seat: Color,
    },
    /// The person sits at this table already.
    #[error("already seated as {seat}")]
    AlreadySeated {
        /// Where.
        seat: Color,
    },
    /// The person watches computers in another match already, which have it to themselves.
    #[error("already watching the computers of match {id}")]
    AlreadyWatching {
        /// Which.
        id: MatchId,
    },
    /// The person has no seat to leave.
    #[error("not seated at this table")]
    NotSeated,
    /// No draw is due.
    #[error("no draw can be claimed")]
    ClaimNotDue(Box<NotDue>),
    /// There is no such offer to answer or take back.
    #[error("there is nothing to accept")]
    NothingToAccept,
    /// The player has proposed or agreed to this already.
    #[error("already proposed")]
    AlreadyProposed,
    /// The player has conceded.
    #[error("already conceded")]
    AlreadyConceded,
    /// The player's army is out of the game.
    #[error("the army is out of the game")]
    ArmyOut,
    /// Resigning wants a confirmation.
    #[error("needs a confirmation")]
    NeedsConfirmation {
        /// For whom the player would resign, where the ruleset wants a winner.
        winner: Option<Color>,
    },
    /// Resigning wants a winner, who must be another army in play (rules §6.5).
    #[error("the winner must be another army in play")]
    WhichWinner {
        /// Which there are.
        candidates: Colors,
    },
    /// A pact is with another army in play (rules §6.3).
    #[error("a pact is with another army in play")]
    WhichPartner {
        /// Which could be meant.
        candidates: Colors,
    },
    /// A pact is against a third army in play (rules §6.3).
    #[error("there is no third army to make a pact against")]
    NoThirdArmy,
    /// The ruleset has no such thing.
    #[error("not in this ruleset")]
    NotInThisRuleset,
    /// The match has not begun.
    #[error("the match has not started")]
    NotStarted,
    /// The match has begun.
    #[error("the match has started already")]
    AlreadyStarted,
    /// The clock stands still, and nobody may move.
    #[error("the match is paused")]
    Paused,
    /// The player has made no move that could be taken back.
    #[error("there is no move to take back")]
    NothingToTakeBack,
    /// Nothing can be done about this seat: its player is there, or its army is out of the game.
    #[error("the player of {seat} is not missing")]
    SeatNotMissing {
        /// Which seat.
        seat: Color,
    },
    /// Nobody sits there who could be given time.
    #[error("nobody sits in the seat of {seat}")]
    SeatVacant {
        /// Which seat.
        seat: Color,
    },
    /// The player has been granted time in this turn already.
    #[error("the player of {seat} has been granted time already")]
    GrantedBefore {
        /// Which seat.
        seat: Color,
    },
    /// It was not said who is to take a seat over.
    #[error("nobody was named to take the seat over")]
    WhoSubstitutes,
    /// The match is still played, and is to be over first.
    #[error("the match is not over")]
    NotOver,
    /// The rematch is played already, or has been.
    #[error("the rematch is match {id}")]
    RematchBegan {
        /// Which match it is.
        id: MatchId,
    },
    /// Only somebody else may do this.
    #[error("not allowed")]
    NotAllowed,
    /// The match is private, and the person is none of those who may see it.
    #[error("the match is private")]
    Private,
}

impl Rejection {
    /// The stable name of interfaces §3, such as `not-your-turn`.
    #[must_use]
    pub const fn reason(&self) -> &'static str {
        match self {
            Rejection::NotYourTurn { .. } => "not-your-turn",
            Rejection::NotAPlayer => "not-a-player",
            Rejection::Move(ReadMoveError::TooLong) => "too-long",
            Rejection::Move(ReadMoveError::Unreadable { .. }) => "unreadable",
            Rejection::Move(
                ReadMoveError::Ambiguous { .. } | ReadMoveError::PromotionMissing { .. },
            ) => "ambiguous",
            Rejection::Move(ReadMoveError::Illegal(_) | ReadMoveError::PawnMeant { .. }) => {
                "illegal-move"
            }
            Rejection::MatchOver => "match-over",
            Rejection::PositionMovedOn { .. } => "position-moved-on",
            Rejection::WhichMatch { .. } => "which-match",
            Rejection::NoSuchMatch => "no-such-match",
            Rejection::TableFull => "table-full",
            Rejection::SeatTaken { .. } => "seat-taken",
            Rejection::AlreadySeated { .. } => "already-seated",
            Rejection::NotSeated => "not-seated",
            Rejection::ClaimNotDue(_) => "claim-not-due",
            Rejection::NothingToAccept => "nothing-to-accept",
            Rejection::AlreadyProposed => "already-proposed",
            Rejection::AlreadyConceded => "already-conceded",
            Rejection::ArmyOut => "army-out",
            Rejection::NeedsConfirmation { .. } => "needs-confirmation",
            Rejection::WhichWinner { .. } => "which-winner",
            Rejection::WhichPartner { .. } => "which-partner",
            Rejection::NoThirdArmy => "no-third-army",
            Rejection::NotInThisRuleset => "not-in-this-ruleset",
            Rejection::NotStarted => "not-started",
            Rejection::Paused => "paused",
            Rejection::NothingToTakeBack => "nothing-to-take-back",
            Rejection::WhoSubstitutes => "bad-option",
            Rejection::AlreadyWatching { .. }
            | Rejection::SeatNotMissing { .. }
            | Rejection::SeatVacant { .. }
            | Rejection::GrantedBefore { .. }
            | Rejection::Private
            | Rejection::NotAllowed => "not-allowed",
            Rejection::AlreadyStarted | Rejection::RematchBegan { .. } => "already-started",
            Rejection::NotOver => "not-over",
        }
    }
    /// The same refusal as the game gives it to an army, with the other armies in play, which it
    /// could have named.
    pub(super) const fn of(refusal: Refusal, others: Colors) -> Rejection {
        match refusal {
            Refusal::Over => Rejection::MatchOver,
            Refusal::ArmyOut => Rejection::ArmyOut,
            Refusal::NotInThisRuleset => Rejection::NotInThisRuleset,
            Refusal::AlreadyProposed => Rejection::AlreadyProposed,
            Refusal::NothingToAccept => Rejection::NothingToAccept,
            Refusal::WhichWinner => Rejection::WhichWinner { candidates: others },
            Refusal::WhichPartner => Rejection::WhichPartner { candidates: others },
            Refusal::NoThirdArmy => Rejection::NoThirdArmy,
        }
    }
}
