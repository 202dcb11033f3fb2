//! The referee: holds the events of a log or a record against what today's rules decide.

use std::{collections::VecDeque, mem::discriminant};

use rondel_rules::Color;

use super::{
    command::Command,
    decide::decide,
    due::{and_what_is_carried, may_open_window},
    event::Event,
    id::Moment,
    state::{Match, Stage},
};

/// A check of the events of one match, in order. Each event that somebody caused is decided again,
/// and what follows from it is expected next. Moments are not compared, since records have none.
///
/// ```
/// use rondel_matchplay::{Event, Match, MatchId, Moment, Person, Place, Referee};
/// use rondel_rules::{Color, Ruleset};
///
/// let opened = Event::Opened {
///     ruleset: String::from("duel"),
///     options: Ruleset::THREE_MAN,
///     opener: Person(1),
///     place: Place::new("console/table"),
///     rated: true,
///     private: false,
///     time: None,
///     imported: None,
/// };
/// let joined = Event::Joined { seat: Color::White, person: Person(1) };
/// let events = [opened, joined, Event::Started];
/// let events = events.iter().map(|event| (event, Moment(0)));
/// let state = Match::fold(MatchId::numbered(7), events).unwrap();
/// let mut referee = Referee::default();
/// let mv = |text: &str| text.parse().unwrap();
/// let moved = Event::Moved { color: Color::White, mv: mv("e2e4") };
/// assert_eq!(referee.judge(&state, &moved), Ok(vec![]));
/// let moved = Event::Moved { color: Color::White, mv: mv("e2e5") };
/// assert!(referee.judge(&state, &moved).is_err());
/// ```
#[derive(Debug, Default)]
pub struct Referee {
    /// The events that must follow, in each way in which the match can have gone on: a move may or
    /// may not claim a draw.
    ways: Vec<VecDeque<Event>>,
    /// True after an event that today's rules refuse. What followed from it is not judged.
    astray: bool,
}

/// A thing that no rules have ever allowed, as a sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Contradiction(pub String);

impl Referee {
    /// Checks the next event of a match. `state` is the match before it. Returns what today's rules
    /// would judge differently, each as a sentence without a full stop.
    ///
    /// # Errors
    ///
    /// [`Contradiction`] for what no rules have ever allowed: the match cannot be followed any
    /// further.
    pub fn judge(&mut self, state: &Match, event: &Event) -> Result<Vec<String>, Contradiction> {
        let event = timeless(event);
        if self.ways.iter().any(|way| way.front() == Some(&event)) {
            self.ways.retain(|way| way.front() == Some(&event));
            for way in &mut self.ways {
                way.pop_front();
            }
            return Ok(Vec::new());
        }
        // What differs in a detail alone is taken for the same, so that the rest can be compared.
        let due = self
            .due()
            .filter(|due| discriminant(*due) == discriminant(&event));
        if let Some(due) = due.map(|due| instead(due, &event)) {
            for way in &mut self.ways {
                way.pop_front();
            }
            return Ok(vec![due]);
        }
        let mut differences = self.finish();
        contradiction(state, &event)?;
        let follows = Command::behind(state, &event).is_none() && !comes_by_itself(state, &event);
        if self.astray && follows {
            return Ok(differences);
        }
        let ways = ways(state, &event);
        self.astray = ways.is_err();
        match ways {
            Ok(ways) => self.ways = ways,
            Err(why) => differences.push(why),
        }
        Ok(differences)
    }

    /// Returns the differences at the end of the events: what should have followed and did not.
    #[must_use]
    pub fn finish(&mut self) -> Vec<String> {
        let due = self
            .due()
            .map(|due| format!("{} would come before this", shown(due)));
        self.ways.clear();
        due.into_iter().collect()
    }

    /// Returns the event that must come next, unless the match can have gone on without it.
    fn due(&self) -> Option<&Event> {
        let due: Option<Vec<&Event>> = self.ways.iter().map(VecDeque::front).collect();
        due?.first().copied()
    }
}

/// Returns an event as it is compared: without moments.
fn timeless(event: &Event) -> Event {
    let mut timeless = event.clone();
    if let Event::DeadlinePassed { closes: at, .. } | Event::Extended { until: at, .. } =
        &mut timeless
    {
        *at = Moment(0);
    }
    timeless
}

