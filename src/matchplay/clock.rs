//! The clock of the player to move.

use super::{id::Moment, time::TimeLimit};

/// The clock of the player to move. It stands still while the match is paused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnClock {
    /// When their time is up.
    pub deadline: Moment,
    /// Once it is up: when the window closes in which the others may do something about it. Then
    /// the army goes out (rules §5.5).
    pub window: Option<Moment>,
    /// Whether somebody has granted them time in this turn.
    pub granted: bool,
    /// How often they were reminded in this turn.
    pub reminders: u8,
    /// When they were reminded last in this turn.
    reminded: Option<Moment>,
}

impl TurnClock {
    /// The most reminders in one turn.
    const MOST_REMINDERS: u8 = 2;

    /// A clock that runs from now on.
    pub(super) const fn start(limit: TimeLimit, now: Moment) -> TurnClock {
        TurnClock::until(now.plus(limit.milliseconds()))
    }

    /// A clock that runs until then.
    pub(super) const fn until(deadline: Moment) -> TurnClock {
        TurnClock {
            deadline,
            window: None,
            granted: false,
            reminders: 0,
            reminded: None,
        }
    }

    /// When the next reminder is due, if there is to be one more before the deadline.
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

    /// Until when there is time now: the window where it is open, else the deadline.
    pub(super) fn extend(&mut self, until: Moment) {
        match &mut self.window {
            Some(closes) => *closes = until,
            None => self.deadline = until,
        }
    }

    /// The limit once more, as somebody has granted it.
    pub(super) fn grant(&mut self, until: Moment) {
        self.deadline = until;
        self.window = None;
        self.granted = true;
    }

    /// It has stood still for so many milliseconds.
    pub(super) fn stand_still(&mut self, milliseconds: i64) {
        let later = |moment: &mut Moment| *moment = moment.plus(milliseconds);
        later(&mut self.deadline);
        self.window.as_mut().map(later);
        self.reminded.as_mut().map(later);
    }
}
