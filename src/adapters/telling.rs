//! Events in sentences.

mod agreement;
mod ending;
mod listing;
mod table;
mod waiting;

use crate::{
    matchplay::{Event, Extension, Match, Moment, Person, Place, Played, Seat, Stage, Votes},
    render::{BoardView, LastMove, readable},
    rules::{Agreements, ByColor, Color, Colors, Draw},
    rulesets::Rulesets,
};

use super::words::Words;

/// What a chat makes of names, places and moments: how they are written into its texts.
pub trait Manner: Send + Sync {
    /// A name as it may stand in a text: no mention, no markup, nothing that runs on beyond it.
    /// Empty when nothing can be seen of it.
    fn name(&self, name: &str) -> String;

    /// A text that somebody wrote, as it may stand in another: as harmless as a name.
    fn quote(&self, text: &str) -> String;

    /// How a place is referred to.
    fn place(&self, place: &Place) -> String;

    /// How a role is mentioned, by what the chat knows it by.
    fn role(&self, role: &str) -> String {
        format!("@{}", self.name(role))
    }

    /// How a place is referred to for somebody who is at another one, or at the same, so that they
    /// find the way there.
    fn link(&self, place: &Place, _from: &Place) -> String {
        self.place(place)
    }

    /// How a moment is written: to the minute in UTC, such as `2026-11-21 22:00 UTC`, where the
    /// chat knows nothing better.
    fn moment(&self, at: Moment) -> String {
        in_utc(at)
    }

    /// How long it is until a moment that is seconds away, where the chat tells that by itself.
    fn again(&self, _at: Moment) -> Option<String> {
        None
    }

    /// Whether the people who are there share a server, unlike those who talk to the bot alone.
    fn is_shared(&self, _place: &Place) -> bool {
        true
    }
}

/// A match and the names of its players, ready to be told about.
pub struct Teller<'a> {
    pub(super) words: &'a Words,
    pub(super) manner: &'a dyn Manner,
    pub(super) state: &'a Match,
    /// The players' names as they may stand in a text.
    pub(super) names: ByColor<Option<String>>,
    /// The rulesets that can be played by.
    pub(super) rulesets: &'a Rulesets,
    /// What stood proposed or agreed before what is told.
    pub(super) before: Agreements,
    /// What stood proposed besides before what is told.
    pub(super) votes_before: Votes,
    /// The names of people who need not sit here, as they may stand in a text.
    pub(super) people: Vec<(Person, String)>,
}

impl std::fmt::Debug for Teller<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Teller")
            .field("match", &self.state.id())
            .finish_non_exhaustive()
    }
}

/// A move in a line, `12: Nf3 (White)`.
#[must_use]
pub fn moved(words: &Words, played: &Played) -> String {
    let (ply, army) = (played.ply.to_string(), words.army(played.color));
    let values = [("ply", &*ply), ("move", &played.short), ("army", &army)];
    words.say("history-move", &values)
}

