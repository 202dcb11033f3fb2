//! What is said to somebody whose command was refused, and the buttons that help them on.

use super::{Asked, Desk};
use crate::{
    adapters::{
        button::Action,
        invocation::Ask,
        refusals::{self, Refused},
        reply::{Button, Reply},
    },
    host::HostError,
    matchplay::{Match, PactAction, Rejection},
    rules::Color,
    store::StoreError,
};

impl Desk {
    pub(super) fn refused(
        &self,
        command: Option<&'static str>,
        error: &HostError,
        what: &Refused<'_>,
    ) -> Reply {
        match error {
            HostError::Rejected(_) => {}
            // The store has said so itself, once.
            HostError::Store(error @ StoreError::Unwritable { .. }) => {
                tracing::debug!(%error, "refused");
            }
            HostError::Store(error) => tracing::error!(%error, "the store failed"),
        }
        let (reason, text) = refusals::refusal(&self.words, error, what);
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
        } else {
            String::new()
        };
        let what = Refused {
            ask: Some(ask),
            state,
            army: state.and_then(|state| state.color_of(asked.person)),
            typed: &typed,
        };
        let mut reply = self.refused(Some(asked.command), error, &what);
        if let (HostError::Rejected(rejection), Some(state)) = (error, state) {
            reply.buttons = self.ways_out(rejection, ask, state);
        }
        reply
    }

    /// The buttons that do what was meant.
    fn ways_out(&self, rejection: &Rejection, ask: &Ask, state: &Match) -> Vec<Button> {
        let button = |action| self.button(state, action);
        match rejection {
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
            | Rejection::Move(_)
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
            | Rejection::NotAllowed => Vec::new(),
        }
    }
}
