//! Tables: their seats, which of them are free, and what is played there.

use super::Story;
use crate::{matchplay::Seat, messages::message::Message, rules::Color, rulesets::PRESETS};

impl Story<'_> {
    /// The seats of a table, and who sits there.
    #[must_use]
    pub fn table(&self) -> Message {
        let seats = self.state.seats().iter().map(|(color, seat)| {
            let name = self.names[color].clone();
            let name = name.unwrap_or_else(|| self.texts.word("forgotten"));
            let id = match seat {
                Seat::Open => "seat-open",
                Seat::Kept(_) => "seat-kept",
                Seat::Taken(_) | Seat::Computer(_) => "seat-taken",
                Seat::Vacant => "seat-vacant",
                Seat::Empty => "seat-empty",
            };
            self.say(id, &[("army", &self.texts.army(color)), ("name", &name)])
        });
        Message::joined(&self.texts.word("seat-separator"), seats)
    }

    /// The seats that are still to be taken, by whom, and how.
    pub(super) fn free_seats(&self) -> Message {
        let seats = self.state.seats().iter().filter_map(|(color, seat)| {
            let army = self.texts.army(color);
            let name = self.names[color].clone().unwrap_or_default();
            let free = match seat {
                Seat::Open => self.say("wanted-anyone", &[("army", &army)]),
                Seat::Kept(_) => self.say("wanted", &[("army", &army), ("name", &name)]),
                Seat::Taken(_) | Seat::Computer(_) | Seat::Vacant | Seat::Empty => return None,
            };
            Some(free.into())
        });
        let seats: Vec<String> = seats.collect();
        self.say("table-hint", &[("seats", &self.texts.and(&seats))])
    }

    /// The news that a table is open, and what is played there.
    pub(super) fn opened(&self, ruleset: &str) -> Message {
        let opener = self.state.color_of(self.state.opener());
        let name = opener.and_then(|color| self.names[color].clone());
        let watched = self.state.is_of_computers();
        let id = if watched {
            "table-opened-to-watch"
        } else {
            "table-opened"
        };
        let opened = self.say(
            id,
            &[
                ("name", &name.unwrap_or_default()),
                ("ruleset", &self.texts.ruleset(ruleset)),
                ("match", &self.state.id()),
            ],
        );
        let casual = !self.state.is_rated() && !watched;
        let casual = casual.then(|| self.say("table-casual", &[]));
        let time = self.state.time_limit().map(|limit| {
            let limit = self.texts.time_limit(limit);
            self.say("table-time", &[("limit", &limit)])
        });
        let opened = Message::sentences([Some(opened), casual, time].into_iter().flatten());
        // A ruleset that an operator has taken away since is known by its name alone.
        let Some(known) = self.rulesets.named(ruleset) else {
            return opened;
        };
        let id = if PRESETS.contains(&ruleset) {
            "table-rules"
        } else {
            "table-rules-added"
        };
        let rules = self.texts.ruleset_line(known);
        let topic = self.texts.choice_name(ruleset);
        let rules = self.say(id, &[("rules", &rules), ("ruleset", &topic)]);
        Message::lines([opened, rules])
    }

    pub(super) fn seating(&self, id: &'static str, seat: Color) -> Message {
        let army = self.texts.army(seat);
        let name = self.names[seat].clone().unwrap_or_else(|| army.clone());
        self.say(id, &[("name", &name), ("army", &army)])
    }
}
