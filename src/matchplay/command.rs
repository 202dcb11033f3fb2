//! Commands: all that people and computers can ask of a match, and who asks it.

use rondel_computer::Level;
use rondel_rules::{Agreement, Color, Exit, Move, OfferAction, Ruleset};

use super::{
    event::{Event, Extension},
    id::{Person, Place},
    proposal::Motion,
    rejection::Rejection,
    seat::Seat,
    state::{Match, Stage},
    time::TimeLimit,
};

/// A table to open (interfaces §3, `/play`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The name of the ruleset.
    pub ruleset: String,
    /// The options of the ruleset.
    pub options: Ruleset,
    /// The place where it is played.
    pub place: Place,
    /// The opener's seat. If it is left to chance, the caller draws it; the first there is serves where nobody has.
    pub seat: Option<Color>,
    /// The people invited, at most two. They get the seats clockwise from the opener.
    pub invited: Vec<Person>,
    /// The number and level of computers, which sit down after the invited people. If they take
    /// every seat, the opener only watches.
    pub computers: Option<(u8, Level)>,
    /// True if the result is to count in the standings.
    pub rated: bool,
    /// The time for each move; unlimited if `None`.
    pub time: Option<TimeLimit>,
    /// True if only the players, and people they let in, may see the match.
    pub private: bool,
}

/// The person or computer that a command comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// A person, with or without a seat.
    Person(Person),
    /// The computer that plays this army.
    Computer(Color),
}

impl From<Person> for Actor {
    fn from(person: Person) -> Actor {
        Actor::Person(person)
    }
}

/// A request to change a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Take a seat: the one named, else the one kept for this person, else the first open one.
    Join {
        /// The seat, if it matters which.
        seat: Option<Color>,
    },
    /// Give up a seat at a table, or decline an invitation.
    Leave,
    /// Make a move.
    Move {
        /// The move.
        mv: MoveInput,
        /// True if the move claims a draw (rules §5.2, §5.3).
        claim: bool,
    },
    /// Offer a draw, or answer or withdraw the offer (rules §5.1).
    Draw(OfferAction),
    /// Answer or withdraw a resignation for a named winner (rules §6.5); [`Command::Resign`] makes
    /// it.
    Resignation(OfferAction),
    /// Offer or accept a pact, or end it or withdraw the offer (rules §6.3).
    Pact {
        /// The action on the pact.
        action: OfferAction,
        /// The other army. May be left out if only one can be meant.
        with: Option<Color>,
    },
    /// Claim a draw that is due (rules §5.2 to §5.4).
    ClaimDraw,
    /// Resign: the army goes out, or the third player is asked to accept the named winner.
    Resign {
        /// True if the player has confirmed it.
        confirmed: bool,
        /// The winner, if the ruleset needs one (rules §6.5).
        winner: Option<Color>,
    },
    /// Let this army's clock run out (rules §5.5). The host sends it, no player.
    RunOutOfTime(Color),
    /// Abort the match, or answer a proposal to do so.
    Abort(OfferAction),
    /// Pause the match, or resume a paused one, or answer a proposal to do so.
    Pause(OfferAction),
    /// Take back the asker's last move and all later moves, or answer a proposal to do so.
    Takeback(OfferAction),
    /// Act about a seat whose player is missing.
    Seat {
        /// The action on the seat.
        action: SeatAction,
        /// The seat. By default the one whose player is missing, else the asker's own.
        seat: Option<Color>,
    },
    /// Seat computers at a table, in the seats that are open to anyone. Only its opener may.
    Fill {
        /// The seat; all that are open if `None`.
        seat: Option<Color>,
        /// The level of the computers.
        level: Level,
        /// True if a match with computers may be rated here; otherwise it becomes casual.
        may_be_rated: bool,
    },
    /// Invite somebody to a table: the next open seat, clockwise from its opener, is kept for them. Only
    /// its opener may.
    Invite(Person),
    /// Take a seat from its player. Only a server manager may; the match does not learn which one.
    Free {
        /// The seat to free.
        seat: Option<Color>,
        /// The reason, in the manager's words.
        reason: String,
    },
    /// Leave the match for good, in whatever role: give up the seat, at a table or in play, or the
    /// invitation, or decline to take over a seat. People who ask to be forgotten send this to all
    /// their matches.
    GiveUp,
    /// End the match, or close its table. Only a server manager may.
    ForceEnd {
        /// The reason, in the manager's words.
        reason: String,
    },
    /// Note that a player has left the server. The chat sends it, no player.
    NoteGone(Person),
}

impl Command {
    /// Returns true if only server managers may use this command, to force something on players.
    #[must_use]
    pub const fn is_forced(&self) -> bool {
        matches!(self, Command::Free { .. } | Command::ForceEnd { .. })
    }

    /// Returns whether it makes an offer or a proposal, answers one, or takes one back.
    #[must_use]
    pub const fn proposes(&self) -> bool {
        matches!(
            self,
            Command::Draw(_)
                | Command::Resignation(_)
                | Command::Pact { .. }
                | Command::Abort(_)
                | Command::Takeback(_)
                | Command::Pause(_)
                | Command::Seat { .. }
        )
    }

