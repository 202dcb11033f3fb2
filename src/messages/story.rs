//! The story of a match, in sentences.

mod agreements;
mod clocks;
mod endings;
mod listing;
mod proposals;
mod table;

pub(crate) use self::endings::change_of;

use std::{borrow::Cow, ops::Deref};

use self::Filling::{Army, At, Move, Name, Others, Player, Ply, Reason, Text, Who};
use super::{message::Message, move_preview, narrator::Narrator, texts::Texts};
use crate::{
    host::Change,
    matchplay::{
        Event, Extension, Match, Moment, Motion, NewPlayer, Person, PlayedMove, Proposals, Stage,
    },
    render::{BoardView, LastMove},
    rules::{Agreement, Agreements, ByColor, Color, Colors, Ending, OfferAction, ShortMove},
};

/// A match and the names of its players, ready to be told. Its narrator speaks.
#[derive(Clone, Debug)]
pub struct Story<'a> {
    narrator: Narrator<'a>,
    state: &'a Match,
    /// The players' names as they may stand in a text.
    pub(super) names: ByColor<Option<String>>,
    /// The offers between armies and the other proposals, before the events that are told.
    pub(super) before: (Agreements, Proposals),
}

impl<'a> Deref for Story<'a> {
    type Target = Narrator<'a>;

    fn deref(&self) -> &Narrator<'a> {
        &self.narrator
    }
}

/// The value of a place in a text about a match, named after the place.
enum Filling<'a> {
    Army(Color),
    Player(Color),
    /// The player of an army, in a place of another name.
    Who(&'static str, Color),
    Others(Colors),
    Name(Person),
    Match,
    Ply(u32),
    Move(ShortMove),
    Reason(&'a str),
    /// A moment, in the place of this name.
    At(&'static str, Moment),
    /// A place that no other variant fills, by its name.
    Text(&'static str, String),
}

/// Returns the offers between armies and the other proposals that stand in a match.
pub(super) fn stood(before: &Match) -> (Agreements, Proposals) {
    (*before.game().agreements(), before.proposals().clone())
}

/// Writes a move in a line, `12: Nf3 (White)`.
#[must_use]
pub fn moved(texts: &Texts, played: &PlayedMove) -> Message {
    let (ply, mv, army) = (
        played.ply,
        texts.short(played.short),
        texts.army(played.color),
    );
    let values = [("ply", &ply as _), ("move", &mv as _), ("army", &army as _)];
    texts.say("history-move", &values)
}

impl Narrator<'_> {
    /// Returns the story of a match as it stands.
    #[must_use]
    pub fn story<'b>(&'b self, state: &'b Match) -> Story<'b> {
        self.story_named(state, self.called_in(state))
    }

    /// Returns the story of a match whose players go by these names, as they may stand in a text.
    pub(crate) fn story_named<'b>(
        &'b self,
        state: &'b Match,
        names: ByColor<Option<String>>,
    ) -> Story<'b> {
        Story {
            narrator: *self,
            state,
            names,
            before: Default::default(),
        }
    }

    /// Returns the story of what has just happened in a match: with what stood proposed before, and
    /// the names of people who have just given their seats up.
    pub(crate) fn story_of<'b>(&'b self, account: &'b Change) -> Story<'b> {
        let mut story = self.story(&account.after);
        story.before = account.before.as_deref().map(stood).unwrap_or_default();
        for event in &account.events {
            if let Event::Left { seat, person } = event {
                story.names[*seat].get_or_insert_with(|| self.called_somehow(*person));
            }
        }
        story
    }

    /// Returns the board of a match from a seat, as a picture shows it.
    #[must_use]
    pub fn view(&self, state: &Match, seat: Color) -> BoardView {
        self.story(state).view(seat, self.names_in(state))
    }
}

