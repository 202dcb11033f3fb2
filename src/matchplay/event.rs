//! Events: all that happens in a match, and the consequences.

use rondel_computer::Level;
use rondel_rules::{Color, Draw, Elimination, Exit, Move, OfferAction, Outcome, Ruleset};

use super::{
    id::{MatchId, Moment, Person, Place},
    proposal::Motion,
    time::TimeLimit,
};

/// Something that happened in a match. Consequences are events of their own, so that correcting a
/// rule later never changes a finished match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A table was opened.
    Opened {
        /// The name of the ruleset.
        ruleset: String,
        /// The options of the ruleset.
        options: Ruleset,
        /// The person who opened it.
        opener: Person,
        /// The place where it was opened.
        place: Place,
        /// True if the result counts in the standings once the match is played to its end.
        rated: bool,
        /// True if only the players and people they let in may see the match.
        private: bool,
        /// The time for each move, or for a number of moves; unlimited if `None`.
        time: Option<TimeLimit>,
        /// The origin, if the match was played elsewhere and imported from a record (interfaces §8).
        imported: Option<Imported>,
    },
    /// A seat was reserved for an invited person.
    Invited {
        /// The reserved seat.
        seat: Color,
        /// The invited person.
        person: Person,
    },
    /// A person sat down.
    Joined {
        /// The seat they took.
        seat: Color,
        /// The person who sat down.
        person: Person,
    },
    /// A computer sat down.
    Seated {
        /// The seat it took.
        seat: Color,
        /// The level it plays at.
        level: Level,
        /// True if the match becomes casual by it.
        casual: bool,
    },
    /// A person gave up a seat, or declined an invitation to it.
    Left {
        /// The seat, now open.
        seat: Color,
        /// The person who left.
        person: Person,
    },
    /// The table was closed before play began.
    Closed,
    /// The table closed after a day without any change.
    Expired,
    /// All seats are taken; White is to move.
    Started,
    /// The match was given a place of its own within the one it was opened in, such as a thread.
    Housed {
        /// The place where it is played from now on.
        place: Place,
    },
    /// The army to move made a move.
    Moved {
        /// The army that moved.
        color: Color,
        /// The move, which is legal.
        mv: Move,
    },
    /// An army went out of the game.
    Eliminated(Elimination),
    /// An army made a proposal, answered one, or withdrew its own.
    Proposal {
        /// The army that did so.
        by: Color,
        /// The action on the proposal.
        action: OfferAction,
        /// The proposal's content.
        motion: Motion,
    },
    /// A proposal expired: not everyone agreed in time.
    Lapsed {
        /// The army that made it.
        by: Color,
        /// The proposal's content.
        motion: Motion,
    },
    /// A draw was claimed, and it was due.
    DrawClaimed {
        /// The army that claimed it.
        by: Color,
        /// The ground of the claim.
        draw: Draw,
    },
    /// The time of the player to move is up, or nobody plays for them, or they were silent for days
    /// in a match without a limit. The window opens in which the others may act about the seat.
    DeadlinePassed {
        /// The army whose time is up.
        color: Color,
        /// The moment the window closes.
        closes: Moment,
    },
    /// The time of the player to move now ends at another moment: a later one, unless the system
    /// clock was set back.
    Extended {
        /// The army to move.
        color: Color,
        /// The new end of its time.
        until: Moment,
        /// The reason for the change.
        why: Extension,
    },
    /// The player to move was to be reminded of their deadline.
    Reminded {
        /// The army to move.
        color: Color,
    },
    /// A player ran out of time (rules §5.5). Its consequences are events of their own.
    OutOfTime {
        /// The army of that player.
        color: Color,
    },
    /// The match was paused, and its clock stopped.
    Paused,
    /// The match was resumed, and its clock goes on.
    Resumed,
    /// Moves were taken back.
    TakenBack {
        /// The ply after which the match goes on.
        to_ply: u32,
    },
    /// The person proposed as a substitute agreed to take over the seat, or declined.
    SubstituteAnswered {
        /// The seat to take over.
        seat: Color,
        /// The proposed substitute.
        person: Person,
        /// True if they agree. If not, the proposal is gone.
        agrees: bool,
    },
    /// Another person or a computer took over a seat.
    TookOver {
        /// The seat taken over.
        seat: Color,
        /// The new player.
        taker: NewPlayer,
    },
    /// A player left the server in which the match is played.
    Gone {
        /// The seat of that player.
        seat: Color,
        /// The person who left.
        person: Person,
    },
    /// A seat lost its player in the middle of the match: a server manager removed the player, or
    /// the player left for good and asked to be forgotten.
    Freed {
        /// The seat, now vacant.
        seat: Color,
        /// The person who held it.
        person: Person,
        /// The reason in the manager's words, at most [`Event::LONGEST_REASON`] characters. Empty
        /// if the player gave up the seat.
        reason: String,
    },
    /// The opener of a match between computers aborted it.
    CalledOff,
    /// A server manager ended the match, or closed its table. The match does not learn which
    /// manager.
    Aborted {
        /// The reason in the manager's words, at most [`Event::LONGEST_REASON`] characters.
        reason: String,
    },
    /// The match ended with this outcome.
    Ended(Outcome),
}

