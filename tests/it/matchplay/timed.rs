//! Matches with time per move, in which what falls due happens as in a host: before anything that
//! is asked for, and one thing after the other.

use rondel::{
    matchplay::{Actor, Referee, TimeLimit, fall_due},
    rulesets::Rulesets,
};

use super::*;

pub(super) const SECOND: i64 = 1_000;
pub(super) const MINUTE: i64 = 60 * SECOND;
pub(super) const HOUR: i64 = 60 * MINUTE;
pub(super) const DAY: i64 = Moment::DAY;

/// The most that may fall due at one moment, one after the other: three seats, three windows, and
/// a proposal about each matter.
const MOST_AT_ONCE: usize = 16;

/// A match, the time, and since when somebody could have acted in time.
pub(super) struct Timed {
    pub(super) state: Match,
    pub(super) events: Vec<(Event, Moment)>,
    pub(super) now: Moment,
    pub(super) since: Moment,
    replay: Referee,
}

impl Timed {
    /// A match of Ann, Ben and Cy, or of Ann and Cy where there are two armies, begun at noon, with
    /// a process that has run for a year.
    pub(super) fn begun(ruleset: &str, limit: Option<&str>) -> Timed {
        let known = Rulesets::presets().named(ruleset).unwrap().ruleset;
        let mut events = vec![Event::Opened {
            ruleset: ruleset.to_owned(),
            options: known,
            opener: ANN,
            place: place(),
            rated: true,
            private: false,
            time: limit.map(|limit| limit.parse().unwrap()),
            imported: None,
        }];
        for color in known.armies().iter() {
            events.push(joined(color, PLAYERS[color.index()]));
        }
        events.push(Event::Started);
        Timed::of(events)
    }

    /// A match of which this happened at noon.
    pub(super) fn of(events: Vec<Event>) -> Timed {
        Timed {
            state: fold(&events),
            events: events.into_iter().map(|event| (event, NOON)).collect(),
            now: NOON,
            since: NOON.plus(-365 * DAY),
            replay: Referee::default(),
        }
    }

    /// Takes in what the rules expect now, and nothing else.
    #[track_caller]
    pub(super) fn take_in(&mut self, events: &[Event]) {
        for event in events {
            let judged = self.replay.judge(&self.state, event);
            assert_eq!(judged, Ok(vec![]), "{event:?} of {:?}", self.last());
            self.state.apply(event, self.now);
            self.events.push((event.clone(), self.now));
        }
        // Whatever all agree to has happened.
        let mut proposals = self.state.proposals().iter();
        let carried = proposals.find(|vote| self.state.is_carried(vote));
        assert_eq!(carried, None, "{:?}", self.last());
    }

    /// The latest events, for messages.
    pub(super) fn last(&self) -> &[(Event, Moment)] {
        &self.events[self.events.len().saturating_sub(24)..]
    }

    fn computer_task(&self) -> bool {
        self.state.computer_task().is_some()
    }

    /// Lets everything happen that is due now, and says what.
    #[track_caller]
    pub(super) fn settle(&mut self) -> Vec<Event> {
        let mut happened = Vec::new();
        for _ in 0..MOST_AT_ONCE {
            let due = self.state.due().filter(|due| *due <= self.now);
            let events = fall_due(&self.state, self.now, self.since);
            assert!(
                events.is_empty() || due.is_some(),
                "{events:?} before it is due of {:?}",
                self.last()
            );
            if events.is_empty() {
                let idle = due.is_none() || self.computer_task();
                assert!(idle, "nothing at {due:?} of {:?}", self.last());
                return happened;
            }
            if let Some(Event::OutOfTime { color }) = events.first() {
                let limit = self.state.time_limit().unwrap_or(TimeLimit::DAY);
                assert!(!self.state.is_paused(), "{color} goes out in a pause");
                let graced = self.since.plus(limit.grace());
                assert!(graced <= self.now, "{color} goes out in the grace");
            }
            self.take_in(&events);
            happened.extend(events);
        }
        panic!("there is no end to what is due of {:?}", self.last());
    }

    /// Time goes by until then, and whatever falls due meanwhile happens at its moment.
    #[track_caller]
    pub(super) fn wait_until(&mut self, then: Moment) -> Vec<Event> {
        let mut happened = self.settle();
        while let Some(due) = self.state.due().filter(|due| *due <= then) {
            if due <= self.now {
                // Only a computer may still be due.
                break;
            }
            let before = fall_due(&self.state, due.plus(-1), self.since);
            assert_eq!(before, [], "before {due:?} of {:?}", self.last());
            self.now = due;
            happened.extend(self.settle());
        }
        if self.state.due().is_none() {
            assert_eq!(fall_due(&self.state, then.plus(400 * DAY), self.since), []);
        }
        self.now = self.now.max(then);
        happened
    }

