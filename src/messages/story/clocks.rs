//! Clocks, pauses, and seats whose players are missing.

use super::*;
use crate::matchplay::{Budget, Seat};

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
        self.tell(id, [player, Army(color), Others(others), closes])
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
            let when = At("when", deadline);
            let budget = self.state.budget(self.state.position().turn());
            return Some(match budget {
                Some(Budget { moves, .. }) => {
                    self.tell("deadline-moves", [when, Text("count", moves.to_string())])
                }
                None => self.tell("deadline", [when]),
            });
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
        // A seat without any time left is told of the window that opens at once, not of a deadline of now.
        let has_time = clock.deadline > self.state.changed();
        (clock.window.is_none() && has_time).then_some(clock.deadline)
    }

    /// Returns what a seat has left for its next moves, if the limit is for several and a person may still
    /// move there. Of the player to move it is what was left when the turn began.
    pub(crate) fn budget(&self, seat: Color) -> Option<Budget> {
        let in_play = self.state.position().in_play().contains(seat);
        let plays = matches!(self.state.seats()[seat], Seat::Taken(_) | Seat::Vacant);
        let budget = self.state.budget(seat);
        budget.filter(|_| in_play && plays && self.state.stage() == Stage::Running)
    }

    /// Tells what those who wait have left for their next moves, if the limit is for several.
    pub(crate) fn budgets(&self) -> Option<Message> {
        let turn = self.state.position().turn();
        let others = Color::ALL.into_iter().filter(|color| *color != turn);
        let left = others.filter_map(|color| {
            let budget = self.texts().budget(self.budget(color)?);
            let values = [Player(color), Text("budget", budget)];
            Some(String::from(self.tell("budget-of", values)))
        });
        let left: Vec<String> = left.collect();
        (!left.is_empty()).then(|| self.tell("budgets", [Text("budgets", self.comma(left))]))
    }
}
