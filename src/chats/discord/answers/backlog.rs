//! Interactions that wait for their turn to be answered. Where more come than can be answered, moves are answered first,
//! and what is too old for an answer to be taken is dropped.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
    time::Duration,
};

use tokio::time::Instant;

use crate::store::{locked, seldom::Seldom};

/// Lines about interactions that were dropped, and about answers that failed or took too long: one a second for all of
/// them. The `count` of a line is the number of all since the one before.
pub(crate) static UNANSWERED: Seldom = Seldom::new();

/// The age at which an interaction is not begun any more. Discord takes an answer within three seconds, and the last of
/// them is needed to send it.
const TOO_OLD: Duration = Duration::from_secs(2);

/// The interactions of a line that are answered at the same time, and those that may wait. More at once would slow each
/// other down until none is in time.
struct LineBounds {
    at_once: usize,
    waiting: usize,
}

/// The bounds of each line, in the order of [`Urgency`]. A move waits for nobody but moves.
const BOUNDS: [LineBounds; 2] = [
    LineBounds {
        at_once: 128,
        waiting: 2_048,
    },
    LineBounds {
        at_once: 128,
        waiting: 4_096,
    },
];

/// The line in which an interaction waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Urgency {
    /// It makes a move, or begins one.
    Move,
    /// It is anything else.
    Other,
}

/// A line.
struct Line<T> {
    /// The number that is being answered.
    begun: usize,
    /// Those that wait, with the times at which they came in, oldest first.
    waiting: VecDeque<(Instant, T)>,
}

impl<T> Line<T> {
    const fn new() -> Line<T> {
        Line {
            begun: 0,
            waiting: VecDeque::new(),
        }
    }

    /// Adds one that came in at this time. Returns it if it is its turn, and the number that were dropped for it.
    fn enter(&mut self, bounds: &LineBounds, since: Instant, asked: T) -> (Option<T>, u64) {
        if self.begun < bounds.at_once {
            self.begun += 1;
            return (Some(asked), 0);
        }
        let dropped = self.waiting.len() >= bounds.waiting;
        if dropped {
            self.waiting.pop_front();
        }
        self.waiting.push_back((since, asked));
        (None, u64::from(dropped))
    }

    /// Takes in that one is done. Returns the next whose turn it is, and the number that were too old by then.
    fn leave(&mut self, now: Instant) -> (Option<T>, u64) {
        let mut dropped = 0;
        while let Some((since, asked)) = self.waiting.pop_front() {
            if now.saturating_duration_since(since) < TOO_OLD {
                return (Some(asked), dropped);
            }
            dropped += 1;
        }
        self.begun -= 1;
        (None, dropped)
    }
}

/// The lines, and what begins to answer one whose turn it is.
pub(crate) struct InteractionQueue<T> {
    lines: Mutex<[Line<T>; 2]>,
    begin: fn(T, InFlight<T>),
}

impl<T> InteractionQueue<T> {
    /// Returns empty lines.
    pub(crate) fn new(begin: fn(T, InFlight<T>)) -> Arc<InteractionQueue<T>> {
        Arc::new(InteractionQueue {
            lines: Mutex::new([Line::new(), Line::new()]),
            begin,
        })
    }

    /// Has an interaction answered that came in at this time, as soon as it is its turn.
    pub(crate) fn enter(self: &Arc<Self>, urgency: Urgency, since: Instant, asked: T) {
        let line = urgency as usize;
        let entered = locked(&self.lines)[line].enter(&BOUNDS[line], since, asked);
        self.go_on(urgency, entered);
    }

    /// Drops all that wait. Nothing is entered after that.
    pub(crate) fn close(&self) {
        let lines = &mut *locked(&self.lines);
        let waiting = lines
            .each_mut()
            .map(|line| std::mem::take(&mut line.waiting));
        drop(waiting);
    }

    fn go_on(self: &Arc<Self>, urgency: Urgency, (next, dropped): (Option<T>, u64)) {
        if dropped > 0
            && let Some(count) = UNANSWERED.adds(dropped, Instant::now().into_std())
        {
            tracing::warn!(
                count,
                "more is asked than can be answered in time: interactions are dropped"
            );
        }
        if let Some(asked) = next {
            let backlog = Arc::clone(self);
            (self.begin)(asked, InFlight { backlog, urgency });
        }
    }
}

/// The turn of an interaction, which ends when this is dropped: the next one begins then.
pub(crate) struct InFlight<T> {
    backlog: Arc<InteractionQueue<T>>,
    urgency: Urgency,
}

impl<T> Drop for InFlight<T> {
    fn drop(&mut self) {
        let left = locked(&self.backlog.lines)[self.urgency as usize].leave(Instant::now());
        self.backlog.go_on(self.urgency, left);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_that_wait_come_in_their_order_and_what_is_too_old_is_dropped() {
        let bounds = LineBounds {
            at_once: 2,
            waiting: 3,
        };
        let start = Instant::now();
        let at = |milliseconds| start + Duration::from_millis(milliseconds);
        let mut line = Line::new();
        for (number, entered) in [
            (0, (Some(0), 0)),
            (1, (Some(1), 0)),
            (2, (None, 0)),
            (3, (None, 0)),
            (4, (None, 0)),
            // The oldest goes: its answer would be the latest.
            (5, (None, 1)),
        ] {
            assert_eq!(line.enter(&bounds, at(number * 100), number), entered);
        }
        assert_eq!(line.leave(at(600)), (Some(3), 0));
        // Number 4 came in two seconds ago, number 5 has a moment left.
        assert_eq!(line.leave(at(2_400)), (Some(5), 1));
        assert_eq!(line.enter(&bounds, at(2_400), 6), (None, 0));
        assert_eq!(line.leave(at(4_400)), (None, 1));
        assert_eq!(line.leave(at(4_400)), (None, 0));
        assert_eq!((line.begun, line.waiting.len()), (0, 0));
        assert_eq!(line.enter(&bounds, at(9_000), 7), (Some(7), 0));
    }

    #[test]
    fn a_move_waits_for_no_other_interaction() {
        static BEGUN: Mutex<Vec<(u32, InFlight<u32>)>> = Mutex::new(Vec::new());
        let backlog = InteractionQueue::new(|asked, turn| locked(&BEGUN).push((asked, turn)));
        let begun = || -> Vec<u32> { locked(&BEGUN).iter().map(|(asked, _)| *asked).collect() };
        let other = BOUNDS[Urgency::Other as usize].at_once as u32;
        for number in 0..2 * other {
            backlog.enter(Urgency::Other, Instant::now(), number);
        }
        assert_eq!(begun().len(), other as usize);
        backlog.enter(Urgency::Move, Instant::now(), 1_000_000);
        assert_eq!(begun().last(), Some(&1_000_000));
        // One that is done lets the next one of its line begin.
        let first = locked(&BEGUN).remove(0);
        drop(first);
        assert_eq!(begun().last(), Some(&other));
        let all = std::mem::take(&mut *locked(&BEGUN));
        // Each begins the next one, which ends in turn.
        drop(all);
        while let Some(one) = { locked(&BEGUN).pop() } {
            drop(one);
        }
        assert!(locked(&backlog.lines).iter().all(|line| line.begun == 0));
    }
}