    /// So much time goes by.
    #[track_caller]
    pub(super) fn wait(&mut self, milliseconds: i64) -> Vec<Event> {
        self.wait_until(self.now.plus(milliseconds))
    }

    /// Time goes by while no process runs, and then one starts.
    pub(super) fn be_down(&mut self, milliseconds: i64) {
        self.now = self.now.plus(milliseconds);
        self.since = self.now;
    }

    /// Gives a command, after everything due before it; returns its result.
    #[track_caller]
    pub(super) fn ask(
        &mut self,
        actor: impl Into<Actor>,
        command: &Command,
    ) -> Result<Vec<Event>, &'static str> {
        self.settle();
        let decided = decide(&self.state, actor, command, self.now);
        let events = decided.map_err(|rejection| rejection.reason())?;
        self.take_in(&events);
        Ok(events)
    }

    /// Gives a command that is granted; returns its events.
    #[track_caller]
    pub(super) fn done(&mut self, person: Person, command: &Command) -> Vec<Event> {
        let done = self.ask(person, command);
        done.unwrap_or_else(|reason| panic!("{command:?}: {reason} of {:?}", self.last()))
    }

    /// Moves by those who are to move, a minute after one another.
    #[track_caller]
    pub(super) fn moves(&mut self, moves: &str) {
        for mv in moves.split_whitespace() {
            self.wait(MINUTE);
            let person = self.state.to_move().expect("a person");
            self.done(person, &to_move(mv));
        }
    }

    /// The deadline of the army to move.
    pub(super) fn deadline(&self) -> Moment {
        self.state.clock().expect("a clock").deadline
    }

    /// The moment at which the open window closes.
    pub(super) fn closes(&self) -> Option<Moment> {
        self.state.clock().and_then(|clock| clock.window)
    }
}

/// A way that things may go, tried with a ruleset: how many cases that were.
pub(super) type Path = (&'static str, fn(&str) -> usize);

/// Goes each way with each ruleset, and prints how many cases there were.
pub(super) fn go(about: &str, paths: &[Path]) {
    let rulesets = Rulesets::presets().names();
    let mut sum = 0;
    println!("{about:<60} {}", rulesets.join(" "));
    for (name, path) in paths {
        let cases: Vec<usize> = rulesets.iter().map(|ruleset| path(ruleset)).collect();
        sum += cases.iter().sum::<usize>();
        let columns = rulesets.iter().zip(&cases);
        let columns: Vec<String> = columns
            .map(|(ruleset, cases)| format!("{cases:>width$}", width = ruleset.len()))
            .collect();
        println!("{name:<60} {}", columns.join(" "));
    }
    println!("{about}: {sum} cases");
}

/// Who waits for whom where White is to move: White, and the others in the order of turns.
pub(super) fn others(course: &Timed) -> Vec<(Color, Person)> {
    let in_play = course.state.position().in_play().iter();
    let others = in_play.filter(|color| *color != WHITE);
    others
        .map(|color| (color, course.state.seats()[color].player().unwrap()))
        .collect()
}

/// A match in which everybody has moved once and White is to move.
pub(super) fn round_played(ruleset: &str, limit: Option<&str>) -> Timed {
    let mut course = Timed::begun(ruleset, limit);
    course.moves("e4");
    while course.state.position().turn() != WHITE {
        course.moves(match course.state.position().turn() {
            GRAY => "m4",
            WHITE | BLACK => "u4",
        });
    }
    course
}

/// The same with two in play of three, where the ruleset plays on with two.
pub(super) fn two_left(ruleset: &str, limit: Option<&str>) -> Option<Timed> {
    let mut course = round_played(ruleset, limit);
    course.state.seats()[GRAY].player()?;
    let resign = resign(true);
    course.ask(BEN, &resign).ok()?;
    (course.state.stage() == Stage::Running).then_some(course)
}

/// What happened, and that nothing is to come of it.
#[track_caller]
pub(super) fn is_over(course: &Timed, ending: Ending, sixths: [u16; 3]) {
    assert_eq!(course.state.stage(), Stage::Ended);
    assert_eq!(course.state.due(), None);
    let outcome = *course.state.outcome().unwrap();
    assert_eq!(Event::Ended(outcome), ended(ending, sixths));
}
