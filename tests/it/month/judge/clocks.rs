//! Clocks, windows, graces, reminders, pauses and lapses: nothing too early, nothing too late.

use rondel::{
    matchplay::{Event, Extension, Match, MatchId, Moment, Motion, Person, Seat, Stage},
    rules::{Agreement, Color, Colors, Exit, OfferAction},
};

use super::{Judge, TOLERANCE, consent};
use crate::month::plan::{HOUR, MINUTE};

/// The longest pause.
const LONGEST_PAUSE: i64 = 30 * Moment::DAY;

/// A match after each of its events.
pub(super) struct Course {
    pub(super) id: MatchId,
    pub(super) server: Option<usize>,
    /// The time for each move, in milliseconds.
    pub(super) limit: Option<i64>,
    /// The steps by version, from 1.
    pub(super) steps: Vec<Step>,
}

/// A match after an event.
pub(super) struct Step {
    pub(super) at: Moment,
    /// True if it followed from the event before, and was stored and told with it.
    pub(super) follows: bool,
    /// The number of the reminder in its turn; `None` for other events.
    pub(super) reminder: Option<u32>,
    /// True if only computers were left in play before it, in a match that people have played.
    pub(super) quiet: bool,
}

/// The clock of a turn, as it must run.
struct Clock {
    began: Option<Moment>,
    deadline: Option<Moment>,
    window: Option<Moment>,
    granted: bool,
    reminders: u32,
    /// True if the deadline was moved after a reminder.
    moved: bool,
}

struct Follower<'a> {
    judge: &'a mut Judge,
    id: MatchId,
    server: Option<usize>,
    state: Match,
    limit: Option<i64>,
    clock: Clock,
    paused: Option<Moment>,
    gone: Colors,
    /// The moment since which nobody is there who could move.
    nobody: Option<Moment>,
    changed: Moment,
    proposed: Vec<(Motion, Moment, bool)>,
}

pub(super) fn follow(judge: &mut Judge, id: MatchId, events: &[(Event, Moment)]) -> Course {
    let (first, at) = events.first().expect("an event");
    let state = Match::first(id, first, *at).expect("it begins as a match does");
    let server = judge.server(state.opened_at());
    let limit = match first {
        Event::Opened { time, .. } => time.map(|time| time.milliseconds()),
        _ => None,
    };
    let mut follower = Follower {
        judge,
        id,
        server,
        state,
        limit,
        clock: Clock::none(),
        paused: None,
        gone: Colors::NONE,
        nobody: None,
        changed: *at,
        proposed: Vec::new(),
    };
    let mut steps = vec![follower.step(*at, false, None, false)];
    for pair in events.windows(2) {
        let ((before, _), (event, at)) = (&pair[0], &pair[1]);
        follower.look_for_lost(*at);
        let quiet = follower.is_left_to_computers();
        follower.take(event, *at);
        let reminder = matches!(event, Event::Reminded { .. }).then_some(follower.clock.reminders);
        let follows = follows(before, event) && follower.changed == *at;
        follower.changed = *at;
        steps.push(follower.step(*at, follows, reminder, quiet));
    }
    let end = follower.judge.end;
    follower.look_for_lost(end);
    follower.rest(end);
    Course {
        id,
        server,
        limit,
        steps,
    }
}

/// Returns true if an event follows from the one before it, and is no act of its own.
fn follows(before: &Event, event: &Event) -> bool {
    match event {
        // A player who simply resigns goes out at once.
        Event::Eliminated(out) if out.exit == Exit::Conceded => {
            matches!(
                before,
                Event::Proposal {
                    motion: Motion::Agreement(Agreement::Resignation(_)),
                    ..
                } | Event::Eliminated(_)
            )
        }
        Event::Eliminated(_)
        | Event::Ended(_)
        | Event::TookOver { .. }
        | Event::TakenBack { .. }
        | Event::Paused
        | Event::Started => true,
        Event::Resumed => matches!(
            before,
            Event::Proposal {
                motion: Motion::Resume,
                ..
            }
        ),
        Event::OutOfTime { .. } => matches!(
            before,
            Event::Proposal {
                motion: Motion::PutOut { .. },
                ..
            } | Event::DeadlinePassed { .. }
                | Event::SubstituteAnswered { .. }
        ),
        Event::DeadlinePassed { .. } => {
            matches!(before, Event::Freed { .. } | Event::Gone { .. })
        }
        // What belongs to the opening of a table.
        Event::Invited { .. } | Event::Seated { .. } => true,
        Event::Joined { .. } => matches!(before, Event::Opened { .. }),
        _ => false,
    }
}

