//! Tables: their seats, who is awaited, and what is played there.

use super::{Teller, joined};
use crate::{
    adapters::catalog::PRESETS,
    matchplay::{Seat, TimeLimit},
    rules::Color,
};

impl Teller<'_> {
    /// The seats of a table, and who sits there.
    #[must_use]
    pub fn table(&self) -> String {
        let seats: Vec<String> = self
            .state
            .seats()
            .iter()
            .map(|(color, seat)| {
                let army = self.words.army(color);
                let name = self.names[color].clone();
                let name = name.unwrap_or_else(|| self.say("forgotten", &[]));
                let id = match seat {
                    Seat::Open => "seat-open",
                    Seat::Kept(_) => "seat-kept",
                    Seat::Taken(_) | Seat::Computer(_) => "seat-taken",
                    Seat::Vacant => "seat-vacant",
                    Seat::Empty => "seat-empty",
                };
                self.say(id, &[("army", &army), ("name", &name)])
            })
            .collect();
        seats.join(&self.say("seat-separator", &[]))
    }

    /// Who is awaited at a table, and how to sit down.
    pub(super) fn awaited(&self) -> String {
        let seats: Vec<String> = self
            .state
            .seats()
            .iter()
            .filter_map(|(color, seat)| {
                let army = self.words.army(color);
                let name = self.names[color].clone().unwrap_or_default();
                match seat {
                    Seat::Open => Some(self.say("awaited-anyone", &[("army", &army)])),
                    Seat::Kept(_) => Some(self.say("awaited", &[("army", &army), ("name", &name)])),
                    Seat::Taken(_) | Seat::Computer(_) | Seat::Vacant | Seat::Empty => None,
                }
            })
            .collect();
        self.say("table-hint", &[("seats", &joined(self.words, &seats))])
    }

    /// That a table is open, and what is played there.
    pub(super) fn opened(&self, ruleset: &str) -> String {
        let opener = self.state.color_of(self.state.opener());
        let name = opener.and_then(|color| self.names[color].clone());
        let id = if self.state.is_of_computers() {
            "table-opened-to-watch"
        } else {
            "table-opened"
        };
        let opened = self.say(
            id,
            &[
                ("name", &name.unwrap_or_default()),
                ("ruleset", &self.words.ruleset(ruleset)),
                ("match", self.state.id().as_str()),
            ],
        );
        let opened = if self.state.is_rated() || self.state.is_of_computers() {
            opened
        } else {
            format!("{opened} {}", self.say("table-casual", &[]))
        };
        let opened = match self.state.time_limit() {
            Some(limit) => format!("{opened} {}", self.time_per_move(limit)),
            None => opened,
        };
        // A ruleset that an operator has taken away since is known by its name alone.
        let Some(known) = self.rulesets.named(ruleset) else {
            return opened;
        };
        let rules = self.words.ruleset_line(known);
        let id = if PRESETS.contains(&ruleset) {
            "table-rules"
        } else {
            "table-rules-added"
        };
        let topic = self.words.choice_name(ruleset);
        let rules = self.say(id, &[("rules", &rules), ("ruleset", &topic)]);
        format!("{opened}\n{rules}")
    }

    /// How long a player may think about a move.
    fn time_per_move(&self, limit: TimeLimit) -> String {
        let limit = self.words.time_limit(limit);
        self.say("table-time", &[("limit", &limit)])
    }

    pub(super) fn seating(&self, id: &str, seat: Color) -> String {
        let army = self.words.army(seat);
        let name = self.names[seat].clone().unwrap_or_else(|| army.clone());
        self.say(id, &[("name", &name), ("army", &army)])
    }
}
