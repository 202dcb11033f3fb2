//! The clock of the player to move.

use super::id::Moment;

/// The least time left for which a player is reminded, an hour in milliseconds.
const HOUR: i64 = 60 * 60 * 1_000;

/// The clock of the player to move. It stands still while the match is paused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnClock {
    /// The moment the player's time is up.
    pub deadline: Moment,
    /// What the player had left when the turn began, in milliseconds; 0 without a limit.
    pub allotted: i64,
    /// The deadline there would be, if the window opened before it since nobody plays.
    spared: Option<Moment>,
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

    /// Starts the clock of a player with this many milliseconds left.
    pub(super) const fn start(left: i64, now: Moment) -> TurnClock {
        TurnClock {
            allotted: left,
            ..TurnClock::until(now.plus(left))
        }
    }

    /// Starts a clock that runs until the deadline, in a match without a limit.
    pub(super) const fn until(deadline: Moment) -> TurnClock {
        TurnClock {
            deadline,
            allotted: 0,
            spared: None,
            window: None,
            granted: false,
            reminders: 0,
            reminded: None,
        }
    }

    /// Returns the milliseconds the player has left, never less than none.
    #[must_use]
    pub fn left(&self, now: Moment) -> i64 {
        let ends = match self.window {
            None => self.deadline,
            Some(_) => self.spared.unwrap_or(now),
        };
        ends.0.saturating_sub(now.0).max(0)
    }

    /// Returns the moment of the next reminder, if another one is to come before the deadline: when
    /// a third and a tenth are left of what the player had when the turn began, if that was an hour
    /// or more.
    pub(super) fn next_reminder(&self) -> Option<Moment> {
        if self.allotted < HOUR
            || self.window.is_some()
            || self.reminders >= TurnClock::MOST_REMINDERS
        {
            return None;
        }
        let moments = [3, 10].map(|part| self.deadline.plus(-(self.allotted / part)));
        let later = |moment: &Moment| self.reminded.is_none_or(|reminded| *moment > reminded);
        moments.into_iter().find(later)
    }

    pub(super) fn remind(&mut self, now: Moment) {
        self.reminders += 1;
        self.reminded = Some(now);
    }

    /// Opens the window until it closes. The deadline has passed, or is passed over since nobody plays.
    pub(super) fn open_window(&mut self, now: Moment, closes: Moment) {
        self.spared = (self.deadline > now).then_some(self.deadline);
        self.deadline = self.deadline.min(now);
        self.window = Some(closes);
    }

    /// Moves the end of the player's time: of the window if it is open, else of the deadline.
    pub(super) fn extend(&mut self, until: Moment) {
        match &mut self.window {
            Some(closes) => {
                let later = until.0.saturating_sub(closes.0);
                self.spared = self.spared.map(|ends| ends.plus(later));
                *closes = until;
            }
            None => self.deadline = until,
        }
    }

    /// Gives the player a new deadline, as another player has granted it, and closes the window.
    pub(super) fn grant(&mut self, until: Moment) {
        self.deadline = until;
        self.spared = None;
        self.window = None;
        self.granted = true;
    }

    /// Moves everything later by the milliseconds the clock has stood still.
    pub(super) fn stand_still(&mut self, milliseconds: i64) {
        let later = |moment: &mut Moment| *moment = moment.plus(milliseconds);
        later(&mut self.deadline);
        self.spared.as_mut().map(later);
        self.window.as_mut().map(later);
        self.reminded.as_mut().map(later);
    }
}
