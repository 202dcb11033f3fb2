//! Clocks, pauses, and seats whose players are missing.

use super::Story;
use crate::{matchplay::Moment, messages::message::Message, rules::Color};

impl Story<'_> {
    /// The window is open, and what may be done in it.
    pub(super) fn deadline_passed(&self, color: Color, closes: Moment) -> Message {
        let others = self.state.position().in_play().without(color);
        // Nobody sits in a freed seat who could be granted time.
        let vacant = self.state.seats()[color].player().is_none();
        let id = match (vacant, others.len() == 1) {
            (false, false) => "deadline-passed",
            (false, true) => "deadline-passed-alone",
            (true, _) => "seat-waits",
        };
        self.say(
            id,
            &[
                ("player", &self.player(color)),
                ("army", &self.texts.army(color)),
                ("others", &self.players(others)),
                ("closes", &self.markup.moment(closes)),
            ],
        )
    }

    /// The deadline of the player to move, or that the clock stands still.
    #[must_use]
    pub fn time_left(&self) -> Option<Message> {
        if self.state.is_paused() {
            return Some(self.say("clock-stands", &[]));
        }
        let clock = self.state.clock()?;
        let (id, when) = match clock.window {
            Some(closes) => ("window-closes", closes),
            None => ("deadline", clock.deadline),
        };
        Some(self.say(id, &[("when", &self.markup.moment(when))]))
    }
}
