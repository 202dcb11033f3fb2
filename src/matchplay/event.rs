//! What happened in a match, and what followed from it.

use crate::computer::Level;
use crate::rules::{ArmyOut, Color, Draw, Move, Over, Ruleset, Said};

use super::{
    id::{MatchId, Moment, Person, Place},
    time::TimeLimit,
    vote::Motion,
};

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
        /// How long a player may think about a move; as long as they like when `None`.
        time: Option<TimeLimit>,
    },
    /// The match was not played here: it came from a record (interfaces §8).
    Imported(Imported),
    /// Nobody is to see the match but those who play it and whom they let in: said when its table
    /// opens. A record does not say so, since whoever has the record sees the match.
    MadePrivate,
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
    /// The time of the player to move is up, and the window is open in which the others may do
    /// something about it.
    DeadlinePassed {
        /// Whose army it is.
        color: Color,
        /// When the window closes.
        closes: Moment,
    },
    /// The player to move has time until another moment than before: a later one, unless the clock
    /// was set back.
    Extended {
        /// Whose army it is.
        color: Color,
        /// Until when.
        until: Moment,
        /// Why.
        why: Extension,
    },
    /// It was time to remind the player to move of their deadline.
    Reminded {
        /// Whose army it is.
        color: Color,
    },
    /// A player ran out of time (rules §5.5). What follows is told by events of its own.
    OutOfTime {
        /// Whose army it is.
        color: Color,
    },
    /// The clock was stopped.
    Paused,
    /// The clock goes on.
    Resumed,
    /// Moves were taken back.
    TakenBack {
        /// After how many plies the match goes on.
        to_ply: u32,
    },
    /// Something was proposed that others must agree to.
    Proposed {
        /// By which army.
        by: Color,
        /// What.
        motion: Motion,
    },
    /// An army agreed to what was proposed.
    Agreed {
        /// Which army.
        by: Color,
        /// What.
        motion: Motion,
    },
    /// An army declined what was proposed, and the proposal is gone.
    Declined {
        /// Which army.
        by: Color,
        /// What.
        motion: Motion,
    },
    /// A proposal has lapsed: a day went by without the agreement of all.
    Lapsed {
        /// By which army it was made.
        by: Color,
        /// What was proposed.
        motion: Motion,
    },
    /// Whoever was proposed as a substitute is ready to take the seat over, or is not.
    SubstituteAnswered {
        /// Which seat.
        seat: Color,
        /// Who.
        person: Person,
        /// Whether they are. If not, the proposal is gone.
        agrees: bool,
    },
    /// Somebody else plays on in a seat.
    TookOver {
        /// Which seat.
        seat: Color,
        /// Who: a person or a computer.
        taker: Taker,
    },
    /// A player has left the server in which the match is played.
    Gone {
        /// Their seat.
        seat: Color,
        /// Who.
        person: Person,
    },
    /// A seat is nobody's any more in the middle of the match: whoever manages the server took it
    /// from its player, or the player gave it up for good and asked to be forgotten.
    Freed {
        /// Which seat.
        seat: Color,
        /// From whom.
        person: Person,
        /// Why, in the manager's words: at most [`Event::LONGEST_REASON`] characters. Empty when
        /// the player gave it up.
        reason: String,
    },
    /// Whoever opened a match of computers alone called it off.
    CalledOff,
    /// Whoever manages the server put an end to the match, or to its table. Who did, the match does
    /// not know.
    Aborted {
        /// Why, in the manager's words: at most [`Event::LONGEST_REASON`] characters.
        reason: String,
    },
    /// The match is over.
    Ended(Over),
}

impl Event {
    /// The longest reason for which a seat is freed or a match aborted, in characters.
    pub const LONGEST_REASON: usize = 100;
}

/// Why a player's time ends at another moment than before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extension {
    /// Another player has granted them time.
    Granted(Color),
    /// For a while nobody could play: the program did not run, nobody could be reached, or nothing
    /// could be written down. Or the clock was set.
    Downtime,
}

/// Who plays on in a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taker {
    /// A person.
    Person(Person),
    /// A computer, and how well it plays.
    Computer(Level),
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
