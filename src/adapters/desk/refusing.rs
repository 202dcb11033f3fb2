//! What is said to somebody whose command was refused, and the buttons that help them on.

use super::{Asked, Desk};
use crate::{
    adapters::{
        button::Action,
        invocation::Ask,
        refusals::{self, Refused},
        reply::{Button, Reply},
    },
    host::{HostError, Limited},
    matchplay::{Match, PactAction, Rejection, Stage, may_move},
    rules::{Color, Move, ReadMoveError, Role, long},
};

/// How many buttons a message holds.
const MOST_BUTTONS: usize = 25;

impl Desk {
    pub(super) fn refused(
        &self,
        command: Option<&'static str>,
        error: &HostError,
        what: &Refused<'_>,
    ) -> Reply {
        match error {
            HostError::Rejected(_) | HostError::Limited(_) => {}
            // The store has said so itself, once.
            HostError::Store(error) if error.is_of_writing() => {
                tracing::debug!(%error, "refused");
            }
            HostError::Store(error) => tracing::error!(%error, "the store failed"),
        }
        let again = match error {
            HostError::Limited(Limited {
                again: Some((at, seconds)),
                ..
            }) => self.manner.again(*at).unwrap_or_else(|| {
                let seconds = usize::try_from(*seconds).unwrap_or(usize::MAX);
                self.words.say_counted("again-in", seconds, &[])
            }),
            HostError::Limited(_) | HostError::Rejected(_) | HostError::Store(_) => String::new(),
        };
        let what = Refused {
            again: &again,
            ..*what
        };
        let (reason, text) = refusals::refusal(&self.words, error, &what);
        Reply::refusal(command, reason, text)
    }

    /// The refusal of what was asked of a match, if one was found.
    pub(super) fn refused_ask(
        &self,
        asked: &Asked<'_>,
        ask: &Ask,
        error: &HostError,
        state: Option<&Match>,
    ) -> Reply {
        let typed = if let Ask::Move { text, .. } = ask {
            self.manner.name(text)
        } else if let Ask::Choose { mv, .. } = ask {
            mv.to_string()
        } else {
            String::new()
        };
        let what = Refused {
            ask: Some(ask),
            state,
            army: state.and_then(|state| state.color_of(asked.person)),
            typed: &typed,
            again: "",
        };
        let mut reply = self.refused(Some(asked.command), error, &what);
        if let (HostError::Rejected(rejection), Some(state)) = (error, state) {
            reply.buttons = self.ways_out(asked, rejection, ask, state);
        }
        reply
    }

    /// The buttons that do what was meant.
    fn ways_out(
        &self,
        asked: &Asked<'_>,
        rejection: &Rejection,
        ask: &Ask,
        state: &Match,
    ) -> Vec<Button> {
        let button = |action| self.button(state, action);
        match rejection {
            Rejection::Move(error) => self.meanings(error, ask, state),
            // What has moved on meanwhile once more would show an old board again.
            Rejection::PositionMovedOn { now, .. } if state.ply() == *now => {
                let move_on = may_move(state, asked.person).ok().map(|_| Action::Move);
                let running = state.stage() == Stage::Running;
                let view = running.then_some(Action::View);
                move_on.into_iter().chain(view).map(button).collect()
            }
            Rejection::NeedsConfirmation { winner: None } => vec![button(Action::ConfirmResign)],
            Rejection::NeedsConfirmation {
                winner: Some(winner),
            } => vec![button(Action::ConfirmResignFor(*winner))],
            Rejection::WhichWinner { candidates } => candidates
                .iter()
                .map(Action::ResignFor)
                .map(button)
                .collect(),
            Rejection::WhichPartner { candidates } => {
                let action = if let Ask::Pact { action, .. } = ask {
                    *action
                } else {
                    PactAction::Offer
                };
                let pact = |with: Color| Action::Pact(action, with);
                candidates.iter().map(pact).map(button).collect()
            }
            Rejection::ClaimNotDue(why) => {
                let moves = why.due_with.iter().copied();
                moves.map(Action::Claim).map(button).collect()
            }
            Rejection::Paused => vec![button(Action::Pause)],
            Rejection::NotYourTurn { .. }
            | Rejection::NotAPlayer
            | Rejection::MatchOver
            | Rejection::PositionMovedOn { .. }
            | Rejection::WhichMatch { .. }
            | Rejection::NoSuchMatch
            | Rejection::TableFull
            | Rejection::SeatTaken { .. }
            | Rejection::AlreadySeated { .. }
            | Rejection::AlreadyWatching { .. }
            | Rejection::NotSeated
            | Rejection::NothingToAccept
            | Rejection::AlreadyProposed
            | Rejection::AlreadyConceded
            | Rejection::ArmyOut
            | Rejection::NoThirdArmy
            | Rejection::NotInThisRuleset
            | Rejection::NotStarted
            | Rejection::AlreadyStarted
            | Rejection::NothingToTakeBack
            | Rejection::SeatNotMissing { .. }
            | Rejection::SeatVacant { .. }
            | Rejection::GrantedBefore { .. }
            | Rejection::WhoSubstitutes
            | Rejection::NotOver
            | Rejection::RematchBegan { .. }
            | Rejection::Private
            | Rejection::NotAllowed => Vec::new(),
        }
    }

    /// The moves that may have been meant, a button for each; where none is near, the way to all of
    /// them.
    fn meanings(&self, error: &ReadMoveError, ask: &Ask, state: &Match) -> Vec<Button> {
        let claims = matches!(ask, Ask::Move { claim: true, .. });
        let action = |mv: Move| {
            if claims {
                Action::Claim(mv)
            } else {
                Action::To(mv)
            }
        };
        match error {
            // Far fewer pieces reach a square than there is room for.
            ReadMoveError::Ambiguous { candidates }
            | ReadMoveError::PawnMeant {
                captures: candidates,
                ..
            } => candidates
                .iter()
                .take(MOST_BUTTONS)
                .map(|mv| Button {
                    label: long(state.position(), *mv),
                    ..self.button(state, action(*mv))
                })
                .collect(),
            ReadMoveError::PromotionMissing { from, to } => Role::PROMOTIONS
                .into_iter()
                .map(|role| {
                    let (from, to, promotion) = (*from, *to, Some(role));
                    let mv = Move {
                        from,
                        to,
                        promotion,
                    };
                    Button {
                        label: self.piece_named(role),
                        ..self.button(state, action(mv))
                    }
                })
                .collect(),
            ReadMoveError::Unreadable { nearest } if !nearest.is_empty() => {
                let nearest = nearest.iter().copied();
                nearest.map(|mv| self.button(state, action(mv))).collect()
            }
            ReadMoveError::Unreadable { .. }
            | ReadMoveError::TooLong
            | ReadMoveError::Illegal(_) => vec![self.button(state, Action::Move)],
        }
    }
}