impl Story<'_> {
    /// Returns a text about the match.
    fn tell<'f>(
        &self,
        id: impl Into<Cow<'static, str>>,
        fillings: impl IntoIterator<Item = Filling<'f>>,
    ) -> Message {
        let fillings = fillings.into_iter();
        self.say_of(id, fillings.map(|filling| self.filled(filling)).collect())
    }

    fn filled(&self, filling: Filling<'_>) -> (&'static str, String) {
        match filling {
            Filling::Army(color) => ("army", self.army(color)),
            Filling::Player(color) => ("player", self.player(color)),
            Filling::Who(place, color) => (place, self.player(color)),
            Filling::Others(colors) => ("others", self.players(colors)),
            Filling::Name(person) => ("name", self.called_somehow(person)),
            Filling::Match => ("match", self.state.id().to_string()),
            Filling::Ply(ply) => ("ply", ply.to_string()),
            Filling::Move(short) => ("move", self.texts().short(short)),
            Filling::Reason(text) => ("reason", self.markup.quote(text)),
            Filling::At(place, at) => (place, self.markup.moment(at)),
            Filling::Text(place, text) => (place, text),
        }
    }

    /// Names a player with the army, `Ann (White)`, or the army alone while nobody sits there.
    #[must_use]
    pub fn player(&self, color: Color) -> String {
        let army = self.army(color);
        match &self.names[color] {
            Some(name) => self
                .say("player", &[("name", &name), ("army", &army)])
                .into(),
            None => army,
        }
    }

    fn players(&self, colors: Colors) -> String {
        self.and(colors.iter().map(|color| self.player(color)))
    }

    /// Tells what happened, a sentence to a line. After a move, the first line asks the next player, since
    /// nothing else fits on a locked screen. Any other news comes before the turn that follows from it.
    #[must_use]
    pub fn account(&self, events: &[Event]) -> Message {
        let mut lines = self.told(events);
        let news = lines.len();
        lines.extend(self.lapsed(events));
        match self.state.stage() {
            Stage::Table => lines.extend([self.table(), self.starts_when()]),
            Stage::Running => {
                let alone = events.first().filter(|_| events.len() == 1);
                let agreed = alone.and_then(Event::proposal);
                let agreed = agreed.is_some_and(|(_, action, _)| action == OfferAction::Accept);
                let ready =
                    |event| matches!(event, &Event::SubstituteAnswered { agrees: true, .. });
                if self.state.is_left_to_computers() {
                    lines.push(self.tell("left-to-computers", []));
                } else if agreed || alone.is_some_and(ready) {
                    lines.extend(self.proposals());
                } else if events.is_empty() || events.iter().any(changes_turn) {
                    let is_news = |event: &Event| {
                        changes_turn(event) && !matches!(event, Event::Moved { .. })
                    };
                    let at = if events.iter().any(is_news) { news } else { 0 };
                    lines.insert(at, self.call());
                    lines.extend(self.checks());
                    lines.extend(self.what_stands(events));
                }
            }
            Stage::Ended => {}
        }
        Message::lines(lines)
    }

    /// Tells the end of a match that was left to computers, after which moves nobody was told of: which
    /// armies went out since, then what happened last.
    pub(crate) fn account_of_rest(&self, events: &[Event]) -> Message {
        let left = self.state.left_to_computers().unwrap_or_default();
        let outs = self.state.falls().filter(|out| {
            let fall = self.state.fall_of(out.color);
            fall.is_some_and(|(ply, _)| ply > left)
        });
        let outs = outs.copied().map(Event::Eliminated);
        let outs = outs.filter(|out| !events.contains(out));
        let events: Vec<Event> = outs.chain(events.iter().cloned()).collect();
        self.account(&events)
    }

    /// Tells what happened in its order, and whose king is in check after it: the account for those who
    /// see beside it how things stand.
    pub(crate) fn course(&self, events: &[Event]) -> Vec<Message> {
        let mut lines = self.told(events);
        lines.extend(self.lapsed(events));
        if self.state.stage() == Stage::Running && events.iter().any(changes_turn) {
            lines.extend(self.checks());
        }
        lines
    }

    fn told(&self, events: &[Event]) -> Vec<Message> {
        let told = events.iter().enumerate();
        let told = told.filter(|(at, event)| !goes_out(event, events.get(at + 1)));
        told.filter_map(|(_, one)| self.event(one)).collect()
    }

    /// Tells the player to move that it is their turn or that they begin, whether they are in check, and
    /// until when they have time.
    fn call(&self) -> Message {
        if self.state.is_paused() {
            return self.turn_and_time();
        }
        let turn = self.state.position().turn();
        let begins = self.state.ply() == 0 && self.state.falls().next().is_none();
        let call = match self.attackers(turn) {
            _ if self.state.to_move().is_none() => self.tell("turn", [Player(turn)]),
            _ if begins => self.tell("your-move-first", [Player(turn)]),
            Some(pieces) => self.tell("your-move-check", [Player(turn), Text("pieces", pieces)]),
            None => self.tell("your-move", [Player(turn)]),
        };
        Message::sentences([call].into_iter().chain(self.time_left()))
    }

    /// Tells whose kings are in check, and from which pieces; but not what [`Story::call`] says.
    fn checks(&self) -> impl Iterator<Item = Message> {
        let position = self.state.position();
        let called = self.state.to_move().is_some() && !self.state.is_paused();
        let told = move |color: &Color| called && *color == position.turn();
        let checked = position.checked().iter().filter(move |color| !told(color));
        checked.filter_map(|color| {
            let pieces = Text("pieces", self.attackers(color)?);
            Some(self.tell("check", [Army(color), pieces]))
        })
    }

    /// Names the pieces that give check to an army, if any do.
    fn attackers(&self, army: Color) -> Option<String> {
        let position = self.state.position();
        let lines = position.lines_to_king(army, position.in_play());
        let pieces = lines
            .into_iter()
            .filter_map(|line| move_preview::piece_at(self.texts(), position, line.attacker));
        let pieces = self.and(pieces);
        (!pieces.is_empty()).then_some(pieces)
    }

    /// Tells what is asked and what else stands, in one line, of which each part is there only where there is
    /// something to tell. Points, captures and pacts are told when they change, since on a phone they would push
    /// the board out of sight, and by `/board`; all of them where somebody new plays, or play goes on after a
    /// pause.
    fn what_stands(&self, events: &[Event]) -> Option<Message> {
        let tells_all = |event: &Event| {
            matches!(
                event,
                Event::Resumed | Event::TakenBack { .. } | Event::TookOver { .. }
            )
        };
        let all = events.is_empty() || events.iter().any(tells_all);
        let moved = |event: &Event| matches!(event, Event::Moved { .. });
        let moves = events.iter().filter(|event| moved(event)).count();
        let captures = |played: &PlayedMove| played.taken.is_some();
        let captured = self.state.played().iter().rev().take(moves).any(captures);
        let scores = |event: &Event| {
            let Event::Eliminated(out) = event else {
                return false;
            };
            out.points.iter().any(|(_, points)| points.sixths() > 0)
        };
        let points = self
            .points_so_far()
            .filter(|_| all || events.iter().any(scores));
        let captured = self.captured_so_far().filter(|_| all || captured);
        let agreements = if all {
            self.agreements()
        } else {
            self.offers()
        };
        let stands: Vec<Message> = [points, captured]
            .into_iter()
            .flatten()
            .chain(agreements)
            .collect();
        (!stands.is_empty()).then(|| Message::sentences(stands))
    }

    /// Returns the army that follows the one to move, while there are three.
    fn next(&self) -> Option<Color> {
        let position = self.state.position();
        let in_play = position.in_play();
        in_play
            .next_after(position.turn())
            .filter(|_| in_play.len() > 2)
    }

    /// Tells what happened, in a sentence, for the history: without moves and without the table, which
    /// have lines of their own. The match is as it stood just after.
    #[must_use]
    pub fn happened(&self, event: &Event) -> Option<Message> {
        let elsewhere = matches!(
            event,
            Event::Opened { imported: None, .. }
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
            let id = if self.is_untimed(*color) {
                "history-window-opened"
            } else {
                "history-deadline-passed"
            };
            return Some(self.tell(id, [Player(*color)]));
        }
        if let Event::Extended { color, why, .. } = event {
            return Some(match why {
                Extension::Granted(by) => {
                    self.tell("history-time-granted", [Player(*color), Who("by", *by)])
                }
                Extension::Downtime => self.tell("history-time-extended", [Player(*color)]),
            });
        }
        self.event(event)
    }

    /// Tells the last move of an army.
    fn last_of(&self, color: Color) -> Option<&PlayedMove> {
        let mut played = self.state.played().iter().rev();
        played.find(|played| played.color == color)
    }

    /// Returns true for a computer in a match that is left to computers: there it agrees to a draw only
    /// because somebody who is out ends the match.
    fn is_made_to_agree(&self, army: Color) -> bool {
        let is_computer = self.state.seats()[army].computer().is_some();
        is_computer && self.state.left_to_computers().is_some()
    }

    fn event(&self, event: &Event) -> Option<Message> {
        Some(match event {
            Event::Opened {
                imported: Some(imported),
                ..
            } => {
                let place = self.markup.name(imported.place.as_str());
                self.say("imported", &[("match", &imported.from), ("where", &place)])
            }
            Event::Opened {
                ruleset, private, ..
            } => {
                let private = private.then(|| self.tell("table-private", []));
                Message::lines([self.opened(ruleset)].into_iter().chain(private))
            }
            Event::Seated { casual: true, .. } => self.tell("made-casual", []),
            // A computer's seat stands in the list of seats.
            Event::Invited { .. } | Event::Seated { .. } | Event::Housed { .. } => return None,
            // The opener's seat stands in the list of seats.
            Event::Joined { person, .. } if self.state.opener() == *person => return None,
            Event::Joined { seat, .. } => self.seating("joined", *seat),
            Event::Left { seat, .. } => self.seating("left", *seat),
            Event::Closed => self.tell("closed", [Filling::Match]),
            Event::Expired => self.tell("expired", [Filling::Match]),
            Event::Started => self.started(),
            Event::Moved { color, .. } => {
                let played = self.last_of(*color)?;
                let does = move_preview::done(self.texts(), played);
                self.tell(
                    "moved",
                    [
                        Text("bold", self.markup.bold().to_owned()),
                        Move(played.short),
                        Player(*color),
                        Text("does", does),
                    ],
                )
            }
            Event::Eliminated(out) => self.went_out(out),
            Event::Proposal {
                by,
                action,
                motion: Motion::Agreement(Agreement::Draw),
            } if self.is_made_to_agree(*by) => {
                // What the first computer is made to say, all others repeat.
                let is_first = *action == OfferAction::Offer;
                return is_first.then(|| self.tell("computers-stopped", []));
            }
            Event::Proposal {
                by,
                action,
                motion: Motion::Agreement(about),
            } => self.said(*by, *action, *about),
            Event::Proposal { by, action, motion } => match action {
                OfferAction::Offer => self.proposed(*by, motion)?,
                OfferAction::Accept => self.answered("agreed", *by, motion),
                OfferAction::Decline | OfferAction::Withdraw => {
                    self.answered("declined", *by, motion)
                }
            },
            Event::DrawClaimed { by, .. } => self.tell("draw-claimed", [Player(*by)]),
            // In the same breath the match may have ended, or the seat been given away.
            Event::DeadlinePassed { color, .. } if !self.state.is_overdue(*color) => return None,
            Event::DeadlinePassed { color, closes } => self.deadline_passed(*color, *closes),
            Event::Extended { color, until, why } => {
                let (player, until) = (Player(*color), At("until", *until));
                match why {
                    // The deadline of a clock that stands is not known.
                    Extension::Granted(by) if self.state.is_paused() => {
                        self.tell("time-granted-paused", [player, Who("by", *by)])
                    }
                    Extension::Granted(by) => {
                        self.tell("time-granted", [player, until, Who("by", *by)])
                    }
                    Extension::Downtime => self.tell("time-extended", [player, until]),
                }
            }
            Event::Reminded { color } => {
                let clock = self.state.clock()?;
                let id = ["reminder", "reminder-last"][usize::from(clock.reminders > 1)];
                let until = At("until", clock.deadline);
                self.tell(id, [Player(*color), Filling::Match, until])
            }
            Event::OutOfTime { color } if self.is_untimed(*color) => {
                self.tell("nobody-moved", [Army(*color)])
            }
            Event::OutOfTime { color } => self.tell("out-of-time", [Player(*color)]),
            Event::Paused => self.tell("paused", []),
            Event::Resumed => self.tell("resumed", []),
            Event::TakenBack { to_ply } => {
                self.tell("taken-back", [Text("count", to_ply.to_string())])
            }
            Event::Lapsed { by, motion } => self.answered("lapsed", *by, motion),
            Event::SubstituteAnswered { person, agrees, .. } => {
                let agrees = if *agrees { "agrees" } else { "declines" };
                self.tell(format!("substitute-{agrees}"), [Name(*person)])
            }
            Event::TookOver { seat, taker } => match taker {
                NewPlayer::Person(person) => self.tell("took-over", [Name(*person), Army(*seat)]),
                NewPlayer::Computer(level) => {
                    let name = Text("name", level.name(*seat).to_owned());
                    let level = Text("level", level.to_string());
                    self.tell("computer-took-over", [name, Army(*seat), level])
                }
            },
            Event::Gone { seat, person } => self.tell("gone", [Name(*person), Army(*seat)]),
            Event::Freed { seat, reason, .. } if reason.is_empty() => {
                self.tell("given-up", [Army(*seat)])
            }
            Event::Freed {
                seat,
                person,
                reason,
            } => self.tell("freed", [Name(*person), Army(*seat), Reason(reason)]),
            Event::CalledOff => self.tell("called-off", []),
            Event::Aborted { reason } => {
                self.tell("aborted-by-managers", [Filling::Match, Reason(reason)])
            }
            Event::Ended(outcome) => self.ended(outcome),
        })
    }

    /// Says who is to move, who follows, and how much time there is.
    pub(crate) fn turn_and_time(&self) -> Message {
        Message::sentences([self.turn()].into_iter().chain(self.time_left()))
    }

    /// Says who is to move, and who follows; of a match that is paused, who will be.
    #[must_use]
    pub fn turn(&self) -> Message {
        let turn = self.state.position().turn();
        if self.state.is_paused() {
            return self.tell("turn-paused", [Player(turn)]);
        }
        match self.next() {
            Some(next) => self.tell("turn-and-next", [Player(turn), Who("next", next)]),
            None => self.tell("turn", [Player(turn)]),
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

    /// Returns the board from a seat, as a picture shows it. The names go in bare: the picture
    /// makes them harmless itself.
    #[must_use]
    pub fn view(&self, seat: Color, names: ByColor<Option<String>>) -> BoardView {
        let last_moves = Color::ALL.into_iter().filter_map(|color| {
            let played = self.last_of(color)?;
            Some(LastMove {
                color,
                from: played.mv.from,
                to: played.mv.to,
                number: played.ply,
                taken: played.taken,
                notation: self.texts().short(played.short),
            })
        });
        let played = self.rules().armies().iter();
        BoardView {
            names,
            match_id: Some(self.state.id().to_string()),
            empty: played.fold(Colors::ALL, Colors::without),
            points: self.earned_so_far(),
            out: self
                .state
                .outs()
                .map(|out| Some(self.word(&format!("exit-{}", out?.exit.word())))),
            mated_by: self.state.mated_by(),
            over: self.state.outcome().map(|outcome| self.result(outcome)),
            paused: self.state.is_paused(),
            last_moves: last_moves.collect(),
            mirrored: self.locale.mirrored,
            ..BoardView::new(*self.state.position(), seat)
        }
    }

    /// Describes the board from a seat in words.
    #[must_use]
    pub fn text_board(&self, seat: Color) -> String {
        let view = self.view(seat, self.names.clone());
        crate::render::text_board(&view, self.texts())
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

/// Returns true if an army's time is up, and the next event tells that with what follows from it.
pub(super) fn goes_out(event: &Event, next: Option<&Event>) -> bool {
    matches!((event, next), (Event::OutOfTime { color }, Some(Event::Eliminated(out)))
        if out.color == *color)
}

#[cfg(test)]
mod tests;
