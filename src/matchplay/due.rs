//! Events that happen when their time comes, without a command, and what a match waits for a computer
//! to do.

use crate::rules::{Agreement, Color};

use super::{
    event::{Event, Extension},
    id::Moment,
    proposal::{Motion, Proposal},
    seat::Seat,
    state::{Match, Stage},
    time::TimeLimit,
    verdicts::out_of_time,
    voting::carried,
};

/// The longest pause, in milliseconds. After it the clock resumes, so that a player who never
/// answers cannot keep the others waiting for ever.
pub const LONGEST_PAUSE: i64 = 30 * Moment::DAY;

impl Match {
    /// Returns the moment something happens on its own unless the match changes first. An open
    /// table closes a day after its last change (interfaces §3), a proposal expires a day after it
    /// was made, the player to move is reminded, their time is up, or a window or a pause ends. If
    /// it is a computer's turn to act, that moment is now. `None` if nothing will happen.
    #[must_use]
    pub fn due(&self) -> Option<Moment> {
        match self.stage() {
            Stage::Table => Some(self.changed().plus(Moment::DAY)),
            Stage::Running if self.computer_task().is_some() => Some(self.changed()),
            Stage::Running => {
                let paused = self.paused_since();
                let clock = match paused {
                    Some(since) => Some(since.plus(LONGEST_PAUSE)),
                    None => self.clock_due(),
                };
                [self.proposals().first_expiry(), clock]
                    .into_iter()
                    .flatten()
                    .min()
            }
            Stage::Ended => None,
        }
    }

    fn clock_due(&self) -> Option<Moment> {
        if self.window_is_due() {
            return Some(self.changed());
        }
        let clock = self.clock()?;
        let reminder = self
            .time_limit()
            .and_then(|limit| clock.next_reminder(limit))
            .filter(|reminder| *reminder < clock.deadline);
        Some(clock.window.or(reminder).unwrap_or(clock.deadline))
    }

    /// Returns true if the window opens without waiting for a deadline, because the player to move
    /// is gone. Not if the limit is too short for a window.
    fn window_is_due(&self) -> bool {
        let turn = self.position().turn();
        let nobody = self.seats()[turn] == Seat::Vacant || self.is_gone(turn);
        let granted = self.clock().is_some_and(|clock| clock.granted);
        nobody && !granted && !self.is_overdue(turn) && window(self).is_some()
    }
}

/// Returns true if a window can open for the player to move, sooner or later: the match allows one,
/// the clock runs, and there is a limit or the player is gone.
pub(super) fn may_open_window(state: &Match) -> bool {
    let turn = state.position().turn();
    let nobody = state.seats()[turn] == Seat::Vacant || state.is_gone(turn);
    let ends = nobody || state.time_limit().is_some();
    ends && window(state).is_some() && !state.is_overdue(turn) && !state.is_paused()
}

/// Returns how long the window stays open. Without a limit it is that of a limit of one day, since
/// then it opens only when somebody has gone.
fn window(state: &Match) -> Option<i64> {
    match state.time_limit() {
        Some(limit) => limit.window(),
        None => Some(Moment::DAY),
    }
}

/// Opens the window for this army, whose player has left or was removed: at once if it is its turn,
/// a window is allowed, and none is open.
pub(super) fn open_window(state: &Match, color: Color, now: Moment) -> Vec<Event> {
    let turn = state.position().turn() == color && !state.is_paused();
    let window = window(state).filter(|_| turn && !state.is_overdue(color));
    let event = window.map(|window| Event::DeadlinePassed {
        color,
        closes: now.plus(window),
    });
    event.into_iter().collect()
}

/// Returns what has happened on its own by now. Nothing before [`Match::due`], and nothing that a
/// computer does, since that has to be thought about first. If several things are due, only the
/// first is returned: the caller applies it and asks again.
///
/// `since` is the moment since which players could have acted in time: the process was running, its
/// clock was not changed, events could be stored, and a chat reached the players. Nobody's time
/// runs out before the [grace](TimeLimit::grace) after `since` is over. A deadline that passed
/// before `since` moves to the end of the grace.
///
/// ```
/// use rondel::matchplay::{Event, Match, MatchId, Moment, Opening, Person, Place, fall_due, open};
/// use rondel::rules::{Color, Ruleset};
///
/// let opening = Opening {
///     id: MatchId::numbered(7),
///     ruleset: String::from("three-man"),
///     options: Ruleset::THREE_MAN,
///     place: Place::new("console/table"),
///     seat: Color::White,
///     invited: vec![],
///     computers: None,
///     rated: true,
///     time: None,
///     private: false,
/// };
/// let events = open(&opening, Person(1)).unwrap();
/// let noon = Moment(1_700_000_000_000);
/// let table = Match::fold(opening.id, events.iter().map(|event| (event, noon))).unwrap();
/// assert_eq!(table.due(), Some(noon.plus(Moment::DAY)));
/// assert_eq!(fall_due(&table, noon.plus(Moment::DAY - 1), noon), []);
/// assert_eq!(fall_due(&table, noon.plus(Moment::DAY), noon), [Event::Expired]);
/// ```
#[must_use]
pub fn fall_due(state: &Match, now: Moment, since: Moment) -> Vec<Event> {
    match state.stage() {
        Stage::Table if state.due().is_some_and(|due| due <= now) => vec![Event::Expired],
        Stage::Table | Stage::Ended => Vec::new(),
        Stage::Running => {
            let mut lapsed = state
                .proposals()
                .iter()
                .filter(|proposal| proposal.is_over(now));
            if let Some(proposal) = lapsed.next() {
                let (by, motion) = (proposal.by, proposal.motion);
                return vec![Event::Lapsed { by, motion }];
            }
            match state.paused_since() {
                Some(paused) if paused.plus(LONGEST_PAUSE) <= now => vec![Event::Resumed],
                Some(_) => Vec::new(),
                None => clock_runs(state, now, since),
            }
        }
    }
}