impl Teller<'_> {
    fn say(&self, id: &str, values: &[(&str, &str)]) -> String {
        self.words.say(id, values)
    }

    /// `Ann (White)`, or the army's name alone while nobody sits there.
    #[must_use]
    pub fn player(&self, color: Color) -> String {
        let army = self.words.army(color);
        match &self.names[color] {
            Some(name) => self.say("player", &[("name", name), ("army", &army)]),
            None => army,
        }
    }

    fn players(&self, colors: Colors) -> String {
        let players: Vec<String> = colors.iter().map(|color| self.player(color)).collect();
        joined(self.words, &players)
    }

    /// What happened, a sentence to a line, and what is to be done next.
    #[must_use]
    pub fn account(&self, events: &[Event]) -> String {
        let mut lines: Vec<String> = Vec::new();
        for event in events {
            lines.extend(self.event(event));
        }
        lines.extend(self.lapsed(events));
        match self.state.stage() {
            Stage::Table => {
                lines.push(self.table());
                lines.push(self.awaited());
            }
            Stage::Running => {
                let position = self.state.position();
                for color in position.checked().iter() {
                    lines.push(self.say("check", &[("army", &self.words.army(color))]));
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
        lines.join("\n")
    }

    /// What happened, in a sentence, but for moves and what belongs to the table. The match is as
    /// it stood just after.
    #[must_use]
    pub fn happened(&self, event: &Event) -> Option<String> {
        match event {
            Event::Opened { .. }
            | Event::MadePrivate
            | Event::Invited { .. }
            | Event::Joined { .. }
            | Event::Seated { .. }
            | Event::Left { .. }
            | Event::Started
            | Event::Housed { .. }
            | Event::Reminded { .. }
            | Event::Moved { .. } => None,
            Event::Imported(_)
            | Event::Closed
            | Event::Expired
            | Event::WentOut(_)
            | Event::Said { .. }
            | Event::DrawClaimed { .. }
            | Event::OutOfTime { .. }
            | Event::Paused
            | Event::Resumed
            | Event::TakenBack { .. }
            | Event::Proposed { .. }
            | Event::Agreed { .. }
            | Event::Declined { .. }
            | Event::Lapsed { .. }
            | Event::SubstituteAnswered { .. }
            | Event::TookOver { .. }
            | Event::Gone { .. }
            | Event::Freed { .. }
            | Event::CalledOff
            | Event::Aborted { .. }
            | Event::Ended(_) => self.event(event),
            Event::Extended { color, why, .. } => {
                // Until when it was is past.
                let (id, by) = match why {
                    Extension::Granted(by) => ("history-time-granted", self.player(*by)),
                    Extension::Downtime => ("history-time-extended", String::new()),
                };
                Some(self.say(id, &[("player", &*self.player(*color)), ("by", &by)]))
            }
            Event::DeadlinePassed { color, .. } => Some(self.say(
                "history-deadline-passed",
                &[("player", &self.player(*color))],
            )),
        }
    }

    /// The move made last, `12: Nf3 (White)`.
    #[must_use]
    pub fn moved_shortly(&self) -> Option<String> {
        let played = self.state.played().last()?;
        Some(moved(self.words, played))
    }

    fn event(&self, event: &Event) -> Option<String> {
        let say = |id: &str, by: Color| Some(self.say(id, &[("player", &self.player(by))]));
        match event {
            Event::Opened { ruleset, .. } => Some(self.opened(ruleset)),
            Event::Imported(imported) => Some(self.say(
                "imported",
                &[
                    ("match", imported.from.as_str()),
                    ("where", &self.manner.name(imported.place.as_str())),
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
            Event::Closed => Some(self.say("closed", &[("match", self.state.id().as_str())])),
            Event::Expired => Some(self.say("expired", &[("match", self.state.id().as_str())])),
            Event::Started => Some(format!(
                "{}\n{}",
                self.say("started", &[("match", self.state.id().as_str())]),
                self.table()
            )),
            Event::Moved { color, .. } => {
                let played = self
                    .state
                    .played()
                    .iter()
                    .rev()
                    .find(|played| played.color == *color)?;
                Some(self.say(
                    "moved",
                    &[
                        ("ply", &played.ply.to_string()),
                        ("move", &played.short),
                        ("player", &self.player(*color)),
                    ],
                ))
            }
            Event::WentOut(out) => Some(self.went_out(out)),
            Event::Said { by, said } => Some(self.said(*by, *said)),
            Event::DrawClaimed { by, draw } => match draw {
                Draw::Moves => say("draw-claimed-moves", *by),
                Draw::Impossibility => say("draw-claimed-impossibility", *by),
                Draw::Repetition | Draw::Agreement | Draw::Stalemate | Draw::Time => {
                    say("draw-claimed-repetition", *by)
                }
            },
            Event::DeadlinePassed { .. }
            | Event::Extended { .. }
            | Event::Reminded { .. }
            | Event::OutOfTime { .. }
            | Event::Paused
            | Event::Resumed
            | Event::TakenBack { .. }
            | Event::Proposed { .. }
            | Event::Agreed { .. }
            | Event::Declined { .. }
            | Event::Lapsed { .. }
            | Event::SubstituteAnswered { .. }
            | Event::TookOver { .. }
            | Event::Gone { .. }
            | Event::Freed { .. } => self.waited(event),
            Event::CalledOff => Some(self.say("called-off", &[])),
            Event::Aborted { reason } => Some(self.say(
                "aborted-by-managers",
                &[
                    ("match", self.state.id().as_str()),
                    ("reason", &self.manner.quote(reason)),
                ],
            )),
            Event::Ended(over) => Some(self.ended(over)),
        }
    }

    /// Who is to move, who follows, and how much time there is.
    #[must_use]
    pub fn turn_and_time(&self) -> String {
        let turn = self.turn();
        match self.time_left() {
            Some(time) => format!("{turn} {time}"),
            None => turn,
        }
    }

    /// Who is to move, and who follows.
    #[must_use]
    pub fn turn(&self) -> String {
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

    /// What a picture of the board shows, seen from a seat. Names go in as they are: the picture
    /// makes them harmless itself.
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
            Some(self.say(&format!("exit-{}", out.exit.word()), &[]))
        });
        view.over = self.state.over().map(|over| self.result(over));
        for color in Color::ALL {
            let last = self
                .state
                .played()
                .iter()
                .rev()
                .find(|played| played.color == color);
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
}

/// Whether somebody else is to act after such an event, or the board is another.
fn changes_turn(event: &Event) -> bool {
    matches!(
        event,
        Event::Started
            | Event::Moved { .. }
            | Event::WentOut(_)
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

/// A moment to the minute in UTC. What lies before or after all years of four digits or so is
/// written as the first or the last moment that there is.
fn in_utc(at: Moment) -> String {
    let beyond = if at.0 < 0 {
        jiff::Timestamp::MIN
    } else {
        jiff::Timestamp::MAX
    };
    let time = jiff::Timestamp::from_millisecond(at.0).unwrap_or(beyond);
    time.strftime("%Y-%m-%d %H:%M UTC").to_string()
}

/// `a`, `a and b`, `a, b and c`.
pub(super) fn joined(words: &Words, items: &[String]) -> String {
    joined_by(words, "list-and", items)
}

/// `a`, `a or b`, `a, b or c`.
pub(super) fn either(words: &Words, items: &[String]) -> String {
    joined_by(words, "list-or", items)
}

fn joined_by(words: &Words, last_by: &str, items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!(
            "{}{}{last}",
            first.join(&words.say("list-comma", &[])),
            words.say(last_by, &[])
        ),
    }
}

/// The most letters of a name or a typed text that are shown. Escaped, each letter is two at most,
/// and the words of pictures take 64.
const MOST_SHOWN: usize = 32;

/// A text of at most this many letters, without those that steer a terminal or turn the direction of
/// what follows.
#[must_use]
pub fn harmless_text(text: &str, most: usize) -> String {
    let shown: String = readable(text).chars().take(most).collect();
    shown.trim_end().to_owned()
}

/// A name of at most 32 letters that can be seen, without those that steer a terminal or turn the
/// direction of what follows. Empty when nothing can be seen of it.
#[must_use]
pub fn harmless(name: &str) -> String {
    harmless_text(name, MOST_SHOWN)
}

#[cfg(test)]
mod tests;
