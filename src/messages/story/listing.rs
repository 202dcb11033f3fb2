//! Lines of `/matches`.

use super::Story;
use crate::{
    matchplay::{Person, Place, Stage},
    messages::message::Message,
};

impl Story<'_> {
    /// A match of this person's, who is at that place.
    #[must_use]
    pub fn listed(&self, person: Person, from: &Place) -> Message {
        let id = match self.state.stage() {
            Stage::Running if self.state.asks(person) => "matches-asked",
            Stage::Running if self.state.to_move() == Some(person) => "matches-waiting",
            Stage::Running if self.state.is_of_computers() => "matches-watched",
            Stage::Running => "matches-running",
            Stage::Table | Stage::Ended => "matches-table",
        };
        let own = self.state.seat_of(person);
        let own = own.map(|color| self.texts.army(color)).unwrap_or_default();
        self.line(id, &own, from)
    }

    /// A match that others play, for somebody who is at that place.
    #[must_use]
    pub fn to_watch(&self, from: &Place) -> Message {
        self.line("matches-of-others", "", from)
    }

    fn line(&self, id: &'static str, own: &str, from: &Place) -> Message {
        let line = self.say(
            id,
            &[
                ("match", &self.state.id()),
                ("army", &own),
                ("ruleset", &self.texts.ruleset(self.state.ruleset())),
                ("player", &self.player(self.state.position().turn())),
                ("ply", &self.state.ply()),
                ("where", &self.markup.link(self.state.place(), from)),
            ],
        );
        let running = self.state.stage() == Stage::Running;
        let time = running.then(|| self.time_left()).flatten();
        let parts = [Some(line), time, self.points_so_far()];
        Message::sentences(parts.into_iter().flatten())
    }
}