/// Returns an event as a word, without people, moments and what managers wrote.
fn shown(event: &Event) -> String {
    let mut word = event.word();
    for key in ["who", "until", "why"] {
        word.take(key);
    }
    word.to_string()
}

fn unwanted(event: &Event) -> String {
    format!("{} would not come here", shown(event))
}

/// Says that something else would come than an event.
fn instead(other: &Event, event: &Event) -> String {
    let [due, came] = [other, event].map(shown);
    if discriminant(other) != discriminant(event) {
        unwanted(event)
    } else if due == came {
        format!("{due} would be about somebody else")
    } else {
        format!("{due} would come, and not {came}")
    }
}

/// Refuses what no rules have ever allowed.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "most events contradict nothing"
)]
fn contradiction(state: &Match, event: &Event) -> Result<(), Contradiction> {
    let turn = state.position().turn();
    let what = match event {
        Event::Moved { color, .. } if state.stage() != Stage::Running => {
            format!("{color} moves in a match that is not being played")
        }
        Event::Moved { color, .. } if *color != turn => {
            format!("{color} moves and it is {turn}'s turn")
        }
        Event::Moved { mv, .. } => match state.game().judge_move(*mv) {
            Ok(_) => return Ok(()),
            Err(error) => error.to_string(),
        },
        Event::TakenBack { to_ply } if *to_ply >= state.ply() => {
            format!("moves are taken back to ply {to_ply}, which is not past")
        }
        Event::Opened { .. } => String::from("it opens a second time"),
        _ => return Ok(()),
    };
    Err(Contradiction(what))
}

/// Returns the events that follow an event, in each way in which it can have come about.
///
/// # Errors
///
/// The reason, as a sentence without a full stop, if it cannot have.
fn ways(state: &Match, event: &Event) -> Result<Vec<VecDeque<Event>>, String> {
    let now = state.changed();
    let decided = match Command::behind(state, event) {
        Some(commands) => {
            let decided = commands
                .iter()
                .map(|(actor, command)| decide(state, *actor, command, now));
            let decided: Vec<_> = decided.collect();
            let refused = decided.iter().find_map(|decided| decided.as_ref().err());
            let why = refused.map_or_else(
                || format!("nobody can cause {}", shown(event)),
                |why| format!("{} is refused: {why}", shown(event)),
            );
            let decided = decided.into_iter().flatten().collect::<Vec<_>>();
            (!decided.is_empty()).then_some(decided).ok_or(why)?
        }
        None if comes_by_itself(state, event) => {
            vec![and_what_is_carried(state, vec![event.clone()], now)]
        }
        None => return Err(unwanted(event)),
    };
    let mut other = None;
    let mut ways = Vec::new();
    for events in decided {
        let mut events: VecDeque<Event> = events.iter().map(timeless).collect();
        let first = events.pop_front();
        if first.as_ref() == Some(event) {
            ways.push(events);
        } else {
            other = first;
        }
    }
    if ways.is_empty() {
        return Err(other.map_or_else(|| unwanted(event), |other| instead(&other, event)));
    }
    Ok(ways)
}

/// Returns true for an event that needs no command and may come now.
#[expect(clippy::wildcard_enum_match_arm, reason = "all others are caused")]
fn comes_by_itself(state: &Match, event: &Event) -> bool {
    let is_to_move =
        |color: Color| state.stage() == Stage::Running && state.position().turn() == color;
    match event {
        Event::DeadlinePassed { color, .. } => is_to_move(*color) && may_open_window(state),
        Event::Extended { color, .. } => {
            let ends = state.clock().is_some() || state.silence_ends().is_some();
            is_to_move(*color) && ends && !state.is_paused()
        }
        Event::Reminded { color } => is_to_move(*color),
        Event::Resumed => state.is_paused(),
        Event::Lapsed { by, motion } => {
            let open = state.proposals().about(motion.matter());
            open.is_some_and(|open| open.by == *by && open.motion == *motion)
        }
        // Tables are not judged.
        Event::Invited { .. }
        | Event::Joined { .. }
        | Event::Seated { .. }
        | Event::Left { .. }
        | Event::Closed
        | Event::Expired
        | Event::Started
        | Event::Housed { .. } => true,
        _ => false,
    }
}