impl Clock {
    fn none() -> Clock {
        Clock {
            began: None,
            deadline: None,
            window: None,
            granted: false,
            reminders: 0,
            moved: false,
        }
    }

    fn ends(&self) -> Option<Moment> {
        self.window.or(self.deadline)
    }
}

impl Follower<'_> {
    fn step(&self, at: Moment, follows: bool, reminder: Option<u32>, quiet: bool) -> Step {
        Step {
            at,
            follows,
            reminder,
            quiet,
        }
    }

    /// Returns true if people have played, and only computers are in play.
    fn is_left_to_computers(&self) -> bool {
        let state = &self.state;
        let mut in_play = state.position().in_play().iter();
        let mut held = state.tenures().iter();
        state.stage() == Stage::Running
            && in_play.all(|army| state.seats()[army].computer().is_some())
            && held.any(|held| held.holder.player().is_some())
    }

    fn find(&mut self, what: &str, at: Moment) {
        let (id, version) = (self.id, self.state.version());
        let when = at.0 - super::START.0;
        let limit = self.limit;
        self.judge.findings.push(format!(
            "{id} after event {version}, {} min: {what} (limit {limit:?} ms)",
            when / MINUTE
        ));
    }

    fn expect(&mut self, holds: bool, what: &str, at: Moment) {
        if !holds {
            self.find(what, at);
        }
    }

    /// Returns a quarter of the limit, between a minute and a day, for limits of ten minutes or
    /// more; a day if there is no limit and somebody is gone.
    fn window(&self) -> Option<i64> {
        match self.limit {
            None => Some(Moment::DAY),
            Some(limit) if limit >= 10 * MINUTE => Some((limit / 4).clamp(MINUTE, Moment::DAY)),
            Some(_) => None,
        }
    }

    /// Returns the grace: ten minutes or the limit, if that is less.
    fn grace(&self) -> i64 {
        self.limit.unwrap_or(Moment::DAY).min(10 * MINUTE)
    }

    /// Returns the moment until which the player to move cannot run out of time.
    fn graced(&self, at: Moment) -> Moment {
        self.there_since(at).plus(self.grace())
    }

    /// Returns all moments until which that may be, where the bot cannot know whether people could
    /// play.
    fn graces(&self, at: Moment) -> Vec<Moment> {
        let since = self.there_since(at);
        let doubted = self.judge.diary.doubted_since(at, since);
        let all = std::iter::once(since).chain(doubted);
        all.map(|since| since.plus(self.grace())).collect()
    }

    /// Returns the moment since which people could play at this moment.
    fn there_since(&self, at: Moment) -> Moment {
        self.judge.there_since(self.server, at)
    }

    fn turn(&self) -> Color {
        self.state.position().turn()
    }

    fn is_nobody(&self) -> bool {
        let turn = self.turn();
        self.state.stage() == Stage::Running
            && (self.state.seats()[turn] == Seat::Vacant || self.gone.contains(turn))
    }

    /// Returns the moment from which a person without a limit has been silent for too long, while
    /// another one waits.
    fn silent(&self) -> Option<Moment> {
        let (turn, position) = (self.turn(), self.state.position());
        let plays = |army: Color| {
            matches!(self.state.seats()[army], Seat::Taken(_)) && !self.gone.contains(army)
        };
        let waits = position
            .in_play()
            .iter()
            .any(|army| army != turn && plays(army));
        let runs = self.limit.is_some() || self.clock.ends().is_some() || self.clock.granted;
        let began = self.clock.began.filter(|_| plays(turn) && waits && !runs);
        began.map(|began| began.plus(3 * Moment::DAY))
    }

    fn begin_turn(&mut self, at: Moment) {
        let plays = matches!(
            self.state.seats()[self.turn()],
            Seat::Taken(_) | Seat::Vacant
        );
        self.clock = Clock {
            began: Some(at),
            deadline: self.limit.filter(|_| plays).map(|limit| at.plus(limit)),
            ..Clock::none()
        };
        if self.paused.is_some() {
            self.paused = Some(at);
        }
        self.nobody = None;
    }

    /// Checks that everything that had to happen by now has happened.
    fn look_for_lost(&mut self, at: Moment) {
        let since = self.there_since(at);
        let late = |due: Moment| at.0 > due.0.max(since.0) + TOLERANCE;
        match self.state.stage() {
            Stage::Ended => {}
            Stage::Table => {
                let open = late(self.changed.plus(Moment::DAY));
                self.expect(!open, "a table stayed open for more than a day", at);
            }
            Stage::Running => {
                let standing: Vec<Motion> = self
                    .state
                    .proposals()
                    .iter()
                    .map(|vote| vote.motion)
                    .collect();
                self.proposed
                    .retain(|(motion, ..)| standing.contains(motion));
                let stale = self.proposed.iter().any(|(_, made, in_window)| {
                    if *in_window {
                        self.clock.window.is_none()
                    } else {
                        late(made.plus(Moment::DAY))
                    }
                });
                self.expect(!stale, "a proposal stood for too long", at);
                match self.paused {
                    Some(paused) => {
                        let long = late(paused.plus(LONGEST_PAUSE));
                        self.expect(!long, "a pause did not end", at);
                    }
                    None => self.look_for_lost_time(at),
                }
            }
        }
    }

    fn look_for_lost_time(&mut self, at: Moment) {
        let since = self.there_since(at);
        let graced = self.graces(at).into_iter().max().unwrap_or(since);
        let late = |due: Moment, from: Moment| at.0 > due.0.max(from.0) + TOLERANCE;
        if let Some(nobody) = self.nobody
            && self.window().is_some()
            && self.clock.window.is_none()
            && !self.clock.granted
        {
            let lost = late(nobody, since);
            self.expect(!lost, "no window opened though nobody is there", at);
        }
        let silent = self.silent().is_some_and(|silent| late(silent, since));
        self.expect(!silent, "no window opened though nobody moved for days", at);
        let lost = self.clock.ends().is_some_and(|end| late(end, graced));
        self.expect(!lost, "a deadline was lost", at);
        let (Some(limit), Some(deadline), None) =
            (self.limit, self.clock.deadline, self.clock.window)
        else {
            return;
        };
        // From a third before the deadline on, unless the bot came after that.
        let due = Moment(deadline.plus(-limit / 3).0.max(since.0));
        let reminded = self.clock.reminders > 0 || limit < HOUR;
        let lost = late(due, since) && due.0 + TOLERANCE < deadline.0 && !reminded;
        self.expect(!lost, "a reminder is missing", at);
    }

    /// Checks what waits at the end, and why.
    fn rest(&mut self, end: Moment) {
        let why = match self.state.stage() {
            Stage::Ended => match self.state.outcome() {
                Some(outcome) => format!("ended: {}", outcome.ending.word()),
                None => String::from("tables given up"),
            },
            Stage::Table => String::from("waits: an open table"),
            Stage::Running if self.paused.is_some() => String::from("waits: paused"),
            Stage::Running if self.state.seats()[self.turn()].computer().is_some() => {
                self.find("it waits for a computer", end);
                return;
            }
            Stage::Running => match (self.clock.window, self.clock.deadline) {
                (Some(_), _) => String::from("waits: a window is open"),
                (None, Some(_)) => String::from("waits: a deadline lies ahead"),
                (None, None) if self.limit.is_none() => String::from("waits: no limit"),
                (None, None) => {
                    self.find("it waits for nothing", end);
                    return;
                }
            },
        };
        self.judge.count(why);
    }

    /// Checks that nothing ran out while nobody could do anything about it.
    fn look_for_gap(&mut self, event: &Event, at: Moment) {
        let runs_out = matches!(
            event,
            Event::OutOfTime { .. }
                | Event::DeadlinePassed { .. }
                | Event::Extended { .. }
                | Event::Reminded { .. }
        );
        if let Some(gap) = self
            .judge
            .diary
            .gap_at(self.server, at)
            .filter(|_| runs_out)
        {
            let what = format!("{event:?} while nobody could play: {:?}", gap.cause);
            self.find(&what, at);
        }
    }

    fn take(&mut self, event: &Event, at: Moment) {
        self.look_for_gap(event, at);
        match event {
            Event::DeadlinePassed { color, closes } => self.deadline_passed(*color, *closes, at),
            Event::Extended { color, until, why } => self.extended(*color, *until, *why, at),
            Event::Reminded { color } => self.reminded(*color, at),
            Event::OutOfTime { color } => self.out_of_time(*color, at),
            Event::Moved { color, .. } => {
                self.expect(self.paused.is_none(), "a move in a pause", at);
                self.expect(*color == self.turn(), "a move out of turn", at);
            }
            Event::Paused => self.consent(|motion| matches!(motion, Motion::Pause), at),
            Event::Resumed => {
                let long = self
                    .paused
                    .is_some_and(|paused| paused.plus(LONGEST_PAUSE) <= at);
                // Nobody is left who could agree to go on.
                if !long && !self.is_left_to_computers() {
                    self.consent(|motion| matches!(motion, Motion::Resume), at);
                }
            }
            Event::TakenBack { .. } => {
                self.consent(|motion| matches!(motion, Motion::Takeback { .. }), at);
            }
            Event::TookOver { seat, .. } => {
                let seat = *seat;
                let substitute = move |motion: &Motion| motion.seat() == Some(seat);
                self.consent(substitute, at);
            }
            Event::Lapsed { motion, .. } => {
                let made = self.proposed.iter().find(|(made, ..)| made == motion);
                let lapses = made.and_then(|(_, made, in_window)| {
                    let day = made.plus(Moment::DAY);
                    if *in_window {
                        self.clock.window
                    } else {
                        Some(day)
                    }
                });
                let early = lapses.is_none_or(|lapses| at < lapses);
                self.expect(!early, "a proposal lapsed too early", at);
            }
            Event::Expired => {
                let early = at < self.changed.plus(Moment::DAY);
                self.expect(!early, "a table closed too early", at);
            }
            Event::Gone { seat, person } => self.noted_gone(*seat, *person, at),
            _ => {}
        }
        self.apply(event, at);
    }

    /// Applies the event to the clock.
    fn apply(&mut self, event: &Event, at: Moment) {
        let turn = self.turn();
        self.state.apply(event, at);
        match event {
            Event::Started | Event::TakenBack { .. } => self.begin_turn(at),
            Event::Moved { color, .. } => {
                self.gone = self.gone.without(*color);
                self.begin_turn(at);
            }
            Event::Eliminated(_) if self.turn() != turn => self.begin_turn(at),
            Event::TookOver { seat, .. } => {
                self.gone = self.gone.without(*seat);
                if *seat == self.turn() {
                    self.begin_turn(at);
                }
            }
            Event::Freed { seat, .. } => self.gone = self.gone.without(*seat),
            Event::Gone { seat, .. } => self.gone = self.gone.with(*seat),
            Event::Proposal {
                action: OfferAction::Offer,
                motion,
                ..
            } if !matches!(motion, Motion::Agreement(_)) => {
                let in_window = self.clock.window.is_some() && self.paused.is_none();
                self.proposed.push((*motion, at, in_window));
            }
            Event::Paused => self.paused = Some(at),
            Event::Resumed => {
                let stood = self.paused.take().map_or(0, |paused| at.0 - paused.0);
                let later = |moment: Moment| moment.plus(stood);
                self.clock.began = self.clock.began.map(later);
                self.clock.deadline = self.clock.deadline.map(later);
                self.clock.window = self.clock.window.map(later);
                // Everything that waited for the pause to end is due now.
                self.nobody = self.nobody.map(|_| at);
            }
            Event::Ended(_) | Event::Closed | Event::Expired => self.clock = Clock::none(),
            _ => {}
        }
        if self.is_nobody() {
            self.nobody.get_or_insert(at);
        } else {
            self.nobody = None;
        }
    }

    fn deadline_passed(&mut self, color: Color, closes: Moment, at: Moment) {
        let open = color == self.turn() && self.paused.is_none() && self.clock.window.is_none();
        self.expect(open, "a window opened out of turn, twice or in a pause", at);
        let Some(window) = self.window() else {
            return self.find("a window with so short a limit", at);
        };
        let silent = self.silent().is_some_and(|silent| silent <= at);
        let nobody = self.is_nobody() && self.clock.deadline.is_none_or(|deadline| at < deadline);
        let opens = if nobody || silent {
            at
        } else {
            self.clock.deadline.unwrap_or(Moment(i64::MAX))
        };
        self.expect(at >= opens, "a deadline passed too early", at);
        self.expect(
            closes == opens.plus(window),
            "a window is too long or too short",
            at,
        );
        let since = self.there_since(at.plus(-1));
        let while_away = opens < since && at < self.graced(at);
        self.expect(
            !while_away,
            "no grace for a deadline while the bot was away",
            at,
        );
        self.clock.deadline = Some(opens);
        self.clock.window = Some(closes);
    }

    fn extended(&mut self, color: Color, until: Moment, why: Extension, at: Moment) {
        self.expect(color == self.turn(), "an extension out of turn", at);
        match why {
            Extension::Granted(by) => {
                let open = self.clock.window.is_some_and(|closes| at < closes);
                self.expect(
                    open && !self.clock.granted && by != color,
                    "a wrong grant",
                    at,
                );
                let limit = self.limit.unwrap_or(Moment::DAY);
                self.expect(until == at.plus(limit), "a grant of another time", at);
                self.clock.deadline = Some(until);
                self.clock.window = None;
                self.clock.granted = true;
                self.judge.count("time granted");
            }
            Extension::Downtime => {
                let fell = self
                    .clock
                    .ends()
                    .is_some_and(|end| end <= at && end < until);
                // At the very moment at which the bot came back it may be the one before.
                let mut graces = self.graces(at);
                graces.extend(self.graces(at.plus(-1)));
                let away = at < until && graces.contains(&until);
                self.expect(fell && away, "an extension for nothing", at);
                match &mut self.clock.window {
                    Some(closes) => *closes = until,
                    None => self.clock.deadline = Some(until),
                }
                self.judge.count("graces after a restart");
            }
        }
        self.clock.moved = true;
    }

    fn reminded(&mut self, color: Color, at: Moment) {
        let (Some(limit), Some(deadline)) = (self.limit, self.clock.deadline) else {
            return self.find("a reminder without a deadline", at);
        };
        let part = if self.clock.reminders == 0 || self.clock.moved {
            3
        } else {
            10
        };
        let runs = color == self.turn() && self.paused.is_none() && self.clock.window.is_none();
        let soon = deadline.plus(-limit / part) <= at && at < deadline;
        self.expect(
            runs && soon && limit >= HOUR,
            "a reminder at the wrong time",
            at,
        );
        self.expect(self.clock.reminders < 2, "a third reminder", at);
        self.clock.reminders += 1;
        self.clock.moved = false;
    }

    fn out_of_time(&mut self, color: Color, at: Moment) {
        self.expect(color == self.turn(), "out of time out of turn", at);
        let put_out = |motion: &Motion| *motion == Motion::PutOut { seat: color };
        if consent::is_given(&self.state, put_out, self.clock.window.is_some()) {
            self.judge.count("put out by the others");
            return;
        }
        self.judge.count("out of time");
        self.expect(self.paused.is_none(), "out of time in a pause", at);
        let ends = match self.window() {
            Some(_) => self.clock.window,
            None => self.clock.deadline,
        };
        let early = ends.is_none_or(|ends| at < ends);
        self.expect(!early, "out of time too early", at);
        let graced = at < self.graced(at);
        self.expect(!graced, "out of time within the grace", at);
    }

    fn consent(&mut self, motion: impl Fn(&Motion) -> bool, at: Moment) {
        let given = consent::is_given(&self.state, motion, self.clock.window.is_some());
        self.expect(given, "done without the consent of all", at);
    }

    fn noted_gone(&mut self, seat: Color, person: Person, at: Moment) {
        let sits = self.state.seats()[seat].player() == Some(person);
        self.expect(sits, "somebody else is gone than sits there", at);
        let (Some(person), Some(server)) = (
            self.judge.person(person),
            self.judge.server(self.state.opened_at()),
        ) else {
            return;
        };
        // They may have come back while that was noted.
        let lately = at.plus(-TOLERANCE);
        let there = self.judge.diary.was_member(person, server, lately, at);
        self.expect(there != Some(true), "somebody is gone who is there", at);
    }
}
