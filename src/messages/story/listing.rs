//! Lines of `/matches`.

use super::{Filling::Match, *};
use crate::matchplay::Place;

impl Story<'_> {
    /// Tells a match of this person's in a line, for somebody at that place.
    #[must_use]
    pub fn listed(&self, person: Person, from: &Place) -> Message {
        let id = match self.state.stage() {
            Stage::Running if self.state.asks(person) => "matches-asked",
            Stage::Running if self.state.to_move() == Some(person) => "matches-waiting",
            Stage::Running if self.state.is_of_computers() => "matches-watched",
            Stage::Running => "matches-running",
            Stage::Table | Stage::Ended => "matches-table",
        };
        let own = self.state.seat_of(person).map(|color| self.army(color));
        self.line(id, own.unwrap_or_default(), from)
    }

    /// Tells a match that others play in a line, for somebody at that place.
    pub(crate) fn to_watch(&self, from: &Place) -> Message {
        self.line("matches-of-others", String::new(), from)
    }

    fn line(&self, id: &'static str, own: String, from: &Place) -> Message {
        let (ply, player) = (self.state.ply(), self.state.position().turn());
        let ruleset = Text("ruleset", self.ruleset(self.state.ruleset()));
        let place = Text("where", self.markup.link(self.state.place(), from));
        let about = [
            Match,
            Text("army", own),
            ruleset,
            Player(player),
            Ply(ply),
            place,
        ];
        let running = self.state.stage() == Stage::Running;
        let time = running.then(|| self.time_left()).flatten();
        let parts = [Some(self.tell(id, about)), time, self.points_so_far()];
        Message::sentences(parts.into_iter().flatten())
    }
}
