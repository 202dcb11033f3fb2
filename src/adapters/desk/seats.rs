//! `/seat`: what is to become of a seat whose player is missing; and who is reminded.

use std::sync::Arc;

use super::{Asked, Desk};
use crate::{
    adapters::invocation::SeatAsk,
    host::{Account, Done, HostError, Purpose},
    matchplay::{Command, Event, Match, SeatAction},
    rules::Color,
    store::preferences::Reminders,
};

impl Desk {
    /// Carries out `/seat`. Whether the asker manages the server has been looked at.
    pub(super) async fn about_seat(
        &self,
        asked: &Asked<'_>,
        action: &SeatAsk,
        seat: Option<Color>,
    ) -> Result<Done, (HostError, Option<Arc<Match>>)> {
        let action = match action {
            SeatAsk::Grant => SeatAction::Grant,
            SeatAsk::Substitute(None) => SeatAction::Substitute(None),
            SeatAsk::Substitute(Some(speaker)) => {
                let person = self.meet(speaker).await;
                let person = person.map_err(|error| (error.into(), None))?;
                SeatAction::Substitute(Some(person))
            }
            SeatAsk::Computer => SeatAction::Computer,
            SeatAsk::End => SeatAction::PutOut,
            SeatAsk::Decline => SeatAction::Decline,
            SeatAsk::Free(reason) => {
                let reason = reason.clone();
                // Whoever manages a server need not play in it.
                let command = Command::Free { seat, reason };
                return self.change(asked, Purpose::Manage, &command).await;
            }
        };
        let command = Command::Seat { action, seat };
        self.change(asked, Purpose::Act, &command).await
    }

    /// Whether it is a reminder that its player does not want.
    pub(super) fn is_unwanted(&self, account: &Account) -> bool {
        let [Event::Reminded { .. }] = account.events.as_slice() else {
            return false;
        };
        let state = &account.state;
        let (Some(person), Some(clock)) = (state.to_move(), state.clock()) else {
            return true;
        };
        match self.host.preferences_of(person).reminders {
            Reminders::Off => true,
            Reminders::Once => clock.reminders > 1,
            Reminders::Twice => false,
        }
    }
}
