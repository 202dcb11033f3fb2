//! The story of a match, in sentences.

mod agreements;
mod clocks;
mod endings;
mod listing;
mod proposals;
mod table;
use std::borrow::Cow;

use super::{
    markup::Markup,
    message::Message,
    texts::{Texts, Values},
};
use crate::{
    matchplay::{Event, Extension, Match, NewPlayer, Person, PlayedMove, Proposals, Seat, Stage},
    render::{BoardView, LastMove},
    rules::{Agreements, ByColor, Color, Colors, Draw},
    rulesets::Rulesets,
};

/// A match and the names of its players, ready to be told.
#[derive(Clone)]
pub struct Story<'a> {
    pub(super) texts: &'a Texts,
    pub(super) markup: &'a dyn Markup,
    pub(super) rulesets: &'a Rulesets,
    pub(super) state: &'a Match,
    /// The players' names as they may stand in a text.
    pub(super) names: ByColor<Option<String>>,
    /// The offers between armies before the events that are told.
    pub(super) before: Agreements,
    /// The proposals before the events that are told.
    pub(super) proposals_before: Proposals,
    /// The names of people who need not sit here, as they may stand in a text.
    pub(super) people: Vec<(Person, String)>,
}

impl std::fmt::Debug for Story<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Story")
            .field("match", &self.state.id())
            .finish_non_exhaustive()
    }
}

/// A move in a line, `12: Nf3 (White)`.
#[must_use]
pub fn moved(texts: &Texts, played: &PlayedMove) -> Message {
    let army = texts.army(played.color);
    texts.say(
        "history-move",
        &[
            ("ply", &played.ply),
            ("move", &played.short),
            ("army", &army),
        ],
    )
}

impl<'a> Story<'a> {
    fn say(&self, id: impl Into<Cow<'static, str>>, values: Values<'_>) -> Message {
        self.texts.say(id, values)
    }

    /// A text about one player.
    fn of(&self, id: impl Into<Cow<'static, str>>, player: Color) -> Message {
        self.say(id, &[("player", &self.player(player))])
    }

    /// `Ann (White)`, or the army's name alone while nobody sits there.
    #[must_use]
    pub fn player(&self, color: Color) -> String {
        let army = self.texts.army(color);
        match &self.names[color] {
            Some(name) => self
                .say("player", &[("name", name), ("army", &army)])
                .into(),
            None => army,
        }
    }

    fn players(&self, colors: Colors) -> String {
        let players: Vec<String> = colors.iter().map(|color| self.player(color)).collect();
        self.texts.and(&players)
    }

    /// The name of a person who need not sit anywhere.
    fn person(&self, person: Person) -> String {
        let known = self.people.iter().find(|(known, _)| *known == person);
        known.map_or_else(|| self.texts.word("nameless"), |(_, name)| name.clone())
    }

    /// Tells what happened, a sentence to a line, and what is to be done next.
    #[must_use]
    pub fn account(&self, events: &[Event]) -> Message {
        let mut lines: Vec<Message> = Vec::new();
        for event in events {
            lines.extend(self.event(event));
        }
        lines.extend(self.lapsed(events));
        match self.state.stage() {
            Stage::Table => {
                lines.push(self.table());
                lines.push(self.free_seats());
            }
            Stage::Running => {
                for color in self.state.position().checked().iter() {
                    lines.push(self.say("check", &[("army", &self.texts.army(color))]));
                }
                let (before, offers): (Vec<&Event>, Vec<&Event>) =
                    events.iter().partition(|event| changes_turn(event));
                if matches!(events, [Event::Agreed { .. }]) {
                    lines.extend(self.proposals());
                } else if !before.is_empty() || offers.is_empty() {
                    lines.extend(self.agreements());
                    lines.extend(self.points_so_far());
                    lines.push(self.turn_and_time());
                }
            }
            Stage::Ended => {}
        }
        Message::lines(lines)
    }

