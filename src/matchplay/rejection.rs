//! Rejections: the reasons to refuse a command.

use rondel_rules::{Color, Colors, ReadMoveError, Refusal};

use super::{
    claim::ClaimNotDue,
    id::{MatchId, Person},
};

/// The reason a match did not do what it was asked to. Every variant has a stable
/// [reason](Rejection::reason) and a sentence of its own.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Rejection {
    /// Another army is to move.
    #[error("it is {turn}'s turn")]
    NotYourTurn {
        /// The army to move.
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
    /// The answer refers to a position that is no longer current.
    #[error("the position has moved on")]
    PositionMovedOn {
        /// The ply that was shown.
        shown: u32,
        /// The current ply.
        now: u32,
    },
    /// Several matches could be meant.
    #[error("several matches could be meant")]
    WhichMatch {
        /// All matches that could be meant.
        candidates: Vec<MatchId>,
    },
    /// There is no such match.
    #[error("no such match")]
    NoSuchMatch,
    /// Every seat is taken or reserved for another person.
    #[error("the table is full")]
    TableFull,
    /// This seat is taken or reserved for another person; others are open.
    #[error("the seat of {seat} is taken")]
    SeatTaken {
        /// The seat asked for.
        seat: Color,
    },
    /// The person is already sitting at this table.
    #[error("already seated as {seat}")]
    AlreadySeated {
        /// The seat they hold.
        seat: Color,
    },
    /// The person is already watching another match between computers. One at a time is allowed.
    #[error("already watching the computers of match {id}")]
    AlreadyWatching {
        /// The match they are watching.
        id: MatchId,
    },
    /// The person has no seat to leave.
    #[error("not seated at this table")]
    NotSeated,
    /// No draw is due.
    #[error("no draw can be claimed")]
    ClaimNotDue(Box<ClaimNotDue>),
    /// There is no such offer to answer or withdraw.
    #[error("there is nothing to accept")]
    NothingToAccept,
    /// The player has already proposed this, or another proposal on the same subject is open.
    #[error("already proposed")]
    AlreadyProposed,
    /// The player, or the proposed substitute, has already agreed to this proposal.
    #[error("already agreed")]
    AlreadyAgreed {
        /// The armies that must still agree.
        pending: Colors,
        /// The substitute, if they must still agree.
        substitute: Option<Person>,
    },
    /// The player has already conceded.
    #[error("already conceded")]
    AlreadyConceded,
    /// The player's army is out of the game.
    #[error("the army is out of the game")]
    ArmyOut,
    /// Resigning needs a confirmation.
    #[error("needs a confirmation")]
    NeedsConfirmation {
        /// The winner the player would resign for, if the ruleset needs one.
        winner: Option<Color>,
    },
    /// Resigning needs a winner, who must be another army in play (rules §6.5).
    #[error("the winner must be another army in play")]
    WhichWinner {
        /// The armies that could win.
        candidates: Colors,
    },
    /// A pact needs another army in play as partner (rules §6.3).
    #[error("a pact is with another army in play")]
    WhichPartner {
        /// The armies that could be meant.
        candidates: Colors,
    },
    /// A pact needs a third army in play to be against (rules §6.3).
    #[error("there is no third army to make a pact against")]
    NoThirdArmy,
    /// The ruleset does not have this.
    #[error("not in this ruleset")]
    NotInThisRuleset,
    /// The match has not begun yet.
    #[error("the match has not started")]
    NotStarted,
    /// The match has already begun.
    #[error("the match has started already")]
    AlreadyStarted,
    /// The match is paused, and nobody may move.
    #[error("the match is paused")]
    Paused,
    /// Only the person who opened the table may do this.
    #[error("only the opener of the table may do this")]
    OpenerOnly,
    /// The player has made no move that can be taken back.
    #[error("there is no move to take back")]
    NothingToTakeBack,
    /// The seat is not open to actions: its player is there, or its army is out of the game.
    #[error("the player of {seat} is not missing")]
    SeatNotMissing {
        /// The seat named.
        seat: Color,
    },
    /// The seat is vacant, so nobody could use more time.
    #[error("nobody sits in the seat of {seat}")]
    SeatVacant {
        /// The seat named.
        seat: Color,
    },
    /// The player is past the deadline and asks for time, which only the others can grant.
    #[error("only the others can grant time")]
    OwnTime,
    /// The player was already granted time in this turn.
    #[error("the player of {seat} has been granted time already")]
    GrantedBefore {
        /// The seat named.
        seat: Color,
    },
    /// The command does not say who is to take over the seat.
    #[error("nobody was named to take the seat over")]
    WhoSubstitutes,
    /// The match is still being played and must end first.
    #[error("the match is not over")]
    NotOver,
    /// The rematch has already been opened.
    #[error("the rematch is match {id}")]
    RematchBegan {
        /// The id of the rematch.
        id: MatchId,
    },
    /// This person may not do this, but others may.
    #[error("not allowed")]
    NotAllowed,
    /// The match is private, and the person may not see it.
    #[error("the match is private")]
    Private,
}

impl Rejection {
    /// Returns the stable name of interfaces §3, such as `not-your-turn`.
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
            Rejection::AlreadyProposed | Rejection::AlreadyAgreed { .. } => "already-proposed",
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
            | Rejection::OwnTime
            | Rejection::GrantedBefore { .. }
            | Rejection::OpenerOnly
            | Rejection::Private
            | Rejection::NotAllowed => "not-allowed",
            Rejection::AlreadyStarted | Rejection::RematchBegan { .. } => "already-started",
            Rejection::NotOver => "not-over",
        }
    }
    /// Turns a refusal of the game into a rejection, with the other armies in play, any of which
    /// the player could have named.
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