/// Returns the event that follows when the system clock is set forward or back by `by`
/// milliseconds: the player to move keeps the time they had left. Nothing if no clock runs; a
/// paused clock counts the time left anyway.
#[must_use]
pub fn clock_was_set(state: &Match, by: i64) -> Vec<Event> {
    let runs = state.stage() == Stage::Running && !state.is_paused();
    let clock = state.clock().filter(|_| runs);
    let moved = clock.map(|clock| Event::Extended {
        color: state.position().turn(),
        until: clock.window.unwrap_or(clock.deadline).plus(by),
        why: Extension::Downtime,
    });
    moved.into_iter().collect()
}

/// Returns the event that is due on the clock of the player to move.
fn clock_runs(state: &Match, now: Moment, since: Moment) -> Vec<Event> {
    let color = state.position().turn();
    // After the clock was set back this waits too, like everything in the index.
    if state.window_is_due() && state.changed() <= now {
        return and_what_is_carried(state, open_window(state, color, now), now);
    }
    let Some(clock) = state.clock() else {
        return Vec::new();
    };
    let limit = state.time_limit().unwrap_or(TimeLimit::DAY);
    let graced = since.plus(limit.grace());
    let extended = Event::Extended {
        color,
        until: graced,
        why: Extension::Downtime,
    };
    // During the grace no army goes out, no matter when its time was up.
    let goes_out = |at: Moment| {
        if at < graced && now < graced {
            vec![extended.clone()]
        } else {
            out_of_time(state, color)
        }
    };
    match (clock.window, window(state)) {
        (Some(closes), _) if closes <= now => goes_out(closes),
        (Some(_), _) => Vec::new(),
        (None, _) if now < clock.deadline => {
            let reminder = clock.next_reminder(limit);
            let reminds = state.time_limit().is_some() && reminder.is_some_and(|at| at <= now);
            reminds
                .then_some(Event::Reminded { color })
                .into_iter()
                .collect()
        }
        (None, None) => goes_out(clock.deadline),
        (None, Some(_)) if clock.deadline <= since && now < graced => vec![extended],
        (None, Some(window)) => {
            let closes = clock.deadline.plus(window);
            and_what_is_carried(state, vec![Event::DeadlinePassed { color, closes }], now)
        }
    }
}

/// Adds proposals that are carried once a window opens: the player past the deadline no longer has
/// a say, so the others may already agree.
pub(super) fn and_what_is_carried(
    state: &Match,
    mut events: Vec<Event>,
    now: Moment,
) -> Vec<Event> {
    let mut after = state.clone();
    let mut taken_in = 0;
    loop {
        for event in &events[taken_in..] {
            after.apply(event, now);
        }
        taken_in = events.len();
        // A proposal that is carried out is gone from the list, so the loop ends.
        let mut proposals = after.proposals().iter();
        let Some(proposal) = proposals.find(|proposal| after.is_carried(proposal)) else {
            return events;
        };
        events.extend(carried(&after, proposal));
    }
}

/// A task that a match waits for a computer to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComputerTask {
    /// Answer a proposal of this army.
    Answer {
        /// The army that made it.
        by: Color,
        /// The proposal's content.
        motion: Motion,
    },
    /// Move; before that, think about a pact it has been offered (rules §6.3).
    Move,
}

impl Match {
    /// Returns the computer this match waits for, with its task: answers before moves.
    #[must_use]
    pub fn computer_task(&self) -> Option<(Color, ComputerTask)> {
        if self.stage() != Stage::Running {
            return None;
        }
        let position = self.position();
        let computers = position
            .in_play()
            .iter()
            .filter(|color| self.is_computer(*color));
        let mut answers = computers.filter_map(|color| Some((color, self.to_answer(color)?)));
        let turn = position.turn();
        let moves = self.is_computer(turn) && !self.is_paused();
        let to_move = moves.then_some((turn, ComputerTask::Move));
        answers.next().or(to_move)
    }

    /// Returns the question this army in play has been asked and has not answered.
    fn to_answer(&self, color: Color) -> Option<ComputerTask> {
        let open = self.open_proposals();
        // It thinks about pacts before it moves.
        let pact = |motion| matches!(motion, Motion::Agreement(Agreement::Pact(_)));
        let mut asked = open
            .filter(|proposal| !pact(proposal.motion) && self.pending(proposal).contains(color));
        let Proposal { by, motion, .. } = asked.next()?;
        Some(ComputerTask::Answer { by, motion })
    }

    fn is_computer(&self, color: Color) -> bool {
        matches!(self.seats()[color], Seat::Computer(_))
    }
}