    /// Tells what happened, in a sentence, for the history: without moves and without the table, which
    /// have lines of their own. The match is as it stood just after.
    #[must_use]
    pub fn happened(&self, event: &Event) -> Option<Message> {
        let elsewhere = matches!(
            event,
            Event::Opened { .. }
                | Event::MadePrivate
                | Event::Invited { .. }
                | Event::Joined { .. }
                | Event::Seated { .. }
                | Event::Left { .. }
                | Event::Started
                | Event::Housed { .. }
                | Event::Reminded { .. }
                | Event::Moved { .. }
        );
        if elsewhere {
            return None;
        }
        // The moments until which players had time are past.
        if let Event::DeadlinePassed { color, .. } = event {
            return Some(self.of("history-deadline-passed", *color));
        }
        if let Event::Extended { color, why, .. } = event {
            let (id, by) = match why {
                Extension::Granted(by) => ("history-time-granted", self.player(*by)),
                Extension::Downtime => ("history-time-extended", String::new()),
            };
            return Some(self.say(id, &[("player", &self.player(*color)), ("by", &by)]));
        }
        self.event(event)
    }

    /// The move made last, `12: Nf3 (White)`.
    #[must_use]
    pub fn moved_last(&self) -> Option<Message> {
        let played = self.state.played().last()?;
        Some(moved(self.texts, played))
    }

    fn event(&self, event: &Event) -> Option<Message> {
        match event {
            Event::Opened { ruleset, .. } => Some(self.opened(ruleset)),
            Event::Imported(imported) => Some(self.say(
                "imported",
                &[
                    ("match", &imported.from),
                    ("where", &self.markup.name(imported.place.as_str())),
                ],
            )),
            // A computer's seat stands in the list of seats.
            Event::Invited { .. } | Event::Seated { .. } | Event::Housed { .. } => None,
            Event::MadePrivate => Some(self.say("table-private", &[])),
            Event::Joined { seat, person } => {
                // The opener's seat stands in the list of seats.
                let told = self.state.opener() != *person || self.state.stage() != Stage::Table;
                told.then(|| self.seating("joined", *seat))
            }
            Event::Left { seat, .. } => Some(self.seating("left", *seat)),
            Event::Closed => Some(self.say("closed", &[("match", &self.state.id())])),
            Event::Expired => Some(self.say("expired", &[("match", &self.state.id())])),
            Event::Started => {
                let started = self.say("started", &[("match", &self.state.id())]);
                Some(Message::lines([started, self.table()]))
            }
            Event::Moved { color, .. } => {
                let mut played = self.state.played().iter().rev();
                let played = played.find(|played| played.color == *color)?;
                Some(self.say(
                    "moved",
                    &[
                        ("ply", &played.ply),
                        ("move", &played.short),
                        ("player", &self.player(*color)),
                    ],
                ))
            }
            Event::Eliminated(out) => Some(self.went_out(out)),
            Event::Said { by, said } => Some(self.said(*by, *said)),
            Event::DrawClaimed { by, draw } => {
                let id = match draw {
                    Draw::Moves => "draw-claimed-moves",
                    Draw::Impossibility => "draw-claimed-impossibility",
                    Draw::Repetition | Draw::Agreement | Draw::Stalemate | Draw::Time => {
                        "draw-claimed-repetition"
                    }
                };
                Some(self.of(id, *by))
            }
            Event::DeadlinePassed { color, closes } => Some(self.deadline_passed(*color, *closes)),
            Event::Extended { color, until, why } => {
                let (id, by) = match why {
                    Extension::Granted(by) => ("time-granted", self.player(*by)),
                    Extension::Downtime => ("time-extended", String::new()),
                };
                let (player, until) = (self.player(*color), self.markup.moment(*until));
                Some(self.say(id, &[("player", &player), ("until", &until), ("by", &by)]))
            }
            Event::Reminded { color } => {
                let deadline = self.state.clock()?.deadline;
                Some(self.say(
                    "reminder",
                    &[
                        ("player", &self.player(*color)),
                        ("match", &self.state.id()),
                        ("until", &self.markup.moment(deadline)),
                    ],
                ))
            }
            Event::OutOfTime { color } => Some(self.of("out-of-time", *color)),
            Event::Paused => Some(self.say("paused", &[])),
            Event::Resumed => Some(self.say("resumed", &[])),
            Event::TakenBack { to_ply } => Some(self.say("taken-back", &[("ply", to_ply)])),
            Event::Proposed { by, motion } => self.proposed(*by, motion),
            Event::Agreed { by, motion } => Some(self.answered("agreed", *by, motion)),
            Event::Declined { by, motion } => Some(self.answered("declined", *by, motion)),
            Event::Lapsed { by, motion } => Some(self.answered("lapsed", *by, motion)),
            Event::SubstituteAnswered { person, agrees, .. } => {
                let id = if *agrees {
                    "substitute-agrees"
                } else {
                    "substitute-declines"
                };
                Some(self.say(id, &[("name", &self.person(*person))]))
            }
            Event::TookOver { seat, taker } => {
                let army = self.texts.army(*seat);
                Some(match taker {
                    NewPlayer::Person(person) => {
                        let name = self.person(*person);
                        self.say("took-over", &[("name", &name), ("army", &army)])
                    }
                    NewPlayer::Computer(level) => {
                        self.say("computer-took-over", &[("army", &army), ("level", level)])
                    }
                })
            }
            Event::Gone { seat, person } => {
                let (name, army) = (self.person(*person), self.texts.army(*seat));
                Some(self.say("gone", &[("name", &name), ("army", &army)]))
            }
            Event::Freed { seat, reason, .. } if reason.is_empty() => {
                Some(self.say("given-up", &[("army", &self.texts.army(*seat))]))
            }
            Event::Freed {
                seat,
                person,
                reason,
            } => Some(self.say(
                "freed",
                &[
                    ("name", &self.person(*person)),
                    ("army", &self.texts.army(*seat)),
                    ("reason", &self.markup.quote(reason)),
                ],
            )),
            Event::CalledOff => Some(self.say("called-off", &[])),
            Event::Aborted { reason } => Some(self.say(
                "aborted-by-managers",
                &[
                    ("match", &self.state.id()),
                    ("reason", &self.markup.quote(reason)),
                ],
            )),
            Event::Ended(outcome) => Some(self.ended(outcome)),
        }
    }