    /// Returns the commands of which one leads to this event in a match; `None` for events that follow
    /// from others, or come by themselves.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "all others follow from these, or come by themselves"
    )]
    pub(super) fn behind(state: &Match, event: &Event) -> Option<Vec<(Actor, Command)>> {
        let player = |color| match state.seats()[color] {
            Seat::Taken(person) => Some(Actor::Person(person)),
            Seat::Computer(_) => Some(Actor::Computer(color)),
            Seat::Open | Seat::Kept(_) | Seat::Vacant | Seat::Empty => None,
        };
        let about = |action, seat| Command::Seat {
            action,
            seat: Some(seat),
        };
        let by_manager = Actor::Person(state.opener());
        let (actor, command) = match event {
            Event::Moved { color, mv } => {
                let mover = player(*color).into_iter();
                let ways = mover.flat_map(|mover| {
                    [false, true].map(|claim| {
                        let mv = MoveInput::Chosen(*mv);
                        (mover, Command::Move { mv, claim })
                    })
                });
                return Some(ways.collect());
            }
            Event::Eliminated(out) if out.exit == Exit::Conceded => (
                player(out.color),
                Command::Resign {
                    confirmed: true,
                    winner: None,
                },
            ),
            Event::Proposal { by, action, motion } => {
                (player(*by), Command::proposing(*action, *motion))
            }
            Event::DrawClaimed { by, .. } => (player(*by), Command::ClaimDraw),
            Event::OutOfTime { color } => (Some(by_manager), Command::RunOutOfTime(*color)),
            Event::SubstituteAnswered {
                seat,
                person,
                agrees,
            } => {
                let action = if *agrees {
                    SeatAction::Accept
                } else {
                    SeatAction::Decline
                };
                (Some(Actor::Person(*person)), about(action, *seat))
            }
            Event::Extended {
                color,
                why: Extension::Granted(by),
                ..
            } => (player(*by), about(SeatAction::Grant, *color)),
            Event::Gone { person, .. } => (Some(by_manager), Command::NoteGone(*person)),
            Event::Freed { person, reason, .. } if reason.is_empty() => {
                (Some(Actor::Person(*person)), Command::GiveUp)
            }
            Event::Freed { seat, reason, .. } => {
                let (seat, reason) = (Some(*seat), reason.clone());
                (Some(by_manager), Command::Free { seat, reason })
            }
            Event::CalledOff => (Some(by_manager), Command::Abort(OfferAction::Offer)),
            Event::Aborted { reason } => {
                let reason = reason.clone();
                (Some(by_manager), Command::ForceEnd { reason })
            }
            _ => return None,
        };
        Some(actor.map(|actor| (actor, command)).into_iter().collect())
    }

    /// Returns the command for an action on a proposal.
    const fn proposing(action: OfferAction, motion: Motion) -> Command {
        let (action, seat) = match motion {
            Motion::Agreement(Agreement::Draw) => return Command::Draw(action),
            Motion::Agreement(Agreement::Resignation(winner)) => {
                return match action {
                    OfferAction::Offer => Command::Resign {
                        confirmed: true,
                        winner: Some(winner),
                    },
                    OfferAction::Accept | OfferAction::Decline | OfferAction::Withdraw => {
                        Command::Resignation(action)
                    }
                };
            }
            Motion::Agreement(Agreement::Pact(with)) => {
                let with = Some(with);
                return Command::Pact { action, with };
            }
            Motion::Abort => return Command::Abort(action),
            Motion::Pause | Motion::Resume => return Command::Pause(action),
            Motion::Takeback { .. } => return Command::Takeback(action),
            Motion::Substitute { seat, .. }
            | Motion::Computer { seat, .. }
            | Motion::PutOut { seat }
                if matches!(action, OfferAction::Decline | OfferAction::Withdraw) =>
            {
                (SeatAction::Decline, seat)
            }
            Motion::Substitute { seat, .. }
            | Motion::Computer { seat, .. }
            | Motion::PutOut { seat }
                if matches!(action, OfferAction::Accept) =>
            {
                (SeatAction::Accept, seat)
            }
            Motion::Substitute { seat, person } => (SeatAction::Substitute(Some(person)), seat),
            Motion::Computer { seat, level } => (SeatAction::Computer(level), seat),
            Motion::PutOut { seat } => (SeatAction::PutOut, seat),
        };
        let seat = Some(seat);
        Command::Seat { action, seat }
    }
}

/// A move to make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveInput {
    /// As a person typed it (rules §7.2).
    Typed(String),
    /// As a computer chose it.
    Chosen(Move),
}

/// An action on a seat whose player is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatAction {
    /// Grant the player another time limit.
    Grant,
    /// Propose this person as a substitute. Without a person, agree to the substitute proposed.
    Substitute(Option<Person>),
    /// Propose a computer of this level for the seat, or agree to the one proposed.
    Computer(Level),
    /// Propose that the army goes out at once, or agree to that.
    PutOut,
    /// Agree to the proposal about the seat, whatever it proposes.
    Accept,
    /// Decline the proposal about the seat.
    Decline,
}

/// Returns the army of a player who may still act.
pub(super) fn army_in_play(state: &Match, actor: Actor) -> Result<Color, Rejection> {
    let seat = match actor {
        Actor::Person(person) => state.seat_of(person),
        Actor::Computer(color) => state.seats()[color].computer().map(|_| color),
    };
    let color = match (state.stage(), seat) {
        (Stage::Ended, _) => return Err(Rejection::MatchOver),
        (_, None) => return Err(Rejection::NotAPlayer),
        (Stage::Table, Some(_)) => return Err(Rejection::NotStarted),
        (Stage::Running, Some(color)) => color,
    };
    if state.position().in_play().contains(color) {
        Ok(color)
    } else {
        Err(Rejection::ArmyOut)
    }
}

/// Returns true if the army has made a move. Until then its player may abort the match alone.
pub(super) fn has_moved(state: &Match, color: Color) -> bool {
    state.played().iter().any(|played| played.color == color)
}