impl Event {
    /// The longest reason for freeing a seat or aborting a match, in characters.
    pub const LONGEST_REASON: usize = 100;

    /// Returns the army, its action and the content, if it is about a proposal that
    /// [`Match::proposals`](super::Match::proposals) keeps.
    #[must_use]
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "most events are about something else"
    )]
    pub const fn proposal(&self) -> Option<(Color, OfferAction, &Motion)> {
        match self {
            Event::Proposal {
                motion: Motion::Agreement(_),
                ..
            } => None,
            Event::Proposal { by, action, motion } => Some((*by, *action, motion)),
            _ => None,
        }
    }

    /// Returns true if it asks somebody for an answer.
    #[must_use]
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "most events are about something else"
    )]
    pub const fn asks(&self) -> bool {
        match self {
            Event::Proposal { action, .. } => action.asks(),
            Event::DeadlinePassed { .. } => true,
            _ => false,
        }
    }

    /// Returns the person it is about. The opener of a table is not meant.
    #[must_use]
    pub fn person(&self) -> Option<Person> {
        self.clone().person_mut().copied()
    }

    /// Returns the person it is about, to be replaced. The opener of a table is not meant.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "most events are about something else"
    )]
    pub const fn person_mut(&mut self) -> Option<&mut Person> {
        match self {
            Event::Invited { person, .. }
            | Event::Joined { person, .. }
            | Event::Left { person, .. }
            | Event::SubstituteAnswered { person, .. }
            | Event::TookOver {
                taker: NewPlayer::Person(person),
                ..
            }
            | Event::Gone { person, .. }
            | Event::Freed { person, .. }
            | Event::Proposal {
                motion: Motion::Substitute { person, .. },
                ..
            }
            | Event::Lapsed {
                motion: Motion::Substitute { person, .. },
                ..
            } => Some(person),
            _ => None,
        }
    }

    /// Returns the place among the events of a match where play towards this ply begins: after the
    /// move before it and the armies that this move put out at once. For the first ply only the
    /// table lies before.
    #[must_use]
    pub fn place_from_ply(events: &[(Event, Moment)], first: u32) -> usize {
        let (mut ply, mut found) = (0, 0);
        for (place, (event, _)) in events.iter().enumerate() {
            if matches!(event, Event::Moved { .. }) {
                ply += 1;
            } else if let Event::TakenBack { to_ply } = event {
                ply = *to_ply;
                continue;
            } else if *event != Event::Started {
                continue;
            }
            if ply + 1 == first {
                found = place + 1;
            }
        }
        let later = events.get(found..).unwrap_or_default();
        let of_the_move = later.iter().take_while(|(event, _)| {
            let Event::Eliminated(out) = event else {
                return false;
            };
            matches!(out.exit, Exit::Mate | Exit::KingTaken | Exit::Stalemate)
        });
        found + of_the_move.count()
    }
}

/// The reason a player's time ends at another moment than before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extension {
    /// Another player granted more time.
    Granted(Color),
    /// Nobody could play for a while: the program was not running, nobody could be reached, or
    /// nothing could be stored. Or the system clock was set.
    Downtime,
}

/// The new player of a seat that was taken over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewPlayer {
    /// A person, as substitute.
    Person(Person),
    /// A computer of this level.
    Computer(Level),
}

/// The origin of an imported match: where and when it was played. It is unrated and in no
/// leaderboard (interfaces §8).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    /// Its id there.
    pub from: MatchId,
    /// The place where it was played.
    pub place: Place,
    /// The moment it began.
    pub began: Moment,
    /// The moment it ended.
    pub ended: Moment,
}
