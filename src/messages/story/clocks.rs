//! Clocks, pauses, and seats whose players are missing.

use super::*;
use crate::matchplay::Seat;

impl Story<'_> {
    /// Tells that the window is open, and what may be done in it.
    pub(super) fn deadline_passed(&self, color: Color, closes: Moment) -> Message {
        let others = self.state.position().in_play().without(color);
        let (player, closes) = (Player(color), At("closes", closes));
        // Nobody sits in a freed seat who could be granted time.
        if self.state.seats()[color].player().is_none() {
            return self.tell("seat-waits", [Army(color), Others(others), closes]);
        }
        let ids = if !self.state.may_be_granted(color) {
            ["deadline-passed-again", "deadline-passed-again-alone"]
        } else if self.state.is_gone(color) {
            ["player-gone", "player-gone-alone"]
        } else if self.state.time_limit().is_none() {
            ["player-silent", "player-silent-alone"]
        } else {
            ["deadline-passed", "deadline-passed-alone"]
        };
        let id = ids[usize::from(others.len() == 1)];
        self.tell(id, [player, Others(others), closes])
    }

    /// Returns true if the window of this army opens without its time being up: its seat is vacant,
    /// its player has left the server, or the match has no limit.
    pub(super) fn is_untimed(&self, color: Color) -> bool {
        let vacant = self.state.seats()[color] == Seat::Vacant;
        vacant || self.state.is_gone(color) || self.state.time_limit().is_none()
    }

    /// Tells the deadline of the player to move, or that the clock stands still.
    pub(crate) fn time_left(&self) -> Option<Message> {
        if self.state.is_paused() {
            return Some(self.tell("clock-stands", []));
        }
        if let Some(deadline) = self.deadline() {
            return Some(self.tell("deadline", [At("when", deadline)]));
        }
        // The window opens at once, whatever the clock of one who is gone says.
        let clock = self.state.clock().filter(|_| !self.state.window_is_due())?;
        let untimed = !clock.granted && self.is_untimed(self.state.position().turn());
        let id = if untimed {
            "window-open"
        } else {
            "window-closes"
        };
        Some(self.tell(id, [At("when", clock.window?)]))
    }

    /// Returns the deadline of the player to move, while their clock runs and no window is open.
    pub(super) fn deadline(&self) -> Option<Moment> {
        let runs = !self.state.is_paused() && !self.state.window_is_due();
        let clock = self.state.clock().filter(|_| runs)?;
        clock.window.is_none().then_some(clock.deadline)
    }
}
