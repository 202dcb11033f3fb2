//! The clock of the player to move.

use super::{id::Moment, time::TimeLimit};

/// The clock of the player to move. It stands still while the match is paused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnClock {
    /// The moment the player's time is up.
    pub deadline: Moment,
    /// The moment the window after the deadline closes, if it is open. While it is open the others
    /// may act about the seat; when it closes the army goes out (rules §5.5).
    pub window: Option<Moment>,
    /// True if another player has granted time in this turn.
    pub granted: bool,
    /// Number of reminders sent in this turn.
    pub reminders: u8,
    /// The moment of the last reminder in this turn.
    reminded: Option<Moment>,
}

impl TurnClock {
    /// The largest number of reminders in one turn.
    const MOST_REMINDERS: u8 = 2;

    /// Starts a clock that runs from `now`.
    pub(super) const fn start(limit: TimeLimit, now: Moment) -> TurnClock {
        TurnClock::until(now.plus(limit.milliseconds()))
    }

    /// Starts a clock that runs until the deadline.
    pub(super) const fn until(deadline: Moment) -> TurnClock {
        TurnClock {
            deadline,
            window: None,
            granted: false,
            reminders: 0,
            reminded: None,
        }
    }

    /// Returns the moment of the next reminder, if another one is to come before the deadline.
    pub(super) fn next_reminder(&self, limit: TimeLimit) -> Option<Moment> {
        if self.window.is_some() || self.reminders >= TurnClock::MOST_REMINDERS {
            return None;
        }
        let moments = limit.reminders()?.map(|before| self.deadline.plus(-before));
        let later = |moment: &Moment| self.reminded.is_none_or(|reminded| *moment > reminded);
        moments.into_iter().find(later)
    }

    pub(super) fn remind(&mut self, now: Moment) {
        self.reminders += 1;
        self.reminded = Some(now);
    }

    /// Moves the end of the player's time: of the window if it is open, else of the deadline.
    pub(super) fn extend(&mut self, until: Moment) {
        match &mut self.window {
            Some(closes) => *closes = until,
            None => self.deadline = until,
        }
    }

    /// Gives the player a new deadline, as another player has granted it, and closes the window.
    pub(super) fn grant(&mut self, until: Moment) {
        self.deadline = until;
        self.window = None;
        self.granted = true;
    }

    /// Moves everything later by the milliseconds the clock has stood still.
    pub(super) fn stand_still(&mut self, milliseconds: i64) {
        let later = |moment: &mut Moment| *moment = moment.plus(milliseconds);
        later(&mut self.deadline);
        self.window.as_mut().map(later);
        self.reminded.as_mut().map(later);
    }
}
