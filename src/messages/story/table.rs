//! Tables: their seats, which of them are free, and what is played there.

use super::{Filling::Match, *};
use crate::{matchplay::Seat, rulesets::PRESETS};

impl Story<'_> {
    /// Tells the seats of a table, with the people in them.
    #[must_use]
    pub fn table(&self) -> Message {
        self.seats_with("seat-separator")
    }

    fn seats_with(&self, separator: &'static str) -> Message {
        let seats = self.state.seats().iter().map(|(color, _)| self.seat(color));
        Message::joined(&self.word(separator), seats)
    }

    /// Tells who sits in a seat, or may.
    pub(crate) fn seat(&self, color: Color) -> Message {
        let seat = self.state.seats()[color];
        let id = match seat {
            Seat::Open => "seat-open",
            Seat::Kept(_) => "seat-kept",
            Seat::Taken(_) | Seat::Computer(_) => "seat-taken",
            Seat::Vacant => "seat-vacant",
            Seat::Empty => "seat-empty",
        };
        let name = self.names[color].clone();
        let mut name = name.unwrap_or_else(|| self.word("forgotten"));
        if let Seat::Computer(level) = seat {
            let values = [("name", &name as _), ("level", &level as _)];
            name = self.say("computer", &values).into();
        }
        self.tell(id, [Army(color), Text("name", name)])
    }

    /// Says who wants to play, as the heading of a table.
    pub(crate) fn table_heading(&self) -> Message {
        let opener = self.state.color_of(self.state.opener());
        match opener.and_then(|color| self.names[color].clone()) {
            Some(name) => self.tell("table-heading", [Text("name", name)]),
            None => self.tell("table-heading-open", []),
        }
    }

    /// Invites people to a table, in a line.
    pub(crate) fn invitation(&self) -> Message {
        let opener = self.state.color_of(self.state.opener());
        let name = opener.and_then(|color| self.names[color].clone());
        let name = name.unwrap_or_else(|| self.word("nameless"));
        let terms = Text("terms", self.table_terms().into());
        self.tell("invitation", [Text("name", name), terms])
    }

    /// Says who of those at the table beside its opener has sat down, and who is still to answer; `None` for an
    /// invitation of the only one who is, which says that itself while it `asks` them.
    pub(crate) fn answers(&self, asks: bool) -> Option<Message> {
        let opener = self.state.color_of(self.state.opener());
        let these = |wanted: fn(&Seat) -> bool| {
            let seats = self.state.seats().iter();
            let these = seats.filter(|(color, seat)| Some(*color) != opener && wanted(seat));
            these.map(|(color, _)| color).collect::<Vec<Color>>()
        };
        let accepted = these(|seat| matches!(seat, Seat::Taken(_)));
        let pending = these(|seat| matches!(seat, Seat::Kept(_)));
        let players = |colors: &[Color]| self.comma(colors.iter().map(|color| self.player(*color)));
        let (agreed, waits) = (players(&accepted), players(&pending));
        if accepted.is_empty() {
            let values = [("pending", &waits as _)];
            let is_said = pending.len() == 1 && asks;
            return (!is_said).then(|| self.say("invitation-pending", &values));
        }
        let values = [("accepted", &agreed as _), ("pending", &waits as _)];
        Some(self.say("invitation-so-far", &values))
    }

    /// Tells the role of a server that a table has free seats.
    pub(crate) fn seeks(&self, role: &str) -> Message {
        let terms = Text("terms", self.table_terms().into());
        self.tell("table-seeks", [Text("role", role.to_owned()), terms])
    }

    /// Tells the rules, the time for a move and whether the result counts, in a line.
    pub(crate) fn table_terms(&self) -> Message {
        let time = match self.state.time_limit() {
            Some(limit) if limit.moves().is_some() => self.time_limit(limit),
            Some(limit) => {
                let limit = self.time_limit(limit);
                self.say("table-time-each", &[("limit", &limit)]).into()
            }
            None => self.word("table-untimed"),
        };
        let counts = ["table-is-casual", "table-is-rated"][usize::from(self.state.is_rated())];
        let values = [
            Text("ruleset", self.ruleset(self.state.ruleset())),
            Text("time", time),
            Text("counts", self.word(counts)),
            Match,
        ];
        self.tell("table-terms", values)
    }

    /// Tells what else there is to know before one sits down: that the match is private, and rules that
    /// an operator has added.
    pub(crate) fn table_notes(&self) -> Vec<Message> {
        let private = self.state.is_private();
        let private = private.then(|| self.tell("table-private", []));
        let ruleset = self.state.ruleset();
        let added = self.rulesets.named(ruleset);
        let added = added.filter(|_| !PRESETS.contains(&ruleset));
        let added = added.map(|known| {
            let rules = Text("rules", self.ruleset_line(known));
            self.tell("table-rules-added", [rules])
        });
        private.into_iter().chain(added).collect()
    }

    /// Tells a table at which a match begins that is played elsewhere.
    pub(crate) fn begun(&self) -> Message {
        Message::lines([self.opened(self.state.ruleset()), self.started()])
    }

    /// Tells that a match begins, and who sits there, in the order of play.
    pub(super) fn started(&self) -> Message {
        Message::lines([self.tell("started", [Match]), self.seats_with("seat-order")])
    }

    /// Tells a table as it stands: what is played there, who sits, and what comes next or became of it.
    pub(crate) fn table_now(&self) -> Message {
        let opened = self.opened(self.state.ruleset());
        Message::lines([opened, self.table(), self.table_next()])
    }

    /// Tells what comes next at a table, or became of it.
    pub(crate) fn table_next(&self) -> Message {
        match self.state.stage() {
            Stage::Table => self.starts_when(),
            Stage::Ended if self.state.started_at().is_none() => self.tell("table-closed", []),
            Stage::Running | Stage::Ended => match self.host.open_place(self.state) {
                // A link to where one reads it leads nowhere.
                Some(place) if place != self.state.opened_at() => {
                    let place = self.markup.place(place);
                    self.tell("table-begun", [Text("where", place)])
                }
                Some(_) | None => self.tell("table-begun-here", []),
            },
        }
    }

    /// Tells when the match begins at a table, and when the table closes.
    pub(super) fn starts_when(&self) -> Message {
        self.tell("table-hint", [])
    }

    /// Lists the seats that are still to be taken, and by whom: `Gray (anyone) and Black (Cy)`.
    pub(crate) fn wanted(&self) -> String {
        let seats = self.state.seats().iter().filter_map(|(color, seat)| {
            let name = self.names[color].clone().unwrap_or_default();
            match seat {
                Seat::Open => Some(self.tell("wanted-anyone", [Army(color)])),
                Seat::Kept(_) => Some(self.tell("wanted", [Army(color), Text("name", name)])),
                Seat::Taken(_) | Seat::Computer(_) | Seat::Vacant | Seat::Empty => None,
            }
        });
        self.and(seats.map(String::from))
    }

    /// Tells that a table is open, and what is played there.
    pub(super) fn opened(&self, ruleset: &str) -> Message {
        let watched = self.state.is_of_computers();
        let called = self.ruleset(ruleset);
        let begun = self.state.started_at().is_some();
        let opened = if watched {
            self.tell("table-opened-to-watch", [Text("ruleset", called), Match])
        } else if begun {
            self.tell("table-opened-full", [Text("ruleset", called), Match])
        } else {
            let opener = self.state.color_of(self.state.opener());
            let name = opener.and_then(|color| self.names[color].clone());
            let name = Text("name", name.unwrap_or_default());
            self.tell("table-opened", [name, Text("ruleset", called), Match])
        };
        let casual = !self.state.is_rated() && !watched;
        let casual = casual.then(|| self.tell("table-casual", []));
        let time = self.state.time_limit().map(|limit| {
            let id = match limit.moves() {
                Some(_) => "table-time-moves",
                None => "table-time",
            };
            self.say(id, &[("limit", &self.time_limit(limit))])
        });
        let opened = Message::sentences([Some(opened), casual, time].into_iter().flatten());
        // A ruleset that an operator has taken away since is known by its name alone.
        let Some(known) = self.rulesets.named(ruleset) else {
            return opened;
        };
        let rules = Text("rules", self.ruleset_line(known));
        let rules = if PRESETS.contains(&ruleset) {
            let topic = self.choice_name(ruleset);
            self.tell("table-rules", [rules, Text("ruleset", topic)])
        } else {
            self.tell("table-rules-added", [rules])
        };
        Message::lines([opened, rules])
    }

    pub(super) fn seating(&self, id: &'static str, seat: Color) -> Message {
        let name = self.names[seat].clone().unwrap_or_else(|| self.army(seat));
        self.tell(id, [Text("name", name), Army(seat)])
    }
}
