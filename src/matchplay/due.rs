//! Events that happen when their time comes, without a command, and what a match waits for a computer
//! to do.

use rondel_rules::{Agreement, Color};

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

/// The silence after which the window opens in a match without a limit, in milliseconds: the turn
/// has lasted so long. So nobody keeps the others waiting for ever.
const LONGEST_SILENCE: i64 = 3 * Moment::DAY;

impl Match {
    /// Returns the moment something happens on its own unless the match changes first. An open
    /// table closes a day after its last change (interfaces §3), a proposal expires, the player to
    /// move is reminded, their time is up, they have been silent for too long, or a window or a pause
    /// ends. If it is a computer's turn to act, that moment is now. `None` if nothing will happen.
    #[must_use]
    pub fn due(&self) -> Option<Moment> {
        match self.stage() {
            Stage::Table => Some(self.changed().plus(Moment::DAY)),
            Stage::Running if self.computer_task().is_some() => Some(self.changed()),
            Stage::Running if self.is_paused() && self.is_left_to_computers() => {
                Some(self.changed())
            }
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
        let Some(clock) = self.clock() else {
            return self.silence_ends();
        };
        let reminder = clock.next_reminder();
        Some(clock.window.or(reminder).unwrap_or(clock.deadline))
    }

    /// Returns the moment the window opens in a match without a limit, because the person to move has
    /// been silent while another one waits. `None` once a clock runs, as it does after the first
    /// window of a turn.
    pub(super) fn silence_ends(&self) -> Option<Moment> {
        let turn = self.position().turn();
        let plays = |army| matches!(self.seats()[army], Seat::Taken(_)) && !self.is_gone(army);
        let waits = self.position().in_play().without(turn).iter().any(plays);
        let clock = self.time_limit().is_some() || self.clock().is_some();
        let began = self.turn_began().filter(|_| waits && plays(turn) && !clock);
        began.map(|began| began.plus(LONGEST_SILENCE))
    }

    /// Returns true if the window opens without waiting for a deadline, because the player to move
    /// is gone. Not if the limit is too short for a window.
    #[must_use]
    pub fn window_is_due(&self) -> bool {
        let turn = self.position().turn();
        let nobody = self.seats()[turn] == Seat::Vacant || self.is_gone(turn);
        let granted = self.clock().is_some_and(|clock| clock.granted);
        nobody && !granted && !self.is_overdue(turn) && window(self).is_some()
    }
}

/// Returns true if a window can open for the player to move, sooner or later: the match allows one,
/// it is not paused, and there is a limit, the player is gone, or another person waits for them.
pub(super) fn may_open_window(state: &Match) -> bool {
    let turn = state.position().turn();
    let nobody = state.seats()[turn] == Seat::Vacant || state.is_gone(turn);
    let clock = state.time_limit().is_some() || state.clock().is_some();
    let ends = nobody || clock || state.silence_ends().is_some();
    ends && window(state).is_some() && !state.is_overdue(turn) && !state.is_paused()
}

/// Returns how long the window stays open. Without a limit it is a day: then it opens when somebody
/// has gone or was silent for days.
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
/// use rondel_matchplay::{Event, Match, MatchId, Moment, Table, Person, Place, fall_due, open};
/// use rondel_rules::{Color, Ruleset};
///
/// let opening = Table {
///     ruleset: String::from("three-man"),
///     options: Ruleset::THREE_MAN,
///     place: Place::new("console/table"),
///     seat: Some(Color::White),
///     invited: vec![],
///     computers: None,
///     rated: true,
///     time: None,
///     private: false,
/// };
/// let events = open(&opening, Person(1)).unwrap();
/// let noon = Moment(1_700_000_000_000);
/// let table = Match::fold(MatchId::numbered(7), events.iter().map(|event| (event, noon))).unwrap();
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
                // Those who wanted the pause are out, and nobody is left who could end it.
                Some(_) if state.is_left_to_computers() => vec![Event::Resumed],
                Some(paused) if paused.plus(LONGEST_PAUSE) <= now => vec![Event::Resumed],
                Some(_) => Vec::new(),
                None => clock_runs(state, now, since),
            }
        }
    }
}

/// Returns the event that follows when the system clock is set forward or back by `by`
/// milliseconds: the player to move keeps the time they had left, also until their silence opens a
/// window. Nothing if neither runs; what is paused counts the time left anyway.
#[must_use]
pub fn clock_was_set(state: &Match, by: i64) -> Vec<Event> {
    let runs = state.stage() == Stage::Running && !state.is_paused();
    let clock = state
        .clock()
        .map(|clock| clock.window.unwrap_or(clock.deadline));
    let ends = clock.or(state.silence_ends()).filter(|_| runs);
    let moved = ends.map(|ends| Event::Extended {
        color: state.position().turn(),
        until: ends.plus(by),
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
        // Whenever this is noticed, the window stays open for as long.
        let silent = state.silence_ends().filter(|ends| *ends <= now);
        let opened = silent.map(|_| open_window(state, color, now));
        let opened = opened.map(|opened| and_what_is_carried(state, opened, now));
        return opened.unwrap_or_default();
    };
    let limit = state.time_limit().unwrap_or(TimeLimit::DAY);
    let graced = since.plus(limit.grace());
    let extended = Event::Extended {
        color,
        until: graced,
        why: Extension::Downtime,
    };
    let mut of_window = state.proposals().iter();
    let of_window = of_window.find(|proposal| proposal.ends_with_window());
    // During the grace no army goes out, no matter when its time was up.
    let goes_out = |at: Moment| match of_window {
        _ if at < graced && now < graced => vec![extended.clone()],
        Some(Proposal { by, motion, .. }) => {
            let (by, motion) = (*by, *motion);
            vec![Event::Lapsed { by, motion }]
        }
        None => out_of_time(state, color),
    };
    match (clock.window, window(state)) {
        (Some(closes), _) if closes <= now => goes_out(closes),
        (Some(_), _) => Vec::new(),
        (None, _) if now < clock.deadline => {
            let reminder = clock.next_reminder();
            let reminds = reminder.is_some_and(|at| at <= now);
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
