//! Lines of `/matches`.

use super::{Filling::Match, *};
use crate::{
    host::Closed,
    matchplay::{Place, Seat},
};

impl Story<'_> {
    /// Tells a match of this person's in a line, for somebody at that place.
    #[must_use]
    pub fn listed(&self, person: Person, from: &Place) -> Message {
        let id = match self.state.stage() {
            Stage::Running if self.state.asks(person) => "matches-asked",
            Stage::Running if self.state.is_paused() => "matches-paused",
            Stage::Running if self.state.to_move() == Some(person) => "matches-waiting",
            Stage::Running if self.state.is_of_computers() => "matches-watched",
            Stage::Running => "matches-running",
            Stage::Table if self.state.color_of(person).is_none() => "matches-invited",
            Stage::Table | Stage::Ended => "matches-table",
        };
        let seat = self.state.seat_of(person);
        let line = self.line(id, seat, from);
        // Whose turn it is has a deadline instead.
        let waits = seat.filter(|color| *color != self.state.position().turn());
        let budget = waits.and_then(|color| self.budget(color));
        let budget = budget.map(|budget| {
            let budget = self.texts().budget(budget);
            self.say("matches-budget", &[("budget", &budget)])
        });
        Message::sentences([Some(line), budget].into_iter().flatten())
    }

    /// Tells a match or a table of others in a line, for somebody at that place.
    pub(crate) fn to_watch(&self, from: &Place) -> Message {
        let id = match self.state.stage() {
            Stage::Table => "matches-table-of",
            Stage::Running if self.state.is_paused() => "matches-of-others-paused",
            Stage::Running | Stage::Ended => "matches-of-others",
        };
        self.line(id, None, from)
    }

    fn line(&self, id: &'static str, own: Option<Color>, from: &Place) -> Message {
        let seats = self.state.seats().iter();
        let others = seats.filter(|(color, seat)| Some(*color) != own && **seat != Seat::Empty);
        let army = own.map(|color| self.army(color)).unwrap_or_default();
        let ruleset = Text("ruleset", self.ruleset(self.state.ruleset()));
        let place = match self.host.open_place(self.state) {
            Some(place) => self.markup.link(place, from),
            None => self.word(match self.host.closed(self.state.place()) {
                Some(Closed::Gone) => "place-gone",
                Some(Closed::Locked) | None => "place-locked",
            }),
        };
        let place = Text("where", place);
        let about = [
            Match,
            Text("army", army),
            Filling::Others(others.map(|(color, _)| color).collect()),
            Name(self.state.opener()),
            Text("seats", self.wanted()),
            ruleset,
            Player(self.state.position().turn()),
            place,
        ];
        let running = self.state.stage() == Stage::Running && !self.state.is_paused();
        let time = running.then(|| self.time_left()).flatten();
        let parts = [Some(self.tell(id, about)), time, self.points_so_far()];
        Message::sentences(parts.into_iter().flatten())
    }
}
