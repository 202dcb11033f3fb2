//! Clocks, pauses, and seats whose players are missing.

use super::*;

impl Story<'_> {
    /// Tells that the window is open, and what may be done in it.
    pub(super) fn deadline_passed(&self, color: Color, closes: Moment) -> Message {
        let others = self.state.position().in_play().without(color);
        let (player, closes) = (Player(color), At("closes", closes));
        // Nobody sits in a freed seat who could be granted time.
        let vacant = self.state.seats()[color].player().is_none();
        match (vacant, others.len() == 1) {
            (false, false) => self.tell("deadline-passed", [player, Others(others), closes]),
            (false, true) => self.tell("deadline-passed-alone", [player, Others(others), closes]),
            (true, _) => self.tell("seat-waits", [Army(color), Others(others), closes]),
        }
    }

    /// Tells the deadline of the player to move, or that the clock stands still.
    pub(crate) fn time_left(&self) -> Option<Message> {
        if self.state.is_paused() {
            return Some(self.tell("clock-stands", []));
        }
        let clock = self.state.clock()?;
        Some(match clock.window {
            Some(closes) => self.tell("window-closes", [At("when", closes)]),
            None => self.tell("deadline", [At("when", clock.deadline)]),
        })
    }
}