    /// Says who is to move, who follows, and how much time there is.
    #[must_use]
    pub fn turn_and_time(&self) -> Message {
        Message::sentences([self.turn()].into_iter().chain(self.time_left()))
    }

    /// Says who is to move, and who follows.
    #[must_use]
    pub fn turn(&self) -> Message {
        let position = self.state.position();
        let player = self.player(position.turn());
        match position.in_play().next_after(position.turn()) {
            Some(next) if position.in_play().len() > 2 => self.say(
                "turn-and-next",
                &[("player", &player), ("next", &self.player(next))],
            ),
            _ => self.say("turn", &[("player", &player)]),
        }
    }

    /// Says whose turn it is, or how the match ended.
    #[must_use]
    pub fn standing(&self) -> Message {
        match self.state.outcome() {
            Some(outcome) => self.say("board-result", &[("result", &self.result(outcome))]),
            None => self.turn(),
        }
    }

    /// The board from a seat, as a picture shows it. The names go in bare: the picture makes them
    /// harmless itself.
    #[must_use]
    pub fn view(&self, seat: Color, names: ByColor<Option<String>>) -> BoardView {
        let mut view = BoardView::new(*self.state.position(), seat);
        view.names = names;
        view.match_id = Some(self.state.id().to_string());
        view.empty = Color::ALL
            .into_iter()
            .filter(|color| self.state.seats()[*color] == Seat::Empty)
            .collect();
        view.points = self.earned_so_far();
        view.out = ByColor::new(|color| {
            let out = self.state.outs()[color]?;
            Some(self.texts.word(&format!("exit-{}", out.exit.word())))
        });
        view.over = self.state.outcome().map(|outcome| self.result(outcome));
        for color in Color::ALL {
            let mut played = self.state.played().iter().rev();
            let last = played.find(|played| played.color == color);
            view.last_moves.extend(last.map(|played| LastMove {
                color,
                from: played.mv.from,
                to: played.mv.to,
                number: played.ply,
                notation: played.short.clone(),
            }));
        }
        view
    }

    /// The board from a seat in words.
    #[must_use]
    pub fn text_board(&self, seat: Color) -> String {
        let view = self.view(seat, self.names.clone());
        crate::render::text_board(&view, self.texts)
    }
}

/// Returns whether somebody else is to act after such an event, or the board is another.
fn changes_turn(event: &Event) -> bool {
    matches!(
        event,
        Event::Started
            | Event::Moved { .. }
            | Event::Eliminated(_)
            | Event::Housed { .. }
            | Event::Resumed
            | Event::TakenBack { .. }
            | Event::TookOver { .. }
    )
}

fn without(colors: Colors, others: Colors) -> Colors {
    colors
        .iter()
        .filter(|color| !others.contains(*color))
        .collect()
}

#[cfg(test)]
mod tests;
